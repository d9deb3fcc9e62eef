"""Saved objects: what Tabletop Simulator reads, each object as the plain data of its save files.

Sizes there are units of about an inch. How large an object of scale 1 is was measured on
real saves where that was possible; the figures stand together below.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from pressplay.data.pieces import Size
from pressplay.drawing.picture import Slot

Object = dict[str, Any]

_CARD = 88.9  # the long side, in millimetres, of a card of scale 1 …
UNIT = _CARD / 3.1  # … which is 3.1 units: so many millimetres are a unit
_TILE = 2.0  # the depth of a tile or token of scale 1, in units
_BOARD = 20.0  # the depth of a board of scale 1, in units
_BAG = 3.0  # the room a bag takes
_DIE = 1.2  # the room a die takes
_THICKNESS, _PAPER = 0.2, 0.1  # of cardboard and of a sheet
BOX_HEIGHT = 38.0  # of a game's box, in millimetres

_CARD_TYPES = {"circle": 4, "hex": 3, "rect": 1}
_TILE_TYPES = {"circle": 2, "hex": 1}
# Where each side of a six-sided die lies on its sheet of three by three, and how it is turned there.
DIE_CELLS = {1: (0, 2, 180), 2: (0, 1, 0), 3: (1, 2, 0), 4: (1, 1, 0), 5: (2, 1, 0), 6: (2, 2, 180)}
DIE_FACE = 0.31  # of the sheet's side
_DIE_TURNS = {1: (-90, 0, 0), 2: (0, 0, 0), 3: (0, 0, -90), 4: (0, 0, 90), 5: (0, 0, -180), 6: (90, 0, 0)}


@dataclass(frozen=True, slots=True)
class Label:
    """Who an object is: what players call it, what they can search for, and the kind it belongs to."""

    guid: str
    name: str
    words: str
    kind: str
    id: str = ""  # game/kind/piece: by this the set-up script and later updates know it, whatever its GUID becomes


@dataclass(frozen=True, slots=True)
class PlacedObject:
    """An object with the room it takes on the table, in units."""

    object: Object
    width: float
    depth: float


# Identity ----------------------------------------------------------------------


def guids(ids: Iterable[str]) -> dict[str, str]:
    """Six hex digits for each id: the same for the same ids, whatever their order, and no two alike."""
    given: dict[str, str] = {}
    taken: set[str] = set()
    for id in sorted(set(ids)):
        salt = 0
        while (guid := sha256(f"{id}#{salt}".encode() if salt else id.encode()).hexdigest()[:6]) in taken:
            salt += 1
        taken.add(guid)
        given[id] = guid
    return given


# Cards -------------------------------------------------------------------------


def custom_deck(face: str, back: str, columns: int, rows: int, unique_back: bool, size: Size) -> Object:
    """A sheet of cards as decks and cards refer to it."""
    return {
        "FaceURL": face,
        "BackURL": back,
        "NumWidth": columns,
        "NumHeight": rows,
        "BackIsHidden": True,
        "UniqueBack": unique_back,
        "Type": _card_type(size),
    }


def _card_type(size: Size) -> int:
    kind = _CARD_TYPES.get(size.shape, 1)
    return kind - 1 if size.corner and kind in (1, 3) else kind  # rounded ones stand right before sharp ones


@dataclass(frozen=True, slots=True)
class SheetSlot:
    """Where the picture of a card is: a sheet by its number, as decks refer to it, and a slot on it."""

    sheet: int
    slot: int
    deck: Object  # the sheet's entry in a deck


def card(label: Label, at: SheetSlot, size: Size, face_down: bool, held: bool = True) -> PlacedObject:
    """One card, or a tile that is dealt like one: its id is its sheet's number and its slot."""
    data = _base("Card", label, _card_scale(size), face_down, hides=True, hands=held)
    data |= {"CardID": 100 * at.sheet + at.slot, "SidewaysCard": size.width > size.height}
    data["CustomDeck"] = {str(at.sheet): at.deck}
    return PlacedObject(data, *_card_room(size))


def deck(label: Label, cards: Sequence[Object], size: Size, face_down: bool) -> PlacedObject:
    """Two cards or more."""
    data = _base("DeckCustom", label, _card_scale(size), face_down, hides=True)
    sheets: Object = {}
    for each in cards:
        sheets |= each["CustomDeck"]
    data |= {
        "SidewaysCard": size.width > size.height,
        "DeckIDs": [each["CardID"] for each in cards],
        "CustomDeck": sheets,
        "ContainedObjects": list(cards),
    }
    return PlacedObject(data, *_card_room(size))


def _card_scale(size: Size) -> float:
    return max(size.width, size.height) / _CARD


