"""A stranger's table becomes a game: from 50 cards in a spreadsheet, with art and icons, to print and table."""

import json
from pathlib import Path

import openpyxl
import pytest
from PIL import Image
from support.command_line import pressplay

KINDS = ("Beast", "Spirit", "Robot", "Plant")
HEADINGS = ("Card Name", "Kind", "Power", "Cost", "Qty", "Released", "Symbol", "Picture", "Rules Text", "Notes")
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path style="fill:white" d="M1 1h7v7z"/></svg>'


def spreadsheet(folder: Path) -> Path:
    """What a designer has: a sheet of 50 cards, a folder of art, and icons from anywhere."""
    (folder / "art").mkdir()
    (folder / "icons").mkdir()
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.append(HEADINGS)
    for number in range(50):
        kind = KINDS[number % 4]
        art = f"art/Monster {number + 1:02d}.jpg"
        Image.new("RGB", (480, 320), (5 * number, 90, 160)).save(folder / art)
        when, symbol = f"2024-0{number % 9 + 1}-1{number % 9}", kind.lower()
        words = f"When it enters, **draw {number % 3 + 1}** and discard a [{symbol}] card. Then shuffle the deck."
        row = [f"Monster {number + 1}", kind, number % 9 + 1, float(number % 4), 1 + (number % 3 == 0)]
        sheet.append([*row, when, symbol, art, words, None])
        if number == 20:
            sheet.append([])
    for kind in KINDS:
        (folder / f"icons/{kind.lower()}.svg").write_text(ICON, "utf-8")
    book.save(folder / "Pocket Monsters.xlsx")
    return folder


def test_from_a_spreadsheet_to_print_and_table(tmp_path: Path) -> None:
    done = pressplay("import", "Pocket Monsters.xlsx", cwd=spreadsheet(tmp_path))
    assert done.code == 0, done.out + done.err
    project = tmp_path / "pocket-monsters"
    game = (project / "cards/pocket-monsters/game.yaml").read_text("utf-8")
    for declared in (
        "card_kind: one of card_kind_counts",
        "power: int 1..9",
        "released: date",
        "symbol: icon",
        "picture: image",
        "rules_text: rich",
        'copies: "Qty"',
    ):
        assert declared in game
    assert "Notes" not in game and "Empty, and left out: Notes" in done.out
    book = (project / "cards/pocket-monsters/rulebook.md").read_text("utf-8")
    assert "deck: 67" in book and '"Beast": 18' in book
    again = pressplay("build", "--to", "tts", "--project", project, cwd=tmp_path)
    assert again.code == 0, again.err
    manifest = json.loads((project / "output/pocket-monsters/manifest.json").read_text("utf-8"))
    assert len(manifest["pieces"]) == 50 and sum(piece["copies"] for piece in manifest["pieces"]) == 67
    roles = {file["role"] for file in manifest["files"]}
    assert "tts-save" in roles
    assert (project / "output/pocket-monsters/print/pocket-monsters-a4.pdf").exists()


def test_its_rulebook_holds_what_was_counted(tmp_path: Path) -> None:
    spreadsheet(tmp_path)
    assert pressplay("import", "Pocket Monsters.xlsx", "--no-build", cwd=tmp_path).code == 0
    book = tmp_path / "pocket-monsters/cards/pocket-monsters/cards.xlsx"
    table = openpyxl.load_workbook(book)
    table.worksheets[0]["B3"] = "Beast"
    table.worksheets[0]["C4"] = 12
    table.save(book)
    done = pressplay("check", cwd=tmp_path / "pocket-monsters")
    assert done.code == 1
    assert "cards.xlsx:Sheet!C4: power is 12; it must be a whole number from 1 to 9" in done.out


TABLES = {
    "deck.json": json.dumps({"cards": [{"name": "Nib", "power": 3, "tags": ["a", "b"]}, {"name": "Duke", "power": 4}]}),
    "deck.yaml": "- {name: Nib, power: 3}\n- {name: Duke, power: 4, fast: yes}\n",
    "deck.csv": "name;power\nNib;3\nDuke;4\n",
    "deck.tsv": "name\tpower\nNib\t3\nDuke\t4\n",
}


@pytest.mark.parametrize("name", TABLES)
def test_lists_of_any_sort_are_imported(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(TABLES[name], "utf-8")
    done = pressplay("import", name, cwd=tmp_path)
    assert done.code == 0, done.out + done.err
    game = (tmp_path / "deck/cards/deck/game.yaml").read_text("utf-8")
    assert "power: int 3..4" in game
    listed = pressplay("list", "deck", cwd=tmp_path / "deck")
    assert "poker" in listed.out


def test_a_game_joins_a_project_that_is_there(tmp_path: Path) -> None:
    for name in ("one.csv", "two.csv"):
        (tmp_path / name).write_text("name,power\nNib,3\nDuke,4\n", "utf-8")
        assert pressplay("import", name, "both", cwd=tmp_path).code == 0
    assert sorted(path.name for path in (tmp_path / "both/cards").iterdir()) == ["one", "two"]
    again = pressplay("import", "two.csv", "both", cwd=tmp_path)
    assert again.code == 1 and "there is a game of this name already" in again.err


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.csv", b"", "holds no table"),
        ("a.csv", b"name\n", "holds no table"),
        ("a.csv", b"power,cost\n1,2\n1,2\n", "no column holds names"),
        ("a.json", b"{", "is not readable as JSON"),
        ("a.json", b"[1, 2]", "holds no list of pieces"),
        ("a.yaml", b"a: [", "a value is missing here"),
        ("a.pdf", b"%PDF", "is no file with a table"),
        ("a.xlsx", b"PK", "is no spreadsheet that can be read"),
    ],
)
def test_what_cannot_be_imported_is_told(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(data)
    done = pressplay("import", name, cwd=tmp_path)
    assert done.code == 1 and message in done.err, done.err
    assert not (tmp_path / "a").exists()


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    done = pressplay("import", "none.csv", cwd=tmp_path)
    assert done.code == 1 and "none.csv: cannot be read: no such file" in done.err
