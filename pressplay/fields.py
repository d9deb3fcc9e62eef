"""Fields are the types of values: each reads a node into a value or a problem, and knows its JSON Schema.

They are never compared or printed, so they go without both: every dataclass costs time at each start.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar, Protocol

from .problem import Place, Problem, nearest
from .source import Cell, Node, Row, Scalar, Sequence
from .source import Mapping as Entries
from .units import num

COLOR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")  # a name that templates and rules can say
# Words of the template language that no expression can use as a name.
JINJA_WORDS = frozenset(
    (
        *("and", "else", "false", "for", "if", "in", "is", "none", "not", "or", "true", "False", "None", "True"),
        *("caller", "kwargs", "loop", "self", "super", "varargs"),
    )
)
_INT = re.compile(r"[-+]?[0-9]{1,15}")
_NUMBER = re.compile(r"[-+]?(?:[0-9]{1,15}(?:\.[0-9]{0,15})?|\.[0-9]{1,15})(?:[eE][-+]?[0-9]{1,2})?")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TRUTH = {"yes": True, "true": True, "no": False, "false": False}


class Bad:
    """Stands where a value could not be read; its problem has been told."""

    def __repr__(self) -> str:
        return "BAD"


BAD = Bad()


class Unfilled(str):
    """A text that uses facts or fields, not yet filled; it knows where it stands and what it must fit."""

    __slots__ = ("column", "field", "line", "name")

    field: "Text"
    name: str
    line: int
    column: int


class Reading:
    """What a field may look at beside its node, and where it tells its problems."""

    def __init__(self, file: str, palette: Mapping[str, str] | None = None) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.palette = palette or {}
        self.icons: Callable[[], Iterable[str]] = tuple
        self.find_icon: Callable[[str], bool] = lambda name: True
        self.find_image: Callable[[str], tuple[str, str]] = lambda name: (name, "")
        self.refs: list[tuple[str, str, str, Scalar]] = []  # field, kind, id, where
        self.unfilled = False

    def say(self, node: Node, message: str, hint: str = "") -> Bad:
        self.problems.append(Problem(Place(self.file, node.line, node.column), message, hint))
        return BAD

    def refuse(self, node: Node, name: str, field: "Field", hint: str = "") -> Bad:
        """Tell that a value is not what its field means."""
        name = name or "this"
        if isinstance(node, Scalar) and not node.text and node.plain:
            return self.say(node, f"{name} is empty; it must be {field.means}", hint)
        return self.say(node, f"{name} is {shown(node)}; it must be {field.means}", hint)


class Field(Protocol):
    """A type of value."""

    @property
    def means(self) -> str:
        """What a value must be, to finish the sentence “it must be …”."""

    @property
    def required(self) -> bool: ...

    def read(self, node: Node, name: str, at: Reading) -> Any: ...

    def schema(self) -> dict[str, Any]: ...


def shown(node: Node) -> str:
    """A value as a message quotes it."""
    if isinstance(node, Scalar):
        text = node.text if len(node.text) <= 40 else node.text[:39] + "…"
        return f"“{text}”"
    return "a list" if isinstance(node, Sequence) else "a mapping"


def _between(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return f" of at least {num(low)}" if low is not None else f" of at most {num(high)}" if high is not None else ""
    return f" from {num(low)} to {num(high)}"


def _how_many(low: int | None, high: int | None, what: str) -> str:
    if high is None:
        return f" of at least {low} {what}" if low and low > 1 else ""
    if not low:
        return f" of at most {high} {what}"
    return f" of {low} to {high} {what}" if low != high else f" of exactly {low} {what}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Text:
    """Words; rich ones carry bold, italic and icons."""

    low: int | None = None
    high: int | None = None
    rich: bool = False
    required: ClassVar[bool] = True

    @property
    def means(self) -> str:
        return "text" + _how_many(self.low, self.high, "characters")

    def read(self, node: Node, name: str, at: Reading) -> Any:
        if not isinstance(node, Scalar):
            return at.refuse(node, name, self)
        text = node.text
        if (not text and node.plain) or (text == "~" and node.plain):
            return at.refuse(node, name, self, "" if self.low else 'write "" for no words')
        if "{{" in text or "{%" in text:
            return self._unfilled(node, name, at)
        return self.fitting(text.strip("\n"), node, name, at)

    def _unfilled(self, node: Scalar, name: str, at: Reading) -> Unfilled:
        at.unfilled = True
        text = Unfilled(node.text.strip("\n"))
        text.field, text.name, text.line, text.column = self, name, node.line, node.column
        return text

    def fitting(self, text: str, node: Node, name: str, at: Reading) -> Any:
        """The text, when it is as long as it may be."""
        size = len(text)
        if (self.low is not None and size < self.low) or (self.high is not None and size > self.high):
            return at.say(node, f"{name} has {size} characters; it must be {self.means}")
        return text

    def schema(self) -> dict[str, Any]:
        if self.low is None and self.high is None:
            return {"type": ["string", "number", "boolean"]}
        # A text may grow or shrink when its facts are filled in, so its length counts only without them.
        plain: dict[str, Any] = {"type": ["string", "number", "boolean"]}
        if self.low is not None:
            plain["minLength"] = self.low
        if self.high is not None:
            plain["maxLength"] = self.high
        return {"anyOf": [plain, {"type": "string", "pattern": r"\{[{%]"}]}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Number:
    """A number, whole or any, between bounds."""

    whole: bool = False
    low: float | None = None
    high: float | None = None
    above: float | None = None  # the value itself is too little
    required: ClassVar[bool] = True

    @property
    def means(self) -> str:
        what = "a whole number" if self.whole else "a number"
        if self.above is not None and self.high is not None:
            return f"{what} above {num(self.above)} and up to {num(self.high)}"
        return what + _between(self.low, self.high)

    def read(self, node: Node, name: str, at: Reading) -> Any:
        if not isinstance(node, Scalar) or not (_INT if self.whole else _NUMBER).fullmatch(node.text):
            return at.refuse(node, name, self)
        text = node.text
        value = int(text) if self.whole or _INT.fullmatch(text) else float(text)
        if (
            (self.low is not None and value < self.low)
            or (self.high is not None and value > self.high)
            or (self.above is not None and value <= self.above)
        ):
            return at.say(node, f"{name} is {text}; it must be {self.means}")
        return value

    def schema(self) -> dict[str, Any]:
        data: dict[str, Any] = {"type": "integer" if self.whole else "number"}
        for key, bound in (("minimum", self.low), ("maximum", self.high), ("exclusiveMinimum", self.above)):
            if bound is not None:
                data[key] = bound
        return data


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Bool:
    """Yes or no."""

    means: ClassVar[str] = "yes or no"
    required: ClassVar[bool] = True

    def read(self, node: Node, name: str, at: Reading) -> Any:
        if isinstance(node, Scalar):
            value = _TRUTH.get(node.text.lower())
            if value is not None:
                return value
        return at.refuse(node, name, self)

    def schema(self) -> dict[str, Any]:
        return {"enum": [True, False, "yes", "no"]}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Date:
    """A day."""

    means: ClassVar[str] = "a date such as 2019-06-02"
    required: ClassVar[bool] = True

    def read(self, node: Node, name: str, at: Reading) -> Any:
        if not isinstance(node, Scalar) or not _DATE.fullmatch(node.text):
            return at.refuse(node, name, self)
        try:
            return date.fromisoformat(node.text)
        except ValueError:
            return at.say(node, f"{name} is {node.text}; the calendar has no such day")

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^{_DATE.pattern}$"}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Color:
    """A colour: hexadecimal, or a name of the palette."""

    named: bool = True
    required: ClassVar[bool] = True

    @property
    def means(self) -> str:
        return 'a colour such as "#b8336a"' + (" or a name of the palette" if self.named else "")

    def read(self, node: Node, name: str, at: Reading) -> Any:
        if isinstance(node, Scalar):
            text = node.text
            if COLOR.fullmatch(text) or (self.named and (text in at.palette or text in ("black", "white", "none"))):
                return text
            if not text:
                return at.refuse(node, name, self, "put quotes around it: without them # starts a comment")
            if self.named and not text.startswith("#"):
                return at.refuse(node, name, self, nearest(text, at.palette))
        return at.refuse(node, name, self)

    def schema(self) -> dict[str, Any]:
        return {"type": "string"} if self.named else {"type": "string", "pattern": f"^{COLOR.pattern}$"}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Icon:
    """The name of an icon file."""

    means: ClassVar[str] = "the name of an icon"
    required: ClassVar[bool] = True

    def read(self, node: Node, name: str, at: Reading) -> Any:
        if not isinstance(node, Scalar) or not node.text:
            return at.refuse(node, name, self)
        if not at.find_icon(node.text):
            return at.say(node, f"{name}: there is no icon {node.text}", nearest(node.text, at.icons()))
        return node.text

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Image:
    """A picture file inside the project; its value is the path from the project's folder."""

    means: ClassVar[str] = "the name of a picture file inside the project"
    required: ClassVar[bool] = True

    def read(self, node: Node, name: str, at: Reading) -> Any:
        if not isinstance(node, Scalar):
            return at.refuse(node, name, self)
        path, reason = at.find_image(node.text)
        return path or at.say(node, f"{name}: {node.text} {reason}")

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OneOf:
    """A value of a list; `values` maps each as it is written to itself, None when its fact is broken."""

    values: Mapping[str, Any] | None
    required: ClassVar[bool] = True

    @property
    def means(self) -> str:
        return "one of " + ", ".join(self.values or ())

    def read(self, node: Node, name: str, at: Reading) -> Any:
        if not isinstance(node, Scalar):
            return at.refuse(node, name, self)
        if self.values is None:
            return node.text
        value = self.values.get(node.text, BAD)
        if value is BAD:
            return at.say(node, f"{name} cannot be {shown(node)}", nearest(node.text, self.values))
        return value

    def schema(self) -> dict[str, Any]:
        return {} if self.values is None else {"enum": [plain(value) for value in self.values.values()]}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Ref:
    """The id of a piece of a kind; whether there is such a piece is known when all are read."""

    kind: str
    required: ClassVar[bool] = True

    @property
    def means(self) -> str:
        return f"the id of a {self.kind}"

    def read(self, node: Node, name: str, at: Reading) -> Any:
        if not isinstance(node, Scalar) or not node.text:
            return at.refuse(node, name, self)
        at.refs.append((name, self.kind, node.text, node))
        return node.text

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Id:
    """A name for files and references."""

    means: ClassVar[str] = "made of a–z, 0–9 and -"
    required: ClassVar[bool] = True

    def read(self, node: Node, name: str, at: Reading) -> Any:
        if isinstance(node, Scalar) and ID.fullmatch(node.text):
            return node.text
        hint = f"for example {slug(node.text)}" if isinstance(node, Scalar) and slug(node.text) else ""
        return at.refuse(node, name, self, hint)

    def schema(self) -> dict[str, Any]:
        return {"type": ["string", "integer"], "pattern": f"^{ID.pattern}$"}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ListOf:
    """Several values of one type."""

    item: Field
    low: int | None = None
    high: int | None = None
    required: ClassVar[bool] = True

    @property
    def means(self) -> str:
        return "a list" + _how_many(self.low, self.high, "values")

    def read(self, node: Node, name: str, at: Reading) -> Any:
        if isinstance(node, Cell):
            node = self._cells(node)
        if not isinstance(node, Sequence):
            return at.refuse(node, name, self)
        count = len(node.items)
        if (self.low is not None and count < self.low) or (self.high is not None and count > self.high):
            return at.say(node, f"{name} has {count} values; it must be {self.means}")
        values = [self.item.read(item, name, at) for item in node.items]
        return BAD if BAD in values else values

    def _cells(self, cell: Cell) -> Sequence:
        items: list[Node] = []
        column = cell.column + (0 if cell.plain else 1)
        for part in cell.text.split(";") if cell.text else ():
            items.append(Cell(part.strip(), cell.line, column + len(part) - len(part.lstrip())))
            column += len(part) + 1
        return Sequence(items, cell.line, cell.column)

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
        return ListOf(Text()).read(node if isinstance(node, Sequence) else Sequence([node], 0, 0), name, at)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [Text().schema(), {"type": "array", "items": Text().schema()}]}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Record:
    """Named fields together."""

    fields: Mapping[str, Field]
    required: ClassVar[bool] = True
    means: ClassVar[str] = "a mapping"

    def read(self, node: Node, name: str, at: Reading) -> Any:
        if not isinstance(node, Entries):
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


