"""What is said of sheets: their numbers, headings and bookmarks, and which layout they have and why."""

from collections.abc import Iterator, Sequence

from pressplay.data.pieces import Paper
from pressplay.game import Game
from pressplay.units import num

from .block import NO_EDGES, full_block
from .frame import Frame
from .items import Item, Lots
from .marks import Strips
from .packing import BlockSpot, SheetPattern
from .pages import Page
from .sheet import Line, Sheet, Usage
from .tiling import OVERLAP

_WORDS = {"front and back": "sheet", "single-sided": "single"}


def numbered(pages: Sequence[Page], game: Game, paper: Paper) -> Iterator[Sheet]:
    """The pages as sheets, with their rulers and words."""
    strips: dict[Frame, Strips] = {}
    lines: dict[tuple[int, Frame], tuple[Line, ...]] = {}
    counts: dict[str, int] = {}
    for number, page in enumerate(pages, 1):
        frame = page.frame
        if frame not in strips:
            strips[frame] = Strips(frame, game)
        key = (id(page.lines), frame)  # pages keep their lines alive, so the id stays theirs
        if key not in lines:
            lines[key] = (*page.lines, *strips[frame].lines)
        word = _WORDS.get(page.side, page.side)
        counts[word] = counts.get(word, 0) + 1
        times = page.items[0].times
        last = f"{paper.title} · {page.side} · page {number} of {len(pages)}"
        last += f" · print {times} times" if times > 1 else ""
        yield Sheet(
            frame.width,
            frame.height,
            page.side,
            f"{word}-{counts[word]}",
            tuple(dict.fromkeys(kind.id for item in page.items for kind in item.kinds)),
            page.placed,
            lines[key],
            (*strips[frame].notes(_headings(page, game), last), *page.notes),
            page.trim,
            page.bleed,
            page.cuts,
            times,
            page.blanks,
            page.outlines,
            page.blocks,
        )


def _headings(page: Page, game: Game) -> list[str]:
    """What a page says it is, from the fullest words to the shortest."""
    titles = list(dict.fromkeys(title for item in page.items for title in _titles(item)))
    name = f"{game.title} {game.version}"
    few = [", ".join(titles[:n]) + f" and {len(titles) - n} more" for n in range(len(titles) - 1, 0, -1)]
    return [f"{name} · {words}" for words in (", ".join(titles), *few)]


def _titles(item: Item) -> list[str]:
    return [f"{item.piece.title} {item.tile.name}"] if item.tile else [kind.title for kind in item.kinds]


def bookmarks(sheets: Sequence[Sheet], game: Game) -> Iterator[tuple[str, int]]:
    """Each kind with its first sheet."""
    seen: set[str] = set()
    for index, sheet in enumerate(sheets):
        for kind in sheet.kinds:
            if kind not in seen:
                seen.add(kind)
                yield game.kinds[kind].title, index


def pages_of(pages: Sequence[Page], usage: Usage) -> str:
    """How full the sheets are, and which pages to print on both sides."""
    words = f"{usage.fill:.0%} full, {usage.fewest} by area alone".replace("%", " %")
    single = sum(page.side == "single-sided" for page in pages)
    if not single:
        return words
    both = len(pages) - single
    return f"{words}; print pages {_range(1, both)} on both sides, {_range(both + 1, len(pages))} on one"


def _range(first: int, last: int) -> str:
    return f"{first}" if first == last else f"{first} to {last}"


def layout(
    pattern: SheetPattern, held: Lots, sheets: Sequence[Sequence[Sequence[Item]]], frames: Sequence[Frame]
) -> str:
    """What lies on the sheets of a pattern, how, and why."""
    spots = pattern.spots
    if len(spots) == 1:
        items = [item for sheet in sheets for item in sheet[0]]
        return f"{_kinds(items)}: {_described(spots[0], held, items, frames)}{_folded(pattern.frame)}"
    items = [item for sheet in sheets for block in sheet for item in block]
    groups: dict[str, int] = {}
    for spot, block in zip(spots, sheets[0], strict=True):
        groups[_kinds(block)] = groups.get(_kinds(block), 0) + spot.pieces
    words = ", ".join(f"{count} × {kinds}" for kinds, count in groups.items())
    return f"{words}, to save sheets{_folded(pattern.frame)}"


def _kinds(items: Sequence[Item]) -> str:
    return ", ".join(dict.fromkeys(kind.id for item in items for kind in item.kinds))


def _folded(frame: Frame) -> str:
    return " on each side of the fold" if frame.fold else ""


def _described(spot: BlockSpot, held: Lots, items: Sequence[Item], frames: Sequence[Frame]) -> str:
    block = spot.block
    if items[0].tile:
        return f"{items[0].parts} tiles a piece with {num(OVERLAP)} mm overlap: larger than the paper"
    count = f"{block.capacity} nested" if block.nested else f"{block.columns} × {block.rows}"
    count += " turned" if block.turned else ""
    if not block.tight:
        return f"{count}, full bleed"
    front, rear = held.lots[spot.shares[0].lot].edge or NO_EDGES
    edges = f"all edges are {front}" if rear in (front, "none") else f"all edges are {front}, of the backs {rear}"
    word = "sharing their bleed" if block.format.shape.is_cut_out else "butted"
    areas = (frame.area for frame in frames)
    others = [full_block(block.format, False, area.w, area.h) for area in areas]
    most = max((other.capacity for other in others if other), default=0)
    return f"{count}, {word}: {edges}; full bleed would hold {most}"
