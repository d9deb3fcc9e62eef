"""What files for Tabletop Simulator must look like, as its own documentation says, and how to walk through them."""

import re
from collections.abc import Iterator
from typing import Any


def walk(objects: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for each in objects:
        yield each
        yield from walk(each.get("ContainedObjects", []))
        yield from walk(list(each.get("States", {}).values()))


NUMBER, TEXT_, TRUTH, WHOLE = float, str, bool, int


COLOUR = {"r": NUMBER, "g": NUMBER, "b": NUMBER}


PLACE = {f"{what}{axis}": NUMBER for what in ("pos", "rot", "scale") for axis in "XYZ"}


VECTOR = {axis: NUMBER for axis in "xyz"}


BASE: dict[str, Any] = {
    "GUID": TEXT_,
    "Name": TEXT_,
    "Transform": PLACE,
    "Nickname": TEXT_,
    "Description": TEXT_,
    "GMNotes": TEXT_,
    "ColorDiffuse": COLOUR,
    "Tags": [TEXT_],
    "Locked": TRUTH,
    "Grid": TRUTH,
    "Snap": TRUTH,
    "Autoraise": TRUTH,
    "Sticky": TRUTH,
    "Tooltip": TRUTH,
    "HideWhenFaceDown": TRUTH,
    "Hands": TRUTH,
    "LuaScript": TEXT_,
    "LuaScriptState": TEXT_,
    "XmlUI": TEXT_,
}


DECK_ENTRY = {
    "FaceURL": TEXT_,
    "BackURL": TEXT_,
    "NumWidth": WHOLE,
    "NumHeight": WHOLE,
    "BackIsHidden": TRUTH,
    "UniqueBack": TRUTH,
    "Type": WHOLE,
}


IMAGE = {"ImageURL": TEXT_, "ImageSecondaryURL": TEXT_, "ImageScalar": NUMBER, "WidthScale": NUMBER}


TILE = {"CustomTile": {"Type": WHOLE, "Thickness": NUMBER, "Stackable": TRUTH, "Stretch": TRUTH}}


TOKEN = {"CustomToken": {"Thickness": NUMBER, "MergeDistancePixels": NUMBER, "StandUp": TRUTH, "Stackable": TRUTH}}


BAG = {"MaterialIndex": WHOLE, "MeshIndex": WHOLE, "ContainedObjects": [dict]}


MESH = {
    **dict.fromkeys(("MeshURL", "DiffuseURL", "NormalURL", "ColliderURL"), TEXT_),
    **{"Convex": TRUTH, "MaterialIndex": WHOLE, "TypeIndex": WHOLE, "CastShadows": TRUTH},
}


POINTS = [{"Position": VECTOR, "Rotation": VECTOR, "Tags?": [TEXT_]}]


PDF = {"PDFUrl": TEXT_, "PDFPassword": TEXT_, "PDFPage": WHOLE, "PDFPageOffset": WHOLE}


SCHEMA: dict[str, dict[str, Any]] = {
    "Card": {"CardID": WHOLE, "SidewaysCard": TRUTH, "CustomDeck": {int: DECK_ENTRY}},
    "DeckCustom": {
        "SidewaysCard": TRUTH,
        "DeckIDs": [WHOLE],
        "CustomDeck": {int: DECK_ENTRY},
        "ContainedObjects": [dict],
    },
    "Custom_Tile": {"CustomImage": IMAGE | TILE, "AttachedSnapPoints?": POINTS, "States?": {int: dict}},
    "Custom_Token": {"CustomImage": IMAGE | TOKEN},
    "Custom_Board": {
        "CustomImage": IMAGE,
        "AttachedSnapPoints?": POINTS,
        "States?": {int: dict},
    },
    "Custom_Dice": {
        "CustomImage": IMAGE | {"CustomDice": {"Type": WHOLE}},
        "RotationValues": [{"Value": WHOLE, "Rotation": VECTOR}],
    },
    "Figurine_Custom": {"CustomImage": IMAGE},
    "Bag": BAG | {"Bag": {"Order": WHOLE}},
    "Infinite_Bag": BAG,
    "Custom_Model_Bag": BAG | {"Bag": {"Order": WHOLE}, "CustomMesh": MESH},
    "Custom_PDF": {"CustomPDF": PDF},
}


SAVE = {
    "SaveName": TEXT_,
    "Date": TEXT_,
    "VersionNumber": TEXT_,
    "GameMode": TEXT_,
    "GameType": TEXT_,
    "GameComplexity": TEXT_,
    "Tags": [TEXT_],
    "Gravity": NUMBER,
    "PlayArea": NUMBER,
    "Table": TEXT_,
    "Sky": TEXT_,
    "Note": TEXT_,
    "TabStates": dict,
    "LuaScript": TEXT_,
    "LuaScriptState": TEXT_,
    "XmlUI": TEXT_,
    "ObjectStates": [dict],
}


def fits(value: Any, wanted: Any, at: str) -> None:
    """Fail unless a value has exactly the fields and types wanted; a key with ? may be missing."""
    if isinstance(wanted, list):
        assert isinstance(value, list), at
        for number, item in enumerate(value):
            fits(item, wanted[0], f"{at}[{number}]")
    elif isinstance(wanted, dict) and int in wanted:
        assert value and all(re.fullmatch(r"[1-9]\d*", key) for key in value), at
        for key, item in value.items():
            fits(item, wanted[int], f"{at}.{key}")
    elif isinstance(wanted, dict):
        needed = {key for key in wanted if not key.endswith("?")}
        assert needed <= value.keys() <= {key.rstrip("?") for key in wanted}, at
        for key, item in value.items():
            fits(item, wanted.get(key, wanted.get(f"{key}?")), f"{at}.{key}")
    else:
        assert type(value) is wanted, f"{at} is {value!r}"


OBJECTS = SCHEMA | {
    name: {key + ("?" if key == "ContainedObjects" else ""): field for key, field in SCHEMA[name].items()}
    for name in ("Bag", "Custom_Model_Bag")
}


OBJECTS |= {
    "HandTrigger": {"FogColor": TEXT_},
    "Counter": {"Counter": {"value": WHOLE}},
    "Die_6": {"MaterialIndex": WHOLE},
    "3DText": {"Text": {"Text": TEXT_, "colorstate": COLOUR, "fontSize": WHOLE}},
}
