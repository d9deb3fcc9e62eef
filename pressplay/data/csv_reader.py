"""The CSV reader turns a text into rows of cells that know their line and column."""

import re

from pressplay.problem import Place, Problem, trouble

from .nodes import DataCell, Document, SourceFile
from .rows import document_of
from .text import decode

_CELL = re.compile(r'[ \t]*"((?:[^"]|"")*)"[ \t]*|([^",\n]*)')


def load_csv(file: SourceFile) -> tuple[Document | None, list[Problem]]:
    """The document of a CSV file."""
    return read_csv(file.path, decode(file.path, file.data))


def read_csv(path: str, text: str) -> tuple[Document | None, list[Problem]]:
    """A table as a list of mappings; Trouble when its cells cannot be told apart."""
    rows = _rows(path, text)
    if not rows:
        return None, [Problem(Place(path), "the file is empty", "its first row names the fields")]
    first = rows[0][0]
    if len(rows[0]) == 1 and re.search(r"[;\t]", first.text):
        return None, [Problem(Place(path, first.line, 1), "the cells are not separated by commas")]
    return document_of(path, rows)


def _rows(path: str, text: str) -> list[list[DataCell]]:
    rows: list[list[DataCell]] = []
    row: list[DataCell] = []
    at, line, start = 0, 1, 0  # `start` is where the line begins
    while at <= len(text):
        match = _CELL.match(text, at)
        assert match  # an empty cell matches everywhere
        quoted = match[1] is not None
        word = match[1].replace('""', '"') if quoted else match[2].strip()
        group = match[1] if quoted else match[2]
        indent = 0 if quoted else len(group) - len(group.lstrip())
        row.append(DataCell(word, line, at + indent - start + 1, not quoted))
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
