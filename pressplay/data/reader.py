"""A reader turns the text of a YAML or CSV file into nodes that know their line and column."""

import re
from collections.abc import Callable
from typing import Any

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

from .nodes import CsvCell, CsvRow, Document, MappingNode, Node, Scalar, SequenceNode

MAX_BYTES = 8_000_000
MAX_DEPTH = 50
MAX_ALIASED = 100_000  # values that aliases may add to a file

# Control characters, and the line ends that editors do not count as lines.
_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x85\u2028\u2029\ufffe\uffff]")


def decode(path: str, data: bytes) -> str:
    """The text of a file's bytes; Trouble when it is too large or not plain UTF-8."""
    if len(data) > MAX_BYTES:
        trouble(Place(path), f"the file is larger than {MAX_BYTES // 1_000_000} MB", "split it into several files")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        trouble(Place(path), "the file is UTF-16 text", "save it as UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8", "replace")
        trouble(_place(path, before), f"not UTF-8 text: byte 0x{data[error.start]:02x}", "save the file as UTF-8")
    unseen = _UNSEEN.search(text)
    if unseen:
        character = f"U+{ord(unseen[0]):04X}"
        trouble(_place(path, text[: unseen.start()]), f"an invisible character, {character}", "delete it")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _place(path: str, before: str) -> Place:
    line = before.count("\n") + 1
    return Place(path, line, len(before) - before.rfind("\n"))


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


class _Builder:
    """Builds nodes from events; an anchored node is shared by its aliases, never copied."""

    def __init__(self, path: str, line: int) -> None:
        self.path = path
        self.line = line
        self.problems: list[Problem] = []
        self.anchors: dict[str, tuple[Node, int]] = {}
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
            self.anchors[event.anchor] = (node, 1)
        if not node.plain and _UNSEEN.search(node.text):
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
            self.anchors[done.anchor] = (done.node, self.count - done.count)

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
    (r"could not find expected ':'", "a key without its colon", ""),
    (r"expected ',' or '\]'", "a comma or the closing ] is missing", ""),
    (r"expected ',' or '}'", "a comma or the closing } is missing", ""),
    (r"unknown escape", "an unknown backslash code", "use single quotes, or write the backslash twice"),
    (
        r"did not find expected (key|'-' indicator)|expected <block end>",
        "the indentation does not match the lines above",
        "",
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


_CELL = re.compile(r'[ \t]*"((?:[^"]|"")*)"[ \t]*|([^",\n]*)')


def read_csv(path: str, text: str) -> tuple[Document | None, list[Problem]]:
    """A table as a list of mappings: the first row names the fields, an empty cell is left out."""
    problems: list[Problem] = []
    try:
        rows = _rows(path, text)
    except Trouble as stopped:
        return None, list(stopped.problems)
    if not rows:
        return None, [Problem(Place(path), "the file is empty", "its first row names the fields")]
    names = rows[0]
    if len(names) == 1 and re.search(r"[;\t]", names[0].text):
        return None, [Problem(Place(path, names[0].line, 1), "the cells are not separated by commas")]
    seen: set[str] = set()
    for name in names:
        place = Place(path, name.line, name.column)
        if not name.text:
            problems.append(Problem(place, "a column without a name"))
        elif name.text in seen:
            problems.append(Problem(place, f"the column {name.text} stands twice"))
        seen.add(name.text)
    pieces = SequenceNode([], 1, 1)
    for row in rows[1:]:
        if len(row) != len(names):
            place = Place(path, row[0].line, row[-1].column)
            problems.append(Problem(place, f"the row has {len(row)} cells, the first row names {len(names)}"))
        pieces.items.append(_row(names, row, path, problems))
    return Document(path, pieces), problems


def _rows(path: str, text: str) -> list[list[CsvCell]]:
    rows: list[list[CsvCell]] = []
    row: list[CsvCell] = []
    at, line, start = 0, 1, 0  # `start` is where the line begins
    while at <= len(text):
        match = _CELL.match(text, at)
        assert match  # an empty cell matches everywhere
        quoted = match[1] is not None
        word = match[1].replace('""', '"') if quoted else match[2].strip()
        group = match[1] if quoted else match[2]
        indent = 0 if quoted else len(group) - len(group.lstrip())
        row.append(CsvCell(word, line, at + indent - start + 1, not quoted))
        line += match[0].count("\n")
        if "\n" in match[0]:
            start = at + match[0].rindex("\n") + 1
        at = match.end()
        follows = text[at : at + 1]
        if follows not in ("", ",", "\n"):
            trouble(Place(path, line, at - start + 1), "a quote in the middle of a cell", 'write "" for a quote')
        if follows != ",":
            if len(row) > 1 or row[0].text or not row[0].plain:
                rows.append(row)
            row, line, start = [], line + 1, at + 1
        at += 1
    return rows


def _row(names: list[CsvCell], row: list[CsvCell], path: str, problems: list[Problem]) -> MappingNode:
    piece = CsvRow({}, row[0].line, row[0].column, frozenset(name.text.split(".")[0] for name in names))
    for name, cell in zip(names, row):
        if not cell.text and cell.plain:
            continue
        inner: MappingNode = piece
        *outer, last = name.text.split(".")
        for part in outer:
            key, record = inner.entries.setdefault(part, (name, MappingNode({}, cell.line, cell.column)))
            if type(record) is not MappingNode:
                problems.append(Problem(Place(path, key.line, key.column), f"{part} is both a column and a record"))
                break
            inner = record
        else:
            inner.entries[last] = (name, cell)
    return piece
