"""Plans: what the pieces of a kind become in Tabletop Simulator, first as images, then as objects that show them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import NamedTuple, Protocol

from pressplay.data.pieces import Kind
from pressplay.drawing.box import Box
from pressplay.drawing.component import Component
from pressplay.drawing.picture import Picture
from pressplay.exports import roles
from pressplay.exports.images import card_sheet
from pressplay.exports.images.gallery import Gallery
from pressplay.exports.images.plates import Cell, Part, Plate
from pressplay.problem import Problem, Trouble

from . import objects
from .labels import Labels
from .objects import Label, Object, PlacedObject, SheetSlot

_DIE_PX = 1023  # the side of a die's sheet: three cells of whole pixels


class Copy(NamedTuple):
    """A copy of a design as an object."""

    component: Component
    number: int
    thing: PlacedObject


class Plan(Protocol):
    """The images of a kind's pieces, by their numbers in the gallery; gives the objects once these have names."""

    @property
    def sheets(self) -> Sequence["CardSheet"]:
        """The sheets of cards, which are numbered through a game."""

    def copies(self, labels: Labels, first: int) -> list[Copy]:
        """Every copy of every design by itself, one of each where there is a supply; `first` is its first sheet."""

    def stock(self, copies: Sequence[Copy], labels: Labels) -> list[PlacedObject]:
        """The kind as it lies in a saved object: in decks and bags."""


# Cards -------------------------------------------------------------------------


class CardSheet(NamedTuple):
    """The images of a sheet's faces and of its backs, or of the one back that all share."""

    face: int
    back: int
    unique_backs: bool


class SlotOnSheet(NamedTuple):
    """Where a design is: which sheet of its kind, and which slot of that."""

    sheet: int
    slot: int


class Cards:
    """A kind as a deck: its designs on as few sheets as hold them.

    Tiles are such a kind too, with cards of their own shape: only decks can be shuffled, dealt and drawn from unseen.
    """

    def __init__(self, kind: Kind, components: Sequence[Component], gallery: Gallery) -> None:
        self.kind = kind
        self.components = components
        # A card that is read on its side lies on its side in an upright slot; the close-up turns it back.
        self.turn = 270 if kind.size.width > kind.size.height else 0
        short_long = (kind.size.height, kind.size.width) if self.turn else (kind.size.width, kind.size.height)
        counts = card_sheet.split(len(components))
        self.grid = card_sheet.grid(max(counts), *short_long, gallery.cap)
        self.sheets: list[CardSheet] = []
        self.where: list[SlotOnSheet] = []  # of each design
        for number, count in enumerate(counts):
            start = len(self.where)
            self.sheets.append(self._sheet(number + 1, components[start : start + count], gallery))
            self.where += [SlotOnSheet(number, slot) for slot in range(count)]

    def _sheet(self, number: int, components: Sequence[Component], gallery: Gallery) -> CardSheet:
        backs = {one.back.cache_key if one.back else "" for one in components}
        shared = components[0].back if len(backs) == 1 else None
        face = self._plate([one.front for one in components], gallery, shared)
        stem = f"{self.kind.id}-back"
        if len(backs) == 1:
            back = gallery.alone(shared, f"{stem}-1", roles.TTS_BACK, self.kind, self.turn)
        else:
            back = gallery.plan(
                self._plate([one.back for one in components], gallery), f"{stem}-{number}", roles.TTS_BACK, self.kind
            )
        front = gallery.plan(face, f"{self.kind.id}-{number}", roles.TTS_SHEET, self.kind)
        return CardSheet(front, back, len(backs) > 1)

    def _plate(self, shown: Sequence[Picture | None], gallery: Gallery, hidden: Picture | None = None) -> Plate:
        """Pictures in their slots; the last slot shows what others may see of a hand."""
        cells = [self._cell(slot, picture, gallery) for slot, picture in enumerate(shown) if picture]
        if hidden:
            cells.append(self._cell(self.grid.slots - 1, hidden, gallery))
        return Plate(self.grid.width, self.grid.height, tuple(cells), gallery.form)

    def _cell(self, slot: int, picture: Picture, gallery: Gallery) -> Cell:
        left, top = self.grid.corner(slot)
        return Cell(gallery.page(picture), left, top, self.grid.cell_w, self.grid.cell_h, self.turn)

    def copies(self, labels: Labels, first: int) -> list[Copy]:
        decks = [self._deck(sheet, labels) for sheet in self.sheets]
        return [
            Copy(
                one, copy, self._card(labels.of_piece(one, copy), SheetSlot(first + at.sheet, at.slot, decks[at.sheet]))
            )
            for one, at in zip(self.components, self.where)
            for copy in range(1, (1 if self.kind.count == "supply" else one.piece.copies) + 1)
        ]

    def _deck(self, sheet: CardSheet, labels: Labels) -> Object:
        face, back = labels.url(sheet.face), labels.url(sheet.back)
        grid = self.grid
        return objects.custom_deck(face, back, grid.columns, grid.rows, sheet.unique_backs, self.kind.size)

    def _card(self, label: Label, at: SheetSlot) -> PlacedObject:
        held = self.kind.tabletop == "card"  # tiles stay on the table
        return objects.card(label, at, self.kind.size, self.face_down, held)

    @property
    def face_down(self) -> bool:
        return any(one.back for one in self.components)

    def stock(self, copies: Sequence[Copy], labels: Labels) -> list[PlacedObject]:
        if self.kind.count == "supply":
            return [_supply(copy, labels) for copy in copies]
        cards = [copy.thing for copy in copies]
        if len(cards) == 1:
            return cards
        return [
            objects.deck(labels.of_kind(self.kind), [each.object for each in cards], self.kind.size, self.face_down)
        ]


