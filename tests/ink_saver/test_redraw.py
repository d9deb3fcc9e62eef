"""The same picture in lines: what becomes of each sort of mark, and what never changes."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from support.colors import hue
from support.sample import POKER, disc, icon, picture, rect, run
from support.small import draw, write

from pressplay.build.pipeline import build_games
from pressplay.data.pieces import Size
from pressplay.drawing.colour import contrast, hex_color
from pressplay.drawing.marks import Art, Begin, End, Mark, Run, Shape, Stamp
from pressplay.drawing.paint import Flat, Stroke
from pressplay.drawing.path import Path as Outline
from pressplay.drawing.picture import Picture
from pressplay.drawing.shapes import rectangle
from pressplay.exports.options import Options
from pressplay.ink_saver.page import RedrawCache
from pressplay.ink_saver.redraw import IMAGE, redraw
from pressplay.ink_saver.tones import PAPER, chroma, difference

COLORS = st.tuples(*[st.integers(0, 255)] * 3).map(hex_color)
BOX = "M 5 5 L 35 5 L 35 35 L 5 35 Z"
# Inside a face → the marks of its picture, spared. Each case is one idea.
CASES = {
    # A large area is paper with a line in its own colour around it; the line lies below, half of it shows.
    "<rect x='5' y='5' w='30' h='30' fill='#a02040'/>": f"""\
shape {BOX} | stroke #b6546d 0.456 | join round
shape {BOX} | fill #ffffff
""",
    # On little room a colour keeps a breath of itself.
    "<rect x='5' y='5' w='9' h='9' fill='#a02040'/>": """\
shape M 5 5 L 14 5 L 14 14 L 5 14 Z | stroke #b6546d 0.456 | join round
shape M 5 5 L 14 5 L 14 14 L 5 14 Z | fill #f3c6d1
""",
    # On more room it keeps less.
    "<rect x='5' y='5' w='14' h='15' fill='#a02040'/>": """\
shape M 5 5 L 19 5 L 19 20 L 5 20 Z | stroke #b6546d 0.456 | join round
shape M 5 5 L 19 5 L 19 20 L 5 20 Z | fill #f5d0d9
""",
    # What is narrow is a line already.
    "<rect x='5' y='5' w='30' h='0.7' fill='#a02040'/>": "shape M 5 5 L 35 5 L 35 5.7 L 5 5.7 Z | fill #a02040\n",
    # Light type on a dark area becomes dark type on paper, in the colour that the area had.
    "<rect x='5' y='5' w='30' h='30' fill='#24103d'/><text x='9' y='9' size='9' fill='#fff'>Hi</text>": f"""\
shape {BOX} | stroke #7d718c 0.5 | join round
shape {BOX} | fill #ffffff
run 9 9 Barlow-Medium.ttf 9 #24103d | Hi
""",
    # Neighbours of one colour were one area: all lines first, all paper then.
    "<circle cx='20' cy='20' r='5'/><rect x='18' y='20' w='4' h='20'/>": """\
shape M 25 20 C 25 22.761 22.761 25 20 25 C 17.239 25 15 22.761 15 20 C 15 17.239 17.239 15 20 15 \
C 22.761 15 25 17.239 25 20 Z | stroke #747474 0.5 | join round
shape M 18 20 L 22 20 L 22 40 L 18 40 Z | stroke #747474 0.5 | join round
shape M 25 20 C 25 22.761 22.761 25 20 25 C 17.239 25 15 22.761 15 20 C 15 17.239 17.239 15 20 15 \
C 22.761 15 25 17.239 25 20 Z | fill #ffffff
shape M 18 20 L 22 20 L 22 40 L 18 40 Z | fill #ffffff
""",
    # Where a stroke and the end of an area coincide there is one line, in the hue that would be lost.
    "<rect x='5' y='5' w='30' h='30' fill='#c03050' stroke='#000' stroke-width='0.7'/>": f"""\
