"""Tables: columns as wide as what they hold asks for, rows with fine lines between them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pressplay.drawing.marks import Mark
from pressplay.drawing.shapes import polygon, rectangle
from pressplay.drawing.text import Style, TextLines, place_line
from pressplay.faces.element import FaceMistake
from pressplay.units import MM_PER_PT, num

from .markdown import TableBlock
from .pages import Draw
from .typesetter import Typesetter, baseline, drawn, in_line, leading

SIZE = 8.75  # points
_LEAST = 7.5  # type may shrink to this
_CELL = 1.6  # beside the words of a cell
_ROW = 0.95  # above and below them
_FULL = 0.6  # a table that takes this share of the column is set as wide as the column
_NUMBER = re.compile(r"[\d\s+−–×.,/%-]*\d[\d\s+−–×.,/%-]*")


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row that has been set."""

    height: float
    draw: Draw


def set_table(block: TableBlock, desk: Typesetter, width: float) -> tuple[TableRow | None, list[TableRow]]:
    """The head of a table, if it has one, and its rows, in a column of a width."""
    theme = desk.theme
    bold, plain = desk.style("text", theme.ink, bold=True), desk.style("text", theme.ink)
    size, widths = _columns(block, desk, width, (bold, plain))
    align = _alignment(block)

    def row(cells: Sequence[str], style: Style, look: _Look) -> TableRow:
        sets = [desk.lines(cell, style, size, wide - 2 * _CELL) for cell, wide in zip(cells, widths)]
        return _row([_TableCell(*each) for each in zip(sets, widths, align)], style, size, look)

    last = len(block.rows) - 1
    head = row(block.head, bold, _Look(theme.accent, 0.45, theme.tint)) if any(block.head) else None
    common, final = _Look(theme.line, 0.15), _Look(theme.accent, 0.45)
    rows = [row(cells, plain, final if index == last else common) for index, cells in enumerate(block.rows)]
    return head, rows


class _Look(NamedTuple):
    """The line below a row, and its ground."""

    line: str
    weight: float
    ground: str = "none"


class _TableCell(NamedTuple):
    """A cell that has been broken into lines."""

    words: TextLines
    width: float
    align: str


def _row(cells: Sequence[_TableCell], style: Style, size: float, look: _Look) -> TableRow:
    """A row on its ground, with its line below."""
    step = leading(size, 1.28)
    base = _ROW + baseline(style, size, step)
    height = step * max(1, *(len(cell.words.lines) for cell in cells)) + 2 * _ROW

    def draw(x: float, y: float) -> list[Mark]:
        right, bottom = x + sum(cell.width for cell in cells), y + height
        marks: list[Mark] = (
            [drawn(rectangle(x, y, right - x, height), fill=look.ground)] if look.ground != "none" else []
        )
        marks.append(drawn(polygon([(x, bottom), (right, bottom)], closed=False), stroke=look.line, width=look.weight))
        for cell in cells:
            for number, words in enumerate(cell.words.lines):
                spare = cell.width - 2 * _CELL - cell.words.widths[number] * size * MM_PER_PT
                shift = spare * {"center": 0.5, "right": 1.0}.get(cell.align, 0.0)
                marks += place_line(words, x + _CELL + shift, y + number * step + base, size)
            x += cell.width
        return marks

    return TableRow(height, draw)


def _columns(
    block: TableBlock, desk: Typesetter, width: float, styles: tuple[Style, Style]
) -> tuple[float, list[float]]:
    """The size of type at which a table fits, and its columns' widths."""
    size = SIZE
    while True:
        measured = [_measured(block, column, desk, size, styles) for column in range(len(block.head))]
        least = sum(word for _, word in measured)
        if least <= width + 1e-6:
            return size, _shared(measured, width)
        if size - 0.25 < _LEAST:
            raise FaceMistake(
                f"the table needs {least:.1f} mm at {num(size)} pt, the column has {width:.1f} mm",
                "use fewer columns, or shorter words",
            )
        size -= 0.25


def _measured(
    block: TableBlock, column: int, desk: Typesetter, size: float, styles: tuple[Style, Style]
) -> tuple[float, float]:
    """A column's widest cell on one line, and its widest word."""
    cells: list[tuple[float, float]] = []
    with in_line(0):
        cells.append(desk.wide(block.head[column], styles[0], size))
    for number, row in enumerate(block.rows):
        with in_line(number + 2):  # below the head and its rule
            cells.append(desk.wide(row[column], styles[1], size))
    around = 2 * _CELL + 0.01
    return max(whole for whole, _ in cells) + around, max(word for _, word in cells) + around


def _shared(measured: list[tuple[float, float]], width: float) -> list[float]:
    """Widths of columns: what they ask for when there is room, otherwise more for those that lack more."""
    wholes = [whole for whole, _ in measured]
    spare = width - sum(wholes)
    if spare >= 0:
        if sum(wholes) > _FULL * width:
            wholes[wholes.index(max(wholes))] += spare
        return wholes
    widths = _fair(wholes, width)
    words = [word for _, word in measured]
    over = sum(max(0.0, word - wide) for word, wide in zip(words, widths))
    give = sum(max(0.0, wide - word) for word, wide in zip(words, widths))
    # A column is never narrower than its widest word; the others give what it lacks.
    return [wide - (wide - word) * over / give if wide > word else word for word, wide in zip(words, widths)]


def _fair(wholes: list[float], width: float) -> list[float]:
    """Columns that ask for less than their share get what they ask for; the others divide the rest."""
    narrow: set[int] = set()
    while True:
        room = width - sum(wholes[index] for index in narrow)
        share = room / (len(wholes) - len(narrow))
        more = {index for index, whole in enumerate(wholes) if index not in narrow and whole <= share}
        if not more:
            break
        narrow |= more
    asked = sum(whole for index, whole in enumerate(wholes) if index not in narrow)
    return [whole if index in narrow else room * whole / asked for index, whole in enumerate(wholes)]


def _alignment(block: TableBlock) -> list[str]:
    """As the author says; otherwise columns of mere numbers are centred."""
    found = []
    for column, given in enumerate(block.align):
        cells = [row[column] for row in block.rows]
        numbers = column > 0 and bool(cells) and all(_NUMBER.fullmatch(cell) for cell in cells)
        found.append(given or ("center" if numbers else "left"))
    return found
