"""Atoms: spans of rich text parted where a line may end, each stretch in a font that has it and in its own direction."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from .icons import Icon
from .text import Atom, Part, Style
from .type.bidi import embedding_levels, turns
from .type.breaks import SOFT_HYPHEN, hyphenated, is_simple, line_breaks, word_breaks
from .type.font import Font, Setting
from .type.scripts import CURSIVE, script_of

_OBJECT = "\ufffc"  # stands for an icon
_LETTER = "•"  # what an icon is where lines end: never parted from the letters beside it
_JOINER = "\u200d"
_WORD = re.compile(r"[^ \t\n\r\f\v]+")
_BLANKS = re.compile(r"[ \t\n\r\f\v]+")
# What steers breaks and directions has done its work when lines are made.
_SPENT = dict.fromkeys(
    map(ord, "\u00ad\u200b\u2060\ufeff\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
)


class TextSpan(NamedTuple):
    """A stretch of rich text in one style, or an icon of a width in em."""

    text: str
    style: Style
    icon: Icon | None = None
    width: float = 0.0
    at: int = 0  # where it stands in the markup, for whoever has to tell


class LackingLetters(ValueError):
    """Letters that none of a span's fonts has."""

    def __init__(self, span: TextSpan, letters: str) -> None:
        super().__init__(letters)
        self.span = span
        self.letters = letters


def atoms_of(spans: Sequence[TextSpan], base: Style) -> list[Atom]:
    """The atoms of one forced line; `base` is the paragraph's style. White space parts words, and is one space."""
    if base.setting.rightward and all([_is_simple(span) for span in spans]):
        reader = _SimpleReader()
        if all([reader.read(span) for span in spans]):
            return reader.finish()
    return _Itemizer(spans, base).atoms()


def _is_simple(span: TextSpan) -> bool:
    return span.icon is not None or (not span.style.hyphenate and is_simple(span.text))


# ── The short way ─────────────────────────────────────────────────────────────────────────────────────────────────


class _SimpleReader:
    """Text in which spaces part words: most of them are known from earlier cards."""

    def __init__(self) -> None:
        self.line: list[Atom] = []
        self.parts: list[Part] = []
        self.space = 0.0  # before the atom being collected

    def finish(self) -> list[Atom]:
        self._close(0.0)
        return self.line

    def read(self, span: TextSpan) -> bool:
        """Add a span; false when its font lacks something."""
        style = span.style
        if span.icon:
            self.parts.append(Part("", style, span.width, span.icon))
            return True
        text = span.text
        blank = style.blank
        found = text.split() if "\xa0" not in text else _WORD.findall(text)
        if not found or text[0] in " \t\n\r\f\v":
            self._close(blank)
        if not found:
            return True
        last = found.pop() if text[-1] not in " \t\n\r\f\v" else ""
        known, line = style.atoms, self.line
        for word in found:
            if self.parts:  # this word continues an atom, as after an icon or a bold letter
                if not self._collect(word, style):
                    return False
                self._close(blank)
                continue
            atom = known.get(word) or self._whole(word, style)
            if atom:
                line.append(atom)
            else:
                if line:  # the words before it went straight into the line
                    self.space = blank
                if not self._collect(word, style):
                    return False
                self._close(blank)
        if found and not self.parts:
            self.space = blank
        return not last or self._collect(last, style)

    def _whole(self, word: str, style: Style) -> Atom | None:
        """A word as an atom of its own, remembered; None when it may be broken inside or something is lacking."""
        shaped = style.words[word]
        if shaped.lacks or word_breaks(word, style.setting.language):
            return None
        width = shaped.width * style.factor
        atom = style.atoms[word] = Atom(width, style.blank, (Part(word, style, width),), style)
        return atom

    def _collect(self, word: str, style: Style) -> bool:
        """Add letters to the atom being collected, and close it where a line may end."""
        words = style.words
        whole = words[word]
        if whole.lacks:
            return False
        breaks = word_breaks(word, style.setting.language)
        if not breaks:
            self.parts.append(Part(word, style, whole.width * style.factor))
            return True
        start, written = 0, 0.0
        for end in (*breaks, len(word)):
            if start:
                self._close(0.0)
            # What stands before it counts for the kerning between them.
            width = words[word[:end]].width - written
            self.parts.append(Part(word[start:end], style, width * style.factor))
            start, written = end, written + width
        return True

    def _close(self, space: float) -> None:
        """End the atom being collected; `space` stands before the next one."""
        if self.parts:
            self.line.append(_atom(self.parts, self.space))
            self.parts = []
        self.space = space


