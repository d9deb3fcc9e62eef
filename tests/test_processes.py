"""Shared-out work comes back whole, in order, and with its errors."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from pressplay.files import ProjectFiles, Question
from pressplay.problem import Place, Problem, Trouble
from pressplay.processes import shared_out, side_by_side

FILES = ProjectFiles(Path(__file__).parent)


def test_results_are_in_order_and_from_several_processes() -> None:
    done = shared_out(lambda part: (os.getpid(), list(part)), range(450), 4, FILES)
    assert [item for _, part in done for item in part] == list(range(450))
    assert len({process for process, _ in done}) == 4


def test_little_work_stays_here() -> None:
    assert shared_out(lambda part: (os.getpid(), len(part)), range(20), 4, FILES) == [(os.getpid(), 20)]


def test_an_error_in_a_helper_is_raised_here() -> None:
    def work(part: Sequence[int]) -> int:
        if 399 in part:
            raise ValueError("a bad one")
        return len(part)

    with pytest.raises(ValueError, match="a bad one"):
        shared_out(work, range(400), 2, FILES)


def test_a_helper_that_dies_is_noticed() -> None:
    def work(part: Sequence[int]) -> int:
        if 399 in part:
            os._exit(9)
        return len(part)

    with pytest.raises(RuntimeError, match="ended before its work was done"):
        shared_out(work, range(400), 2, FILES)


def test_tasks_side_by_side_keep_their_order_and_their_troubles() -> None:
    tasks = [lambda: (1, os.getpid()), lambda: (2, os.getpid()), lambda: (3, os.getpid())]
    done = side_by_side(tasks, 2, FILES)
    assert [number for number, _ in done] == [1, 2, 3]
    assert done[0][1] != os.getpid() and done[2][1] == os.getpid()
    problem = Problem(Place("cards/x.yaml", 3, 4), "is wrong")

    def fail() -> tuple[int, int]:
        raise Trouble(problem)

    with pytest.raises(Trouble) as caught:
        side_by_side([fail, *tasks], 2, FILES)
    assert caught.value.problems == (problem,)


def test_what_a_helper_read_is_known_here(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    files = ProjectFiles(tmp_path)
    shared_out(lambda part: 399 in part and files.read("a.txt"), range(400), 2, files)
    side_by_side([lambda: files.there("b.txt"), lambda: True], 2, files)
    assert files.reads.keys() == {Question("bytes", "a.txt"), Question("there", "b.txt")}
