"""Wording fills facts and a piece's other fields into its texts: `Draw {{ draw }} cards`."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from jinja2 import TemplateSyntaxError
from jinja2.meta import find_undeclared_variables

from pressplay.data.fields import BAD, Reading, TextTemplate
from pressplay.data.nodes import Scalar
from pressplay.problem import nearest

from .explain import explain
from .reads import reads_of
from .sandbox import Sandbox, Unknown, paths, show_or_stop

_EXPRESSION = re.compile(r"\{\{(.*?)\}\}", re.S)
_STEPS = 100_000  # enough for any card


class Blank(NamedTuple):
    """A part of a text that is worked out: the names it needs, how, and the facts it reads."""

    names: frozenset[str]
    fill: Callable[[Mapping[str, Any]], str]
    reads: frozenset[str]


class Wording:
    """Fills the texts of one kind's pieces; an expression is compiled once, however many cards use it."""

    def __init__(self, facts: Mapping[str, Any], at: Reading) -> None:
        self.facts = facts
        self.at = at
        self.sandbox = Sandbox({})
        self._parts: dict[str, Blank] = {}

    def fill(self, values: dict[str, Any]) -> tuple[Any, frozenset[str]]:
        """The values with every text filled, or BAD; and the facts that were read."""
        piece = _Piece(self, values)
        filled = {name: piece.value(name) for name in values}
        return (BAD if BAD in filled.values() else filled), frozenset(piece.reads)

    def parts(self, text: str) -> list[str | Blank]:
        """A text in literal and worked-out parts."""
        if "{%" in text or "{#" in text:
            return [self._part(text, whole=True)]
        try:
            pieces = _EXPRESSION.split(text)
            return [self._part(piece) if odd % 2 else piece for odd, piece in enumerate(pieces)]
        except TemplateSyntaxError:
            return [self._part(text, whole=True)]  # Jinja knows better where braces end

    def _part(self, source: str, whole: bool = False) -> Blank:
        part = self._parts.get(source)
        if part is None:
            self._parts[source] = part = self._template(source) if whole else self._expression(source)
        return part

    def _template(self, source: str) -> Blank:
        tree = self.sandbox.parse(source)
        reads = reads_of(paths(tree), self.facts)
        names = find_undeclared_variables(tree)
        return Blank(frozenset(names) - {*self.sandbox.globals}, self.sandbox.from_string(source).render, reads)

    def _expression(self, source: str) -> Blank:
        tree = self.sandbox.parse("{{" + source + "}}")
        reads = reads_of(paths(tree), self.facts)
        names = find_undeclared_variables(tree)
        compiled = self.sandbox.compile_expression(source.strip(), undefined_to_none=False)
        needs = frozenset(names) - {*self.sandbox.globals}
        return Blank(needs, lambda known: str(show_or_stop(compiled(known))), reads)


class _Piece:
    """One piece on its way; a text may use another text of the piece, filled."""

    def __init__(self, wording: Wording, values: dict[str, Any]) -> None:
        self.wording = wording
        self.values = values
        self.reads: set[str] = set()
        self.done: dict[str, Any] = {}
        self.busy: list[str] = []

    def value(self, name: str) -> Any:
        if name not in self.done:
            self.busy.append(name)
            self.done[name] = self._filled(self.values[name])
            self.busy.pop()
        return self.done[name]

    def _filled(self, value: Any) -> Any:
        if type(value) is TextTemplate:
            return self._text(value)
        if type(value) is list:
            items = [self._filled(item) for item in value]
            return BAD if BAD in items else items
        if type(value) is dict:
            record = {name: self._filled(item) for name, item in value.items()}
            return BAD if BAD in record.values() else record
        return value

    def _text(self, text: TextTemplate) -> Any:
        at = self.wording.at
        node = Scalar(text, text.line, text.column)
        self.wording.sandbox.budget = _STEPS
        try:
            filled = "".join(
                part if isinstance(part, str) else part.fill(self._known(part)) for part in self.wording.parts(text)
            )
        except Exception as error:  # whatever a designer's expression may raise
            message, hint = explain(error)
            return at.say(node, f"{text.name}: {message}", hint)
        return text.field.fitting(filled.strip("\n"), node, text.name, at)

    def _known(self, blank: Blank) -> dict[str, Any]:
        known = {}
        own = {name for name in blank.names if name in self.values}  # a field comes before a fact of its name
        self.reads |= {read for read in blank.reads if read.split(".")[0] not in own}
        for name in sorted(blank.names):
            if name in self.values:
                if name in self.busy:
                    raise Unknown(f"{name} uses itself")
                known[name] = self.value(name)
            elif name in self.wording.facts:
                known[name] = self.wording.facts[name]
            else:
                hint = nearest(name, [*self.values, *self.wording.facts])
                raise Unknown(f"there is no fact or field {name}", hint)
        return known
