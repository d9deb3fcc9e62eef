"""A mark's text comes from its fields: whatever one sees of it is said, and so counts in the picture's hash."""

import pickle
from dataclasses import dataclass, fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.sample import POKER, picture

from pressplay.drawing.box import Box
from pressplay.drawing.canonical import Canonical
from pressplay.drawing.marks import Art, Begin, End, Run, Shape, Stamp
from pressplay.drawing.paint import Flat, Linear, Radial, Stop, Stroke
from pressplay.drawing.path import Path
from pressplay.drawing.picture import Slot
from pressplay.drawing.shapes import rectangle
from pressplay.drawing.type.font import Setting
from pressplay.units import num

SQUARE, OTHER = Path.of(rectangle(0, 0, 4, 4)), Path.of(rectangle(0, 0, 4, 5))
BOX, RED, BLUE = Box(0, 0, 4, 4), Flat("#ff0000"), Flat("#0000ff")
STOPS = (Stop("#ff0000", 0), Stop("#0000ff", 1))
# Each thing that is drawn, and how it says itself.
DRAWN: list[tuple[Any, str]] = [
    (
        Shape(SQUARE, BOX, Linear(0, 0, 4, 0, STOPS), Stroke(RED, 0.3, (1, 2), "round", "bevel"), 0.5),
        "shape M 0 0 L 4 0 L 4 4 L 0 4 Z | fill linear(0 0 4 0, #ff0000 0, #0000ff 1)"
        " | stroke #ff0000 0.3 | dash 1 2 | cap round | join bevel | opacity 0.5",
    ),
    (Run("Wave 120", 1, 2, "fonts/A.ttf", 9, RED, BOX), "run 1 2 A.ttf 9 #ff0000 | Wave 120"),
    (Run("Wave", 1, 2, "fonts/A.ttf", 9, RED, BOX, 1, 2), "run 1 2 A.ttf 9 #ff0000 spacing 1 stretch 2 | Wave"),
    (Stamp("templates/icons/crown.svg", BOX, RED), "icon templates/icons/crown.svg 0 0 4 4 #ff0000"),
    (Art("cards/art.png", BOX, BOX), "image cards/art.png 0 0 4 4 clip 0 0 4 4"),
    (Begin((1, 0, 0, 1, 2, 3), SQUARE), "begin 1 0 0 1 2 3 | clip M 0 0 L 4 0 L 4 4 L 0 4 Z"),
    (Begin(), "begin 1 0 0 1 0 0"),
    (End(), "end"),
    (Stroke(RED), "#ff0000 0.25"),
    (Stop("#ff0000", 0.5), "#ff0000 0.5"),
    (Linear(0, 0, 4, 0, STOPS), "linear(0 0 4 0, #ff0000 0, #0000ff 1)"),
    (Radial(2, 2, 4, STOPS), "radial(2 2 4, #ff0000 0, #0000ff 1)"),
    (Slot("deck", BOX, 90, "song"), "slot deck 0 0 4 4"),
]
# Another value for a field, by the sort of the one it has.
CHANGED: dict[type, Any] = {
    Setting: Setting("ar", rightward=False),
    Path: OTHER,
    Box: Box(0, 0, 4, 5),
    Flat: BLUE,
    Linear: Radial(2, 2, 4, STOPS),
    float: 0.75,
}
CHANGED |= {int: 7, str: "square", Stroke: Stroke(BLUE), tuple: (3.0,), type(None): SQUARE}
FIELDS = [(thing, field.name, field.metadata.get("seen", True)) for thing, _ in DRAWN for field in fields(thing)]


def named(part: object) -> str:
    return part if isinstance(part, str) else type(part).__name__


@pytest.mark.parametrize(("thing", "said"), DRAWN, ids=named)
def test_what_it_says(thing: Canonical, said: str) -> None:
    assert str(thing) == said


@pytest.mark.parametrize(("thing", "name"), [(thing, name) for thing, name, seen in FIELDS if seen], ids=named)
def test_every_field_that_is_seen_is_said(thing: Any, name: str) -> None:
    changed = (2, 0, 0, 2, 0, 0) if name == "matrix" else STOPS[:1] if name == "stops" else None
    changed = changed or CHANGED[type(getattr(thing, name))]
    assert str(replace(thing, **{name: changed})) != str(thing)


def test_what_only_the_checks_ask_for_does_not_count() -> None:
    unseen = {f"{type(thing).__name__}.{name}" for thing, name, seen in FIELDS if not seen}
    assert unseen == {
        "Shape.box",
        "Run.box",
        "Run.bold",
        "Run.art",
        "Run.fine",
        "Stamp.art",
        "Stamp.picture",
        "Slot.rotate",
        "Slot.kind",
    }


def test_how_opaque_an_image_is_counts() -> None:
    """Its page changed, but neither its hash nor what `diff` and `print --changed` said of it."""
    plain, faded = (picture(POKER, (Art("art.png", BOX, BOX, opacity),)) for opacity in (1.0, 0.4))
    assert str(faded.marks[0]) == "image art.png 0 0 4 4 clip 0 0 4 4 opacity 0.4"
    assert plain.hash != faded.hash


def test_a_field_that_comes_later_counts_and_leaves_all_others_as_they_were() -> None:
    @dataclass(frozen=True, slots=True)
    class Veil(Canonical):
        color: str
        alpha: float = 1.0

    assert (str(Veil("#ff0000")), str(Veil("#ff0000", 0.5))) == ("#ff0000", "#ff0000 alpha 0.5")


@pytest.mark.parametrize("thing", [thing for thing, _ in DRAWN], ids=named)
def test_marks_travel_between_processes_with_all_their_fields(thing: Any) -> None:
    again = pickle.loads(pickle.dumps(thing))
    assert [getattr(again, field.name) for field in fields(again)] == [
        getattr(thing, field.name) for field in fields(thing)
    ]


@given(st.lists(st.floats(-10_000, 10_000), min_size=2, max_size=2))
def test_a_path_says_its_numbers_as_people_write_them(at: list[float]) -> None:
    path = Path.of([("M", (at[0], at[1]))])
    assert path.text == f"M {num(at[0])} {num(at[1])}"
    assert path.spelled("mlch") == f"{num(at[0])} {num(at[1])} m"
    assert path.values == tuple(float(word) for word in path.text.split()[1:])


def test_paths_are_alike_when_they_say_the_same() -> None:
    assert Path.of(rectangle(0, 0, 4, 4.0001)) == SQUARE != OTHER
    assert len({SQUARE, Path.of(rectangle(0, 0, 4, 4)), OTHER}) == 2
    assert SQUARE.box == BOX and SQUARE.segments == rectangle(0, 0, 4, 4)
    assert SQUARE.holds(2, 2) and not SQUARE.holds(2, 5)
