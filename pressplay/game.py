"""A game is its kinds and pieces, the facts they share and the look they are drawn in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pressplay.data.pieces import Contents, Family, Kind, Piece
from pressplay.files import ProjectFiles
from pressplay.problem import Place, Problem
from pressplay.rules.canon import Canon
from pressplay.rules.rulebook import Rulebook
from pressplay.table.table import Table


@dataclass(frozen=True, slots=True)
class Allowances:
    """How far a game may go below what print needs."""

    resolution: float = 200.0  # pixels per inch; softer art looks wrong in print
    contrast: float = 4.5
    type: float = 7.0  # points


USUAL = Allowances()  # what print needs


@dataclass(frozen=True, slots=True)
class Look:
    """All of a game that decides how markup is drawn; a drawing sees nothing else of it but files."""

    game: str
    version: str
    stamps: bool
    fonts: Mapping[str, str]
    families: Mapping[str, Family]
    palette: Mapping[str, str]
    language: str = "en"
    icon_grounds: bool = True  # whether icons keep the squares that their figures stand on
    allow: Allowances = USUAL
    types: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # type styles: name → attribute → its text


@dataclass(frozen=True, slots=True)
class UnreadPiece:
    """A piece with a mistake in it, of a game that is a draft."""

    kind: str
    title: str  # as far as it says one
    place: Place


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
    rulebook: Rulebook
    files: ProjectFiles  # of its project
    place: Place
    description: str = ""
    credits: tuple[str, ...] = ()
    url_base: str = ""
    stamps: bool = True
    icon_grounds: bool = True
    allow: Allowances = USUAL
    remarks: tuple[Problem, ...] = ()  # what is no mistake, but worth a look
    resources: Mapping[str, str] = field(default_factory=dict)
    table: Table | None = None  # what lies where on a virtual table
    canon: Canon | None = None  # what the designer's own rulebook says, and how it is held
    unread: tuple[UnreadPiece, ...] = ()  # of a draft: what could not be read

    @property
    def root(self) -> Path:
        """The project's folder: never to be written into an output."""
        return self.files.root

    @property
    def look(self) -> Look:
        return Look(
            self.id,
            self.version,
            self.stamps,
            self.fonts,
            self.families,
            self.palette,
            self.language,
            self.icon_grounds,
            self.allow,
            _texts(self.style.get("type") or {}),
        )

    def text_font(self, style: str = "regular") -> str:
        """The file of a style of the face that text is set in; the next best where the family lacks it."""
        files = self.families[self.fonts.get("text") or next(iter(self.fonts.values()))].files
        return files.get(style) or files.get("regular") or next(iter(files.values()))

    @property
    def facts(self) -> Mapping[str, Any]:
        return self.rulebook.facts

    @property
    def contents(self) -> Contents:
        return Contents(self.kinds, self.pieces, self.rulebook.players)

    @property
    def counts(self) -> list[int]:
        """The numbers of players that the game is for."""
        if self.table and self.table.setups:
            return list(self.table.setups)
        return list(range(self.rulebook.players["min"], self.rulebook.players["max"] + 1))

    def all_pieces(self) -> list[Piece]:
        return [piece for kind in self.kinds for piece in self.pieces[kind]]


def _texts(types: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, str]]:
    """Type styles in the words of attributes."""
    switches = {True: "yes", False: "no"}
    return {
        str(name): {key: switches[value] if isinstance(value, bool) else str(value) for key, value in look.items()}
        for name, look in types.items()
    }
