"""Update brings a designer's own save of a table up to date: new faces, backs and texts, and not a byte else.

The save is edited as text. A piece is known by the id that stands in its GM notes, wherever it
lies and whatever GUID the program has given it meanwhile.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from json.decoder import scanstring  # type: ignore[attr-defined]
from pathlib import PurePosixPath
from typing import Any

from .game import Game
from .job import OutFile
from .problem import Place, trouble

_SPACE = re.compile(r"[ \t\n\r]*")
_PLAIN = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null|-?Infinity|NaN")
_INSIDE = ("ContainedObjects", "ChildObjects")
_TEXTS = ("Nickname", "Description")
_HASHED = re.compile(r"(.*?)([a-z0-9-]+-[0-9a-f]{12}\.(?:png|jpg|pdf))")
_NEW_BAG = "New pieces"
_REFERRED_TO = ("tts-sheet", "tts-back", "tts-image", "tts-rulebook", "tts-model")


@dataclass(slots=True)
class Span:
    """A value of a JSON text, and where it stands there."""

    start: int
    end: int
    value: Any = None  # of what is neither a mapping nor a list
    entries: "dict[str, Span] | None" = None
    items: "list[Span] | None" = None

    def plain(self) -> Any:
        if self.entries is not None:
            return {key: span.plain() for key, span in self.entries.items()}
        return [span.plain() for span in self.items] if self.items is not None else self.value

    def get(self, key: str) -> "Span | None":
        return self.entries.get(key) if self.entries else None

    def text(self, key: str) -> str:
        span = self.get(key)
        return span.value if span and isinstance(span.value, str) else ""


@dataclass(slots=True)
class Updated:
    """The new text, and what became of the pieces: ids as game/kind/piece."""

    text: str
    changed: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    surplus: list[str] = field(default_factory=list)


def update(text: str, fresh: Mapping[str, Any], game: Game, rulebook: str = "", name: str = "") -> Updated:
    """The save `text` with the pieces of `fresh`, a saved object of the whole game; `rulebook` is the PDF's address."""
    return _Updating(text, fresh, game, rulebook, name).done()


def read_span(text: str, name: str = "") -> Span:
    """A save as spans; a text that is no JSON is a problem."""
    try:
        span, end = _read(text, _skip(text, 1 if text.startswith("\ufeff") else 0))
        if _skip(text, end) != len(text):
            raise ValueError
        return span
    except (ValueError, IndexError, RecursionError):
        trouble(Place(name or "the save"), "this is no save of Tabletop Simulator: it is not readable as JSON")


def game_of(save: Span, games: list[str], name: str = "") -> str:
    """The game whose pieces lie on a table."""
    found = Counter(id.split("/")[0] for span in objects(save) if (id := span.text("GMNotes")).count("/") >= 1)
    known = [game for game, _ in found.most_common() if game in games]
    if not known:
        hint = "it must come from a table or a saved object that pressplay has made"
        trouble(Place(name or "the save"), "no piece in this save is one of this project’s games", hint)
    return known[0]


def image_base_of(save: Span) -> str:
    """Where the images of a save stand, when their names are still ours; else nothing."""
    bases: Counter[str] = Counter()
    for span in _strings(save):
        match = _HASHED.fullmatch(span)
        if match and "://" in match[1]:
            bases[match[1]] += 1
    return bases.most_common(1)[0][0] if bases else ""


def fresh_save(files: Sequence[OutFile]) -> tuple[dict[str, Any], str, dict[str, bytes]]:
    """Of a build: the saved object of the whole game, the name of the rulebook, and all images by their names."""
    saved = next(json.loads(file.data) for file in files if file.role == "tts-save")
    images = {PurePosixPath(file.path).name: file.data for file in files if file.role in _REFERRED_TO}
    return saved, next((name for name in images if name.endswith(".pdf")), ""), images


def objects(span: Span) -> Iterator[Span]:
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


# Reading ------------------------------------------------------------------------


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _read(text: str, at: int) -> tuple[Span, int]:
    if text[at] == "{":
        return _mapping(text, at)
    if text[at] == "[":
        return _list(text, at)
    if text[at] == '"':
        value, end = scanstring(text, at + 1, False)
        return Span(at, end, value), end
    match = _PLAIN.match(text, at)
    if not match:
        raise ValueError
    return Span(at, match.end(), json.loads(match[0])), match.end()


def _mapping(text: str, start: int) -> tuple[Span, int]:
    entries: dict[str, Span] = {}
    at = _skip(text, start + 1)
    while text[at] != "}":
        if text[at] != '"':
            raise ValueError
        key, at = scanstring(text, at + 1, False)
        at = _skip(text, at)
        if text[at] != ":":
            raise ValueError
        entries[key], at = _read(text, _skip(text, at + 1))
        at = _next(text, at, "}")
    return Span(start, at + 1, entries=entries), at + 1


def _list(text: str, start: int) -> tuple[Span, int]:
    items: list[Span] = []
    at = _skip(text, start + 1)
    while text[at] != "]":
        item, at = _read(text, at)
        items.append(item)
        at = _next(text, at, "]")
    return Span(start, at + 1, items=items), at + 1


