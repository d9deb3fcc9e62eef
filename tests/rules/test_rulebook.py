"""The rulebook: facts, rules and checks; what failed is told with the rule, what was found and what was expected."""

import pickle
import re
import time
from pathlib import Path
from typing import Any

import pytest

from pressplay.data.nodes import TextFile
from pressplay.data.pieces import Kind, Piece, Size
from pressplay.problem import Place, Problem
from pressplay.rules.prose import ProseLine
from pressplay.rules.rule import Judgement
from pressplay.rules.rulebook import Rulebook, read_rulebook
from pressplay.rules.sandbox import Sandbox, show
from pressplay.rules.vocabulary import VOCABULARY, sequences, ways
from pressplay.table.table import Table
from pressplay.table.words import table_words

FRONT = """---
title: Tiny
players: {min: 2, max: 4}
facts:
  draw: 3
  colors: [red, blue]
  setlist: {songs: 5, items: 2}
---
"""
FRONT_LINES = FRONT.count("\n")


def piece(number: int, kind: str = "song", copies: int = 1, **values: Any) -> Piece:
    title = values.setdefault("title", f"Song {number}")
    return Piece(kind, f"{kind}-{number}", title, copies, values, Place("songs.yaml", number, 3), {})


SONGS = (
    piece(1, bpm=90, color="red", copies=2),
    piece(2, bpm=100, color="blue"),
    piece(3, bpm=100, color="red"),
)
KINDS = {
    name: Kind(
        name, name, plural, Size("poker", 63.5, 88.9), "x.xml", None, "songs.yaml", {}, Place("game.yaml", line, 3)
    )
    for line, (name, plural) in enumerate([("song", "songs"), ("hype", "hypes")], 5)
}
PIECES = {"song": SONGS, "hype": ()}


def book(body: str, front: str = FRONT) -> Rulebook:
    rulebook, problems = read_rulebook(TextFile("rulebook.md", front + body))
    assert rulebook and not problems, problems
    return rulebook


def judge(body: str, broken: tuple[str, ...] = ()) -> Judgement:
    return book(body).judge(KINDS, PIECES, broken)


def rule(*musts: str, text: str = "A sentence.") -> str:
    return "{% rule r %}\n" + text + "\n" + "".join(f"{{% must {must} %}}\n" for must in musts) + "{% endrule %}\n"


def told(problems: tuple[Problem, ...] | list[Problem]) -> list[str]:
    return [f"{problem.place}: {problem.message}" for problem in problems]


def failures(*musts: str) -> list[str]:
    return told(judge(rule(*musts)).problems)


# Reading


def test_facts_and_players() -> None:
    rulebook = book("")
    assert rulebook.facts == {"draw": 3, "colors": ["red", "blue"], "setlist": {"songs": 5, "items": 2}}
    assert rulebook.players == {"min": 2, "max": 4} and rulebook.title == "Tiny"
    assert str(rulebook.places["colors"]) == "rulebook.md:6:3"


def test_rules_and_checks_know_where_they_stand() -> None:
    rulebook = book("# One\n\n{% rule a-1 %}\nText.\n  {% must draw == 3 %}{% must draw\n   > 1 %}\n{% endrule %}\n")
    (only,) = rulebook.rules
    assert only.id == "a-1" and str(only.place) == f"rulebook.md:{FRONT_LINES + 3}:1"
    first, second = rulebook.checks
    assert str(first.place) == f"rulebook.md:{FRONT_LINES + 5}:3" and first.text == "draw == 3"
    assert str(second.place) == f"rulebook.md:{FRONT_LINES + 5}:23" and second.text == "draw > 1"


def test_a_must_in_a_comment_or_a_raw_part_is_none() -> None:
    body = "{# {% must no %} #}\n{% rule a %}\nT.\n{% raw %}{% must no %}{% endraw %}\n{% must draw == 4 %}\n{% endrule %}\n"
    assert told(book(body).judge(KINDS, PIECES).problems) == ["rulebook.md:5:3: draw is 3; it must be 4"]