def _missing_from(node: Entries, key: str) -> Node:
    """A column that is not there at all is missing from the first row, not from every other."""
    return Scalar(key, 1, 1) if isinstance(node, Row) and key not in node.names else node


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
        if not isinstance(node, Entries):
            return at.refuse(node, name, self)
        values = {}
        sound = True
        for key, (word, value) in node.entries.items():
            if self.pattern and not self.pattern.fullmatch(key):
                at.say(word, f"{key or 'an empty word'} cannot name a {self.what}", self._accepted())
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
        if isinstance(node, Entries):
            return {_key(key): self.read(value, name, at) for key, value in node.entries.values()}
        if isinstance(node, Sequence):
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
            if _INT.fullmatch(text):
                return int(text)
            if _NUMBER.fullmatch(text):
                return float(text)
            if _DATE.fullmatch(text):
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
        return node if isinstance(node, Entries) else at.refuse(node, name, self)

    def schema(self) -> dict[str, Any]:
        return {"type": "object"}


def _key(key: Scalar) -> Any:
    return int(key.text) if key.plain and _INT.fullmatch(key.text) else key.text


def plain(value: Any) -> Any:
    """A value as JSON can hold it."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def written(value: Any) -> str:
    """A value as a designer writes it in YAML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return num(value) if isinstance(value, float) else str(value)


