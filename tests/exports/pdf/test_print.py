"""Print: the PDF as other programs read it back."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pdfplumber
import pypdfium2
import pytest
from PIL import Image
from support.prints import printed, rich_pieces
from support.sample import PAPERS, ROOT, components, game, kind, piece, plain

from pressplay.data.pieces import Size
from pressplay.drawing.box import Box
from pressplay.drawing.component import Component
from pressplay.exports.job import Job
from pressplay.exports.options import Options
from pressplay.exports.pdf.print import export
from pressplay.sheets.impose import impose
from pressplay.sheets.sheet import Deck
from pressplay.units import BLEED, MM_PER_PT, PT_PER_MM

PX = 300 / 25.4  # pixels a millimetre


@pytest.fixture(scope="module")
def songs() -> tuple[Deck, bytes]:
    return printed([*components(kind("song"), 10), *components(kind("hype"), 3, copies=2, front="#406020")])


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "gutterfold", "none"])
def test_the_file_is_sound(tmp_path: Path, tool: Callable[[str], str], paper: str, backs: str) -> None:
    deck, data = printed(rich_pieces(), paper, backs)
    (tmp_path / "deck.pdf").write_bytes(data)
    checked = subprocess.run([tool("qpdf"), "--check", tmp_path / "deck.pdf"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "PDF Version: 1.7" in checked.stdout
    drawn = subprocess.run(
        [tool("pdftoppm"), "-r", "20", "-png", tmp_path / "deck.pdf", tmp_path / "page"], capture_output=True, text=True
    )
    assert drawn.stderr == ""
    assert len(list(tmp_path.glob("page*.png"))) == len(deck.sheets)


def test_all_fonts_are_embedded_and_subset(
    tmp_path: Path, tool: Callable[[str], str], songs: tuple[Deck, bytes]
) -> None:
    (tmp_path / "deck.pdf").write_bytes(songs[1])
    listed = subprocess.run(
        [tool("pdffonts"), tmp_path / "deck.pdf"], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split() for line in listed.splitlines()[2:]]
    assert rows
    for row in rows:
        assert row[-5:-2] == ["yes", "yes", "yes"], listed
    assert b"Helvetica" not in songs[1]


def boxes(page: Any) -> dict[str, list[float]]:
    """The boxes of a page in millimetres."""
    return {
        name: [float(value) * MM_PER_PT for value in page.page_obj.attrs[name]]
        for name in ("MediaBox", "BleedBox", "TrimBox")
    }


def test_boxes_are_true_to_size_and_the_same_on_every_page(songs: tuple[Deck, bytes]) -> None:
    with pdfplumber.open(BytesIO(songs[1])) as document:
        found = [boxes(page) for page in document.pages]
    assert len(found) == 4
    assert all(each == found[0] for each in found)
    assert found[0]["MediaBox"] == pytest.approx([0, 0, 210, 297], abs=1e-3)
    left, bottom, right, top = found[0]["TrimBox"]
    assert (right - left, top - bottom) == pytest.approx((2 * 88.9 + 6.35, 4 * 63.5 + 3 * 6.35), abs=0.01)
    assert found[0]["BleedBox"] == pytest.approx([left - BLEED, bottom - BLEED, right + BLEED, top + BLEED], abs=1e-3)


@pytest.mark.parametrize(
    ("backs", "duplex"),
    [
        ("long-edge", "DuplexFlipLongEdge"),
        ("short-edge", "DuplexFlipShortEdge"),
        ("gutterfold", "Simplex"),
        ("none", "Simplex"),
    ],
)
def test_what_the_printer_is_told(backs: str, duplex: str) -> None:
    _, data = printed(components(kind("song"), 2), backs=backs)
    with pdfplumber.open(BytesIO(data)) as document:
        catalog = document.doc.catalog
        told = catalog["ViewerPreferences"].resolve()
        assert told["PrintScaling"].name == "None"
        assert told["Duplex"].name == duplex
        assert told["DisplayDocTitle"] is True
        assert catalog["Lang"] == b"en"
        assert document.metadata["Title"] == "Sample Game 1.2, A4"


def test_bookmarks_and_page_labels(songs: tuple[Deck, bytes]) -> None:
    document = pypdfium2.PdfDocument(songs[1])
    marks = [(mark.get_title(), mark.get_dest().get_index()) for mark in document.get_toc()]
    assert marks == [("Song cards", 0), ("Hype cards", 2)]
    assert [document.get_page_label(index) for index in range(4)] == ["front-1", "back-1", "front-2", "back-2"]


def test_every_copy_is_printed_where_the_sheet_has_it(songs: tuple[Deck, bytes]) -> None:
    deck, data = songs
    with pdfplumber.open(BytesIO(data)) as document:
        for sheet, page in zip(deck.sheets, document.pages, strict=True):
            for placed in sheet.placed:
                box = placed.box
                left, top, right, bottom = (v * PT_PER_MM for v in (box.x, box.y, box.right, box.bottom))
                inside = page.crop((left, top, right, bottom), strict=False)
                name = placed.piece.id if sheet.side == "front" else f"B{placed.piece.id}"
                # Cards on their side: characters come one below the other, upwards when turned the other way.
                chars = "".join(char["text"] for char in inside.chars)
                assert chars == name


def raster(data: bytes, page: int) -> Image.Image:
    image: Image.Image = pypdfium2.PdfDocument(data)[page].render(scale=PX / PT_PER_MM).to_pil().convert("RGB")
    return image


@pytest.mark.parametrize("one_edge", [False, True])
def test_the_bleed_has_ink_and_the_dot_shows_which_way_is_up(one_edge: bool) -> None:
    deck, data = printed(components(kind("song"), 9, one=one_edge))
    for number, sheet in enumerate(deck.sheets):
        image = raster(data, number)
        fill = (0x20, 0x40, 0x60) if sheet.side == "front" else (0x60, 0x20, 0x40)
        for placed in sheet.placed:
            box = placed.box
            for around in ring(box):
                assert image.getpixel((round(around[0] * PX), round(around[1] * PX))) == fill, (sheet.side, around)
            x, y = {0: (0.2, 0.2), 90: (0.8, 0.2), 180: (0.8, 0.8), 270: (0.2, 0.8)}[placed.turn]
            dot = (round((box.x + x * box.w) * PX), round((box.y + y * box.h) * PX))
            assert image.getpixel(dot) == (255, 0, 0), "a piece lies the wrong way round"


def ring(box: Box) -> list[tuple[float, float]]:
    """Points in the bleed around a trim, 3 mm out."""
    out = BLEED - 0.15
    steps = [0.02, 0.25, 0.5, 0.75, 0.98]
    across = [(box.x + t * box.w, y) for t in steps for y in (box.y - out, box.bottom + out)]
    return across + [(x, box.y + t * box.h) for t in steps for x in (box.x - out, box.right + out)]


def test_crop_marks_and_rulers(songs: tuple[Deck, bytes]) -> None:
    with pdfplumber.open(BytesIO(songs[1])) as document:
        for page in document.pages:
            lines = page.lines
            left, bottom, right, top = (v for v in page.page_obj.attrs["BleedBox"])
            for line in lines:
                assert line["linewidth"] * MM_PER_PT == pytest.approx(0.15, abs=0.01) or line["linewidth"] == 0.15
                crosses = line["x1"] > left + 0.01 and line["x0"] < right - 0.01
                assert not (crosses and line["y1"] > bottom + 0.01 and line["y0"] < top - 0.01), "a mark on the cards"
                for x, limit in ((line["x0"], page.width), (line["x1"], page.width)):
                    assert 5 * PT_PER_MM - 0.3 <= x <= limit - 5 * PT_PER_MM + 0.3
            lengths = [max(line["x1"] - line["x0"], line["y1"] - line["y0"]) for line in lines]
            assert any(abs(length - 283.465) < 0.05 for length in lengths)
            assert any(abs(length - 288) < 0.05 for length in lengths)


def test_everything_printed_stays_in_the_margin(songs: tuple[Deck, bytes]) -> None:
    for number in range(4):
        image = raster(songs[1], number)
        edge = round(4.9 * PX)
        for strip in (
            (0, 0, image.width, edge),
            (0, image.height - edge, image.width, image.height),
            (0, 0, edge, image.height),
            (image.width - edge, 0, image.width, image.height),
        ):
            assert image.crop(strip).getextrema() == ((255, 255),) * 3


def test_the_notes_are_readable_text(songs: tuple[Deck, bytes]) -> None:
    text = pypdfium2.PdfDocument(songs[1])[2].get_textpage().get_text_range()
    for said in (
        "Sample Game 1.2",
        "Song cards, Hype cards",
        "A4 · front · page 3 of 4",
        "100 mm · print at 100 %",
        "4 in",
    ):
        assert said in text


def test_a_picture_becomes_a_form_only_when_it_comes_again() -> None:
    once = components(kind("song"), 6)
    again = [Component(one.kind, one.piece, one.front, once[0].back) for one in once]
    _, single = printed(once)
    _, shared = printed(again)
    margins = 2  # of the fronts, and of the backs
    assert single.count(b"/Subtype /Form") == margins
    assert shared.count(b"/Subtype /Form") == margins + 1


def test_tokens_have_a_cutting_line_and_no_ink_on_their_neighbours() -> None:
    token = kind("token", Size("token", 25, 25, 0, "circle"))
    pieces = [
        Component(token, piece(token, f"t{n}"), plain(token.size, ("#204060", "#406020")[n % 2], f"t{n}"), None)
        for n in range(30)
    ]
    deck, data = printed(pieces)
    (sheet,) = deck.sheets
    assert len(sheet.cuts) == 30
    image = raster(data, 0)
    for number, placed in enumerate(sheet.placed):
        fill = ((0x20, 0x40, 0x60), (0x40, 0x60, 0x20))[number % 2]
        cx, cy = placed.box.x + 12.5, placed.box.y + 12.5
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1), (0.7, 0.7), (-0.7, 0.7)):
            inked = (round((cx + dx * 15.4) * PX), round((cy + dy * 15.4) * PX))
            assert image.getpixel(inked) == fill


def test_a_round_board_keeps_its_shape_on_every_tile() -> None:
    board = kind("board", Size("board", 300, 300, 0, "circle"))
    deck, data = printed(components(board, 1, back=None))
    assert len(deck.sheets) == 4
    for number, sheet in enumerate(deck.sheets):
        (placed,) = sheet.placed
        window, image = sheet.bleed, raster(data, number)
        cx, cy = placed.box.x + 150, placed.box.y + 150
        for x in (window.x + 1, window.x + window.w / 3, window.right - 1):
            for y in (window.y + 1, window.y + window.h / 3, window.bottom - 1):
                out = ((x - cx) ** 2 + (y - cy) ** 2) ** 0.5
                if abs(out - 150) > 1 and abs(out - 150 - BLEED) > 1 and out > 10:
                    inked = image.getpixel((round(x * PX), round(y * PX))) != (255, 255, 255)
                    assert inked == (out < 150 + BLEED), (sheet.label, x, y)


def test_files_of_a_job() -> None:
    pieces = components(kind("song"), 2)
    decks = tuple(impose(pieces, game(pieces), PAPERS[paper]) for paper in ("a4", "letter"))
    nothing = impose([], game(pieces), PAPERS["a3"])
    files = export(Job(game(pieces), tuple(pieces), (*decks, nothing), (), Options()))
    assert [(file.path, file.role, file.paper) for file in files] == [
        ("print/sample-a4.pdf", "print", "a4"),
        ("print/sample-letter.pdf", "print", "letter"),
    ]


DIGEST = """
import sys, hashlib
sys.path[:0] = {paths!r}
from support.prints import printed, rich_pieces
print(hashlib.sha256(printed(rich_pieces())[1]).hexdigest())
"""


def test_the_same_deck_gives_the_same_bytes(tmp_path: Path) -> None:
    code = DIGEST.format(paths=[str(ROOT), str(ROOT / "tests")])
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_no_path_and_no_time_leaks_into_the_file(songs: tuple[Deck, bytes]) -> None:
    assert str(ROOT).encode() not in songs[1]
    assert set(re.findall(rb"D:(\d{4})", songs[1])) <= {b"2000"}


def test_another_picture_gives_another_file_id() -> None:
    ids = {
        re.search(rb"\[<(\w+)>", printed(components(kind("song"), 2, front=front))[1]).group(1)  # type: ignore[union-attr]
        for front in ("#204060", "#204061")
    }
    assert len(ids) == 2
