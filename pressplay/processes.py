"""Processes forked from this one share long work, and hand back what they made, in order, with what they read."""

import os
import pickle
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from pressplay.files import ProjectFiles

Item = TypeVar("Item")
Done = TypeVar("Done")

_WORTHWHILE = 100  # items for each process: with fewer, starting one costs more than it saves
_SPARED = 45  # items less for this process, which has other things to do meanwhile


def shared_out(
    work: Callable[[Sequence[Item]], Done],
    items: Sequence[Item],
    jobs: int,
    files: ProjectFiles,
    meanwhile: Callable[[], object] = lambda: None,
) -> list[Done]:
    """The work done on consecutive parts of the items, each part in a process of its own, results in order.

    This process takes a smaller part, and does what is to be done `meanwhile` before it gathers the rest.
    """
    hands = max(1, min(jobs, len(items) // _WORTHWHILE)) if _can_fork() else 1
    if hands == 1:
        return [work(items)]
    own = max(1, len(items) // hands - _SPARED)
    share = -(-(len(items) - own) // (hands - 1))
    helpers = [_Helper(work, items[start : start + share], files) for start in range(own, len(items), share)]
    try:
        first = work(items[:own])
        meanwhile()
        return [first, *(helper.result() for helper in helpers)]
    finally:
        for helper in helpers:
            helper.stop()


def side_by_side(tasks: Sequence[Callable[[], Done]], jobs: int, files: ProjectFiles) -> list[Done]:
    """What each task makes, in order; the last is done here while another process does the others."""
    if jobs < 2 or len(tasks) < 2 or not _can_fork():
        return [task() for task in tasks]
    helper = _Helper(lambda others: [task() for task in others], tasks[:-1], files)
    try:
        last = tasks[-1]()
        return [*helper.result(), last]
    finally:
        helper.stop()


def _can_fork() -> bool:
    # macOS has libraries that do not survive a fork; Windows has none.
    return hasattr(os, "fork") and sys.platform == "linux"


class _Helper:
    """A forked process at work; it knows everything this one knew, and sends back its result and what it read."""

    def __init__(self, work: Callable[[Any], Any], part: Any, files: ProjectFiles) -> None:
        self.files = files
        reading, writing = os.pipe()
        self.process = os.fork()
        if not self.process:
            os.close(reading)
            _send(writing, work, part, files)
        os.close(writing)
        self.pipe = reading
        self.waiting = True

    def result(self) -> Any:
        """What the helper made; its exception is raised here."""
        with os.fdopen(self.pipe, "rb") as stream:
            self.pipe = -1
            data = stream.read()
        self.stop()
        if not data:
            raise RuntimeError("a helping process ended before its work was done")
        error, done, reads = pickle.loads(data)
        if error:
            raise error
        self.files.add(reads)
        return done

    def stop(self) -> None:
        """Let go of the process, whatever became of it."""
        if self.pipe >= 0:
            os.close(self.pipe)
            self.pipe = -1
        if self.waiting:
            self.waiting = False
            os.waitpid(self.process, 0)


def _send(writing: int, work: Callable[[Any], Any], part: Any, files: ProjectFiles) -> None:
    """The child's whole life: work, write the result, and vanish without running anybody's clean-up."""
    status = 1
    try:
        try:
            done = work(part)
            data = pickle.dumps((None, done, files.reads), pickle.HIGHEST_PROTOCOL)
        except Exception as error:
            error.add_note("In a helping process:\n" + "".join(traceback.format_exception(error)))
            data = pickle.dumps((error, None, {}))
        with os.fdopen(writing, "wb") as stream:
            stream.write(data)
        status = 0
    finally:
        os._exit(status)
