"""The scene of a table in one file: what lies where, what it looks like and how it is set up, as plain data.

Lengths are millimetres; x grows to the right and y downwards, as on a screen.
"""

from typing import Any

from pressplay.drawing.box import Box
from pressplay.drawing.component import Component
from pressplay.drawing.picture import Picture
from pressplay.exports.images import card_sheet as slots
from pressplay.exports.images.picture_pages import PicturePages
from pressplay.exports.images.plates import WEBP, Cell, Part, Plate
from pressplay.exports.job import Job
from pressplay.exports.tts.labels import searchable
from pressplay.exports.tts.plans import die_face
from pressplay.table.table import Arrangement, SetupStep, Spot, Stack, Thing

Data = dict[str, Any]

FORMAT = 1  # of what is saved; a page refuses what it cannot read
_CARD_PX, _BOARD_PX, _PAGE_PX, _DIE_PX = 520, 1600, 1100, 128  # the longest side of an image
_PAPERS = ("board", "sheet")
_PLAIN_DIE = 16.0


class PlayScene(PicturePages):
    """Plans the images first; its data names them by their numbers."""

    def __init__(self, job: Job, arranged: Arrangement) -> None:
        super().__init__()
        self.job = job
        self.arranged = arranged
        self.components = job.by_id
        self._plates: dict[Plate, int] = {}
        self.designs = {f"{kind}/{piece}": self._design(one) for (kind, piece), one in self.components.items()}
        self.book = [self._image(page, _PAGE_PX) for page in job.pages] if arranged.table.rulebook else []

    @property
    def plates(self) -> list[Plate]:
        return list(self._plates)

    def data(self) -> Data:
        game, table = self.job.game, self.arranged.table
        return {
            "format": FORMAT,
            "game": game.id,
            "title": game.title,
            "version": game.version,
            "size": [table.width, table.depth],
            "seats": [seat.name for seat in table.seats],
            "designs": self.designs,
            "stacks": [self._stack(stack) for stack in self.arranged.stacks],
            "things": [self._thing(thing) for thing in self.arranged.things],
            "cells": [*self._cells(), *self._slots()],
            "setups": {count: [self._step(step) for step in steps] for count, steps in table.setups.items()},
            "book": self.book,
        }

    # What it looks like

    def _design(self, one: Component) -> Data:
        shown = self._shown(one)
        sort = one.kind.tabletop
        if sort == "die":
            sides = [self._image(one.front, _DIE_PX, die_face(one, side)) for side in range(1, 7)]
            return self._design_of(one, 20.0, 20.0, sides)
        most = _BOARD_PX if sort in _PAPERS else _CARD_PX
        if sort == "standee":
            return self._design_of(one, shown.w, shown.h, [self._image(one.front, most, shown)])
        sides = [self._image(one.front, most), *([self._image(one.back, most)] if one.back else [])]
        return self._design_of(one, one.front.width, one.front.height, sides)

    def _shown(self, one: Component) -> Box:
        whole = Box(0, 0, one.front.width, one.front.height)
        return one.front.names.get("front", whole) if one.kind.tabletop == "standee" else whole

    def _design_of(self, one: Component, width: float, height: float, sides: list[int]) -> Data:
        size = one.kind.size
        corner = 0 if one.kind.tabletop in ("standee", "die") else size.corner
        return {
            "title": one.piece.title,
            "kind": one.kind.title,
            "words": searchable(one),
            "sort": one.kind.tabletop,
            "size": [width, height],
            "corner": corner,
            "sides": sides,
            "round": size.form.is_round,
        }

    def _image(self, shown: Picture, most: int, box: Box | None = None) -> int:
        around = box or Box(0, 0, shown.width, shown.height)
        width, height = slots.fit(around.w, around.h, most)
        part: Part | None = None
        if box:
            part = box.x / shown.width, box.y / shown.height, box.w / shown.width, box.h / shown.height
        cut = "" if box else shown.shape if shown.form.is_cut_out else ""
        plate = Plate(width, height, (Cell(self.page(shown), 0, 0, width, height, 0, part),), WEBP, cut)
        return self._plates.setdefault(plate, len(self._plates))

    # Where it lies

    def _stack(self, stack: Stack) -> Data:
        first = self.components[stack.members[0].design]
        return {
            "key": stack.key,
            "name": stack.name,
            "title": first.kind.title if len({m.kind for m in stack.members}) == 1 else stack.name,
            "items": ["/".join(map(str, member)) for member in stack.members],
            "form": stack.form,
            "spot": _spot(stack.spot) if stack.spot else None,
            "up": stack.face_up,
            "seat": stack.seat,
            "fixed": first.kind.tabletop == "board",
        }

    def _thing(self, thing: Thing) -> Data:
        size = {"size": _PLAIN_DIE} if thing.sort == "dice" else {}
        title = self.arranged.table.plain_title(thing)
        found = {"sort": thing.sort, "title": title, "spot": _spot(thing.spot), "seat": thing.seat}
        return found | {"number": thing.number} | size

    def _cells(self) -> list[Data]:
        """Every cell of every place, in the order in which set-ups fill them."""
        areas = self.arranged.table.areas
        return [
            {
                "place": name,
                "number": number,
                "spot": _spot(cell),
                "kind": areas[name].kind,
                "over": bool(areas[name].over),
                "many": len(cells) > 1,
                "on": areas[name].where.form == "slot",
            }
            for name, cells in self.arranged.cells.items()
            for number, cell in enumerate(cells, 1)
        ]

    def _slots(self) -> list[Data]:
        """The slots of every board, but for those that are a place's cells."""
        taken = {_middle(cell) for cells in self.arranged.cells.values() for cell in cells}
        found = []
        for stack in self.arranged.stacks:
            one = self.components[stack.members[0].design]
            if stack.spot is None or one.kind.tabletop != "board":
                continue
            for slot in one.front.slots:
                spot = stack.spot.slot(slot, one.front.width, one.front.height)
                if _middle(spot) not in taken:
                    taken.add(_middle(spot))
                    named = {"place": f"{stack.key} {slot.name}", "number": 1, "spot": _spot(spot), "kind": slot.kind}
                    found.append({**named, "over": False, "many": False, "on": True})
        return found

    def _step(self, step: SetupStep) -> Data:
        """A step with the numbers of the cells that it fills."""
        told: Data = {"verb": step.verb, "stack": step.stack, "number": step.number, "to": step.to}
        if step.ids:
            told["ids"] = list(step.ids)
        if step.verb == "deal":
            cells = self.arranged.cells[step.to]
            told |= {"cells": [cells.index(cell) + 1 for cell in self.arranged.dealt(step)], "up": step.face == "up"}
        return told


def _spot(spot: Spot) -> list[float]:
    numbers = (spot.x, -spot.y, spot.width, spot.depth, spot.turn % 360)
    return [round(number, 2) + 0.0 for number in numbers]


def _middle(spot: Spot) -> tuple[int, int]:
    return round(spot.x), round(spot.y)
