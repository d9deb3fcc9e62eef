"""A plot is a chart drawn: bars, cells and lines as marks, in a game's own fonts and colours."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import singledispatchmethod
from typing import NamedTuple

from pressplay.booklet.typesetter import Typesetter, drawn
from pressplay.drawing.box import Box
from pressplay.drawing.colour import contrast, luminance, mixed
from pressplay.drawing.fills import Pattern, pattern_dots, pattern_lines
from pressplay.drawing.marks import Begin, End, Mark, Run, Shape
from pressplay.drawing.matrix import Point
from pressplay.drawing.paint import Flat, Stroke
from pressplay.drawing.path import Path
from pressplay.drawing.picture import Picture
from pressplay.drawing.shapes import ellipse, polygon, rectangle
from pressplay.drawing.small_print import shortened, spelled, text_width
from pressplay.units import MM_PER_PT, num

from .chart import Bar, Bars, Bin, Cross, Histogram, LengthRange, Lengths, Limit, Value, holds, in_words

HALF, WHOLE = 86.0, 182.0  # widths of plots in millimetres
_SIZE = 8.0  # points
_SMALL = 7.0
_LINE = 4.2  # from one line of small words to the next
_DEEP = 36.0  # of a histogram
_ROW = 6.4
_WHITE = "#ffffff"
# Beside its colour each series has a pattern: form, angle, distance.
_PATTERNS = (
    None,
    ("hatch", 45.0, 1.1),
    ("dots", 0.0, 1.25),
    ("hatch", -45.0, 1.1),
    ("hatch", 0.0, 0.9),
    ("hatch", 90.0, 0.9),
)


class Pen(NamedTuple):
    """How a value is filled: a colour and a pattern on it."""

    color: str
    pattern: int = 0


class Letters(NamedTuple):
    """How words are set: their size in points, their colour if it is not the theme's, and their font."""

    size: float = _SIZE
    fill: str = ""
    bold: bool = False
    role: str = "text"


_PLAINLY = Letters()


