"""A rehearsal: the set-up of a table carried out once, to see what lies where when the game begins.

Chance plays no part: a shuffled pile is put into an order that looks like chance and is the
same every time.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256

from .table import Arrangement, Member, SetupStep, Spot, Stack


@dataclass(slots=True)
class Rehearsal:
    """What lies on the table, in each hand and in the box after the set-up."""

    stacks: list[Stack] = field(default_factory=list)
    hands: list[list[Member]] = field(default_factory=list)
    boxed: list[Member] = field(default_factory=list)


def rehearse(arranged: Arrangement, players: int) -> Rehearsal:
    """The table for a number of players."""
    return _Rehearser(arranged, players).done()


class _Rehearser:
    def __init__(self, arranged: Arrangement, players: int) -> None:
        self.arranged = arranged
        self.players = players
        self.stacks = {each.key: each for each in arranged.stacks}
        self.piles: dict[str, list[Member]] = defaultdict(list)  # the top one first
        self.piles |= {key: list(each.members) for key, each in self.stacks.items()}
        self.result = Rehearsal(hands=[[] for _ in range(players)])
        self.laid: list[Stack] = []

    def done(self) -> Rehearsal:
        for step in self.arranged.table.setups[self.players]:
            getattr(self, f"_{step.verb}")(step)
        for key, stack in self.stacks.items():
            members = self.piles[key]
            if stack.spot is None or stack.seat >= self.players:
                self.result.boxed += members
            elif members:
                form = "one" if len(members) == 1 and stack.form == "pile" else stack.form
                self.result.stacks.append(replace(stack, members=tuple(members), form=form))
        self.result.stacks += self.laid
        return self.result

    def _draw(self, pile: str, number: int) -> list[Member]:
        """So many from the top; 0 means all."""
        lying = self.piles[pile]
        number = number or len(lying)
        assert number <= len(lying), f"{pile} has {len(lying)} pieces, not {number}"
        drawn, lying[:] = lying[:number], lying[number:]
        return drawn

    def _lay(self, members: Sequence[Member], spots: Sequence[Spot], step: SetupStep, up: bool, on: str) -> None:
        for number, (member, spot) in enumerate(zip(members, spots), len(self.laid) + 1):
            name = f"{step.to} {number}"
            self.laid.append(Stack(name, (member,), "one", spot, up, -1, on, step.to, step.place))

    def _board(self, area: str) -> str:
        """The board that a place lies on."""
        where = self.arranged.table.areas[area].where
        return where.name.partition(".")[0] if where.form == "slot" else ""

    # The steps

    def _shuffle(self, step: SetupStep) -> None:
        self._mixed(step.stack)

    def _mixed(self, pile: str) -> None:
        self.piles[pile].sort(key=lambda member: sha256("/".join(map(str, (pile, *member))).encode()).digest())

    def _mix(self, step: SetupStep) -> None:
        self.piles[step.to] += self._draw(step.stack, 0)
        self._mixed(step.to)

    def _take(self, step: SetupStep) -> None:
        self.piles[step.to] += self._draw(step.stack, step.number)

    def _split(self, step: SetupStep) -> None:
        lying = self.piles[step.stack]
        chosen = [member for member in lying if f"{member[0]}/{member[1]}" in step.ids]
        lying[:] = [member for member in lying if member not in chosen]
        self.piles[step.to][:0] = chosen

    def _put(self, step: SetupStep) -> None:
        self.piles[step.to][:0] = self._draw(step.stack, step.number)

    def _under(self, step: SetupStep) -> None:
        self.piles[step.to] += self._draw(step.stack, step.number)

    def _hand(self, step: SetupStep) -> None:
        for hand in self.result.hands:
            dealt = self._draw(step.stack, step.number)
            if step.to and not any(kind == step.to for kind, _, _ in dealt):  # it would be dealt again
                found = next(member for member in self.piles[step.stack] if member.kind == step.to)
                self.piles[step.stack].remove(found)
                self.piles[step.stack].append(dealt.pop())
                dealt.append(found)
            hand += dealt

    def _own(self, step: SetupStep) -> None:
        for seat, hand in enumerate(self.result.hands, 1):
            hand += self._draw(f"{step.stack}@{seat}", 0)

    def _each(self, step: SetupStep) -> None:
        cells = self.arranged.cells[step.to]
        for seat in range(self.players):
            spot = cells[seat % len(cells)]
            shift = 4.0 * (seat // len(cells))  # those that share a cell lie on top of each other
            moved = replace(spot, x=spot.x + shift, y=spot.y - shift)
            self._lay(self._draw(f"{step.stack}@{seat + 1}", 1), [moved], step, True, self._board(step.to))

    def _deal(self, step: SetupStep) -> None:
        cells = self.arranged.dealt(step)
        self._lay(self._draw(step.stack, step.number), cells, step, step.face == "up", self._board(step.to))

    def _sort(self, step: SetupStep) -> None:
        self.piles[step.stack].sort(key=lambda member: step.ids.index(f"{member[0]}/{member[1]}"))

    def _box(self, step: SetupStep) -> None:
        self.result.boxed += self._draw(step.stack, step.number)
