"""The vocabulary: the words that rules may use in their checks, in one dictionary."""

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pressplay.data.fields import COLOR
from pressplay.data.pieces import Piece
from pressplay.drawing.colour import read_color, rgb

from .sandbox import TooMuch, Words, field_of, show

MAX_ROWS = 1_000_000


class Blame(NamedTuple):
    """A piece that breaks a rule, and how."""

    piece: Piece
    why: str


class Verdict:
    """True or false, and why: what was found, what was expected, and the pieces that are to blame."""

    def __init__(
        self,
        good: bool,
        found: str = "",
        expected: str = "",
        blames: tuple[Blame, ...] = (),
        odd: tuple[Any, ...] = (),
    ) -> None:
        self.good = good
        self.odd = odd  # the values that are unlike the others
        self.found = found
        self.expected = expected
        self.blames = blames

    def __bool__(self) -> bool:
        return self.good

    def __str__(self) -> str:
        return show(self.good)


class Tally(dict[Any, int]):
    """How many of each value; a value that is not there has none."""

    def __missing__(self, key: Any) -> int:
        return 0


def count(pieces: Iterable[Any]) -> int:
    """How many there are in the box, copies counted."""
    return sum(_copies(piece) for piece in pieces)


def total(pieces: Iterable[Piece], field: str) -> Any:
    """The sum of a field, copies counted."""
    return sum((field_of(piece, field) or 0) * piece.copies for piece in pieces)


def values(pieces: Iterable[Piece], field: str) -> list[Any]:
    """The sorted list of a field's values, copies counted."""
    return _sorted(value for piece in pieces for value in [field_of(piece, field)] * piece.copies)


def tally(pieces: Iterable[Piece], *fields: str) -> Tally:
    """How many of each value, copies counted; with several fields the keys are tuples."""
    counts: dict[Any, int] = {}
    for piece in pieces:
        key = _key(piece, fields)
        counts[key] = counts.get(key, 0) + piece.copies
    return Tally((key, counts[key]) for key in _sorted(counts))


def unique(pieces: Iterable[Piece], *fields: str) -> Verdict:
    """True when no two designs agree in all these fields."""
    first: dict[Any, Piece] = {}
    blames = []
    for piece in pieces:
        known = first.setdefault(_key(piece, fields), piece)
        if known is not piece:
            same_values = ", ".join(f"{field} {show(field_of(piece, field))}" for field in fields)
            blames.append(Blame(piece, f"{piece.title} has {same_values}, just as {known.title} in {known.place.row}"))
    found = f"{len(blames)} that repeat another" if blames else "no two alike"
    return Verdict(not blames, found, "no two with the same " + " and ".join(fields), tuple(blames))


def where(pieces: Iterable[Piece], **wanted: Any) -> list[Piece]:
    """The pieces whose fields have these values; a list of values admits any of them."""
    return [piece for piece in pieces if all(_has(field_of(piece, name), want) for name, want in wanted.items())]


def same(items: Iterable[Any]) -> Verdict:
    """True when all values are equal."""
    listed = list(items)
    good = all(item == listed[0] for item in listed)
    usual = None if good else max(listed, key=listed.count)
    odd = () if good else tuple(item for item in listed if item != usual)
    return Verdict(good, show(listed), "all of them equal", odd=odd if len(odd) * 2 < len(listed) else ())


def different(items: Iterable[Any]) -> Verdict:
    """True when no two values are equal."""
    listed = list(items)
    twice = [item for at, item in enumerate(listed) if item in listed[:at]]
    return Verdict(not twice, f"{show(twice)} twice" if twice else "no two alike", "no two alike", odd=tuple(twice))


def apart(colors: Iterable[str]) -> float:
    """How far the two most similar of these colours are apart: 0 equal, 100 black and white."""
    labs = [_lab(color) for color in colors]
    return round(min((math.dist(one, other) for one, other in itertools.combinations(labs, 2)), default=100.0), 1)


def disjoint(one: Iterable[Any], other: Iterable[Any]) -> Verdict:
    """True when no value is in both."""
    others = list(other)
    both = [item for item in one if item in others]
    return Verdict(not both, f"{show(both)} in both" if both else "nothing in both", "nothing in both")


def permutations(items: Iterable[Any], n: int | None = None) -> Iterator[tuple[Any, ...]]:
    """The ways to put n of them in a row."""
    return itertools.permutations(items, n)


