"""Impose: place every copy of every piece on sheets of a paper, backs where the flip puts them behind their fronts.

Pieces share sheets wherever straight cuts take them apart again. In a file for two-sided printing
every front of a two-sided sheet is followed by its back; sheets of pieces without backs come last,
and say that they are printed on one side.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from pressplay.data.pieces import Paper
from pressplay.drawing.component import Component
from pressplay.game import Game

from .frame import PRESS, Frame, Press, frames
from .items import Item, Lots, fits, in_lots, items, tiled
from .labels import bookmarks, layout, numbered, pages_of
from .packing import SheetPattern, fewest, pack
from .pages import Page, PatternPages
from .sheet import Deck, Usage


def impose(components: Sequence[Component], game: Game, paper: Paper, press: Press = PRESS) -> Deck:
    """All copies of the given pieces on one paper."""
    papers = frames(paper, press.printer.margins, cutter=press.cutter)
    every = items(components, press.backs, press.two_sided)
    if not any(item.back for item in every):
        press = replace(press, backs="none")
    two_sided: list[_Run] = []
    one_sided: list[_Run] = []
    least = 0
    for batch in _batches(every, press, papers):
        held = in_lots(batch.items, batch.frames)
        packing = pack(held.lots, batch.frames)
        two_sided += _runs(packing.two_sided, held, batch, press)
        one_sided += _runs(packing.one_sided, held, batch, press)
        least += fewest(held.lots, batch.frames) * batch.times
    runs = two_sided + one_sided
    pages = [page for run in runs for page in run.pages]
    layouts = dict(_layouts(runs))
    usage = _usage(every, papers[0], sum(run.sheets for run in runs), least)
    count = "1 sheet" if usage.sheets == 1 else f"{usage.sheets} sheets"
    numbers = {count: pages_of(pages, usage), **layouts} if pages else {}
    sheets_ = tuple(numbered(pages, game, paper))
    frame = papers[0]
    turned_over = press.two_sided and press.printer.offset.correction(
        (frame.width, frame.height), frame.mirrors_sideways(press.backs)
    )
    return Deck(
        paper, press.backs, sheets_, tuple(bookmarks(sheets_, game)), numbers, usage, correction=turned_over or None
    )


class _Batch(NamedTuple):
    """Items that may share sheets."""

    items: list[Item]
    frames: tuple[Frame, ...]
    times: int  # how often the sheets are to be printed


class _Run(NamedTuple):
    """The pages of a pattern."""

    pages: list[Page]
    layout: str
    sheets: int


def _batches(every: Sequence[Item], press: Press, papers: tuple[Frame, ...]) -> Iterator[_Batch]:
    """Two-sided pieces that are folded over, and all others; sheets printed several times apart from the rest."""
    folds = frames(papers[0].paper, press.printer.margins, folded=True)
    groups: dict[tuple[int, bool], list[Item]] = {}
    for item in every:
        # Too large to lie beside its back, it is printed apart and glued back to back.
        folded = press.backs == "gutterfold" and item.back is not None and fits(item.format, folds)
        groups.setdefault((item.times, folded), []).append(item)
    for (times, folded), group in groups.items():
        chosen = folds if folded else papers
        yield _Batch(tiled(group, chosen), chosen, times)


def _runs(patterns: Sequence[SheetPattern], held: Lots, batch: _Batch, press: Press) -> list[_Run]:
    """The patterns with the items in their places, in the order of these; sheets that forms share come last."""
    left = [list(queue) for queue in held.items]
    order = {id(item): index for index, item in reversed([*enumerate(batch.items)])}
    found: list[tuple[bool, int, _Run]] = []
    for pattern in sorted(patterns, key=lambda pattern: (pattern.shared, min(pattern.used))):
        two_sided = [any(held.lots[share.lot].two_sided for share in spot.shares) for spot in pattern.spots]
        common = PatternPages(pattern, press, two_sided)
        sheets = list(_dealt(pattern, left, press.stacked))
        tiled = sheets[0][0][0].tile is not None  # tiles lie in their order, whatever their sizes
        for some in [[sheet] for sheet in sheets] if tiled else [sheets]:
            pages = [page for sheet in some for page in common.pages(sheet)]
            words = layout(pattern, held, some, batch.frames)
            found.append((pattern.shared, order[id(some[0][0][0])], _Run(pages, words, len(some) * batch.times)))
    found.sort(key=lambda one: one[:2])
    return [run for *_, run in found]


def _layouts(runs: Iterable[_Run]) -> Iterator[tuple[str, str]]:
    """The numbers of the sheets of a layout, and its words."""
    first = 1
    for words, alike in groupby(runs, key=lambda run: run.layout):
        count = sum(run.sheets for run in alike)
        yield (f"sheet {first}" if count == 1 else f"sheets {first} to {first + count - 1}"), words
        first += count


def _dealt(pattern: SheetPattern, left: list[list[Item]], stacked: bool) -> Iterator[list[list[Item]]]:
    """For each sheet of a pattern the items of each of its blocks, taken from what is left of the lots."""
    used = pattern.used
    taken = {lot: left[lot][: n * pattern.times] for lot, n in used.items()}
    for lot, some in taken.items():
        del left[lot][: len(some)]
    for sheet in range(pattern.times):
        # In a stack, the pieces that lie over one another follow one another.
        here = {
            lot: some[sheet :: pattern.times] if stacked else some[sheet * used[lot] : (sheet + 1) * used[lot]]
            for lot, some in taken.items()
        }
        queues = {lot: iter(some) for lot, some in here.items()}
        yield [
            [next(queues[share.lot]) for share in spot.shares for _ in range(share.pieces)] for spot in pattern.spots
        ]


def _usage(every: Sequence[Item], frame: Frame, sheets: int, least: int) -> Usage:
    area = sum(item.times * item.kind.size.width * item.kind.size.height * item.kind.size.form.share for item in every)
    printable = frame.printable
    return Usage(sheets, least, area / (sheets * printable.w * printable.h) if sheets else 0.0)
