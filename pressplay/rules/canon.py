"""A canon is what the designer's own rulebook says, each statement held by a check, by a rule, or by a decision of ours."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from jinja2 import TemplateSyntaxError

from pressplay.data.fields import BAD, Number, Reading, Text
from pressplay.data.ids import slug
from pressplay.data.nodes import Document, MappingNode, Node, Scalar, SequenceNode
from pressplay.data.pieces import Kind, Piece
from pressplay.data.structures import ListOf, MapOf, Maybe, OneOrMore, Record
from pressplay.problem import Place, Problem, nearest

from .deciding import deciding
from .rule import Judgement
from .rulebook import Rulebook, syntax_problem
from .tags import parse_body

# Words that a table gives to checks.
TABLE_WORDS = frozenset({"dealt", "laid", "shuffled", "steps", "beside"})
STATEMENT = Record(
    {
        "line": Maybe(Number(True, 1)),
        "says": Text(1),
        "must": Maybe(OneOrMore()),
        "rule": Maybe(Text(1)),
        "instead": Maybe(Text(1)),
        "why": Maybe(Text(1)),
    }
)
OURS = Record({"what": Text(1), "choice": Text(1), "why": Maybe(Text(1), "")})
CANON = Record(
    {
        "source": Text(1, 120),
        "statements": ListOf(STATEMENT),
        "intro": Maybe(Text(1)),
        "ours": Maybe(ListOf(OURS), ()),
        "words": Maybe(MapOf(Text(), "piece")),
    }
)


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that the designer's text says, in our words, and how it is held."""

    line: int  # of the designer's text; 0 where it is silent
    says: str
    place: Place
    musts: tuple[str, ...] = ()
    rule: str = ""
    instead: str = ""
    why: str = ""

    @property
    def held(self) -> str:
        """How: must, rule or instead."""
        return "instead" if self.instead else "must" if self.musts else "rule"


@dataclass(frozen=True, slots=True)
class Choice:
    """Something the designer's text leaves to us, and what we chose."""

    what: str
    choice: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Canon:
    """A game's canon that could be read; `judged` once it has been applied."""

    source: str
    statements: tuple[Statement, ...]
    checks: Rulebook  # the statements' checks as a rulebook of their own
    owners: tuple[int, ...]  # of each of its rules the statement
    intro: str = ""
    ours: tuple[Choice, ...] = ()
    words: Mapping[str, tuple[str, Place]] | None = None  # kind/piece → the words that decide in its texts
    judged: Judgement | None = None

    def judge(
        self,
        kinds: Mapping[str, Kind],
        pieces: Mapping[str, Sequence[Piece]],
        broken: Sequence[str] = (),
        words: Mapping[str, Any] | None = None,
    ) -> "Canon":
        """The canon with what came of its checks; each problem quotes the statement and its line."""
        judged = self.checks.judge(kinds, pieces, broken, words)
        return replace(self, judged=replace(judged, problems=tuple(map(self._quoted, judged.problems))))

    def _quoted(self, problem: Problem) -> Problem:
        if not problem.broken:
            return problem
        index = next(n for n, rule in enumerate(self.checks.rules) if rule.id == problem.broken.rule)
        said = self.statements[self.owners[index]]
        place = Place(self.source, said.line) if said.line else said.place
        return replace(problem, broken=replace(problem.broken, rule="canon", sentence=said.says, place=place))


def read_canon(document: Document, book: Rulebook) -> tuple[Canon | None, list[Problem]]:
    """The canon of a file, for the game of a rulebook; None when it cannot be read."""
    at = Reading(document.path)
    data = CANON.read(document.root, "", at)
    if data is BAD or not isinstance(document.root, MappingNode):
        return None, at.problems
    nodes = document.root.get("statements")
    assert isinstance(nodes, SequenceNode)
    statements = tuple(
        _statement(values, node, at) for values, node in zip(data["statements"], nodes.items, strict=True)
    )
    ids = [rule.id for rule in book.rules]
    for said, node in zip(statements, nodes.items, strict=True):
        _look_over(said, node, ids, at)
    ours = tuple(Choice(each["what"], each["choice"], each["why"]) for each in data["ours"] or ())
    if at.problems:
        return None, at.problems
    body, owners = _body(statements, nodes)
    try:
        parsed = parse_body(document.path, body)
    except TemplateSyntaxError as error:
        return None, [syntax_problem(document.path, body, error)]
    words = _listed(document.root.get("words"), at) if data["words"] is not None else None
    checks = replace(book, path=document.path, body=body, rules=tuple(parsed.rules), checks=tuple(parsed.checks))
    return Canon(data["source"], statements, checks, owners, data["intro"] or "", ours, words), []


