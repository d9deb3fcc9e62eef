"""The tree of an SVG file: its elements with their lines, and nothing that an editor keeps for itself."""

from dataclasses import dataclass, field
from xml.parsers import expat

SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_XML = "http://www.w3.org/XML/1998/namespace"
MAX_ELEMENTS = 100_000
MAX_DEPTH = 100
MAX_ENTITY = 1_000  # characters; editors shorten addresses with them


class IconMistake(Exception):
    """What of an icon’s file cannot be drawn, in which line, and what to do about it."""

    def __init__(self, message: str, line: int = 0, hint: str = "") -> None:
        super().__init__(message)
        self.line = line
        self.hint = hint


@dataclass(slots=True)
class SvgElement:
    """An element: its attributes without their namespaces, its children, and the words in it."""

    tag: str
    line: int
    attributes: dict[str, str]
    parent: "SvgElement | None" = None
    children: list["SvgElement"] = field(default_factory=list)
    text: str = ""

    def get(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default)


@dataclass(slots=True)
class SvgTree:
    """A file's topmost element, and all elements that others may name."""

    root: SvgElement
    ids: dict[str, SvgElement]
    styles: list[SvgElement]


def read_tree(text: str) -> SvgTree:
    """The elements of an SVG file."""
    builder = _TreeBuilder()
    try:
        builder.parser.Parse(text.encode("utf-8"), True)
    except expat.ExpatError as error:
        said = expat.errors.messages[error.code]
        raise IconMistake(f"is not readable SVG: {said}", error.lineno, "export it from your editor again") from None
    root = builder.root
    if root is None or root.tag != "svg":
        raise IconMistake("is not readable SVG: it has no <svg>", 1, "export it from your editor again")
    return SvgTree(root, builder.ids, builder.styles)


class _TreeBuilder:
    """Takes what the parser meets; what is not SVG's own is left out with all that is in it."""

    def __init__(self) -> None:
        self.root: SvgElement | None = None
        self.ids: dict[str, SvgElement] = {}
        self.styles: list[SvgElement] = []
        self.open: SvgElement | None = None
        self.depth = self.count = 0
        self.left_out = 0  # depth of elements of other namespaces
        self.parser = expat.ParserCreate("utf-8", " ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._words
        self.parser.EntityDeclHandler = self._entity

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        self.count += 1
        line = self.parser.CurrentLineNumber
        if self.depth > MAX_DEPTH:
            raise IconMistake(f"nests elements more than {MAX_DEPTH} deep", line, "ungroup them")
        if self.count > MAX_ELEMENTS:
            raise IconMistake(f"has more than {MAX_ELEMENTS:,} elements", line, "simplify the drawing")
        space, _, tag = name.rpartition(" ")
        if self.left_out or space not in ("", SVG):
            self.left_out += 1
            return
        element = SvgElement(tag, line, _own(attributes), self.open)
        if self.open:
            self.open.children.append(element)
        elif self.root is None:
            self.root = element
        if "id" in element.attributes:
            self.ids.setdefault(element.attributes["id"], element)
        if tag == "style":
            self.styles.append(element)
        self.open = element

    def _end(self, name: str) -> None:
        self.depth -= 1
        if self.left_out:
            self.left_out -= 1
        elif self.open:
            self.open = self.open.parent

    def _words(self, text: str) -> None:
        if self.open and not self.left_out and self.open.tag == "style":
            self.open.text += text

    def _entity(self, name: str, parameter: bool, value: str | None, *_: object) -> None:
        line = self.parser.CurrentLineNumber
        if parameter or value is None or "&" in value or len(value) > MAX_ENTITY:
            raise IconMistake(f"declares the entity {name}, which is not read", line, "save it as plain SVG")


def _own(attributes: dict[str, str]) -> dict[str, str]:
    """Attributes by their bare names; those of editors are left out."""
    kept: dict[str, str] = {}
    for name, value in attributes.items():
        space, _, bare = name.rpartition(" ")
        if not space or (space == _XLINK and bare not in attributes):  # the plain href counts before xlink's
            kept[bare] = value
    return kept