shape {BOX} | fill #ffffff
shape {BOX} | stroke #c03050 0.4
""",
    # A tint keeps the hue, so the stroke stays what it was, whether it is the shape's own or drawn upon it.
    "<rect x='5' y='5' w='9' h='9' fill='#a02040'/><rect x='5' y='5' w='9' h='9' stroke='#000' stroke-width='0.4'/>": """\
shape M 5 5 L 14 5 L 14 14 L 5 14 Z | fill #f3c6d1
shape M 5 5 L 14 5 L 14 14 L 5 14 Z | stroke #747474 0.3
""",
    # A light stroke around a dark area takes the area's place.
    "<rect x='5' y='5' w='30' h='30' fill='#24103d' stroke='#d8d0e0' stroke-width='0.2'/>": f"""\
shape {BOX} | fill #ffffff
shape {BOX} | stroke #7d718c 0.2
""",
    # A mask, which has the colour of its ground, gets no line and becomes what its ground became.
    "<rect x='5' y='5' w='30' h='30' fill='#a02040'/><line x1='5' y1='9' x2='35' y2='9' stroke='#fff'/>"
    "<rect x='15' y='7' w='8' h='4' fill='#a02040'/>": f"""\
shape {BOX} | stroke #b6546d 0.456 | join round
shape {BOX} | fill #ffffff
shape M 5 9 L 35 9 | stroke #b6546d 0.25
shape M 15 7 L 23 7 L 23 11 L 15 11 Z | fill #ffffff
""",
    # An outline that runs out and back again showed nothing there, and its line, inside the shape, shows nothing.
    "<path d='M5 5H15V15H5V8Q5 5 8 5Z' fill='#24103d'/>": """\
shape M 5 5 L 15 5 L 15 15 L 5 15 L 5 8 C 5 6 6 5 8 5 Z | fill #ffffff
begin 1 0 0 1 0 0 | clip M 5 5 L 15 5 L 15 15 L 5 15 L 5 8 C 5 6 6 5 8 5 Z
shape M 5 5 L 15 5 L 15 15 L 5 15 L 5 8 C 5 6 6 5 8 5 Z | stroke #7d718c 0.5 | join round
end
""",
    # A figure's contour is one line, and what lies within needs none.
    "<rect x='5' y='5' w='9' h='9' fill='#24103d' stroke='#24103d' stroke-width='1'/>"
    "<rect x='5' y='5' w='9' h='9' fill='#e2a878'/>": """\
shape M 5 5 L 14 5 L 14 14 L 5 14 Z | stroke #7d718c 0.666 | join round
shape M 5 5 L 14 5 L 14 14 L 5 14 Z | fill #ffffff
shape M 5 5 L 14 5 L 14 14 L 5 14 Z | fill #f9e1cd
""",
    # A broad stroke is an area too: it becomes hollow.
    "<line x1='5' y1='20' x2='35' y2='20' stroke='#000' stroke-width='3'/>": """\
shape M 5 20 L 35 20 | stroke #747474 3.5
shape M 5 20 L 35 20 | stroke #ffffff 3
""",
    # What is neither filled nor stroked is nothing.
    "<rect x='5' y='5' w='30' h='30' fill='none' stroke='none' stroke-width='3'/>": "",
    # A gradient is an area in its middle colour.
    "<rect x='5' y='5' w='30' h='30' fill='linear(0, #400000, #a02040, #c04060)'/>": f"""\
shape {BOX} | stroke #b6546d 0.456 | join round
shape {BOX} | fill #ffffff
""",
    # Hatching keeps its lines; its ground becomes paper.
    "<rect x='5' y='5' w='30' h='30' fill='hatch(0, 20, 0.2, #fff, #24103d)'/>": f"""\