def _atom(parts: list[Part], space: float, level: int = 0, hyphen: float = 0.0) -> Atom:
    first = parts[0]
    if len(parts) == 1:
        plain = first.style if not first.icon and not first.level and not hyphen else None
        return Atom(first.width, space, (first,), plain, level, hyphen)
    return Atom(sum([part.width for part in parts]), space, tuple(parts), None, level, hyphen)


# ── The whole way ─────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class _Stretch:
    """Characters of one style, font and direction, without a space among them."""

    start: int
    end: int
    style: Style
    level: int
    icon: Icon | None = None
    width: float = 0.0  # of the icon


class _Face(NamedTuple):
    """A stretch of a text that one font has."""

    start: int
    end: int
    font: Font


class _Itemizer:
    """A forced line in any script."""

    def __init__(self, spans: Sequence[TextSpan], base: Style) -> None:
        self.base = base
        self.text = ""
        self.lacks: list[tuple[TextSpan, str]] = []
        self.owners: list[TextSpan] = []  # of each character
        for span in spans:
            text = _OBJECT if span.icon else _BLANKS.sub(" ", span.text)
            if span.style.hyphenate and not span.icon:
                text = hyphenated(text, span.style.setting.language)
            if self.text.endswith(" ") or not self.text:
                text = text.lstrip(" ")
            self.text += text
            self.owners += [span] * len(text)
        self.text = self.text.rstrip(" ")
        rightward = base.setting.rightward
        plain = rightward and not turns(self.text)
        self.levels = [0] * len(self.text) if plain else embedding_levels(self.text, 0 if rightward else 1)

    def atoms(self) -> list[Atom]:
        line: list[Atom] = []
        space, level, start = 0.0, 0, 0
        parts_at = self._parts()
        if self.lacks:
            span = self.lacks[0][0]
            raise LackingLetters(
                span, "".join(dict.fromkeys("".join(text for owner, text in self.lacks if owner is span)))
            )
        for end in line_breaks(self.text.replace(_OBJECT, _LETTER), self.base.setting.language):
            last = end
            while last > start and self.text[last - 1] == " ":
                last -= 1
            parts = [part for index in range(start, last) for part in parts_at.get(index, ())]
            if parts:
                divided = self.text[last - 1] == SOFT_HYPHEN and end < len(self.text)
                line.append(_atom(parts, space, level, self._hyphen(parts[-1]) if divided else 0.0))
                space = 0.0
            if last < end:
                space, level = self.owners[last].style.blank, self.levels[last]
            start = end
        return line

    def _hyphen(self, part: Part) -> float:
        font, setting = part.style.font, part.setting
        return (font.width(part.text + SOFT_HYPHEN, setting) - font.width(part.text, setting)) * part.style.factor

    def _parts(self) -> dict[int, list[Part]]:
        """The parts of the text by the place where they start."""
        cuts = {0, *line_breaks(self.text.replace(_OBJECT, _LETTER), self.base.setting.language)}
        parts: dict[int, list[Part]] = {}
        for stretch in self._stretches():
            if self.text[stretch.start] == " ":  # within what may not be broken
                parts[stretch.start] = [Part(" ", stretch.style, stretch.style.blank, None, stretch.level)]
                continue
            if stretch.icon:
                parts[stretch.start] = [Part("", stretch.style, stretch.width, stretch.icon, stretch.level)]
            else:
                inner = [cut for cut in range(stretch.start + 1, stretch.end) if cut in cuts]
                self._divide(stretch, [stretch.start, *inner, stretch.end], parts)
        return parts

    def _divide(self, stretch: _Stretch, edges: list[int], parts: dict[int, list[Part]]) -> None:
        """A stretch shaped as a whole, and what of it belongs to each of the atoms it spans."""
        style, setting = stretch.style, stretch.style.setting.towards(stretch.level % 2 == 0)
        before, after = self._joiner(stretch.start), self._joiner(stretch.end)
        whole = before + self._spelled(stretch.start, stretch.end) + after
        ends = _reaches(style.font, whole, setting)
        starts = [len(before + self._spelled(stretch.start, edge)) for edge in edges]
        starts[0], starts[-1] = 0, len(whole)
        apart = all(start in ends for start in starts)
        for start, low, high in zip(edges, starts, starts[1:]):
            text = whole[low:high]
            width = ends[high] - ends[low] if apart else style.font.width(text, setting)
            if text:
                parts.setdefault(start, []).append(Part(text, style, width * style.factor, None, stretch.level))

    def _joiner(self, at: int) -> str:
        """What makes letters of two styles join as those of one do."""
        beside = self.text[max(0, at - 1) : at + 1]
        joined = len(beside) == 2 and all(script_of(char) in CURSIVE for char in beside)
        return _JOINER if joined and self.owners[at - 1] is not self.owners[at] else ""

    def _spelled(self, start: int, end: int) -> str:
        return self.text[start:end].translate(_SPENT)

    def _stretches(self) -> Iterator[_Stretch]:
        """The text in stretches of one style, direction and font; each space and icon stands alone."""
        index = 0
        same = zip(map(id, self.owners), self.levels, [char == " " for char in self.text])
        for (_, level, blank), group in groupby(same):
            end = index + len(list(group))
            span = self.owners[index]
            if span.icon:
                for at in range(index, end):
                    yield _Stretch(at, at + 1, span.style, level, span.icon, span.width)
            elif blank:
                yield from (_Stretch(at, at + 1, span.style, level) for at in range(index, end))
            else:
                yield from self._in_fonts(index, end, span, level)
            index = end

    def _in_fonts(self, start: int, end: int, span: TextSpan, level: int) -> Iterator[_Stretch]:
        setting = span.style.setting.towards(level % 2 == 0)
        found, lacks = _fonts_for(self.text[start:end], span.style, setting)
        if lacks:
            self.lacks.append((span, lacks))
        for low, high, font in found:
            yield _Stretch(start + low, start + high, span.style.within(font), level)


