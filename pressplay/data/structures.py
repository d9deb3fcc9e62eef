"""Structures are fields that hold others: lists, records, mappings, what may be missing, and data without a type."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pressplay.problem import nearest

from .fields import BAD, DATE, INT, NUMBER, Date, Field, Reading, Text, how_many, plain
from .ids import ID, kept_by_windows
from .nodes import DataCell, DataRow, MappingNode, Node, Scalar, SequenceNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ListOf:
    """Several values of one type."""

    item: Field
    low: int | None = None
    high: int | None = None
    required: ClassVar[bool] = True

    @property
    def means(self) -> str:
        return "a list" + how_many(self.low, self.high, "values")

    def read(self, node: Node, name: str, at: Reading) -> Any:
        if isinstance(node, DataCell):
            node = self._cells(node)
        if not isinstance(node, SequenceNode):
            return at.refuse(node, name, self)
        count = len(node.items)
        if (self.low is not None and count < self.low) or (self.high is not None and count > self.high):
            return at.say(node, f"{name} has {count} values; it must be {self.means}")
        values = [self.item.read(item, name, at) for item in node.items]
        return BAD if BAD in values else values

    def _cells(self, cell: DataCell) -> SequenceNode:
        items: list[Node] = []
        column = cell.column + (0 if cell.plain else 1)
        for part in cell.text.split(";") if cell.text else ():
            items.append(DataCell(part.strip(), cell.line, column + len(part) - len(part.lstrip())))
            column += len(part) + 1
        return SequenceNode(items, cell.line, cell.column)

    def schema(self) -> dict[str, Any]:
        data: dict[str, Any] = {"type": "array", "items": self.item.schema()}
        if self.low is not None:
            data["minItems"] = self.low
        if self.high is not None:
            data["maxItems"] = self.high
        return data


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OneOrMore:
    """A text, or a list of texts; its value is always a list."""

    means: ClassVar[str] = "text, or a list of texts"
    required: ClassVar[bool] = True

    def read(self, node: Node, name: str, at: Reading) -> Any:
        return ListOf(Text()).read(node if isinstance(node, SequenceNode) else SequenceNode([node], 0, 0), name, at)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [Text().schema(), {"type": "array", "items": Text().schema()}]}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Record:
    """Named fields together."""

    fields: Mapping[str, Field]
    required: ClassVar[bool] = True
    means: ClassVar[str] = "a mapping"

    def read(self, node: Node, name: str, at: Reading) -> Any:
        if not isinstance(node, MappingNode):
            return at.refuse(node, name, self, "its keys: " + ", ".join(self.fields))
        values: dict[str, Any] = {}
        before = f"{name}." if name else ""
        entries = node.entries
        found = 0
        sound = True
        for key, field in self.fields.items():
            entry = entries.get(key)
            if entry is None:
                if field.required:
                    at.say(_missing_from(node, key), f"{before}{key} is missing", f"it must be {field.means}")
                    sound = False
                else:
                    values[key] = getattr(field, "default", None)
            else:
                found += 1
                value = values[key] = field.read(entry[1], before + key, at)
                if value is BAD:
                    sound = False
        if found != len(entries):
            self._unknown(entries, at)
            sound = False
        return values if sound else BAD

    def _unknown(self, entries: Mapping[str, tuple[Scalar, Node]], at: Reading) -> None:
        for key, (word, _) in entries.items():
            if key not in self.fields:
                at.say(
                    word,
                    f"unknown key {key}" if key else "a key is missing before the colon",
                    nearest(key, self.fields),
                )

    def schema(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "type": "object",
            "properties": {key: field.schema() for key, field in self.fields.items()},
            "additionalProperties": False,
        }
        required = [key for key, field in self.fields.items() if field.required]
        return data | ({"required": required} if required else {})


def _missing_from(node: MappingNode, key: str) -> Node:
    """A column that is not there at all is missing from the first row, not from every other."""
    return Scalar(key, 1, 1) if isinstance(node, DataRow) and key not in node.names else node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MapOf:
    """Any names, each with a value of one type."""

    item: Field
    what: str  # what the names name
    pattern: re.Pattern[str] | None = None
    required: ClassVar[bool] = True

    @property
    def means(self) -> str:
        return f"a mapping: each {self.what} with its value"

    def read(self, node: Node, name: str, at: Reading) -> Any:
        if not isinstance(node, MappingNode):
            return at.refuse(node, name, self)
        values = {}
        sound = True
        for key, (word, value) in node.entries.items():
            if self.pattern and not self.pattern.fullmatch(key):
                why = "Windows cannot have files of this name" if kept_by_windows(key) else self._accepted()
                at.say(word, f"{key or 'an empty word'} cannot name a {self.what}", why)
                sound = False
            values[key] = self.item.read(value, f"{name}.{key}" if name else key, at)
        return values if sound and BAD not in values.values() else BAD

    def _accepted(self) -> str:
        return "use a–z, 0–9 and -" if self.pattern is ID else "use letters, digits and _"

    def schema(self) -> dict[str, Any]:
        data: dict[str, Any] = {"type": "object", "additionalProperties": self.item.schema()}
        return data | ({"propertyNames": {"pattern": f"^{self.pattern.pattern}$"}} if self.pattern else {})


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Maybe:
    """A value that may be left out; then it is the default."""

    field: Field
    default: Any = None
    required: ClassVar[bool] = False

    @property
    def means(self) -> str:
        return self.field.means

    def read(self, node: Node, name: str, at: Reading) -> Any:
        if isinstance(node, Scalar) and node.plain and node.text in ("~", "null"):
            return self.default
        return self.field.read(node, name, at)

    def schema(self) -> dict[str, Any]:
        data = self.field.schema()
        return data | {"default": plain(self.default)} if self.default is not None else data


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Free:
    """Data without a type of its own: facts and style; every value is what it looks like."""

    means: ClassVar[str] = "data"
    required: ClassVar[bool] = True

    def read(self, node: Node, name: str, at: Reading) -> Any:
        if isinstance(node, MappingNode):
            return {_key(key): self.read(value, name, at) for key, value in node.entries.values()}
        if isinstance(node, SequenceNode):
            return [self.read(item, name, at) for item in node.items]
        return self._scalar(node, name, at) if node.plain else node.text.rstrip("\n")

    def _scalar(self, node: Scalar, name: str, at: Reading) -> Any:
        text = node.text
        if text in ("", "~", "null"):
            return None
        if text in ("true", "false"):
            return text == "true"
        if text.lower() in ("yes", "no", "on", "off"):
            hint = f'write true or false for a switch, "{text}" with quotes for the word'
            return at.say(node, f"{name}: {text} may be a word or a switch", hint)
        if text[0] in "0123456789-+.":
            if INT.fullmatch(text):
                return int(text)
            if NUMBER.fullmatch(text):
                return float(text)
            if DATE.fullmatch(text):
                return Date().read(node, name, at)
        return text

    def schema(self) -> dict[str, Any]:
        return {}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Raw:
    """A mapping that is read later, by those who know more; its value is the node itself."""

    means: ClassVar[str] = "a mapping"
    required: ClassVar[bool] = True

    def read(self, node: Node, name: str, at: Reading) -> Any:
        return node if isinstance(node, MappingNode) else at.refuse(node, name, self)

    def schema(self) -> dict[str, Any]:
        return {"type": "object"}


def _key(key: Scalar) -> Any:
    return int(key.text) if key.plain and INT.fullmatch(key.text) else key.text
