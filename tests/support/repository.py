"""A git repository for tests."""

import subprocess
from pathlib import Path


def git(root: Path, *command: str) -> str:
    who = ("-c", "user.name=Tester", "-c", "user.email=tester@example.org", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", *who, *command], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def commit(root: Path, message: str) -> None:
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", message)
