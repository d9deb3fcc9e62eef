"""Crop marks: at both ends of every cut, near their own block, on no ink."""

from hypothesis import given, settings
from sheets.test_packing import lots, paper_frames

from pressplay.drawing.box import around, grown
from pressplay.sheets.block import Lot
from pressplay.sheets.frame import Frame
from pressplay.sheets.marks import crop_marks
from pressplay.sheets.packing import pack
from pressplay.units import BLEED

HAIR = 1e-6


@given(lots(), paper_frames())
@settings(max_examples=60, deadline=None)
def test_every_block_has_marks_of_its_own_at_both_ends_of_every_cut(held: list[Lot], frames: tuple[Frame, ...]) -> None:
    packing = pack(held, frames)
    for pattern in packing.two_sided + packing.one_sided:
        inks = [grown(around(spot.cells), BLEED) for spot in pattern.spots]
        for spot, own in zip(pattern.spots, inks, strict=True):
            marks = crop_marks(pattern, [spot])
            if spot.block.format.shape.is_cut_out:
                assert marks == ()
                continue
            xs = sorted({x for cell in spot.cells for x in (round(cell.x, 6), round(cell.right, 6))})
            ys = sorted({y for cell in spot.cells for y in (round(cell.y, 6), round(cell.bottom, 6))})
            ups = [mark for mark in marks if mark.x1 == mark.x2]
            levels = [mark for mark in marks if mark.y1 == mark.y2]
            assert sorted(mark.x1 for mark in ups) == sorted(xs * 2)
            assert sorted(mark.y1 for mark in levels) == sorted(ys * 2)
            for mark in marks:
                assert 1 - HAIR <= abs(mark.x2 - mark.x1) + abs(mark.y2 - mark.y1) <= 5 + HAIR
                beside_own = (
                    abs(mark.y2 - own.y) < HAIR
                    or abs(mark.y1 - own.bottom) < HAIR
                    or abs(mark.x2 - own.x) < HAIR
                    or abs(mark.x1 - own.right) < HAIR
                )
                assert beside_own, "a mark that begins elsewhere"
                for ink in inks:
                    over_x = mark.x1 < ink.right - HAIR and mark.x2 > ink.x + HAIR
                    over_y = mark.y1 < ink.bottom - HAIR and mark.y2 > ink.y + HAIR
                    assert not (over_x and over_y), "a mark on ink"
                free = pattern.frame.within
                assert mark.x1 >= free.x - HAIR and mark.x2 <= free.right + HAIR
                assert mark.y1 >= free.y - HAIR and mark.y2 <= free.bottom + HAIR
