"""What became of one game in a build: its files in memory, or what is wrong with it."""

from dataclasses import dataclass, field

from pressplay.exports.job import OutFile
from pressplay.files import Reads
from pressplay.problem import Problem

from .manifest import PieceEntry


@dataclass(slots=True)
class GameBuild:
    """One game's files in memory, or what is wrong with it."""

    problems: list[Problem] = field(default_factory=list)
    files: list[OutFile] = field(default_factory=list)
    pieces: tuple[PieceEntry, ...] = ()
    layouts: dict[str, dict[str, str]] = field(default_factory=dict)  # paper → kind → layout
    reads: Reads = field(default_factory=dict)  # what a process of its own asked of the project's files
