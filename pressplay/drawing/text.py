"""Lines: rich text broken over real glyph widths, so that we know where every run and icon sits."""

import re
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from pressplay.faces.element import FaceMistake, Scene, ink
from pressplay.faces.markup import MarkupMistake, plain, read_tag, tokens
from pressplay.units import MM_PER_PT

from .fonts import Font
from .icons import Icon
from .picture import Box, Mark, Run, Stamp

_ICON_HEIGHT = 1.24  # an inline icon, in heights of a capital
_ICON_SIDE = 0.09  # the air on each side of it, in em
_BREAKS = re.compile(r"(?<=[^\W\d_]-)(?=\w)|(?<=[—/])(?=\w)")  # inside a word: after hyphen, dash, slash


@dataclass(frozen=True, slots=True)
class Style:
    """How letters look; `factor` scales the size that is being fitted."""

    font: Font
    fill: str
    bold: bool
    italic: bool
    family: str
    factor: float = 1.0
    atoms: dict[str, "Atom"] = field(default_factory=dict, compare=False)  # words measured so far

    def changed(self, **look: Any) -> "Style":
        """The same style but for some of its looks."""
        return replace(self, **look, atoms={})


class Part(NamedTuple):
    """A stretch of one style within an atom: letters, or an icon."""

    text: str
    style: Style
    width: float  # in em of the base size
    icon: Icon | None = None


class Atom(NamedTuple):
    """What is never torn apart: a word with its punctuation; `space` stands before it unless it starts a line."""

    width: float
    space: float
    parts: tuple[Part, ...]
    style: Style | None = None  # when it is one plain word, its style


Paragraph = list[list[Atom]]  # forced lines of atoms


@dataclass(slots=True)
class Flow:
    """Text ready to be broken: its paragraphs, and the fonts and icons behind it."""

    paragraphs: list[Paragraph]
    resources: dict[str, str]


def flow(body: str, style: Style, scene: Scene) -> Flow:
    """Read the content of a text or box element."""
    reader = _MarkupReader(style, scene)
    if "<" not in body and "&" not in body:
        reader.words(body)
    else:
        reader.markup(body)
    return reader.finish()


