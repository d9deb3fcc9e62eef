"""Typeface: a font in one PDF document, its glyphs written by their own numbers, and the text they stand for beside them.

A glyph's code is its number in the font file, whatever is written and in which order:
operators that were made apart, by several processes, fit one document.
"""

from collections.abc import Sequence
from hashlib import sha256
from struct import unpack
from typing import Any

import uharfbuzz as hb
from reportlab.pdfbase import pdfdoc

from pressplay.drawing.type.font import PLAIN, Cluster, Font, Setting
from pressplay.units import num

_ESCAPES = str.maketrans({"(": "\\(", ")": "\\)", "\\": "\\\\", "\r": "\\r", "\n": "\\n"})
_SYMBOLIC, _ITALIC = 4, 64  # a font descriptor's flags
_JOINER = "\u200d"  # at a word's edge: its neighbour in another style joins it
_PER_BLOCK = 100  # lines that a character map may have in a block


class Typeface:
    """Words encoded once, as the inside of a TJ array at a font size of 1."""

    def __init__(self, font: Font) -> None:
        self.font = font
        self.name = f"F{font.digest[:8]}"
        self.used: set[int] = set()  # glyphs
        self.texts: dict[int, str] = {}  # of glyphs whose text only their use tells, for readers that know no better
        self._words: dict[Setting, dict[str, str]] = {}
        self._codes: dict[int, str] = {}
        self._plain: dict[Cluster, str] = {}
        self._setting = PLAIN  # of the last text, and its words
        self._last = self._known(PLAIN)

    def show(self, text: str, setting: Setting = PLAIN, stretch: float = 0.0, spacing: float = 0.0) -> str:
        """Operators that write a text at a font size of 1; `stretch` widens spaces, `spacing` parts letters, in em."""
        words = text.replace("\xa0", " ").split(" ")
        if not setting.rightward:
            words.reverse()
        if spacing:
            setting = setting.apart()
        if setting is not self._setting:
            self._setting, self._last = setting, self._known(setting)
        known = self._last
        inner = [self._encode(word, setting, spacing) for word in words] if spacing else [known[word] for word in words]
        if len(inner) == 1:
            return f"[({inner[0]})]TJ"
        wider = stretch + spacing
        space = known[" "] + (f"){num(-1000 * wider, 2)}(" if wider else "")
        return f"[({space.join(inner)})]TJ"

    def _known(self, setting: Setting) -> dict[str, str]:
        known = self._words.get(setting)
        if known is None:
            known = self._words[setting] = _EncodedWords(self, setting)
        return known

    def _encode(self, word: str, setting: Setting, spacing: float = 0.0) -> str:
        clusters = self.font.shaped(word, setting).clusters
        codes = [self._plain.get(cluster) or self._learn(cluster) for cluster in clusters]
        if not spacing and all(codes):
            return "".join(codes)
        line = _GlyphLine(self)
        plain = [self._speaks_for_itself(cluster) for cluster in clusters]
        if setting.rightward or all(plain):
            for cluster, alone in zip(clusters, plain):
                if alone:
                    line.write(cluster, spacing)
                else:
                    self._note(cluster)
                    line.write_as(cluster.text, [cluster], spacing)
        else:
            # Readers turn around what runs to the left, each sign for itself: they want it as it stands on the page.
            line.write_as(word.strip(_JOINER)[::-1], clusters, spacing)
        return line.text()

    def _learn(self, cluster: Cluster) -> str:
        """How a cluster is written that is one glyph on the baseline, and tells its text; empty for others."""
        if len(cluster.glyphs) == 1 and self._speaks_for_itself(cluster):
            ((glyph, advance, x, y),) = cluster.glyphs
            if not x and not y:
                after = 1000 * advance / self.font.em - self.width(glyph)
                kern = num(-after, 2)
                code = self._plain[cluster] = self.code(glyph) + (f"){kern}(" if kern != "0" else "")
                return code
        return ""

    def _speaks_for_itself(self, cluster: Cluster) -> bool:
        """Whether a reader finds the cluster's text by its one glyph; what cannot be seen is not told."""
        glyphs = cluster.glyphs
        return not glyphs or (len(glyphs) == 1 and self.font.glyph_texts.get(glyphs[0].id) == cluster.text)

    def _note(self, cluster: Cluster) -> None:
        """Keep the text of one glyph, the same one in whichever order texts are written."""
        if len(cluster.glyphs) == 1:
            glyph = cluster.glyphs[0].id
            self.texts[glyph] = min(cluster.text, self.texts.get(glyph, cluster.text))

    def code(self, glyph: int) -> str:
        """A glyph's two bytes as they stand in a string."""
        code = self._codes.get(glyph)
        if code is None:
            self.used.add(glyph)
            code = self._codes[glyph] = glyph.to_bytes(2, "big").decode("latin-1").translate(_ESCAPES)
        return code

    def width(self, glyph: int) -> float:
        """How far the reader's pen moves, in thousandths of an em."""
        return 1000 * self.font.advance(glyph) / self.font.em

    def objects(self, pdf: Any) -> Any:
        """The font as the document's objects; a reference to it."""
        return _FontWriter(self, pdf).write()


class _EncodedWords(dict[str, str]):
    def __init__(self, face: Typeface, setting: Setting) -> None:
        super().__init__()
        self._face = face
        self._setting = setting

    def __missing__(self, word: str) -> str:
        encoded = self[word] = self._face._encode(word, self._setting)
        return encoded


