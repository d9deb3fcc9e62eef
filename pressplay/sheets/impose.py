"""Impose: place every copy of every piece on sheets of a paper, backs where the flip puts them behind their fronts.

Pieces of one size share sheets, kind after kind. A piece with a back and one without may lie on
the same sheet: two-sided kinds come first in it. In a file for two-sided printing every front is
followed by a back, white when nothing on that sheet has one, so that fronts stay fronts.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import ceil

from pressplay.data.pieces import Kind, Paper, Size
from pressplay.drawing.box import Box
from pressplay.drawing.component import Component
from pressplay.drawing.cutting import cutting_line
from pressplay.drawing.path import Path
from pressplay.drawing.picture import Picture
from pressplay.game import Game
from pressplay.units import BLEED, num

from .grid import OVERLAP, around, behind, best_grid, best_tiling, grown, mirrors_sideways
from .marks import Strips, crop_marks, fold_line, within
from .sheet import Deck, Grid, Line, Note, Placement, Sheet

_DUPLEX = ("long-edge", "short-edge")
_SEAM = 0.05  # butted neighbours of one colour overlap by a hair, or a white line shows between them on a screen
_MOST_CLASSES = 8  # edge colours of one size for which every way of butting them is weighed


@dataclass(frozen=True, slots=True)
class _Flow:
    """Kinds that share one layout, and so their sheets."""

    grid: Grid
    kinds: tuple[Kind, ...]
    components: tuple[Component, ...]
    tight: bool = False
    tiled: bool = False


@dataclass(frozen=True, slots=True)
class _Side:
    """A page before it is numbered."""

    flow: _Flow
    side: str
    kinds: tuple[str, ...]
    placed: tuple[Placement, ...]
    lines: tuple[Line, ...]
    trim: Box
    bleed: Box
    cuts: tuple[Path, ...] = ()
    notes: tuple[Note, ...] = ()
    part: str = ""  # which tile


def impose(components: Sequence[Component], game: Game, paper: Paper, backs: str) -> Deck:
    """All copies of the given pieces on one paper."""
    if backs != "none" and not any(one.back for one in components):
        backs = "none"
    flows = _flows(components, paper, backs)
    sides: list[_Side] = []
    for flow in flows:
        sides += _tiles(flow, backs) if flow.tiled else _pages(flow, backs)
    layouts = {kind.id: flow.grid.reason for flow in flows for kind in flow.kinds}
    sheets = tuple(_numbered(sides, game, paper))
    return Deck(
        paper, backs, sheets, tuple(_bookmarks(sheets, game)), {k: layouts[k] for k in game.kinds if k in layouts}
    )


# Which kinds share sheets, and how they lie on them


def _flows(components: Sequence[Component], paper: Paper, backs: str) -> list[_Flow]:
    sizes: dict[tuple[float, float, str, bool], list[Component]] = {}
    for one in components:
        size = one.kind.size
        folded = backs == "gutterfold" and one.back is not None
        sizes.setdefault((size.width, size.height, size.shape, folded), []).append(one)
    return [flow for (*_, folded), group in sizes.items() for flow in _layouts(group, paper, backs, folded)]


def _layouts(components: list[Component], paper: Paper, backs: str, folded: bool) -> list[_Flow]:
    """The flows of one size: full bleed around each piece, or butted where a page then holds more."""
    size = components[0].kind.size
    full, tight = best_grid(size, paper, False, folded), best_grid(size, paper, True, folded)
    if folded and not (full or tight):  # too large to lie beside its back: printed apart, glued back to back
        return _layouts(components, paper, backs, False)
    classes = _classes(components, backs)
    chosen = _butted(components, classes, full, tight)
    flows = [_butted_flow(classes[edges], tight, edges, full) for edges in chosen if tight]
    rest = [one for edges, group in classes.items() if edges not in chosen for one in group]
    if rest:
        flows.append(_full_flow(rest, full) if full else _tiled_flow(rest, best_tiling(size, paper)))
    order = {one.kind.id: index for index, one in reversed(list(enumerate(components)))}
    return sorted(flows, key=lambda flow: order[flow.kinds[0].id])


def _classes(components: Iterable[Component], backs: str) -> dict[tuple[str, str], list[Component]]:
    """Kinds by the one colour of their fronts' and backs' edges; kinds with several have none."""
    kinds: dict[str, list[Component]] = {}
    for one in components:
        kinds.setdefault(one.kind.id, []).append(one)
    classes: dict[tuple[str, str], list[Component]] = {}
    for group in kinds.values():
        fronts = {one.front.edge for one in group}
        rears = {one.back.edge for one in group if one.back and backs != "none"} or {"none"}
        edges = (fronts.pop(), rears.pop()) if len(fronts) == len(rears) == 1 else ("", "")
        classes.setdefault(edges if all(edges) else ("", ""), []).extend(group)
    return classes


def _butted(
    components: list[Component], classes: dict[tuple[str, str], list[Component]], full: Grid | None, tight: Grid | None
) -> tuple[tuple[str, str], ...]:
    """The edge colours whose pieces lie edge to edge: all, unless keeping them apart would take more sheets."""
    able = [edges for edges in classes if edges[0]]
    if not tight or (full and full.capacity >= tight.capacity):
        return ()
    if not full:
        return tuple(able)
    able.sort(key=lambda edges: -_copies(classes[edges]))
    able = able[:_MOST_CLASSES]
    total = _copies(components)

    def sheets(chosen: tuple[tuple[str, str], ...]) -> int:
        held = [_copies(classes[edges]) for edges in chosen]
        return sum(ceil(n / tight.capacity) for n in held) + ceil((total - sum(held)) / full.capacity)

    ways = (way for size in range(len(able) + 1) for way in combinations(able, size))
    return min(ways, key=lambda way: (sheets(way), -len(way)))


def _copies(components: Iterable[Component]) -> int:
    return sum(one.piece.copies for one in components)


def _full_flow(components: list[Component], grid: Grid) -> _Flow:
    return _flow(components, replace(grid, reason=f"{_described(grid, components[0].kind.size)}, full bleed"))


def _butted_flow(components: list[Component], grid: Grid, edges: tuple[str, str], full: Grid | None) -> _Flow:
    front, rear = edges
    all_edges = f"all edges are {front}" if rear in (front, "none") else f"all edges are {front}, of the backs {rear}"
    other = f"would hold {full.capacity}" if full else "would not fit"
    word = "sharing their bleed" if components[0].kind.size.form.is_cut_out else "butted"
    reason = f"{_described(grid, components[0].kind.size)}, {word}: {all_edges}; full bleed {other}"
    return _flow(components, replace(grid, reason=reason), tight=True)


def _tiled_flow(components: list[Component], grid: Grid) -> _Flow:
    tiles = f"{grid.columns} × {grid.rows} tiles"
    reason = f"{_paper_words(grid)}, {tiles} a piece with {num(OVERLAP)} mm overlap: larger than the paper"
    return _flow(components, replace(grid, reason=reason), tiled=True)


def _flow(components: list[Component], grid: Grid, tight: bool = False, tiled: bool = False) -> _Flow:
    ordered = sorted(components, key=lambda one: one.back is None)
    return _Flow(grid, tuple({one.kind.id: one.kind for one in ordered}.values()), tuple(ordered), tight, tiled)


def _described(grid: Grid, size: Size) -> str:
    held = f"{grid.capacity} nested" if grid.nested else f"{grid.columns} × {grid.rows}"
    fold = " on each side of the fold" if grid.fold else ""
    turned = " turned" if grid.turned else ""
    return f"{_paper_words(grid)} {held}{turned}{fold}"


def _paper_words(grid: Grid) -> str:
    return f"{grid.paper.title} {'landscape' if grid.landscape else 'portrait'}"


# Pages of a grid


def _pages(flow: _Flow, backs: str) -> Iterator[_Side]:
    grid = flow.grid
    sideways = grid.fold == "upright" if grid.fold else mirrors_sideways(grid.landscape, backs)
    table = _PageGrid(flow, sideways)
    copies = [one for one in flow.components for _ in range(one.piece.copies)]
    two_sided = backs in _DUPLEX or (backs == "gutterfold" and copies[0].back is not None)
    for start in range(0, len(copies), grid.capacity):
        here = copies[start : start + grid.capacity]
        kinds = tuple(dict.fromkeys(one.kind.id for one in here))
        fronts = table.side(here, [one.front for one in here], rear=False)
        rears = table.side(here, [one.back for one in here], rear=True) if two_sided else ()
        cuts = table.cuts[: len(here)]
        if grid.fold:
            both = fronts + rears
            yield _Side(flow, "front and back", kinds, both, table.lines, table.trim, table.bleed, cuts)
            continue
        yield _Side(flow, "front", kinds, fronts, table.lines, table.trim, table.bleed, cuts)
        if two_sided:
            yield _Side(flow, "back", kinds, rears, table.lines if rears else (), *table.rear_boxes)


class _PageGrid:
    """What all pages of a grid have in common."""

    def __init__(self, flow: _Flow, sideways: bool) -> None:
        grid = flow.grid
        self._columns = grid.columns
        self._page, self._sideways = (grid.width, grid.height), sideways
        self._cells = grid.cells
        turn = 90 if grid.turned else 0
        self._turns = turn, self._behind(self._cells[0], turn)[1]
        self._rear_cells = tuple(self._behind(cell)[0] for cell in self._cells)
        self._clips: dict[tuple[bool, tuple[bool, ...]], list[Box]] = {}
        shape = flow.kinds[0].size.form
        nested = shape.is_cut_out
        self._butted = flow.tight and not nested
        self.cuts = tuple(Path.of(cutting_line(shape, cell)) for cell in self._cells) if nested else ()
        self.lines = () if nested else crop_marks(grid)
        self.trim = around(self._cells)
        self.rear_boxes = self._behind(self.trim)[0], grown(self._behind(self.trim)[0], BLEED)
        if grid.fold:
            mirrored = (_mirrored(line, self._page, sideways) for line in self.lines)
            self.lines = (*self.lines, *mirrored, *fold_line(grid))
            self.trim = around((self.trim, self.rear_boxes[0]))
        self.bleed = grown(self.trim, BLEED)

    def side(self, components: list[Component], pictures: list[Picture | None], rear: bool) -> tuple[Placement, ...]:
        """The pictures in their cells; on the rear, each where it lies behind."""
        there = tuple(picture is not None for picture in pictures)
        clips = self._clips.get((rear, there))
        if clips is None:
            clips = [self._clip(index, there) for index in range(len(there))]
            self._clips[rear, there] = clips = [self._behind(clip)[0] for clip in clips] if rear else clips
        cells, turn = (self._rear_cells, self._turns[1]) if rear else (self._cells, self._turns[0])
        return tuple(
            Placement(one.piece, picture, cell, turn, clip)
            for one, picture, cell, clip in zip(components, pictures, cells, clips, strict=False)
            if picture is not None
        )

    def _behind(self, box: Box, turn: int = 0) -> tuple[Box, int]:
        return behind(box, turn, self._page, self._sideways)

    def _clip(self, index: int, there: tuple[bool, ...]) -> Box:
        """A cell with its bleed; butted, no bleed on the sides where a neighbour lies."""
        cell = self._cells[index]
        if not self._butted:
            return grown(cell, BLEED)
        row, column = divmod(index, self._columns)

        def room(r: int, c: int) -> float:
            other = r * self._columns + c
            inside = 0 <= c < self._columns and 0 <= other < len(there)
            return _SEAM if inside and there[other] else BLEED

        left, right = room(row, column - 1), room(row, column + 1)
        above, below = room(row - 1, column), room(row + 1, column)
        return Box(cell.x - left, cell.y - above, cell.w + left + right, cell.h + above + below)


def _mirrored(line: Line, page: tuple[float, float], sideways: bool) -> Line:
    if sideways:
        return Line(page[0] - line.x2, line.y1, page[0] - line.x1, line.y2, line.width, line.dash)
    return Line(line.x1, page[1] - line.y2, line.x2, page[1] - line.y1, line.width, line.dash)


# Pages of tiles


def _tiles(flow: _Flow, backs: str) -> Iterator[_Side]:
    grid = flow.grid
    page = (grid.width, grid.height)
    sideways = mirrors_sideways(grid.landscape, backs)
    for one in flow.components:
        for _ in range(one.piece.copies):
            for row in range(grid.rows):
                for column in range(grid.columns):
                    front = _tile(flow, one, column, row)
                    yield front
                    if one.back or backs in _DUPLEX:
                        yield _tile_back(front, one.back, page, sideways)


def _tile(flow: _Flow, one: Component, column: int, row: int) -> _Side:
    grid, size = flow.grid, one.kind.size
    window = Box(grid.left, grid.top, grid.cell_w, grid.cell_h)
    # The piece lies so that this tile's part of it shows in the window.
    x = window.x + BLEED - column * (grid.cell_w - OVERLAP)
    y = window.y + BLEED - row * (grid.cell_h - OVERLAP)
    whole = Box(x, y, size.width, size.height)
    placed = Placement(one.piece, one.front, whole, 0, window)
    lines, notes = _tile_marks(grid, whole, window, column, row)
    trim = _common(whole, window)
    name = _tile_name(column, row)
    cuts = (Path.of(cutting_line(size.form, whole)),) if size.form.is_cut_out else ()
    return _Side(
        flow, "front", (one.kind.id,), (placed,), lines, trim, window, cuts, notes, f"{one.piece.title} {name}"
    )


def _tile_back(front: _Side, picture: Picture | None, page: tuple[float, float], sideways: bool) -> _Side:
    trim, bleed = (behind(box, 0, page, sideways)[0] for box in (front.trim, front.bleed))
    if picture is None:
        return replace(front, side="back", placed=(), lines=(), notes=(), cuts=(), trim=trim, bleed=bleed)
    (placed,) = front.placed
    box, turn = behind(placed.box, 0, page, sideways)
    lines = tuple(_mirrored(line, page, sideways) for line in front.lines)
    moved = Placement(placed.piece, picture, box, turn, bleed)
    return replace(front, side="back", placed=(moved,), lines=lines, notes=(), cuts=(), trim=trim, bleed=bleed)


def _tile_marks(
    grid: Grid, whole: Box, window: Box, column: int, row: int
) -> tuple[tuple[Line, ...], tuple[Note, ...]]:
    """Cut marks where the piece ends, and seams in the middle of the overlaps with the names of both tiles."""
    free = within(grid)
    ups, levels, notes = [], [], []
    for last, at, edge, seam, step in (
        (column == 0, whole.x, window.x, OVERLAP / 2, -1),
        (column == grid.columns - 1, whole.right, window.right, -OVERLAP / 2, 1),
    ):
        ups.append(at if last else edge + seam)
        if not last:
            a, b = sorted((column, column + step))
            y = window.y - 1
            notes.append(Note(_tile_name(a, row), edge + seam - 0.8, y, align="right"))
            notes.append(Note(_tile_name(b, row), edge + seam + 0.8, y))
    for last, at, edge, seam, step in (
        (row == 0, whole.y, window.y, OVERLAP / 2, -1),
        (row == grid.rows - 1, whole.bottom, window.bottom, -OVERLAP / 2, 1),
    ):
        levels.append(at if last else edge + seam)
        if not last:
            a, b = sorted((row, row + step))
            notes.append(Note(_tile_name(column, a), window.x - 0.8, edge + seam - 0.8, align="right"))
            notes.append(Note(_tile_name(column, b), window.x - 0.8, edge + seam + 2.3, align="right"))
    top, bottom = max(free.y, window.y - 5), min(free.bottom, window.bottom + 5)
    left, right = max(free.x, window.x - 5), min(free.right, window.right + 5)
    lines = [Line(x, *ends) for x in ups for ends in ((top, x, window.y), (window.bottom, x, bottom))]
    lines += [Line(*ends) for y in levels for ends in ((left, y, window.x, y), (window.right, y, right, y))]
    return tuple(lines), tuple(notes)


def _tile_name(column: int, row: int) -> str:
    return f"{chr(ord('A') + row)}{column + 1}"


def _common(a: Box, b: Box) -> Box:
    x, y = max(a.x, b.x), max(a.y, b.y)
    return Box(x, y, min(a.right, b.right) - x, min(a.bottom, b.bottom) - y)


# Numbers and words


def _numbered(sides: list[_Side], game: Game, paper: Paper) -> Iterator[Sheet]:
    strips: dict[tuple[bool, str], Strips] = {}
    lines: dict[tuple[int, bool, str], tuple[Line, ...]] = {}
    counts: dict[str, int] = {}
    for number, side in enumerate(sides, 1):
        grid = side.flow.grid
        where = (grid.landscape, grid.strips)
        if where not in strips:
            strips[where] = Strips(grid, game)
        strip = strips[where]
        key = (id(side.lines), *where)  # sides keep their lines alive, so the id stays theirs
        if key not in lines:
            lines[key] = (*side.lines, *strip.lines)
        word = "sheet" if side.side == "front and back" else side.side
        counts[word] = counts.get(word, 0) + 1
        last = f"{paper.title} · {side.side} · page {number} of {len(sides)}"
        yield Sheet(
            grid.width,
            grid.height,
            side.side,
            f"{word}-{counts[word]}",
            side.kinds,
            side.placed,
            lines[key],
            (*strip.notes(_headings(side, game), last), *side.notes),
            side.trim,
            side.bleed,
            side.cuts,
        )


def _headings(side: _Side, game: Game) -> list[str]:
    """What a page says it is, from the fullest words to the shortest."""
    titles = [game.kinds[kind].title for kind in side.kinds]
    name = f"{game.title} {game.version}"
    if side.part:
        return [f"{name} · {titles[0]} · {side.part}", f"{name} · {side.part}"]
    few = [", ".join(titles[:n]) + f" and {len(titles) - n} more" for n in range(len(titles) - 1, 0, -1)]
    return [f"{name} · {words}" for words in (", ".join(titles), *few)]


def _bookmarks(sheets: Sequence[Sheet], game: Game) -> Iterator[tuple[str, int]]:
    seen: set[str] = set()
    for index, sheet in enumerate(sheets):
        for kind in sheet.kinds:
            if kind not in seen:
                seen.add(kind)
                yield game.kinds[kind].title, index