def _supply(copy: Copy, labels: Labels) -> PlacedObject:
    return objects.bag(labels.of_piece(copy.component), [copy.thing.object], endless=True)


# Other pieces ------------------------------------------------------------------


class Sides(NamedTuple):
    """The images of a design's front and back."""

    front: int
    back: int | None = None


class Things(ABC):
    """A kind of which every design has images of its own."""

    sheets: tuple[CardSheet, ...] = ()
    in_bags = False  # all copies of a design together
    cut = False

    def __init__(self, kind: Kind, components: Sequence[Component], gallery: Gallery) -> None:
        self.kind = kind
        self.components = components
        self.images = [self.sides(one, number, gallery) for number, one in enumerate(components, 1)]

    def sides(self, one: Component, number: int, gallery: Gallery) -> Sides:
        cut = self.kind.size.shape if self.cut else ""
        front = gallery.alone(one.front, f"{self.kind.id}-{number}", roles.TTS_IMAGE, self.kind, cut=cut)
        if not one.back:
            return Sides(front)
        return Sides(
            front, gallery.alone(one.back, f"{self.kind.id}-back-{number}", roles.TTS_BACK, self.kind, cut=cut)
        )

    @abstractmethod
    def thing(self, one: Component, copy: int, image: str, back: str, labels: Labels) -> PlacedObject:
        """One copy of a design."""

    def copies(self, labels: Labels, first: int) -> list[Copy]:
        copies = []
        for one, sides in zip(self.components, self.images):
            urls = labels.url(sides.front), labels.url(sides.back)
            count = 1 if self.kind.count == "supply" else one.piece.copies
            copies += [Copy(one, number, self.thing(one, number, *urls, labels)) for number in range(1, count + 1)]
        return copies

    def stock(self, copies: Sequence[Copy], labels: Labels) -> list[PlacedObject]:
        if self.kind.count == "supply":
            return [_supply(copy, labels) for copy in copies]
        designs: dict[str, list[PlacedObject]] = {one.piece.id: [] for one in self.components}
        for copy in copies:
            designs[copy.component.piece.id].append(copy.thing)
        return self._grouped(list(designs.values()), labels)

    def _grouped(self, designs: Sequence[list[PlacedObject]], labels: Labels) -> list[PlacedObject]:
        if not self.in_bags:
            return [thing for design in designs for thing in design]
        return [
            objects.bag(labels.of_piece(one), [thing.object for thing in design]) if len(design) > 1 else design[0]
            for one, design in zip(self.components, designs)
        ]


