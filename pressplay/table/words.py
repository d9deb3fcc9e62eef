"""Words by which checks speak of a table: who is dealt what, what lies on a place, in which steps it is set up."""

from collections.abc import Callable, Mapping
from typing import Any

from pressplay.data.pieces import Kind, Piece

from .table import SetupStep, Table

PLACED = ("deal", "lay", "each")


def table_words(table: Table, kinds: Mapping[str, Kind]) -> dict[str, Callable[..., Any]]:
    """The words of a table; where a number of players is left out, what all numbers have in common is meant."""
    words = _Words(table)
    return {
        "dealt": words.dealt,
        "laid": words.laid,
        "shuffled": words.shuffled,
        "steps": words.steps,
        "beside": words.beside,
    }


class _Words:
    def __init__(self, table: Table) -> None:
        self.table = table

    def dealt(self, what: Any, players: int | None = None) -> Any:
        """How many pieces of a deck or stack each player is dealt."""
        stacks = self._stacks(what)
        return self._each(
            players, lambda steps, n: sum(s.number for s in steps if s.verb == "hand" and s.stack in stacks)
        )

    def laid(self, place: str, players: int | None = None) -> Any:
        """How many pieces the set-up lays on a place."""
        return self._each(players, lambda steps, n: sum(_laid(s, n) for s in steps if s.to == place))

    def shuffled(self, what: Any, players: int | None = None) -> Any:
        """Whether a deck or stack is shuffled before anything is taken from it."""
        stacks = self._stacks(what)

        def first(steps: tuple[SetupStep, ...], n: int) -> bool:
            verbs = [s.verb for s in steps if s.stack in stacks and s.verb not in ("split", "box", "sort")]
            return verbs[:1] in (["shuffle"], ["mix"])

        return self._each(players, first)

    def steps(self, players: int | None = None) -> Any:
        """The steps of the set-up in order, such as `shuffle song` and `hand 10 song`."""
        return self._each(players, lambda steps, n: [_step(s) for s in steps])

    def beside(self, what: Any) -> bool:
        """Whether a deck or stack lies on the table rather than in the box."""
        names = self._stacks(what)
        return any(lay.where.form != "box" for lay in self.table.lay if lay.name in names)

    def _stacks(self, what: Any) -> set[str]:
        """The names of the stacks that hold a deck; a stack's own name stands for itself."""
        if isinstance(what, str):
            return {what}
        kinds = {piece.kind for piece in what if isinstance(piece, Piece)}
        return {lay.name for lay in self.table.lay if kinds & set(lay.kinds)}

    def _each(self, players: int | None, found: Callable[[tuple[SetupStep, ...], int], Any]) -> Any:
        """What is found for a number of players; for all of them when they agree, else for each."""
        if players is not None:
            return found(self.table.setups.get(players, ()), players)
        results = {number: found(steps, number) for number, steps in self.table.setups.items()}
        listed = list(results.values())
        return listed[0] if listed and all(each == listed[0] for each in listed) else results


def _laid(step: SetupStep, players: int) -> int:
    if step.verb not in PLACED:
        return 0
    return players if step.verb == "each" else step.number


def _step(step: SetupStep) -> str:
    words = [step.verb, str(step.number) if step.number else "", step.stack, step.to, step.face]
    if step.verb == "split":
        words.append(f"({len(step.ids)})")
    return " ".join(word for word in words if word)
