"""Boxes: which of them a game needs, sized from its own pieces: one for each deck, one for all cards, trays for tokens."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import NamedTuple

from pressplay.data.pieces import Kind
from pressplay.drawing.component import Component
from pressplay.drawing.picture import Picture
from pressplay.game import Game
from pressplay.units import num

from .nets import Inside, Net, tray, tuck_box

_ROOM = 2.0  # more than a card is wide and high
_LOOSE = 1.5  # more than a deck is deep
_SHALLOWEST = 6.0  # no box is folded of less
_FEWEST = 9  # cards that deserve a box of their own
_IN_TRAYS = ("tile", "token", "standee")
_TILE = 2.0  # one of these, glued on board
_FEW = 4  # tokens that deserve a tray
_STACK = 8  # tokens that lie over one another in a tray
_APART = 1.5  # between the stacks
DIVIDER_TAB = 8.0  # what a divider is higher than the cards


class Stock(NamedTuple):
    """What the cards are like."""

    thickness: float  # of one card
    sleeve: float = 0.0  # what a sleeve adds to width and height


STOCKS: Mapping[str, Stock] = {
    "none": Stock(0.33),
    "thin": Stock(0.40, 2.5),
    "thick": Stock(0.53, 2.5),
}


@dataclass(frozen=True, slots=True)
class BoxPlan:
    """A box or a tray, what it is for and what it looks like."""

    title: str
    contents: str
    inside: Inside
    net: Net
    art: Picture | None = None

    @property
    def words(self) -> str:
        """What is said of it on its sheet."""
        room = " × ".join(num(length, 1) for length in self.inside)
        return f"{self.title}: {self.contents}, {room} mm inside"


class Divider(NamedTuple):
    """A card that parts kinds in a box: their size, and a tab with a name."""

    title: str
    width: float
    height: float  # with its tab
    art: Picture | None


class BoxSet(NamedTuple):
    """Everything that holds a game."""

    plans: tuple[BoxPlan, ...]
    dividers: tuple[Divider, ...]


def box_set(game: Game, components: Sequence[Component], stock: Stock) -> BoxSet:
    """The boxes, trays and dividers of a game, or of some of its kinds."""
    cards = [deck for deck in _decks(components) if deck.kind.tabletop == "card"]
    tokens = [deck for deck in _decks(components) if deck.kind.tabletop in _IN_TRAYS]
    together = _together(cards)
    plans: list[BoxPlan] = []
    dividers: list[Divider] = []
    if len(together) > 1:
        plans.append(_game_box(game, together, stock))
        size = _face(together[0], stock)
        dividers = [Divider(deck.kind.title, size[0], size[1] + DIVIDER_TAB, deck.art) for deck in together]
    plans += [_deck_box(deck, stock) for deck in cards if deck.copies >= _FEWEST or len(cards) == 1]
    plans += [_token_tray(deck) for deck in tokens if deck.copies >= _FEW]
    return BoxSet(tuple(plans), tuple(dividers))


class _Deck(NamedTuple):
    kind: Kind
    copies: int
    art: Picture | None


def _decks(components: Iterable[Component]) -> Iterator[_Deck]:
    groups: dict[str, list[Component]] = {}
    for one in components:
        if one.piece.copies:
            groups.setdefault(one.kind.id, []).append(one)
    for group in groups.values():
        first = group[0]
        yield _Deck(first.kind, sum(one.piece.copies for one in group), first.back or first.front)


def _together(decks: Sequence[_Deck]) -> list[_Deck]:
    """The decks of the size that most cards have."""
    counts: dict[tuple[float, float], int] = {}
    for deck in decks:
        key = _key(deck)
        counts[key] = counts.get(key, 0) + deck.copies
    if not counts:
        return []
    most = max(counts, key=lambda key: counts[key])
    return [deck for deck in decks if _key(deck) == most]


def _key(deck: _Deck) -> tuple[float, float]:
    size = deck.kind.size
    return min(size.width, size.height), max(size.width, size.height)


def _face(deck: _Deck, stock: Stock) -> tuple[float, float]:
    """How large a card is as it stands in its box."""
    short, long = _key(deck)
    return short + stock.sleeve, long + stock.sleeve


def _depth(deck: _Deck, stock: Stock) -> float:
    return deck.copies * stock.thickness


def _deck_box(deck: _Deck, stock: Stock) -> BoxPlan:
    face = _face(deck, stock)
    inside = Inside(face[0] + _ROOM, face[1] + _ROOM, max(_depth(deck, stock) + _LOOSE, _SHALLOWEST))
    contents = f"{deck.copies} card{'' if deck.copies == 1 else 's'}"
    return BoxPlan(deck.kind.title, contents, inside, tuck_box(inside), deck.art)


def _game_box(game: Game, decks: Sequence[_Deck], stock: Stock) -> BoxPlan:
    """One box for all cards of the usual size, with room for a divider before each kind."""
    face = _face(decks[0], stock)
    depth = sum(_depth(deck, stock) for deck in decks) + len(decks) * STOCKS["none"].thickness + _LOOSE
    inside = Inside(face[0] + _ROOM, face[1] + DIVIDER_TAB + _ROOM, max(depth, _SHALLOWEST))
    copies = sum(deck.copies for deck in decks)
    largest = max(decks, key=lambda deck: deck.copies)
    return BoxPlan(game.title, f"{copies} cards, {len(decks)} dividers", inside, tuck_box(inside), largest.art)


def _token_tray(deck: _Deck) -> BoxPlan:
    """Stacks of tokens side by side, about as many one way as the other."""
    size = deck.kind.size
    stacks = ceil(deck.copies / _STACK)
    columns = min(stacks, max(1, round(sqrt(stacks * size.height / size.width))))
    rows = ceil(stacks / columns)
    high = min(deck.copies, _STACK) * _TILE
    inside = Inside(
        columns * (size.width + _APART) + _APART, rows * (size.height + _APART) + _APART, max(high + 3, 8.0)
    )
    return BoxPlan(deck.kind.title, f"tray for {deck.copies}", inside, tray(inside))
