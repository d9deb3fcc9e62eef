"""Shared-out work comes back whole, in order, and with its errors."""

import os
from collections.abc import Sequence

import pytest

from pressplay.crew import shared_out


def test_results_are_in_order_and_from_several_processes() -> None:
    done = shared_out(lambda part: (os.getpid(), list(part)), range(450), 4)
    assert [item for _, part in done for item in part] == list(range(450))
    assert len({process for process, _ in done}) == 4


def test_little_work_stays_here() -> None:
    assert shared_out(lambda part: (os.getpid(), len(part)), range(20), 4) == [(os.getpid(), 20)]


def test_an_error_in_a_helper_is_raised_here() -> None:
    def work(part: Sequence[int]) -> int:
        if 399 in part:
            raise ValueError("a bad one")
        return len(part)

    with pytest.raises(ValueError, match="a bad one"):
        shared_out(work, range(400), 2)


def test_a_helper_that_dies_is_noticed() -> None:
    def work(part: Sequence[int]) -> int:
        if 399 in part:
            os._exit(9)
        return len(part)

    with pytest.raises(RuntimeError, match="ended before its work was done"):
        shared_out(work, range(400), 2)
