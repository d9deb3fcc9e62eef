"""Contours: shapes of which only the rim is seen, because others lie upon them, such as a figure's outline."""

from collections.abc import Sequence
from math import dist

from pressplay.drawing.colour import contrast
from pressplay.drawing.ground import covers, grounds
from pressplay.drawing.marks import Shape
from pressplay.drawing.matrix import Point
from pressplay.drawing.paint import Flat

from .nodes import Node, ShapePart, Surroundings
from .page import BROAD, POINTS, Contour, InkPage, line_width
from .tones import PAPER, difference, stroke

_PLAIN = 3.0  # how plainly a contour stands out; a fainter one is a gap around a figure
_REACH = 0.8  # of a rim's width that a part may cover
_APART = 1.06  # contrast of two tints that are told apart without a line


def is_contour(page: InkPage, part: ShapePart, parts: int) -> bool:
    """Whether only the rim of a shape is seen; it is one of so many parts of a colour."""
    shape, place = part
    fill, own = shape.fill, shape.stroke
    if not isinstance(fill, Flat) or not own or own.paint != fill or own.width * place.scale > BROAD:
        return False
    layer = place.layer(shape)
    inner = [point for point in page.beside(shape, place) if covers(layer, *point)]
    some = inner[:: max(1, len(inner) // POINTS)]
    later = page.hiding.near(some, page.hidden + parts)
    hidden = sum(any(covers(one, *point) for one in later) for point in some)
    if hidden * 5 < len(some) * 4 or not some:
        return False
    return difference(fill.color, page.ground(shape, place, fill.color)) >= _PLAIN


def draw_contour(
    page: InkPage, nodes: Sequence[Node], parts: Sequence[ShapePart], color: str, place: Surroundings
) -> None:
    """The rim of shapes as a line: half of the stroke that they had lies below what is put on."""
    ground = page.ground(*parts[0], color)

    def rim(shape: Shape, spot: Surroundings) -> Shape:
        line = stroke(color, ground, line_width(shape) / 2 * spot.scale)
        return page.lined(shape, line.color, 2 * line.width / spot.scale, join="round")

    page.each(nodes, place, rim)
    page.each(nodes, place, lambda shape, spot: page.filled(shape, PAPER))
    for shape, spot in parts:
        page.lay(shape, page.filled(shape, PAPER), spot)
        width = stroke(color, ground, line_width(shape) / 2 * spot.scale).width
        page.contours.append(Contour(spot.layer(shape), width))


def is_rimmed(page: InkPage, parts: Sequence[ShapePart], tint: str) -> bool:
    """Whether a contour runs around parts, and tints tell them from their neighbours within it."""
    if not page.contours:
        return False
    layers = [part.place.layer(part.shape) for part in parts]
    rim = alike = total = 0
    for part in parts:
        points = page.beside(*part)
        pairs = list(zip(points[::2], points[1::2], strict=True))
        for pair in pairs[:: max(1, len(pairs) // POINTS)]:
            inner = [any(covers(one, *point) for one in layers) for point in pair]
            if inner[0] == inner[1]:
                continue  # where parts overlap
            within, out = pair if inner[0] else pair[::-1]
            total += 1
            if _is_rim(page.contours, within, out):
                rim += 1
            elif contrast(grounds(*out, page.now.near([out]))[0], tint) < _APART:
                alike += 1
    return rim * 5 >= total * 2 > 0 and alike * 4 <= total


def _is_rim(contours: Sequence[Contour], within: Point, out: Point) -> bool:
    """Whether the rim of a contour is seen outside a part whose outline runs midway between two points."""
    x, y = (within[0] + out[0]) / 2, (within[1] + out[1]) / 2
    away = dist(within, out) / 2
    for contour in contours:
        share = min(1.0, contour.width * _REACH / away)
        near = x + (within[0] - x) * share, y + (within[1] - y) * share
        if covers(contour.layer, *near) and not covers(contour.layer, *out):
            return True
    return False
