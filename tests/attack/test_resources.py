"""Whatever is wrong with an icon, an image, a font or a template is told at check time, with its line."""

import json
import os
import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from support.small import redraw, told, write

ICON = '<face background="cream"><icon icon="NAME" x="20" y="20" size="20" fill="ink"/></face>'
IMAGE = '<face background="cream">\n<image src="art/one.FORM" x="5" y="5" w="10" h="10"/></face>'
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{}</svg>'
PATH = '<path d="M0 0H24V24Z"/>'


def icon_says(tmp_path: Path, data: bytes | str, name: str = "odd.svg", icon: str = "odd") -> str:
    root = write(tmp_path, ICON.replace("NAME", icon))
    (root / "templates/icons" / name).write_bytes(data.encode() if isinstance(data, str) else data)
    return told(redraw(root))


@pytest.mark.parametrize(
    "svg, message",
    [
        (SVG.replace("0 0 24 24", "0 0 0 0").format(PATH), "has no width or no height"),
        (SVG.replace("0 0 24 24", "0 0 24").format(PATH), "has the view box '0 0 24'"),
        (SVG.replace("0 0 24 24", "0 0 1e999 24").format(PATH), "1e999 is out of all bounds"),
        (SVG.replace('viewBox="0 0 24 24"', 'width="wide"').format(PATH), "has the length 'wide', which is not known"),
        (SVG.format("<g>" * 5_000 + PATH + "</g>" * 5_000), "nests elements more than 100 deep"),
        (SVG.format('<path d="M0 0' + "L1 1" * 4_000_000 + '"/>'), "is larger than 2 MB"),
        (SVG.format('<path d="M0 0' + "L1 1" * 60_000 + '"/>'), "has more than 50,000 lines and curves"),
        (SVG.format('<path d="M0 0L1e999 4"/>'), "1e999 is out of all bounds"),
        (SVG.format('<circle r="1e999"/>'), "has the length '1e999', which is out of all bounds"),
        (SVG.format('<circle r="nan"/>'), "has the length 'nan', which is not known"),
        (SVG.format('<circle r="big"/>'), "has the length 'big', which is not known"),
        (SVG.format('<g transform="scale(100000) scale(100000)">' + PATH + "</g>"), "is out of all bounds"),
        (SVG.format('<g transform="matrix(1 2)">' + PATH + "</g>"), "transform matrix lacks numbers"),
        (SVG.format('<g transform="translate()">' + PATH + "</g>"), "transform translate lacks numbers"),
        (SVG.format('<path stroke="#ff0000" stroke-width="1e999" d="M0 0H9"/>'), "is out of all bounds"),
        (SVG.format('<polygon points=""/>'), "draws nothing"),
        (SVG.format("<image href='/etc/passwd'/>"), "holds a <image>, which cannot be drawn"),
        (SVG.format(""), "draws nothing"),
        (b"\xff\xfe<svg/>", "is not readable SVG"),
        (b"<svg>\xff</svg>", "is not a text in UTF-8"),
        ("<svg", "is not readable SVG"),
        ("", "is not readable SVG"),
        ('<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><svg>&c;</svg>', "declares the entity c"),
        ('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><svg>&b;</svg>', "declares the entity b"),
    ],
    ids=range(24),
)
def test_icons(tmp_path: Path, svg: bytes | str, message: str) -> None:
    said = icon_says(tmp_path, svg)
    assert said.startswith("templates/icons/odd.svg") or "is larger" in said, said
    assert "the icon " in said and message in said, said


@pytest.mark.parametrize(
    "data, message",
    [
        ("no json", "is no Iconify set"),
        (b"\xff\xfe", "is no Iconify set"),
        ("[" * 100_000, "is no Iconify set"),
        ("[]", "is no Iconify set"),
        ('{"icons": []}', "is no Iconify set"),
        ('{"icons": {"one": 1}}', "is no Iconify set"),
        ('{"icons": {"one": {}}}', "is no icon: it wants a body"),
        ('{"icons": {"one": {"body": 7}}}', "is no icon: it wants a body"),
        (json.dumps({"icons": {"one": {"body": PATH, "width": "x"}}}), "is no icon: its size is 'x'"),
        (json.dumps({"icons": {"one": {"body": PATH, "width": 0}}}), "has no width or no height"),
        (json.dumps({"icons": {"one": {"body": "<g>"}}}), "is not readable SVG"),
        (json.dumps({"icons": {"one": {"body": "<path d='M0 0L1e400 1'/>"}}}), "is out of all bounds"),
    ],
    ids=range(12),
)
def test_icon_sets(tmp_path: Path, data: bytes | str, message: str) -> None:
    said = icon_says(tmp_path, data, "set.json", "set:one")
    assert said.startswith("templates/icons/set.json") or "set:one" in said, said
    assert message in said, said


def test_icons_outside_the_project_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.svg").write_text(SVG.format(PATH))
    root = write(tmp_path / "project", ICON.replace("NAME", "../../../secret"))
    assert "there is no icon" in told(redraw(root))
    (root / "templates/icons/linked.svg").symlink_to(tmp_path / "secret.svg")
    write(root, ICON.replace("NAME", "linked"))
    assert "there is no icon linked" in told(redraw(root))


def picture(form: str, **how: object) -> bytes:
    stream = BytesIO()
    size = (300, 200)
    noise = Image.frombytes("RGB", size, bytes(n * n % 251 for n in range(size[0] * size[1] * 3)))
    noise.convert(str(how.pop("mode", "RGB"))).save(stream, form, **how)
    return stream.getvalue()


