"""The page of a game's numbers, as one HTML file that works offline and as a PDF; both show the same drawings."""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from pressplay.booklet.theme import Theme, theme
from pressplay.booklet.typesetter import Typesetter, drawn
from pressplay.drawing.marks import Begin, End, Mark, Run
from pressplay.drawing.picture import Picture
from pressplay.drawing.shapes import polygon, rectangle
from pressplay.exports.pdf.document import Bookmark
from pressplay.exports.pdf.operators import pictures_pdf
from pressplay.exports.svg import font_faces, picture_svg
from pressplay.faces.scene import open_scene
from pressplay.game import Game

from .chart import Chart, ChartTable, Report, Section
from .plot import HALF, Letters, Plotter

_PAGE = Path(__file__).with_name("report.html")
_WIDTH, _HEIGHT = 210.0, 297.0
_LEFT, _TOP, _FOOT = 14.0, 16.0, 285.0
_ACROSS = _WIDTH - 2 * _LEFT
_GUTTER = _ACROSS - 2 * HALF
_BETWEEN = 9.0  # charts above each other


class ChartDrawing(NamedTuple):
    """A chart with its picture."""

    chart: Chart
    picture: Picture


Shown = list[tuple[Section, list[ChartDrawing], list[ChartDrawing]]]


def write(report: Report, game: Game) -> dict[str, bytes]:
    """The page as `stats.html` and `stats.pdf`."""
    desk = Typesetter(open_scene(game.look, game.files), theme(game.palette), game.language)
    plotter = Plotter(desk)

    def drawings(charts: Sequence[Chart]) -> list[ChartDrawing]:
        return [ChartDrawing(chart, plotter.plot(chart)) for chart in charts]

    shown = [(section, drawings(section.charts), drawings(section.more)) for section in report.sections]
    return {
        "stats.html": _html(report, shown, game, desk.theme).encode(),
        "stats.pdf": _pdf(report, shown, game, plotter),
    }


# The page ---------------------------------------------------------------------------


def _html(report: Report, shown: Shown, game: Game, colors: Theme) -> str:
    pictures = [one.picture for _, charts, more in shown for one in (*charts, *more)]
    files = sorted({mark.font for picture in pictures for mark in picture.marks if isinstance(mark, Run)})
    fonts = {file: f"p{number}" for number, file in enumerate(files)}
    look = {"accent": colors.accent, "ink": colors.ink, "soft": colors.soft, "tint": colors.tint, "line": colors.line}
    filled = {
        "language": escape(game.language),
        "title": escape(report.title),
        "version": escape(report.version),
        "words": escape(report.words),
        "colors": " ".join(f"--{name}: {color};" for name, color in look.items()),
        "fonts": font_faces(pictures, fonts, game.files),
        "contents": "".join(f'<li><a href="#{s.id}">{escape(s.title)}</a></li>' for s, _, _ in shown),
        "sections": "\n".join(_section(*one, fonts) for one in shown),
    }
    page = _PAGE.read_text("utf-8")
    before, *parts = page.split("{{")  # in one go, so that nothing filled in is taken for a place to fill
    return before + "".join(filled[name] + rest for name, rest in (part.split("}}", 1) for part in parts))


def _section(section: Section, charts: list[ChartDrawing], more: list[ChartDrawing], fonts: dict[str, str]) -> str:
    figures = "\n".join(_figure(one, fonts, f"{section.id}-{at}") for at, one in enumerate(charts))
    behind = "\n".join(_figure(one, fonts, f"{section.id}-more-{at}") for at, one in enumerate(more))
    parts = [f'<section id="{section.id}">', f"<h2>{escape(section.title)}</h2>", f"<p>{escape(section.words)}</p>"]
    if figures:
        parts.append(f'<div class="charts">{figures}</div>')
    if behind:
        closed = " open" if not charts else ""
        said = f"{len(more)} more of what no rule weighs" if charts else "Of what no rule weighs"
        parts.append(
            f'<details class="more"{closed}><summary>{said}</summary><div class="charts">{behind}</div></details>'
        )
    if section.skipped:
        parts.append(f'<p class="skipped">Not drawn: {escape(section.skipped)}.</p>')
    return "\n".join([*parts, "</section>"])


def _figure(one: ChartDrawing, fonts: dict[str, str], prefix: str) -> str:
    chart, picture = one
    wide = ' class="wide"' if picture.width > HALF else ""
    title, words = escape(chart.title), escape(chart.words)
    svg = picture_svg(picture, fonts, f"{chart.title}. {chart.words}", prefix)
    scroll = f'<div class="drawing" tabindex="0">{svg}</div>' if wide else f'<div class="drawing">{svg}</div>'
    return (
        f"<figure{wide}><figcaption><h3>{title}</h3><p>{words}</p></figcaption>{scroll}"
        f"<details><summary>The numbers</summary>{_table(chart.table(), chart.title)}</details></figure>"
    )


