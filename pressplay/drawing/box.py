"""A box is a rectangle in millimetres."""

from collections.abc import Iterable
from dataclasses import dataclass

from .canonical import Canonical
from .matrix import Matrix


@dataclass(frozen=True, slots=True)
class Box(Canonical):
    """A rectangle in millimetres."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    def through(self, matrix: Matrix) -> "Box":
        """The box around this one once a matrix has moved and turned it."""
        a, b, c, d, e, f = matrix
        corners = ((self.x, self.y), (self.right, self.y), (self.x, self.bottom), (self.right, self.bottom))
        xs = [a * x + c * y + e for x, y in corners]
        ys = [b * x + d * y + f for x, y in corners]
        return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    def within(self, clip: "Box | None") -> "Box":
        """What a clip leaves of the box; its size is negative when nothing is left."""
        if clip is None:
            return self
        left, top = max(self.x, clip.x), max(self.y, clip.y)
        return Box(left, top, min(self.right, clip.right) - left, min(self.bottom, clip.bottom) - top)


def around(boxes: Iterable[Box]) -> Box:
    """The box around boxes."""
    every = tuple(boxes)
    left, top = min(box.x for box in every), min(box.y for box in every)
    return Box(left, top, max(box.right for box in every) - left, max(box.bottom for box in every) - top)


def grown(box: Box, by: float) -> Box:
    """A box made larger on all sides."""
    return Box(box.x - by, box.y - by, box.w + 2 * by, box.h + 2 * by)
