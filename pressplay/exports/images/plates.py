"""Pixels: pages of a PDF drawn into the cells of plates, and plates encoded to the same bytes on every machine.

A plate is one image to be made: a sheet of cards, a lone back, a board. Each page is drawn
by pdfium straight into its cell of the plate's one bitmap, on whole pixels.
"""

import ctypes
import os
import struct
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_raw
from PIL import Image, ImageChops, ImageDraw

from pressplay.data.shapes import SHAPES

PNG, JPEG, WEBP = "png", "jpg", "webp"
STRIP = "strip"  # a row of cells, packed so that strips can be joined to a PNG without unpacking them
Part = tuple[float, float, float, float]  # left, top, width, height as fractions of a page

_WORTH_SHARING = 4_000_000  # pixels beside the largest image: fewer are drawn sooner than another process starts
_BAND = 256  # rows encoded at a time, so that a sheet needs little more memory than its pixels
_UP = 2  # PNG's filter that subtracts the row above: cards have flat grounds
_SMOOTH = 4  # how much finer a mask is drawn than it is used
_FLAGS = pdfium_raw.FPDF_ANNOT | pdfium_raw.FPDF_REVERSE_BYTE_ORDER  # red first, as images have it


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a page of the PDF is drawn, in pixels; `turn` is clockwise, by quarters."""

    page: int
    left: int
    top: int
    width: int
    height: int
    turn: int = 0
    part: Part | None = None  # what is shown of the page; all of it unless said


@dataclass(frozen=True, slots=True)
class Plate:
    """One image to be made, white where no cell is; a `cut` one is transparent outside its shape."""

    width: int
    height: int
    cells: tuple[Cell, ...] = ()
    form: str = PNG
    cut: str = ""  # a name in SHAPES
    corner: float = 0.0  # of a rect that is cut, in pixels


def render(pdf: bytes, plates: Sequence[Plate], jobs: int = 1) -> list[bytes]:
    """Every plate as the bytes of an image file; `jobs` processes share the work and change nothing in it."""
    jobs = min(jobs or os.cpu_count() or 1, len(plates))
    sizes = [plate.width * plate.height for plate in plates]
    if jobs <= 1 or sum(sizes) - max(sizes) < _WORTH_SHARING:
        with open_pdf(pdf) as document:
            return [encode(draw(document, plate), plate) for plate in plates]
    # The largest first, so that no process is left with a large one at the end.
    order = sorted(range(len(plates)), key=lambda index: -plates[index].width * plates[index].height)
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(pdf,)) as pool:
        images = dict(zip(order, pool.map(_work, [plates[index] for index in order])))
    return [images[index] for index in range(len(plates))]


_document: Any = None  # the PDF of a process that shares the work


def _begin(pdf: bytes) -> None:
    global _document
    _document = pdfium.PdfDocument(pdf)


def _work(plate: Plate) -> bytes:
    return encode(draw(_document, plate), plate)


@contextmanager
def open_pdf(pdf: bytes) -> Iterator[Any]:
    """The PDF, open for drawing."""
    document = pdfium.PdfDocument(pdf)
    try:
        yield document
    finally:
        document.close()


# Drawing -----------------------------------------------------------------------


def draw(document: Any, plate: Plate) -> bytearray:
    """The pixels of a plate: rows of red, green, blue."""
    pixels = bytearray(b"\xff") * (3 * plate.width * plate.height)
    start = ctypes.addressof(ctypes.c_ubyte.from_buffer(pixels))
    stride = 3 * plate.width
    for cell in plate.cells:
        page = document[cell.page]
        first = ctypes.c_void_p(start + cell.top * stride + 3 * cell.left)
        bitmap = pdfium_raw.FPDFBitmap_CreateEx(cell.width, cell.height, pdfium_raw.FPDFBitmap_BGR, first, stride)
        pdfium_raw.FPDF_RenderPageBitmap(bitmap, page, *_window(cell), cell.turn // 90 % 4, _FLAGS)
        pdfium_raw.FPDFBitmap_Destroy(bitmap)
        page.close()
    return pixels


def _window(cell: Cell) -> tuple[int, int, int, int]:
    """Where the whole page lies, seen from its cell, so that the wanted part fills the cell."""
    if cell.part is None:
        return 0, 0, cell.width, cell.height
    x, y, w, h = cell.part
    for _ in range(cell.turn // 90 % 4):
        x, y, w, h = 1 - y - h, x, h, w
    width, height = round(cell.width / w), round(cell.height / h)
    return -round(x * width), -round(y * height), width, height


def picture(pixels: bytearray, plate: Plate) -> Image.Image:
    """The pixels as an image to work with; transparent outside the shape of a plate that is cut."""
    image = Image.frombuffer("RGB", (plate.width, plate.height), pixels, "raw", "RGB", 0, 1)
    if plate.cut:
        image = image.convert("RGBA")
        image.putalpha(_mask(plate))
    return image


def _mask(plate: Plate) -> Image.Image:
    """The shape of a plate, smooth at its edge, with the thin transparent border that tracing an outline needs."""
    width, height = plate.width * _SMOOTH, plate.height * _SMOOTH
    box = (_SMOOTH, _SMOOTH, width - _SMOOTH - 1, height - _SMOOTH - 1)
    mask = Image.new("L", (width, height), 0)
    pen = ImageDraw.Draw(mask)
    left, top, w, h = box[0], box[1], box[2] - box[0], box[3] - box[1]
    shape = SHAPES[plate.cut]
    if shape.is_round:
        pen.ellipse(box, fill=255)
    elif shape.corners:
        pen.polygon([(left + x * w, top + y * h) for x, y in shape.turned(w, h)], fill=255)
    else:
        pen.rounded_rectangle(box, plate.corner * _SMOOTH, fill=255)
    return mask.reduce(_SMOOTH)


# Encoding ----------------------------------------------------------------------


def encode(pixels: bytearray, plate: Plate) -> bytes:
    """The plate as an image file."""
    if plate.form == WEBP:
        stream = BytesIO()
        picture(pixels, plate).save(stream, "WEBP", quality=82, method=4)
        return stream.getvalue()
    if plate.cut:
        return png(picture(pixels, plate).tobytes(), plate.width, plate.height, 4)
    if plate.form == STRIP:
        return _strip(pixels, plate.width, plate.height)
    if plate.form == JPEG:
        stream = BytesIO()
        picture(pixels, plate).save(stream, "JPEG", quality=90, subsampling=0)  # full colour: small type stays crisp
        return stream.getvalue()
    return png(pixels, plate.width, plate.height)


def strips(plate: Plate) -> list[Plate]:
    """A sheet as its rows of cells, each an image of its own: a changed card costs one row, not the sheet."""
    tops = sorted({cell.top for cell in plate.cells})
    if plate.form != PNG or plate.cut or not tops or tops[0]:
        return [plate]
    ends = [*tops[1:], plate.height]
    return [
        Plate(plate.width, end - top, tuple(replace(c, top=0) for c in plate.cells if c.top == top), STRIP)
        for top, end in zip(tops, ends)
    ]


def join_strips(packed: Sequence[bytes], plate: Plate) -> bytes:
    """The image file of a plate from what its strips were encoded to."""
    if len(packed) == 1 and strips(plate) == [plate]:
        return packed[0]
    checksum = 1
    for strip in packed:
        adler, length = struct.unpack(">II", strip[:8])
        checksum = _adler_of_both(checksum, adler, length)
    ending = b"\x03\x00" + struct.pack(">I", checksum)  # an empty last block, and the checksum of all
    return _png_file(b"\x78\x01" + b"".join(strip[8:] for strip in packed) + ending, plate.width, plate.height, 3)


def _strip(pixels: bytes | bytearray, width: int, height: int) -> bytes:
    """Checksum and length of the filtered rows, and the rows, deflated up to a point where others may follow."""
    deflate = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed: list[bytes] = []
    checksum, length = 1, 0
    for band in _bands(pixels, width * 3, height):
        checksum, length = zlib.adler32(band, checksum), length + len(band)
        packed.append(deflate.compress(band))
    packed.append(deflate.flush(zlib.Z_FULL_FLUSH))
    return struct.pack(">II", checksum, length) + b"".join(packed)


def _adler_of_both(first: int, second: int, length: int) -> int:
    """Adler-32 of two runs of bytes from their own checksums; `length` is that of the second."""
    base = 65521
    low = ((first & 0xFFFF) + (second & 0xFFFF) - 1) % base
    high = ((first >> 16) + (second >> 16) + ((first & 0xFFFF) - 1) * length) % base
    return high << 16 | low


def png(pixels: bytes | bytearray, width: int, height: int, channels: int = 3) -> bytes:
    """Pixels as a PNG: Pillow's own writer takes four times as long for a sheet."""
    deflate = zlib.compressobj(1)
    packed = [deflate.compress(band) for band in _bands(pixels, width * channels, height)]
    return _png_file(b"".join(packed) + deflate.flush(), width, height, channels)


def _png_file(packed: bytes, width: int, height: int, channels: int) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, 8, 6 if channels == 4 else 2, 0, 0, 0)
    chunks = (_chunk(b"IHDR", header), _chunk(b"IDAT", packed), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _bands(pixels: bytes | bytearray, stride: int, height: int) -> Iterator[bytes]:
    """The rows, filtered, some at a time; the first one stands for itself, so that a strip needs no other."""
    for top in range(0, height, _BAND):
        end = min(top + _BAND, height)
        here = bytes(pixels[top * stride : end * stride])
        above = bytes(pixels[(top - 1) * stride : top * stride]) if top else bytes(stride)
        band = _filtered(here, above, stride, end - top)
        yield band if top else b"\0" + band[1:]


def _filtered(here: bytes, above: bytes, stride: int, count: int) -> bytes:
    """Rows less the rows above them, each behind the byte that names the filter."""
    before = above + here[: (count - 1) * stride]
    row, up = (Image.frombuffer("L", (stride, count), data, "raw", "L", 0, 1) for data in (here, before))
    band = Image.new("L", (stride + 1, count), _UP)
    band.paste(ImageChops.subtract_modulo(row, up), (1, 0))
    return band.tobytes()


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
