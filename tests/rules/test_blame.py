"""Blame: a failed check names the fact where the fact is odd, the piece where the piece is, both when it cannot know."""

from typing import Any

from pressplay.data.nodes import TextFile
from pressplay.data.pieces import Kind, Piece, Size
from pressplay.problem import Place, Problem
from pressplay.rules.rulebook import read_rulebook

KIND = Kind("song", "Song", "songs", Size("poker", 63, 88), "x.xml", None, "songs.yaml", {}, Place("game.yaml", 5, 3))
FRONT = """---
title: Tiny
players: {min: 2, max: 4}
facts:
  in_all: 5
  bonus: 1
  rows:
    - {size: 2, cards: 3}
    - {size: 3, cards: 2}
  bpms: [90, 100, 110, 120, 130]
---
"""


def songs(*changes: tuple[int, str, Any], drop: int = -1) -> tuple[Piece, ...]:
    values = [
        {"title": f"S{n}", "bpm": 90 + 10 * n, "bonus": 1, "size": 2 if n < 3 else 3, "letter": "ABCDE"[n]}
        for n in range(5)
    ]
    for number, field, value in changes:
        values[number][field] = value
    return tuple(
        Piece("song", f"s{n}", f"S{n}", 1, each, Place("songs.yaml", n + 1, 3), {})
        for n, each in enumerate(values)
        if n != drop
    )


CHECKS = """{% rule r %}
Text.
{% must count(songs) == in_all %}
{% must song.bonus == bonus for song in songs %}
{% must count(where(songs, size=row.size)) == row.cards for row in rows %}
{% must values(songs, "bpm") == bpms %}
{% must unique(songs, "letter") %}
{% must same(values(songs, "bonus")) %}
{% endrule %}
"""


def blamed(pieces: tuple[Piece, ...], *edits: tuple[str, str]) -> list[tuple[str, tuple[str, ...]]]:
    front = FRONT
    for old, new in edits:
        assert old in front
        front = front.replace(old, new)
    book, problems = read_rulebook(TextFile("rulebook.md", front + CHECKS))
    assert book and not problems
    return [place(problem) for problem in book.judge({"song": KIND}, {"song": pieces}).problems]


def place(problem: Problem) -> tuple[str, tuple[str, ...]]:
    return str(problem.place), tuple(map(str, problem.either))


def test_nothing_is_blamed_when_all_holds() -> None:
    assert blamed(songs()) == []


def test_a_fact_that_no_piece_agrees_with_is_blamed_alone() -> None:
    assert blamed(songs(), ("bonus: 1", "bonus: 2")) == [("rulebook.md:6:3", ())] * 5


def test_a_piece_that_alone_disagrees_is_blamed_alone() -> None:
    assert set(blamed(songs((3, "bonus", 2)))) == {("songs.yaml:4:3", ())}


def test_a_number_of_cards_and_a_fact_that_disagree_are_both_named() -> None:
    assert blamed(songs(), ("in_all: 5", "in_all: 6")) == [("rulebook.md:5:3", ("songs.yaml",))]


def test_a_card_that_is_missing_accuses_no_other() -> None:
    found = blamed(songs(drop=4))
    assert len(found) == 3 and all("songs.yaml" in (place, *either) for place, either in found)
    assert not any("songs.yaml:" in place for place, either in found for place in (place, *either))


def test_a_member_of_a_fact_is_named_by_its_own_line() -> None:
    assert blamed(songs(), ("cards: 2", "cards: 4")) == [("rulebook.md:9:7", ("songs.yaml",))]


def test_a_value_that_does_not_belong_is_found_among_the_pieces() -> None:
    (found,) = blamed(songs((2, "bpm", 111)))
    assert found == ("songs.yaml:3:3", ("rulebook.md:10:3",)) or found[0] == "songs.yaml:3:3"
    assert blamed(songs((2, "bpm", 120)))[0][0] in ("songs.yaml:4:3", "songs.yaml:3:3")


def test_of_two_twins_the_second_is_named() -> None:
    assert blamed(songs((4, "letter", "A"))) == [("songs.yaml:5:3", ())]


def test_all_places_are_told() -> None:
    problem = Problem(Place("a", 1), "wrong", either=(Place("b", 2, 3), Place("c")))
    assert str(problem) == "a:1:1: wrong\n    or in b:2:3, c"
    assert problem.as_json()["either"] == [{"file": "b", "line": 2}, {"file": "c", "line": 0}]
