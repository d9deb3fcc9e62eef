"""Rule tags: `rule` and `must` as an extension of Jinja, and what they say before anything is applied."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from jinja2 import Template, TemplateSyntaxError, nodes
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.parser import Parser
from jinja2.visitor import NodeTransformer

from pressplay.data.ids import ID
from pressplay.problem import Place, Problem

from .prose import joined
from .rule import Check, Rule
from .sandbox import Sandbox, paths
from .vocabulary import VOCABULARY


class TagMistake(TemplateSyntaxError):
    """A tag of ours that is written wrongly, in our own words."""


@dataclass(frozen=True, slots=True)
class Must:
    """A check as it was parsed: `must CONDITION for TARGET in MEMBERS`."""

    condition: nodes.Expr
    target: nodes.Expr | None
    members: nodes.Expr | None

    @property
    def parts(self) -> tuple[nodes.Expr, ...]:
        return (self.condition, self.members) if self.members else (self.condition,)


class Tags(Extension):
    """`{% rule id %}…{% endrule %}` and `{% must … %}`; what they hold is gathered in the environment's `book`."""

    tags = {"rule", "must"}  # noqa: RUF012 (Jinja declares it so)

    def parse(self, parser: Parser) -> nodes.Node:
        token = next(parser.stream)
        book: Body = self.environment.book  # type: ignore[attr-defined]
        return (
            self._rule(parser, token.lineno, book) if token.value == "rule" else self._must(parser, token.lineno, book)
        )

    def _rule(self, parser: Parser, line: int, book: "Body") -> nodes.Node:
        name = ""
        while parser.stream.current.type not in ("block_end", "eof"):
            name += str(next(parser.stream).value)
        if not ID.fullmatch(name):
            raise TagMistake("a rule needs an id made of a–z, 0–9 and -, such as {% rule hand-limit %}", line)
        index = book.open_rule(name, line)
        try:
            body = parser.parse_statements(("name:endrule",), drop_needle=True)
        except TemplateSyntaxError as error:
            if isinstance(error, TagMistake) or not (error.message or "").startswith("Unexpected end of template"):
                raise
            raise TagMistake(f"the rule {name} is not closed: {{% endrule %}} is missing", line) from None
        book.close_rule(index, body)
        return nodes.CallBlock(_call("__rule__", index, line), [], [], body).set_lineno(line)

    def _must(self, parser: Parser, line: int, book: "Body") -> nodes.Node:
        condition_part, members_part, message_part = _parts(parser.stream)
        if parser.stream.current.type == "eof":
            raise TagMistake("must is not closed: %} is missing", line)
        condition = _expression(parser, condition_part, line)
        target: nodes.Expr | None = None
        members: nodes.Expr | None = None
        if members_part:
            names, listed = _split(members_part, "in", line)
            target = _expression(parser, names, line, parser.parse_assign_target)
            members = _expression(parser, listed, line)
        message = _expression(parser, message_part, line) if message_part else nodes.Const("")
        subjects = [_subject(part) for part in _split_all(condition_part, "and")]
        book.musts.append(Must(condition, target, members))
        index = book.add_check(line, message, tuple(subjects))
        failed = nodes.ExprStmt(_call("__failed__", index, line, message))
        test = _test(condition, index, len(subjects), line)
        body: list[nodes.Node] = [nodes.If(nodes.Not(test), [failed], [], [])]
        if target and members:
            told = nodes.ExprStmt(_call("__member__", index, line, *_loaded(target)))
            body = [nodes.For(target, members, [told, *body], [], None, False)]
        block = nodes.CallBlock(_call("__must__", index, line), [], [], body)
        return block.set_lineno(line)


_DEPTH = {"lparen": 1, "lbracket": 1, "lbrace": 1, "rparen": -1, "rbracket": -1, "rbrace": -1}
_SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "lteq": "<=", "gt": ">", "gteq": ">="}


