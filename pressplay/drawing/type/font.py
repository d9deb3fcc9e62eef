"""Font: one face of a font file, what it can write, and words shaped by it, each once."""

import struct
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from math import ceil
from typing import NamedTuple

import uharfbuzz as hb

from pressplay.files import ProjectFiles

from .breaks import SOFT_HYPHEN
from .scripts import CURSIVE, LEFTWARD, script_of_language, script_runs

FORMATS = {b"\0\1\0\0": "TrueType", b"true": "TrueType", b"OTTO": "OpenType", b"ttcf": "collection"}

_FLAGS = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
_HYPHENS = frozenset("\u2010\u2011" + SOFT_HYPHEN)  # which the font may draw with another
_NARROWER = 2.5  # between two widths that are tried
_NOT_PRINTED = (b"GSUB", b"GPOS", b"GDEF", b"name", b"post", b"OS/2", b"cmap", b"kern", b"STAT")


class FontError(ValueError):
    """A font file that cannot be used; says why."""


class Glyph(NamedTuple):
    """A shape of the font, in its units: where it stands from the pen, and how far the pen moves."""

    id: int
    advance: int
    x: int = 0
    y: int = 0


class Cluster:
    """Characters and the glyphs that show them, which nothing may part; one that stands in many words is the same."""

    __slots__ = ("text", "glyphs", "advance", "lacks")

    def __init__(self, text: str, glyphs: tuple[Glyph, ...]) -> None:
        self.text = text
        self.glyphs = glyphs
        self.advance = sum([glyph.advance for glyph in glyphs])
        self.lacks = "".join([text for glyph in glyphs if not glyph.id])


class Shaped(NamedTuple):
    """A word as a font writes it: its clusters from left to right."""

    width: float  # in em
    clusters: tuple[Cluster, ...]
    lacks: str = ""  # the characters that the font does not have
    gaps: int = 0  # how many letters can stand apart: none where they are joined


@dataclass(frozen=True, slots=True)
class Setting:
    """How words are shaped, beside their font: the language's forms, the direction, OpenType features."""

    language: str = "en"
    rightward: bool = True  # from left to right
    features: tuple[tuple[str, int], ...] = ()

    def towards(self, rightward: bool) -> "Setting":
        """The same for words that run this way."""
        return self if rightward is self.rightward else _turned(self)

    def apart(self) -> "Setting":
        """The same for letters that are spaced out: they are not joined, unless somebody asks for it."""
        return _with(self, tuple(sorted((dict(_APART) | dict(self.features)).items())))

    def together(self) -> "Setting":
        """The same for letters of which one knows that they are spaced out."""
        return _with(self, tuple(feature for feature in self.features if feature not in _APART))

    def __str__(self) -> str:
        parts = [] if self.language == "en" else [self.language]
        parts += [] if self.rightward else ["rtl"]
        return " ".join(parts + [_feature_text(tag, value) for tag, value in self.features])


@lru_cache(maxsize=256)
def _turned(setting: Setting) -> Setting:
    return replace(setting, rightward=not setting.rightward)


@lru_cache(maxsize=256)
def _with(setting: Setting, features: tuple[tuple[str, int], ...]) -> Setting:
    return replace(setting, features=features)


PLAIN = Setting()
_APART = (("liga", 0), ("clig", 0))


def setting_of(language: str) -> Setting:
    """How a language is set: its direction follows from its script."""
    return PLAIN if language == "en" else Setting(language, script_of_language(language) not in LEFTWARD)


def read_features(text: str) -> tuple[tuple[str, int], ...]:
    """`tnum smcp -liga ss01=2` as tags and values; a ValueError names what is none."""
    features: dict[str, int] = {}
    for word in text.replace(",", " ").split():
        tag, _, value = word.lstrip("-").partition("=")
        if not (len(tag) == 4 and tag.isascii() and tag.isalnum()) or not (value or "1").isdigit():
            raise ValueError(word)
        features[tag] = 0 if word.startswith("-") else int(value or 1)
    return tuple(sorted(features.items()))


