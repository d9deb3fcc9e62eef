"""A cache keeps finished work by the hash of everything it was made from; it may be deleted at any time.

An entry is the hash of its own name and payload, and the payload: what is damaged, or stands under another
entry's name, does not match and counts as missing. Names follow from a secret of this user's, so that no project
can bring entries along: what is kept is run (compiled templates) and believed.
Entries appear by renaming, so two builds at once never see half of one.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from pressplay.files import leads_elsewhere
from pressplay.problem import Place

_FOLDER = ".pressplay/cache"  # of a project
LIMIT = 512 * 1024 * 1024  # bytes; the entries used longest ago go first


def key_of(*parts: object) -> str:
    """The key of work: a hash over all that it depends on, down to the fields of what it is given."""
    return sha256(_spelled(parts).encode("utf-8", "surrogateescape")).hexdigest()


def _spelled(part: object) -> str:
    """A value written out whole, so that no two different ones look alike."""
    if part is None or isinstance(part, (str, bytes, int, float)):
        return repr(part)
    if isinstance(part, Mapping):
        return f"{{{','.join(f'{_spelled(key)}:{_spelled(value)}' for key, value in part.items())}}}"
    if isinstance(part, (set, frozenset)):
        return f"<{','.join(sorted(map(_spelled, part)))}>"
    if isinstance(part, Iterable):
        return f"[{','.join(map(_spelled, part))}]"
    if isinstance(part, Place):  # where something is said does not change what is said
        return "place"
    if hasattr(part, "cache_key"):  # it knows itself what others can see of it
        return f"{type(part).__name__} {part.cache_key}"
    if is_dataclass(part):
        shown = (_spelled(getattr(part, field.name)) for field in fields(part) if field.compare)
        return f"{type(part).__name__}({','.join(shown)})"
    raise TypeError(f"{type(part).__name__} cannot be part of a key")


class Cache:
    """Finished work in a folder, found again by whoever was made the same way; without a folder nothing is ever kept."""

    def __init__(self, folder: Path | None = None, maker: str = "") -> None:
        self.folder = folder
        self.maker = maker  # another version of pressplay may make something else of the same parts

    def __getstate__(self) -> tuple[Path | None, str]:
        return self.folder, self.maker

    def __setstate__(self, state: tuple[Path | None, str]) -> None:
        self.folder, self.maker = state

    def get(self, key: str) -> bytes | None:
        """The payload of a key, when it is there and whole."""
        if self.folder is None:
            return None
        path = self._path(key)
        try:
            data = path.read_bytes()
            payload = data[32:]
            if _seal(path, payload) != data[:32]:
                return None
            os.utime(path)  # used just now: pruned last
            return payload
        except OSError:
            return None

    def put(self, key: str, payload: bytes) -> None:
        """Keep a payload; a cache that cannot be written is merely of no use."""
        if self.folder is None:
            return
        path = self._path(key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(_seal(path, payload) + payload)
                os.replace(name, path)
            except OSError:
                os.unlink(name)
        except OSError:
            return

    def kept(self, key: str, make: Callable[[], bytes]) -> bytes:
        """The payload of a key, made now if need be."""
        found = self.get(key)
        if found is None:
            found = make()
            self.put(key, found)
        return found

    def prune(self, limit: int = LIMIT) -> None:
        """Remove what was used longest ago until the rest is within the limit."""
        if self.folder is None or not self.folder.is_dir():
            return
        entries = []
        for path in self.folder.glob("*/*"):
            try:
                stat = path.stat()
            except OSError:
                continue
            entries.append((stat.st_mtime_ns, stat.st_size, path))
        total = sum(size for _, size, _ in entries)
        for _, size, path in sorted(entries):
            if total <= limit:
                return
            path.unlink(missing_ok=True)
            total -= size

    def _path(self, key: str) -> Path:
        assert self.folder
        name = sha256(f"{self.maker}\n{key}".encode()).hexdigest()
        return self.folder / name[:2] / name[2:]


def _seal(path: Path, payload: bytes) -> bytes:
    return sha256(f"{path.parent.name}{path.name}\n".encode() + payload).digest()


def open_cache(root: Path) -> Cache:
    """The finished work of a project, made for this user by this very version of pressplay."""
    folder = None if leads_elsewhere(root, _FOLDER) else root / _FOLDER
    return Cache(folder, f"{engine()} {secret()}")


@cache
def secret() -> str:
    """What nobody but this user's own programs knows; made once, or for this time alone where it cannot be kept."""
    state = os.environ.get("XDG_STATE_HOME") or os.environ.get("LOCALAPPDATA") or "~/.local/state"
    path = Path(os.path.expanduser(state)) / "pressplay/secret"
    fresh = os.urandom(32).hex()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)  # which others cannot read
        try:
            with os.fdopen(handle, "w") as stream:
                stream.write(fresh)
            if not path.exists():
                os.link(name, path)  # whole at once; whoever comes second finds the first one's
        finally:
            os.unlink(name)
    except OSError:
        pass
    try:
        return path.read_text("ascii") or fresh
    except (OSError, ValueError):
        return fresh


@cache
def engine() -> str:
    """What pressplay and its libraries are here; any of them may draw differently tomorrow."""
    folder = Path(__file__).parent
    files = [path for path in folder.rglob("*.*") if path.is_file() and not {"starter", "__pycache__"} & {*path.parts}]
    sources = sorted((str(path.relative_to(folder)), path.stat()) for path in files)
    listed = ";".join(f"{name} {stat.st_size} {stat.st_mtime_ns}" for name, stat in sources)
    libraries = [Path(entry).stat().st_mtime_ns for entry in sys.path if entry.endswith("site-packages")]
    return f"{sys.version} {listed} {libraries}"
