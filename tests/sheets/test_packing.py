"""Packing: every piece once, nothing over anything else, cuts from edge to edge, and few sheets."""

from collections import Counter
from itertools import combinations
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.sample import PAPERS

from pressplay.data.shapes import SHAPES
from pressplay.drawing.box import Box, grown
from pressplay.sheets.block import Edges, Format, Lot, blocks, full_block
from pressplay.sheets.frame import Frame, frames
from pressplay.sheets.packing import Packing, SheetPattern, fewest, pack
from pressplay.sheets.printer import MARGINS, Margins
from pressplay.units import BLEED

HAIR = 1e-6
lengths = st.floats(12, 95).map(lambda value: round(value, 2))


@st.composite
def formats(draw: st.DrawFn) -> Format:
    shape = draw(st.sampled_from(["rect", "rect", "rect", "circle", "hex"]))
    width = draw(lengths)
    if shape == "rect":
        return Format(width, draw(lengths))
    return Format(width, width if shape == "circle" else round(width * 0.75**0.5, 2), SHAPES[shape], space=BLEED)


@st.composite
def lots(draw: st.DrawFn) -> list[Lot]:
    some = draw(st.lists(formats(), min_size=1, max_size=4))
    edges = st.sampled_from([None, Edges("#111111"), Edges("#111111", "#222222")])
    found = {}
    for form in some:
        for edge in draw(st.sets(edges, min_size=1, max_size=2)):
            two_sided = draw(st.booleans())
            found[form, edge, two_sided] = Lot(form, draw(st.integers(1, 40)), edge, two_sided)
    return list(found.values())


@st.composite
def paper_frames(draw: st.DrawFn) -> tuple[Frame, ...]:
    margins = draw(st.sampled_from([MARGINS, Margins(3, 12.5)]))
    return frames(draw(st.sampled_from(list(PAPERS.values()))), margins)


def every(packing: Packing) -> list[SheetPattern]:
    return [*packing.two_sided, *packing.one_sided]


@given(lots(), paper_frames())
@settings(max_examples=100, deadline=None)
def test_every_piece_lies_on_one_sheet_and_on_nothing_else(held: list[Lot], papers: tuple[Frame, ...]) -> None:
    packing = pack(held, papers)
    counts: Counter[int] = Counter()
    for pattern in every(packing):
        for spot in pattern.spots:
            assert 1 <= spot.pieces <= spot.block.capacity == len(spot.cells)
            for share in spot.shares:
                assert held[share.lot].format == spot.block.format
                counts[share.lot] += share.pieces * pattern.times
            if spot.block.tight:
                (edge,) = {held[share.lot].edge for share in spot.shares}
                assert edge is not None, "pieces without a bleed between them"
            for cell in spot.cells:
                assert {cell.w, cell.h} == {spot.block.format.width, spot.block.format.height}
                assert inside(grown(cell, spot.block.format.space), spot.footprint)
            assert inside(spot.footprint, pattern.frame.within)
        for a, b in combinations(pattern.spots, 2):
            assert apart(a.footprint, b.footprint)
    assert counts == {index: lot.count for index, lot in enumerate(held)}
    sides = [any(held[lot].two_sided for lot in pattern.used) for pattern in packing.two_sided]
    assert all(sides), "a sheet whose back would stay white"
    assert not any(held[lot].two_sided for pattern in packing.one_sided for lot in pattern.used)


def inside(inner: Box, outer: Box) -> bool:
    return (
        inner.x >= outer.x - HAIR
        and inner.y >= outer.y - HAIR
        and inner.right <= outer.right + HAIR
        and inner.bottom <= outer.bottom + HAIR
    )


def apart(a: Box, b: Box) -> bool:
    return a.right <= b.x + HAIR or b.right <= a.x + HAIR or a.bottom <= b.y + HAIR or b.bottom <= a.y + HAIR


@given(lots(), paper_frames())
@settings(max_examples=60, deadline=None)
def test_cuts_from_edge_to_edge_take_every_sheet_apart(held: list[Lot], papers: tuple[Frame, ...]) -> None:
    for pattern in every(pack(held, papers)):
        assert can_be_cut([spot.footprint for spot in pattern.spots])
        for spot in pattern.spots:
            if spot.block.format.shape == SHAPES["rect"]:
                assert can_be_cut(list(spot.cells))


