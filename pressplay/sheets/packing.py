"""Packing puts lots of pieces on as few sheets as it finds, in blocks that straight cuts from edge to edge take apart.

Sheets full of one form come first, each like the other, so that a stack of them is cut at once.
What is left of every lot shares sheets: a block goes into a corner of the free area, a cut from
edge to edge of that area leaves two smaller ones, and these are filled in the same way. A sheet
found good is used again as long as there are pieces for it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import NamedTuple

from pressplay.drawing.box import Box

from .block import Block, Format, Lot, blocks, full_block
from .frame import Frame

_DENSE = 0.8  # of the area: a sheet so full of one form is left alone
_LOOSE = 2.0  # no sheet is ever so full
_WIDTHS = (6, 1)  # how many blocks are tried at each depth of the search
_EPSILON = 1e-6


class Share(NamedTuple):
    """How many pieces of a lot a block holds."""

    lot: int
    pieces: int


class BlockSpot(NamedTuple):
    """A block at its place on a sheet, its upper left corner with its space at x, y."""

    block: Block
    shares: tuple[Share, ...]
    x: float = 0.0
    y: float = 0.0

    @property
    def pieces(self) -> int:
        return sum(share.pieces for share in self.shares)

    @property
    def footprint(self) -> Box:
        """What it takes of the sheet, bleed and marks included."""
        return Box(self.x, self.y, self.block.width, self.block.height)

    @property
    def cells(self) -> tuple[Box, ...]:
        """All its cells; the first of them hold its pieces."""
        return self.block.cells(self.x, self.y)


@dataclass(frozen=True, slots=True)
class SheetPattern:
    """A sheet, and how often it is needed."""

    frame: Frame
    spots: tuple[BlockSpot, ...]
    times: int = 1

    @property
    def shared(self) -> bool:
        """Whether several forms lie on it."""
        return len({spot.block.format for spot in self.spots}) > 1

    @property
    def used(self) -> dict[int, int]:
        """How many pieces of each lot one sheet holds."""
        found: dict[int, int] = {}
        for share in (share for spot in self.spots for share in spot.shares):
            found[share.lot] = found.get(share.lot, 0) + share.pieces
        return found


class Packing(NamedTuple):
    """Sheets for all lots: those with two-sided pieces first."""

    two_sided: tuple[SheetPattern, ...]
    one_sided: tuple[SheetPattern, ...]

    @property
    def sheets(self) -> int:
        return sum(pattern.times for pattern in self.two_sided + self.one_sided)


def pack(lots: Sequence[Lot], frames: Sequence[Frame]) -> Packing:
    """All pieces on sheets; one-sided ones on sheets of their own unless sharing saves a sheet."""
    both = [index for index, lot in enumerate(lots) if lot.two_sided]
    one = [index for index, lot in enumerate(lots) if not lot.two_sided]
    apart = _Packer(lots, frames, both).pack(), _Packer(lots, frames, one).pack()
    best = Packing(*apart)
    if best.sheets > fewest(lots, frames):
        every = [*range(len(lots))]
        for order in (both + one, every) if both and one else (every,):
            for dense in (_DENSE, _LOOSE):
                found = _Packer(lots, frames, order, dense, order == both + one).pack()
                if sum(pattern.times for pattern in found) < best.sheets:
                    best = _sorted(found, lots)
    return best


def _sorted(patterns: Iterable[SheetPattern], lots: Sequence[Lot]) -> Packing:
    both: list[SheetPattern] = []
    one: list[SheetPattern] = []
    for pattern in patterns:
        (both if any(lots[index].two_sided for index in pattern.used) else one).append(pattern)
    return Packing(tuple(both), tuple(one))


def fewest(lots: Iterable[Lot], frames: Sequence[Frame]) -> int:
    """No fewer sheets can hold the pieces, by their area alone."""
    printable = frames[0].printable
    half = 2 if frames[0].fold else 1
    return ceil(sum(lot.count * lot.format.area for lot in lots) * half / (printable.w * printable.h) - _EPSILON)


class _Found(NamedTuple):
    """How an area can be filled: the pieces' area, the spots, and what is left of the lots."""

    value: float
    spots: tuple[BlockSpot, ...]
    left: tuple[int, ...]


