"""A tabletop says, in the words of table.yaml, what lies where on a virtual table and how a game is set up.

Lengths are millimetres, seen from the first seat: x grows to the right, y away from it, and
0 0 is the middle of the table. What needs the pictures, such as a board's slots, is worked
out later, when a table is arranged.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .fields import BAD, ID, ListOf, MapOf, Maybe, Number, OneOf, Reading, Record, Text
from .game import Kind, Piece, Size
from .problem import Place, Problem, nearest
from .sandbox import Unknown, explain
from .source import Document, Node, Scalar
from .source import Mapping as Entries
from .source import Sequence as Items
from .wording import Wording

# The seats that Tabletop Simulator knows; Black is its game master and has no hand.
COLORS = ("White", "Brown", "Red", "Orange", "Yellow", "Green", "Teal", "Blue", "Purple", "Pink")
SIDES = ("near", "far", "left", "right")
FACES = ("up", "down")
MOST_WIDE, MOST_DEEP = 2400, 1250  # what fits the plain rectangular table with room for hands around it


def _words(*accepted: str) -> OneOf:
    return OneOf({word: word for word in accepted})


TABLE = Record(
    {
        "size": Text(1),
        "seats": ListOf(
            Record(
                {"name": Text(1, 30), "color": _words(*COLORS), "side": _words(*SIDES), "along": Maybe(Number(), 0)}
            ),
            1,
            len(COLORS),
        ),
        "places": Maybe(
            MapOf(
                Record(
                    {
                        "at": Maybe(Text(1)),
                        "on": Maybe(Text(1)),
                        "grid": Maybe(Text(1)),
                        "step": Maybe(Text(1)),
                        "holds": Maybe(Text(1)),
                    }
                ),
                "place",
                ID,
            )
        ),
        "lay": ListOf(
            Record(
                {
                    "what": Text(1),
                    "where": Text(1),
                    "name": Maybe(Text(1)),
                    "share": Maybe(Text(1)),
                    "as": Maybe(_words("pile", "states"), "pile"),
                    "face": Maybe(_words(*FACES)),
                }
            ),
            1,
        ),
        "counters": Maybe(ListOf(Record({"title": Text(1, 30), "where": Text(1)}))),
        "dice": Maybe(Record({"number": Text(1), "where": Text(1)})),
        "rulebook": Maybe(Text(1)),
        "box": Text(1),
        "counts": Maybe(Text(1)),
        "setup": Maybe(ListOf(Text(1))),
    }
)


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a player sits: a side of the table, and how far along it."""

    name: str
    color: str
    side: str
    along: float


@dataclass(frozen=True, slots=True)
class Where:
    """A place in words: at a point, on a slot, before each player, in a grid, or in the box."""

    form: str  # at, place, slot, seats, grid, box
    x: float = 0.0
    y: float = 0.0
    name: str = ""  # of the place, or of the board and its slot
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


@dataclass(frozen=True, slots=True)
class Laying:
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
class Counting:
    """A counter before each player, or one for all."""

    title: str
    where: Where


@dataclass(frozen=True, slots=True)
class Step:
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
    lay: tuple[Laying, ...]
    counters: tuple[Counting, ...]
    dice: tuple[int, Where] | None  # so many plain ones
    rulebook: Where | None
    box: Where
    setups: Mapping[int, tuple[Step, ...]]  # number of players → its steps
    path: str


def read_table(
    document: Document,
    kinds: Mapping[str, Kind],
    pieces: Mapping[str, Sequence[Piece]],
    facts: Mapping[str, Any],
    players: Mapping[str, int],
    sizes: Mapping[str, Size],
) -> tuple[Table | None, list[Problem]]:
    """The table of a file, or everything that is wrong with it."""
    at = Reading(document.path)
    data = TABLE.read(_lenient(document.root), "", at)
    if data is BAD or not isinstance(document.root, Entries):
        return None, at.problems
    reader = _Reader(document.root, at, kinds, pieces, facts, players, sizes)
    table = reader.table(data, document.path)
    return (None if at.problems else table), at.problems


def _lenient(root: Node) -> Node:
    """The file with its set-up steps as plain words: what stands in braces is filled later."""
    if not isinstance(root, Entries) or not isinstance(root.get("setup"), Items):
        return root
    steps = root.get("setup")
    assert isinstance(steps, Items)
    shown = Items([_hidden(step) for step in steps.items], steps.line, steps.column)
    return Entries(root.entries | {"setup": (root.entries["setup"][0], shown)}, root.line, root.column)


