"""Routines: what the buttons and supplies of a virtualtabletop.io room do, as the program's own operations."""

from collections.abc import Mapping, Sequence
from typing import Any

from pressplay.table.table import Arrangement, SetupStep

Operation = dict[str, Any]

_SETS_UP = {"type": "button", "property": "sets-up", "value": True}
CAME_FROM = "came-from"  # of a piece: the cell that it was taken from
DEALER, DEALT = "dealer", "dealt"  # deals a hand again as long as it lacks what it must have; where it lies meanwhile


class Routines:
    """The set-ups of a table; `holders` has the id of the holder of each stack and of each cell of each place."""

    def __init__(
        self, arranged: Arrangement, holders: Mapping[str, str], cells: Mapping[str, Sequence[str]], unused: Any
    ) -> None:
        self.arranged = arranged
        self.holders = holders
        self.cells = cells
        self.unused = unused  # of a number of players: the holders before seats that nobody takes

    def set_up(self, count: int) -> list[Operation]:
        """Deals only when the seats are taken, for nobody can be dealt to at an empty one."""
        steps = [each for step in self.arranged.table.setups[count] for each in self._step(step, count)]
        steps += [_move(holder, "box", "all", 0) for holder in self.unused(count)]
        # What is before an empty seat goes: its counters, name, boards and holders, and the seat itself.
        gone = {"relation": ">", "value": count}
        before = [{"type": type, "property": "of-seat", **gone} for type in ("label", "button", "holder", "basic")]
        for chosen in (*before, {"type": "seat", "property": "index", **gone}, _SETS_UP):
            steps.append({"func": "SELECT", **chosen, "collection": "gone"})
            steps.append({"func": "SET", "collection": "gone", "property": "display", "value": False})
        names = ", ".join(seat.name for seat in self.arranged.table.seats[:count])
        told = {"type": "text", "text": f"Players must sit at: {names}. Click a seat to take it."}
        return [
            {"func": "SELECT", "type": "seat", "property": "player", "relation": "!=", "value": "", "collection": "t"},
            {
                **{"func": "SELECT", "type": "seat", "source": "t", "property": "index", "relation": "<="},
                **{"value": count, "collection": "taken"},
            },
            {"func": "COUNT", "collection": "taken", "variable": "seated"},
            {
                **{"func": "IF", "operand1": "${seated}", "relation": "==", "operand2": count},
                "thenRoutine": steps,
                "elseRoutine": [{"func": "INPUT", "header": "Take your seats", "fields": [told]}],
            },
        ]

    def _step(self, step: SetupStep, count: int) -> list[Operation]:
        return getattr(self, f"_{step.verb}")(step, count)  # type: ignore[no-any-return]

    def _holder(self, name: str) -> str:
        return self.holders[name]

    def _shuffle(self, step: SetupStep, count: int) -> list[Operation]:
        return [{"func": "SHUFFLE", "holder": self._holder(step.stack)}]

    def _mix(self, step: SetupStep, count: int) -> list[Operation]:
        to = self._holder(step.to)
        return [_move(self._holder(step.stack), to, "all"), {"func": "SHUFFLE", "holder": to}]

    def _split(self, step: SetupStep, count: int) -> list[Operation]:
        chosen = {"type": "card", "property": "cardType", "relation": "in", "value": list(step.ids)}
        return [
            {"func": "SELECT", **chosen, "collection": "chosen"},
            {"func": "MOVE", "collection": "chosen", "to": self._holder(step.to)},
        ]

    def _put(self, step: SetupStep, count: int) -> list[Operation]:
        return [_move(self._holder(step.stack), self._holder(step.to), step.number or "all")]

    _take = _put

    def _under(self, step: SetupStep, count: int) -> list[Operation]:
        """What lies there is put on top of what comes below it, and all of it goes back."""
        source, to = self._holder(step.stack), self._holder(step.to)
        if not step.number:
            return [_move(to, source, "all"), _move(source, to, "all")]
        return [_move(source, DEALT, step.number), _move(to, DEALT, "all"), _move(DEALT, to, "all")]

    def _hand(self, step: SetupStep, count: int) -> list[Operation]:
        seats = [f"seat{seat + 1}" for seat in range(count)]
        if not step.to:
            return [_move(self._holder(step.stack), seats, step.number, 1)]
        asked = {"source": self._holder(step.stack), "number": step.number, "wanted": f"deck-{step.to}"}
        return [
            {"func": "CALL", "widget": DEALER, "routine": "dealRoutine", "arguments": {**asked, "seat": seat}}
            for seat in seats
        ]

    def _own(self, step: SetupStep, count: int) -> list[Operation]:
        return [_move(self._holder(f"{step.stack}@{seat + 1}"), f"seat{seat + 1}", "all", 1) for seat in range(count)]

    def _each(self, step: SetupStep, count: int) -> list[Operation]:
        cells = self.cells[step.to]
        return [_move(self._holder(f"{step.stack}@{seat + 1}"), cells[seat % len(cells)], 1) for seat in range(count)]

    def _deal(self, step: SetupStep, count: int) -> list[Operation]:
        spots = self.arranged.cells[step.to]
        cells = [self.cells[step.to][spots.index(cell)] for cell in self.arranged.dealt(step)]
        return [_move(self._holder(step.stack), cells, 1, 1 if step.face == "up" else 0)]

    def _sort(self, step: SetupStep, count: int) -> list[Operation]:
        key = rank(step.ids, orders(self.arranged))
        return [{"func": "SORT", "holder": self._holder(step.stack), "key": key, "reverse": True}]

    def _box(self, step: SetupStep, count: int) -> list[Operation]:
        return [_move(self._holder(step.stack), "box", step.number or "all", 0)]


