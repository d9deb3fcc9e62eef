"""Columns, rows and frames: what stands in them is measured, and comes to stand where it should."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.small import draw, redraw, told, write

from pressplay.faces.elements.registry import ELEMENTS
from pressplay.faces.markup import Node, read_tag
from pressplay.faces.room import FlowItem, Surveyor


def one(folder: Path, inside: str, cards: str = "- {title: One}\n") -> list[str]:
    drawn = draw(folder, f"<face>{inside}</face>", cards)
    assert not drawn.problems, told(drawn)
    return drawn.text.rstrip("\n").split("\n")


def wrong(folder: Path, inside: str, cards: str = "- {title: One}\n") -> str:
    drawn = draw(folder, f"<face>\n{inside}\n</face>", cards)
    assert drawn.problems
    return told(drawn)


def bar(w: float, h: float) -> str:
    return f"shape M 0 0 L {w} 0 L {w} {h} L 0 {h} Z | fill #000000"


def at(x: float | str, y: float | str) -> str:
    return f"begin 1 0 0 1 {x} {y}"


def test_a_column_puts_its_children_below_each_other_with_rules_between(tmp_path: Path) -> None:
    inside = '<rect h="2"/><icon icon="star" size="4"/><rect w="5" h="3"/>'
    column = f'<column x="5" y="6" w="30" pad="1 2" gap="2" rule="ink" align="center">{inside}</column>'
    assert one(tmp_path, column) == [
        at(5, 6),
        *[at(2, 1), bar(26, 2), "end"],
        *[at(13, 5), "icon templates/icons/star.svg 0 0 4 4 #000000", "end"],
        *[at(12.5, 11), bar(5, 3), "end"],
        "shape M 2 4 L 28 4 | stroke #221133 0.25",
        "shape M 2 10 L 28 10 | stroke #221133 0.25",
        "end",
    ]


def test_a_row_shares_what_is_left_by_weight(tmp_path: Path) -> None:
    inside = '<rect h="2"/><rect w="4" h="2"/><rect h="2" grow="2"/>'
    assert one(tmp_path, f'<row x="5" y="6" w="30" gap="1" rule="ink" rule-width="1">{inside}</row>') == [
        at(5, 6),
        *[at(0, 0), bar(8, 2), "end"],
        *[at(9, 0), bar(4, 2), "end"],
        *[at(14, 0), bar(16, 2), "end"],
        "shape M 8.5 0 L 8.5 2 | stroke #221133 1",
        "shape M 13.5 0 L 13.5 2 | stroke #221133 1",
        "end",
    ]


@pytest.mark.parametrize(("align", "x"), [("start", 0), ("center", 10.5), ("end", 21), ("left", 0), ("right", 21)])
def test_a_row_that_leaves_room_is_aligned(tmp_path: Path, align: str, x: float) -> None:
    inside = '<rect w="4" h="2"/><rect w="4" h="1"/>'
    lines = one(tmp_path, f'<row x="5" y="6" w="30" gap="1" align="{align}" valign="bottom">{inside}</row>')
    assert [line for line in lines if line.startswith("begin")] == [at(5, 6), at(x, 0), at(x + 5, 1)]


@pytest.mark.parametrize(("valign", "y"), [("top", 0), ("middle", 3), ("bottom", 6)])
def test_a_column_stands_where_valign_says(tmp_path: Path, valign: str, y: float) -> None:
    assert at(0, y) in one(tmp_path, f'<column x="5" y="6" w="9" h="8" valign="{valign}"><rect h="2"/></column>')


def test_a_frame_lays_its_children_over_each_other_on_its_ground_and_art_in_millimetres(tmp_path: Path) -> None:
    inside = '<rect w="4" h="2"/><line x1="1" y1="1" x2="2" y2="1"/><rect x="1" y="1" w="2" h="2"/>'
    frame = f'<frame name="badge" x="5" y="6" w="10" h="8" fill="cream" stroke="ink" align="center" valign="middle">{inside}</frame>'
    drawn = draw(tmp_path, f"<face>{frame}</face>")
    assert drawn.text.rstrip("\n").split("\n")[:8] == [
        at(5, 6),
        "shape M 0 0 L 10 0 L 10 8 L 0 8 Z | fill #fff4dd | stroke #221133 0.25",
        *[at(3, 3), bar(4, 2), "end"],
        "shape M 1 1 L 2 1 | stroke #000000 0.25",
        "shape M 1 1 L 3 1 L 3 3 L 1 3 Z | fill #000000",
        "end",
    ]
    badge = drawn.pictures[0].names["badge"]
    assert (badge.x, badge.y, badge.w, badge.h) == (5, 6, 10, 8)


def test_a_row_on_one_baseline(tmp_path: Path) -> None:
    texts = '<text size="20">A</text><box size="8">b</box><icon icon="star" size="4"/>'
    lines = one(tmp_path, f'<row x="5" y="6" w="50" valign="baseline">{texts}</row>')
    tops = [float(line.split()[-1]) for line in lines if line.startswith("begin")][1:]
    baselines = [float(line.split()[2]) for line in lines if line.startswith("run")]
    assert tops[0] + baselines[0] == pytest.approx(tops[1] + baselines[1], abs=0.002)
    assert tops[0] + baselines[0] == pytest.approx(tops[2] + 4, abs=0.002)


def test_stretch_makes_frames_of_a_row_as_high_as_it(tmp_path: Path) -> None:
    inside = '<frame w="5" fill="ink"/><rect w="2" h="7"/>'
    assert bar(5, 7).replace("000000", "221133") in one(
        tmp_path, f'<row x="5" y="6" w="30" valign="stretch">{inside}</row>'
    )


def test_a_box_takes_what_is_left_and_shrinks_into_it(tmp_path: Path) -> None:
    words = "word " * 40
    column = f'<column x="5" y="5" w="40" h="30"><rect h="8"/><box size="12" min="7" grow="1">{words}</box></column>'
    runs = [line for line in one(tmp_path, column) if line.startswith("run")]
    assert len({line.split()[4] for line in runs}) == 1 and 7 <= float(runs[0].split()[4]) < 12


def test_two_that_grow_share_what_is_left(tmp_path: Path) -> None:
    inside = '<rect h="2" grow="1"/><rect h="4"/><frame fill="ink" grow="3"/>'.replace('<rect h="2" grow', "<rect grow")
    lines = one(tmp_path, f'<column x="5" y="5" w="10" h="20">{inside}</column>')
    assert lines[2] == bar(10, 4) and lines[8] == bar(10, 12).replace("000000", "221133")


def test_a_line_in_the_middle_of_a_frame_has_its_capitals_there(tmp_path: Path) -> None:
    frame = '<frame x="5" y="6" w="20" h="10" valign="middle"><text size="10">Gig</text></frame>'
    lines = one(tmp_path, frame)
    baseline = float(lines[1].split()[-1]) + float(lines[2].split()[2])
    capitals = float(lines[2].split()[2])
    assert baseline - capitals / 2 == pytest.approx(5, abs=0.002)


RIGHT_TO_LEFT = '<row x="5" y="6" w="30"{}><icon icon="star" size="4"/>{}</row>'


def hebrew(folder: Path, inside: str) -> list[str]:
    root = write(folder, f"<face>{inside}</face>")
    game = root / "cards/small/game.yaml"
    game.write_text(game.read_text().replace("language: en", "language: he"))
    drawn = redraw(root)
    assert not drawn.problems, told(drawn)
    return drawn.text.rstrip("\n").split("\n")


def test_a_row_with_words_begins_where_its_language_does(tmp_path: Path) -> None:
    assert at(26, 0) in hebrew(tmp_path, RIGHT_TO_LEFT.format("", '<text size="9">12</text>'))
    assert at(26, 0) not in hebrew(tmp_path, RIGHT_TO_LEFT.format(' direction="ltr"', '<text size="9">12</text>'))
    assert at(0, 0) in hebrew(tmp_path, RIGHT_TO_LEFT.format("", ""))  # mere art never turns
    assert at(26, 0) in one(tmp_path, RIGHT_TO_LEFT.format(' direction="rtl"', '<text size="9">12</text>'))


def test_what_overflows_in_nested_rows_and_columns_is_told_with_the_line_of_its_words(tmp_path: Path) -> None:
    inside = """<column x="5" y="5" w="50" h="20">
