"""Two editions of a game: what changed is told once, by its right name, and with its reason."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.small import write

from pressplay.build.pipeline import read_games
from pressplay.changes.archive import edition_of
from pressplay.changes.compare import compare
from pressplay.changes.comparison import SORTS, Change, Comparison
from pressplay.changes.edition import Design, Edition, RuleText, same_picture
from pressplay.faces.draw import draw_pieces
from pressplay.problem import Place
from pressplay.rules.reads import depends, reads_of

FACTS: Mapping[str, Any] = {"rounds": 8, "hand": {"limit": 5, "start": {"min": 2}}, "colors": ["red", "blue"]}


def design(id: str, copies: int = 1, front: str = "", back: str | None = None, **more: Any) -> Design:
    return Design(more.pop("kind", "card"), id, id.title(), copies, "1", front or f"{id}-front", back, **more)


def edition(*designs: Design, **more: Any) -> Edition:
    return Edition("sample", "Sample", more.pop("version", "1"), "some edition", designs, {"card": "Cards"}, **more)


def told(found: Comparison) -> list[tuple[str, str]]:
    return [(change.sort, change.now.id) for change in found.changes]


def only(found: Comparison) -> Change:
    (change,) = found.changes
    return change


# Sorts of change ---------------------------------------------------------------------------------------------------


def test_each_sort_of_change_is_told_apart() -> None:
    old = edition(
        design("same"), design("looks"), design("gone"), design("more", 3), design("less", 3), design("was", 2, "x")
    )
    new = edition(
        design("same"), design("looks", front="other"), design("come"), design("more", 4), design("less", 1),
        design("is", 2, "x"),
    )  # fmt: skip
    found = compare(old, new)
    assert told(found) == [
        ("changed", "looks"),
        ("added", "come"),
        ("removed", "gone"),
        ("copies up", "more"),
        ("copies down", "less"),
        ("renamed", "is"),
    ]
    assert {c.now.id: (c.to_pull, c.to_print) for c in found.changes} == {
        "looks": (1, 1),
        "come": (0, 1),
        "gone": (1, 0),
        "more": (0, 1),
        "less": (2, 0),
        "is": (0, 0),
    }
    assert list(found.counts()) == list(SORTS)


def test_a_changed_piece_is_printed_with_all_its_copies() -> None:
    change = only(compare(edition(design("a", 3)), edition(design("a", 4, "other"))))
    assert (change.sort, change.to_pull, change.to_print) == ("changed", 3, 4)


def test_a_change_of_the_back_alone_is_a_change() -> None:
    change = only(compare(edition(design("a", back="b1")), edition(design("a", back="b2"))))
    assert (change.sort, change.sides) == ("changed", ("back",))


def test_a_renamed_piece_prefers_its_own_kind() -> None:
    old = edition(design("a", front="x", kind="token"), design("b", front="x"))
    change = compare(old, edition(design("c", front="x"), design("a", front="x", kind="token")))
    assert told(change) == [("renamed", "c")]
    assert change.changes[0].old is old.designs[1]


def test_a_piece_of_no_copies_never_was_on_paper() -> None:
    nothing = replace(edition(), on_paper=True)
    assert not compare(nothing, edition(design("figure", 0))).changes
    assert told(compare(edition(), edition(design("figure", 0)))) == [("added", "figure")]


def test_the_version_alone_changes_nothing() -> None:
    assert compare(edition(design("a")), edition(replace(design("a"), version="2"), version="2")).nothing


def test_a_ledger_may_hold_the_first_characters_of_a_hash() -> None:
    assert same_picture("0123456789", "01234567") and not same_picture("0123456789", "01234568")
    assert same_picture(None, None) and not same_picture("0123456789", None)
    assert not compare(edition(design("a", front="01234567")), edition(design("a", front="0123456789"))).changes


designs = st.dictionaries(
    st.sampled_from("abcdef"), st.tuples(st.integers(0, 4), st.sampled_from("uvwxyz")), max_size=6
)


@given(designs, designs)
def test_pulling_and_printing_turns_the_old_box_into_the_new_one(
    before: dict[str, tuple[int, str]], after: dict[str, tuple[int, str]]
) -> None:
    """Whatever changed: old copies, less what is pulled, plus what is printed, are the new copies of each picture."""
    old = edition(*(design(id, copies, front) for id, (copies, front) in before.items()))
    new = edition(*(design(id, copies, front) for id, (copies, front) in after.items()))
    box: dict[str, int] = {}
    for one in old.designs:
        box[one.front] = box.get(one.front, 0) + one.copies
    for change in compare(old, new).changes:
        if change.old:
            box[change.old.front] = box.get(change.old.front, 0) - change.to_pull
        if change.new:
            box[change.new.front] = box.get(change.new.front, 0) + change.to_print
    wanted: dict[str, int] = {}
    for one in new.designs:
        wanted[one.front] = wanted.get(one.front, 0) + one.copies
    assert {k: v for k, v in box.items() if v} == {k: v for k, v in wanted.items() if v}


# Fields, facts, rules, reasons -------------------------------------------------------------------------------------


def test_changed_fields_are_told_by_their_innermost_names() -> None:
    was = {"title": "A", "bonus": 1, "meeples": {"bar": 1, "stage": 2}, "likes": ["a", "b"], "flavor": None}
    now = {"title": "A", "bonus": 2, "meeples": {"bar": 1, "stage": 3}, "likes": ["a", "c"], "flavor": "new"}
    change = only(compare(edition(design("a", values=was)), edition(design("a", front="other", values=now))))
    assert [str(edit) for edit in change.fields] == [
        "bonus: 1 → 2",
        "meeples.stage: 2 → 3",
        "likes: a, b → a, c",
        "flavor: nothing → new",
    ]


def test_steps_of_a_list_are_told_one_by_one() -> None:
    was = {"steps": [{"text": "Draw 5 cards."}, {"text": "Play."}]}
    now = {"steps": [{"text": "Draw 6 cards."}, {"text": "Play."}]}
    change = only(compare(edition(design("a", values=was)), edition(design("a", front="other", values=now))))
    assert [edit.name for edit in change.fields] == ["steps 1.text"]


def test_the_reason_is_what_the_piece_read() -> None:
    reads = frozenset({"hand", "hand.limit", "style", "style.ink", "templates/sample/card.xml", "title"})
    was = design("a", values={}, reads=reads, resources={"templates/icons/club.svg": "1"})
    now = design("a", front="other", values={}, reads=reads, resources={"templates/icons/club.svg": "2"})
    old = edition(was, facts=FACTS, style={"ink": "#000", "edge": 1}, files={"templates/sample/card.xml": "1"})
    facts = {**FACTS, "rounds": 9, "hand": {"limit": 6, "start": {"min": 2}}}
    new = edition(now, facts=facts, style={"ink": "#111", "edge": 2}, files={"templates/sample/card.xml": "2"})
    found = compare(old, new)
    assert [str(edit) for edit in found.facts] == ["rounds: 8 → 9", "hand.limit: 5 → 6"]
    assert only(found).because == (
        "fact hand.limit",
        "templates/sample/card.xml",
        "style.ink",
        "templates/icons/club.svg",
    )


def test_rules_are_compared_with_all_their_words_and_checks() -> None:
    def rule(sentence: str, more: str = "", *checks: str) -> RuleText:
        return RuleText(sentence, f"{sentence}\n{more}", checks, Place("cards/sample/rulebook.md", 1, 1))

    old = edition(
        facts={}, rules={"a": rule("A."), "b": rule("B.", "Old."), "c": rule("C.", "", "x == 1"), "d": rule("D.")}
    )
    new = edition(
        facts={}, rules={"a": rule("A."), "b": rule("B.", "New."), "c": rule("C.", "", "x == 2"), "e": rule("E.")}
    )
    found = {change.id: change for change in compare(old, new).rules}
    assert {id: change.sort for id, change in found.items()} == {
        "b": "changed",
        "c": "changed",
        "d": "removed",
        "e": "added",
    }
    assert found["b"].sentences == ("Old.", "New.")
    assert found["c"].checks == (("x == 1",), ("x == 2",))
    assert found["d"].sentences == ("D.", "")


def test_the_changelog_can_be_pasted() -> None:
    old = edition(design("a", values={"bonus": 1}), design("b"), design("gone"), facts={"rounds": 8}, rules={})
    new = edition(
        design("a", front="x", values={"bonus": 2}), design("b", 2), design("new", 3), facts={"rounds": 9}, rules={},
        version="2",
    )  # fmt: skip
    assert compare(old, new).changelog() == (
        "**Sample 1 → 2**\n- rounds: 9 (was 8)\n- A: bonus: 2 (was 1)\n- New: New (× 3)\n- Gone: Gone\n"
        "- B: 2 copies (was 1)\n"
    )


# Reads -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reads", "path", "wanted"),
    [
        ({"rounds"}, "rounds", True),
        ({"rounds"}, "colors", False),
        ({"hand", "hand.limit"}, "hand.limit", True),
        ({"hand", "hand.limit"}, "hand", True),
        ({"hand", "hand.limit"}, "hand.start", False),
        ({"hand", "hand.limit"}, "hand.start.min", False),
        ({"hand", "hand.*"}, "hand.start.min", True),
        ({"hand"}, "hand.limit", False),
        ({"colors"}, "colors", True),
        ({"hand", "hand.start", "hand.start.min"}, "hand.start", True),
    ],
)
def test_what_depends_on_a_fact(reads: set[str], path: str, wanted: bool) -> None:
    assert depends(reads, path, FACTS) is wanted


def test_written_names_as_reads() -> None:
    assert reads_of({"hand.limit", "title"}, FACTS) == {"hand", "hand.limit"}
    assert reads_of({"hand"}, FACTS) == {"hand", "hand.*"}
    assert reads_of({"colors"}, FACTS) == {"colors"}


CARD = """{% import "parts.xml" as parts %}<face background="ink">
{{ parts.label(title) }}<text x="30" y="40" size="9" fill="cream">{{ rounds }} {{ players.max }}</text>
{% if words %}<box x="5" y="50" w="50" h="20" size="9" fill="cream">{{ words }}</box>{% endif %}
</face>"""
PARTS = """{% import "deep.xml" as deep %}{% set limit = hand.limit %}
{% macro label(words) %}<text x="10" y="20" size="{{ deep.size }}" fill="cream">{{ words }} {{ limit }}</text>{% endmacro %}"""


def test_every_card_reads_what_its_macros_read(tmp_path: Path) -> None:
    """Jinja makes a module once and hands it out again: the second card reads what the first one did."""
    cards = '- {title: One}\n- {title: Two, words: "{{ hand.limit }} cards"}\n'
    root = write(tmp_path, CARD, cards, parts=PARTS, deep="{% set size = 9 %}{% set all = hand|length %}")
    games, problems = read_games(root)
    assert not problems
    drawn = draw_pieces(games[0])
    assert not drawn.problems
    sides = drawn.reads
    for id in ("one", "two"):
        reads = sides["card", id]["front"]
        assert {"hand.limit", "hand.*", "rounds", "players.max", "title"} <= reads
        assert {"templates/small/parts.xml", "templates/small/deep.xml"} <= reads
    one, two = edition_of(games[0], drawn).designs
    assert one.reads >= sides["card", "one"]["front"] and games[0].pieces["card"][1].reads == {"hand", "hand.limit"}
    assert two.resources
