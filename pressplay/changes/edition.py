"""An edition is a game as it stood once: its designs with their pictures' hashes, its facts and its rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pressplay.drawing.picture import Picture
from pressplay.files import ProjectFiles
from pressplay.problem import Place


@dataclass(frozen=True, eq=False, slots=True)
class Design:
    """A piece of an edition; what only its data could tell is empty when there is but a ledger or a manifest."""

    kind: str
    id: str
    title: str
    copies: int
    version: str  # of the game, as its stamp says
    front: str
    back: str | None
    values: Mapping[str, Any] | None = None
    reads: frozenset[str] = frozenset()  # what was read to fill its texts and both its faces
    resources: Mapping[str, str] = field(default_factory=dict)  # font, icon, image → content hash
    pictures: tuple[Picture | None, Picture | None] = (None, None)
    source: ProjectFiles | None = None  # where the pictures' fonts, icons and images are
    place: Place | None = None

    @property
    def key(self) -> tuple[str, str]:
        return self.kind, self.id

    @property
    def name(self) -> str:
        return f"{self.kind}/{self.id}"

    def stamp(self, side: str = "front") -> str:
        """What the version stamp on a side says."""
        digest = self.back if side == "back" and self.back else self.front
        return f"{self.version} · {digest[:4]}"

    def picture(self, side: str) -> Picture | None:
        return self.pictures[side == "back"]


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule as the players read it, and its checks."""

    sentence: str
    text: str  # all of it, plain
    checks: tuple[str, ...]
    place: Place


@dataclass(frozen=True, eq=False, slots=True)
class Edition:
    """One game at one moment; `facts` and `rules` are None where only pictures are known."""

    game: str
    title: str
    version: str
    name: str  # v1.0, the last print, the working tree
    designs: tuple[Design, ...]
    kinds: Mapping[str, str] = field(default_factory=dict)  # id → title
    facts: Mapping[str, Any] | None = None
    rules: Mapping[str, RuleText] | None = None
    style: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)  # template → content hash
    on_paper: bool = False  # a ledger: a piece of no copies is not in it

    def design(self, kind: str, id: str) -> Design | None:
        return next((design for design in self.designs if design.key == (kind, id)), None)


def same_picture(a: str | None, b: str | None) -> bool:
    """Whether two hashes mean one picture; a ledger may hold the first characters only."""
    return a == b or (a is not None and b is not None and (a.startswith(b) or b.startswith(a)))
