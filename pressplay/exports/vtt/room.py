"""A room of virtualtabletop.io: the surface with all its widgets, as plain data."""

from collections.abc import Iterator, Sequence
from typing import Any

from pressplay.data.pieces import Kind
from pressplay.drawing.box import Box
from pressplay.drawing.component import Component
from pressplay.exports.job import Job
from pressplay.exports.tts.labels import searchable
from pressplay.exports.tts.plans import die_face
from pressplay.table.table import Area, Arrangement, Member, Spot, Stack, Thing

from .album import Album
from .routines import (
    DEALER,
    DEALT,
    Routines,
    change_places,
    come_from,
    deal_again,
    orders,
    rank,
    refill,
    step_counter,
)

Widget = dict[str, Any]

VERSION = 22  # of the format
_WIDE, _DEEP = 1600, 1000  # the surface
_HAND, _SEATS, _BUTTONS = 180, 48, 100  # strips for a player's hand, for the seats above it, for buttons at the right
_CARD_PX, _BOARD_PX, _PAGE_PX, _DIE_PX = 600, 1600, 1240, 256  # the longest side of an image
_ENLARGED = 3
_LIKE_CARDS = ("card", "tile", "token")  # what can be piled up
_PAPERS = ("board", "sheet")
# What the program's validator knows a language by; others are left out.
_LANGUAGES = {"de": "de-DE", "en": "en-US", "es": "es-ES", "fr": "fr-FR", "it": "it-IT", "pt": "pt-BR", "zh": "zh-CN"}
_FELT, _QUIET = "#2e443e", "#96b0a7"
_NAME = (120.0, 13.0)  # millimetres that the name of a seat takes


