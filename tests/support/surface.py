"""A small surface for .vtt files: widgets and routines that behave as virtualtabletop.io's own do, as far as we use them.

Only what the program does with an operation is written down here, and an operation, key or
relation that it does not know is a failure, so that a mistyped routine cannot pass.
"""

import random
import re
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from itertools import count
from typing import Any

Widget = dict[str, Any]
KEYS = {
    "MOVE": {"from", "to", "count", "face", "collection"},
    "SHUFFLE": {"holder"},
    "SORT": {"holder", "key", "reverse"},
    "SELECT": {"type", "source", "property", "relation", "value", "max", "collection"},
    "COUNT": {"holder", "collection", "variable"},
    "IF": {"operand1", "relation", "operand2", "thenRoutine", "elseRoutine"},
    "CALL": {"widget", "routine", "arguments"},
    "CLONE": {"source", "collection", "properties"},
    "SET": {"collection", "property", "value"},
    "GET": {"collection", "property", "variable"},
    "LABEL": {"label", "mode", "value"},
    "INPUT": {"header", "fields"},
}
RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
    "<": lambda one, other: one is not None and one < other,
    "<=": lambda one, other: one is not None and one <= other,
    ">": lambda one, other: one is not None and one > other,
    "in": lambda one, other: one in other,
}