def _parts(stream: TokenStream) -> tuple[list[Token], list[Token], list[Token]]:
    """The tokens of `must CONDITION for NAME in LIST else MESSAGE`, cut before Jinja can take `for` for a value."""
    parts: tuple[list[Token], list[Token], list[Token]] = ([], [], [])
    now = depth = 0
    while stream.current.type not in ("block_end", "eof"):
        token = next(stream)
        depth += _DEPTH.get(token.type, 0)
        if depth == 0 and token.type == "name" and token.value == "for" and now == 0:
            now = 1
        elif depth == 0 and token.type == "name" and token.value == "else" and now < 2:
            now = 2
        else:
            parts[now].append(token)
    return parts


def _split(tokens: list[Token], word: str, line: int) -> tuple[list[Token], list[Token]]:
    for index, token in enumerate(tokens):
        if token.type == "name" and token.value == word:
            return tokens[:index], tokens[index + 1 :]
    raise TagMistake("after for comes NAME in LIST", line)


def _split_all(tokens: list[Token], word: str) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += _DEPTH.get(token.type, 0)
        if depth == 0 and token.type == "name" and token.value == word:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _subject(tokens: list[Token]) -> str:
    """What a comparison compares, as it is written: its left side."""
    depth = 0
    left: list[Token] = []
    for token in tokens:
        depth += _DEPTH.get(token.type, 0)
        compares = token.type in _SIGNS or (token.type == "name" and token.value in ("in", "not"))
        if depth == 0 and compares and left:
            break
        left.append(token)
    return _written(left)


def _written(tokens: list[Token]) -> str:
    """Tokens as a person would write them."""
    text = ""
    for token in tokens:
        word = f'"{token.value}"' if token.type == "string" else _SIGNS.get(token.type, str(token.value))
        tight = token.type in ("comma", "dot", "pipe", "colon") or (token.type in _DEPTH and token.type != "lbrace")
        opens = not text or text[-1] in "([.|"
        if (
            token.type in ("lparen", "lbracket")
            and text[-1:] not in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_])"
        ):
            tight = False
        text += word if tight or opens else " " + word
    return text.replace(" = ", "=")


def _expression(
    parser: Parser, tokens: list[Token], line: int, parse: Callable[[], nodes.Expr] | None = None
) -> nodes.Expr:
    """Parse some tokens alone."""
    if not tokens:
        raise TagMistake("must needs a condition: must CONDITION, then for NAME in LIST, then else MESSAGE", line)
    outer, parser.stream = parser.stream, TokenStream(tokens, None, None)
    try:
        expression = (parse or parser.parse_expression)()
        left = parser.stream.current
    finally:
        parser.stream = outer
    if left.type != "eof":
        said = f"“{left.value}” is not expected here: must CONDITION, then for NAME in LIST, then else MESSAGE"
        raise TagMistake(said, left.lineno)
    return expression


def _call(name: str, index: int, line: int, *more: nodes.Expr) -> nodes.Call:
    call = nodes.Call(nodes.Name(name, "load"), [nodes.Const(index), *more], [], None, None)
    call.set_lineno(line)
    return call


def _loaded(target: nodes.Expr) -> list[nodes.Expr]:
    names = target.items if isinstance(target, nodes.Tuple) else [target]
    return [nodes.Name(name.name, "load") for name in names if isinstance(name, nodes.Name)]


def _test(condition: nodes.Expr, index: int, subjects: int, line: int) -> nodes.Expr:
    """The condition, rewritten so that each comparison tells what it found and expected."""
    parts = conjuncts(condition)
    if len(parts) != subjects:  # brackets around some of them
        parts = [condition]
    tests: list[nodes.Expr] = []
    for number, part in enumerate(parts):
        if isinstance(part, nodes.Compare) and len(part.ops) == 1:
            operand = part.ops[0]
            more = [nodes.Const(operand.op), part.expr, operand.expr]
            tests.append(_call("__compare__", index, line, nodes.Const(number), *more))
        else:
            tests.append(_call("__truth__", index, line, nodes.Const(number), part))
    whole = tests[0]
    for test in tests[1:]:
        whole = nodes.And(whole, test)
    return whole


def conjuncts(node: nodes.Expr) -> list[nodes.Expr]:
    """The parts of a condition that `and` joins."""
    return [*conjuncts(node.left), *conjuncts(node.right)] if isinstance(node, nodes.And) else [node]


