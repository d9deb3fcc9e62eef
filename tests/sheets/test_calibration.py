"""Calibration: the verniers tell the tenths, the readings give the offset, and the offset brings backs home."""

from io import BytesIO
from math import cos, radians, sin
from pathlib import Path

import pdfplumber
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.sample import PAPERS, components, game, kind

from pressplay.data.pieces import Paper
from pressplay.exports.pdf.calibration import write
from pressplay.exports.pdf.print import write as print_deck
from pressplay.files import ProjectFiles
from pressplay.problem import Trouble
from pressplay.project.new import STARTER
from pressplay.sheets.calibration import Readings, calibration, offset_of_readings
from pressplay.sheets.frame import Press, mirrors_sideways
from pressplay.sheets.impose import impose
from pressplay.sheets.printer import (
    USUAL,
    Margins,
    Offset,
    Printer,
    find_printer,
    margins_of,
    offset_of,
    printers,
    remember,
    settings_folder,
)
from pressplay.sheets.sheet import Deck, Line, Sheet
from pressplay.units import MM_PER_PT

Point = tuple[float, float]
papers = st.sampled_from(list(PAPERS.values()))
backs = st.sampled_from(["long-edge", "short-edge"])
tenths = st.integers(-50, 50).map(lambda value: value / 10)
FONT = "fonts/Barlow-Medium.ttf"


def landed(point: Point, sheet: Sheet, how: str, offset: Offset) -> Point:
    """Where a point of a back page is seen from the front, on paper that comes out of a printer that errs."""
    x, y = point
    x, y = (sheet.width - x, y) if mirrors_sideways(sheet.width > sheet.height, how) else (x, sheet.height - y)
    cx, cy, turn = sheet.width / 2, sheet.height / 2, radians(offset.angle)
    dx, dy = x - cx, y - cy
    return (
        cx + dx * cos(turn) - dy * sin(turn) + offset.x,
        cy + dx * sin(turn) + dy * cos(turn) + offset.y,
    )


def reading(front: list[float], back: list[float], zero: float) -> float:
    """What a person reads: the last line at or before the arrow, and the tenth whose lines meet best."""
    arrow = min(back)
    whole = max(round(line - zero) for line in front if line <= arrow + 0.04)
    gaps = [min(abs(line - other) for other in front) for line in sorted(back)[:10]]
    return whole + gaps.index(min(gaps)) / 10


@given(papers, backs, tenths, tenths)
def test_the_verniers_tell_every_tenth(paper: Paper, how: str, x: float, y: float) -> None:
    front, back = calibration(paper, how).sheets
    offset = Offset(x, y)
    seen = [
        (landed((line.x1, line.y1), back, how, offset), landed((line.x2, line.y2), back, how, offset))
        for line in back.lines
        if line.width < 0.2
    ]
    # Scale A is read across, on the upper half; scale C along, on the left one.
    across = [a[0] for a, b in seen if abs(a[0] - b[0]) < 1e-6 and a[1] < front.height / 2 - 60]
    along = [a[1] for a, b in seen if abs(a[1] - b[1]) < 1e-6 and a[0] < front.width / 2 - 30]
    long = [line for line in front.lines if length(line) > 3]
    ups = [line.x1 for line in long if line.x1 == line.x2 and line.y1 < front.height / 2 - 60]
    levels = [line.y1 for line in long if line.y1 == line.y2 and line.x1 < front.width / 2 - 30]
    assert len(across) == len(along) == 11
    assert reading(ups, across, front.width / 2) == pytest.approx(x, abs=0.001)
    assert reading(levels, along, front.height / 2) == pytest.approx(y, abs=0.001)


def length(line: Line) -> float:
    return abs(line.x2 - line.x1) + abs(line.y2 - line.y1)


@given(papers, st.floats(-4, 4), st.floats(-4, 4), st.floats(-1, 1))
def test_the_readings_give_the_offset(paper: Paper, x: float, y: float, angle: float) -> None:
    """The scales lie on the middle lines of the page; a turned back moves them apart."""
    turn = radians(angle)
    high, wide = paper.height / 2 - 60, paper.width / 2 - 38
    readings = Readings(x + turn * high, x - turn * high, y - turn * wide, y + turn * wide)
    assert offset_of_readings(readings, paper) == pytest.approx((x, y, angle), abs=0.001)


