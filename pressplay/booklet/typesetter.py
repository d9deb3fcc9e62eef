"""The typesetter's desk: styles of a game's fonts in its theme, and text broken into even lines."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from html import escape

from pressplay.drawing.marks import Art, Mark, Run, Shape, Stamp
from pressplay.drawing.paint import Flat, Stroke
from pressplay.drawing.path import Path, Segment, bounds
from pressplay.drawing.text import Atom, Style, TextLines, break_lines, place_line, width_of
from pressplay.faces.element import FaceMistake, Scene
from pressplay.faces.rich_text import flow
from pressplay.units import MM_PER_PT, num

from .theme import Theme

# What a rulebook says of itself, in the languages we can say it in.
WORDS = {
    "en": ("Rulebook", "Contents", "Notes", "players", "or", "Version", "Made with pressplay"),
    "de": ("Spielregeln", "Inhalt", "Notizen", "Spieler", "oder", "Version", "Gesetzt mit pressplay"),
    "fr": ("Règles du jeu", "Sommaire", "Notes", "joueurs", "ou", "Version", "Composé avec pressplay"),
    "es": ("Reglas del juego", "Índice", "Notas", "jugadores", "o", "Versión", "Compuesto con pressplay"),
}


@dataclass(frozen=True, slots=True)
class Typesetter:
    """What is needed to set type; it remembers the files behind the type."""

    scene: Scene
    theme: Theme
    language: str = "en"
    files: dict[str, str] = field(default_factory=dict)  # fonts and icons in use → content hash
    _styles: dict[tuple[str, str, bool, bool], Style] = field(default_factory=dict)

    def word(self, english: str) -> str:
        """A word of the book's own furniture, in the game's language."""
        own = WORDS.get(self.language.split("-")[0].lower(), WORDS["en"])
        return own[WORDS["en"].index(english)]

    def style(self, role: str, fill: str, bold: bool = False, italic: bool = False) -> Style:
        """A style of the display or the text face; a plainer one where the game's fonts lack it."""
        key = (role, fill, bold, italic)
        if key not in self._styles:
            plainer = dict.fromkeys(
                [(role, bold, italic), (role, bold, False), (role, False, False), ("text", True, False)]
            )
            self._styles[key] = next(self._able(plainer, fill))
        return self._styles[key]

    def _able(self, looks: Iterable[tuple[str, bool, bool]], fill: str) -> Iterator[Style]:
        """The styles that the game's fonts have; the last one must be there."""
        *first, last = [*looks, ("text", False, False)]
        for role, bold, italic in first:
            with suppress(FaceMistake):
                yield Style(
                    self.scene.fonts(role, bold, italic), Flat(fill), bold, italic, role, setting=self.scene.setting
                )
        role, bold, italic = last
        yield Style(self.scene.fonts(role, bold, italic), Flat(fill), bold, italic, role, setting=self.scene.setting)

    def lines(self, markup: str, style: Style, size: float, width: float) -> TextLines:
        """Markup broken into lines as even as can be; a word that is too wide is a mistake."""
        text = flow(markup, style, self.scene)
        self.files.update(text.resources)
        done = break_lines(text.paragraphs, size, width, even=True)
        if done is None:
            raise _too_wide(markup, text.paragraphs, size, width)
        return done

    def balanced(self, markup: str, style: Style, size: float, width: float) -> TextLines:
        """Lines of like length, for words that are centred."""
        done = self.lines(markup, style, size, width)
        narrow = width
        while len(done.lines) > 1 and narrow > width / 2:
            narrow *= 0.97
            try:
                tried = self.lines(markup, style, size, narrow)
            except FaceMistake:
                break
            if len(tried.lines) > len(done.lines):
                break
            done = tried
        return done

    def wide(self, markup: str, style: Style, size: float) -> tuple[float, float]:
        """How wide markup is on one line, and how wide its widest word is, in millimetres."""
        text = flow(markup, style, self.scene)
        self.files.update(text.resources)
        lines = [atoms for paragraph in text.paragraphs for atoms in paragraph]
        em = size * MM_PER_PT
        whole = max((width_of(line) for line in lines), default=0.0)
        word = max((atom.width for line in lines for atom in line), default=0.0)
        return whole * em, word * em

    def text(self, markup: str, style: Style, size: float, x: float, y: float, align: str = "left") -> list[Mark]:
        """One line whose baseline starts, centres or ends at x, y."""
        text = flow(markup, style, self.scene)
        self.files.update(text.resources)
        line = [atom for paragraph in text.paragraphs for atoms in paragraph for atom in atoms]
        wide = width_of(line) * size * MM_PER_PT
        x -= {"left": 0.0, "center": wide / 2, "right": wide}[align]
        return place_line(line, x, y, size) if line else []


@contextmanager
def in_line(line: int) -> Iterator[None]:
    """What is set here stands in a line of the block, counted from 0."""
    try:
        yield
    except FaceMistake as mistake:
        mistake.line = line
        raise


def _too_wide(markup: str, paragraphs: list[list[list[Atom]]], size: float, width: float) -> FaceMistake:
    widest = max((atom for lines in paragraphs for line in lines for atom in line), key=lambda atom: atom.width)
    word = "".join(part.text for part in widest.parts)
    need = widest.width * size * MM_PER_PT
    said = f"“{word}” needs {need:.1f} mm at {num(size)} pt, there are {width:.1f} mm"
    mistake = FaceMistake(said, "use a shorter word, or a hyphen")
    mistake.line = markup.count("\n", 0, max(0, markup.find(escape(word, quote=False))))
    return mistake


def leading(size: float, factor: float = 1.35) -> float:
    """The height of a line in millimetres."""
    return size * factor * MM_PER_PT


def baseline(style: Style, size: float, height: float) -> float:
    """Where the baseline runs in a line of a height, so that the capitals stand in its middle."""
    return (height + style.font.cap_height * size * MM_PER_PT) / 2


def drawn(segments: list[Segment], fill: str = "", stroke: str = "", width: float = 0.2, opacity: float = 1.0) -> Shape:
    """An outline as a mark."""
    line = Stroke(Flat(stroke), width) if stroke else None
    return Shape(Path.of(segments), bounds(segments), Flat(fill) if fill else None, line, opacity)


def file_of(mark: Mark) -> str:
    """The font, icon or image behind a mark, if there is one."""
    if isinstance(mark, Run):
        return mark.font
    if isinstance(mark, Stamp):
        return mark.icon
    return mark.file if isinstance(mark, Art) else ""
