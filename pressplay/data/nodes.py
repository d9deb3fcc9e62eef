"""A source is a file as it was read: every value still knows its line and column."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pressplay.files import ProjectFiles
from pressplay.problem import Place


class Scalar:
    """One word, number or text; `plain` when it stood without quotes."""

    __slots__ = ("column", "line", "plain", "text")

    def __init__(self, text: str, line: int, column: int, plain: bool = True) -> None:
        self.text = text
        self.line = line
        self.column = column
        self.plain = plain


class SequenceNode:
    """A list of values."""

    __slots__ = ("column", "items", "line")

    def __init__(self, items: list["Node"], line: int, column: int) -> None:
        self.items = items
        self.line = line
        self.column = column

    def __iter__(self) -> Iterator["Node"]:
        return iter(self.items)


class MappingNode:
    """Keys with their values; keys are unique and keep their order."""

    __slots__ = ("column", "entries", "line")

    def __init__(self, entries: dict[str, tuple[Scalar, "Node"]], line: int, column: int) -> None:
        self.entries = entries
        self.line = line
        self.column = column

    def get(self, key: str) -> "Node | None":
        entry = self.entries.get(key)
        return entry[1] if entry else None


Node = Scalar | SequenceNode | MappingNode


@dataclass(frozen=True, slots=True)
class Document:
    """A file of the project and its top value; `path` is relative to the project."""

    path: str
    root: Node
    sheet: str = ""  # of a spreadsheet; its nodes then count rows and columns

    def place(self, node: Node) -> Place:
        return Place(self.path, node.line, node.column, self.sheet)


class DataCell(Scalar):
    """A cell of a table of data: a list is written in it with `;` between the values."""

    __slots__ = ()


class DataRow(MappingNode):
    """A row of a table of data: `names` are the fields that the first row names."""

    __slots__ = ("names",)

    def __init__(
        self, entries: dict[str, tuple[Scalar, "Node"]], line: int, column: int, names: frozenset[str]
    ) -> None:
        super().__init__(entries, line, column)
        self.names = names


@dataclass(frozen=True, slots=True)
class SourceFile:
    """The bytes of a file, for a loader to read; a kind may say how, for instance which sheet holds its pieces."""

    path: str
    data: bytes
    kind: MappingNode | None = None  # the declaration of the kind whose pieces it holds


@dataclass(frozen=True, slots=True)
class TextFile:
    """A text file of the project, such as a rulebook."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Project:
    """What all games of a project share; a file that is not there is None."""

    files: ProjectFiles
    sizes: tuple[Document, ...]  # the ones that come with pressplay, then the project's own
    papers: tuple[Document, ...]
    fonts: Document | None


@dataclass(frozen=True, slots=True)
class GameSource:
    """The files of one game as they were read; what could not be read is None and already a problem."""

    id: str
    project: Project
    game: Document | None
    rulebook: TextFile | None
    pieces: Mapping[str, Document]  # kind id → its pieces' file
    files: ProjectFiles  # through which whatever is read for this game alone is read
    table: Document | None = None  # what lies where on a virtual table, if the game says so
    canon: Document | None = None  # what the designer's own rulebook says
    front: Document | None = None  # the rulebook's front matter, when it was read before

    @property
    def folder(self) -> str:
        return f"cards/{self.id}"
