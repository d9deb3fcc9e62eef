"""Tiling: tiles cover a board, fit the paper, and their seams keep clear of what matters."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.sample import PAPERS, icon, picture, rect

from pressplay.data.pieces import Paper, Size
from pressplay.drawing.box import Box
from pressplay.drawing.marks import Begin, End, Run, Stamp
from pressplay.drawing.paint import Flat
from pressplay.drawing.picture import Picture, Slot
from pressplay.sheets.frame import frames
from pressplay.sheets.printer import MARGINS
from pressplay.sheets.tiling import OVERLAP, TILE_MARK, Tile, tile_name, tiles, weighty
from pressplay.units import BLEED

papers = st.sampled_from(list(PAPERS.values()))
sides = st.floats(200, 1500).map(lambda value: round(value, 1))


def plain(size: Size, *marks: Run | Stamp | Begin | End) -> Picture:
    return picture(size, (rect(0, 0, size.width, size.height, "#eeeeee"), *marks))


def on(paper: str, size: Size, face: Picture) -> list[Tile]:
    return tiles(size, face, frames(PAPERS[paper], MARGINS))


@given(sides, sides, papers, st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=8))
@settings(max_examples=60, deadline=None)
def test_tiles_cover_the_board_and_fit_the_page(
    width: float, height: float, paper: Paper, places: list[tuple[float, float]]
) -> None:
    size = Size("board", width, height)
    words = [
        Run(
            "words",
            x * width,
            y * height,
            "fonts/Barlow-Medium.ttf",
            12,
            Flat("#000000"),
            Box(x * width, y * height, 30, 5),
        )
        for x, y in places
    ]
    papers_ = frames(paper, MARGINS)
    found = tiles(size, plain(size, *words), papers_)
    for tile in found:
        w, h = sorted((tile.window.w + 2 * TILE_MARK, tile.window.h + 2 * TILE_MARK))
        assert any(sorted((f.area.w, f.area.h))[0] >= w - 1e-3 and max(f.area.w, f.area.h) >= h - 1e-3 for f in papers_)
    rows: dict[int, list[Tile]] = {}
    for tile in found:
        rows.setdefault(tile.row, []).append(tile)
    for row in rows.values():
        assert (row[0].window.x, row[-1].window.right) == pytest.approx((-BLEED, width + BLEED))
        for a, b in pairwise(row):
            assert a.trim.right == b.trim.x
            assert a.window.right - b.window.x == pytest.approx(OVERLAP)
    columns = [row[0] for row in rows.values()]
    assert (columns[0].window.y, columns[-1].window.bottom) == pytest.approx((-BLEED, height + BLEED))
    for a, b in pairwise(columns):
        assert a.trim.bottom == b.trim.y
        assert a.window.bottom - b.window.y == pytest.approx(OVERLAP)


def test_tiles_without_a_reason_are_alike() -> None:
    size = Size("board", 500, 400)
    found = on("a4", size, plain(size))
    assert len(found) == 6
    assert len({tile.format for tile in found}) == 1


def crossed(found: list[Tile], boxes: list[Box]) -> list[Box]:
    ups = {tile.trim.right for tile in found if not tile.last[1]}
    levels = {tile.trim.bottom for tile in found if not tile.last[3]}
    return [b for b in boxes if any(b.x < x < b.right for x in ups) or any(b.y < y < b.bottom for y in levels)]


def test_seams_keep_clear_of_text_icons_and_slots() -> None:
    size = Size("board", 300, 180)
    even = on("a4", size, plain(size))
    (seam,) = {tile.trim.right for tile in even if not tile.last[1]}
    word = Run("Across", seam - 20, 50, "fonts/Barlow-Medium.ttf", 12, Flat("#000000"), Box(seam - 20, 45, 40, 6))
    assert crossed(even, [word.box])
    stamp = icon("crown", seam + 20.5, 80, 15)
    slot = Slot("deck", Box(seam - 42, 100, 14.5, 30))
    face = plain(size, word, stamp)
    face = Picture(face.width, face.height, face.bleed, face.shape, 0, face.marks, slots=(slot,))
    found = on("a4", size, face)
    assert len(found) == len(even)
    assert not crossed(found, [word.box, stamp.box, slot.box])


def test_marks_in_groups_are_where_they_are_moved_to() -> None:
    size = Size("board", 300, 180)
    word = Run("Far", 0, 5, "fonts/Barlow-Medium.ttf", 12, Flat("#000000"), Box(0, 0, 20, 5))
    face = plain(size, Begin((1, 0, 0, 1, 100, 0)), Begin((0, 1, -1, 0, 0, 40)), word, End(), End())
    ((box, _),) = [(box, weight) for box, weight in weighty(face) if weight > 3]
    assert (box.x, box.y, box.w, box.h) == pytest.approx((95, 40, 5, 20))


def test_names_of_tiles() -> None:
    assert [tile_name(0, 0), tile_name(2, 1), tile_name(0, 26)] == ["A1", "B3", "AA1"]
