"""Rows of cells, as CSV files and spreadsheets have them, become a list of mappings: the first row names the fields."""

from collections.abc import Mapping, Sequence

from pressplay.problem import Problem, nearest

from .ids import slug
from .nodes import DataCell, DataRow, Document, MappingNode, Scalar, SequenceNode

Row = Sequence[DataCell]
Rows = Sequence[Row]


def document_of(
    path: str, rows: Rows, sheet: str = "", kind: MappingNode | None = None
) -> tuple[Document | None, list[Problem]]:
    """The document of a file's rows, or of one sheet of it; an empty cell is left out, and so is an empty row.

    The kind may say which columns hold its fields, and names them all.
    """
    filled = [row for row in rows if not all(map(_is_empty, row))]
    if not filled:
        return None, []
    reader = _RowReader(Document(path, SequenceNode([], 1, 1), sheet), filled, kind)
    return reader.document(), reader.problems


def _is_empty(cell: DataCell) -> bool:
    return not cell.text and cell.plain


class _RowReader:
    def __init__(self, empty: Document, rows: Rows, kind: MappingNode | None) -> None:
        self.empty = empty
        self.problems: list[Problem] = []
        self.rows = rows[1:]
        width = max((index for row in rows for index, cell in enumerate(row, 1) if not _is_empty(cell)), default=0)
        self.headings = rows[0][:width]
        self.names = self._named(kind)
        self.fields = frozenset(name.text.split(".")[0] for name in self.names)

    def document(self) -> Document:
        self._check_names()
        pieces = SequenceNode([self._mapping(row) for row in self.rows], 1, 1)
        return Document(self.empty.path, pieces, self.empty.sheet)

    def _say(self, cell: Scalar, message: str, hint: str = "") -> None:
        self.problems.append(Problem(self.empty.place(cell), message, hint))

    def _named(self, kind: MappingNode | None) -> list[DataCell]:
        """The cells of the first row, with the names of the fields that they head."""
        columns = _columns(kind)
        headings = [cell.text for cell in self.headings]
        for field, heading in columns.items():
            if heading not in headings:
                self._say(self.headings[0], f"there is no column {heading} (for {field})", nearest(heading, headings))
        by_heading: dict[str, str] = {heading: field for field, heading in columns.items()}
        declared = kind.get("fields") if kind else None
        fields = set(declared.entries) if isinstance(declared, MappingNode) else set()
        plain = {slug(field): field for field in [*fields, "id", "copies"] if field not in columns}
        for heading in headings:
            if heading not in by_heading and heading.split(".")[0] not in fields:
                field = plain.get(slug(heading), "")
                if field and field not in headings:
                    by_heading[heading] = field
        return [
            DataCell(by_heading.get(cell.text, cell.text), cell.line, cell.column, cell.plain) for cell in self.headings
        ]

    def _check_names(self) -> None:
        known: set[str] = set()
        for index, name in enumerate(self.names):
            if not name.text:
                if any(len(row) > index and not _is_empty(row[index]) for row in self.rows):
                    self._say(name, "a column without a name", "name it in the first row, or empty it")
            elif name.text in known:
                self._say(name, f"the column {name.text} stands twice")
            known.add(name.text)

    def _mapping(self, row: Row) -> DataRow:
        cells = row[: max(len(self.names), max(index for index, cell in enumerate(row, 1) if not _is_empty(cell)))]
        if len(cells) != len(self.names):
            at = DataCell("", row[0].line, cells[-1].column)
            self._say(at, f"the row has {len(cells)} cells, the first row names {len(self.names)}")
        piece = DataRow({}, row[0].line, row[0].column, self.fields)
        for name, cell in zip(self.names, cells):
            if name.text and not _is_empty(cell):
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


def _columns(kind: MappingNode | None) -> Mapping[str, str]:
    """Field by field, the heading of its column; what is wrong with the words themselves is told elsewhere."""
    node = kind.get("columns") if kind else None
    if not isinstance(node, MappingNode):
        return {}
    return {field: heading.text for field, (_, heading) in node.entries.items() if isinstance(heading, Scalar)}
