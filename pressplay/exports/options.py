"""Options: what the command line can ask of a build."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .targets import TARGETS, usual_targets

if TYPE_CHECKING:  # nothing of an unchanged build needs sheets
    from pressplay.sheets.frame import Press
    from pressplay.sheets.printer import Printer


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line can ask of a build; each option has the default people expect."""

    papers: tuple[str, ...] = ("a4", "letter")
    backs: str = "long-edge"
    stacked: bool = False  # pieces in the order of a cut stack
    cutter: str = ""  # a machine that cuts the sheets
    cut: str = "through"  # or kiss: through stickers, not through what they stick on
    printer: "Printer | None" = None  # one that was calibrated
    kinds: tuple[str, ...] = ()  # empty: all
    targets: tuple[str, ...] = field(default_factory=usual_targets)
    jobs: int = field(default=0, compare=False)  # 0: as many as there are cores; the files are the same
    tts_max_px: int = 4096
    tts_format: str = "png"
    url_base: str = ""
    bleed: bool = False  # images with the bleed around them
    ink_saver: bool = False  # prints in lines
    draft: bool = False  # what can be made of a game with problems

    @property
    def roles(self) -> frozenset[str]:
        """The roles of the files that a build with these options makes; those of other roles it leaves alone."""
        return frozenset(role for name in self.targets for role in TARGETS[name].makes(self.ink_saver))

    @property
    def press(self) -> "Press":
        """How the sheets are printed and cut."""
        from pressplay.sheets.cutter import CUTTERS
        from pressplay.sheets.frame import Press
        from pressplay.sheets.printer import USUAL

        return Press(self.backs, self.stacked, self.printer or USUAL, CUTTERS.get(self.cutter))
