"""A sheet is pictures placed on a paper, with the marks that help to print and cut it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pressplay.data.pieces import Paper, Piece
from pressplay.drawing.box import Box
from pressplay.drawing.path import Path
from pressplay.drawing.picture import Picture


@dataclass(frozen=True, slots=True)
class Grid:
    """How pieces of one size lie on a paper; the same on every page."""

    paper: Paper
    landscape: bool
    columns: int
    rows: int
    cell_w: float  # the trimmed piece as it lies
    cell_h: float
    gap_x: float  # less than nothing where rows or columns nest
    gap_y: float
    left: float  # of the first piece's trim
    top: float
    bleed: float  # drawn around each piece (gap) or around the whole block (butted)
    turned: bool = False  # pieces lie rotated by 90°
    reason: str = ""  # why this layout, in words the build prints
    nested: str = ""  # rows or columns: every second one is moved by half a step
    short: bool = False  # and holds one piece less
    fold: str = ""  # upright or level: the fold line through the middle; fronts lie left of it, or above
    strips: str = "level"  # where rulers and notes stand: level (above and below) or upright (left and right)

    @property
    def width(self) -> float:
        return self.paper.height if self.landscape else self.paper.width

    @property
    def height(self) -> float:
        return self.paper.width if self.landscape else self.paper.height

    @property
    def capacity(self) -> int:
        if not self.short:
            return self.columns * self.rows
        return self.columns * self.rows - (self.rows if self.nested == "rows" else self.columns) // 2

    def cell(self, column: int, row: int) -> Box:
        """The trim of the piece in a cell."""
        step_x, step_y = self.cell_w + self.gap_x, self.cell_h + self.gap_y
        x, y = self.left + column * step_x, self.top + row * step_y
        if self.nested == "rows" and row % 2:
            x += step_x / 2
        elif self.nested == "columns" and column % 2:
            y += step_y / 2
        return Box(x, y, self.cell_w, self.cell_h)

    @property
    def cells(self) -> tuple[Box, ...]:
        """The trims of all pieces, row by row."""
        return tuple(
            self.cell(column, row)
            for row in range(self.rows)
            for column in range(self.columns)
            if not (self.short and self.nested == "rows" and row % 2 and column == self.columns - 1)
            if not (self.short and self.nested == "columns" and column % 2 and row == self.rows - 1)
        )


@dataclass(frozen=True, slots=True)
class Placement:
    """A picture on a page: its trim box there, and how far it is turned (degrees, clockwise)."""

    piece: Piece
    picture: Picture
    box: Box
    turn: int = 0
    clip: Box | None = None  # ink is kept inside this box (bleed); the trim box grown by the bleed unless butted


@dataclass(frozen=True, slots=True)
class Line:
    """A ruled line on a page: a crop mark, fold line, ruler or outline."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.15
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """Words in the margin; the baseline starts at x, y."""

    text: str
    x: float
    y: float
    size: float = 6.0
    align: str = "left"  # left or right: which end stands at x, y
    turn: int = 0  # degrees, clockwise


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page. `trim` and `bleed` bound all pieces; `side` is front or back."""

    width: float
    height: float
    side: str
    label: str
    kinds: tuple[str, ...]
    placed: tuple[Placement, ...]
    lines: tuple[Line, ...]
    notes: tuple[Note, ...]
    trim: Box
    bleed: Box
    cuts: tuple[Path, ...] = ()  # cutting outlines of nested tokens


@dataclass(frozen=True, slots=True)
class Deck:
    """All sheets for one game and paper, in printing order, with the layouts chosen and why."""

    paper: Paper
    backs: str  # long-edge, short-edge, gutterfold, none
    sheets: tuple[Sheet, ...]
    bookmarks: tuple[tuple[str, int], ...]  # title, index of its first sheet
    layouts: Mapping[str, str]  # kind → the layout and its reason
    ink_saver: bool = False  # whether its pictures are drawn in lines

    def redrawn(self, pictures: Mapping[Picture, Picture]) -> "Deck":
        """The same sheets with other pictures, drawn to spare ink, in the same places."""
        sheets = tuple(
            replace(sheet, placed=tuple(replace(one, picture=pictures[one.picture]) for one in sheet.placed))
            for sheet in self.sheets
        )
        return replace(self, sheets=sheets, ink_saver=True)

    @property
    def name(self) -> str:
        """What its files are told apart by."""
        return f"{self.paper.name}-ink-saver" if self.ink_saver else self.paper.name
