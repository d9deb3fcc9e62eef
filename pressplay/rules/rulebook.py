"""A rulebook is Markdown with Jinja: its facts, its rules with their checks, and what the checks found."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from jinja2 import TemplateSyntaxError

from pressplay.data.fields import BAD, JINJA_WORDS, WORD, Number, Reading, Text
from pressplay.data.nodes import Document, MappingNode, Node, SequenceNode, TextFile
from pressplay.data.pieces import Kind, Piece
from pressplay.data.structures import Free, MapOf, Maybe, Raw, Record
from pressplay.data.yaml_reader import read_yaml
from pressplay.problem import Place, Problem

from .explain import explain
from .judge import Decks, Judge
from .rule import Check, Judgement, Rule
from .sandbox import Sandbox, paths
from .tags import TagMistake, Unguarded, column_of, followed, parse_body, sets_of, words_of
from .vocabulary import VOCABULARY

FRONT = Record(
    {
        "title": Text(1, 120),
        "players": Record({"min": Number(True, 1, 99), "max": Number(True, 1, 99)}),
        "facts": Maybe(Raw()),
    }
)
NOT_FACTS = frozenset({"players", "piece", "kind", "game", "style", "W", "H", "BLEED", "range", "dict", *VOCABULARY})


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
    places: Mapping[str, Place] = field(default_factory=dict)  # of the facts and their parts, with dots
    judged: Judgement | None = None

    def judgement(self, game: Any = None) -> Judgement:
        """What came of applying it to its game; the game is needed unless it is judged already."""
        return self.judged or self.judge(game.kinds, game.pieces)

    def judge(
        self,
        kinds: Mapping[str, Kind],
        pieces: Mapping[str, Sequence[Piece]],
        broken: Iterable[str] = (),
        words: Mapping[str, Any] | None = None,
    ) -> Judgement:
        """Apply the rules; those that touch a plural in `broken` are not judged, for its deck is not whole.

        `words` are more that checks may use: the style, and what the table's set-up leads to.
        """
        judge = partial(Judge, self, Decks(kinds, pieces, frozenset(broken), words or {}))
        try:
            return judge(guarded=False).judge()
        except Unguarded:
            return judge(guarded=True).judge()

    def with_judgement(self, judged: Judgement) -> "Rulebook":
        return replace(self, judged=judged)


_FRONT = re.compile(r"---[ \t]*\n(.*?\n)?---[ \t]*(?:\n|$)", re.S)


def read_front(prose: TextFile) -> tuple[Document | None, list[Problem]]:
    """The front matter of a rulebook, as nodes that know their lines."""
    match = _FRONT.match(prose.text)
    if not match:
        hint = "it starts with a line ---, title, players and facts, and again a line ---"
        return None, [Problem(Place(prose.path, 1, 1), "the rulebook has no front matter", hint)]
    document, problems = read_yaml(prose.path, match[1] or "", 2)
    if document is None and not problems:
        problems = [Problem(Place(prose.path, 1, 1), "the front matter is empty")]
    return document, problems


def read_rulebook(prose: TextFile, document: Document | None = None) -> tuple[Rulebook | None, list[Problem]]:
    """The rulebook of a file; None when its front matter, and so its facts, cannot be read."""
    problems: list[Problem] = []
    if document is None:
        document, problems = read_front(prose)
    match = _FRONT.match(prose.text)
    if document is None or match is None:
        return None, problems
    at = Reading(prose.path)
    front = FRONT.read(document.root, "", at)
    facts, places = _facts(document.root, at)
    problems += at.problems
    if front is BAD or at.problems:
        return None, problems
    if front["players"]["min"] > front["players"]["max"]:
        node = document.root.get("players") if isinstance(document.root, MappingNode) else None
        problems.append(Problem(document.place(node or document.root), "players: min is more than max"))
    body = "\n" * match[0].count("\n") + prose.text[match.end() :]
    try:
        book = parse_body(prose.path, body)
    except TemplateSyntaxError as error:
        problems.append(syntax_problem(prose.path, body, error))
        return Rulebook(prose.path, front["title"], front["players"], facts, "", (), (), places), problems
    problems += book.problems
    rules, checks = tuple(book.rules), tuple(book.checks)
    return Rulebook(prose.path, front["title"], front["players"], facts, body, rules, checks, places), problems


def _facts(root: Any, at: Reading) -> tuple[dict[str, Any], dict[str, Place]]:
    node = root.get("facts") if isinstance(root, MappingNode) else None
    if not isinstance(node, MappingNode):
        return {}, {}
    for name, (word, _) in node.entries.items():
        if not WORD.fullmatch(name) or name in JINJA_WORDS:
            at.say(word, f"{name} cannot name a fact", "use letters, digits and _")
        elif name in NOT_FACTS:
            at.say(word, f"{name} cannot name a fact: the word has a meaning of its own")
    facts = MapOf(Free(), "fact").read(node, "", at)
    places: dict[str, Place] = {}
    for part in (root, node):
        places |= _places(part, at)
    places = {path: place for path, place in places.items() if path.split(".")[0] in (*node.entries, "players")}
    return (facts if facts is not BAD else {}), places


def _places(node: Node, at: Reading, before: str = "") -> dict[str, Place]:
    """Where each fact stands, and each part of it: `setlist`, `setlist.draw`, `floors.0`, `floors.0.rows`."""
    found: dict[str, Place] = {}
    if isinstance(node, MappingNode):
        for name, (word, value) in node.entries.items():
            found |= {before + name: at.place(word), **_places(value, at, f"{before}{name}.")}
    elif isinstance(node, SequenceNode):
        for index, item in enumerate(node.items):
            found |= {f"{before}{index}": at.place(item), **_places(item, at, f"{before}{index}.")}
    return found


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the prose that uses facts or pieces."""

    place: Place
    rule: str  # the rule it belongs to, if any
    text: str  # filled, without marks
    paths: frozenset[str] = frozenset()  # what it reads
    words: frozenset[str] = frozenset()  # fields of pieces that it may ask for


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
            place = Place(book.path, number, line.find(part) + 1)
            found += _sentence(sandbox, Sentence(place, rule, part), sets, names)
    return tuple(found)


def _bare(mark: re.Match[str]) -> str:
    return "{%" if mark[0].startswith("{") else "%}"


def _rule_end(book: Rulebook, rule: Rule) -> int:
    lines = book.body.split("\n")
    return next((n for n in range(rule.place.line, len(lines) + 1) if "endrule" in lines[n - 1]), rule.place.line)


def _sentence(sandbox: Sandbox, written: Sentence, sets: str, names: Mapping[str, Any]) -> Iterator[Sentence]:
    """The sentence filled in, with what it reads; none when it says nothing by itself."""
    try:
        tree = sandbox.parse(written.text)
        dotted = followed(paths(tree), sets_of(sandbox.parse(sets)))
        text = sandbox.from_string(sets + written.text).render(names)
    except Exception:  # a sentence that stands in a loop or macro means nothing by itself; its rule is told anyway
        return
    words = re.sub(r"\*+|^[#>\s-]+", "", text.strip()).strip("| ")
    if any(map(str.isalpha, words)):  # else it is the line below a table's head
        yield replace(written, text=" ".join(words.split()), paths=dotted, words=words_of(tree))


def syntax_problem(path: str, body: str, error: TemplateSyntaxError) -> Problem:
    """What is wrong with a text that cannot be parsed."""
    place = Place(path, error.lineno, column_of(body, error.lineno))
    return Problem(place, str(error.message)) if isinstance(error, TagMistake) else Problem(place, *explain(error))