def _hidden(step: Node) -> Node:
    return Scalar("step", step.line, step.column) if isinstance(step, Scalar) and step.text else step


# Reading ------------------------------------------------------------------------

_PAIR = re.compile(r"(-?\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?)")
_BY = re.compile(r"(\d+(?:\.\d+)?) ?[x×] ?(\d+(?:\.\d+)?)")
_FORMS = "at X Y, at PLACE, on BOARD.SLOT, in front of each player at X Y, grid C x R at X Y, or in the box"


class _Reader:
    def __init__(
        self,
        root: Entries,
        at: Reading,
        kinds: Mapping[str, Kind],
        pieces: Mapping[str, Sequence[Piece]],
        facts: Mapping[str, Any],
        players: Mapping[str, int],
        sizes: Mapping[str, Size],
    ) -> None:
        self.root = root
        self.at = at
        self.kinds = kinds
        self.pieces = pieces
        self.facts = facts
        self.players = players
        self.sizes = sizes
        self.areas: dict[str, Area] = {}

    def table(self, data: Mapping[str, Any], path: str) -> Table:
        width, depth = self._by(data["size"], self._node("size"))
        if not (0 < width <= MOST_WIDE and 0 < depth <= MOST_DEEP):
            self.at.say(self._node("size"), f"size is {data['size']}; a table is at most {MOST_WIDE} x {MOST_DEEP}")
        seats = tuple(Seat(**each) for each in data["seats"])
        self._seats(seats)
        for name, values in (data["places"] or {}).items():
            self._area(name, values)
        lay = tuple(filter(None, (self._laying(*each) for each in zip(data["lay"], self._nodes("lay")))))
        self._all_laid(lay)
        counters = tuple(
            Counting(each["title"], self._where(each["where"], self._inner(node, "where")))
            for each, node in zip(data["counters"] or (), self._nodes("counters"))
        )
        dice = self._dice(data["dice"]) if data["dice"] else None
        rulebook = self._where(data["rulebook"], self._node("rulebook")) if data["rulebook"] else None
        box = self._where(data["box"], self._node("box"))
        setups = self._setups(data["counts"], lay, len(seats)) if data["setup"] else {}
        return Table(width, depth, seats, self.areas, lay, counters, dice, rulebook, box, setups, path)

    def _node(self, key: str) -> Node:
        return self.root.get(key) or self.root

    def _nodes(self, key: str) -> list[Node]:
        node = self.root.get(key)
        return node.items if isinstance(node, Items) else []

    def _inner(self, node: Node | None, key: str) -> Node:
        found = node.get(key) if isinstance(node, Entries) else None
        return found or node or self.root

    def _place(self, node: Node) -> Place:
        return Place(self.at.file, node.line, node.column)

    def _by(self, text: str, node: Node) -> tuple[float, float]:
        match = _BY.fullmatch(text)
        if not match:
            self.at.say(node, f"“{text}” is no size", "for example 1600 x 1000")
            return 1.0, 1.0
        return float(match[1]), float(match[2])

    def _seats(self, seats: Sequence[Seat]) -> None:
        if len(seats) < self.players["max"]:
            told = f"there are {len(seats)} seats; the game is for up to {self.players['max']} players"
            self.at.say(self._node("seats"), told)
        for what in ("name", "color"):
            taken = [getattr(seat, what) for seat in seats]
            for number, word in enumerate(taken):
                if word in taken[:number]:
                    self.at.say(self._inner(self._nodes("seats")[number], what), f"two seats have the {what} {word}")

    # Places

    def _area(self, name: str, values: Mapping[str, Any]) -> None:
        places = self.root.get("places")
        node = places.get(name) if isinstance(places, Entries) else None
        here = node or self.root
        if bool(values["at"]) == bool(values["on"]):
            self.at.say(here, f"places.{name} lies either at a point or on a board", "give it one of at and on")
            return
        if name in self.kinds:
            self.at.say(here, f"the place {name} has the name of a kind", "give it another")
            return
        columns, rows = (
            (int(n) for n in self._by(values["grid"], self._inner(node, "grid"))) if values["grid"] else (1, 1)
        )
        size = self._size(values["holds"] or "", self._inner(node, "holds"))
        step = self._by(values["step"], self._inner(node, "step")) if values["step"] else (size[0] + 6, size[1] + 6)
        if values["at"]:
            where = self._where(f"at {values['at']}", self._inner(node, "at"))
        else:
            where = self._where(f"on {values['on']}", self._inner(node, "on"), many=True)
        self.areas[name] = Area(name, where, columns, rows, step, size)

    def _size(self, name: str, node: Node) -> tuple[float, float]:
        """The size of what a place holds: a kind's, or a named one."""
        if name in self.kinds:
            size = self.kinds[name].size
            return size.width, size.height
        if name and name in self.sizes:
            return self.sizes[name].width, self.sizes[name].height
        if name:
            self.at.say(node, f"there is no kind and no size {name}", nearest(name, [*self.kinds, *self.sizes]))
        return 63.5, 88.9

    def _where(self, text: str, node: Node, many: bool = False) -> Where:
        """A place in words, read."""
        place = self._place(node)
        if text == "in the box":
            return Where("box", place=place)
        seats = re.fullmatch(r"in front of each player(?: at (.+))?", text)
        if seats and (pair := _PAIR.fullmatch(seats[1] or "0 0")):
            return Where("seats", float(pair[1]), float(pair[2]), place=place)
        grid = re.fullmatch(r"grid (\d+) ?[x×] ?(\d+) at (.+)", text)
        if grid and (pair := _PAIR.fullmatch(grid[3])):
            return Where("grid", float(pair[1]), float(pair[2]), "", int(grid[1]), int(grid[2]), place)
        if text.startswith("at ") and (pair := _PAIR.fullmatch(text[3:])):
            return Where("at", float(pair[1]), float(pair[2]), place=place)
        if text.startswith("at ") and ID.fullmatch(text[3:]):
            return self._at_area(text[3:], node)
        slot = re.fullmatch(r"on ([a-z0-9-]+)\.([a-z0-9-]+\*?)", text)
        if slot:
            return self._on_board(slot[1], slot[2], node, many)
        self.at.say(node, f"“{text}” says no place", f"write {_FORMS}")
        return Where("at", place=place)

    def _at_area(self, name: str, node: Node) -> Where:
        if name not in self.areas:
            self.at.say(node, f"there is no place {name}", nearest(name, self.areas))
        return Where("place", name=name, place=self._place(node))

    def _on_board(self, kind: str, slot: str, node: Node, many: bool) -> Where:
        if kind not in self.kinds:
            self.at.say(node, f"there is no kind {kind}", nearest(kind, self.kinds))
        elif self.kinds[kind].tabletop not in ("board", "tile"):
            boards = [each.id for each in self.kinds.values() if each.tabletop in ("board", "tile")]
            self.at.say(node, f"{kind} is no board, so it has no slots", nearest(kind, boards))
        if slot.endswith("*") and not many:
            self.at.say(node, f"{kind}.{slot} means several slots; a pile lies on one")
        return Where("slot", name=f"{kind}.{slot}", place=self._place(node))

    # What lies there

    def _laying(self, values: Mapping[str, Any], node: Node) -> Laying | None:
        what = self._inner(node, "what")
        kinds, piece = self._what(values["what"], what)
        where = self._where(values["where"], self._inner(node, "where"))
        share = values["share"] or ""
        if where.form == "seats" and not share:
            self.at.say(
                node, "what lies before each player must say how it is shared", "share: copies, pieces or a field"
            )
        if share and where.form != "seats":
            self.at.say(self._inner(node, "share"), "share is for what lies in front of each player")
        if share not in ("", "copies", "pieces"):
            for kind in kinds:
                if kind in self.kinds and share not in self.kinds[kind].fields:
                    accepted = ["copies", "pieces", *self.kinds[kind].fields]
                    self.at.say(self._inner(node, "share"), f"{kind} has no field {share}", nearest(share, accepted))
        if not kinds or any(kind not in self.kinds for kind in kinds):
            return None
        name = values["name"] or (f"{kinds[0]}-{piece}" if piece else kinds[0])
        return Laying(name, kinds, piece, where, share, values["as"], values["face"] or "", self._place(what))

    def _what(self, text: str, node: Node) -> tuple[tuple[str, ...], str]:
        kinds: tuple[str, ...]
        if "/" in text:
            kind, _, piece = text.partition("/")
            ids = [each.id for each in self.pieces.get(kind, ())]
            if kind in self.kinds and piece not in ids:
                self.at.say(node, f"there is no {kind} {piece}", nearest(piece, ids))
            kinds = (kind,)
        else:
            kinds, piece = tuple(word.strip() for word in text.split("+")), ""
        for kind in kinds:
            if kind not in self.kinds:
                self.at.say(node, f"there is no kind {kind}", nearest(kind, self.kinds))
        return kinds, piece

    def _all_laid(self, lay: Iterable[Laying]) -> None:
        told = list(lay)
        for kind in self.kinds:
            if not any(kind in each.kinds for each in told):
                self.at.say(self._node("lay"), f"nothing says where the kind {kind} lies", "add it to lay")
        names = [each.name for each in told]
        for number, each in enumerate(told):
            if each.name in names[:number]:
                node = self._nodes("lay")[number]
                self.at.say(node, f"two things are named {each.name}", "give one a name of its own")

    def _dice(self, values: Mapping[str, Any]) -> tuple[int, Where]:
        """Plain six-sided dice, of which a project prints none."""
        node = self._node("dice")
        number = self._inner(node, "number")
        known = {**self.facts, "players": dict(self.players)}
        text = self._filled(number, Wording(known, self.at), known)
        if text and not re.fullmatch(r"[1-9]\d?", text):
            self.at.say(number, f"dice.number is {text}; it must be a whole number from 1 to 99")
            text = ""
        return int(text or 1), self._where(values["where"], self._inner(node, "where"))

    # The set-up

    def _setups(self, counts: str | None, lay: Sequence[Laying], seats: int) -> dict[int, tuple[Step, ...]]:
        numbers: Any = range(self.players["min"], self.players["max"] + 1)
        if counts:
            numbers = self.facts.get(counts)
            if not isinstance(numbers, list) or not all(isinstance(n, int) and 0 < n <= seats for n in numbers):
                hint = "name a fact that lists numbers of players"
                self.at.say(self._node("counts"), f"counts: {counts} is no fact that lists them", hint)
                return {}
        return {number: self._steps(number, lay) for number in numbers}

    def _steps(self, number: int, lay: Sequence[Laying]) -> tuple[Step, ...]:
        known = {**self.facts, "players": dict(self.players), "n": number}
        wording = Wording(known, self.at)
        script = _Script(self, {each.name: each for each in lay if each.where.form != "box"}, number)
        steps: list[Step] = []
        for node in self._nodes("setup"):
            text = self._filled(node, wording, known)
            if text and not self.at.problems:
                steps += script.step(" ".join(text.split()), node)
        if not self.at.problems:
            script.finish(self._node("setup"))
        return tuple(steps)

    def _filled(self, node: Node, wording: Wording, known: Mapping[str, Any]) -> str:
        if not isinstance(node, Scalar):
            return ""
        try:
            parts = wording.parts(node.text)
            for part in parts:
                for name in () if isinstance(part, str) else sorted(part[0]):
                    if name not in known:
                        raise Unknown(f"there is no fact {name}\n" + nearest(name, known))
            wording.sandbox.budget = 100_000
            return "".join(part if isinstance(part, str) else part[1](dict(known)) for part in parts)
        except Exception as error:  # whatever a designer's expression may raise
            message, hint = explain(error)
            self.at.say(node, message, hint)
            return ""


