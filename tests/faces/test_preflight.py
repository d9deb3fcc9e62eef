"""What would print badly is found before it is printed."""

from pathlib import Path

import pytest
from support.small import draw, told

BAD = {
    "<text x='9' y='9' size='6.5'>tiny</text>": "“tiny” is 6.5 pt small",
    "<text x='9' y='9' size='5.5' fine='yes'>tiny</text>": "“tiny” is 5.5 pt small",
    "<group scale='0.5'><text x='20' y='20' size='12'>tiny</text></group>": "“tiny” is 6 pt small",
    "<text x='1' y='9' size='9'>edge</text>": "“edge” is 1.00 mm from the trim",
    "<text x='9' y='88' size='9'>edge</text>": "mm from the trim",
    "<icon icon='star' x='55' y='9' size='8'/>": "the icon star is 0.50 mm from the trim",
    "<text x='9' y='9' size='9' fill='#aaa'>pale</text>": "“pale” (#aaaaaa) on #ffffff has a contrast of 2.3 : 1",
    "<rect x='5' y='5' w='30' h='30' fill='#444'/><text x='9' y='9' size='9'>dark</text>": "(#000000) on #444444",
    "<rect x='5' y='5' w='30' h='9' fill='linear(0, #fff, #333)'/><text x='9' y='9' size='9'>dim</text>": "on #333333",
    "<rect x='5' y='5' w='30' h='9' opacity='0.8'/><text x='9' y='9' size='9'>veil</text>": "on #333333",
    "<group x='20' y='20' rotate='90'><rect x='-9' y='-9' w='18' h='18' fill='#333'/>"
    "<text x='-5' y='2' size='9'>turned</text></group>": "on #333333",
}
GOOD = [
    "<text x='9' y='9' size='6' fine='yes'>stamp</text>",
    "<text x='0' y='9' size='9' art='yes'>decor</text>",
    "<text x='9' y='20' size='20' fill='#888'>large</text>",
    "<circle cx='20' cy='20' r='9' fill='#000'/><text x='9' y='9' size='9'>beside the disc, not on it</text>",
    "<group clip='rect 0 0 5 5'><rect x='0' y='0' w='60' h='60' fill='#000'/></group><text x='9' y='20' size='9'>clear</text>",
    "<rect x='5' y='5' w='30' h='9' fill='#000'/><text x='9' y='9' size='9' fill='#fff'>white</text>",
]


@pytest.mark.parametrize("inside", BAD)
def test_bad(tmp_path: Path, inside: str) -> None:
    said = told(draw(tmp_path, f"<face>\n{inside}</face>"))
    assert BAD[inside] in said
    assert "templates/small/card.xml:2:1: card one, front:" in said and "in cards/small/cards.yaml:1:3" in said


@pytest.mark.parametrize("inside", GOOD)
def test_good(tmp_path: Path, inside: str) -> None:
    assert not told(draw(tmp_path, f"<face>{inside}</face>"))
