"""Fields: each type reads what it means, refuses what it does not, and says so."""

import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pressplay.data.declarations import SIMPLE, Declarations
from pressplay.data.fields import BAD, Field, Reading, TextTemplate, needs_filling
from pressplay.data.ids import slug
from pressplay.data.nodes import DataCell, Node
from pressplay.data.structures import Free, Maybe
from pressplay.data.yaml_reader import read_yaml

FACTS = {"colors": ["red", "blue"], "teams": {"disco": {"letter": "D"}, "salsa": {}}, "skills": [1, 2, 3], "draw": 2}


def node(text: str) -> Node:
    document, problems = read_yaml("x.yaml", text)
    assert document and not problems, problems
    return document.root


def value_node(text: str) -> Node | None:
    document, problems = read_yaml("", text)
    return document.root if document and not problems else None


def declare(text: str) -> tuple[Field | None, list[str]]:
    at = Reading("game.yaml", {"ink": "#112233"})
    field = Declarations(at, FACTS, ["song", "hype"], value_node).field(node(text))
    return field, [f"{problem.message}; {problem.hint}" for problem in at.problems]


def read(declared: str, text: str, at: Reading | None = None) -> Any:
    field, problems = declare(declared)
    assert field and not problems, problems
    at = at or Reading("songs.yaml", {"ink": "#112233"})
    return field.read(node(text), "it", at)


def refusal(declared: str, text: str) -> str:
    at = Reading("songs.yaml", {"ink": "#112233"})
    assert read(declared, text, at) is BAD
    (problem,) = at.problems
    return problem.message + (f"; {problem.hint}" if problem.hint else "")


@pytest.mark.parametrize(
    ("declared", "text", "value"),
    [
        ("text", "1999", "1999"),
        ("text", "no", "no"),
        ("text", '""', ""),
        ("text", "null", "null"),
        ("text 1..4", "Duke", "Duke"),
        ("rich", "go **bold** [star]", "go **bold** [star]"),
        ("int", "-3", -3),
        ("int 60..200", "60", 60),
        ("int", '"94"', 94),
        ("number", "0.5", 0.5),
        ("number", ".5", 0.5),
        ("number 0..1", "1", 1),
        ("bool", "yes", True),
        ("bool", "No", False),
        ("bool", "true", True),
        ("date", "2019-06-02", datetime.date(2019, 6, 2)),
        ("color", '"#b8336a"', "#b8336a"),
        ("color", '"#b3a"', "#b3a"),
        ("color", "ink", "ink"),
        ("one of colors", "red", "red"),
        ("one of teams", "salsa", "salsa"),
        ("one of teams.disco", "letter", "letter"),
        ("one of skills", "2", 2),
        ("'one of [up, down]'", "up", "up"),
        ("'one of [1, 2]'", "2", 2),
        ("ref song", "nib", "nib"),
        ("list of int", "[1, 2]", [1, 2]),
        ("list of int 2..4", "[1, 2]", [1, 2]),
        ("list of int 1..6 2..4", "[6, 1]", [6, 1]),
        ("list of one of colors 1..2", "[red]", ["red"]),
        ("optional text", "~", None),
        ("optional text", "null", None),
        ("optional text", "words", "words"),
        ("int = 1", "3", 3),
        ("{bar: int, stage: int = 2}", "{bar: 1}", {"bar": 1, "stage": 2}),
        ("{list of: {n: int}}", "[{n: 1}, {n: 2}]", [{"n": 1}, {"n": 2}]),
    ],
)
def test_values(declared: str, text: str, value: object) -> None:
    assert read(declared, text) == value


