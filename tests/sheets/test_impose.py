"""Imposition: no overlap, inside the printable area, every copy once, every back behind its front."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.sample import PAPERS, POKER, components, game, kind

from pressplay.data.pieces import Kind, Paper, Size
from pressplay.drawing.box import Box
from pressplay.drawing.component import Component
from pressplay.problem import Trouble
from pressplay.sheets.frame import Press, behind, mirrors_sideways
from pressplay.sheets.impose import impose
from pressplay.sheets.printer import MARGINS
from pressplay.sheets.sheet import Deck, Placement, Sheet
from pressplay.units import BLEED

MARGIN = MARGINS.sides
BACKS = ("long-edge", "short-edge", "gutterfold", "none")
HAIR = 1e-6
papers = st.sampled_from(list(PAPERS.values()))
lengths = st.floats(15, 180).map(lambda value: round(value, 2))
shapes = st.sampled_from(["rect", "rect", "circle", "hex"])


@st.composite
def sizes(draw: st.DrawFn) -> Size:
    shape = draw(shapes)
    width = draw(lengths)
    return Size("some", width, width if shape == "circle" else draw(lengths), 3, shape)


def overlap(a: Box, b: Box, by: float = 1e-3) -> bool:
    return a.x + by < b.right and b.x + by < a.right and a.y + by < b.bottom and b.y + by < a.bottom


def corners(placed: Placement) -> dict[str, tuple[float, float]]:
    """Where the picture's own corners lie on the page: its top left, top right and so on."""
    box = placed.box
    around = [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
    names = ["top left", "top right", "bottom right", "bottom left"]
    steps = placed.turn // 90  # turned clockwise, the top left corner moves to the next one
    return {name: around[(index + steps) % 4] for index, name in enumerate(names)}


def through_paper(point: tuple[float, float], sheet: Sheet, flip: str) -> tuple[float, float]:
    """Where a point of a back page is seen from the front, by turning a real sheet of paper.

    The paper stands upright in the printer, its long edge vertical; a landscape page lies on it
    turned by a quarter. The printer turns the paper over about its long or its short edge, prints
    the back in the same way, and one looks through from the front.
    """
    x, y = point
    landscape = sheet.width > sheet.height
    wide, high = (sheet.height, sheet.width) if landscape else (sheet.width, sheet.height)
    if landscape:
        x, y = wide - y, x
    if flip == "long-edge":
        x = wide - x
    else:
        y = high - y
    return (y, wide - x) if landscape else (x, y)


def through_fold(point: tuple[float, float], front: Placement, back: Placement, sheet: Sheet) -> tuple[float, float]:
    """Where a point of the back's half is seen from the front once the page is folded along its middle."""
    if back.box.x >= sheet.width / 2 > front.box.x:
        return sheet.width - point[0], point[1]
    return point[0], sheet.height - point[1]


MIRROR = {
    "top left": "top right",
    "top right": "top left",
    "bottom left": "bottom right",
    "bottom right": "bottom left",
}


def assert_behind(front: Placement, back: Placement, seen: dict[str, tuple[float, float]]) -> None:
    """The back's left lies behind the front's right, and up is up: one turns the piece like a page of a book."""
    assert front.piece is back.piece
    for name, point in corners(front).items():
        assert seen[MIRROR[name]] == pytest.approx(point, abs=1e-6), name


def pairs(deck: Deck) -> list[tuple[Sheet, Sheet]]:
    both = [sheet for sheet in deck.sheets if sheet.side != "single-sided"]
    fronts, backs = both[::2], both[1::2]
    assert [sheet.side for sheet in both] == ["front", "back"] * len(backs)
    assert [*deck.sheets[: len(both)]] == both, "single-sided sheets come last"
    return list(zip(fronts, backs, strict=True))


def impose_all(pieces: list[Component], paper: Paper, backs: str) -> Deck:
    return impose(pieces, game(pieces), paper, Press(backs))


@given(sizes(), papers, st.sampled_from(BACKS), st.integers(1, 30), st.integers(1, 4), st.booleans())
@settings(max_examples=120, deadline=None)
def test_pieces_lie_apart_inside_the_printable_area_and_every_copy_once(
    size: Size, paper: Paper, backs: str, count: int, copies: int, one_edge: bool
) -> None:
    pieces = components(kind("song", size), count, copies, one=one_edge)
    deck = impose_all(pieces, paper, backs)
    fronts: Counter[str] = Counter()
    rears: Counter[str] = Counter()
    for sheet in deck.sheets:
        printable = Box(MARGIN, MARGIN, sheet.width - 2 * MARGIN, sheet.height - 2 * MARGIN)
        assert {sheet.width, sheet.height} == {paper.width, paper.height}
        for one in sheet.placed:
            assert one.clip is not None
            assert inside(one.clip, printable), "bleed beyond the printable area"
            assert {one.box.w, one.box.h} == {size.width, size.height}, "scaled"
            (fronts if one.picture is not None and one.picture in {m.front for m in pieces} else rears)[
                one.piece.id
            ] += 1
        if size.shape == "rect":
            for a, b in combinations(sheet.placed, 2):
                assert not overlap(a.box, b.box)
                assert not overlap(a.clip or a.box, b.box, 0.06), "the bleed of one covers another"
        for line in sheet.lines:
            for x, y in ((line.x1, line.y1), (line.x2, line.y2)):
                assert MARGIN - HAIR <= x <= sheet.width - MARGIN + HAIR
                assert MARGIN - HAIR <= y <= sheet.height - MARGIN + HAIR
        for note in sheet.notes:
            assert MARGIN <= note.x <= sheet.width - MARGIN and MARGIN <= note.y <= sheet.height - MARGIN
    assert not any("tiles" in layout for layout in deck.layouts.values()), "sizes here fit every paper"
    assert fronts == {one.piece.id: copies for one in pieces}
    assert rears == ({} if backs == "none" else fronts)


def inside(inner: Box, outer: Box) -> bool:
    return (
        inner.x >= outer.x - HAIR
        and inner.y >= outer.y - HAIR
        and inner.right <= outer.right + HAIR
        and inner.bottom <= outer.bottom + HAIR
    )


@given(sizes(), papers, st.sampled_from(["long-edge", "short-edge"]), st.integers(1, 20), st.booleans())
@settings(max_examples=100, deadline=None)
def test_backs_lie_behind_their_fronts(size: Size, paper: Paper, flip: str, count: int, one_edge: bool) -> None:
    deck = impose_all(components(kind("song", size), count, one=one_edge), paper, flip)
    for front, back in pairs(deck):
        assert len(front.placed) == len(back.placed)
        for a, b in zip(front.placed, back.placed, strict=True):
            seen = {name: through_paper(point, back, flip) for name, point in corners(b).items()}
            assert_behind(a, b, seen)


@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
@pytest.mark.parametrize("landscape", [False, True])
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_flip_in_every_orientation(flip: str, landscape: bool, turn: int) -> None:
    """Grids seldom need every case, so each is turned over here on its own."""
    page = (297.0, 210.0) if landscape else (210.0, 297.0)
    sheet = Sheet(*page, "back", "back-1", (), (), (), (), Box(0, 0, 1, 1), Box(0, 0, 1, 1))
    one = components(kind("song"), 1)[0]
    box = Box(20, 30, 63.5, 88.9) if turn % 180 == 0 else Box(20, 30, 88.9, 63.5)
    moved, turned = behind(box, turn, page, mirrors_sideways(landscape, flip))
    front, back = Placement(one.piece, one.front, box, turn), Placement(one.piece, one.front, moved, turned)
    assert_behind(front, back, {name: through_paper(point, sheet, flip) for name, point in corners(back).items()})


def test_print_md_in_words() -> None:
    """Portrait and long edge swap columns; on a landscape page the long edge swaps rows and turns the art."""
    box = Box(10, 20, 30, 40)
    assert behind(box, 0, (210, 297), mirrors_sideways(False, "long-edge")) == (Box(170, 20, 30, 40), 0)
    assert behind(box, 0, (210, 297), mirrors_sideways(False, "short-edge")) == (Box(10, 237, 30, 40), 180)
    assert behind(box, 0, (297, 210), mirrors_sideways(True, "long-edge")) == (Box(10, 150, 30, 40), 180)
    assert behind(box, 0, (297, 210), mirrors_sideways(True, "short-edge")) == (Box(257, 20, 30, 40), 0)


@given(sizes().filter(lambda size: max(size.width, size.height) < 85), papers, st.integers(1, 20))
@settings(max_examples=60, deadline=None)
def test_folding_puts_backs_behind_their_fronts(size: Size, paper: Paper, count: int) -> None:
    pieces = components(kind("song", size), count)
    fronts = {one.front for one in pieces}
    for sheet in impose_all(pieces, paper, "gutterfold").sheets:
        assert sheet.side == "front and back"
        half = len(sheet.placed) // 2
        (fold,) = [line for line in sheet.lines if line.dash]
        for a, b in zip(sheet.placed[:half], sheet.placed[half:], strict=True):
            assert a.picture in fronts and b.picture not in fronts
            assert_behind(a, b, {name: through_fold(point, a, b, sheet) for name, point in corners(b).items()})
            for one in (a, b):
                assert (
                    one.clip
                    and distance_to_fold(one.clip, fold.x1 if fold.x1 == fold.x2 else None, fold.y1) >= 5 - HAIR
                )


def distance_to_fold(box: Box, x: float | None, y: float) -> float:
    near, far, line = (box.x, box.right, x) if x is not None else (box.y, box.bottom, y)
    assert not near < line < far
    return min(abs(near - line), abs(far - line))


def test_backs_to_be_glued_have_marks_that_show_through() -> None:
    deck = impose_all(components(kind("mat", Size("mat", 150, 150)), 1), PAPERS["a4"], "gutterfold")
    for sheet in deck.sheets:
        assert sorted({line.width for line in sheet.lines}) == [0.15, 0.5], "rulers and marks"
    assert {
        line.width for line in impose_all(components(kind("song"), 2), PAPERS["a4"], "gutterfold").sheets[0].lines
    } == {0.15}


def test_a_piece_too_large_for_a_fold_is_printed_apart() -> None:
    deck = impose_all(components(kind("mat", Size("mat", 150, 150)), 2), PAPERS["a4"], "gutterfold")
    assert [sheet.side for sheet in deck.sheets] == ["front", "back"] * 2


@pytest.mark.parametrize(
    ("paper", "one_edge", "held"),
    [("a4", True, 9), ("a4", False, 8), ("letter", True, 8), ("letter", False, 6), ("a3", True, 18), ("a3", False, 16)],
)
def test_poker_cards_on_a_page(paper: str, one_edge: bool, held: int) -> None:
    deck = impose_all(components(kind("song"), 72, one=one_edge), PAPERS[paper], "none")
    assert len(deck.sheets[0].placed) == held
    assert len(deck.sheets) == -(-72 // held)


def test_the_layout_is_told_with_its_reason() -> None:
    layouts = impose_all(components(kind("song"), 9, one=True, back=None), PAPERS["a4"], "long-edge").layouts
    assert layouts == {
        "1 sheet": "89 % full, 1 by area alone",
        "sheet 1": "song: 3 × 3, butted: all edges are #204060; full bleed would hold 8",
    }
    layouts = impose_all(components(kind("song"), 9, one=True), PAPERS["a4"], "long-edge").layouts
    assert "all edges are #204060, of the backs #602040" in layouts["sheet 1"]
    layouts = impose_all(components(kind("song"), 9), PAPERS["a4"], "long-edge").layouts
    assert layouts["sheets 1 to 2"] == "song: 2 × 4 turned, full bleed"


def test_the_pages_to_print_on_both_sides_are_told() -> None:
    pieces = [*components(kind("song"), 16), *components(kind("board", Size("board", 180, 250)), 2, back=None)]
    deck = impose_all(pieces, PAPERS["a4"], "long-edge")
    assert deck.layouts["4 sheets"].endswith("; print pages 1 to 4 on both sides, 5 to 6 on one")
    assert [sheet.side for sheet in deck.sheets] == ["front", "back"] * 2 + ["single-sided"] * 2
    assert deck.usage.sheets == 4


def test_butting_never_costs_a_sheet() -> None:
    """Two colours that each fill a corner of a sheet of their own lie on one together."""
    pieces = [*components(kind("song"), 4, one=True), *components(kind("hype"), 4, one=True, front="#406020")]
    deck = impose_all(pieces, PAPERS["a4"], "none")
    assert len(deck.sheets) == 1


def test_butted_cards_bleed_outwards_only() -> None:
    deck = impose_all(components(kind("song"), 13, one=True), PAPERS["a4"], "none")
    full, partial = deck.sheets
    middle = full.placed[4]
    assert middle.clip and middle.clip.w < middle.box.w + 0.2
    corner = full.placed[0]
    assert corner.clip and corner.clip.x == pytest.approx(corner.box.x - BLEED)
    assert corner.clip.right < corner.box.right + 0.2
    # Where the last page has no neighbour any more, the bleed is there again.
    beside, above = partial.placed[3], partial.placed[1]
    assert beside.clip and beside.clip.right == pytest.approx(beside.box.right + BLEED)
    assert above.clip and above.clip.bottom == pytest.approx(above.box.bottom + BLEED)
    assert above.clip.right < above.box.right + 0.2


def test_every_page_of_a_grid_has_the_same_origin() -> None:
    deck = impose_all(components(kind("song"), 20), PAPERS["a4"], "long-edge")
    assert len({(sheet.trim, sheet.bleed) for sheet in deck.sheets}) == 1
    assert len({sheet.placed[0].box for sheet in deck.sheets[::2]}) == 1


def test_kinds_share_sheets_and_have_bookmarks() -> None:
    songs, hypes, minis = kind("song"), kind("hype"), kind("mini", Size("mini", 44, 68))
    pieces = [*components(songs, 10), *components(minis, 3), *components(hypes, 2)]
    deck = impose_all(pieces, PAPERS["a4"], "long-edge")
    assert [sheet.kinds for sheet in deck.sheets[::2]] == [("song",), ("song", "hype", "mini")]
    assert deck.bookmarks == (("Song cards", 0), ("Hype cards", 2), ("Mini cards", 2))
    assert [sheet.label for sheet in deck.sheets] == ["front-1", "back-1", "front-2", "back-2"]
    assert deck.layouts["sheet 2"] == "4 × song, hype, 3 × mini, to save sheets"


def test_kinds_of_different_edges_butt_apart_when_that_saves_sheets() -> None:
    pieces = [*components(kind("song"), 18, one=True), *components(kind("hype"), 18, one=True, front="#406020")]
    deck = impose_all(pieces, PAPERS["a4"], "none")
    assert [sheet.kinds for sheet in deck.sheets] == [("song",), ("song",), ("hype",), ("hype",)]
    assert "#406020" in deck.layouts["sheets 3 to 4"]


def test_pieces_without_backs_share_a_two_sided_sheet_only_to_save_one() -> None:
    aids = components(kind("aid", Size("mini", 44, 68)), 2, back=None)
    deck = impose_all([*aids, *components(kind("song"), 4)], PAPERS["a4"], "long-edge")
    assert [len(sheet.placed) for sheet in deck.sheets] == [6, 4]
    assert len(deck.sheets[1].lines) < len(deck.sheets[0].lines), "the back has marks only where it has pieces"
    deck = impose_all([*aids, *components(kind("song"), 8)], PAPERS["a4"], "long-edge")
    assert [(sheet.side, len(sheet.placed)) for sheet in deck.sheets] == [
        ("front", 8),
        ("back", 8),
        ("single-sided", 2),
    ]
    assert deck.sheets[2].label == "single-1"


def written(name: str, how: str, size: Size = POKER) -> Kind:
    return replace(kind(name, size), print=how)


def test_sheets_to_write_on_lie_back_to_back() -> None:
    size = Size("sheet", 180, 250)
    wide = Size("sheet", 250, 180)
    pieces = [
        *components(written("sheet", "both-sides", size), 2, copies=3, back=None),
        *components(written("wide", "both-sides", wide), 1, back=None),
    ]
    deck = impose_all(pieces, PAPERS["a4"], "long-edge")
    both = [(front.placed[0].piece.id, back.placed[0].piece.id) for front, back in pairs(deck)]
    assert both == [("sheet0", "sheet1")] * 3
    assert [sheet.placed[0].piece.id for sheet in deck.sheets if sheet.side == "single-sided"] == ["wide0"]
    assert len(impose_all(pieces, PAPERS["a4"], "none").sheets) == 7


def test_an_upright_sheet_and_a_wide_one_share_their_paper() -> None:
    pieces = [
        *components(written("tall", "both-sides", Size("tall", 180, 250)), 1, back=None),
        *components(written("wide", "both-sides", Size("wide", 250, 180)), 1, back=None),
    ]
    front, back = impose_all(pieces, PAPERS["a4"], "long-edge").sheets
    assert (front.placed[0].turn, back.placed[0].turn % 180) == (0, 90)
    assert (back.placed[0].box.w, back.placed[0].box.h) == (180, 250)


@pytest.mark.parametrize(("how", "sides", "times"), [("once", 1, 6), ("both-sides-once", 2, 3)])
def test_a_sheet_to_be_printed_several_times_is_there_once(how: str, sides: int, times: int) -> None:
    pieces = [*components(written("sheet", how, Size("sheet", 180, 250)), 1, copies=6, back=None)]
    deck = impose_all(pieces, PAPERS["a4"], "long-edge")
    assert len(deck.sheets) == sides and deck.sheets[0].times == times
    assert any(f"print {times} times" in note.text for note in deck.sheets[0].notes)
    assert deck.usage.sheets == times
    assert f"sheets 1 to {times}" in deck.layouts


@given(st.integers(1, 40), st.sampled_from(["long-edge", "none"]), papers)
@settings(max_examples=20, deadline=None)
def test_a_cut_stack_lies_in_the_order_of_the_pieces(count: int, backs: str, paper: Paper) -> None:
    pieces = components(kind("song", Size("mini", 80, 100)), count)
    deck = impose(pieces, game(pieces), paper, Press(backs, stacked=True))
    full = [sheet for sheet in deck.sheets if sheet.side == "front" and len(sheet.placed) == len(deck.sheets[0].placed)]
    piles = [[sheet.placed[cell].piece.id for sheet in full] for cell in range(len(full[0].placed))]
    ids = [id for pile in piles for id in pile]
    assert ids == [f"song{n}" for n in range(len(ids))]


def test_a_game_without_backs_is_printed_on_one_side() -> None:
    deck = impose_all(components(kind("song"), 20, back=None), PAPERS["a4"], "long-edge")
    assert deck.backs == "none"
    assert {sheet.side for sheet in deck.sheets} == {"front"}


def test_a_board_larger_than_the_paper_is_tiled() -> None:
    size = Size("board", 500, 400)
    deck = impose_all(components(kind("board", size), 1), PAPERS["a4"], "long-edge")
    assert any("6 tiles a piece with 10 mm overlap: larger than the paper" in said for said in deck.layouts.values())
    fronts = deck.sheets[::2]
    assert len(fronts) == 6
    shown = [part(sheet.placed[0]) for sheet in fronts]
    for a, b in ((0, 1), (1, 2), (3, 4), (4, 5)):
        assert shown[a].right - shown[b].x == pytest.approx(10)
    for a, b in ((0, 3), (1, 4), (2, 5)):
        assert shown[a].bottom - shown[b].y == pytest.approx(10)
    assert (shown[0].x, shown[0].y) == pytest.approx((-BLEED, -BLEED))
    assert (shown[5].right, shown[5].bottom) == pytest.approx((500 + BLEED, 400 + BLEED))
    assert [note.text for note in fronts[0].notes if len(note.text) == 2] == ["A1", "A2", "A1", "B1"]
    assert any("Board0 B3" in note.text for note in fronts[5].notes)
    for front, back in pairs(deck):
        (upper,), (lower,) = front.placed, back.placed
        seen = {name: through_paper(point, back, "long-edge") for name, point in corners(lower).items()}
        assert_behind(upper, lower, seen)


def part(placed: Placement) -> Box:
    """The part of the piece that a tile shows, in the piece's own millimetres."""
    assert placed.clip
    return Box(placed.clip.x - placed.box.x, placed.clip.y - placed.box.y, placed.clip.w, placed.clip.h)


def test_a_paper_too_small_for_anything_is_a_problem() -> None:
    with pytest.raises(Trouble, match="too small"):
        impose_all(components(kind("song"), 1), Paper("stub", "Stub", 30, 30), "none")


def test_notes_say_what_a_page_is() -> None:
    deck = impose_all(components(kind("song"), 20), PAPERS["letter"], "short-edge")
    words = " ".join(note.text for note in deck.sheets[1].notes)
    for said in ("Sample Game 1.2", "Song cards", "Letter", "back", "page 2 of 8", "100 mm", "4 in", "100 %"):
        assert said in words
    many = [
        one
        for number in range(12)
        for one in components(kind(f"kind{number}", title=f"A kind with a long name {number}"), 1)
    ]
    words = " ".join(note.text for note in impose_all(many, PAPERS["a3"], "none").sheets[0].notes)
    assert "more" in words


def test_a_heading_that_is_too_long_ends_in_an_ellipsis() -> None:
    pieces = components(kind("song", title="Songs " * 60), 2)
    notes = impose_all(pieces, PAPERS["a4"], "none").sheets[0].notes
    assert any(note.text.endswith("…") and 60 < len(note.text) < 300 for note in notes)


def test_a_note_does_without_a_character_that_the_font_lacks() -> None:
    pieces = components(kind("song", title="Sóngs ☃ and more"), 2)
    notes = impose_all(pieces, PAPERS["a4"], "none").sheets[0].notes
    assert any("Sóngs ? and more" in note.text for note in notes)


@pytest.mark.parametrize("size", [POKER, Size("mini", 41, 63), Size("tarot", 69.85, 120.65), Size("sheet", 190, 260)])
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("one_edge", [False, True])
def test_crop_marks_stand_outside_the_bleed(size: Size, paper: str, one_edge: bool) -> None:
    sheet = impose_all(components(kind("song", size), 40, one=one_edge), PAPERS[paper], "none").sheets[0]
    if len({one.turn for one in sheet.placed}) > 1:
        return  # marks of several blocks: see test_marks
    cuts_x = {round(x, 4) for one in sheet.placed for x in (one.box.x, one.box.right)}
    cuts_y = {round(y, 4) for one in sheet.placed for y in (one.box.y, one.box.bottom)}
    ups = [
        line
        for line in sheet.lines
        if line.x1 == line.x2 and round(line.x1, 4) in cuts_x and outside_strip(line, sheet)
    ]
    levels = [
        line
        for line in sheet.lines
        if line.y1 == line.y2 and round(line.y1, 4) in cuts_y and outside_strip(line, sheet)
    ]
    assert len(ups) == 2 * len(cuts_x) and len(levels) == 2 * len(cuts_y)
    for line in ups + levels:
        assert line.width == 0.15
        assert abs(line.x2 - line.x1) + abs(line.y2 - line.y1) >= 1 - HAIR
        assert (
            line.x2 <= sheet.bleed.x + HAIR
            or line.x1 >= sheet.bleed.right - HAIR
            or (line.y2 <= sheet.bleed.y + HAIR or line.y1 >= sheet.bleed.bottom - HAIR)
        )


def outside_strip(line: object, sheet: Sheet) -> bool:
    """Rulers come last, after all marks."""
    rulers = sheet.lines[-21:] if len(sheet.lines) >= 21 else ()
    return line not in rulers
