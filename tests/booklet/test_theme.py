"""Whatever a game's palette holds, the rulebook can be read."""

from hypothesis import given
from hypothesis import strategies as st

from pressplay.booklet.theme import theme
from pressplay.drawing.colour import contrast

names = st.sampled_from(["ink", "paper", "cream", "edge", "accent", "night", "cover", "gold", "rust", "tint", "other"])
colors = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06x}")


@given(st.dictionaries(names, colors))
def test_text_reads_on_its_ground(palette: dict[str, str]) -> None:
    found = theme(palette)
    for ink, ground in (
        (found.ink, "#ffffff"),
        (found.soft, "#ffffff"),
        (found.accent, "#ffffff"),
        (found.ink, found.tint),
        (found.accent, found.tint),
        (found.light, found.ground),
        (found.bright, found.ground),
    ):
        assert contrast(ink, ground) >= 4.5


def test_a_palette_is_used_by_the_names_of_its_colours() -> None:
    palette = {"ink": "#2a1033", "cream": "#f8ecd2", "night": "#24103d", "rust": "#a63a12", "gold": "#f2b134"}
    found = theme(palette)
    assert (found.ink, found.accent, found.ground, found.bright) == ("#2a1033", "#a63a12", "#24103d", "#f2b134")
    assert found.tint == "#faf1dd"


def test_an_empty_palette_is_black_on_white() -> None:
    assert contrast(theme({}).ink, "#ffffff") > 15
