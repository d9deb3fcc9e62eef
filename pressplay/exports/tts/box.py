"""The box: a game's box as a model, with the rulebook's cover on its lid and wrapped around its sides."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from pressplay.drawing.picture import Picture
from pressplay.exports import roles
from pressplay.exports.images import card_sheet
from pressplay.exports.images.gallery import Gallery
from pressplay.exports.images.plates import Cell, Plate
from pressplay.table.table import BOX

from . import objects
from .objects import Label, Object

STEM = "box"
_MOST_PX = 640  # the longer side of the cover: a box is small on a table
_WRAP = 0.12  # how much of the cover's width the sides show, mirrored at the edge as printed boxes do

Point = tuple[float, float, float]
Spot = tuple[float, float]  # on the cover: from its left and from its foot, as fractions


@dataclass(frozen=True, slots=True)
class GameBox:
    """Where the model and the cover stand; both are empty for a game without a rulebook, whose box is a plain bag."""

    mesh: str = ""
    cover: str = ""

    def holding(self, things: Sequence[Object], label: Label) -> Object:
        """The box with things in it."""
        return objects.box(label, things, self.mesh, self.cover)


def plan_cover(cover: Picture, gallery: Gallery) -> int:
    """The number of the image of the cover."""
    width, height = card_sheet.fit(cover.width, cover.height, min(_MOST_PX, gallery.cap))
    cell = Cell(gallery.page(cover), 0, 0, width, height)
    return gallery.plan(Plate(width, height, (cell,), gallery.form), STEM, roles.TTS_IMAGE)


def mesh() -> bytes:
    """The box as a Wavefront file: six faces, each with its own corners of the cover, seen from outside.

    Its middle is the origin, x points to the right of the cover, y up and z to its foot.
    """
    wide, high, deep = (side / objects.UNIT / 2 for side in (BOX[0], objects.BOX_HEIGHT, BOX[1]))
    corners: list[str] = []
    faces: list[str] = []
    number = count(1)
    for points, spots, outward in _faces():
        for (x, y, z), (u, v) in zip(points, spots):
            corners.append(f"v {x * wide:.4f} {y * high:.4f} {z * deep:.4f}\nvt {u:.4f} {v:.4f}\n")
        normal = len(faces) + 1
        corners.append("vn {:.0f} {:.0f} {:.0f}\n".format(*outward))
        faces.append("f " + " ".join(f"{at}/{at}/{normal}" for at in (next(number) for _ in points)) + "\n")
    return ("o box\n" + "".join(corners) + "".join(faces)).encode()


def _faces() -> Sequence[tuple[Sequence[Point], Sequence[Spot], Point]]:
    """Corners counter-clockwise from outside, what each shows of the cover, and where the face looks."""
    inner = 1 - _WRAP
    lid = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    return (
        (((-1, 1, 1), (1, 1, 1), (1, 1, -1), (-1, 1, -1)), lid, (0, 1, 0)),
        (((-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)), ((0, _WRAP), (1, _WRAP), (1, 0), (0, 0)), (0, 0, 1)),
        (((1, -1, -1), (-1, -1, -1), (-1, 1, -1), (1, 1, -1)), ((1, inner), (0, inner), (0, 1), (1, 1)), (0, 0, -1)),
        (((-1, -1, -1), (-1, -1, 1), (-1, 1, 1), (-1, 1, -1)), ((_WRAP, 1), (_WRAP, 0), (0, 0), (0, 1)), (-1, 0, 0)),
        (((1, -1, 1), (1, -1, -1), (1, 1, -1), (1, 1, 1)), ((inner, 0), (inner, 1), (1, 1), (1, 0)), (1, 0, 0)),
        (
            ((-1, -1, -1), (1, -1, -1), (1, -1, 1), (-1, -1, 1)),
            ((0, 0), (0.01, 0), (0.01, 0.01), (0, 0.01)),
            (0, -1, 0),
        ),
    )
