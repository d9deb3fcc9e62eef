"""Whether a game's output is still what its files would make, so that an unchanged game is not built again."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from pressplay.cache import engine
from pressplay.exports.options import Options
from pressplay.writing import WriteResult

from .result import BuildResult

_STATE = ".pressplay/built"


def fingerprint(root: Path, game: str, options: Options, further: Iterable[str] = ()) -> str:
    """A hash over everything a build of a game depends on: its files, the options, and pressplay itself.

    `further` names files outside the usual folders that its pieces use, such as raster art.
    """
    whole = sha256(engine().encode())
    said = {name: getattr(options, name) for name in Options.__slots__ if name != "jobs"}
    whole.update(repr(sorted(said.items())).encode())
    for path in sorted({*_inputs(root, game), *further}):
        whole.update(path.encode() + b"\0" + _digest(root / path))
    return whole.hexdigest()


def _digest(path: Path) -> bytes:
    try:
        return sha256(path.read_bytes()).digest()
    except OSError:
        return b"missing"


def _inputs(root: Path, game: str) -> Iterator[str]:
    """The files of the project that a game may read, relative to it."""
    games = {entry.parent.name for entry in root.glob("cards/*/game.yaml")} - {game}
    for top in ("cards", "templates", "fonts"):
        for folder, folders, files in os.walk(root / top):
            inside = Path(folder).relative_to(root)
            if len(inside.parts) == 1:
                folders[:] = [name for name in folders if name not in games]
            yield from (f"{inside.as_posix()}/{name}" for name in files)


def recall(root: Path, game: str, out: Path, options: Options, result: BuildResult) -> bool:
    """Whether a build now would make the very files that are there; `result` then says what they are."""
    try:
        noted: dict[str, Any] = json.loads(_state_file(root, game, out).read_text("utf-8"))
        if noted["key"] != fingerprint(root, game, options, noted["further"]):
            return False
        if any(_looks(out / game / path) != known for path, known in noted["files"].items()):
            return False
        result.written[game] = WriteResult((), tuple(noted["files"]), ())
        result.layouts[game] = noted["layouts"]
        result.pieces[game] = (noted["designs"], noted["copies"])
        result.older[game] = noted["older"]
        return True
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def older(root: Path, game: str, out: Path) -> list[str]:
    """The files that were known to show old pieces when the game was last built."""
    try:
        noted: list[str] = json.loads(_state_file(root, game, out).read_text("utf-8"))["older"]
        return noted
    except (OSError, ValueError, KeyError, TypeError):
        return []


def note(
    root: Path, game: str, out: Path, options: Options, key: str, files: Iterable[str], more: Mapping[str, Any]
) -> None:
    """Note what was built from what; when this cannot be written, the next build is merely a full one."""
    path = _state_file(root, game, out)
    state = {"key": key, "files": {name: _looks(out / game / name) for name in sorted(files)}, **more}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(f".{os.getpid()}")
        beside.write_text(json.dumps(state), "utf-8")
        os.replace(beside, path)
    except OSError:
        return


def _looks(path: Path) -> list[int]:
    stat = path.stat()
    return [stat.st_size, stat.st_mtime_ns]


def _state_file(root: Path, game: str, out: Path) -> Path:
    place = sha256(os.fsencode(out.resolve())).hexdigest()[:12]
    return root / _STATE / f"{game}-{place}.json"
