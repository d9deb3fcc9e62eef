"""Whether a game's output is still what its files would make, so that an unchanged game is not built again.

Beside every output stands what the last build of it asked of the project's files, with the answers: it is
current when each question would be answered the same today, by the same pressplay with the same options.
"""

import json
import os
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from pressplay.cache import engine, key_of
from pressplay.exports.options import Options
from pressplay.files import Answer, FileRefused, ProjectFiles, Question, Reads, leads_elsewhere
from pressplay.writing import WriteResult

from .result import BuildResult

STATE = ".pressplay/built"  # below the project


def recall(root: Path, game: str, out: Path, options: Options, result: BuildResult) -> bool:
    """Whether a build now would make the very files that are there; `result` then says what they are."""
    try:
        noted = _noted(root, game, out)
        reads = _reads(noted["reads"])
        if noted["key"] != key_of(engine(), options) or not ProjectFiles(root).still(reads):
            return False
        if any(_looks(out / game / path) != known for path, known in noted["files"].items()):
            return False
        result.written[game] = WriteResult((), tuple(noted["files"]), ())
        result.layouts[game] = noted["layouts"]
        result.pieces[game] = (noted["designs"], noted["copies"])
        result.older[game] = noted["older"]
        result.reads.append(reads)
        return True
    except (FileRefused, OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return False


def older(root: Path, game: str, out: Path) -> list[str]:
    """The files that were known to show old pieces when the game was last built."""
    try:
        return [str(path) for path in _noted(root, game, out)["older"]]
    except (FileRefused, ValueError, KeyError, TypeError, RecursionError):
        return []


def note(
    read: ProjectFiles, game: str, out: Path, options: Options, made: Iterable[str], more: Mapping[str, Any]
) -> None:
    """Note what was built from what; when this cannot be written, the next build is merely a full one."""
    if leads_elsewhere(read.root, STATE):
        return
    path = read.root / _state_file(game, out)
    state = {
        "key": key_of(engine(), options),
        "reads": [[*question, *answer] for question, answer in sorted(read.reads.items())],
        "files": {name: _looks(out / game / name) for name in sorted(made)},
        **more,
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(f".{os.getpid()}")
        beside.write_text(json.dumps(state), "utf-8")
        os.replace(beside, path)
    except OSError:
        return


def _reads(noted: list[Any]) -> Reads:
    return {
        Question(about, path): Answer(digest, tuple(stamp), settled) for about, path, digest, stamp, settled in noted
    }


def _looks(path: Path) -> list[int]:
    stat = path.stat()
    return [stat.st_size, stat.st_mtime_ns]


def _noted(root: Path, game: str, out: Path) -> dict[str, Any]:
    noted: dict[str, Any] = json.loads(ProjectFiles(root).read(_state_file(game, out)))
    return noted


def _state_file(game: str, out: Path) -> str:
    place = sha256(os.fsencode(out.resolve())).hexdigest()[:12]
    return f"{STATE}/{game}-{place}.json"