def _card_room(size: Size) -> tuple[float, float]:
    """A card lies upright, even one that is read on its side."""
    short, long = sorted((size.width, size.height))
    return short / UNIT, long / UNIT


# Other pieces ------------------------------------------------------------------


def sheet(label: Label, image: str, back: str, size: Size, slots: Sequence[Slot] = ()) -> PlacedObject:
    """A sheet of paper, as a thin tile that everybody may pick up."""
    data = _base("Custom_Tile", label, size.height / UNIT / _TILE, hides=bool(back))
    shape = _TILE_TYPES.get(size.shape, 3 if size.corner else 0)
    data["CustomImage"] = _image(image, back) | {
        "CustomTile": {
            "Type": shape,
            "Thickness": _PAPER,
            "Stackable": False,
            "Stretch": size.width == size.height,  # else the tile takes its image's proportions
        }
    }
    return PlacedObject(data | _snaps(slots, size, _TILE, _PAPER), size.width / UNIT, size.height / UNIT)


def token(label: Label, image: str, back: str, size: Size) -> PlacedObject:
    """A flat piece whose outline is that of its image."""
    data = _base("Custom_Token", label, size.height / UNIT / _TILE, hides=bool(back))
    data["CustomImage"] = _image(image, back) | {
        "CustomToken": {"Thickness": _THICKNESS, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": True}
    }
    return PlacedObject(data, size.width / UNIT, size.height / UNIT)


def board(label: Label, image: str, size: Size, slots: Sequence[Slot] = ()) -> PlacedObject:
    """A board, locked; its slots are snap points."""
    data = _base("Custom_Board", label, size.height / UNIT / _BOARD) | {"Locked": True}
    data["CustomImage"] = _image(image, "", size.width / size.height)
    return PlacedObject(data | _snaps(slots, size, _BOARD, _THICKNESS), size.width / UNIT, size.height / UNIT)


def with_other_side(stock: PlacedObject, other: PlacedObject) -> PlacedObject:
    """A board whose back is its second state."""
    return PlacedObject(stock.object | {"States": {"2": other.object}}, stock.width, stock.depth)


def die(label: Label, image: str, values: Sequence[Any]) -> PlacedObject:
    """A six-sided die that knows the value of each side."""
    data = _base("Custom_Dice", label, 1.0)
    data["CustomImage"] = _image(image, "") | {"CustomDice": {"Type": 1}}
    data["RotationValues"] = [
        {"Value": value, "Rotation": _vector(*_DIE_TURNS[side])} for side, value in enumerate(values, 1)
    ]
    return PlacedObject(data, _DIE, _DIE)


def standee(label: Label, image: str, back: str, size: Size) -> PlacedObject:
    """A figure that stands."""
    data = _base("Figurine_Custom", label, 1.0)
    data["CustomImage"] = _image(image, back)
    return PlacedObject(data, size.width / UNIT, size.width / UNIT)


def bag(label: Label, things: Sequence[Object], endless: bool = False, order: int = 2) -> PlacedObject:
    """Several things in one bag, drawn at random unless an order is said; or an endless supply of one thing."""
    data = _base("Infinite_Bag" if endless else "Bag", label, 1.0)
    data |= {"MaterialIndex": -1, "MeshIndex": -1}
    if not endless:
        data["Bag"] = {"Order": order}
    if things:  # the program leaves the key out when a bag is empty
        data["ContainedObjects"] = list(things)
    return PlacedObject(data, _BAG, _BAG)


def box(label: Label, things: Sequence[Object], mesh: str, image: str) -> Object:
    """A game's box: a bag that looks like one, when there is a cover for its lid."""
    inside = [_loose(each) for each in things]
    if not mesh:
        return bag(label, inside, order=0).object
    data = bag(label, inside, order=0).object | {"Name": "Custom_Model_Bag"}
    data["CustomMesh"] = {
        "MeshURL": mesh,
        "DiffuseURL": image,
        "NormalURL": "",
        "ColliderURL": "",
        "Convex": True,
        "MaterialIndex": 3,  # cardboard
        "TypeIndex": 6,  # a bag
        "CastShadows": True,
    }
    return data


def _loose(data: Object) -> Object:
    """A board as it comes out of a box: not locked, for whoever takes it wants to put it somewhere."""
    states = {key: _loose(state) for key, state in data.get("States", {}).items()}
    return data | {"Locked": False} | ({"States": states} if states else {})


def with_states(first: Object, others: Sequence[Object]) -> Object:
    """Several sheets as the states of one object."""
    if not others:
        return first
    return first | {"States": {str(number): other for number, other in enumerate(others, 2)}}


def plain_die(label: Label) -> Object:
    """A six-sided die with pips."""
    return _base("Die_6", label, 1.0) | {"MaterialIndex": 0}


def counter(label: Label) -> Object:
    """A number that players raise and lower."""
    return _base("Counter", label, 1.0) | {"Counter": {"value": 0}}


def book(label: Label, url: str) -> Object:
    """A PDF to leaf through."""
    pages = {"PDFUrl": url, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
    return _base("Custom_PDF", label, 1.0) | {"Locked": True, "CustomPDF": pages}


def hand(label: Label, color: str, width: float, depth: float) -> Object:
    """Where a player of a colour holds cards; sizes in millimetres."""
    data = _base("HandTrigger", label, 1.0) | {"Locked": True, "FogColor": color}
    data["Transform"] |= {"scaleX": round(width / UNIT, 4), "scaleY": 5.0, "scaleZ": round(depth / UNIT, 4)}
    return data


def place(data: Object, x: float, y: float, turn: float, face_up: bool, height: float = 1.0) -> Object:
    """An object at a place of the table, in millimetres from its middle, turned clockwise in degrees."""
    at = world(x, y, height)
    turns = {"rotY": round((180.0 + turn) % 360, 3), "rotZ": 0.0 if face_up else 180.0}
    where = {f"pos{axis.upper()}": value for axis, value in at.items()}
    return data | {"Transform": data["Transform"] | where | turns}


def world(x: float, y: float, height: float = 1.0) -> Object:
    """A place of the table as the program counts it."""
    return _vector(x / UNIT, height, y / UNIT)


def snap(x: float, y: float, turn: float, kind: str = "") -> Object:
    """A snap point of the table itself."""
    point: Object = {"Position": world(x, y), "Rotation": _vector(0, (180 + turn) % 360, 0)}
    return point | ({"Tags": [kind]} if kind else {})


_ON_CLOTH = 0.98  # the height of the table's surface, with a hair for what is drawn on it
_OUTLINE = {"r": 0.46, "g": 0.6, "b": 0.55}


def outline(corners: Sequence[tuple[float, float]]) -> Object:
    """A closed line drawn on the table, through corners in millimetres."""
    points = [world(x, y, _ON_CLOTH) for x, y in corners]
    turned = _vector(0, 0, 0)
    return {"points3": points, "color": dict(_OUTLINE), "thickness": 0.05, "rotation": turned, "loop": True}


def words(label: Label, x: float, y: float, turn: float = 0.0) -> Object:
    """Words that lie flat on the table, around a point in millimetres."""
    data = _base("3DText", label, 1.0) | {"Locked": True}
    data["Text"] = {"Text": label.name, "colorstate": dict(_OUTLINE), "fontSize": 28}
    at = world(x, y, _ON_CLOTH)
    flat = {"rotX": 90.0, "rotY": round(turn % 360, 3), "rotZ": 0.0}
    return data | {"Transform": data["Transform"] | {f"pos{axis.upper()}": at[axis] for axis in "xyz"} | flat}


def _image(image: str, back: str, width_scale: float = 0.0) -> Object:
    return {
        "ImageURL": image,
        "ImageSecondaryURL": back,
        "ImageScalar": 1.0,
        "WidthScale": round(width_scale, 6),
    }


def _snaps(slots: Sequence[Slot], size: Size, depth: float, thickness: float) -> Object:
    """Slots as snap points: an object lies turned to the players, so its own axes point the other way."""
    if not slots:
        return {}
    scale = depth / size.height
    points = []
    for slot in slots:
        x = (size.width / 2 - slot.box.x - slot.box.w / 2) * scale
        z = (slot.box.y + slot.box.h / 2 - size.height / 2) * scale
        point: Object = {"Position": _vector(x, thickness / 2, z), "Rotation": _vector(0, slot.rotate % 360, 0)}
        points.append(point | ({"Tags": [slot.kind]} if slot.kind else {}))
    return {"AttachedSnapPoints": points}


def _base(
    name: str, label: Label, scale: float, face_down: bool = False, hides: bool = False, hands: bool = False
) -> Object:
    """What every object has."""
    size = round(scale, 4)
    return {
        "GUID": label.guid,
        "Name": name,
        "Transform": {
            "posX": 0.0,
            "posY": 1.0,
            "posZ": 0.0,
            "rotX": 0.0,
            "rotY": 180.0,
            "rotZ": 180.0 if face_down else 0.0,
            "scaleX": size,
            "scaleY": 1.0,
            "scaleZ": size,
        },
        "Nickname": label.name,
        "Description": label.words,
        "GMNotes": label.id,
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Tags": [label.kind],
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "HideWhenFaceDown": hides,
        "Hands": hands,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def _vector(x: float, y: float, z: float) -> Object:
    return {axis: round(float(value), 4) + 0.0 for axis, value in zip("xyz", (x, y, z))}