class Plotter:
    """Draws the charts of one game."""

    def __init__(self, desk: Typesetter) -> None:
        self.desk = desk
        self.theme = desk.theme

    def plot(self, chart: Histogram | Cross | Bars | Lengths) -> Picture:
        """A chart as a picture, as wide as it needs to be and as high as it is."""
        width = WHOLE if isinstance(chart, Cross) and len(chart.columns) > 7 else HALF
        height, marks = self._draw(chart, width)
        used = {mark.font: self.desk.files[mark.font] for mark in marks if isinstance(mark, Run)}
        return Picture(width, round(height, 3), 0.0, "rect", 0.0, tuple(marks), resources=used)

    # Words and surfaces -------------------------------------------------------------

    def words(
        self, text: str, x: float, y: float, letters: Letters = _PLAINLY, align: str = "left", room: float = 0.0
    ) -> Iterator[Mark]:
        """One line whose baseline starts, centres or ends at x; shortened when it is too long for its room."""
        size, fill = letters.size, letters.fill or self.theme.ink
        font = self.desk.style(letters.role, fill, letters.bold).font
        self.desk.files[font.file] = font.digest
        text = spelled(font, text)
        if room:
            text = shortened(font, text, size, room)
        wide = text_width(font, text, size)
        x -= {"left": 0.0, "center": wide / 2, "right": wide}[align]
        box = Box(x, y - font.ascent * size * MM_PER_PT, wide, (font.ascent + font.descent) * size * MM_PER_PT)
        if text:
            yield Run(text, x, y, font.file, size, Flat(fill), box, bold=letters.bold)

    def wide(self, text: str, size: float = _SIZE, bold: bool = False, role: str = "text") -> float:
        """How wide a line is."""
        font = self.desk.style(role, self.theme.ink, bold).font
        return text_width(font, spelled(font, text), size)

    def lines(self, text: str, width: float, size: float = _SIZE) -> list[str]:
        """A text broken into lines that fit."""
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.wide(longer, size) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def _filled(self, box: Box, ink: Pen, round_: float = 0.0) -> Iterator[Mark]:
        """A box in a value's colour and pattern; pale colours get a line around."""
        if box.w <= 0 or box.h <= 0:
            return
        path = rectangle(box.x, box.y, box.w, box.h, round_)
        yield drawn(path, fill=ink.color)
        declared = _PATTERNS[ink.pattern % len(_PATTERNS)]
        if declared:
            over = self.theme.ink if luminance(ink.color) > 0.18 else _WHITE
            pattern = Pattern(declared[0], declared[1], declared[2], (0.3, 0.3), Flat(over))
            yield Begin(clip=Path.of(path))
            yield self._texture(pattern, box)
            yield End()
        edge = mixed(ink.color, self.theme.ink, 0.55) if contrast(ink.color, _WHITE) < 3 else _WHITE
        yield drawn(path, stroke=edge, width=0.15)

    def _texture(self, pattern: Pattern, box: Box) -> Shape:
        if pattern.form == "dots":
            dots = [segment for x, y, r in pattern_dots(pattern, box) for segment in ellipse(x, y, r, r)]
            return drawn(dots, fill=pattern.color.color, opacity=0.5)
        lines = [
            segment
            for x1, y1, x2, y2 in pattern_lines(pattern, box)
            for segment in polygon([(x1, y1), (x2, y2)], closed=False)
        ]
        return drawn(lines, stroke=pattern.color.color, width=0.28, opacity=0.5)

    def _rule(self, start: Point, end: Point, color: str, width: float = 0.15, dash: bool = False) -> Shape:
        line = Stroke(Flat(color), width, (0.9, 0.7) if dash else ())
        return replace(drawn(polygon([start, end], closed=False)), stroke=line)

    def _inks(self, values: Sequence[Value]) -> list[Pen]:
        """Values that have colours in the game keep them; others get shades that no colour of the game looks like."""
        accent, ink = self.theme.accent, self.theme.ink
        mixes = ((accent, 0.0), (accent, 0.66), (ink, 0.12), (ink, 0.8), (accent, 0.35), (ink, 0.5))
        shades = [mixed(color, _WHITE, share) for color, share in mixes]
        own = all(value.color for value in values if value.name != "none")
        pale = mixed(_WHITE, ink, 0.15)
        return [Pen((value.color or pale) if own else shades[at % len(shades)], at) for at, value in enumerate(values)]

    def _key(
        self, limits: Iterable[Limit], wanted: Iterable[Limit], y: float, width: float
    ) -> tuple[float, list[Mark]]:
        """What the lines mean: one for the field's type and each rule that bounds numbers, one for all that count."""
        sources: dict[str, list[Limit]] = {}
        for limit in limits:
            sources.setdefault(limit.source, []).append(limit)
        said = [(f"{source}: {in_words(found)}", bool(found[0].rule)) for source, found in sources.items()]
        counting = list(dict.fromkeys(limit.rule for limit in wanted))
        if counting:
            said.append((f"how many, by {'rule' if len(counting) == 1 else 'rules'} {', '.join(counting)}", True))
        marks: list[Mark] = []
        for words, rule in said:
            marks.append(self._limit_line(0.3, y + _LINE - 0.9, 6.0, y + _LINE - 0.9, rule))
            for number, line in enumerate(self.lines(words, width - 7.5, _SMALL)):
                y += 3.6 if number else _LINE
                marks += self.words(line, 7.5, y, Letters(_SMALL, self.theme.soft), room=width - 7.5)
        return y + (1.0 if said else 0.0), marks

    def _limit_line(self, x1: float, y1: float, x2: float, y2: float, rule: bool) -> Shape:
        color = self.theme.ink if rule else self.theme.soft
        return self._rule((x1, y1), (x2, y2), color, 0.5 if rule else 0.35, dash=not rule)

    @singledispatchmethod
    def _draw(self, chart: object, width: float) -> tuple[float, list[Mark]]:
        raise TypeError(f"{type(chart).__name__} is no chart")

    # Histograms -----------------------------------------------------------------------

    @_draw.register
    def _histogram(self, chart: Histogram, width: float) -> tuple[float, list[Mark]]:
        inks = self._inks(chart.series) if len(chart.series) > 1 else [Pen(self.theme.accent)]
        y, marks = self._legend(chart, inks, width) if len(chart.series) > 1 else (0.0, [])
        most = max([one.total for one in chart.bins] + [limit.at for one in chart.bins for limit in one.wanted])
        steps = _steps(most)
        left = self.wide(num(steps[-1]), _SMALL) + 1.6
        low, high = chart.bins[0].low, chart.bins[-1].high
        across = (width - left - 0.4) / (high - low)
        lines = [(limit, left + (_end(limit, chart.step) - low) * across) for limit in _once(chart.limits)]
        rows = self._rows(lines)
        y += _LINE * max([*rows, 0]) + (8.4 if chart.bands else 0.0) + 1.0
        area = Box(left, y, width - left - 0.4, _DEEP)
        up = _DEEP / (steps[-1] * 1.12)  # room for the numbers above the bars
        at: Callable[[float], float] = lambda value: left + (value - low) * across  # noqa: E731
        marks += self._bands(chart, area, at)
        for step in steps:
            height = area.bottom - step * up
            marks.append(self._rule((left, height), (area.right, height), mixed(self.theme.line, _WHITE, 0.4), 0.12))
            marks += self.words(num(step), left - 1.2, height + 0.9, Letters(_SMALL, self.theme.soft), align="right")
        for one in chart.bins:
            marks += self._stack(one, inks, Box(at(one.low), area.y, (one.high - one.low) * across, _DEEP), up)
        marks.append(self._rule((left, area.bottom), (area.right, area.bottom), self.theme.ink, 0.25))
        for tick in chart.ticks:
            marks.append(self._rule((at(tick.at), area.bottom), (at(tick.at), area.bottom + 0.9), self.theme.ink, 0.2))
            edge = min(max(at(tick.at), self.wide(tick.label, _SMALL) / 2), width - self.wide(tick.label, _SMALL) / 2)
            marks += self.words(tick.label, edge, area.bottom + 4.0, Letters(_SMALL), align="center")
        top = area.y - (8.4 if chart.bands else 0.0)
        for (limit, x), row in zip(lines, rows):
            label = top - 0.8 - (max(rows) - row) * _LINE
            marks.append(self._limit_line(x, label - 2.6, x, area.bottom, bool(limit.rule)))
            marks += self._flag(limit, x, label)
        wanted = [limit for one in chart.bins for limit in one.wanted]
        wanted += [limit for band in chart.bands for limit in band.wanted]
        y, key = self._key(chart.limits, wanted, area.bottom + 5.2, width)
        return y, [*marks, *key]

    def _legend(self, chart: Histogram, inks: Sequence[Pen], width: float) -> tuple[float, list[Mark]]:
        marks: list[Mark] = []
        x, y = 0.0, 3.4
        for number, (value, ink) in enumerate(zip(chart.series, inks)):
            total = sum(one.counts[number] for one in chart.bins)
            words = f"{value.name} {total}"
            wide = 5.4 + self.wide(words)
            if x and x + wide > width:
                x, y = 0.0, y + 5.2
            marks += self._filled(Box(x + 0.1, y - 2.9, 4.2, 3.4), ink, 0.5)
            marks += self.words(words, x + 5.4, y, room=width - 6)
            x += wide + 4.0
        return y + 2.6, marks

    def _rows(self, lines: Sequence[tuple[Limit, float]]) -> list[int]:
        """On which line above the bars each limit has its words, so that none covers another; from the top."""
        ends: list[list[tuple[float, float]]] = []
        rows = []
        for limit, x in lines:
            wide = self.wide(_flagged(limit), _SMALL) + 2.4
            span = (x, x + wide) if limit.sort == "least" else (x - wide, x)
            free = (number for number, taken in enumerate(ends) if all(span[1] < a or span[0] > b for a, b in taken))
            row = next(free, len(ends))
            if row == len(ends):
                ends.append([])
            ends[row].append(span)
            rows.append(row + 1)
        return rows

    def _flag(self, limit: Limit, x: float, y: float) -> Iterator[Mark]:
        align, shift = ("left", 0.9) if limit.sort == "least" else ("right", -0.9)
        fill = self.theme.ink if limit.rule else self.theme.soft
        yield from self.words(_flagged(limit), x + shift, y, Letters(_SMALL, fill, bold=bool(limit.rule)), align=align)

    def _bands(self, chart: Histogram, area: Box, at: Callable[[float], float]) -> Iterator[Mark]:
        for number, band in enumerate(chart.bands):
            x, wide = at(band.low), at(band.high) - at(band.low)
            ground = self.theme.tint if number % 2 == 0 else mixed(self.theme.tint, _WHITE, 0.6)
            yield drawn(rectangle(x, area.y - 7.6, wide, area.h + 7.6), fill=ground)
            yield from self.words(
                band.name, x + wide / 2, area.y - 4.6, Letters(_SMALL, bold=True), align="center", room=wide - 1
            )
            said = f"{band.count} of {in_words(band.wanted)}" if band.wanted else str(band.count)
            yield from self.words(
                said, x + wide / 2, area.y - 1.4, Letters(_SMALL, self.theme.soft), align="center", room=wide - 1
            )

    def _stack(self, one: Bin, inks: Sequence[Pen], place: Box, up: float) -> Iterator[Mark]:
        """The bar of one stretch, from the bottom, with its number and what it must be."""
        gap = min(place.w * 0.14, 1.6)
        x, wide = place.x + gap / 2, place.w - gap
        y = place.bottom
        for count, ink in zip(one.counts, inks):
            height = count * up
            y -= height
            yield from self._filled(Box(x, y, wide, height), ink)
        for limit in _tightest(one.wanted):
            level = place.bottom - limit.at * up
            yield self._rule((place.x + gap / 4, level), (place.right - gap / 4, level), self.theme.ink, 0.6)
        if one.total and wide > 4.4:
            good = holds(one.total, one.wanted)
            words = str(one.total) if good else f"{one.total}, not {in_words(one.wanted)}"
            top = min([y, *(place.bottom - limit.at * up for limit in one.wanted)])
            yield from self.words(words, x + wide / 2, top - 0.9, Letters(_SMALL, bold=True), align="center")

    # Tables ---------------------------------------------------------------------------

    @_draw.register
    def _cross(self, chart: Cross, width: float) -> tuple[float, list[Mark]]:
        label = max(self.wide(chart.fields[0], _SMALL), *(self._label(value) for value in chart.rows)) + 2.0
        label = min(label, width * 0.36)
        cell = min((width - label) / (len(chart.columns) + 1), 17.0)
        turned = any(self.wide(value.name) > cell - 1.0 for value in chart.columns)
        colored = any(value.color for value in chart.columns)
        top = max(self._label(value) for value in chart.columns) + 2.0 if turned else 9.2 if colored else 5.4
        top += 3.6
        cells = [count for line in chart.counts for count in line]
        most = max(cells) if len(set(cells)) > 1 else 2.2 * max(cells)  # an even table is half as strong
        deep = 7.2
        marks: list[Mark] = [*self.words(chart.fields[1], label, 2.6, Letters(_SMALL, self.theme.soft))]
        marks += self.words(chart.fields[0], 0.0, top - 1.6, Letters(_SMALL, self.theme.soft), room=label - 1.0)
        for number, value in enumerate(chart.columns):
            marks += self._heading(value, label + (number + 0.5) * cell, top, cell, turned)
        marks += self.words(
            "all",
            label + (len(chart.columns) + 0.5) * cell,
            top - 1.6,
            Letters(_SMALL, self.theme.soft),
            align="center",
        )
        for at, (value, counts) in enumerate(zip(chart.rows, chart.counts)):
            y = top + at * deep
            marks += self._named(value, 0.0, y + deep / 2 + 1.0, label - 1.5)
            for number, count in enumerate(counts):
                marks += self._cell(count, most, Box(label + number * cell, y, cell, deep))
            x = label + (len(counts) + 0.5) * cell
            marks += self.words(str(sum(counts)), x, y + deep / 2 + 1.0, Letters(bold=True), align="center")
        bottom = top + len(chart.rows) * deep
        marks += self.words("all", 0.0, bottom + 5.0, Letters(_SMALL, self.theme.soft))
        sums = [sum(column) for column in zip(*chart.counts)]
        for number, total in enumerate([*sums, sum(sums)]):
            marks += self.words(
                str(total), label + (number + 0.5) * cell, bottom + 5.0, Letters(bold=True), align="center"
            )
        return bottom + 6.5, marks

    def _cell(self, count: int, most: float, place: Box) -> Iterator[Mark]:
        fill = mixed(_WHITE, self.theme.accent, 0.12 + 0.78 * count / most) if count else _WHITE
        gap = 0.35
        path = rectangle(place.x + gap, place.y + gap, place.w - 2 * gap, place.h - 2 * gap, 0.8)
        yield drawn(path, fill=fill, stroke="" if count else self.theme.line, width=0.15)
        over = self.theme.ink if contrast(self.theme.ink, fill) >= contrast(_WHITE, fill) else _WHITE
        x, y = place.x + place.w / 2, place.y + place.h / 2 + 1.0
        yield from self.words(
            str(count), x, y, Letters(fill=over if count else self.theme.soft, bold=bool(count)), align="center"
        )

    def _label(self, value: Value) -> float:
        return self.wide(value.name) + (4.6 if value.color else 0.0)

    def _named(self, value: Value, x: float, y: float, room: float) -> Iterator[Mark]:
        """A value's name behind its colour."""
        if value.color:
            yield from self._filled(Box(x + 0.1, y - 2.75, 3.2, 3.2), Pen(value.color), 0.6)
            x, room = x + 4.4, room - 4.4
        yield from self.words(value.name, x, y, room=room)

    def _heading(self, value: Value, x: float, bottom: float, cell: float, turned: bool) -> Iterator[Mark]:
        if turned:
            yield Begin(matrix=(0, -1, 1, 0, x + 1.0, bottom - 1.2))
            yield from self._named(value, 0.0, 0.0, bottom)
            yield End()
        else:
            if value.color:
                yield from self._filled(Box(x - 1.6, bottom - 8.6, 3.2, 3.2), Pen(value.color), 0.6)
            yield from self.words(value.name, x, bottom - 1.6, align="center", room=cell)

    # Bars -----------------------------------------------------------------------------

    @_draw.register
    def _bars(self, chart: Bars, width: float) -> tuple[float, list[Mark]]:
        label = min(max(self._label(bar.value) for bar in chart.bars) + 2.5, width * 0.4)
        said = [self._said(bar) for bar in chart.bars]
        after = max(self.wide(words, _SMALL, True) for words in said) + 2.5
        most = max([1.0, *(bar.count for bar in chart.bars), *(limit.at for bar in chart.bars for limit in bar.wanted)])
        scale = (width - label - after) / most
        marks: list[Mark] = []
        for number, (bar, words) in enumerate(zip(chart.bars, said)):
            y = number * _ROW
            middle = y + _ROW / 2
            marks += self._named(bar.value, 0.0, middle + 1.0, label - 1.5)
            ink = Pen(bar.value.color or self.theme.accent)
            marks += self._filled(Box(label, y + 1.1, bar.count * scale, _ROW - 2.2), ink, 0.5)
            end = bar.count * scale
            for limit in _tightest(bar.wanted):
                x = label + limit.at * scale
                marks.append(self._limit_line(x, y + 0.3, x, y + _ROW - 0.3, True))
                end = max(end, limit.at * scale)
            marks += self.words(words, label + end + 1.4, middle + 0.9, Letters(_SMALL, bold=True))
        base = len(chart.bars) * _ROW
        marks.append(self._rule((label, 0.2), (label, base - 0.2), self.theme.ink, 0.25))
        y, key = self._key((), [limit for bar in chart.bars for limit in bar.wanted], base, width)
        return y, [*marks, *key]

    def _said(self, bar: Bar) -> str:
        wanted = in_words(bar.wanted)
        good = holds(bar.count, bar.wanted)
        if wanted and not good:
            return f"{bar.count}, not {wanted}"
        return (
            f"{bar.count} of {wanted}"
            if wanted and wanted[0].isdigit() and " " not in wanted
            else (f"{bar.count} ({wanted})" if wanted else str(bar.count))
        )

    # Lengths of texts -----------------------------------------------------------------

    @_draw.register
    def _lengths(self, chart: Lengths, width: float) -> tuple[float, list[Mark]]:
        label = min(max(self.wide(span.name) for span in chart.spans) + 2.5, width * 0.36)
        after = max(self.wide(f"{span.longest} of {span.high}", _SMALL, True) for span in chart.spans) + 2.5
        marks: list[Mark] = []
        for number, span in enumerate(chart.spans):
            marks += self._span(span, label, number * _ROW, width - label - after)
        y = len(chart.spans) * _ROW + _LINE
        marks += self._key_of_spans(y, width)
        return y + 1.0, marks

    def _span(self, span: LengthRange, left: float, y: float, across: float) -> Iterator[Mark]:
        scale, middle = across / span.high, y + _ROW / 2
        yield from self.words(span.name, 0.0, middle + 1.0, room=left - 1.5)
        yield drawn(rectangle(left, middle - 0.9, across, 1.8, 0.9), fill=self.theme.tint)
        box = (left + span.shortest * scale, middle - 1.3, max((span.longest - span.shortest) * scale, 0.6), 2.6)
        yield drawn(rectangle(*box, 1.3), fill=self.theme.accent)
        x = left + span.median * scale
        yield drawn(ellipse(x, middle, 0.75, 0.75), fill=_WHITE)
        if span.low > 1:
            yield self._limit_line(left + span.low * scale, y + 0.8, left + span.low * scale, y + _ROW - 0.8, False)
        yield self._limit_line(left + across, y + 0.8, left + across, y + _ROW - 0.8, False)
        words = f"{span.longest} of {span.high}"
        yield from self.words(words, left + across + 1.4, middle + 0.9, Letters(_SMALL, bold=True))

    def _key_of_spans(self, y: float, width: float) -> Iterator[Mark]:
        yield self._limit_line(0.3, y - 0.9, 6.0, y - 0.9, False)
        words = "field type: as long as it may be; dot: median; bar: shortest to longest"
        yield from self.words(words, 7.5, y, Letters(_SMALL, self.theme.soft), room=width - 7.5)


