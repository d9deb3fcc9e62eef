"""A save: objects side by side, and the file that Tabletop Simulator opens."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from .objects import Object, PlacedObject

_GAP = 0.6  # between objects, in units
_TABLE = 36.0  # a row of objects is not wider than this, unless one object is


def lay_out(stocks: Sequence[PlacedObject]) -> list[Object]:
    """The objects side by side, in rows around the middle of the table, none above another."""
    rows: list[list[PlacedObject]] = []
    room = 0.0
    for stock in stocks:
        if not rows or room + _GAP + stock.width > _TABLE:
            rows.append([])
            room = -_GAP
        rows[-1].append(stock)
        room += _GAP + stock.width
    depths = [max(stock.depth for stock in row) for row in rows]
    z = (sum(depths) + _GAP * (len(rows) - 1)) / 2
    placed: list[Object] = []
    for row, depth in zip(rows, depths):
        x = -(sum(stock.width for stock in row) + _GAP * (len(row) - 1)) / 2
        for stock in row:
            placed.append(_moved(stock.object, x + stock.width / 2, z - depth / 2))
            x += stock.width + _GAP
        z -= depth + _GAP
    return placed


def _moved(data: Object, x: float, z: float) -> Object:
    return data | {"Transform": data["Transform"] | {"posX": round(x, 3) + 0.0, "posZ": round(z, 3) + 0.0}}


def save(title: str, objects: Sequence[Object], header: Mapping[str, Any]) -> str:
    """The file of a whole table: what its header says beside the title, and its objects."""
    return _file(title, objects, {"GameMode": title, **header})


def saved_object(title: str, objects: Sequence[Object]) -> str:
    """The file: a save whose header is empty but for the title."""
    return _file(title, objects, {})


def _file(title: str, objects: Sequence[Object], header: Mapping[str, Any]) -> str:
    data: Mapping[str, Any] = {
        "SaveName": title,
        "Date": "",
        "VersionNumber": "",
        "GameMode": "",
        "GameType": "",
        "GameComplexity": "",
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": "",
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        **header,
    }
    # An object a line: readable enough, and quicker to write than a file indented throughout.
    told = json.dumps(data, ensure_ascii=False, allow_nan=False).removesuffix("}")
    lines = ",\n".join(json.dumps(each, ensure_ascii=False, allow_nan=False) for each in objects)
    return f'{told}, "ObjectStates": [\n{lines}\n]}}\n'
