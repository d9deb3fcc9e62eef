"""Watch tells when files of a project have changed and lie still again."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

_PAUSE = 0.15  # seconds between two looks: shorter than anybody notices
_TOPS = ("cards", "templates", "fonts")

Sight = dict[str, tuple[int, int]]  # path → size and time of the last change


def watch(root: Path, sleep: Callable[[float], None]) -> Iterator[list[str]]:
    """The files that came, went or changed since the last time, whenever there are any; never ends by itself.

    Editors save in several steps, so a change is told when two looks in a row see the same.
    """
    known = _look(root)
    while True:
        sleep(_PAUSE)
        seen = _look(root)
        while seen != known:
            sleep(_PAUSE / 3)
            again = _look(root)
            if again == seen:
                yield sorted(path for path in {*known, *seen} if known.get(path) != seen.get(path))
                known = seen
                break
            seen = again


def _look(root: Path) -> Sight:
    sight: Sight = {}
    for top in _TOPS:
        for folder, _, files in os.walk(root / top):
            for name in files:
                path = os.path.join(folder, name)
                try:
                    stat = os.stat(path)
                except OSError:  # gone between the listing and the look
                    continue
                sight[os.path.relpath(path, root)] = (stat.st_size, stat.st_mtime_ns)
    return sight
