"""The theme of a printed rulebook: a game's palette put to work on white pages and a coloured cover."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pressplay.drawing.colour import contrast, luminance, mixed, rgb

_WHITE = "#ffffff"
_BLACK = "#1c1c1c"


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours by what they do; each text colour reads on its ground."""

    ink: str  # running text on white
    soft: str  # small print on white
    accent: str  # headings, numbers and bullets, on white and on the tint
    tint: str  # the ground of examples and table heads
    line: str  # hairlines
    ground: str  # the cover
    light: str  # text on the cover
    bright: str  # the title on the cover


def theme(palette: Mapping[str, str]) -> Theme:
    """The theme of a palette: its roles where it names them, otherwise the colours that do the job best."""
    colors = list(dict.fromkeys(palette.values()))
    ink = _first(palette, ("ink", "text", "dark"), on=_WHITE, least=7) or _best(colors, _WHITE, 7) or _BLACK
    tint = _tint(palette, ink)
    accent = _accent(palette, colors, tint) or ink
    ground = _ground(palette, colors) or ink
    light = _first(palette, ("cream", "paper", "edge", "light"), on=ground, least=7) or _WHITE
    if contrast(light, ground) < 4.5:
        light = max((_WHITE, "#000000"), key=lambda color: contrast(color, ground))
    bright = _first(palette, ("bright", "gold"), on=ground, least=4.5) or _vivid(colors, (ground,)) or light
    soft = mixed(ink, _WHITE, 0.28)
    return Theme(
        ink=ink,
        soft=soft if contrast(soft, _WHITE) >= 4.6 else ink,
        accent=accent,
        tint=tint,
        line=mixed(_WHITE, ink, 0.3),
        ground=ground,
        light=light,
        bright=bright,
    )


def _first(palette: Mapping[str, str], roles: Iterable[str], on: str, least: float) -> str:
    return next((palette[role] for role in roles if role in palette and contrast(palette[role], on) >= least), "")


def _best(colors: list[str], on: str, least: float) -> str:
    best = max(colors, key=lambda color: contrast(color, on), default="")
    return best if best and contrast(best, on) >= least else ""


def _vivid(colors: list[str], grounds: Iterable[str]) -> str:
    """The most colourful colour that reads on all grounds."""
    able = [color for color in colors if all(contrast(color, ground) >= 4.5 for ground in grounds)]
    best = max(able, key=_chroma, default="")
    return best if best and _chroma(best) >= 60 else ""


def _chroma(color: str) -> int:
    return max(rgb(color)) - min(rgb(color))


def _accent(palette: Mapping[str, str], colors: list[str], tint: str) -> str:
    named = palette.get("accent", "")
    if named and contrast(named, _WHITE) >= 4.5 and contrast(named, tint) >= 4.5:
        return named
    return _vivid(colors, (_WHITE, tint))


def _tint(palette: Mapping[str, str], ink: str) -> str:
    """A ground light enough for text and dark enough to be seen on white."""
    for role in ("tint", "cream", "edge", "paper"):
        color = mixed(_WHITE, palette.get(role, _WHITE), 0.75)
        if contrast(color, _WHITE) >= 1.07 and contrast(color, ink) >= 7 and contrast(color, _WHITE) < 1.5:
            return color
    return mixed(_WHITE, ink, 0.07)


def _ground(palette: Mapping[str, str], colors: list[str]) -> str:
    for role in ("cover", "night", "dark"):
        if role in palette:
            return palette[role]
    darkest = min(colors, key=luminance, default="")
    return darkest if darkest and luminance(darkest) < 0.1 else ""
