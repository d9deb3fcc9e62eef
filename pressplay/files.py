"""Files: the one reader of a project's files, which keeps to the project's folder and notes all that was asked.

Whether work is still current follows from what it asked: the bytes of a file, whether one is there, the names
in a folder. Each question is noted with its answer when it is asked, also when the answer was known already.
"""

import os
import posixpath
import re
import stat
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

MOST = 256_000_000  # bytes of a file, where nobody knows better
_SMALL = 1_000_000  # bytes of a file that is kept in memory: it is read once and stays the same while one works
ABSENT = "is not there"
_REFUSED = "refused"
_CHANGING = "changing"  # the answer of a file that changed while it was worked with: never the answer of tomorrow

_COARSE = 2_000_000_000  # nanoseconds: the coarsest clock of a disk; a file written within them may have two contents

Stamp = tuple[int, ...]  # size, times and inode of a file


class FileRefused(Exception):
    """A file that cannot be used; its text says why, in words that follow the file's name."""


class FileTooLarge(FileRefused):
    """A file that is larger than was asked for."""


class Question(NamedTuple):
    """What was asked of a path: its `bytes`, whether a file is `there`, or the `names` in the folder."""

    about: str
    path: str


class Answer(NamedTuple):
    """What was answered, as a hash; of a file that was read also its stamp from before it was read."""

    digest: str
    stamp: Stamp = ()
    settled: bool = False  # whoever writes the file from now on changes its stamp


Reads = dict[Question, Answer]


class ProjectFiles:
    """A project's files as they are seen by one piece of work, and what that work asked of them."""

    def __init__(self, root: Path, began: int = 0, above: "ProjectFiles | None" = None) -> None:
        self.root = root
        self.reads: Reads = {}
        self._real = os.path.realpath(root)
        self._began = began  # the disk's time before anything was read; 0 when nobody looked
        self._above = above
        self._kept: dict[str, tuple[bytes, Answer]] = above._kept if above else {}

    def __reduce__(self) -> tuple[Any, ...]:
        return ProjectFiles, (self.root, self._began)  # another process looks for itself

    def branch(self) -> "ProjectFiles":
        """The same files for a part of the work: what the part asks is noted for the part and for the whole."""
        return ProjectFiles(self.root, self._began, self)

    # What can be asked

    def read(self, path: str, most: int = MOST) -> bytes:
        """The bytes of a file of the project, no more than `most`."""
        question = Question("bytes", path)
        data, answer = self._kept.get(path, (b"", None))
        if answer is None or len(data) > most:
            try:
                data, answer = self._open(path, most)
            except FileRefused:
                self._note(question, Answer(_REFUSED))
                raise
            if len(data) <= _SMALL:
                self._kept[path] = data, answer
        self._note(question, answer)
        return data

    def digest(self, path: str) -> str:
        """The hash of a file's bytes."""
        question = Question("bytes", path)
        if question not in self.reads:
            self.read(path)
        return self.reads[question].digest

    def refusal(self, path: str) -> str:
        """Why a path names no file that can be read, `ABSENT` among the reasons; empty when it names one."""
        reason = self._refusal(path)
        self._note(Question("there", path), Answer(reason))
        return reason

    def there(self, path: str) -> bool:
        """Whether there is such a file in the project."""
        return not self.refusal(path)

    def names(self, folder: str) -> list[str]:
        """The names in a folder of the project, sorted; none when there is no such folder."""
        found = self._names(folder)
        self._note(Question("names", folder), Answer(_digest_of_names(found)))
        return found

    def locate(self, folder: str, written: str) -> tuple[str, str]:
        """The file that a path written in a file of `folder` means, or an empty path and why it is refused."""
        reason = _unusable(written)
        if reason:
            return "", reason
        path = posixpath.normpath(posixpath.join(folder, written))
        reason = self.refusal(path)
        return ("", reason) if reason else (path, "")

    def like(self, folder: str, written: str) -> str:
        """The file that a path would mean if capitals and signs between words did not matter, as one would write it."""
        where, _, name = written.rpartition("/")
        inside = posixpath.normpath(posixpath.join(folder, where))
        found = [other for other in self.names(inside) if _bare(other) == _bare(name)]
        return posixpath.join(where, found[0]) if found else ""

    # What was asked

    def add(self, reads: Mapping[Question, Answer]) -> None:
        """Take over what others asked for this work: another process, or an earlier time whose result is used."""
        for question, answer in reads.items():
            self._note(question, answer)

    def now(self, question: Question) -> str:
        """The answer of this moment, read anew and not noted."""
        if question.about == "names":
            return _digest_of_names(self._names(question.path))
        if question.about == "there":
            return self._refusal(question.path)
        try:
            return self._open(question.path, MOST)[1].digest
        except FileRefused:
            return _REFUSED

    def still(self, reads: Mapping[Question, Answer]) -> bool:
        """Whether every question would be answered today as it was."""
        return all(
            (answer.settled and answer.stamp == self.stamp(question.path)) or answer.digest == self.now(question)
            for question, answer in reads.items()
        )

    def stamp(self, path: str) -> Stamp:
        """What tells a file that was written since from one that was not, unless both happened at once."""
        try:
            return _stamp(os.stat(os.path.join(self._real, path)))
        except (OSError, ValueError):
            return ()

    def _note(self, question: Question, answer: Answer) -> None:
        before = self.reads.get(question)
        if before is None:
            self.reads[question] = answer
        elif before.digest != answer.digest:
            self.reads[question] = Answer(_CHANGING)
        if self._above:
            self._above._note(question, answer)

    # The guard

    def _refusal(self, path: str) -> str:
        try:
            real = self._resolved(path)
            return "" if stat.S_ISREG(os.stat(real).st_mode) else "is not a file"
        except FileRefused as refused:
            return str(refused)
        except (FileNotFoundError, NotADirectoryError):
            return ABSENT
        except (OSError, ValueError):
            return "is not a usable file name"

    def _resolved(self, path: str) -> str:
        """Where a path of the project really leads, which must be in the project."""
        if os.path.isabs(path) or posixpath.normpath(path).split("/")[0] == "..":
            raise FileRefused("leaves the project")
        real = os.path.realpath(os.path.join(self._real, path))
        if os.path.commonpath([real, self._real]) != self._real:
            raise FileRefused("is a link that leaves the project")
        return real

    def _open(self, path: str, most: int) -> tuple[bytes, Answer]:
        reason = self._refusal(path)
        if reason:
            raise FileRefused(reason)
        try:
            with open(self._resolved(path), "rb") as file:
                found = os.fstat(file.fileno())
                data = file.read(most + 1)
        except OSError as error:
            raise FileRefused(f"cannot be read: {(error.strerror or 'unknown reason').lower()}") from None
        if len(data) > most:
            raise FileTooLarge(f"is larger than {most // 1_000_000} MB")
        settled = max(found.st_mtime_ns, found.st_ctime_ns) + _COARSE < self._began
        return data, Answer(_digest(data), _stamp(found), settled)

    def _names(self, folder: str) -> list[str]:
        try:
            return sorted(os.listdir(self._resolved(folder)))
        except (FileRefused, OSError, ValueError):
            return []


