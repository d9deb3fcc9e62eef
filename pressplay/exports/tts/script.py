"""The set-up script: what table.yaml says about the set-up as data for a Lua program that is the same for every game."""

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from pressplay.data.pieces import Size
from pressplay.game import Game
from pressplay.table.table import Arrangement, SetupStep, Spot, Stack, signed_script

from . import objects
from .objects import Object

_NO_SIZE = Size("", 63.5, 88.9)
_CARD_HEIGHT, _PIECE_HEIGHT = 1.6, 1.4  # dropped from here: above boards, which lie at 1
_OVER_HEIGHT = 2.2  # above what has been dealt below


def script(game: Game, arranged: Arrangement, on_table: Mapping[tuple[str, int], Object], box: Object) -> str:
    """The Lua program; empty when the game has no set-up."""
    if not arranged.table.setups:
        return ""
    stacks = {each.key: each for each in arranged.stacks if each.spot}
    used = {name for steps in arranged.table.setups.values() for step in steps for name in (step.stack, step.to)}
    piles = {name: _stack(each, on_table[each.name, each.seat]) for name, each in stacks.items() if each.name in used}
    asked = max(
        (name for name, each in piles.items() if _can_be_asked(each, stacks[name])),
        key=lambda name: len(stacks[name].members),
        default="",
    )
    plan: dict[str, Any] = {
        "stacks": piles,
        "seats": _seats(arranged, on_table),
        "box": {"guid": box["GUID"], **_pose(box)},
        "needs": [each["guid"] for each in piles.values()],
        "deck": _deck(),
        "games": {
            number: [_step(step, arranged, game) for step in steps] for number, steps in arranged.table.setups.items()
        },
    }
    if asked and len(stacks[asked].members) > 2:
        plan |= {"ask": piles[asked]["guid"], "asked": asked}
    program = Path(__file__).with_name("setup.lua").read_text("utf-8")
    return signed_script(f"PLAN = {_lua(plan)}\n\n{program}".rstrip("\n"))


def _can_be_asked(pile: Mapping[str, Any], stack: Stack) -> bool:
    """Whether a pile can show which end of a face-down deck is its top."""
    ends_differ = stack.members[0].design != stack.members[-1].design
    return pile["form"] == "pile" and not pile["faceUp"] and stack.seat < 0 and ends_differ


def panel(arranged: Arrangement) -> str:
    """The buttons, one for each number of players."""
    counts = list(arranged.table.setups)
    if not counts:
        return ""
    height = 50 + 56 * len(counts)
    buttons = "\n".join(
        f'  <Button onClick="setUp({count})" fontSize="15">{count} {"player" if count == 1 else "players"}&#10;'
        f"{escape(_who(arranged, count))}</Button>"
        for count in counts
    )
    return (
        f'<VerticalLayout id="pressplay-setup" width="300" height="{height}" spacing="4" padding="8 8 8 8" '
        'color="#22332Eee" rectAlignment="MiddleRight" offsetXY="-20 0">\n'
        f'  <Text color="#ffffff" fontSize="18">Set up for</Text>\n{buttons}\n</VerticalLayout>\n'
    )


def _who(arranged: Arrangement, count: int) -> str:
    """The seats that are dealt to, by the colours that the program knows them by."""
    return ", ".join(seat.color for seat in arranged.table.seats[:count])


def _stack(stack: Stack, data: Object) -> dict[str, Any]:
    spot = stack.spot
    assert spot
    at = _at(spot, stack.face_up, _CARD_HEIGHT if stack.on else _PIECE_HEIGHT)
    return {"guid": data["GUID"], "form": stack.form, "faceUp": stack.face_up, **at}


def _at(spot: Spot, face_up: bool, height: float) -> dict[str, Any]:
    turns = {"x": 0.0, "y": (180 + spot.turn) % 360, "z": 0.0 if face_up else 180.0}
    return {"position": objects.world(spot.x, spot.y, height), "rotation": turns}


def _pose(box: Object) -> dict[str, Any]:
    where = box["Transform"]
    return {
        "position": {axis: where[f"pos{axis.upper()}"] for axis in "xyz"},
        "rotation": {axis: where[f"rot{axis.upper()}"] for axis in "xyz"},
    }


def _seats(arranged: Arrangement, on_table: Mapping[tuple[str, int], Object]) -> list[dict[str, Any]]:
    """For each seat its hand, and everything that goes back into the box when nobody sits there."""
    seats = []
    hands = [thing for thing in arranged.things if thing.sort == "hand"]
    for number, seat in enumerate(arranged.table.seats):
        spot = hands[number].spot
        wide = (spot.width - _NO_SIZE.width) / objects.UNIT
        hand = _at(spot, True, 4.0) | {"right": {"x": spot.right[0], "z": spot.right[1]}, "step": 1.2, "wide": wide}
        guids = [data["GUID"] for (_, owner), data in on_table.items() if owner == number]
        seats.append({"color": seat.color, "hand": hand, "guids": guids})
    return seats


def _deck() -> Object:
    """What every deck has, beside its cards."""
    label = objects.Label("", "", "", "")
    data = objects.deck(label, [{"CustomDeck": {}, "CardID": 0}] * 2, _NO_SIZE, True).object
    left_out = ("GUID", "DeckIDs", "CustomDeck", "ContainedObjects", "Transform", "Tags", "SidewaysCard")
    return {key: value for key, value in data.items() if key not in left_out}


def _step(step: SetupStep, arranged: Arrangement, game: Game) -> dict[str, Any]:
    data: dict[str, Any] = {"verb": step.verb, "stack": step.stack, "number": step.number, "to": step.to}
    if step.ids:
        data["ids"] = [f"{game.id}/{id}" for id in step.ids]
    if step.verb == "deal":
        area = arranged.table.areas[step.to]
        height = _OVER_HEIGHT if area.over else _CARD_HEIGHT if area.where.form == "slot" else _PIECE_HEIGHT
        data["cells"] = [_at(cell, step.face == "up", height) for cell in arranged.dealt(step)]
    if step.verb == "each":
        data["cells"] = [_at(cell, True, _CARD_HEIGHT) for cell in arranged.cells[step.to]]
    return data


def _lua(value: Any, indent: int = 0) -> str:
    """Plain data as Lua writes it."""
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(round(value, 4))
    if isinstance(value, str):
        plain = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "")
        return f'"{plain}"'
    pad = " " * (indent + 1)
    if isinstance(value, dict):
        items = [f"[{_lua(key)}] = {_lua(item, indent + 1)}" for key, item in value.items()]
    else:
        items = [_lua(item, indent + 1) for item in value]
    short = "{" + ", ".join(items) + "}"
    if len(short) < 110 and "\n" not in short:
        return short
    return "{\n" + "".join(f"{pad}{item},\n" for item in items) + " " * indent + "}"