def _reaches(font: Font, text: str, setting: Setting) -> dict[int, float]:
    """How far a text reaches, in em, by the number of characters; where a cluster ends only."""
    reaches = {0: 0.0}
    count, reach = 0, 0
    clusters = font.shaped(text, setting).clusters
    for cluster in clusters if setting.rightward else reversed(clusters):
        count += len(cluster.text)
        reach += sum([glyph.advance for glyph in cluster.glyphs])
        reaches[count] = reach / font.em
    return reaches


def _fonts_for(text: str, style: Style, setting: Setting) -> tuple[list[_Face], str]:
    """Stretches of a text and the first font of the chain that has all of each, and what none has.

    A cluster is never torn.
    """
    found: list[_Face] = []
    waiting = [(0, len(text))]
    for font in style.fonts:
        still: list[tuple[int, int]] = []
        for start, end in waiting:
            at = start
            clusters = font.shaped(text[start:end], setting).clusters
            for cluster in clusters if setting.rightward else reversed(clusters):
                known = all([glyph.id for glyph in cluster.glyphs])
                after = at + len(cluster.text)
                if known:
                    found.append(_Face(at, after, font))
                else:
                    still.append((at, after))
                at = after
        waiting = _merged(still)
        if not waiting:
            break
    joined: list[_Face] = []
    for start, end, font in sorted(found, key=lambda face: face.start):
        if joined and joined[-1].font is font and joined[-1].end == start:
            joined[-1] = _Face(joined[-1].start, end, font)
        else:
            joined.append(_Face(start, end, font))
    return joined, "".join(text[start:end] for start, end in waiting)


def _merged(stretches: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in stretches:
        if merged and merged[-1][1] == start:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged
