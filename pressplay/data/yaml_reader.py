"""The YAML reader turns a text into nodes that know their line and column."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from pressplay.problem import Place, Problem, Trouble, trouble

from .nodes import Document, MappingNode, Node, Scalar, SequenceNode, SourceFile
from .text import UNSEEN, decode

MAX_DEPTH = 50
MAX_ALIASED = 100_000  # values that aliases may add to a file


def load_yaml(file: SourceFile) -> tuple[Document | None, list[Problem]]:
    """The document of a YAML file."""
    return read_yaml(file.path, decode(file.path, file.data))


def read_yaml(path: str, text: str, line: int = 1) -> tuple[Document | None, list[Problem]]:
    """The YAML of a text that starts at a line of its file; no document when it cannot be read at all."""
    builder = _Builder(path, line)
    try:
        root = builder.build(_parser(text))
    except Trouble as stopped:
        return None, [*builder.problems, *stopped.problems]
    except yaml.MarkedYAMLError as error:
        return None, [*builder.problems, _syntax_problem(path, error, text, line)]
    except yaml.YAMLError as error:  # the text is clean, so this is a limit of the parser
        return None, [*builder.problems, Problem(Place(path), f"not readable as YAML: {error}")]
    return (Document(path, root) if root else None), builder.problems


def _parser(text: str) -> Callable[[], Any]:
    """Yields the text's YAML events; libyaml's parser is ten times as fast as the one in Python."""
    try:
        from yaml.cyaml import CParser  # type: ignore[attr-defined]
    except ImportError:
        return _PythonParser(text).get_event
    events: Callable[[], Any] = CParser(text).get_event
    return events


class _PythonParser(yaml.reader.Reader, yaml.scanner.Scanner, yaml.parser.Parser):
    def __init__(self, text: str) -> None:
        yaml.reader.Reader.__init__(self, text)
        yaml.scanner.Scanner.__init__(self)
        yaml.parser.Parser.__init__(self)


class _Open:
    """A list or mapping that is being read."""

    __slots__ = ("anchor", "count", "key", "merged", "node", "parent")

    def __init__(
        self, node: SequenceNode | MappingNode, parent: "_Open | None", anchor: str | None, count: int
    ) -> None:
        self.node = node
        self.parent = parent
        self.anchor = anchor
        self.count = count
        self.key: Scalar | None = None
        self.merged: list[Node] = []


class _Anchor(NamedTuple):
    """A value that aliases may stand for, and how many values it holds."""

    node: Node
    size: int


class _Builder:
    """Builds nodes from events; an anchored node is shared by its aliases, never copied."""

    def __init__(self, path: str, line: int) -> None:
        self.path = path
        self.line = line
        self.problems: list[Problem] = []
        self.anchors: dict[str, _Anchor] = {}
        self.count = 0
        self.aliased = 0
        self.top: _Open | None = None
        self.root: Node | None = None

    def build(self, next_event: Callable[[], Any]) -> Node | None:
        first_line = self.line
        depth = documents = 0
        while True:
            event = next_event()
            kind = type(event)
            if kind is ScalarEvent:
                mark = event.start_mark
                node = Scalar(event.value, mark.line + first_line, mark.column + 1, event.implicit[0])
                if event.tag or event.anchor or not node.plain:
                    self._unusual(event, node)
                self._put(node)
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                depth += 1
                self._open(event, kind is MappingStartEvent, depth)
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                depth -= 1
                self._close()
            elif kind is AliasEvent:
                self._alias(event)
            elif kind is DocumentStartEvent:
                documents += 1
                if documents > 1:
                    trouble(self._at(event), "a second document starts here", "a file holds one; remove the line ---")
            elif kind is StreamEndEvent:
                return self.root

    def _at(self, event: Any) -> Place:
        mark = event.start_mark
        return Place(self.path, mark.line + self.line, mark.column + 1)

    def _say(self, place: Place, message: str, hint: str = "") -> None:
        self.problems.append(Problem(place, message, hint))

    def _unusual(self, event: Any, node: Scalar) -> None:
        if event.tag:
            self._tag(event)
        if event.anchor:
            self.anchors[event.anchor] = _Anchor(node, 1)
        if not node.plain and UNSEEN.search(node.text):
            self._say(self._at(event), "the text holds an invisible character", "delete its backslash code")

    def _tag(self, event: Any) -> None:
        tag = event.tag.replace("tag:yaml.org,2002:", "!!")
        self._say(self._at(event), f"the tag {tag} is not understood", "remove it; quotes make a value text")

    def _open(self, event: Any, mapping: bool, depth: int) -> None:
        if depth > MAX_DEPTH:
            trouble(self._at(event), f"values are nested more than {MAX_DEPTH} deep")
        if event.tag:
            self._tag(event)
        mark = event.start_mark
        line, column = mark.line + self.line, mark.column + 1
        node = MappingNode({}, line, column) if mapping else SequenceNode([], line, column)
        if event.anchor:
            self.anchors.pop(event.anchor, None)  # an alias inside it would hold itself
        self.top = _Open(node, self.top, event.anchor, self.count)

    def _close(self) -> None:
        done = self.top
        assert done  # the parser closes only what it opened
        if done.merged:
            self._merge(done)
        self.top = done.parent
        self._put(done.node)
        if done.anchor:
            self.anchors[done.anchor] = _Anchor(done.node, self.count - done.count)

    def _alias(self, event: Any) -> None:
        known = self.anchors.get(event.anchor)
        if not known:
            trouble(self._at(event), f"*{event.anchor} stands for nothing", f"&{event.anchor} must stand before it")
        node, size = known
        self.count += size
        self.aliased += size
        if self.aliased > MAX_ALIASED:
            trouble(self._at(event), f"aliases such as *{event.anchor} swell this file beyond {MAX_ALIASED:,} values")
        self._put(node)

    def _put(self, node: Node) -> None:
        self.count += 1
        top = self.top
        if top is None:
            self.root = node
        elif type(top.node) is SequenceNode:
            top.node.items.append(node)
        elif top.key is None:
            top.key = node if isinstance(node, Scalar) else self._bad_key(node)
        else:
            key, top.key = top.key, None
            self._entry(top, key, node)

    def _bad_key(self, node: Node) -> Scalar:
        hint = "put quotes around a text that starts with {{" if type(node) is MappingNode else ""
        trouble(Place(self.path, node.line, node.column), "a list or mapping stands where a key should", hint)

    def _entry(self, top: _Open, key: Scalar, node: Node) -> None:
        assert type(top.node) is MappingNode
        entries = top.node.entries
        if key.text == "<<" and key.plain:
            top.merged.append(node)
        elif key.text in entries:
            first = entries[key.text][0].line
            self._say(Place(self.path, key.line, key.column), f"the key {key.text} stands twice; first in line {first}")
        else:
            entries[key.text] = (key, node)

    def _merge(self, done: _Open) -> None:
        assert type(done.node) is MappingNode
        for value in done.merged:
            for part in value if type(value) is SequenceNode else [value]:
                if type(part) is not MappingNode:
                    self._say(Place(self.path, part.line, part.column), "<< takes an alias of a mapping, such as *name")
                    continue
                for key, entry in part.entries.items():
                    done.node.entries.setdefault(key, entry)


# What the YAML parsers say, in a designer's words; the first that is found in their message counts.
_SYNTAX: tuple[tuple[str, str, str], ...] = (
    (r"tab character", "a tab stands here", "indent with spaces"),
    (r"cannot start any token", "a text cannot start with this character", "put quotes around the text"),
    (
        r"mapping values are not allowed",
        "a colon too many",
        "put quotes around a text that holds a colon and a space, or mend the indentation",
    ),
    (r"unexpected end of stream", "a quote is not closed", ""),
    (r"could not find expected ':'", "a key without its colon", "write key: value, with a space behind the colon"),
    (r"expected ',' or '\]'", "a comma or the closing ] is missing", ""),
    (r"expected ',' or '}'", "a comma or the closing } is missing", ""),
    (
        r"did not find expected node content",
        "a value is missing here, or a bracket is not closed",
        "write the value, or close the bracket that is open",
    ),
    (r"unknown escape", "an unknown backslash code", "use single quotes, or write the backslash twice"),
    (
        r"did not find expected (key|'-' indicator)|expected <block end>",
        "the indentation does not match the lines above",
        "entries of one list or mapping begin in the same column; what belongs to an entry stands further in",
    ),
    (r"sequence entries are not allowed", "a list cannot start here", "start it in a line of its own"),
    (r"expected alphabetic or numeric", "* and & need a name", "put quotes around a text that starts with * or &"),
)


def _syntax_problem(path: str, error: yaml.MarkedYAMLError, text: str, line: int) -> Problem:
    said = f"{error.context or ''} {error.problem or ''}"
    message, hint = f"not readable as YAML: {said.strip()}", ""
    for pattern, *words in _SYNTAX:
        if re.search(pattern, said):
            message, hint = words
            break
    mark = error.problem_mark or error.context_mark
    if "end of stream" in said and error.context_mark:
        mark = error.context_mark  # where the quote was opened, not where the file ends
    if mark is None:
        return Problem(Place(path), message, hint)
    at_fault = [*text.split("\n"), ""][mark.line]
    if at_fault[mark.column : mark.column + 1] == "\t":
        message, hint = "a tab stands here", "indent with spaces"
    elif re.search(r":\s+\{\{", at_fault):
        hint = "put quotes around a text that starts with {{"
    return Problem(Place(path, mark.line + line, mark.column + 1), message, hint)
