"""Loaders turn the bytes of a file into a document, one for each suffix; a new one is a file and a line here."""

from collections.abc import Callable
from pathlib import PurePosixPath

from pressplay.problem import Place, Problem, Trouble

from .csv_reader import load_csv
from .nodes import Document, SourceFile
from .spreadsheet_reader import load_spreadsheet
from .text import check_size
from .yaml_reader import load_yaml

# A loader gives the document, if there is one, and what is wrong with the file; it may also stop with Trouble.
Loader = Callable[[SourceFile], tuple[Document | None, list[Problem]]]

LOADERS: dict[str, Loader] = {
    ".yaml": load_yaml,
    ".yml": load_yaml,
    ".csv": load_csv,
    ".tsv": load_csv,
    ".xlsx": load_spreadsheet,
    ".xlsm": load_spreadsheet,
    ".ods": load_spreadsheet,
    ".xls": load_spreadsheet,
}


def suffix_of(path: str) -> str:
    return PurePosixPath(path).suffix.lower()


def suffixes() -> str:
    """The suffixes that files of pieces may have, as a sentence names them."""
    *most, last = LOADERS
    return f"{', '.join(most)} or {last}"


def load_document(file: SourceFile) -> tuple[Document | None, list[Problem]]:
    """What a file says; no document when it cannot be read at all, and then a problem says why."""
    try:
        check_size(file.path, file.data)
        document, problems = LOADERS[suffix_of(file.path)](file)
    except Trouble as stopped:
        return None, list(stopped.problems)
    if document is None and not problems:
        problems = [Problem(Place(file.path), "the file is empty")]
    return document, problems