class _Group(NamedTuple):
    """Lots of one form."""

    format: Format
    lots: tuple[int, ...]


class _Packer:
    def __init__(
        self,
        lots: Sequence[Lot],
        frames: Sequence[Frame],
        indices: Sequence[int],
        dense: float = _DENSE,
        in_order: bool = False,
    ) -> None:
        self.lots, self.frames, self.dense = lots, frames, dense
        self.counts = tuple(lot.count if index in indices else 0 for index, lot in enumerate(lots))
        forms: dict[tuple[Format, bool], list[int]] = {}
        for index in indices:
            forms.setdefault((lots[index].format, in_order and lots[index].two_sided), []).append(index)
        groups = [(two_sided, _Group(form, tuple(found))) for (form, two_sided), found in forms.items()]
        groups.sort(key=lambda pair: (not pair[0], -pair[1].format.area))
        self.groups = [group for _, group in groups]
        self.known: dict[tuple[float, float, tuple[int, ...], int], _Found] = {}

    def pack(self) -> tuple[SheetPattern, ...]:
        """Sheets for all pieces."""
        found = [*self._full_sheets()]
        while any(self.counts):
            pattern = self._pattern()
            found.append(pattern)
            self._take(pattern)
        return tuple(found)

    def _take(self, pattern: SheetPattern) -> None:
        used = pattern.used
        self.counts = tuple(n - pattern.times * used.get(index, 0) for index, n in enumerate(self.counts))

    # Sheets of one form

    def _full_sheets(self) -> Iterator[SheetPattern]:
        """Sheets that pieces of one lot fill, or those of one form that need their own bleed."""
        for group in self.groups:
            for index in group.lots:
                if self.lots[index].edge is not None:
                    yield from self._filled(group, (index,), tight=True)
            yield from self._filled(group, tuple(i for i in group.lots if self.lots[i].edge is None), tight=False)

    def _filled(self, group: _Group, lots: tuple[int, ...], tight: bool) -> Iterator[SheetPattern]:
        best = self._best(group.format, tight)
        if not best:
            return
        frame, block = best
        area = frame.area
        if block.width * block.height < self.dense * area.w * area.h:
            return
        while (count := sum(self.counts[index] for index in lots)) >= block.capacity:
            shares = self._shares(lots, block.capacity, self.counts)
            times = min(self.counts[share.lot] // share.pieces for share in shares) if len(shares) == 1 else 1
            pattern = _centred(frame, (BlockSpot(block, shares),), times)
            self._take(pattern)
            yield pattern
            assert sum(self.counts[index] for index in lots) < count

    def _best(self, form: Format, tight: bool) -> tuple[Frame, Block] | None:
        """The frame and block that hold most of a form."""
        found = [
            (frame, block)
            for frame in self.frames
            if (block := full_block(form, tight, frame.area.w, frame.area.h)) is not None
        ]
        if not found:
            return None
        return max(
            found,
            key=lambda pair: (pair[1].capacity, not pair[1].turned, pair[0].strips == "level", not pair[1].nested),
        )

    def _shares(self, lots: Iterable[int], count: int, left: Sequence[int]) -> tuple[Share, ...]:
        found = []
        for index in lots:
            if count and left[index]:
                found.append(Share(index, min(count, left[index])))
                count -= found[-1].pieces
        return tuple(found)

    # Sheets that forms share

    def _pattern(self) -> SheetPattern:
        """The fullest sheet found for what is left, as often as there are pieces for it."""
        alone = self._alone()
        if alone:
            return alone
        found = [(frame, self._fill(frame.area.w, frame.area.h, self.counts, 0)) for frame in self.frames]
        frame, best = max(found, key=lambda pair: (round(pair[1].value, 3), pair[0].strips == "level"))
        assert best.spots, "a piece larger than the paper"
        pattern = _centred(frame, best.spots, 1)
        used = pattern.used
        return replace(pattern, times=min(self.counts[index] // n for index, n in used.items()))

    def _alone(self) -> SheetPattern | None:
        """The last pieces of one lot lie as on its full sheets."""
        rest = [index for index, n in enumerate(self.counts) if n]
        forms = {self.lots[index].format for index in rest}
        if len(forms) > 1:
            return None
        tight = len(rest) == 1 and self.lots[rest[0]].edge is not None
        best = self._best(forms.pop(), tight)
        count = sum(self.counts)
        if not best or best[1].capacity < count:
            return None
        return _centred(best[0], (BlockSpot(best[1], self._shares(rest, count, self.counts)),), 1)

    def _fill(self, w: float, h: float, counts: tuple[int, ...], depth: int) -> _Found:
        """The best found filling of an area."""
        key = (round(w, 3), round(h, 3), counts, depth)
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = self._fill_anew(w, h, counts, depth)
        return known

    def _fill_anew(self, w: float, h: float, counts: tuple[int, ...], depth: int) -> _Found:
        best = _Found(0.0, (), counts)
        for group in self.groups:
            options = self._options(group, w, h, counts, _WIDTHS[depth])
            for spot in options:
                for found in self._with(spot, w, h, counts, depth):
                    more = found.value - best.value
                    if more > _EPSILON or (more > -_EPSILON and len(found.spots) < len(best.spots)):
                        best = found
            if options:  # the largest form that the area holds goes first
                break
        return best

    def _options(self, group: _Group, w: float, h: float, counts: tuple[int, ...], most: int) -> list[BlockSpot]:
        """The first blocks of a form that are worth a try, with the pieces they would hold."""
        form = group.format
        if min(w, h) + _EPSILON < min(form.width, form.height) + 2 * form.space:
            return []
        found: list[BlockSpot] = []
        pooled = [index for index in group.lots if counts[index]]
        for index in pooled:
            if self.lots[index].edge is not None and (counts[index] > 1 or len(pooled) == 1):
                tight = blocks(form, True, counts[index], w, h)[:most]
                found += [BlockSpot(block, (Share(index, min(counts[index], block.capacity)),)) for block in tight]
        total = sum(counts[index] for index in pooled)
        if total and (len(pooled) > 1 or not found):
            for block in blocks(form, False, total, w, h)[:most]:
                found.append(BlockSpot(block, self._shares(pooled, block.capacity, counts)))
        found.sort(key=lambda spot: (-spot.pieces, spot.block.width * spot.block.height))
        return found[:most]

    def _with(self, spot: BlockSpot, w: float, h: float, counts: tuple[int, ...], depth: int) -> Iterator[_Found]:
        """Fillings of an area with a block in its corner: the rest cut either way."""
        left = list(counts)
        for share in spot.shares:
            left[share.lot] -= share.pieces
        rest = tuple(left)
        value = spot.pieces * spot.block.format.area
        bw, bh = spot.block.width, spot.block.height
        if not any(rest):
            yield _Found(value, (spot,), rest)
            return
        upright = (Box(bw, 0, w - bw, h), Box(0, bh, bw, h - bh))
        level = (Box(0, bh, w, h - bh), Box(bw, 0, w - bw, bh))
        deeper = min(depth + 1, len(_WIDTHS) - 1)
        cuts = (upright, level) if depth < deeper else (max(upright, level, key=lambda two: two[0].w * two[0].h),)
        for two in cuts:
            spots: tuple[BlockSpot, ...] = (spot,)
            total, now = value, rest
            for area in sorted(two, key=lambda area: -area.w * area.h):
                found = self._fill(area.w, area.h, now, deeper)
                spots += tuple(s._replace(x=s.x + area.x, y=s.y + area.y) for s in found.spots)
                total, now = total + found.value, found.left
            yield _Found(total, spots, now)


def _centred(frame: Frame, spots: tuple[BlockSpot, ...], times: int) -> SheetPattern:
    """The spots together in the middle of the frame's area."""
    area = frame.area
    right = max(spot.x + spot.block.width for spot in spots)
    bottom = max(spot.y + spot.block.height for spot in spots)
    dx, dy = area.x + (area.w - right) / 2, area.y + (area.h - bottom) / 2
    return SheetPattern(frame, tuple(s._replace(x=s.x + dx, y=s.y + dy) for s in spots), times)
