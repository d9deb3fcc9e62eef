"""Rules are what a rulebook demands, each with its checks, and what was found when they were applied."""

from dataclasses import dataclass

from pressplay.problem import Place, Problem

from .prose import Passage


@dataclass(frozen=True, slots=True)
class Check:
    """One `must` of a rule, as it is written."""

    text: str
    place: Place
    subjects: tuple[str, ...]  # the left side of each comparison, in words
    names: frozenset[str]  # what it reads: facts and kinds' plurals
    each: bool  # for every member of a list
    paths: frozenset[str] = frozenset()  # what its condition reads, with dots; not what only its message says
    words: frozenset[str] = frozenset()  # fields that its condition may ask for


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
    either: tuple[Place, ...] = ()  # the other places, when each may be wrong


@dataclass(frozen=True, slots=True)
class CheckResult:
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
    sentence: str  # its first, with the facts filled in
    text: str  # all it says, as Markdown
    kinds: tuple[str, ...]
    facts: tuple[str, ...]
    results: tuple[CheckResult, ...]

    @property
    def passed(self) -> bool:
        return all(result.passed for result in self.results)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A rulebook applied to its game's pieces."""

    passages: tuple[Passage, ...]
    rules: tuple[Verdicts, ...]
    problems: tuple[Problem, ...]

    @property
    def prose(self) -> str:
        """The whole Markdown, with the facts filled in."""
        return "\n\n".join(passage.text for passage in self.passages) + "\n"
