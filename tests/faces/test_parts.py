"""Parts: drawings in files of their own, whose parameters are declared and checked."""

from pathlib import Path

import pytest
from support.small import Drawn, redraw, told, write

BADGE = """<part about="A badge.">
  <param name="color" type="color = ink" about="the ground"/>
  <param name="wide" type="number 1..9" about="in mm"/>
  <param name="form" type="one of [flat, round] = flat" about="its corners"/>
  <rect x="0" y="0" w="{{ wide + 1 }}" h="2"{% if form == "round" %} r="1"{% endif %} fill="{{ color }}"/>{{ inside }}
</part>
"""
BAR = "M 0 0 L 5 0 L 5 2 L 0 2 Z"


def drawn(folder: Path, inside: str, **parts: str) -> Drawn:
    root = write(folder, f"<face>\n{inside}\n</face>")
    (root / "templates/parts").mkdir()
    for name, source in ({"badge": BADGE} | parts).items():
        (root / f"templates/parts/{name}.xml").write_text(source)
    return redraw(root)


def lines(folder: Path, inside: str, **parts: str) -> list[str]:
    found = drawn(folder, inside, **parts)
    assert not found.problems, told(found)
    return found.text.rstrip("\n").split("\n")


def test_a_part_is_drawn_with_its_values_and_defaults(tmp_path: Path) -> None:
    both = '<use part="badge" wide="4"/><use part="badge" wide="4" color="cream" x="10" y="20"/>'
    assert lines(tmp_path, both) == [
        f"shape {BAR} | fill #221133",
        "begin 1 0 0 1 10 20",
        f"shape {BAR} | fill #fff4dd",
        "end",
    ]


def test_what_stands_in_a_use_stands_in_the_part(tmp_path: Path) -> None:
    inside = '<use part="badge" wide="4"><use part="badge" wide="4" color="cream"/></use>'
    assert lines(tmp_path, inside) == [f"shape {BAR} | fill #221133", f"shape {BAR} | fill #fff4dd"]


def test_a_part_flows_and_uses_other_parts_and_facts(tmp_path: Path) -> None:
    pair = '<part about="Two."><use part="badge" wide="{{ hand.limit }}" color="{{ style.palette.cream }}"/></part>'
    tile = '<part about="One."><rect w="5" h="2"/></part>'
    found = lines(tmp_path, '<use part="pair"/><row x="5" y="5" w="30"><use part="tile"/></row>', pair=pair, tile=tile)
    assert found[0] == "shape M 0 0 L 6 0 L 6 2 L 0 2 Z | fill #fff4dd"
    assert found[3] == f"shape {BAR} | fill #000000"


def test_a_part_of_the_game_comes_before_the_shared_one(tmp_path: Path) -> None:
    root = write(tmp_path, '<face><use part="badge"/></face>')
    for folder, wide in (("templates/parts", 3), ("templates/small/parts", 5)):
        (root / folder).mkdir()
        source = f'<part about="A badge."><rect x="0" y="0" w="{wide}" h="2"/></part>'
        (root / folder / "badge.xml").write_text(source)
    assert BAR in redraw(root).text


WRONG = {
    '<use part="badge" wide="4" colour="ink"/>': "the part badge has no parameter colour",
    '<use part="badge"/>': "the part badge lacks wide",
    '<use part="badge" wide="12"/>': "badge wide is 12; it must be",
    '<use part="badge" wide="4" color="imk"/>': "badge color is “imk”; it must be a colour",
    '<use part="badge" wide="4" form="square"/>': "badge form cannot be “square”",
    '<use part="bagde" wide="4"/>': "there is no part 'bagde'",
    '<use part="../card" wide="4"/>': "there is no part '../card'",
    '<use part="badge" wide="4">': "<use> is not closed",
}


@pytest.mark.parametrize("inside", WRONG)
def test_a_part_used_wrongly_is_told_at_its_line(tmp_path: Path, inside: str) -> None:
    said = told(drawn(tmp_path, inside))
    assert said.startswith("templates/small/card.xml:2") and WRONG[inside] in said


BROKEN = {
    "<rect/>": "a part's file holds one <part>",
    "<part about='A.'><param name='a' type='colour' about='b'/></part>": "unknown field type colour",
    "<part about='A.'><param name='a' type='int'/></part>": "<param> wants about, name, type",
    "<part about='A.'><param name='inside' type='int' about='b'/></part>": "'inside' cannot name a parameter",
    "<part about='A.'><use part='odd'/></part>": "more than 20 deep",
    "<part about='A.'>{{ title }}</part>": "title",
}


@pytest.mark.parametrize("source", BROKEN)
def test_a_broken_part_is_told_at_its_own_line(tmp_path: Path, source: str) -> None:
    said = told(drawn(tmp_path, '<use part="odd"/>', odd=source))
    assert said.startswith("templates/parts/odd.xml:1") and BROKEN[source] in said