def orders(arranged: Arrangement) -> list[tuple[str, ...]]:
    """Every order that a set-up sorts by."""
    steps = [step for steps in arranged.table.setups.values() for step in steps if step.verb == "sort"]
    return list(dict.fromkeys(step.ids for step in steps))


def rank(ids: Sequence[str], known: Sequence[Sequence[str]]) -> str:
    """The property of a card that says where it stands in an order."""
    return f"rank-{known.index(ids) + 1}"


def _move(source: str, to: str | list[str], count: int | str, face: int | None = None) -> Operation:
    data: Operation = {"func": "MOVE", "from": source, "to": to, "count": count}
    return data if face is None else data | {"face": face}


def deal_again() -> list[Operation]:
    """Deals a hand aside and looks at it: one that has none of a kind goes back, the pile is shuffled, and so on."""
    held = {"func": "SELECT", "type": "card", "property": "_ancestor", "value": DEALT, "collection": "held"}
    good = {"func": "SELECT", "source": "held", "type": "card", "property": "deck", "value": "${wanted}"}
    back = _move(DEALT, "${source}", "all", 0)
    again = {"func": "CALL", "widget": DEALER, "routine": "dealRoutine"}
    return [
        _move("${source}", DEALT, "${number}"),
        held,
        good | {"collection": "good"},
        {"func": "COUNT", "collection": "good", "variable": "found"},
        {
            **{"func": "IF", "operand1": "${found}", "relation": ">", "operand2": 0},
            "thenRoutine": [_move(DEALT, "${seat}", "all", 1)],
            "elseRoutine": [back, {"func": "SHUFFLE", "holder": "${source}"}, again],
        },
    ]


def refill(holder: str, number: int, face: int) -> list[Operation]:
    """A piece that leaves a supply is made anew, so that there are always as many: it never runs out."""
    any_card = {"type": "card", "property": "id", "relation": "!=", "value": ""}
    fresh = {"parent": holder, "activeFace": face, "rotation": 0, "owner": None, "dragging": None, "hoverTarget": None}
    return [
        {"func": "COUNT", "holder": holder, "variable": "left"},
        {"func": "SELECT", "source": "child", **any_card, "max": 1, "collection": "one"},
        {
            **{"func": "IF", "operand1": "${left}", "relation": "<", "operand2": number},
            "thenRoutine": [{"func": "CLONE", "source": "one", "collection": "made", "properties": fresh}],
        },
    ]


def come_from(holder: str) -> list[Operation]:
    """What leaves a cell remembers which one."""
    return [{"func": "SET", "collection": "child", "property": CAME_FROM, "value": holder}]


def change_places(holder: str) -> list[Operation]:
    """What enters a cell that is taken sends whoever stood there to where it came from."""
    here = {"type": "card", "property": "parent", "value": holder}
    another = {"type": "card", "property": "id", "relation": "!=", "value": "${mine}"}
    return [
        {"func": "GET", "collection": "child", "property": CAME_FROM, "variable": "from"},
        {"func": "GET", "collection": "child", "property": "id", "variable": "mine"},
        {"func": "SET", "collection": "child", "property": CAME_FROM, "value": None},
        {
            **{"func": "IF", "operand1": "${from}", "relation": "!=", "operand2": None},
            "thenRoutine": [
                {"func": "SELECT", **here, "collection": "there"},
                {"func": "SELECT", "source": "there", **another, "collection": "other"},
                {"func": "MOVE", "collection": "other", "to": "${from}"},
            ],
        },
    ]


def step_counter(label: str, mode: str) -> list[Operation]:
    """One more (`inc`) or one less (`dec`) on a counter."""
    return [{"func": "LABEL", "label": label, "mode": mode, "value": 1}]