# Checks


@pytest.mark.parametrize(
    ("must", "message", "found", "expected"),
    [
        ("draw == 4", "draw is 3; it must be 4", "3", "4"),
        ("draw != 3", "draw is 3; it must be anything but 3", "3", "anything but 3"),
        ("draw < 3", "draw is 3; it must be less than 3", "3", "less than 3"),
        ("draw <= 2", "draw is 3; it must be at most 2", "3", "at most 2"),
        ("draw > 3", "draw is 3; it must be more than 3", "3", "more than 3"),
        ("draw >= players.max", "draw is 3; it must be at least 4", "3", "at least 4"),
        ("draw in [1, 2]", "draw is 3; it must be one of 1, 2", "3", "one of 1, 2"),
        ("draw not in [3]", "draw is 3; it must be none of 3", "3", "none of 3"),
        ('"x" in "abc"', '"x" is x; it must be a part of “abc”', "x", "a part of “abc”"),
        ("draw is even", "draw is even is false; it must be true", "false", "true"),
        ("not draw == 3", "not draw is false; it must be true", "false", "true"),
        ("draw == 3 and draw == 5", "draw is 3; it must be 5", "3", "5"),
        ("(draw == 3 and draw == 5)", "(draw == 3 and draw == 5) is false; it must be true", "false", "true"),
        ("colors|length == draw", "colors|length is 2; it must be 3", "2", "3"),
        ("setlist.songs - 1 == draw * 2", "setlist.songs - 1 is 4; it must be 6", "4", "6"),
        ("setlist.items == 3", "setlist.items is 2; it must be 3", "2", "3"),
        ('draw == 4 else "not four but " ~ draw', "not four but 3", "3", "4"),
        ('draw == 4 else "a" if draw == 1 else "b"', "b", "3", "4"),
        ("same([1, 1, 2])", "same([1, 1, 2]) is 1, 1, 2; it must be all of them equal", "1, 1, 2", "all of them equal"),
        (
            "disjoint([1, 2], [2, 3])",
            "disjoint([1, 2], [2, 3]) is 2 in both; it must be nothing in both",
            "2 in both",
            "",
        ),
    ],
)
def test_a_failing_check_tells_what_it_found(must: str, message: str, found: str, expected: str) -> None:
    judged = judge(rule(must, text="Draw {{ draw }}, **always**."))
    (problem,) = judged.problems
    assert problem.message == message
    broken = problem.broken
    assert broken and broken.rule == "r" and broken.sentence == "Draw 3, always."
    assert str(broken.place) == f"rulebook.md:{FRONT_LINES + 1}:1"
    assert broken.found == found and broken.expected.startswith(expected)
    assert not judged.rules[0].passed and len(judged.rules[0].results[0].findings) == 1


@pytest.mark.parametrize(
    "must",
    [
        "draw == 3",
        "count(songs) == 4",
        "1 <= draw <= 3",
        "draw == 3 or nothing",
        "song.bpm >= 90 for song in songs",
        "colors is iterable for x in [1]",
        "song.color is not none for song in songs else song.title",
        "a < b for a, b in [(1, 2), (2, 3)]",
        "true for x in []",
    ],
)
def test_a_check_that_holds_says_nothing(must: str) -> None:
    if "nothing" in must:
        must = must.replace("nothing", "false")
    assert failures(must) == []


def test_a_check_of_every_piece_points_at_the_piece() -> None:
    assert failures("song.bpm < 100 for song in songs") == [
        "songs.yaml:2:3: song.bpm (Song 2) is 100; it must be less than 100",
        "songs.yaml:3:3: song.bpm (Song 3) is 100; it must be less than 100",
    ]
    judged = judge(rule("song.bpm < 100 for song in songs"))
    result = judged.rules[0].results[0]
    assert (result.tried, len(result.findings), result.passed) == (3, 2, False)