shape {BOX} | stroke #7d718c 0.5 | join round
shape {BOX} | fill #ffffff
begin 1 0 0 1 0 0 | clip {BOX}
shape M -1.213 -20 L 41.213 -20 M -1.213 0 L 41.213 0 M -1.213 20 L 41.213 20 M -1.213 40 L 41.213 40 \
M -1.213 60 L 41.213 60 | stroke #7d718c 0.2
end
""",
    # A veil hides nothing: its line alone is left.
    "<rect x='5' y='5' w='30' h='30' fill='#000' opacity='0.3'/>": f"shape {BOX} | stroke #939393 0.296 | join round\n",
    # A clip that cuts an area gets the area's line, for the area's own lies outside.
    "<group clip='rect 5 5 30 30'><rect x='0' y='0' w='50' h='50' fill='#a02040'/></group>": f"""\
begin 1 0 0 1 0 0 | clip {BOX}
shape M 0 0 L 50 0 L 50 50 L 0 50 Z | stroke #b6546d 0.456 | join round
shape M 0 0 L 50 0 L 50 50 L 0 50 Z | fill #ffffff
shape {BOX} | stroke #b6546d 0.456
end
""",
    # A faded group is drawn in the colours that one saw.
    "<group opacity='0.5'><text x='9' y='20' size='20' fill='#000'>Hi</text></group>": """\
