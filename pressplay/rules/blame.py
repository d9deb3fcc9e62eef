"""Blame says where a failed check is to be mended: at a fact, at a piece, or at both when it cannot know."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from pressplay.data.pieces import Kind, Piece
from pressplay.problem import Place

from .reads import value_at
from .rule import Check
from .sandbox import field_of, show

if TYPE_CHECKING:  # a rulebook asks for its judgement
    from .rulebook import Rulebook

ENOUGH = 3  # so many members that all fail speak against what they are held to


class Call(NamedTuple):
    """A word for checks as a check used it on pieces."""

    word: str
    pieces: tuple[Piece, ...]
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Failure:
    """One time that a check failed, with all it looked at."""

    check: int
    member: tuple[Any, ...]
    odd: tuple[Any, ...]  # values that stand where others were expected
    lacking: tuple[Any, ...]  # values that were expected and are not there
    loose: bool  # held to a list, of which each value may be wrong
    calls: tuple[Call, ...]

    @property
    def piece(self) -> Piece | None:
        """The piece that the check was tried for."""
        return next((member for member in self.member if isinstance(member, Piece)), None)


class Blamed(NamedTuple):
    """Where to mend, and the other places when each may be wrong."""

    place: Place
    either: tuple[Place, ...] = ()


def _blamed(places: Sequence[Place]) -> Blamed:
    """The first place, and the others in other lines."""
    lines = {(place.file, place.line): place for place in reversed(places)}
    return Blamed(places[0], tuple(place for place in reversed(lines.values()) if place != places[0]))


class Accuser:
    """Weighs all checks of a book together: what fails everywhere is wrong itself."""

    def __init__(
        self,
        book: "Rulebook",
        kinds: Mapping[str, Kind],
        pieces: Mapping[str, Sequence[Piece]],
        tried: Sequence[int],
        failures: Sequence[Failure],
    ) -> None:
        self.book = book
        self.kinds = {kind.plural: kind for kind in kinds.values()}
        self.pieces = pieces
        self.tried = tried
        self.failing = Counter(failure.check for failure in failures)
        self.by_piece = {failure.check for failure in failures if failure.piece}
        self.facts = [tuple(self._facts(check)) for check in book.checks]

    def blamed(self, failure: Failure) -> Blamed:
        check = self.book.checks[failure.check]
        facts = self._suspects(failure)
        decks = [kind for plural, kind in self.kinds.items() if plural in check.names]
        piece = failure.piece or self._odd_piece(failure)
        if not decks and not piece:
            return _blamed(facts or [check.place])
        deck = piece.place if piece else self._deck(decks[0])
        others = [self._deck(kind) for kind in decks if not piece or kind.id != piece.kind]
        weight = self._weight(failure) if facts else -1
        if weight > 0:
            return _blamed(facts)
        if weight < 0:
            return _blamed([deck, *others])
        one = piece is not None and self.failing[failure.check] == 1
        return _blamed([deck, *facts, *others] if one else [*facts, deck, *others])

    def _deck(self, kind: Kind) -> Place:
        """A deck as a whole: its file, for no piece of it is known to be wrong; its kind when it has none."""
        first = next(iter(self.pieces.get(kind.id, ())), None)
        return Place(first.place.file, sheet=first.place.sheet) if first else kind.place

    def _facts(self, check: Check) -> Iterator[str]:
        """The facts a check's condition reads, each by its longest written name."""
        known = [path for path in check.paths if path in self.book.places]
        for path in sorted(known):
            if not any(other.startswith(f"{path}.") for other in known):
                yield path

    def _suspects(self, failure: Failure) -> list[Place]:
        """Where the facts stand that may be wrong, the most suspicious first."""
        ranked = sorted(self.facts[failure.check], key=self._innocence)
        worst = self._innocence(ranked[0])[0] if ranked else 0
        return [self._part(path, failure) for path in ranked if self._innocence(path)[0] == worst]

    def _innocence(self, path: str) -> tuple[int, bool, int]:
        """Less for a fact that more failing checks read, and fewer that hold."""
        read = [index for index, facts in enumerate(self.facts) if path in facts]
        failing = sum(index in self.failing for index in read)
        return -failing, path.startswith("players"), sum(self.tried[index] > 0 for index in read) - failing

    def _part(self, path: str, failure: Failure) -> Place:
        """The part of a list or mapping that is wrong, when it shows which."""
        value = value_at(self.book.facts, path)
        items = list(enumerate(value) if isinstance(value, list) else ())
        for index, item in items:
            if any(item is member for member in failure.member):
                return self.book.places.get(f"{path}.{index}", self.book.places[path])
        for index, item in items:
            if any(item == value for value in failure.lacking):
                return self.book.places.get(f"{path}.{index}", self.book.places[path])
        return self.book.places[path]

    def _weight(self, failure: Failure) -> int:
        """Above 0 when the fact is the odd one, below 0 when the piece is, 0 when nobody can know."""
        index = failure.check
        mine = self.facts[index]
        for other in self.by_piece:
            count = self.failing[other]
            alone = len(self.kinds.keys() & self.book.checks[other].names) == 1
            if alone and count == self.tried[other] >= ENOUGH and set(mine) & set(self.facts[other]):
                return 1
        if failure.piece and not failure.loose and self.tried[index] >= ENOUGH and self.failing[index] == 1:
            return -1
        return 0

    def _odd_piece(self, failure: Failure) -> Piece | None:
        """The piece whose value stands where another was expected; of two twins the second."""
        for call in reversed(failure.calls):
            odd = [piece for piece in call.pieces if call.fields and self._value(piece, call.fields) in failure.odd]
            if odd:
                return odd[-1]
        looked = [call.pieces for call in failure.calls if call.pieces]
        few = min(looked, key=len, default=())
        if len(few) == 1 and not any(call.word == "count" for call in failure.calls):
            return few[0]  # where some are too few, the one that is there is not to blame
        odd = [piece for piece in few if any(value in failure.odd for value in piece.values.values())]
        return odd[0] if len(odd) == 1 else None

    def _value(self, piece: Piece, fields: tuple[str, ...]) -> Any:
        values = tuple(field_of(piece, field) for field in fields)
        return values[0] if len(values) == 1 else values


def surplus(left: Any, right: Any) -> tuple[Any, ...]:
    """The values of one list or tally that the other has not, or fewer of."""
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return tuple(key for key, many in left.items() if _number(many) > _number(right.get(key, 0)))
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        rest = list(right)
        return tuple(_taken(left, rest))
    return ()


def _taken(items: Iterable[Any], rest: list[Any]) -> Iterator[Any]:
    for item in items:
        if item in rest:
            rest.remove(item)
        else:
            yield item


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def called(word: Any, args: tuple[Any, ...]) -> Call | None:
    """What a call shows of the pieces it looked at; None when it looked at none."""
    if not args or not isinstance(args[0], list | tuple):
        return None
    pieces = tuple(item for item in args[0] if isinstance(item, Piece))
    fields = tuple(arg for arg in args[1:] if isinstance(arg, str))
    return Call(str(getattr(word, "__name__", word)), pieces, fields) if pieces else None


def words_for(subject: str, found: str, expected: str, member: tuple[Any, ...]) -> str:
    """A failed check in words, when its author gave none."""
    who = f" ({show(member)})" if member else ""
    return f"{subject}{who} is {found}; it must be {expected}"
