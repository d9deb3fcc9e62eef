"""Outlines: path data read, built, moved and measured; every curve becomes a cubic."""

from itertools import pairwise
from math import atan2, degrees, hypot

from pressplay.units import num

from .matrix import Matrix, Point

Segment = tuple[str, tuple[float, ...]]  # M x y, L x y, C x1 y1 x2 y2 x y, Z


def transform(segments: list[Segment], matrix: Matrix) -> list[Segment]:
    """The same outline seen through a matrix."""
    a, b, c, d, e, f = matrix
    moved: list[Segment] = []
    for kind, v in segments:
        flat: list[float] = []
        for i in range(0, len(v), 2):
            flat += [a * v[i] + c * v[i + 1] + e, b * v[i] + d * v[i + 1] + f]
        moved.append((kind, tuple(flat)))
    return moved


def write_path(segments: list[Segment]) -> str:
    """The outline as the text that a picture holds."""
    return " ".join(" ".join((kind, *map(num, values))) for kind, values in segments)


def bounds(segments: list[Segment]) -> tuple[float, float, float, float]:
    """x, y, width and height around all points (a curve's handles included, so never too small)."""
    xs = [value for _, v in segments for value in v[::2]]
    ys = [value for _, v in segments for value in v[1::2]]
    if not xs:
        return (0, 0, 0, 0)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def flatten(segments: list[Segment], steps: int = 8) -> list[list[Point]]:
    """The outline as closed or open chains of points."""
    chains: list[list[Point]] = []
    for kind, v in segments:
        if kind == "M":
            chains.append([(v[0], v[1])])
        elif kind == "L":
            chains[-1].append((v[0], v[1]))
        elif kind == "C":
            x, y = chains[-1][-1]
            for step in range(1, steps + 1):
                t = step / steps
                s = 1 - t
                a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
                chains[-1].append((a * x + b * v[0] + c * v[2] + d * v[4], a * y + b * v[1] + c * v[3] + d * v[5]))
        elif chains:
            chains[-1].append(chains[-1][0])
            chains.append([chains[-1][0]])
    return [chain for chain in chains if len(chain) > 1]


def inside(chains: list[list[Point]], x: float, y: float) -> bool:
    """Whether a point lies inside the outline (non-zero winding)."""
    winding = 0
    for chain in chains:
        x1, y1 = chain[-1]
        above = y1 <= y
        for x2, y2 in chain:
            if (y2 <= y) != above:
                if x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                    winding += 1 if above else -1
                above = not above
            x1, y1 = x2, y2
    return winding != 0


def places_along(segments: list[Segment], count: int, step: float) -> list[tuple[float, float, float]]:
    """Evenly spaced places on an outline as x, y and direction in degrees; `count` of them, or one every `step`."""
    points = [point for chain in flatten(segments, 24) for point in chain]
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
    total = sum(lengths)
    if not total:
        return []
    closed = points[0] == points[-1]
    if count:
        step = total / (count if closed else max(1, count - 1))
    else:
        count = int(total / step + 1e-9) + (0 if closed else 1)
    places: list[tuple[float, float, float]] = []
    walked, index = 0.0, 0
    for number in range(count):
        target = min(number * step, total)
        while index < len(lengths) - 1 and (walked + lengths[index] < target or not lengths[index]):
            walked += lengths[index]
            index += 1
        (x1, y1), (x2, y2) = points[index], points[index + 1]
        t = (target - walked) / lengths[index] if lengths[index] else 0
        places.append((x1 + (x2 - x1) * t, y1 + (y2 - y1) * t, degrees(atan2(y2 - y1, x2 - x1))))
    return places
