"""The pull list: the first page of a print of changes says what to take out, what replaces it and what is new."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pressplay.changes.previews import Views, views
from pressplay.drawing.box import Box
from pressplay.drawing.small_print import shortened, spelled, text_width
from pressplay.drawing.type.font import Font, open_font
from pressplay.exports.pdf.document import Bookmark, PdfDocument
from pressplay.exports.pdf.embed import flat
from pressplay.exports.pdf.operators import MarkWriter, add_page, color
from pressplay.exports.pdf.print import add_sheets, preferences
from pressplay.game import Game
from pressplay.sheets.sheet import Deck, Note
from pressplay.units import num

from .comparison import Change, Comparison
from .edition import Design

_INK, _SOFT, _LINE, _OUT, _IN = "#1c1c1c", "#555555", "#b8b8b8", "#a3231f", "#1d6b3a"
_MARGIN = 12.0
_GUTTER = 8.0
_ROW = 25.0
_PICTURE = 21.0  # the longest side of a small picture
_SLOT = 16.0  # the room across that a picture has
_PX_PER_MM = 12.0
_HEAD = 9.5  # a section's heading
_TOP = 24.0  # of the first section, on the first page
_FOOT = 16.0


@dataclass(frozen=True, slots=True)
class _Section:
    title: str
    words: str
    changes: tuple[Change, ...]


def write(deck: Deck, game: Game, comparison: Comparison) -> tuple[bytes, int]:
    """The pull list and the sheets as a PDF, and how many pages it has."""
    title = f"{game.title} {game.version}, changes, {deck.paper.title}{', ink-saver' if deck.ink_saver else ''}"
    document = PdfDocument(game.files, title, game.language, game.description)
    pulls = _Pull(document, deck, game, comparison).pages()
    page = Box(0, 0, deck.paper.width, deck.paper.height)
    labels = [f"pull-{number}" for number in range(1, len(pulls) + 1)]
    if deck.backs in ("long-edge", "short-edge") and deck.sheets and len(pulls) % 2:
        pulls.append("")  # so that fronts stay fronts
        labels.append("blank")
    for operators in pulls:
        add_page(document, operators, page, page, page)
    add_sheets(document, deck, game.text_font())
    labels += [sheet.label for sheet in deck.sheets]
    bookmarks = [Bookmark("Pull list", 0), *(Bookmark(name, at + len(pulls)) for name, at in deck.bookmarks)]
    return document.finish(preferences(deck), bookmarks, labels), len(labels)


def _sections(comparison: Comparison) -> list[_Section]:
    def having(*sorts: str, moves: bool = True) -> tuple[Change, ...]:
        return tuple(c for c in comparison.changes if c.sort in sorts and (c.to_pull or c.to_print or not moves))

    found = (
        _Section("Replace", "Take the old one out, put the new one in.", having("changed")),
        _Section("Take out", "Nothing comes in its place.", having("removed", "copies down")),
        _Section("New", "Add it to the deck.", having("added", "copies up")),
        _Section("Same card, new name", "Keep what you have.", having("renamed", moves=False)),
    )
    return [section for section in found if section.changes]


class _Pull:
    """Draws the pages of the list."""

    def __init__(self, document: PdfDocument, deck: Deck, game: Game, comparison: Comparison) -> None:
        self.document = document
        self.ink = MarkWriter(document)
        self.game = game
        self.comparison = comparison
        self.deck = deck
        self.width, self.height = deck.paper.width, deck.paper.height
        self.font, self.bold = game.text_font(), game.text_font("bold")
        shown = [d for change in comparison.changes for d in (change.old, change.new) if d]
        self.views: Views = views(shown, _PX_PER_MM, _PICTURE * _PX_PER_MM)
        self.images: dict[str, str] = {}
        self.columns = 2 if self.width >= 180 else 1
        self.across = (self.width - 2 * _MARGIN - (self.columns - 1) * _GUTTER) / self.columns

    def pages(self) -> list[str]:
        """Each page's operators."""
        pages: list[list[str]] = [self._title()]
        y, column = _TOP, 0
        bottom = self.height - _FOOT
        for section in _sections(self.comparison):
            if column:
                y, column = y + _ROW, 0
            if y + _HEAD + _ROW > bottom:
                pages.append([])
                y = _MARGIN
            pages[-1] += self._heading(section, y)
            y += _HEAD
            for change in section.changes:
                if y + _ROW > bottom:
                    pages.append([])
                    y = _MARGIN
                pages[-1] += self._row(change, _MARGIN + column * (self.across + _GUTTER), y)
                column += 1
                if column == self.columns:
                    y, column = y + _ROW, 0
        return ["\n".join([*page, self._foot(number, len(pages))]) for number, page in enumerate(pages, 1)]

    def _title(self) -> list[str]:
        new, old = self.comparison.new, self.comparison.old
        out = sum(change.to_pull for change in self.comparison.changes)
        come = sum(change.to_print for change in self.comparison.changes)
        words = f"Pull list: {_cards(out)} out, {come} in. From {old.name} to version {new.version}."
        return [
            self._text(f"{new.title} {new.version}: what changed", _MARGIN, 16.5, 15, self.bold, _INK),
            self._text(words, _MARGIN, 21.5, 9, self.font, _SOFT),
        ]

    def _foot(self, number: int, count: int) -> str:
        words = (
            f"{self.game.title} {self.game.version} · pull list · {self.deck.paper.title} · page {number} of {count}"
        )
        return self._text(words, _MARGIN, self.height - 8, 6, self.font, _SOFT)

    def _heading(self, section: _Section, y: float) -> list[str]:
        title = self._text(section.title, _MARGIN, y + 6, 11, self.bold, _INK)
        bold = self._measure(self.bold)
        after = _MARGIN + text_width(bold, spelled(bold, section.title), 11) + 3
        return [
            title,
            self._text(section.words, after, y + 6, 8, self.font, _SOFT),
            _rule(_MARGIN, y + 7.8, self.width - _MARGIN),
        ]

    def _row(self, change: Change, x: float, y: float) -> list[str]:
        parts = [_box(x, y + 2, 3.2)]
        side = "back" if change.sides == ("back",) else "front"
        left = x + 5.5
        gone, come = change.old if change.to_pull else None, change.new if change.to_print else None
        for design in (gone, come) if gone or come else (change.new,):
            if design:
                if left > x + 5.5:
                    parts.append(_arrow(left, y + _PICTURE / 2))
                    left += 6
                parts += self._picture(design, side, left, y + 1)
                left += _SLOT + 1
        room = x + self.across - left - 1.5
        lines = list(self._words(change, gone, come, side))
        for at, (text, size, bold, fill) in zip((4.5, 8.2, 12.6, 16.4, 20.2), lines):
            font = self.bold if bold else self.font
            parts.append(self._text(self._fitting(text, size, font, room), left + 1.5, y + at, size, font, fill))
        return parts

    def _words(
        self, change: Change, gone: Design | None, come: Design | None, side: str
    ) -> Iterator[tuple[str, float, bool, str]]:
        yield change.now.title, 9, True, _INK
        yield self.comparison.kind_title(change.now.kind), 7, False, _SOFT
        if gone:
            yield f"out: {change.to_pull} × stamp {gone.stamp(side)}", 7.5, False, _OUT
        if come:
            yield f"in: {change.to_print} × stamp {come.stamp(side)}", 7.5, False, _IN
        if change.sort in ("copies up", "copies down"):
            yield f"copies: {change.copies[0]}, now {change.copies[1]}", 7, False, _SOFT
        elif change.sort == "renamed" and change.old:
            yield f"was {change.old.name}, is {change.now.name}", 7, False, _SOFT
        elif change.fields or change.because:
            names = list(dict.fromkeys([*(edit.name for edit in change.fields), *change.because]))
            yield "changed: " + ", ".join(name.rsplit("/", 1)[-1] for name in names), 7, False, _SOFT

    def _picture(self, design: Design, side: str, x: float, y: float) -> list[str]:
        digest = (design.back if side == "back" else design.front) or design.front
        seen = design.picture(side)
        image = self.views.get(seen.hash) if seen else None
        if image is None:  # git's history has lost it: a card with nothing on it
            w, h = _SLOT * 0.9, _PICTURE
            words = self._text(digest[:4], x + 2, y + h / 2, 7, self.font, _SOFT)
            return [f"q {color(_LINE, stroke=True)} 0.25 w {num(x)} {num(y)} {num(w)} {num(h)} re S Q", words]
        assert seen
        if seen.hash not in self.images:
            self.images[seen.hash] = flat(self.document, image)
        scale = min(_SLOT / image.width, _PICTURE / image.height)
        w, h = image.width * scale, image.height * scale
        left, top = x + (_SLOT - w) / 2, y + (_PICTURE - h) / 2
        return [f"q {num(w)} 0 0 {num(-h)} {num(left)} {num(top + h)} cm /{self.images[seen.hash]} Do Q"]

    def _text(self, text: str, x: float, y: float, size: float, font: str, fill: str) -> str:
        return self.ink.text(Note(spelled(self._measure(font), text), x, y, size), font, fill)

    def _fitting(self, text: str, size: float, font: str, room: float) -> str:
        measure = self._measure(font)
        return shortened(measure, spelled(measure, text), size, room)

    def _measure(self, font: str) -> Font:
        return open_font(self.game.files, font)


def _cards(count: int) -> str:
    return f"{count} {'piece' if count == 1 else 'pieces'}"


def _rule(x: float, y: float, right: float) -> str:
    return f"{color(_LINE, stroke=True)} 0.2 w {num(x)} {num(y)} m {num(right)} {num(y)} l S"


def _box(x: float, y: float, side: float) -> str:
    return f"{color(_SOFT, stroke=True)} 0.25 w {num(x)} {num(y)} {num(side)} {num(side)} re S"


def _arrow(x: float, y: float) -> str:
    points: Sequence[tuple[float, float]] = ((3.6, -1.3), (5.2, 0), (3.6, 1.3))
    head = " ".join(f"{num(x + dx)} {num(y + dy)} {'m' if not at else 'l'}" for at, (dx, dy) in enumerate(points))
    return f"{color(_SOFT, stroke=True)} 0.4 w {num(x + 1)} {num(y)} m {num(x + 5)} {num(y)} l {head} S"
