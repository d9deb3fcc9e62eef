"""Even lines of running text: every word is there, none sticks out, and no line more than needed is used."""

from hypothesis import given
from hypothesis import strategies as st

from pressplay.drawing.text import Atom, break_lines, width_of
from pressplay.units import MM_PER_PT

atoms = st.lists(st.builds(lambda width: Atom(width, 0.25, ()), st.floats(0.2, 7.9)), min_size=1, max_size=60)


def even_lines(words: list[Atom], limit: float) -> list[list[Atom]]:
    done = break_lines([[words]], 1 / MM_PER_PT, limit, even=True)
    assert done
    return done.lines


def greedy(words: list[Atom], limit: float) -> int:
    count, used = 1, -1.0
    for word in words:
        step = word.width if used < 0 else used + word.space + word.width
        if used >= 0 and step > limit:
            count, step = count + 1, word.width
        used = step
    return count


@given(atoms, st.floats(8, 40))
def test_lines_hold_every_word_within_the_limit(words: list[Atom], limit: float) -> None:
    lines = even_lines(words, limit)
    assert [id(word) for line in lines for word in line] == [id(word) for word in words]
    assert all(width_of(line) <= limit + 2e-6 for line in lines)


@given(atoms, st.floats(12, 40))
def test_evenness_is_not_bought_with_further_lines(words: list[Atom], limit: float) -> None:
    assert len(even_lines(words, limit)) == greedy(words, limit)


def test_a_lone_last_word_gets_company() -> None:
    words = [Atom(3, 0, ()) for _ in range(7)]
    assert [len(line) for line in even_lines(words, 18)] == [5, 2]


def test_the_edge_is_even() -> None:
    words = [Atom(width, 0, ()) for width in (4, 4, 1, 9, 2, 2, 2, 2)]
    lines = even_lines(words, 10)
    assert [width_of(line) for line in lines] == [9, 9, 8]


def test_no_words_no_lines() -> None:
    assert break_lines([], 10, 10, even=True) == break_lines([], 10, 10)
    assert width_of([]) == 0