def test_a_check_of_the_deck_points_at_its_file_or_its_kind() -> None:
    assert failures("count(songs) == 5") == ["songs.yaml: count(songs) is 4; it must be 5"]
    assert failures("count(hypes) == 5") == ["game.yaml:6:3: count(hypes) is 0; it must be 5"]
    assert failures("draw == 5") == ["rulebook.md:5:3: draw is 3; it must be 5"]


def test_unique_points_at_the_later_piece() -> None:
    assert failures('unique(songs, "bpm")') == ["songs.yaml:3:3: Song 3 has bpm 100, just as Song 2 in line 2"]
    assert failures('unique(songs, "bpm", "color")') == []
    assert failures('unique(songs, "bpm") else "twins"') == ["songs.yaml:3:3: twins"]


def test_what_a_rule_depends_on() -> None:
    body = "{% set slow = where(songs, bpm=90)|first %}\n" + rule("slow.bpm < draw * 100", "count(hypes) == 0")
    verdicts = judge(body).rules[0]
    assert verdicts.kinds == ("song", "hype") and verdicts.facts == ("draw",)
    assert judge(rule("players.max == 4", text="{{ colors[0] }}")).rules[0].facts == ("colors", "players")


def test_a_broken_kind_is_not_judged() -> None:
    assert judge(rule("count(songs) == 9", "draw == 3"), broken=("songs",)).problems == ()
    assert told(judge(rule("count(songs) == 9", "draw == 4"), broken=("songs",)).problems) == [
        "rulebook.md:5:3: draw is 3; it must be 4"
    ]
    assert judge("{{ count(ghosts) }} {{ ghosts[0].title }}", broken=("ghosts",)).problems == ()


# Mistakes in the rulebook itself


def test_one_mistake_does_not_hide_the_others() -> None:
    body = (
        "{{ setlist.sogs }}\n" + rule("draw.x == 1", "draw == 4", text="{{ colors[9] }}") + "{{ 1 / 0 }} {{ nought }}\n"
    )
    assert told(judge(body).problems) == [
        "rulebook.md:5:3: draw is 3; it must be 4",
        f"rulebook.md:{FRONT_LINES + 1}:1: no part of it is called sogs",
        f"rulebook.md:{FRONT_LINES + 3}:1: red, blue has no 9",
        f"rulebook.md:{FRONT_LINES + 4}:1: 3 has no x",
        f"rulebook.md:{FRONT_LINES + 7}:1: this divides by zero",
        f"rulebook.md:{FRONT_LINES + 7}:16: unknown name nought",
    ]


def test_a_name_that_is_set_later_is_told_once() -> None:
    body = "{{ late }}\n{% set late = 1 %}\n"
    assert told(judge(body).problems) == [f"rulebook.md:{FRONT_LINES + 1}:1: unknown name late"]


def test_loops_and_macros_work() -> None:
    body = (
        "{% macro twice(x) %}{{ x }}{{ x }}{% endmacro %}{% for c in colors %}{{ loop.index }}{{ c }}"
        "{{ ', ' if not loop.last }}{% endfor %} {{ twice(draw) }} {{ wrong.x if false else 1 }}"
    )
    judged = judge(body.replace(" {{ wrong.x if false else 1 }}", ""))
    assert judged.problems == () and judged.prose == "1red, 2blue 33\n"
    guarded = judge(body.replace("{{ wrong.x if false else 1 }}", "{{ draw.x }}"))  # now every {{ … }} is guarded
    assert guarded.prose.strip() == "1red, 2blue 33"


# The sandbox


