"""A game is its kinds and pieces, the facts they share and the look they are drawn in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pressplay.problem import Place

if TYPE_CHECKING:  # a rulebook knows games, a game merely holds its rulebook
    from pressplay.rules.rulebook import Rulebook
    from pressplay.table.table import Table


@dataclass(frozen=True, slots=True)
class Size:
    """A named size: the trimmed piece in millimetres."""

    name: str
    width: float
    height: float
    corner: float = 0.0
    shape: str = "rect"  # rect, circle, hex, die-net


@dataclass(frozen=True, slots=True)
class Family:
    """A font family: the file of each style it has, relative to the project."""

    name: str
    files: Mapping[str, str]  # regular, bold, italic, bold-italic


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


class Piece:
    """One design of a kind, with its copies; templates and rules read its fields as attributes."""

    __slots__ = ("kind", "id", "title", "copies", "values", "place", "places", "reads")

    def __init__(
        self,
        kind: str,
        id: str,
        title: str,
        copies: int,
        values: dict[str, Any],
        place: Place,
        places: Mapping[str, tuple[int, int]],
        reads: frozenset[str] = frozenset(),
    ) -> None:
        self.kind = kind
        self.id = id
        self.title = title
        self.copies = copies
        self.values = values
        self.place = place
        self.places = places  # field → line, column
        self.reads = reads  # the facts that its texts use

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
        return Place(self.place.file, *at) if at else self.place

    def __repr__(self) -> str:
        return f"{self.kind}/{self.id}"


@dataclass(frozen=True)
class Game:
    """Everything about one game that was read and found sound."""

    id: str
    title: str
    version: str
    language: str
    fonts: Mapping[str, str]  # role → family name
    families: Mapping[str, Family]
    style: Mapping[str, Any]
    palette: Mapping[str, str]  # colour name → #rrggbb
    kinds: Mapping[str, Kind]
    pieces: Mapping[str, tuple[Piece, ...]]  # kind id → its pieces, in file order
    rulebook: "Rulebook"
    root: Path  # the project's folder: to read from, never to be written into an output
    place: Place
    description: str = ""
    credits: tuple[str, ...] = ()
    url_base: str = ""
    stamps: bool = True
    resources: Mapping[str, str] = field(default_factory=dict)
    table: "Table | None" = None  # what lies where on a virtual table

    @property
    def facts(self) -> Mapping[str, Any]:
        return self.rulebook.facts

    @property
    def counts(self) -> list[int]:
        """The numbers of players that the game is for."""
        if self.table and self.table.setups:
            return list(self.table.setups)
        return list(range(self.rulebook.players["min"], self.rulebook.players["max"] + 1))

    def all_pieces(self) -> list[Piece]:
        return [piece for kind in self.kinds for piece in self.pieces[kind]]
