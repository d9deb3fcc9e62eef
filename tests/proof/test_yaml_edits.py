"""YAML edits: one value changes, every other character stays."""

from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pressplay.proof.yaml_edits import add_item, copy_item, delete_item, remove_key, set_scalar
from pressplay.proof.yaml_spans import NotEditable

FILE = """\
# Every card of the deck.
- {title: Faint, bonus: 1, text: 'It''s fine'}   # a first one
- id: lead
  title: "Lead \\u201cDancer\\u201d"
  text: |
    two
    lines

  note:    # to be said
  folded: >-
    some words
    in lines
  plain: over
    two lines # said
- {title: Last, }
"""


def change(path: list[str | int], value: str, text: str = FILE, bare: bool = False) -> tuple[str, str]:
    """What was taken out of a text and what came in its place, and nothing else differs."""
    after = set_scalar(text, path, value, bare)
    start = next((i for i, (a, b) in enumerate(zip(text, after)) if a != b), min(len(text), len(after)))
    end = 0
    while end < min(len(text), len(after)) - start and text[-1 - end] == after[-1 - end]:
        end += 1
    return text[start : len(text) - end], after[start : len(after) - end]


@pytest.mark.parametrize(
    ("path", "value", "bare", "line"),
    [
        ([0, "title"], "Swoon", False, "- {title: Swoon, bonus: 1, text: 'It''s fine'}   # a first one"),
        ([0, "title"], "a,b", False, "- {title: \"a,b\", bonus: 1, text: 'It''s fine'}   # a first one"),
        ([0, "bonus"], "2", True, "- {title: Faint, bonus: 2, text: 'It''s fine'}   # a first one"),
        ([0, "bonus"], "2", False, "- {title: Faint, bonus: \"2\", text: 'It''s fine'}   # a first one"),
        ([0, "text"], "Bo's", False, "- {title: Faint, bonus: 1, text: 'Bo''s'}   # a first one"),
        ([0, "new"], "w", False, "- {title: Faint, bonus: 1, text: 'It''s fine', new: w}   # a first one"),
        ([1, "title"], "Müller", False, '  title: "Müller"'),
        ([1, "note"], "a: b", False, '  note: "a: b"    # to be said'),
        ([1, "plain"], "one", False, "  plain: one # said"),
        ([2, "new"], "w", False, "- {title: Last, new: w }"),
    ],
)
def test_a_value_is_written_as_its_neighbours_are(path: list[str | int], value: str, bare: bool, line: str) -> None:
    after = set_scalar(FILE, path, value, bare)
    assert line in after.split("\n")
    assert len(set(after.split("\n")) - set(FILE.split("\n"))) == 1


def test_blocks_keep_their_header_margin_and_blank_lines() -> None:
    assert change([1, "text"], "one\n\nthree") == ("two\n    lines", "one\n\n    three")
    assert change([1, "folded"], "one line\nanother") == ("some words\n    in lines", "one line\n\n    another")


@pytest.mark.parametrize(
    "value",
    [
        "yes",
        "no",
        "on",
        "null",
        "~",
        "014",
        "1_000",
        "0x1F",
        "1:30",
        "2024-01-01",
        ".5",
        "+1",
        ".inf",
        "=",
        "<<",
        "-",
        "?",
        ":",
        "y",
        "N",
        "True",
        "1e3",
        "-0",
        "0b1",
        "12e03",
    ],
)
def test_what_would_not_be_text_is_quoted(value: str) -> None:
    after = set_scalar("- a: word\n", [0, "a"], value)
    assert after in (f'- a: "{value}"\n', f"- a: '{value}'\n")
    assert yaml.safe_load(after) == [{"a": value}]


def test_line_ends_and_a_byte_order_mark_stay() -> None:
    text = "\ufeff- a: |\r\n    x\r\n    y\r\n  b: 1\r\n"
    assert set_scalar(text, [0, "a"], "x\nz") == text.replace("    y", "    z")
    assert set_scalar("- a: 1", [0, "b"], "2", True) == "- a: 1\n  b: 2"


