"""Mistakes are the plausible single slips that make a game wrong: each changes one thing in memory, and takes it back."""

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

from pressplay.data.fields import INT, Bool, IconName, Number, OneOf, Ref, Text, in_yaml
from pressplay.data.nodes import Document, GameSource, MappingNode, Node, Scalar, SequenceNode
from pressplay.data.pieces import Kind, Piece
from pressplay.data.structures import ListOf, Maybe, Record
from pressplay.problem import Place
from pressplay.rules.deciding import deciding

SORTS = ("facts", "numbers", "choices", "references", "pieces", "table", "words", "icons")
MEANT = ("icon", "letter", "symbol", "name", "word", "angle")  # keys of the style by which players tell things apart


@dataclass(frozen=True, slots=True)
class Mistake:
    """One slip: where, what becomes of it, and how it is made and taken back."""

    sort: str
    place: Place
    change: str
    about: tuple[str, ...]  # the kind or fact, then its field
    made: Callable[[], AbstractContextManager[None]]


def mistakes(source: GameSource, kinds: Mapping[str, Kind], pieces: Mapping[str, Sequence[Piece]]) -> list[Mistake]:
    """Every plausible single mistake in a game's facts, pieces, table and style."""
    found: list[Mistake] = []
    if source.front:
        facts = source.front.root.get("facts") if isinstance(source.front.root, MappingNode) else None
        found += _facts(facts, source.front, "") if isinstance(facts, MappingNode) else ()
    for kind in kinds.values():
        found += _Pieces(kind, source.pieces[kind.id], pieces).all()
    if source.table:
        found += _table(source.table)
    if source.game and isinstance(source.game.root, MappingNode):
        style = source.game.root.get("style")
        found += _style(style, source.game, "style") if isinstance(style, MappingNode) else ()
    return found


# Making and taking back ----------------------------------------------------------


def _words(node: Scalar, text: str) -> Callable[[], AbstractContextManager[None]]:
    @contextmanager
    def made() -> Iterator[None]:
        before = node.text
        node.text = text
        try:
            yield
        finally:
            node.text = before

    return made


def _items(node: SequenceNode, items: list[Node]) -> Callable[[], AbstractContextManager[None]]:
    @contextmanager
    def made() -> Iterator[None]:
        before = node.items
        node.items = items
        try:
            yield
        finally:
            node.items = before

    return made


def _entries(node: MappingNode, entries: dict[str, tuple[Scalar, Node]]) -> Callable[[], AbstractContextManager[None]]:
    @contextmanager
    def made() -> Iterator[None]:
        before = node.entries
        node.entries = entries
        try:
            yield
        finally:
            node.entries = before

    return made


# Facts ---------------------------------------------------------------------------


def _facts(node: Node, document: Document, path: str) -> Iterator[Mistake]:
    place = document.place(node)
    about = tuple(path.split(".")[:1])
    if isinstance(node, MappingNode):
        for name, (_, value) in node.entries.items():
            yield from _facts(value, document, f"{path}.{name}" if path else name)
    elif isinstance(node, SequenceNode):
        for index, item in enumerate(node.items):
            yield from _facts(item, document, f"{path}.{index}")
        yield from _list(node, document, f"the list {path}", ("facts", about))
    elif node.plain and INT.fullmatch(node.text):
        for step in (1, -1):
            text = str(int(node.text) + step)
            yield Mistake("facts", place, f"{path}: {node.text} → {text}", about, _words(node, text))


def _list(node: SequenceNode, document: Document, what: str, told: tuple[str, tuple[str, ...]]) -> Iterator[Mistake]:
    """A list without its last item, and with two neighbours exchanged."""
    items = node.items
    if len(items) > 1 and all(isinstance(item, Scalar) for item in items):
        sort, about = told
        yield Mistake(sort, document.place(items[-1]), f"{what} loses its last", about, _items(node, items[:-1]))
        first, second = items[0], items[1]
        if isinstance(first, Scalar) and isinstance(second, Scalar) and first.text != second.text:
            turned = [second, first, *items[2:]]
            yield Mistake(sort, document.place(first), f"{what}: the first two exchanged", about, _items(node, turned))


# Pieces --------------------------------------------------------------------------


