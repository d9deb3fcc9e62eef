"""Grids: how many pieces of one size a paper holds, and where the back of a piece comes to lie."""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil, hypot

from pressplay.data.pieces import Paper, Size
from pressplay.data.shapes import PieceShape
from pressplay.drawing.box import Box
from pressplay.problem import Place, trouble
from pressplay.units import BLEED

from .sheet import Grid

MARGIN = 5.0  # no printer at home reaches closer to the edge
MARK = 1.0  # the shortest crop mark that can be cut along
STRIP = 3.2  # rulers and notes, with the white between them and the marks
FOLD = 5.0  # between a fold line and the bleed beside it
OVERLAP = 10.0  # printed on both of two neighbouring tiles
TILE_MARK = 4.0  # room for a seam's mark and the names of the tiles it joins
_PAPERS = "cards/papers.yaml"
_EPSILON = 1e-6


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


def best_grid(size: Size, paper: Paper, tight: bool, fold: bool) -> Grid | None:
    """The grid that holds most; portrait and unturned where that holds as many. None when not one piece fits."""
    found = list(_grids(size, paper, tight, fold))

    def rank(grid: Grid) -> tuple[int, bool, bool, bool, bool]:
        return grid.capacity, not grid.landscape, not grid.turned, grid.strips == "level", not grid.nested

    return max(found, key=rank) if found else None


def _grids(size: Size, paper: Paper, tight: bool, fold: bool) -> Iterator[Grid]:
    for landscape in (False, True):
        for turned in (False, True) if size.width != size.height else (False,):
            w, h = (size.height, size.width) if turned else (size.width, size.height)
            for strips in ("level", "upright"):
                for line in ("upright", "level") if fold else ("",):
                    blank = Grid(paper, landscape, 0, 0, w, h, 0, 0, 0, 0, BLEED, turned, "", "", False, line, strips)
                    yield from _filled(blank, size.form, tight)


def _filled(blank: Grid, shape: PieceShape, tight: bool) -> Iterator[Grid]:
    """The blank grid with as many cells as its room allows: in straight rows, or nested."""
    room = _room(blank)
    if not shape.is_cut_out:
        gap = 0.0 if tight else 2 * BLEED
        yield from _straight(replace(blank, gap_x=gap, gap_y=gap), room)
        return
    # Beside an edge of the same colour one bleed is enough for two neighbours.
    gap = BLEED if tight else 2 * BLEED
    yield from _straight(replace(blank, gap_x=gap, gap_y=gap), room)
    w, h = blank.cell_w, blank.cell_h
    if shape.is_round and w == h:
        yield from _nested(replace(blank, gap_x=gap, gap_y=(w + gap) * 0.75**0.5 - h, nested="rows"), room)
    elif shape.corners and w >= h:
        yield from _nested(replace(blank, gap_x=_nested_gap(w, h, gap), gap_y=gap, nested="columns"), room)
    elif shape.corners:
        yield from _nested(replace(blank, gap_x=gap, gap_y=_nested_gap(h, w, gap), nested="rows"), room)


def _nested_gap(long: float, short: float, gap: float) -> float:
    """The gap between bounding boxes that leaves `gap` between the slanted sides of two hexagons."""
    slant = hypot(short / 2, long / 4)
    return (2 * slant - long / 4) * gap / short - long / 4


def _room(grid: Grid) -> Box:
    """Where trims may lie: bleed, marks, rulers and notes stay inside the margin."""
    side = MARGIN + MARK + BLEED + (STRIP if grid.strips == "upright" else 0)
    ends = MARGIN + MARK + BLEED + (STRIP if grid.strips == "level" else 0)
    right = grid.width / 2 - FOLD - BLEED if grid.fold == "upright" else grid.width - side
    bottom = grid.height / 2 - FOLD - BLEED if grid.fold == "level" else grid.height - ends
    return Box(side, ends, right - side, bottom - ends)


def _straight(grid: Grid, room: Box) -> Iterator[Grid]:
    columns = _count(room.w, grid.cell_w, grid.gap_x)
    rows = _count(room.h, grid.cell_h, grid.gap_y)
    if columns > 0 and rows > 0:
        yield _centred(replace(grid, columns=columns, rows=rows), room)


def _nested(grid: Grid, room: Box) -> Iterator[Grid]:
    half_x = (grid.cell_w + grid.gap_x) / 2 if grid.nested == "rows" else 0.0
    half_y = (grid.cell_h + grid.gap_y) / 2 if grid.nested == "columns" else 0.0
    for short in (False, True):
        extra_x, extra_y = (0.0, 0.0) if short else (half_x, half_y)
        columns = _count(room.w - extra_x, grid.cell_w, grid.gap_x)
        rows = _count(room.h - extra_y, grid.cell_h, grid.gap_y)
        if columns > 0 and rows > 0:
            yield _centred(replace(grid, columns=columns, rows=rows, short=short), room)


def _count(room: float, cell: float, gap: float) -> int:
    if room + _EPSILON < cell:
        return 0
    return int((room - cell + _EPSILON) / (cell + gap)) + 1


def _centred(grid: Grid, room: Box) -> Grid:
    block = around(replace(grid, left=0.0, top=0.0).cells)
    left, top = room.x + (room.w - block.w) / 2, room.y + (room.h - block.h) / 2
    return replace(grid, left=round(left, 6), top=round(top, 6))


def around(boxes: tuple[Box, ...]) -> Box:
    """The box around boxes."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)


def grown(box: Box, by: float) -> Box:
    """A box made larger on all sides."""
    return Box(box.x - by, box.y - by, box.w + 2 * by, box.h + 2 * by)


def best_tiling(size: Size, paper: Paper) -> Grid:
    """Tiles of a piece larger than the paper: columns and rows of windows `cell_w` by `cell_h`, one to a page."""
    tilings = [
        tiling
        for landscape in (False, True)
        for strips in ("level", "upright")
        if (tiling := _tiling(size, paper, landscape, strips))
    ]
    if not tilings:
        trouble(Place(_PAPERS), f"{paper.title} is too small to print pieces on", "name a larger paper")
    return min(tilings, key=lambda grid: (grid.capacity, grid.landscape, grid.strips != "level"))


def _tiling(size: Size, paper: Paper, landscape: bool, strips: str) -> Grid | None:
    page = (paper.height, paper.width) if landscape else (paper.width, paper.height)
    strip = (STRIP, 0.0) if strips == "upright" else (0.0, STRIP)
    spans = zip((size.width, size.height), page, strip, strict=True)
    fits = [_split(length + 2 * BLEED, room - 2 * (MARGIN + TILE_MARK + used)) for length, room, used in spans]
    if None in fits:
        return None
    (columns, w), (rows, h) = (fit for fit in fits if fit)
    left, top = (page[0] - w) / 2, (page[1] - h) / 2
    return Grid(paper, landscape, columns, rows, w, h, -OVERLAP, -OVERLAP, left, top, BLEED, strips=strips)


def _split(length: float, room: float) -> tuple[int, float] | None:
    """A length in equal windows that overlap: how many, and how long each."""
    if room <= 2 * OVERLAP:
        return None
    count = max(1, ceil((length - OVERLAP - _EPSILON) / (room - OVERLAP)))
    return count, (length + (count - 1) * OVERLAP) / count
