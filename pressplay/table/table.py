"""A tabletop is what lies where on a virtual table, and how a game is set up there.

Lengths are millimetres, seen from the first seat: x grows to the right, y away from it, and
0 0 is the middle of the table. What needs the pictures, such as a board's slots, is worked
out when a table is arranged.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from pressplay.drawing.picture import Slot
from pressplay.problem import Place

# The seats that Tabletop Simulator knows; Black is its game master and has no hand.
COLORS = ("White", "Brown", "Red", "Orange", "Yellow", "Green", "Teal", "Blue", "Purple", "Pink")
SIDES = ("near", "far", "left", "right")
FACES = ("up", "down")
DECKED = ("card", "tile")  # what makes a pile
PILED = (*DECKED, "token")  # what a set-up can move
BAG = 86.0  # the side of the square that a bag takes
DIE = 35.0
COUNTER = (80.0, 50.0)
BOOK = (150.0, 210.0)
BOX = (100.0, 150.0)  # the game's box, with the rulebook's cover on its lid
HAND = (440.0, 110.0)  # where a player holds cards, beyond the table's edge
MOST_WIDE, MOST_DEEP = 2400, 1250  # what fits the plain rectangular table with room for hands around it


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a player sits: a side of the table, and how far along it."""

    name: str
    color: str
    side: str
    along: float
    place: Place = field(default_factory=lambda: Place(""), compare=False, repr=False)

    @property
    def label(self) -> str:
        """Its name, and where to sit down when that has another colour in Tabletop Simulator."""
        return self.name if self.name == self.color else f"{self.name} ({self.color})"


@dataclass(frozen=True, slots=True)
class Where:
    """A place in words: at a point, on a slot, before each player, in a grid, or in the box."""

    form: str  # at, place, slot, seats, grid, box
    x: float = 0.0
    y: float = 0.0
    name: str = ""  # of the place (of a grid too, when it lies in one), or of the board and its slot
    columns: int = 1
    rows: int = 1
    place: Place = field(default_factory=lambda: Place(""))


@dataclass(frozen=True, slots=True)
class Area:
    """A named place: one cell or several, each for a piece."""

    name: str
    where: Where
    columns: int
    rows: int
    step: tuple[float, float]
    size: tuple[float, float]
    kind: str = ""  # it is for this kind alone
    over: str = ""  # another place, on whose pieces this one lies


