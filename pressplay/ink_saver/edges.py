"""Edges: how large a shape is, what lies on both sides of its outline, and which layers are near."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import dist
from typing import NamedTuple

from pressplay.drawing.box import Box
from pressplay.drawing.ground import Layer
from pressplay.drawing.marks import Shape
from pressplay.drawing.matrix import Point
from pressplay.drawing.path import Path, inside

_BESIDE = 0.3  # millimetres from an outline, where the ground is looked at
_STRAIGHT = 0.001  # the sine of an angle that nobody sees
_MANY = 40  # outlines in one shape: dots, none inside another


class ShapeSize(NamedTuple):
    """The area of a shape, and how wide it is on the whole."""

    area: float
    width: float


@dataclass(slots=True)
class EdgeCache:
    """What was found out about shapes and their outlines."""

    sizes: dict[Shape, ShapeSize] = field(default_factory=dict)
    along: dict[Shape, list[Point]] = field(default_factory=dict)


class LayerStack:
    """Layers one over another, each with the box around it, so that most need no closer look."""

    def __init__(self, layers: Iterable[Layer] = ()) -> None:
        self._layers: list[tuple[Box, Layer]] = []
        for layer in layers:
            self.add(layer)

    def __len__(self) -> int:
        return len(self._layers)

    def add(self, layer: Layer) -> None:
        self._layers.append((layer.shape.box.through(layer.matrix), layer))

    def near(self, points: Sequence[Point], first: int = 0, end: int | None = None) -> list[Layer]:
        """The layers, in their order, that may lie at one of the points."""
        if not points:
            return []
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        return [
            layer
            for box, layer in self._layers[first:end]
            if box.x <= right and box.x + box.w >= left and box.y <= bottom and box.y + box.h >= top
        ]


def size(shape: Shape, cache: EdgeCache) -> ShapeSize:
    """The area of a shape, and how wide it is on the whole."""
    known = cache.sizes.get(shape)
    if known is None:
        chains = [[*chain, chain[0]] for chain in shape.path.chains]
        around = sum(dist(a, b) for chain in chains for a, b in pairwise(chain))
        area = _area_of(chains)
        known = cache.sizes[shape] = ShapeSize(area, 2 * area / around if around else 0.0)
    return known


def along(shape: Shape, cache: EdgeCache) -> list[Point]:
    """Some points on both sides of a shape's outline: left, right, left, right."""
    known = cache.along.get(shape)
    if known is None:
        edges = [edge for chain in shape.path.chains for edge in pairwise(chain) if edge[0] != edge[1]]
        shares = (0.1, 0.3, 0.5, 0.7, 0.9) if len(edges) < 9 else (0.5,)
        away = _BESIDE + (shape.stroke.width / 2 if shape.stroke else 0.0)
        some = edges[:: max(1, len(edges) // 20)]
        known = cache.along[shape] = [
            point for a, b in some for share in shares for point in _beside(a, b, share, away)
        ]
    return known


def has_spur(path: Path) -> bool:
    """Whether an outline runs out along a line and back upon itself: nobody saw it in an area, but in a line one does."""
    for chain in path.chains:
        ring = [b for a, b in pairwise([chain[-1], *chain]) if a != b]
        for a, b, c in zip([*ring[-1:], *ring], ring, [*ring[1:], *ring[:1]]):
            before, after = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
            both = dist(a, b) * dist(b, c)
            turned = before[0] * after[1] - before[1] * after[0]
            onward = before[0] * after[0] + before[1] * after[1]
            if len(ring) > 2 and onward < 0 and abs(turned) < both * _STRAIGHT:
                return True
    return False


def _area_of(chains: Sequence[Sequence[Point]]) -> float:
    """How much lies inside closed chains; one that turns the other way within another is a hole in it."""
    sizes = [sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(chain)) / 2 for chain in chains]
    if len(chains) > _MANY:
        return sum(map(abs, sizes))
    total = 0.0
    for at, one in enumerate(sizes):
        a, b = chains[at][:2]
        point = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        outer = [sizes[n] for n, chain in enumerate(chains) if n != at and inside([list(chain)], *point)]
        total += -abs(one) if any(other * one < 0 for other in outer) else 0.0 if outer else abs(one)
    return max(0.0, total)


def _beside(a: Point, b: Point, share: float, away: float) -> tuple[Point, Point]:
    """The points left and right of a line from a to b, at a share of its way."""
    x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
    long = dist(a, b)
    dx, dy = (b[1] - a[1]) / long * away, (a[0] - b[0]) / long * away
    return (x + dx, y + dy), (x - dx, y - dy)