def can_be_cut(boxes: list[Box]) -> bool:
    """Whether straight cuts, each through the whole of what it cuts, part all boxes."""
    if len(boxes) == 1:
        return True
    for cut in {box.right for box in boxes} | {box.x for box in boxes}:
        before = [box for box in boxes if box.right <= cut + HAIR]
        after = [box for box in boxes if box.x >= cut - HAIR]
        if before and after and len(before) + len(after) == len(boxes):
            return can_be_cut(before) and can_be_cut(after)
    for cut in {box.bottom for box in boxes} | {box.y for box in boxes}:
        before = [box for box in boxes if box.bottom <= cut + HAIR]
        after = [box for box in boxes if box.y >= cut - HAIR]
        if before and after and len(before) + len(after) == len(boxes):
            return can_be_cut(before) and can_be_cut(after)
    return False


@given(lots(), paper_frames())
@settings(max_examples=80, deadline=None)
def test_sharing_never_costs_a_sheet(held: list[Lot], papers: tuple[Frame, ...]) -> None:
    """Never more sheets than with each format on sheets of its own, some of its colours butted and the rest with their bleed."""
    apart = 0
    for form in {lot.format for lot in held}:
        for two_sided in (True, False):
            lots_ = [lot for lot in held if lot.format == form and lot.two_sided == two_sided]
            full, tight = most(form, False, papers), most(form, True, papers)
            edged = [lot for lot in lots_ if lot.edge]
            ways = (way for size in range(len(edged) + 1) for way in combinations(edged, size))
            apart += min(
                sum(ceil(lot.count / tight) for lot in way)
                + ceil((sum(lot.count for lot in lots_) - sum(lot.count for lot in way)) / full)
                for way in ways
            )
    assert fewest(held, papers) <= pack(held, papers).sheets <= apart


def most(form: Format, tight: bool, papers: tuple[Frame, ...]) -> int:
    found = [full_block(form, tight, frame.area.w, frame.area.h) for frame in papers]
    return max(block.capacity for block in found if block)


@given(formats(), st.booleans(), st.floats(60, 300), st.floats(60, 400))
@settings(max_examples=100, deadline=None)
def test_round_and_six_sided_pieces_nest_and_keep_their_distance(form: Format, tight: bool, w: float, h: float) -> None:
    block = full_block(form, tight, w, h)
    if not block or form.shape == SHAPES["rect"]:
        return
    gap = BLEED if tight else 2 * BLEED
    # Round and regular six-sided pieces of the same inner circle touch when their centres are that far apart.
    across = min(form.width, form.height)
    for a, b in combinations(block.cells(0, 0), 2):
        assert ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 >= across + gap - 0.01  # the height of a hexagon is rounded


@given(formats(), st.booleans(), st.integers(1, 50), st.floats(40, 300), st.floats(40, 400))
@settings(max_examples=100, deadline=None)
def test_no_block_on_offer_is_worse_than_another(form: Format, tight: bool, count: int, w: float, h: float) -> None:
    found = blocks(form, tight, count, w, h)
    held = [min(count, block.capacity) for block in found]
    assert held == sorted(held, reverse=True)
    for a, b in combinations(found, 2):
        assert b.width < a.width or b.height < a.height, "it holds no more and takes no less"


@pytest.mark.parametrize(
    ("paper", "tight", "held"), [("a4", True, 9), ("a4", False, 8), ("letter", True, 8), ("letter", False, 6)]
)
def test_poker_cards_on_a_page(paper: str, tight: bool, held: int) -> None:
    assert most(Format(63.5, 88.9), tight, frames(PAPERS[paper], MARGINS)) == held


def test_a_sheet_that_is_full_of_one_form_is_the_same_every_time() -> None:
    (pattern,) = pack([Lot(Format(63.5, 88.9), 72, Edges("#000000"), True)], frames(PAPERS["a4"], MARGINS)).two_sided
    assert pattern.times == 8 and len(pattern.spots) == 1


def test_the_last_cards_lie_as_on_the_full_sheets() -> None:
    full, rest = pack([Lot(Format(63.5, 88.9), 20, Edges("#000000"), True)], frames(PAPERS["a4"], MARGINS)).two_sided
    assert rest.spots[0].cells == full.spots[0].cells and rest.spots[0].pieces == 2


def test_one_sided_pieces_use_what_two_sided_ones_leave_only_when_it_saves_a_sheet() -> None:
    papers = frames(PAPERS["a4"], MARGINS)
    board, card = Lot(Format(110, 258), 1), Lot(Format(63.5, 88.9), 3, Edges("#000000"), True)
    shared = pack([board, card], papers)
    assert (len(shared.two_sided), len(shared.one_sided)) == (1, 0)
    apart = pack(
        [board, Lot(card.format, 9, Edges("#000000"), True), Lot(Format(16, 16, SHAPES["circle"]), 12)], papers
    )
    assert apart.sheets == 2 and len(apart.one_sided) == 1
