"""Tones: how plainly a colour stands out from its ground, and the colour that does so as plainly on paper."""

from functools import lru_cache
from math import hypot
from typing import NamedTuple

from pressplay.drawing.colour import contrast, hex_color, luminance, mixed, rgb

PAPER, BLACK = "#ffffff", "#000000"
FAINTEST = 1.3  # contrast: whatever could be seen can still be seen
_PLAIN = 3.0  # a contrast from which a mark stands out; fainter ones stay as faint as they were
_THINNED = 1.6  # how much plainer a line must be than the area it stands for, as a power
_HUE = 110  # between two colours, channel by channel: as much as one more of contrast
_STRONG = 64  # between the channels of one colour: less is white, cream or a pastel
_HUED, _DARK = 24, 4.0  # a colour with less than this is a grey, and the darker, the more it takes
_BROWN = 0.3  # of its red that an orange has more than blue, however dark it is
_BRIGHTER = 0.5  # of the way to the brightest colour of its hue
_NEARLY, _PALE = 1.25, 48  # contrast with paper: what is no darker, and has less of a hue, is white to the eye
_BREATH, _DEEPER, _DEEPEST = 1.13, 0.14, 1.54  # a tint's contrast with paper; how it grows with the colour's
_MOST = 0.6  # of a colour that may be in a tint
_OVER = 1.15  # how much darker than its base a tint may be
_FINE, _BOLD = 0.13, 0.25  # millimetres: lines around areas, from the faintest to the plainest
_ENOUGH = 4.5  # contrast: a line needs no more to be plain, and leaves the darkest tones to type
_STEPS = 64


class AreaLine(NamedTuple):
    """A line in lines: its colour, and its width in millimetres."""

    color: str
    width: float


@lru_cache(maxsize=8192)
def difference(a: str, b: str) -> float:
    """How plainly two colours differ: as contrast, or by their hue where they are alike in lightness."""
    (r, g, b1), (s, h, b2) = rgb(a), rgb(b)
    return max(contrast(a, b), 1 + hypot(r - s, g - h, b1 - b2) / _HUE)


@lru_cache(maxsize=8192)
def inked(
    color: str, ground: str, paper: str = PAPER, least: float = FAINTEST, most: float = 21.0, power: float = 1.0
) -> str:
    """A colour that was seen on a ground, for paper: in its own hue, and as plain as it was there.

    What is whiter than its ground has no hue of its own to keep: white on red becomes red on white.
    """
    hue = ground if luminance(color) > luminance(ground) and not is_strong(color) else color
    seen = difference(color, ground) ** power
    low = max(least, min(seen, _PLAIN))
    high = max(low, seen if seen < _PLAIN else most)
    there = contrast(hue, paper)
    if there < low:
        darker = (mixed(hue, BLACK, step / _STEPS) for step in range(1, _STEPS))
        return next((tried for tried in darker if contrast(tried, paper) >= low), BLACK)
    if there > high:
        lighter = (mixed(hue, paper, step / _STEPS) for step in range(_STEPS - 1, 0, -1))
        return next((tried for tried in lighter if contrast(tried, paper) >= high), hue)
    return hue


@lru_cache(maxsize=8192)
def line(color: str, ground: str) -> AreaLine:
    """The colour and the width of the line around an area: the plainer the area was, the bolder."""
    share = min(1.0, (difference(color, ground) - 1) / 8)
    return AreaLine(inked(color, ground, power=_THINNED, most=_ENOUGH), round(_FINE + (_BOLD - _FINE) * share, 3))


def stroke(color: str, ground: str, width: float) -> AreaLine:
    """The colour and the width of a stroke: a broad one gives up most of what it has over a bold line."""
    return AreaLine(inked(color, ground, most=_ENOUGH), round(min(width, _BOLD + max(0.0, width - _BOLD) / 3), 3))


@lru_cache(maxsize=8192)
def breath(color: str, depth: float = 1.0, grey: bool = False, base: str = "") -> str:
    """As much of a colour as tells its hue, for little ink; paper when it has none.

    Of two colours the darker one leaves the darker tint, so that brown is told from orange. With `grey` a colour
    without a hue leaves a grey. On a `base` with a hue no tint is stronger than that.
    """
    own = contrast(color, PAPER)
    if not depth or not (is_told(color) or (grey and own > _NEARLY)):
        return PAPER
    wanted = min(own, _BREATH * own**_DEEPER, _DEEPEST) ** depth
    bright = _brightened(color) if is_told(color) else color
    tint = PAPER
    for step in range(1, int(_STEPS * _MOST) + 1):
        tried = mixed(PAPER, bright, step / _STEPS)
        if base and not _is_within(tried, base):
            break
        tint = tried
        if contrast(tint, PAPER) >= wanted:
            break
    return tint


def is_told(color: str) -> bool:
    """Whether a colour has a hue that is seen beside white: cream and nearly black have none, mint and brown have."""
    if contrast(color, PAPER) <= _NEARLY:
        return chroma(color) >= _PALE
    return chroma(color) >= max(_HUED, _DARK * contrast(color, PAPER)) or _is_brown(color)


def _is_brown(color: str) -> bool:
    """Whether a dark colour is an orange; other hues are black to the eye where they are so dark."""
    red, green, blue = rgb(color)
    return red > green > blue and red - blue >= _BROWN * red


def _brightened(color: str) -> str:
    """A dark colour lighter in its own hue: of brown mixed with white a grey would be left."""
    top = max(rgb(color))
    red, green, blue = (channel * 255 / top for channel in rgb(color))
    return mixed(color, hex_color((red, green, blue)), _BRIGHTER)


def _is_within(tint: str, base: str) -> bool:
    return chroma(tint) <= chroma(base) and contrast(tint, PAPER) <= contrast(base, PAPER) * _OVER


def is_strong(color: str) -> bool:
    """Whether a colour has a hue worth keeping where it is light, unlike white, cream and pastels."""
    return chroma(color) >= _STRONG


def chroma(color: str) -> int:
    """How far the channels of a colour lie apart: 0 is a grey."""
    return max(rgb(color)) - min(rgb(color))
