"""The set-up script played in Lua, and every case to play."""

from collections import Counter
from typing import Any

from support.tables import GAMES, Built, built
from support.world import World

from pressplay.data.pieces import Piece

UNIT = 88.9 / 3.1


Data = dict[str, Any]


def cases() -> list[tuple[str, int]]:
    counts = {"king-of-clubs": (2, 4), "genesis-of-destiny-supreme": (3,)}
    return [(game, count) for game in GAMES for count in counts.get(game, (2, 3, 4))]


class Played:
    """A world after the button, with the game at hand."""

    def __init__(self, game: str, players: int, seed: int) -> None:
        self.built: Built = built(game)
        self.players = players
        self.world = World(self.built.save, seed, top_first=bool(seed % 2))
        self.before = self.world.census()
        self.world.press(players)
        self.facts: Any = self.built.game.facts
        self.colors = [seat.color for seat in self.built.arranged.table.seats]

    def piece(self, data: Data) -> Piece:
        _, kind, id = data["GMNotes"].split("/")[:3]
        return next(piece for piece in self.built.game.pieces[kind] if piece.id == id)

    def stack(self, name: str) -> list[Data]:
        """A stack of the table, from its top."""
        (spot,) = (each.spot for each in self.built.arranged.stacks if each.name == name and each.seat < 0)
        assert spot
        found = self.world.near(spot.x / UNIT, spot.y / UNIT)
        assert len(found) <= 1
        return self.world.top_down(found[0]) if found else []

    def cells(self, name: str) -> list[list[Data]]:
        """What lies in each cell of a place."""
        return [self.world.near(cell.x / UNIT, cell.y / UNIT) for cell in self.built.arranged.cells[name]]

    def kinds(self, objects: list[Data]) -> Counter[str]:
        return Counter(each["GMNotes"].split("/")[1] for each in objects)

    def hands(self) -> list[list[Data]]:
        return [self.world.hand(color) for color in self.colors]
