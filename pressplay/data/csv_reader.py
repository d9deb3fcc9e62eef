"""The CSV reader turns a text into rows of cells that know their line and column."""

import re
from functools import cache
from typing import NoReturn

from pressplay.problem import Place, Problem, trouble

from .nodes import DataCell, Document, MappingNode, SourceFile
from .rows import document_of
from .text import decode_table

SEPARATORS = (",", ";", "\t")
_QUOTED = re.compile(r'"(?:[^"]|"")*"')


def load_csv(file: SourceFile) -> tuple[Document | None, list[Problem]]:
    """The document of a CSV file."""
    return read_csv(file.path, decode_table(file.path, file.data), file.kind)


def read_csv(path: str, text: str, kind: MappingNode | None = None) -> tuple[Document | None, list[Problem]]:
    """A table as a list of mappings; Trouble when its cells cannot be told apart."""
    rows = csv_rows(path, text)
    if not rows:
        return None, [Problem(Place(path), "the file is empty", "its first row names the fields")]
    return document_of(path, rows, kind=kind)


def csv_rows(path: str, text: str) -> list[list[DataCell]]:
    """The cells of a text, row by row; between them stand commas, semicolons or tabs."""
    said = re.match(r"sep=([,;\t])[^\n]*", text)  # how Excel writes it into a file's first line
    if said:
        return _rows(path, " " * said.end() + text[said.end() :], said[1])
    return _rows(path, text, separator_of(text))


def separator_of(text: str) -> str:
    """What stands between cells: the sign that is most often in the first line, outside quotes."""
    first = next((line for line in _QUOTED.sub("", text).split("\n") if line.strip()), "")
    return max(SEPARATORS, key=first.count)


@cache
def _cell(separator: str) -> re.Pattern[str]:
    blank = " " if separator == "\t" else r" \t"
    return re.compile(rf'[{blank}]*"((?:[^"]|"")*)"[{blank}]*|([^"{separator}\n]*)')


def _rows(path: str, text: str, separator: str) -> list[list[DataCell]]:
    cell = _cell(separator)
    rows: list[list[DataCell]] = []
    row: list[DataCell] = []
    at, line, start = 0, 1, 0  # `start` is where the line begins
    while at <= len(text):
        match = cell.match(text, at)
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
        if follows not in ("", separator, "\n"):
            _misquoted(Place(path, line, at - start + 1), text, at, separator)
        if follows != separator:
            if len(row) > 1 or row[0].text or not row[0].plain:
                rows.append(row)
            row, line, start = [], line + 1, at + 1
        at += 1
    return rows


def _misquoted(place: Place, text: str, at: int, separator: str) -> NoReturn:
    """A quote that is not closed, or one that stands where none should."""
    opens = text[:at].rstrip(" ")[-1:] in ("", "\n", separator)
    if opens and text.count('"', at) % 2:
        trouble(place, "a quote is opened here and never closed", 'close it, or write "" for a quote in quotes')
    trouble(place, "a quote in the middle of a cell", 'put the cell into quotes, and write "" for a quote in it')