@dataclass(frozen=True, slots=True)
class Lay:
    """What lies somewhere: some kinds or one design, as a pile, one by one, or shared among the players."""

    name: str
    kinds: tuple[str, ...]
    piece: str  # empty: all of the kinds
    where: Where
    share: str  # copies, pieces, or a field of the kind
    form: str  # pile or states
    face: str
    place: Place


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter before each player, or one for all."""

    title: str
    where: Where


@dataclass(frozen=True, slots=True)
class PlainDice:
    """Plain six-sided dice, of which a project prints none."""

    number: int
    where: Where


@dataclass(frozen=True, slots=True)
class SetupStep:
    """One step of the set-up for one number of players, its numbers worked out from the facts."""

    verb: str  # shuffle, mix, take, split, put, under, deal, hand, own, each, sort, box
    stack: str
    number: int = 0  # 0: all
    to: str = ""
    ids: tuple[str, ...] = ()  # kind/piece, in order when sorted
    columns: int = 0
    face: str = ""
    place: Place = field(default_factory=lambda: Place(""))


@dataclass(frozen=True, slots=True)
class Table:
    """A table as its file describes it."""

    width: float
    depth: float
    seats: tuple[Seat, ...]
    areas: Mapping[str, Area]
    lay: tuple[Lay, ...]
    counters: tuple[Counter, ...]
    dice: PlainDice | None
    rulebook: Where | None
    box: Where
    setups: Mapping[int, tuple[SetupStep, ...]]  # number of players → its steps
    path: str

    def plain_title(self, thing: "Thing") -> str:
        """What a counter counts, without whose it is, which shows in where it lies."""
        return thing.title.removesuffix(f": {self.seats[thing.seat].name}") if thing.seat >= 0 else thing.title


SIGNED = "-- pressplay set-up "


def signed_script(script: str) -> str:
    """A set-up script with its hash above it, by which an update knows that nobody has written in it."""
    return f"{SIGNED}{sha256(script.encode()).hexdigest()[:12]}\n{script}"


# Arranged -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spot:
    """A rectangle on the table: its middle, its sides, and how it is turned, clockwise in degrees."""

    x: float
    y: float
    width: float
    depth: float
    turn: float = 0.0

    @property
    def room(self) -> tuple[float, float, float, float]:
        """Left, near, right and far edge of what it covers."""
        wide, deep = (self.depth, self.width) if round(self.turn) % 180 == 90 else (self.width, self.depth)
        return self.x - wide / 2, self.y - deep / 2, self.x + wide / 2, self.y + deep / 2

    @property
    def right(self) -> tuple[int, int]:
        """Which way is right for who looks at it upright."""
        return {0: (1, 0), 90: (0, -1), 180: (-1, 0), 270: (0, 1)}[round(self.turn) % 360]

    def slot(self, slot: Slot, width: float, height: float) -> "Spot":
        """Where a slot of a board that is so large lies, when the board lies here."""
        x, y = slot.box.x + slot.box.w / 2 - width / 2, height / 2 - slot.box.y - slot.box.h / 2
        for _ in range(round(self.turn / 90) % 4):
            x, y = y, -x
        return Spot(self.x + x, self.y + y, slot.box.w, slot.box.h, (self.turn + slot.rotate) % 360)

    def overlaps(self, other: "Spot") -> bool:
        """Whether two rectangles share more than an edge."""
        left, near, right, far = self.room
        other_left, other_near, other_right, other_far = other.room
        hair = 0.05  # of rounding
        apart = right <= other_left + hair or other_right <= left + hair
        return not (apart or far <= other_near + hair or other_far <= near + hair)

    def within(self, other: "Spot") -> bool:
        left, near, right, far = self.room
        other_left, other_near, other_right, other_far = other.room
        hair = 0.05
        sideways = left >= other_left - hair and right <= other_right + hair
        return sideways and near >= other_near - hair and far <= other_far + hair


class Member(NamedTuple):
    """A copy of a piece."""

    kind: str
    piece: str
    copy: int

    @property
    def design(self) -> tuple[str, str]:
        """The piece, whichever copy."""
        return self.kind, self.piece


@dataclass(frozen=True, slots=True)
class Stack:
    """Some pieces that lie together as one object."""

    name: str  # as set-up steps call it
    members: tuple[Member, ...]
    form: str  # one, pile, bag, supply, states
    spot: Spot | None  # None: in the box
    face_up: bool
    seat: int = -1  # whose it is
    on: str = ""  # the board it lies on
    area: str = ""  # the named place it lies in
    place: Place = field(default_factory=lambda: Place(""))

    @property
    def key(self) -> str:
        """Its name, and whose it is."""
        return self.name + (f"@{self.seat + 1}" if self.seat >= 0 else "")


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that belongs to the table rather than to the game: a hand, a counter, the rulebook, the box."""

    sort: str  # hand, counter, dice, rulebook, box
    title: str
    spot: Spot
    seat: int = -1
    place: Place = field(default_factory=lambda: Place(""))
    number: int = 1  # of dice


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A table with everything in its place."""

    table: Table
    stacks: tuple[Stack, ...]
    things: tuple[Thing, ...]
    cells: Mapping[str, tuple[Spot, ...]]  # of each named place, in the order in which they are filled
    kinds: Mapping[str, str]  # the kind that a named place is for, if it says so

    def dealt(self, step: SetupStep) -> tuple[Spot, ...]:
        """The cells that a dealing step fills."""
        cells = self.cells[step.to]
        area = self.table.areas[step.to]
        if not step.columns or area.where.form == "slot":
            return cells[: step.number]
        rows = step.number // step.columns
        return tuple(cells[row * area.columns + column] for row in range(rows) for column in range(step.columns))