def _flagged(limit: Limit) -> str:
    return {"least": "min ", "most": "max ", "exactly": "is "}[limit.sort] + num(limit.at)


def _once(limits: Sequence[Limit]) -> list[Limit]:
    """The limits without those of the field's type that a rule states again."""
    ruled = {(limit.sort, limit.at) for limit in limits if limit.rule}
    return [limit for limit in limits if limit.rule or (limit.sort, limit.at) not in ruled]


def _end(limit: Limit, step: float) -> float:
    """Where a limit lies on the axis: a most includes the whole place of its number."""
    return limit.at + (step if limit.sort == "most" else 0.0)


def _tightest(limits: Sequence[Limit]) -> Iterator[Limit]:
    """The limits that matter: an exact number, else the highest least and the lowest most."""
    exact = [limit for limit in limits if limit.sort == "exactly"]
    least = max((limit for limit in limits if limit.sort == "least"), key=lambda limit: limit.at, default=None)
    most = min((limit for limit in limits if limit.sort == "most"), key=lambda limit: limit.at, default=None)
    yield from exact[:1] or [limit for limit in (least, most) if limit]


def _steps(most: float) -> list[float]:
    """Round numbers from zero to at least the greatest."""
    for power in range(9):
        for factor in (1, 2, 5):
            step = factor * 10**power
            if most <= step * 5:
                return [step * number for number in range(int(-(-most // step)) + 1)]
    return [0, most]