def combinations(items: Iterable[Any], n: int) -> Iterator[tuple[Any, ...]]:
    """The ways to choose n of them."""
    return itertools.combinations(items, n)


def sequences(pieces: Iterable[Piece], n: int) -> Iterator[tuple[Piece, ...]]:
    """The ways to lay n cards of the deck in a row, each copy used once; equal copies are told apart by nobody."""
    deck = list(pieces)
    left = [piece.copies for piece in deck]

    def lay(row: tuple[Piece, ...]) -> Iterator[tuple[Piece, ...]]:
        if len(row) == n:
            yield row
            return
        for index, piece in enumerate(deck):
            if left[index]:
                left[index] -= 1
                yield from lay((*row, piece))
                left[index] += 1

    return lay(())


def ways(
    pieces: Iterable[Piece], patterns: Iterable[Iterable[Any]], *fields: str, step: Mapping[str, Any] | None = None
) -> list[int]:
    """For each pattern, the ways to lay cards in a row that match it one by one in any of these fields.

    Each copy is a card of its own. With `step`, neighbours differ by at most so much in a field.
    """
    limits = dict(step or {})
    alike: dict[tuple[Any, ...], int] = {}  # cards that differ in nothing that counts here are laid alike
    for piece in pieces:
        key = tuple(_hashable(field_of(piece, field)) for field in (*fields, *limits))
        alike[key] = alike.get(key, 0) + piece.copies
    return [
        _rows([show(value) for value in pattern], alike, len(fields), tuple(limits.values())) for pattern in patterns
    ]


def _rows(pattern: list[str], alike: dict[tuple[Any, ...], int], width: int, limits: tuple[Any, ...]) -> int:
    fitting = [[key for key in alike if wanted in map(show, key[:width])] for wanted in pattern]
    left = dict(alike)
    steps = 0

    def lay(at: int, before: tuple[Any, ...] | None) -> int:
        nonlocal steps
        if at == len(pattern):
            return 1
        found = 0
        for key in fitting[at]:
            near = before is None or all(abs(a - b) <= n for a, b, n in zip(before[width:], key[width:], limits))
            if left[key] and near:
                steps += 1
                if steps > MAX_ROWS:
                    raise TooMuch("this has too many ways to count")
                left[key] -= 1
                found += (left[key] + 1) * lay(at + 1, key)
                left[key] += 1
        return found

    return lay(0, None)


def rotations(items: Iterable[Any]) -> list[list[Any]]:
    """The list turned to start at each of its places."""
    listed = list(items)
    return [listed[start:] + listed[:start] for start in range(len(listed))]


VOCABULARY: Words = {
    "count": count,
    "total": total,
    "values": values,
    "tally": tally,
    "unique": unique,
    "where": where,
    "same": same,
    "different": different,
    "apart": apart,
    "disjoint": disjoint,
    "permutations": permutations,
    "combinations": combinations,
    "sequences": sequences,
    "ways": ways,
    "rotations": rotations,
}


def _lab(color: str) -> tuple[float, float, float]:
    """A colour where distances are as large as they look (Oklab), lightness from 0 to 100."""
    if not COLOR.fullmatch(color):
        raise TypeError(f"{color} is no colour such as #b8336a")
    shares = (channel / 255 for channel in rgb(read_color(color, {})))
    red, green, blue = (((c + 0.055) / 1.055) ** 2.4 if c > 0.04045 else c / 12.92 for c in shares)
    cones = (
        0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue,
        0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue,
        0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue,
    )
    long, middle, short = (cone ** (1 / 3) for cone in cones)
    return (
        100 * (0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short),
        100 * (1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short),
        100 * (0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short),
    )


def _copies(piece: Any) -> int:
    return piece.copies if isinstance(piece, Piece) else 1


def _key(piece: Piece, fields: tuple[str, ...]) -> Any:
    if not fields:
        raise TypeError("name at least one field")
    keys = tuple(_hashable(field_of(piece, field)) for field in fields)
    return keys[0] if len(keys) == 1 else keys


def _hashable(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(_hashable(item) for item in value)
    if isinstance(value, Mapping):
        return tuple((key, _hashable(item)) for key, item in value.items())
    return value


def _has(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, (list, tuple, range)):
        return value in wanted or value == wanted
    return bool(value == wanted)


def _sorted(items: Iterable[Any]) -> list[Any]:
    listed = list(items)
    try:
        return sorted(listed)
    except TypeError:  # values of several types, or none among them
        return sorted(listed, key=lambda item: (item is None, str(type(item)), str(item)))
