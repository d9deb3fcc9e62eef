"""Tones: how plainly a colour stands out from its ground, and the colour that does so as plainly on paper."""

from functools import lru_cache
from math import hypot

from .paint import contrast, luminance, mixed, rgb

PAPER, BLACK = "#ffffff", "#000000"
FAINTEST = 1.3  # contrast: whatever could be seen can still be seen
_PLAIN = 3.0  # a contrast from which a mark stands out; fainter ones stay as faint as they were
_THINNED = 1.6  # how much plainer a line must be than the area it stands for, as a power
_HUE = 110  # between two colours, channel by channel: as much as one more of contrast
_STRONG = 64  # between the channels of one colour: less is white, cream or a pastel
_HUED, _TOLD = 40, 14  # a colour and a tint with less than this are greys
_BREATH, _MOST = 1.25, 0.6  # a tint's contrast with paper, so that all take the same ink; its share of the colour
_FINE, _BOLD = 0.13, 0.25  # millimetres: lines around areas, from the faintest to the plainest
_ENOUGH = 4.5  # contrast: a line needs no more to be plain, and leaves the darkest tones to type
_STEPS = 64


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
def line(color: str, ground: str) -> tuple[str, float]:
    """The colour and the width of the line around an area: the plainer the area was, the bolder."""
    share = min(1.0, (difference(color, ground) - 1) / 8)
    return inked(color, ground, power=_THINNED, most=_ENOUGH), round(_FINE + (_BOLD - _FINE) * share, 3)


def stroke(color: str, ground: str, width: float) -> tuple[str, float]:
    """The colour and the width of a stroke: a broad one gives up most of what it has over a bold line."""
    return inked(color, ground, most=_ENOUGH), round(min(width, _BOLD + max(0.0, width - _BOLD) / 3), 3)


@lru_cache(maxsize=8192)
def breath(color: str) -> str:
    """As much of a colour as tells its hue, for little ink; paper when it has none."""
    tints = (mixed(PAPER, color, step / _STEPS) for step in range(1, int(_STEPS * _MOST) + 1))
    tint = next((tint for tint in tints if contrast(tint, PAPER) >= _BREATH), mixed(PAPER, color, _MOST))
    return tint if _chroma(color) >= _HUED and _chroma(tint) >= _TOLD else PAPER


def is_strong(color: str) -> bool:
    """Whether a colour has a hue worth keeping where it is light, unlike white, cream and pastels."""
    return _chroma(color) >= _STRONG


def _chroma(color: str) -> int:
    return max(rgb(color)) - min(rgb(color))
