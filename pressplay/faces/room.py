"""Room: how much of it those need that stand in columns, rows and frames, and where each of them comes to stand."""

from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from pressplay.drawing.marks import Mark
from pressplay.drawing.paint import Stroke

from .element import Element, Extent, FaceMistake, FlowCell, Scene, Values
from .elements.shapes import inked
from .elements.text import excerpt
from .markup import Node

_ENOUGH = 0.005  # millimetres that nobody sees
_SHARES = {"left": 0.0, "top": 0.0, "stretch": 0.0, "center": 0.5, "middle": 0.5, "right": 1.0, "bottom": 1.0}


@dataclass(slots=True, eq=False)
class FlowItem:
    """An element in the flow: what was said of it, what stands in it, and how large it was found to be in each width.

    Art in a frame is a member without an element: it stands where it says, and needs no room.
    """

    node: Node
    element: Element | None
    values: Values
    members: "list[FlowItem]"
    extents: dict[float, Extent] = field(default_factory=dict)

    @property
    def axis(self) -> str:
        return self.element.axis if self.element else ""

    @property
    def has_words(self) -> bool:
        """Whether it is, or holds, a text."""
        return bool(self.element and self.element.write) or any(member.has_words for member in self.members)

    @property
    def fills(self) -> bool:
        """Whether it takes all the width there is."""
        return bool(self.element and self.element.inflow and self.element.inflow.fills) and not self.values.get("w")

    @property
    def bends(self) -> bool:
        """Whether it can be made lower, or tell for itself why not."""
        inflow = self.element and self.element.inflow
        return bool(self.axis or (inflow and inflow.wraps)) and self.values.get("h") is None

    @property
    def wraps(self) -> bool:
        """Whether it would be content with any width."""
        if not self.element or not self.element.inflow or self.values.get("w") is not None:
            return False
        return self.element.inflow.wraps or any(member.wraps for member in self.members)


class FlowPlan(NamedTuple):
    """What stands in a container: a cell for each member, and the rules between them."""

    cells: list[FlowCell]
    rules: list[Mark]


