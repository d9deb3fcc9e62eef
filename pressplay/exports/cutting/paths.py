"""Cut paths: outlines as straight lines and arcs, which is what cutting programs read best."""

from math import cos, pi, sin, tan
from typing import NamedTuple

from pressplay.sheets.sheet import CutOutline

_QUARTER = tan(pi / 8)  # the bulge of a quarter circle: the tangent of a quarter of its angle
_STEPS = 72  # straight pieces of an ellipse that is no circle


class Vertex(NamedTuple):
    """A corner of a path, y downwards, and how the line to the next one bulges: 0 straight, 1 a half circle."""

    x: float
    y: float
    bulge: float = 0.0  # to the left of the way, seen on the page: clockwise arcs of a clockwise path


class CutPath(NamedTuple):
    """A closed path, clockwise as one sees it on the page."""

    layer: str
    vertices: tuple[Vertex, ...]


def cut_path(outline: CutOutline, layer: str) -> CutPath:
    """The path along which a piece is cut."""
    return CutPath(layer, tuple(_vertices(outline)))


def _vertices(outline: CutOutline) -> list[Vertex]:
    box, shape, r = outline.box, outline.shape, min(outline.corner, outline.box.w / 2, outline.box.h / 2)
    if shape.is_round:
        cx, cy = box.x + box.w / 2, box.y + box.h / 2
        if abs(box.w - box.h) < 1e-6:
            return [Vertex(box.x, cy, 1.0), Vertex(box.right, cy, 1.0)]
        angles = (2 * pi * step / _STEPS for step in range(_STEPS))
        return [Vertex(cx + box.w / 2 * cos(angle), cy + box.h / 2 * sin(angle)) for angle in angles]
    if shape.corners:
        return [Vertex(box.x + x * box.w, box.y + y * box.h) for x, y in shape.turned(box.w, box.h)]
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    if r <= 0:
        return [Vertex(left, top), Vertex(right, top), Vertex(right, bottom), Vertex(left, bottom)]
    return [
        Vertex(left + r, top),
        Vertex(right - r, top, _QUARTER),
        Vertex(right, top + r),
        Vertex(right, bottom - r, _QUARTER),
        Vertex(right - r, bottom),
        Vertex(left + r, bottom, _QUARTER),
        Vertex(left, bottom - r),
        Vertex(left, top + r, _QUARTER),
    ]
