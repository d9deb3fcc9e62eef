"""A problem is a mistake, where it is, which rule it breaks and how to mend it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, NoReturn


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A position in a project's file; line and column start at 1, 0 means the whole file.

    In a sheet of a spreadsheet they count rows and columns, and are shown as spreadsheets show them.
    """

    file: str
    line: int = 0
    column: int = 0
    sheet: str = ""

    def __str__(self) -> str:
        if self.sheet:
            return f"{self.file}:{self.sheet}" + (f"!{_letters(self.column or 1)}{self.line}" if self.line else "")
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column or 1}"

    @property
    def row(self) -> str:
        """The line as a sentence names it."""
        return f"row {self.line}" if self.sheet else f"line {self.line}"


def _letters(column: int) -> str:
    """A column’s name: A to Z, then AA."""
    before, last = divmod(column - 1, 26)
    return (_letters(before) if before else "") + chr(ord("A") + last)


@dataclass(frozen=True, slots=True, order=True)
class BrokenRule:
    """The rule that a piece breaks, in the rulebook's own words."""

    rule: str
    sentence: str
    place: Place
    found: str = ""
    expected: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One mistake; problems sort by file, line and column."""

    place: Place
    message: str
    hint: str = ""
    broken: BrokenRule | None = field(default=None, compare=False)
    also: Place | None = field(default=None, compare=False)  # e.g. the template line beside the piece's
    either: tuple[Place, ...] = field(default=(), compare=False)  # where it may lie just as well

    def __str__(self) -> str:
        lines = [f"{self.place}: {self.message}"]
        if self.also:
            lines.append(f"    in {self.also}")
        if self.either:
            lines.append(f"    or in {', '.join(map(str, self.either))}")
        if self.broken:
            lines.append(f"    rule {self.broken.rule} ({self.broken.place}): {self.broken.sentence}")
            if self.broken.found or self.broken.expected:
                lines.append(f"    found {self.broken.found}, expected {self.broken.expected}")
        if self.hint:
            lines.append(f"    to mend it: {self.hint}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """The problem as plain data, for editors and other programs."""
        data: dict[str, Any] = {
            "file": self.place.file,
            "line": self.place.line,
            "column": self.place.column,
            "message": self.message,
        }
        if self.place.sheet:
            data["sheet"] = self.place.sheet
        if self.hint:
            data["hint"] = self.hint
        if self.also:
            data["also"] = {"file": self.also.file, "line": self.also.line}
        if self.either:
            data["either"] = [{"file": place.file, "line": place.line} for place in self.either]
        if self.broken:
            data["rule"] = {
                "id": self.broken.rule,
                "sentence": self.broken.sentence,
                "file": self.broken.place.file,
                "line": self.broken.place.line,
                "found": self.broken.found,
                "expected": self.broken.expected,
            }
        return data


class Trouble(Exception):
    """Carries problems out of deep code to the stage that collects them."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems

    def __reduce__(self) -> tuple[Any, ...]:  # so that it comes whole out of another process
        return Trouble, self.problems


def trouble(place: Place, message: str, hint: str = "") -> NoReturn:
    """Stop with one problem."""
    raise Trouble(Problem(place, message, hint))


_GAME = re.compile(r"(?:cards|templates)/([^/._][^/.]*)(?:/|$)")  # the game that a file belongs to


def game_of(place: Place) -> str:
    """The game whose file a place is in; empty for what games share."""
    match = _GAME.match(place.file)
    return match[1] if match else ""


def concerns(problem: Problem, game: str) -> bool:
    """Whether a problem is one of a game's, or of what all games share."""
    named = game_of(problem.place) or (game_of(problem.also) if problem.also else "")
    return named in ("", game)


def once(problems: Iterable[Problem]) -> list[Problem]:
    """A template's mistake is told once, not for every piece that meets it."""
    kept: dict[tuple[Place, str], Problem] = {}
    for problem in problems:
        kept.setdefault((problem.place, problem.message), problem)
    return list(kept.values())


EXAMPLES = 5  # of one cause


@dataclass(frozen=True, slots=True)
class Cause:
    """Problems that one change would mend, most likely: a few of them, and the others."""

    examples: tuple[Problem, ...]
    further: tuple[Problem, ...]


def by_cause(problems: Iterable[Problem]) -> list[Cause]:
    """Problems, sorted, those of one cause together where the first of them stands."""
    causes: dict[object, list[Problem]] = {}
    for problem in sorted(set(problems)):
        causes.setdefault(_cause(problem), []).append(problem)
    return [Cause(tuple(found[:EXAMPLES]), tuple(found[EXAMPLES:])) for found in causes.values()]


def _cause(problem: Problem) -> object:
    """What problems of one cause have in common: where it is drawn, the rule, and the words without their examples."""
    words = [_ONES.sub("#", _WHOSE.sub(r"\1", text)) for text in (problem.message, problem.hint)]
    rule = problem.broken.rule if problem.broken else ""
    return problem.place.file, problem.place.sheet, problem.also, rule, *words


_WHOSE = re.compile(r"^\S+ \S+, (front|back)\b")  # the kind, the piece and its side
_ONES = re.compile(r"“[^”]*”|-?\d+(?:[.,:]\d+)*|#[0-9a-fA-F]{6}")


@dataclass(frozen=True, slots=True)
class Hint:
    """What a mistyped word may have meant: the likeliest name (empty when none is like it) and all accepted ones."""

    close: str
    accepted: tuple[str, ...]
    word: str = field(default="", compare=False)

    @property
    def question(self) -> str:
        """The likeliest name alone, for where the whole list would bury it; empty when there is none."""
        return f"did you mean {self.close}?" if self.close else ""

    def __str__(self) -> str:
        shown, further = self.accepted, ""
        if len(shown) > _LISTED:
            shown = tuple(sorted(get_close_matches(self.word, shown, n=_NEAREST, cutoff=0)))
            further = f" and {len(self.accepted) - len(shown)} more"
        listed = f"accepted: {', '.join(shown) or 'none'}{further}"
        return f"{self.question} {listed}" if self.close else listed


_LISTED, _NEAREST = 24, 8  # accepted names: as many are listed, of more than that the nearest


def near(word: str, accepted: Iterable[str]) -> Hint:
    """The names that are accepted in a word's place."""
    names = sorted(set(accepted))
    plain = {name.lower(): name for name in reversed(names)}
    close = get_close_matches(word, names, n=1, cutoff=0.6)
    close = close or [plain[name] for name in get_close_matches(word.lower(), plain, n=1, cutoff=0.75)]
    return Hint(close[0] if close else "", tuple(names), word)


def nearest(word: str, accepted: Iterable[str]) -> str:
    """A hint for a mistyped word: the accepted names, the likeliest one first."""
    return str(near(word, accepted))
