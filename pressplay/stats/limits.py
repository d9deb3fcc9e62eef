"""Limits are what a game's rules say about numbers: read from the shapes in which checks are commonly written."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pressplay.data.pieces import Kind
from pressplay.game import Game
from pressplay.rules.sandbox import Sandbox
from pressplay.rules.vocabulary import VOCABULARY

from .chart import Limit

_SIGNS = ("==", "<=", ">=", "<", ">", "in")
_SORTS = {"==": "exactly", "<=": "most", ">=": "least"}
_ID = re.compile(r"[A-Za-z_]\w*")
# What a check may compare: sort of limit → how its left side is written. P: plural, F: field, E: a value.
_SHAPES: Mapping[str, re.Pattern[str]] = {
    "deck": re.compile(r"count\((?P<P>\w+)\)"),
    "designs": re.compile(r"(?P<P>\w+)\|length"),
    "value": re.compile(r"(?P<V>\w+)\.(?P<F>\w+)"),
    "length": re.compile(r"(?P<V>\w+)\.(?P<F>\w+)\|length"),
    "least": re.compile(r'values\((?P<P>\w+), "(?P<F>\w+)"\)\|min'),
    "most": re.compile(r'values\((?P<P>\w+), "(?P<F>\w+)"\)\|max'),
    "total": re.compile(r'total\((?P<P>\w+), "(?P<F>\w+)"\)'),
    "all": re.compile(r'values\((?P<P>\w+), "(?P<F>\w+)"\)'),
    "count": re.compile(r"count\(where\((?P<P>\w+), (?P<F>\w+)=(?P<E>[^=]+)\)\)(?: \* (?P<times>.+))?"),
    "item": re.compile(
        r'(?P<P>\w+)\|sum\(attribute="(?P<F>\w+)", start=\[\]\)\|select\("equalto", (?P<E>.+)\)\|list\|length'
    ),
    "items": re.compile(
        r'(?P<P>\w+)\|map\(attribute="(?P<F>\w+)"\)\|map\("length"\)\|select\("equalto", (?P<E>.+)\)\|list\|length'
    ),
}
_BAND = re.compile(
    r'(?P<P>\w+)\|selectattr\("(?P<F>\w+)", "ge", (?P<low>[^()]+)\)\|selectattr\("(?P=F)", "le", (?P<high>[^()]+)\)'
)


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
    """The limits of one game; a check that is written in another way tells none, and that is no mistake."""

    def __init__(self, game: Game) -> None:
        self._sandbox = Sandbox(VOCABULARY)
        self._plurals = {kind.plural: kind for kind in game.kinds.values()}
        decks = {kind.plural: list(game.pieces[kind.id]) for kind in game.kinds.values()}
        self._names = {**decks, **game.facts, "players": dict(game.rulebook.players)}
        self._found: dict[About, list[tuple[Any, Limit]]] = {}
        self._stretches: dict[tuple[str, str], dict[tuple[float, float], Stretch]] = {}
        self._checks = [check.text.split(" else ")[0] for check in game.rulebook.checks]
        for rule in game.rulebook.rules:
            for index in rule.checks:
                self._read(rule.id, self._checks[index])

    def of(self, sort: str, kind: Kind, field: str = "", value: Any = None) -> tuple[Limit, ...]:
        """The limits of a deck, of a field's numbers, or of how many have a value."""
        found = self._found.get(About(sort, kind.id, field), ())
        return tuple(dict.fromkeys(limit for known, limit in found if known == value))

    def stretches(self, kind: Kind, field: str) -> tuple[Stretch, ...]:
        """The stretches into which rules divide a field's numbers, from the lowest."""
        return tuple(sorted(self._stretches.get((kind.id, field), {}).values(), key=lambda one: (one.low, one.high)))

    def weighs(self, kind: Kind, field: str) -> bool:
        """Whether a rule looks at a field for more than that no two designs are alike."""
        name = re.escape(field)
        wanted = re.compile(rf'\.{name}\b|\b{name}=|"{name}"')
        alike = re.compile(rf"unique\({kind.plural},[^()]*\)")
        mine = re.compile(rf"\b{kind.plural}\b")
        return any(mine.search(text) and wanted.search(alike.sub("", text)) for text in self._checks)

    # Reading ----------------------------------------------------------------------

    def _read(self, rule: str, text: str) -> None:
        condition, _, loop = _cut(text, ("for",))
        name, _, members = _cut(loop, ("in",))
        if _cut(condition, ("or", "if"))[1]:
            return
        for part in _parts(condition, "and"):
            left, sign, right = _cut(part, _SIGNS)
            for band in _BAND.finditer(part):
                self._band(rule, band, left, sign, right, name, members)
            if sign:
                self._compared(rule, left, sign, right, name, members)

    def _compared(self, rule: str, left: str, sign: str, right: str, name: str, members: str) -> None:
        for sort, shape in _SHAPES.items():
            match = shape.fullmatch(left)
            if not match:
                continue
            parts = match.groupdict()
            if "V" in parts:
                if parts["V"] == name and members in self._plurals:  # of each piece; a limit of its own is no limit
                    self._add(About(sort, self._plurals[members].id, parts["F"]), None, rule, sign, right, {})
            elif parts["P"] in self._plurals:
                kind = self._plurals[parts["P"]].id
                self._of_deck(sort, kind, parts, rule, sign, right, self._members(name, members))

    def _of_deck(
        self,
        sort: str,
        kind: str,
        parts: Mapping[str, str | None],
        rule: str,
        sign: str,
        right: str,
        members: Iterable[Mapping[str, Any]],
    ) -> None:
        field = parts.get("F") or ""
        if sort == "all":
            self._exactly(kind, field, rule, sign, right)
        elif sort in ("least", "most"):
            if sign == "==" or _SORTS.get(sign) == sort:
                sign = {"least": ">=", "most": "<="}[sort]
                self._add(About("value", kind, field), None, rule, sign, right, {})
        else:
            for member in members:
                value = self._worked_out(parts["E"], member) if parts.get("E") else None
                times = self._worked_out(parts["times"], member) if parts.get("times") else 1
                for one in value if isinstance(value, list) and len(value) == 1 else [value]:
                    if one is not _NOTHING and not isinstance(one, list | dict):
                        self._add(About(sort, kind, field), one, rule, sign, right, member, times)

    def _exactly(self, kind: str, field: str, rule: str, sign: str, right: str) -> None:
        listed = self._worked_out(right, {})
        if sign == "==" and isinstance(listed, list):
            for value in listed:
                limit = Limit("exactly", listed.count(value), rule)
                self._found.setdefault(About("count", kind, field), []).append((value, limit))

    def _add(
        self,
        about: About,
        value: Any,
        rule: str,
        sign: str,
        right: str,
        member: Mapping[str, Any],
        times: Any = 1,
    ) -> None:
        bound = self._worked_out(right, member)
        if not _is_number(bound) or not _is_number(times) or not times:
            return
        limit = _limit(sign, bound / times, rule)
        if limit:
            self._found.setdefault(about, []).append((value, limit))

    def _band(self, rule: str, band: re.Match[str], left: str, sign: str, right: str, name: str, members: str) -> None:
        kind = self._plurals.get(band["P"])
        if not kind:
            return
        known = self._stretches.setdefault((kind.id, band["F"]), {})
        counted = left == f"{band[0]}|list|length"
        for member in self._members(name, members):
            low, high = self._worked_out(band["low"], member), self._worked_out(band["high"], member)
            if not _is_number(low) or not _is_number(high):
                continue
            bound = self._worked_out(right, member) if counted else _NOTHING
            limit = _limit(sign, bound, rule) if _is_number(bound) else None
            before = known.get((low, high))
            wanted = (*(before.wanted if before else ()), *([limit] if limit else ()))
            known[low, high] = Stretch(_name_of(member.get(name)), low, high, tuple(dict.fromkeys(wanted)))

    def _members(self, name: str, members: str) -> Iterator[Mapping[str, Any]]:
        """What the variable of a check stands for, one after the other; once nothing when it has none."""
        if not members:
            yield {}
        elif _ID.fullmatch(name):
            listed = self._worked_out(members, {})
            for member in listed if isinstance(listed, list | tuple | dict | range) else ():
                yield {name: member}

    def _worked_out(self, text: str | None, member: Mapping[str, Any]) -> Any:
        try:
            compiled = self._sandbox.compile_expression(text or "", undefined_to_none=False)
            result: Any = compiled(**self._names, **member)
        except Exception:  # whatever a designer's expression may raise; the check itself has told it
            return _NOTHING
        return list(result) if hasattr(result, "__next__") else result


_NOTHING: Any = object()


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


def _cut(text: str, words: tuple[str, ...]) -> tuple[str, str, str]:
    """The text before the first of some words that stands in no brackets and quotes, the word, and the rest."""
    depth, quote = 0, ""
    for at, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == " " and not depth:
            word = text[at + 1 :].split(" ", 1)[0]
            if word in words:
                return text[:at], word, text[at + len(word) + 2 :]
    return text, "", ""


def _parts(text: str, word: str) -> Iterator[str]:
    while text:
        part, _, text = _cut(text, (word,))
        yield part