@pytest.mark.parametrize(
    "expression",
    [
        "9 ** (9 ** 9)",
        "2 ** 9999",
        '"x" * 10 ** 9',
        "[1] * 10 ** 9",
        "10 ** 9 * 'x'",
        "range(10 ** 9)|list",
        "range(10 ** 18)|length",
        'range(99999)|join("x" * 99999)',
        '("x" * 99999)|replace("x", "y" * 99999)',
        "1|round(10 ** 9, 'ceil')",
        '"%999999999d" % 1',
        '"{:>999999999}".format(1)',
        '"x".ljust(10 ** 9)',
        '"x".center(10 ** 9)',
        "permutations(range(99), 50)|list",
        "permutations(range(99), 50)|map('first')|sum",
        "sequences(songs * 20000, 3)|list",
        "songs.__class__",
        "songs[0].__class__.__mro__",
        "songs[0].place",
        "songs[0].values",
        "count.__globals__",
        "''['__class__']",
        "''|attr('__class__')",
        "songs.append(1)",
        "setlist.update({'songs': 1})",
        "__book__",
        "self.__init__",
        "lipsum()",
        "cycler(1)",
        "namespace()",
    ],
)
def test_the_sandbox_holds(expression: str) -> None:
    started = time.perf_counter()
    judged = judge("{{ " + expression + " }}\n")
    assert len(judged.problems) == 1, judged.prose[:100]
    assert time.perf_counter() - started < 20  # a second or two; loose, so that a busy machine passes


def test_growth_by_doubling_is_stopped() -> None:
    lines = ['{% set a0 = "x" * 1000 %}'] + [f"{{% set a{n} = a{n - 1} ~ a{n - 1} %}}" for n in range(1, 40)]
    (problem,) = judge("\n".join(lines)).problems
    assert "more than 200,000" in problem.message


def test_loops_inside_loops_are_stopped_and_the_rest_is_judged() -> None:
    body = "{% rule a %}\nT.\n{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}\n{% endrule %}\n"
    assert told(judge(body + rule("draw == 4").replace("rule r", "rule b")).problems) == [
        "rulebook.md:5:3: draw is 3; it must be 4",
        f"rulebook.md:{FRONT_LINES + 3}:1: not allowed here: this takes too many steps",
    ]


def test_a_field_comes_before_a_method_of_its_name() -> None:
    sandbox = Sandbox({})
    record = {"items": 3, "values": 4, "n": 5}
    assert sandbox.from_string("{{ r.items }} {{ r.values }} {{ r.n }}").render(r=record) == "3 4 5"
    assert sandbox.from_string("{{ r.keys()|list }}").render(r=record) == "items, values, n"
    thing = piece(1, values="many", place="here")
    assert sandbox.from_string("{{ p.values }} {{ p.place }} {{ p.id }}").render(p=thing) == "many here song-1"


def test_values_in_peoples_words() -> None:
    assert show([2.0, 0.5, True, None]) == "2, 0.5, true, none"
    assert show({"red": 2, "blue": 1}) == "red 2, blue 1"
    assert show(list(range(40))).endswith("11, … (40 in all)")
    assert show(SONGS[0]) == "Song 1" and show([]) == "nothing"


# Words for checks


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("count(songs)", "4"),
        ("count(colors)", "2"),
        ('total(songs, "bpm")', "380"),
        ('values(songs, "bpm")', "90, 90, 100, 100"),
        ('tally(songs, "color")', "blue 1, red 3"),
        ('tally(songs, "color")["green"]', "0"),
        ('tally(songs, "color", "bpm")[("red", 90)]', "2"),
        ('tally(songs, "color").values()|max', "3"),
        ('where(songs, color="red")', "Song 1, Song 3"),
        ('where(songs, color=["red", "blue"], bpm=100)', "Song 2, Song 3"),
        ('where(songs, id="song-2")|map(attribute="title")|first', "Song 2"),
        ("same([1, 1])", "true"),
        ("disjoint([1], [2])", "true"),
        ("combinations([1, 2, 3], 2)|list|length", "3"),
        ("permutations([1, 2, 3], 2)|list|length", "6"),
        ("sequences(songs, 2)|list|length", "7"),
        ("rotations([1, 2, 3])", "1, 2, 3, 2, 3, 1, 3, 1, 2"),
        ('ways(songs, [["red", 100]], "color", "bpm")', "5"),
        ('unique(songs, "title")', "true"),
    ],
)
def test_words(expression: str, value: str) -> None:
    judged = judge("{{ " + expression + " }}\n")
    assert told(judged.problems) == [] and judged.prose == value + "\n"


