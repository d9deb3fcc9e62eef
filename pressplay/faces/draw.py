"""Drawing a game: every piece is filled, laid out and looked through by preflight, in one loop for all who need pictures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pressplay.cache import Cache, open_cache
from pressplay.data.pieces import Kind, Piece
from pressplay.drawing.component import Component
from pressplay.drawing.picture import Picture
from pressplay.files import Reads
from pressplay.game import Game
from pressplay.problem import Problem, once
from pressplay.processes import shared_out

from .fill import fill, open_filler
from .layout import Bench, layout, open_bench
from .preflight import PreflightCache, preflight


@dataclass(frozen=True, slots=True)
class Artwork:
    """A game's pieces with their pictures, what each side read while it was filled, and what is wrong."""

    components: tuple[Component, ...]
    reads: Mapping[tuple[str, str], Mapping[str, frozenset[str]]]  # kind and piece → side → what was read
    problems: list[Problem]


def draw_pieces(
    game: Game,
    jobs: int = 1,
    artists: "Artists | None" = None,
    meanwhile: Callable[[], object] = lambda: None,
    checked: bool = True,
) -> Artwork:
    """Fill, lay out and preflight every piece of a game; a large game shares the work among processes.

    `artists` remember what they drew, for the next time that somebody who watches the files asks.
    An edition that is only looked at is not `checked`: preflight is left away, and nothing is kept in its folder.
    """
    pieces = [(kind, piece) for kind in game.kinds.values() for piece in game.pieces[kind.id]]
    artist = _Artist(game, checked, artists.get(game.id) if artists else None)
    if artists is not None:
        artists[game.id] = artist
        jobs = 1  # what another process learnt would be forgotten
    for kind in game.kinds.values():  # what all cards of a kind share is learnt once, before the work is shared out
        artist.draw([(kind, piece) for piece in game.pieces[kind.id][:1]])
    sides = [one for part in shared_out(artist.draw, pieces, jobs, game.files, meanwhile) for one in part]
    seen: dict[str, Picture] = {}  # the same picture from two processes becomes one again
    components = []
    for (kind, piece), one in zip(pieces, sides, strict=True):
        front, back = (picture and seen.setdefault(picture.cache_key, picture) for picture in (one.front, one.back))
        if front:
            components.append(Component(kind, piece, front, back))
    reads = {(kind.id, piece.id): one.reads for (kind, piece), one in zip(pieces, sides)}
    return Artwork(tuple(components), reads, once(problem for one in sides for problem in one.problems))


class _Sides(NamedTuple):
    """A piece as it was drawn; a side that cannot be drawn is None, and its problems say why."""

    front: Picture | None
    back: Picture | None
    reads: dict[str, frozenset[str]]
    problems: list[Problem]


class _Artist:
    """Draws pieces of one game, and remembers what they have in common."""

    def __init__(self, game: Game, checked: bool, before: "_Artist | None") -> None:
        self.filler = open_filler(game, open_cache(game.root) if checked else Cache())
        self.checked = checked
        self.bench: Bench = open_bench(game, before.bench if before else None)
        known = before if before and before.bench.pictures is self.bench.pictures else None
        self.notebook: PreflightCache = known.notebook if known else PreflightCache(allow=game.allow)

    def draw(self, pieces: Sequence[tuple[Kind, Piece]]) -> list[_Sides]:
        """Front and back of each piece."""
        return [self._piece(kind, piece) for kind, piece in pieces]

    def _piece(self, kind: Kind, piece: Piece) -> _Sides:
        reads: dict[str, frozenset[str]] = {}
        problems: list[Problem] = []

        def side(name: str) -> Picture | None:
            picture: Picture | None = None
            face, found = fill(kind, piece, name, self.filler)
            if face:
                reads[name] = face.reads
                picture, found = layout(face, self.bench)
                if picture:
                    found = preflight(face, picture, self.notebook) if self.checked else []
                    _ = picture.cache_key  # worked out here, where the work is shared
            problems.extend(found)
            return picture

        return _Sides(side("front"), side("back") if kind.back else None, reads, problems)


class Artists(dict[str, _Artist]):
    """Who drew each game last, and what the last build asked of the project's files: for those who watch them."""

    reads: Sequence[Reads] = ()