class _Pieces:
    """The mistakes in the pieces of one kind."""

    def __init__(self, kind: Kind, document: Document, pieces: Mapping[str, Sequence[Piece]]) -> None:
        self.kind = kind
        self.document = document
        self.pieces = pieces

    def all(self) -> Iterator[Mistake]:
        root = self.document.root
        assert isinstance(root, SequenceNode)
        for index, node in enumerate(root.items):
            if not isinstance(node, MappingNode):
                continue
            yield from self._copies(root, index, node)
            for name, field in self.kind.fields.items():
                value = node.get(name)
                if value is not None:
                    yield from self._value(value, field, name)

    def _copies(self, root: SequenceNode, index: int, node: MappingNode) -> Iterator[Mistake]:
        place, about = self.document.place(node), (self.kind.id, "copies")
        rest = root.items[:index] + root.items[index + 1 :]
        if rest:
            yield Mistake("pieces", place, f"a {self.kind.id} dropped", about, _items(root, rest))
        written = node.get("copies")
        now = int(written.text) if isinstance(written, Scalar) and INT.fullmatch(written.text) else 1
        for copies in (now + 1, now - 1) if now > 1 else (now + 1,):
            given = (Scalar("copies", node.line, node.column), Scalar(str(copies), node.line, node.column))
            made = _entries(node, node.entries | {"copies": given})
            yield Mistake("pieces", place, f"copies of a {self.kind.id}: {now} → {copies}", about, made)

    def _value(self, node: Node, field: Any, path: str) -> Iterator[Mistake]:
        if path in self.kind.free:
            return
        field = field.field if isinstance(field, Maybe) else field
        if isinstance(field, Record) and isinstance(node, MappingNode):
            for name, inner in field.fields.items():
                value = node.get(name)
                if value is not None:
                    yield from self._value(value, inner, f"{path}.{name}")
        elif isinstance(field, ListOf) and isinstance(node, SequenceNode):
            for item in node.items:
                yield from self._value(item, field.item, path)
            if not isinstance(field.item, Text):
                yield from _list(node, self.document, path, ("numbers", (self.kind.id, path)))
            elif len(node.items) > 1:
                about, place = (self.kind.id, path), self.document.place(node.items[-1])
                yield Mistake("pieces", place, f"{path} loses its last", about, _items(node, node.items[:-1]))
        elif isinstance(node, Scalar):
            for sort, text in self._slips(node.text, field):
                place, change = self.document.place(node), f"{path}: {_short(node.text, text)}"
                yield Mistake(sort, place, change, (self.kind.id, path), _words(node, text))

    def _slips(self, text: str, field: Any) -> Iterator[tuple[str, str]]:
        if isinstance(field, Number) and INT.fullmatch(text):
            for step in (1, -1):
                value = int(text) + step
                if (field.low is None or value >= field.low) and (field.high is None or value <= field.high):
                    yield "numbers", str(value)
        elif isinstance(field, OneOf) and field.values:
            yield from (("choices", in_yaml(other)) for other in _next(text, list(field.values)))
        elif isinstance(field, Bool):
            yield "choices", "no" if text.lower() in ("yes", "true") else "yes"
        elif isinstance(field, Ref):
            ids = [piece.id for piece in self.pieces.get(field.kind, ())]
            yield from (("references", other) for other in _next(text, ids))
        elif isinstance(field, Text):
            yield from (("words", other) for other in slipped(text))
        elif isinstance(field, IconName):
            yield "icons", "star" if text != "star" else "moon"


def _next(value: str, values: Sequence[str]) -> list[str]:
    """The value after this one."""
    if value not in values or len(values) < 2:
        return []
    return [values[(values.index(value) + 1) % len(values)]]


def slipped(text: str) -> Iterator[str]:
    """A text with one of its numbers off by one, or one of its words turned into its opposite."""
    for found in deciding(text):
        yield text[: found.start] + found.other + text[found.end :]


def _short(old: str, new: str) -> str:
    """Where two texts differ, in a few words."""
    if len(old) < 30:
        return f"{old} → {new}"
    start = next((at for at, (a, b) in enumerate(zip(old, new)) if a != b), 0)
    start = old.rfind(" ", 0, start) + 1
    return f"…{old[start : start + 24]}… → …{new[start : start + 24]}…".replace("\n", " ")


# Table and style -----------------------------------------------------------------


def _table(document: Document) -> Iterator[Mistake]:
    """Steps of the set-up dropped, exchanged with the next, and with other numbers."""
    setup = document.root.get("setup") if isinstance(document.root, MappingNode) else None
    if not isinstance(setup, SequenceNode):
        return
    steps = setup.items
    for index, step in enumerate(steps):
        place, words = document.place(step), step.text if isinstance(step, Scalar) else ""
        rest = steps[:index] + steps[index + 1 :]
        yield Mistake("table", place, f"the step “{_cut(words)}” dropped", ("table",), _items(setup, rest))
        if index + 1 < len(steps):
            turned = [*steps[:index], steps[index + 1], step, *steps[index + 2 :]]
            yield Mistake("table", place, f"“{_cut(words)}” after the next", ("table",), _items(setup, turned))
        if isinstance(step, Scalar):
            for match in re.finditer(r"\{\{(.*?)\}\}|\b\d+\b", words, re.S):
                more = "{{ (" + match[1] + ") + 1 }}" if match[1] else str(int(match[0]) + 1)
                text = words[: match.start()] + more + words[match.end() :]
                yield Mistake("table", place, f"“{_cut(words)}”: one more", ("table",), _words(step, text))


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) < 44 else text[:43] + "…"


def _style(node: MappingNode, document: Document, path: str) -> Iterator[Mistake]:
    """Signs by which players tell things apart, given to a neighbour."""
    values = [value for _, value in node.entries.values()]
    records = [value for value in values if isinstance(value, MappingNode)]
    for one, other in itertools.pairwise(records):
        for key in MEANT:
            a, b = one.get(key), other.get(key)
            if isinstance(a, Scalar) and isinstance(b, Scalar) and a.text != b.text:
                change = f"{path}: {key} {a.text} → {b.text}"
                yield Mistake("icons", document.place(a), change, ("style",), _words(a, b.text))
    if path.count(".") == 1 and not path.endswith("palette") and len(values) > 1 and len(records) < 1:
        scalars = [value for value in values if isinstance(value, Scalar)]
        for first, second in itertools.pairwise(scalars):
            if first.text != second.text and first.plain and not first.text.startswith("#"):
                change = f"{path}: {first.text} → {second.text}"
                yield Mistake("icons", document.place(first), change, ("style",), _words(first, second.text))
    for name, (_, value) in node.entries.items():
        if isinstance(value, MappingNode) and path.count(".") < 1:
            yield from _style(value, document, f"{path}.{name}")
