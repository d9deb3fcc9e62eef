"""Shapes: the forms that a piece may be cut in."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import pi

Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class PieceShape:
    """How a piece is cut: round, along corners in shares of its box, or else as a rectangle."""

    is_round: bool = False
    corners: Corners = ()  # clockwise, of a piece that is wider than high

    @property
    def is_cut_out(self) -> bool:
        """Whether it has an outline of its own: sheets may nest it, and screens show nothing around it."""
        return self.is_round or bool(self.corners)

    @property
    def share(self) -> float:
        """How much of its box it covers."""
        if self.is_round:
            return pi / 4
        ring = zip(self.corners, self.corners[1:] + self.corners[:1])
        return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in ring) / 2 if self.corners else 1.0

    def turned(self, width: float, height: float) -> Corners:
        """The corners of a piece of this size; one that is higher than wide stands upright."""
        return self.corners if width >= height else tuple((1 - y, x) for x, y in self.corners)


SHAPES: Mapping[str, PieceShape] = {
    "rect": PieceShape(),
    "circle": PieceShape(is_round=True),
    "hex": PieceShape(corners=((0, 0.5), (0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1))),
    "die-net": PieceShape(),
}
