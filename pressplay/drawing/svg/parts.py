"""Parts: what a compiled SVG is made of, in the units of its view box."""

from dataclasses import dataclass

from pressplay.drawing.matrix import Matrix
from pressplay.drawing.paint import Flat, Stop, Stroke
from pressplay.drawing.path import Path

CURRENT = Flat("current")  # takes the stamp's colour
STRAIGHT: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True, slots=True)
class PlacedGradient:
    """Colours between two points, or two circles; `geometry` is as PDF counts it, moved by the matrix."""

    radial: bool
    geometry: tuple[float, ...]
    stops: tuple[Stop, ...]
    matrix: Matrix


@dataclass(frozen=True, slots=True)
class Outline:
    """One outline that is filled or stroked or both; `matrix` moves path and pen alike."""

    path: Path
    fill: Flat | PlacedGradient | None
    stroke: Stroke | None
    even_odd: bool = False
    miter: float = 4.0  # how far a corner may reach, in widths of the stroke
    phase: float = 0.0  # where in its dashes the stroke begins
    matrix: Matrix = STRAIGHT


@dataclass(frozen=True, slots=True)
class Clipping:
    """An outline outside of which nothing shows."""

    path: Path
    even_odd: bool


@dataclass(frozen=True, slots=True)
class Bundle:
    """Parts that are clipped, masked or faded together."""

    parts: tuple["IconPart", ...]
    opacity: float = 1.0
    clips: tuple[Clipping, ...] = ()
    mask: tuple["IconPart", ...] | None = None
    by_light: bool = True  # a mask shows where it is light; otherwise where it is opaque


IconPart = Outline | Bundle


@dataclass(frozen=True, slots=True)
class VectorArt:
    """A compiled SVG: its view box and its parts."""

    left: float
    top: float
    width: float
    height: float
    parts: tuple[IconPart, ...]