def png(width: int, height: int, rows: bytes, form: int = 2) -> bytes:
    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", width, height, 8, form, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def image_says(tmp_path: Path, data: bytes, form: str = "png") -> str:
    root = write(tmp_path, IMAGE.replace("FORM", form))
    (root / "art").mkdir(exist_ok=True)
    (root / f"art/one.{form}").write_bytes(data)
    return told(redraw(root))


DAMAGED = "is damaged or cut short; export it again"


@pytest.mark.parametrize("form, mode", [("PNG", "RGB"), ("PNG", "P"), ("PNG", "L"), ("PNG", "RGBA"), ("JPEG", "RGB")])
def test_whole_images_pass_and_those_cut_short_do_not(tmp_path: Path, form: str, mode: str) -> None:
    data = picture(form, mode=mode)
    assert image_says(tmp_path, data, form.lower()) == ""
    for share in (0.5, 0.9, 0.99):
        said = image_says(tmp_path, data[: int(len(data) * share)], form.lower())
        assert DAMAGED in said or "not an image that can be read" in said, said
        assert said.startswith("cards/small/cards.yaml:1:3") and "templates/small/card.xml:2" in said


def harmed(at: int) -> Callable[[bytes], bytes]:
    return lambda data: data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :]


@pytest.mark.parametrize(
    "data, message",
    [
        (harmed(-300)(picture("PNG")), DAMAGED),
        (harmed(20)(picture("PNG")), "is not an image that can be read"),
        (picture("WEBP")[:900], DAMAGED),
        (picture("TIFF")[:9000], DAMAGED),
        (b"no image at all", "is not an image that can be read; use PNG or JPEG"),
        (b"", "is not an image that can be read"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 100\n", "is not an image that can be read"),
        (png(50_000, 50_000, b""), "has far too many pixels; 90 million are the most"),
        (png(10_000, 10_000, b""), "has 10,000 × 10,000 pixels; 90 million are the most"),
        (png(300, 200, bytes(901 * 199)), DAMAGED),
        (png(300, 200, bytes(901 * 201)), DAMAGED),
        (png(300, 200, (b"\x07" + bytes(900)) * 200), DAMAGED),
        (png(300, 200, bytes(300_000_000)), DAMAGED),
    ],
    ids=range(13),
)
def test_images(tmp_path: Path, data: bytes, message: str) -> None:
    assert message in image_says(tmp_path, data), image_says(tmp_path, data)


def test_a_file_without_end_is_not_read(tmp_path: Path) -> None:
    root = write(tmp_path, IMAGE.replace("FORM", "png"))
    (root / "art").mkdir()
    os.mkfifo(root / "art/one.png")
    assert "there is no image art/one.png" in told(redraw(root))
    (root / "art/one.png").unlink()
    (root / "art/one.png").symlink_to("/dev/zero")
    assert "lies outside the project" in told(redraw(root))
    (root / "art/one.png").unlink()
    with open(root / "art/one.png", "wb") as file:
        file.truncate(5_000_000_000)
    assert "is larger than 256 MB" in told(redraw(root))


def font_says(tmp_path: Path, change: Callable[[bytes], bytes | None]) -> str:
    root = write(tmp_path, '<face background="cream"><text x="9" y="20" size="9" fill="ink">Hamburg</text></face>')
    file = root / "fonts/Barlow-Medium.ttf"
    data = change(file.read_bytes())
    file.unlink()
    if data is not None:
        file.write_bytes(data)
    return told(redraw(root))


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data[:-1000],
        lambda data: data[:100],
        lambda data: b"",
        lambda data: b"This is a text.\n" * 100,
        lambda data: data[:12] + bytes(300) + data[312:],
        lambda data: None,
    ],
    ids=["half", "short", "header", "empty", "text", "no tables", "missing"],
)
def test_fonts(tmp_path: Path, change: Callable[[bytes], bytes | None]) -> None:
    said = font_says(tmp_path, change)
    assert "Barlow-Medium.ttf" in said and ("damaged" in said or "is no" in said or "is not there" in said), said


@pytest.mark.parametrize(
    "body, message",
    [
        ('<repeat along="M0 0H60" step="0.0000001"><circle cx="0" cy="0" r="1"/></repeat>', "more than 10,000 places"),
        ('<repeat along="M0 0H60" count="9999"><repeat along="M0 0H60" count="9999">'
         '<rect x="0" y="0" w="1" h="1"/></repeat></repeat>', "the face has more than 100,000 marks"),
        ("<group>" * 2_000 + "</group>" * 2_000, "elements stand more than 100 deep in each other"),
        ('<path d="M0 0L1e999 4" fill="ink"/>', "1e999 is out of all bounds"),
        ('<group clip="rect 0 0 1e999 4"/>', "is not a clip"),
        ('<rect x="0" y="0" w="9999" h="9999" fill="dots(0.2, 0.1, ink)"/>', "more than 500,000 dots"),
        ('<rect x="{{ 1e308 * 10 }}" y="0" w="9" h="9"/>', "inf is out of all bounds"),
        ('<box x="5" y="5" w="50" h="50" size="9" min="7">' + "x " * 40_000 + "</box>", "more than 50,000 characters"),
    ],
    ids=range(8),
)  # fmt: skip
def test_faces(tmp_path: Path, body: str, message: str) -> None:
    said = told(redraw(write(tmp_path, f'<face background="cream">{body}</face>')))
    assert said.startswith("templates/small/card.xml:1:1: ") and message in said.splitlines()[0], said[:600]
