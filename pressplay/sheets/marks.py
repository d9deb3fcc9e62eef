"""The margin of a sheet: crop marks, the fold line, rulers that prove the scale, and notes."""

from collections.abc import Iterable, Iterator, Sequence

from pressplay.drawing.box import Box, around, grown
from pressplay.drawing.small_print import shortened, spelled, text_width
from pressplay.drawing.type.font import open_font
from pressplay.game import Game
from pressplay.units import BLEED

from .frame import FOLD, Frame
from .packing import BlockSpot, SheetPattern
from .sheet import Line, Note
from .tiling import TILE_MARK, Tile, tile_name

THIN = 0.15
THICK = 0.5  # seen through the paper when a back is glued on
_LONGEST = 5.0  # of a crop mark
_TEXT = 6.0  # points
_BASELINE = 1.8  # of the words in a strip, from its outer edge
_RULE = 2.55  # of the ruler's line
_RULERS = ((100.0, 10, "100 mm · print at 100 %, actual size"), (101.6, 8, "4 in"))
_SHORT_RULERS = ((50.0, 5, "50 mm · print at 100 %"), (50.8, 4, "2 in"))


def crop_marks(pattern: SheetPattern, spots: Iterable[BlockSpot], width: float = THIN) -> tuple[Line, ...]:
    """A mark at both ends of every cut through some of a sheet's blocks, outside the bleed, as long as there is room."""
    lines: list[Line] = []
    for spot in spots:
        if not spot.block.format.shape.is_cut_out:
            others = [other.footprint for other in pattern.spots if other is not spot]
            lines += _marks(spot.cells, others, _limits(pattern.frame), width)
    return tuple(lines)


def _marks(cells: Sequence[Box], others: Sequence[Box], limits: Box, width: float) -> Iterator[Line]:
    bleed = grown(around(cells), BLEED)
    for x in sorted({round(x, 6) for cell in cells for x in (cell.x, cell.right)}):
        beside = [other for other in others if other.x < x < other.right]
        top = max([limits.y, bleed.y - _LONGEST, *(o.bottom for o in beside if o.bottom <= bleed.y)])
        bottom = min([limits.bottom, bleed.bottom + _LONGEST, *(o.y for o in beside if o.y >= bleed.bottom)])
        yield Line(x, top, x, bleed.y, width)
        yield Line(x, bleed.bottom, x, bottom, width)
    for y in sorted({round(y, 6) for cell in cells for y in (cell.y, cell.bottom)}):
        beside = [other for other in others if other.y < y < other.bottom]
        left = max([limits.x, bleed.x - _LONGEST, *(o.right for o in beside if o.right <= bleed.x)])
        right = min([limits.right, bleed.right + _LONGEST, *(o.x for o in beside if o.x >= bleed.right)])
        yield Line(left, y, bleed.x, y, width)
        yield Line(bleed.right, y, right, y, width)


def _limits(frame: Frame) -> Box:
    """The part of the page in which marks may stand."""
    free = frame.within
    if frame.fold == "upright":
        return Box(free.x, free.y, frame.width / 2 - 1 - free.x, free.h)
    if frame.fold == "level":
        return Box(free.x, free.y, free.w, frame.height / 2 - 1 - free.y)
    return free


def fold_line(frame: Frame) -> tuple[Line, ...]:
    """The line to fold along, at least its due distance from both bleeds."""
    free = frame.within
    dash = (FOLD / 2, FOLD / 2)
    if frame.fold == "upright":
        return (Line(frame.width / 2, free.y, frame.width / 2, free.bottom, dash=dash),)
    if frame.fold == "level":
        return (Line(free.x, frame.height / 2, free.right, frame.height / 2, dash=dash),)
    return ()


