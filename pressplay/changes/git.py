"""History: a project's folder as it stood at a revision of git, read without running anything a repository names."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import IO, NamedTuple, NoReturn

from pressplay.files import MOST
from pressplay.problem import Place, trouble

MOST_OF_ALL = 2_000_000_000  # bytes of a project at one revision
_LINK = "120000"

# Only commands that read objects are used: they run no filter, hook, diff driver or signature check. What could
# still start a program is switched off as well: objects that a clone has left behind are not fetched.
_SETTINGS = {
    "safe.bareRepository": "explicit",
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.sshCommand": "false",
    "protocol.allow": "never",
    "core.quotePath": "off",
}
_SURROUNDINGS = {"GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}


class _Entry(NamedTuple):
    """A file of a revision."""

    mode: str
    id: str
    size: int
    path: str


class GitHistory:
    """The git repository that a project lies in."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._git = _program(root)

    def there(self) -> bool:
        """Whether there is a repository, with a commit in it."""
        return self.find("HEAD") is not None

    def find(self, revision: str) -> str | None:
        """The commit that a revision, branch or tag means; None when git knows no such thing."""
        found = self._try("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        return found.decode().strip() if found else None

    def commits(self, *paths: str, most: int) -> list[str]:
        """The latest commits that changed one of some paths, newest first."""
        found = self._try("rev-list", f"--max-count={most}", "HEAD", "--", *paths)
        return found.decode().split() if found else []

    def unpack(self, commit: str, folder: Path) -> None:
        """Put the project's files of a commit into a folder, byte for byte as they were committed."""
        listed = self._try("ls-tree", "-r", "-l", "-z", commit)
        if listed is None:
            _unreadable(commit)
        entries = [entry for entry in map(_entry, listed.split(b"\0")[:-1]) if _wanted(entry)]
        if sum(entry.size for entry in entries) > MOST_OF_ALL:
            trouble(Place(commit), f"the project is larger than {MOST_OF_ALL // 10**9} GB at this revision")
        links: list[tuple[Path, bytes]] = []
        for entry, data in self._contents(commit, entries):
            if entry.mode == _LINK:
                links.append((folder / entry.path, data))
            else:
                (folder / entry.path).parent.mkdir(parents=True, exist_ok=True)
                (folder / entry.path).write_bytes(data)
        for path, data in links:  # last, so that no file is written through one
            _link(folder, path, os.fsdecode(data))

    def _contents(self, commit: str, entries: list[_Entry]) -> Iterator[tuple[_Entry, bytes]]:
        """The files, one after the other, with their bytes."""
        if not entries:
            return
        with self._start("cat-file", "--batch") as git:
            assert git.stdin and git.stdout
            for entry in entries:
                git.stdin.write(entry.id.encode() + b"\n")
                git.stdin.flush()
                header = git.stdout.readline().split()
                if header[1:] != [b"blob", str(entry.size).encode()]:
                    _unreadable(commit)
                yield entry, _exactly(git.stdout, entry.size + 1)[:-1]

    def _try(self, *command: str) -> bytes | None:
        """What git says; None when it refuses, or is not there at all."""
        try:
            with self._start(*command) as git:
                said, _ = git.communicate()
        except OSError:
            return None
        return said if git.returncode == 0 else None

    def _start(self, *command: str) -> subprocess.Popen[bytes]:
        if not self._git:
            raise FileNotFoundError("git")
        settings = [word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")]
        words = [self._git, "--no-pager", "--literal-pathspecs", "--no-replace-objects", *settings, *command]
        env = {name: value for name, value in os.environ.items() if not name.upper().startswith("GIT_")}
        return subprocess.Popen(
            words,
            cwd=self.root,
            env=env | _SURROUNDINGS | {"PATH": _path()},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )


def _path() -> str:
    """Where programs are looked for: never in the folder one happens to stand in."""
    return os.pathsep.join(folder for folder in os.get_exec_path() if os.path.isabs(folder))


def _program(root: Path) -> str | None:
    """The git of this machine; one that the project brings along is not run."""
    found = shutil.which("git", path=_path())
    inside = found and Path(found).resolve().is_relative_to(root.resolve())
    return None if not found or inside or not os.path.isabs(found) else found


def _entry(line: bytes) -> _Entry:
    about, _, path = line.partition(b"\t")
    mode, kind, id, size = about.decode().split()
    return _Entry(mode if kind == "blob" else "", id, int(size) if size.isdigit() else 0, os.fsdecode(path))


def _wanted(entry: _Entry) -> bool:
    """Files that can lie in a project's folder."""
    parts = PurePosixPath(entry.path).parts
    sound = bool(parts) and parts[0] != "/" and ".." not in parts and not PureWindowsPath(entry.path).anchor
    return bool(entry.mode) and sound and "\\" not in entry.path and entry.size <= MOST


def _exactly(stream: IO[bytes], size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        _unreadable("git")
    return data


def _link(folder: Path, path: Path, target: str) -> None:
    """A link that stays inside; one that leads out is left away, as if it were not there."""
    inside = os.path.realpath(folder)
    leads = os.path.realpath(path.parent / target)
    where = os.path.realpath(path.parent)
    if all(os.path.commonpath([inside, one]) == inside for one in (leads, where)) and not os.path.lexists(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(target)


def _unreadable(commit: str) -> NoReturn:
    trouble(Place(commit), "git cannot read this revision", "fetch it, or name another")
