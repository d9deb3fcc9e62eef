"""Comparisons are what checks say about numbers, read from their parsed conditions by the shapes in which they come."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from jinja2 import nodes
from jinja2.environment import TemplateExpression

from .rulebook import Rulebook
from .sandbox import Sandbox
from .tags import Must, conjuncts, parse_body
from .vocabulary import VOCABULARY

_SIGNS = {"eq": "==", "lteq": "<=", "gteq": ">=", "lt": "<", "gt": ">"}
# What may stand on the left: sort of term → how it is written. Names in capitals stand for whatever is there.
_SHAPES = {
    "deck": "count(PLURAL)",
    "designs": "PLURAL|length",
    "value": "MEMBER.FIELD",
    "length": "MEMBER.FIELD|length",
    "least": "values(PLURAL, FIELD)|min",
    "most": "values(PLURAL, FIELD)|max",
    "total": "total(PLURAL, FIELD)",
    "all": "values(PLURAL, FIELD)",
    "count": "count(where(PLURAL, FIELD=VALUE))",
    "item": 'PLURAL|sum(attribute=FIELD, start=[])|select("equalto", VALUE)|list|length',
    "items": 'PLURAL|map(attribute=FIELD)|map("length")|select("equalto", VALUE)|list|length',
}
_BAND = 'PLURAL|selectattr(FIELD, "ge", LOW)|selectattr(FIELD, "le", HIGH)'

NOTHING: Any = object()  # what an expression gives that cannot be worked out


class Expression:
    """A part of a condition that can be worked out."""

    def __init__(self, node: nodes.Expr, sandbox: Sandbox) -> None:
        self.name = node.name if isinstance(node, nodes.Name) else ""  # when it is a mere name
        self._node = node
        self._sandbox = sandbox

    def value(self, known: Mapping[str, Any]) -> Any:
        try:
            result: Any = self._compiled(**known)
        except Exception:  # whatever a designer's expression may raise; the check itself has told it
            return NOTHING
        return list(result) if hasattr(result, "__next__") else result

    @cached_property
    def _compiled(self) -> TemplateExpression:
        body: list[nodes.Node] = [nodes.Assign(nodes.Name("result", "store"), self._node, lineno=1)]
        template = self._sandbox.from_string(nodes.Template(body, lineno=1))
        return TemplateExpression(template, undefined_to_none=False)


class Loop(NamedTuple):
    """`for NAME in MEMBERS` of a check."""

    name: str
    members: Expression


@dataclass(frozen=True, slots=True)
class Term:
    """What is compared: a number of a deck, or (`value`, `length`) of a member of the loop."""

    sort: str
    of: str  # the deck's plural, or the member's name
    field: str = ""
    value: Expression | None = None  # that is counted
    times: Expression | None = None  # what a count is multiplied by


@dataclass(frozen=True, slots=True)
class CheckBound:
    """One comparison of a rule's check."""

    rule: str
    loop: Loop | None
    term: Term
    sign: str
    right: Expression


@dataclass(frozen=True, slots=True)
class Band:
    """A stretch of a field's numbers that a check picks; `sign` and `right` when it is counted."""

    rule: str
    loop: Loop | None
    plural: str
    field: str
    low: Expression
    high: Expression
    sign: str = ""
    right: Expression | None = None