_STACK = r"([a-z0-9-]+)"
_STEPS = (
    "shuffle STACK, shuffle STACK into STACK, take N STACK as NAME, take STACK where FIELD is VALUE as NAME, "
    "put N STACK on STACK, put STACK under STACK, deal N STACK to each player, deal N STACK to PLACE, "
    "give STACK to each player, lay a STACK of each player on PLACE, sort STACK by FIELD, or box STACK"
)


class _Script:
    """Reads the steps of one set-up, and keeps count of what lies in each stack."""

    def __init__(self, reader: _Reader, stacks: Mapping[str, Laying], players: int) -> None:
        self.reader = reader
        self.stacks = stacks
        self.players = players
        self.kinds = {name: laying.kinds for name, laying in stacks.items()}  # also of stacks that are made on the way
        self.sizes = {name: self._size(laying) for name, laying in stacks.items()}

    def _size(self, laying: Laying) -> int:
        pieces = [piece for kind in laying.kinds for piece in self.reader.pieces[kind]]
        return sum(piece.copies for piece in pieces if laying.piece in ("", piece.id))

    def step(self, text: str, node: Node) -> list[Step]:
        readers = (
            (rf"shuffle {_STACK}", self._shuffle),
            (rf"shuffle {_STACK} into {_STACK}", self._mix),
            (rf"take (\d+) {_STACK} as {_STACK}", self._take),
            (rf"take {_STACK} where (.+) as {_STACK}", self._split),
            (rf"put (?:(\d+) )?{_STACK} (on|under) {_STACK}", self._put),
            (rf"deal (\d+) {_STACK} to each player(?: with an? {_STACK})?", self._hand),
            (rf"deal (\d+)(?: ?[x×] ?(\d+))? {_STACK} to {_STACK}( face down)?", self._deal),
            (rf"give {_STACK} to each player", self._own),
            (rf"lay a {_STACK} of each player on {_STACK}", self._each),
            (rf"sort {_STACK} by ([a-z_]+)", self._sort),
            (rf"box (?:(\d+) )?{_STACK}", self._box),
        )
        for pattern, read in readers:
            match = re.fullmatch(pattern, text)
            if match:
                found = read(node, *match.groups())
                return [found] if found else []
        self.reader.at.say(node, f"“{text}” is no step of a set-up", f"write {_STEPS}")
        return []

    def finish(self, node: Node) -> None:
        for name, size in self.sizes.items():
            if size and name not in self.stacks:
                told = f"{name} still holds {size} pieces at the end, and lies nowhere"
                self.reader.at.say(node, told, f"for example: box {name}")

    def _known(self, name: str, node: Node) -> bool:
        if name not in self.kinds:
            self.reader.at.say(node, f"there is no stack {name}", nearest(name, self.kinds))
        return name in self.kinds

    def _common(self, node: Node, *names: str) -> bool:
        """Whether these are stacks that all players share."""
        return all(self._shared(name, node, False) for name in names)

    def _shared(self, name: str, node: Node, wanted: bool) -> bool:
        """Whether a stack lies before each player, as wanted."""
        if not self._known(name, node):
            return False
        each = name in self.stacks and self.stacks[name].where.form == "seats"
        if each != wanted:
            told = f"{name} lies before each player" if each else f"{name} does not lie before each player"
            self.reader.at.say(node, told, "give is for what does, the other steps are for what does not")
        return each == wanted

    def _at(self, node: Node) -> Place:
        return self.reader._place(node)

    def _leave(self, stack: str, number: int, node: Node) -> int:
        """So many pieces leave a stack; 0 means all of them."""
        number = number or self.sizes[stack]
        if number > self.sizes[stack]:
            told = f"{number} pieces of {stack} are asked for with {self.players} players; it has {self.sizes[stack]}"
            self.reader.at.say(node, told)
        self.sizes[stack] -= min(number, self.sizes[stack])
        return number

    def _move(self, stack: str, number: int, to: str, node: Node) -> None:
        self.sizes[to] = self._leave(stack, number, node) + self.sizes.get(to, 0)
        self.kinds[to] = tuple(dict.fromkeys((*self.kinds.get(to, ()), *self.kinds[stack])))

    def _shuffle(self, node: Node, stack: str) -> Step | None:
        return Step("shuffle", stack, place=self._at(node)) if self._common(node, stack) else None

    def _mix(self, node: Node, stack: str, to: str) -> Step | None:
        if not self._common(node, stack, to):
            return None
        self._move(stack, 0, to, node)
        return Step("mix", stack, to=to, place=self._at(node))

    def _take(self, node: Node, number: str, stack: str, name: str) -> Step | None:
        if not self._common(node, stack):
            return None
        self._move(stack, int(number), name, node)
        return Step("take", stack, int(number), name, place=self._at(node))

    def _split(self, node: Node, stack: str, conditions: str, name: str) -> Step | None:
        if not self._common(node, stack):
            return None
        wanted = []
        for condition in conditions.split(" and "):
            match = re.fullmatch(r"([a-z_]+) is (not )?(.+)", condition)
            if not match:
                self.reader.at.say(node, f"“{condition}” is no condition", "write FIELD is VALUE")
                return None
            if not self._field(match[1], stack, node):
                return None
            wanted.append((match[1], bool(match[2]), [word.strip() for word in match[3].split(" or ")]))
        found = [
            piece
            for kind in self.kinds[stack]
            for piece in self.reader.pieces[kind]
            if all((_word(piece.values.get(field)) in words) != no for field, no, words in wanted)
        ]
        if not found:
            self.reader.at.say(node, f"no piece of {stack} is like that")
            return None
        self._move(stack, sum(piece.copies for piece in found), name, node)
        ids = tuple(f"{piece.kind}/{piece.id}" for piece in found)
        return Step("split", stack, to=name, ids=ids, place=self._at(node))

    def _field(self, name: str, stack: str, node: Node) -> bool:
        fields = {field: None for kind in self.kinds[stack] for field in self.reader.kinds[kind].fields}
        if name not in fields:
            self.reader.at.say(node, f"{stack} has no field {name}", nearest(name, fields))
        return name in fields

    def _put(self, node: Node, number: str | None, stack: str, how: str, to: str) -> Step | None:
        if not self._common(node, stack, to):
            return None
        self._move(stack, int(number or 0), to, node)
        return Step("put" if how == "on" else "under", stack, int(number or 0), to, place=self._at(node))

    def _hand(self, node: Node, number: str, stack: str, with_a: str | None) -> Step | None:
        if not self._common(node, stack):
            return None
        if with_a and with_a not in self.kinds[stack]:
            self.reader.at.say(node, f"{stack} holds no {with_a}", nearest(with_a, self.kinds[stack]))
        self._leave(stack, int(number) * self.players, node)
        return Step("hand", stack, int(number), with_a or "", place=self._at(node))

    def _deal(
        self, node: Node, number: str, rows: str | None, stack: str, to: str, face_down: str | None
    ) -> Step | None:
        if not self._common(node, stack):
            return None
        area = self.reader.areas.get(to)
        if area is None:
            self.reader.at.say(node, f"there is no place {to}", nearest(to, self.reader.areas))
            return None
        columns = int(number) if rows else 0
        if rows and area.where.form != "slot" and (columns > area.columns or int(rows) > area.rows):
            has = f"{area.columns} x {area.rows}"
            self.reader.at.say(node, f"{columns} x {rows} pieces do not fit {to}, which is {has}")
        total = int(number) * int(rows or 1)
        self._leave(stack, total, node)
        return Step("deal", stack, total, to, (), columns, "down" if face_down else "up", self._at(node))

    def _own(self, node: Node, stack: str) -> Step | None:
        return Step("own", stack, place=self._at(node)) if self._shared(stack, node, True) else None

    def _each(self, node: Node, stack: str, to: str) -> Step | None:
        if to not in self.reader.areas:
            self.reader.at.say(node, f"there is no place {to}", nearest(to, self.reader.areas))
            return None
        return Step("each", stack, 1, to, place=self._at(node)) if self._shared(stack, node, True) else None

    def _sort(self, node: Node, stack: str, name: str) -> Step | None:
        if not self._common(node, stack) or not self._field(name, stack, node):
            return None
        found = [piece for kind in self.kinds[stack] for piece in self.reader.pieces[kind]]
        values = [piece.values.get(name) for piece in found]
        if not all(isinstance(value, int) for value in values) and not all(isinstance(v, str) for v in values):
            self.reader.at.say(node, f"{name} does not give an order", "sort by a field of numbers or of words")
            return None
        found.sort(key=lambda piece: piece.values[name])
        return Step("sort", stack, ids=tuple(f"{piece.kind}/{piece.id}" for piece in found), place=self._at(node))

    def _box(self, node: Node, number: str | None, stack: str) -> Step | None:
        if not self._common(node, stack):
            return None
        self._leave(stack, int(number or 0), node)
        return Step("box", stack, int(number or 0), place=self._at(node))


def _word(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


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


Member = tuple[str, str, int]  # kind, piece and copy


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
    place: Place = field(default_factory=lambda: Place(""))


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

    def dealt(self, step: Step) -> tuple[Spot, ...]:
        """The cells that a dealing step fills."""
        cells = self.cells[step.to]
        area = self.table.areas[step.to]
        if not step.columns or area.where.form == "slot":
            return cells[: step.number]
        rows = step.number // step.columns
        return tuple(cells[row * area.columns + column] for row in range(rows) for column in range(step.columns))
