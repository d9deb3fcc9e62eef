"""Drawing a game: every piece is filled, laid out and looked through by preflight, in one loop for all who need pictures."""

from collections.abc import Callable, Sequence

from pressplay.cache import open_cache
from pressplay.data.pieces import Kind, Piece
from pressplay.drawing.component import Component
from pressplay.drawing.picture import Picture
from pressplay.game import Game
from pressplay.problem import Problem, once
from pressplay.processes import shared_out

from .fill import fill, open_filler
from .layout import Bench, layout, open_bench
from .look import look_of
from .preflight import PreflightCache, preflight


def draw_pieces(
    game: Game, jobs: int = 1, artists: "Artists | None" = None, meanwhile: Callable[[], object] = lambda: None
) -> tuple[tuple[Component, ...], list[Problem]]:
    """Fill, lay out and preflight every piece of a game; a large game shares the work among processes.

    `artists` remember what they drew, for the next time that somebody who watches the files asks.
    """
    pieces = [(kind, piece) for kind in game.kinds.values() for piece in game.pieces[kind.id]]
    artist = _Artist(game, artists.get(game.id) if artists else None)
    if artists is not None:
        artists[game.id] = artist
        jobs = 1  # what another process learnt would be forgotten
    for kind in game.kinds.values():  # what all cards of a kind share is learnt once, before the work is shared out
        artist.draw([(kind, piece) for piece in game.pieces[kind.id][:1]])
    drawn = shared_out(artist.draw, pieces, jobs, meanwhile)
    problems = [problem for _, found in drawn for problem in found]
    seen: dict[str, Picture] = {}  # the same picture from two processes becomes one again
    components = []
    for (kind, piece), pictures in zip(pieces, (pair for pairs, _ in drawn for pair in pairs), strict=True):
        front, back = (picture and seen.setdefault(picture.hash, picture) for picture in pictures)
        if front:
            components.append(Component(kind, piece, front, back))
    return tuple(components), once(problems)


Pair = tuple[Picture | None, Picture | None]


class _Artist:
    """Draws pieces of one game, and remembers what they have in common."""

    def __init__(self, game: Game, before: "_Artist | None" = None) -> None:
        self.filler = open_filler(game, open_cache(game.root))
        self.look = look_of(game)
        known = before if before and before.look == self.look else None
        self.bench: Bench = known.bench if known else open_bench(game)
        self.notebook: PreflightCache = known.notebook if known else PreflightCache()

    def draw(self, pieces: Sequence[tuple[Kind, Piece]]) -> tuple[list[Pair], list[Problem]]:
        """Front and back of each piece; a side that cannot be drawn is None, and its problems say why."""
        problems: list[Problem] = []
        pairs: list[Pair] = []
        for kind, piece in pieces:
            front = self._side(kind, piece, "front", problems)
            back = self._side(kind, piece, "back", problems) if kind.back else None
            pairs.append((front, back))
        return pairs, problems

    def _side(self, kind: Kind, piece: Piece, side: str, problems: list[Problem]) -> Picture | None:
        picture: Picture | None = None
        face, found = fill(kind, piece, side, self.filler)
        if face:
            picture, found = layout(face, self.bench)
            if picture:
                found = preflight(face, picture, self.notebook)
                _ = picture.hash  # worked out here, where the work is shared
        problems += found
        return picture


Artists = dict[str, _Artist]