@pytest.mark.parametrize(
    ("text", "path", "why"),
    [
        ("- &x {a: 1}\n- *x\n", [0, "a"], "others use it as [*]x"),
        ("- &x {a: 1}\n- *x\n", [1, "a"], "it comes from [*]x"),
        ("- a: &x 1\n- a: *x\n", [1, "a"], "it comes from [*]x"),
        ("- a: 1\n  a: 2\n", [0, "a"], "the key a stands twice"),
        ("- a: 1\n---\n- a: 2\n", [0, "a"], "several documents"),
        ("- a: [1\n", [0, "a"], "cannot be read as YAML"),
        ("- a: 1\n", [4, "a"], "nothing stands at 4"),
        ("- a: [1, 2]\n", [0, "a"], "it is a list"),
    ],
)
def test_what_touches_more_is_refused(text: str, path: list[str | int], why: str) -> None:
    with pytest.raises(NotEditable, match=why):
        set_scalar(text, path, "9")


def test_a_merged_key_becomes_the_pieces_own() -> None:
    text = "- &base {a: 1}\n- {<<: *base, b: 2}\n"
    assert set_scalar(text, [1, "a"], "3", True) == "- &base {a: 1}\n- {<<: *base, b: 2, a: 3}\n"


def test_keys_are_taken_away_with_their_lines() -> None:
    assert "bonus" not in remove_key(FILE, [0, "bonus"])
    assert remove_key(FILE, [1, "id"]) == FILE.replace("- id: lead\n  title", "- title")
    assert remove_key(FILE, [1, "note"]) == FILE.replace("  note:    # to be said\n", "")
    assert remove_key(FILE, [0, "text"]) == FILE.replace(", text: 'It''s fine'", "")
    with pytest.raises(NotEditable, match="nothing would be left"):
        remove_key("- {a: 1}\n", [0, "a"])


def test_pieces_come_and_go() -> None:
    copied = copy_item(FILE, 1, {"id": "second"})
    assert yaml.safe_load(copied)[2] == {**yaml.safe_load(FILE)[1], "id": "second"}
    assert delete_item(copied, 2) == FILE
    added = add_item(FILE, {"title": ("New, one", False), "bonus": ("3", True)})
    assert added == FILE + '- {title: "New, one", bonus: 3}\n'
    assert delete_item(added, 3) == FILE
    assert add_item("- a: 1\n  b: 2", {"a": ("3", True), "b": ("x", False)}) == "- a: 1\n  b: 2\n- a: 3\n  b: x\n"
    with pytest.raises(NotEditable, match="the last one"):
        delete_item("- a: 1\n", 0)
    with pytest.raises(NotEditable, match="others use its &x"):
        delete_item("- &x {a: 1}\n- *x\n", 0)


TEXTS = st.text(
    st.one_of(st.sampled_from(" :#,'\"\\|>-{}[]&*!%@`?\n\t~yno0123é🎲\u2028\x85\ufeff"), st.characters(codec="utf-8")),
    max_size=30,
).filter(lambda text: "\r" not in text)
STYLES = st.sampled_from([None, "'", '"', "|", ">"])


def dumped(values: list[dict[str, str]], style: Any, flow: bool) -> str:
    return str(yaml.safe_dump(values, default_style=style, default_flow_style=flow, allow_unicode=True, width=40))


@settings(max_examples=150, deadline=None)
@given(
    values=st.lists(st.fixed_dictionaries({"a": TEXTS, "b": TEXTS, "c": TEXTS}), min_size=1, max_size=3),
    style=STYLES,
    flow=st.booleans(),
    eol=st.sampled_from(["\n", "\r\n"]),
    new=TEXTS,
    data=st.data(),
)
def test_any_value_in_any_style_and_nothing_else(
    values: list[dict[str, str]], style: Any, flow: bool, eol: str, new: str, data: st.DataObject
) -> None:
    """Whatever PyYAML writes is changed so that PyYAML reads the new value, and all others as they were."""
    text = "# first\n" + dumped(values, style, flow)
    text = text.replace("\n", eol)
    if yaml.safe_load(text) != values:
        return  # a line break within a value was rewritten above
    index = data.draw(st.integers(0, len(values) - 1))
    key = data.draw(st.sampled_from("abc"))
    kept = "\n" * (len(values[index][key]) - len(values[index][key].rstrip("\n")))
    after = set_scalar(text, [index, key], new)
    read = yaml.safe_load(after)
    found = read[index].pop(key)
    assert found in (new, new + kept)
    expected = [dict(value) for value in values]
    del expected[index][key]
    assert read == expected
    assert after.startswith("# first")
