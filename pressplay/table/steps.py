"""Steps reads how a game is set up: a sentence a step, with its numbers worked out from the facts."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pressplay.data.fields import Reading
from pressplay.data.nodes import Node
from pressplay.data.pieces import Kind, Piece
from pressplay.problem import Place, nearest

from .table import DECKED, PILED, Area, Lay, SetupStep

_STACK = r"([a-z0-9-]+)"
_NUMBER = r"([0-9]{1,6})"
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
        stacks: Mapping[str, Lay],
        players: int,
    ) -> None:
        self.at = at
        self.declared = kinds
        self.pieces = pieces
        self.areas = areas
        self.stacks = stacks
        self.players = players
        self.kinds = {name: laying.kinds for name, laying in stacks.items()}  # also of stacks that are made on the way
        # What may lie in a stack, as kind/piece; when that is more than its size, chance decides what does.
        self.held = {name: self._held(laying) for name, laying in stacks.items()}
        self.sizes = {name: held.total() for name, held in self.held.items()}
        self.every = Counter({f"{piece.kind}/{piece.id}": piece.copies for each in pieces.values() for piece in each})
        self.each = {name: self._shares(laying) for name, laying in stacks.items() if laying.where.form == "seats"}

    def _of(self, laying: Lay) -> list[Piece]:
        pieces = [piece for kind in laying.kinds for piece in self.pieces[kind]]
        return [piece for piece in pieces if piece.copies and laying.piece in ("", piece.id)]

    def _held(self, laying: Lay) -> Counter[str]:
        return Counter({f"{piece.kind}/{piece.id}": piece.copies for piece in self._of(laying)})

    def _shares(self, laying: Lay) -> int:
        """How many pieces lie before each player at least."""
        shares: Counter[str] = Counter()
        for piece in self._of(laying):
            if laying.share == "copies":
                return 1
            shares[piece.id if laying.share == "pieces" else str(piece.values.get(laying.share))] += piece.copies
        return min(list(shares.values())[: self.players], default=0)

    def step(self, text: str, node: Node) -> list[SetupStep]:
        readers = (
            (rf"shuffle {_STACK}", self._shuffle),
            (rf"shuffle {_STACK} into {_STACK}", self._mix),
            (rf"take {_NUMBER} {_STACK} as {_STACK}", self._take),
            (rf"take {_STACK} where (.+) as {_STACK}", self._split),
            (rf"put (?:{_NUMBER} )?{_STACK} (on|under) {_STACK}", self._put),
            (rf"deal {_NUMBER} {_STACK} to each player(?: with an? {_STACK})?", self._hand),
            (rf"deal {_NUMBER}(?: ?[x×] ?{_NUMBER})? {_STACK} to {_STACK}( face down)?", self._deal),
            (rf"give {_STACK} to each player", self._own),
            (rf"lay a {_STACK} of each player on {_STACK}", self._each),
            (rf"lay {_STACK} on {_STACK}", self._lay),
            (rf"sort {_STACK} by ([a-z_]+)", self._sort),
            (rf"box (?:{_NUMBER} )?{_STACK}", self._box),
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
        """Whether a stack is there, and is one that a set-up can move."""
        if name not in self.kinds:
            self.at.say(node, f"there is no stack {name}", nearest(name, self.kinds))
            return False
        reason = self._fixed(self.stacks[name]) if name in self.stacks else ""
        if reason:
            self.at.say(node, f"{name} {reason}", "a set-up moves piles of cards and tiles, and bags of tokens")
        return not reason

    def _fixed(self, laying: Lay) -> str:
        """Why a set-up cannot move what lies somewhere; empty when it can."""
        kinds = [self.declared[kind] for kind in laying.kinds]
        pieces = self._of(laying)
        one = len(pieces) == 1 and (pieces[0].copies == 1 or kinds[0].tabletop == "token")
        if not pieces:
            return "has no pieces"
        if kinds[0].tabletop not in PILED:
            return f"is a {kinds[0].tabletop}"
        if kinds[0].count == "supply":
            return "is a supply, which has no end"
        if laying.where.form == "box":
            return "lies in the box"
        if laying.where.form == "grid" and not one:
            return "lies in a grid, one by one"
        single = self._held(laying).total() == 1
        return "is one object with several states" if laying.form == "states" and not single else ""

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
        return self.at.place(node)

    def _leave(self, stack: str, number: int, node: Node) -> Counter[str]:
        """So many pieces leave a stack; gives what they may be."""
        if number > self.sizes[stack]:
            told = f"{number} pieces of {stack} are asked for with {self.players} players; it has {self.sizes[stack]}"
            self.at.say(node, told)
        self.sizes[stack] -= min(number, self.sizes[stack])
        left = Counter(self.held[stack])
        if not self.sizes[stack]:
            self.held[stack].clear()
        return left

    def _move(self, stack: str, number: int, to: str, node: Node) -> None:
        left = self._leave(stack, number, node)
        self._enter(to, number, left if number else Counter(), self.kinds[stack], node)

    def _enter(self, to: str, number: int, held: Counter[str], kinds: Sequence[str], node: Node) -> None:
        """Pieces come to lie in a stack, which is made if it is not there."""
        self.sizes[to] = self.sizes.get(to, 0) + number
        self.held[to] = (self.held.get(to, Counter()) + held) & self.every
        self.kinds[to] = tuple(dict.fromkeys((*self.kinds.get(to, ()), *kinds)))
        decked = {self.declared[kind].tabletop in DECKED for kind in self.kinds[to]}
        if len(decked) > 1:
            self.at.say(node, f"{to} would hold cards and tokens", "cards and tiles make a pile, tokens lie in a bag")
        elif to in self.stacks and not decked.pop() and self._held(self.stacks[to]).total() == 1 < self.sizes[to]:
            self.at.say(node, f"{to} is a single token, on which others cannot lie")

    def _shuffle(self, node: Node, stack: str) -> SetupStep | None:
        if not self._common(node, stack) or not self.sizes[stack]:
            return None
        return SetupStep("shuffle", stack, place=self._place(node))

    def _mix(self, node: Node, stack: str, to: str) -> SetupStep | None:
        if not self._common(node, stack, to):
            return None
        if not self.sizes[stack]:
            return self._shuffle(node, to)
        self._move(stack, self.sizes[stack], to, node)
        return SetupStep("mix", stack, to=to, place=self._place(node))

    def _take(self, node: Node, number: str, stack: str, name: str) -> SetupStep | None:
        if not self._common(node, stack, *([name] if name in self.kinds else [])):
            return None
        self._move(stack, int(number), name, node)
        return SetupStep("take", stack, int(number), name, place=self._place(node)) if int(number) else None

    def _split(self, node: Node, stack: str, conditions: str, name: str) -> SetupStep | None:
        if not self._common(node, stack, *([name] if name in self.kinds else [])):
            return None
        if self.held[stack].total() != self.sizes[stack]:
            told = f"chance decides what is left in {stack}, so nobody knows how many pieces of it are like that"
            self.at.say(node, told, "take them before others leave it")
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
            if f"{piece.kind}/{piece.id}" in self.held[stack]
            if all((_word(piece.values.get(field)) in words) != no for field, no, words in wanted)
        ]
        if not found:
            self.at.say(node, f"no piece of {stack} is like that")
            return None
        taken = Counter({id: self.held[stack][id] for id in (f"{piece.kind}/{piece.id}" for piece in found)})
        self.held[stack] -= taken
        self.sizes[stack] -= taken.total()
        self._enter(name, taken.total(), taken, [piece.kind for piece in found], node)
        return SetupStep("split", stack, to=name, ids=tuple(taken), place=self._place(node))

    def _field(self, name: str, stack: str, node: Node) -> bool:
        fields = {field: None for kind in self.kinds[stack] for field in self.declared[kind].fields}
        if name not in fields:
            self.at.say(node, f"{stack} has no field {name}", nearest(name, fields))
        return name in fields

    def _put(self, node: Node, number: str | None, stack: str, how: str, to: str) -> SetupStep | None:
        if not self._common(node, stack, to):
            return None
        moved = self._some(number, stack)
        self._move(stack, moved, to, node)
        verb = "put" if how == "on" else "under"
        return SetupStep(verb, stack, int(number or 0), to, place=self._place(node)) if moved else None

    def _some(self, number: str | None, stack: str) -> int:
        """The number that a step says, or all of a stack when it says none."""
        return self.sizes[stack] if number is None else int(number)

    def _hand(self, node: Node, number: str, stack: str, with_a: str | None) -> SetupStep | None:
        if not self._common(node, stack):
            return None
        if with_a:
            self._check_with(node, int(number), stack, with_a)
        self._leave(stack, int(number) * self.players, node)
        return SetupStep("hand", stack, int(number), with_a or "", place=self._place(node)) if int(number) else None

    def _check_with(self, node: Node, number: int, stack: str, with_a: str) -> None:
        """A hand that must have something gets it, even when those before it took as many as they could."""
        if with_a not in self.kinds[stack]:
            self.at.say(node, f"{stack} holds no {with_a}", nearest(with_a, self.kinds[stack]))
            return
        others = sum(copies for id, copies in self.held[stack].items() if id.split("/")[0] != with_a)
        sure = max(0, self.sizes[stack] - others)
        needed = number * (self.players - 1) + 1
        if sure < needed:
            told = f"{stack} is sure to hold {sure} of {with_a}; with {self.players} players it must be {needed}"
            self.at.say(node, told, "or other hands may hold them all, and the last one is dealt again without end")

    def _deal(
        self, node: Node, number: str, rows: str | None, stack: str, to: str, face_down: str | None
    ) -> SetupStep | None:
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
        if not total:
            return None
        return SetupStep("deal", stack, total, to, (), columns, "down" if face_down else "up", self._place(node))

    def _lay(self, node: Node, stack: str, to: str) -> SetupStep | None:
        """All of a stack, one a cell."""
        if not self._known(stack, node):
            return None
        return self._deal(node, str(self.sizes[stack]), None, stack, to, None)

    def _own(self, node: Node, stack: str) -> SetupStep | None:
        if not self._shared(stack, node, True):
            return None
        self.each[stack] = 0
        return SetupStep("own", stack, place=self._place(node))

    def _each(self, node: Node, stack: str, to: str) -> SetupStep | None:
        if to not in self.areas:
            self.at.say(node, f"there is no place {to}", nearest(to, self.areas))
            return None
        if not self._shared(stack, node, True):
            return None
        if not self.each[stack]:
            self.at.say(node, f"there is no {stack} left before each player")
            return None
        self.each[stack] -= 1
        return SetupStep("each", stack, 1, to, place=self._place(node))

    def _sort(self, node: Node, stack: str, name: str) -> SetupStep | None:
        if not self._common(node, stack) or not self._field(name, stack, node):
            return None
        found = [piece for kind in self.kinds[stack] for piece in self.pieces[kind]]
        values = [piece.values.get(name) for piece in found]
        if not all(isinstance(value, (int, float)) for value in values) and not all(isinstance(v, str) for v in values):
            self.at.say(node, f"{name} does not give an order", "sort by a field of numbers or of words")
            return None
        if not self.sizes[stack]:
            return None
        found.sort(key=lambda piece: piece.values[name])
        return SetupStep(
            "sort", stack, ids=tuple(f"{piece.kind}/{piece.id}" for piece in found), place=self._place(node)
        )

    def _box(self, node: Node, number: str | None, stack: str) -> SetupStep | None:
        if not self._common(node, stack):
            return None
        boxed = self._some(number, stack)
        self._leave(stack, boxed, node)
        return SetupStep("box", stack, int(number or 0), place=self._place(node)) if boxed else None


def _word(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
