"""Outlines: paths that marks hold, and segments they are built from; every curve is a cubic."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import Any, NamedTuple

from pressplay.units import printed

from .box import Box
from .matrix import Matrix, Point

Segment = tuple[str, tuple[float, ...]]  # M x y, L x y, C x1 y1 x2 y2 x y, Z
Chains = list[list[Point]]
_LENGTHS = {"M": 2, "L": 2, "C": 6, "Z": 0}
_MANY = 4  # chains


class Span(NamedTuple):
    """How far a chain of points reaches."""

    top: float
    bottom: float
    right: float


@dataclass(frozen=True, eq=False)
class Path:
    """An outline that never changes, to the thousandth of a millimetre: its kinds of segments, and all their numbers."""

    kinds: str
    values: tuple[float, ...]

    @classmethod
    def of(cls, segments: Iterable[Segment]) -> "Path":
        """Segments as a path."""
        parts = list(segments)
        return cls("".join([kind for kind, _ in parts]), tuple([printed(value) for _, v in parts for value in v]))

    @cached_property
    def text(self) -> str:
        """The path as a picture's text holds it: `M 0 0 L 4 0 Z`."""
        return _form(self.kinds, "MLCZ", False) % self.values

    def spelled(self, words: str) -> str:
        """The path with a word behind the numbers of each segment; four words, as for `MLCZ`."""
        return _form(self.kinds, words, True) % self.values

    @cached_property
    def segments(self) -> list[Segment]:
        """The path taken apart."""
        found: list[Segment] = []
        at = 0
        for kind in self.kinds:
            end = at + _LENGTHS[kind]
            found.append((kind, self.values[at:end]))
            at = end
        return found

    @cached_property
    def chains(self) -> Chains:
        """The path as chains of points."""
        return flatten(self.segments)

    @cached_property
    def box(self) -> Box:
        """The box around it."""
        return bounds(self.segments)

    @cached_property
    def core(self) -> Box | None:
        """A large box inside a simple outline, which spares the exact test for most points."""
        if len(self.chains) != 1:
            return None
        for share in (0.0, 0.03, 0.08, 0.2):
            inset = min(self.box.w, self.box.h) * share + 1e-6
            core = Box(self.box.x + inset, self.box.y + inset, self.box.w - 2 * inset, self.box.h - 2 * inset)
            steps = (0, 0.25, 0.5, 0.75, 1)
            if all(inside(self.chains, core.x + core.w * i, core.y + core.h * j) for i in steps for j in steps):
                return core
        return None

    @cached_property
    def spans(self) -> list["Span"]:
        """How far each chain reaches."""
        sides = (zip(*chain, strict=True) for chain in self.chains)
        return [Span(min(ys), max(ys), max(xs)) for xs, ys in sides]

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside."""
        core = self.core
        if core and core.x <= x <= core.right and core.y <= y <= core.bottom:
            return True
        chains = self.chains
        if len(chains) >= _MANY:  # of many dots a line to the right crosses few
            chains = [
                chain
                for chain, (top, bottom, right) in zip(chains, self.spans, strict=True)
                if top <= y <= bottom and x <= right
            ]
        return inside(chains, x, y)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Path) and self.text == other.text)

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[Any, ...]:  # without what was found out about it
        return Path, (self.kinds, self.values)


@lru_cache(maxsize=1024)
def _form(kinds: str, words: str, behind: bool) -> str:
    """The text of all paths of these segments, numbers left open. Twelve digits show thousandths as they are."""
    numbers = {kind: ["%.12g"] * length for kind, length in _LENGTHS.items()}
    said = dict(zip(_LENGTHS, words, strict=True))
    parts = ([*numbers[kind], said[kind]] if behind else [said[kind], *numbers[kind]] for kind in kinds)
    return " ".join(" ".join(part) for part in parts)


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


def bounds(segments: list[Segment]) -> Box:
    """The box around all points (a curve's handles included, so never too small)."""
    xs = [value for _, v in segments for value in v[::2]]
    ys = [value for _, v in segments for value in v[1::2]]
    if not xs:
        return Box(0, 0, 0, 0)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def flatten(segments: list[Segment], steps: int = 8) -> Chains:
    """The outline as closed or open chains of points."""
    chains: Chains = []
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


def inside(chains: Chains, x: float, y: float) -> bool:
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


MOST_PLACES = 10_000  # along one outline


def places_along(segments: list[Segment], count: int, step: float) -> list[tuple[float, float, float]]:
    """Evenly spaced places on an outline as x, y and direction in degrees; `count` of them, or one every `step`."""
    points = [point for chain in flatten(segments, 24) for point in chain]
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
    total = sum(lengths)
    if not total:
        return []
    closed = points[0] == points[-1]
    if count > MOST_PLACES or (step and total / step > MOST_PLACES):
        raise ValueError(f"more than {MOST_PLACES:,} places along a path")
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
