"""Prose is a rulebook's Markdown with its facts filled in: it knows the rule and the line of the file of all it says."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class ProseLine:
    """A line of prose, the line of the file it comes from, and the rules that stand inside it."""

    text: str
    line: int
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines of Markdown that belong together: all that a rule says, or (`rule` is empty) what stands between rules."""

    lines: tuple[ProseLine, ...]
    rule: str = ""

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)


class Origin(NamedTuple):
    """From here on, text comes from a line of the file; the file's own text runs on over its lines, a value does not."""

    at: int
    line: int
    runs_on: bool


class RuleSpan(NamedTuple):
    """Where a rule stands in a text."""

    start: int
    end: int
    rule: str


class Rendered(str):
    """Text that Jinja has made, with its origins and its rules; joining texts keeps both."""

    __slots__ = ("origins", "rules")

    origins: tuple[Origin, ...]
    rules: tuple[RuleSpan, ...]

    def __new__(cls, text: str, origins: tuple[Origin, ...] = (), rules: tuple[RuleSpan, ...] = ()) -> "Rendered":
        made = super().__new__(cls, text)
        made.origins, made.rules = origins, rules
        return made

    def __str__(self) -> str:  # Jinja asks for it before it prints: a plain text would know nothing any more
        return self

    def within(self, rule: str) -> "Rendered":
        """The same text as the words of a rule."""
        return Rendered(self, self.origins, (RuleSpan(0, len(self), rule), *self.rules))

    def line_at(self, at: int) -> int:
        """The line of the file that a place in the text comes from; 0 when nothing tells."""
        index = bisect_right(self.origins, at, key=lambda origin: origin.at) - 1
        if index < 0:
            return 0
        origin = self.origins[index]
        return origin.line + (self.count("\n", origin.at, at) if origin.runs_on else 0)


@lru_cache(maxsize=4096)
def origin(line: int, runs_on: bool) -> Rendered:
    """Nothing to be read: it says where the text behind it comes from."""
    return Rendered("", (Origin(0, line, runs_on),))


def joined(parts: Iterable[str]) -> Rendered:
    """Texts as one."""
    texts = list(parts)
    origins: list[Origin] = []
    rules: list[RuleSpan] = []
    at = 0
    for text in texts:
        if isinstance(text, Rendered):
            origins += [Origin(start + at, line, runs_on) for start, line, runs_on in text.origins]
            rules += [RuleSpan(start + at, end + at, rule) for start, end, rule in text.rules]
        at += len(text)
    return Rendered("".join(texts), tuple(origins), tuple(rules))


def passages(text: Rendered) -> tuple[Passage, ...]:
    """The passages of a text: a rule whose tags stand in lines of their own is one, a rule inside a line is not."""
    found: list[Passage] = []
    done = 0
    for span in sorted(text.rules, key=lambda span: (span.start, -span.end)):
        if span.start >= done and _stands_alone(text, span):
            found += [_passage(text, done, span.start), _passage(text, span.start, span.end, span.rule)]
            done = span.end
    found.append(_passage(text, done, len(text)))
    return tuple(passage for passage in found if passage.lines)


def _stands_alone(text: str, span: RuleSpan) -> bool:
    starts_line = span.start == 0 or text[span.start - 1] == "\n"
    return starts_line and span.end > span.start and text[span.end - 1] == "\n"


def _passage(text: Rendered, start: int, end: int, rule: str = "") -> Passage:
    """The lines between two places, without empty ones at either end and more than one between others."""
    lines: list[ProseLine] = []
    for line in _lines(text, start, end, rule):
        if line.text or (lines and lines[-1].text):
            lines.append(line)
    while lines and not lines[-1].text:
        lines.pop()
    return Passage(tuple(lines), rule)


def _lines(text: Rendered, start: int, end: int, rule: str) -> Iterator[ProseLine]:
    inside = [span for span in text.rules if start <= span.start and span.end <= end and span.rule != rule]
    at = start
    for words in text[start:end].split("\n"):
        stop = at + len(words)
        first = at + len(words) - len(words.lstrip())
        rules = [span.rule for span in inside if _touches(span, at, stop)]
        yield ProseLine(words, text.line_at(min(first, stop)), tuple(dict.fromkeys(rules)))
        at = stop + 1


def _touches(span: RuleSpan, start: int, stop: int) -> bool:
    """Whether a rule stands in a line; one without words belongs to the line it stands at."""
    if span.start == span.end:
        return start <= span.start <= stop
    return span.start < stop and span.end > start
