"""The margin of a sheet: crop marks, the fold line, rulers that prove the scale, and notes."""

from collections.abc import Sequence

from pressplay.drawing.box import Box
from pressplay.drawing.fonts import Font, open_font
from pressplay.game import Game
from pressplay.units import BLEED, MM_PER_PT

from .grid import FOLD, MARGIN, STRIP, around, grown
from .sheet import Grid, Line, Note

_LONGEST = 5.0  # of a crop mark
_TEXT = 6.0  # points
_BASELINE = 1.8  # of the words in a strip, from its outer edge
_RULE = 2.55  # of the ruler's line
_RULERS = ((100.0, 10, "100 mm · print at 100 %, actual size"), (101.6, 8, "4 in"))
_SHORT_RULERS = ((50.0, 5, "50 mm · print at 100 %"), (50.8, 4, "2 in"))
_PLAIN = {"·": "-", "…": "...", "’": "'", "–": "-", "×": "x"}


def note_font(game: Game) -> str:
    """The font file of the notes: the game's text face."""
    family = game.families[game.fonts.get("text") or next(iter(game.fonts.values()))]
    return family.files.get("regular") or next(iter(family.files.values()))


def text_width(font: Font, text: str, size: float) -> float:
    """How long a note is, in millimetres."""
    em = sum(font.width(word) for word in text.split(" ") if word) + font.width(" ") * text.count(" ")
    return em * size * MM_PER_PT


def crop_marks(grid: Grid) -> tuple[Line, ...]:
    """A mark at both ends of every cut, outside the bleed, as long as there is room."""
    cells = grid.cells
    bleed = grown(around(cells), BLEED)
    limits = _limits(grid)
    xs = sorted({round(x, 6) for cell in cells for x in (cell.x, cell.right)})
    ys = sorted({round(y, 6) for cell in cells for y in (cell.y, cell.bottom)})
    top, bottom = max(limits.y, bleed.y - _LONGEST), min(limits.bottom, bleed.bottom + _LONGEST)
    left, right = max(limits.x, bleed.x - _LONGEST), min(limits.right, bleed.right + _LONGEST)
    return (
        *(Line(x, top, x, bleed.y) for x in xs),
        *(Line(x, bleed.bottom, x, bottom) for x in xs),
        *(Line(left, y, bleed.x, y) for y in ys),
        *(Line(bleed.right, y, right, y) for y in ys),
    )


def _limits(grid: Grid) -> Box:
    """The part of the page in which marks may stand."""
    free = within(grid)
    if grid.fold == "upright":
        return Box(free.x, free.y, grid.width / 2 - 1 - free.x, free.h)
    if grid.fold == "level":
        return Box(free.x, free.y, free.w, grid.height / 2 - 1 - free.y)
    return free


def within(grid: Grid) -> Box:
    """The page without its margin and the strips of rulers and notes."""
    side = MARGIN + (STRIP if grid.strips == "upright" else 0)
    ends = MARGIN + (STRIP if grid.strips == "level" else 0)
    return Box(side, ends, grid.width - 2 * side, grid.height - 2 * ends)


def fold_line(grid: Grid) -> tuple[Line, ...]:
    """The line to fold along, at least its due distance from both bleeds."""
    free = within(grid)
    dash = (FOLD / 2, FOLD / 2)
    if grid.fold == "upright":
        return (Line(grid.width / 2, free.y, grid.width / 2, free.bottom, dash=dash),)
    if grid.fold == "level":
        return (Line(free.x, grid.height / 2, free.right, grid.height / 2, dash=dash),)
    return ()


class Strips:
    """The two strips of a page: before the pieces and after them, each a ruler and words."""

    def __init__(self, grid: Grid, game: Game) -> None:
        self._upright = grid.strips == "upright"
        self._page = grid.width, grid.height
        self._length = (grid.height if self._upright else grid.width) - 2 * MARGIN
        self._font = open_font(game.files, note_font(game))
        self._rulers = _RULERS if self._length > 110 else _SHORT_RULERS
        self._turn = 270 if self._upright else 0
        self._spellings: dict[str, str] = {}
        self.lines = tuple(line for strip in (0, 1) for line in self._ruler(strip))
        self._labels = tuple(self._note(strip, 2, self._spelled(ruler[2])) for strip, ruler in enumerate(self._rulers))

    def notes(self, first: Sequence[str], last: str) -> tuple[Note, ...]:
        """The rulers' labels and the page's words; of `first`, the first that fits is taken."""
        room = self._length - max(ruler[0] for ruler in self._rulers) - 4
        said = [self._spelled(text) for text in first]
        fitting = [text for text in said if text_width(self._font, text, _TEXT) <= room]
        words = fitting[0] if fitting else self._shortened(said[-1], room)
        ends = enumerate((words, self._spelled(last)))
        return (*self._labels, *(self._note(strip, self._length - 0.2, text, "right") for strip, text in ends))

    def _spelled(self, text: str) -> str:
        """The text in characters that the game's font has: a margin is no place to stop for."""
        for char in dict.fromkeys(text):
            if char not in self._spellings:
                self._spellings[char] = _PLAIN.get(char, "?") if self._font.missing(char) else char
        return "".join(map(self._spellings.__getitem__, text))

    def _shortened(self, text: str, room: float) -> str:
        dots = self._spelled("…")
        while text and text_width(self._font, text + dots, _TEXT) > room:
            text = text[:-1]
        return text.rstrip() + dots

    def _at(self, strip: int, along: float, deep: float) -> tuple[float, float]:
        """A point of a strip on the page: along it, and down from its upper edge."""
        width, height = self._page
        deep += MARGIN
        if strip:
            deep += (width if self._upright else height) - 2 * MARGIN - _RULE - 0.15
        return (deep, height - MARGIN - along) if self._upright else (MARGIN + along, deep)

    def _ruler(self, strip: int) -> list[Line]:
        length, steps, _ = self._rulers[strip]
        start = 0.2
        lines = [Line(*self._at(strip, start, _RULE), *self._at(strip, start + length, _RULE))]
        for step in range(steps + 1):
            x = start + length * step / steps
            deep = 0.3 if step in (0, steps) else _RULE - 0.5
            lines.append(Line(*self._at(strip, x, deep), *self._at(strip, x, _RULE)))
        return lines

    def _note(self, strip: int, along: float, text: str, align: str = "left") -> Note:
        return Note(text, *self._at(strip, along, _BASELINE), _TEXT, align, self._turn)