def _next(text: str, at: int, close: str) -> int:
    """Past a comma, or to the end of what is read."""
    at = _skip(text, at)
    if text[at] == ",":
        return _skip(text, at + 1)
    if text[at] != close:
        raise ValueError
    return at


def _strings(span: Span) -> Iterator[str]:
    if isinstance(span.value, str):
        yield span.value
    for inner in (*(span.entries or {}).values(), *(span.items or ())):
        yield from _strings(inner)


# Updating -----------------------------------------------------------------------


class _Updating:
    def __init__(self, text: str, fresh: Mapping[str, Any], game: Game, rulebook: str, name: str) -> None:
        self.text = text
        self.game = game
        self.rulebook = rulebook
        self.save = read_span(text, name)
        if self.save.get("ObjectStates") is None:
            trouble(Place(name or "the save"), "this is no save of Tabletop Simulator: it has no ObjectStates")
        self.copies: dict[str, list[Mapping[str, Any]]] = {}  # id → its objects, one a copy
        self.labels: dict[str, Mapping[str, Any]] = {}
        self._learn(fresh["ObjectStates"])
        self.sheets = self._sheet_numbers()
        self.edits: list[tuple[int, int, str]] = []
        self.result = Updated(text)

    def _learn(self, fresh: list[dict[str, Any]]) -> None:
        for each in fresh:
            id = each["GMNotes"]
            inner = each.get("ContainedObjects")
            if inner is not None:
                if self._ours(id):
                    self.labels[id] = each
                self._learn(inner)
            elif self._ours(id):
                self.copies.setdefault(id, []).append(each)
            self._learn(list(each.get("States", {}).values()))

    def _ours(self, id: str) -> bool:
        return id.startswith(f"{self.game.id}/") and not id.startswith(f"{self.game.id}/table/")

    def _sheet_numbers(self) -> dict[str, str]:
        """Our sheets under numbers that no other card of the save uses."""
        others = {
            key
            for span in objects(self.save)
            if span.get("CardID") and span.text("GMNotes") not in self.copies
            for key in (span.get("CustomDeck") or Span(0, 0)).entries or {}
        }
        ours = {key for copies in self.copies.values() for key in copies[0].get("CustomDeck", {})}
        numbers, free = {}, max((int(key) for key in {*others, *ours} if key.isdecimal()), default=0)
        for key in sorted(ours, key=int):
            if key in others:
                free += 1
            numbers[key] = str(free) if key in others else key
        return numbers

    def done(self) -> Updated:
        present: Counter[str] = Counter()
        for span in objects(self.save):
            id = span.text("GMNotes")
            if id in self.copies:
                present[id] += 1
                self._piece(span, id)
            elif id in self.labels:
                self._texts(span, self.labels[id])
            elif id == f"{self.game.id}/table/rulebook:Rulebook" and self.rulebook:
                self._replace(_inner(span, "CustomPDF", "PDFUrl"), self.rulebook)
            elif self._ours(id) and id.count("/") == 2:
                self.result.removed.append(id)
        for span in objects(self.save):
            if span.get("DeckIDs"):
                self._deck(span)
        self._add_missing(present)
        self._count(present)
        self.result.text = self._applied()
        for told in (self.result.changed, self.result.removed):
            told[:] = list(dict.fromkeys(told))
        return self.result

    def _piece(self, span: Span, id: str) -> None:
        fresh, before = self.copies[id][0], len(self.edits)
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

    def _card(self, fresh: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        """A card's id and sheet, under the numbers that hold in this save."""
        ((key, entry),) = fresh["CustomDeck"].items()
        number = self.sheets[key]
        return int(number) * 100 + fresh["CardID"] % 100, {number: entry}

    def _texts(self, span: Span, fresh: Mapping[str, Any]) -> None:
        for key in _TEXTS:
            self._replace(span.get(key), fresh[key])

    def _deck(self, span: Span) -> None:
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
                card, sheet = (
                    (each.get("CardID") or Span(0, 0, 0)).value,
                    (each.get("CustomDeck") or Span(0, 0)).plain(),
                )
            ids.append(card)
            sheets |= sheet or {}
        if ids and any(each.text("GMNotes") in self.copies for each in (inner.items or () if inner else ())):
            self._replace(span.get("DeckIDs"), ids)
            self._replace(span.get("CustomDeck"), sheets)

    def _replace(self, span: Span | None, value: Any) -> None:
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
        return json.dumps(value, ensure_ascii=False, indent=2).replace("\n", newline + pad)

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
            gap = self.text[states.items[-2].end + 1 : last.start] if len(states.items) > 1 else "\n"
            written = self._written(data, last.start)
            self.edits.append((last.end, last.end, "," + gap + written))
        else:
            self.edits.append((states.start, states.end, self._written([data], states.start)))

    def _count(self, present: Counter[str]) -> None:
        for id, found in present.items():
            wanted = len(self.copies[id])
            if found > wanted and self._fixed(id):
                self.result.surplus.append(f"{id}: {found} on the table, {wanted} in the game")


def _inner(span: Span, outer: str, key: str) -> Span | None:
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
