"""What became of one game in a build: its files in memory, or what is wrong with it."""

from dataclasses import dataclass, field, replace

from pressplay.exports.job import OutFile
from pressplay.exports.options import Options
from pressplay.exports.target import Need
from pressplay.exports.targets import TARGETS
from pressplay.files import Reads
from pressplay.problem import Problem

from .manifest import PieceEntry


@dataclass(slots=True)
class GameBuild:
    """One game's files in memory, or what is wrong with it."""

    problems: list[Problem] = field(default_factory=list)
    lacks: Need = Need.NOTHING  # what could not be made, and so no target that needs it
    files: list[OutFile] = field(default_factory=list)
    pieces: tuple[PieceEntry, ...] = ()
    layouts: dict[str, dict[str, str]] = field(default_factory=dict)  # paper → kind → layout
    reads: Reads = field(default_factory=dict)  # what a process of its own asked of the project's files

    def made(self, options: Options) -> Options:
        """The options with the targets that could be made."""
        targets = tuple(name for name in options.targets if not TARGETS[name].needs & self.lacks)
        return replace(options, targets=targets)

    def go_without(self, need: Need, problems: list[Problem]) -> None:
        """What is wrong with a stage ends the targets that need it, and no others."""
        if problems:
            self.problems += problems
            self.lacks |= need
