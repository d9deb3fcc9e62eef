"""Cutting lines: the outlines along which pieces are cut."""

from pressplay.data.shapes import PieceShape

from .box import Box
from .path import Segment
from .shapes import ellipse, polygon, rectangle


def cutting_line(shape: PieceShape, box: Box, corner: float = 0.0) -> list[Segment]:
    """The outline of a piece that fills a box; a rectangle's corners are rounded."""
    if shape.is_round:
        return ellipse(box.x + box.w / 2, box.y + box.h / 2, box.w / 2, box.h / 2)
    if shape.corners:
        return polygon([(box.x + x * box.w, box.y + y * box.h) for x, y in shape.turned(box.w, box.h)])
    return rectangle(box.x, box.y, box.w, box.h, corner)
