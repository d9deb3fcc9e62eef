"""virtualtabletop.io: a game as one .vtt file, with its table set up, its images inside and a button per player count."""

import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any

from ..job import Job, Made, OutFile
from ..picture import Box, Picture
from ..problem import Place, trouble
from ..tabletop import Arrangement, Member, Spot, Stack, Step
from . import slots
from .ink import pictures_pdf
from .pixels import JPEG, Cell, Part, Plate, render
from .shelf import searchable
from .thumbnail import thumbnail

Widget = dict[str, Any]

VERSION = 22  # of the format
MOST_ASSET, MOST_JSON = 10 * 2**20, 20 * 2**20  # bytes that the program takes
_WIDE, _DEEP = 1600, 1000  # the surface
_HAND, _SEATS, _BUTTONS = 180, 48, 100  # strips for a player's hand, for the seats above it, for buttons at the right
_CARD_PX, _BOARD_PX = 720, 1600  # the longest side of an image
_ENLARGED = 3
_LIKE_CARDS = ("card", "tile", "token")  # what can be piled up


def export(job: Job) -> list[OutFile]:
    """<game>.vtt; a game needs a table for it, for nothing else says what lies where."""
    if job.arranged is None:
        place = Place(job.game.table.path if job.game.table else f"cards/{job.game.id}/table.yaml")
        hint = "build it without --kind" if job.game.table else "write one; docs/tabletop.md says how"
        trouble(place, "a .vtt file holds a whole game, and so needs its table", hint)
    album = _Album(job)
    room = _Room(job, job.arranged, album)
    album.develop(job.options.jobs)
    variant = json.dumps(room.widgets(), ensure_ascii=False, separators=(",", ":")).encode()
    return [OutFile(f"vtt/{job.game.id}.vtt", "vtt", _packed({"0.json": variant, **album.files()}))]


def _packed(files: Mapping[str, bytes]) -> bytes:
    """A zip of the same bytes every time."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as package:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED if path.endswith(".json") else zipfile.ZIP_STORED
            entry.external_attr = 0o644 << 16
            package.writestr(entry, data)
    return stream.getvalue()


# Images ------------------------------------------------------------------------


class _Album:
    """Every image once, under the name that the format wants: checksum and length."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.pictures: list[Picture] = []
        self._pages: dict[str, int] = {}
        self._plates: dict[Plate, int] = {}
        self._made: list[bytes] = []
        self._fan: list[tuple[int, Picture]] = []
        self._cover = b""

    def page(self, shown: Picture) -> int:
        page = self._pages.setdefault(shown.hash, len(self.pictures))
        if page == len(self.pictures):
            self.pictures.append(shown)
        return page

    def plan(self, shown: Picture, most: int, box: Box | None = None, turn: int = 0) -> int:
        """The number of an image of a picture, or of a part of it."""
        around = box or Box(0, 0, shown.width, shown.height)
        width, height = slots.fit(around.w, around.h, most)
        cut = "" if box else shown.shape if shown.shape in ("circle", "hex") else ""
        part: Part | None = None
        if box:
            part = box.x / shown.width, box.y / shown.height, box.w / shown.width, box.h / shown.height
        plate = Plate(width, height, (Cell(self.page(shown), 0, 0, width, height, turn, part),), JPEG, cut)
        return self._plates.setdefault(plate, len(self._plates))

    def cover(self, shown: Sequence[Picture]) -> None:
        self._fan = [(self.page(each), each) for each in shown]

    def develop(self, jobs: int) -> None:
        pdf = pictures_pdf(self.pictures, self.job.game.root)
        self._made = render(pdf, list(self._plates), jobs)
        self._cover = thumbnail(pdf, self._fan)

    def url(self, number: int) -> str:
        return "/" + _asset(self._made[number])

    @property
    def cover_url(self) -> str:
        return "/" + _asset(self._cover)

    def files(self) -> dict[str, bytes]:
        return {_asset(data): data for data in (self._cover, *self._made)}


def _asset(data: bytes) -> str:
    checksum = zlib.crc32(data)
    return f"assets/{checksum - 2**32 if checksum >= 2**31 else checksum}_{len(data)}"


