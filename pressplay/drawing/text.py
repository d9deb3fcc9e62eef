"""Lines: rich text broken over real glyph widths, so that we know where every run and icon sits."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, NamedTuple

from pressplay.units import MM_PER_PT

from .box import Box
from .icons import Icon
from .marks import Mark, Run, Stamp
from .paint import Flat
from .type.bidi import visual_order
from .type.breaks import SOFT_HYPHEN
from .type.font import PLAIN, Font, Setting, Shaped

ICON_SIDE = 0.09  # the air on each side of it, in em
_SHORT = 0.3  # in even lines: a last one of one word counts as if this share of a line were wasted
_LINE = 1.0  # so that evenness is not bought with a further line


@dataclass(frozen=True, slots=True)
class Style:
    """How letters look; `factor` scales the size that is being fitted.

    What the first font lacks is written in one of the others. The setting's direction is that
    of the paragraph; words of another run in their own.
    """

    fonts: tuple[Font, ...]
    fill: Flat
    bold: bool
    italic: bool
    family: str
    factor: float = 1.0
    setting: Setting = PLAIN
    hyphenate: bool = False
    first: "Style | None" = None  # the style of its spaces, where this one falls in for it
    atoms: dict[str, "Atom"] = field(default_factory=dict, compare=False)  # words measured so far
    words: dict[str, Shaped] = field(init=False, compare=False)  # of its first font
    blank: float = field(init=False, compare=False)  # how wide a space is, in em of the base size
    _others: dict[Any, "Style"] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        words = self.font.words(self.setting)
        object.__setattr__(self, "words", words)
        object.__setattr__(self, "blank", words[" "].width * self.factor)

    @property
    def font(self) -> Font:
        return self.fonts[0]

    def changed(self, **look: Any) -> "Style":
        """The same style but for some of its looks."""
        return replace(self, **look, atoms={}, _others={})

    def narrowed(self, least: float) -> list["Style"]:
        """The same style in narrower and narrower cuts of its variable font, down to a width."""
        return [self.changed(fonts=(font, *self.fonts[1:])) for font in self.font.narrowed(least)]

    def set_as(self, setting: Setting, hyphenate: bool = False) -> "Style":
        """The same style for words that are shaped, and divided, in this way."""
        key = (setting, hyphenate)
        if key == (self.setting, self.hyphenate):
            return self
        if key not in self._others:
            self._others[key] = self.changed(setting=setting, hyphenate=hyphenate)
        return self._others[key]

    def within(self, font: Font) -> "Style":
        """The same style for letters that one of its other fonts has."""
        if font is self.fonts[0]:
            return self
        if font not in self._others:
            self._others[font] = self.changed(fonts=(font,), first=self)
        return self._others[font]


class Part(NamedTuple):
    """A stretch of one style and direction within an atom: letters, or an icon."""

    text: str
    style: Style
    width: float  # in em of the base size
    icon: Icon | None = None
    level: int = 0  # even: it runs to the right

    @property
    def setting(self) -> Setting:
        setting = self.style.setting
        return setting if self.level == 0 and setting.rightward else setting.towards(self.level % 2 == 0)

    @property
    def gaps(self) -> int:
        """How many letters can stand apart."""
        return 0 if self.icon else self.style.font.shaped(self.text, self.setting).gaps


class Atom(NamedTuple):
    """What is never torn apart: a word with its punctuation; `space` stands before it unless it starts a line."""

    width: float
    space: float
    parts: tuple[Part, ...]
    style: Style | None = None  # when it is one plain word, its style
    level: int = 0  # of the space
    hyphen: float = 0.0  # how wide the hyphen is that is written if a line ends here


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


def _add_full(done: TextLines, atoms: list[Atom], limit: float) -> bool:
    """Each line takes what fits into it; False when a word fits into none."""
    lines, widths = done.lines, done.widths
    line: list[Atom] = []
    used = 0.0
    for atom in atoms:
        step = atom.width + atom.space if line else atom.width
        while line and used + step > limit:
            cut = _cut(line, used, limit)
            lines.append(line[:cut])
            widths.append(width_of(line[:cut]))
            if widths[-1] > limit:
                return False
            line = line[cut:]
            used = width_of(line) - line[-1].hyphen if line else 0.0
            step = atom.width + atom.space if line else atom.width
        if step > limit:
            return False
        line.append(atom)
        used += step
    lines.append(line)
    widths.append(width_of(line))
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
            wide += atoms[start].width + (atoms[start + 1].space if start + 1 < end else atoms[start].hyphen)
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


def _cut(line: list[Atom], used: float, limit: float) -> int:
    """How many atoms stay on a full line: one less, now and then, where a hyphen would not fit behind the last."""
    cut = len(line)
    while cut > 1 and used + line[cut - 1].hyphen > limit:
        cut -= 1
        used -= line[cut].width + line[cut].space
    return cut


def width_of(line: Sequence[Atom]) -> float:
    """The width of a line in em, with the hyphen at its end."""
    return sum([atom.width + atom.space for atom in line]) - line[0].space + line[-1].hyphen if line else 0.0


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
    """The runs and icons of one line whose baseline starts at x, y; `x` is its left end also where it runs leftward."""
    em = size * MM_PER_PT
    way = _LineSetting(y, size, stretch, spacing, look)
    style = line[0].style if line else None
    if style and not spacing and all([atom.style is style and atom.space for atom in line[1:]]):
        end = x + width_of(line) * em + (stretch * spaces_in(line) if stretch else 0.0)
        text = " ".join([atom.parts[0].text for atom in line])
        return [_run(text, line[0].parts[0], x, end, way)]
    marks: list[Mark] = []
    texts: list[str] = []
    first: Part | None = None  # of the run being collected
    start = end = pen = x

    def flush() -> None:
        if first and texts:
            text = "".join(texts if first.level % 2 == 0 else texts[::-1]).strip(" ")
            marks.append(_run(text, first, start, end - spacing, way))
            texts.clear()

    for part in _shown(line):
        if part.icon:
            flush()
            marks.append(_stamp(part, pen, y, em, look))
            pen += part.width * em
            continue
        blank = part.text == " "
        if not (texts and first and part.style is first.style and part.level == first.level):
            flush()
            first, start = part, pen
        if texts or not blank:
            texts.append(part.text)
        pen += part.width * em
        if stretch:
            pen += stretch * (part.text.count(" ") + part.text.count("\xa0"))
        if spacing:
            pen += spacing * part.gaps
        if not blank:
            end = pen
    flush()
    return marks


def spaces_in(line: Sequence[Atom]) -> int:
    """How many spaces of a line grow when it is justified."""
    between = sum([1 for atom in line[1:] if atom.space])
    return between + sum([part.text.count("\xa0") for atom in line for part in atom.parts])


def gaps_in(line: Sequence[Atom]) -> int:
    """How often letters of a line are parted when they are spaced out."""
    return sum([part.gaps for part in _shown(line)]) - 1


def _shown(line: Sequence[Atom]) -> list[Part]:
    """The parts of a line, its spaces among them, from left to right; with a hyphen where a word is divided."""
    parts: list[Part] = []
    for index, atom in enumerate(line):
        if index and atom.space:
            before, after = parts[-1], atom.parts[0]
            style = before.style if not before.icon else after.style
            parts.append(Part(" ", style.first or style, atom.space, None, atom.level))
        parts += atom.parts
    if line and line[-1].hyphen:
        last = parts[-1]
        parts[-1] = last._replace(text=last.text + SOFT_HYPHEN, width=last.width + line[-1].hyphen)
    levels = [part.level for part in parts]
    return [parts[index] for index in visual_order(levels)] if any(levels) else parts


class _LineSetting(NamedTuple):
    """How a whole line is set."""

    y: float
    size: float
    stretch: float
    spacing: float
    look: dict[str, bool | float]


def _run(text: str, part: Part, x: float, end: float, line: _LineSetting) -> Run:
    style, y = part.style, line.y
    real = round(line.size * style.factor, 3)
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
        line.spacing,
        line.stretch,
        setting=part.setting.together() if line.spacing else part.setting,
        bold=style.bold,
        **line.look,  # type: ignore[arg-type]
    )


def _stamp(part: Part, x: float, y: float, em: float, look: dict[str, bool | float]) -> Stamp:
    assert part.icon
    w = (part.width - 2 * ICON_SIDE * part.style.factor) * em
    h = w * part.icon.height / part.icon.width
    top = y - part.style.font.cap_height * part.style.factor * em / 2 - h / 2
    box = Box(x + ICON_SIDE * part.style.factor * em, top, w, h)
    opacity = float(look.get("opacity", 1.0))
    return Stamp(part.icon.file, box, part.style.fill, opacity, bool(look.get("art", False)))
