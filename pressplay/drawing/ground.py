"""Ground: what colour lies under a point of a picture, where shapes were painted one over another."""

from dataclasses import dataclass
from typing import NamedTuple

from .box import Box
from .colour import mixed
from .marks import Run, Shape, Stamp
from .matrix import Matrix, Point
from .paint import Flat, colors_of
from .path import Path, inside

_LARGE, _LARGE_BOLD = 18.0, 14.0  # points
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


class Clip(NamedTuple):
    """What a group cuts off, and how it is moved."""

    path: Path
    matrix: Matrix


Clips = tuple[Clip, ...]


@dataclass(slots=True)
class Layer:
    """A shape that was painted, and the group it stands in."""

    shape: Shape
    matrix: Matrix
    clips: Clips
    opacity: float


def needed(mark: Run | Stamp) -> float:
    """The contrast that letters or an icon must have with their ground."""
    return 3.0 if isinstance(mark, Stamp) or mark.size >= (_LARGE_BOLD if mark.bold else _LARGE) else 4.5


def looks(box: Box, matrix: Matrix) -> list[Point]:
    """The points of the picture at which the ground of letters or an icon is looked at."""
    middle = box.y + box.h * 0.45
    return [moved(box.x + box.w * part, middle, matrix) for part in (0.12, 0.5, 0.88)]


def plain_ground(box: Box, layers: list[Layer]) -> str:
    """The one colour under all of a box, when the uppermost shape there plainly covers it."""
    left, top, right, bottom = box.x, box.y, box.x + box.w, box.y + box.h
    for layer in reversed(layers):
        shape = layer.shape
        if layer.matrix is not IDENTITY or layer.clips or layer.opacity < 1:
            return ""
        under = shape.box
        if under.x > right or under.y > bottom or under.x + under.w < left or under.y + under.h < top:
            continue
        core = shape.path.core
        covers = core and core.x <= left and core.y <= top and core.x + core.w >= right and core.y + core.h >= bottom
        return shape.fill.color if covers and isinstance(shape.fill, Flat) else ""
    return ""


def grounds(x: float, y: float, layers: list[Layer]) -> list[str]:
    """The colours that may lie under a point: one, or a gradient's several."""
    veils: list[tuple[str, float]] = []
    found = ["#ffffff"]
    for layer in reversed(layers):
        fill = layer.shape.fill
        if not fill or not covers(layer, x, y):
            continue
        colors = colors_of(fill)
        if layer.opacity >= 0.999:
            found = colors
            break
        veils.append((colors[len(colors) // 2], layer.opacity))
    for color, opacity in reversed(veils):
        found = [mixed(ground, color, opacity) for ground in found]
    return found


def covers(layer: Layer, x: float, y: float) -> bool:
    """Whether a layer lies at a point of the picture."""
    shape = layer.shape
    if layer.matrix is not IDENTITY:
        px, py = _back(x, y, layer.matrix)
    else:
        px, py = x, y
    box = shape.box
    if not (box.x <= px <= box.x + box.w and box.y <= py <= box.y + box.h):
        return False
    return shape.path.holds(px, py) and (not layer.clips or shows((x, y), layer.clips))


def shows(point: Point, clips: Clips) -> bool:
    """Whether clips leave a point of the picture to be seen."""
    return all(inside(clip.path.chains, *_back(*point, clip.matrix)) for clip in clips)


def moved(x: float, y: float, matrix: Matrix) -> Point:
    """Where a matrix takes a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _back(x: float, y: float, matrix: Matrix) -> Point:
    a, b, c, d, e, f = matrix
    det = a * d - b * c
    if not det:
        return float("inf"), float("inf")
    x, y = x - e, y - f
    return (d * x - c * y) / det, (a * y - b * x) / det
