"""Type in a PDF: every script is drawn with its own glyphs, and read back as it was written."""

import subprocess
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from pressplay.data.pieces import Size
from pressplay.drawing.box import Box
from pressplay.drawing.marks import Run
from pressplay.drawing.paint import Flat
from pressplay.drawing.picture import Picture
from pressplay.drawing.type.font import Setting, open_font, read_features, setting_of
from pressplay.exports.pdf.document import PdfDocument
from pressplay.exports.pdf.operators import pictures_pdf
from pressplay.exports.pdf.typeface import Typeface
from pressplay.files import ProjectFiles

Noto = Callable[[str], Path]
Tool = Callable[[str], str]

SCRIPTS = {
    "Latin with ligatures": ("en", "NotoSans-Regular.ttf", "The office waffle, first fjord"),
    "Latin with marks": ("en", "NotoSans-Regular.ttf", "x\u0323\u0301 and e\u0301 and Vi\u1ec7t"),
    "Cyrillic": ("ru", "NotoSans-Regular.ttf", "Съешь ещё этих булок"),
    "Greek": ("el", "NotoSans-Regular.ttf", "Τραβήξτε δύο κάρτες"),
    "Arabic": ("ar", "NotoSansArabic-Regular.ttf", "اسحب بطاقتين ثم تجاهل واحدة"),
    "Arabic with vowels": ("ar", "NotoNaskhArabic-Regular.ttf", "السَّلامُ عَلَيْكُمْ"),
    "Urdu": ("ur", "NotoNastaliqUrdu-Regular.ttf", "السلام عليكم بيت"),
    "Hebrew": ("he", "NotoSansHebrew-Regular.ttf", "שָׁלוֹם עולם"),
    "Devanagari": ("hi", "NotoSansDevanagari-Regular.ttf", "क्षत्रिय दो कार्ड खींचो"),
    "Bengali": ("bn", "NotoSansBengali-Regular.ttf", "ক্ষেত্র দুটি কার্ড নাও"),
    "Tamil": ("ta", "NotoSansTamil-Regular.ttf", "கொள்கை இரண்டு அட்டை"),
    "Thai": ("th", "NotoSansThai-Regular.ttf", "จั่วการ์ดสองใบน้ำที่"),
    "Chinese": ("zh", "NotoSansCJK-Regular.ttc#2", "抽两张牌，然后弃一张。"),
    "Japanese": ("ja", "NotoSansCJK-Regular.ttc", "カードを二枚引く。"),
    "Korean": ("ko", "NotoSerifCJK-Regular.ttc#1", "카드를 두 장 뽑으세요"),
}


def page(folder: Path, text: str, font: str, setting: Setting, spacing: float = 0.0) -> bytes:
    run = Run(text, 10, 20, font, 14, Flat("#000000"), Box(0, 0, 0, 0), spacing, setting=setting)
    size = Size("page", 120, 30)
    return pictures_pdf([Picture(size.width, size.height, 0, "rect", 0, (run,))], ProjectFiles(folder))


def read(data: bytes, tmp_path: Path, tool: Tool) -> str:
    (tmp_path / "page.pdf").write_bytes(data)
    command = [tool("pdftotext"), str(tmp_path / "page.pdf"), "-"]
    text = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    embeddings = dict.fromkeys((0x202A, 0x202B, 0x202C, 0x200E, 0x200F))  # which pdftotext adds around lines
    return " ".join(unicodedata.normalize("NFC", text.translate(embeddings)).split())


@pytest.mark.parametrize("script", SCRIPTS)
def test_text_is_read_back_as_it_was_written(
    script: str, noto: Noto, noto_cjk: Noto, tmp_path: Path, tool: Tool
) -> None:
    language, name, text = SCRIPTS[script]
    fonts = noto_cjk if ".ttc" in name else noto
    data = page(fonts(name).parent, text, name, setting_of(language))
    assert read(data, tmp_path, tool) == unicodedata.normalize("NFC", text)
    subprocess.run([tool("qpdf"), "--check", tmp_path / "page.pdf"], capture_output=True, check=True)


def test_small_capitals_are_read_as_letters(repository: Path, tmp_path: Path, tool: Tool) -> None:
    setting = Setting(features=read_features("smcp tnum"))
    data = page(repository, "Draw 11 Cards", "fonts/Barlow-Medium.ttf", setting, spacing=0.2)
    assert read(data, tmp_path, tool) == "Draw 11 Cards"


def test_what_a_glyph_is_called_does_not_depend_on_what_was_written_before(repository: Path) -> None:
    font = open_font(ProjectFiles(repository), "fonts/Barlow-Medium.ttf")
    early, late = Typeface(font), Typeface(font)
    late.show("something else: 0123456789, office")
    assert early.show("Wave office") == late.show("Wave office")
    assert early.name == late.name


def test_only_glyphs_in_use_are_embedded(noto_cjk: Noto, repository: Path) -> None:
    small = page(noto_cjk("NotoSansCJK-Regular.ttc").parent, "抽牌", "NotoSansCJK-Regular.ttc", Setting("zh"))
    assert len(small) < 60_000
    document = PdfDocument(ProjectFiles(repository), "empty")
    assert b"/Type0" not in document.finish()


def test_letters_that_are_spaced_out_keep_their_marks(noto: Noto) -> None:
    font = open_font(ProjectFiles(noto("NotoSans-Regular.ttf").parent), "NotoSans-Regular.ttf")
    shown = Typeface(font).show("x\u0323\u0301y", spacing=0.5)
    assert shown.count(")-500(") + shown.count(")-500") == 2  # after the letter with its marks, and after the last
