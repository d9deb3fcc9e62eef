"""Judging applies a rulebook to its pieces: the body is rendered once, and its tags call back with what they find."""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import TemplateSyntaxError

from pressplay.data.pieces import Kind, Piece
from pressplay.problem import BrokenRule, Place, Problem, near

from .blame import Accuser, Call, Failure, called, surplus, words_for
from .explain import explain
from .prose import Rendered, joined, origin, passages
from .rule import CheckResult, Finding, Judgement, Rule, Verdicts
from .sandbox import BUDGET, TooMuch, Unknown, show
from .tags import Body, Unguarded, column_of, parse_body
from .vocabulary import Blame, Verdict

if TYPE_CHECKING:  # a rulebook asks for its judgement
    from .rulebook import Rulebook

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


class Outcome(NamedTuple):
    """What a check found, and what it expected."""

    found: str
    expected: str


class Told(NamedTuple):
    """A failure and how it is told; `finding` when its place is known already."""

    failure: Failure
    finding: Finding
    placed: bool


class Decks(NamedTuple):
    """What rules are applied to, and the words beside the vocabulary in which they may speak of it."""

    kinds: Mapping[str, Kind]
    pieces: Mapping[str, Sequence[Piece]]
    broken: frozenset[str]  # plurals of decks that are not whole
    words: Mapping[str, Any]


