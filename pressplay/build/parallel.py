"""Several games are made in processes of their own, when there are cores for them."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TypeVar

from .result import Progress, Tell

Done = TypeVar("Done")


def in_processes(work: Callable[[str], Done], games: Sequence[str], jobs: int, tell: Tell) -> Mapping[str, Done]:
    """What `work` makes of each game; `work` itself is sent to the processes."""
    made: dict[str, Done] = {}
    pool = ProcessPoolExecutor(min(jobs, len(games)))
    try:
        waiting = {pool.submit(work, game): game for game in games}
        for number, future in enumerate(as_completed(waiting)):
            made[waiting[future]] = future.result()
            tell(Progress(waiting[future], "done", number + 1, len(games)))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)  # whoever stops a build does not wait for the rest of it
    return made
