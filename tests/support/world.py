"""A small world for set-up scripts: objects that behave as Tabletop Simulator's own do, as far as scripts can tell.

It is as late as the documentation says: what is taken out of a deck spawns later, and has no id
(its GUID is "-1") before; what is destroyed is still there until the frame ends.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from lupa import lua52

LISTS = ("ContainedObjects", "DeckIDs", "Tags")
Data = dict[str, Any]


class World:
    """A save that has been loaded; `top_first` is how this world lists a face-down deck, which nobody has to know."""

    def __init__(self, save: Data, seed: int, top_first: bool) -> None:
        self.top_first = top_first
        self.objects = {each["GUID"]: deepcopy(each) for each in save["ObjectStates"]}
        self.told: list[str] = []
        self.hidden: list[str] = []
        self.later: list[Callable[[], bool]] = []  # tried once a frame until it says that it is done
        self.lua = lua52.LuaRuntime(unpack_returned_tuples=True)
        names = self.lua.globals()
        names.getObjectFromGUID = self._find
        names.spawnObjectData = self._spawn
        names.broadcastToAll = self.told.append
        names.UI = self.lua.table_from({"hide": self.hidden.append})
        names.Wait = self.lua.table_from({"condition": self._wait, "frames": self._frames})
        names.os = self.lua.table_from({"time": lambda: seed})
        names.io = names.require = names.dofile = names.loadfile = None  # the game has none of these
        self.lua.execute(save["LuaScript"])
        names.onLoad("")

    def press(self, players: int) -> None:
        """The button for a number of players."""
        self.lua.globals().setUp(None, str(players), "")
        for _ in range(20):
            self._frame()
        assert not self.later, "the set-up has ended"

    def _frame(self) -> None:
        """All that was begun before this frame goes on; what it begins waits for the next one."""
        waiting, self.later = self.later, []
        self.later = [goes_on for goes_on in waiting if not goes_on()] + self.later

    def _wait(self, then: Any, holds: Any, seconds: float = 0, given_up: Any = None) -> None:
        def goes_on() -> bool:
            done = bool(holds())
            if done:
                then()
            return done

        self.later.append(goes_on)

    def _frames(self, then: Any, number: int) -> None:
        self._wait(then, lambda: True)

    def _destroy(self, guid: str) -> None:
        self._wait(lambda: self.objects.pop(guid), lambda: True)

    # What scripts can ask

    def _find(self, guid: str) -> Any:
        if guid not in self.objects:
            return None
        return self._handle(guid)

    def _handle(self, guid: str) -> Any:
        asked = {
            "getData": lambda: self._to_lua(self.objects[guid]),
            "getGUID": lambda: guid,
            "destruct": lambda: self._destroy(guid),
            "takeObject": lambda options: self._take(guid, options),
        }
        return self.lua.table_from(asked)

    def _take(self, guid: str, options: Any) -> Any:
        """The top card of a deck flies off; of two, the other one is a deck no longer."""
        deck = self.objects[guid]
        cards = self.top_down(deck)
        card = cards[0]
        deck["ContainedObjects"].remove(card)
        deck["DeckIDs"] = [each["CardID"] for each in deck["ContainedObjects"]]
        assert len(deck["DeckIDs"]) >= 2, "a deck of two falls apart when a card is taken"
        spawning = {"getGUID": lambda: "-1", "getData": lambda: self.lua.table_from({"GUID": "-1"})}

        def spawn() -> None:
            self.objects[card["GUID"]] = card
            options["callback_function"](self._handle(card["GUID"]))

        self._wait(spawn, lambda: True)
        return self.lua.table_from(spawning)

    def _spawn(self, options: Any) -> None:
        data = self._from_lua(options["data"])
        place, turn = options["position"], options["rotation"]
        data["Transform"] = data["Transform"] | {f"pos{axis.upper()}": place[axis] for axis in "xyz"}
        data["Transform"] |= {f"rot{axis.upper()}": turn[axis] for axis in "xyz"}
        self._check(data)
        guid = data.get("GUID") or "000000"
        while guid in self.objects:  # the game gives another one to whoever comes second
            guid = f"{(int(guid, 16) + 1) % 0x1000000:06x}"
        self.objects[guid] = data | {"GUID": guid}

    def _check(self, data: Data) -> None:
        """What the game would refuse, or show wrongly."""
        if data["Name"] == "DeckCustom":
            cards = data["ContainedObjects"]
            assert len(cards) >= 2, "a deck has two cards or more"
            assert data["DeckIDs"] == [card["CardID"] for card in cards]
            assert {str(id // 100) for id in data["DeckIDs"]} == set(data["CustomDeck"])
            assert {"GUID", "Nickname", "ColorDiffuse", "LuaScript", "LuaScriptState", "Transform"} <= set(data)
        elif data["Name"] == "Card":
            assert list(data["CustomDeck"]) == [str(data["CardID"] // 100)]

    # Data on its way

    def _to_lua(self, value: Any) -> Any:
        if isinstance(value, dict):
            return self.lua.table_from({key: self._to_lua(item) for key, item in value.items()})
        if isinstance(value, list):
            return self.lua.table_from([self._to_lua(item) for item in value])
        return value

    def _from_lua(self, value: Any, name: str = "") -> Any:
        if lua52.lua_type(value) != "table":
            return int(value) if isinstance(value, float) and value.is_integer() and name != "pos" else value
        items = {key: self._from_lua(item, str(key)) for key, item in value.items()}
        if name in LISTS or (items and all(isinstance(key, int) for key in items)):
            return [items[key] for key in sorted(items)]
        return items

    # What a test looks at

    def top_down(self, data: Data) -> list[Data]:
        """The cards of a deck from its top, whichever side is up."""
        if "ContainedObjects" not in data:
            return [data]
        cards = list(data["ContainedObjects"])
        face_up = abs(data["Transform"]["rotZ"]) < 90
        return cards if self.top_first != face_up else cards[::-1]

    def near(self, x: float, z: float) -> list[Data]:
        """The objects whose middle is at a place, boards left out."""
        return [
            each
            for each in self.objects.values()
            if abs(each["Transform"]["posX"] - x) < 0.05
            and abs(each["Transform"]["posZ"] - z) < 0.05
            and each["Name"] not in ("Custom_Board", "HandTrigger")
        ]

    def hand(self, color: str) -> list[Data]:
        """What a player of a colour holds."""
        zone = next(each for each in self.objects.values() if each.get("FogColor") == color)["Transform"]
        wide, deep = (zone["scaleX"], zone["scaleZ"]) if zone["rotY"] % 180 == 0 else (zone["scaleZ"], zone["scaleX"])
        return [
            each
            for each in self.objects.values()
            if each["Name"] == "Card"
            and abs(each["Transform"]["posX"] - zone["posX"]) < wide / 2
            and abs(each["Transform"]["posZ"] - zone["posZ"]) < deep / 2
        ]

    def census(self) -> Counter[str]:
        """Every piece there is, in whatever it lies."""
        return census(list(self.objects.values()))

    def boxed(self) -> Counter[str]:
        (box,) = (each for each in self.objects.values() if each["Name"] == "Custom_Model_Bag")
        return census(box.get("ContainedObjects") or [])


def census(objects: list[Data]) -> Counter[str]:
    return Counter(each["GMNotes"] for each in pieces(objects))


def pieces(objects: list[Data]) -> Iterator[Data]:
    """What is no container itself."""
    for each in objects:
        inner = each.get("ContainedObjects")
        if inner or each["Name"] in ("Bag", "DeckCustom", "Custom_Model_Bag"):
            yield from pieces(inner or [])
        elif each["Name"] not in ("HandTrigger", "Counter", "Custom_PDF", "3DText"):
            yield each