class Surface:
    """A room that has been loaded; piles are ignored, for they only show what lies in a holder."""

    def __init__(self, widgets: dict[str, Widget], seed: int, seated: int = 0) -> None:
        self.widgets = deepcopy(widgets)
        self.chance = random.Random(seed)
        self.told: list[str] = []
        self.fresh = count(1)
        self.height = 10_000  # whoever moves lies on top
        self.hands: dict[str, list[str]] = {}
        for widget in self.widgets.values():
            if widget["type"] == "card":
                parent = self.widgets[widget["parent"]]
                widget["parent"] = parent["parent"] if parent["type"] == "pile" else parent["id"]
        for number in range(1, seated + 1):
            self.widgets[f"seat{number}"]["player"] = f"player {number}"

    # What lies where

    def get(self, widget: Widget, name: str) -> Any:
        if name == "_ancestor":
            name = "parent"
        if widget["type"] == "card" and name not in widget:
            deck = self.widgets[widget["deck"]]
            return deck["cardTypes"][widget["cardType"]].get(name, deck["cardDefaults"].get(name))
        return widget.get(name, "" if name == "player" else None)

    def lying(self, holder: str) -> list[str]:
        """What a holder holds, from the top: only what its drop target lets in counts."""
        takes = self.widgets[holder]["dropTarget"]
        found = [
            widget
            for widget in self.widgets.values()
            if widget["type"] == "card" and widget["parent"] == holder and not widget.get("owner")
            if any(all(widget[key] == value for key, value in each.items()) for each in as_list(takes))
        ]
        return [widget["id"] for widget in sorted(found, key=lambda widget: -widget["z"])]

    def held(self, seat: str) -> list[str]:
        player = self.widgets[seat].get("player")
        return [id for id, each in self.widgets.items() if player and each.get("owner") == player]

    def kinds(self, ids: list[str]) -> Counter[str]:
        return Counter(self.widgets[id]["cardType"].split("/")[0] for id in ids)

    def census(self) -> Counter[str]:
        return Counter(each["cardType"] for each in self.widgets.values() if each["type"] == "card")

    def put(self, id: str, target: str) -> None:
        """A card into a holder, or into the hand of whoever sits there."""
        card, to, before = self.widgets[id], self.widgets[target], self.widgets[id]["parent"]
        if to["type"] == "seat":
            if not to.get("player"):
                return  # nobody is there
            card["parent"], card["owner"] = to["hand"], to["player"]
        else:
            card["parent"], card["owner"] = target, None
        self.height += 1
        card["z"] = self.height
        if before and before != card["parent"]:
            self.leave(before, id)
        if before != card["parent"]:
            self.run(self.widgets[card["parent"]].get("enterRoutine", []), {}, {"child": [id]})

    def leave(self, holder: str, id: str) -> None:
        self.run(self.widgets[holder].get("leaveRoutine", []), {}, {"child": [id]})

    def drag(self, id: str) -> None:
        """Somebody takes a card away and drops it where no holder is."""
        before = self.widgets[id]["parent"]
        self.widgets[id] |= {"parent": None, "dragging": "somebody"}
        self.leave(before, id)
        del self.widgets[id]["dragging"]

    def drop(self, id: str, target: str) -> None:
        """Somebody drags a card into a holder: on its way it lies nowhere."""
        self.drag(id)
        self.put(id, target)

    # What a click does

    def click(self, id: str) -> None:
        assert self.widgets[id].get("display") is not False, "nobody can click what is not shown"
        self.run(self.widgets[id]["clickRoutine"], {}, {})

    def run(self, routine: list[Widget], variables: dict[str, Any], collections: dict[str, list[str]]) -> None:
        for operation in routine:
            assert set(operation) <= KEYS[operation["func"]] | {"func"}, operation
            filled = {
                key: value if key.endswith("Routine") else fill(value, variables) for key, value in operation.items()
            }
            getattr(self, operation["func"])(filled, variables, collections)

    def ids(self, named: Any) -> list[str]:
        """The widgets of a list of ids: in the room's own order, whatever the list's is."""
        wanted = as_list(named)
        assert set(wanted) <= set(self.widgets), wanted
        return [id for id in self.widgets if id in wanted]

    def MOVE(self, a: Widget, variables: dict[str, Any], collections: dict[str, list[str]]) -> None:
        for target in self.ids(a["to"]):
            if "from" in a:
                (source,) = self.ids(a["from"])
                lying = self.lying(source)
                wanted = len(lying) if a["count"] == "all" else a["count"]
                assert isinstance(wanted, int) and wanted <= len(lying), f"{a}: {len(lying)} are there"
                moved = lying[:wanted][::-1]  # the top one last, so that it is on top again
            else:
                moved = list(collections[a["collection"]])
            for id in moved:
                if a.get("face") is not None:
                    self.widgets[id]["activeFace"] = a["face"]
                self.put(id, target)

    def SHUFFLE(self, a: Widget, variables: dict[str, Any], collections: dict[str, list[str]]) -> None:
        (holder,) = self.ids(a["holder"])
        lying = self.lying(holder)
        self.chance.shuffle(lying)
        for z, id in enumerate(lying, 1):
            self.widgets[id]["z"] = z

    def SORT(self, a: Widget, variables: dict[str, Any], collections: dict[str, list[str]]) -> None:
        """In order from below; in reverse the first is on top."""
        (holder,) = self.ids(a["holder"])
        lying = sorted(self.lying(holder), key=lambda id: self.get(self.widgets[id], a["key"]), reverse=a["reverse"])
        for z, id in enumerate(lying, 1):
            self.widgets[id]["z"] = z

    def SELECT(self, a: Widget, variables: dict[str, Any], collections: dict[str, list[str]]) -> None:
        source = collections[a["source"]] if "source" in a else list(self.widgets)
        fits = RELATIONS[a.get("relation", "==")]
        found = [id for id in source if self.widgets[id]["type"] == a["type"]]
        chosen = [id for id in found if fits(self.get(self.widgets[id], a["property"]), a["value"])]
        collections[a["collection"]] = chosen[: a.get("max", len(chosen))]

    def COUNT(self, a: Widget, variables: dict[str, Any], collections: dict[str, list[str]]) -> None:
        found = self.lying(a["holder"]) if "holder" in a else collections[a["collection"]]
        variables[a["variable"]] = len(found)

    def IF(self, a: Widget, variables: dict[str, Any], collections: dict[str, list[str]]) -> None:
        holds = RELATIONS[a["relation"]](a["operand1"], a["operand2"])
        self.run(a.get("thenRoutine" if holds else "elseRoutine", []), variables, collections)

    def CALL(self, a: Widget, variables: dict[str, Any], collections: dict[str, list[str]]) -> None:
        """What is called works on copies: nothing it does with variables is seen outside."""
        assert a["routine"].endswith("Routine")
        inherited = deepcopy(variables) | a.get("arguments", {})
        self.run(self.widgets[a["widget"]][a["routine"]], inherited, {key: [*ids] for key, ids in collections.items()})

    def CLONE(self, a: Widget, variables: dict[str, Any], collections: dict[str, list[str]]) -> None:
        components = []
        for id in collections[a["source"]]:
            clone = deepcopy(self.widgets[id]) | a["properties"] | {"id": f"clone{next(self.fresh)}"}
            parent = clone.pop("parent")
            self.widgets[clone["id"]] = {key: value for key, value in clone.items() if value is not None}
            self.widgets[clone["id"]]["parent"] = None
            self.put(clone["id"], parent)
            components.append(clone["id"])
        collections[a["collection"]] = components

    def SET(self, a: Widget, variables: dict[str, Any], collections: dict[str, list[str]]) -> None:
        for id in collections[a["collection"]]:
            self.widgets[id][a["property"]] = a["value"]

    def GET(self, a: Widget, variables: dict[str, Any], collections: dict[str, list[str]]) -> None:
        (id,) = collections[a["collection"]]
        variables[a["variable"]] = self.get(self.widgets[id], a["property"])

    def LABEL(self, a: Widget, variables: dict[str, Any], collections: dict[str, list[str]]) -> None:
        label = self.widgets[a["label"]]
        assert label["type"] == "label"
        label["text"] += {"inc": a["value"], "dec": -a["value"]}[a["mode"]]

    def INPUT(self, a: Widget, variables: dict[str, Any], collections: dict[str, list[str]]) -> None:
        self.told += [field["text"] for field in a["fields"]]


def fill(value: Any, variables: dict[str, Any]) -> Any:
    """What stands in ${…} becomes the variable itself."""
    if isinstance(value, dict):
        return {key: fill(item, variables) for key, item in value.items()}
    if isinstance(value, list):
        return [fill(item, variables) for item in value]
    match = re.fullmatch(r"\$\{(\w+)\}", value) if isinstance(value, str) else None
    return variables[match[1]] if match else value


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
