"""A rulebook is Markdown with Jinja: its facts, its rules with their checks, and what the checks found.

The prose that `Rulebook.prose` gives is plain Markdown with the facts filled in. A rule
begins where OPEN, its id and CLOSE_ID stand, and ends where END stands; tags that had a
line of their own leave these marks in a line of their own, with blank lines around.
"""

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from traceback import extract_tb
from typing import Any

from jinja2 import TemplateSyntaxError, nodes
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.parser import Parser
from jinja2.visitor import NodeTransformer

from .fields import BAD, ID, JINJA_WORDS, WORD, Free, MapOf, Maybe, Number, Raw, Reading, Record, Text
from .game import Kind, Piece
from .problem import Broken, Place, Problem, nearest
from .reader import read_yaml
from .sandbox import BUDGET, Sandbox, TooMuch, Unknown, explain, paths, show
from .source import Mapping as Entries
from .source import Prose
from .vocabulary import VOCABULARY, Verdict

OPEN, CLOSE_ID, END = "\ue000", "\ue001", "\ue002"  # private-use characters: no font has them, no text holds them

FRONT = Record(
    {
        "title": Text(1, 120),
        "players": Record({"min": Number(True, 1, 99), "max": Number(True, 1, 99)}),
        "facts": Maybe(Raw()),
    }
)
NOT_FACTS = frozenset({"players", "piece", "kind", "game", "style", "W", "H", "BLEED", "range", "dict", *VOCABULARY})

# What a comparison expects of its left side.
_EXPECTED: Mapping[str, str] = {
    "eq": "{}",
    "ne": "anything but {}",
    "lt": "less than {}",
    "lteq": "at most {}",
    "gt": "more than {}",
    "gteq": "at least {}",
    "in": "one of {}",
    "notin": "none of {}",
}
_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "lteq": operator.le,
    "gt": operator.gt,
    "gteq": operator.ge,
    "in": lambda left, right: left in right,
    "notin": lambda left, right: left not in right,
}


