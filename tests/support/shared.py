"""What several tests need and is dear to make is made once in a whole run, whichever process asks first."""

import os
import pickle
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from pressplay.cache import Cache

Made = TypeVar("Made")

_FOLDER = "PRESSPLAY_TEST_RUN"  # the environment hands the run's folder on to its worker processes


def open_run() -> None:
    """Called by the process that starts the run, before its workers are."""
    os.environ.setdefault(_FOLDER, tempfile.mkdtemp(prefix="pressplay-tests-"))


def close_run() -> None:
    shutil.rmtree(run_folder(), ignore_errors=True)
    os.environ.pop(_FOLDER)


def run_folder() -> Path:
    """A folder that all processes of this run share, and no other run."""
    if _FOLDER not in os.environ:
        open_run()  # somebody uses the support modules without pytest
    return Path(os.environ[_FOLDER])


def run_cache() -> Cache:
    """Finished work of this run, for tests that look at something else than how it is made."""
    return Cache(run_folder() / "cache", "tests")


_KNOWN: dict[str, Any] = {}  # what this process has made or read


def once(name: str, make: Callable[[], Made]) -> Made:
    """What `make` makes under this name: the first process that asks makes it, the others wait and read it."""
    if name not in _KNOWN:
        _KNOWN[name] = _read_or_make(run_folder() / f"{name}.pickle", make)
    known: Made = _KNOWN[name]
    return known


def _read_or_make(file: Path, make: Callable[[], Any]) -> Any:
    with _locked(file.with_suffix(".lock")):
        if file.is_file():
            return pickle.loads(file.read_bytes())
        made = make()
        file.write_bytes(pickle.dumps(made, pickle.HIGHEST_PROTOCOL))
        return made


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    try:
        import fcntl
    except ImportError:  # on Windows every process makes its own
        yield
        return
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
