"""Limits are what a game's rules say about numbers, as far as their checks compare them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from pressplay.data.pieces import Kind
from pressplay.game import Game
from pressplay.rules.comparison import NOTHING, Band, CheckBound, Comparisons, Expression, Loop

from .chart import Limit

_SORTS = {"==": "exactly", "<=": "most", ">=": "least"}


class About(NamedTuple):
    """What a limit is about: its sort, the kind and the field."""

    sort: str  # deck, value, length, total, count (of a value), item (in lists), items (lists of a length)
    kind: str
    field: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of numbers that a rule names, both ends included."""

    name: str
    low: float
    high: float
    wanted: tuple[Limit, ...] = ()


class Limits:
    """The limits of one game."""

    def __init__(self, game: Game) -> None:
        self._compared = Comparisons(game.rulebook)
        self._plurals = {kind.plural: kind for kind in game.kinds.values()}
        decks = {kind.plural: list(game.pieces[kind.id]) for kind in game.kinds.values()}
        self._names = {**decks, **game.facts, "players": dict(game.rulebook.players)}
        self._found: dict[About, list[tuple[Any, Limit]]] = {}
        self._stretches: dict[tuple[str, str], dict[tuple[float, float], Stretch]] = {}
        for one in self._compared.terms:
            self._read(one)
        for band in self._compared.bands:
            self._read_band(band)

    def of(self, sort: str, kind: Kind, field: str = "", value: Any = None) -> tuple[Limit, ...]:
        """The limits of a deck, of a field's numbers, or of how many have a value."""
        found = self._found.get(About(sort, kind.id, field), ())
        return tuple(dict.fromkeys(limit for known, limit in found if known == value))

    def stretches(self, kind: Kind, field: str) -> tuple[Stretch, ...]:
        """The stretches into which rules divide a field's numbers, from the lowest."""
        return tuple(sorted(self._stretches.get((kind.id, field), {}).values(), key=lambda one: (one.low, one.high)))

    def weighs(self, kind: Kind, field: str) -> bool:
        """Whether a rule looks at a field for more than that no two designs are alike."""
        return self._compared.asks(kind.plural, field)

    # Reading ----------------------------------------------------------------------

    def _read(self, one: CheckBound) -> None:
        term = one.term
        if term.sort in ("value", "length"):  # of each piece; a limit of its own is no limit
            if one.loop and one.loop.name == term.of and one.loop.members.name in self._plurals:
                self._add(About(term.sort, self._plurals[one.loop.members.name].id, term.field), one, {})
            return
        kind = self._plurals.get(term.of)
        if not kind:
            return
        if term.sort == "all":
            self._exactly(About("count", kind.id, term.field), one)
        elif term.sort in ("least", "most"):
            if one.sign == "==" or _SORTS.get(one.sign) == term.sort:
                sign = {"least": ">=", "most": "<="}[term.sort]
                self._add(About("value", kind.id, term.field), replace(one, sign=sign), {})
        else:
            for member in self._members(one.loop):
                self._of_deck(About(term.sort, kind.id, term.field), one, member)

    def _of_deck(self, about: About, one: CheckBound, member: Mapping[str, Any]) -> None:
        value = self._value(one.term.value, member) if one.term.value else None
        for each in value if isinstance(value, list) and len(value) == 1 else [value]:
            if each is not NOTHING and not isinstance(each, list | dict):
                self._add(about, one, member, each)

    def _exactly(self, about: About, one: CheckBound) -> None:
        listed = self._value(one.right, {})
        if one.sign == "==" and isinstance(listed, list):
            for value in listed:
                limit = Limit("exactly", listed.count(value), one.rule)
                self._found.setdefault(about, []).append((value, limit))

    def _add(self, about: About, one: CheckBound, member: Mapping[str, Any], value: Any = None) -> None:
        bound = self._value(one.right, member)
        times = self._value(one.term.times, member) if one.term.times else 1
        if not _is_number(bound) or not _is_number(times) or not times:
            return
        limit = _limit(one.sign, bound / times, one.rule)
        if limit:
            self._found.setdefault(about, []).append((value, limit))

    def _read_band(self, band: Band) -> None:
        kind = self._plurals.get(band.plural)
        if not kind:
            return
        known = self._stretches.setdefault((kind.id, band.field), {})
        for member in self._members(band.loop):
            low, high = self._value(band.low, member), self._value(band.high, member)
            if not _is_number(low) or not _is_number(high):
                continue
            bound = self._value(band.right, member) if band.right else NOTHING
            limit = _limit(band.sign, bound, band.rule) if _is_number(bound) else None
            before = known.get((low, high))
            wanted = (*(before.wanted if before else ()), *([limit] if limit else ()))
            name = _name_of(member.get(band.loop.name)) if band.loop else ""
            known[low, high] = Stretch(name, low, high, tuple(dict.fromkeys(wanted)))

    def _members(self, loop: Loop | None) -> Iterator[Mapping[str, Any]]:
        """What the variable of a check stands for, one after the other; once nothing when it has none."""
        if not loop:
            yield {}
        elif loop.name:
            listed = self._value(loop.members, {})
            for member in listed if isinstance(listed, list | tuple | dict | range) else ():
                yield {loop.name: member}

    def _value(self, expression: Expression, member: Mapping[str, Any]) -> Any:
        return expression.value({**self._names, **member})


def _limit(sign: str, at: float, rule: str) -> Limit | None:
    """A limit; “more than 0” says no more than that there is something."""
    if sign in _SORTS:
        return Limit(_SORTS[sign], at, rule)
    if sign in "<>" and at and at == int(at):  # of whole numbers
        return Limit("most", at - 1, rule) if sign == "<" else Limit("least", at + 1, rule)
    return None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _name_of(member: Any) -> str:
    if isinstance(member, Mapping):
        return next((str(member[key]) for key in ("name", "title", "word") if key in member), "")
    return str(member) if isinstance(member, str) else ""
