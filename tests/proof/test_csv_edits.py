"""CSV edits: one cell changes, every other character stays."""

import csv
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pressplay.proof.csv_edits import add_row, copy_row, delete_row, read_rows, set_cell
from pressplay.proof.yaml_spans import NotEditable

FILE = 'title, bonus,text\r\n"Faint", 01 ,"two\r\nlines, ""quoted"""\r\n\r\nLast,2\r\n'


@pytest.mark.parametrize(
    ("row", "name", "value", "old", "new"),
    [
        (0, "title", "Swoon", '"Faint"', '"Swoon"'),
        (0, "bonus", "3", "01", "3"),
        (0, "text", 'a "b"', '"two\r\nlines, ""quoted"""', '"a ""b"""'),
        (1, "title", "a,b", "Last", '"a,b"'),
        (1, "title", "a\nb", "Last", '"a\nb"'),
        (1, "text", "x", "Last,2", "Last,2,x"),
    ],
)
def test_a_cell_changes_alone(row: int, name: str, value: str, old: str, new: str) -> None:
    assert set_cell(FILE, row, name, value) == FILE.replace(old, new)
    assert set_cell("\ufeff" + FILE, row, name, value) == "\ufeff" + FILE.replace(old, new)


def test_the_same_value_changes_no_byte() -> None:
    assert set_cell(FILE, 0, "bonus", "01") == FILE


def test_other_separators_stay() -> None:
    assert set_cell("a;b\n1,5;2\n", 0, "b", "x;y", ";") == 'a;b\n1,5;"x;y"\n'


def test_rows_come_and_go() -> None:
    copied = copy_row(FILE, 0, {"title": "Second"})
    assert copied == FILE.replace("\r\n\r\nLast", '\r\n"Second", 01 ,"two\r\nlines, ""quoted"""\r\n\r\nLast')
    assert delete_row(copied, 1) == FILE
    assert add_row(FILE, {"title": "New", "text": "a,b"}) == FILE + 'New,,"a,b"\r\n'
    assert add_row("a,b\n1,2", {"a": "3"}) == "a,b\n1,2\n3,"


@pytest.mark.parametrize(
    ("text", "row", "name", "why"),
    [
        (FILE, 9, "title", "not there any more"),
        (FILE, 0, "speed", "no column speed"),
        ('a,b\n1"2,3\n', 0, "a", "a quote stands in the middle"),
    ],
)
def test_what_cannot_be_done_is_refused(text: str, row: int, name: str, why: str) -> None:
    with pytest.raises(NotEditable, match=why):
        set_cell(text, row, name, "x")


CELLS = st.text(st.sampled_from("ab01 ,;\"'\n é🎲"), max_size=8).map(str.strip)


@settings(max_examples=150, deadline=None)
@given(
    rows=st.lists(st.tuples(CELLS, CELLS, CELLS).filter(any), min_size=1, max_size=4),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    eol=st.sampled_from(["\n", "\r\n"]),
    new=CELLS,
    data=st.data(),
)
def test_any_cell_and_nothing_else(
    rows: list[tuple[str, str, str]], quoting: int, eol: str, new: str, data: st.DataObject
) -> None:
    stream = StringIO()
    csv.writer(stream, quoting=quoting, lineterminator=eol).writerows([("a", "b", "c"), *rows])  # type: ignore[arg-type]
    text = stream.getvalue()
    row, column = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, 2))
    after = set_cell(text, row, "abc"[column], new)
    expected = [list(one) for one in rows]
    expected[row][column] = new
    assert list(csv.reader(StringIO(after, newline="")))[1:] == expected
    cell = read_rows(text)[row + 1].cells[column]
    assert after.startswith(text[: cell.start]) and after.endswith(text[cell.end :])