def read_named(path: Path, most: int = MOST) -> bytes:
    """A file that the user names on the command line, wherever it lies: a file, and no larger than `most`."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise FileRefused("is not a file")
        with open(path, "rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise FileRefused(f"cannot be read: {(error.strerror or 'unknown reason').lower()}") from None
    if len(data) > most:
        raise FileTooLarge(f"is larger than {most // 1_000_000} MB")
    return data


def leads_elsewhere(folder: Path, path: str) -> bool:
    """Whether a link on the way to a path below a folder leads out of its place."""
    return os.path.realpath(folder / path) != os.path.join(os.path.realpath(folder), *path.split("/"))


def disk_time(folder: Path) -> int:
    """The time of the disk that a folder lies on, in nanoseconds, as a file written now would get it."""
    from tempfile import TemporaryFile  # takes a while to load

    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder) as file:
            return os.fstat(file.fileno()).st_mtime_ns
    except OSError:
        return 0


def _unusable(written: str) -> str:
    """Why what is written cannot name a file of the project; empty when it can."""
    if not written.strip():
        return "names no file"
    if "\\" in written:
        return "holds a backslash; write paths with /"
    if written.startswith(("/", "~")) or re.match(r"[A-Za-z]:", written):
        return "is an absolute path; name a file inside the project, relative to this one"
    return ""


def _bare(name: str) -> str:
    """A file's name without what people write one way or another: capitals, spaces, - and _, the e of jpeg."""
    return re.sub(r"[\s_-]+", "", name.casefold()).replace(".jpeg", ".jpg")


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def _digest_of_names(names: list[str]) -> str:
    return _digest("\0".join(names).encode("utf-8", "surrogateescape"))


def _stamp(found: os.stat_result) -> Stamp:
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino
