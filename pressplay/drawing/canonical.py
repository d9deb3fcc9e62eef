"""Canonical text: what a thing says of itself, taken from its fields, so that no field can be forgotten.

A field counts unless its metadata says `UNSEEN`. One without a default is always said; one with a default is said
with its name, when it differs. So a new field with a default leaves the text of all that do not use it as it was.
"""

from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, fields
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple

from pressplay.units import num

UNSEEN = {"seen": False}  # of a field that changes nothing one sees
LINES = {"before": "\n", "between": "\n", "usual": ()}  # of a field that holds many things: each has a line
_NOTHING = object()


class Canonical:
    """A dataclass that writes itself as its `word` and its fields; `between` parts those that are said by name."""

    __slots__ = ()
    word: ClassVar[str] = ""
    between: ClassVar[str] = " "

    def __str__(self) -> str:
        return _form(type(self)).text(self)

    def __reduce__(self) -> tuple[Any, ...]:  # quicker than the general way, and pictures travel by the thousand
        return type(self), _form(type(self)).values(self)


class CanonicalShared(Canonical):
    """One that many others hold, as a colour: it keeps its text."""

    __slots__ = ("_text",)
    _text: str

    def __str__(self) -> str:
        text: str | None = getattr(self, "_text", None)
        if text is None:
            text = Canonical.__str__(self)
            object.__setattr__(self, "_text", text)
        return text


class _Form(NamedTuple):
    """How things of a class are said, and how all their values are had."""

    text: Callable[[Any], str]
    values: Callable[[Any], tuple[Any, ...]]


_forms: dict[type, _Form] = {}


def _form(cls: type[Any]) -> _Form:
    form = _forms.get(cls)
    if form is None:
        form = _forms[cls] = _Form(_writer(cls), _getter([field.name for field in fields(cls)]))
    return form


def _writer(cls: type[Any]) -> Callable[[Any], str]:
    """A function that writes things of a class, spelled out as a dataclass's own functions are: it runs so often.

    For a stamp it reads: text = 'icon'; text += f" {self.icon}"; …; if self.opacity != usual: text += …
    """
    names: dict[str, Any] = {"num": num, "joined": _joined}
    lines = ["def text_of(self):", f"    text = {cls.word!r}"]
    said = sorted((field for field in fields(cls) if field.metadata.get("seen", True)), key=_rank)
    for number, field in enumerate(said):
        usual = _usual(field)
        before = field.metadata.get("before", " " if usual is _NOTHING else f"{cls.between}{field.name} ")
        before = before if number or cls.word else before.lstrip()
        if usual is not _NOTHING:
            names[f"usual_{field.name}"] = usual
            differs = f"self.{field.name} != usual_{field.name}"  # slow to ask of a dataclass
            quick = "" if field.type in (str, float, int, bool) else f"self.{field.name} is not usual_{field.name} and "
            lines.append(f"    if {quick}{differs}:")
        lines.append(f"{'    ' if usual is _NOTHING else '        '}text += {before!r} + {_written(field)}")
    exec("\n".join([*lines, "    return text"]), names)
    writer: Callable[[Any], str] = names["text_of"]
    return writer


def _usual(field: Field[Any]) -> Any:
    """The value of a field that is not said."""
    if "usual" in field.metadata:
        return field.metadata["usual"]
    return _NOTHING if field.default is MISSING or field.metadata.get("always") else field.default


def _rank(field: Field[Any]) -> bool:
    return bool(field.metadata.get("last"))


def _written(field: Field[Any]) -> str:
    """The expression that writes a field's value."""
    value, digits = f"self.{field.name}", field.metadata.get("digits", 3)
    if field.type is str:
        return f"{value}.removeprefix({field.metadata['below']!r})" if "below" in field.metadata else value
    if field.type in (float, int):
        return f"num({value}, {digits})"
    if isinstance(field.type, type) and issubclass(field.type, Canonical):
        return f"str({value})"
    return f"joined({value}, {field.metadata.get('between', ' ')!r}, {digits})"


def _joined(value: Any, between: str, digits: int) -> str:
    """A value, or several, as text."""
    if type(value) is tuple:
        return between.join([_joined(part, between, digits) for part in value])
    return num(value, digits) if isinstance(value, (float, int)) else str(value)


def _getter(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """What gives all these attributes of a thing."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda thing: tuple(getattr(thing, name) for name in names)
