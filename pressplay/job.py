"""A job is what an export is given: a game's pictures and sheets, and the options asked for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from .cache import Cache
from .game import Game, Kind, Piece
from .picture import Picture
from .sheet import Deck
from .tabletop import Arrangement


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


@dataclass(frozen=True, slots=True)
class Made:
    """A piece with its pictures."""

    kind: Kind
    piece: Piece
    front: Picture
    back: Picture | None


@dataclass(frozen=True)
class Job:
    """Everything an export may look at."""

    game: Game
    made: tuple[Made, ...]  # in the order of kinds and pieces
    decks: tuple[Deck, ...]  # one per paper, when printing
    pages: tuple[Picture, ...]  # the typeset rulebook
    options: Options
    arranged: Arrangement | None = None  # the virtual table, when the game has one and all kinds are built
    cache: Cache = field(default_factory=Cache)

    def of_kind(self, kind: str) -> Iterator[Made]:
        return (made for made in self.made if made.kind.id == kind)

    @property
    def by_id(self) -> Mapping[tuple[str, str], Made]:
        return {(made.kind.id, made.piece.id): made for made in self.made}


@dataclass(frozen=True, slots=True)
class OutFile:
    """A finished file: its path below the game's output folder, what it is for, and its bytes."""

    path: str
    role: str  # print, rulebook, tts-sheet, tts-save, tts-thumbnail, …
    data: bytes
    paper: str = ""
    kind: str = ""
