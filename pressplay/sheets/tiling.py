"""Tiling: a piece larger than the paper in parts that overlap, with seams where they cut through least."""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple

from pressplay.data.pieces import Size
from pressplay.drawing.box import Box
from pressplay.drawing.marks import Begin, End, Run, Shape, Stamp
from pressplay.drawing.matrix import Matrix, multiply
from pressplay.drawing.picture import Picture
from pressplay.problem import Place, trouble
from pressplay.units import BLEED

from .block import Format
from .frame import Frame

OVERLAP = 10.0  # printed on both of two neighbouring tiles
TILE_MARK = 4.0  # room for a seam's mark and the names of the tiles it joins
_STEP = 0.5  # between places where a seam may lie
_CLEAR = 1.0  # what matters stays this far from a seam
_RUN, _ICON, _SLOT, _SMALL = 20.0, 12.0, 10.0, 3.0  # how bad it is to cut through one
_SMALL_SIDE = 45.0  # a shape no longer than this is a thing, not the ground
_OFF_EVEN = 0.001  # a step away from tiles of equal size
_PAPERS = "cards/papers.yaml"


class Tile(NamedTuple):
    """A part of a piece, in the piece's own millimetres."""

    column: int
    row: int
    window: Box  # what is printed of it
    trim: Box  # what stays of it once it is cut along its seams
    last: tuple[bool, bool, bool, bool]  # which sides are the piece's own: left, right, top, bottom

    @property
    def name(self) -> str:
        return tile_name(self.column, self.row)

    @property
    def format(self) -> Format:
        return Format(round(self.window.w, 3), round(self.window.h, 3), gap=2 * TILE_MARK, space=TILE_MARK, tile=True)


class _Span(NamedTuple):
    """Something on a picture along one direction, and how bad a seam through it is."""

    start: float
    end: float
    weight: float


def tile_name(column: int, row: int) -> str:
    """Rows have letters, columns numbers."""
    letters = chr(ord("A") + row % 26)
    return f"{letters * (row // 26 + 1)}{column + 1}"


def tiles(size: Size, picture: Picture, frames: Sequence[Frame]) -> list[Tile]:
    """The fewest parts that the paper can hold, row by row."""
    spans = weighty(picture)
    rooms = [room for frame in frames for room in _rooms(frame)]
    counts = [
        (columns * rows, columns, rows, w, h)
        for w, h in rooms
        if (columns := _count(size.width, w)) and (rows := _count(size.height, h))
    ]
    if not counts:
        paper = frames[0].paper
        trouble(Place(_PAPERS), f"{paper.title} is too small to print pieces on", "name a larger paper")
    _, columns, rows, w, h = min(counts, key=lambda found: found[0])
    ups = seams(size.width, columns, w, [_Span(box.x, box.right, weight) for box, weight in spans])
    levels = seams(size.height, rows, h, [_Span(box.y, box.bottom, weight) for box, weight in spans])
    return [_tile(size, column, row, ups, levels) for row in range(rows) for column in range(columns)]


def _rooms(frame: Frame) -> tuple[tuple[float, float], ...]:
    w, h = frame.area.w - 2 * TILE_MARK, frame.area.h - 2 * TILE_MARK
    return (w, h), (h, w)


def _count(length: float, room: float) -> int:
    """In how many windows that overlap a length with its bleed lies; none when the room is too small."""
    if room <= 2 * OVERLAP:
        return 0
    return max(1, ceil((length + 2 * BLEED - OVERLAP - 1e-6) / (room - OVERLAP)))


def _tile(size: Size, column: int, row: int, ups: Sequence[float], levels: Sequence[float]) -> Tile:
    xs, ys = (0.0, *ups, size.width), (0.0, *levels, size.height)
    trim = Box(xs[column], ys[row], xs[column + 1] - xs[column], ys[row + 1] - ys[row])
    last = (column == 0, column == len(ups), row == 0, row == len(levels))
    left, right, top, bottom = (BLEED if end else OVERLAP / 2 for end in last)
    window = Box(trim.x - left, trim.y - top, trim.w + left + right, trim.h + top + bottom)
    return Tile(column, row, window, trim, last)


class _Way(NamedTuple):
    """A choice of seams up to one of them, and how bad it is."""

    price: float
    seams: tuple[float, ...]


def seams(length: float, count: int, room: float, spans: Iterable[_Span]) -> tuple[float, ...]:
    """Where a length is parted into `count` windows that the room holds: through as little as possible."""
    cost = _costs(length, spans)
    window = (length + 2 * BLEED + (count - 1) * OVERLAP) / count  # when all are alike
    longest = room - OVERLAP  # between two seams
    first = room - BLEED - OVERLAP / 2  # between an end and the nearest seam
    ways = [_Way(0.0, ())]
    for number in range(1, count):
        # No window may grow too long, neither before this seam nor after it.
        low = max(0.0, length - first - (count - 1 - number) * longest)
        high = min(length, first + (number - 1) * longest)
        even = number * (window - OVERLAP) - BLEED + OVERLAP / 2
        now = []
        for step in range(ceil((low - even) / _STEP - 1e-6), int((high - even) / _STEP + 1e-6) + 1):
            at = even + step * _STEP
            price = cost[round(at / _STEP)] + _OFF_EVEN * abs(step)
            before = [way for way in ways if not way.seams or 0 < at - way.seams[-1] <= longest + 1e-6]
            if before:
                best = min(before)
                now.append(_Way(round(best.price + price, 6), (*best.seams, at)))
        ways = now
    return min(ways).seams


def _costs(length: float, spans: Iterable[_Span]) -> list[float]:
    """For each place along a length, how bad a seam there is."""
    changes = [0.0] * (int(length / _STEP) + 3)
    for start, end, weight in spans:
        first = max(0, ceil((start - _CLEAR) / _STEP))
        after = min(len(changes) - 1, int((end + _CLEAR) / _STEP) + 1)
        if first < after:
            changes[first] += weight
            changes[after] -= weight
    total, costs = 0.0, []
    for change in changes:
        total += change
        costs.append(round(total, 6))
    return costs


def weighty(picture: Picture) -> list[tuple[Box, float]]:
    """What on a picture should not lie across a seam, and how much so."""
    found = [(slot.box, _SLOT) for slot in picture.slots]
    matrices: list[Matrix] = [(1, 0, 0, 1, 0, 0)]
    for mark in picture.marks:
        if isinstance(mark, Begin):
            matrices.append(multiply(mark.matrix, matrices[-1]))
        elif isinstance(mark, End):
            matrices.pop()
        elif isinstance(mark, (Run, Stamp, Shape)):
            box = mark.box.through(matrices[-1])
            weight = {Run: _RUN, Stamp: _ICON}.get(type(mark), _SMALL)
            if weight > _SMALL or max(box.w, box.h) <= _SMALL_SIDE:
                found.append((box, weight))
    return found