@pytest.mark.parametrize(
    ("declared", "text", "message"),
    [
        ("text", "[a]", "it is a list; it must be text"),
        ("text", "~", 'it is “~”; it must be text; write "" for no words'),
        ("text 3..4", "ab", "it has 2 characters; it must be text of 3 to 4 characters"),
        ("text ..2", "abc", "it has 3 characters; it must be text of at most 2 characters"),
        ("text 4..", "abc", "it has 3 characters; it must be text of at least 4 characters"),
        ("text 3..3", "ab", "it has 2 characters; it must be text of exactly 3 characters"),
        ("int", "1.5", "it is “1.5”; it must be a whole number"),
        ("int", "9" * 41, "it is “" + "9" * 39 + "…”; it must be a whole number"),
        ("int 1..", "0", "it is 0; it must be a whole number of at least 1"),
        ("int ..5", "6", "it is 6; it must be a whole number of at most 5"),
        ("int", "0x10", "it is “0x10”; it must be a whole number"),
        ("int", "{a: 1}", "it is a mapping; it must be a whole number"),
        ("number", ".inf", "it is “.inf”; it must be a number"),
        ("number", "nan", "it is “nan”; it must be a number"),
        ("number 0..1", "1.01", "it is 1.01; it must be a number from 0 to 1"),
        ("bool", "1", "it is “1”; it must be yes or no"),
        ("date", "02.06.2019", "it is “02.06.2019”; it must be a date such as 2019-06-02"),
        ("date", "2019-13-01", "it is 2019-13-01; the calendar has no such day"),
        ("color", '"#12345"', 'it is “#12345”; it must be a colour such as "#b8336a" or a name of the palette'),
        ("one of colors", "rde", "it cannot be “rde”; did you mean red? accepted: blue, red"),
        ("one of skills", "4", "it cannot be “4”; accepted: 1, 2, 3"),
        ("list of int 2..4", "[1]", "it has 1 values; it must be a list of 2 to 4 values"),
        ("list of int", "[1, x]", "it is “x”; it must be a whole number"),
        ("{bar: int}", "{bar: x}", "it.bar is “x”; it must be a whole number"),
        ("{bar: int}", "{}", "it.bar is missing; it must be a whole number"),
        ("{bar: int}", "{bar: 1, baz: 2}", "unknown key baz; did you mean bar? accepted: bar"),
        ("{bar: int}", "3", "it is “3”; it must be a mapping; its keys: bar"),
    ],
)
def test_refusals(declared: str, text: str, message: str) -> None:
    assert refusal(declared, text) == message


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ("txt", "unknown field type txt; did you mean text? accepted: "),
        ("int 5..1", "the range 5..1 is upside down; "),
        ("int 1.5..2", "1.5..2 is no range; for example 1..40"),
        ("bool 1..2", "bool takes no range; "),
        ("one of nothing", "one of nothing: there is no fact nothing; accepted: colors, skills, teams"),
        ("one of draw", "one of draw: this fact is not a list: draw; "),
        ("'one of []'", "one of [] is not a list; "),
        ("ref sung", "ref sung: there is no kind sung; did you mean song? accepted: hype, song"),
        ("int = many", "the value after = is “many”; it must be a whole number; "),
        ("[a, b]", "a list is no field type; "),
        ("list of wrods", "unknown field type wrods; "),
        ("{a-b: int}", "a-b cannot name a field; for example a_b"),
        ("{not: int}", "not is a word of the template language; for example not_"),
        ("''", "a field type is missing; "),
    ],
)
def test_declarations_that_mean_nothing(declared: str, message: str) -> None:
    field, problems = declare(declared)
    assert field is None
    assert len(problems) == 1 and problems[0].startswith(message)


def test_every_documented_type_is_there(repository: Any) -> None:
    table = (repository / "docs/data.md").read_text("utf-8").split("## Field types")[1].split("\n\nA value")[0]
    words = {row.split("`")[1].split()[0] for row in table.splitlines() if row.startswith("| `")}
    assert words == {*SIMPLE, "one", "ref", "list", "optional", "TYPE", "{list"}


def test_left_out_values() -> None:
    field, _ = declare("{a: optional text, b: int = 3, c: 'list of text = []', d: bool = yes}")
    assert field and field.read(node("{}"), "", Reading("x")) == {"a": None, "b": 3, "c": [], "d": True}


def test_without_facts_a_choice_is_not_judged() -> None:
    field = Declarations(Reading("x"), None, [], value_node).field(node("one of colors"))
    assert field and field.read(node("anything"), "it", Reading("x")) == "anything"


def test_a_text_with_facts_waits_for_them() -> None:
    at = Reading("songs.yaml")
    text = read("rich 1..5", '"Draw {{ draw }} cards"', at)
    assert (
        isinstance(text, TextTemplate)
        and needs_filling({"rule": [text]})
        and not needs_filling([at.file])
        and (text.line, text.column) == (1, 1)
    )


def test_a_cell_holds_a_list() -> None:
    field, _ = declare("list of int")
    at = Reading("songs.csv")
    assert field and field.read(DataCell("1; 2;3", 4, 10), "it", at) == [1, 2, 3]
    assert field.read(DataCell("1; x", 4, 10), "it", at) is BAD
    assert str(at.problems[0].place) == "songs.csv:4:13"


def test_icons_and_images_are_asked_for() -> None:
    at = Reading("x")
    at.find_icon, at.icons = {"star"}.__contains__, lambda: ["star"]
    at.find_image = lambda name: ("art/" + name, "") if name == "a.png" else ("", "is not there")
    assert read("icon", "star", at) == "star" and read("image", "a.png", at) == "art/a.png"
    assert read("icon", "stra", at) is BAD and read("image", "b.png", at) is BAD
    assert [problem.message for problem in at.problems] == ["it: there is no icon stra", "it: b.png is not there"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("8", 8),
        ("-1.5", -1.5),
        ("true", True),
        ("~", None),
        ("words", "words"),
        ('"8"', "8"),
        ("2019-06-02", datetime.date(2019, 6, 2)),
        ("[1, a]", [1, "a"]),
        ("{2: five, a: {b: 1}}", {2: "five", "a": {"b": 1}}),
        ("1.2.3", "1.2.3"),
        ("-", "-"),
    ],
)
def test_free_data_is_what_it_looks_like(text: str, value: object) -> None:
    assert Free().read(node(text) if text != "-" else node('"-"'), "fact", Reading("x")) == value


@pytest.mark.parametrize("word", ["yes", "No", "on", "OFF"])
def test_free_data_that_may_be_a_switch(word: str) -> None:
    at = Reading("x")
    assert Free().read(node(word), "fact", at) is BAD
    assert "may be a word or a switch" in at.problems[0].message
    assert Free().read(node(f'"{word}"'), "fact", at) == word


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Señor Siesta’s Club", "senor-siestas-club"),
        ("  Basement 54! ", "basement-54"),
        ("Straße", "strasse"),
        ("+1 / −2", "1-2"),
        ("The Velvet Comet!", "the-velvet-comet"),
        (7, "7"),
        ("…", ""),
        ("Ünder—Över", "under-over"),
    ],
)
def test_slug(title: object, name: str) -> None:
    assert slug(title) == name


@given(st.integers(-1000, 1000), st.integers(-1000, 1000), st.integers(-1000, 1000))
def test_a_range_admits_what_lies_in_it(low: int, high: int, value: int) -> None:
    field, problems = declare(f"int {low}..{high}")
    if low > high:
        assert field is None and problems
    else:
        assert field
        assert (field.read(node(str(value)), "it", Reading("x")) == value) == (low <= value <= high)


@given(st.text(max_size=60))
def test_no_declaration_is_a_traceback(text: str) -> None:
    from pressplay.data.nodes import Scalar

    field = Declarations(Reading("x"), FACTS, ["song"], value_node).field(Scalar(text, 1, 1))
    assert field is None or isinstance(field.required, bool)
    assert field is None or isinstance(field, Maybe) or field.required
