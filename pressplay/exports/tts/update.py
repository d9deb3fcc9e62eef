"""Update brings a designer's own save of a table up to date: new faces, backs and texts, and not a byte else.

The save is edited as text. A piece is known by the id that stands in its GM notes, wherever it
lies and whatever GUID the program has given it meanwhile.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from pressplay.exports import roles
from pressplay.exports.job import OutFile
from pressplay.game import Game
from pressplay.problem import Place, trouble
from pressplay.table.table import SIGNED, signed_script

from .json_spans import JsonSpan, read_span, strings

_INSIDE = ("ContainedObjects", "ChildObjects")
_TEXTS = ("Nickname", "Description")
_HASHED = re.compile(r"(.*?)([a-z0-9-]+-[0-9a-f]{12}\.(?:png|jpg|pdf|obj))")
_PANEL = re.compile(r'\s*<VerticalLayout id="pressplay-setup".*?</VerticalLayout>\s*', re.S)
_HALVES = re.compile("[\ud800-\udc7f\udd00-\udfff]")  # of characters, which no file can hold as they are
_SHEET = re.compile("[0-9]{1,9}")
_NEW_BAG = "New pieces"


@dataclass(frozen=True, slots=True)
class NewSave:
    """A game as a build has just made it."""

    pieces: Mapping[str, Any]  # the saved object of the whole game
    script: str  # the set-up script of its table, and its buttons
    panel: str
    images: Mapping[str, bytes]  # by their names


@dataclass(slots=True)
class UpdateResult:
    """The new text, and what became of the pieces: ids as game/kind/piece."""

    text: str
    changed: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    surplus: list[str] = field(default_factory=list)
    setup: str = ""  # what became of the set-up script: nothing, kept, replaced, or changed by hand


def update(text: str, fresh: NewSave, game: Game, name: str = "", setup: bool = False) -> UpdateResult:
    """The save `text` with the pieces of a fresh build; with `setup` its script too, unless it was changed by hand."""
    return _Updater(text, fresh, game, name).done(setup)


def game_of(save: JsonSpan, games: list[str], name: str = "") -> str:
    """The game whose pieces lie on a table."""
    found = Counter(id.split("/")[0] for span in objects(save) if (id := span.text("GMNotes")).count("/") >= 1)
    known = [game for game, _ in found.most_common() if game in games]
    if not known:
        hint = "it must come from a table or a saved object that pressplay has made"
        trouble(Place(name or "the save"), "no piece in this save is one of this project’s games", hint)
    return known[0]


def image_base_of(save: JsonSpan) -> str:
    """Where the images of a save stand, when their names are still ours; else nothing."""
    bases: Counter[str] = Counter()
    for span in strings(save):
        match = _HASHED.fullmatch(span)
        if match and "://" in match[1]:
            bases[match[1]] += 1
    return bases.most_common(1)[0][0] if bases else ""


def fresh_save(files: Sequence[OutFile]) -> NewSave:
    """What a build has made for Tabletop Simulator."""
    saved = next(json.loads(file.data) for file in files if file.role == roles.TTS_SAVE)
    table: dict[str, Any] = next((json.loads(file.data) for file in files if file.role == roles.TTS_TABLE), {})
    images = {PurePosixPath(file.path).name: file.data for file in files if file.role in roles.TTS_REFERRED_TO}
    return NewSave(saved, table.get("LuaScript", ""), table.get("XmlUI", ""), images)


def objects(span: JsonSpan) -> Iterator[JsonSpan]:
    """Every object of a save, also those inside others."""
    for key in ("ObjectStates", *_INSIDE):
        inner = span.get(key)
        for each in inner.items or () if inner else ():
            yield each
            yield from objects(each)
    states = span.get("States")
    for each in (states.entries or {}).values() if states else ():
        yield each
        yield from objects(each)


# Updating -----------------------------------------------------------------------


class _Updater:
    def __init__(self, text: str, fresh: NewSave, game: Game, name: str) -> None:
        self.text = text
        self.game = game
        self.fresh = fresh
        self.save = read_span(text, name)
        states = self.save.get("ObjectStates")
        if states is None or states.items is None:
            trouble(Place(name or "the save"), "this is no save of Tabletop Simulator: it has no ObjectStates")
        self.copies: dict[str, list[Mapping[str, Any]]] = {}  # id → its objects, one a copy
        self.labels: dict[str, Mapping[str, Any]] = {}
        self.belongings: dict[str, Mapping[str, Any]] = {}  # the box and the rulebook
        self._learn(fresh.pieces["ObjectStates"])
        self.sheets = self._sheet_numbers()
        self.edits: list[tuple[int, int, str]] = []
        self.result = UpdateResult(text)

    def _learn(self, fresh: list[dict[str, Any]]) -> None:
        for each in fresh:
            id = each["GMNotes"]
            inner = each.get("ContainedObjects")
            if not self._ours(id):
                self.belongings[id] = each
                self._learn(inner or [])
            elif inner is not None:
                self.labels[id] = each
                self._learn(inner)
            else:
                self.copies.setdefault(id, []).append(each)
            self._learn(list(each.get("States", {}).values()))

    def _ours(self, id: str) -> bool:
        return id.startswith(f"{self.game.id}/") and not id.startswith(f"{self.game.id}/table/")

    def _sheet_numbers(self) -> dict[str, str]:
        """Our sheets under numbers that no other card of the save uses."""
        others = {
            key
            for span in objects(self.save)
            if span.get("CardID") and not span.get("DeckIDs") and span.text("GMNotes") not in self.copies
            for key in _entries(span, "CustomDeck")
        }
        ours = {key for copies in self.copies.values() for key in copies[0].get("CustomDeck", {})}
        numbers, free = {}, max((int(key) for key in {*others, *ours} if _SHEET.fullmatch(key)), default=0)
        for key in sorted(ours, key=int):
            if key in others:
                free += 1
            numbers[key] = str(free) if key in others else key
        return numbers

    def done(self, setup: bool) -> UpdateResult:
        present: Counter[str] = Counter()
        for span in objects(self.save):
            id = span.text("GMNotes")
            if id in self.copies and span.get("DeckIDs"):
                continue  # a deck is no piece, whatever its notes say
            if id in self.copies:
                present[id] += 1
                self._piece(span, id)
            elif id in self.labels:
                self._texts(span, self.labels[id])
            elif id in self.belongings:
                for outer, key in (("CustomPDF", "PDFUrl"), ("CustomMesh", "MeshURL"), ("CustomMesh", "DiffuseURL")):
                    if outer in self.belongings[id]:
                        self._replace(_inner(span, outer, key), self.belongings[id][outer][key])
            elif self._ours(id) and id.count("/") == 2:
                self.result.removed.append(id)
        for span in objects(self.save):
            if span.get("DeckIDs"):
                self._deck(span)
        self._add_missing(present)
        self._count(present)
        self._set_up(setup)
        self.result.text = self._applied()
        for told in (self.result.changed, self.result.removed, self.result.surplus):
            told[:] = list(dict.fromkeys(told))
        return self.result

    def _piece(self, span: JsonSpan, id: str) -> None:
        fresh, before = self.copies[id][0], len(self.edits)
        if ("CardID" in fresh) != (span.get("CardID") is not None):
            self.result.surplus.append(f"{id}: became another sort of object; take a fresh one")
            return
        self._texts(span, fresh)
        if "CardID" in fresh:
            card, sheet = self._card(fresh)
            self._replace(span.get("CardID"), card)
            self._replace(span.get("CustomDeck"), sheet)
        for key in ("ImageURL", "ImageSecondaryURL"):
            if "CustomImage" in fresh:
                self._replace(_inner(span, "CustomImage", key), fresh["CustomImage"][key])
        values = span.get("RotationValues")
        for one, other in zip(values.items or () if values else (), fresh.get("RotationValues", ())):
            self._replace(one.get("Value"), other["Value"])
        if len(self.edits) > before:
            self.result.changed.append(id)

    def _set_up(self, wanted: bool) -> None:
        """The script is replaced only when that is asked for and nobody has written in it."""
        script = self.save.get("LuaScript")
        text = script.value.replace("\r\n", "\n") if script and isinstance(script.value, str) else ""
        first, _, rest = text.partition("\n")
        if not first.startswith(SIGNED) or text == self.fresh.script:
            return
        if signed_script(rest) != text:
            self.result.setup = "changed by hand"
            return
        self.result.setup = "replaced" if wanted else "kept"
        if not wanted:
            return
        self._replace(script, self.fresh.script)
        panel = self.save.get("XmlUI")
        if panel and isinstance(panel.value, str) and _PANEL.fullmatch(panel.value):
            self._replace(panel, self.fresh.panel)

    def _card(self, fresh: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        """A card's id and sheet, under the numbers that hold in this save."""
        ((key, entry),) = fresh["CustomDeck"].items()
        number = self.sheets[key]
        return int(number) * 100 + fresh["CardID"] % 100, {number: entry}

    def _texts(self, span: JsonSpan, fresh: Mapping[str, Any]) -> None:
        for key in _TEXTS:
            self._replace(span.get(key), fresh[key])

    def _deck(self, span: JsonSpan) -> None:
        """A deck lists the cards in it; those that are not ours keep their sheets."""
        inner = span.get("ContainedObjects")
        ids: list[int] = []
        sheets: dict[str, Any] = {}
        for each in inner.items or () if inner else ():
            id = each.text("GMNotes")
            fresh = self.copies.get(id)
            if fresh and "CardID" in fresh[0]:
                card, sheet = self._card(fresh[0])
            else:
                card = (each.get("CardID") or JsonSpan(0, 0, 0)).value
                sheet = {key: entry.plain() for key, entry in _entries(each, "CustomDeck").items()}
            ids.append(card)
            sheets |= sheet
        if ids and any(each.text("GMNotes") in self.copies for each in (inner.items or () if inner else ())):
            self._replace(span.get("DeckIDs"), ids)
            self._replace(span.get("CustomDeck"), sheets)

    def _replace(self, span: JsonSpan | None, value: Any) -> None:
        """A new value where it differs from what stands there; what is not there stays away."""
        if span is None or span.plain() == value:
            return
        self.edits.append((span.start, span.end, self._written(value, span.start)))

    def _written(self, value: Any, at: int) -> str:
        """JSON as the program writes it, set in as far as the line it stands in."""
        start = self.text.rfind("\n", 0, at) + 1
        line = self.text[start:at]
        pad = line[: len(line) - len(line.lstrip())]
        newline = "\r\n" if "\r\n" in self.text else "\n"
        written = json.dumps(value, ensure_ascii=False, indent=2).replace("\n", newline + pad)
        return _HALVES.sub(lambda half: f"\\u{ord(half[0]):04x}", written)

    def _applied(self) -> str:
        parts, at = [], 0
        for start, end, new in sorted(self.edits):
            parts += [self.text[at:start], new]
            at = end
        return "".join([*parts, self.text[at:]])

    # What is new, and what is too much

    def _add_missing(self, present: Counter[str]) -> None:
        used = {span.text("GUID") for span in objects(self.save)}
        new = []
        for id, copies in self.copies.items():
            if id.count("/") > 2:  # the other side of a board, which comes with the board
                continue
            for fresh in copies[present[id] :] if not present[id] or self._fixed(id) else []:
                data = dict(fresh)
                if "CardID" in data:
                    data["CardID"], data["CustomDeck"] = self._card(fresh)
                data["GUID"] = _free(data["GUID"], used)
                new.append(data)
                self.result.added.append(id)
        if new:
            self._append(_bag(new, used))

    def _fixed(self, id: str) -> bool:
        kind = self.game.kinds.get(id.split("/")[1])
        return kind is not None and kind.count == "fixed"

    def _append(self, data: Mapping[str, Any]) -> None:
        states = self.save.get("ObjectStates")
        assert states and states.items is not None
        if states.items:
            last = states.items[-1]
            between = self.text[states.items[-2].end : last.start] if len(states.items) > 1 else ",\n"
            self.edits.append((last.end, last.end, between + self._written(data, last.start)))
        else:
            self.edits.append((states.start, states.end, self._written([data], states.start)))

    def _count(self, present: Counter[str]) -> None:
        for id, found in present.items():
            wanted = len(self.copies[id])
            if found > wanted and self._fixed(id):
                self.result.surplus.append(f"{id}: {found} on the table, {wanted} in the game")


