"""Writing puts finished files on the disk whole or not at all, and takes away those that are no longer made.

New files are staged beside their place, in a hidden folder, and renamed when every one of them is complete:
pictures first, the manifest last, removals after it. So whenever a build is stopped, each file that the
manifest lists is there and whole, and the next build clears what was left behind: what is to be removed
is written down before anything is renamed.
"""

import errno
import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pressplay.files import leads_elsewhere
from pressplay.problem import Place, Problem, Trouble
from pressplay.spool import Spool

Content = bytes | Spool  # of a file

MANIFEST = "manifest.json"
_STAGE = ".pressplay-new"
_REMOVALS = "removals.json"  # in the stage: the files that are taken away once the manifest no longer lists them


@dataclass(frozen=True, slots=True)
class WriteResult:
    """What became of a folder: paths relative to it, sorted."""

    changed: tuple[str, ...]
    same: tuple[str, ...]
    removed: tuple[str, ...]


def write_game(out: Path, game: str, files: Mapping[str, Content], keep: Iterable[str] = ()) -> WriteResult:
    """Put a game's files (its manifest among them) into its folder below `out`.

    Files that the previous manifest lists and that are neither in `files` nor in `keep` are removed;
    files that no manifest ever listed are somebody's own and stay.
    """
    folder = out / game
    with _in_words(folder):
        _stay_inside(out, f"{game}/{MANIFEST}")
        folder.mkdir(parents=True, exist_ok=True)
        try:
            with _alone(folder):
                _finish(folder)
                listed = _listed(folder) or []
                changed, same = _put(folder, files, listed)
                removed = _remove(folder, listed, [*files, *keep])
                _clear(folder)
        finally:
            with suppress(OSError):  # an empty folder is no output
                folder.rmdir()
    return WriteResult(changed, same, removed)