def test_sequences_use_each_copy_once() -> None:
    rows = [tuple(card.id for card in row) for row in sequences(SONGS, 3)]
    assert len(rows) == len(set(rows))
    assert ("song-1", "song-1", "song-2") in rows and ("song-1", "song-1", "song-1") not in rows


def test_ways_counts_rows_of_cards() -> None:
    """Counted the slow way: every row of single cards that fits."""
    from itertools import permutations

    cards = [card for card in SONGS for _ in range(card.copies)]
    patterns = [["red", "100"], ["100", "red", "90"], ["green"], []]
    for pattern, counted in zip(patterns, ways(SONGS, patterns, "color", "bpm")):
        rows = permutations(range(len(cards)), len(pattern))
        fits = [
            row for row in rows if all(want in (cards[at].color, str(cards[at].bpm)) for want, at in zip(pattern, row))
        ]
        assert counted == len(fits)
    assert ways(SONGS, [["90", "100"]], "bpm", step={"bpm": 5}) == [0]
    assert ways(SONGS, [["90", "100"]], "bpm", step={"bpm": 10}) == [4]


def test_documented_words_are_there(repository: Path) -> None:
    table = (repository / "docs/rulebook.md").read_text("utf-8").split("## Words for checks")[1].split("## Figures")[0]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    words = {word for row in rows for word in re.findall(r"`(\w+)\(", row)}
    known: dict[str, Any] = {**VOCABULARY, **table_words(Table.__new__(Table), {})}
    assert words and words <= set(known)
    assert all(word.__doc__ for word in known.values())


# Prose


def test_prose_has_its_facts_and_marks_its_rules() -> None:
    body = "# Tiny\nDraw {{ draw }}.\n{% rule a %}\nOne rule.\n\nMore of it.\n{% must draw == 3 %}\n{% endrule %}\nAfter.\n"
    judged = judge(body)
    assert judged.prose == "# Tiny\nDraw 3.\n\nOne rule.\n\nMore of it.\n\nAfter.\n"
    assert [(passage.rule, passage.text) for passage in judged.passages] == [
        ("", "# Tiny\nDraw 3."),
        ("a", "One rule.\n\nMore of it."),
        ("", "After."),
    ]
    assert (judged.rules[0].sentence, judged.rules[0].text) == ("One rule.", "One rule.\n\nMore of it.")


def test_a_rule_inside_a_line_stays_there() -> None:
    body = "- {% rule a %}Draw {{ draw }}.{% must draw == 3 %}{% endrule %}\n- Next\n"
    first = FRONT_LINES + 1
    (passage,) = judge(body).passages
    assert passage.lines == (ProseLine("- Draw 3.", first, ("a",)), ProseLine("- Next", first + 1))


def test_lines_of_tags_alone_vanish_and_others_keep_their_end() -> None:
    body = "| a |\n|---|\n{% for c in colors %}\n| {{ c }} |\n{% endfor %}\nRow: {% for c in colors %}{{ c }}{% endfor %}\nNext\n"
    assert judge(body).prose == "| a |\n|---|\n| red |\n| blue |\nRow: redblue\nNext\n"


def test_figures_are_left_alone() -> None:
    figure = "```figure\npieces: [song/song-1 back]\ncallouts:\n  title: Its name\n```\n"
    assert figure in judge("Before.\n\n" + figure + "\nAfter.\n").prose


def test_a_judged_rulebook_travels() -> None:
    rulebook = book(rule("draw == 4"))
    judged = rulebook.with_judgement(rulebook.judge(KINDS, PIECES))
    again = pickle.loads(pickle.dumps(judged))
    assert again.judgement() == judged.judgement() and again.judged.problems == judged.judged.problems  # type: ignore[union-attr]
