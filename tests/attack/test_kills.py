"""Killed at any moment, on a full or a locked disk: every file that is there is whole, and the next run mends the rest."""

import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from support.command_line import PYTHON

from pressplay.changes.ledger import read_ledger
from pressplay.project.new import new

GAME = "first-steps"
KILLS = int(os.environ.get("PRESSPLAY_KILLS", "3"))  # of each command; 25 before a release
COMMANDS = {
    "build": ("build", "--to", "print,rulebook", "--paper", "a4"),
    "print": ("print", "--record", "--paper", "a4"),
    "tts-update": ("tts-update", "SAVE", "--into", "TTS", "--tts-max-px", "256"),
    "watch": ("watch", "--to", "print", "--paper", "a4"),
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that was built and installed once."""
    folder = tmp_path_factory.mktemp("kills")
    new(folder / "project")
    for words in (
        COMMANDS["build"],
        COMMANDS["print"],
        ("install", GAME, "--tts-folder", "TTS", "--tts-max-px", "256"),
    ):
        done = start(folder, words)
        assert done.wait() == 0
    return folder


def start(
    folder: Path, words: Sequence[str], before: Callable[[], None] | None = None, user: Sequence[str] = ()
) -> "subprocess.Popen[bytes]":
    """A command at work in the project."""
    tts = folder / "tts"
    save = str(next(tts.glob("Saves/Saved Objects/pressplay/*.json"), tts))
    command = [*user, *PYTHON, *(word.replace("SAVE", save).replace("TTS", str(tts)) for word in words)]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, cwd=folder / "project", stdout=quiet, stderr=quiet, preexec_fn=before)


def change(folder: Path, number: int) -> None:
    """Something new to build each time."""
    cards = folder / f"project/cards/{GAME}/game.yaml"
    text = cards.read_text("utf-8")
    cards.write_text(re.sub('version: ".*?"', f'version: "7.{number}"', text, count=1), "utf-8")


def whole(folder: Path) -> None:
    """Every file can be read to its end by those who read it; none is half there."""
    for file in [path for path in folder.rglob("*") if path.is_file()]:
        if ".pressplay" in str(file.relative_to(folder)):
            continue
        if file.suffix == ".pdf":
            assert len(pypdfium2.PdfDocument(BytesIO(file.read_bytes()))) > 0, file
        elif file.suffix == ".json":
            json.loads(file.read_bytes())
    ledger, problems = read_ledger(folder / "project", GAME)
    assert ledger and not problems


def consistent(folder: Path) -> None:
    """What the manifest lists is there, as it says."""
    out = folder / f"project/output/{GAME}"
    for entry in json.loads((out / "manifest.json").read_text("utf-8"))["files"]:
        assert hashlib.sha256((out / entry["path"]).read_bytes()).hexdigest() == entry["sha256"], entry


@pytest.mark.parametrize("command", COMMANDS)
def test_killed_at_any_moment(sound: Path, tmp_path: Path, command: str) -> None:
    """At moments spread over what the command takes."""
    folder = tmp_path / "case"
    shutil.copytree(sound, folder)
    change(folder, 0)
    began = time.monotonic()
    running = start(folder, COMMANDS[command])
    try:
        running.wait(timeout=60 if command != "watch" else 2)
    except subprocess.TimeoutExpired:
        running.kill()
        running.wait()
    takes = time.monotonic() - began
    chance = random.Random(command)
    for number in range(1, KILLS + 1):
        change(folder, number)
        running = start(folder, COMMANDS[command])
        time.sleep(takes * (0.3 + 0.7 * chance.random()))  # the first third is Python's own start
        running.send_signal(signal.SIGKILL)
        running.wait()
        whole(folder)
    assert start(folder, COMMANDS["build"]).wait() == 0
    consistent(folder)
    assert not list(folder.glob("project/output/**/.pressplay*"))


def snapshot(folder: Path) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".pressplay" not in str(path)
    }


# Root may write everywhere; without this right it is a user like others.
ORDINARY = ("setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner", "--inh-caps=-all")
USERS = {"as it is": (), "ordinary": ORDINARY if os.getuid() == 0 else ()}


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("command", ["build", "print", "tts-update"])
def test_a_disk_that_takes_no_more(sound: Path, tmp_path: Path, command: str, user: str) -> None:
    """No file may grow beyond 2 kB, as on a full disk: nothing changes, and the exit code says so."""
    folder = tmp_path / "case"
    shutil.copytree(sound, folder)
    change(folder, 1)
    before = snapshot(folder)

    def full() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, 2_000))

    assert start(folder, COMMANDS[command], full, USERS[user]).wait() == 1
    assert snapshot(folder) == before
    whole(folder)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
@pytest.mark.parametrize("command", ["build", "print", "tts-update"])
def test_a_folder_that_may_not_be_written_to(sound: Path, tmp_path: Path, command: str) -> None:
    """As an ordinary user, in a project where nothing may be written."""
    folder = tmp_path / "case"
    shutil.copytree(sound, folder)
    change(folder, 1)
    for path in [*folder.rglob("*"), folder]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = snapshot(folder)

    try:
        assert start(folder, COMMANDS[command], user=USERS["ordinary"]).wait() == 1
        assert snapshot(folder) == before
    finally:
        for path in [*folder.rglob("*"), folder]:
            path.chmod(0o777 if path.is_dir() else 0o666)
