"""Fields are the types of values: each reads a node into a value or a problem, and knows its JSON Schema.

They are never compared or printed, so they go without both: every dataclass costs time at each start.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar, NamedTuple, Protocol

from pressplay.problem import Place, Problem, nearest
from pressplay.units import num

from .ids import ID, PIECE_ID, kept_by_windows, slug
from .nodes import DataCell, Node, Scalar, SequenceNode

COLOR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")  # a name that templates and rules can say
# Words of the template language that no expression can use as a name.
JINJA_WORDS = frozenset(
    (
        *("and", "else", "false", "for", "if", "in", "is", "none", "not", "or", "true", "False", "None", "True"),
        *("caller", "kwargs", "loop", "self", "super", "varargs"),
    )
)
INT = re.compile(r"[-+]?[0-9]{1,15}")
NUMBER = re.compile(r"[-+]?(?:[0-9]{1,15}(?:\.[0-9]{0,15})?|\.[0-9]{1,15})(?:[eE][-+]?[0-9]{1,2})?")
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TRUTH = {"yes": True, "true": True, "no": False, "false": False}


class Bad:
    """Stands where a value could not be read; its problem has been told."""

    def __repr__(self) -> str:
        return "BAD"


BAD = Bad()


class TextTemplate(str):
    """A text that uses facts or fields, not yet filled; it knows where it stands and what it must fit."""

    __slots__ = ("column", "field", "line", "name")

    field: "Text"
    name: str
    line: int
    column: int


def needs_filling(value: Any) -> bool:
    """Whether a value holds a text that is not yet filled."""
    if type(value) is dict:
        return any(map(needs_filling, value.values()))
    if type(value) is list:
        return any(map(needs_filling, value))
    return type(value) is TextTemplate


class Reference(NamedTuple):
    """A value that names a piece: the field it is of, and the kind of the piece."""

    field: str
    kind: str
    node: Scalar


class Reading:
    """What a field may look at beside its node, and where it tells its problems."""

    def __init__(self, file: str, palette: Mapping[str, str] | None = None, sheet: str = "") -> None:
        self.file = file
        self.sheet = sheet
        self.problems: list[Problem] = []
        self.palette = palette or {}
        self.icons: Callable[[], Iterable[str]] = tuple
        self.find_icon: Callable[[str], bool] = lambda name: True
        self.find_image: Callable[[str], tuple[str, str]] = lambda name: (name, "")
        self.refs: list[Reference] = []

    def place(self, node: Node) -> Place:
        return Place(self.file, node.line, node.column, self.sheet)

    def say(self, node: Node, message: str, hint: str = "") -> Bad:
        self.problems.append(Problem(self.place(node), message, hint))
        return BAD

    def refuse(self, node: Node, name: str, field: "Field", hint: str = "") -> Bad:
        """Tell that a value is not what its field means."""
        name = name or "this"
        if isinstance(node, Scalar) and not node.text and node.plain:
            return self.say(node, f"{name} is empty; it must be {field.means}", hint)
        return self.say(node, f"{name} is {quotation(node)}; it must be {field.means}", hint)


class Field(Protocol):
    """A type of value."""

    @property
    def means(self) -> str:
        """What a value must be, to finish the sentence “it must be …”."""

    @property
    def required(self) -> bool: ...

    def read(self, node: Node, name: str, at: Reading) -> Any: ...

    def schema(self) -> dict[str, Any]: ...


def quotation(node: Node) -> str:
    """A value as a message quotes it."""
    if isinstance(node, Scalar):
        text = node.text if len(node.text) <= 40 else node.text[:39] + "…"
        return f"“{text}”"
    return "a list" if isinstance(node, SequenceNode) else "a mapping"


def _between(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return f" of at least {num(low)}" if low is not None else f" of at most {num(high)}" if high is not None else ""
    return f" from {num(low)} to {num(high)}"


def how_many(low: int | None, high: int | None, what: str) -> str:
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
        return "text" + how_many(self.low, self.high, "characters")

    def read(self, node: Node, name: str, at: Reading) -> Any:
        if not isinstance(node, Scalar):
            return at.refuse(node, name, self)
        text = node.text
        if (not text and node.plain) or (text == "~" and node.plain):
            return at.refuse(node, name, self, "" if self.low else 'write "" for no words')
        if "{{" in text or "{%" in text:
            return self._unfilled(node, name)
        return self.fitting(text.strip("\n"), node, name, at)

    def _unfilled(self, node: Scalar, name: str) -> TextTemplate:
        text = TextTemplate(node.text.strip("\n"))
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


def _plain_number(node: Scalar, whole: bool) -> str:
    """A number as spreadsheets write it too: 3.0 for a whole one, 1,5 where commas divide."""
    if whole:
        return re.sub(r"\.0{1,15}$", "", node.text)
    return node.text.replace(",", ".", 1) if isinstance(node, DataCell) else node.text


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
        text = _plain_number(node, self.whole) if isinstance(node, Scalar) else ""
        if not isinstance(node, Scalar) or not (INT if self.whole else NUMBER).fullmatch(text):
            return at.refuse(node, name, self)
        value = int(text) if self.whole or INT.fullmatch(text) else float(text)
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
        if not isinstance(node, Scalar) or not DATE.fullmatch(node.text):
            return at.refuse(node, name, self)
        try:
            return date.fromisoformat(node.text)
        except ValueError:
            return at.say(node, f"{name} is {node.text}; the calendar has no such day")

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^{DATE.pattern}$"}


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
class IconName:
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
class ImageFile:
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
            return at.say(node, f"{name} cannot be {quotation(node)}", nearest(node.text, self.values))
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
        at.refs.append(Reference(name, self.kind, node))
        return node.text

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Id:
    """A name for files and references; that of a piece may have capitals."""

    of_piece: bool = False
    means: ClassVar[str] = "made of a–z, 0–9 and -"
    required: ClassVar[bool] = True

    def read(self, node: Node, name: str, at: Reading) -> Any:
        if isinstance(node, Scalar) and self._pattern.fullmatch(node.text):
            return node.text
        if isinstance(node, Scalar) and kept_by_windows(node.text.lower()):
            return at.say(node, f"{name}: Windows cannot have files named {node.text}", f"for example {node.text}-1")
        hint = f"for example {slug(node.text)}" if isinstance(node, Scalar) and slug(node.text) else ""
        return at.refuse(node, name, self, hint)

    def schema(self) -> dict[str, Any]:
        pattern = ID.pattern.replace("a-z", "A-Za-z") if self.of_piece else ID.pattern
        return {"type": ["string", "integer"], "pattern": f"^{pattern}$"}

    @property
    def _pattern(self) -> re.Pattern[str]:
        return PIECE_ID if self.of_piece else ID


def plain(value: Any) -> Any:
    """A value as JSON can hold it."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def in_yaml(value: Any) -> str:
    """A value as a designer writes it in YAML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return num(value) if isinstance(value, float) else str(value)
