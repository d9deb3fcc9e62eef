"""Fonts: real glyph widths with kerning, measured once per word, and what each font can write."""

from functools import lru_cache
from hashlib import sha256

import uharfbuzz as hb

from pressplay.files import ProjectFiles


class Font:
    """One font file. Widths are in em; multiply by the size."""

    __slots__ = (
        "file",
        "digest",
        "ascent",
        "descent",
        "cap_height",
        "x_height",
        "data",
        "lost",
        "_hb",
        "_em",
        "_words",
        "_advances",
        "_kerns",
        "_absent",
    )

    def __init__(self, file: str, data: bytes) -> None:
        self.file = file
        self.data = data
        self.digest = sha256(data).hexdigest()
        face = hb.Face(data)
        self._hb = hb.Font(face)
        self._em = face.upem
        extents = self._hb.get_font_extents("ltr")
        self.ascent = extents.ascender / self._em
        self.descent = -extents.descender / self._em
        self.cap_height = self._height_of("H")
        self.x_height = self._height_of("x")
        self._words: dict[str, tuple[float, tuple[tuple[str, int], ...]]] = {}
        self._advances: dict[str, int] = {}  # by character, in the font's units
        self._kerns: dict[str, int] = {}  # by pair of characters
        self._absent: set[str] = set()
        self.lost: dict[str, str] = {}  # measured words → the characters this font cannot write

    @property
    def cache_key(self) -> str:
        return self.digest

    def _height_of(self, letter: str) -> float:
        glyph = self._hb.get_nominal_glyph(ord(letter))
        extents = self._hb.get_glyph_extents(glyph) if glyph else None
        return extents.y_bearing / self._em if extents else 0.7

    def width(self, word: str) -> float:
        """The advance of a word, kerning included, in em."""
        measured = self._words.get(word)
        return (measured or self._measure(word))[0]

    def kerned(self, word: str) -> tuple[tuple[str, int], ...]:
        """The word in chunks; after each chunk the pen moves by that many thousandths of an em (kerning)."""
        measured = self._words.get(word)
        return (measured or self._measure(word))[1]

    def missing(self, text: str) -> str:
        """The characters of a text that this font cannot write."""
        self.width(text)
        return self.lost.get(text, "")

    def subset(self, letters: str) -> bytes:
        """The font with these letters alone, for a page that brings its type along."""
        wanted = hb.SubsetInput()
        wanted.unicode_set.set({ord(letter) for letter in letters})
        return bytes(hb.subset(hb.Face(self.data), wanted).blob.data)

    def _measure(self, word: str) -> tuple[float, tuple[tuple[str, int], ...]]:
        # Kerning is a matter of pairs, and pairs recur where words do not. There are no ligatures: each
        # character keeps its own glyph, so that copied text is the text.
        advances, kerns = self._advances, self._kerns
        chunks: list[tuple[str, int]] = []
        start, total, before = 0, 0, ""
        for index, char in enumerate(word):
            advance = advances.get(char)
            total += self._learn_advance(char) if advance is None else advance
            if index:
                kern = kerns.get(before + char)
                if kern is None:
                    kern = self._learn_kern(before + char)
                if kern:
                    total += kern
                    chunks.append((word[start:index], round(kern * 1000 / self._em)))
                    start = index
            before = char
        if start < len(word):
            chunks.append((word[start:], 0))
        if self._absent and not self._absent.isdisjoint(word):
            self.lost[word] = "".join(dict.fromkeys(char for char in word if char in self._absent))
        self._words[word] = result = (total / self._em, tuple(chunks))
        return result

    def _learn_advance(self, char: str) -> int:
        glyph = self._hb.get_nominal_glyph(ord(char))
        if not glyph:
            self._absent.add(char)
        self._advances[char] = advance = int(self._hb.get_glyph_h_advance(glyph or 0))
        return advance

    def _learn_kern(self, pair: str) -> int:
        """How much less, or more, two characters take together than apart (HarfBuzz may divide it among both)."""
        buffer = hb.Buffer()
        buffer.add_str(pair)
        buffer.guess_segment_properties()
        hb.shape(self._hb, buffer, {"kern": True, "liga": False, "clig": False, "calt": False, "ccmp": False})
        # A character that shaping takes apart (Ĕ as E and a breve) is written whole, without kerning.
        together = sum(position.x_advance for position in buffer.glyph_positions or ())
        kern = together - self._learn_advance(pair[0]) - self._learn_advance(pair[1]) if len(buffer) == 2 else 0
        self._kerns[pair] = kern
        return kern


@lru_cache(maxsize=64)
def _opened(file: str, data: bytes) -> Font:
    return Font(file, data)


def open_font(files: ProjectFiles, file: str) -> Font:
    """The font of a project's file; opened once per process and content of the file."""
    return _opened(file, files.read(file))
