"""Pages: slabs of type flowed onto pages so that nothing that belongs together is torn apart."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple

from pressplay.drawing.box import Box
from pressplay.drawing.marks import Mark

# 139.7 × 210 mm lies within A5 and within half a Letter sheet: a booklet prints at 100 % on both papers.
WIDTH = 139.7
HEIGHT = 210.0
INNER = 13.0
OUTER = 21.0  # holds the rules' ids
TOP = 15.0
COLUMN = WIDTH - INNER - OUTER
DEPTH = 176.0  # of the column
FOOT = 199.5  # the baseline of the running foot

_TORN = 10_000.0  # the price of parting what should stay together, when a page leaves no other way
_IDLE = {1: -5.0, 2: -5.0, 3: 12.0}  # the price of starting a page early, by the level of the heading it starts with

Draw = Callable[[float, float], list[Mark]]  # the marks, when the column's left and the slab's top are there


class TypeBlock(NamedTuple):
    """Type and pictures in a column: how high they stand, and how they are drawn."""

    height: float
    draw: Draw


@dataclass(frozen=True, slots=True)
class Slab:
    """What is never torn: a line of text, a row of a table, a heading, a figure with its caption."""

    height: float
    draw: Draw
    above: float = 0.0  # the distance to the slab before, dropped at the head of a page
    keep: bool = False  # stays with the next slab
    price: float = 0.0  # of a page break behind it
    rule: str = ""  # the rule it states
    panel: int = 0  # the tinted box it stands in
    level: int = 0  # of a heading
    title: str = ""  # of a heading
    baseline: float = 0.0  # of its first line, where a rule's id is set
    repeat: "Slab | None" = None  # what is said again when it comes first on a page: a table's head
    leads: int = 0  # the number of the page that a line of the contents leads to


class PlacedSlab(NamedTuple):
    """A slab on its page, and the distance of its top from the head of the column."""

    slab: Slab
    top: float


@dataclass(frozen=True, slots=True)
class PageSpan:
    """Slabs of one panel or rule on one page."""

    key: str
    top: float
    bottom: float
    baseline: float  # of the first line, from the head of the column
    first: bool  # it begins here, rather than on an earlier page


def is_recto(number: int) -> bool:
    """Whether a page lies on the right; the cover is page 1."""
    return number % 2 == 1


def column(number: int) -> Box:
    """Where the text of a page stands."""
    return Box(INNER if is_recto(number) else OUTER, TOP, COLUMN, DEPTH)


def paginate(slabs: Sequence[Slab], depth: float = DEPTH) -> list[list[PlacedSlab]]:
    """Pages with the least waste: breaks are chosen for the whole text at once, not page by page."""
    count = len(slabs)
    reach = [0.0, *accumulate(slab.above + slab.height for slab in slabs)]
    units = _units(slabs)
    best = [0.0] + [float("inf")] * count
    came = [0] * (count + 1)
    for end in range(1, count + 1):
        for start in range(end - 1, -1, -1):
            used = reach[end] - reach[start] + _head(slabs[start])
            if used > depth + 1e-6 and start < end - 1:
                break
            price = best[start] + _price(slabs, units, end, depth - used, depth)
            if price < best[end] - 1e-9:
                best[end], came[end] = price, start
    cuts = [count] if count else []
    while cuts and cuts[-1]:
        cuts.append(came[cuts[-1]])
    cuts.reverse()
    return [_laid(slabs, start, end) for start, end in pairwise(cuts)]


def _head(first: Slab) -> float:
    """What the first slab of a page takes more or less than in the middle of one."""
    return (first.repeat.height if first.repeat else 0.0) - first.above


def _units(slabs: Sequence[Slab]) -> list[float]:
    """For each slab the height of what stays together from there on."""
    heights = [slab.above + slab.height for slab in slabs]
    for index in range(len(slabs) - 2, -1, -1):
        if slabs[index].keep:
            heights[index] += heights[index + 1]
    return heights


def _price(slabs: Sequence[Slab], units: Sequence[float], end: int, spare: float, depth: float) -> float:
    """What a page costs that ends before a slab with some height to spare."""
    share = max(0.0, spare) / depth
    if end == len(slabs):
        return 1.0 + (8.0 if share > 0.8 else 0.0)  # a last page with a line or two looks like a mistake
    last, following = slabs[end - 1], slabs[end]
    idle = units[end] <= spare  # what follows would still have fitted
    price = 1.0 + last.price + 30 * share + 50 * share**2
    if idle:
        price += _IDLE.get(following.level, 40.0)
    return price + (_TORN if last.keep else 0.0)


def _laid(slabs: Sequence[Slab], start: int, end: int) -> list[PlacedSlab]:
    page: list[PlacedSlab] = []
    y = 0.0
    repeat = slabs[start].repeat
    if repeat:
        page.append(PlacedSlab(repeat, 0.0))
        y = repeat.height
    for index in range(start, end):
        y += slabs[index].above if index > start else 0.0
        page.append(PlacedSlab(slabs[index], y))
        y += slabs[index].height
    return page


def spans(page: Sequence[PlacedSlab], key: Callable[[Slab], str], before: str = "") -> list[PageSpan]:
    """Neighbouring slabs of the same key as one stretch each; `before` is the key the last page ended with."""
    found: list[PageSpan] = []
    last = ""
    for index, (slab, top) in enumerate(page):
        name = key(slab)
        if name and name == last:
            span = found[-1]
            found[-1] = PageSpan(name, span.top, top + slab.height, span.baseline, span.first)
        elif name:
            found.append(PageSpan(name, top, top + slab.height, top + slab.baseline, index > 0 or name != before))
        last = name
    return found