def _table(table: ChartTable, title: str) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.head)
    rows = "".join(
        f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in rest)}</tr>'
        for first, *rest in table.rows
    )
    return (
        f'<div class="numbers" tabindex="0" role="region" aria-label="{escape(title)}, the numbers">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


# The PDF ----------------------------------------------------------------------------


def _pdf(report: Report, shown: Shown, game: Game, plotter: Plotter) -> bytes:
    pages = _Pages(report, plotter)
    for section, charts, more in shown:
        pages.add(section, [*charts, *more])
    title = f"{report.title} {report.version}: what the numbers say"
    return pictures_pdf(pages.finish(), game.files, title, game.language, bookmarks=pages.bookmarks)


class _Pages:
    """Makes up pages: a heading, then charts in two columns, each where there is room first."""

    def __init__(self, report: Report, plotter: Plotter) -> None:
        self.report = report
        self.plotter = plotter
        self.theme = plotter.theme
        self.bookmarks: list[Bookmark] = []
        self.pages: list[list[Mark]] = [[]]
        self.ends = [_TOP, _TOP]  # of the columns
        self._title()

    def _title(self) -> None:
        write, soft = self.plotter.words, self.theme.soft
        page = self.pages[-1]
        page += write(self.report.title, _LEFT, 24.0, Letters(22.0, self.theme.accent, role="display"), room=_ACROSS)
        page += write(f"Version {self.report.version}: what the numbers say", _LEFT, 31.0, Letters(10.0, bold=True))
        y = 36.5
        for line in self.plotter.lines(self.report.words, _ACROSS, 8.5):
            page += write(line, _LEFT, y, Letters(8.5, soft))
            y += 4.2
        self.ends = [y + 1.0, y + 1.0]

    def add(self, section: Section, charts: Sequence[ChartDrawing]) -> None:
        heading = self._heading(section)
        first = max(self._height(one) for one in charts[:2])
        y = max(self.ends) + (8.0 if len(self.bookmarks) else 4.0)
        if y + heading + first - _BETWEEN > _FOOT - 8:
            self._turn()
            y = _TOP
        self.bookmarks.append(Bookmark(section.title, len(self.pages) - 1))
        self.pages[-1] += self._head(section, y)
        self.ends = [y + heading, y + heading]
        for one in charts:
            self._place(one)

    def _heading(self, section: Section) -> float:
        return 11.5 + 4.2 * len(self._lines(section))

    def _lines(self, section: Section) -> list[str]:
        words = section.words + (f" Not drawn: {section.skipped}." if section.skipped else "")
        return self.plotter.lines(words, _ACROSS, 8.5)

    def _head(self, section: Section, y: float) -> Iterator[Mark]:
        yield drawn(rectangle(_LEFT, y, _ACROSS, 0.7), fill=self.theme.accent)
        yield from self.plotter.words(
            section.title, _LEFT, y + 7.0, Letters(14.0, self.theme.accent, role="display"), room=_ACROSS
        )
        for number, line in enumerate(self._lines(section)):
            yield from self.plotter.words(line, _LEFT, y + 11.8 + 4.2 * number, Letters(8.5, self.theme.soft))

    def _place(self, one: ChartDrawing) -> None:
        wide = one.picture.width > HALF
        column = 0 if wide or self.ends[0] <= self.ends[1] else 1
        y = max(self.ends) if wide else self.ends[column]
        high = self._height(one)
        if y + high - _BETWEEN > _FOOT - 8:
            other = 1 - column
            if not wide and self.ends[other] + high - _BETWEEN <= _FOOT - 8:
                column = other
            else:
                self._turn()
                column = 0
            y = self.ends[column]
        self.pages[-1] += self._chart(one, _LEFT + column * (HALF + _GUTTER), y)
        if wide:
            self.ends = [y + high, y + high]
        else:
            self.ends[column] = y + high

    def _caption(self, one: ChartDrawing) -> list[str]:
        return self.plotter.lines(one.chart.words, one.picture.width, 7.5)

    def _height(self, one: ChartDrawing) -> float:
        return 6.0 + 3.7 * len(self._caption(one)) + one.picture.height + _BETWEEN

    def _chart(self, one: ChartDrawing, x: float, y: float) -> Iterator[Mark]:
        yield from self.plotter.words(one.chart.title, x, y + 4.4, Letters(10.5, bold=True), room=one.picture.width)
        y += 4.4
        for line in self._caption(one):
            y += 3.7
            yield from self.plotter.words(line, x, y, Letters(7.5, self.theme.soft))
        yield Begin(matrix=(1, 0, 0, 1, x, y + 2.2))
        yield from one.picture.marks
        yield End()

    def _turn(self) -> None:
        self.pages.append([])
        self.ends = [_TOP, _TOP]

    def finish(self) -> list[Picture]:
        """The pages with their feet."""
        known = self.plotter.desk.files
        pages = []
        for number, marks in enumerate(self.pages, 1):
            words = f"{self.report.title} · {self.report.version} · page {number} of {len(self.pages)}"
            line = polygon([(_LEFT, _FOOT - 4.2), (_WIDTH - _LEFT, _FOOT - 4.2)], closed=False)
            foot = [drawn(line, stroke=self.theme.line, width=0.15)]
            whole = (*marks, *foot, *self.plotter.words(words, _LEFT, _FOOT, Letters(7.0, self.theme.soft)))
            used = {mark.font: known[mark.font] for mark in whole if isinstance(mark, Run)}
            pages.append(Picture(_WIDTH, _HEIGHT, 0.0, "rect", 0.0, whole, resources=used))
        return pages
