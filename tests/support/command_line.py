"""The command line as tests call it: its answer and exit code, in this process."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

PYTHON = [sys.executable, "-m", "pressplay"]


class Done:
    """A command that has ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    def __repr__(self) -> str:
        return f"exit {self.code}\n--- out\n{self.out}--- err\n{self.err}"


def pressplay(*args: str | Path, cwd: Path, env: Mapping[str, str] | None = None) -> Done:
    command = [*PYTHON, *(str(arg) for arg in args)]
    env = os.environ | dict(env or {})
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return Done(done.returncode, done.stdout, done.stderr)


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
