"""Colours for paper: in their own hue, as plain as they were, and never too faint to read."""

from colorsys import rgb_to_hls

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pressplay.paint import contrast, hex_color, luminance, rgb
from pressplay.tone import PAPER, breath, difference, inked, is_strong, line, stroke

COLORS = st.tuples(*[st.integers(0, 255)] * 3).map(hex_color)
LIGHT = COLORS.filter(lambda color: luminance(color) > 0.25)


def hue(color: str) -> float:
    r, g, b = (channel / 255 for channel in rgb(color))
    return rgb_to_hls(r, g, b)[0] * 360


@pytest.mark.parametrize(
    ("color", "ground", "least", "expected"),
    [
        ("#000000", "#ffffff", 4.5, "#000000"),  # what was dark on light stays
        ("#ffffff", "#000000", 4.5, "#000000"),  # white on black: black on white
        ("#ffffff", "#a02040", 4.5, "#a02040"),  # white on red: red on white
        ("#f8ecd2", "#24103d", 4.5, "#24103d"),  # cream has no hue worth keeping
        ("#a02040", "#ffffff", 4.5, "#a02040"),  # a dark hue is dark enough
    ],
)
def test_inks(color: str, ground: str, least: float, expected: str) -> None:
    assert inked(color, ground, least=least) == expected


def test_yellow_on_black_becomes_a_yellow_that_can_be_read() -> None:
    ink = inked("#ffd84d", "#101020", least=4.5)
    assert contrast(ink, PAPER) >= 4.5
    assert abs(hue(ink) - hue("#ffd84d")) < 4


@given(COLORS, COLORS, LIGHT, st.sampled_from([3.0, 4.5]))
def test_an_ink_is_never_fainter_than_it_must_be(color: str, ground: str, paper: str, least: float) -> None:
    assert contrast(inked(color, ground, paper, least), paper) >= least


@given(COLORS, COLORS)
def test_a_strong_colour_keeps_its_hue(color: str, ground: str) -> None:
    ink = inked(color, ground)
    assume(is_strong(color) and max(rgb(ink)) - min(rgb(ink)) > 40)  # the hue of near greys is rounding
    turned = abs(hue(ink) - hue(color)) % 360
    assert min(turned, 360 - turned) < 6


@given(COLORS, COLORS)
def test_a_faint_mark_stays_faint(color: str, ground: str) -> None:
    """Texture that hardly showed must not turn into a drawing over which nobody can read."""
    seen = difference(color, ground)
    assume(seen < 3)
    assert contrast(inked(color, ground), PAPER) <= max(1.3, seen) + 0.4  # a step of 64 is that coarse in black


@given(COLORS, COLORS)
def test_the_plainer_an_area_the_bolder_its_line(color: str, ground: str) -> None:
    ink, width = line(color, ground)
    assert 0.13 <= width <= 0.25
    assert 1.3 <= contrast(ink, PAPER) <= 4.5 * 1.1
    assert line("#000000", "#ffffff")[1] >= width


@given(COLORS, COLORS, st.floats(0.05, 10))
def test_a_stroke_never_grows(color: str, ground: str, width: float) -> None:
    thinner = stroke(color, ground, width)[1]
    assert thinner <= round(width, 3)
    assert thinner == round(width, 3) or thinner > 0.25  # and none vanishes


@given(COLORS)
def test_a_breath_is_light_enough_for_type(color: str) -> None:
    assert contrast("#000000", breath(color)) > 15


def test_all_breaths_take_about_the_same_ink() -> None:
    """Pale mint keeps more of itself than dark blue, and both can be told from paper and from each other."""
    tints = [breath(color) for color in ("#a9d6b6", "#0d47a1", "#e53935", "#f6cd3d")]
    assert all(1.1 < contrast(tint, PAPER) < 1.32 for tint in tints)
    assert all(difference(one, other) > 1.1 for one in tints for other in tints if one != other)
    assert breath("#f8ecd2") == breath("#777777") == breath("#150e36") == PAPER  # cream, grey, nearly black
