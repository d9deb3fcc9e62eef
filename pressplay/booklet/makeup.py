"""The press: galleys of type made up into numbered pages, with covers, contents, margins and running feet."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from typing import NamedTuple

from pressplay.drawing.box import Box
from pressplay.drawing.component import Component
from pressplay.drawing.marks import Heading, Link, Mark
from pressplay.drawing.paint import Flat, Stroke
from pressplay.drawing.picture import Picture
from pressplay.drawing.shapes import polygon, rectangle
from pressplay.drawing.text import place_line
from pressplay.game import Game
from pressplay.units import BLEED, MM_PER_PT

from .covers import back_cover, front_cover
from .pages import (
    COLUMN,
    DEPTH,
    FOOT,
    HEIGHT,
    OUTER,
    TOP,
    WIDTH,
    PageSpan,
    PlacedSlab,
    Slab,
    column,
    is_recto,
    paginate,
    spans,
)
from .typesetter import Typesetter, baseline, drawn, file_of, leading

_ID = 6.25  # points: a rule's id in the margin
_BAR = 2.4  # from the column to the line beside a rule
_EDGE = 4.0  # the margin's words stay this far from the page's edge


class Entry(NamedTuple):
    """A heading and the number of its page."""

    level: int
    title: str
    page: int


class MakeUp:
    """Makes up the pages of one book."""

    def __init__(self, game: Game, components: Sequence[Component], desk: Typesetter) -> None:
        self.game = game
        self.components = components
        self.desk = desk

    def pages(self, body: list[list[PlacedSlab]]) -> tuple[Picture, ...]:
        """The whole book; a booklet has pages by fours, and what is left over is for notes."""
        entries = [
            Entry(slab.level, slab.title, number) for number, page in enumerate(body) for slab, _ in page if slab.level
        ]
        leaves = len(self._contents(entries)) if len(body) > 2 else 0
        first = 2 + leaves
        numbered = [entry._replace(page=first + entry.page) for entry in entries]
        contents = self._contents(numbered) if leaves else []
        book = [self._page(front_cover(self.game, self.components, self.desk), bleed=BLEED)]
        ended = ""
        for page in [*contents, *body]:
            book.append(self._made_up(page, len(book) + 1, ended))
            ended = page[-1].slab.rule
        while (len(book) + 1) % 4:
            book.append(self._notes(len(book) + 1))
        return (*book, self._page(back_cover(self.game, self.components, self.desk), bleed=BLEED))

    def _page(self, marks: list[Mark], bleed: float = 0.0) -> Picture:
        known = self.desk.files | {name: digest for one in self.components for name, digest in _resources(one)}
        used = {file: known[file] for mark in marks if (file := file_of(mark)) in known}
        return Picture(WIDTH, HEIGHT, bleed, "rect", 0.0, tuple(marks), resources=used)

    def _made_up(self, page: Sequence[PlacedSlab], number: int, ended: str) -> Picture:
        """A page of the column: boxes below the type, the rules' ids beside it, the foot."""
        at = column(number)
        marks: list[Mark] = []
        for span in spans(page, lambda slab: str(slab.panel or "")):
            marks += self._panel(span, at)
        for slab, top in page:
            marks += slab.draw(at.x, TOP + top)
            box = Box(at.x, TOP + top, at.w, slab.height)
            if slab.level:
                marks.append(Heading(slab.level, slab.title, box))
            if slab.leads:
                marks.append(Link(slab.leads, box))
        marks += self._rules(spans(page, lambda slab: slab.rule, ended), number)
        return self._page([*marks, *self._foot(number)])

    def _panel(self, span: PageSpan, at: Box) -> list[Mark]:
        theme = self.desk.theme
        y, height = TOP + span.top, span.bottom - span.top
        return [
            drawn(rectangle(at.x, y, at.w, height, 1.2), fill=theme.tint),
            drawn(rectangle(at.x, y, 1.1, height), fill=theme.accent),
        ]

    # Margin and foot --------------------------------------------------------------

    def _rules(self, found: Sequence[PageSpan], number: int) -> Iterator[Mark]:
        """A fine line beside each rule, and the rule's id where it begins."""
        at, recto = column(number), is_recto(number)
        line_x = at.right + _BAR if recto else at.x - _BAR
        lowest = 0.0
        for span in found:
            ends = [(line_x, TOP + span.top + 0.9), (line_x, TOP + span.bottom - 0.9)]
            yield drawn(polygon(ends, closed=False), stroke=self.desk.theme.accent, width=0.25)
            if span.first:
                lowest, marks = self._id(span, line_x + (1.4 if recto else -1.4), recto, lowest)
                yield from marks

    def _id(self, span: PageSpan, x: float, recto: bool, lowest: float) -> tuple[float, list[Mark]]:
        style = self.desk.style("text", self.desk.theme.soft)
        room = OUTER - _BAR - 1.4 - _EDGE
        word = self.desk.wide(span.key, style, _ID)[1]
        size = min(_ID, _ID * room / word) if word else _ID  # a very long word is made smaller
        done = self.desk.lines(span.key, style, size - 1e-6, room)
        step = leading(size, 1.15)
        y = max(TOP + span.baseline, lowest)
        marks: list[Mark] = []
        for line, wide in zip(done.lines, done.widths):
            shift = 0.0 if recto else wide * size * MM_PER_PT
            marks += place_line(line, x - shift, y, size, fine=True)
            y += step
        return y + 1.0, marks

    def _foot(self, number: int) -> list[Mark]:
        theme, at, recto = self.desk.theme, column(number), is_recto(number)
        words = f"{escape(self.game.title, quote=False)} · {escape(self.game.version, quote=False)}"
        inner, outer = (at.x, at.right) if recto else (at.right, at.x)
        towards, away = ("left", "right") if recto else ("right", "left")
        line = polygon([(at.x, FOOT - 5.2), (at.right, FOOT - 5.2)], closed=False)
        soft, strong = self.desk.style("text", theme.soft), self.desk.style("text", theme.accent, bold=True)
        return [
            drawn(line, stroke=theme.line, width=0.15),
            *self.desk.text(words, soft, 7.5, inner, FOOT, towards),
            *self.desk.text(str(number), strong, 9, outer, FOOT, away),
        ]

    # Contents and notes -----------------------------------------------------------

    def _contents(self, entries: Sequence[Entry]) -> list[list[PlacedSlab]]:
        """The contents as pages: with the sections when they fit on one page, otherwise chapters only."""
        for tight in (False, True):
            pages = paginate([*self._lines_of(entries, tight)])
            if len(pages) == 1:
                return pages
        chapters = [entry for entry in entries if entry.level <= 2]
        return paginate([*self._lines_of(chapters or entries, False)])

    def _lines_of(self, entries: Sequence[Entry], tight: bool) -> Iterator[Slab]:
        yield self._title(self.desk.word("Contents"))
        for entry in entries:
            yield self._entry(entry, tight)

    def _title(self, words: str) -> Slab:
        theme = self.desk.theme
        style = self.desk.style("display", theme.accent)
        height = leading(22, 1.15)
        base = baseline(style, 22, height)

        def draw(x: float, y: float) -> list[Mark]:
            line = polygon([(x, y + height + 1.6), (x + COLUMN, y + height + 1.6)], closed=False)
            return [*self.desk.text(words, style, 22, x, y + base), drawn(line, stroke=theme.accent, width=0.5)]

        return Slab(height + 6, draw, keep=True)

    def _entry(self, entry: Entry, tight: bool) -> Slab:
        """A line of the contents: title, dots, number."""
        theme = self.desk.theme
        chapter = entry.level <= 2
        style = self.desk.style("text", theme.ink, bold=chapter)
        size = (9.75 if chapter else 9.0) - (0.75 if tight else 0.0)
        indent = 0.0 if chapter else 5.0
        done = self.desk.lines(escape(entry.title, quote=False), style, size, COLUMN - indent - 12)
        step = leading(size, 1.15 if tight else 1.25)
        base = baseline(style, size, step)

        def draw(x: float, y: float) -> list[Mark]:
            marks: list[Mark] = []
            for number, line in enumerate(done.lines):
                marks += place_line(line, x + indent, y + number * step + base, size)
            bottom = y + (len(done.lines) - 1) * step + base
            end = x + indent + done.widths[-1] * size * MM_PER_PT + 2
            figures = self.desk.text(str(entry.page), style, size, x + COLUMN, bottom, "right")
            return [*marks, *_dots(end, x + COLUMN - 8, bottom - 0.3, theme.soft), *figures]

        above = (1.4 if chapter else 0.2) if tight else (2.6 if chapter else 0.7)
        return Slab(step * len(done.lines), draw, above, leads=entry.page)

    def _notes(self, number: int) -> Picture:
        """A page to write on."""
        at = column(number)
        title = self._title(self.desk.word("Notes"))
        marks = title.draw(at.x, TOP)
        y = TOP + title.height + 8
        while y < TOP + DEPTH - 4:
            marks.append(
                drawn(polygon([(at.x, y), (at.right, y)], closed=False), stroke=self.desk.theme.line, width=0.15)
            )
            y += 8
        return self._page([*marks, *self._foot(number)])


def _dots(left: float, right: float, y: float, color: str) -> list[Mark]:
    """Dots that lead the eye; they stand on one grid all over the page."""
    start = -(-left // 1.6) * 1.6
    if right - start < 3:
        return []
    path = polygon([(start, y), (right, y)], closed=False)
    return [replace(drawn(path), stroke=Stroke(Flat(color), 0.35, (0.0, 1.6), "round"))]


def _resources(one: Component) -> Iterator[tuple[str, str]]:
    yield from one.front.resources.items()
    if one.back:
        yield from one.back.resources.items()