def _feature_text(tag: str, value: int) -> str:
    return f"-{tag}" if value == 0 else tag if value == 1 else f"{tag}={value}"


@dataclass(frozen=True, slots=True)
class FontPlace:
    """Which face: a file of the project, its number in a collection, and where it stands on its axes.

    Written `Fonts.ttc#2` or `Variable.ttf#wdth=85,wght=650`.
    """

    file: str
    index: int = 0
    axes: tuple[tuple[str, float], ...] = ()

    def __str__(self) -> str:
        parts = [str(self.index)] if self.index else []
        parts += [f"{tag}={value:g}" for tag, value in self.axes]
        return f"{self.file}#{','.join(parts)}" if parts else self.file

    @classmethod
    def read(cls, text: str, axes: Mapping[str, float] | None = None) -> "FontPlace":
        """A place as it is written, moved on some of its axes."""
        file, _, face = text.partition("#")
        parts = face.split(",") if face else []
        index = int(parts.pop(0)) if parts and parts[0].isdigit() else 0
        written = (part.partition("=") for part in parts)
        values = {tag: float(value) for tag, _, value in written} | dict(axes or {})
        return cls(file, index, tuple(sorted(values.items())))


class Font:
    """One face. Widths are in em; multiply by the size."""

    def __init__(self, place: FontPlace, data: bytes) -> None:
        self.place = place
        self.file = str(place)
        self.data = data
        self.digest = sha256(data + self.file.partition("#")[2].encode()).hexdigest()
        self.face = _face(place, data)
        self.em: int = self.face.upem
        self._hb = hb.Font(self.face)
        if place.axes:
            self._hb.set_variations(dict(place.axes))
        extents = self._hb.get_font_extents("ltr")
        self.ascent: float = extents.ascender / self.em
        self.descent: float = -extents.descender / self.em
        self.cap_height = self._height_of("H")
        self.x_height = self._height_of("x")
        self.slant: float = self._hb.get_style_value(hb.StyleTag.SLANT_ANGLE)
        self._alone: dict[tuple[str, int, tuple[int, int, int, int]], Cluster] = {}
        self._shaped: dict[Setting, dict[str, Shaped]] = {}

    @property
    def cache_key(self) -> str:
        return self.digest

    def _height_of(self, letter: str) -> float:
        glyph = self._hb.get_nominal_glyph(ord(letter))
        extents = self._hb.get_glyph_extents(glyph) if glyph else None
        return extents.y_bearing / self.em if extents else 0.7

    def words(self, setting: Setting) -> dict[str, Shaped]:
        """The words that were shaped in this setting, a word more for each that is asked for."""
        words = self._shaped.get(setting)
        if words is None:
            words = self._shaped[setting] = _Words(self, setting)
        return words

    def shaped(self, word: str, setting: Setting = PLAIN) -> Shaped:
        """A word's glyphs; of its last character a soft hyphen is drawn as a hyphen."""
        return self.words(setting)[word]

    def width(self, word: str, setting: Setting = PLAIN) -> float:
        """The advance of a word in em."""
        return self.words(setting)[word].width

    def missing(self, text: str) -> str:
        """The characters of a text that this font cannot write."""
        return "".join(dict.fromkeys("".join(self.shaped(word).lacks for word in text.split())))

    def advance(self, glyph: int) -> int:
        """How far the pen moves after a glyph, kerning left aside, in the font's units."""
        return int(self._hb.get_glyph_h_advance(glyph))

    @cached_property
    def glyph_texts(self) -> dict[int, str]:
        """What a glyph alone stands for, as far as the font itself says so."""
        texts: dict[int, tuple[bool, int]] = {}
        for code in self.face.unicodes:
            rank = (unicodedata.normalize("NFKC", chr(code)) != chr(code), code)
            glyph = self._hb.get_nominal_glyph(code)
            if glyph and rank < texts.get(glyph, (True, 0x110000)):
                texts[glyph] = rank
        return {glyph: _spelled(chr(code)) for glyph, (_, code) in texts.items()}

    def shape(self, word: str, setting: Setting) -> Shaped:
        """Ask HarfBuzz; `words` remembers what it said."""
        text = self._drawable(word) if not _HYPHENS.isdisjoint(word) else word
        clusters: list[Cluster] = []
        joined = False
        runs = script_runs(text, script_of_language(setting.language))
        for start, end, script in runs if setting.rightward else reversed(runs):
            clusters += self._shape_run(word[start:end], text[start:end], script, setting)
            joined = joined or script in CURSIVE
        advance = sum([cluster.advance for cluster in clusters])
        lacks = "".join([cluster.lacks for cluster in clusters])
        return Shaped(advance / self.em, tuple(clusters), lacks, 0 if joined else len(clusters))

    def _shape_run(self, word: str, text: str, script: str, setting: Setting) -> list[Cluster]:
        buffer = hb.Buffer()
        if text.isascii():
            buffer.add_str(text)
        else:
            buffer.add_codepoints([*map(ord, text)])
        buffer.direction = "ltr" if setting.rightward else "rtl"
        buffer.script = script
        buffer.language = setting.language
        buffer.flags = _FLAGS
        hb.shape(self._hb, buffer, dict(setting.features))
        infos, positions = buffer.glyph_infos, buffer.glyph_positions or ()
        if [info.cluster for info in infos] == [*range(len(text))]:  # a glyph for each character
            alone = self._alone
            found = [(char, info.codepoint, at.position) for char, info, at in zip(word, infos, positions)]
            return [alone.get(key) or self._keep_alone(key) for key in found]
        starts = sorted({0, *(info.cluster for info in infos)})
        ends = dict(zip(starts, [*starts[1:], len(text)]))
        clusters: list[Cluster] = []
        glyphs: list[Glyph] = []
        for index, (info, position) in enumerate(zip(infos, positions)):
            glyphs.append(Glyph(info.codepoint, position.x_advance, position.x_offset, position.y_offset))
            start = info.cluster
            if index + 1 == len(infos) or infos[index + 1].cluster != start:
                clusters.append(Cluster(word[start : ends[start]], tuple(glyphs)))
                glyphs = []
        if all([info.cluster for info in infos]):  # nothing is drawn for what comes first
            unseen = Cluster(word[: ends[0]], ())
            clusters = [unseen, *clusters] if setting.rightward else [*clusters, unseen]
        return clusters

    def _keep_alone(self, key: tuple[str, int, tuple[int, int, int, int]]) -> Cluster:
        """A cluster of one character and one glyph, the same for all words that hold it."""
        char, glyph, (x, y, advance, _) = key
        cluster = self._alone[key] = Cluster(char, (Glyph(glyph, advance, x, y),))
        return cluster

    def _drawable(self, word: str) -> str:
        """The word with the hyphens that the font has, and a soft one at its end made visible."""
        if word[-1] == SOFT_HYPHEN:
            word = word[:-1] + "\u2010"
        for sign in "\u2010\u2011":
            if sign in word and not self._hb.get_nominal_glyph(ord(sign)):
                word = word.replace(sign, "-")
        return word

    def subset(self, glyphs: set[int]) -> hb.Face:
        """The face with these glyphs alone, each with its number; its axes stand fast."""
        wanted = hb.SubsetInput()
        wanted.glyph_set.set(glyphs)
        return self._subset(wanted, keep_numbers=True)

    def subset_for_text(self, letters: str) -> bytes:
        """The face with all that these letters need and their features, for a page that brings its type along."""
        wanted = hb.SubsetInput()
        wanted.unicode_set.set({ord(letter) for letter in letters})
        return bytes(self._subset(wanted, keep_numbers=False).blob.data)

    def _subset(self, wanted: hb.SubsetInput, keep_numbers: bool) -> hb.Face:
        flags = hb.SubsetFlags
        wanted.flags = flags.DOWNGRADE_CFF2 | flags.NOTDEF_OUTLINE
        if keep_numbers:
            wanted.flags |= flags.RETAIN_GIDS | flags.CFF_IDENTITY_CHARSET | flags.NO_LAYOUT_CLOSURE | flags.NO_HINTING
            wanted.drop_table_tag_set.update([int.from_bytes(tag, "big") for tag in _NOT_PRINTED])
        for tag, value in self.positions:
            wanted.pin_axis_location(self.face, tag, value)
        return hb.subset(self.face, wanted)

    def narrowed(self, least: float) -> list["Font"]:
        """The face at smaller and smaller widths, down to a share of 100 that its file reaches; none without an axis."""
        axis = next((axis for axis in self.face.axis_infos if axis.tag == "wdth"), None)
        if axis is None:
            return []
        full, least = dict(self.positions)["wdth"], max(least, axis.min_value)
        widths = [full - step * _NARROWER for step in range(1, 1 + ceil(max(0.0, full - least) / _NARROWER))]
        places = (FontPlace.read(self.file, {"wdth": max(width, least)}) for width in widths)
        return [_opened(str(place), self.data) for place in places]

    @property
    def positions(self) -> list[tuple[str, float]]:
        """Where the face stands on each of its axes."""
        chosen = dict(self.place.axes)
        return [(axis.tag, chosen.get(axis.tag, axis.default_value)) for axis in self.face.axis_infos]


