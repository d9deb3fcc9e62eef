"""A job is what an export is given: a game's pictures and sheets, and the options asked for."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pressplay.cache import Cache
from pressplay.drawing.component import Component
from pressplay.drawing.picture import Picture
from pressplay.game import Game
from pressplay.problem import Problem
from pressplay.sheets.sheet import Deck
from pressplay.writing import WriteResult

if TYPE_CHECKING:  # a table is for virtual tabletops alone
    from pressplay.table.table import Arrangement


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line can ask of a build; each option has the default people expect."""

    papers: tuple[str, ...] = ("a4", "letter")
    backs: str = "long-edge"
    kinds: tuple[str, ...] = ()  # empty: all
    targets: tuple[str, ...] = ("print", "rulebook", "tts")
    jobs: int = 0  # 0: as many as there are cores
    tts_max_px: int = 4096
    tts_format: str = "png"
    url_base: str = ""
    bleed: bool = False  # images with the bleed around them
    ink_saver: bool = False  # prints in lines


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
    data: bytes
    paper: str = ""
    kind: str = ""
    digest: str = ""  # of the data, when it is known already: large images are hashed once


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a long build stands, for whoever watches."""

    game: str
    doing: str
    done: int = 0
    total: int = 0


Tell = Callable[[Progress], None]


@dataclass(slots=True)
class BuildResult:
    """What a build found and made."""

    problems: list[Problem] = field(default_factory=list)
    written: dict[str, WriteResult] = field(default_factory=dict)  # game → what became of its files
    layouts: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)  # game → paper → kind → layout
    pieces: dict[str, tuple[int, int]] = field(default_factory=dict)  # game → designs, copies
    older: dict[str, list[str]] = field(default_factory=dict)  # game → files of other targets that show old pieces
