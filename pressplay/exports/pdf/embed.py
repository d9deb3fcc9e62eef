"""Raster images as a PDF holds them: JPEG and plain PNG data pass through untouched, the rest is unpacked once."""

import struct
import zlib
from functools import partial
from typing import Any

from PIL import Image

from pressplay.drawing.images import SIGNATURE, decode, png_chunks

from .document import PdfDocument

_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}


def embed(document: PdfDocument, file: str) -> str:
    """Put an image file of the project into a document; gives its name there."""
    data = document.files.read(file)
    if data.startswith(b"\xff\xd8"):
        name = _jpeg(document, file, data)
    else:
        name = _png(document, file, data) if data.startswith(SIGNATURE) else ""
    return name or _unpacked(document, data)


def _jpeg(document: PdfDocument, file: str, data: bytes) -> str:
    with decode(data) as image:  # reads the header only
        size, mode, inverted = image.size, image.mode, "adobe" in image.info
    if mode not in _SPACES:
        return ""
    entries = _entries(size, _SPACES[mode]) | {"Filter": "/DCTDecode"}
    if mode == "CMYK" and inverted:
        entries["Decode"] = [1, 0] * 4  # Adobe writes its inks inverted
    return document.art(entries, partial(document.files.read, file))


def _png(document: PdfDocument, file: str, data: bytes) -> str:
    """A PNG's own compressed rows; empty when it has to be unpacked (transparent, interlaced)."""
    width, height, depth, form, _, _, interlaced = struct.unpack(">IIBBBBB", data[16:29])
    chunks = list(png_chunks(data))
    if interlaced or form not in (0, 2, 3) or any(name == b"tRNS" for name, _ in chunks):
        return ""
    colors = 3 if form == 2 else 1
    space: Any = {0: "/DeviceGray", 2: "/DeviceRGB"}.get(form)
    if form == 3:
        palette = next(body for name, body in chunks if name == b"PLTE")
        space = ["/Indexed", "/DeviceRGB", len(palette) // 3 - 1, f"<{palette.hex()}>"]
    entries = _entries((width, height), space, depth) | {
        "Filter": "/FlateDecode",
        "DecodeParms": f"<< /Predictor 15 /Colors {colors} /BitsPerComponent {depth} /Columns {width} >>",
    }
    return document.art(entries, lambda: _rows(document.files.read(file)))


def _rows(data: bytes) -> bytes:
    return b"".join(body for name, body in png_chunks(data) if name == b"IDAT")


def _unpacked(document: PdfDocument, data: bytes) -> str:
    with decode(data) as image:
        if image.mode == "CMYK":
            return flat(document, image.copy())
        if image.mode.startswith(("I", "F")):
            seen = _eight_bits(image)
        elif "A" in image.getbands() or "transparency" in image.info:
            seen = image.convert("RGBA")
        else:
            seen = image.convert("RGB")
    return flat(document, seen)


def _eight_bits(image: Image.Image) -> Image.Image:
    """Greys of 16 bits, or in numbers of any size, as greys of eight."""
    if image.mode.startswith("I;16"):
        return image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    high = image.getextrema()[1]
    most = 65_535.0 if image.mode == "I" and float(str(high)) > 255 else 1.0 if float(str(high)) <= 1 else 255.0
    return image.convert("F").point(lambda value: value * (255 / most)).convert("L")


def flat(document: PdfDocument, seen: Image.Image) -> str:
    """Put pixels into a document, transparent where they are; gives the image's name there."""
    mask = ""
    if seen.mode == "RGBA":
        mask = _flat(document, seen.getchannel("A"))
        seen = seen.convert("RGB")
    return _flat(document, seen, mask)


def _flat(document: PdfDocument, image: Image.Image, mask: str = "") -> str:
    entries = _entries(image.size, _SPACES[image.mode]) | {"Filter": "/FlateDecode"}
    return document.image(entries, zlib.compress(image.tobytes(), 6), mask)


def _entries(size: tuple[int, int], space: Any, depth: int = 8) -> dict[str, Any]:
    return {"Width": size[0], "Height": size[1], "ColorSpace": space, "BitsPerComponent": depth}