begin 1 0 0 1 0 0
run 9 20 Barlow-Medium.ttf 20 #808080 | Hi
end
""",
}


def spared(folder: Path, inside: str) -> str:
    (drawn,) = draw(folder, f"<face>{inside}</face>").pictures
    return str(redraw(drawn, RedrawCache())).split("\n", 1)[1]


@pytest.mark.parametrize("inside", CASES)
def test_what_becomes_of_it(tmp_path: Path, inside: str) -> None:
    assert spared(tmp_path, inside) == CASES[inside]


def test_a_background_leaves_no_line_for_it_is_the_paper(tmp_path: Path) -> None:
    (drawn,) = draw(
        tmp_path, "<face background='ink'><text x='9' y='20' size='9' fill='cream'>Hi</text></face>"
    ).pictures
    lean = redraw(drawn, RedrawCache())
    assert "stroke" not in str(lean)
    assert lean.edge == PAPER and "#221133" in str(lean.marks[-1])


def test_a_deck_of_two_backs_stays_two_decks(tmp_path: Path) -> None:
    """White marks on red become red, on green green."""
    red, green = (
        spared(
            tmp_path, f"<rect x='-3' y='-3' w='70' h='95' fill='{fill}'/><circle cx='30' cy='40' r='9' fill='#fff'/>"
        )
        for fill in ("#a01010", "#105010")
    )
    assert red != green


def test_texture_stays_texture(tmp_path: Path) -> None:
    """Rays that hardly differ from their ground do not run through the title in black."""
    rays = (
        "<polygon points='32,40 10,-10 20,-10' fill='#4a1d5c'/><polygon points='32,40 40,-10 50,-10' fill='#4a1d5c'/>"
    )
    cover = "<rect x='4' y='14' w='56' h='60' fill='#fffaf0'/>"  # hides their ends, which lie on other grounds
    said = spared(tmp_path, f"<rect x='4' y='4' w='56' h='10' fill='#24103d'/>{rays}{cover}")
    (line,) = {part.split("stroke ")[1][:7] for part in said.split("\n") if "32 40" in part and "stroke" in part}
    assert 1.3 <= contrast(line, PAPER) < 3


# ── Tints ─────────────────────────────────────────────────────────────────────────────────────────────────────────

TILE, TOKEN = Size("square-42", 42, 42, 2), Size("token-20", 20, 20, 0, "circle")


def fills(marks: tuple[Mark, ...], size: Size = POKER) -> list[str]:
    """The fills of a picture in lines."""
    lean = redraw(picture(size, marks), RedrawCache())
    return [mark.fill.color for mark in lean.marks if isinstance(mark, Shape) and isinstance(mark.fill, Flat)]


@pytest.mark.parametrize("stroke", [None, Stroke(Flat("#1f2f4d"))])
def test_siblings_are_treated_alike(stroke: Stroke | None) -> None:
    """Bars that stand side by side all keep their colours, though one is larger than a patch may be."""
    bars = [
        rect(5 + 8 * n, 40 - tall, 5.6, tall, fill, stroke=stroke)
        for n, (tall, fill) in enumerate([(28, "#ee8270"), (20, "#f6cf5f"), (10, "#7bb8e0"), (9, "#ee8270")])
    ]
    red, yellow, blue, small = fills(tuple(bars))
    assert len({PAPER, red, yellow, blue}) == 4
    assert difference(red, small) < 1.1


def test_parts_of_one_colour_that_lie_apart_are_judged_apart() -> None:
    """A patch keeps its tint beside a large area of its colour; parts that touch are one."""
    large, apart, touching = rect(5, 5, 30, 30, "#a02040"), rect(50, 50, 5, 5, "#a02040"), rect(30, 30, 9, 9, "#a02040")
    assert fills((large, apart)) == [PAPER, "#f3c6d1"]
    assert fills((large, touching)) == [PAPER, PAPER]


@given(st.integers(0, 400).map(float), st.integers(1, 40).map(float))
def test_a_little_more_room_never_takes_a_colour_away(area: float, more: float) -> None:
    """Tints fade with the room they take; they are gone only where there is hardly anything left of them."""
    one, other = (
        contrast(fills((rect(2, 2, (room + 4) / 8, 8, "#1f6f86"),))[0], PAPER) for room in (area, area + more)
    )
    assert other <= one and (other > 1 or area + more > 340)


def test_tokens_keep_their_colours() -> None:
    """Black is grey, white is white, orange and purple are what they were; type on them can be read."""
    ground = rect(-3, -3, 26, 26, "#fbf1dc")
    tints = {}
    for color in ("#2b2735", "#ffffff", "#7446b0", "#f58220"):
        lean = redraw(picture(TOKEN, (ground, disc(10, 10, 9.1, color), run("K", 8, 12))), RedrawCache())
        whole, tints[color], letter = (
            mark.fill.color for mark in lean.marks if isinstance(mark, Shape | Run) and isinstance(mark.fill, Flat)
        )
        assert whole == PAPER and contrast(letter, tints[color]) > 4.5
    black, white, purple, orange = tints.values()
    assert white == PAPER and contrast(black, PAPER) > 1.5 and chroma(black) < 8
    assert all(difference(one, other) > 1.2 for one, other in combinations(tints.values(), 2))
    assert hue(purple) == pytest.approx(hue("#7446b0"), abs=6) and hue(orange) == pytest.approx(hue("#f58220"), abs=6)


def test_a_token_that_is_all_colour_bleeds_it() -> None:
    for color, edge in (("#a02040", "#f3c6d1"), ("#101018", PAPER)):  # a dark rim around the piece is only a rim
        lean = redraw(picture(TOKEN, (rect(-3, -3, 26, 26, color),), edge=color), RedrawCache())
        assert lean.edge == edge and edge in str(lean.marks[0])


STRONG = st.sampled_from(["#ee8270", "#7bb8e0", "#83c79a", "#f6cf5f", "#ff3d68", "#2f9bff", "#2be38b"])


@given(STRONG, st.lists(st.tuples(st.integers(4, 30), st.integers(4, 30), COLORS), max_size=5))
def test_on_a_tile_no_patch_outdoes_the_ground(color: str, patches: list[tuple[int, int, str]]) -> None:
    """A red dancer in blue is a red dancer."""
    marks = (rect(-3, -3, 48, 48, "#fbf1dc"), rect(1, 1, 40, 40, color), *(rect(x, y, 6, 8, c) for x, y, c in patches))
    _, ground, *inside = fills(marks, TILE)
    assert chroma(ground) >= 30 and contrast(ground, PAPER) < 1.4
    for tint in inside:
        assert chroma(tint) <= chroma(ground) and contrast(tint, PAPER) <= contrast(ground, PAPER) * 1.15


def test_on_a_card_the_ground_stays_paper() -> None:
    assert fills((rect(1, 1, 60, 80, "#ee8270"),)) == [PAPER]


def test_a_light_rim_around_dark_limbs_is_no_contour(tmp_path: Path) -> None:
    """The limbs are what was seen: they keep their line."""
    said = spared(
        tmp_path,
        "<rect x='5' y='5' w='9' h='9' fill='#f8e0d8' stroke='#f8e0d8' stroke-width='0.6'/>"
        "<rect x='5' y='5' w='9' h='9' fill='#24103d'/>",
    )
    assert "stroke #7d718c" in said


# ── What is a line ────────────────────────────────────────────────────────────────────────────────────────────────

RING = "M 10 10 L 40 10 L 40 40 L 10 40 Z M 10.6 10.6 L 10.6 39.4 L 39.4 39.4 L 39.4 10.6 Z"
MIRRORED = "M 10 10 L 10 40 L 25 40 Z M 50 10 L 50 40 L 35 40 Z"
FAN = "M 30 30 L 5 5 L 15 5 L 30 30 Z M 30 30 L 45 5 L 55 5 L 30 30 Z M 30 30 L 25 60 L 35 60 L 30 30 Z"


@pytest.mark.parametrize(("path", "is_line"), [(RING, True), (MIRRORED, False), (FAN, False)])
def test_what_a_line_is_does_not_depend_on_the_way_outlines_turn(tmp_path: Path, path: str, is_line: bool) -> None:
    """A ring is a line; a shape and its mirror image are two areas, and so are slices that meet in a point."""
    said = spared(tmp_path, f"<path d='{path}' fill='#800000'/>")
    assert ("stroke" not in said and "fill #800000" in said) is is_line


def test_an_image_stays_and_type_on_it_is_read_whatever_it_shows(tmp_path: Path) -> None:
    write(tmp_path, "<face/>")
    Image.new("RGB", (600, 600), "#000").save(tmp_path / "night.png")
    inside = "<image src='night.png' x='5' y='5' w='40' h='40'/><text x='9' y='20' size='9' fill='#fff'>Hi</text>"
    (drawn,) = draw(tmp_path, f"<face>{inside}</face>").pictures
    art, letters = redraw(drawn, RedrawCache()).marks
    assert isinstance(art, Art) and art.opacity == IMAGE
    assert isinstance(letters, Run) and contrast(letters.fill.color, "#b3b3b3") >= 4.5


# ── What never changes ────────────────────────────────────────────────────────────────────────────────────────────

NUMBERS = st.integers(0, 60)
SHAPES = st.builds(
    lambda x, y, w, c, o: rect(x, y, w + 1, 5, c, opacity=o),
    NUMBERS,
    NUMBERS,
    NUMBERS,
    COLORS,
    st.sampled_from([0.4, 1.0]),
)
DISCS = st.builds(lambda x, y, r, c: disc(x, y, 0.3 + r / 5, c), NUMBERS, NUMBERS, NUMBERS, COLORS)
LINES = st.builds(lambda one, c, w: replace(one, stroke=Stroke(Flat(c), w / 10)), SHAPES, COLORS, st.integers(1, 40))
RUNS = st.builds(lambda x, y, c: run("Wave 120", x, y, fill=c), NUMBERS, NUMBERS, COLORS)
ICONS = st.builds(lambda x, y, c: icon("crown", x, y, 8, c), NUMBERS, NUMBERS, COLORS)
LEAVES = st.lists(st.one_of(SHAPES, DISCS, LINES, RUNS, ICONS), max_size=6)
CLIPS = st.sampled_from([None, Outline.of(rectangle(10, 10, 40, 50))])
GROUPS = st.builds(
    lambda inside, clip, o: [Begin((0, 1, -1, 0, 60, 5), clip, o), *inside, End()],
    LEAVES,
    CLIPS,
    st.sampled_from([0.5, 1.0]),
)
PICTURES = st.lists(st.one_of(LEAVES, GROUPS), max_size=5).map(
    lambda parts: picture(POKER, tuple(mark for part in parts for mark in part))
)


def placed(marks: tuple[Mark, ...], sort: type[Run] | type[Stamp]) -> list[tuple[object, ...]]:
    """Letters and icons without their colours."""
    return [(str(replace(mark, fill=Flat(PAPER), opacity=1.0)), mark.box) for mark in marks if isinstance(mark, sort)]


@given(PICTURES)
def test_letters_and_icons_stay_in_their_places_and_order(shown: Picture) -> None:
    lean = redraw(shown, RedrawCache())
    assert placed(lean.marks, Run) == placed(shown.marks, Run)
    assert placed(lean.marks, Stamp) == placed(shown.marks, Stamp)


@given(PICTURES)
def test_groups_close_and_no_mark_is_invented(shown: Picture) -> None:
    depth = 0
    paths = {mark.path for mark in shown.marks if isinstance(mark, Shape)}
    paths |= {mark.clip for mark in shown.marks if isinstance(mark, Begin) and mark.clip}
    for mark in redraw(shown, RedrawCache()).marks:
        depth += isinstance(mark, Begin) - isinstance(mark, End)
        assert depth >= 0
        if isinstance(mark, Shape):
            assert mark.path in paths
        if isinstance(mark, Shape | Run | Stamp | Begin):
            assert mark.opacity == 1
    assert depth == 0


@given(PICTURES)
def test_no_large_area_keeps_its_ink(shown: Picture) -> None:
    for mark in redraw(shown, RedrawCache()).marks:
        if isinstance(mark, Shape) and mark.fill and min(mark.box.w, mark.box.h) > 2:
            assert isinstance(mark.fill, Flat) and contrast(mark.fill.color, PAPER) < 1.6


@given(PICTURES)
def test_the_same_picture_gives_the_same_marks(shown: Picture) -> None:
    before, pad = str(shown), RedrawCache()
    first, second = redraw(shown, pad), redraw(shown, pad)
    assert all(a is b for a, b in zip(first.marks, second.marks, strict=True))  # so a document writes them once
    assert str(first) == str(redraw(shown, RedrawCache()))
    assert str(shown) == before and (shown.width, shown.height) == (first.width, first.height)


def test_every_mark_knows_where_it_came_from(tmp_path: Path) -> None:
    (drawn,) = draw(
        tmp_path, "<face>\n<rect x='5' y='5' w='30' h='30'/>\n<text x='9' y='60' size='9'>Hi</text></face>"
    ).pictures
    lean = redraw(drawn, RedrawCache())
    assert [line for _, line in lean.origins] == [2, 2, 3]


def test_the_stamp_follows(tmp_path: Path) -> None:
    (drawn,) = draw(tmp_path, "<face background='#101040'><version x='9' y='9' fill='#ffffff'/></face>").pictures
    lean = redraw(drawn, RedrawCache())
    assert drawn.stamp and lean.stamp and lean.stamp.text == drawn.stamp.text
    assert lean.stamp.fill == Flat("#101040")


# ── Preflight looks at it too ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_cannot_be_read_in_lines_is_a_problem_with_its_place(tmp_path: Path, jobs: int) -> None:
    """A bar too thin to become paper, just where letters stand: white on red is fine, but red on red is not."""
    bar = "<rect x='5' y='18.7' w='30' h='0.7' fill='#d00000'/>"
    cards = "".join(f"- {{title: T{number}}}\n" for number in range(220))
    write(tmp_path, f"<face>\n{bar}\n<text x='9' y='20' size='9' fill='#fff'>{{{{ title }}}}</text></face>", cards)
    options = Options(papers=("a4",), targets=("print",), jobs=jobs, ink_saver=True)
    result = build_games(tmp_path, ["small"], options, tmp_path / "out", lambda step: None)
    said = [str(problem) for problem in result.problems]
    assert len(said) == 220 and not (tmp_path / "out").exists()
    assert said[0].startswith("templates/small/card.xml:3:1: card t0, front with --ink-saver: “T0”")
    assert "contrast of" in said[0] and "in cards/small/cards.yaml:1:3" in said[0]
    plain = build_games(tmp_path, ["small"], replace(options, ink_saver=False), tmp_path / "out", lambda step: None)
    assert not plain.problems
