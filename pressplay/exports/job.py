"""A job is what an export is given: a game's pictures and sheets, and the options asked for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pressplay.cache import Cache
from pressplay.drawing.component import Component
from pressplay.drawing.picture import Picture
from pressplay.game import Game
from pressplay.sheets.sheet import Deck
from pressplay.spool import Spool

from .options import Options

if TYPE_CHECKING:  # a table is for virtual tabletops alone
    from pressplay.table.table import Arrangement


@dataclass(frozen=True)
class Job:
    """Everything an export may look at."""

    game: Game
    components: tuple[Component, ...]  # in the order of kinds and pieces
    decks: tuple[Deck, ...]  # one per paper, when printing
    pages: tuple[Picture, ...]  # the typeset rulebook
    options: Options
    arranged: "Arrangement | None" = None  # the virtual table, when the game has one and all kinds are built
    cache: Cache = field(default_factory=Cache)

    def of_kind(self, kind: str) -> Iterator[Component]:
        return (component for component in self.components if component.kind.id == kind)

    @property
    def by_id(self) -> Mapping[tuple[str, str], Component]:
        return {(component.kind.id, component.piece.id): component for component in self.components}


@dataclass(frozen=True, slots=True)
class OutFile:
    """A finished file: its path below the game's output folder, what it is for, and its bytes."""

    path: str
    role: str  # print, rulebook, tts-sheet, tts-save, tts-thumbnail, …
    content: bytes | Spool
    paper: str = ""
    kind: str = ""
    digest: str = ""  # of the data, when it is known already: large images are hashed once

    @property
    def data(self) -> bytes:
        """All its bytes."""
        return self.content if isinstance(self.content, bytes) else self.content.data
