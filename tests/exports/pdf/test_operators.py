"""Ink: marks as they are seen when a PDF reader draws them."""

import re
import subprocess
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pdfplumber
import pypdfium2
import pytest
from PIL import Image
from support.sample import BOLD, NOWHERE, ROOT, TEXT, disc, icon, picture, plain, rect, run

from pressplay.data.pieces import Size
from pressplay.drawing.box import Box
from pressplay.drawing.marks import Art, Begin, End, Mark, Run, Shape, Stamp
from pressplay.drawing.paint import Flat, Linear, Radial, Stop, Stroke
from pressplay.drawing.path import Path as Outline
from pressplay.drawing.picture import Picture
from pressplay.drawing.shapes import rectangle
from pressplay.drawing.svg_path import parse_path
from pressplay.drawing.type.font import open_font
from pressplay.exports.pdf.document import Bookmark, PdfDocument
from pressplay.exports.pdf.operators import MarkWriter, color, path_operators, pictures_pdf
from pressplay.files import ProjectFiles
from pressplay.units import MM_PER_PT, PT_PER_MM

SIZE = Size("sample", 40, 30)
SCALE = 8  # pixels a millimetre
WHITE, BLACK = (255, 255, 255), (0, 0, 0)


def pdf(*marks: Mark, root: Path = ROOT) -> bytes:
    return pictures_pdf([picture(SIZE, marks)], ProjectFiles(root))


def seen(data: bytes, page: int = 0) -> Image.Image:
    image: Image.Image = pypdfium2.PdfDocument(data)[page].render(scale=SCALE / PT_PER_MM).to_pil().convert("RGB")
    return image


def at(image: Image.Image, x: float, y: float) -> tuple[int, int, int]:
    pixel = image.getpixel((round(x * SCALE), round(y * SCALE)))
    assert isinstance(pixel, tuple)
    return pixel[0], pixel[1], pixel[2]


def outline(data: str) -> Outline:
    return Outline.of(parse_path(data))


def operators(data: bytes) -> str:
    """All streams that can be read as operators."""
    found = re.findall(rb"stream\n(.*?)endstream", data, re.S)
    return "\n".join(zlib.decompress(stream).decode("latin-1") for stream in found)


def test_a_path_has_its_operators_behind_its_numbers() -> None:
    assert path_operators(outline("M 1 2 L 3 -4.5 C 1 2 3 4 5 6 Z M 0 0 L 1 1")).split() == (
        ["1", "2", "m", "3", "-4.5", "l", *"123456", "c", "h", "0", "0", "m", "1", "1", "l"]
    )


@pytest.mark.parametrize(
    ("value", "stroke", "said"),
    [
        ("#000000", False, "0 g"),
        ("#ffffff", True, "1 G"),
        ("#ff0000", False, "1 0 0 rg"),
        ("#0000ff", True, "0 0 1 RG"),
    ],
)
def test_colours(value: str, stroke: bool, said: str) -> None:
    assert color(value, stroke) == said


def test_a_page_is_as_large_as_its_picture() -> None:
    with pdfplumber.open(
        BytesIO(pictures_pdf([plain(SIZE, "#204060", "one")], ProjectFiles(ROOT), bleed=True))
    ) as document:
        page = document.pages[0]
        assert page.width == pytest.approx((40 + 6.35) * PT_PER_MM, abs=1e-3)
        assert page.page_obj.attrs["TrimBox"] == pytest.approx([9, 9, 9 + 40 * PT_PER_MM, 9 + 30 * PT_PER_MM], abs=1e-3)
    assert pypdfium2.PdfDocument(pdf())[0].get_size() == pytest.approx((40 * PT_PER_MM, 30 * PT_PER_MM), abs=1e-3)


