"""Markdown: a rulebook's prose as blocks, their words in the same inline markup that faces use."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING

from pressplay.faces.markup import ICON
from pressplay.rules.prose import Passage

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode


@dataclass(frozen=True, slots=True)
class Source:
    """Where a block comes from: the lines of the file that its own lines stand in, and the rule it states."""

    lines: tuple[int, ...]
    rule: str = ""


@dataclass(frozen=True, slots=True)
class HeadingBlock:
    """A heading; its words stand without bold and italic, for display faces have one style."""

    source: Source
    level: int
    markup: str
    title: str  # as plain text, for the contents


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph as markup; `leads` when it ends in a colon, so that it stays with what follows."""

    source: Source
    markup: str
    leads: bool


@dataclass(frozen=True, slots=True)
class Items:
    """A list; `start` is the first number, or None for bullets."""

    source: Source
    start: int | None
    items: tuple[tuple["Block", ...], ...]
    loose: bool  # blank lines stand between its items


@dataclass(frozen=True, slots=True)
class Example:
    """A block quote, typeset as a box."""

    source: Source
    blocks: tuple["Block", ...]


@dataclass(frozen=True, slots=True)
class TableBlock:
    """Rows of cells as markup; `align` holds left, center, right or nothing for each column."""

    source: Source
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    align: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """The YAML of a figure block."""

    source: Source  # of the YAML alone
    text: str


@dataclass(frozen=True, slots=True)
class Ornament:
    """A break in the thought: `---`."""

    source: Source


@dataclass(frozen=True, slots=True)
class Stray:
    """Markdown that a rulebook cannot typeset, and what to write instead."""

    source: Source
    what: str
    hint: str


Block = HeadingBlock | Words | Items | Example | TableBlock | Figure | Ornament | Stray


def read_prose(passages: Iterable[Passage]) -> tuple[Block, ...]:
    """The blocks of a rulebook's prose, in order."""
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    parser = MarkdownIt("commonmark").enable("table")
    return tuple(
        block
        for passage in passages
        for block in _Reader(passage).blocks(SyntaxTreeNode(parser.parse(passage.text)).children)
    )


class _Reader:
    """Reads one passage: what it finds there has the passage's rule and the lines of the file."""

    def __init__(self, passage: Passage) -> None:
        self.passage = passage

    def blocks(self, nodes: "list[SyntaxTreeNode]") -> tuple[Block, ...]:
        return tuple(block for node in nodes for block in self._block(node))

    def _block(self, node: "SyntaxTreeNode") -> list[Block]:
        source = self._source(node)
        match node.type:
            case "paragraph":
                return [_paragraph(node.children[0], source)]
            case "heading":
                inline = node.children[0]
                title = " ".join(_plain(inline).split())
                return [HeadingBlock(source, int(node.tag[1:]), _markup(inline, plain=True), title)]
            case "bullet_list" | "ordered_list":
                return [self._items(node, source)]
            case "blockquote":
                return [Example(source, self.blocks(node.children))]
            case "table":
                return [_table(node, source)]
            case "fence":
                return [_fence(node, source)]
            case "code_block":
                return [Stray(source, "indented code", "indent a line by less than four spaces")]
            case "html_block" if not node.content.strip().startswith("<!--"):
                return [Stray(source, "HTML", "use Markdown")]
            case "hr":
                return [Ornament(source)]
        return []

    def _source(self, node: "SyntaxTreeNode") -> Source:
        """The rule of the passage; in one without, what holds words of its own states the rules inside its lines."""
        start, end = node.map or (0, 0)
        lines = self.passage.lines[start:end]
        inside = dict.fromkeys(rule for line in lines for rule in line.rules) if _holds_words(node) else ()
        return Source(tuple(line.line for line in lines), " ".join(inside) or self.passage.rule)

    def _items(self, node: "SyntaxTreeNode", source: Source) -> Items:
        start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
        items = tuple(self.blocks(item.children) for item in node.children)
        loose = any(not child.hidden for item in node.children for child in item.children if child.type == "paragraph")
        return Items(source, start, items, loose)


def _holds_words(node: "SyntaxTreeNode") -> bool:
    return node.type in ("paragraph", "heading", "table")


def _paragraph(inline: "SyntaxTreeNode", source: Source) -> Block:
    breaks = 0
    for child in inline.walk():
        at = replace(source, lines=source.lines[breaks:])
        breaks += child.type in ("softbreak", "hardbreak")
        if child.type == "image":
            return Stray(at, "an image", "show a piece with a ```figure block")
        if child.type == "html_inline" and not child.content.startswith("<!--"):
            return Stray(at, f"HTML ({child.content})", "use Markdown; write &lt; for <")
    return Words(source, _markup(inline), inline.content.rstrip("* ").endswith(":"))


def _fence(node: "SyntaxTreeNode", source: Source) -> Block:
    name = node.info.strip()
    if name == "figure":
        return Figure(replace(source, lines=source.lines[1:]), node.content)
    return Stray(source, f"unknown block ```{name}", "write ```figure for a picture; other blocks are not typeset")


def _table(node: "SyntaxTreeNode", source: Source) -> TableBlock:
    rows = [row for part in node.children for row in part.children]
    cells = [tuple(_markup(cell.children[0]) for cell in row.children) for row in rows]
    align = tuple(str(cell.attrs.get("style", "")).removeprefix("text-align:") for cell in rows[0].children)
    return TableBlock(source, cells[0], tuple(cells[1:]), align)


def _markup(inline: "SyntaxTreeNode", plain: bool = False) -> str:
    """Inline Markdown as face markup."""
    parts: list[str] = []
    for node in inline.children:
        inner = _markup(node, plain) if node.children else ""
        match node.type:
            case "text":
                parts.append(ICON.sub(r'<icon icon="\1"/>', escape(node.content, quote=False)))
            case "strong" | "em":
                tag = "b" if node.type == "strong" else "i"
                parts.append(inner if plain else f"<{tag}>{inner}</{tag}>")
            case "code_inline":
                parts.append(escape(node.content, quote=False))
            case "softbreak":
                parts.append("\n")  # so that the lines can be counted
            case "html_inline":
                parts.append("\n" * node.content.count("\n"))
            case "hardbreak":
                parts.append("<br/>")
            case "link":
                parts.append(inner)
    return "".join(parts).strip(" ")


def _plain(inline: "SyntaxTreeNode") -> str:
    """Inline Markdown as mere text; icons leave nothing."""
    if inline.type in ("text", "code_inline"):
        return ICON.sub("", inline.content)
    if inline.type in ("softbreak", "hardbreak"):
        return " "
    return "".join(_plain(child) for child in inline.children)


def read_inline(text: str, plain: bool = False) -> str:
    """One line of Markdown, such as a caption, as face markup; plain leaves bold and italic out."""
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    return _markup(SyntaxTreeNode(MarkdownIt("commonmark").parseInline(text)).children[0], plain)
