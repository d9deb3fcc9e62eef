"""A hint says the likeliest name and all the others, in one form everywhere."""

from pressplay.problem import Hint, Place, Problem, by_cause, near, nearest


def test_a_hint_knows_the_likeliest_name_and_all_that_are_accepted() -> None:
    assert near("sonng", ["song", "hype", "song"]) == Hint("song", ("hype", "song"))
    assert near("sonng", ["song", "hype"]).question == "did you mean song?"
    assert near("xyz", ["song", "hype"]) == Hint("", ("hype", "song"))
    assert near("xyz", ["song"]).question == ""


def test_a_hint_reads_as_a_sentence() -> None:
    assert nearest("sonng", ["song", "hype"]) == "did you mean song? accepted: hype, song"
    assert nearest("xyz", ["song", "hype"]) == "accepted: hype, song"
    assert nearest("xyz", []) == "accepted: none"


def test_names_that_hold_the_words_of_a_hint_are_not_cut() -> None:
    odd = "all accepted: cards"
    assert near("all accepted: card", [odd, "did you"]).question == f"did you mean {odd}?"


def test_problems_of_one_cause_stand_together() -> None:
    template = Place("templates/a.xml", 9)
    wide = [
        Problem(Place("cards.yaml", line), f"card c{line}, front: “{line}” needs {line} mm", also=template)
        for line in range(1, 9)
    ]
    other = Problem(Place("cards.yaml", 4), "unknown key speeed")
    first, second = by_cause([*wide, other])
    assert first.examples == tuple(wide[:5]) and first.further == tuple(wide[5:])
    assert second.examples == (other,) and not second.further


def test_of_many_names_the_nearest_are_listed() -> None:
    names = [f"icon-{number}" for number in range(400)]
    said = nearest("icn-77", names)
    assert said.startswith("did you mean icon-77? accepted: ") and said.endswith(" and 392 more")
    assert near("STAR", ["star", "moon"]).close == "star"
