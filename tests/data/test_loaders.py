"""Loaders: a new sort of file is a loader and one line, and all that lies behind it takes its pieces as they are."""

import json
import zlib
from pathlib import Path

import pytest
from support.small import redraw, write

from pressplay.data.loaders import LOADERS, load_document
from pressplay.data.nodes import DataCell, Document, Scalar, SourceFile
from pressplay.data.rows import document_of
from pressplay.data.text import MAX_BYTES
from pressplay.problem import Place, Problem, trouble

TEMPLATE = "<face><text x='9' y='9' size='9'>{{ title }}</text></face>"


def load_workbook(file: SourceFile) -> tuple[Document | None, list[Problem]]:
    """A throw-away binary spreadsheet: packed rows by sheet; the kind's description says which sheet."""
    try:
        sheets = json.loads(zlib.decompress(file.data))
    except zlib.error:
        trouble(Place(file.path), "is no workbook", "save it again")
    wanted = file.kind.get("description") if file.kind else None
    name = wanted.text if isinstance(wanted, Scalar) else next(iter(sheets))
    rows = [[DataCell(word, y, x) for x, word in enumerate(row, 1)] for y, row in enumerate(sheets[name], 1)]
    return document_of(file.path, rows, name)


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose pieces stand in such a workbook; registered by one line."""
    monkeypatch.setitem(LOADERS, ".book", load_workbook)
    write(tmp_path, TEMPLATE)
    game = tmp_path / "cards/small/game.yaml"
    text = game.read_text("utf-8").replace("pieces: cards.yaml", "pieces: Cards.BOOK\n    description: Second")
    game.write_text(text, "utf-8")
    (tmp_path / "cards/small/cards.yaml").unlink()
    return tmp_path


def save(project: Path, *rows: list[str]) -> None:
    sheets = {"First": [["nothing"]], "Second": [["title", "number", "copies"], *rows]}
    (project / "cards/small/Cards.BOOK").write_bytes(zlib.compress(json.dumps(sheets).encode()))


def test_pieces_of_a_new_sort_of_file_are_drawn(book: Path) -> None:
    save(book, ["Nib", "3", "2"], ["Duke", "", "1"])
    drawn = redraw(book)
    assert not drawn.problems
    assert [("Nib" in str(picture), "Duke" in str(picture)) for picture in drawn.pictures] == [
        (True, False),
        (False, True),
    ]


def test_mistakes_are_told_as_a_spreadsheet_names_its_cells(book: Path) -> None:
    save(book, ["Nib", "three", "2"], ["Nib", "1"])
    assert [str(problem).split("\n")[0] for problem in redraw(book).problems] == [
        "cards/small/Cards.BOOK:Second!B2: number is “three”; it must be a whole number",
        "cards/small/Cards.BOOK:Second!B3: the row has 2 cells, the first row names 3",
    ]


def test_a_file_that_its_loader_cannot_read_is_a_problem(book: Path) -> None:
    (book / "cards/small/Cards.BOOK").write_bytes(b"\xff\x00 no workbook")
    (problem,) = redraw(book).problems
    assert (str(problem.place), problem.message) == ("cards/small/Cards.BOOK", "is no workbook")


def test_the_message_lists_the_loaders_that_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LOADERS, ".book", load_workbook)
    write(tmp_path, TEMPLATE)
    game = tmp_path / "cards/small/game.yaml"
    game.write_text(game.read_text("utf-8").replace("cards.yaml", "cards.txt"), "utf-8")
    (problem,) = redraw(tmp_path).problems
    assert problem.message == "pieces: cards.txt is no file that holds pieces"
    assert problem.hint.endswith(", .xls or .book")


def test_suffixes_count_without_regard_to_case(tmp_path: Path) -> None:
    project = write(tmp_path, TEMPLATE)
    (project / "cards/small/cards.yaml").rename(project / "cards/small/CARDS.YML")
    game = project / "cards/small/game.yaml"
    game.write_text(game.read_text("utf-8").replace("cards.yaml", "CARDS.YML"), "utf-8")
    assert not redraw(project).problems


@pytest.mark.parametrize("suffix", LOADERS)
def test_no_loader_takes_a_file_without_bounds(suffix: str) -> None:
    document, (problem,) = load_document(SourceFile(f"x{suffix}", b"x" * (MAX_BYTES + 1)))
    assert document is None and problem.message == "the file is larger than 8 MB"


def test_no_module_but_the_registry_says_which_suffixes_there_are() -> None:
    package = Path(__file__).resolve().parents[2] / "pressplay"
    users = [
        file.relative_to(package).as_posix()
        for file in package.rglob("*.py")
        if '".csv"' in file.read_text("utf-8") or '".yml"' in file.read_text("utf-8")
    ]
    assert sorted(users) == ["data/loaders.py", "proof/edits.py"]  # what is written back has its own, shorter list


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        (Place("a.yaml", 3, 4), "a.yaml:3:4"),
        (Place("a.xlsx", 3, 4, "Songs"), "a.xlsx:Songs!D3"),
        (Place("a.xlsx", 12, 27, "Songs"), "a.xlsx:Songs!AA12"),
        (Place("a.xlsx", 1, 26, "Songs"), "a.xlsx:Songs!Z1"),
        (Place("a.xlsx", 1, 703, "Songs"), "a.xlsx:Songs!AAA1"),
        (Place("a.xlsx", sheet="Songs"), "a.xlsx:Songs"),
    ],
)
def test_places_are_shown_as_their_program_shows_them(place: Place, shown: str) -> None:
    assert str(place) == shown


def test_other_programs_are_told_the_sheet_too() -> None:
    problem = Problem(Place("a.xlsx", 3, 4, "Songs"), "wrong")
    assert problem.as_json() == {"file": "a.xlsx", "line": 3, "column": 4, "message": "wrong", "sheet": "Songs"}
