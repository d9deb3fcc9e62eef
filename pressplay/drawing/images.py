"""Images: raster art, decoded to its last pixel before anything is drawn with it."""

import struct
import warnings
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import NamedTuple

from PIL import Image, UnidentifiedImageError

from pressplay.files import ProjectFiles

MOST_PIXELS = 90_000_000  # A3 at 600 pixels per inch has 70 million
SIGNATURE = b"\x89PNG\r\n\x1a\n"


class ImageMistake(Exception):
    """An image file that cannot be used; its text says why, in words that follow the file's name."""


class WholeImage(NamedTuple):
    """An image file of the project that is whole."""

    file: str
    width: int
    height: int
    digest: str


def open_image(files: ProjectFiles, file: str) -> WholeImage:
    """The image of a project's file; decoded once per process and content of the file."""
    data = files.read(file)
    digest = files.digest(file)
    if digest not in _sizes:
        _sizes[digest] = _size(data)
    return WholeImage(file, *_sizes[digest], digest)


_sizes: dict[str, tuple[int, int]] = {}  # of the images that were found whole, by their hash


def decode(data: bytes) -> Image.Image:
    """An image by its file's bytes; its pixels are read when they are asked for."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about how many pixels there are: that is looked at here
        return Image.open(BytesIO(data), formats=list(_WHOLE))


def _size(data: bytes) -> tuple[int, int]:
    try:
        with decode(data) as image:
            width, height = image.size
            if width * height > MOST_PIXELS:
                raise ImageMistake(_too_large(f"{width:,} × {height:,}"))
            _WHOLE[image.format or ""](image, data)
    except UnidentifiedImageError:
        raise ImageMistake("is not an image that can be read; use PNG or JPEG") from None
    except Image.DecompressionBombError:
        raise ImageMistake(_too_large("far too many")) from None
    except (OSError, ValueError, SyntaxError, LookupError, struct.error, zlib.error, EOFError, MemoryError):
        raise ImageMistake("is damaged or cut short; export it again") from None
    return width, height


def _too_large(pixels: str) -> str:
    return f"has {pixels} pixels; {MOST_PIXELS // 1_000_000} million are the most: make it smaller"


def _whole(image: Image.Image, data: bytes) -> None:
    image.load()


def _whole_jpeg(image: Image.Image, data: bytes) -> None:
    """All of a JPEG is read, into a small picture: its pixels would take ten times the memory."""
    image.draft(None, (image.width // 8, image.height // 8))
    image.load()


def _whole_png(image: Image.Image, data: bytes) -> None:
    """A PNG's rows go into a PDF as they are, so each must be there, and filtered in a way there is."""
    chunks = list(png_chunks(data))
    width, height, depth, form, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[0].body)
    if not chunks[0].name == b"IHDR" or not chunks[-1].name == b"IEND":
        raise ValueError
    if form == 3 and not 0 < len(next(chunk.body for chunk in chunks if chunk.name == b"PLTE")) <= 3 << depth:
        raise ValueError
    rows = zlib.decompressobj()
    if interlaced:
        image.load()
        return
    row = 1 + (width * depth * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[form] + 7) // 8
    at = 0
    for chunk in chunks:
        body = chunk.body if chunk.name == b"IDAT" else b""
        while body:
            part = rows.decompress(body, 1 << 20)
            if any(way > 4 for way in part[-at % row :: row]):
                raise ValueError
            at += len(part)
            if at > row * height:
                raise ValueError
            body = rows.unconsumed_tail
            if not part:
                break
    if at != row * height or not rows.eof:
        raise ValueError


class PngChunk(NamedTuple):
    """A part of a PNG file."""

    name: bytes
    body: bytes


def png_chunks(data: bytes) -> Iterator[PngChunk]:
    """The parts of a PNG file, each as whole as its checksum says; a ValueError where one is not."""
    at = len(SIGNATURE)
    while at + 12 <= len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        if data[at + 8 + length : at + 12 + length] != struct.pack(">I", zlib.crc32(body, zlib.crc32(name))):
            raise ValueError
        yield PngChunk(name, body)
        if name == b"IEND":
            return
        at += length + 12


# The formats that are accepted, and how each is read to its end; no other is opened, for some start programs.
_WHOLE: dict[str, Callable[[Image.Image, bytes], None]] = {
    "PNG": _whole_png,
    "JPEG": _whole_jpeg,
    "WEBP": _whole,
    "GIF": _whole,
    "TIFF": _whole,
    "BMP": _whole,
}
