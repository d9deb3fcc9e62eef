"""The overview: the table from above as one picture, for a designer who does not own the program."""

from collections.abc import Mapping
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from ..game import Game
from ..job import Made
from ..picture import Picture
from ..tabletop import Arrangement, Member, Spot, Stack
from .gallery import Gallery
from .pixels import Cell, Plate, draw, opened, picture, png

_SCALE = 1.0  # pixels per millimetre
_AROUND = 140  # millimetres around the table, where hands are
_ROOM = (24, 30, 28)
_FELT = (46, 68, 62)
_MARK = (86, 116, 106)
_CLOTH = (112, 92, 70)
_WORDS = (240, 240, 232)
_SEATS = {
    "White": "#ffffff",
    "Brown": "#713b17",
    "Red": "#da1918",
    "Orange": "#f4641d",
    "Yellow": "#e7e52c",
    "Green": "#31b32b",
    "Teal": "#21b19b",
    "Blue": "#1f87ff",
    "Purple": "#a020f0",
    "Pink": "#f570ce",
}


def shown(arranged: Arrangement, made: Mapping[tuple[str, str], Made]) -> dict[int, Picture]:
    """What one sees of each stack from above, by its number; bags show nothing."""
    seen: dict[int, Picture] = {}
    for number, stack in enumerate(arranged.stacks):
        if stack.spot is None or stack.form in ("bag", "supply"):
            continue
        top = made[_top(stack)[:2]]
        side = top.front if stack.face_up else top.back
        if side is not None and top.kind.tabletop not in ("die", "standee"):
            seen[number] = side
    return seen


def _top(stack: Stack) -> Member:
    return stack.members[0]


def overview(
    game: Game, arranged: Arrangement, made: Mapping[tuple[str, str], Made], gallery: Gallery, pdf: bytes
) -> bytes:
    """A PNG of the table; every picture must be a page of the PDF already."""
    view = _View(game, arranged)
    pictures = shown(arranged, made)
    with opened(pdf) as document:
        # Boards first: what lies on them is drawn above.
        for number, stack in sorted(enumerate(arranged.stacks), key=lambda pair: bool(pair[1].on)):
            if stack.spot is None:
                continue
            if number in pictures:
                shape = pictures[number]
                plate = _plate(gallery.page(shape), shape)
                view.lay(picture(draw(document, plate), plate), stack.spot)
            else:
                kind = made[_top(stack)[:2]].kind
                title = kind.title if len({member[1] for member in stack.members}) > 1 else ""
                view.bag(stack.spot, title or made[_top(stack)[:2]].piece.title, len(stack.members))
    return png(view.canvas.tobytes(), view.canvas.width, view.canvas.height)


def _plate(page: int, shape: Picture) -> Plate:
    width, height = max(1, round(shape.width * _SCALE)), max(1, round(shape.height * _SCALE))
    cut = shape.shape if shape.shape in ("circle", "hex") else "rect"
    return Plate(width, height, (Cell(page, 0, 0, width, height),), cut=cut, corner=shape.corner * _SCALE)


class _View:
    """The table, seen from above."""

    def __init__(self, game: Game, arranged: Arrangement) -> None:
        self.table = arranged.table
        width, depth = self.table.width + 2 * _AROUND, self.table.depth + 2 * _AROUND
        self.canvas = Image.new("RGB", (round(width * _SCALE), round(depth * _SCALE)), _ROOM)
        self.pen = ImageDraw.Draw(self.canvas)
        self.font = ImageFont.truetype(str(_font(game)), 15)
        self._rect(Spot(0, 0, self.table.width, self.table.depth), _FELT, radius=24)
        for cells in arranged.cells.values():
            for cell in cells:
                self._rect(cell, None, _MARK, 4)
        for thing in arranged.things:
            if thing.sort == "hand":
                seat = self.table.seats[thing.seat]
                self._rect(thing.spot, None, _SEATS[seat.color], 12)
                self._words(thing.spot, seat.name)
            else:
                self._rect(thing.spot, _CLOTH, None, 10)
                self._words(thing.spot, thing.title)

    def _box(self, spot: Spot) -> tuple[int, int, int, int]:
        left, near, right, far = spot.room
        x, y = self.table.width / 2 + _AROUND, self.table.depth / 2 + _AROUND
        edges = (left + x, y - far, right + x, y - near)
        return tuple(round(edge * _SCALE) for edge in edges)  # type: ignore[return-value]

    def _rect(self, spot: Spot, fill: tuple[int, int, int] | None, outline: object = None, radius: int = 0) -> None:
        self.pen.rounded_rectangle(self._box(spot), radius, fill=fill, outline=outline, width=3)  # type: ignore[arg-type]

    def _words(self, spot: Spot, words: str) -> None:
        left, top, right, bottom = self._box(spot)
        lines = _wrapped(words, self.font, right - left - 6)
        y = (top + bottom) / 2 - 9 * len(lines)
        for number, line in enumerate(lines):
            x = (left + right) / 2 - self.font.getlength(line) / 2
            self.pen.text((x, y + 18 * number), line, font=self.font, fill=_WORDS)

    def lay(self, piece: Image.Image, spot: Spot) -> None:
        turned = piece.rotate(-spot.turn, expand=True) if spot.turn else piece
        left, top, right, bottom = self._box(spot)
        at = round((left + right - turned.width) / 2), round((top + bottom - turned.height) / 2)
        self.canvas.paste(turned, at, turned)

    def bag(self, spot: Spot, title: str, number: int) -> None:
        self._rect(spot, _CLOTH, None, round(min(spot.width, spot.depth) / 2.5))
        self._words(spot, f"{title} × {number}" if number > 1 else title)


def _font(game: Game) -> Path:
    family = game.families[game.fonts.get("text") or next(iter(game.fonts.values()))]
    return game.root / family.files["regular"]


def _wrapped(words: str, font: ImageFont.FreeTypeFont, width: float) -> list[str]:
    lines: list[str] = []
    for word in words.split():
        if lines and font.getlength(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
