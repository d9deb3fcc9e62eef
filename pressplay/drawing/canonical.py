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
        plan = _plan_of(type(self))
        parts = [plan.word]
        for get, usual, form in plan.fields:
            value = get(self)
            if value is not usual and value != usual:
                parts.append(form.before)
                parts.append(value.removeprefix(form.below) if type(value) is str else _said(value, form))
        return "".join(parts)

    def __reduce__(self) -> tuple[Any, ...]:  # quicker than the general way, and pictures travel by the thousand
        return type(self), _plan_of(type(self)).values(self)


class _Form(NamedTuple):
    """How a field's value is written."""

    before: str
    below: str  # a folder that goes without saying
    digits: int
    between: str  # its parts, when it has several


class _Field(NamedTuple):
    """How a field is said."""

    get: Callable[[Any], Any]
    usual: Any  # the value that is not said
    form: _Form


class _Plan(NamedTuple):
    """How a class is said, and how its values are had."""

    word: str
    fields: tuple[_Field, ...]
    values: Callable[[Any], tuple[Any, ...]]


_plans: dict[type, _Plan] = {}


def _plan_of(cls: type) -> _Plan:
    if cls not in _plans:
        _plans[cls] = _plan(cls)
    return _plans[cls]


def _plan(cls: type[Any]) -> _Plan:
    said = sorted((field for field in fields(cls) if field.metadata.get("seen", True)), key=_rank)
    plan = []
    for number, field in enumerate(said):
        usual = _usual(field)
        before = field.metadata.get("before", " " if usual is _NOTHING else f"{cls.between}{field.name} ")
        form = _Form(
            before if number or cls.word else before.lstrip(),
            field.metadata.get("below", ""),
            field.metadata.get("digits", 3),
            field.metadata.get("between", " "),
        )
        plan.append(_Field(attrgetter(field.name), usual, form))
    return _Plan(cls.word, tuple(plan), _getter([field.name for field in fields(cls)]))


def _getter(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """What gives all these attributes of a thing."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda thing: tuple(getattr(thing, name) for name in names)


def _usual(field: Field[Any]) -> Any:
    """The value of a field that is not said."""
    if "usual" in field.metadata:
        return field.metadata["usual"]
    return _NOTHING if field.default is MISSING or field.metadata.get("always") else field.default


def _rank(field: Field[Any]) -> bool:
    return bool(field.metadata.get("last"))


def _said(value: Any, form: _Form) -> str:
    if isinstance(value, float | int):
        return num(value, form.digits)
    if isinstance(value, tuple):
        return form.between.join([_said(part, form) for part in value])
    return str(value)