class Judge:
    def __init__(self, book: "Rulebook", decks: Decks, guarded: bool) -> None:
        self.book = book
        self.guarded = guarded
        self.kinds, self.pieces, self.broken, self.words = decks
        self.plurals = {kind.plural: kind.id for kind in self.kinds.values()}
        self.problems: list[Problem] = []
        self.findings: list[list[Finding]] = [[] for _ in book.checks]
        self.tried = [0] * len(book.checks)
        self.outcomes = [Outcome("", "")] * len(book.checks)
        self.blames: list[tuple[Blame, ...]] = [()] * len(book.checks)
        self.subject = [0] * len(book.checks)
        self.member: list[tuple[Any, ...]] = [()] * len(book.checks)
        self.sides: list[tuple[Any, Any]] = [(None, None)] * len(book.checks)
        self.told: list[Told] = []
        self.calls: list[Call] = []
        self.texts: dict[int, str] = {}
        self.unknown: set[str] = set()  # names that have been told

    def judge(self) -> Judgement:
        path, body = self.book.path, self.book.body
        source = Body(path, body, True) if self.guarded else parse_body(path, body)
        self.environment = source.environment
        self.environment.budget = BUDGET
        self.environment.watch = self._call
        names = self._names()
        self._unknown_names(source, names)
        prose = Rendered("")
        try:
            self.template = source.template
            prose = joined([self.template.render(names)])
        except Unguarded:
            raise
        except Exception as error:  # whatever a designer's expression may raise
            if not self.guarded:
                raise Unguarded from error
            self._explain(error, _line_of(error))
        finally:
            self.environment.watch = None
        self._accuse()
        rules = tuple(self._verdicts(index, rule) for index, rule in enumerate(self.book.rules))
        for verdicts in rules:
            for result in verdicts.results:
                self.problems += [_problem(verdicts, finding) for finding in result.findings]
        return Judgement(passages(prose), rules, tuple(sorted(dict.fromkeys(self.problems))))

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
            "__origin__": origin,
        }
        return {**self.words, **decks, **self.book.facts, "players": dict(self.book.players), **tags}

    def _unknown_names(self, source: Body, names: Mapping[str, Any]) -> None:
        """Tell all names that nothing gives a meaning, wherever they stand; a rendering would stop at the first."""
        known = {*names, *self.environment.globals}
        accepted = [name for name in known if name[:2] != "__"]
        read = [node for node in source.named if node.name not in known]
        known |= {node.name for node in read if node.ctx != "load"} | {"loop", "caller", "self", "varargs", "kwargs"}
        known |= source.macros
        for node in read:
            if node.name not in known:
                self.unknown.add(node.name)
                place = Place(self.book.path, node.lineno, column_of(self.book.body, node.lineno, node.name))
                self.problems.append(Problem(place, f"unknown name {node.name}", _likely(node.name, accepted)))

    def _rule(self, index: int, caller: Callable[[], str]) -> str:
        rule = self.book.rules[index]
        try:
            text = caller()
        except Exception as error:
            if not self.guarded:
                raise Unguarded from error
            line = self.template.get_corresponding_lineno(_line_of(error))  # Jinja itself does so further up
            self._explain(error, line)
            text = ""
        self.texts.setdefault(index, text)
        return joined([text]).within(rule.id)

    def _must(self, index: int, caller: Callable[[], str]) -> str:
        check = self.book.checks[index]
        self.member[index] = ()
        self.calls.clear()
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
        self.calls.clear()
        self.tried[index] += 1

    def _call(self, word: Any, args: tuple[Any, ...]) -> None:
        call = called(word, args)
        if call:
            self.calls.append(call)

    def _compare(self, index: int, subject: int, word: str, left: Any, right: Any) -> bool:
        good = bool(_COMPARE[word](left, right))
        self.subject[index] = subject
        expected = _EXPECTED[word].format(show(right))
        if isinstance(right, str) and word in ("in", "notin"):
            expected = f"{'' if word == 'in' else 'not '}a part of “{right}”"
        self.outcomes[index] = Outcome(show(left), expected)
        self.sides[index] = (left, right)
        self.blames[index] = ()
        return good

    def _truth(self, index: int, subject: int, value: Any) -> bool:
        self.subject[index] = subject
        self.blames[index] = value.blames if isinstance(value, Verdict) else ()
        self.sides[index] = (value, None)
        verdict = isinstance(value, Verdict)
        self.outcomes[index] = Outcome(value.found, value.expected) if verdict else Outcome(show(value), "true")
        return bool(value)

    def _failed(self, index: int, message: str) -> None:
        check = self.book.checks[index]
        found, expected = self.outcomes[index]
        subject = check.subjects[min(self.subject[index], len(check.subjects) - 1)]
        left, right = self.sides[index]
        odd = left.odd if isinstance(left, Verdict) else surplus(left, right)
        calls = tuple(self.calls)
        failure = Failure(index, self.member[index], odd, surplus(right, left), expected.startswith("one of"), calls)
        piece = failure.piece
        if self.blames[index] and not message:
            for blame in self.blames[index]:
                self.told.append(Told(failure, Finding(index, blame.piece.place, blame.why, found, expected), True))
            return
        guilty = piece is None and next((blame.piece for blame in reversed(self.blames[index])), None)
        words = str(message) or words_for(subject, found, expected, self.member[index])
        place = guilty.place if guilty else check.place
        self.told.append(Told(failure, Finding(index, place, words, found, expected), bool(guilty)))

    def _accuse(self) -> None:
        """Give each failure its place, now that it is known what else failed."""
        accuser = Accuser(self.book, self.kinds, self.pieces, self.tried, [told.failure for told in self.told])
        for failure, finding, placed in self.told:
            place, either = (finding.place, ()) if placed else accuser.blamed(failure)
            self.findings[failure.check].append(replace(finding, place=place, either=either))

    def _explain(self, error: Exception, line: int, column: int = 0, member: tuple[Any, ...] = ()) -> None:
        if isinstance(error, Unknown) and error.name in self.unknown:
            return
        message, hint = explain(error)
        place = Place(self.book.path, line, column or column_of(self.book.body, line))
        who = f" (for {show(member)})" if member else ""
        self.problems.append(Problem(place, message + who, hint))
        if isinstance(error, TooMuch):
            self.environment.budget = max(self.environment.budget, BUDGET // 10)  # the others can still be judged

    def _verdicts(self, index: int, rule: Rule) -> Verdicts:
        text = self.texts.get(index, "")
        kinds = tuple(kind.id for kind in self.kinds.values() if kind.plural in rule.names)
        facts = tuple(name for name in (*self.book.facts, "players") if name in rule.names)
        results = tuple(
            CheckResult(self.book.checks[check], self.tried[check], *self.outcomes[check], tuple(self.findings[check]))
            for check in rule.checks
        )
        return Verdicts(rule, _sentence(text) or rule.id, text.strip("\n"), kinds, facts, results)


def _problem(verdicts: Verdicts, finding: Finding) -> Problem:
    rule = verdicts.rule
    broken = BrokenRule(rule.id, verdicts.sentence, rule.place, finding.found, finding.expected)
    return Problem(finding.place, finding.message, broken=broken, either=finding.either)


def _line_of(error: Exception) -> int:
    if isinstance(error, TemplateSyntaxError):
        return error.lineno
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == "<template>"]
    return next((line for line in reversed(lines) if line), 1)


def _likely(name: str, accepted: list[str]) -> str:
    """The likeliest name alone: the whole list of facts and words would bury it."""
    return near(name, accepted).question or "it is no fact, no kind’s plural and no word for checks"


def _sentence(text: str) -> str:
    """The first paragraph of a rule, without marks."""
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        words = " ".join(paragraph.split())
        if words and not words.startswith(("#", "|", "```")):
            return re.sub(r"\*+|^[-+>]\s+", "", words)
    return ""