def test_shapes_are_filled_and_stroked_where_they_stand() -> None:
    image = seen(
        pdf(
            rect(10, 5, 10, 10, "#ff0000", Stroke(Flat("#0000ff"), 2)),
            rect(25, 5, 10, 10, None, Stroke(Flat("#00ff00"))),
        )
    )
    assert at(image, 15, 10) == (255, 0, 0)
    assert at(image, 10, 10) == (0, 0, 255)
    assert at(image, 30, 10) == WHITE
    assert at(image, 5, 10) == WHITE


def test_dashes_stay_with_their_shape() -> None:
    line = Shape(outline("M 2 10 L 38 10"), NOWHERE, stroke=Stroke(Flat("#000000"), 1, dash=(4, 4)))
    after = Shape(outline("M 2 20 L 38 20"), NOWHERE, stroke=Stroke(Flat("#000000"), 1))
    image = seen(pdf(line, after))
    assert (at(image, 4, 10), at(image, 8, 10)) == (BLACK, WHITE)
    assert (at(image, 4, 20), at(image, 8, 20)) == (BLACK, BLACK)


@pytest.mark.parametrize("inside_form", [False, True])
def test_gradients_and_opacity_inside_and_outside_forms(inside_form: bool) -> None:
    marks: tuple[Mark, ...] = (
        rect(0, 0, 40, 10, Linear(0, 0, 40, 0, (Stop("#ff0000", 0), Stop("#00ff00", 0.5), Stop("#0000ff", 1)))),
        rect(0, 10, 40, 20, Radial(20, 20, 8, (Stop("#ffffff", 0), Stop("#000000", 1)))),
        rect(0, 0, 10, 30, "#ffffff", opacity=0.5),
    )
    if inside_form:
        marks = (Begin(opacity=0.999), *marks, End())
    image = seen(pdf(*marks))
    assert close(at(image, 20, 5), (0, 255, 0))
    assert close(at(image, 30, 5), (0, 128, 128))
    assert close(at(image, 20, 20), (255, 255, 255))
    assert close(at(image, 35, 25), BLACK)
    assert close(at(image, 5, 25), (128, 128, 128))


def close(a: tuple[int, int, int], b: tuple[int, int, int]) -> bool:
    return all(abs(x - y) <= 6 for x, y in zip(a, b, strict=True))


def test_stops_that_do_not_reach_the_ends_go_on_plain() -> None:
    image = seen(pdf(rect(0, 0, 40, 30, Linear(0, 0, 40, 0, (Stop("#ff0000", 0.25), Stop("#0000ff", 0.75))))))
    assert at(image, 5, 15) == (255, 0, 0)
    assert close(at(image, 20, 15), (128, 0, 128))
    assert at(image, 35, 15) == (0, 0, 255)


def test_a_faded_group_fades_as_one() -> None:
    image = seen(
        pdf(
            Begin(opacity=0.5),
            disc(15, 15, 8, "#000000"),
            disc(20, 15, 8, "#000000"),
            End(),
            disc(35, 25, 2, "#000000"),
        )
    )
    assert close(at(image, 10, 15), (128, 128, 128))
    assert close(at(image, 17, 15), (128, 128, 128)), "drawn twice where the discs overlap"
    assert at(image, 35, 25) == BLACK, "the fading has ended"


def test_groups_move_turn_and_clip() -> None:
    quarter = Begin((0, 1, -1, 0, 20, 5))  # x goes down, y goes left
    clipped = Begin(clip=Outline.of(rectangle(25, 20, 5, 8)))
    image = seen(pdf(quarter, rect(2, 2, 10, 4, "#ff0000"), End(), clipped, rect(20, 20, 20, 10, "#0000ff"), End()))
    assert at(image, 16, 10) == (255, 0, 0)
    assert at(image, 12, 10) == WHITE
    assert (at(image, 27, 24), at(image, 33, 24)) == ((0, 0, 255), WHITE)


def test_icons_are_one_form_for_each_colour() -> None:
    stamps = [icon("square", x, y, 4, fill) for x in (2, 10, 20) for y, fill in ((2, "#ff0000"), (12, "#0000ff"))]
    data = pdf(*stamps)
    assert data.count(b"/Subtype /Form") == 2
    image = seen(data)
    assert (at(image, 22, 4), at(image, 22, 14)) == ((255, 0, 0), (0, 0, 255))
    faded = Stamp("templates/icons/square.svg", Box(2, 2, 4, 4), Flat("#000000"), opacity=0.5)
    assert close(at(seen(pdf(faded)), 4, 4), (128, 128, 128))


