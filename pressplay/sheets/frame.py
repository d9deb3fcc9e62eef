"""A frame is a paper as sheets use it: what can be printed on it, where rulers and notes stand, how it is turned over."""

from dataclasses import dataclass

from pressplay.data.pieces import Paper
from pressplay.drawing.box import Box
from pressplay.units import BLEED

from .cutter import Cutter
from .printer import MARGINS, USUAL, Margins, Printer

MARK = 1.0  # the shortest crop mark that can be cut along
STRIP = 3.2  # rulers and notes, with the white between them and the marks
FOLD = 5.0  # between a fold line and the bleed beside it


@dataclass(frozen=True, slots=True)
class Frame:
    """A paper, upright as it lies in the printer."""

    paper: Paper
    strips: str = "level"  # where rulers and notes stand: level (above and below) or upright (left and right)
    fold: str = ""  # upright or level: the fold line through the middle; fronts lie left of it, or above
    margins: Margins = MARGINS
    cutter: Cutter | None = None

    @property
    def width(self) -> float:
        return self.paper.width

    @property
    def height(self) -> float:
        return self.paper.height

    @property
    def printable(self) -> Box:
        """What the printer reaches, on both sides alike."""
        sides, ends = self.margins
        return Box(sides, ends, self.width - 2 * sides, self.height - 2 * ends)

    @property
    def within(self) -> Box:
        """The printable area without the strips of rulers and notes."""
        sides = self.margins.sides + (STRIP if self.strips == "upright" else 0)
        ends = self.margins.ends + (STRIP if self.strips == "level" else 0)
        return Box(sides, ends, self.width - 2 * sides, self.height - 2 * ends)

    @property
    def area(self) -> Box:
        """Where pieces may lie with their bleed and marks: on one side of the fold, where there is one."""
        free = self.within if self.cutter is None else self._between_marks(self.cutter)
        if self.fold == "upright":
            return Box(free.x, free.y, self.width / 2 - FOLD + MARK - free.x, free.h)
        if self.fold == "level":
            return Box(free.x, free.y, free.w, self.height / 2 - FOLD + MARK - free.y)
        return free

    @property
    def strip(self) -> Box:
        """Where the rulers and notes stand: at two edges of this box, clear of a machine's marks."""
        box, marks = self.printable, self.cutter and self.cutter.registration
        if not marks:
            return box
        if self.strips == "upright":
            return Box(box.x, marks.zone, box.w, self.height - 2 * marks.zone)
        return Box(marks.zone, box.y, self.width - 2 * marks.zone, box.h)

    def _between_marks(self, cutter: Cutter) -> Box:
        """Where pieces lie for a machine: within its reach, and clear of its marks on the sides that have the strips."""
        clear = cutter.registration.zone if cutter.registration else cutter.inset
        sides, ends = (clear, cutter.inset) if self.strips == "upright" else (cutter.inset, clear)
        x, y = max(sides - BLEED - MARK, self.within.x), max(ends - BLEED - MARK, self.within.y)
        return Box(x, y, self.width - 2 * x, self.height - 2 * y)

    def mirrors_sideways(self, backs: str) -> bool:
        """Whether turning the sheet over, or folding it, swaps left and right; otherwise it swaps top and bottom."""
        return self.fold == "upright" if self.fold else mirrors_sideways(self.width > self.height, backs)


def frames(paper: Paper, margins: Margins, folded: bool = False, cutter: Cutter | None = None) -> tuple[Frame, ...]:
    """The frames that a paper can have."""
    folds = ("upright", "level") if folded else ("",)
    return tuple(Frame(paper, strips, fold, margins, cutter) for strips in ("level", "upright") for fold in folds)


def mirrors_sideways(landscape: bool, backs: str) -> bool:
    """Whether turning the sheet over swaps left and right; otherwise it swaps top and bottom.

    A long-edge flip turns the sheet about its long edge. That edge stands upright beside a
    portrait page, so left and right change places; it lies level above a landscape page, so
    top and bottom do. A short-edge flip is the other way round in both.
    """
    return (backs != "short-edge") != landscape


def behind(box: Box, turn: int, page: tuple[float, float], sideways: bool) -> tuple[Box, int]:
    """Where a back is printed so that it lies behind a front, upright when the piece is turned like a book's page."""
    if sideways:
        return Box(round(page[0] - box.right, 6), box.y, box.w, box.h), -turn % 360
    return Box(box.x, round(page[1] - box.bottom, 6), box.w, box.h), (180 - turn) % 360


@dataclass(frozen=True, slots=True)
class Press:
    """How sheets are printed and cut."""

    backs: str = "long-edge"  # short-edge, gutterfold, none
    stacked: bool = False  # cut as a stack, the pieces lie in their order when the piles are put one on another
    printer: Printer = USUAL
    cutter: Cutter | None = None  # a machine that cuts the sheets

    @property
    def two_sided(self) -> bool:
        """Whether the paper is turned over in the printer."""
        return self.backs in ("long-edge", "short-edge")


PRESS = Press()  # as most people print
