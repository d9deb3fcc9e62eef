"""Type styles: a look of text that is named once, and everything that is wrong with one."""

from pathlib import Path

import pytest
from support.small import Drawn, redraw, told, write

LOUD = "{loud: {font: display, size: 14, fill: cream, align: right, leading: 2, features: -kern}, calm: {size: 9}}"


def drawn(folder: Path, types: str, inside: str) -> Drawn:
    root = write(folder, f'<face background="ink">{inside}</face>')
    game = root / "cards/small/game.yaml"
    game.write_text(
        game.read_text().replace("style: {", f"style:\n  type: {types}\n  ").replace("}}\nkinds", "}\nkinds")
    )
    return redraw(root)


def test_a_text_is_set_as_its_style_says_and_its_own_attributes_come_first(tmp_path: Path) -> None:
    texts = '<text type="loud" x="30" y="20">One</text><text type="loud" x="30" y="40" size="9" align="left">One</text>'
    found = drawn(tmp_path, LOUD, texts)
    assert not found.problems, told(found)
    first, second = (line for line in found.text.split("\n") if line.startswith("run"))
    assert "20 Righteous-Regular.ttf 14 #fff4dd" in first and "-kern" in first
    assert second.startswith("run 30 40 Righteous-Regular.ttf 9 #fff4dd")


def test_a_box_and_what_flows_take_one_too(tmp_path: Path) -> None:
    words = '<box type="loud" x="5" y="5" w="40" h="30">one<br/>two</box>'
    column = '<column x="5" y="50" w="40"><box type="loud">one<br/>two</box></column>'
    found = drawn(tmp_path, LOUD, words + column)
    assert not found.problems, told(found)
    ys = [float(line.split()[2]) for line in found.text.split("\n") if line.startswith("run")]
    assert ys[1] - ys[0] == pytest.approx(2 * 14 * 25.4 / 72, abs=0.002)
    assert ys[3] - ys[2] == pytest.approx(ys[1] - ys[0], abs=0.002)


def test_an_unknown_style_is_told_with_the_nearest(tmp_path: Path) -> None:
    said = told(drawn(tmp_path, LOUD, '<text type="lout" x="5" y="20">One</text>'))
    assert said.startswith("templates/small/card.xml:1") and "<text type>: there is no type style 'lout'" in said
    assert "loud" in said


WRONG = {
    "{loud: {size: 14, colour: ink}}": "style.type.loud.colour: a text has no colour",
    "{loud: {size: 14, x: 3}}": "style.type.loud.x: a text has no x",
    "{loud: {size: big}}": "style.type.loud.size: 'big' is not a number",
    "{loud: {fill: imk}}": "style.type.loud.fill: unknown colour 'imk'",
    "{loud: {font: dispaly}}": "style.type.loud.font: unknown font 'dispaly'",
    "{loud: {weight: heavy}}": "style.type.loud.weight: 'heavy' is not one of regular, bold",
    "{loud: [1, 2]}": "style.type.loud is no look of text",
    "{loud: {size: [1]}}": "style.type.loud.size is one value",
    "loud": "style.type names looks of text",
}


@pytest.mark.parametrize("types", WRONG)
def test_what_no_text_could_be_set_in_is_told_at_its_line(tmp_path: Path, types: str) -> None:
    said = told(drawn(tmp_path, types, ""))
    assert said.startswith("cards/small/game.yaml:6:") and WRONG[types] in said