def test_a_mark_is_written_once() -> None:
    shared = rect(0, 0, 10, 10, "#ff0000")
    ink = MarkWriter(PdfDocument(ProjectFiles(ROOT), "sample"))
    first, second = ink.draw(picture(SIZE, (shared,))), ink.draw(picture(SIZE, (shared, disc(5, 5, 1, "#000000"))))
    assert second.startswith(first)
    assert len(ink) == 2


def words(data: bytes) -> list[dict[str, float]]:
    with pdfplumber.open(BytesIO(data)) as document:
        found: list[dict[str, float]] = document.pages[0].chars
        return found


def test_text_stands_on_its_baseline_at_its_size() -> None:
    chars = words(pdf(run("Hxy", 10, 20, size=12)))
    assert chars[0]["x0"] * MM_PER_PT == pytest.approx(10, abs=0.01)
    assert chars[0]["size"] == pytest.approx(12, abs=0.35)  # the box of the font, scaled
    image = seen(pdf(run("H", 10, 20, size=24)))
    height = open_font(ProjectFiles(ROOT), TEXT).cap_height * 24 * MM_PER_PT
    column = [y / SCALE for y in range(image.height) if image.getpixel((round(10.95 * SCALE), y)) == BLACK]
    assert max(column) == pytest.approx(20, abs=0.2)
    assert min(column) == pytest.approx(20 - height, abs=0.2)


@pytest.mark.parametrize(
    "text", ["AVAVA To", "“Wave” – Ty", "plain", "(a) \\ b", "two  spaces", " led and trailed ", ""]
)
def test_kerned_text_is_as_wide_as_measured_and_reads_back(text: str) -> None:
    font = open_font(ProjectFiles(ROOT), BOLD)
    end = run("|", 0, 0)
    chars = words(pdf(run(text + "|", 5, 15, size=11, font=BOLD), end))[: len(text) + 1]
    assert "".join(str(char["text"]) for char in chars) == text + "|"
    width = sum(font.width(word) for word in (text + "|").split(" ") if word) + font.width(" ") * text.count(" ")
    assert (chars[-1]["x1"] - chars[0]["x0"]) * MM_PER_PT == pytest.approx(width * 11 * MM_PER_PT, abs=0.02)


def test_letter_spacing_and_stretched_spaces() -> None:
    plainly = words(pdf(run("a b c", 5, 15)))
    spaced = words(pdf(Run("a b c", 5, 15, TEXT, 10, Flat("#000000"), NOWHERE, spacing=1), run("a", 5, 20)))
    stretched = words(pdf(Run("a b c", 5, 15, TEXT, 10, Flat("#000000"), NOWHERE, stretch=2)))
    assert (spaced[4]["x0"] - plainly[4]["x0"]) * MM_PER_PT == pytest.approx(4, abs=0.01)
    assert (stretched[4]["x0"] - plainly[4]["x0"]) * MM_PER_PT == pytest.approx(4, abs=0.01)


def test_a_document_holds_more_characters_than_a_byte_counts(tmp_path: Path, tool: Callable[[str], str]) -> None:
    font = open_font(ProjectFiles(ROOT), TEXT)
    known = [chr(code) for code in range(0x21, 0x250) if chr(code).isprintable() and not font.missing(chr(code))]
    assert len(known) > 256
    lines = [run("".join(known[start : start + 20]), 2, 2 + start / 15, size=4) for start in range(0, len(known), 20)]
    (tmp_path / "all.pdf").write_bytes(pdf(*lines))
    command = [tool("pdftotext"), "-layout", str(tmp_path / "all.pdf"), "-"]
    read = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    assert "".join(read.split()) == "".join(known)