def slug(title: str) -> str:
    """An id made from a title: Señor Siesta’s Club is senor-siestas-club."""
    bare = unicodedata.normalize("NFKD", title.lower().replace("ß", "ss"))
    bare = "".join(char for char in bare if not unicodedata.combining(char) and char not in "'’‘ʼ")
    return re.sub(r"[^a-z0-9]+", "-", bare).strip("-")


# Declarations: the words of the field types as docs/data.md lists them.

_RANGE = re.compile(r"^(.*?)\s+(-?[0-9.]*?)\.\.(-?[0-9]*\.?[0-9]*)$")
SIMPLE: Mapping[str, Callable[[], Field]] = {
    "text": Text,
    "rich": lambda: Text(rich=True),
    "int": lambda: Number(whole=True),
    "number": Number,
    "bool": Bool,
    "date": Date,
    "color": Color,
    "icon": Icon,
    "image": Image,
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

    def field(self, node: Node) -> Field | None:
        """The field that a declaration means; None when it means nothing, and that has been told."""
        if isinstance(node, Scalar):
            return self._words(node.text.strip(), node)
        if isinstance(node, Sequence):
            self.at.say(node, "a list is no field type", "write one of [a, b] in quotes, or list of TYPE")
            return None
        if list(node.entries) == ["list of"]:
            item = self.field(node.entries["list of"][1])
            return ListOf(item) if item else None
        return self.record(node)

    def record(self, node: Entries) -> Record | None:
        fields: dict[str, Field] = {}
        sound = True
        for name, (word, declared) in node.entries.items():
            field = self.field(declared)
            if not WORD.fullmatch(name) or name in JINJA_WORDS:
                reason = "is a word of the template language" if name in JINJA_WORDS else "cannot name a field"
                self.at.say(word, f"{name} {reason}", f"for example {_as_word(name)}")
                sound = False
            if field is None:
                sound = False
            else:
                fields[name] = field
        return Record(fields) if sound else None

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
            if not isinstance(listed, Sequence) or not listed.items:
                self.at.say(node, f"one of {text} is not a list", "for example one of [red, blue]")
                return None
            values = [item.text if isinstance(item, Scalar) else "" for item in listed.items]
            if all(_INT.fullmatch(value) for value in values):
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
        return OneOf({written(item): item for item in value})

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
