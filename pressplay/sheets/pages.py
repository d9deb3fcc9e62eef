"""Pages: the items of a pattern in their places, and on the other side what lies behind them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pressplay.drawing.box import Box, around, grown
from pressplay.drawing.cutting import cutting_line
from pressplay.drawing.path import Path
from pressplay.units import BLEED

from .frame import Frame, Press, behind
from .items import Item
from .marks import THICK, THIN, crop_marks, fold_line, mirrored, tile_marks, tile_point
from .packing import BlockSpot, SheetPattern
from .sheet import CutOutline, Line, Note, Placement
from .tiling import Tile

_SEAM = 0.05  # butted neighbours of one colour overlap by a hair, or a white line shows between them on a screen


@dataclass(frozen=True, slots=True)
class Page:
    """A page before it is numbered."""

    frame: Frame
    side: str
    items: tuple[Item, ...]
    placed: tuple[Placement, ...]
    lines: tuple[Line, ...]
    trim: Box
    bleed: Box
    cuts: tuple[Path, ...] = ()
    notes: tuple[Note, ...] = ()
    blanks: tuple[Box, ...] = ()
    outlines: tuple[CutOutline, ...] = ()
    blocks: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class _Cell:
    """Where a piece lies, and how far its ink may reach; the same for its back."""

    trim: Box
    clip: Box
    rear_trim: Box
    rear_clip: Box
    turned: bool


class PatternPages:
    """What all pages of a pattern have in common."""

    def __init__(self, pattern: SheetPattern, press: Press, two_sided: Sequence[bool]) -> None:
        frame = self._frame = pattern.frame
        self._page = frame.width, frame.height
        self._sideways = frame.mirrors_sideways(press.backs)
        self._glued = press.backs == "gutterfold" and not frame.fold and any(two_sided)
        self._duplex = press.two_sided
        self._cells = [self._cells_of(spot) for spot in pattern.spots]
        every = [cell for spot in pattern.spots for cell in spot.cells]
        self._trim = around(every)
        width = THICK if self._glued else THIN
        rear = [spot for spot, two in zip(pattern.spots, two_sided, strict=True) if two]
        piece_spots = [spot for spot in pattern.spots if not spot.block.format.tile]
        self._cutter = press.cutter
        if press.cutter:  # a machine finds its way by marks of its own
            piece_spots = []
        self._lines = crop_marks(pattern, piece_spots, width)
        marks = crop_marks(pattern, [spot for spot in piece_spots if spot in rear], width)
        registration = press.cutter and press.cutter.registration
        self._blanks: tuple[Box, ...] = registration.corners(*self._page) if registration else ()
        if registration:
            self._lines = (*self._lines, *registration.lines(*self._page))
        self._blocks = tuple(grown(around(spot.cells[: spot.pieces]), BLEED) for spot in pattern.spots)
        self._rear_lines = tuple(mirrored(line, self._page, self._sideways) for line in marks)
        self._fold = fold_line(frame)
        if self._fold:
            self._lines = (*self._lines, *self._rear_lines, *self._fold)
        self._has_backs = any(two_sided)

    def pages(self, held: Sequence[Sequence[Item]]) -> Iterator[Page]:
        """The front of a sheet, whose blocks hold these items, and its back where it has one."""
        pairs = [
            pair for cells, items in zip(self._cells, held, strict=True) for pair in zip(cells, items, strict=False)
        ]
        items = tuple(item for _, item in pairs)
        fronts = tuple(self._placed(cell, item) for cell, item in pairs)
        backed = [(cell, item) for cell, item in pairs if item.back]
        rears = tuple(self._placed_behind(cell, item) for cell, item in backed)
        cuts = (
            ()
            if self._cutter
            else tuple(
                Path.of(cutting_line(placed.picture.form, placed.box))
                for placed in fronts
                if placed.picture.form.is_cut_out
            )
        )
        lines, notes = self._tile_marks(pairs)
        trim, bleed = self._boxes(pairs)
        if self._fold:
            trim = around((trim, self._behind(trim)))
            yield Page(
                self._frame, "front and back", items, fronts + rears, self._lines, trim, grown(trim, BLEED), cuts
            )
            return
        side = "single-sided" if self._duplex and not self._has_backs else "front"
        drawn = (*self._lines, *lines) if lines else self._lines
        outlines = tuple(_outline(cell, item) for cell, item in pairs)
        machine = (self._blanks, outlines, self._blocks) if self._cutter else ()
        yield Page(self._frame, side, items, fronts, drawn, trim, bleed, cuts, notes, *machine)
        if self._has_backs:
            marks = [line for cell, item in backed for line in self._tile_marks([(cell, item)])[0]]
            seen = tuple(mirrored(line, self._page, self._sideways) for line in marks)
            drawn = (*self._rear_lines, *seen) if seen else self._rear_lines
            yield Page(self._frame, "back", items, rears, drawn, self._behind(trim), self._behind(bleed))

    def _cells_of(self, spot: BlockSpot) -> list[_Cell]:
        cells = spot.cells
        found = []
        for index, cell in enumerate(cells):
            clip = _clip(spot, cells, index)
            found.append(_Cell(cell, clip, self._behind(cell), self._behind(clip), spot.block.turned))
        return found

    def _placed(self, cell: _Cell, item: Item) -> Placement:
        turned = cell.turned != item.lies
        box = _whole(item, item.tile, cell.trim, turned) if item.tile else cell.trim
        return Placement(item.piece, item.front, box, 90 if turned else 0, cell.clip)

    def _placed_behind(self, cell: _Cell, item: Item) -> Placement:
        assert item.back
        placed = self._placed(cell, item)
        box, turn = behind(placed.box, placed.turn, self._page, self._sideways)
        box = cell.rear_trim if not item.tile else box
        if item.lies != item.back_lies:
            turn = (turn + 90) % 360
        piece = item.behind.piece if item.behind else item.piece
        return Placement(piece, item.back, box, turn, cell.rear_clip)

    def _behind(self, box: Box) -> Box:
        return behind(box, 0, self._page, self._sideways)[0]

    def _tile_marks(self, pairs: Sequence[tuple[_Cell, Item]]) -> tuple[tuple[Line, ...], tuple[Note, ...]]:
        found = [tile_marks(item.tile, cell.trim, cell.turned != item.lies) for cell, item in pairs if item.tile]
        return tuple(line for lines, _ in found for line in lines), tuple(note for _, notes in found for note in notes)

    def _boxes(self, pairs: Sequence[tuple[_Cell, Item]]) -> tuple[Box, Box]:
        """The boxes around all trims and around all ink; the same on every page unless it shows tiles."""
        if not any(item.tile for _, item in pairs):
            return self._trim, grown(self._trim, BLEED)
        trims, inks = [], []
        for cell, item in pairs:
            whole = self._placed(cell, item).box
            trims.append(whole.within(cell.trim) if item.tile else cell.trim)
            inks.append(cell.trim if item.tile else grown(cell.trim, BLEED))
        return around(trims), around(inks)


def _outline(cell: _Cell, item: Item) -> CutOutline:
    """Where a piece is cut; a tile along its seams."""
    if not item.tile:
        return CutOutline(cell.trim, item.kind.size.form, item.kind.size.corner)
    turned = cell.turned != item.lies
    trim = item.tile.trim
    ends = [tile_point(item.tile, cell.trim, turned, x, y) for x, y in ((trim.x, trim.y), (trim.right, trim.bottom))]
    (left, right), (top, bottom) = (sorted(side) for side in zip(*ends, strict=True))
    return CutOutline(Box(left, top, right - left, bottom - top))


def _clip(spot: BlockSpot, cells: Sequence[Box], index: int) -> Box:
    """A cell with its bleed; butted, no bleed on the sides where a neighbour lies."""
    cell, block = cells[index], spot.block
    if block.format.tile:
        return cell
    if not block.butted:
        return grown(cell, BLEED)
    row, column = divmod(index, block.columns)

    def room(r: int, c: int) -> float:
        inside = r >= 0 and 0 <= c < block.columns and r * block.columns + c < spot.pieces
        return _SEAM + block.format.tight / 2 if inside else BLEED

    left, right = room(row, column - 1), room(row, column + 1)
    above, below = room(row - 1, column), room(row + 1, column)
    return Box(cell.x - left, cell.y - above, cell.w + left + right, cell.h + above + below)


def _whole(item: Item, tile: Tile, cell: Box, turned: bool) -> Box:
    """Where a tiled piece lies so that this tile's part of it shows in the cell."""
    size, window = item.kind.size, tile.window
    if turned:
        return Box(cell.x - (size.height - window.bottom), cell.y - window.x, size.height, size.width)
    return Box(cell.x - window.x, cell.y - window.y, size.width, size.height)
