"""Items are what lies on sheets: each copy of a piece with what comes behind it, in lots that share their blocks."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pressplay.data.pieces import Kind, Piece, Size
from pressplay.drawing.component import Component
from pressplay.drawing.picture import Picture
from pressplay.units import BLEED

from .block import Edges, Format, Lot, full_block
from .frame import Frame
from .tiling import Tile, tiles

_MOST_EDGES = 8  # colours of one form that are kept apart


@dataclass(frozen=True, slots=True)
class Item:
    """A copy of a piece, or a tile of it."""

    kind: Kind
    piece: Piece
    front: Picture
    back: Picture | None = None
    behind: Component | None = None  # the piece that the back belongs to, when it is another
    tile: Tile | None = None
    parts: int = 1  # of how many tiles it is one
    times: int = 1  # how often its sheet is to be printed

    @property
    def format(self) -> Format:
        """How it takes its place, always upright."""
        if self.tile:
            form = self.tile.format
        else:
            size = self.kind.size
            form = Format(size.width, size.height, size.form)
        return replace(form, width=form.height, height=form.width) if form.width > form.height else form

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of its front and of its back."""
        return (self.kind, self.behind.kind) if self.behind else (self.kind,)

    @property
    def lies(self) -> bool:
        """Whether it lies on its side when its form is upright."""
        form = self.tile.window if self.tile else None
        return form.w > form.h if form else self.kind.size.width > self.kind.size.height

    @property
    def back_lies(self) -> bool:
        """Whether its back does."""
        size = self.behind.kind.size if self.behind else self.kind.size
        return self.lies if self.tile else size.width > size.height


class Lots(NamedTuple):
    """Lots for the packer, and the items of each in their order."""

    lots: tuple[Lot, ...]
    items: tuple[tuple[Item, ...], ...]


def items(components: Sequence[Component], backs: str, two_sided: bool) -> list[Item]:
    """An item for each copy; sheets to write on lie back to back where their kinds say so."""
    found: list[Item] = []
    paired: list[Component] = []
    for one in components:
        if two_sided and one.kind.print in ("both-sides", "both-sides-once"):
            paired.append(one)
            continue
        back = one.back if backs != "none" else None
        item = Item(one.kind, one.piece, one.front, back)
        once = one.kind.print in ("once", "both-sides-once")
        found += [replace(item, times=one.piece.copies)] if once else [item] * one.piece.copies
    return found + list(_pairs(paired))


def _pairs(components: Sequence[Component]) -> Iterator[Item]:
    """Copies two by two; each kind's designs take turns, so that the pairs are alike."""
    queue = [one for group in _by_kind(components) for one in _in_turn(group)]
    pairs: dict[tuple[Picture, Picture | None], list[Item]] = {}
    while queue:
        first = queue.pop(0)
        second = next((one for one in queue if _same_size(one.kind.size, first.kind.size)), None)
        if second:
            queue.remove(second)
        pair = Item(first.kind, first.piece, first.front, second.front if second else None, second)
        pairs.setdefault((pair.front, pair.back), []).append(pair)
    for alike in pairs.values():
        once = alike[0].kind.print == "both-sides-once"
        yield from [replace(alike[0], times=len(alike))] if once else alike


def _by_kind(components: Iterable[Component]) -> list[list[Component]]:
    groups: dict[str, list[Component]] = {}
    for one in components:
        groups.setdefault(one.kind.id, []).append(one)
    return list(groups.values())


def _in_turn(group: Sequence[Component]) -> Iterator[Component]:
    for round_ in range(max(one.piece.copies for one in group)):
        yield from (one for one in group if one.piece.copies > round_)


def _same_size(a: Size, b: Size) -> bool:
    return sorted((a.width, a.height)) == sorted((b.width, b.height)) and a.shape == b.shape


def fits(form: Format, frames: Sequence[Frame]) -> bool:
    """Whether a format lies whole on a paper."""
    form = _on(form, frames)
    return any(full_block(form, False, frame.area.w, frame.area.h) for frame in frames)


def _on(form: Format, frames: Sequence[Frame]) -> Format:
    """A format as these frames want it."""
    fold, cutter = frames[0].fold, frames[0].cutter
    if cutter and not form.tile:  # each piece is cut along a path of its own
        return replace(form, tight=cutter.gap)
    if form.shape.is_cut_out and not fold:  # cut along a line: marks are not needed, a fold's distance is
        return replace(form, space=BLEED)
    return form


def tiled(every: Iterable[Item], frames: Sequence[Frame]) -> list[Item]:
    """The items, those larger than the paper in tiles."""
    found: list[Item] = []
    known: dict[Picture, list[Tile]] = {}
    for item in every:
        if fits(item.format, frames):
            found.append(item)
            continue
        if item.front not in known:
            known[item.front] = tiles(item.kind.size, item.front, frames)
        parts = known[item.front]
        found += [replace(item, tile=tile, parts=len(parts)) for tile in parts]
    return found


def in_lots(every: Sequence[Item], frames: Sequence[Frame]) -> Lots:
    """Items by their form, by the one colour of their edges, and by whether they have a back."""
    edges = _edges(every, frames)
    lots: dict[tuple[Format, Edges | None, bool], list[Item]] = {}
    for item in every:
        form = _on(item.format, frames)
        key = (form, edges.get(_key(item)), item.back is not None)
        lots.setdefault(key, []).append(item)
    return Lots(
        tuple(Lot(form, len(held), edge, two) for (form, edge, two), held in lots.items()),
        tuple(map(tuple, lots.values())),
    )


def _key(item: Item) -> tuple[str, Format]:
    return item.kind.id, item.format


def _edges(every: Iterable[Item], frames: Sequence[Frame]) -> dict[tuple[str, Format], Edges]:
    """For each kind the one colour of its fronts' and backs' edges, where lying edge to edge saves room."""
    kinds: dict[tuple[str, Format], list[Item]] = {}
    for item in every:
        if not item.tile:
            kinds.setdefault(_key(item), []).append(item)
    found: dict[tuple[str, Format], Edges] = {}
    counts: dict[tuple[Format, Edges], int] = {}
    for key, group in kinds.items():
        fronts = {item.front.edge for item in group}
        rears = {item.back.edge for item in group if item.back} or {"none"}
        if len(fronts) == len(rears) == 1 and all((*fronts, *rears)) and _saves(key[1], frames):
            found[key] = Edges(fronts.pop(), rears.pop())
            counts[key[1], found[key]] = counts.get((key[1], found[key]), 0) + len(group)
    kept: dict[Format, list[Edges]] = {}
    for form, edge in sorted(counts, key=lambda key: -counts[key]):
        kept.setdefault(form, []).append(edge)
    return {key: edge for key, edge in found.items() if edge in kept[key[1]][:_MOST_EDGES]}


def _saves(form: Format, frames: Sequence[Frame]) -> bool:
    form = _on(form, frames)

    def most(tight: bool) -> int:
        held = (full_block(form, tight, frame.area.w, frame.area.h) for frame in frames)
        return max((block.capacity for block in held if block), default=0)

    return most(True) > most(False)
