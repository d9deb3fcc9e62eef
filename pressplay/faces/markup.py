"""Markup: the small XML that templates yield, read with the template line of every tag.

A tag's text is the key of everything that is remembered about it: most tags of a deck
are the same on every card, so they are read, checked and drawn once.
"""

import re
from typing import NamedTuple

from pressplay.problem import Place

MARK = "_"  # the attribute that carries `template:line`

ICON = re.compile(r"\[(\w[\w:.-]*)\]")  # an icon in a text: any [word]

_TOKEN = re.compile(r"<!--.*?-->|<[^<>]*>|[^<]+|<", re.S)
_TAG = re.compile(r"<(/?)([A-Za-z][\w-]*)((?:\s+[\w-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*)\s*(/?)>", re.S)
_ATTRIBUTE = re.compile(r"([\w-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.S)
_START = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|<!--.*?-->|<([A-Za-z][\w-]*)", re.S)
_ENTITY = re.compile(r"&(?!(?:[a-zA-Z]+|#\d+|#x[0-9a-fA-F]+);)")


class Tag:
    """An opening, closing or lone tag, as read once from its text."""

    __slots__ = ("attributes", "closes", "line", "lone", "name", "template")

    def __init__(self, name: str, attributes: dict[str, str], closes: bool, lone: bool) -> None:
        self.name = name
        self.closes = closes
        self.lone = lone
        self.template, _, line = attributes.pop(MARK, "").rpartition(":")
        self.line = int(line or 0)
        self.attributes = attributes


class Node(NamedTuple):
    """An element of a face: its tag, the tag's text, and its text or children."""

    tag: Tag
    token: str
    body: str
    children: "list[Node]"


class MarkupMistake(Exception):
    """Markup that is not well formed."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


_known: dict[str, Tag] = {}


def numbered(source: str, template: str) -> str:
    """The template's source with its own name and line written into every tag."""
    line = 1
    last = 0

    def mark(match: re.Match[str]) -> str:
        nonlocal line, last
        line += source.count("\n", last, match.start())
        last = match.start()
        return f'{match[0]} {MARK}="{template}:{line}"' if match[1] else match[0]

    return _START.sub(mark, source)


def tokens(markup: str) -> list[str]:
    """Tags and the text between them, in order."""
    return _TOKEN.findall(markup)


def read_tag(token: str) -> Tag:
    """The tag that a token's text spells."""
    tag = _known.get(token)
    if tag is None:
        tag = _read(token)
        if len(_known) > 200_000:  # a very long run of a watcher: forget and learn again
            _known.clear()
        _known[token] = tag
    return tag


def place_of(tag: Tag, template: str) -> Place:
    """Where a tag stands; one without a line of its own (from a rich text) stands with the template."""
    return Place(tag.template or template, tag.line)


def plain(text: str) -> str:
    """Text with its entities resolved."""
    if "&" not in text:
        return text
    if _ENTITY.search(text):
        raise MarkupMistake("a lone & in the template", "write &amp;")
    from html import unescape  # its table of names takes a while to read

    return unescape(text)


def _read(token: str) -> Tag:
    match = _TAG.fullmatch(token)
    if not match:
        without = re.sub(rf' {MARK}="[^"]*"', "", token)
        shown = without if len(without) < 60 else without[:57] + "…"
        raise MarkupMistake(f"{shown} is not a tag", 'write <name key="value"/>; in text write &lt; for <')
    closes, name, attributes, lone = match.groups()
    values: dict[str, str] = {}
    for key, double, single in _ATTRIBUTE.findall(attributes):
        if key in values:
            raise MarkupMistake(f"<{name}> has {key} twice")
        values[key] = plain(double or single)
    return Tag(name, values, bool(closes), bool(lone))
