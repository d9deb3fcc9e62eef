"""A galley: the blocks of a rulebook's prose set as slabs of type, one below the other, before there are pages."""

import re
from collections.abc import Sequence
from dataclasses import replace

from .desk import Desk, baseline, drawn, leading
from .element import FaceMistake
from .figure import read_figure, set_figure
from .job import Made
from .lines import Set, Style, place_line
from .outline import ellipse, polygon, rectangle
from .pages import COLUMN, DEPTH, Draw, Slab
from .picture import Mark
from .problem import Place, Problem
from .prose import Block, Example, Figure, Heading, Items, Ornament, RuleMark, Stray, Table, Words
from .units import MM_PER_PT

BODY = 9.25  # points
_SMALL = 8.75  # examples and tables
_LEAD = 11.5  # the opening line, when it is italic
_LEAST = 7.5  # tables may shrink to this
_GAP = 2.2  # between paragraphs
_INDENT = 5.5  # of a list
_PAD = 3.0  # inside an example's box
_CELL = 1.6  # beside a table's cells
_NUMBER = re.compile(r"[\d\s+−–×.,/%-]*\d[\d\s+−–×.,/%-]*")


class Galley:
    """Sets block after block; a block that cannot be set becomes a problem, and the next one is tried."""

    def __init__(self, desk: Desk, made: Sequence[Made], file: str, body: str) -> None:
        self.desk = desk
        self.made = made
        self.file = file
        self.body = body
        self.slabs: list[Slab] = []
        self.problems: list[Problem] = []
        self._left = 0.0
        self._width = COLUMN
        self._size = BODY
        self._rule = ""
        self._panel = 0
        self._panels = 0
        self._above = 0.0  # the distance the block before asks for
        self._line = 0  # where the last figure was found in the file

    def set(self, blocks: Sequence[Block]) -> None:
        """Set blocks below what is there."""
        for index, block in enumerate(blocks):
            try:
                self._set(block, first=index == 0 and not self.slabs)
            except FaceMistake as mistake:
                self.problems.append(Problem(self._place(_raw(block)), str(mistake), mistake.hint))

    def _set(self, block: Block, first: bool) -> None:
        match block:
            case Heading():
                self._heading(block)
            case Words() if first and re.fullmatch(r"<i>[^<]*</i>", block.markup):
                self._opening(block)
            case Words():
                self._words(block)
            case Items():
                self._items(block)
            case Example():
                self._example(block)
            case Table():
                self._table(block)
            case Figure():
                self._figure(block)
            case Ornament():
                self._ornament()
            case RuleMark():
                self._rule = block.id
            case Stray():
                self.problems.append(Problem(self._place(block.raw), f"{block.what} cannot be typeset", block.hint))

    # Slabs ----------------------------------------------------------------------

    def _put(self, height: float, draw: Draw, above: float = _GAP, below: float = 0.0, **more: object) -> None:
        """One more slab; it stands as far from the last as the more demanding of the two asks."""
        distance = max(above, self._above) if self.slabs else 0.0
        rule = more.pop("rule", "") or self._rule
        slab = Slab(height, draw, distance, rule=str(rule), panel=self._panel, **more)  # type: ignore[arg-type]
        self.slabs.append(slab)
        self._above = below

    def _cling(self, price: float) -> None:
        """Make a page break before the next slab dearer: what comes belongs to the words before."""
        if self.slabs:
            self.slabs[-1] = replace(self.slabs[-1], price=max(price, self.slabs[-1].price))

    def _lines(
        self,
        done: Set,
        style: Style,
        above: float = _GAP,
        factor: float = 1.35,
        keep: bool = False,
        rule: str = "",
        center: bool = False,
    ) -> None:
        """Lines as slabs: two at least stay together at either end of a paragraph."""
        step = leading(done.size, factor)
        base = baseline(style, done.size, step)
        last = len(done.lines) - 1
        for number, line in enumerate(done.lines):
            spare = self._width - done.widths[number] * done.size * MM_PER_PT if center else 0.0
            draw = _line_at(line, self._left + spare / 2, base, done.size)
            together = number < last and number in (0, last - 1) or number == last and keep
            price = 6.0 if self._panel else 1.5 if number < last else 0.0
            self._put(step, draw, above if not number else 0.0, keep=together, price=price, rule=rule, baseline=base)

    # Blocks ---------------------------------------------------------------------

    def _heading(self, block: Heading) -> None:
        size, above, below = {1: (22.0, 12.0, 4.0), 2: (17.0, 10.5, 3.4)}.get(block.level, (11.5, 6.2, 1.2))
        theme = self.desk.theme
        style = self.desk.style("display", theme.accent if block.level <= 2 else theme.ink)
        done = self.desk.lines(block.markup, style, size, self._width)
        step = leading(size, 1.15)
        base = baseline(style, size, step)
        height = step * len(done.lines)
        ruled = block.level <= 2 and not self._panel
        left = self._left

        def draw(x: float, y: float) -> list[Mark]:
            marks: list[Mark] = []
            for number, line in enumerate(done.lines):
                marks += place_line(line, x + left, y + number * step + base, size)
            return marks + (_underline(x, y + height + 1.2, theme.accent, theme.line) if ruled else [])

        tall = height + (2.2 if ruled else 0.0)
        self._put(tall, draw, above, below, keep=True, level=block.level, title=block.title, baseline=base)

    def _opening(self, block: Words) -> None:
        style = self.desk.style("text", self.desk.theme.accent, italic=True)
        markup = block.markup.removeprefix("<i>").removesuffix("</i>")
        self._lines(self.desk.lines(markup, style, _LEAD, self._width), style, keep=True)
        self._above = 2 * _GAP

    def _words(self, block: Words) -> None:
        style = self.desk.style("text", self.desk.theme.ink)
        done = self.desk.lines(block.markup, style, self._size, self._width)
        if done.lines:
            # A sentence that ends in a colon leads to what follows it.
            self._lines(done, style, keep=block.raw.rstrip("* ").endswith(":"), rule=block.rule)
            self._above = _GAP

    def _items(self, block: Items) -> None:
        self._cling(4.0)
        self._left += _INDENT
        self._width -= _INDENT
        above, self._above = max(self._above, _GAP * 0.8), 0.0
        for number, blocks in enumerate(block.items):
            start = len(self.slabs)
            self._above = max(above, 1.5) if not number else 1.5
            self._item(blocks)
            if len(self.slabs) > start:
                label = "" if block.start is None else str(block.start + number)
                first = self.slabs[start]
                self.slabs[start] = replace(first, draw=_both(first.draw, self._label(label, first.baseline)))
        self._left -= _INDENT
        self._width += _INDENT
        self._above = _GAP

    def _item(self, blocks: Sequence[Block]) -> None:
        """The blocks of an item; the first one stands where the item stands."""
        above = self._above
        for index, block in enumerate(blocks):
            if index == 0 and isinstance(block, Words):
                style = self.desk.style("text", self.desk.theme.ink)
                try:
                    done = self.desk.lines(block.markup, style, self._size, self._width)
                except FaceMistake as mistake:
                    self.problems.append(Problem(self._place(block.raw), str(mistake), mistake.hint))
                    continue
                self._above = 0.0
                self._lines(done, style, above, keep=block.raw.rstrip("* ").endswith(":"), rule=block.rule)
                self._above = _GAP * 0.6
            else:
                self.set([block])

    def _label(self, label: str, base: float) -> Draw:
        """A bullet or a number before an item."""
        theme = self.desk.theme
        left, size = self._left, self._size
        if not label:
            middle = base - self.desk.style("text", theme.ink).font.x_height * size * MM_PER_PT / 2
            return lambda x, y: [drawn(ellipse(x + left - 3.1, y + middle, 0.68, 0.68), fill=theme.accent)]
        style = self.desk.style("text", theme.accent, bold=True)
        return lambda x, y: self.desk.text(label, style, size, x + left - 2.0, y + base, "right")

    def _example(self, block: Example) -> None:
        if self._panel:  # a quote within a quote: it is in the box already
            self.set(block.blocks)
            return
        self._cling(4.0)
        self._panels += 1
        start = len(self.slabs)
        self._put(_PAD - 0.6, _nothing, 1.4 * _GAP, keep=True)
        self._panel = self._panels
        self.slabs[-1] = replace(self.slabs[-1], panel=self._panel)
        self._left += _PAD + 1.2
        self._width -= 2 * _PAD + 1.2
        self._size = _SMALL
        self._above = -1.0
        count = len(self.slabs)
        self.set(block.blocks)
        if len(self.slabs) > count:
            self.slabs[count] = replace(self.slabs[count], above=0.0)
            self.slabs[-1] = replace(self.slabs[-1], keep=True)
        self._above = 0.0
        self._put(_PAD - 0.6, _nothing, 0.0)
        self._left -= _PAD + 1.2
        self._width += 2 * _PAD + 1.2
        self._size = BODY
        self._panel = 0
        self._above = 1.4 * _GAP
        if len(self.slabs) == start + 2:
            del self.slabs[start:]

    def _ornament(self) -> None:
        left, width, theme = self._left, self._width, self.desk.theme

        def draw(x: float, y: float) -> list[Mark]:
            middle = x + left + width / 2
            return [drawn(ellipse(middle + step, y + 2, 0.5, 0.5), fill=theme.accent) for step in (-4, 0, 4)]

        self._put(4, draw, _GAP, _GAP)

    def _figure(self, block: Figure) -> None:
        line = self._figure_line(block.text)
        shown, problems = read_figure(block.text, self.file, line, self.made)
        self.problems += problems
        if shown:
            height, drawing = set_figure(shown, self.desk, self._width)
            left = self._left
            self._cling(6.0)
            self._put(height, lambda x, y: drawing(x + left, y), 1.6 * _GAP, 1.8 * _GAP)

    # Tables ---------------------------------------------------------------------

    def _table(self, block: Table) -> None:
        theme = self.desk.theme
        size, widths = self._columns(block)
        head_style = self.desk.style("text", theme.ink, bold=True)
        style = self.desk.style("text", theme.ink)
        align = _alignment(block)
        left, whole = self._left, sum(widths)
        self._cling(8.0)
        self._above = max(self._above, 1.3 * _GAP)

        def row(cells: Sequence[str], look: Style) -> tuple[float, Draw]:
            sets = [self.desk.lines(cell, look, size, wide - 2 * _CELL) for cell, wide in zip(cells, widths)]
            step = leading(size, 1.28)
            base = baseline(look, size, step)
            height = step * max(1, *(len(done.lines) for done in sets)) + 1.9

            def draw(x: float, y: float) -> list[Mark]:
                marks: list[Mark] = []
                pen = x + left
                for done, wide, kind in zip(sets, widths, align):
                    for number, line in enumerate(done.lines):
                        spare = wide - 2 * _CELL - done.widths[number] * size * MM_PER_PT
                        shift = spare * {"center": 0.5, "right": 1.0}.get(kind, 0.0)
                        marks += place_line(line, pen + _CELL + shift, y + 0.95 + number * step + base, size)
                    pen += wide
                return marks

            return height, draw

        tall, words = row(block.head, head_style)
        ground = _filled(left, whole, tall, theme.tint)
        line = _ruled(left, whole, tall, theme.accent, 0.45)
        head = Slab(tall, lambda x, y: [*ground(x, y), *line(x, y), *words(x, y)], panel=self._panel, rule=self._rule)
        rows = [row(cells, style) for cells in block.rows]
        if any(cell for cell in block.head):
            self._put(tall, head.draw, 1.3 * _GAP, keep=True, rule=block.rule, baseline=tall / 2 + 1)
            repeat: Slab | None = head
        else:
            repeat = None
        price = 25.0 if tall + sum(height for height, _ in rows) < DEPTH / 2 else 5.0
        for index, (height, drawing) in enumerate(rows):
            if height + tall > DEPTH:
                raise FaceMistake(f"a row of the table needs {height:.0f} mm, a page has {DEPTH - tall:.0f}", "shorten it")
            last = index == len(rows) - 1
            rule_line = _ruled(left, whole, height, theme.accent if last else theme.line, 0.45 if last else 0.15)
            together = not last and index in (0, len(rows) - 2)
            more = {"keep": together, "price": 0.0 if last else price, "rule": block.rule}
            self._put(height, _both(drawing, rule_line), 0.0, repeat=repeat if index else None, **more)
        self._above = 1.6 * _GAP

    def _columns(self, block: Table) -> tuple[float, list[float]]:
        """The size of type at which a table fits, and its columns' widths, taken from what they hold."""
        size = _SMALL
        while True:
            measured = self._measured(block, size)
            least = sum(word for _, word in measured)
            if least <= self._width + 1e-6:
                return size, _shared(measured, self._width)
            if size - 0.25 < _LEAST:
                raise FaceMistake(
                    f"the table needs {least:.0f} mm at {size:g} pt, the column has {self._width:.0f} mm",
                    "use fewer columns or shorter words",
                )
            size -= 0.25

    def _measured(self, block: Table, size: float) -> list[tuple[float, float]]:
        """For each column its widest cell on one line, and its widest word."""
        theme = self.desk.theme
        head, style = self.desk.style("text", theme.ink, bold=True), self.desk.style("text", theme.ink)
        measured = []
        for column in range(len(block.head)):
            cells = [self.desk.wide(row[column], style, size) for row in block.rows]
            cells.append(self.desk.wide(block.head[column], head, size))
            whole, word = max(whole for whole, _ in cells), max(word for _, word in cells)
            measured.append((whole + 2 * _CELL + 0.01, word + 2 * _CELL + 0.01))
        return measured

    # Places ---------------------------------------------------------------------

    def _figure_line(self, text: str) -> int:
        """The line of the file at which a figure's YAML starts; the next figure's line when it was made by Jinja."""
        lines = self.body.split("\n")
        first = text.split("\n")[0].strip()
        fences = [number + 2 for number, line in enumerate(lines) if line.strip().startswith("```figure")]
        later = [number for number in fences if number > self._line]
        same = [number for number in later if number <= len(lines) and lines[number - 1].strip() == first]
        self._line = (same or later or [self._line])[0]
        return max(1, self._line)

    def _place(self, raw: str) -> Place:
        """Where words of the prose stand in the file: the line that shares most of their words."""
        words = set(re.findall(r"\w+|[^\w\s]", raw))
        best, line = 0, 0
        for number, text in enumerate(self.body.split("\n"), 1):
            shared = len(words & set(re.findall(r"\w+|[^\w\s]", text)))
            if shared > best:
                best, line = shared, number
        return Place(self.file, line)


