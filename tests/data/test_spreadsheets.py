"""Tables as designers have them: spreadsheets, and CSV with any separator and encoding."""

import zipfile
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest
from support.small import redraw, told, write

from pressplay.build.pipeline import read_games
from pressplay.game import Game

TEMPLATE = "<face><text x='9' y='9' size='9'>{{ title }}</text></face>"
ROWS: list[list[object]] = [["Name", "Number", "Qty", "Notes"], ["Nib", 3.0, 2, "old"], [], ["Duke", None, 1, None]]
COLUMNS = "columns: {title: Name, copies: Qty}"


def project(folder: Path, file: str, data: bytes, more: str = COLUMNS) -> Path:
    write(folder, TEMPLATE)
    game = folder / "cards/small/game.yaml"
    game.write_text(game.read_text("utf-8").replace("pieces: cards.yaml", f"pieces: {file}\n    {more}"), "utf-8")
    (folder / "cards/small" / file).write_bytes(data)
    return folder


def xlsx(*sheets: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for number, rows in enumerate(sheets, 1):
        sheet = book.create_sheet(f"Sheet {number}")
        for row in rows:
            sheet.append(row)
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def ods(rows: list[list[object]]) -> bytes:
    def cell(value: object) -> str:
        if value is None:
            return "<table:table-cell/>"
        if isinstance(value, int | float):
            return f'<table:table-cell office:value-type="float" office:value="{value}"/>'
        return f'<table:table-cell office:value-type="string"><text:p>{value}</text:p></table:table-cell>'

    body = "".join(f"<table:table-row>{''.join(map(cell, row)) or cell(None)}</table:table-row>" for row in rows)
    names = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    content = f"<office:document-content {names}><office:body><office:spreadsheet>"
    content += f'<table:table table:name="Cards">{body}</table:table>'
    content += "</office:spreadsheet></office:body></office:document-content>"
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("content.xml", content)
        packed.writestr("META-INF/manifest.xml", "<manifest/>")
    return stream.getvalue()


def csv(separator: str) -> str:
    return "\r\n".join(separator.join("" if cell is None else str(cell) for cell in row) for row in ROWS)


def the_game(folder: Path) -> Game:
    games, problems = read_games(folder)
    assert not problems, problems
    return games[0]


FILES = {
    "cards.xls": (Path(__file__).parent / "cards.xls").read_bytes(),
    "cards.xlsx": xlsx(ROWS),
    "cards.ods": ods(ROWS),
    "comma.csv": csv(",").encode(),
    "trailing.csv": csv(",").replace("\r\n", ",,,\r\n").encode(),
    "excel.csv": ("sep=;\r\n" + csv(";")).encode("cp1252"),
    "semicolon.csv": b"\xef\xbb\xbf" + csv(";").encode(),
    "utf16.csv": csv("\t").encode("utf-16"),
    "tab.tsv": csv("\t").encode(),
}


@pytest.mark.parametrize("name", FILES)
def test_the_same_table_comes_out_of_every_file(tmp_path: Path, name: str) -> None:
    game = the_game(project(tmp_path, name, FILES[name]))
    pieces = [(piece.title, piece.copies, piece.number) for piece in game.pieces["card"]]
    assert pieces == [("Nib", 2, 3), ("Duke", 1, None)]
    (remark,) = game.remarks
    assert remark.message == "the column Notes is no field of card, and left out"


def test_windows_letters_are_read(tmp_path: Path) -> None:
    game = the_game(project(tmp_path, "w.csv", "title;copies\nMüsli €;2\n".encode("cp1252"), "strict: true"))
    assert game.pieces["card"][0].title == "Müsli €"


def test_a_sheet_is_chosen_by_name_or_number(tmp_path: Path) -> None:
    book = xlsx([["title"], ["First"]], [["title"], ["Second"]])
    for sheet in ("Sheet 2", "2"):
        game = the_game(project(tmp_path, "b.xlsx", book, f"sheet: {sheet}"))
        assert game.pieces["card"][0].title == "Second"
    assert "b.xlsx: there is no sheet Sheet 3" in told(redraw(project(tmp_path, "b.xlsx", book, "sheet: Sheet 3")))


def test_a_problem_names_sheet_row_and_column_letter(tmp_path: Path) -> None:
    book = xlsx([["title", "words", "number"], [], ["Nib", "a", "three"]])
    assert "cards/small/b.xlsx:Sheet 1!C3: number is “three”; it must be a whole number" in told(
        redraw(project(tmp_path, "b.xlsx", book, "strict: true"))
    )


def test_strict_refuses_columns_that_are_no_fields(tmp_path: Path) -> None:
    said = told(redraw(project(tmp_path, "c.xlsx", FILES["cards.xlsx"], f"{COLUMNS}\n    strict: true")))
    assert "c.xlsx:Sheet 1!D1: unknown key Notes" in said


def test_a_column_with_nearly_the_name_of_a_field_is_a_slip(tmp_path: Path) -> None:
    assert "unknown key numbr" in told(redraw(project(tmp_path, "c.csv", b"title,numbr\nNib,3\n", "strict: no")))


def test_a_column_that_is_not_there_is_told(tmp_path: Path) -> None:
    said = told(redraw(project(tmp_path, "c.csv", b"Nmae\nNib\n", "columns: {title: Name}")))
    assert "c.csv:1:1: there is no column Name (for title)" in said and "did you mean Nmae?" in said


@pytest.mark.parametrize("name", ["x.xlsx", "x.ods", "x.xls"])
@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 no", b"\xd0\xcf\x11\xe0" * 9, FILES["cards.xlsx"][:900]])
def test_a_damaged_spreadsheet_is_a_problem(tmp_path: Path, name: str, data: bytes) -> None:
    said = told(redraw(project(tmp_path, name, data)))
    assert f"cards/small/{name}: the file is no spreadsheet that can be read" in said


def test_a_lone_cell_far_out_fills_no_memory(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.worksheets[0]["A1"] = "title"
    book.worksheets[0]["XFD1048576"] = "far"
    stream = BytesIO()
    book.save(stream)
    assert "more than 2,000,000 cells" in told(redraw(project(tmp_path, "far.xlsx", stream.getvalue())))