@dataclass(frozen=True, slots=True)
class Check:
    """One `must` of a rule, as it is written."""

    text: str
    place: Place
    subjects: tuple[str, ...]  # the left side of each comparison, in words
    names: frozenset[str]  # what it reads: facts and kinds' plurals
    each: bool  # for every member of a list


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a rulebook."""

    id: str
    place: Place
    checks: tuple[int, ...]  # indices of its checks in the book
    names: frozenset[str]
    paths: frozenset[str] = frozenset()  # the same with dots: `setlist.draw`
    words: frozenset[str] = frozenset()  # fields of pieces that it may ask for, by any spelling


@dataclass(frozen=True, slots=True)
class Finding:
    """A check that failed, and for which piece."""

    check: int
    place: Place
    message: str
    found: str = ""
    expected: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """What one check found: how often it was tried, and what failed."""

    check: Check
    tried: int
    found: str
    expected: str
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        return not self.findings


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What a rule's checks found, and what the rule depends on."""

    rule: Rule
    sentence: str  # with the facts filled in
    kinds: tuple[str, ...]
    facts: tuple[str, ...]
    results: tuple[Result, ...]

    @property
    def passed(self) -> bool:
        return all(result.passed for result in self.results)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A rulebook applied to its game's pieces."""

    prose: str
    rules: tuple[Verdicts, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Rulebook:
    """A rulebook that could be read; `judged` once it has been applied to its pieces."""

    path: str
    title: str
    players: Mapping[str, int]
    facts: Mapping[str, Any]
    body: str  # the file's text, its front matter blanked so that lines keep their numbers
    rules: tuple[Rule, ...]
    checks: tuple[Check, ...]
    places: Mapping[str, Place] = field(default_factory=dict)  # of the facts
    judged: Judgement | None = None
    parsed: "_Source | None" = field(default=None, repr=False, compare=False)  # between reading and judging

    def prose(self, game: Any = None) -> str:
        """The rulebook's Markdown with the facts filled in and its rules marked; needs a game unless judged."""
        if self.judged:
            return self.judged.prose
        return self.judge(game.kinds, game.pieces).prose

    def judge(
        self, kinds: Mapping[str, Kind], pieces: Mapping[str, Sequence[Piece]], broken: Iterable[str] = ()
    ) -> Judgement:
        """Apply the rules; those that touch a plural in `broken` are not judged, for its deck is not whole."""
        judge = partial(_Judge, self, kinds, pieces, frozenset(broken))
        try:
            return judge(guarded=False).judge()
        except _Unguarded:
            return judge(guarded=True).judge()

    def with_judgement(self, judged: Judgement) -> "Rulebook":
        return replace(self, judged=judged, parsed=None)


def read_rulebook(prose: Prose) -> tuple[Rulebook | None, list[Problem]]:
    """The rulebook of a file; None when its front matter, and so its facts, cannot be read."""
    match = re.match(r"---[ \t]*\n(.*?\n)?---[ \t]*(?:\n|$)", prose.text, re.S)
    if not match:
        hint = "it starts with a line ---, title, players and facts, and again a line ---"
        return None, [Problem(Place(prose.path, 1, 1), "the rulebook has no front matter", hint)]
    document, problems = read_yaml(prose.path, match[1] or "", 2)
    if document is None:
        return None, problems or [Problem(Place(prose.path, 1, 1), "the front matter is empty")]
    at = Reading(prose.path)
    front = FRONT.read(document.root, "", at)
    facts, places = _facts(document.root, at)
    problems += at.problems
    if front is BAD or at.problems:
        return None, problems
    if front["players"]["min"] > front["players"]["max"]:
        node = document.root.get("players") if isinstance(document.root, Entries) else None
        problems.append(Problem(document.place(node or document.root), "players: min is more than max"))
    body = "\n" * match[0].count("\n") + prose.text[match.end() :]
    try:
        book = _Source(prose.path, body)
    except TemplateSyntaxError as error:
        problems.append(_syntax_problem(prose.path, body, error))
        return Rulebook(prose.path, front["title"], front["players"], facts, "", (), (), places), problems
    problems += book.problems
    rules, checks = tuple(book.rules), tuple(book.checks)
    return Rulebook(
        prose.path, front["title"], front["players"], facts, body, rules, checks, places, None, book
    ), problems


def _facts(root: Any, at: Reading) -> tuple[dict[str, Any], dict[str, Place]]:
    node = root.get("facts") if isinstance(root, Entries) else None
    if not isinstance(node, Entries):
        return {}, {}
    for name, (word, _) in node.entries.items():
        if not WORD.fullmatch(name) or name in JINJA_WORDS:
            at.say(word, f"{name} cannot name a fact", "use letters, digits and _")
        elif name in NOT_FACTS:
            at.say(word, f"{name} cannot name a fact: the word has a meaning of its own")
    facts = MapOf(Free(), "fact").read(node, "", at)
    places = {name: Place(at.file, word.line, word.column) for name, (word, _) in node.entries.items()}
    return (facts if facts is not BAD else {}), places


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the prose that uses facts or pieces."""

    place: Place
    rule: str  # the rule it belongs to, if any
    text: str  # filled, without marks
    paths: frozenset[str]  # what it reads
    words: frozenset[str]  # fields of pieces that it may ask for


_TAG = re.compile(r"\{%.*?%\}|\{#.*?#\}", re.S)
_SETS = re.compile(r"\{%[-+]?\s*set\b[^%]*%\}")


def sentences(book: Rulebook, kinds: Mapping[str, Kind], pieces: Mapping[str, Sequence[Piece]]) -> tuple[Sentence, ...]:
    """Every sentence of the prose with something worked out in it, each read and filled by itself."""
    sandbox = Sandbox(VOCABULARY)
    names: dict[str, Any] = {kind.plural: list(pieces.get(kind.id, ())) for kind in kinds.values()}
    names |= {**book.facts, "players": dict(book.players)}
    sets = "".join(re.sub(r"^\{%[-+]?|[-+]?%\}$", _bare, tag) for tag in _SETS.findall(book.body))
    ends = {rule.id: _rule_end(book, rule) for rule in book.rules}
    blank = _TAG.sub(lambda tag: re.sub(r"[^\n]", " ", tag[0]), book.body)
    found: list[Sentence] = []
    for number, line in enumerate(blank.split("\n"), 1):
        for part in re.split(r"(?<=[.!?;])\s+(?=[^a-z|])", line) if "{{" in line else ():
            if "{{" not in part:
                continue
            rule = next((rule.id for rule in book.rules if rule.place.line <= number <= ends[rule.id]), "")
            read = _read_sentence(sandbox, sets, part, names)
            if read:
                column = line.find(part) + 1
                found.append(Sentence(Place(book.path, number, column), rule, *read))
    return tuple(found)


def _bare(mark: re.Match[str]) -> str:
    return "{%" if mark[0].startswith("{") else "%}"


def _rule_end(book: Rulebook, rule: Rule) -> int:
    lines = book.body.split("\n")
    return next((n for n in range(rule.place.line, len(lines) + 1) if "endrule" in lines[n - 1]), rule.place.line)


def _read_sentence(
    sandbox: Sandbox, sets: str, part: str, names: Mapping[str, Any]
) -> tuple[str, frozenset[str], frozenset[str]] | None:
    try:
        tree = sandbox.parse(part)
        dotted = _followed(paths(tree), _sets(sandbox.parse(sets)))
        text = sandbox.from_string(sets + part).render(names)
    except Exception:  # a sentence that stands in a loop or macro means nothing by itself; its rule is told anyway
        return None
    words = re.sub(r"\*+|^[#>\s-]+", "", text.strip()).strip("| ")
    if not any(map(str.isalpha, words)):  # the line below a table's head
        return None
    return " ".join(words.split()), dotted, _words(tree)


def _syntax_problem(path: str, body: str, error: TemplateSyntaxError) -> Problem:
    place = Place(path, error.lineno, _column(body, error.lineno))
    return Problem(place, str(error.message)) if isinstance(error, _Mistake) else Problem(place, *explain(error))


def _column(body: str, line: int, word: str = "") -> int:
    lines = body.split("\n")
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    match = re.search(rf"\b{re.escape(word)}\b" if word else r"\{[{%]", text)
    return match.start() + 1 if match else 1


# Tags: `rule` and `must` as an extension of Jinja.


class _Mistake(TemplateSyntaxError):
    """A tag of ours that is written wrongly, in our own words."""


class Tags(Extension):
    """`{% rule id %}…{% endrule %}` and `{% must … %}`; what they hold is gathered in the environment's `book`."""

    tags = {"rule", "must"}  # noqa: RUF012 (Jinja declares it so)

    def parse(self, parser: Parser) -> nodes.Node:
        token = next(parser.stream)
        book: _Source = self.environment.book  # type: ignore[attr-defined]
        return (
            self._rule(parser, token.lineno, book) if token.value == "rule" else self._must(parser, token.lineno, book)
        )

    def _rule(self, parser: Parser, line: int, book: "_Source") -> nodes.Node:
        name = ""
        while parser.stream.current.type not in ("block_end", "eof"):
            name += str(next(parser.stream).value)
        if not ID.fullmatch(name):
            raise _Mistake("a rule needs an id made of a–z, 0–9 and -, such as {% rule hand-limit %}", line)
        index = book.open_rule(name, line)
        try:
            body = parser.parse_statements(("name:endrule",), drop_needle=True)
        except TemplateSyntaxError as error:
            if isinstance(error, _Mistake) or not (error.message or "").startswith("Unexpected end of template"):
                raise
            raise _Mistake(f"the rule {name} is not closed: {{% endrule %}} is missing", line) from None
        book.close_rule(index, body)
        return nodes.CallBlock(_call("__rule__", index, line), [], [], body).set_lineno(line)

    def _must(self, parser: Parser, line: int, book: "_Source") -> nodes.Node:
        condition_part, members_part, message_part = _parts(parser.stream)
        if parser.stream.current.type == "eof":
            raise _Mistake("must is not closed: %} is missing", line)
        condition = _expression(parser, condition_part, line)
        target: nodes.Expr | None = None
        members: nodes.Expr | None = None
        if members_part:
            names, listed = _split(members_part, "in", line)
            target = _expression(parser, names, line, parser.parse_assign_target)
            members = _expression(parser, listed, line)
        message = _expression(parser, message_part, line) if message_part else nodes.Const("")
        subjects = [_subject(part) for part in _split_all(condition_part, "and")]
        read = [node for node in (condition, members, message) if node]
        index = book.add_check(line, read, tuple(subjects), members is not None)
        failed = nodes.ExprStmt(_call("__failed__", index, line, message))
        test = _test(condition, index, len(subjects), line)
        body: list[nodes.Node] = [nodes.If(nodes.Not(test), [failed], [], [])]
        if target and members:
            told = nodes.ExprStmt(_call("__member__", index, line, *_loaded(target)))
            body = [nodes.For(target, members, [told, *body], [], None, False)]
        made = nodes.CallBlock(_call("__must__", index, line), [], [], body)
        return made.set_lineno(line)


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
    raise _Mistake("after for comes NAME in LIST", line)


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
        raise _Mistake("must needs a condition: must CONDITION, then for NAME in LIST, then else MESSAGE", line)
    outer, parser.stream = parser.stream, TokenStream(tokens, None, None)
    try:
        expression = (parse or parser.parse_expression)()
        left = parser.stream.current
    finally:
        parser.stream = outer
    if left.type != "eof":
        said = f"“{left.value}” is not expected here: must CONDITION, then for NAME in LIST, then else MESSAGE"
        raise _Mistake(said, left.lineno)
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
    parts = _conjuncts(condition)
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


def _conjuncts(node: nodes.Expr) -> list[nodes.Expr]:
    return [*_conjuncts(node.left), *_conjuncts(node.right)] if isinstance(node, nodes.And) else [node]


class _Unguarded(Exception):
    """Something in the prose went wrong; with every `{{ … }}` guarded it will be told, and all the others too."""


class _Guard(NodeTransformer):
    """Wraps every `{{ … }}`, so that one that fails does not hide the others; it takes time, so only when one does."""

    def visit_Output(self, node: nodes.Output) -> list[nodes.Node]:
        made: list[nodes.Node] = []
        for part in node.nodes:
            output: nodes.Node = nodes.Output([part]).set_lineno(part.lineno)
            if not isinstance(part, nodes.TemplateData):
                call = _call("__print__", part.lineno, part.lineno)
                output = nodes.CallBlock(call, [], [], [output]).set_lineno(part.lineno)
            made.append(output)
        return made

    def visit_Macro(self, node: nodes.Macro) -> nodes.Node:
        return node  # a macro's own `caller` must stay visible

    def visit_FilterBlock(self, node: nodes.FilterBlock) -> nodes.Node:
        return node


class _Source:
    """A rulebook's body, parsed: its rules, its checks and the syntax tree."""

    def __init__(self, path: str, body: str) -> None:
        self.path = path
        self.body = body
        self.problems: list[Problem] = []
        self.rules: list[Rule] = []
        self.checks: list[Check] = []
        self._open: list[int] = []  # the rules that we are inside
        self._musts = [
            (body.count("\n", 0, match.start(1)) + 1, match.start(), match[0])
            for match in re.finditer(r"\{%[-+]?\s*(must)\b.*?%\}", body, re.S)
        ]
        self.environment = Sandbox(VOCABULARY, extensions=[Tags], trim_blocks=True, lstrip_blocks=True)
        self.environment.book = self  # type: ignore[attr-defined]
        self.tree = self.environment.parse(_lines_kept(body))
        self._follow_sets()

    def open_rule(self, name: str, line: int) -> int:
        place = Place(self.path, line, _column(self.body, line))
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
        words = frozenset().union(*(_words(node) for node in body))
        self.rules[index] = replace(self.rules[index], names=names, paths=dotted, words=words)

    def add_check(self, line: int, parts: list[nodes.Expr], subjects: tuple[str, ...], each: bool) -> int:
        index = len(self.checks)
        while self._musts[0][0] != line:
            self._musts.pop(0)  # it stands in a comment, or in a part that is printed as it is
        _, start, text = self._musts.pop(0)
        before = self.body[:start]
        place = Place(self.path, before.count("\n") + 1, start - before.rfind("\n"))
        inner = re.sub(r"^\{%[-+]?\s*must\s*|\s*[-+]?%\}$", "", text)
        names = frozenset().union(*(_names(node) for node in parts))
        self.checks.append(Check(" ".join(inner.split()), place, subjects, names, each))
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
        dotted = _sets(self.tree)
        self.rules = [
            replace(rule, names=_followed(rule.names, sets), paths=_followed(rule.paths, dotted)) for rule in self.rules
        ]
        self.checks = [replace(check, names=_followed(check.names, sets)) for check in self.checks]


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


def _words(node: nodes.Node) -> frozenset[str]:
    """Names by which a check can ask for a field: `dancer.skill`, `skill=3`, `"skill"`."""
    found = {child.attr for child in node.find_all(nodes.Getattr)}
    found |= {child.key for child in node.find_all(nodes.Keyword)}
    return frozenset(found | {str(child.value) for child in node.find_all(nodes.Const) if isinstance(child.value, str)})


def _sets(tree: nodes.Node) -> dict[str, frozenset[str]]:
    """For each variable that a text sets, what it was set from."""
    assigned = tree.find_all(nodes.Assign)
    return {node.target.name: paths(node.node) for node in assigned if isinstance(node.target, nodes.Name)}


def _followed(names: frozenset[str], sets: Mapping[str, frozenset[str]]) -> frozenset[str]:
    known = set(names)
    waiting = list(names)
    while waiting:
        for name in sets.get(waiting.pop().split(".")[0], ()):
            if name not in known:
                known.add(name)
                waiting.append(name)
    return frozenset(known)


# Judging: the body is rendered once; its tags call back with what they find.


class _Judge:
    def __init__(
        self,
        book: Rulebook,
        kinds: Mapping[str, Kind],
        pieces: Mapping[str, Sequence[Piece]],
        broken: frozenset[str],
        guarded: bool,
    ) -> None:
        self.book = book
        self.guarded = guarded
        self.kinds = kinds
        self.pieces = pieces
        self.plurals = {kind.plural: kind.id for kind in kinds.values()}
        self.broken = broken
        self.problems: list[Problem] = []
        self.findings: list[list[Finding]] = [[] for _ in book.checks]
        self.tried = [0] * len(book.checks)
        self.seen: list[tuple[str, str]] = [("", "")] * len(book.checks)
        self.blamed: list[tuple[tuple[Piece, str], ...]] = [()] * len(book.checks)
        self.subject = [0] * len(book.checks)
        self.member: list[tuple[Any, ...]] = [()] * len(book.checks)
        self.texts: dict[int, str] = {}
        self.unknown: set[str] = set()  # names that have been told

    def judge(self) -> Judgement:
        parsed = None if self.guarded else self.book.parsed  # a tree can be used up only once
        source = parsed or _Source(self.book.path, self.book.body)
        self.environment = source.environment
        names = self._names()
        self._unknown_names(source, names)
        tree = _Guard().visit(source.tree) if self.guarded else source.tree
        prose = ""
        try:
            self.template = self.environment.from_string(tree)
            prose = self.template.render(names)
        except _Unguarded:
            raise
        except Exception as error:  # whatever a designer's expression may raise
            if not self.guarded:
                raise _Unguarded from error
            self._explain(error, _line_of(error))
        rules = tuple(self._verdicts(index, rule) for index, rule in enumerate(self.book.rules))
        for verdicts in rules:
            for result in verdicts.results:
                self.problems += [_problem(verdicts, finding) for finding in result.findings]
        return Judgement(_tidy(prose), rules, tuple(sorted(dict.fromkeys(self.problems))))

    def _names(self) -> dict[str, Any]:
        decks: dict[str, list[Piece]] = {plural: [] for plural in self.broken}
        decks |= {plural: list(self.pieces.get(kind, ())) for plural, kind in self.plurals.items()}
        tags = {
            "__rule__": self._rule,
            "__must__": self._must,
            "__failed__": self._failed,
            "__member__": self._member,
            "__compare__": self._compare,
            "__truth__": self._truth,
            "__print__": self._print,
        }
        return {**decks, **self.book.facts, "players": dict(self.book.players), **tags}

    def _unknown_names(self, source: _Source, names: Mapping[str, Any]) -> None:
        """Tell all names that nothing gives a meaning, wherever they stand; a rendering would stop at the first."""
        known = {*names, *self.environment.globals}
        accepted = [name for name in known if name[:2] != "__"]
        read = [node for node in source.tree.find_all(nodes.Name) if node.name not in known]
        known |= {node.name for node in read if node.ctx != "load"} | {"loop", "caller", "self", "varargs", "kwargs"}
        known |= {macro.name for macro in source.tree.find_all(nodes.Macro)}
        for node in read:
            if node.name not in known:
                self.unknown.add(node.name)
                place = Place(self.book.path, node.lineno, _column(self.book.body, node.lineno, node.name))
                self.problems.append(Problem(place, f"unknown name {node.name}", _likely(node.name, accepted)))

    def _rule(self, index: int, caller: Callable[[], str]) -> str:
        rule = self.book.rules[index]
        try:
            text = caller()
        except Exception as error:
            if not self.guarded:
                raise _Unguarded from error
            line = self.template.get_corresponding_lineno(_line_of(error))  # Jinja itself does so further up
            self._explain(error, line)
            text = ""
        self.texts.setdefault(index, text)
        return (
            f"{OPEN}{rule.id}{CLOSE_ID}\n{text}{END}\n"
            if text.endswith("\n")
            else f"{OPEN}{rule.id}{CLOSE_ID}{text}{END}"
        )

    def _must(self, index: int, caller: Callable[[], str]) -> str:
        check = self.book.checks[index]
        self.member[index] = ()
        if check.names & self.broken:
            return ""
        if not check.each:
            self.tried[index] += 1
        try:
            caller()
        except Exception as error:
            self._explain(error, check.place.line, check.place.column, self.member[index])
        return ""

    def _print(self, line: int, caller: Callable[[], str]) -> str:
        try:
            return caller()
        except Exception as error:
            if not self.broken:
                self._explain(error, line)
            return ""

    def _member(self, index: int, *member: Any) -> None:
        self.member[index] = member
        self.tried[index] += 1

    def _compare(self, index: int, subject: int, word: str, left: Any, right: Any) -> bool:
        good = bool(_COMPARE[word](left, right))
        self.subject[index] = subject
        expected = _EXPECTED[word].format(show(right))
        if isinstance(right, str) and word in ("in", "notin"):
            expected = f"{'' if word == 'in' else 'not '}a part of “{right}”"
        self.seen[index] = (show(left), expected)
        self.blamed[index] = ()
        return good

    def _truth(self, index: int, subject: int, value: Any) -> bool:
        self.subject[index] = subject
        self.blamed[index] = value.blamed if isinstance(value, Verdict) else ()
        found, expected = (value.found, value.expected) if isinstance(value, Verdict) else (show(value), "true")
        self.seen[index] = (found, expected)
        return bool(value)

    def _failed(self, index: int, message: str) -> None:
        check = self.book.checks[index]
        found, expected = self.seen[index]
        subject = check.subjects[min(self.subject[index], len(check.subjects) - 1)]
        piece = next((member for member in self.member[index] if isinstance(member, Piece)), None)
        if self.blamed[index] and not message:
            for blamed, why in self.blamed[index]:
                self.findings[index].append(Finding(index, blamed.place, why, found, expected))
            return
        blamed_piece = piece or next((blamed for blamed, _ in self.blamed[index]), None)
        words = str(message) or self._words(subject, found, expected, self.member[index])
        place = blamed_piece.place if blamed_piece else self._deck_place(check)
        self.findings[index].append(Finding(index, place, words, found, expected))

    def _words(self, subject: str, found: str, expected: str, member: tuple[Any, ...]) -> str:
        who = f" ({show(member)})" if member else ""
        return f"{subject}{who} is {found}; it must be {expected}"

    def _deck_place(self, check: Check) -> Place:
        """Where a deck as a whole is wrong: its first piece, its kind when it has none, else the check itself."""
        for kind in self.kinds.values():
            if kind.plural in check.names:
                return next((piece.place for piece in self.pieces.get(kind.id, ())), kind.place)
        return check.place

    def _explain(self, error: Exception, line: int, column: int = 0, member: tuple[Any, ...] = ()) -> None:
        if isinstance(error, Unknown) and str(error).removeprefix("unknown name ") in self.unknown:
            return
        message, hint = explain(error)
        place = Place(self.book.path, line, column or _column(self.book.body, line))
        who = f" (for {show(member)})" if member else ""
        self.problems.append(Problem(place, message + who, hint))
        if isinstance(error, TooMuch):
            self.environment.budget = max(self.environment.budget, BUDGET // 10)  # the others can still be judged

    def _verdicts(self, index: int, rule: Rule) -> Verdicts:
        sentence = _sentence(self.texts.get(index, "")) or rule.id
        kinds = tuple(kind.id for kind in self.kinds.values() if kind.plural in rule.names)
        facts = tuple(name for name in (*self.book.facts, "players") if name in rule.names)
        results = tuple(
            Result(self.book.checks[check], self.tried[check], *self.seen[check], tuple(self.findings[check]))
            for check in rule.checks
        )
        return Verdicts(rule, sentence, kinds, facts, results)


def _problem(verdicts: Verdicts, finding: Finding) -> Problem:
    rule = verdicts.rule
    broken = Broken(rule.id, verdicts.sentence, rule.place, finding.found, finding.expected)
    return Problem(finding.place, finding.message, broken=broken)


def _line_of(error: Exception) -> int:
    if isinstance(error, TemplateSyntaxError):
        return error.lineno
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == "<template>"]
    return next((line for line in reversed(lines) if line), 1)


def _likely(name: str, accepted: list[str]) -> str:
    """The likeliest name alone: the whole list of facts and words would bury it."""
    hint = nearest(name, accepted)
    return (
        hint.split(" accepted:")[0]
        if hint.startswith("did you")
        else "it is no fact, no kind’s plural and no word for checks"
    )


def _sentence(text: str) -> str:
    """The first paragraph of a rule, without marks."""
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        words = " ".join(paragraph.split())
        if words and not words.startswith(("#", "|", "```")):
            return re.sub(r"\*+|^[-+>]\s+", "", words)
    return ""


def _tidy(prose: str) -> str:
    """Marks that stand in lines of their own get blank lines around, so that they never join a paragraph."""
    prose = re.sub(rf"\n*^({OPEN}[^{CLOSE_ID}]*{CLOSE_ID}|{END})$\n*", r"\n\n\1\n\n", prose, flags=re.M)
    return re.sub(r"\n{3,}", "\n\n", prose).strip("\n") + "\n"