class Unguarded(Exception):
    """Something in the prose went wrong; with every `{{ … }}` guarded it will be told, and all the others too."""


class Guard(NodeTransformer):
    """Wraps every `{{ … }}`, so that one that fails does not hide the others; it takes time, so only when one does."""

    def visit_Output(self, node: nodes.Output) -> list[nodes.Node]:
        block: list[nodes.Node] = []
        for part in node.nodes:
            output: nodes.Node = nodes.Output([part]).set_lineno(part.lineno)
            if not isinstance(part, nodes.TemplateData):
                call = _call("__print__", part.lineno, part.lineno)
                output = nodes.CallBlock(call, [], [], [output]).set_lineno(part.lineno)
            block.append(output)
        return block

    def visit_Macro(self, node: nodes.Macro) -> nodes.Node:
        return node  # a macro's own `caller` must stay visible

    def visit_FilterBlock(self, node: nodes.FilterBlock) -> nodes.Node:
        return node


class Tracer(NodeTransformer):
    """Puts before everything that is printed where it comes from."""

    def visit_Output(self, node: nodes.Output) -> nodes.Node:
        parts: list[nodes.Expr] = []
        for part in node.nodes:
            runs_on = nodes.Const(isinstance(part, nodes.TemplateData))
            parts += [_call("__origin__", part.lineno, part.lineno, runs_on), part]
        return nodes.Output(parts).set_lineno(node.lineno)


class RulebookSandbox(Sandbox):
    """A sandbox whose texts keep where they come from."""

    concat = staticmethod(joined)


class Body:
    """A rulebook's body, parsed: its rules, its checks, and what it is rendered with."""

    def __init__(self, path: str, body: str, guarded: bool = False) -> None:
        self.path = path
        self.body = body
        self.problems: list[Problem] = []
        self.rules: list[Rule] = []
        self.checks: list[Check] = []
        self.musts: list[Must] = []  # the same checks as they were parsed
        self._open: list[int] = []  # the rules that we are inside
        self._musts = [
            (body.count("\n", 0, match.start(1)) + 1, match.start(), match[0])
            for match in re.finditer(r"\{%[-+]?\s*(must)\b.*?%\}", body, re.S)
        ]
        self.environment = RulebookSandbox(VOCABULARY, extensions=[Tags], trim_blocks=True, lstrip_blocks=True)
        self.environment.book = self  # type: ignore[attr-defined]
        try:
            self.tree = self.environment.parse(_lines_kept(body))
            self._follow_sets()
            self.named = tuple(self.tree.find_all(nodes.Name))
            self.macros = frozenset(macro.name for macro in self.tree.find_all(nodes.Macro))
            self.tree = Tracer().visit(Guard().visit(self.tree) if guarded else self.tree)
        except RecursionError:
            raise TagMistake("rules, loops and conditions are nested too deeply", 1) from None

    @cached_property
    def template(self) -> Template:
        """The body, ready to be rendered."""
        return self.environment.from_string(self.tree)

    def open_rule(self, name: str, line: int) -> int:
        place = Place(self.path, line, column_of(self.body, line))
        for rule in self.rules:
            if rule.id == name:
                self.problems.append(Problem(place, f"the rule {name} stands twice; first in line {rule.place.line}"))
        if self._open:
            self.problems.append(
                Problem(place, f"the rule {name} starts inside the rule {self.rules[self._open[-1]].id}")
            )
        self.rules.append(Rule(name, place, (), frozenset()))
        self._open.append(len(self.rules) - 1)
        return self._open[-1]

    def close_rule(self, index: int, body: list[nodes.Node]) -> None:
        self._open.pop()
        names = frozenset().union(*(_names(node) for node in body))
        dotted = frozenset().union(*(paths(node) for node in body))
        words = frozenset().union(*(words_of(node) for node in body))
        self.rules[index] = replace(self.rules[index], names=names, paths=dotted, words=words)

    def add_check(self, line: int, message: nodes.Expr, subjects: tuple[str, ...]) -> int:
        """Note the check that was parsed last."""
        index = len(self.checks)
        must = self.musts[-1]
        while self._musts[0][0] != line:
            self._musts.pop(0)  # it stands in a comment, or in a part that is printed as it is
        _, start, text = self._musts.pop(0)
        before = self.body[:start]
        place = Place(self.path, before.count("\n") + 1, start - before.rfind("\n"))
        inner = re.sub(r"^\{%[-+]?\s*must\s*|\s*[-+]?%\}$", "", text)
        names = frozenset().union(*(_names(node) for node in (*must.parts, message)))
        read = frozenset().union(*(paths(node) for node in must.parts))
        asked = frozenset().union(*(words_of(node) for node in must.parts))
        self.checks.append(
            Check(" ".join(inner.split()), place, subjects, names, must.members is not None, read, asked)
        )
        if not self._open:
            hint = "move it between {% rule … %} and {% endrule %}"
            self.problems.append(Problem(place, "must stands outside a rule", hint))
        else:
            rule = self.rules[self._open[-1]]
            self.rules[self._open[-1]] = replace(rule, checks=(*rule.checks, index))
        return index

    def _follow_sets(self) -> None:
        """A rule that reads a variable reads what the variable was set from."""
        sets: dict[str, frozenset[str]] = {}
        for node in self.tree.find_all(nodes.Assign):
            if isinstance(node.target, nodes.Name):
                sets[node.target.name] = _names(node.node)
        dotted = sets_of(self.tree)
        self.rules = [
            replace(rule, names=followed(rule.names, sets), paths=followed(rule.paths, dotted)) for rule in self.rules
        ]
        self.checks = [
            replace(check, names=followed(check.names, sets), paths=followed(check.paths, dotted))
            for check in self.checks
        ]


