"""Paints: what fills and strokes are made of, placed in millimetres."""

from dataclasses import dataclass, field

from .canonical import Canonical, CanonicalShared

LIST = {"before": ", ", "between": ", "}


@dataclass(frozen=True, slots=True)
class Flat(CanonicalShared):
    """One colour, `#rrggbb`."""

    color: str


BLACK = Flat("#000000")


@dataclass(frozen=True, slots=True)
class Stop(Canonical):
    """A colour of a gradient, and its place from 0 to 1."""

    color: str
    at: float


@dataclass(frozen=True, slots=True)
class Linear(Canonical):
    """Colours that run from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float
    stops: tuple[Stop, ...] = field(metadata=LIST)

    def __str__(self) -> str:
        return f"linear({Canonical.__str__(self)})"


@dataclass(frozen=True, slots=True)
class Radial(Canonical):
    """Colours that run from a centre outwards."""

    cx: float
    cy: float
    r: float
    stops: tuple[Stop, ...] = field(metadata=LIST)

    def __str__(self) -> str:
        return f"radial({Canonical.__str__(self)})"


Paint = Flat | Linear | Radial


def colors_of(paint: Paint) -> list[str]:
    """The colours of a paint: one, or a gradient's several."""
    return [paint.color] if isinstance(paint, Flat) else [stop.color for stop in paint.stops]


@dataclass(frozen=True, slots=True)
class Stroke(Canonical):
    """A line along an outline."""

    paint: Flat
    width: float = field(default=0.25, metadata={"always": True, "before": " "})
    dash: tuple[float, ...] = ()
    cap: str = "butt"
    join: str = "miter"

    between = " | "

    @property
    def color(self) -> str:
        return self.paint.color

    @property
    def is_plain(self) -> bool:
        return not self.dash and self.cap == "butt" and self.join == "miter"
