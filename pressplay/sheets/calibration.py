"""The calibration sheet: verniers that show how far backs land beside their fronts, and rulers for the margins."""

from collections.abc import Iterator
from math import degrees
from typing import NamedTuple

from pressplay.data.pieces import Paper
from pressplay.drawing.box import Box

from .frame import Frame
from .marks import mirrored
from .printer import TRUE, Offset
from .sheet import Deck, Line, Note, Sheet, Usage

_RANGE = 5  # millimetres to either side
_TICK = 8.0  # a line of a scale
_STEP = 1.9  # between the lines of a vernier: each falls a tenth of a millimetre further behind those of the scale
_REACH = 5.0  # of a vernier into its scale, for backs that land lower
_INSET = 60.0  # of the scales across, from the upper and lower edge
_SIDE = 38.0  # of the scales along, from the left and right edge
_DEEPEST = 20  # millimetres from the edge that the margin rulers show


class Readings(NamedTuple):
    """What the four scales say, each in millimetres."""

    top: float
    bottom: float
    left: float
    right: float


def offset_of_readings(readings: Readings, paper: Paper) -> Offset:
    """The offset that explains the readings best: the scales lie apart, so a turn shows in their differences."""
    high, wide = paper.height / 2 - _INSET, paper.width / 2 - _SIDE
    turn = high * (readings.top - readings.bottom) + wide * (readings.right - readings.left)
    angle = degrees(turn / (2 * high**2 + 2 * wide**2))
    x, y = (readings.top + readings.bottom) / 2, (readings.left + readings.right) / 2
    return Offset(round(x, 3), round(y, 3), round(angle, 4))


def calibration(paper: Paper, backs: str, offset: Offset = TRUE) -> Deck:
    """A front with scales and words, and its back with the verniers, moved as a known offset asks."""
    frame = Frame(paper)
    page = Box(0, 0, frame.width, frame.height)
    sideways = frame.mirrors_sideways(backs)
    size = (frame.width, frame.height)
    fronts, notes = [*_scales(frame), *_margin_lines(frame)], (*_words(frame), *_margin_notes(frame))
    rears = [mirrored(line, size, sideways) for line in _verniers(frame)]
    sides = (("front", tuple(fronts), notes), ("back", tuple(rears), ()))
    sheets = tuple(Sheet(*size, side, f"{side}-1", (), (), lines, words, page, page) for side, lines, words in sides)
    return Deck(paper, backs, sheets, (), {}, Usage(1, 1, 0.0), correction=offset.correction(size, sideways))


class _Scale(NamedTuple):
    """A scale at its zero, running right or down."""

    x: float
    y: float
    down: bool
    name: str

    def line(self, along: float, start: float, end: float, width: float = 0.15) -> Line:
        """A line across the scale, at a place along it."""
        if self.down:
            return Line(self.x + start, self.y + along, self.x + end, self.y + along, width)
        return Line(self.x + along, self.y + start, self.x + along, self.y + end, width)


def _all(frame: Frame) -> Iterator[_Scale]:
    """The four scales: their middles lie on the middle lines of the page."""
    across, along = frame.width / 2, frame.height / 2
    yield _Scale(across, _INSET, False, "A")
    yield _Scale(across, frame.height - _INSET, False, "B")
    yield _Scale(_SIDE, along, True, "C")
    yield _Scale(frame.width - _SIDE, along, True, "D")


def _scales(frame: Frame) -> Iterator[Line]:
    """On the front: a line each millimetre, from the least the arrow can point at to the most its tenth line can meet."""
    for scale in _all(frame):
        for at in range(-_RANGE - 1, _RANGE + round(10 * _STEP) + 1):
            yield scale.line(at, -_TICK if at % 5 == 0 else -_TICK * 0.7, 0.0)


def _verniers(frame: Frame) -> Iterator[Line]:
    """On the back: eleven lines, the first an arrow, the sixth and the last longer."""
    for scale in _all(frame):
        for tenth in range(11):
            yield scale.line(_STEP * tenth, -_REACH, _TICK * (1.0 if tenth % 5 == 0 else 0.7))
        for step in (-1.0, 1.0):
            tip, end = scale.line(0.0, -_REACH, 0.0), scale.line(step, 2.5 - _REACH, 0.0)
            yield Line(tip.x1, tip.y1, end.x1, end.y1, 0.3)


def _words(frame: Frame) -> Iterator[Note]:
    for scale in _all(frame):
        for at in range(-_RANGE, _RANGE + 1, _RANGE):
            x, y = (-_TICK - 1, at + 0.8) if scale.down else (at, -_TICK - 1.2)
            yield Note(
                f"{at}", scale.x + x - (0 if scale.down else 0.6), scale.y + y, 5.0, "right" if scale.down else "left"
            )
        name = (-_TICK - 10, 1.5) if scale.down else (-14, -2)
        yield Note(scale.name, scale.x + name[0], scale.y + name[1], 14.0)
    said = (
        "Calibration: print both sides at 100 %, hold the sheet against the light, this side towards you.",
        "The back shows an arrow and ten lines after it beside each scale. The number at the arrow, or the last one",
        "before it, are the millimetres; which of the ten lines after the arrow meets a line of the scale are the tenths.",
        "For example: -2 and the third line is -1.7; 0 and the arrow itself is 0.0.",
        "Then: pressplay calibrate --printer NAME, which asks for A, B, C and D.",
        "The rulers at the edges: the smallest number whose line is whole is the margin of that side.",
    )
    middle = frame.height / 2 - 22
    for row, words in enumerate(said):
        yield Note(words, _SIDE + 16, middle + row * 4.6, 6.0 if frame.width > 200 else 5.0)


def _margin_lines(frame: Frame) -> Iterator[Line]:
    """A staircase at each edge: a line parallel to the edge for each millimetre, each beside the last."""
    w, h = frame.width, frame.height
    for mm in range(1, _DEEPEST + 1):
        a = 2.0 * mm
        yield Line(w / 2 - 22 + a, mm, w / 2 - 20.4 + a, mm)
        yield Line(w / 2 - 22 + a, h - mm, w / 2 - 20.4 + a, h - mm)
        yield Line(mm, h / 2 + 40 + a, mm, h / 2 + 41.6 + a)
        yield Line(w - mm, h / 2 + 40 + a, w - mm, h / 2 + 41.6 + a)


def _margin_notes(frame: Frame) -> Iterator[Note]:
    w, h = frame.width, frame.height
    for mm in (5, 10, 15, 20):
        a = 2.0 * mm
        yield Note(f"{mm}", w / 2 - 22.6 + a, mm + 1.2, 6.0, "right")
        yield Note(f"{mm}", w / 2 - 22.6 + a, h - mm + 0.6, 6.0, "right")
        yield Note(f"{mm}", mm + 0.8, h / 2 + 41.8 + a, 6.0)
        yield Note(f"{mm}", w - mm - 0.8, h / 2 + 41.8 + a, 6.0, "right")