class Room:
    """Made first, so that images are planned, and asked for its widgets once they are drawn."""

    def __init__(self, job: Job, arranged: Arrangement, album: Album) -> None:
        self.job = job
        self.arranged = arranged
        self.album = album
        self.components = job.by_id
        table = arranged.table
        self.scale = min((_WIDE - _BUTTONS) / table.width, (_DEEP - _HAND - _SEATS) / table.depth)
        # What is in the box and cannot be piled up there is not shown.
        self.stacks = [each for each in arranged.stacks if each.spot or self._piled(each)]
        there = {member.design for stack in self.stacks for member in stack.members}
        self.images = {key: self._sides(one) for key, one in self.components.items() if key in there}
        self.pages = [album.plan(page, _PAGE_PX) for page in job.pages] if table.rulebook else []
        album.cover([one.front for one in list(self.components.values())[:5]])

    def _sides(self, one: Component) -> list[int]:
        """The images of a piece: back before front of what can be flipped, six sides of a die, one of a figure."""
        names, sort = one.front.names, one.kind.tabletop
        if sort == "die":
            return [self.album.plan(one.front, _DIE_PX, die_face(one, side)) for side in range(1, 7)]
        if sort == "standee" and "front" in names:
            return [self.album.plan(one.front, _CARD_PX, names["front"])]
        most = _BOARD_PX if sort in _PAPERS else _CARD_PX
        front = self.album.plan(one.front, most)
        return [self.album.plan(one.back, most) if one.back else front, front]

    def widgets(self) -> Widget:
        found: list[Widget] = [
            self._felt(),
            *self._papers(),
            *self._slots(),
            *self._places(),
            *self._place_names(),
            *self._decks(),
        ]
        found += [
            *self._piles(),
            *self._others(),
            *self._seats(),
            *self._names(),
            *self._counters(),
            *self._book(),
            *self._buttons(),
        ]
        return {"_meta": self._meta()} | {each["id"]: each for each in found}

    def _meta(self) -> Widget:
        game = self.job.game
        few, many = game.counts[0], game.counts[-1]
        told = f"{few}-{many}" if len(game.counts) > many - few else ",".join(map(str, game.counts))
        info = {
            "name": game.title,
            "image": self.album.cover_url,
            "rules": "",
            "bgg": "",
            "year": "",
            "mode": "vs",
            "time": "",
            "players": str(few) if few == many else told,
            "language": _LANGUAGES.get(game.language.partition("-")[0], ""),
            "variant": "",
            "attribution": "\n".join(game.credits),
        }
        return {"version": VERSION, "info": info}

    def _felt(self) -> Widget:
        fixed = {"movable": False, "clickable": False, "layer": -5}
        size = {"x": 0, "y": 0, "width": _WIDE, "height": _DEEP}
        return {"id": "felt", "type": "basic", **size, **fixed, "css": f"background: {_FELT}"}

    # Where things are

    def _box(self, spot: Spot) -> Widget:
        """A rectangle of the table on the surface; what is turned is turned about its middle."""
        width, height = spot.width * self.scale, spot.depth * self.scale
        left = (_WIDE - _BUTTONS - self.arranged.table.width * self.scale) / 2
        x = left + (spot.x + self.arranged.table.width / 2) * self.scale - width / 2
        y = (self.arranged.table.depth / 2 - spot.y) * self.scale - height / 2
        box: Widget = {"x": _px(x), "y": _px(y), "width": _px(width), "height": _px(height)}
        return box | ({"rotation": round(spot.turn) % 360} if round(spot.turn) % 360 else {})

    def _kind_of(self, stack: Stack) -> Kind:
        return self.components[stack.members[0].design].kind

    def _piled(self, stack: Stack) -> bool:
        return self._kind_of(stack).tabletop in _LIKE_CARDS

    def _thing(self, sort: str) -> Thing | None:
        return next((thing for thing in self.arranged.things if thing.sort == sort), None)

    # Boards and sheets

    def _papers(self) -> Iterator[Widget]:
        for stack in self.stacks:
            kind = self._kind_of(stack)
            if kind.tabletop not in _PAPERS or stack.spot is None:
                continue
            board = kind.tabletop == "board"
            sides = [side for member in stack.members for side in self._faces(member)]
            urls = list(dict.fromkeys(self.album.url(side) for side in sides))
            look: Widget = {"image": urls[0]}
            if len(urls) > 1:  # to leaf through
                look = {"faces": [{"image": url} for url in urls], "clickable": True}
            fixed = {"movable": not board, "layer": -4 if board else -2, "enlarge": _ENLARGED}
            # Sheets that are all alike lie on top of each other, for everybody to take one.
            alike = len(stack.members) if len(urls) == 1 else 1
            box = self._box(stack.spot)
            for number in range(alike):
                shift = {"x": _px(box["x"] + 3 * number), "y": _px(box["y"] + 3 * number)}
                id = _id(stack) + (f"--copy{number + 1}" if number else "")
                yield {"id": id, "type": "basic", **box, **shift, **fixed, **look} | _before(stack.seat)

    def _faces(self, member: Member) -> list[int]:
        """Front, then back if it has one of its own."""
        return list(dict.fromkeys(reversed(self.images[member.design])))

    def _slots(self) -> Iterator[Widget]:
        """A holder at every slot of every board, unless a pile or a place has one there."""
        taken = {_pixel(self._box(stack.spot)) for stack in self.stacks if stack.spot and stack.on}
        taken |= {_pixel(self._box(cell)) for cells in self.arranged.cells.values() for cell in cells}
        for stack in self.stacks:
            if stack.spot is None or self._kind_of(stack).tabletop != "board":
                continue
            board = self.components[stack.members[0].design].front
            for number, slot in enumerate(board.slots, 1):
                box = self._box(stack.spot.slot(slot, board.width, board.height))
                if _pixel(box) not in taken:
                    taken.add(_pixel(box))
                    yield _holder(f"slot--{_id(stack)}--{number}", box) | _before(stack.seat)

    def _places(self) -> Iterator[Widget]:
        lying = self._lying()
        for name, cells in self.arranged.cells.items():
            area = self.arranged.table.areas[name]
            for number, cell in enumerate(cells, 1):
                if _pixel(self._box(cell)) not in lying or area.over:
                    holder = _holder(_cell_id(name, number), self._box(cell), self._takes(area))
                    if area.over:
                        # What lies over something else shows no frame of its own, and lets the mouse through.
                        holder |= {"css": "background: none; border: none; pointer-events: none", "layer": -2}
                    elif self._swaps(area):
                        changing = {
                            "enterRoutine": change_places(holder["id"]),
                            "leaveRoutine": come_from(holder["id"]),
                        }
                        holder |= {"preventPiles": True, **changing}
                    yield holder
        for id in [*self._loose().values(), DEALT]:
            hidden = {"x": 0, "y": 0, "width": 10, "height": 10}
            yield _holder(id, hidden) | {"display": False}
        box = self._thing("box")
        assert box
        yield _holder("box", self._box(box.spot)) | {"text": "Box"}

    def _swaps(self, area: Area) -> bool:
        """Whether a place holds tiles, one a cell: they change places, and carry the tokens on them."""
        kind = self.job.game.kinds.get(area.kind)
        return kind is not None and kind.tabletop == "tile" and area.columns * area.rows > 1

    def _carried(self, kind: Kind) -> Widget:
        """What makes a tile carry one token: dropped on it, the token goes where the tile goes."""
        areas = self.arranged.table.areas.values()
        if not any(area.kind == kind.id and self._swaps(area) for area in areas):
            return {}
        above = {area.kind for area in areas if area.over}
        tokens = [each for each in self.job.game.kinds.values() if each.tabletop == "token" and each.id not in above]
        if not tokens:
            return {}
        middle = {
            "dropOffsetX": _px((kind.size.width - tokens[0].size.width) / 2 * self.scale),
            "dropOffsetY": _px((kind.size.height - tokens[0].size.height) / 2 * self.scale),
        }
        return {
            "dropTarget": [{"type": "card", "deck": f"deck-{each.id}"} for each in tokens],
            "dropLimit": 1,
            **middle,
        }

    def _place_names(self) -> Iterator[Widget]:
        """The name of a place above its first row; a board says itself what its slots are for."""
        for name, cells in self.arranged.cells.items():
            area = self.arranged.table.areas[name]
            if area.over or area.where.form == "slot":
                continue
            left, first = (self._box(cell) for cell in (min(cells, key=lambda each: each.x), cells[0]))
            right = self._box(max(cells, key=lambda each: each.x))
            where = {"x": left["x"], "y": _px(first["y"] - 13), "width": _px(right["x"] + right["width"] - left["x"])}
            words = name.replace("-", " ").capitalize()
            look = {"css": f"font-size: 10px; color: {_QUIET}; white-space: nowrap", "text": words}
            yield {"id": f"name-of--{name}", "type": "label", **where, "height": 12, **look}

    def _takes(self, area: Area) -> list[Widget]:
        """What may be dropped in a place: the kind it holds; and tokens, unless they go on the pieces or above."""
        if not area.kind:
            return [{"type": "card"}]
        kinds = [area.kind]
        if not area.over and not self._swaps(area):
            above = {each.kind for each in self.arranged.table.areas.values() if each.over == area.name}
            tokens = [kind.id for kind in self.job.game.kinds.values() if kind.tabletop == "token"]
            kinds += [kind for kind in tokens if kind not in above]
        return [{"type": "card", "deck": f"deck-{kind}"} for kind in dict.fromkeys(kinds)]

    def _lying(self) -> dict[tuple[int, int], str]:
        """The piles that have a holder of their own, by where they lie."""
        return {_pixel(self._box(each.spot)): _id(each) for each in self.stacks if each.spot and self._piled(each)}

    def _loose(self) -> dict[str, str]:
        """Piles that a set-up makes on its way, and the ids of their holders."""
        names = {each.name for each in self.arranged.stacks}
        steps = [step for steps in self.arranged.table.setups.values() for step in steps]
        verbs = ("take", "split", "put", "under", "mix")
        return {s.to: f"pile--{s.to}" for s in steps if s.verb in verbs and s.to not in names}

    # Cards, tiles and tokens

    def _decks(self) -> Iterator[Widget]:
        """A deck for each kind that can be piled up: its designs, and what they look like."""
        kinds = [kind for kind in self.job.game.kinds.values() if kind.tabletop in _LIKE_CARDS]
        for kind in kinds:
            home = next((s for s in self.stacks if s.members[0].kind == kind.id and s.spot), None)
            width, height = _px(kind.size.width * self.scale), _px(kind.size.height * self.scale)
            look = {"type": "image", "x": 0, "y": 0, "width": width, "height": height, "color": "transparent"}
            radius = "50%" if kind.size.form.is_round else _px(kind.size.corner * self.scale)
            faces = [{"objects": [look | {"dynamicProperties": {"value": side}}]} for side in ("back", "front")]
            designs = [one for one in self.components.values() if one.kind.id == kind.id]
            above = any(area.over and area.kind == kind.id for area in self.arranged.table.areas.values())
            more = self._carried(kind) | ({"css": "pointer-events: auto"} if above else {})
            yield {
                "id": f"deck-{kind.id}",
                "type": "deck",
                "parent": _id(home) if home else "box",
                "cardDefaults": {"width": width, "height": height, "enlarge": _ENLARGED, "borderRadius": radius} | more,
                "cardTypes": {f"{kind.id}/{one.piece.id}": self._card_type(one) for one in designs},
                "faceTemplates": faces,
            }

    def _card_type(self, one: Component) -> Widget:
        back, front = (self.album.url(side) for side in self.images[one.kind.id, one.piece.id])
        return {"label": one.piece.title, "text": searchable(one), "front": front, "back": back} | self._ranks(one)

    def _ranks(self, one: Component) -> dict[str, int]:
        """Where a piece stands in each order that a set-up sorts by."""
        own, known = f"{one.kind.id}/{one.piece.id}", orders(self.arranged)
        return {rank(ids, known): ids.index(own) for ids in known if own in ids}

    def _piles(self) -> Iterator[Widget]:
        boxed: list[tuple[Member, bool]] = []
        for stack in self.stacks:
            if not self._piled(stack):
                continue
            members = [(member, stack.face_up) for member in self._copies(stack)]
            if stack.spot is None:
                boxed += members
                continue
            holder = _holder(_id(stack), self._holder_box(stack)) | _before(stack.seat)
            if stack.form == "supply":
                holder["leaveRoutine"] = refill(holder["id"], len(members), int(stack.face_up))
            yield holder
            yield from self._cards(holder["id"], members)
        yield from self._cards("box", boxed)

    def _cards(self, holder: str, members: Sequence[tuple[Member, bool]]) -> Iterator[Widget]:
        """Cards in a holder, the first on top; two or more are a pile."""
        parent = holder
        if len(members) > 1:
            parent = f"pile-of--{holder}"
            yield {"id": parent, "type": "pile", "parent": holder}
        for number, (member, up) in enumerate(members):
            kind, piece, _ = member
            yield {
                "id": _card_id(member),
                "type": "card",
                "deck": f"deck-{kind}",
                "cardType": f"{kind}/{piece}",
                "parent": parent,
                "activeFace": int(up),
                "z": len(members) - number,
            }

    def _copies(self, stack: Stack) -> Iterator[Member]:
        """The pieces of a stack; of a supply as many lie there as the box holds, and more come when they are taken."""
        if stack.form != "supply":
            yield from stack.members
            return
        for member in stack.members:
            copies = self.components[member.design].piece.copies
            yield from (member._replace(copy=number + 1) for number in range(copies))

    def _holder_box(self, stack: Stack) -> Widget:
        """A holder is as large as what lies in it, not as a bag would be."""
        size, spot = self._kind_of(stack).size, stack.spot
        assert spot
        return self._box(Spot(spot.x, spot.y, size.width, size.height, spot.turn))

    # Dice and figures

    def _others(self) -> Iterator[Widget]:
        for stack in self.stacks:
            if self._kind_of(stack).tabletop not in ("die", "standee") or stack.spot is None:
                continue
            box = self._box(stack.spot)
            for number, member in enumerate(stack.members):
                shift = {"x": box["x"] + 6 * (number % 5), "y": box["y"] + 6 * (number // 5)}
                yield self._other(self.components[member.design], _card_id(member), box | shift)
        dice = self._thing("dice")
        for number in range(dice.number if dice else 0):
            assert dice
            box = self._box(Spot(dice.spot.x, dice.spot.y, 16, 16))
            shift = {"x": _px(box["x"] + 22 * (number % 4 - 1.5)), "y": _px(box["y"] + 22 * (number // 4 - 1.5))}
            size = {"width": 20, "height": 20, "movable": True}
            yield {"id": f"die-{number + 1}", "type": "dice", **box, **shift, **size}

    def _other(self, one: Component, id: str, box: Widget) -> Widget:
        urls = [self.album.url(side) for side in self.images[one.kind.id, one.piece.id]]
        if one.kind.tabletop == "die":
            values = one.piece.values.get("faces")
            if not isinstance(values, (list, tuple)) or len(values) != 6:
                values = range(1, 7)
            faces = [{"image": url, "value": value} for url, value in zip(urls, values)]
            return {"id": id, "type": "dice", **box, "movable": True, "imageScale": 1, "faces": faces}
        shape = one.front.names.get("front", Box(0, 0, one.front.width, one.front.height))
        size = {"width": _px(shape.w * self.scale), "height": _px(shape.h * self.scale)}
        return {"id": id, "type": "basic", **box, **size, "image": urls[-1], "enlarge": _ENLARGED}

    # Players

    def _seats(self) -> Iterator[Widget]:
        yield _holder("hand", {"x": 50, "y": _DEEP - _HAND, "width": _WIDE - 100, "height": _HAND}) | {
            "dropOffsetX": 10,
            "dropOffsetY": 10,
            "stackOffsetX": 40,
            "childrenPerOwner": True,
            "onEnter": {"activeFace": 1},
            "onLeave": {"activeFace": 0},
        }
        for number, seat in enumerate(self.arranged.table.seats, 1):
            place = {"x": 50 + 170 * (number - 1), "y": _DEEP - _HAND - _SEATS + 4}
            yield {"id": f"seat{number}", "type": "seat", "index": number, **place} | {
                "displayEmpty": seat.name,
                "hand": "hand",
            }

    def _names(self) -> Iterator[Widget]:
        """Whose side is whose, at the edge of the table."""
        for thing in (each for each in self.arranged.things if each.sort == "hand"):
            table, spot = self.arranged.table, thing.spot
            x = min(max(spot.x, -table.width / 2 + _NAME[0] / 2), table.width / 2 - _NAME[0] / 2)
            y = min(max(spot.y, -table.depth / 2 + _NAME[1] / 2), table.depth / 2 - _NAME[1] / 2)
            box = self._box(Spot(x, y, *_NAME))
            look = f"font-size: {box['height'] * 0.8:.0f}px; color: {_QUIET}"
            yield {
                "id": f"name--{thing.seat + 1}",
                "type": "label",
                **box,
                "text": thing.title,
                "css": look,
            } | _seat_of(thing)

    def _counters(self) -> Iterator[Widget]:
        """A title, a number that anybody may write over, and a button on either side of it."""
        for number, thing in enumerate((each for each in self.arranged.things if each.sort == "counter"), 1):
            box = self._box(Spot(thing.spot.x, thing.spot.y, thing.spot.width, thing.spot.depth))
            x, y, wide, high = (int(box[side]) for side in ("x", "y", "width", "height"))
            key, id = high * 11 // 20, f"counter{number}"
            row = {"y": y + high - key, "height": key}
            title = self.arranged.table.plain_title(thing)
            words = {"text": title, "css": f"font-size: {min(high * 0.3, 1.6 * wide / len(title)):.0f}px; color: white"}
            words |= _seat_of(thing)
            yield {"id": f"{id}-title", "type": "label", "x": x, "y": y, "width": wide, "height": high - key, **words}
            look = f"font-size: {key * 0.7:.0f}px"
            shown = {"text": 0, "editable": True, "css": f"{look}; background: #16191e; color: #ffb040"} | _seat_of(
                thing
            )
            yield {"id": id, "type": "label", "x": x + key, "width": wide - 2 * key, **row, **shown}
            for mode, sign, left in (("dec", "−", x), ("inc", "+", x + wide - key)):
                does = {
                    "text": sign,
                    "borderRadius": 4,
                    "css": look,
                    "clickRoutine": step_counter(id, mode),
                } | _seat_of(thing)
                yield {"id": f"{id}-{mode}", "type": "button", "x": left, "width": key, **row, **does}

    def _book(self) -> Iterator[Widget]:
        """The rulebook, to leaf through: a click turns the page."""
        book = self._thing("rulebook")
        if book and self.pages:
            faces = [{"image": self.album.url(page)} for page in self.pages]
            yield {"id": "rulebook", "type": "basic", **self._box(book.spot), "faces": faces, "enlarge": 5}

    # The set-up

    def _buttons(self) -> Iterator[Widget]:
        lying = self._lying()
        cells = {
            name: [
                _cell_id(name, number)
                if self.arranged.table.areas[name].over
                else lying.get(_pixel(self._box(cell)), _cell_id(name, number))
                for number, cell in enumerate(spots, 1)
            ]
            for name, spots in self.arranged.cells.items()
        }
        holders = {each.key: _id(each) for each in self.stacks}
        holders |= self._loose()
        routines = Routines(self.arranged, holders, cells, self._unused)
        setups = self.arranged.table.setups
        if any(step.verb == "hand" and step.to for steps in setups.values() for step in steps):
            yield {"id": DEALER, "type": "basic", "display": False, "dealRoutine": deal_again()}
        for number, count in enumerate(setups):
            yield {
                "id": f"setup-{count}",
                "type": "button",
                "x": _WIDE - 90,
                "y": 10 + 90 * number,
                "width": 80,
                "height": 80,
                "text": f"Set up for {count}",
                "sets-up": True,
                "clickRoutine": routines.set_up(count),
            }

    def _unused(self, count: int) -> list[str]:
        """The holders before seats that nobody takes."""
        return [_id(each) for each in self.stacks if each.seat >= count and each.spot and self._piled(each)]


def _holder(id: str, box: Widget, takes: Sequence[Widget] = ({"type": "card"},)) -> Widget:
    drop = {"dropTarget": takes[0] if len(takes) == 1 else list(takes), "dropOffsetX": 0, "dropOffsetY": 0}
    return {"id": id, "type": "holder", **box, **drop}


def _seat_of(thing: Thing) -> Widget:
    """By this a set-up finds what belongs to a seat."""
    return _before(thing.seat)


def _before(seat: int) -> Widget:
    return {"of-seat": seat + 1} if seat >= 0 else {}


# Ids of the project have no two dashes in a row, so what is put together with two is never another's.


def _id(stack: Stack) -> str:
    return f"stack--{stack.name}" + (f"--{stack.seat + 1}" if stack.seat >= 0 else "")


def _card_id(member: Member) -> str:
    kind, piece, copy = member
    return f"card--{kind}--{piece}--{copy}"


def _cell_id(name: str, number: int) -> str:
    return f"place--{name}--{number}"


def _px(value: float) -> float:
    return round(value, 1)


def _pixel(box: Widget) -> tuple[int, int]:
    return round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2)
