"""Prose knows the rule and the line of the file of all it says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.small import ROOT

from pressplay.build.pipeline import read_games
from pressplay.data.nodes import TextFile
from pressplay.rules.prose import Origin, Passage, Rendered, RuleSpan, joined, passages
from pressplay.rules.rule import Judgement
from pressplay.rules.rulebook import read_rulebook

FRONT = "---\ntitle: Small\nplayers: {min: 2, max: 4}\nfacts: {rounds: 8, colors: [red, blue]}\n---\n"  # five lines


def judge(body: str) -> Judgement:
    rulebook, problems = read_rulebook(TextFile("rulebook.md", FRONT + body))
    assert rulebook and not problems, problems
    judged = rulebook.judge({}, {})
    assert not judged.problems, judged.problems
    return judged


def told(body: str) -> list[tuple[str, int, tuple[str, ...]]]:
    return [(line.text, line.line, line.rules) for passage in judge(body).passages for line in passage.lines]


def ruled(body: str) -> list[tuple[str, str]]:
    return [(passage.rule, passage.text) for passage in judge(body).passages]


def test_lines_know_where_they_stand() -> None:
    body = (
        "# Title\n\nFirst of {{ rounds }}\nand second.\n\n{% for color in colors %}\n- A {{ color }} one.\n"
        "  It is fine.\n{% endfor %}\n{# a remark\nof two lines #}\nLast: {{ rounds\n  + 1 }},\nor so.\n"
    )
    assert told(body) == [
        ("# Title", 6, ()),
        ("", 7, ()),
        ("First of 8", 8, ()),
        ("and second.", 9, ()),
        ("", 10, ()),
        ("- A red one.", 12, ()),
        ("  It is fine.", 13, ()),
        ("- A blue one.", 12, ()),
        ("  It is fine.", 13, ()),
        ("Last: 9,", 17, ()),
        ("or so.", 19, ()),
    ]


def test_what_a_macro_says_stands_where_the_macro_stands() -> None:
    body = "{% macro twice(x) %}\nTwice {{ x }}.\nReally.\n{% endmacro %}\nOne.\n{{ twice(2) }}Two.\n"
    assert told(body) == [("One.", 10, ()), ("Twice 2.", 7, ()), ("Really.", 8, ()), ("Two.", 11, ())]


def test_a_value_of_several_lines_stands_in_one() -> None:
    assert told('{{ "a\\nb" }}\nc\n') == [("a", 6, ()), ("b", 6, ()), ("c", 7, ())]


def test_rules_are_passages_or_stand_inside_lines() -> None:
    assert ruled("One.\n{% rule a %}\nTwo.\n\nThree.\n{% endrule %}\nFour.\n") == [
        ("", "One."),
        ("a", "Two.\n\nThree."),
        ("", "Four."),
    ]
    body = "- {% rule a %}Two.{% endrule %} {% rule b %}And{% endrule %}\n- Three\n{% rule c %}\nFour\n{% endrule %}\n"
    assert told(body) == [("- Two. And", 6, ("a", "b")), ("- Three", 7, ()), ("Four", 9, ())]
    assert ruled(body)[-1] == ("c", "Four")


def test_rules_in_loops_and_macros_keep_their_lines() -> None:
    body = (
        "{% macro both() %}\n{% rule a %}\nWords.\n{% endrule %}\n{% endmacro %}\nOne.\n{{ both() }}"
        '{{ "(" ~ both() ~ ")" }}\n'
    )
    assert ruled(body)[:2] == [("", "One."), ("a", "Words.")]
    assert [line.line for passage in judge(body).passages for line in passage.lines][:2] == [11, 8]
    body = "{% for color in colors %}\n{% if loop.first %}\n{% rule a %}\nA {{ color }} rule.\n{% endrule %}\n{% endif %}\n{% endfor %}\n"
    assert ruled(body) == [("a", "A red rule.")]


def test_one_that_fails_leaves_the_lines_of_the_others() -> None:
    rulebook, problems = read_rulebook(TextFile("rulebook.md", FRONT + "One {{ 1 // 0 }}\nTwo {{ rounds }}\nThree\n"))
    assert rulebook and not problems
    judged = rulebook.judge({}, {})
    assert [str(problem.place) for problem in judged.problems] == ["rulebook.md:6:5"]
    (passage,) = judged.passages
    assert [(line.text, line.line) for line in passage.lines] == [("One ", 6), ("Two 8", 7), ("Three", 8)]


def test_private_characters_are_characters() -> None:
    odd = "\ue000a\ue001 signs \ue002"
    assert told(f"Some {odd}\n\n{{% rule a %}}\nMore {odd}\n{{% endrule %}}\n") == [
        (f"Some {odd}", 6, ()),
        (f"More {odd}", 9, ()),
    ]


@pytest.mark.parametrize("game", sorted(folder.parent.name for folder in ROOT.glob("cards/*/rulebook.md")))
def test_every_line_of_our_rulebooks_stands_where_it_says(game: str) -> None:
    """A line without tags is the very line of the file; one with tags shares its first word with it, if it has one."""
    source = (ROOT / "cards" / game / "rulebook.md").read_text("utf-8").split("\n")
    games, _ = read_games(ROOT, [game])
    lines = [line for passage in games[0].rulebook.judgement().passages for line in passage.lines if line.text]
    plain = [
        line for line in lines if not {"{{", "{%", "{#"} & {source[line.line - 1][at : at + 2] for at in range(400)}
    ]
    assert len(plain) > 40
    assert all(line.text == source[line.line - 1] for line in plain)
    assert [line.line for line in plain] != list(range(1, len(plain) + 1))


texts = st.lists(
    st.builds(
        lambda words, line, rule: Rendered(words, (Origin(0, line, True),), (RuleSpan(0, len(words), rule),)),
        st.text("ab\n"),
        st.integers(1, 99),
        st.sampled_from("xyz"),
    )
    | st.text("cd\n")
)


@given(texts)
def test_joining_keeps_what_each_part_knew(parts: list[str]) -> None:
    whole = joined(parts)
    assert whole == "".join(parts) and str(whole) is whole
    at = 0
    for part in parts:
        for place in range(len(part)) if isinstance(part, Rendered) else ():
            assert isinstance(part, Rendered) and whole.line_at(at + place) == part.line_at(place)
        if isinstance(part, Rendered):
            assert RuleSpan(at, at + len(part), part.rules[0].rule) in whole.rules
        at += len(part)


@given(texts)
def test_no_words_are_lost_between_passages(parts: list[str]) -> None:
    whole = joined(parts)
    found: tuple[Passage, ...] = passages(whole)
    assert "".join(passage.text for passage in found).replace("\n", "") == whole.replace("\n", "")
    assert all(passage.lines[0].text and passage.lines[-1].text for passage in found)