class Sheets(Things):
    """Sheets of paper; what is printed on their backs is below.

    Of several designs each copy is an object that has them all as its states.
    """

    def _grouped(self, designs: Sequence[list[PlacedObject]], labels: Labels) -> list[PlacedObject]:
        copies = [[stock for stock in each if stock] for each in zip_longest(*designs)]
        return [
            PlacedObject(objects.with_states(one.object, [other.object for other in others]), one.width, one.depth)
            for one, *others in copies
        ]

    def thing(self, one: Component, copy: int, image: str, back: str, labels: Labels) -> PlacedObject:
        return objects.sheet(labels.of_piece(one, copy), image, back, self.kind.size, one.front.slots)


class Tokens(Things):
    """Flat pieces cut along their outline."""

    in_bags = True  # they are chosen by their look
    cut = True

    def thing(self, one: Component, copy: int, image: str, back: str, labels: Labels) -> PlacedObject:
        return objects.token(labels.of_piece(one, copy), image, back, self.kind.size)


class Boards(Things):
    """Boards, each on the table by itself."""

    def thing(self, one: Component, copy: int, image: str, back: str, labels: Labels) -> PlacedObject:
        front = objects.board(labels.of_piece(one, copy), image, self.kind.size, one.front.slots)
        if not one.back:
            return front
        other = objects.board(labels.of_piece(one, copy, "/back"), back, self.kind.size, one.back.slots)
        return objects.with_other_side(front, other)


class Standees(Things):
    """Figures; a strip that is folded up names its halves `front` and `back`."""

    def sides(self, one: Component, number: int, gallery: Gallery) -> Sides:
        names = one.front.names
        if "front" not in names or "back" not in names:
            return super().sides(one, number, gallery)
        front = self._half(one.front, names["front"], 0, f"{self.kind.id}-{number}", gallery)
        return Sides(front, self._half(one.front, names["back"], 180, f"{self.kind.id}-back-{number}", gallery))

    def _half(self, picture: Picture, box: Box, turn: int, stem: str, gallery: Gallery) -> int:
        width, height = card_sheet.fit(box.w, box.h, gallery.cap)
        cell = Cell(gallery.page(picture), 0, 0, width, height, turn, _part(box, picture))
        return gallery.plan(Plate(width, height, (cell,), gallery.form), stem, roles.TTS_IMAGE, self.kind)

    def thing(self, one: Component, copy: int, image: str, back: str, labels: Labels) -> PlacedObject:
        return objects.standee(labels.of_piece(one, copy), image, back, self.kind.size)


def die_face(one: Component, value: int) -> Box:
    """Where a side of a die is on its net."""
    box = one.front.names.get(f"face-{value}")
    if box is None:
        message = f"the template {one.kind.template} of this die has no part named face-{value}"
        hint = 'give each side’s square a name, from name="face-1" to name="face-6"'
        raise Trouble(Problem(one.kind.place, message, hint))
    return box


class Dice(Things):
    """Six-sided dice: a net names its sides `face-1` to `face-6`; a field `faces` holds their values."""

    def sides(self, one: Component, number: int, gallery: Gallery) -> Sides:
        side = min(_DIE_PX, gallery.cap // 3 * 3)
        third, face = side // 3, round(side * objects.DIE_FACE)
        inset = (third - face) // 2
        page = gallery.page(one.front)
        cells = []
        for value, (column, row, turn) in objects.DIE_CELLS.items():
            part = _part(die_face(one, value), one.front)
            cells.append(Cell(page, column * third + inset, row * third + inset, face, face, turn, part))
        plate = Plate(side, side, tuple(cells), gallery.form)
        return Sides(gallery.plan(plate, f"{self.kind.id}-{number}", roles.TTS_IMAGE, self.kind))

    def thing(self, one: Component, copy: int, image: str, back: str, labels: Labels) -> PlacedObject:
        values = one.piece.values.get("faces")
        if not isinstance(values, (list, tuple)) or len(values) != 6:
            values = range(1, 7)
        return objects.die(labels.of_piece(one, copy), image, list(values))


def _part(box: Box, picture: Picture) -> Part:
    return box.x / picture.width, box.y / picture.height, box.w / picture.width, box.h / picture.height


PLANS: dict[str, Callable[[Kind, Sequence[Component], Gallery], Plan]] = {
    "card": Cards,
    "tile": Cards,
    "token": Tokens,
    "board": Boards,
    "sheet": Sheets,
    "die": Dice,
    "standee": Standees,
}
