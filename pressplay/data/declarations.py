"""Declarations are the field types in the words of game.yaml, as docs/data.md lists them."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pressplay.problem import nearest

from .fields import (
    INT,
    JINJA_WORDS,
    WORD,
    Bool,
    Color,
    Date,
    Field,
    IconName,
    ImageFile,
    Number,
    OneOf,
    Reading,
    Ref,
    Text,
    in_yaml,
)
from .ids import slug
from .nodes import MappingNode, Node, Scalar, SequenceNode
from .structures import ListOf, Maybe, Record

_RANGE = re.compile(r"^(.*?)\s+(-?[0-9.]*?)\.\.(-?[0-9]*\.?[0-9]*)$")
SIMPLE: Mapping[str, Callable[[], Field]] = {
    "text": Text,
    "rich": lambda: Text(rich=True),
    "int": lambda: Number(whole=True),
    "number": Number,
    "bool": Bool,
    "date": Date,
    "color": Color,
    "icon": IconName,
    "image": ImageFile,
}
TYPES = (*SIMPLE, "one of …", "ref …", "list of …", "optional …")


class Declarations:
    """Reads the field declarations of a game; `facts` is None when the rulebook could not be read."""

    def __init__(
        self,
        at: Reading,
        facts: Mapping[str, Any] | None,
        kinds: Iterable[str],
        read_value: Callable[[str], Node | None],
    ) -> None:
        self.at = at
        self.facts = facts
        self.kinds = tuple(kinds)
        self.read_value = read_value
        self.free: set[str] = set()  # fields declared free, with dots
        self._path: list[str] = []

    def field(self, node: Node) -> Field | None:
        """The field that a declaration means; None when it means nothing, and that has been told."""
        if isinstance(node, Scalar):
            return self._words(node.text.strip(), node)
        if isinstance(node, SequenceNode):
            self.at.say(node, "a list is no field type", "write one of [a, b] in quotes, or list of TYPE")
            return None
        if list(node.entries) == ["list of"]:
            item = self.field(node.entries["list of"][1])
            return ListOf(item) if item else None
        return self.record(node)

    def record(self, node: MappingNode) -> Record | None:
        fields: dict[str, Field] = {}
        sound = True
        for name, (word, written) in node.entries.items():
            self._path.append(name)
            field = self.field(self._declared(written))
            self._path.pop()
            if not WORD.fullmatch(name) or name in JINJA_WORDS:
                reason = "is a word of the template language" if name in JINJA_WORDS else "cannot name a field"
                self.at.say(word, f"{name} {reason}", f"for example {_as_word(name)}")
                sound = False
            if field is None:
                sound = False
            else:
                fields[name] = field
        return Record(fields) if sound else None

    def _declared(self, node: Node) -> Node:
        """A declaration without the word `free`, which is noted."""
        match = re.fullmatch(r"(.+?)\s+free(\s+=.*)?", node.text.strip(), re.S) if isinstance(node, Scalar) else None
        if not match or not isinstance(node, Scalar):
            return node
        self.free.add(".".join(self._path))
        return Scalar(match[1] + (match[2] or ""), node.line, node.column, node.plain)

    def _words(self, text: str, node: Scalar) -> Field | None:
        if text.startswith("optional "):
            inner = self._words(text[9:].strip(), node)
            return Maybe(inner) if inner else None
        declared, equals, default = _split_default(text)
        if equals:
            return self._with_default(declared, default, node)
        if text.startswith("list of "):
            return self._list(text[8:].strip(), node)
        if text.startswith("one of "):
            return self._one_of(text[7:].strip(), node)
        if text.startswith("ref "):
            return self._ref(text[4:].strip(), node)
        return self._simple(text, node)

    def _with_default(self, declared: str, default: str, node: Scalar) -> Field | None:
        inner = self._words(declared, node)
        if not inner:
            return None
        value_node = self.read_value(default) or Scalar(default, 0, 0)
        trial = Reading(self.at.file, self.at.palette)
        value = inner.read(value_node, "the value after =", trial)
        for problem in trial.problems:
            self.at.say(node, problem.message, problem.hint)
        return None if trial.problems else Maybe(inner, value)

    def _list(self, text: str, node: Scalar) -> Field | None:
        match = _RANGE.match(text)
        if match and (match[1] in SIMPLE or _RANGE.match(match[1]) or match[1].startswith(("one of ", "ref "))):
            bounds = self._range(match, node, whole=True)
            item = self._words(match[1], node) if bounds else None
            return ListOf(item, *bounds) if item and bounds else None
        item = self._words(text, node)
        return ListOf(item) if item else None

    def _one_of(self, text: str, node: Scalar) -> Field | None:
        if text.startswith("["):
            listed = self.read_value(text)
            if not isinstance(listed, SequenceNode) or not listed.items:
                self.at.say(node, f"one of {text} is not a list", "for example one of [red, blue]")
                return None
            values = [item.text if isinstance(item, Scalar) else "" for item in listed.items]
            if all(INT.fullmatch(value) for value in values):
                return OneOf({value: int(value) for value in values})
            return OneOf({value: value for value in values})
        if self.facts is None:
            return OneOf(None)
        value: Any = self.facts
        for part in text.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        if not isinstance(value, (list, dict)) or not value:
            lists = [name for name, fact in self.facts.items() if isinstance(fact, (list, dict))]
            what = "there is no fact" if value is None else "this fact is not a list:"
            self.at.say(node, f"one of {text}: {what} {text}", nearest(text, lists))
            return None
        return OneOf({in_yaml(item): item for item in value})

    def _ref(self, kind: str, node: Scalar) -> Field | None:
        if kind not in self.kinds:
            self.at.say(node, f"ref {kind}: there is no kind {kind}", nearest(kind, self.kinds))
            return None
        return Ref(kind)

    def _simple(self, text: str, node: Scalar) -> Field | None:
        match = _RANGE.match(text)
        word = match[1] if match else text
        if word not in SIMPLE:
            if word.endswith("…") or not word:
                self.at.say(node, "a field type is missing", nearest("", TYPES))
            else:
                self.at.say(node, f"unknown field type {word}", nearest(word, TYPES))
            return None
        if not match:
            return SIMPLE[word]()
        bounds = self._range(match, node, whole=word != "number")
        if not bounds:
            return None
        if word in ("text", "rich"):
            return Text(*bounds, rich=word == "rich")
        if word in ("int", "number"):
            return Number(word == "int", *bounds)
        self.at.say(node, f"{word} takes no range")
        return None

    def _range(self, match: re.Match[str], node: Scalar, whole: bool) -> tuple[Any, Any] | None:
        try:
            read = int if whole else float
            low = read(match[2]) if match[2] else None
            high = read(match[3]) if match[3] else None
        except ValueError:
            low = high = None
        if low is None and high is None:
            self.at.say(node, f"{match[2]}..{match[3]} is no range", "for example 1..40")
            return None
        if low is not None and high is not None and low > high:
            self.at.say(node, f"the range {match[2]}..{match[3]} is upside down")
            return None
        return low, high


def _split_default(text: str) -> tuple[str, str, str]:
    match = re.match(r"^(.*?)\s+=\s*(.*)$", text, re.S)
    return (match[1].strip(), "=", match[2].strip()) if match else (text, "", "")


def _as_word(name: str) -> str:
    word = slug(name).replace("-", "_")
    word = word if word[:1].isalpha() else f"the_{word}"
    return word + "_" if word in JINJA_WORDS else word