<row gap="1"><icon icon="star" size="4"/><column>
<text size="9">{{ title }}</text>
<box size="9">{{ words }}</box>
</column></row></column>"""
    said = wrong(tmp_path, inside, "- title: One\n  words: >-\n    " + "word " * 60 + "\n")
    assert said.startswith("cards/small/cards.yaml:2:10: card one, front: “word word")
    assert "the column needs" in said and "mm down, 20.0 mm are there" in said
    assert "in templates/small/card.xml:5:1" in said
    assert 'or let a box with min shrink (grow="1")' in said


WRONG = {
    '<column x="1" y="1"><rect h="1"/></column>': "<column> lacks w",
    '<row x="1" y="1" w="9"><circle cx="1" cy="1" r="1"/></row>': "<circle> cannot stand in a <row>: it has no size",
    '<row x="1" y="1" w="9"><rect x="1" w="2" h="1"/></row>': "<rect> has no attribute x",
    '<row x="1" y="1" w="9"><rekt w="2"/></row>': "unknown element <rekt>",
    '<row x="1" y="1" w="9"><rect w="2" grow="1"/></row>': "w and grow are both said",
    '<row x="1" y="1" w="9"><rect w="12" h="1"/></row>': "<row>: the row needs 12.0 mm across, 9.0 mm are there",
    '<row x="1" y="1" w="9" h="3"><rect w="2" h="5"/></row>': "<row>: the row needs 5.0 mm down, 3.0 mm are there",
    '<frame x="1" y="1" w="9" h="3"><icon icon="star" size="5"/></frame>': "the frame needs 5.0 mm down, 3.0 mm",
    '<column x="1" y="1" w="9" h="3"><rect h="2"/><rect h="2"/></column>': "the column needs 4.0 mm down, 3.0 mm",
    '<column x="1" y="1" w="9" pad="5"><rect h="2"/></column>': "its margins leave nothing of 9.0 mm",
    '<column x="1" y="1" w="9" pad="1 2 3"><rect h="2"/></column>': "<column pad>: '1 2 3' is no margin",
    '<column x="1" y="1" w="5"><box size="9">unmistakable</box></column>': "the word “unmistakable” needs",
    '<column x="1" y="1" w="9">words</column>': "text “words” stands outside",
}


@pytest.mark.parametrize("inside", WRONG)
def test_mistakes_are_told(tmp_path: Path, inside: str) -> None:
    assert WRONG[inside] in wrong(tmp_path, inside)


def _bars(heights: list[float], grows: list[int]) -> list[FlowItem]:
    inflow = ELEMENTS["rect"].inflow
    assert inflow
    found = []
    for index, (high, grow) in enumerate(zip(heights, grows, strict=True)):
        node = Node(read_tag("<rect/>"), f"<rect {index} {high}/>", "", [])
        found.append(FlowItem(node, ELEMENTS["rect"], {"w": None, "h": high, "grow": grow}, []))
    return found


@given(st.lists(st.tuples(st.floats(0, 50), st.integers(0, 3)), min_size=1, max_size=8), st.floats(0, 5))
def test_those_in_a_column_follow_each_other_and_those_that_grow_fill_it(
    bars: list[tuple[float, int]], gap: float
) -> None:
    heights, grows = [high for high, _ in bars], [grow for _, grow in bars]
    need = sum(heights) + gap * (len(bars) - 1)
    values = {"pad": (1.0, 2.0, 3.0, 4.0), "gap": gap, "align": "left", "valign": "top", "direction": "ltr"}
    column = FlowItem(
        Node(read_tag("<column/>"), "<column/>", "", []), ELEMENTS["column"], values, _bars(heights, grows)
    )
    cells = Surveyor(None, {}).arrange(column, 26, need + 14).cells  # type: ignore[arg-type]  # bars need no scene
    assert cells[0][:3] == (4, 1, 20)
    for before, after in pairwise(cells):
        assert after.y == pytest.approx(before.y + before.h + gap)
    end = cells[-1].y + cells[-1].h
    assert end == pytest.approx(need + 11 if any(grows) else need + 1)
