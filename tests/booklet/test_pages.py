"""Slabs flow onto pages: nothing is lost, nothing is torn, nothing stands too low."""

from hypothesis import given
from hypothesis import strategies as st

from pressplay.booklet.pages import (
    COLUMN,
    DEPTH,
    HEIGHT,
    INNER,
    OUTER,
    TOP,
    WIDTH,
    PlacedSlab,
    Slab,
    column,
    is_recto,
    paginate,
    spans,
)
from pressplay.drawing.marks import Mark


def nothing(x: float, y: float) -> list[Mark]:
    return []


def slab(height: float = 5.0, **more: object) -> Slab:
    return Slab(height, nothing, **more)  # type: ignore[arg-type]


slabs = st.lists(
    st.builds(
        slab,
        st.floats(1, 60),
        above=st.floats(0, 12),
        keep=st.booleans(),
        price=st.floats(0, 60),
        level=st.sampled_from([0, 0, 0, 0, 2, 3]),
    ),
    max_size=60,
)


@given(slabs)
def test_every_slab_stands_on_one_page_in_its_order(given_slabs: list[Slab]) -> None:
    pages = paginate(given_slabs)
    assert [id(laid.slab) for page in pages for laid in page] == [id(one) for one in given_slabs]


@given(slabs)
def test_no_page_is_overfull_and_no_slab_overlaps_another(given_slabs: list[Slab]) -> None:
    for page in paginate(given_slabs):
        bottom = 0.0
        for one, top in page:
            assert top >= bottom - 1e-6
            bottom = top + one.height
        assert page[0].top == 0
        assert bottom <= DEPTH + 1e-6


@given(st.integers(1, 12), st.integers(0, 40))
def test_what_belongs_together_stays_together(length: int, before: int) -> None:
    chain = [slab(9.0, keep=True) for _ in range(length)]
    pages = paginate([*(slab() for _ in range(before)), *chain, slab(), *(slab() for _ in range(30))])
    assert not any(page[-1].slab.keep for page in pages[:-1])


def test_a_chain_that_is_longer_than_a_page_is_torn_rather_than_lost() -> None:
    pages = paginate([slab(50.0, keep=True) for _ in range(9)])
    assert [len(page) for page in pages] == [3, 3, 3]


def test_a_page_is_filled_unless_a_chapter_begins() -> None:
    lines = [slab(10.0) for _ in range(25)]
    assert len(paginate(lines)[0]) == 17
    lines[16] = slab(10.0, level=2)
    assert len(paginate(lines)[0]) == 16


def test_the_head_of_a_table_is_said_again_on_the_next_page() -> None:
    head = slab(10.0, keep=True)
    pages = paginate([head, *(slab(10.0, repeat=head) for _ in range(20))])
    assert all(page[0] == PlacedSlab(head, 0.0) for page in pages)
    assert pages[1][1].top == 10.0
    assert sum(len(page) for page in pages) == 22


def test_spans_join_neighbours_and_know_where_they_began() -> None:
    page = [
        PlacedSlab(slab(rule="a"), 0.0),
        PlacedSlab(slab(rule="a", baseline=3.0), 7.0),
        PlacedSlab(slab(), 12.0),
        PlacedSlab(slab(rule="b"), 20.0),
    ]
    found = spans(page, lambda one: one.rule, before="a")
    assert [(span.key, span.top, span.bottom, span.first) for span in found] == [
        ("a", 0.0, 12.0, False),
        ("b", 20.0, 25.0, True),
    ]


def test_the_outer_margin_is_the_wide_one_on_both_sides_of_a_spread() -> None:
    assert is_recto(1) and not is_recto(2)
    assert (column(1).x, column(2).x) == (INNER, OUTER)
    assert column(1).right == WIDTH - OUTER and column(2).right == WIDTH - INNER
    assert column(1).bottom == TOP + DEPTH < HEIGHT and column(2).w == COLUMN


def test_two_pages_lie_side_by_side_on_a4_and_on_letter() -> None:
    assert 2 * WIDTH <= 279.4 and HEIGHT <= 215.9  # Letter
    assert 2 * WIDTH <= 297 and HEIGHT <= 210  # A4