def write_files(folder: Path, files: Mapping[str, Content]) -> WriteResult:
    """Put files into a folder that keeps no manifest; nothing is removed."""
    with _in_words(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with _alone(folder):
            _finish(folder)
            changed, same = _put(folder, files)
            _clear(folder)
    return WriteResult(changed, same, ())


def below(folder: Path, path: str) -> Path:
    """A folder below another into which a command writes; a link on the way would lead elsewhere."""
    if leads_elsewhere(folder, path):
        hint = "remove the link, or choose the folder with --out"
        raise Trouble(Problem(Place(path), "is a link that leads elsewhere; nothing is written through it", hint))
    return folder / path


# ── Staging and renaming ──────────────────────────────────────────────────────────────────────────────────────────


def _put(
    folder: Path, files: Mapping[str, Content], removals: Iterable[str] = ()
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Stage what differs from what is there, note what may have to go, then rename it into place."""
    for path in files:
        _stay_inside(folder, path)
    same = {path for path, data in files.items() if _holds(folder / path, data)}
    changed = sorted(files.keys() - same, key=lambda path: (path == MANIFEST, path.endswith(".json"), path))
    stage = folder / _STAGE
    try:
        for number, path in enumerate(changed):
            _stage(stage / str(number), files[path])
        if going := sorted(set(removals) - files.keys()):
            _stage(stage / _REMOVALS, json.dumps(going).encode())
        for number, path in enumerate(changed):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            os.replace(stage / str(number), folder / path)
    except BaseException:
        shutil.rmtree(stage, ignore_errors=True)
        raise
    return tuple(sorted(changed)), tuple(sorted(same))


def _stage(file: Path, data: Content) -> None:
    """One complete file beside its place; synced, because some disks tell only then that they are full."""
    file.parent.mkdir(exist_ok=True)
    with open(file, "xb") as stream:
        for part in (data,) if isinstance(data, bytes) else data.parts():
            stream.write(part)
        stream.flush()
        os.fsync(stream.fileno())


def _holds(file: Path, data: Content) -> bool:
    """Whether a file has this content already: then it keeps its date, and nobody needs to copy it again."""
    try:
        if file.is_symlink() or file.stat().st_size != (len(data) if isinstance(data, bytes) else data.size):
            return False
        if isinstance(data, bytes):
            return file.read_bytes() == data
        with open(file, "rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest() == data.digest
    except OSError:
        return False


def _finish(folder: Path) -> None:
    """Take away what a stopped build left behind: the files it was about to remove, and its stage."""
    listed = _listed(folder)
    if listed is not None and not (folder / _STAGE).is_symlink():
        _remove(folder, _noted(folder / _STAGE / _REMOVALS), listed)
    _clear(folder)


def _clear(folder: Path) -> None:
    stage = folder / _STAGE
    if stage.is_symlink():
        stage.unlink()
    elif stage.exists():
        shutil.rmtree(stage)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Two builds at once write one after the other: a lock on the folder, which ends with the process."""
    try:
        import fcntl
    except ImportError:  # Windows: the second build fails in words if it meets the first one's stage
        yield
        return
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


# ── What is no longer made ────────────────────────────────────────────────────────────────────────────────────────


def _listed(folder: Path) -> list[str] | None:
    """The files that the folder's manifest lists; None when it cannot be read."""
    try:
        data = json.loads((folder / MANIFEST).read_text("utf-8"))
        return [str(entry["path"]) for entry in data["files"]]
    except (OSError, ValueError, LookupError, TypeError):
        return None


def _noted(removals: Path) -> list[str]:
    """The removals that a build wrote down before it was stopped."""
    try:
        return [str(path) for path in json.loads(removals.read_text("utf-8"))]
    except (OSError, ValueError, TypeError):
        return []


def _remove(folder: Path, listed: Iterable[str], wanted: Iterable[str]) -> tuple[str, ...]:
    """Remove what is listed but not wanted, and the folders that this empties."""
    names = {path.casefold() for path in wanted}  # on many disks Card.png and card.png are one file
    removed = []
    for path in sorted(set(listed)):
        file = folder / path
        if path.casefold() in names or _way_out(folder, path) or not file.is_file():
            continue
        file.unlink()
        removed.append(path)
        for parent in file.parents:
            if parent == folder or any(parent.iterdir()):
                break
            parent.rmdir()
    return tuple(removed)


# ── Staying inside, and telling what went wrong ───────────────────────────────────────────────────────────────────


def _way_out(folder: Path, path: str) -> str:
    """Why a relative path must not be written below a folder; empty when it may."""
    parts = PurePosixPath(path).parts
    if not parts or path.startswith("/") or ".." in parts or "\\" in path or ":" in parts[0]:
        return "is not a path inside the output folder"
    for depth in range(1, len(parts) + 1):
        step = folder.joinpath(*parts[:depth])
        last = depth == len(parts)
        if step.is_symlink() and not last:
            return f"would be written through a link that leads elsewhere: {step}"
        if last and step.is_dir() and not step.is_symlink():
            return "stands in the way: it is a folder"
        if not last and step.exists() and not step.is_dir():
            return f"needs a folder where a file stands: {step}"
    return ""


def _stay_inside(folder: Path, path: str) -> None:
    reason = _way_out(folder, path)
    if reason:
        raise Trouble(Problem(Place(str(folder / path)), reason, "move it away, or choose another folder with --out"))


_REASONS = {
    errno.ENOSPC: ("the disk is full", "free some space and try again"),
    errno.EDQUOT: ("your share of the disk is used up", "free some space and try again"),
    errno.EFBIG: ("the disk takes no file as large as this", "choose another folder with --out"),
    errno.EACCES: ("you may not write there", "allow it, or choose another folder with --out"),
    errno.EPERM: ("you may not write there", "allow it, or choose another folder with --out"),
    errno.EROFS: ("that disk is read-only", "choose another folder with --out"),
    errno.EEXIST: ("a file stands where a folder is needed", "move it away, or choose another folder with --out"),
    errno.ENOTDIR: ("a file stands where a folder is needed", "move it away, or choose another folder with --out"),
}


@contextmanager
def _in_words(folder: Path) -> Iterator[None]:
    """A disk that refuses is a problem like any other."""
    try:
        yield
    except OSError as error:
        reason, hint = _REASONS.get(error.errno or 0, (error.strerror or str(error), ""))
        raise Trouble(Problem(Place(str(error.filename or folder)), f"cannot be written: {reason}", hint)) from error
