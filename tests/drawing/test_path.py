"""Outlines: path data is read as SVG means it, and moving it moves every point."""

from itertools import pairwise
from math import hypot, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pressplay.drawing.matrix import multiply, rotation
from pressplay.drawing.path import Path, bounds, flatten, inside, places_along, transform
from pressplay.drawing.shapes import arc, ellipse, rectangle, wedge
from pressplay.drawing.svg_path import PathMistake, affine, parse_path

NUMBERS = st.floats(-100, 100)


@pytest.mark.parametrize(
    "data, meant",
    [
        ("M1 2 3 4", "M 1 2 L 3 4"),
        ("m1 2 3 4", "M 1 2 L 4 6"),
        ("M0 0H5V6h-1v-1z", "M 0 0 L 5 0 L 5 6 L 4 6 L 4 5 Z"),
        ("M0,0L1-1", "M 0 0 L 1 -1"),
        ("M.5.5", "M 0.5 0.5"),
        ("M0 0C0 1 1 1 1 0S2 -1 2 0", "M 0 0 C 0 1 1 1 1 0 C 1 -1 2 -1 2 0"),
        ("M0 0Q3 3 6 0", "M 0 0 C 2 2 4 2 6 0"),
        ("M0 0L1 0ZL5 5", "M 0 0 L 1 0 Z L 5 5"),
    ],
)
def test_path_data(data: str, meant: str) -> None:
    assert str(Path.of(parse_path(data))) == meant


def test_arc_flags_may_stand_without_spaces() -> None:
    assert parse_path("M0 0a1 1 0 011 1") == parse_path("M 0 0 a 1 1 0 0 1 1 1")


@pytest.mark.parametrize("data", ["L 1 1", "M 1", "M 1 1 X", "1 1", "M 0 0 Z 1 1", "M 0 0 L 1e9 0"])
def test_path_data_that_is_none(data: str) -> None:
    with pytest.raises(PathMistake):
        parse_path(data)


@given(st.floats(1, 50), st.floats(-360, 360), st.floats(1, 359))
def test_arcs_stay_on_their_circle(r: float, begin: float, turn: float) -> None:
    for x, y in flatten(arc(3, 4, r, begin, begin + turn))[0]:
        assert isclose(hypot(x - 3, y - 4), r, rel_tol=2e-3)


@given(NUMBERS, NUMBERS, st.floats(0.1, 50), st.floats(0.1, 50), st.floats(0, 60))
def test_rectangles_fill_their_box(x: float, y: float, w: float, h: float, r: float) -> None:
    box = bounds(rectangle(x, y, w, h, r))
    assert (box.x, box.y, box.w, box.h) == pytest.approx((x, y, w, h), abs=1e-6)


@given(NUMBERS, NUMBERS, st.floats(-360, 360))
def test_turning_there_and_back(x: float, y: float, angle: float) -> None:
    there, back = rotation(angle, 5, 6), rotation(-angle, 5, 6)
    (_, point) = transform([("M", (x, y))], multiply(there, back))[0]
    assert point == pytest.approx((x, y), abs=1e-6)


def test_rotation_is_clockwise_where_y_grows_downwards() -> None:
    assert transform([("M", (1, 0))], rotation(90))[0][1] == pytest.approx((0, 1))


def test_svg_transforms_apply_from_the_right() -> None:
    moved = transform([("M", (1.0, 0.0))], affine("translate(10 0) scale(2)"))[0][1]
    assert moved == (12, 0)


def test_inside_a_ring_is_outside_its_hole() -> None:
    ring = flatten(wedge(0, 0, 10, 5, 0, 180))
    assert inside(ring, 7, 0) and not inside(ring, 3, 0) and not inside(ring, -7, 0)
    assert inside(flatten(ellipse(0, 0, 4, 2)), 3, 0) and not inside(flatten(ellipse(0, 0, 4, 2)), 3, 1.9)


@given(st.integers(2, 40), st.floats(1, 100))
def test_places_are_evenly_spaced(count: int, length: float) -> None:
    places = places_along(parse_path(f"M 0 0 H {length}"), count, 0)
    assert len(places) == count
    gaps = {round(b[0] - a[0], 6) for a, b in pairwise(places)}
    assert max(gaps) - min(gaps) < 1e-5 and places[-1][0] == pytest.approx(length, abs=1e-6)


def test_places_on_a_closed_path_do_not_repeat_the_first() -> None:
    places = places_along(ellipse(0, 0, 10, 10), 8, 0)
    assert len({(round(x), round(y)) for x, y, _ in places}) == 8