class _Words(dict[str, Shaped]):
    """Words of one font in one setting."""

    def __init__(self, font: Font, setting: Setting) -> None:
        super().__init__()
        self._font = font
        self._setting = setting

    def __missing__(self, word: str) -> Shaped:
        shaped = self[word] = self._font.shape(word, self._setting)
        return shaped


def _face(place: FontPlace, data: bytes) -> hb.Face:
    kind = FORMATS.get(data[:4])
    if kind is None:
        web = data[:4] in (b"wOFF", b"wOF2")
        what = "is a font for web pages (WOFF)" if web else "is no TrueType or OpenType font"
        raise FontError(f"{place.file} {what}; take a .ttf, .otf or .ttc file")
    if not _whole(data, place.index):
        raise FontError(f"{place.file} is damaged or cut short")
    blob = hb.Blob(data)
    face = hb.Face(blob, place.index)
    if not face.glyph_count or not face.upem:
        raise FontError(
            f"{place.file} has no face number {place.index}" if kind == "collection" else f"{place.file} is damaged"
        )
    if not {"glyf", "CFF ", "CFF2"} & set(face.table_tags):
        raise FontError(f"{place.file} has no outlines to print")
    axes = {axis.tag: axis for axis in face.axis_infos}
    for tag, value in place.axes:
        axis = axes.get(tag)
        if axis is None:
            raise FontError(f"{place.file} has no axis {tag}; it has {', '.join(axes) or 'none'}")
        if not axis.min_value <= value <= axis.max_value:
            raise FontError(
                f"{place.file} goes from {axis.min_value:g} to {axis.max_value:g} on {tag}, not to {value:g}"
            )
    return face


