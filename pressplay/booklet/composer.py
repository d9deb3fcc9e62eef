"""A galley: the blocks of a rulebook's prose set as slabs of type, one below the other, before there are pages."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pressplay.drawing.component import Component
from pressplay.drawing.marks import Mark
from pressplay.drawing.shapes import ellipse, polygon
from pressplay.drawing.text import Atom, Style, TextLines, place_line
from pressplay.faces.element import FaceMistake
from pressplay.problem import Place, Problem
from pressplay.units import MM_PER_PT

from .figures import read_figure, set_figure
from .markdown import Block, Example, Figure, HeadingBlock, Items, Ornament, Stray, TableBlock, Words
from .pages import COLUMN, DEPTH, Draw, Slab
from .tables import TableRow, set_table
from .typesetter import Typesetter, baseline, drawn, leading

BODY = 9.25  # points
_EXAMPLE = 8.75
_OPENING = 11.5  # the first line of the book, when it is italic
_GAP = 2.2  # between paragraphs
_ITEM = 1.5  # between items of a list
_INDENT = 5.5  # of a list
_PAD = 3.0  # inside an example's box
_BAR = 1.2  # its strong left edge
_HEADINGS = {1: (22.0, 12.0, 4.0), 2: (17.0, 10.5, 3.4)}  # points, distance above and below
_SECTION = (11.5, 6.2, 1.2)
# What page breaks cost, beside what they waste: see pages.paginate.
_IN_PARAGRAPH, _IN_EXAMPLE, _IN_TABLE, _IN_SMALL_TABLE = 1.5, 6.0, 15.0, 60.0
_BEFORE_LIST, _BEFORE_EXAMPLE, _BEFORE_FIGURE, _BEFORE_TABLE = 4.0, 4.0, 8.0, 30.0


class Composer:
    """Sets block after block; a block that cannot be set becomes a problem, and the next one is tried."""

    def __init__(self, desk: Typesetter, components: Sequence[Component], file: str) -> None:
        self.slabs: list[Slab] = []
        self.problems: list[Problem] = []
        self._desk = desk
        self._components = components
        self._file = file
        self._left = 0.0
        self._width = COLUMN
        self._size = BODY
        self._rule = ""
        self._panel = 0
        self._panels = 0
        self._below = 0.0  # the distance that the last block asks for
        self._fixed: float | None = None  # the distance that the next slab must have

    def set(self, blocks: Sequence[Block]) -> None:
        """Set blocks below what is there."""
        around = self._rule
        for block in blocks:
            self._rule = block.source.rule
            try:
                self._set(block)
            except FaceMistake as mistake:
                self.problems.append(Problem(self._place(block, mistake.line), str(mistake), mistake.hint))
        self._rule = around

    def _set(self, block: Block) -> None:
        match block:
            case HeadingBlock():
                self._heading(block)
            case Words() if not self.slabs and re.fullmatch(r"<i>[^<]*</i>", block.markup):
                self._opening(block)
            case Words():
                self._words(block)
            case Items():
                self._items(block)
            case Example():
                self._example(block)
            case TableBlock():
                self._table(block)
            case Figure():
                self._figure(block)
            case Ornament():
                self._ornament()
            case Stray():
                self.problems.append(Problem(self._place(block), f"{block.what} cannot be typeset", block.hint))

    # Slabs ----------------------------------------------------------------------

    def _put(self, height: float, draw: Draw, above: float = _GAP, below: float = 0.0, **more: Any) -> None:
        """One more slab; it stands as far from the last as the more demanding of the two asks."""
        distance = max(above, self._below) if self._fixed is None else self._fixed
        left = self._left
        at_left = (lambda x, y: draw(x + left, y)) if left else draw
        above = distance if self.slabs else 0.0
        self.slabs.append(Slab(height, at_left, above, rule=self._rule, panel=self._panel, **more))
        self._below, self._fixed = below, None

    def _cling(self, price: float) -> None:
        """Make a page break before the next slab dearer: what comes belongs to the words before."""
        if self.slabs:
            self.slabs[-1] = replace(self.slabs[-1], price=max(price, self.slabs[-1].price))

    def _lines(self, done: TextLines, style: Style, keep: bool = False) -> None:
        """Lines as slabs: two at least stay together at either end of a paragraph and below a heading."""
        step = leading(done.size)
        base = baseline(style, done.size, step)
        last = len(done.lines) - 1
        keep = keep or (last == 0 and bool(self.slabs) and self.slabs[-1].level > 0)
        for number, line in enumerate(done.lines):
            together = keep if number == last else number in (0, last - 1)
            price = _IN_EXAMPLE if self._panel else _IN_PARAGRAPH if number < last else 0.0
            above = 0.0 if number else _GAP
            self._put(step, _line(line, base, done.size), above, keep=together, price=price, baseline=base)

    # Blocks ---------------------------------------------------------------------

    def _heading(self, block: HeadingBlock) -> None:
        size, above, below = _HEADINGS.get(block.level, _SECTION)
        theme = self._desk.theme
        style = self._desk.style("display", theme.accent if block.level <= 2 else theme.ink)
        done = self._desk.lines(block.markup, style, size, self._width)
        step = leading(size, 1.15)
        base = baseline(style, size, step)
        height = step * len(done.lines)
        ruled = block.level <= 2 and not self._panel

        def draw(x: float, y: float) -> list[Mark]:
            marks: list[Mark] = []
            for number, line in enumerate(done.lines):
                marks += place_line(line, x, y + number * step + base, size)
            return marks + (_underline(x, y + height + 1.2, theme.accent, theme.line) if ruled else [])

        height_ruled = height + (2.2 if ruled else 0.0)
        self._put(height_ruled, draw, above, below, keep=True, level=block.level, title=block.title, baseline=base)

    def _opening(self, block: Words) -> None:
        style = self._desk.style("text", self._desk.theme.accent, italic=True)
        markup = block.markup.removeprefix("<i>").removesuffix("</i>")
        self._lines(self._desk.lines(markup, style, _OPENING, self._width), style, keep=True)
        self._below = 2 * _GAP

    def _words(self, block: Words) -> None:
        style = self._desk.style("text", self._desk.theme.ink)
        done = self._desk.lines(block.markup, style, self._size, self._width)
        self._lines(done, style, keep=block.leads)
        self._below = _GAP

    def _items(self, block: Items) -> None:
        self._cling(_BEFORE_LIST)
        first = max(self._below, 0.8 * _GAP)
        self._left += _INDENT
        self._width -= _INDENT
        for number, blocks in enumerate(block.items):
            start = len(self.slabs)
            self._fixed = _ITEM if number else first
            self.set(blocks)
            if len(self.slabs) > start:
                label = self._label(
                    "" if block.start is None else str(block.start + number), self.slabs[start].baseline
                )
                self.slabs[start] = replace(self.slabs[start], draw=_both(self.slabs[start].draw, label))
        self._left -= _INDENT
        self._width += _INDENT
        self._below, self._fixed = _GAP, None

    def _label(self, label: str, base: float) -> Draw:
        """A bullet or a number before an item."""
        desk, theme, left, size = self._desk, self._desk.theme, self._left, self._size
        if not label:
            middle = base - desk.style("text", theme.ink).font.x_height * size * MM_PER_PT / 2
            return lambda x, y: [drawn(ellipse(x + left - 3.1, y + middle, 0.68, 0.68), fill=theme.accent)]
        style = desk.style("text", theme.accent, bold=True)
        return lambda x, y: desk.text(label, style, size, x + left - 2.0, y + base, "right")

    def _example(self, block: Example) -> None:
        if self._panel:  # a quote within a quote: it is in the box already
            self.set(block.blocks)
            return
        self._cling(_BEFORE_EXAMPLE)
        before = (self._left, self._width, self._size)
        self._panels += 1
        self._panel = self._panels
        self._put(_PAD - 0.6, _nothing, 1.4 * _GAP, keep=True)
        self._left, self._width, self._size = self._left + _PAD + _BAR, self._width - 2 * _PAD - _BAR, _EXAMPLE
        self._fixed = 0.0
        self.set(block.blocks)
        self.slabs[-1] = replace(self.slabs[-1], keep=True)
        self._left, self._width, self._size = before
        self._fixed = 0.0
        self._put(_PAD - 0.6, _nothing)
        self._panel = 0
        self._below = 1.4 * _GAP

    def _ornament(self) -> None:
        middle, accent = self._width / 2, self._desk.theme.accent

        def draw(x: float, y: float) -> list[Mark]:
            return [drawn(ellipse(x + middle + step, y + 2, 0.5, 0.5), fill=accent) for step in (-4, 0, 4)]

        self._put(4, draw, _GAP, _GAP)

    def _figure(self, block: Figure) -> None:
        shown, problems = read_figure(block.text, self._file, block.source.lines, self._components)
        self.problems += problems
        if shown:
            figure = set_figure(shown, self._desk, self._width)
            self._cling(_BEFORE_FIGURE)
            self._put(figure.height, figure.draw, 1.9 * _GAP, 1.9 * _GAP)

    def _table(self, block: TableBlock) -> None:
        head, rows = set_table(block, self._desk, self._width)
        tall = head.height if head else 0.0
        for row in rows:
            if row.height + tall > DEPTH:
                need, there = row.height, DEPTH - tall
                raise FaceMistake(f"a row of the table needs {need:.0f} mm, a page has {there:.0f} mm", "shorten it")
        self._cling(_BEFORE_TABLE)
        price = _IN_SMALL_TABLE if tall + sum(row.height for row in rows) < DEPTH / 2 else _IN_TABLE
        above, repeat = 1.3 * _GAP, None
        if head:
            self._put(tall, head.draw, above, keep=bool(rows), baseline=tall / 2 + 1)
            above, repeat = 0.0, self.slabs[-1]
        self._rows(rows, above, price, repeat)
        self._below = 1.6 * _GAP

    def _rows(self, rows: Sequence[TableRow], above: float, price: float, repeat: Slab | None) -> None:
        """Rows as slabs; two at least stand together at either end."""
        last = len(rows) - 1
        for index, row in enumerate(rows):
            more = {"keep": index < last and index in (0, last - 1), "price": price if index < last else 0.0}
            self._put(row.height, row.draw, 0.0 if index else above, repeat=repeat if index else None, **more)

    def _place(self, block: Block, line: int = 0) -> Place:
        """Where a line of a block stands in the file."""
        lines = block.source.lines
        return Place(self._file, lines[min(line, len(lines) - 1)] if lines else 0)


def _line(line: list[Atom], base: float, size: float) -> Draw:
    return lambda x, y: place_line(line, x, y + base, size)


def _both(first: Draw, second: Draw) -> Draw:
    return lambda x, y: [*first(x, y), *second(x, y)]


def _nothing(x: float, y: float) -> list[Mark]:
    return []


def _underline(x: float, y: float, accent: str, line: str) -> list[Mark]:
    """A chapter's line: a short strong stroke on a long fine one."""
    return [
        drawn(polygon([(x, y), (x + COLUMN, y)], closed=False), stroke=line, width=0.2),
        drawn(polygon([(x, y), (x + 16, y)], closed=False), stroke=accent, width=0.9),
    ]
