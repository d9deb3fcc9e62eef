"""Rich text: the inline markup of a face read into atoms, which lines are made of."""

import re
from dataclasses import dataclass

from pressplay.drawing.fonts import Font
from pressplay.drawing.text import _ICON_SIDE, Atom, Paragraph, Part, Style

from .element import FaceMistake, Scene, ink
from .markup import MarkupMistake, plain, read_tag, tokens

_ICON_HEIGHT = 1.24  # an inline icon, in heights of a capital


_BREAKS = re.compile(r"(?<=[^\W\d_]-)(?=\w)|(?<=[—/])(?=\w)")  # inside a word: after hyphen, dash, slash


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
        at = 0
        try:
            for token in tokens(body):
                if token[0] != "<":
                    self.words(plain(token))
                elif not token.startswith("<!--"):
                    self._tag(token)
                at += len(token)
        except MarkupMistake as mistake:
            raise FaceMistake(str(mistake), mistake.hint) from None
        except FaceMistake as mistake:
            mistake.line += body.count("\n", 0, at)
            raise

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
            hint = "use another sign, an [icon], or another font"
            mistake = FaceMistake(f"{name} has no {signs}", hint, of_piece=True)
            mistake.line = text.count("\n", 0, text.find(lost[0]))
            raise mistake

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
