"""A probe makes every plausible single mistake in a game, one after the other, and tells which of them no rule notices."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pressplay.data.nodes import GameSource
from pressplay.data.pieces import Kind
from pressplay.problem import Place, Problem, Trouble
from pressplay.rules.rulebook import Rulebook

from .check import check
from .mistakes import SORTS, Mistake, mistakes


@dataclass(frozen=True, slots=True)
class Slip:
    """A mistake that no rule notices, and the rules that look nearby."""

    sort: str
    place: Place
    change: str
    rules: tuple[str, ...]

    def __str__(self) -> str:
        held = f"    might be held by {', '.join(self.rules)}" if self.rules else "    no rule reads it"
        return f"{self.place}: {self.change}\n{held}"


@dataclass(frozen=True, slots=True)
class Probe:
    """How many mistakes of each sort were made and noticed, and those that were not."""

    made: Mapping[str, int]
    slips: tuple[Slip, ...]

    @property
    def total(self) -> int:
        return sum(self.made.values())

    def noticed(self, sort: str) -> int:
        return self.made[sort] - sum(slip.sort == sort for slip in self.slips)

    @property
    def score(self) -> float:
        """The share of all mistakes that are noticed, in percent."""
        return 100 * (1 - len(self.slips) / self.total) if self.total else 100.0


def probe(source: GameSource, tell: Callable[[int, int], None] = lambda done, total: None) -> Probe:
    """Try every mistake in a game that is sound; Trouble when it is not."""
    games, problems = check([source])
    if problems or not games:
        raise Trouble(*problems or [Problem(Place(source.folder), "the game cannot be read")])
    game = games[0]
    tried = mistakes(source, game.kinds, game.pieces)
    slips = []
    for number, mistake in enumerate(tried, 1):
        if not _noticed(source, mistake):
            slips.append(_slip(mistake, game.rulebook, game.kinds))
        tell(number, len(tried))
    made = Counter(mistake.sort for mistake in tried)
    return Probe({sort: made[sort] for sort in SORTS if made[sort]}, tuple(slips))


def _noticed(source: GameSource, mistake: Mistake) -> bool:
    with mistake.made():
        return bool(check([source])[1])


def _slip(mistake: Mistake, book: Rulebook, kinds: Mapping[str, Kind]) -> Slip:
    about = mistake.about[0] if mistake.about else ""
    name = kinds[about].plural if about in kinds else about
    rules = [rule for rule in book.rules if name in rule.names]
    nearest = [rule for rule in rules if len(mistake.about) > 1 and mistake.about[1].split(".")[0] in rule.words]
    return Slip(mistake.sort, mistake.place, mistake.change, tuple(rule.id for rule in (nearest or rules)[:3]))