class _GlyphLine:
    """The inside of a TJ array, as it grows; distances are thousandths of an em."""

    def __init__(self, face: Typeface) -> None:
        self._face = face
        self._parts: list[str] = []
        self._ahead = 0.0  # how far the pen still has to move
        self._scale = 1000 / face.font.em

    def write(self, cluster: Cluster, spacing: float) -> None:
        parts, face, scale = self._parts, self._face, self._scale
        for glyph in cluster.glyphs:
            self._ahead += glyph.x * scale
            self._settle()
            code = face.code(glyph.id)
            parts.append(f")]TJ {num(glyph.y * scale / 1000, 4)} Ts[({code})]TJ 0 Ts[(" if glyph.y else code)
            self._ahead += (glyph.advance - glyph.x) * scale - face.width(glyph.id)
        self._ahead += 1000 * spacing

    def write_as(self, text: str, clusters: Sequence[Cluster], spacing: float) -> None:
        """Write glyphs that do not tell their text, and the text beside them."""
        code = ("\ufeff" + text).encode("utf-16-be").hex().upper()
        self._settle()
        self._parts.append(f")]TJ/Span<</ActualText<{code}>>>BDC[(")
        for cluster in clusters:
            self.write(cluster, spacing)
        self._settle()
        self._parts.append(")]TJ EMC[(")

    def text(self) -> str:
        self._settle()
        return "".join(self._parts)

    def _settle(self) -> None:
        if self._ahead:
            distance = num(-self._ahead, 2)
            if distance != "0":
                self._parts.append(f"){distance}(")
                self._ahead = 0.0


class _FontWriter:
    """A font's objects: its glyphs in use, their widths, and the text of each."""

    def __init__(self, face: Typeface, pdf: Any) -> None:
        self.face = face
        self.font = face.font
        self.pdf = pdf
        self.glyphs = sorted(face.used)
        self.subset = self.font.subset(face.used)

    def write(self) -> Any:
        outlines, kind = self._outlines()
        name = "/" + self._name()
        descendant = {
            "Type": "/Font",
            "Subtype": f"/{kind}",
            "BaseFont": name,
            "CIDSystemInfo": pdfdoc.PDFDictionary({"Registry": "(Adobe)", "Ordering": "(Identity)", "Supplement": 0}),
            "FontDescriptor": self._keep("Descriptor", pdfdoc.PDFDictionary(self._descriptor(name) | outlines)),
            "W": self._widths(),
        }
        if kind == "CIDFontType2":
            descendant["CIDToGIDMap"] = "/Identity"
        font = {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": name,
            "Encoding": "/Identity-H",
            "DescendantFonts": pdfdoc.PDFArrayCompact([self._keep("Glyphs", pdfdoc.PDFDictionary(descendant))]),
            "ToUnicode": self._keep("Text", self._stream(self._texts().encode("ascii"), {})),
        }
        return self._keep("", pdfdoc.PDFDictionary(font))

    def _keep(self, part: str, thing: Any) -> Any:
        return self.pdf.Reference(thing, f"Font.{self.face.name}{part}")

    def _stream(self, data: bytes, entries: dict[str, Any]) -> Any:
        stream = pdfdoc.PDFStream(pdfdoc.PDFDictionary(entries), data, [pdfdoc.PDFZCompress])
        self.pdf.signature.update(data)
        return stream

    def _outlines(self) -> tuple[dict[str, Any], str]:
        if "glyf" in self.subset.table_tags:
            data = bytes(self.subset.blob.data)
            return {"FontFile2": self._keep("Outlines", self._stream(data, {"Length1": len(data)}))}, "CIDFontType2"
        data = bytes(self.subset.reference_table("CFF ").data)
        stream = self._stream(data, {"Subtype": "/CIDFontType0C"})
        return {"FontFile3": self._keep("Outlines", stream)}, "CIDFontType0"

    def _name(self) -> str:
        """The font's own name behind six letters that tell this subset from others."""
        number = int(sha256((self.font.digest + repr(self.glyphs)).encode()).hexdigest()[:12], 16)
        letters = "".join(chr(65 + number // 26**place % 26) for place in range(6))
        given = self.font.face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or "Font"
        return f"{letters}+" + "".join(char for char in given if char.isascii() and (char.isalnum() or char in "-_"))

    def _descriptor(self, name: str) -> dict[str, Any]:
        font = self.font
        scale = 1000 / font.em
        box = [round(edge * scale) for edge in unpack(">4h", bytes(self.subset.reference_table("head").data)[36:44])]
        slant = font.slant
        return {
            "Type": "/FontDescriptor",
            "FontName": name,
            "Flags": _SYMBOLIC | (_ITALIC if slant else 0),
            "FontBBox": pdfdoc.PDFArrayCompact(box),
            "ItalicAngle": num(slant, 2),
            "Ascent": round(font.ascent * 1000),
            "Descent": round(-font.descent * 1000),
            "CapHeight": round(font.cap_height * 1000),
            "StemV": 80,
        }

    def _widths(self) -> Any:
        """Widths of neighbours stand in one list."""
        rows: list[Any] = []
        last = -2
        for glyph in self.glyphs:
            if glyph != last + 1:
                rows += [glyph, []]
            rows[-1].append(num(self.face.width(glyph), 3))
            last = glyph
        return pdfdoc.PDFArrayCompact([pdfdoc.PDFArrayCompact(row) if isinstance(row, list) else row for row in rows])

    def _texts(self) -> str:
        texts = self.face.texts | self.font.glyph_texts
        lines = [
            f"<{glyph:04X}><{texts[glyph].encode('utf-16-be').hex().upper()}>"
            for glyph in self.glyphs
            if glyph in texts
        ]
        blocks = [lines[at : at + _PER_BLOCK] for at in range(0, len(lines), _PER_BLOCK)]
        body = "\n".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks)
        return (
            "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
            "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n"
            "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
            f"1 begincodespacerange\n<0000><FFFF>\nendcodespacerange\n{body}\n"
            "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
        )
