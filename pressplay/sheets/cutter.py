"""A cutter is a machine that cuts sheets along paths, and finds them by the marks printed around them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pressplay.drawing.box import Box

from .sheet import Line


@dataclass(frozen=True, slots=True)
class Registration:
    """Marks of Type 1: a square at the upper left, an angle at the upper right and one at the lower left."""

    inset: float = 10.0  # from the paper's edges to the middle of the angles' lines
    length: float = 5.0  # of an angle's arms, from where they meet
    thickness: float = 1.0
    square: float = 5.0  # the inner one, which has a line of the same thickness around it
    padding: float = 1.5  # white around the corners, where a machine would take dark art for a mark

    @property
    def zone(self) -> float:
        """How far the white corners reach, from the paper's edges."""
        return self.inset + self.length + self.padding

    def lines(self, width: float, height: float) -> Iterator[Line]:
        """The marks on a page."""
        i, half, t = self.inset, self.thickness / 2, self.thickness
        outer = self.square + t
        yield Line(i - half, i + self.square / 2, i - half + outer, i + self.square / 2, outer)
        right, bottom = width - i, height - i
        yield Line(right - self.length + half, i, right + half, i, t)
        yield Line(right, i - half, right, i + self.length - half, t)
        yield Line(i, bottom - self.length + half, i, bottom + half, t)
        yield Line(i - half, bottom, i + self.length - half, bottom, t)

    def corners(self, width: float, height: float) -> tuple[Box, ...]:
        """What stays white under the marks; the fourth corner too, for machines that look for four."""
        z = self.zone
        return tuple(Box(x, y, z, z) for x in (0.0, width - z) for y in (0.0, height - z))


@dataclass(frozen=True, slots=True)
class Cutter:
    """What a cutter needs of sheets."""

    name: str
    registration: Registration | None  # none: its own program prints the marks
    inset: float  # nothing can be cut nearer to the paper's edges
    gap: float = 1.0  # between two pieces that would otherwise lie edge to edge: each is cut along its own path


CUTTERS: Mapping[str, Cutter] = {
    "silhouette": Cutter("silhouette", Registration(), 10.0),
    "cricut": Cutter("cricut", None, 14.0),
}
CUTS = ("through", "kiss")
