"""A whole table for Tabletop Simulator, with everything in its place, hands, counters, rulebook and script."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from pressplay.data.pieces import Kind
from pressplay.game import Game
from pressplay.table.table import Arrangement, Member, Spot, Stack, Thing

from . import objects
from .box import GameBox
from .labels import Labels
from .objects import Label, Object
from .plans import Copy
from .savefile import save
from .script import panel, script

_NOTE = "Press the button for your number of players, at the right edge of the screen. The rules are in the notebook."
_HEIGHTS = {"board": 1.0, "card": 1.2}
_ON_BOARD = 1.4
_ABOVE = 8.0  # from the edge of a place to the middle of its name, in millimetres
_NO_HAND_COLOR = {"r": 0.5, "g": 0.5, "b": 0.5}


@dataclass(frozen=True, slots=True)
class Links:
    """Where the files stand that belong to the table: its cloth, the rulebook, the box."""

    felt: str
    rulebook: str
    box: GameBox


def table_ids(arranged: Arrangement) -> list[str]:
    """The ids of what only a table has."""
    things = [id for each in arranged.things for id in (_thing_id(each), *_dice_ids(each))]
    return [*(each.key for each in arranged.stacks), *things, *(f"place:{name}" for name in arranged.cells)]


def table_save(
    game: Game,
    arranged: Arrangement,
    copies: Mapping[Member, Copy],
    labels: Labels,
    links: Links,
) -> str:
    """The save of a whole table."""
    stock = _TableObjects(game, arranged, copies, labels, links)
    on_table, boxed = stock.stacks()
    things = [(each, stock.thing(each, boxed)) for each in arranged.things]
    box = next(data for each, data in things if each.sort == "box")
    loose = {(each.title, each.seat): data for each, data in things if each.seat >= 0 and each.sort != "hand"}
    snaps = [
        objects.snap(cell.x, cell.y, cell.turn, arranged.kinds.get(name, ""))
        for name, cells in arranged.cells.items()
        if arranged.table.areas[name].where.form != "slot"
        for cell in cells
    ]
    drawn = [name for name in arranged.cells if _is_drawn(arranged, name)]
    header: dict[str, Any] = {
        "Table": "Table_Custom",
        "TableURL": links.felt,
        "Note": f"{_NOTE}\n{_seats(arranged)}\n",
        "TabStates": notebook(game),
        "LuaScript": script(game, arranged, on_table | loose, box),
        "XmlUI": panel(arranged),
        "SnapPoints": snaps,
        "VectorLines": [
            objects.outline(_corners(cell, _is_round(game, arranged, name)))
            for name in drawn
            for cell in arranged.cells[name]
        ],
    }
    titles = [_title(name, arranged, labels) for name in drawn]
    return save(game.title, [*on_table.values(), *(data for _, data in things), *titles], header)


# Places ------------------------------------------------------------------------


def _is_drawn(arranged: Arrangement, name: str) -> bool:
    """A board shows its slots itself, and what lies over something else needs no frame."""
    area = arranged.table.areas[name]
    return area.where.form != "slot" and not area.over


def _is_round(game: Game, arranged: Arrangement, name: str) -> bool:
    kind = arranged.table.areas[name].kind
    return bool(kind) and game.kinds[kind].size.form.is_round


def _corners(cell: Spot, is_round: bool) -> list[tuple[float, float]]:
    left, near, right, far = cell.room
    if not is_round:
        return [(left, near), (right, near), (right, far), (left, far)]
    steps = [2 * pi * step / 24 for step in range(24)]
    return [(cell.x + cell.width / 2 * cos(step), cell.y + cell.depth / 2 * sin(step)) for step in steps]


def _title(name: str, arranged: Arrangement, labels: Labels) -> Object:
    """The name of a place, above it as the first player sees it."""
    rooms = [cell.room for cell in arranged.cells[name]]
    middle = (min(room[0] for room in rooms) + max(room[2] for room in rooms)) / 2
    label = labels.of_table(f"place:{name}", name.replace("-", " "))
    return objects.words(label, middle, max(room[3] for room in rooms) + _ABOVE)


def _seats(arranged: Arrangement) -> str:
    """In which order seats are taken, and which colour of the program each is."""
    return "Seats, in this order: " + ", ".join(seat.label for seat in arranged.table.seats) + "."


class _TableObjects:
    def __init__(
        self,
        game: Game,
        arranged: Arrangement,
        copies: Mapping[Member, Copy],
        labels: Labels,
        links: Links,
    ) -> None:
        self.game = game
        self.arranged = arranged
        self.copies = copies
        self.labels = labels
        self.links = links

    def stacks(self) -> tuple[dict[tuple[str, int], Object], list[Object]]:
        """The objects on the table by their name and seat, and those in the box."""
        on_table: dict[tuple[str, int], Object] = {}
        boxed = []
        for stack in self.arranged.stacks:
            data = self._stack(stack)
            if stack.spot is None:
                boxed.append(data)
                continue
            kind = self.game.kinds[stack.members[0].kind]
            height = _ON_BOARD if stack.on else _HEIGHTS.get(kind.tabletop, 1.1)
            spot = stack.spot
            on_table[stack.name, stack.seat] = objects.place(data, spot.x, spot.y, spot.turn, stack.face_up, height)
        return on_table, boxed

    def _stack(self, stack: Stack) -> Object:
        members = [self.copies[member] for member in stack.members]
        contents = [copy.thing.object for copy in members]
        first = members[0].component
        if stack.form == "one":
            return contents[0]
        if stack.form == "states":
            return objects.with_states(contents[0], contents[1:])
        label = self._label(stack, members)
        if stack.form == "pile":
            return objects.deck(label, contents, first.kind.size, not stack.face_up).object
        return objects.bag(label, contents[:1] if stack.form == "supply" else contents, stack.form == "supply").object

    def _label(self, stack: Stack, members: Sequence[Copy]) -> Label:
        """A pile that is a whole kind is that kind; others are called by what they hold, or by whose they are."""
        components = [copy.component for copy in members]
        kinds = list(dict.fromkeys(one.kind.id for one in components))
        kind = components[0].kind
        if len({one.piece.id for one in components}) == 1 and kind.tabletop != "card":
            return self._named(stack, components[0].piece.title, kind)
        if len(kinds) > 1:
            titles = [self.game.kinds[each].title for each in kinds]
            return self._named(stack, ", ".join(titles), kind)
        if stack.seat >= 0:
            return self._named(stack, f"{kind.title}: {self.arranged.table.seats[stack.seat].name}", kind)
        return self.labels.of_kind(kind) if self._whole(stack) else self._named(stack, kind.title, kind)

    def _named(self, stack: Stack, title: str, kind: Kind) -> Label:
        return self.labels.of_table(stack.key, title, kind.description, kind.id)

    def _whole(self, stack: Stack) -> bool:
        kind = stack.members[0].kind
        others = [each for each in self.arranged.stacks if each is not stack]
        return not any(member.kind == kind for each in others for member in each.members)

    def thing(self, thing: Thing, boxed: Sequence[Object]) -> Object:
        label = self.labels.of_table(_thing_id(thing), thing.title)
        spot = thing.spot
        if thing.sort == "hand":
            data = objects.hand(label, self.arranged.table.seats[thing.seat].color, spot.width, spot.depth)
            placed = objects.place(data, spot.x, spot.y, spot.turn, True, 4.0)
            turned = placed["Transform"] | {"rotY": round(spot.turn % 360, 3)}  # a hand looks at its player
            return placed | {"Transform": turned}
        if thing.sort == "counter":
            data = objects.counter(label)
        elif thing.sort == "dice":
            dice = [objects.plain_die(self.labels.of_table(id, "Die")) for id in _dice_ids(thing)]
            data = objects.bag(label, dice).object
        elif thing.sort == "rulebook":
            data = objects.book(label, self.links.rulebook)
        else:
            data = self.links.box.holding(boxed, self.labels.of_box())
        height = 1.1 + (objects.BOX_HEIGHT / objects.UNIT / 2 if thing.sort == "box" else 0)
        return objects.place(data, spot.x, spot.y, spot.turn, True, height)


def _thing_id(thing: Thing) -> str:
    return f"{thing.sort}:{thing.title}" + (f"@{thing.seat + 1}" if thing.seat >= 0 else "")


def _dice_ids(thing: Thing) -> list[str]:
    return [f"{thing.sort}-{number + 1}" for number in range(thing.number)] if thing.sort == "dice" else []


# The notebook ------------------------------------------------------------------

_FIGURE = re.compile(r"```figure\n.*?```\n?", re.S)
_RULED = re.compile(r"^\|[-:| ]+\|$", re.M)
_INLINE = re.compile(r"\*+|(?<!\w)\[|\](?!\w)")


def notebook(game: Game) -> Object:
    """The rulebook's text, a tab for each chapter."""
    text = _FIGURE.sub("", game.rulebook.judgement(game).prose)
    chapters = re.split(r"^## +", text, flags=re.M)
    pages = [("Rules", chapters[0])] if chapters[0].strip() else []
    for chapter in chapters[1:]:
        title, _, body = chapter.partition("\n")
        pages.append((_plain(title), body))
    return {
        str(number): {
            "title": title,
            "body": _plain(body),
            "color": "Grey",
            "visibleColor": dict(_NO_HAND_COLOR),
            "id": number,
        }
        for number, (title, body) in enumerate(pages)
    }


def _plain(text: str) -> str:
    """Markdown without its marks."""
    text = _RULED.sub("", text)
    text = re.sub(r"^#+ +(.*)$", lambda match: match[1].upper(), text, flags=re.M)
    text = re.sub(r"^> ?", "", text, flags=re.M)
    text = re.sub(r"^\| *(.*?) *\|$", lambda match: re.sub(r" *\| *", "  |  ", match[1]), text, flags=re.M)
    return re.sub(r"\n{3,}", "\n\n", _INLINE.sub("", text)).strip()
