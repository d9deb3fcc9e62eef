"""Rich text: the inline markup of a face read into atoms, which lines are made of."""

import re
import unicodedata
from dataclasses import dataclass

from pressplay.drawing.atoms import LackingLetters, TextSpan, atoms_of
from pressplay.drawing.text import ICON_SIDE, Paragraph, Style

from .element import FaceMistake, Scene, ink
from .markup import MarkupMistake, plain, read_tag, tokens

_ICON_HEIGHT = 1.24  # an inline icon, in heights of a capital

_FORCED = re.compile("([\u2028\u2029])")  # Unicode's own ends of lines and paragraphs


@dataclass(slots=True)
class Flow:
    """Text ready to be broken: its paragraphs, and the fonts and icons behind it."""

    paragraphs: list[Paragraph]
    resources: dict[str, str]


def flow(body: str, style: Style, scene: Scene) -> Flow:
    """Read the content of a text or box element."""
    if not body.isascii():
        body = unicodedata.normalize("NFC", body)
    reader = _MarkupReader(style, scene)
    if "<" not in body and "&" not in body:
        reader.words(body)
    else:
        reader.markup(body)
    return reader.finish()


class _MarkupReader:
    """Collects spans while walking through inline markup, and makes atoms of each forced line."""

    def __init__(self, style: Style, scene: Scene) -> None:
        self.scene = scene
        self.base = style
        self.style = style
        self.stack: list[tuple[str, Style]] = []
        self.paragraphs: list[Paragraph] = [[]]
        self.spans: list[TextSpan] = []
        self.body = ""
        self.at = 0  # where in the body one reads
        self.resources = _files_of(style)

    def finish(self) -> Flow:
        if self.stack:
            raise FaceMistake(f"<{self.stack[-1][0]}> is not closed")
        self._end_line()
        return Flow([p for p in self.paragraphs if any(p)], self.resources)

    def markup(self, body: str) -> None:
        self.body = body
        try:
            for token in tokens(body):
                if token[0] != "<":
                    self.words(plain(token))
                elif not token.startswith("<!--"):
                    self._tag(token)
                self.at += len(token)
        except MarkupMistake as mistake:
            raise FaceMistake(str(mistake), mistake.hint) from None
        except FaceMistake as mistake:
            if not isinstance(mistake.__cause__, LackingLetters):
                self._end_line()  # what letters lack comes first
                mistake.line += self._line(self.at)
            raise

    def _line(self, at: int) -> int:
        return self.body.count("\n", 0, at)

    def words(self, text: str) -> None:
        """Add running text."""
        if "\u2028" in text or "\u2029" in text:
            for part in _FORCED.split(text):
                if _FORCED.fullmatch(part):
                    self._end_line()
                    if part == "\u2029":
                        self.paragraphs.append([])
                else:
                    self.words(part)
        elif text:
            self.spans.append(TextSpan(text, self.style, at=self.at))

    def _end_line(self) -> None:
        try:
            self.paragraphs[-1].append(atoms_of(self.spans, self.base) if self.spans else [])
        except LackingLetters as lacking:
            mistake = _lacking(lacking)
            text = lacking.span.text
            mistake.line += self._line(lacking.span.at) + text.count("\n", 0, max(0, text.find(lacking.letters[0])))
            raise mistake from lacking
        self.spans = []

    def _tag(self, token: str) -> None:
        tag = read_tag(token)
        name = tag.name
        if name == "icon":
            self._icon(tag.attributes)
        elif name == "br":
            self._end_line()
        elif name == "p":
            self._end_line()
            self.paragraphs.append([])
        elif tag.closes:
            if not self.stack or self.stack[-1][0] != name:
                raise FaceMistake(f"</{name}> closes nothing")
            self._use(self.stack.pop()[1])
        else:
            self.stack.append((name, self.style))
            self._use(self._styled(name, tag.attributes))

    def _use(self, style: Style) -> None:
        self.style = style
        self.resources |= _files_of(style)

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
        return style.changed(fonts=self.scene.fonts(family, bold, italic), bold=bold, italic=italic, family=family)

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
        side = 2 * ICON_SIDE * style.factor
        self.spans.append(TextSpan("", style, icon, height * icon.width / icon.height + side))
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


def _files_of(style: Style) -> dict[str, str]:
    return {font.file: font.digest for font in style.fonts}


def _lacking(lacking: LackingLetters) -> FaceMistake:
    names = [font.file.rsplit("/", 1)[-1] for font in lacking.span.style.fonts]
    signs = ", ".join(f"“{char}” (U+{ord(char):04X})" for char in lacking.letters)
    if len(names) == 1:
        told = f"{names[0]} has no {signs}"
    else:
        told = f"neither {', '.join(names[:-1])} nor {names[-1]} has {signs}"
    return FaceMistake(told, "use another sign, an [icon], or another font", of_piece=True)
