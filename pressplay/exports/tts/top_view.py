"""The overview: the table from above as one picture, for a designer who does not own the program."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from pressplay.drawing.box import Box
from pressplay.drawing.component import Component
from pressplay.drawing.picture import Picture
from pressplay.drawing.type.font import Font, open_font
from pressplay.exports.images.gallery import Gallery
from pressplay.exports.images.plates import Cell, Part, Plate, draw, open_pdf, picture, png
from pressplay.game import Game
from pressplay.table.table import BAG, Area, Arrangement, Member, Seat, Spot, Stack, Thing

_SCALE = 1.0  # pixels per millimetre
_FINE = 2  # drawn so much larger, then reduced: edges stay smooth
_AROUND = 140  # millimetres around the table, where hands are
_THICK = 3.0  # how far a pile rises, at the most
_ON_BAG = 40.0  # the longest side of the piece that a bag shows
_ROOM, _FELT, _SEAM = (24, 30, 28), (46, 68, 62), (38, 57, 52)
_MARK, _QUIET = (92, 124, 114), (150, 176, 167)
_CLOTH, _CORD = (120, 98, 74), (84, 66, 48)
_PLATE, _GLOW = (22, 26, 30), (255, 176, 64)
_BONE, _PIP = (244, 240, 228), (40, 40, 40)
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
Color = tuple[int, int, int]


Pieces = Mapping[tuple[str, str], Component]


@dataclass(frozen=True, slots=True)
class VisibleStack:
    """A stack on the table with the side that lies up, and what its pieces are called."""

    stack: Stack
    spot: Spot
    picture: Picture
    title: str
    tabletop: str


@dataclass(frozen=True, slots=True)
class VisibleArea:
    """A named place that is drawn, with its cells."""

    area: Area
    cells: tuple[Spot, ...]
    round: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """All that is seen of a table from above: a view is drawn from this alone, so that its key can be made of it."""

    width: float
    depth: float
    seats: tuple[Seat, ...]
    areas: tuple[VisibleArea, ...]
    things: tuple[Thing, ...]
    stacks: tuple[VisibleStack, ...]  # the lowest first
    hands: tuple[tuple[Picture, ...], ...]
    cover: Picture | None
    font: Font

    @property
    def pictures(self) -> Iterator[Picture]:
        yield from (one.picture for one in self.stacks)
        yield from (picture for hand in self.hands for picture in hand)


def look_down(
    game: Game,
    arranged: Arrangement,
    stacks: Sequence[Stack],
    hands: Sequence[Sequence[Member]],
    components: Pieces,
    cover: Picture | None,
) -> TableView:
    """What is seen of these stacks and hands."""
    table = arranged.table
    areas = (
        VisibleArea(table.areas[name], cells, _is_round(game, table.areas[name]))
        for name, cells in arranged.cells.items()
    )

    def height(stack: Stack) -> int:
        """Boards below what lies on them, and that below what lies over it."""
        return 2 if stack.area and table.areas[stack.area].over else int(bool(stack.on))

    return TableView(
        table.width,
        table.depth,
        table.seats,
        tuple(areas),
        tuple(replace(thing, title=table.plain_title(thing)) for thing in arranged.things),
        tuple(_visible(stack, stack.spot, components) for stack in sorted(stacks, key=height) if stack.spot),
        tuple(tuple(components[member.design].front for member in hand) for hand in hands),
        cover,
        open_font(game.files, game.text_font()),
    )


def _is_round(game: Game, area: Area) -> bool:
    return bool(area.kind) and game.kinds[area.kind].size.form.is_round


def _visible(stack: Stack, spot: Spot, components: Pieces) -> VisibleStack:
    one = components[stack.members[0].design]
    designs = {member.piece for member in stack.members}
    title = one.piece.title if len(designs) == 1 else one.kind.title
    return VisibleStack(stack, spot, _top(stack, components), title, one.kind.tabletop)


def _top(stack: Stack, components: Pieces) -> Picture:
    """The side that lies up; of a bag the piece that it shows."""
    one = components[stack.members[0].design]
    up = stack.face_up or stack.form in ("bag", "supply")
    return one.front if up or one.back is None else one.back


def overview(table: TableView, gallery: Gallery, pdf: bytes) -> bytes:
    """A PNG of a view; every picture must be a page of the PDF already."""
    with open_pdf(pdf) as document:
        canvas = _Canvas(table, document, gallery)
        canvas.places()
        for thing in table.things:
            canvas.thing(thing)
        for stack in table.stacks:
            canvas.stack(stack)
        for seat, hand in enumerate(table.hands):
            canvas.hand(seat, hand)
    return canvas.png()


class _Canvas:
    """The table on its way to a picture."""

    def __init__(self, table: TableView, document: object, gallery: Gallery) -> None:
        self.table = table
        self.document = document
        self.gallery = gallery
        width, depth = self.table.width + 2 * _AROUND, self.table.depth + 2 * _AROUND
        self.canvas = Image.new("RGB", (self._px(width), self._px(depth)), _ROOM)
        self.pen = ImageDraw.Draw(self.canvas)
        self._rect(Spot(0, 0, self.table.width, self.table.depth), _FELT, _SEAM, 24, 6)

    def png(self) -> bytes:
        small = self.canvas.reduce(_FINE)
        return png(small.tobytes(), small.width, small.height)

    # What is drawn

    def places(self) -> None:
        """Named places, as outlines with their names."""
        for seen in self.table.areas:
            area, cells = seen.area, seen.cells
            if area.where.form == "slot" or not cells:  # the board shows its slots itself
                continue
            for cell in cells:
                if seen.round:
                    self.pen.ellipse(self._box(cell), None, _SEAM if area.over else _MARK, self._px(1.5))
                else:
                    self._rect(cell, None, _MARK, 4, 1.5)
            if not area.over:
                left, right = min(cell.room[0] for cell in cells), max(cell.room[2] for cell in cells)
                top = max(cell.room[3] for cell in cells) + 8
                self._words((left + right) / 2, top, area.name.replace("-", " "), 11, _QUIET, right - left + 4)

    def thing(self, thing: Thing) -> None:
        spot = thing.spot
        if thing.sort == "hand":
            seat = self.table.seats[thing.seat]
            self._rect(spot, _SEAM, _SEATS[seat.color], 12, 3)
            # Whose it is stands on the far side of it, beyond the cards.
            out = {"near": (0, -1), "far": (0, 1), "left": (-1, 0), "right": (1, 0)}[seat.side]
            beyond = spot.depth / 2 + 10
            self._words(spot.x + out[0] * beyond, spot.y + out[1] * beyond, seat.name, 12)
        elif thing.sort == "counter":
            self._shadow(spot)
            self._rect(spot, _PLATE, _CORD, 6, 1.5)
            self._words(spot.x, spot.y + 9, "0", 25, _GLOW)
            self._words(spot.x, spot.y - 17, thing.title, 9.5, _WORDS, spot.width - 6)
        elif thing.sort == "dice":
            self._bag(spot)
            for number in range(min(thing.number, 4)):
                self._die(spot, number)
            self._words(spot.x, spot.y - 31, f"{thing.title} × {thing.number}", 11, _WORDS, 0.82 * BAG)
        elif self.table.cover:
            raised = _THICK * 3 if thing.sort == "box" else _THICK
            self._lay(self.table.cover, spot, raised, fit=True)
        else:
            self._rect(spot, _CLOTH, _CORD, 6, 2)
            self._words(spot.x, spot.y, thing.title, 14, _WORDS, spot.width - 6)

    def hand(self, seat: int, cards: Sequence[Picture]) -> None:
        """Cards side by side in a hand, overlapping when they are many."""
        zone = next(thing.spot for thing in self.table.things if thing.sort == "hand" and thing.seat == seat)
        if not cards:
            return
        wide = max(card.width for card in cards)
        step = min(wide + 4, (zone.width - 12 - wide) / max(1, len(cards) - 1))
        for number, card in enumerate(cards):
            along = (number - (len(cards) - 1) / 2) * step
            x, y = zone.x + along * zone.right[0], zone.y + along * zone.right[1]
            self._lay(card, Spot(x, y, card.width, card.height, zone.turn), 0.5)

    def stack(self, one: VisibleStack) -> None:
        stack, seen, spot = one.stack, one.picture, one.spot
        if stack.form in ("bag", "supply"):
            self._bag(spot)
            part = seen.names.get("front")  # of a figure that is folded
            width, height = (part.w, part.h) if part else (seen.width, seen.height)
            scale = min(1.6, _ON_BAG / max(width, height))
            self._lay(seen, Spot(spot.x, spot.y + 6, width * scale, height * scale), 1.0, part)
            number = "∞" if stack.form == "supply" else str(len(stack.members))
            self._words(spot.x, spot.y - 31, f"{one.title} × {number}", 11, _WORDS, 0.82 * BAG)
        elif one.tabletop == "die":
            self._lay(seen, Spot(spot.x, spot.y, 24, 24), _THICK, seen.names["face-1"])
        elif one.tabletop == "standee":
            part = seen.names.get("front", Box(0, 0, seen.width, seen.height))
            self._lay(seen, Spot(spot.x, spot.y, part.w, part.h), _THICK, part)
        else:
            raised = 1.0 + (min(_THICK, len(stack.members) / 12) if stack.form == "pile" else 0)
            size = Spot(spot.x, spot.y, seen.width, seen.height, spot.turn)
            self._lay(seen, size, raised)
            if stack.form == "pile":
                self._badge(size, str(len(stack.members)))

    # How it is drawn

    def _px(self, millimetres: float) -> int:
        return round(millimetres * _SCALE * _FINE)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the table on the canvas."""
        return self._px(x + self.table.width / 2 + _AROUND), self._px(self.table.depth / 2 + _AROUND - y)

    def _box(self, spot: Spot) -> tuple[float, float, float, float]:
        left, near, right, far = spot.room
        return *self._at(left, far), *self._at(right, near)

    def _rect(self, spot: Spot, fill: Color | None, line: Color | str, radius: float, width: float) -> None:
        box, sizes = self._box(spot), (self._px(radius), self._px(width))
        self.pen.rounded_rectangle(box, sizes[0], fill=fill, outline=line, width=sizes[1])

    def _words(self, x: float, y: float, words: str, size: float, color: Color = _WORDS, wide: float = 10**6) -> None:
        """Centred lines, wrapped and if need be smaller so that they fit a width; y is the middle of the last one."""
        room = self._px(wide)
        for tried in (size, size * 0.85, size * 0.72):
            font = ImageFont.truetype(BytesIO(self.table.font.data), self._px(tried))
            lines = _wrapped(words, font, room)
            if all(font.getlength(line) <= room for line in lines):
                break
        middle, top = self._at(x, y + 1.2 * tried * (len(lines) - 1))
        for number, line in enumerate(lines):
            self.pen.text((middle, top + number * self._px(1.2 * tried)), line, color, font, "mm")

    def _shadow(self, spot: Spot, depth: float = 2.0) -> None:
        """A soft one, to the lower right."""
        left, top, right, bottom = (round(edge) for edge in self._box(spot))
        blur = self._px(2)
        patch = Image.new("L", (right - left + 6 * blur, bottom - top + 6 * blur), 0)
        inner = (3 * blur, 3 * blur, patch.width - 3 * blur, patch.height - 3 * blur)
        ImageDraw.Draw(patch).rounded_rectangle(inner, self._px(4), fill=110)
        soft = patch.filter(ImageFilter.GaussianBlur(blur))
        at = left - 3 * blur + self._px(depth * 0.6), top - 3 * blur + self._px(depth)
        self.canvas.paste((0, 0, 0), at, soft)

    def _lay(self, seen: Picture, spot: Spot, raised: float, part: Box | None = None, fit: bool = False) -> None:
        """A picture, or a part of it, with the edge of what lies below it and its shadow."""
        around = part or Box(0, 0, seen.width, seen.height)
        scale = min(spot.width / around.w, spot.depth / around.h) if fit else spot.width / around.w
        width, height = max(1, self._px(around.w * scale)), max(1, self._px(around.h * scale))
        window: Part | None = None
        if part:
            window = part.x / seen.width, part.y / seen.height, part.w / seen.width, part.h / seen.height
        shape = "rect" if part else seen.shape
        cell = Cell(self.gallery.page(seen), 0, 0, width, height, 0, window)
        corner = max(seen.corner * scale, 0.8 if fit else 0.0)
        plate = Plate(width, height, (cell,), cut=shape, corner=corner * _SCALE * _FINE)
        piece = picture(draw(self.document, plate), plate)
        turned = piece.rotate(-spot.turn, expand=True) if spot.turn else piece
        if part or not seen.form.is_cut_out:
            self._shadow(Spot(spot.x, spot.y, around.w * scale, around.h * scale, spot.turn), raised + 1.5)
        x, y = self._at(spot.x, spot.y)
        edge = Image.new("RGB", turned.size, (214, 210, 200))
        for step in range(self._px(raised), -1, -1):  # the lowest first
            at = round(x - turned.width / 2) + step // 2, round(y - turned.height / 2) + step
            self.canvas.paste(turned if step == 0 else edge, at, turned)

    def _badge(self, spot: Spot, number: str) -> None:
        """How many lie there, at the lower right corner as one sees it."""
        _, near, right, _ = spot.room
        size = 9.0
        self.pen.ellipse(self._box(Spot(right - 2, near + 2, 2 * size, 2 * size)), _PLATE, _WORDS, self._px(1))
        self._words(right - 2, near + 2, number, 10 if len(number) < 3 else 8)

    def _bag(self, spot: Spot) -> None:
        """A cloth bag, tied at its neck."""
        x, y, half = spot.x, spot.y, BAG / 2
        self._shadow(Spot(x, y - 6, BAG * 0.86, BAG * 0.8), 2)
        body = [(-0.9, -0.55), (-0.62, -0.94), (0.62, -0.94), (0.9, -0.55), (0.84, 0.3), (0.42, 0.74), (-0.42, 0.74)]
        points = [self._at(x + across * half, y + up * half) for across, up in [*body, (-0.84, 0.3)]]
        self.pen.polygon(points, _CLOTH, _CORD, self._px(1.5))
        neck = [(-0.42, 0.74), (0.42, 0.74), (0.56, 0.98), (0.2, 0.9), (0, 0.99), (-0.2, 0.9), (-0.56, 0.98)]
        self.pen.polygon([self._at(x + a * half, y + u * half) for a, u in neck], _CLOTH, _CORD, self._px(1.5))
        cord = [self._at(x - 0.44 * half, y + 0.75 * half), self._at(x + 0.44 * half, y + 0.75 * half)]
        self.pen.line(cord, _BONE, self._px(3))

    def _die(self, spot: Spot, number: int) -> None:
        """A plain die with as many pips as its number."""
        x, y = spot.x + (number % 2 - 0.5) * 22, spot.y + 12 - (number // 2) * 22
        self._rect(Spot(x, y, 17, 17), _BONE, _CORD, 3, 0.8)
        spread = {0: [(0, 0)], 1: [(-1, -1), (1, 1)], 2: [(-1, -1), (0, 0), (1, 1)]}
        for across, up in spread.get(number, [(-1, -1), (1, 1), (-1, 1), (1, -1)]):
            self.pen.ellipse(self._box(Spot(x + across * 4.5, y + up * 4.5, 3.4, 3.4)), _PIP)


def _wrapped(words: str, font: ImageFont.FreeTypeFont, width: float) -> list[str]:
    lines: list[str] = []
    for word in words.split():
        if lines and font.getlength(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
