"""History: a project's folder as it stood at a revision of git, read without touching the work tree."""

import os
import subprocess
import tarfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from pressplay.problem import Place, Problem, Trouble

# What the surroundings may say about another repository does not concern this one.
_OURS = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "GIT_PREFIX")


class GitHistory:
    """The git repository that a project lies in."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def there(self) -> bool:
        """Whether there is a repository, with a commit in it."""
        return self._try("rev-parse", "--verify", "--quiet", "HEAD^{commit}") is not None

    def find(self, revision: str) -> str | None:
        """The commit that a revision, branch or tag means; None when git knows no such thing."""
        found = self._try("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        return found.decode().strip() if found else None

    def commits(self, *paths: str, most: int) -> list[str]:
        """The latest commits that changed one of some paths, newest first."""
        found = self._try("log", f"--max-count={most}", "--format=%H", "--", *paths)
        return found.decode().split() if found else []

    def unpack(self, commit: str, folder: Path) -> None:
        """Put the project's files of a commit into a folder."""
        data = self._try("archive", "--format=tar", commit)
        if data is None:
            raise Trouble(Problem(Place(commit), "git cannot read this revision", "fetch it, or name another"))
        with tarfile.open(fileobj=BytesIO(data)) as archive:
            archive.extractall(folder, filter=_harmless)

    def _try(self, *command: str) -> bytes | None:
        """What git says; None when it refuses, or is not there at all."""
        env = {name: value for name, value in os.environ.items() if name not in _OURS}
        words: Sequence[str] = ("git", "-c", "core.quotePath=off", *command)
        try:
            done = subprocess.run(words, cwd=self.root, env=env, capture_output=True, stdin=subprocess.DEVNULL)
        except OSError:
            return None
        return done.stdout if done.returncode == 0 else None


def _harmless(member: tarfile.TarInfo, folder: str) -> tarfile.TarInfo | None:
    """Files and folders that stay inside; a link that leads out is left away, as if it were not there."""
    try:
        return tarfile.data_filter(member, folder)
    except tarfile.FilterError:
        return None