def _listed(node: Node | None, at: Reading) -> dict[str, tuple[str, Place]]:
    entries = node.entries if isinstance(node, MappingNode) else {}
    return {
        name: (" ".join(value.text.split()), at.place(word))
        for name, (word, value) in entries.items()
        if isinstance(value, Scalar)
    }


def _statement(values: Mapping[str, Any], node: Node, at: Reading) -> Statement:
    return Statement(
        values["line"] or 0,
        " ".join(values["says"].split()),
        at.place(node),
        tuple(" ".join(must.split()) for must in values["must"] or ()),
        values["rule"] or "",
        " ".join((values["instead"] or "").split()),
        " ".join((values["why"] or "").split()),
    )


def _look_over(said: Statement, node: Node, rules: Sequence[str], at: Reading) -> None:
    """Tell a statement that nothing holds, that names no rule, or that stands in no line and is no decision."""
    if not (said.musts or said.rule or said.instead):
        at.say(node, "nothing holds this statement", "give it must: EXPRESSION, rule: ID, or instead: and why:")
    if bool(said.instead) != bool(said.why):
        at.say(node, "a decision needs both: instead: what we do, why: the reason")
    if not said.line and not said.instead:
        at.say(node, "line is missing: where does the designer’s text say so?")
    if said.rule and said.rule not in rules:
        named = node.get("rule") if isinstance(node, MappingNode) else None
        at.say(named or node, f"the rulebook has no rule {said.rule}", nearest(said.rule, rules))


def _body(statements: Sequence[Statement], nodes: SequenceNode) -> tuple[str, tuple[int, ...]]:
    """The checks as the text of a rulebook in which each stands in the line that it has in the canon."""
    lines: dict[int, str] = {}
    owners: list[int] = []
    for index, (said, node) in enumerate(zip(statements, nodes.items, strict=True)):
        if not said.musts:
            continue
        written = list(_musts(node))
        lines[node.line] = lines.get(node.line, "") + f"{{% rule s-{index} %}}"
        for must, line in zip(said.musts, written, strict=True):
            lines[line] = lines.get(line, "") + f"{{% must {must} %}}"
        lines[written[-1]] += "{% endrule %}"
        owners.append(index)
    return "\n".join(lines.get(line, "") for line in range(1, max(lines, default=0) + 1)), tuple(owners)


def _musts(node: Node) -> Iterator[int]:
    """The lines of a statement's checks."""
    must = node.get("must") if isinstance(node, MappingNode) else None
    for item in must.items if isinstance(must, SequenceNode) else [must] if isinstance(must, Scalar) else []:
        yield item.line


# Words that decide --------------------------------------------------------------


def said_words(kind: Kind, document: Document) -> dict[str, tuple[str, Place]]:
    """For each piece of a kind the words that decide in its texts, in order, apart from those that are free."""
    said = {}
    for node in document.root.items if isinstance(document.root, SequenceNode) else ():
        if isinstance(node, MappingNode):
            words = [word for name, field in kind.fields.items() for word in _said(node.get(name), field, name, kind)]
            said[_name(kind, node)] = (" ".join(words), document.place(node))
    return said


def _name(kind: Kind, node: MappingNode) -> str:
    """A piece as the canon calls it: kind/id."""
    named = node.get("id") or node.get("title")
    return f"{kind.id}/{slug(named.text)}" if isinstance(named, Scalar) else kind.id


def _said(node: Node | None, field: Any, path: str, kind: Kind) -> Iterator[str]:
    field = field.field if isinstance(field, Maybe) else field
    if node is None or path in kind.free:
        return
    if isinstance(field, Record) and isinstance(node, MappingNode):
        for name, inner in field.fields.items():
            yield from _said(node.get(name), inner, f"{path}.{name}", kind)
    elif isinstance(field, ListOf) and isinstance(node, SequenceNode):
        for item in node.items:
            yield from _said(item, field.item, path, kind)
    elif isinstance(field, Text) and isinstance(node, Scalar):
        yield from (found.word.lower() for found in deciding(node.text))


def misworded(canon: Canon, kinds: Mapping[str, Kind], documents: Mapping[str, Document]) -> Iterator[Problem]:
    """Pieces in whose texts other words decide than the canon lists."""
    said: dict[str, tuple[str, Place]] = {}
    for kind in kinds.values():
        if kind.id in documents:
            said |= said_words(kind, documents[kind.id])
    listed = canon.words or {}
    for name, (words, place) in said.items():
        wanted = listed[name][0] if name in listed else ""
        if words != wanted and canon.words is not None:
            hint = f"if it is meant, list them in {canon.checks.path} under words: {name}"
            told = f"in {name} the words that decide are “{words}”; the canon lists “{wanted}”"
            yield Problem(place, told, hint, either=(listed[name][1],) if name in listed else ())
    for name, (_, place) in listed.items():
        if name not in said:
            yield Problem(place, f"there is no piece {name}", nearest(name, said))


# What it covers ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Coverage:
    """How the statements of a canon are held, and what no check of canon or rulebook reads."""

    held: Mapping[str, int]  # must, rule, instead → statements
    facts: tuple[str, ...]
    fields: tuple[str, ...]


def coverage(book: Rulebook, canon: Canon | None, kinds: Mapping[str, Kind]) -> Coverage:
    """What holds a game's facts and fields."""
    books = (book, canon.checks) if canon else (book,)
    checks = [check for each in books for check in each.checks]
    read = {path for check in checks for path in check.paths}
    facts = [path for path in _leaves(book.facts) if not _holds(read, path)]
    asked = {plural: _asked(checks, plural) for plural in (kind.plural for kind in kinds.values())}
    fields = [f"{kind.id}.{name}" for kind in kinds.values() for name in kind.fields if name not in asked[kind.plural]]
    held = {
        how: sum(said.held == how for said in canon.statements) if canon else 0 for how in ("must", "rule", "instead")
    }
    return Coverage(held, tuple(facts), tuple(fields))


def _leaves(facts: Mapping[str, Any], before: str = "") -> Iterator[str]:
    for name, value in facts.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, f"{before}{name}.")
        else:
            yield f"{before}{name}"


def _holds(read: set[str], path: str) -> bool:
    """Whether a fact, a part of it or a whole around it is read."""
    parts = path.split(".")
    wholes = {".".join(parts[:depth]) for depth in range(1, len(parts) + 1)}
    return bool(wholes & read) or any(other.startswith(f"{path}.") for other in read)


def _asked(checks: Sequence[Any], plural: str) -> set[str]:
    """The words by which checks ask a deck for its fields."""
    return {word for check in checks if plural in check.names for word in check.words}


# Notes -------------------------------------------------------------------------


def notes(canon: Canon, title: str) -> str:
    """NOTES.md: where we decided otherwise than the designer's text, or where it is silent, and why."""
    lines = [f"# Notes on {title}", ""]
    if canon.intro:
        lines += [canon.intro.strip(), ""]
    decided = [said for said in canon.statements if said.instead]
    if decided:
        lines += ["## Gaps and contradictions, settled", "", "| Finding | Decision | Why |", "|---|---|---|"]
        lines += [f"| {_cell(said.says)} | {_cell(said.instead)} | {_cell(said.why)} |" for said in decided]
        lines += [""]
    if canon.ours:
        lines += ["## Ours, where nothing was given", "", "| What | Our choice | Why |", "|---|---|---|"]
        lines += [f"| {_cell(each.what)} | {_cell(each.choice)} | {_cell(each.why)} |" for each in canon.ours]
        lines += [""]
    return "\n".join(lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
