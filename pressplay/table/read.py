"""Placing reads table.yaml: what lies where on a virtual table, in the words of the game."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pressplay.data.fields import BAD, Id, Number, OneOf, Reading, Text
from pressplay.data.formats import SLOTTED
from pressplay.data.ids import ID
from pressplay.data.nodes import Document, MappingNode, Node, Scalar, SequenceNode
from pressplay.data.pieces import Contents, Size
from pressplay.data.structures import ListOf, MapOf, Maybe, Record
from pressplay.problem import Place, Problem, nearest
from pressplay.rules.explain import explain
from pressplay.rules.sandbox import Unknown
from pressplay.rules.wording import Wording

from .steps import Script
from .table import (
    COLORS,
    DECKED,
    FACES,
    MOST_DEEP,
    MOST_WIDE,
    SIDES,
    Area,
    Counter,
    Lay,
    PlainDice,
    Seat,
    SetupStep,
    Table,
    Where,
)


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
                        "over": Maybe(Text(1)),
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
                    "name": Maybe(Id()),
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


def read_table(
    document: Document,
    contents: Contents,
    facts: Mapping[str, Any],
    sizes: Mapping[str, Size],
    setup: bool = True,
) -> tuple[Table | None, list[Problem]]:
    """The table of a file, with its set-up unless said otherwise, or everything that is wrong with it."""
    at = Reading(document.path)
    data = TABLE.read(_lenient(document.root), "", at)
    if data is BAD or not isinstance(document.root, MappingNode):
        return None, at.problems
    reader = _TableReader(document.root, at, contents, facts, sizes)
    table = reader.table(data if setup else {**data, "setup": None}, document.path)
    return (None if at.problems else table), at.problems


def _lenient(root: Node) -> Node:
    """The file with its set-up steps as plain words: what stands in braces is filled later."""
    if not isinstance(root, MappingNode) or not isinstance(root.get("setup"), SequenceNode):
        return root
    steps = root.get("setup")
    assert isinstance(steps, SequenceNode)
    shown = SequenceNode([_hidden(step) for step in steps.items], steps.line, steps.column)
    return MappingNode(root.entries | {"setup": (root.entries["setup"][0], shown)}, root.line, root.column)


def _hidden(step: Node) -> Node:
    return Scalar("step", step.line, step.column) if isinstance(step, Scalar) and step.text else step


# Reading ------------------------------------------------------------------------

_PAIR = re.compile(r"(-?\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?)")
_BY = re.compile(r"(\d+(?:\.\d+)?) ?[x×] ?(\d+(?:\.\d+)?)")
_GRID = re.compile(r"([1-9][0-9]?) ?[x×] ?([1-9][0-9]?)")
_FORMS = (
    "at X Y, at PLACE, on BOARD.SLOT, in front of each player at X Y, grid C x R at X Y, grid C x R at PLACE, "
    "or in the box"
)


class _TableReader:
    def __init__(
        self,
        root: MappingNode,
        at: Reading,
        contents: Contents,
        facts: Mapping[str, Any],
        sizes: Mapping[str, Size],
    ) -> None:
        self.root = root
        self.at = at
        self.kinds = contents.kinds
        self.pieces = contents.pieces
        self.facts = facts
        self.players = contents.players
        self.sizes = sizes
        self.areas: dict[str, Area] = {}

    def table(self, data: Mapping[str, Any], path: str) -> Table:
        width, depth = self._by(data["size"], self._node("size"))
        if not (0 < width <= MOST_WIDE and 0 < depth <= MOST_DEEP):
            self.at.say(self._node("size"), f"size is {data['size']}; a table is at most {MOST_WIDE} x {MOST_DEEP}")
        seats = tuple(Seat(**each, place=self._place(node)) for each, node in zip(data["seats"], self._nodes("seats")))
        self._seats(seats)
        for seat in seats:
            if abs(seat.along) > (width if seat.side in ("near", "far") else depth) / 2:
                self._problem(seat.place, f"{seat.name} does not sit at the table", "give a smaller along")
        for name, values in (data["places"] or {}).items():
            self._area(name, values)
        lay = tuple(filter(None, (self._laying(*each) for each in zip(data["lay"], self._nodes("lay")))))
        self._all_laid(lay)
        counters = tuple(
            Counter(each["title"], self._point(each["where"], self._inner(node, "where"), "seats"))
            for each, node in zip(data["counters"] or (), self._nodes("counters"))
        )
        self._counters(counters)
        dice = self._dice(data["dice"]) if data["dice"] else None
        rulebook = self._point(data["rulebook"], self._node("rulebook")) if data["rulebook"] else None
        box = self._point(data["box"], self._node("box"))
        setups = self._setups(data["counts"], lay, len(seats)) if data["setup"] else {}
        return Table(width, depth, seats, self.areas, lay, counters, dice, rulebook, box, setups, path)

    def _node(self, key: str) -> Node:
        return self.root.get(key) or self.root

    def _nodes(self, key: str) -> list[Node]:
        node = self.root.get(key)
        return node.items if isinstance(node, SequenceNode) else []

    def _inner(self, node: Node | None, key: str) -> Node:
        found = node.get(key) if isinstance(node, MappingNode) else None
        return found or node or self.root

    def _place(self, node: Node) -> Place:
        return self.at.place(node)

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

    def _counters(self, counters: Sequence[Counter]) -> None:
        titles = [each.title for each in counters]
        for number, title in enumerate(titles):
            if title in titles[:number]:
                node = self._inner(self._nodes("counters")[number], "title")
                self.at.say(node, f"two counters have the title {title}", "give one a title of its own")

    # Places

    def _area(self, name: str, values: Mapping[str, Any]) -> None:
        places = self.root.get("places")
        node = places.get(name) if isinstance(places, MappingNode) else None
        here = node or self.root
        if bool(values["at"]) == bool(values["on"]):
            self.at.say(here, f"places.{name} lies either at a point or on a board", "give it one of at and on")
            return
        if name in self.kinds:
            self.at.say(here, f"the place {name} has the name of a kind", "give it another")
            return
        columns, rows = self._cells(values["grid"] or "1 x 1", self._inner(node, "grid"))
        size = self._size(values["holds"] or "", self._inner(node, "holds"))
        step = self._by(values["step"], self._inner(node, "step")) if values["step"] else (size[0] + 6, size[1] + 6)
        if values["at"]:
            where = self._where(f"at {values['at']}", self._inner(node, "at"))
        else:
            where = self._where(f"on {values['on']}", self._inner(node, "on"), many=True)
        kind = values["holds"] if values["holds"] in self.kinds else ""
        self.areas[name] = Area(name, where, columns, rows, step, size, kind, self._over(values["over"] or "", node))

    def _cells(self, text: str, node: Node) -> tuple[int, int]:
        match = _GRID.fullmatch(text)
        if not match:
            self.at.say(node, f"“{text}” is no grid", "for example 4 x 3; it has at most 99 columns and 99 rows")
            return 1, 1
        return int(match[1]), int(match[2])

    def _over(self, name: str, node: Node | None) -> str:
        """The place below another one, which must have been said before."""
        if name and name not in self.areas:
            told = f"there is no place {name} above this one in the file"
            self.at.say(self._inner(node, "over"), told, nearest(name, self.areas))
        return name

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
        grid = re.fullmatch(r"grid (\S+ ?[x×] ?\S+) at (.+)", text)
        if grid and (pair := _PAIR.fullmatch(grid[2])):
            return Where("grid", float(pair[1]), float(pair[2]), "", *self._cells(grid[1], node), place)
        if grid and ID.fullmatch(grid[2]):
            return self._grid_at(grid[2], *self._cells(grid[1], node), node)
        if text.startswith("at ") and (pair := _PAIR.fullmatch(text[3:])):
            return Where("at", float(pair[1]), float(pair[2]), place=place)
        if text.startswith("at ") and ID.fullmatch(text[3:]):
            return self._at_area(text[3:], node)
        slot = re.fullmatch(r"on ([A-Za-z0-9-]+)\.([a-z0-9-]+\*?)", text)
        if slot:
            return self._on_board(slot[1], slot[2], node, many)
        self.at.say(node, f"“{text}” says no place", f"write {_FORMS}")
        return Where("at", place=place)

    def _point(self, text: str, node: Node, *others: str) -> Where:
        """The place of what is no piece, which lies at a point or in one of a few other ways."""
        where = self._where(text, node)
        if where.form not in ("at", *others):
            ways = "at X Y" + (", or in front of each player at X Y" if "seats" in others else "")
            self.at.say(node, f"“{text}” is a place for pieces", f"write {ways}")
        return where

    def _at_area(self, name: str, node: Node) -> Where:
        if name not in self.areas:
            self.at.say(node, f"there is no place {name}", nearest(name, self.areas))
        return Where("place", name=name, place=self._place(node))

    def _grid_at(self, name: str, columns: int, rows: int, node: Node) -> Where:
        area = self.areas.get(name)
        if area is None:
            self.at.say(node, f"there is no place {name}", nearest(name, self.areas))
        elif area.where.form != "slot" and (columns > area.columns or rows > area.rows):
            has = f"{area.columns} x {area.rows}"
            self.at.say(node, f"a grid of {columns} x {rows} does not fit {name}, which is {has}")
        return Where("grid", 0, 0, name, columns, rows, self._place(node))

    def _on_board(self, kind: str, slot: str, node: Node, many: bool) -> Where:
        if kind not in self.kinds:
            self.at.say(node, f"there is no kind {kind}", nearest(kind, self.kinds))
        elif self.kinds[kind].tabletop not in SLOTTED:
            boards = [each.id for each in self.kinds.values() if each.tabletop in SLOTTED]
            self.at.say(node, f"{kind} is no board, so it has no slots", nearest(kind, boards))
        if slot.endswith("*") and not many:
            self.at.say(node, f"{kind}.{slot} means several slots; a pile lies on one")
        return Where("slot", name=f"{kind}.{slot}", place=self._place(node))

    # What lies there

    def _laying(self, values: Mapping[str, Any], node: Node) -> Lay | None:
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
        return Lay(name, kinds, piece, where, share, values["as"], values["face"] or "", self._place(what))

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
        known = [self.kinds[kind] for kind in kinds if kind in self.kinds]
        sorts = {("card" if kind.tabletop in DECKED else kind.tabletop, kind.count) for kind in known}
        if len(sorts) > 1:
            hint = "cards and tiles make a pile, others lie with their like, and a supply by itself"
            self.at.say(node, f"{text} cannot lie together", hint)
        return kinds, piece

    def _all_laid(self, lay: Iterable[Lay]) -> None:
        told = list(lay)
        for kind in self.kinds:
            if not any(kind in each.kinds for each in told):
                self.at.say(self._node("lay"), f"nothing says where the kind {kind} lies", "add it to lay")
        self._once(told)
        names = [each.name for each in told]
        for number, each in enumerate(told):
            if each.name in names[:number]:
                self._tell(each, f"two things are named {each.name}", "give one a name of its own")

    def _tell(self, laying: Lay, message: str, hint: str) -> None:
        self._problem(laying.place, message, hint)

    def _problem(self, place: Place, message: str, hint: str) -> None:
        self.at.problems.append(Problem(place, message, hint))

    def _once(self, told: Sequence[Lay]) -> None:
        """Every piece lies in one place, no more and no less."""
        laid: set[tuple[str, str]] = set()
        for each in told:
            for kind in each.kinds:
                ids = [each.piece] if each.piece else [piece.id for piece in self.pieces[kind]]
                twice = [id for id in ids if (kind, id) in laid]
                if twice:
                    what = kind if twice == [piece.id for piece in self.pieces[kind]] else f"{kind}/{twice[0]}"
                    self._tell(each, f"{what} lies somewhere else already", "say it once")
                laid |= {(kind, id) for id in ids}
        for kind in dict.fromkeys(kind for each in told for kind in each.kinds):
            for piece in self.pieces[kind]:
                if piece.copies and (kind, piece.id) not in laid:
                    self.at.say(self._node("lay"), f"nothing says where {kind}/{piece.id} lies", "add it to lay")

    def _dice(self, values: Mapping[str, Any]) -> PlainDice:
        node = self._node("dice")
        number = self._inner(node, "number")
        known = {**self.facts, "players": dict(self.players)}
        text = self._filled(number, Wording(known, self.at), known)
        if text and not re.fullmatch(r"[1-9]\d?", text):
            self.at.say(number, f"dice.number is {text}; it must be a whole number from 1 to 99")
            text = ""
        return PlainDice(int(text or 1), self._point(values["where"], self._inner(node, "where")))

    # The set-up

    def _setups(self, counts: str | None, lay: Sequence[Lay], seats: int) -> dict[int, tuple[SetupStep, ...]]:
        numbers: Any = range(self.players["min"], self.players["max"] + 1)
        if counts:
            numbers = self.facts.get(counts)
            if not isinstance(numbers, list) or not all(isinstance(n, int) and 0 < n <= seats for n in numbers):
                hint = "name a fact that lists numbers of players"
                self.at.say(self._node("counts"), f"counts: {counts} is no fact that lists them", hint)
                return {}
        return {number: self._steps(number, lay) for number in numbers}

    def _steps(self, number: int, lay: Sequence[Lay]) -> tuple[SetupStep, ...]:
        known = {**self.facts, "players": dict(self.players), "n": number}
        wording = Wording(known, self.at)
        stacks = {each.name: each for each in lay}
        script = Script(self.at, self.kinds, self.pieces, self.areas, stacks, number)
        steps: list[SetupStep] = []
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
                for name in () if isinstance(part, str) else sorted(part.names):
                    if name not in known:
                        raise Unknown(f"there is no fact {name}", nearest(name, known))
            wording.sandbox.budget = 100_000
            return "".join(part if isinstance(part, str) else part.fill(dict(known)) for part in parts)
        except Exception as error:  # whatever a designer's expression may raise
            message, hint = explain(error)
            self.at.say(node, message, hint)
            return ""
