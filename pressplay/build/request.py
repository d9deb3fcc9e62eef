"""A request is what a build is asked for, and who is told how far it is."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pressplay.data.pieces import Paper
from pressplay.exports.options import Options
from pressplay.faces.draw import Artists
from pressplay.game import Game
from pressplay.problem import Place, Problem, Trouble, nearest

from .result import Progress, Tell


def nobody(step: Progress) -> None:
    """Is told, and does nothing about it."""


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """What to make of a game, and how."""

    options: Options
    papers: Sequence[Paper] = ()
    tell: Tell = nobody
    artists: Artists | None = None  # who remember what they drew

    @property
    def jobs(self) -> int:
        return self.options.jobs or os.cpu_count() or 1

    def with_jobs(self, jobs: int) -> "BuildRequest":
        return replace(self, options=replace(self.options, jobs=jobs))

    def apart(self) -> "BuildRequest":
        """What to ask of a process of its own: it tells nobody and remembers nothing."""
        return BuildRequest(replace(self.options, jobs=1), self.papers)


def know_kinds(games: Sequence[Game], kinds: Sequence[str]) -> None:
    """The kinds asked for are kinds of some game."""
    known = {kind for game in games for kind in game.kinds}
    for name in kinds:
        if games and name not in known:
            raise Trouble(Problem(Place("--kind"), f"unknown kind {name}", nearest(name, known)))
