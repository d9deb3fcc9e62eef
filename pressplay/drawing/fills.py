"""Fills as a template writes them: colours read our own way, gradients in shares of what they fill, hatching, dots."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, hypot, radians, sin

from pressplay.problem import nearest
from pressplay.units import printed

from .box import Box
from .colour import PaintMistake, read_color, read_ink
from .paint import Flat, Linear, Radial, Stop


@dataclass(frozen=True, slots=True)
class Gradient:
    """Colours in an order; `geometry` is an angle, or centre x, y and radius as shares of the box."""

    form: str  # linear or radial
    geometry: tuple[float, ...]
    stops: tuple[Stop, ...]

    def placed(self, box: Box) -> Linear | Radial:
        """This gradient over a box, in millimetres."""
        if self.form == "radial":
            x, y, r = self.geometry
            radius = r * max(box.w, box.h)
            return Radial(printed(box.x + x * box.w), printed(box.y + y * box.h), printed(radius), self.stops)
        angle = radians(self.geometry[0])
        half = (abs(box.w * cos(angle)) + abs(box.h * sin(angle))) / 2
        cx, cy = box.x + box.w / 2, box.y + box.h / 2
        dx, dy = half * cos(angle), half * sin(angle)
        return Linear(printed(cx - dx), printed(cy - dy), printed(cx + dx), printed(cy + dy), self.stops)


@dataclass(frozen=True, slots=True)
class Pattern:
    """Hatching or dots on a ground: distance, the width of a line or the radii of a dot from top to bottom."""

    form: str  # hatch or dots
    angle: float
    gap: float
    sizes: tuple[float, float]
    color: Flat
    ground: Flat | None = None


Fill = Flat | Gradient | Pattern


def read_flat(text: str, palette: Mapping[str, str]) -> Flat | None:
    """A colour; nothing for `none`."""
    color = read_color(text, palette)
    return None if color == "none" else Flat(color)


def read_fill(text: str, palette: Mapping[str, str]) -> Fill | None:
    """A colour, gradient, hatching or dots; nothing for `none`."""
    call = re.fullmatch(r"\s*([a-z]+)\s*\((.*)\)\s*", text, re.S)
    if not call:
        return read_flat(text, palette)
    form, parts = call[1], [part.strip() for part in call[2].split(",")]
    try:
        if form == "linear":
            return Gradient("linear", (_number(parts[0]),), _stops(parts[1:], palette))
        if form == "radial":
            return _radial(parts, palette)
        if form == "hatch":
            width = _number(parts[2], 0)
            return Pattern(form, _number(parts[0]), _gap(parts[1]), (width, width), *_inks(parts[3:], palette))
        if form == "dots":
            first, _, last = parts[1].partition("..")
            sizes = (_number(first, 0), _number(last or first, 0))
            return Pattern(form, 0.0, _gap(parts[0]), sizes, *_inks(parts[2:], palette))
    except (ValueError, IndexError) as error:
        if isinstance(error, PaintMistake):
            raise
        raise PaintMistake(f"{text.strip()} is not a paint", _FORMS.get(form, "")) from None
    raise PaintMistake(f"unknown paint {form!r}", nearest(form, _FORMS))


_MOST = 10_000.0  # more than any angle, length or share that means something
_FORMS = {
    "linear": "write linear(90, #a00, #00a)",
    "radial": "write radial(#fff, #000) or radial(50% 30% 80%, #fff, #000)",
    "hatch": "write hatch(45, 1.2, 0.3, ink) or hatch(45, 1.2, 0.3, ink, cream)",
    "dots": "write dots(1.5, 0.4, ink) or dots(1.5, 0.1..0.7, ink, cream)",
}


def _number(text: str, least: float = -_MOST) -> float:
    """A number as people write them; NaN and the endless are none."""
    value = float(text)
    if not least <= value <= _MOST:
        raise ValueError
    return value


def _gap(text: str) -> float:
    gap = _number(text)
    if gap < 0.2:
        raise PaintMistake(f"a pattern's distance of {text} mm is too fine to print", "use 0.2 mm or more")
    return gap


def _radial(parts: list[str], palette: Mapping[str, str]) -> Gradient:
    geometry = (0.5, 0.5, 0.5)
    if re.match(r"-?[\d.]+%", parts[0]):
        x, y, r = (_number(part.rstrip("%")) / 100 for part in parts.pop(0).split())
        geometry = (x, y, r)
    return Gradient("radial", geometry, _stops(parts, palette))


def _stops(parts: list[str], palette: Mapping[str, str]) -> tuple[Stop, ...]:
    if len(parts) < 2:
        raise PaintMistake("a gradient wants two colours or more")
    stops = []
    for index, part in enumerate(parts):
        words = part.split()
        at = _number(words[1].rstrip("%")) / 100 if len(words) > 1 else index / (len(parts) - 1)
        stops.append(Stop(read_ink(words[0], palette), printed(at)))
    return tuple(stops)


def _inks(parts: list[str], palette: Mapping[str, str]) -> tuple[Flat, Flat | None]:
    return Flat(read_ink(parts[0], palette)), read_flat(parts[1], palette) if len(parts) > 1 else None


def pattern_lines(pattern: Pattern, box: Box) -> list[tuple[float, float, float, float]]:
    """The lines of a hatching that cover a box: x1, y1, x2, y2."""
    angle = radians(pattern.angle)
    cx, cy = box.x + box.w / 2, box.y + box.h / 2
    reach = hypot(box.w, box.h) / 2
    along, across = (cos(angle), sin(angle)), (-sin(angle), cos(angle))
    lines = []
    count = int(reach / pattern.gap) + 1
    for step in range(-count, count + 1):
        x, y = cx + across[0] * step * pattern.gap, cy + across[1] * step * pattern.gap
        lines.append((x - along[0] * reach, y - along[1] * reach, x + along[0] * reach, y + along[1] * reach))
    return lines


def pattern_dots(pattern: Pattern, box: Box) -> list[tuple[float, float, float]]:
    """The dots that cover a box, every second row moved by half: x, y, radius."""
    dots = []
    gap = pattern.gap
    small, large = pattern.sizes
    step = gap * 0.866
    for row in range(int(box.h / step) + 2):
        y = box.y + row * step
        radius = small + (large - small) * min(1.0, row * step / box.h if box.h else 0)
        if radius <= 0.02:
            continue
        offset = gap / 2 if row % 2 else 0.0
        dots += [(box.x + offset + column * gap, y, radius) for column in range(int(box.w / gap) + 2)]
    return dots
