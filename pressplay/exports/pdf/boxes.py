"""Boxes as a PDF: each net on a sheet, drawn with the game's own art, with lines to cut and to fold."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pressplay.data.pieces import Paper
from pressplay.drawing.box import Box, grown
from pressplay.drawing.colour import contrast
from pressplay.drawing.matrix import Point
from pressplay.drawing.picture import Picture
from pressplay.drawing.small_print import spelled, text_width
from pressplay.drawing.type.font import open_font
from pressplay.game import Game
from pressplay.sheets.boxes import DIVIDER_TAB, BoxPlan, BoxSet, Divider
from pressplay.sheets.frame import Frame
from pressplay.sheets.marks import Strips
from pressplay.sheets.nets import Panel
from pressplay.sheets.sheet import Deck, Note, Sheet, Usage
from pressplay.units import MM_PER_PT, num

from .document import Bookmark, PdfDocument
from .operators import MarkWriter, add_page, color
from .print import SheetWriter

_PAPER = "#ffffff"
_INK = "#000000"
_OVER = 2.0  # colour beyond a panel's edges, for knives that slip
_APART = 4.0  # between dividers
_LABEL = 0.24  # of a panel's height: the band that a title stands on


class BoxPages(NamedTuple):
    """A PDF of boxes, and which of them this paper cannot hold."""

    data: bytes
    printed: tuple[BoxPlan, ...]
    too_large: tuple[BoxPlan, ...]


def write(boxes: BoxSet, game: Game, paper: Paper) -> BoxPages:
    """A page for each net that the paper holds, then the dividers."""
    document = PdfDocument(game.files, f"{game.title} {game.version}, boxes, {paper.title}", game.language)
    fitting = [(plan, frame) for plan in boxes.plans if (frame := _frame(plan, paper))]
    dividers = list(_divider_pages(boxes.dividers, paper))
    count = len(fitting) + len(dividers)
    writer = _BoxWriter(document, game, paper)
    bookmarks: list[Bookmark] = []
    for plan, frame in fitting:
        bookmarks.append(Bookmark(plan.title, len(bookmarks)))
        writer.page(frame, writer.box(plan, frame), f"{game.title} {game.version} · {plan.words}", count)
    for frame, places in dividers:
        bookmarks.append(Bookmark("Dividers", len(bookmarks)))
        writer.page(frame, writer.dividers(places), f"{game.title} {game.version} · Dividers", count)
    labels = [f"sheet-{number}" for number in range(1, count + 1)]
    data = document.finish({"PrintScaling": "None", "Duplex": "Simplex"}, bookmarks, labels) if count else b""
    printed = tuple(plan for plan, _ in fitting)
    return BoxPages(data, printed, tuple(plan for plan in boxes.plans if plan not in printed))


def _frame(plan: BoxPlan, paper: Paper) -> Frame | None:
    """A frame that holds a net, upright or turned."""
    net = plan.net.box
    for frame in (Frame(paper), Frame(paper, "upright")):
        free = frame.within
        if any(w <= free.w and h <= free.h for w, h in ((net.w, net.h), (net.h, net.w))):
            return frame
    return None


def fits(plan: BoxPlan, paper: Paper) -> bool:
    """Whether a paper holds a net."""
    return _frame(plan, paper) is not None


class _Place(NamedTuple):
    divider: Divider
    box: Box
    tab: int  # how far to the right its tab stands


def _divider_pages(dividers: Sequence[Divider], paper: Paper) -> Iterator[tuple[Frame, list[_Place]]]:
    if not dividers:
        return
    frame, w, h = Frame(paper), dividers[0].width, dividers[0].height
    free = frame.within
    columns, rows = int((free.w + _APART) / (w + _APART)), int((free.h + _APART) / (h + _APART))
    if not columns * rows:
        return
    x = free.x + (free.w - columns * (w + _APART) + _APART) / 2
    y = free.y + (free.h - rows * (h + _APART) + _APART) / 2
    cells = [Box(x + c * (w + _APART), y + r * (h + _APART), w, h) for r in range(rows) for c in range(columns)]
    for start in range(0, len(dividers), len(cells)):
        some = dividers[start : start + len(cells)]
        yield frame, [_Place(one, cell, start + at) for at, (one, cell) in enumerate(zip(some, cells, strict=False))]


class _BoxWriter:
    """Draws nets and dividers."""

    def __init__(self, document: PdfDocument, game: Game, paper: Paper) -> None:
        self.document, self.game = document, game
        self.font_file = game.text_font()
        self.font = open_font(game.files, self.font_file)
        self.ink = MarkWriter(document)
        deck = Deck(paper, "none", (), (), {}, Usage(0, 0, 0.0))
        self.sheets = SheetWriter(document, self.font_file, deck)
        self.number = 0

    def page(self, frame: Frame, drawn: str, words: str, count: int) -> None:
        """One more page: what was drawn, with rulers and words."""
        self.number += 1
        strips = Strips(frame, self.game)
        last = f"{frame.paper.title} · cut along lines, fold along dashes · page {self.number} of {count}"
        page = Box(0, 0, frame.width, frame.height)
        notes = strips.notes([words, words.split(",")[0]], last)
        sheet = Sheet(page.w, page.h, "front", "", (), (), strips.lines, notes, page, page)
        add_page(self.document, f"{drawn}\n{self.sheets.sheet(sheet)}", page, page, page)

    # Boxes

    def box(self, plan: BoxPlan, frame: Frame) -> str:
        """A net in the middle of its page, turned when it is wider than that."""
        net, free = plan.net.box, frame.within
        turned = net.w > free.w or net.h > free.h
        w, h = (net.h, net.w) if turned else (net.w, net.h)
        x, y = free.x + (free.w - w) / 2, free.y + (free.h - h) / 2
        place = f"0 1 -1 0 {num(x + w)} {num(y)}" if turned else f"1 0 0 1 {num(x)} {num(y)}"
        ground = _ground(plan)
        shown = [panel for panel in plan.net.panels if not panel.glued]
        parts = [f"q {place} cm"]
        if ground != _PAPER:
            parts += [_filled(panel, ground) for panel in shown]
        parts += [self._art(plan.art, panel.box) for panel in shown if panel.name in ("front", "back")]
        parts += self._titles(plan, ground)
        parts += [*_lines(plan), "Q"]
        return "\n".join(parts)

    def _art(self, art: Picture | None, panel: Box) -> str:
        """The game's art over the whole of a panel."""
        if art is None:
            return ""
        box = grown(panel, _OVER)
        turned = (art.width > art.height) != (box.w > box.h)
        w, h = (art.height, art.width) if turned else (art.width, art.height)
        scale = max(box.w / w, box.h / h)
        x, y = box.x + (box.w - w * scale) / 2, box.y + (box.h - h * scale) / 2
        s = num(scale, 5)
        matrix = f"0 {s} -{s} 0 {num(x + w * scale)} {num(y)}" if turned else f"{s} 0 0 {s} {num(x)} {num(y)}"
        return f"q {panel} re W n {matrix} cm /{self.ink.form(art)} Do Q"

    def _titles(self, plan: BoxPlan, ground: str) -> Iterator[str]:
        names = {panel.name for panel in plan.net.panels}
        if "lid" not in names:
            yield from self._words(plan.title, plan.net.panel("base").box, 0, _INK)
            return
        fill = _INK if contrast(_INK, ground) > contrast(_PAPER, ground) else _PAPER
        for name in ("right", "left"):
            yield from self._words(plan.title, plan.net.panel(name).box, 90, fill)
        lid = plan.net.panel("lid").box
        yield from self._words(plan.title, lid, 0, fill)
        front = plan.net.panel("front").box
        band = Box(front.x, front.bottom - front.h * (0.12 + _LABEL), front.w, front.h * _LABEL)
        yield f"{color(ground)} {band} re f"
        upper = Box(band.x, band.y, band.w, band.h * 0.62)
        yield from self._words(plan.title, upper, 0, fill)
        yield from self._words(plan.contents, Box(band.x, upper.bottom, band.w, band.h * 0.32), 0, fill)

    def _words(self, text: str, box: Box, turn: int, fill: str) -> Iterator[str]:
        """A line of text in the middle of a box, as large as it fits."""
        text = spelled(self.font, text)
        long, high = (box.h, box.w) if turn else (box.w, box.h)
        size = min(high * 0.6 / MM_PER_PT, 22.0, 0.88 * long / max(text_width(self.font, text, 1.0), 0.01))
        if size < 3:
            return
        half, drop = text_width(self.font, text, size) / 2, 0.35 * size * MM_PER_PT
        cx, cy = box.x + box.w / 2, box.y + box.h / 2
        x, y = (cx - drop, cy - half) if turn else (cx - half, cy + drop)
        yield self.ink.text(Note(text, x, y, size, "left", turn), self.font_file, fill)

    # Dividers

    def dividers(self, places: Iterable[_Place]) -> str:
        """Cards with tabs, whose places take turns."""
        parts: list[str] = []
        for divider, box, number in places:
            third = box.w / 3
            left = box.x + third * (number % 3)
            body = box.y + DIVIDER_TAB
            corners: tuple[Point, ...] = (
                (box.x, body),
                (left, body),
                (left, box.y),
                (left + third, box.y),
                (left + third, body),
                (box.right, body),
                (box.right, box.bottom),
                (box.x, box.bottom),
            )
            whole = tuple(dict.fromkeys(corners))
            parts.append(self._art(divider.art, Box(box.x, body, box.w, box.h - DIVIDER_TAB)))
            parts += self._words(divider.title, Box(left, box.y, third, DIVIDER_TAB), 0, _INK)
            parts.append(f"0 G 0.15 w [] 0 d {_path(whole)} s")
        return "\n".join(parts)


def _ground(plan: BoxPlan) -> str:
    """The colour of a box where it shows no art: that of the art's edges."""
    edge = plan.art.edge if plan.art else ""
    return edge or (_PAPER if plan.art is None else "#dddddd")


def _path(corners: Sequence[Point]) -> str:
    return " ".join(f"{num(x)} {num(y)} {'l' if at else 'm'}" for at, (x, y) in enumerate(corners))


def _filled(panel: Panel, ground: str) -> str:
    return f"{color(ground)} {color(ground, stroke=True)} {num(2 * _OVER)} w 0 j {_path(panel.corners)} b"


def _lines(plan: BoxPlan) -> Iterator[str]:
    """Black lines to cut; white ones with black dashes to fold."""
    for a, b in plan.net.cuts:
        yield f"0 G 0.15 w [] 0 d {_path((a, b))} S"
    for fold in plan.net.folds:
        path = _path((fold.start, fold.end))
        yield f"1 G 0.3 w [] 0 d {path} S 0 G 0.3 w [2 2] 0 d {path} S [] 0 d"
