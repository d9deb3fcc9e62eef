"""The games of this repository, read and drawn once in a whole run for all tests that look at them."""

from pathlib import Path
from typing import NamedTuple

from support.shared import once

from pressplay.build.pipeline import read_games
from pressplay.drawing.component import Component
from pressplay.faces.draw import draw_pieces
from pressplay.game import Game

ROOT = Path(__file__).resolve().parents[2]


class DrawnGame(NamedTuple):
    """A game without a problem, and all its pieces with their pictures."""

    game: Game
    components: tuple[Component, ...]

    def by_kind(self) -> dict[str, list[Component]]:
        return {kind: [one for one in self.components if one.kind.id == kind] for kind in self.game.kinds}


def drawn_game(id: str) -> DrawnGame:
    return once(f"drawn-{id}", lambda: _draw(id))


def _draw(id: str) -> DrawnGame:
    (game,), problems = read_games(ROOT, [id])
    artwork = draw_pieces(game, 2)
    assert not problems and not artwork.problems
    return DrawnGame(game, artwork.components)
