"""Nets, folded up in geometry: flaps meet, tabs lie behind what they are glued to, nothing is in the way."""

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pressplay.drawing.matrix import Point
from pressplay.sheets.nets import BOARD, Fold, Inside, Net, Panel, tray, tuck_box

Solid = tuple[float, float, float]
insides = st.builds(Inside, st.floats(30, 150), st.floats(40, 200), st.floats(6, 60))


class Folded:
    """A net whose every fold stands square: where each point of a panel comes to lie in space."""

    def __init__(self, net: Net) -> None:
        self.net = net

    def place(self, name: str, point: Point) -> Solid:
        return self._up(self.net.panel(name), (point[0], point[1], 0.0))

    def corners(self, name: str) -> list[Solid]:
        return [self.place(name, point) for point in self.net.panel(name).corners]

    def _up(self, panel: Panel, point: Solid) -> Solid:
        if panel.fold is None:
            return point
        middle = panel.box.x + panel.box.w / 2, panel.box.y + panel.box.h / 2
        return self._up(self.net.panel(panel.fold.parent), turned(point, panel.fold, middle))


def turned(point: Solid, fold: Fold, middle: Point) -> Solid:
    """A point of a panel turned by a quarter about its fold, away from who looks at the printed side."""
    x, y, z = point
    if fold.start[0] == fold.end[0]:
        axis, out = fold.start[0], 1 if middle[0] > fold.start[0] else -1
        return axis + out * z, y, -out * (x - axis)
    axis, out = fold.start[1], 1 if middle[1] > fold.start[1] else -1
    return x, axis + out * z, -out * (y - axis)


def span(points: list[Solid], axis: int) -> tuple[float, float]:
    return min(point[axis] for point in points), max(point[axis] for point in points)


def flat(points: list[Solid], axis: int) -> float:
    """The plane that points lie in."""
    low, high = span(points, axis)
    assert high - low < 1e-6
    return low


@given(insides)
def test_a_tuck_box_closes(inside: Inside) -> None:
    net = tuck_box(inside)
    box = Folded(net)
    w, h, d = (length + 2 * BOARD for length in inside)
    front, back = box.corners("front"), box.corners("back")
    left = span(front, 0)
    top, bottom = span(front, 1)
    assert flat(front, 2) == 0 and flat(back, 2) == pytest.approx(-d)
    assert (left[1] - left[0], bottom - top) == pytest.approx((w, h))
    # Round the four sides: the last one ends where the first begins, and the tab lies against it.
    last = box.corners("left")
    assert flat(last, 0) == pytest.approx(left[0])
    assert span(last, 2) == pytest.approx((-d, 0), abs=1e-6)
    tab = box.corners("glue tab")
    assert flat(tab, 0) == pytest.approx(left[0])
    assert span(tab, 2)[0] > -d and span(tab, 1)[0] >= top - 1e-6 and span(tab, 1)[1] <= bottom + 1e-6
    # The lid reaches the front, and its lip lies against it, narrower.
    lid, lip = box.corners("lid"), box.corners("lip")
    assert flat(lid, 1) == pytest.approx(top)
    assert span(lid, 2) == pytest.approx((-d, 0), abs=1e-6)
    assert flat(lip, 2) == pytest.approx(0, abs=1e-6)
    assert span(lip, 0)[0] > left[0] and span(lip, 0)[1] < left[1]
    assert 12 - 1e-6 <= span(lip, 1)[1] - top <= 20 + 1e-6
    # The bottom is closed by a flap that reaches the front and one over it.
    inner, outer = box.corners("inner bottom"), box.corners("bottom")
    assert flat(inner, 1) == flat(outer, 1) == pytest.approx(bottom)
    assert span(inner, 2)[1] == pytest.approx(-0.5, abs=0.01) and span(outer, 2)[0] == pytest.approx(-0.8 * d)


@given(insides)
def test_dust_flaps_do_not_meet(inside: Inside) -> None:
    net = tuck_box(inside)
    box = Folded(net)
    for place, edge in (("upper", 0), ("lower", 1)):
        right, left = box.corners(f"right {place}"), box.corners(f"left {place}")
        body = span(box.corners("front"), 1)[edge]
        assert flat(right, 1) == flat(left, 1) == pytest.approx(body)
        assert span(left, 0)[1] < span(right, 0)[0], "one flap is in the other's way"
        d = inside.depth + 2 * BOARD
        assert span(right, 2)[0] > -d and span(right, 2)[1] < 0


@given(insides)
def test_a_tray_closes(inside: Inside) -> None:
    net = tray(inside)
    box = Folded(net)
    base = net.panel("base").box
    for wall in ("north", "south", "west", "east"):
        assert span(box.corners(wall), 2) == pytest.approx((-inside.depth, 0), abs=1e-6)
    for wall, side, at in (("north", "west", base.x), ("south", "east", base.right)):
        tab = box.corners(f"{wall} {side}")
        assert flat(tab, 0) == pytest.approx(at), "the tab lies against the short wall"
        assert span(tab, 1)[0] >= base.y - 1e-6 and span(tab, 1)[1] <= base.bottom + 1e-6
        assert span(tab, 2)[0] >= -inside.depth - 1e-6


@given(st.sampled_from([tuck_box, tray]), insides)
def test_no_panel_lies_over_another_and_all_hang_together(make: object, inside: Inside) -> None:
    net: Net = make(inside)  # type: ignore[operator]
    assert (net.box.x, net.box.y) == pytest.approx((0, 0), abs=1e-6)
    for panel in net.panels:
        if panel.fold:
            parent = net.panel(panel.fold.parent).box
            for x, y in (panel.fold.start, panel.fold.end):
                assert parent.x - 1e-6 <= x <= parent.right + 1e-6 and parent.y - 1e-6 <= y <= parent.bottom + 1e-6
    panels = [panel.box for panel in net.panels]
    for index, a in enumerate(panels):
        for b in panels[index + 1 :]:
            over = min(a.right, b.right) - max(a.x, b.x), min(a.bottom, b.bottom) - max(a.y, b.y)
            assert min(over) <= 1e-6


@given(insides)
def test_folds_are_not_cut(inside: Inside) -> None:
    """What is cut and what is folded are together all edges, each once."""
    net = tuck_box(inside)
    edges = sum(
        dist(a, b) for panel in net.panels for a, b in zip(panel.corners, panel.corners[1:] + panel.corners[:1])
    )
    cut = sum(dist(a, b) for a, b in net.cuts)
    folded = sum(dist(fold.start, fold.end) for fold in net.folds)
    assert edges == pytest.approx(cut + 2 * folded)


def test_54_poker_cards() -> None:
    """The numbers of a common box: 65.5 × 90.9 × 19.3 mm inside, on A4 and Letter within their margins."""
    net = tuck_box(Inside(65.5, 90.9, 19.3))
    assert net.panel("glue tab").box.w == 15
    assert net.panel("lip").box.h == pytest.approx(16.5, abs=0.1)
    assert (net.box.w, net.box.h) == pytest.approx((187.0, 147.3), abs=0.2)
