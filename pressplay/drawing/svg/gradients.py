"""Gradients of SVG: what they take over from one another, and where they lie."""

from typing import NamedTuple

from pressplay.drawing.box import Box
from pressplay.drawing.colour import mixed
from pressplay.drawing.matrix import Matrix, multiply
from pressplay.drawing.paint import Stop
from pressplay.drawing.svg_path import PathMistake, affine

from .parts import PlacedGradient
from .styles import Style, StyleSheet
from .tree import IconMistake, SvgElement, SvgTree
from .values import read_length, read_share, read_tint, share

GRADIENTS = ("linearGradient", "radialGradient")
_CHAIN = 20  # gradients that take over from one another


class GradientPaint(NamedTuple):
    """A gradient in its place, and as greys where it is not everywhere opaque."""

    colors: PlacedGradient
    opacity: PlacedGradient | None


class GradientReader:
    """Reads the gradients of one file."""

    def __init__(self, tree: SvgTree, sheet: StyleSheet, whole: tuple[float, float]) -> None:
        self.tree = tree
        self.sheet = sheet
        self.whole = whole

    def read(self, element: SvgElement, style: Style, box: Box, matrix: Matrix) -> GradientPaint | str:
        """The gradient over a shape with this box, moved by this matrix; a lone colour when it is no more than that."""
        chain = self._chain(element)
        stops = self._stops(chain, style)
        if not stops:
            return "none"
        if len(stops) == 1 or not (box.w and box.h):
            return stops[-1][0].color
        given: dict[str, str] = {}
        for one in reversed(chain):
            given |= one.attributes
        by_box = given.get("gradientUnits") != "userSpaceOnUse"
        if given.get("spreadMethod", "pad") != "pad":
            raise IconMistake("has a gradient that repeats", element.line, "draw it with one run of colours")
        radial = element.tag == "radialGradient"
        geometry = self._geometry(given, radial, by_box, element.line)
        moved = _moved(given.get("gradientTransform", ""), element.line)
        if by_box:
            moved = multiply(moved, (box.w, 0, 0, box.h, box.x, box.y))
        moved = multiply(moved, matrix)
        colors = PlacedGradient(radial, geometry, tuple(stop for stop, _ in stops), moved)
        if all(opacity >= 0.999 for _, opacity in stops):
            return GradientPaint(colors, None)
        greys = tuple(Stop(mixed("#000000", "#ffffff", opacity), stop.at) for stop, opacity in stops)
        return GradientPaint(colors, PlacedGradient(radial, geometry, greys, moved))

    def _chain(self, element: SvgElement) -> list[SvgElement]:
        chain = [element]
        while (href := chain[-1].get("href")) and len(chain) < _CHAIN:
            further = self.tree.ids.get(href.removeprefix("#"))
            if further is None or further.tag not in GRADIENTS or further in chain:
                break
            chain.append(further)
        return chain

    def _stops(self, chain: list[SvgElement], style: Style) -> list[tuple[Stop, float]]:
        source = next((one for one in chain if any(child.tag == "stop" for child in one.children)), None)
        found: list[tuple[Stop, float]] = []
        least = 0.0
        for child in source.children if source else ():
            if child.tag != "stop":
                continue
            own = self.sheet.of(child, style)
            word = own.get("stop-color", "black")
            tint = read_tint(own.get("color", "black") if word.lower() == "currentcolor" else word)
            if tint is None:
                raise IconMistake(f"has the colour {word!r}, which is not known", child.line, "write it as #rrggbb")
            least = max(least, _offset(child))
            found.append((Stop(tint.color, least), tint.opacity * read_share(own.get("stop-opacity", "1"), child.line)))
        return _from_end_to_end(found)

    def _geometry(self, given: dict[str, str], radial: bool, by_box: bool, line: int) -> tuple[float, ...]:
        def at(name: str, otherwise: str, whole: float) -> float:
            return read_length(given.get(name, otherwise), line, 1.0 if by_box else whole)

        width, height = self.whole
        if not radial:
            return (at("x1", "0%", width), at("y1", "0%", height), at("x2", "100%", width), at("y2", "0%", height))
        cx, cy = at("cx", "50%", width), at("cy", "50%", height)
        r = at("r", "50%", ((width**2 + height**2) / 2) ** 0.5)
        fx, fy = at("fx", given.get("cx", "50%"), width), at("fy", given.get("cy", "50%"), height)
        far = ((fx - cx) ** 2 + (fy - cy) ** 2) ** 0.5
        if far > 0.99 * r > 0:  # the focus stays inside its circle
            fx, fy = cx + (fx - cx) * 0.99 * r / far, cy + (fy - cy) * 0.99 * r / far
        return (fx, fy, 0.0, cx, cy, r)


def _moved(text: str, line: int) -> Matrix:
    try:
        return affine(text)
    except (PathMistake, IndexError) as mistake:
        raise IconMistake(f"has the transform {text[:40]!r}: {mistake}", line, "export it again") from None


def _offset(stop: SvgElement) -> float:
    try:
        return share(stop.get("offset", "0"))
    except ValueError:
        raise IconMistake(f"has a stop at {stop.get('offset')!r}", stop.line, "write 0.5 or 50%") from None


def _from_end_to_end(stops: list[tuple[Stop, float]]) -> list[tuple[Stop, float]]:
    """The same colours with a stop at 0 and at 1."""
    if len(stops) < 2:
        return stops
    (first, faint), (last, weak) = stops[0], stops[-1]
    before = [(Stop(first.color, 0.0), faint)] if first.at > 0 else []
    behind = [(Stop(last.color, 1.0), weak)] if last.at < 1 else []
    return [*before, *stops, *behind]
