"""Rows of cells, as CSV files and spreadsheets have them, become a list of mappings: the first row names the fields."""

from collections.abc import Sequence

from pressplay.problem import Problem

from .nodes import DataCell, DataRow, Document, MappingNode, SequenceNode

Rows = Sequence[Sequence[DataCell]]


def document_of(path: str, rows: Rows, sheet: str = "") -> tuple[Document, list[Problem]]:
    """The document of a file's rows, or of one sheet of it; an empty cell is left out."""
    reader = _RowReader(Document(path, SequenceNode([], 1, 1), sheet), rows[0])
    return reader.document(rows[1:]), reader.problems


class _RowReader:
    def __init__(self, empty: Document, names: Sequence[DataCell]) -> None:
        self.empty = empty
        self.names = names
        self.fields = frozenset(name.text.split(".")[0] for name in names)
        self.problems: list[Problem] = []

    def document(self, rows: Rows) -> Document:
        self._check_names()
        pieces = SequenceNode([self._mapping(row) for row in rows], 1, 1)
        return Document(self.empty.path, pieces, self.empty.sheet)

    def _say(self, cell: DataCell, message: str) -> None:
        self.problems.append(Problem(self.empty.place(cell), message))

    def _check_names(self) -> None:
        known: set[str] = set()
        for name in self.names:
            if not name.text:
                self._say(name, "a column without a name")
            elif name.text in known:
                self._say(name, f"the column {name.text} stands twice")
            known.add(name.text)

    def _mapping(self, row: Sequence[DataCell]) -> DataRow:
        if len(row) != len(self.names):
            at = DataCell("", row[0].line, row[-1].column)
            self._say(at, f"the row has {len(row)} cells, the first row names {len(self.names)}")
        piece = DataRow({}, row[0].line, row[0].column, self.fields)
        for name, cell in zip(self.names, row):
            if cell.text or not cell.plain:
                self._put(piece, name, cell)
        return piece

    def _put(self, piece: DataRow, name: DataCell, cell: DataCell) -> None:
        inner: MappingNode = piece
        *outer, last = name.text.split(".")
        for part in outer:
            key, record = inner.entries.setdefault(part, (name, MappingNode({}, cell.line, cell.column)))
            if type(record) is not MappingNode:
                self._say(DataCell("", key.line, key.column), f"{part} is both a column and a record")
                return
            inner = record
        inner.entries[last] = (name, cell)
