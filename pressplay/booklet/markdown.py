"""Prose: a rulebook's Markdown as blocks, its words in the same inline markup that faces use."""

import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from pressplay.rules.rule import CLOSE_ID, END, OPEN

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

_ICON = re.compile(r"\[([a-z0-9][a-z0-9:-]*)\]")
_MARK = re.compile(f"{OPEN}([^{CLOSE_ID}]*){CLOSE_ID}|{END}")


@dataclass(frozen=True, slots=True)
class HeadingBlock:
    """A heading; its words stand without bold and italic, for display faces have one style."""

    level: int
    markup: str
    title: str  # as plain text, for the contents
    raw: str


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph as markup; `rule` when a rule stands inside it."""

    markup: str
    raw: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Items:
    """A list; `start` is the first number, or None for bullets."""

    start: int | None
    items: tuple[tuple["Block", ...], ...]
    loose: bool  # blank lines stand between its items


@dataclass(frozen=True, slots=True)
class Example:
    """A block quote, typeset as a box."""

    blocks: tuple["Block", ...]


@dataclass(frozen=True, slots=True)
class TableBlock:
    """Rows of cells as markup; `align` holds left, center, right or nothing for each column."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    align: tuple[str, ...]
    raw: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """The YAML of a figure block."""

    text: str


@dataclass(frozen=True, slots=True)
class Ornament:
    """A break in the thought: `---`."""


@dataclass(frozen=True, slots=True)
class RuleMark:
    """Where a rule begins (its id), or ends (nothing)."""

    id: str


@dataclass(frozen=True, slots=True)
class Stray:
    """Markdown that a rulebook cannot typeset, and what to write instead."""

    what: str
    hint: str
    raw: str


Block = HeadingBlock | Words | Items | Example | TableBlock | Figure | Ornament | RuleMark | Stray


def read_prose(text: str) -> tuple[Block, ...]:
    """The blocks of a rulebook's Markdown, in order."""
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    parser = MarkdownIt("commonmark").enable("table")
    return _blocks(SyntaxTreeNode(parser.parse(text)).children)


def _blocks(nodes: "list[SyntaxTreeNode]") -> tuple[Block, ...]:
    return tuple(block for node in nodes for block in _block(node))


def _block(node: "SyntaxTreeNode") -> list[Block]:
    match node.type:
        case "paragraph":
            return _paragraph(node)
        case "heading":
            inline = node.children[0]
            title = " ".join(_plain(inline).split())
            return [HeadingBlock(int(node.tag[1:]), _markup(inline, plain=True), title, _raw(inline))]
        case "bullet_list" | "ordered_list":
            return [_items(node)]
        case "blockquote":
            return [Example(_blocks(node.children))]
        case "table":
            return [_table(node)]
        case "fence" if node.info.strip() == "figure":
            return [Figure(node.content)]
        case "fence":
            hint = "write ```figure for a picture; other blocks are not typeset"
            return [Stray(f"unknown block ```{node.info.strip()}", hint, node.content)]
        case "code_block":
            return [Stray("indented code", "indent a line by less than four spaces", node.content)]
        case "html_block":
            if node.content.strip().startswith("<!--"):
                return []
            return [Stray("HTML", "use Markdown", node.content)]
        case "hr":
            return [Ornament()]
    return []


def _paragraph(node: "SyntaxTreeNode") -> list[Block]:
    inline = node.children[0]
    raw = inline.content
    lone = _MARK.fullmatch(raw.strip())
    if lone:
        return [RuleMark(lone[1] or "")]
    for child in inline.walk():
        if child.type == "image":
            return [Stray("an image", "show a piece with a ```figure block", raw)]
        if child.type == "html_inline" and not child.content.startswith("<!--"):
            return [Stray(f"HTML ({child.content})", "use Markdown; write &lt; for <", raw)]
    return [Words(_markup(inline), _raw(inline), _inner_rule(raw))]


def _items(node: "SyntaxTreeNode") -> Items:
    start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
    items = tuple(_blocks(item.children) for item in node.children)
    loose = any(not child.hidden for item in node.children for child in item.children if child.type == "paragraph")
    return Items(start, items, loose)


def _table(node: "SyntaxTreeNode") -> TableBlock:
    rows = [row for part in node.children for row in part.children]
    cells = [tuple(_markup(cell.children[0]) for cell in row.children) for row in rows]
    align = tuple(str(cell.attrs.get("style", "")).removeprefix("text-align:") for cell in rows[0].children)
    content = " ".join(cell.children[0].content for row in rows for cell in row.children)
    raw = "\n".join(_raw(cell.children[0]) for row in rows for cell in row.children)
    return TableBlock(cells[0], tuple(cells[1:]), align, raw, _inner_rule(content))


def _inner_rule(raw: str) -> str:
    return " ".join(found for found in _MARK.findall(raw) if found)


def _raw(inline: "SyntaxTreeNode") -> str:
    return _MARK.sub("", inline.content)


def _markup(inline: "SyntaxTreeNode", plain: bool = False) -> str:
    """Inline Markdown as face markup."""
    parts: list[str] = []
    for node in inline.children:
        inner = _markup(node, plain) if node.children else ""
        match node.type:
            case "text":
                parts.append(_ICON.sub(r'<icon icon="\1"/>', escape(_MARK.sub("", node.content), quote=False)))
            case "strong" | "em":
                tag = "b" if node.type == "strong" else "i"
                parts.append(inner if plain else f"<{tag}>{inner}</{tag}>")
            case "code_inline":
                parts.append(escape(node.content, quote=False))
            case "softbreak":
                parts.append(" ")
            case "hardbreak":
                parts.append("<br/>")
            case "link":
                parts.append(inner)
    return "".join(parts).strip()


def _plain(inline: "SyntaxTreeNode") -> str:
    """Inline Markdown as mere text; icons leave nothing."""
    if inline.type in ("text", "code_inline"):
        return _ICON.sub("", _MARK.sub("", inline.content))
    if inline.type in ("softbreak", "hardbreak"):
        return " "
    return "".join(_plain(child) for child in inline.children)


def read_inline(text: str, plain: bool = False) -> str:
    """One line of Markdown, such as a caption, as face markup; plain leaves bold and italic out."""
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    return _markup(SyntaxTreeNode(MarkdownIt("commonmark").parseInline(text)).children[0], plain)
