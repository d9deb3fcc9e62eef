"""Colours for paper: in their own hue, as plain as they were, and never too faint to read."""

from itertools import combinations, pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.colors import hue

from pressplay.drawing.colour import contrast, hex_color, luminance, rgb
from pressplay.ink_saver.tones import PAPER, breath, chroma, difference, inked, is_strong, is_told, line, stroke

COLORS = st.tuples(*[st.integers(0, 255)] * 3).map(hex_color)
LIGHT = COLORS.filter(lambda color: luminance(color) > 0.25)


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


@given(COLORS, st.booleans())
def test_a_breath_is_light_enough_for_type(color: str, grey: bool) -> None:
    assert contrast("#000000", breath(color, grey=grey)) > 12.5


def test_breaths_can_be_told_from_paper_and_from_each_other() -> None:
    """Pale mint keeps more of itself than dark blue."""
    tints = [breath(color) for color in ("#bfe0c4", "#0d47a1", "#e53935", "#f6cd3d", "#bfe3ea", "#f9e29c")]
    assert all(1.1 < contrast(tint, PAPER) < 1.6 for tint in tints)
    assert all(difference(one, other) > 1.1 for one, other in combinations(tints, 2))
    assert breath("#f8ecd2") == breath("#777777") == breath("#150e36") == PAPER  # cream, grey, nearly black
    assert chroma(breath("#777777", grey=True)) == 0 and breath("#f8ecd2", grey=True) == PAPER


def test_skins_stay_as_different_as_they_are() -> None:
    """Brown is a dark orange: five skins, from light to dark, are five tints from light to dark, and none is grey."""
    tints = [breath(skin) for skin in ("#f6cfae", "#e2a878", "#bf7f50", "#8e5732", "#5f3820")]
    depths = [contrast(tint, PAPER) for tint in tints]
    assert all(darker / lighter > 1.03 for lighter, darker in pairwise(depths))
    assert all(15 < hue(tint) < 35 and chroma(tint) >= 36 for tint in tints)
    assert is_told("#33241d") and not is_told(
        "#1f2f4d"
    )  # hair of the darkest brown, and navy, which is black to the eye


@given(COLORS, COLORS)
def test_no_tint_is_stronger_than_its_base(color: str, ground: str) -> None:
    base = breath(ground)
    assume(base != PAPER)
    tint = breath(color, base=base)
    assert chroma(tint) <= chroma(base) and contrast(tint, PAPER) <= contrast(base, PAPER) * 1.15


@given(COLORS, st.floats(0, 1), st.floats(0, 1))
def test_a_shallower_breath_is_lighter(color: str, one: float, other: float) -> None:
    shallow, deep = (contrast(breath(color, depth), PAPER) for depth in sorted((one, other)))
    assert shallow <= deep
