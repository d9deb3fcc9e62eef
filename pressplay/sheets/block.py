"""A block is pieces of one size side by side, cut apart from edge to edge, or nested when they are round or six-sided."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import ceil, hypot
from typing import NamedTuple

from pressplay.data.shapes import SHAPES, PieceShape
from pressplay.drawing.box import Box
from pressplay.units import BLEED

from .frame import MARK

_EPSILON = 1e-6


@dataclass(frozen=True, slots=True)
class Format:
    """What decides how pieces lie side by side."""

    width: float
    height: float
    shape: PieceShape = SHAPES["rect"]
    gap: float = 2 * BLEED  # between neighbours that need their own bleed
    tight: float = 0.0  # between neighbours whose edges have one colour, when these are straight
    space: float = BLEED + MARK  # around a block: its bleed, and marks where it has them
    tile: bool = False  # a part of a piece, with its own marks

    @property
    def area(self) -> float:
        return self.width * self.height


class Edges(NamedTuple):
    """The one colour of all edges of some fronts, and of their backs."""

    front: str
    rear: str = "none"


NO_EDGES = Edges("none")


@dataclass(frozen=True, slots=True)
class Lot:
    """Copies of one form that may lie edge to edge when their edges have one colour."""

    format: Format
    count: int
    edge: Edges | None = None
    two_sided: bool = False


@dataclass(frozen=True)
class Block:
    """Cells for pieces, in rows; `width` and `height` are those of the whole with its space around it."""

    format: Format
    columns: int
    rows: int
    cell_w: float  # the trimmed piece as it lies
    cell_h: float
    gap_x: float  # less than nothing where rows or columns nest
    gap_y: float
    turned: bool = False  # pieces lie rotated by 90°
    tight: bool = False  # pieces share their bleed, or have none between them
    nested: str = ""  # rows or columns: every second one is moved by half a step
    short: bool = False  # and holds one piece less

    @property
    def capacity(self) -> int:
        if not self.short:
            return self.columns * self.rows
        return self.columns * self.rows - (self.rows if self.nested == "rows" else self.columns) // 2

    @property
    def butted(self) -> bool:
        """Whether one cut parts two neighbours."""
        return self.tight and not self.format.shape.is_cut_out

    @cached_property
    def width(self) -> float:
        half = self.nested == "rows" and self.rows > 1 and not self.short
        return 2 * self.format.space + _length(self.columns, self.cell_w, self.gap_x, half)

    @cached_property
    def height(self) -> float:
        half = self.nested == "columns" and self.columns > 1 and not self.short
        return 2 * self.format.space + _length(self.rows, self.cell_h, self.gap_y, half)

    def cells(self, x: float, y: float) -> tuple[Box, ...]:
        """The trims of its pieces, row by row, when its upper left corner lies at x, y."""
        x, y = x + self.format.space, y + self.format.space
        step_x, step_y = self.cell_w + self.gap_x, self.cell_h + self.gap_y
        found = []
        for row in range(self.rows):
            for column in range(self.columns):
                odd = {"rows": row % 2, "columns": column % 2}.get(self.nested, 0)
                last = row == self.rows - 1 if self.nested == "columns" else column == self.columns - 1
                if self.short and odd and last:
                    continue
                right = step_x / 2 if odd and self.nested == "rows" else 0.0
                down = step_y / 2 if odd and self.nested == "columns" else 0.0
                at = x + column * step_x + right, y + row * step_y + down
                found.append(Box(round(at[0], 6), round(at[1], 6), self.cell_w, self.cell_h))
        return tuple(found)


class Steps(NamedTuple):
    """How far apart the cells of a block lie."""

    gap_x: float
    gap_y: float
    nested: str = ""


def _length(count: int, cell: float, gap: float, half: bool) -> float:
    return count * cell + (count - 1) * gap + ((cell + gap) / 2 if half else 0.0)


def full_block(form: Format, tight: bool, width: float, height: float) -> Block | None:
    """The block that holds most on an area; unturned and in straight rows where that holds as many."""
    found = [block for block in _every(form, tight, width, height, None) if _fits(block, width, height)]
    return max(found, key=lambda block: (block.capacity, not block.turned, not block.nested), default=None)


@lru_cache(maxsize=20_000)
def blocks(form: Format, tight: bool, count: int, width: float, height: float) -> tuple[Block, ...]:
    """Blocks for some of `count` pieces on an area, those that hold most first; none worse than another in all."""
    found = [block for block in _every(form, tight, width, height, count) if _fits(block, width, height)]
    found.sort(key=lambda block: (-min(count, block.capacity), block.width * block.height, block.turned, block.rows))
    kept: list[Block] = []
    for block in found:
        if all(k.width > block.width + _EPSILON or k.height > block.height + _EPSILON for k in kept):
            kept.append(block)
    return tuple(kept)


def _fits(block: Block, width: float, height: float) -> bool:
    return block.width <= width + _EPSILON and block.height <= height + _EPSILON


def _every(form: Format, tight: bool, width: float, height: float, count: int | None) -> Iterator[Block]:
    """Blocks that an area may hold: of as many cells as it has room for, or of no more rows than `count` needs."""
    for turned in (False, True) if form.width != form.height else (False,):
        w, h = (form.height, form.width) if turned else (form.width, form.height)
        for gap_x, gap_y, nested in _steps(form, tight, w, h):
            columns = _count(width - 2 * form.space, w, gap_x)
            rows = _count(height - 2 * form.space, h, gap_y)
            if columns < 1 or rows < 1:
                continue
            for r in _rows(rows, columns, count):
                fewest = columns if count is None else min(columns, ceil(count / r))
                for c in {fewest, max(1, min(columns, fewest - 1)), min(columns, fewest + 1)} if nested else {fewest}:
                    for short in (False, True) if nested else (False,):
                        yield Block(form, c, r, w, h, gap_x, gap_y, turned, tight, nested, short)


def _rows(most: int, columns: int, count: int | None) -> list[int]:
    if count is None:
        return sorted({most, max(1, most - 1)})
    enough = min(most, ceil(count / columns))
    return sorted({1, min(2, most), min(3, most), min(most, enough + 1), enough, most})


def _steps(form: Format, tight: bool, w: float, h: float) -> Iterator[Steps]:
    """Straight rows, and nested ones of round or six-sided pieces."""
    if not form.shape.is_cut_out:
        gap = form.tight if tight else form.gap
        yield Steps(gap, gap)
        return
    # Beside an edge of the same colour one bleed is enough for two neighbours.
    gap = form.gap / 2 if tight else form.gap
    yield Steps(gap, gap)
    if form.shape.is_round and w == h:
        yield Steps(gap, (w + gap) * 0.75**0.5 - h, "rows")
    elif form.shape.corners and w >= h:
        yield Steps(_nested_gap(w, h, gap), gap, "columns")
    elif form.shape.corners:
        yield Steps(gap, _nested_gap(h, w, gap), "rows")


def _nested_gap(long: float, short: float, gap: float) -> float:
    """The gap between bounding boxes that leaves `gap` between the slanted sides of two hexagons."""
    slant = hypot(short / 2, long / 4)
    return (2 * slant - long / 4) * gap / short - long / 4


def _count(room: float, cell: float, gap: float) -> int:
    if room + _EPSILON < cell:
        return 0
    return int((room - cell + _EPSILON) / (cell + gap)) + 1