class _MarkupReader:
    """Collects atoms while walking through inline markup."""

    def __init__(self, style: Style, scene: Scene) -> None:
        self.scene = scene
        self.style = style
        self.blank = style.font.width(" ") * style.factor
        self.stack: list[tuple[str, Style]] = []
        self.paragraphs: list[Paragraph] = [[[]]]
        self.parts: list[Part] = []
        self.space = 0.0  # before the atom being collected
        self.resources = {style.font.file: style.font.digest}

    def finish(self) -> Flow:
        if self.stack:
            raise FaceMistake(f"<{self.stack[-1][0]}> is not closed")
        self._close(0.0)
        return Flow([p for p in self.paragraphs if any(p)], self.resources)

    def markup(self, body: str) -> None:
        try:
            for token in tokens(body):
                if token[0] != "<":
                    self.words(plain(token))
                elif not token.startswith("<!--"):
                    self._tag(token)
        except MarkupMistake as mistake:
            raise FaceMistake(str(mistake), mistake.hint) from None

    def words(self, text: str) -> None:
        """Add running text; white space separates atoms, most of which are known from earlier cards."""
        style = self.style
        found = text.split() if "\xa0" not in text else _held_together(text)
        if not found or text[0].isspace():
            self._close(self.blank)
        if not found:
            return
        ends_open = not text[-1].isspace()
        last = found.pop() if ends_open else ""
        known = style.atoms
        line = self.paragraphs[-1][-1]
        for word in found:
            if self.parts:  # this word continues an atom, as after an icon or a bold letter
                self._collect(word)
                self._close(self.blank)
                continue
            atom = known.get(word) or self._whole(word)
            if atom:
                line.append(atom)
            else:
                if line:  # the words before it went straight into the line
                    self.space = self.blank
                self._collect(word)
                self._close(self.blank)
        if found and not self.parts:
            self.space = self.blank
        if ends_open:
            self._collect(last)
        if style.font.lost:
            self._check_glyphs(style.font, text)

    def _whole(self, word: str) -> Atom | None:
        """A word as an atom of its own, remembered; None when it may be broken inside."""
        if len(word) > 3 and _BREAKS.search(word):
            return None
        style = self.style
        width = style.font.width(word) * style.factor
        atom = Atom(width, self.blank, (Part(word, style, width),), style)
        style.atoms[word] = atom
        return atom

    def _collect(self, word: str) -> None:
        """Add letters to the atom being collected, and break it where a word may be broken."""
        style = self.style
        for number, piece in enumerate(_BREAKS.split(word) if len(word) > 3 else [word]):
            if number:
                self._close(0.0)
            self.parts.append(Part(piece, style, style.font.width(piece) * style.factor))

    def _check_glyphs(self, font: Font, text: str) -> None:
        lost = font.missing(" ".join(text.split()))
        if lost:
            name = font.file.rsplit("/", 1)[-1]
            signs = ", ".join(f"“{char}” (U+{ord(char):04X})" for char in lost)
            raise FaceMistake(f"{name} has no {signs}", "use another sign, an [icon], or another font", of_piece=True)

    def _close(self, space: float) -> None:
        """End the atom being collected; `space` stands before the next one."""
        if self.parts:
            first = self.parts[0]
            if len(self.parts) == 1:
                atom = Atom(first.width, self.space, (first,), None if first.icon else first.style)
            else:
                atom = Atom(sum(part.width for part in self.parts), self.space, tuple(self.parts))
            self.paragraphs[-1][-1].append(atom)
            self.parts = []
        self.space = space

    def _tag(self, token: str) -> None:
        tag = read_tag(token)
        name = tag.name
        if name == "icon":
            self._icon(tag.attributes)
        elif name == "br":
            self._close(0.0)
            self.paragraphs[-1].append([])
        elif name == "p":
            self._close(0.0)
            self.paragraphs.append([[]])
        elif tag.closes:
            if not self.stack or self.stack[-1][0] != name:
                raise FaceMistake(f"</{name}> closes nothing")
            self._use(self.stack.pop()[1])
        else:
            self.stack.append((name, self.style))
            self._use(self._styled(name, tag.attributes))

    def _use(self, style: Style) -> None:
        self.style = style
        self.blank = style.font.width(" ") * style.factor
        self.resources[style.font.file] = style.font.digest

    def _styled(self, name: str, given: dict[str, str]) -> Style:
        style = self.style
        accepted = {"b": (), "i": (), "c": ("fill",), "s": ("size",), "f": ("font",)}.get(name)
        if accepted is None:
            raise FaceMistake(f"<{name}> cannot stand in text", "accepted: b, i, c, s, f, icon, br, p")
        if tuple(given) != accepted:
            raise FaceMistake(f"<{name}> wants {', '.join(accepted) or 'no attributes'}")
        bold, italic, family = style.bold or name == "b", style.italic or name == "i", style.family
        if name == "c":
            return style.changed(fill=ink(given["fill"], self.scene))
        if name == "s":
            share = _factor(given["size"].rstrip("%"), f"<s size>: {given['size']!r} is not a percentage")
            return style.changed(factor=style.factor * share / 100)
        if name == "f":
            family = given["font"]
        return style.changed(font=self.scene.font(family, bold, italic), bold=bold, italic=italic, family=family)

    def _icon(self, given: dict[str, str]) -> None:
        unknown = set(given) - {"icon", "fill", "scale"}
        if unknown or "icon" not in given:
            raise FaceMistake("<icon> in text wants icon, and may have fill and scale")
        icon = self.scene.icon(given["icon"])
        style = self.style
        if "fill" in given:
            style = style.changed(fill=ink(given["fill"], self.scene))
        given_scale = given.get("scale", "1")
        scale = _factor(given_scale, f"<icon scale>: {given_scale!r} is not a number above 0") * style.factor
        height = style.font.cap_height * _ICON_HEIGHT * scale
        side = 2 * _ICON_SIDE * style.factor
        self.parts.append(Part("", style, height * icon.width / icon.height + side, icon))
        self.resources[icon.file] = icon.digest