def _whole(data: bytes, index: int) -> bool:
    """Whether all tables that a face lists are there; HarfBuzz takes a missing one for an empty one."""
    try:
        start = 0
        if data[:4] == b"ttcf":
            (faces,) = struct.unpack_from(">I", data, 8)
            (start,) = struct.unpack_from(">I", data, 12 + 4 * index) if index < faces else (0,)
            if not start:
                return True  # there is no such face, which is told in other words
        (count,) = struct.unpack_from(">H", data, start + 4)
        tables = [struct.unpack_from(">4sIII", data, start + 12 + 16 * number) for number in range(count)]
    except struct.error:
        return False
    return all(at + length <= len(data) for _, _, at, length in tables)


def _spelled(char: str) -> str:
    """The letters themselves for the forms of letters that Unicode keeps for old character sets."""
    code = ord(char)
    forms = 0x2E80 <= code <= 0x2FDF or 0xF900 <= code <= 0xFDFF or 0xFE70 <= code <= 0xFEFC
    return unicodedata.normalize("NFKC", char) if forms else char


@lru_cache(maxsize=256)
def _opened(file: str, data: bytes) -> Font:
    return Font(FontPlace.read(file), data)


def open_font(files: ProjectFiles, file: str) -> Font:
    """The face that a place names; opened once per process and content of the file."""
    return _opened(file, files.read(file.partition("#")[0]))
