"""The spreadsheet reader turns a sheet of an .xlsx, .ods or .xls file into rows of cells that know their row and column."""

import re
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import Any

from pressplay.problem import Place, Problem, nearest, trouble
from pressplay.units import num

from .nodes import DataCell, Document, MappingNode, Scalar, SourceFile
from .rows import document_of
from .text import UNSEEN

MOST_CELLS = 2_000_000
MOST_UNPACKED = 200_000_000  # bytes
_CELL = re.compile(rb'<c r="([A-Z]{1,3})([0-9]{1,7})"')


def load_spreadsheet(file: SourceFile) -> tuple[Document | None, list[Problem]]:
    """The document of one sheet: the one that the kind names or counts, else the first."""
    wanted = file.kind.get("sheet") if isinstance(file.kind, MappingNode) else None
    name, rows = sheet_rows(file, wanted.text if isinstance(wanted, Scalar) else "")
    document, problems = document_of(file.path, rows, name, file.kind)
    if document is None and not problems:
        problems = [Problem(Place(file.path, sheet=name), "the sheet is empty", "its first row names the fields")]
    return document, problems


def sheet_rows(file: SourceFile, wanted: str = "") -> tuple[str, list[list[DataCell]]]:
    """A sheet's name and all its cells; Trouble when it cannot be read."""
    _check_bounds(file)
    try:
        import python_calamine as calamine  # few need it

        book = calamine.CalamineWorkbook.from_filelike(BytesIO(file.data))
        names = list(book.sheet_names)
        name = _chosen(file.path, names, wanted)
        sheet = book.get_sheet_by_name(name)
        if sheet.total_height * sheet.total_width > MOST_CELLS:
            _too_large(file.path)
        values = sheet.to_python(skip_empty_area=False)
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException as error:  # a damaged file may end the reader in any way, also in a panic of its own
        if type(error).__module__.startswith("pressplay"):
            raise
        trouble(Place(file.path), "the file is no spreadsheet that can be read", "save it again, or save it as CSV")
    rows = [[_cell(value, y, x) for x, value in enumerate(row, 1)] for y, row in enumerate(values, 1)]
    for cell in (cell for row in rows for cell in row):
        if UNSEEN.search(cell.text):
            trouble(
                Place(file.path, cell.line, cell.column, name), "the cell holds an invisible character", "delete it"
            )
    return name, rows


def _chosen(path: str, names: list[str], wanted: str) -> str:
    if not names:
        trouble(Place(path), "the file has no sheet")
    if not wanted:
        return names[0]
    if wanted in names:
        return wanted
    if wanted.isdecimal() and 0 < int(wanted) <= len(names):
        return names[int(wanted) - 1]
    trouble(Place(path), f"there is no sheet {wanted}", nearest(wanted, names))


def _cell(value: Any, row: int, column: int) -> DataCell:
    return DataCell(_text(value), row, column)


def _text(value: Any) -> str:
    """A cell’s value as one would write it in a text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else num(value, 10)
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ")
    if isinstance(value, date | time | timedelta):
        return str(value)
    return str(value).replace("\r\n", "\n").replace("\r", "\n").strip()


def _check_bounds(file: SourceFile) -> None:
    """A packed file may hold far more than it seems, and a lone cell far out makes a sheet of a thousand million."""
    if not file.data.startswith(b"PK"):
        return
    import zipfile  # takes a while to load

    try:
        with zipfile.ZipFile(BytesIO(file.data)) as packed:
            if sum(part.file_size for part in packed.infolist()) > MOST_UNPACKED:
                _too_large(file.path)
            for part in packed.namelist():
                if part.startswith("xl/worksheets/") and part.endswith(".xml"):
                    _check_sheet(file.path, packed.read(part))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, ValueError):
        trouble(Place(file.path), "the file is no spreadsheet that can be read", "save it again, or save it as CSV")


def _check_sheet(path: str, xml: bytes) -> None:
    columns = rows = 0
    for letters, number in _CELL.findall(xml):
        columns, rows = max(columns, _column(letters)), max(rows, int(number))
    if columns * rows > MOST_CELLS:
        _too_large(path)


def _column(letters: bytes) -> int:
    count = 0
    for letter in letters:
        count = 26 * count + letter - 64
    return count


def _too_large(path: str) -> None:
    hint = "delete empty rows and columns around the data, or split it into several files"
    trouble(Place(path), f"the sheet has more than {MOST_CELLS:,} cells", hint)