def tile_marks(tile: Tile, cell: Box, turned: bool) -> tuple[tuple[Line, ...], tuple[Note, ...]]:
    """Cut marks where a tile ends, and the names of both tiles at the seams between them."""
    window, trim = tile.window, tile.trim
    lines: list[Line] = []
    notes: list[Note] = []

    def mark(x1: float, y1: float, x2: float, y2: float) -> None:
        lines.append(_ordered(Line(*tile_point(tile, cell, turned, x1, y1), *tile_point(tile, cell, turned, x2, y2))))

    def name(column: int, row: int, x: float, y: float, align: str) -> None:
        at = tile_point(tile, cell, turned, x, y)
        notes.append(Note(tile_name(column, row), *at, align=align, turn=90 if turned else 0))

    for last, x, step in ((tile.last[0], trim.x, 0), (tile.last[1], trim.right, 1)):
        mark(x, window.y - TILE_MARK, x, window.y)
        mark(x, window.bottom, x, window.bottom + TILE_MARK)
        if not last:
            name(tile.column - 1 + step, tile.row, x - 0.8, window.y - 1, "right")
            name(tile.column + step, tile.row, x + 0.8, window.y - 1, "left")
    for last, y, step in ((tile.last[2], trim.y, 0), (tile.last[3], trim.bottom, 1)):
        mark(window.x - TILE_MARK, y, window.x, y)
        mark(window.right, y, window.right + TILE_MARK, y)
        if not last:
            name(tile.column, tile.row - 1 + step, window.x - 0.8, y - 0.8, "right")
            name(tile.column, tile.row + step, window.x - 0.8, y + 2.3, "right")
    return tuple(lines), tuple(notes)


def tile_point(tile: Tile, cell: Box, turned: bool, x: float, y: float) -> tuple[float, float]:
    """Where a point of a tiled piece lies on the page that shows a tile of it in a cell."""
    if turned:
        return cell.x + tile.window.bottom - y, cell.y + x - tile.window.x
    return cell.x + x - tile.window.x, cell.y + y - tile.window.y


def _ordered(line: Line) -> Line:
    """The line from its upper left end."""
    (x1, y1), (x2, y2) = sorted(((line.x1, line.y1), (line.x2, line.y2)))
    return Line(x1, y1, x2, y2, line.width, line.dash)


def mirrored(line: Line, page: tuple[float, float], sideways: bool) -> Line:
    """A line as it lies on the other side of the paper."""
    if sideways:
        return Line(page[0] - line.x2, line.y1, page[0] - line.x1, line.y2, line.width, line.dash)
    return Line(line.x1, page[1] - line.y2, line.x2, page[1] - line.y1, line.width, line.dash)


class Strips:
    """The two strips of a page: before the pieces and after them, each a ruler and words."""

    def __init__(self, frame: Frame, game: Game) -> None:
        self._upright = frame.strips == "upright"
        self._area = frame.strip
        self._length = self._area.h if self._upright else self._area.w
        self._font = open_font(game.files, game.text_font())
        self._rulers = _RULERS if self._length > 110 else _SHORT_RULERS
        self._turn = 270 if self._upright else 0
        self.lines = tuple(line for strip in (0, 1) for line in self._ruler(strip))
        self._labels = tuple(
            self._note(strip, 2, spelled(self._font, ruler[2])) for strip, ruler in enumerate(self._rulers)
        )

    def notes(self, first: Sequence[str], last: str) -> tuple[Note, ...]:
        """The rulers' labels and the page's words; of `first`, the first that fits is taken."""
        room = self._length - max(ruler[0] for ruler in self._rulers) - 4
        said = [spelled(self._font, text) for text in first]
        fitting = [text for text in said if text_width(self._font, text, _TEXT) <= room]
        words = fitting[0] if fitting else shortened(self._font, said[-1], _TEXT, room)
        ends = enumerate((words, spelled(self._font, last)))
        return (*self._labels, *(self._note(strip, self._length - 0.2, text, "right") for strip, text in ends))

    def _at(self, strip: int, along: float, deep: float) -> tuple[float, float]:
        """A point of a strip on the page: along it, and down from its upper edge."""
        area = self._area
        if strip:
            deep += (area.w if self._upright else area.h) - _RULE - 0.15
        return (area.x + deep, area.bottom - along) if self._upright else (area.x + along, area.y + deep)

    def _ruler(self, strip: int) -> list[Line]:
        length, steps, _ = self._rulers[strip]
        start = 0.2
        lines = [Line(*self._at(strip, start, _RULE), *self._at(strip, start + length, _RULE))]
        for step in range(steps + 1):
            x = start + length * step / steps
            deep = 0.3 if step in (0, steps) else _RULE - 0.5
            lines.append(Line(*self._at(strip, x, deep), *self._at(strip, x, _RULE)))
        return lines

    def _note(self, strip: int, along: float, text: str, align: str = "left") -> Note:
        return Note(text, *self._at(strip, along, _BASELINE), _TEXT, align, self._turn)
