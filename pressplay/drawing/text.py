"""Lines: rich text broken over real glyph widths, so that we know where every run and icon sits."""

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, NamedTuple

from pressplay.units import MM_PER_PT

from .box import Box
from .fonts import Font
from .icons import Icon
from .marks import Mark, Run, Stamp
from .paint import Flat

_ICON_SIDE = 0.09  # the air on each side of it, in em
_SHORT = 0.3  # in even lines: a last one of one word counts as if this share of a line were wasted
_LINE = 1.0  # so that evenness is not bought with a further line


@dataclass(frozen=True, slots=True)
class Style:
    """How letters look; `factor` scales the size that is being fitted."""

    font: Font
    fill: Flat
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


def break_lines(paragraphs: list[Paragraph], size: float, width: float, even: bool = False) -> TextLines | None:
    """Break into lines of a width in millimetres, each as full as can be or `even`; None when a word is too wide."""
    limit = width / (size * MM_PER_PT) + 1e-6
    add = _add_even if even else _add_full
    done = TextLines(size, [], [], [], set())
    for number, paragraph in enumerate(paragraphs):
        if number:
            done.starts.append(len(done.lines))
        for forced in paragraph:
            if not add(done, forced, limit):
                return None
            done.ends.add(len(done.lines) - 1)
    return done


def width_of(line: list[Atom]) -> float:
    """The width of a line in em."""
    return sum(atom.width + atom.space for atom in line) - line[0].space if line else 0.0


def _add_full(done: TextLines, atoms: list[Atom], limit: float) -> bool:
    """Each line takes what fits into it; False when a word fits into none."""
    lines, widths = done.lines, done.widths
    line: list[Atom] = []
    used = 0.0
    for atom in atoms:
        step = atom.width + atom.space if line else atom.width
        if line and used + step > limit:
            lines.append(line)
            widths.append(used)
            line, used, step = [], 0.0, atom.width
        if step > limit:
            return False
        line.append(atom)
        used += step
    lines.append(line)
    widths.append(used)
    return True


def _add_even(done: TextLines, atoms: list[Atom], limit: float) -> bool:
    """The breaks with the least squares of what each line but the last lacks; False when a word fits into none."""
    if any(atom.width > limit for atom in atoms):
        return False
    count = len(atoms)
    best = [0.0] + [float("inf")] * count
    starts = [0] * (count + 1)  # of the line that ends before each atom
    for end in range(1, count + 1):
        wide = 0.0
        for start in range(end - 1, -1, -1):
            wide += atoms[start].width + (atoms[start + 1].space if start + 1 < end else 0.0)
            if wide > limit and start < end - 1:
                break
            lacks = limit - wide if end < count else _SHORT * limit if start == end - 1 and start else 0.0
            price = best[start] + lacks * lacks + _LINE * limit * limit
            if price < best[end]:
                best[end], starts[end] = price, start
    cuts = [count]
    while cuts[-1]:
        cuts.append(starts[cuts[-1]])
    lines = [atoms[start:end] for end, start in pairwise(cuts)][::-1] or [[]]
    done.lines += lines
    done.widths += map(width_of, lines)
    return True


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
    setting = _Setting(y, size, stretch, spacing, look)
    style = line[0].style if line else None
    if style and not spacing and all([atom.style is style and atom.space for atom in line[1:]]):
        width = sum(atom.width + atom.space for atom in line) - line[0].space
        end = x + width * em + stretch * (len(line) - 1)
        text = " ".join([atom.parts[0].text for atom in line])
        return [_run(text, style, x, end, setting)]
    marks: list[Mark] = []
    words: list[str] = []
    run_style: Style | None = None
    run_x = pen = x

    def flush(end: float) -> None:
        if words and run_style:
            marks.append(_run("".join(words), run_style, run_x, end, setting))
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


class _Setting(NamedTuple):
    """How a whole line is set."""

    y: float
    size: float
    stretch: float
    spacing: float
    look: dict[str, bool | float]


def _run(text: str, style: Style, x: float, end: float, setting: _Setting) -> Run:
    y = setting.y
    real = round(setting.size * style.factor, 3)
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
        setting.spacing,
        setting.stretch,
        bold=style.bold,
        **setting.look,  # type: ignore[arg-type]
    )


def _stamp(part: Part, x: float, y: float, em: float, look: dict[str, bool | float]) -> Stamp:
    assert part.icon
    w = (part.width - 2 * _ICON_SIDE * part.style.factor) * em
    h = w * part.icon.height / part.icon.width
    top = y - part.style.font.cap_height * part.style.factor * em / 2 - h / 2
    box = Box(x + _ICON_SIDE * part.style.factor * em, top, w, h)
    opacity = float(look.get("opacity", 1.0))
    return Stamp(part.icon.file, box, part.style.fill, opacity, bool(look.get("art", False)))
