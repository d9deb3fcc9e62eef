"""Kinds of components and their pieces, with the sizes and font families that they may name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pressplay.problem import Place

from .shapes import SHAPES, PieceShape


@dataclass(frozen=True, slots=True)
class Size:
    """A named size: the trimmed piece in millimetres."""

    name: str
    width: float
    height: float
    corner: float = 0.0
    shape: str = "rect"  # a name in SHAPES

    @property
    def form(self) -> PieceShape:
        return SHAPES[self.shape]


@dataclass(frozen=True, slots=True)
class Family:
    """A font family: the face of each style it has, and the families that have what it lacks.

    A face is a file, relative to the project, or one of several that the file holds: see FontPlace.
    """

    name: str
    files: Mapping[str, str]  # regular, bold, italic, bold-italic
    fallback: tuple[str, ...] = ()

    def nearest(self, style: str) -> str:
        """The face of a style, or the one that comes nearest."""
        tried = {"bold-italic": ("bold-italic", "bold", "italic"), "bold": ("bold",), "italic": ("italic",)}
        return next((self.files[one] for one in tried.get(style, ()) if one in self.files), self.files["regular"])


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of component, as game.yaml declares it."""

    id: str
    title: str
    plural: str
    size: Size  # already turned when the kind lies on its side
    template: str
    back: str | None
    source: str  # the pieces' file, relative to the project
    fields: Mapping[str, Any]  # name → Field (see fields.py)
    place: Place
    description: str = ""
    tabletop: str = "card"
    count: str = "fixed"
    strict: bool = False  # a column that is no field is a problem, not a remark
    print: str = "each"  # both-sides, once, both-sides-once: sheets to write on
    free: frozenset[str] = frozenset()  # fields, with dots, that no rule need hold


@dataclass(slots=True, eq=False, repr=False)
class Piece:
    """One design of a kind, with its copies; templates and rules read its fields as attributes."""

    kind: str
    id: str
    title: str
    copies: int
    values: dict[str, Any]
    place: Place
    places: Mapping[str, tuple[int, int]]  # field → line, column
    reads: frozenset[str] = frozenset()  # the facts that its texts use

    def __getattr__(self, name: str) -> Any:
        if name in Piece.__slots__ or name.startswith("__"):  # not yet set, while being unpickled
            raise AttributeError(name)
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(name) from None

    def field_place(self, name: str) -> Place:
        """Where a field's value stands, or the piece itself when it is not written there."""
        at = self.places.get(name)
        return Place(self.place.file, *at, self.place.sheet) if at else self.place

    def __repr__(self) -> str:
        return f"{self.kind}/{self.id}"


@dataclass(frozen=True, slots=True)
class Paper:
    """A named paper, upright, in millimetres."""

    name: str
    title: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Contents:
    """What a game's box holds, and for how many players it is."""

    kinds: Mapping[str, Kind]
    pieces: Mapping[str, tuple[Piece, ...]]  # kind id → its pieces, in file order
    players: Mapping[str, int]  # min and max
