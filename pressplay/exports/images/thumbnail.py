"""The thumbnail: a fan of real pieces, as players see it among their saved objects."""

import math
from collections.abc import Sequence

from PIL import Image

from pressplay.drawing.picture import Picture

from .plates import Cell, Plate, draw, open_pdf, picture, png

SIDE = 256
_FINE = 4  # drawn so much larger, then reduced: edges of turned pieces stay smooth
_GROUND = (38, 52, 48)  # a dark felt, on which light and dark pieces show
_LONG = 130  # the long side of a piece in the fan
_TURN = 10  # degrees from one piece to the next
_PIVOT = 170  # from the middle of a piece down to the point the fan turns about


def thumbnail(pdf: bytes, pages: Sequence[tuple[int, Picture]]) -> bytes:
    """A PNG of 256 × 256 pixels that shows some pages of the PDF, fanned out."""
    canvas = Image.new("RGB", (SIDE * _FINE, SIDE * _FINE), _GROUND)
    with open_pdf(pdf) as document:
        for index, (page, shown) in enumerate(pages):
            plate = _plate(page, shown)
            piece = picture(draw(document, plate), plate)
            _lay(canvas, piece, _TURN * (index - (len(pages) - 1) / 2))
    return png(canvas.reduce(_FINE).tobytes(), SIDE, SIDE)


def _plate(page: int, shown: Picture) -> Plate:
    scale = _LONG * _FINE / max(shown.width, shown.height)
    width, height = round(shown.width * scale), round(shown.height * scale)
    return Plate(width, height, (Cell(page, 0, 0, width, height),), cut=shown.shape, corner=shown.corner * scale)


def _lay(canvas: Image.Image, piece: Image.Image, angle: float) -> None:
    """Put a piece on the canvas, turned clockwise about a point below it."""
    turned = piece.rotate(-angle, Image.Resampling.BILINEAR, expand=True)
    swing, pivot = math.radians(angle), _PIVOT * _FINE
    x = canvas.width / 2 + pivot * math.sin(swing)
    y = canvas.height / 2 + pivot * (1 - math.cos(swing))
    canvas.paste(turned, (round(x - turned.width / 2), round(y - turned.height / 2)), turned)