@lru_cache(16)  # a rulebook is judged anew whenever its pieces change, and it is most of the work
def parse_body(path: str, body: str) -> Body:
    """A rulebook's body; the same text is parsed and compiled once."""
    return Body(path, body)


def _lines_kept(body: str) -> str:
    """The body with the line end kept after a tag that shares its line with words; a line of tags alone vanishes."""

    def keep(match: re.Match[str]) -> str:
        before = body[body.rfind("\n", 0, match.start()) + 1 : match.start()]
        alone = not re.sub(r"\{[%#].*?[%#]\}", "", before).strip()
        return match[0] if alone or match[1] else match[0][:-2] + "+" + match[0][-2:]

    return re.sub(r"\{%(?:[^%]|%(?!\}))*?([-+]?)%\}(?=\n)", keep, body)


def _names(node: nodes.Node) -> frozenset[str]:
    found = {name.name for name in node.find_all(nodes.Name) if name.ctx == "load"}
    if isinstance(node, nodes.Name) and node.ctx == "load":
        found.add(node.name)
    return frozenset(name for name in found if not name.startswith("__") and name not in VOCABULARY)


def words_of(node: nodes.Node) -> frozenset[str]:
    """Names by which a check can ask for a field: `dancer.skill`, `skill=3`, `"skill"`."""
    found = {child.attr for child in node.find_all(nodes.Getattr)}
    found |= {child.key for child in node.find_all(nodes.Keyword)}
    return frozenset(found | {str(child.value) for child in node.find_all(nodes.Const) if isinstance(child.value, str)})


def sets_of(tree: nodes.Node) -> dict[str, frozenset[str]]:
    """For each variable that a text sets, what it was set from."""
    assigned = tree.find_all(nodes.Assign)
    return {node.target.name: paths(node.node) for node in assigned if isinstance(node.target, nodes.Name)}


def followed(names: frozenset[str], sets: Mapping[str, frozenset[str]]) -> frozenset[str]:
    known = set(names)
    waiting = list(names)
    while waiting:
        for name in sets.get(waiting.pop().split(".")[0], ()):
            if name not in known:
                known.add(name)
                waiting.append(name)
    return frozenset(known)


def column_of(body: str, line: int, word: str = "") -> int:
    lines = body.split("\n")
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    match = re.search(rf"\b{re.escape(word)}\b" if word else r"\{[{%]", text)
    return match.start() + 1 if match else 1
