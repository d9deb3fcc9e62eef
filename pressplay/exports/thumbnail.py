"""The thumbnail: a fan of real pieces, as players see it among their saved objects."""

from collections.abc import Sequence

from PIL import Image

from ..picture import Picture
from .pixels import Cell, Plate, draw, opened, picture, png

SIDE = 256
_FINE = 4  # drawn so much larger, then reduced: edges of turned pieces stay smooth
_GROUND = (38, 52, 48)  # a dark felt, on which light and dark pieces show
_LONG = 150  # the long side of a piece in the fan
_TURN = 14  # degrees from one piece to the next
_PIVOT = 210  # from the middle of a piece down to the point the fan turns about


def thumbnail(pdf: bytes, pages: Sequence[tuple[int, Picture]]) -> bytes:
    """A PNG of 256 × 256 pixels that shows some pages of the PDF, fanned out."""
    canvas = Image.new("RGB", (SIDE * _FINE, SIDE * _FINE), _GROUND)
    with opened(pdf) as document:
        for index, (page, shown) in enumerate(pages):
            plate = _plate(page, shown)
            piece = picture(draw(document, plate), plate)
            _lay(canvas, piece, _TURN * (index - (len(pages) - 1) / 2))
    return png(canvas.reduce(_FINE).tobytes(), SIDE, SIDE)


def _plate(page: int, shown: Picture) -> Plate:
    scale = _LONG * _FINE / max(shown.width, shown.height)
    width, height = round(shown.width * scale), round(shown.height * scale)
    cut = shown.shape if shown.shape in ("circle", "hex") else "rect"
    return Plate(width, height, (Cell(page, 0, 0, width, height),), cut=cut, corner=shown.corner * scale)


def _lay(canvas: Image.Image, piece: Image.Image, angle: float) -> None:
    """Put a piece on the canvas, turned clockwise about a point below it."""
    room = 2 * (_LONG + _PIVOT) * _FINE
    page = Image.new("RGBA", (room, room), (0, 0, 0, 0))
    page.paste(piece, ((room - piece.width) // 2, room // 2 - _PIVOT * _FINE - piece.height // 2))
    turned = page.rotate(-angle, Image.Resampling.BILINEAR)
    left = (canvas.width - room) // 2
    top = canvas.height // 2 + _PIVOT * _FINE - room // 2
    canvas.paste(turned, (left, top), turned)
