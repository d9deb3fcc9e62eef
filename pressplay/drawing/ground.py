"""Ground: what colour lies under a point of a picture, where shapes were painted one over another."""

from dataclasses import dataclass, field

from .box import Box
from .colour import mixed
from .marks import Run, Shape, Stamp
from .matrix import Matrix, Point
from .path import flatten, inside
from .svg_path import parse_path

_LARGE, _LARGE_BOLD = 18.0, 14.0  # points
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
_MANY = 4
Chains = list[list[Point]]
Clips = tuple[tuple[str, Matrix], ...]


@dataclass(slots=True)
class OutlineCache:
    """What was found out about shapes that many pictures share."""

    chains: dict[Shape, Chains] = field(default_factory=dict)
    cores: dict[Shape, Box | None] = field(default_factory=dict)  # a box that lies wholly inside the shape
    clips: dict[str, Chains] = field(default_factory=dict)
    spans: dict[Shape, list[tuple[float, float, float]]] = field(default_factory=dict)  # chains' tops, bottoms, rights


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


def plain_ground(box: Box, layers: list[Layer], outlines: OutlineCache) -> str:
    """The one colour under all of a box, when the uppermost shape there plainly covers it."""
    left, top, right, bottom = box.x, box.y, box.x + box.w, box.y + box.h
    for layer in reversed(layers):
        shape = layer.shape
        if layer.matrix is not IDENTITY or layer.clips or layer.opacity < 1:
            return ""
        under = shape.box
        if under.x > right or under.y > bottom or under.x + under.w < left or under.y + under.h < top:
            continue
        if shape not in outlines.cores:
            learn(shape, outlines)
        core = outlines.cores[shape]
        covers = core and core.x <= left and core.y <= top and core.x + core.w >= right and core.y + core.h >= bottom
        return shape.fill if covers and shape.fill[0] == "#" else ""
    return ""


def learn(shape: Shape, outlines: OutlineCache) -> Chains:
    """A shape's outline as chains of points, noted with its core."""
    chains = outlines.chains[shape] = flatten(parse_path(shape.path))
    outlines.cores[shape] = _core(chains, shape.box)
    return chains


def grounds(x: float, y: float, layers: list[Layer], outlines: OutlineCache) -> list[str]:
    """The colours that may lie under a point: one, or a gradient's several."""
    veils: list[tuple[str, float]] = []
    found = ["#ffffff"]
    for layer in reversed(layers):
        if not covers(layer, x, y, outlines):
            continue
        colors = colors_of(layer.shape.fill)
        if layer.opacity >= 0.999:
            found = colors
            break
        veils.append((colors[len(colors) // 2], layer.opacity))
    for color, opacity in reversed(veils):
        found = [mixed(ground, color, opacity) for ground in found]
    return found


def colors_of(fill: str) -> list[str]:
    """The colours of a fill: one, or a gradient's several."""
    if fill.startswith("#"):
        return [fill]
    return [part.split()[0] for part in fill.rstrip(")").split(", ")[1:]]


def covers(layer: Layer, x: float, y: float, outlines: OutlineCache) -> bool:
    """Whether a layer lies at a point of the picture."""
    shape = layer.shape
    if layer.matrix is not IDENTITY:
        px, py = _back(x, y, layer.matrix)
    else:
        px, py = x, y
    box = shape.box
    if not (box.x <= px <= box.x + box.w and box.y <= py <= box.y + box.h):
        return False
    if shape not in outlines.chains:
        learn(shape, outlines)
    core = outlines.cores[shape]
    in_core = core and core.x <= px <= core.right and core.y <= py <= core.bottom
    if not in_core and not inside(_near(shape, px, py, outlines), px, py):
        return False
    return not layer.clips or shows((x, y), layer.clips, outlines)


def shows(point: Point, clips: Clips, outlines: OutlineCache) -> bool:
    """Whether clips leave a point of the picture to be seen."""
    return all(_in_clip(clip, _back(*point, matrix), outlines) for clip, matrix in clips)


def _near(shape: Shape, x: float, y: float, outlines: OutlineCache) -> Chains:
    """The chains that a line from a point to the right may cross: of many dots, few."""
    chains = outlines.chains[shape]
    if len(chains) < _MANY:
        return chains
    spans = outlines.spans.get(shape)
    if spans is None:
        spans = [(min(ys), max(ys), max(xs)) for xs, ys in (zip(*chain, strict=True) for chain in chains)]
        outlines.spans[shape] = spans
    return [chain for chain, (top, bottom, right) in zip(chains, spans) if top <= y <= bottom and x <= right]


def _core(chains: Chains, box: Box) -> Box | None:
    """A large box inside a simple outline, which spares the exact test for most points."""
    if len(chains) != 1:
        return None
    for share in (0.0, 0.03, 0.08, 0.2):
        inset = min(box.w, box.h) * share + 1e-6
        core = Box(box.x + inset, box.y + inset, box.w - 2 * inset, box.h - 2 * inset)
        steps = (0, 0.25, 0.5, 0.75, 1)
        if all(inside(chains, core.x + core.w * i, core.y + core.h * j) for i in steps for j in steps):
            return core
    return None


def _in_clip(clip: str, point: Point, outlines: OutlineCache) -> bool:
    chains = outlines.clips.get(clip)
    if chains is None:
        chains = outlines.clips[clip] = flatten(parse_path(clip))
    return inside(chains, *point)


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
