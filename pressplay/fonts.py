"""Fonts: real glyph widths with kerning, measured once per word, and what each font can write."""

from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import uharfbuzz as hb


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
        self.lost: dict[str, str] = {}  # measured words → the characters this font cannot write

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

    def _measure(self, word: str) -> tuple[float, tuple[tuple[str, int], ...]]:
        # Ligatures stay off: each character keeps its own glyph, so that copied text is the text.
        buffer = hb.Buffer()
        buffer.add_str(word)
        buffer.guess_segment_properties()
        buffer.cluster_level = hb.BufferClusterLevel.CHARACTERS
        hb.shape(
            self._hb, buffer, {"kern": True, "liga": False, "clig": False, "calt": False, "ccmp": False, "locl": False}
        )
        if len(buffer) != len(word):
            return self._measure_singly(word)
        scale = 1000 / self._em
        chunks: list[tuple[str, int]] = []
        start = 0
        total = 0.0
        lost = ""
        for index, (info, position) in enumerate(zip(buffer.glyph_infos or (), buffer.glyph_positions or ())):
            total += position.x_advance
            if not info.codepoint and word[index] not in lost:
                lost += word[index]
            bare = self._hb.get_glyph_h_advance(info.codepoint)
            kern = round((position.x_advance - bare) * scale)
            if kern:
                chunks.append((word[start : index + 1], kern))
                start = index + 1
        if start < len(word):
            chunks.append((word[start:], 0))
        if lost:
            self.lost[word] = lost
        self._words[word] = result = (total / self._em, tuple(chunks))
        return result

    def _measure_singly(self, word: str) -> tuple[float, tuple[tuple[str, int], ...]]:
        """A word that shaping takes apart or joins (Ĕ as E and a breve): it is written character by character."""
        glyphs = [self._hb.get_nominal_glyph(ord(char)) for char in word]
        lost = "".join(dict.fromkeys(char for char, glyph in zip(word, glyphs) if not glyph))
        if lost:
            self.lost[word] = lost
        total = sum(self._hb.get_glyph_h_advance(glyph or 0) for glyph in glyphs)
        self._words[word] = result = (total / self._em, ((word, 0),))
        return result


@lru_cache(maxsize=64)
def _opened(path: Path, file: str, stamp: tuple[int, int]) -> Font:
    return Font(file, path.read_bytes())


def open_font(root: Path, file: str) -> Font:
    """The font of a project's file; opened once per process and version of the file."""
    path = root / file
    stat = path.stat()
    return _opened(path, file, (stat.st_mtime_ns, stat.st_size))