class Comparisons:
    """All that the checks of a rulebook compare; what is written in another way is none, and that is no mistake."""

    def __init__(self, book: Rulebook) -> None:
        self.terms: list[CheckBound] = []
        self.bands: list[Band] = []
        self._sandbox = Sandbox(VOCABULARY)
        self._shapes = {sort: self._parsed(shape) for sort, shape in _SHAPES.items()}
        self._band, self._counted = self._parsed(_BAND), self._parsed(f"{_BAND}|list|length")
        self._musts = parse_body(book.path, book.body).musts if book.body else []
        for rule in book.rules:
            for index in rule.checks:
                self._read(rule.id, self._musts[index])

    def asks(self, plural: str, field: str) -> bool:
        """Whether a check looks at a deck's field for more than that no two designs are alike."""
        return any(
            any(name.name == plural for part in must.parts for name in _names(part))
            and any(field in _words(part, plural) for part in must.parts)
            for must in self._musts
        )

    def _parsed(self, source: str) -> nodes.Expr:
        (output,) = self._sandbox.parse("{{ " + source + " }}").body
        assert isinstance(output, nodes.Output)
        return output.nodes[0]

    def _read(self, rule: str, must: Must) -> None:
        loop = None
        if must.members:
            name = must.target.name if isinstance(must.target, nodes.Name) else ""
            loop = Loop(name, self._expression(must.members))
        for part in conjuncts(must.condition):
            if isinstance(part, nodes.Or | nodes.CondExpr):
                continue
            left, sign, right = part, "", None
            if isinstance(part, nodes.Compare) and len(part.ops) == 1:
                left, sign = part.expr, _SIGNS.get(part.ops[0].op, "")
                right = self._expression(part.ops[0].expr)
            self.bands += self._bands(rule, loop, part, left, (sign, right))
            term = self._term(left)
            if term and sign and right:
                self.terms.append(CheckBound(rule, loop, term, sign, right))

    def _term(self, node: nodes.Expr) -> Term | None:
        times = None
        if isinstance(node, nodes.Mul):
            node, times = _factors(node)
        for sort, shape in self._shapes.items():
            found = _match(shape, node)
            if found is not None and (sort == "count" or not times):
                of = found.get("PLURAL") or found["MEMBER"]
                counted = found.get("VALUE")
                return Term(
                    sort,
                    of,
                    found.get("FIELD", ""),
                    self._expression(counted) if counted else None,
                    self._expression(times) if times else None,
                )
        return None

    def _bands(
        self, rule: str, loop: Loop | None, part: nodes.Expr, left: nodes.Expr, bound: tuple[str, Expression | None]
    ) -> Iterator[Band]:
        for node in (part, *part.find_all(nodes.Filter)):
            found = _match(self._band, node)
            if found:
                ends = self._expression(found["LOW"]), self._expression(found["HIGH"])
                counted = _match(self._counted, left) == found
                yield Band(rule, loop, found["PLURAL"], found["FIELD"], *ends, *(bound if counted else ()))

    def _expression(self, node: nodes.Expr) -> Expression:
        return Expression(node, self._sandbox)


def _factors(node: nodes.Mul) -> tuple[nodes.Expr, nodes.Expr]:
    """The first factor of a product, and the product of the others."""
    if not isinstance(node.left, nodes.Mul):
        return node.left, node.right
    first, others = _factors(node.left)
    return first, nodes.Mul(others, node.right)


def _names(node: nodes.Node) -> Iterator[nodes.Name]:
    if isinstance(node, nodes.Name):
        yield node
    yield from node.find_all(nodes.Name)


def _words(node: nodes.Node, plural: str) -> Iterator[str]:
    """Names by which a condition may ask for a field, apart from those that must be unique in a deck."""
    match node:
        case nodes.Call(node=nodes.Name(name="unique"), args=[nodes.Name(name=name), *_]) if name == plural:
            return
        case nodes.Getattr():
            yield node.attr
        case nodes.Keyword():
            yield node.key
        case nodes.Const() if isinstance(node.value, str):
            yield node.value
    for child in node.iter_child_nodes():
        yield from _words(child, plural)


def _match(shape: Any, given: Any) -> dict[str, Any] | None:
    """What the names in capitals of a shape stand for in an expression; None when it is of another shape."""
    found: dict[str, Any] = {}
    return found if _fits(shape, given, found) else None


def _fits(shape: Any, given: Any, found: dict[str, Any]) -> bool:
    name = shape.name if isinstance(shape, nodes.Name) else shape
    if isinstance(name, str) and name.isupper():
        meant = _meant(name, given)
        return meant is not None and found.setdefault(name, meant) == meant
    if isinstance(shape, list):
        same = isinstance(given, list) and len(shape) == len(given)
        return same and all(_fits(one, other, found) for one, other in zip(shape, given))
    if isinstance(shape, nodes.Node):
        fields = type(given) is type(shape) and list(shape.iter_fields())
        return bool(fields) and all(_fits(value, getattr(given, field), found) for field, value in fields or ())
    return bool(shape == given)


def _meant(name: str, given: Any) -> Any:
    """What a name in capitals stands for: a name for decks and members, a word for fields, else any expression."""
    if name in ("PLURAL", "MEMBER"):
        return given.name if isinstance(given, nodes.Name) else None
    if name == "FIELD":
        word = given.value if isinstance(given, nodes.Const) else given
        return word if isinstance(word, str) else None
    return given if isinstance(given, nodes.Expr) else None