def _factor(text: str, mistake: str) -> float:
    """By how much something grows; `mistake` is told when this is no number for that."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 10_000:
        raise FaceMistake(mistake)
    return value


def _held_together(text: str) -> list[str]:
    """Words, those around a no-break space as one; fonts that lack that space have the common one."""
    return [word.replace("\0", " ") for word in text.replace("\xa0", "\0").split()]


@dataclass(slots=True)
class TextLines:
    """Text broken into lines at one size."""

    size: float  # points
    lines: list[list[Atom]]
    widths: list[float]  # in em
    starts: list[int]  # the lines that begin a paragraph, the first one left out
    ends: set[int]  # the lines that end one: never justified

    def height(self, leading: float, gap: float, cap: float, tail: float) -> float:
        """From the top of the capitals to the bottom of the descenders, in millimetres."""
        em = self.size * MM_PER_PT
        return em * (cap + tail + (len(self.lines) - 1) * leading + len(self.starts) * gap * leading)


def break_lines(paragraphs: list[Paragraph], size: float, width: float) -> TextLines | None:
    """Break greedily into lines of a width in millimetres; None when a word is wider than that."""
    limit = width / (size * MM_PER_PT) + 1e-6
    lines: list[list[Atom]] = []
    widths: list[float] = []
    starts: list[int] = []
    ends: set[int] = set()
    for number, paragraph in enumerate(paragraphs):
        if number:
            starts.append(len(lines))
        for forced in paragraph:
            line: list[Atom] = []
            used = 0.0
            for atom in forced:
                step = atom.width + atom.space if line else atom.width
                if line and used + step > limit:
                    lines.append(line)
                    widths.append(used)
                    line, used, step = [], 0.0, atom.width
                if step > limit:
                    return None
                line.append(atom)
                used += step
            lines.append(line)
            widths.append(used)
            ends.add(len(lines) - 1)
    return TextLines(size, lines, widths, starts, ends)


def tidy(paragraphs: list[Paragraph], done: TextLines, width: float, balance: bool) -> TextLines:
    """The same number of lines, but of like length (`balance`) or at least without a lone last word."""
    if len(done.lines) < 2:
        return done
    if not balance and len(done.lines[-1]) > 1:
        return done
    best = done
    low, high = 0.5 if balance else 0.8, 1.0
    for _ in range(8):
        middle = (low + high) / 2
        tried = break_lines(paragraphs, done.size, width * middle)
        if tried is None or len(tried.lines) > len(done.lines):
            low = middle
        else:
            best, high = tried, middle
    return best if balance or len(best.lines[-1]) > 1 else done


def place_line(
    line: list[Atom], x: float, y: float, size: float, stretch: float = 0.0, spacing: float = 0.0, **look: bool | float
) -> list[Mark]:
    """The runs and icons of one line whose baseline starts at x, y."""
    em = size * MM_PER_PT
    style = line[0].style if line else None
    if style and not spacing and all([atom.style is style and atom.space for atom in line[1:]]):
        width = sum(atom.width + atom.space for atom in line) - line[0].space
        end = x + width * em + stretch * (len(line) - 1)
        text = " ".join([atom.parts[0].text for atom in line])
        return [_run(text, style, x, y, size, end, stretch, 0.0, look)]
    marks: list[Mark] = []
    words: list[str] = []
    run_style: Style | None = None
    run_x = pen = x

    def flush(end: float) -> None:
        if words and run_style:
            marks.append(_run("".join(words), run_style, run_x, y, size, end, stretch, spacing, look))
            words.clear()

    for index, atom in enumerate(line):
        if index and atom.space:
            gap = atom.space * em + stretch + spacing
            if words and atom.parts[0].style is run_style and not atom.parts[0].icon:
                words.append(" ")
            else:
                flush(pen)
            pen += gap
        for part in atom.parts:
            if part.icon:
                flush(pen)
                marks.append(_stamp(part, pen, y, em, look))
            elif words and part.style is run_style:
                words.append(part.text)
            else:
                flush(pen)
                run_style, run_x = part.style, pen
                words.append(part.text)
            pen += part.width * em + spacing * len(part.text)
    flush(pen - (spacing if words else 0))
    return marks


def _run(
    text: str,
    style: Style,
    x: float,
    y: float,
    size: float,
    end: float,
    stretch: float,
    spacing: float,
    look: dict[str, bool | float],
) -> Run:
    real = round(size * style.factor, 3)
    em = real * MM_PER_PT
    box = Box(x, y - style.font.cap_height * em, end - x, (style.font.cap_height + 0.2) * em)
    return Run(
        text,
        x,
        y,
        style.font.file,
        real,
        style.fill,
        box,
        spacing,
        stretch,
        bold=style.bold,
        **look,  # type: ignore[arg-type]
    )


def _stamp(part: Part, x: float, y: float, em: float, look: dict[str, bool | float]) -> Stamp:
    assert part.icon
    w = (part.width - 2 * _ICON_SIDE * part.style.factor) * em
    h = w * part.icon.height / part.icon.width
    top = y - part.style.font.cap_height * part.style.factor * em / 2 - h / 2
    box = Box(x + _ICON_SIDE * part.style.factor * em, top, w, h)
    opacity = float(look.get("opacity", 1.0))
    return Stamp(part.icon.file, box, part.style.fill, opacity, bool(look.get("art", False)))