def test_a_letter_and_its_mark_are_written_where_the_font_has_no_sign_for_both() -> None:
    font = open_font(ProjectFiles(ROOT), TEXT)
    assert not font.missing("ĔĬ x")
    assert font.width("Ĕ") == font.width("E")
    assert font.width("") == 0


def pixels(mode: str) -> Image.Image:
    """Red on the left, blue on the right; the upper half of the right is transparent where the mode can be."""
    image = Image.new("RGBA", (20, 20), (255, 0, 0, 255))
    image.paste((0, 0, 255, 255), (10, 0, 20, 20))
    if mode == "RGBA":
        image.paste((0, 255, 0, 0), (10, 0, 20, 10))
    return image if mode == "RGBA" else image.convert("RGB").convert(mode)


@pytest.mark.parametrize(
    ("name", "mode", "kept"),
    [
        ("art.jpg", "RGB", "DCTDecode"),
        ("grey.jpg", "L", "DCTDecode"),
        ("inks.jpg", "CMYK", "DCTDecode"),
        ("art.png", "RGB", "Predictor"),
        ("grey.png", "L", "Predictor"),
        ("few.png", "P", "Indexed"),
        ("clear.png", "RGBA", "SMask"),
        ("art.webp", "RGB", "FlateDecode"),
    ],
)
def test_images_pass_through_where_they_can(tmp_path: Path, name: str, mode: str, kept: str) -> None:
    image = pixels(mode)
    image.save(tmp_path / name, lossless=True)  # what is no WebP takes no notice
    art = Art(name, Box(10, 5, 20, 20), Box(10, 5, 20, 15))
    data = pdf(art, root=tmp_path)
    assert kept.encode() in data
    drawn = seen(data)
    expected = pixels("RGBA" if mode == "RGBA" else "RGB") if mode != "L" else pixels("L")
    for x, y in ((3, 3), (17, 17)):
        pixel = expected.convert("RGB").getpixel((x, y))
        assert isinstance(pixel, tuple)
        if y < 15:
            assert all(abs(a - b) <= 40 for a, b in zip(at(drawn, 10 + x, 5 + y), pixel, strict=True)), (x, y)
    assert at(drawn, 20, 22) == WHITE, "beyond its clip"
    if mode == "RGBA":
        assert at(drawn, 27, 8) == WHITE, "transparent"
    elif name.endswith("png"):
        assert b"".join(chunk for chunk in re.findall(rb"IDAT(.{8})", (tmp_path / name).read_bytes(), re.S)) in data


def test_an_image_is_put_in_once(tmp_path: Path) -> None:
    pixels("RGB").save(tmp_path / "art.png")
    arts = [Art("art.png", Box(x, 5, 5, 5), Box(x, 5, 5, 5), opacity) for x, opacity in ((5, 1.0), (15, 0.5))]
    data = pdf(*arts, root=tmp_path)
    assert data.count(b"/Subtype /Image") == 1
    assert close(at(seen(data), 16, 7), (255, 128, 128))


def test_the_stamp_is_drawn_with_its_picture() -> None:
    stamped = Picture(40, 30, 3.175, "rect", 0, (), stamp=run("1.2 · ab12", 5, 25, size=6))
    assert "".join(str(char["text"]) for char in words(pictures_pdf([stamped], ProjectFiles(ROOT)))) == "1.2 · ab12"


def test_bookmarks_and_title() -> None:
    pages = [plain(SIZE, "#ffffff", "one"), plain(SIZE, "#ffffff", "two")]
    document = pypdfium2.PdfDocument(
        pictures_pdf(
            pages, ProjectFiles(ROOT), "Rules – now", "en", bookmarks=[Bookmark("Naïve", 0), Bookmark("Two", 1)]
        )
    )
    assert [(mark.get_title(), mark.get_dest().get_index()) for mark in document.get_toc()] == [
        ("Naïve", 0),
        ("Two", 1),
    ]
    assert document.get_metadata_dict()["Title"] == "Rules – now"