class Surveyor:
    """Measures members and gives them their cells; `known` remembers what texts measured, for the next card."""

    def __init__(self, scene: Scene, known: dict[tuple[str, float], Extent]) -> None:
        self.scene = scene
        self.known = known

    def extent(self, member: FlowItem, width: float) -> Extent:
        """How large a member is when it may be so wide."""
        own = member.values.get("w")
        width = width if own is None else own
        found = member.extents.get(width)
        if found is None:
            try:
                found = self._container(member, width) if member.axis else self._leaf(member, width)
            except FaceMistake as mistake:
                mistake.node = mistake.node or member.node
                raise
            high = member.values.get("h")
            found = Extent(found.w if own is None else own, found.h if high is None else high, found.baseline)
            member.extents[width] = found
        return found

    def arrange(self, member: FlowItem, w: float, h: float) -> FlowPlan:
        """Where those in a container stand when it is so large."""
        top, right, bottom, left = member.values["pad"]
        inside = Extent(w - left - right, h - top - bottom, 0.0)
        found = {"down": self._set_down, "across": self._set_across, "over": self._set_over}[member.axis]
        cells = [cell._replace(x=cell.x + left, y=cell.y + top) for cell in found(member, inside)]
        return FlowPlan(cells, _rules(member, cells, Extent(w - right, h - bottom, 0.0)))

    def _leaf(self, member: FlowItem, width: float) -> Extent:
        if member.element is None:
            return Extent(0.0, 0.0, 0.0)
        key = (member.node.token + member.node.body, width)
        if key not in self.known:
            assert member.element.inflow and member.element.inflow.measure
            self.known[key] = member.element.inflow.measure(member.values, member.node.body, width, self.scene)
        return self.known[key]

    def _container(self, member: FlowItem, width: float) -> Extent:
        top, right, bottom, left = member.values["pad"]
        inside = width - left - right
        if inside <= 0 and member.members:
            raise FaceMistake(f"its margins leave nothing of {width:.1f} mm")
        found = {"down": self._down, "across": self._across, "over": self._over}[member.axis](member, inside)
        return Extent(found.w + left + right, found.h + top + bottom, found.baseline + top)

    # One below the other

    def _down(self, member: FlowItem, inside: float) -> Extent:
        every = [self.extent(one, inside) for one in member.members]
        first = every[0].baseline if every else 0.0
        return Extent(max([one.w for one in every], default=0.0), sum([one.h for one in every]) + _gaps(member), first)

    def _set_down(self, member: FlowItem, inside: Extent) -> list[FlowCell]:
        heights = self._heights(member, inside)
        y = max(0.0, inside.h - sum(heights) - _gaps(member)) * _SHARES[member.values["valign"]]
        cells = []
        for one, high in zip(member.members, heights, strict=True):
            wide = inside.w if one.fills else self.extent(one, inside.w).w
            _fits(member, wide, inside.w, "across")
            cells.append(self._cell(member, (inside.w - wide) * self._share(member), y, wide, high))
            y += high + member.values["gap"]
        return cells

    def _heights(self, member: FlowItem, inside: Extent) -> list[float]:
        """Those that grow share what is left, or go without what lacks."""
        needs = [self.extent(one, inside.w).h for one in member.members]
        weights = [one.values.get("grow") or 0.0 for one in member.members]
        spare = inside.h - sum(needs) - _gaps(member)
        growing = sum([need for need, weight in zip(needs, weights, strict=True) if weight])
        if not any(weights) or (spare < 0 and -spare >= growing):
            _fits(member, inside.h - spare, inside.h, "down")
            return needs
        if spare < 0:
            share = (growing + spare) / growing
            return [need * share if weight else need for need, weight in zip(needs, weights, strict=True)]
        return [need + spare * weight / sum(weights) for need, weight in zip(needs, weights, strict=True)]

    # Side by side

    def _across(self, member: FlowItem, inside: float) -> Extent:
        widths = self._widths(member, inside)
        every = [self.extent(one, wide) for one, wide in zip(member.members, widths, strict=True)]
        base = _baseline(member, every)
        tops = [base - one.baseline if member.values["valign"] == "baseline" else 0.0 for one in every]
        high = max([top + one.h for top, one in zip(tops, every, strict=True)], default=0.0)
        return Extent(sum(widths) + _gaps(member), high, base)

    def _set_across(self, member: FlowItem, inside: Extent) -> list[FlowCell]:
        widths = self._widths(member, inside.w)
        every = [self.extent(one, wide) for one, wide in zip(member.members, widths, strict=True)]
        x = max(0.0, inside.w - sum(widths) - _gaps(member)) * (
            self._share(member) if self._rightward(member) else 1 - self._share(member)
        )
        valign, base = member.values["valign"], _baseline(member, every)
        cells = []
        for one, wide, need in zip(member.members, widths, every, strict=True):
            high = min(need.h, inside.h) if one.bends else need.h
            if valign == "stretch" and one.bends:
                high = inside.h
            _fits(member, high, inside.h, "down")
            y = base - need.baseline if valign == "baseline" else _drop(one, need, inside.h - high, valign)
            left = x if self._rightward(member) else inside.w - x - wide
            cells.append(self._cell(member, left, y, wide, high))
            x += wide + member.values["gap"]
        return cells

    def _widths(self, member: FlowItem, inside: float) -> list[float]:
        """Those that grow share what the others leave."""
        weights = [_weight(one) if inside < inf else 0.0 for one in member.members]
        needs = [
            0.0 if weight else self.extent(one, inf).w for one, weight in zip(member.members, weights, strict=True)
        ]
        spare = inside - sum(needs) - _gaps(member)
        _fits(member, inside - spare, inside, "across")
        if not any(weights):
            return needs
        if spare <= _ENOUGH:
            _fits(member, inside + 1, inside, "across")
        return [need + spare * weight / sum(weights) for need, weight in zip(needs, weights, strict=True)]

    # Over each other

    def _over(self, member: FlowItem, inside: float) -> Extent:
        every = [self.extent(one, inside) for one in member.members if one.element]
        first = every[0].baseline if every else 0.0
        return Extent(max([one.w for one in every], default=0.0), max([one.h for one in every], default=0.0), first)

    def _set_over(self, member: FlowItem, inside: Extent) -> list[FlowCell]:
        cells = []
        for one in member.members:
            need = self.extent(one, inside.w)
            wide = inside.w if one.fills else need.w
            high = inside.h if one.bends else need.h
            _fits(member, wide, inside.w, "across")
            _fits(member, high, inside.h, "down")
            x, y = (inside.w - wide) * self._share(member), _drop(one, need, inside.h - high, member.values["valign"])
            cells.append(self._cell(member, x, y, wide, high))
        return cells

    # What all three do

    def _rightward(self, member: FlowItem) -> bool:
        """A container with words begins where its language does; mere art never turns."""
        said = member.values["direction"]
        return said == "ltr" if said else self.scene.rightward or not member.has_words

    def _share(self, member: FlowItem) -> float:
        """How much of the room that is left over lies at the left."""
        align = member.values["align"]
        if align in _SHARES:
            return _SHARES[align]
        return 0.0 if (align == "start") == self._rightward(member) else 1.0

    def _cell(self, member: FlowItem, x: float, y: float, w: float, h: float) -> FlowCell:
        valign = member.values["valign"]
        return FlowCell(x, y, w, h, member.values["align"], valign if valign in ("middle", "bottom") else "top")


