"""Nets: boxes and trays laid flat, panel by panel, each with the line along which it is folded up."""

from dataclasses import dataclass
from math import cos, pi, sin
from typing import NamedTuple

from pressplay.drawing.box import Box, around
from pressplay.drawing.matrix import Point

BOARD = 0.3  # millimetres: the paper that a box is made of
_SLACK = 0.5  # by which a flap is narrower on each side than where it goes
_STEPS = 8  # straight pieces of a rounded corner


class Inside(NamedTuple):
    """The room that a box has."""

    width: float
    height: float
    depth: float


class Fold(NamedTuple):
    """The line along which a panel hangs on another one; folded up, the two stand square."""

    parent: str
    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a net: straight lines around it, in millimetres, y downwards."""

    name: str
    corners: tuple[Point, ...]
    fold: Fold | None = None
    glued: bool = False  # it vanishes under another one, and stays white for the glue

    @property
    def box(self) -> Box:
        return around(Box(x, y, 0, 0) for x, y in self.corners)


@dataclass(frozen=True, slots=True)
class Net:
    """A box laid flat; its upper left corner is at 0, 0."""

    panels: tuple[Panel, ...]

    @property
    def box(self) -> Box:
        return around(panel.box for panel in self.panels)

    def panel(self, name: str) -> Panel:
        return next(panel for panel in self.panels if panel.name == name)

    @property
    def folds(self) -> tuple[Fold, ...]:
        return tuple(panel.fold for panel in self.panels if panel.fold)

    @property
    def cuts(self) -> tuple[tuple[Point, Point], ...]:
        """The edges of all panels, without what is folded."""
        found: list[tuple[Point, Point]] = []
        for panel in self.panels:
            for a, b in zip(panel.corners, panel.corners[1:] + panel.corners[:1], strict=True):
                found += _uncreased(a, b, self.folds)
        return tuple(found)


def _uncreased(a: Point, b: Point, folds: tuple[Fold, ...]) -> list[tuple[Point, Point]]:
    """What remains of an edge without the folds that lie on it; slanted edges are never folded."""
    along = 0 if a[1] == b[1] else 1 if a[0] == b[0] else None
    if along is None:
        return [(a, b)]
    across = 1 - along
    low, high = sorted((a[along], b[along]))
    creases = sorted(
        (max(low, min(fold.start[along], fold.end[along])), min(high, max(fold.start[along], fold.end[along])))
        for fold in folds
        if abs(fold.start[across] - a[across]) < 1e-6 and abs(fold.end[across] - a[across]) < 1e-6
    )
    kept, at = [], low
    for start, end in creases:
        if start > at + 1e-6 and start < end:
            kept.append((at, start))
        at = max(at, end) if end > start else at
    if high > at + 1e-6:
        kept.append((at, high))
    return [(_point(along, s, a[across]), _point(along, e, a[across])) for s, e in kept]


def _point(along: int, value: float, other: float) -> Point:
    return (value, other) if along == 0 else (other, value)


def tuck_box(inside: Inside, board: float = BOARD) -> Net:
    """A box with a lid that tucks in: glued along one side and at the bottom, with a notch for the thumb."""
    w, h, d = inside.width + 2 * board, inside.height + 2 * board, inside.depth + 2 * board
    tab = min(0.8 * d, 15.0)
    lip = min(max(0.25 * w, 12.0), 20.0)
    flap = min(max(0.6 * d, 6.0), 16.0, w / 2 - _SLACK)
    top = max(d + lip, flap)
    bottom = top + h
    front, right = tab, tab + w
    back, left = right + d, right + d + w
    return Net(
        (
            Panel("front", _notched(front, top, w, h)),
            _glue_tab(tab, top, bottom),
            _rectangle("right", Box(right, top, d, h), Fold("front", (right, top), (right, bottom))),
            _rectangle("back", Box(back, top, w, h), Fold("right", (back, top), (back, bottom))),
            _rectangle("left", Box(left, top, d, h), Fold("back", (left, top), (left, bottom))),
            _rectangle("lid", Box(back, top - d, w, d), Fold("back", (back, top), (left, top))),
            _lip(Box(back, top - d - lip, w, lip)),
            *(
                _dust_flap(f"{side} {place}", side, x, (d, flap if place == "lower" else -flap), y)
                for side, x in (("right", right), ("left", left))
                for place, y in (("upper", top), ("lower", bottom))
            ),
            _bottom("inner bottom", "back", Box(back, bottom, w, d - _SLACK), glued=True),
            _bottom("bottom", "front", Box(front, bottom, w, 0.8 * d)),
        )
    )


def _rectangle(name: str, box: Box, fold: Fold | None = None) -> Panel:
    corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    return Panel(name, corners, fold)


def _notched(x: float, y: float, w: float, h: float) -> tuple[Point, ...]:
    """The front, with half a circle cut out of its upper edge for the thumb."""
    r, middle = min(0.15 * w, 9.0), x + w / 2
    angles = [pi - pi * step / (2 * _STEPS) for step in range(2 * _STEPS + 1)]
    notch = [(middle + r * cos(angle), y + r * sin(angle)) for angle in angles]
    return ((x, y), *notch, (x + w, y), (x + w, y + h), (x, y + h))


def _glue_tab(width: float, top: float, bottom: float) -> Panel:
    taper = 0.3 * width
    corners = ((width, top), (0.0, top + taper), (0.0, bottom - taper), (width, bottom))
    return Panel("glue tab", corners, Fold("front", (width, top), (width, bottom)), glued=True)


def _lip(box: Box) -> Panel:
    """What tucks in behind the front: round at its corners, and a little narrower."""
    x, right, r = box.x + _SLACK, box.right - _SLACK, min(box.h, box.w / 2 - _SLACK)
    angles = [pi / 2 * step / _STEPS for step in range(_STEPS + 1)]
    left_corner = [(x + r - r * cos(angle), box.bottom - r * sin(angle)) for angle in angles]
    right_corner = [(right - r + r * cos(angle), box.bottom - r * sin(angle)) for angle in reversed(angles)]
    fold = Fold("lid", (x, box.bottom), (right, box.bottom))
    return Panel("lip", (*left_corner, *right_corner), fold)


def _dust_flap(name: str, parent: str, x: float, size: tuple[float, float], y: float) -> Panel:
    """A flap under the lid or the bottom, its free corners slanted."""
    width, deep = size
    a, b, slant = x + _SLACK, x + width - _SLACK, width / 4
    corners = ((a, y), (b, y), (b - slant, y + deep), (a + slant, y + deep))
    return Panel(name, corners, Fold(parent, (a, y), (b, y)), glued=True)


def _bottom(name: str, parent: str, box: Box, glued: bool = False) -> Panel:
    narrow = Box(box.x + _SLACK, box.y, box.w - 2 * _SLACK, box.h)
    return Panel(
        name,
        _rectangle(name, narrow).corners,
        Fold(parent, (narrow.x, narrow.y), (narrow.right, narrow.y)),
        glued,
    )


def tray(inside: Inside, board: float = BOARD) -> Net:
    """An open tray: four walls of the height `depth`, held by tabs glued behind the short ones."""
    w, h, k = inside.width + 2 * board, inside.height + 2 * board, inside.depth
    tab = min(0.8 * k + 4, 15.0, h / 2 - _SLACK)
    slant = min(0.2 * k, tab)
    x, y, right, bottom = k, k, k + w, k + h
    panels = [
        _rectangle("base", Box(x, y, w, h)),
        _rectangle("north", Box(x, 0, w, k), Fold("base", (x, y), (right, y))),
        _rectangle("south", Box(x, bottom, w, k), Fold("base", (x, bottom), (right, bottom))),
        _rectangle("west", Box(0, y, k, h), Fold("base", (x, y), (x, bottom))),
        _rectangle("east", Box(right, y, k, h), Fold("base", (right, y), (right, bottom))),
    ]
    for wall, top in (("north", 0.0), ("south", bottom)):
        for side, edge, out in (("west", x, -tab), ("east", right, tab)):
            corners = ((edge, top), (edge, top + k), (edge + out, top + k - slant), (edge + out, top + slant))
            panels.append(Panel(f"{wall} {side}", corners, Fold(wall, (edge, top), (edge, top + k)), glued=True))
    return _from_zero(Net(tuple(panels)))


def _from_zero(net: Net) -> Net:
    """The net moved so that its upper left corner is at 0, 0."""
    dx, dy = -net.box.x, -net.box.y

    def moved(point: Point) -> Point:
        return point[0] + dx, point[1] + dy

    return Net(
        tuple(
            Panel(
                panel.name,
                tuple(map(moved, panel.corners)),
                panel.fold and Fold(panel.fold.parent, moved(panel.fold.start), moved(panel.fold.end)),
                panel.glued,
            )
            for panel in net.panels
        )
    )