def _entries(span: JsonSpan, key: str) -> dict[str, JsonSpan]:
    found = span.get(key)
    return (found.entries or {}) if found else {}


def _inner(span: JsonSpan, outer: str, key: str) -> JsonSpan | None:
    found = span.get(outer)
    return found.get(key) if found else None


def _free(guid: str, used: set[str]) -> str:
    while guid in used:
        guid = f"{(int(guid, 16) + 1) % 0x1000000:06x}"
    used.add(guid)
    return guid


def _bag(things: list[dict[str, Any]], used: set[str]) -> dict[str, Any]:
    """New pieces come in a bag above the middle of the table."""
    like = things[0]
    turn = {"rotX": 0.0, "rotY": 180.0, "rotZ": 0.0, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
    shared = {key: like[key] for key in ("ColorDiffuse", "Grid", "Snap", "Autoraise", "Sticky", "Tooltip")}
    return {
        "GUID": _free("000001", used),
        "Name": "Bag",
        "Transform": {"posX": 0.0, "posY": 4.0, "posZ": 0.0, **turn},
        "Nickname": _NEW_BAG,
        "Description": "",
        "GMNotes": "",
        **shared,
        "Locked": False,
        "MaterialIndex": -1,
        "MeshIndex": -1,
        "Bag": {"Order": 0},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ContainedObjects": things,
    }
