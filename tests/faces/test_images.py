"""Images as they are found: drawings, formats of all sorts, names in other capitals, and what a game allows itself."""

from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from support.small import redraw, told, write

from pressplay.build.pipeline import read_games
from pressplay.exports.pdf.operators import pictures_pdf
from pressplay.files import ProjectFiles

FACE = '<face background="cream"><image src="art/NAME" x="10" y="10" w="20" h="20" fit="contain"/></face>'
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path fill="#c00" d="M0 0h40v20H0z"/></svg>'
RED, GREY = (200, 30, 30), (128, 128, 128)


def project(folder: Path, name: str, more: str = "") -> Path:
    root = write(folder, FACE.replace("NAME", name))
    (root / "art").mkdir(exist_ok=True)
    game = root / "cards/small/game.yaml"
    game.write_text(game.read_text("utf-8") + more, "utf-8")
    return root


def middle(root: Path) -> tuple[int, ...]:
    """The colour in the middle of the image, as print has it."""
    drawn = redraw(root)
    assert not drawn.problems, told(drawn)
    page = pypdfium2.PdfDocument(pictures_pdf(drawn.pictures, ProjectFiles(root)))[0].render(scale=2).to_pil()
    found = page.convert("RGB").getpixel((round(20 / 63.5 * page.width), round(20 / 88.9 * page.height)))
    assert isinstance(found, tuple)
    return found


def test_a_drawing_is_an_image_sharp_at_any_size(tmp_path: Path) -> None:
    root = project(tmp_path, "one.svg")
    (root / "art/one.svg").write_text(SVG, "utf-8")
    assert middle(root) == (204, 0, 0)
    text = redraw(root).text
    assert "icon art/one.svg 10 15 20 10" in text, "contained in its frame"
    (root / "art/one.svg").write_text(SVG.replace("<path", "\n<text>a</text><path"), "utf-8")
    assert "art/one.svg:2:1: the image art/one.svg holds a <text>" in told(redraw(root))


@pytest.mark.parametrize(
    ("name", "mode", "color", "seen"),
    [
        ("one.webp", "RGB", RED, RED),
        ("one.tif", "RGB", RED, RED),
        ("one.jpg", "RGB", RED, RED),
        ("sixteen.png", "I;16", 128 * 257, GREY),
        ("sixteen.tif", "I;16", 128 * 257, GREY),
        ("inks.tif", "CMYK", (0, 255, 255, 0), (237, 28, 36)),
        ("inks.jpg", "CMYK", (0, 255, 255, 0), (237, 28, 36)),
        ("veil.webp", "RGBA", (*RED, 255), RED),
    ],
)
def test_formats(tmp_path: Path, name: str, mode: str, color: int | tuple[int, ...], seen: tuple[int, ...]) -> None:
    root = project(tmp_path, name)
    Image.new(mode, (320, 320), color).save(root / "art" / name)
    assert middle(root) == pytest.approx(seen, abs=30 if mode == "CMYK" else 6)


def test_a_name_in_other_capitals_is_guessed(tmp_path: Path) -> None:
    root = project(tmp_path, "one_two.jpeg")
    Image.new("RGB", (320, 320), RED).save(root / "art/One Two.JPG", "JPEG")
    assert "did you mean art/One Two.JPG?" in told(redraw(root))


def test_what_a_game_allows_is_a_remark(tmp_path: Path) -> None:
    root = project(tmp_path, "soft.png")
    Image.new("RGB", (130, 130), RED).save(root / "art/soft.png")
    assert "has 165 pixels per inch" in told(redraw(root))
    root = project(tmp_path, "soft.png", "allow: {resolution: 150}\n")
    assert not redraw(root).problems
    (game,), _ = read_games(root)
    (remark,) = game.remarks
    assert remark.message == "resolution is allowed down to 150; print needs 200"


def test_small_and_faint_type_can_be_allowed(tmp_path: Path) -> None:
    face = '<face background="white"><text x="10" y="20" size="6" fill="#888888">Faint and small</text></face>'
    root = write(tmp_path, face)
    assert "is 6 pt small" in told(redraw(root))
    game = root / "cards/small/game.yaml"
    game.write_text(game.read_text("utf-8") + "allow: {type: 6}\n", "utf-8")
    assert "contrast of 3.5 : 1" in told(redraw(root))
    game.write_text(game.read_text("utf-8").replace("{type: 6}", "{type: 6, contrast: 3}"), "utf-8")
    assert not redraw(root).problems
