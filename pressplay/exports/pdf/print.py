"""Print: the sheets of a deck as a PDF that any printer at home prints at its true size."""

from collections import Counter
from dataclasses import replace

from pressplay.drawing.box import Box, grown
from pressplay.drawing.cutting import cutting_line
from pressplay.drawing.path import Path
from pressplay.drawing.small_print import text_width
from pressplay.drawing.type.font import open_font
from pressplay.exports import roles
from pressplay.exports.job import Job, OutFile
from pressplay.game import Game
from pressplay.sheets.sheet import Deck, Line, Note, Placement, Sheet
from pressplay.spool import Spool
from pressplay.units import num

from .document import Bookmark, PdfDocument
from .operators import MarkWriter, add_page, path_operators

_DUPLEX = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge"}
_BLACK = "#000000"
_CUT = "0.5 G 0.15 w"


def export(job: Job) -> list[OutFile]:
    """One PDF a paper."""
    role = roles.PRINT_INK_SAVER if job.options.ink_saver else roles.PRINT
    printed = [
        OutFile(f"print/{job.game.id}-{deck.name}.pdf", role, spooled(deck, job.game), deck.paper.name)
        for deck in job.decks
        if deck.sheets
    ]
    return printed + _cut_files(job)


def _cut_files(job: Job) -> list[OutFile]:
    if not any(sheet.outlines for deck in job.decks for sheet in deck.sheets):
        return []
    from pressplay.exports.cutting.export import cut_files  # few have a machine

    role = roles.CUT_INK_SAVER if job.options.ink_saver else roles.CUT
    return [file for deck in job.decks for file in cut_files(deck, job.game.id, role, job.options.cut)]


def write(deck: Deck, game: Game) -> bytes:
    """The deck's sheets, ready to print."""
    return spooled(deck, game).data


def spooled(deck: Deck, game: Game) -> Spool:
    """As write, for decks with much art."""
    title = f"{game.title} {game.version}, {deck.paper.title}{', ink-saver' if deck.ink_saver else ''}"
    document = PdfDocument(game.files, title, game.language, game.description)
    add_sheets(document, deck, game.text_font())
    return document.spooled(
        preferences(deck), [Bookmark(*each) for each in deck.bookmarks], [sheet.label for sheet in deck.sheets]
    )


def add_sheets(document: PdfDocument, deck: Deck, font: str) -> None:
    """A page for each sheet, its words in a font."""
    press = SheetWriter(document, font, deck)
    for sheet in deck.sheets:
        page = Box(0, 0, sheet.width, sheet.height)
        operators = press.sheet(sheet)
        if sheet.side == "back" and deck.correction:
            operators = f"q {' '.join(num(value, 6) for value in deck.correction)} cm\n{operators}\nQ"
        add_page(document, operators, page, sheet.trim, sheet.bleed)


def preferences(deck: Deck) -> dict[str, str]:
    """What a printer is told: the true size, and how the paper is turned."""
    return {"PrintScaling": "None", "Duplex": _DUPLEX.get(deck.backs, "Simplex")}


class SheetWriter:
    """Draws sheets; what comes back is drawn once: pictures and margins as forms, words as text kept."""

    def __init__(self, document: PdfDocument, font: str, deck: Deck) -> None:
        self.document = document
        self.ink = MarkWriter(document)
        self.often = Counter(placed.picture for sheet in deck.sheets for placed in sheet.placed)
        self.font = font
        self.measure = open_font(document.files, font)
        self.margins: dict[int, str] = {}
        self.places: dict[tuple[int, int, int, str], str] = {}
        self.words: dict[Note, str] = {}

    def sheet(self, sheet: Sheet) -> str:
        parts = [self._placed(placed) for placed in sheet.placed]
        if sheet.cuts:
            cuts = "\n".join(f"{path_operators(cut)} S" for cut in sheet.cuts)
            parts.append(f"q {sheet.bleed} re W n {_CUT}\n{cuts}\nQ")
        if sheet.blanks:
            parts.append("\n".join(["1 g", *(f"{box} re f" for box in sheet.blanks)]))
        parts.append(self._lines(sheet))
        parts += [self._note(note) for note in sheet.notes]
        return "\n".join(parts)

    def _placed(self, placed: Placement) -> str:
        picture = placed.picture
        drawn = f"/{self.ink.form(picture)} Do" if self.often[picture] > 1 else self.ink.draw(picture)
        return f"{self._place(placed)}\n{drawn}\nQ"

    def _place(self, placed: Placement) -> str:
        # The deck keeps its boxes, and pages of one grid share them.
        key = (id(placed.box), id(placed.clip), placed.turn, placed.picture.shape)
        place = self.places.get(key)
        if place is None:
            place = self.places[key] = f"q {_clip(placed)} {_matrix(placed)} cm"
        return place

    def _lines(self, sheet: Sheet) -> str:
        name = self.margins.get(id(sheet.lines))  # the deck keeps its lines, so the id stays theirs
        if name is None:
            drawn = "0 G " + "\n".join(map(_line, sheet.lines))
            name = self.margins[id(sheet.lines)] = self.document.form(drawn, (0, 0, sheet.width, sheet.height))
        return f"/{name} Do"

    def _note(self, note: Note) -> str:
        drawn = self.words.get(note)
        if drawn is None:
            drawn = self.words[note] = self.ink.text(self._begun(note), self.font, _BLACK)
        return drawn

    def _begun(self, note: Note) -> Note:
        """A note by the start of its baseline."""
        if note.align == "left":
            return note
        back = text_width(self.measure, note.text, note.size)
        places = {0: (note.x - back, note.y), 90: (note.x, note.y - back)}
        x, y = places.get(note.turn, (note.x, note.y + back))
        return replace(note, x=x, y=y, align="left")


def _line(line: Line) -> str:
    dash = f"[{' '.join(map(num, line.dash))}] 0 d"
    ends = f"{num(line.x1)} {num(line.y1)} m {num(line.x2)} {num(line.y2)} l S"
    return f"{num(line.width)} w {dash} {ends}"


def _clip(placed: Placement) -> str:
    """The outlines that keep a picture's ink to itself."""
    around = grown(placed.box, placed.picture.bleed)
    clip = f"{placed.clip or around} re W n"
    if placed.picture.form.is_cut_out:
        clip += f" {path_operators(Path.of(cutting_line(placed.picture.form, around)))} W n"
    return clip


def _matrix(placed: Placement) -> str:
    """From the picture's millimetres to the page's, turned clockwise by quarters."""
    box = placed.box
    turned, x, y = {
        0: ("1 0 0 1", box.x, box.y),
        90: ("0 1 -1 0", box.right, box.y),
        180: ("-1 0 0 -1", box.right, box.bottom),
        270: ("0 -1 1 0", box.x, box.bottom),
    }[placed.turn]
    return f"{turned} {num(x)} {num(y)}"