# Widgets -----------------------------------------------------------------------


class _Room:
    """The surface with all its widgets; made first, so that images are planned, and asked once they are drawn."""

    def __init__(self, job: Job, arranged: Arrangement, album: _Album) -> None:
        self.job = job
        self.arranged = arranged
        self.album = album
        self.made = job.by_id
        table = arranged.table
        self.scale = min((_WIDE - _BUTTONS) / table.width, (_DEEP - _HAND - _SEATS) / table.depth)
        # What is in the box and cannot be piled up there is not shown.
        stacks = [each for each in arranged.stacks if each.spot or self._piled(each)]
        there = {member[:2] for stack in stacks for member in stack.members}
        self.images = {key: self._sides(one) for key, one in self.made.items() if key in there}
        album.cover([one.front for one in list(self.made.values())[:5]])

    def _sides(self, one: Made) -> list[int]:
        """The images of a piece: back before front for cards, six sides of a die, one of a figure."""
        names, sort = one.front.names, one.kind.tabletop
        if sort == "die":
            return [self.album.plan(one.front, 256, names[f"face-{side}"]) for side in range(1, 7)]
        if sort == "standee" and "front" in names:
            return [self.album.plan(one.front, _CARD_PX, names["front"])]
        most = _BOARD_PX if sort == "board" else _CARD_PX
        front = self.album.plan(one.front, most)
        return [self.album.plan(one.back, most) if one.back else front, front]

    def widgets(self) -> Widget:
        found: list[Widget] = [*self._boards(), *self._slots(), *self._places(), *self._decks(), *self._piles()]
        found += [*self._others(), *self._seats(), *self._counters(), *self._buttons()]
        return {"_meta": self._meta()} | {each["id"]: each for each in found}

    def _meta(self) -> Widget:
        game = self.job.game
        few, many = game.rulebook.players["min"], game.rulebook.players["max"]
        info = {
            "name": game.title,
            "image": self.album.cover_url,
            "rules": "",
            "bgg": "",
            "year": "",
            "mode": "vs",
            "time": "",
            "players": str(few) if few == many else f"{few}-{many}",
            "language": game.language,
            "variant": "",
            "attribution": "\n".join(game.credits),
        }
        return {"version": VERSION, "info": info}

    def _box(self, spot: Spot) -> Widget:
        """A rectangle of the table on the surface; what is turned is turned about its middle."""
        width, height = spot.width * self.scale, spot.depth * self.scale
        left = (_WIDE - _BUTTONS - self.arranged.table.width * self.scale) / 2
        x = left + (spot.x + self.arranged.table.width / 2) * self.scale - width / 2
        y = (self.arranged.table.depth / 2 - spot.y) * self.scale - height / 2
        box: Widget = {"x": _px(x), "y": _px(y), "width": _px(width), "height": _px(height)}
        return box | ({"rotation": round(spot.turn) % 360} if round(spot.turn) % 360 else {})

    def _kind_of(self, stack: Stack) -> Made:
        return self.made[stack.members[0][:2]]

    def _piled(self, stack: Stack) -> bool:
        return self._kind_of(stack).kind.tabletop in _LIKE_CARDS

    # Boards and where things lie on them

    def _boards(self) -> Iterator[Widget]:
        for stack in self.arranged.stacks:
            one = self._kind_of(stack)
            if one.kind.tabletop != "board" or stack.spot is None:
                continue
            urls = [self.album.url(self.images[member[:2]][-1]) for member in stack.members]
            look: Widget = {"image": urls[0]}
            if len(urls) > 1:  # sheets to leaf through
                look = {"faces": [{"image": url} for url in urls], "clickable": True}
            fixed = {"movable": False, "layer": -4, "enlarge": _ENLARGED}
            yield {"id": _id(stack), "type": "basic", **self._box(stack.spot), **fixed, **look}

    def _slots(self) -> Iterator[Widget]:
        """A holder at every slot of every board, unless a pile or a place has one there."""
        taken = {_pixel(self._box(stack.spot)) for stack in self.arranged.stacks if stack.spot and stack.on}
        taken |= {_pixel(self._box(cell)) for cells in self.arranged.cells.values() for cell in cells}
        for stack in self.arranged.stacks:
            if stack.spot is None or self._kind_of(stack).kind.tabletop != "board":
                continue
            board = self._kind_of(stack).front
            for slot in board.slots:
                x = slot.box.x + slot.box.w / 2 - board.width / 2
                y = board.height / 2 - slot.box.y - slot.box.h / 2
                for _ in range(round(stack.spot.turn / 90) % 4):
                    x, y = y, -x
                spot = Spot(stack.spot.x + x, stack.spot.y + y, slot.box.w, slot.box.h, stack.spot.turn)
                box = self._box(spot)
                if _pixel(box) not in taken:
                    taken.add(_pixel(box))
                    yield self._holder(f"slot-{_id(stack)}-{slot.name}", box)

    def _places(self) -> Iterator[Widget]:
        lying = {_pixel(self._box(stack.spot)) for stack in self.arranged.stacks if stack.spot and self._piled(stack)}
        for name, cells in self.arranged.cells.items():
            for number, cell in enumerate(cells, 1):
                if _pixel(self._box(cell)) not in lying:
                    yield self._holder(_cell_id(name, number), self._box(cell))
        for name in self._loose():
            yield self._holder(f"pile-{name}", {"x": 0, "y": 0, "width": 10, "height": 10}) | {"display": False}
        yield self._holder("box", self._box(self._thing("box"))) | {"text": "Box"}

    def _holder(self, id: str, box: Widget) -> Widget:
        drop = {"dropTarget": {"type": "card"}, "dropOffsetX": 0, "dropOffsetY": 0}
        return {"id": id, "type": "holder", **box, **drop}

    def _thing(self, sort: str) -> Spot:
        return next(thing.spot for thing in self.arranged.things if thing.sort == sort)

    def _loose(self) -> list[str]:
        """Piles that a set-up makes on its way."""
        names = {each.name for each in self.arranged.stacks}
        made = {
            step.to: None
            for steps in self.arranged.table.setups.values()
            for step in steps
            if step.verb in ("take", "split") and step.to not in names
        }
        return list(made)

    # Cards, tiles and tokens

    def _decks(self) -> Iterator[Widget]:
        """A deck for each kind that can be piled up: its designs, and what they look like."""
        kinds = [kind for kind in self.job.game.kinds.values() if kind.tabletop in _LIKE_CARDS]
        for kind in kinds:
            home = next((s for s in self.arranged.stacks if s.members[0][0] == kind.id and s.spot), None)
            width, height = _px(kind.size.width * self.scale), _px(kind.size.height * self.scale)
            look = {"type": "image", "x": 0, "y": 0, "width": width, "height": height, "color": "transparent"}
            radius = "50%" if kind.size.shape == "circle" else _px(kind.size.corner * self.scale)
            faces = [{"objects": [look | {"dynamicProperties": {"value": side}}]} for side in ("back", "front")]
            yield {
                "id": f"deck-{kind.id}",
                "type": "deck",
                "parent": _id(home) if home else "box",
                "cardDefaults": {"width": width, "height": height, "enlarge": _ENLARGED, "borderRadius": radius},
                "cardTypes": {
                    _card_type(one): self._card_type(one) for one in self.made.values() if one.kind.id == kind.id
                },
                "faceTemplates": faces,
            }

    def _card_type(self, one: Made) -> Widget:
        back, front = (self.album.url(side) for side in self.images[one.kind.id, one.piece.id])
        return {"label": one.piece.title, "text": searchable(one), "front": front, "back": back} | self._ranks(one)

    def _ranks(self, one: Made) -> dict[str, int]:
        """Where a piece stands in each order that a set-up sorts by."""
        own = f"{one.kind.id}/{one.piece.id}"
        steps = [step for steps in self.arranged.table.setups.values() for step in steps if step.verb == "sort"]
        return {f"rank-{step.stack}": step.ids.index(own) for step in steps if own in step.ids}

    def _piles(self) -> Iterator[Widget]:
        for stack in self.arranged.stacks:
            if not self._piled(stack):
                continue
            parent = "box"
            if stack.spot is not None:
                yield self._holder(_id(stack), self._holder_box(stack))
                parent = _id(stack)
            members = list(self._copies(stack))
            if len(members) > 1:
                pile = f"pile-of-{_id(stack)}"
                yield {"id": pile, "type": "pile", "parent": parent}
                parent = pile
            for number, (kind, piece, copy) in enumerate(members):
                yield {
                    "id": f"{kind}-{piece}-{copy}",
                    "type": "card",
                    "deck": f"deck-{kind}",
                    "cardType": f"{kind}/{piece}",
                    "parent": parent,
                    "activeFace": 1 if stack.face_up else 0,
                    "z": len(members) - number,
                }

    def _copies(self, stack: Stack) -> Iterator[Member]:
        """The pieces of a stack; nothing is without end here, so a supply is what the box holds."""
        for kind, piece, copy in stack.members:
            if stack.form == "supply":
                yield from ((kind, piece, number + 1) for number in range(self.made[kind, piece].piece.copies))
            else:
                yield kind, piece, copy

    def _holder_box(self, stack: Stack) -> Widget:
        """A holder is as large as what lies in it, not as a bag would be."""
        kind, spot = self._kind_of(stack).kind, stack.spot
        assert spot
        return self._box(Spot(spot.x, spot.y, kind.size.width, kind.size.height, spot.turn))

    # Dice and figures

    def _others(self) -> Iterator[Widget]:
        for stack in self.arranged.stacks:
            one = self._kind_of(stack)
            if one.kind.tabletop not in ("die", "standee") or stack.spot is None:
                continue
            box = self._box(stack.spot)
            for number, (kind, piece, copy) in enumerate(stack.members):
                shift = {"x": box["x"] + 6 * (number % 5), "y": box["y"] + 6 * (number // 5)}
                yield self._other(self.made[kind, piece], f"{kind}-{piece}-{copy}", box | shift)

        for thing in self.arranged.things:
            for number in range(thing.number if thing.sort == "dice" else 0):
                box = self._box(Spot(thing.spot.x, thing.spot.y, 16, 16))
                shift = {"x": _px(box["x"] + 22 * (number % 4 - 1.5)), "y": _px(box["y"] + 22 * (number // 4 - 1.5))}
                yield {
                    "id": f"die-{number + 1}",
                    "type": "dice",
                    **box,
                    **shift,
                    "width": 20,
                    "height": 20,
                    "movable": True,
                }

    def _other(self, one: Made, id: str, box: Widget) -> Widget:
        urls = [self.album.url(side) for side in self.images[one.kind.id, one.piece.id]]
        if one.kind.tabletop == "die":
            values = one.piece.values.get("faces")
            if not isinstance(values, (list, tuple)) or len(values) != 6:
                values = range(1, 7)
            faces = [{"image": url, "value": value} for url, value in zip(urls, values)]
            return {"id": id, "type": "dice", **box, "movable": True, "imageScale": 1, "faces": faces}
        names = one.front.names
        shape = names.get("front", Box(0, 0, one.front.width, one.front.height))
        size = {"width": _px(shape.w * self.scale), "height": _px(shape.h * self.scale)}
        return {"id": id, "type": "basic", **box, **size, "image": urls[-1], "enlarge": _ENLARGED}

    # Players

    def _seats(self) -> Iterator[Widget]:
        yield {
            "id": "hand",
            "type": "holder",
            "x": 50,
            "y": _DEEP - _HAND,
            "width": _WIDE - 100,
            "height": _HAND,
            "dropTarget": {"type": "card"},
            "dropOffsetX": 10,
            "dropOffsetY": 10,
            "stackOffsetX": 40,
            "childrenPerOwner": True,
            "onEnter": {"activeFace": 1},
            "onLeave": {"activeFace": 0},
        }
        for number, seat in enumerate(self.arranged.table.seats):
            yield {
                "id": f"seat{number + 1}",
                "type": "seat",
                "index": number + 1,
                "x": 50 + 170 * number,
                "y": _DEEP - _HAND - _SEATS + 4,
                "displayEmpty": seat.name,
                "hand": "hand",
            }

    def _counters(self) -> Iterator[Widget]:
        for number, thing in enumerate(each for each in self.arranged.things if each.sort == "counter"):
            box = self._box(Spot(thing.spot.x, thing.spot.y, thing.spot.width, thing.spot.depth))
            yield {"id": f"counter{number + 1}", "type": "label", **box, "text": f"{thing.title}: 0", "editable": True}

    # The set-up

    def _buttons(self) -> Iterator[Widget]:
        for number, (count, steps) in enumerate(self.arranged.table.setups.items()):
            yield {
                "id": f"setup-{count}",
                "type": "button",
                "x": _WIDE - 90,
                "y": 10 + 90 * number,
                "width": 80,
                "height": 80,
                "text": f"Set up for {count}",
                "clickRoutine": [each for step in steps for each in self._step(step, count)] + self._cleared(count),
            }

    def _step(self, step: Step, count: int) -> list[Widget]:
        source = self._where(step.stack)
        everything = step.number or "all"
        if step.verb == "shuffle":
            return [{"func": "SHUFFLE", "holder": source}]
        if step.verb == "mix":
            to = self._where(step.to)
            return [_move(source, to, "all"), {"func": "SHUFFLE", "holder": to}]
        if step.verb == "split":
            chosen = {"type": "card", "property": "cardType", "relation": "in", "value": list(step.ids)}
            select = {"func": "SELECT", **chosen, "collection": "chosen"}
            return [select, {"func": "MOVE", "collection": "chosen", "to": self._where(step.to)}]
        if step.verb in ("take", "put"):
            return [_move(source, self._where(step.to), everything)]
        if step.verb == "under":
            to = self._where(step.to)
            return [_move(to, source, "all"), _move(source, to, "all")]
        if step.verb == "hand":
            return [_move(source, [f"seat{seat + 1}" for seat in range(count)], step.number, 1)]
        if step.verb == "own":
            return [_move(f"{step.stack}-{seat + 1}", f"seat{seat + 1}", "all", 1) for seat in range(count)]
        if step.verb == "each":
            cells = [_cell_id(step.to, number + 1) for number in range(len(self.arranged.cells[step.to]))]
            return [_move(f"{step.stack}-{seat + 1}", cells[seat % len(cells)], 1) for seat in range(count)]
        if step.verb == "deal":
            cells = self._cell_ids(step)
            return [_move(source, cells, 1, 1 if step.face == "up" else 0)]
        if step.verb == "sort":
            return [{"func": "SORT", "holder": source, "key": f"rank-{step.stack}", "reverse": True}]
        return [_move(source, "box", everything, 0)]

    def _where(self, name: str) -> str:
        return f"pile-{name}" if name in self._loose() else name

    def _cell_ids(self, step: Step) -> list[str]:
        """The holders that a dealing step fills; a pile that lies in a cell to begin with has one of its own."""
        cells = self.arranged.cells[step.to]
        lying = {
            _pixel(self._box(each.spot)): _id(each) for each in self.arranged.stacks if each.spot and self._piled(each)
        }
        return [
            lying.get(_pixel(self._box(cell)), _cell_id(step.to, cells.index(cell) + 1))
            for cell in self.arranged.dealt(step)
        ]

    def _cleared(self, count: int) -> list[Widget]:
        """What lies before seats that nobody takes goes into the box."""
        unused = [each for each in self.arranged.stacks if each.seat >= count and each.spot and self._piled(each)]
        return [_move(_id(each), "box", "all", 0) for each in unused]


def _move(source: str, to: str | list[str], count: int | str, face: int | None = None) -> Widget:
    data: Widget = {"func": "MOVE", "from": source, "to": to, "count": count}
    return data if face is None else data | {"face": face}


def _id(stack: Stack) -> str:
    return stack.name + (f"-{stack.seat + 1}" if stack.seat >= 0 else "")


def _cell_id(name: str, number: int) -> str:
    return f"place-{name}-{number}"


def _card_type(one: Made) -> str:
    return f"{one.kind.id}/{one.piece.id}"


def _px(value: float) -> float:
    return round(value, 1)


def _pixel(box: Widget) -> tuple[int, int]:
    return round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2)
