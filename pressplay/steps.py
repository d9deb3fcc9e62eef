"""Steps reads how a game is set up: a sentence a step, with its numbers worked out from the facts."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from .fields import Reading
from .game import Kind, Piece
from .problem import Place, nearest
from .source import Node
from .tabletop import Area, Laying, Step

_STACK = r"([a-z0-9-]+)"
_STEPS = (
    "shuffle STACK, shuffle STACK into STACK, take N STACK as NAME, take STACK where FIELD is VALUE as NAME, "
    "put N STACK on STACK, put STACK under STACK, deal N STACK to each player, deal N STACK to PLACE, "
    "give STACK to each player, lay STACK on PLACE, lay a STACK of each player on PLACE, sort STACK by FIELD, "
    "or box STACK"
)


class Script:
    """Reads the steps of one set-up, and keeps count of what lies in each stack."""

    def __init__(
        self,
        at: Reading,
        kinds: Mapping[str, Kind],
        pieces: Mapping[str, Sequence[Piece]],
        areas: Mapping[str, Area],
        stacks: Mapping[str, Laying],
        players: int,
    ) -> None:
        self.at = at
        self.declared = kinds
        self.pieces = pieces
        self.areas = areas
        self.stacks = stacks
        self.players = players
        self.kinds = {name: laying.kinds for name, laying in stacks.items()}  # also of stacks that are made on the way
        self.sizes = {name: self._size(laying) for name, laying in stacks.items()}

    def _size(self, laying: Laying) -> int:
        pieces = [piece for kind in laying.kinds for piece in self.pieces[kind]]
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
            (rf"lay {_STACK} on {_STACK}", self._lay),
            (rf"sort {_STACK} by ([a-z_]+)", self._sort),
            (rf"box (?:(\d+) )?{_STACK}", self._box),
        )
        for pattern, read in readers:
            match = re.fullmatch(pattern, text)
            if match:
                found = read(node, *match.groups())
                return [found] if found else []
        self.at.say(node, f"“{text}” is no step of a set-up", f"write {_STEPS}")
        return []

    def finish(self, node: Node) -> None:
        for name, size in self.sizes.items():
            if size and name not in self.stacks:
                told = f"{name} still holds {size} pieces at the end, and lies nowhere"
                self.at.say(node, told, f"for example: box {name}")

    def _known(self, name: str, node: Node) -> bool:
        if name not in self.kinds:
            self.at.say(node, f"there is no stack {name}", nearest(name, self.kinds))
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
            self.at.say(node, told, "give is for what does, the other steps are for what does not")
        return each == wanted

    def _place(self, node: Node) -> Place:
        return Place(self.at.file, node.line, node.column)

    def _leave(self, stack: str, number: int, node: Node) -> int:
        """So many pieces leave a stack; 0 means all of them."""
        number = number or self.sizes[stack]
        if number > self.sizes[stack]:
            told = f"{number} pieces of {stack} are asked for with {self.players} players; it has {self.sizes[stack]}"
            self.at.say(node, told)
        self.sizes[stack] -= min(number, self.sizes[stack])
        return number

    def _move(self, stack: str, number: int, to: str, node: Node) -> None:
        self.sizes[to] = self._leave(stack, number, node) + self.sizes.get(to, 0)
        self.kinds[to] = tuple(dict.fromkeys((*self.kinds.get(to, ()), *self.kinds[stack])))

    def _shuffle(self, node: Node, stack: str) -> Step | None:
        return Step("shuffle", stack, place=self._place(node)) if self._common(node, stack) else None

    def _mix(self, node: Node, stack: str, to: str) -> Step | None:
        if not self._common(node, stack, to):
            return None
        self._move(stack, 0, to, node)
        return Step("mix", stack, to=to, place=self._place(node))

    def _take(self, node: Node, number: str, stack: str, name: str) -> Step | None:
        if not self._common(node, stack):
            return None
        self._move(stack, int(number), name, node)
        return Step("take", stack, int(number), name, place=self._place(node))

    def _split(self, node: Node, stack: str, conditions: str, name: str) -> Step | None:
        if not self._common(node, stack):
            return None
        wanted = []
        for condition in conditions.split(" and "):
            match = re.fullmatch(r"([a-z_]+) is (not )?(.+)", condition)
            if not match:
                self.at.say(node, f"“{condition}” is no condition", "write FIELD is VALUE")
                return None
            if not self._field(match[1], stack, node):
                return None
            wanted.append((match[1], bool(match[2]), [word.strip() for word in match[3].split(" or ")]))
        found = [
            piece
            for kind in self.kinds[stack]
            for piece in self.pieces[kind]
            if all((_word(piece.values.get(field)) in words) != no for field, no, words in wanted)
        ]
        if not found:
            self.at.say(node, f"no piece of {stack} is like that")
            return None
        self._move(stack, sum(piece.copies for piece in found), name, node)
        ids = tuple(f"{piece.kind}/{piece.id}" for piece in found)
        return Step("split", stack, to=name, ids=ids, place=self._place(node))

    def _field(self, name: str, stack: str, node: Node) -> bool:
        fields = {field: None for kind in self.kinds[stack] for field in self.declared[kind].fields}
        if name not in fields:
            self.at.say(node, f"{stack} has no field {name}", nearest(name, fields))
        return name in fields

    def _put(self, node: Node, number: str | None, stack: str, how: str, to: str) -> Step | None:
        if not self._common(node, stack, to):
            return None
        self._move(stack, int(number or 0), to, node)
        return Step("put" if how == "on" else "under", stack, int(number or 0), to, place=self._place(node))

    def _hand(self, node: Node, number: str, stack: str, with_a: str | None) -> Step | None:
        if not self._common(node, stack):
            return None
        if with_a and with_a not in self.kinds[stack]:
            self.at.say(node, f"{stack} holds no {with_a}", nearest(with_a, self.kinds[stack]))
        self._leave(stack, int(number) * self.players, node)
        return Step("hand", stack, int(number), with_a or "", place=self._place(node))

    def _deal(
        self, node: Node, number: str, rows: str | None, stack: str, to: str, face_down: str | None
    ) -> Step | None:
        if not self._common(node, stack):
            return None
        area = self.areas.get(to)
        if area is None:
            self.at.say(node, f"there is no place {to}", nearest(to, self.areas))
            return None
        columns = int(number) if rows else 0
        if rows and area.where.form != "slot" and (columns > area.columns or int(rows) > area.rows):
            has = f"{area.columns} x {area.rows}"
            self.at.say(node, f"{columns} x {rows} pieces do not fit {to}, which is {has}")
        total = int(number) * int(rows or 1)
        self._leave(stack, total, node)
        return Step("deal", stack, total, to, (), columns, "down" if face_down else "up", self._place(node))

    def _lay(self, node: Node, stack: str, to: str) -> Step | None:
        """All of a stack, one a cell."""
        if not self._known(stack, node):
            return None
        return self._deal(node, str(self.sizes[stack]), None, stack, to, None)

    def _own(self, node: Node, stack: str) -> Step | None:
        return Step("own", stack, place=self._place(node)) if self._shared(stack, node, True) else None

    def _each(self, node: Node, stack: str, to: str) -> Step | None:
        if to not in self.areas:
            self.at.say(node, f"there is no place {to}", nearest(to, self.areas))
            return None
        return Step("each", stack, 1, to, place=self._place(node)) if self._shared(stack, node, True) else None

    def _sort(self, node: Node, stack: str, name: str) -> Step | None:
        if not self._common(node, stack) or not self._field(name, stack, node):
            return None
        found = [piece for kind in self.kinds[stack] for piece in self.pieces[kind]]
        values = [piece.values.get(name) for piece in found]
        if not all(isinstance(value, int) for value in values) and not all(isinstance(v, str) for v in values):
            self.at.say(node, f"{name} does not give an order", "sort by a field of numbers or of words")
            return None
        found.sort(key=lambda piece: piece.values[name])
        return Step("sort", stack, ids=tuple(f"{piece.kind}/{piece.id}" for piece in found), place=self._place(node))

    def _box(self, node: Node, number: str | None, stack: str) -> Step | None:
        if not self._common(node, stack):
            return None
        self._leave(stack, int(number or 0), node)
        return Step("box", stack, int(number or 0), place=self._place(node))


def _word(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