def _drop(member: FlowItem, need: Extent, spare: float, valign: str) -> float:
    """How far from the top a member stands; a line of text is in the middle when its capitals are."""
    if valign == "middle" and member.element and member.element.write and not member.bends:
        return min(spare, (spare + need.h - need.baseline) / 2)
    return spare * _SHARES[valign]


def _gaps(member: FlowItem) -> float:
    return float(member.values.get("gap", 0.0)) * max(0, len(member.members) - 1)


def _weight(member: FlowItem) -> float:
    """How much of what is left over in a row a member takes: a box some of it, unless it says otherwise."""
    said = member.values.get("grow")
    if said is not None and member.values.get("w") is not None:
        mistake = FaceMistake("w and grow are both said", "in a row, a width is either given or taken of what is left")
        mistake.node = member.node
        raise mistake
    return float(said) if said is not None else 1.0 if member.wraps else 0.0


def _baseline(member: FlowItem, every: list[Extent]) -> float:
    if member.values["valign"] == "baseline":
        return max([one.baseline for one in every], default=0.0)
    return every[0].baseline if every else 0.0


def _rules(member: FlowItem, cells: list[FlowCell], end: Extent) -> list[Mark]:
    """Lines in the middle of each gap, as long as the room is wide or high."""
    paint = member.values.get("rule")
    if paint is None or len(cells) < 2:
        return []
    top, _, _, left = member.values["pad"]
    half = member.values["gap"] / 2
    stroke = Stroke(paint, member.values["rule-width"])
    marks: list[Mark] = []
    for cell in sorted(cells, key=lambda cell: (cell.y, cell.x) if member.axis == "down" else (cell.x, cell.y))[1:]:
        if member.axis == "down":
            ends = [(left, cell.y - half), (end.w, cell.y - half)]
        else:
            ends = [(cell.x - half, top), (cell.x - half, end.h)]
        marks += inked([("M", ends[0]), ("L", ends[1])], None, stroke)
    return marks


def _fits(member: FlowItem, need: float, there: float, way: str) -> None:
    """Tells what does not fit, and names the words that take most of the room."""
    if need <= there + _ENOUGH:
        return
    name = member.node.tag.name
    wordy = max(_texts(member), key=lambda one: len(one.node.body), default=None)
    said = f"the {name} needs {need:.1f} mm {way}, {there:.1f} mm are there"
    if wordy is None:
        mistake = FaceMistake(f"<{name}>: {said}", "make what stands in it smaller, or give it more room")
        mistake.node = member.node
    else:
        hint = f'shorten it, give the {name} more room, or let a box with min shrink (grow="1")'
        mistake = FaceMistake(f"“{excerpt(wordy.node.body)}”: {said}", hint, of_piece=True)
        mistake.node = wordy.node
    raise mistake


def _texts(member: FlowItem) -> list[FlowItem]:
    if member.element and member.element.write:
        return [member]
    return [text for one in member.members for text in _texts(one)]
