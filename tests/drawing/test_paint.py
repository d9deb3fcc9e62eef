"""Colours are read our own way, and told apart as eyes do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pressplay.drawing.box import Box
from pressplay.drawing.colour import PaintMistake, contrast, hex_color, mixed, read_color, rgb
from pressplay.drawing.fills import Pattern, pattern_dots, read_fill

COLORS = st.tuples(*[st.integers(0, 255)] * 3).map(lambda c: hex_color((c[0], c[1], c[2])))


def test_short_colours_are_doubled_not_padded() -> None:
    assert read_color("#a33", {}) == "#aa3333"
    assert read_color("#A1B2C3", {}) == "#a1b2c3"
    assert read_color("ink", {"ink": "#221133"}) == "#221133"


@pytest.mark.parametrize(
    "text", ["#12345", "#ggg", "inkk", "", "linear(90, #000)", "hatch(45, 0.1, 0.1, #000)", "dots(x)"]
)
def test_what_is_no_paint(text: str) -> None:
    with pytest.raises(PaintMistake):
        read_fill(text, {"ink": "#000000"})


def test_contrast_of_black_and_white_is_21() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#0072b2", "#ffffff") == pytest.approx(5.19, abs=0.01)


@given(COLORS, COLORS)
def test_contrast_has_no_direction(a: str, b: str) -> None:
    assert contrast(a, b) == contrast(b, a) >= 1


@given(COLORS, COLORS)
def test_mixing_goes_from_one_to_the_other(a: str, b: str) -> None:
    assert mixed(a, b, 0) == a and mixed(a, b, 1) == b
    assert all(min(x, y) <= m <= max(x, y) for x, y, m in zip(rgb(a), rgb(b), rgb(mixed(a, b, 0.5))))


def test_dots_grow_from_top_to_bottom() -> None:
    fill = read_fill("dots(2, 0.2..0.8, #000)", {})
    assert isinstance(fill, Pattern)
    dots = pattern_dots(fill, Box(0, 0, 10, 20))
    assert dots[0][2] == pytest.approx(0.2) and dots[-1][2] == pytest.approx(0.8)
