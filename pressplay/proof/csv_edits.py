"""CSV edits: one cell of a CSV text is written anew in its place, and every other character stays."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .yaml_spans import NotEditable

_CELL = re.compile(r'[ \t]*"(?:[^"]|"")*"[ \t]*|[^"SEP\r\n]*')
_BREAK = re.compile("\r\n|\r|\n")


class CellSpan(NamedTuple):
    """A cell and where its characters stand, quotes included."""

    start: int
    end: int
    text: str
    quoted: bool


class RowSpan(NamedTuple):
    """A row that is not blank, and where it stands with its line break."""

    start: int
    end: int
    cells: tuple[CellSpan, ...]


def read_rows(text: str, separator: str = ",") -> list[RowSpan]:
    """The rows of a text, the names of the columns first; NotEditable when a quote stands in a cell's middle."""
    cell_form = re.compile(_CELL.pattern.replace("SEP", re.escape(separator)))
    rows: list[RowSpan] = []
    at = 1 if text.startswith("\ufeff") else 0
    while at < len(text):
        start, cells = at, []
        while True:
            match = cell_form.match(text, at)
            assert match  # an empty cell matches everywhere
            cells.append(_cell(match))
            at = match.end()
            if text[at : at + len(separator)] != separator:
                break
            at += len(separator)
        broken = _BREAK.match(text, at)
        if not broken and at < len(text):
            raise NotEditable("a quote stands in the middle of a cell")
        at = broken.end() if broken else at
        if len(cells) > 1 or cells[0].text or cells[0].quoted:
            rows.append(RowSpan(start, at, tuple(cells)))
    return rows


def set_cell(text: str, row: int, name: str, value: str, separator: str = ",") -> str:
    """The text with another value in a column of a row, counted from 0 below the names; "" empties the cell."""
    rows = read_rows(text, separator)
    found, column = _row(rows, row), _column(rows, name)
    if column >= len(found.cells):
        end = found.cells[-1].end
        return text[:end] + separator * (column - len(found.cells) + 1) + _written(value, False, separator) + text[end:]
    cell = found.cells[column]
    if cell.text == value:
        return text
    return text[: cell.start] + _written(value, cell.quoted, separator) + text[cell.end :]


def copy_row(text: str, row: int, changes: Mapping[str, str], separator: str = ",") -> str:
    """The text with a row twice, the second time with other values."""
    found = _row(read_rows(text, separator), row)
    line = text[found.start : found.end]
    if not line.endswith(("\n", "\r")):
        line = _eol(text) + line
    done = text[: found.end] + line + text[found.end :]
    for name, value in changes.items():
        done = set_cell(done, row + 1, name, value, separator)
    return done


def add_row(text: str, values: Mapping[str, str], separator: str = ",") -> str:
    """The text with a new row at its end."""
    rows = read_rows(text, separator)
    names = [cell.text for cell in rows[0].cells]
    line = separator.join(_written(values.get(name, ""), False, separator) for name in names)
    end = rows[-1].end
    before = "" if text[:end].endswith(("\n", "\r")) else _eol(text)
    return text[:end] + before + line + (_eol(text) if not before else "") + text[end:]


def delete_row(text: str, row: int, separator: str = ",") -> str:
    """The text without a row."""
    rows = read_rows(text, separator)
    found = _row(rows, row)
    if len(rows) == 2:
        raise NotEditable("it is the last one; a file of pieces holds at least one")
    return text[: found.start] + text[found.end :]


def _cell(match: re.Match[str]) -> CellSpan:
    written = match[0].strip(" \t")
    start = match.start() + len(match[0]) - len(match[0].lstrip(" \t")) if written else match.start()
    if written.startswith('"'):
        return CellSpan(start, start + len(written), written[1:-1].replace('""', '"'), True)
    return CellSpan(start, start + len(written), written, False)


def _row(rows: Sequence[RowSpan], row: int) -> RowSpan:
    if not 0 <= row < len(rows) - 1:
        raise NotEditable("the row is not there any more")
    return rows[row + 1]


def _column(rows: Sequence[RowSpan], name: str) -> int:
    names = [cell.text for cell in rows[0].cells]
    if name not in names:
        raise NotEditable(f"the file has no column {name}")
    return names.index(name)


def _written(value: str, quoted: bool, separator: str) -> str:
    if quoted or separator in value or value != value.strip() or re.search('["\r\n]', value):
        return '"' + value.replace('"', '""') + '"'
    return value


def _eol(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"