def _raw(block: Block) -> str:
    return str(getattr(block, "raw", "") or getattr(block, "text", ""))


def _alignment(block: Table) -> list[str]:
    """As the author says; otherwise columns of mere numbers are centred."""
    found = []
    for column, given in enumerate(block.align):
        cells = [row[column] for row in block.rows]
        numbers = column > 0 and bool(cells) and all(_NUMBER.fullmatch(cell) for cell in cells)
        found.append(given or ("center" if numbers else "left"))
    return found


def _shared(measured: list[tuple[float, float]], width: float) -> list[float]:
    """Widths of columns: what they ask for when there is room, otherwise room in proportion to what they lack."""
    wholes = [whole for whole, _ in measured]
    spare = width - sum(wholes)
    if spare >= 0:
        wide = wholes.index(max(wholes))
        if sum(wholes) > 0.6 * width:  # a table that nearly fills the column fills it
            wholes[wide] += spare
        return wholes
    words = [word for _, word in measured]
    room = width - sum(words)
    lacks = [(whole - word) ** 0.8 for whole, word in measured]
    return [word + room * lack / sum(lacks) for word, lack in zip(words, lacks)]


def _line_at(line: Sequence, left: float, base: float, size: float) -> Draw:  # type: ignore[type-arg]
    return lambda x, y: place_line(list(line), x + left, y + base, size)


def _both(first: Draw, second: Draw) -> Draw:
    return lambda x, y: [*first(x, y), *second(x, y)]


def _nothing(x: float, y: float) -> list[Mark]:
    return []


def _filled(left: float, width: float, height: float, fill: str) -> Draw:
    return lambda x, y: [drawn(rectangle(x + left, y, width, height), fill=fill)]


def _ruled(left: float, width: float, down: float, stroke: str, weight: float) -> Draw:
    """A line below a row."""

    def draw(x: float, y: float) -> list[Mark]:
        ends = [(x + left, y + down), (x + left + width, y + down)]
        return [drawn(polygon(ends, closed=False), stroke=stroke, width=weight)]

    return draw


def _underline(x: float, y: float, accent: str, line: str) -> list[Mark]:
    """A chapter's line: a short strong stroke on a long fine one."""
    return [
        drawn(polygon([(x, y), (x + COLUMN, y)], closed=False), stroke=line, width=0.2),
        drawn(polygon([(x, y), (x + 16, y)], closed=False), stroke=accent, width=0.9),
    ]
