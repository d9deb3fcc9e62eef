"""A hint says the likeliest name and all the others, in one form everywhere."""

from pressplay.problem import Hint, near, nearest


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