@given(papers, backs, st.floats(-5, 5), st.floats(-5, 5), st.floats(-2, 2), st.floats(0, 1), st.floats(0, 1))
def test_a_known_offset_brings_every_point_of_a_back_home(
    paper: Paper, how: str, x: float, y: float, angle: float, across: float, along: float
) -> None:
    offset = Offset(x, y, angle)
    deck = calibration(paper, how, offset)
    point = (across * paper.width, along * paper.height)
    moved = point
    if deck.correction:
        a, b, c, d, e, f = deck.correction
        moved = (a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f)
    home = landed(point, deck.sheets[1], how, Offset())
    assert landed(moved, deck.sheets[1], how, offset) == pytest.approx(home, abs=1e-6)


def chars(data: bytes, page: int) -> list[tuple[str, float, float]]:
    with pdfplumber.open(BytesIO(data)) as document:
        return [(c["text"], c["matrix"][4] * MM_PER_PT, c["matrix"][5] * MM_PER_PT) for c in document.pages[page].chars]


def test_backs_move_and_fronts_never() -> None:
    pieces = components(kind("song"), 9, one=True)

    def printed(offset: Offset) -> tuple[Deck, bytes]:
        deck = impose(pieces, game(pieces), PAPERS["a4"], Press("long-edge", printer=Printer("office", offset)))
        return deck, print_deck(deck, game(pieces))

    (_, plain), (deck, moved) = printed(Offset()), printed(Offset(1.2, -0.4))
    assert deck.correction
    assert chars(plain, 0) == chars(moved, 0)
    before, after = chars(plain, 1), chars(moved, 1)
    # It lands 1.2 mm too far right, which on the back page itself is left: so it is printed further right there.
    shifts = {(round(b[1] - a[1], 3), round(b[2] - a[2], 3)) for a, b in zip(before, after, strict=True)}
    assert shifts == {(1.2, -0.4)}
    one_sided = impose(pieces, game(pieces), PAPERS["a4"], Press("gutterfold", printer=Printer("p", Offset(1, 1))))
    assert one_sided.correction is None


def test_sheets_keep_to_what_the_printer_reaches() -> None:
    pieces = components(kind("song"), 20)
    press = Press("long-edge", printer=Printer("old", margins=Margins(6, 15)))
    deck = impose(pieces, game(pieces), PAPERS["a4"], press)
    for sheet in deck.sheets:
        for x1, y1, x2, y2 in [(line.x1, line.y1, line.x2, line.y2) for line in sheet.lines]:
            assert min(x1, x2) >= 6 - 1e-6 and max(x1, x2) <= 204 + 1e-6
            assert min(y1, y2) >= 15 - 1e-6 and max(y1, y2) <= 282 + 1e-6
        assert sheet.bleed.y >= 15 and sheet.bleed.bottom <= 282


def test_the_sheet_says_what_to_do() -> None:
    for paper in PAPERS.values():
        data = write(calibration(paper, "long-edge"), ProjectFiles(STARTER), FONT)
        with pdfplumber.open(BytesIO(data)) as document:
            assert len(document.pages) == 2
            words = document.pages[0].extract_text()
            assert "hold the sheet against the light" in words and "pressplay calibrate --printer NAME" in words
            for char in document.pages[0].chars:
                assert char["x0"] > 0 and char["x1"] < document.pages[0].width


def test_printers_are_kept_for_their_user(tmp_path: Path) -> None:
    folder = tmp_path / "pressplay"
    assert printers(folder) == {}
    office = Printer("office", Offset(1.2, -0.4, 0.1), Margins(4, 13))
    remember(folder, office)
    remember(folder, Printer("home"))
    assert printers(folder) == {"office": office, "home": Printer("home", USUAL.offset, USUAL.margins)}
    assert find_printer(folder, "office") == office
    with pytest.raises(Trouble, match="unknown printer offce"):
        find_printer(folder, "offce")
    (folder / "printers.json").write_text('{"printers": [')
    with pytest.raises(Trouble, match="damaged"):
        printers(folder)


def test_where_settings_live() -> None:
    assert settings_folder({"PRESSPLAY_SETTINGS": "/some/where"}) == Path("/some/where")
    assert settings_folder({"XDG_CONFIG_HOME": "/cfg"}).name == "pressplay"


@pytest.mark.parametrize("words", ["1,2", "a,b,c", "1,2,nan", "30,0,0", "0,0,9", ""])
def test_an_offset_that_is_none_is_told(words: str) -> None:
    with pytest.raises(Trouble):
        offset_of(words)


def test_offsets_and_margins_in_words() -> None:
    assert offset_of("1.2, -0.4,0.1") == (1.2, -0.4, 0.1)
    assert margins_of("4,5,3,13") == Margins(5, 13)
    with pytest.raises(Trouble, match="0 to 60"):
        margins_of("4,5,3,-1")
