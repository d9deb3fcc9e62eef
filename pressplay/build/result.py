"""What a build tells while it works, and what it found and made."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from pressplay.files import Reads
from pressplay.problem import Problem
from pressplay.writing import WriteResult


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a long build stands, for whoever watches."""

    game: str
    doing: str
    done: int = 0
    total: int = 0


Tell = Callable[[Progress], None]


class Findings(NamedTuple):
    """What a look at games found: what is wrong, and what is no mistake but worth a look."""

    problems: list[Problem]
    remarks: list[Problem]


@dataclass(slots=True)
class BuildResult:
    """What a build found and made."""

    problems: list[Problem] = field(default_factory=list)
    remarks: list[Problem] = field(default_factory=list)
    written: dict[str, WriteResult] = field(default_factory=dict)  # game → what became of its files
    layouts: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)  # game → paper → kind → layout
    pieces: dict[str, tuple[int, int]] = field(default_factory=dict)  # game → designs, copies
    reads: list[Reads] = field(default_factory=list)  # all that was asked of the project's files
    older: dict[str, list[str]] = field(default_factory=dict)  # game → files of other targets that show old pieces
