"""Files appear whole or not at all, whatever happens while they are written."""

import errno
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.folders import NEW, with_manifest

from pressplay.problem import Trouble
from pressplay.writing import MANIFEST, write_files, write_game

OLD = {"print/g-a4.pdf": b"old pages", "tts/sheet-1.png": b"old sheet", "tts/g.json": b"old save"}


def found(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """An output folder that an earlier build filled."""
    write_game(tmp_path, "g", with_manifest(OLD))
    assert found(tmp_path / "g") == with_manifest(OLD)
    return tmp_path


def test_a_build_replaces_the_last_one_and_says_what_it_did(old: Path) -> None:
    written = write_game(old, "g", with_manifest(NEW))
    assert found(old / "g") == with_manifest(NEW)
    assert written.changed == ("manifest.json", "print/g-a4.pdf", "tts/g.json", "tts/sheet-2.png")
    assert written.removed == ("tts/sheet-1.png",)


def test_what_is_the_same_is_left_alone(old: Path) -> None:
    before = (old / "g/tts/g.json").stat()
    written = write_game(old, "g", with_manifest(OLD))
    after = (old / "g/tts/g.json").stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    assert written.changed == () and len(written.same) == 4


def test_files_of_ones_own_stay(old: Path) -> None:
    (old / "g/tts/my notes.txt").write_text("mine")
    write_game(old, "g", with_manifest({}))
    assert set(found(old / "g")) == {MANIFEST, "tts/my notes.txt"}
    assert not (old / "g/print").exists(), "a folder that removals emptied goes too"


def test_files_to_keep_stay(old: Path) -> None:
    write_game(old, "g", with_manifest({"print/g-a4.pdf": b"new pages"}), keep=["tts/sheet-1.png"])
    assert set(found(old / "g")) == {MANIFEST, "print/g-a4.pdf", "tts/sheet-1.png"}


@pytest.mark.parametrize("damaged", [b"", b"{", b"[]", b'{"files": 3}', b'{"files": [{"name": 1}]}', b"\xff\xfe"])
def test_a_damaged_manifest_removes_nothing_and_is_replaced(old: Path, damaged: bytes) -> None:
    (old / "g" / MANIFEST).write_bytes(damaged)
    write_game(old, "g", with_manifest(NEW))
    assert found(old / "g") == with_manifest(NEW) | {"tts/sheet-1.png": b"old sheet"}


def test_names_that_differ_in_case_only_are_not_removed(tmp_path: Path) -> None:
    write_game(tmp_path, "g", with_manifest({"Card.png": b"1"}))
    assert write_game(tmp_path, "g", with_manifest({"card.png": b"2"})).removed == ()


# Killed ------------------------------------------------------------------------------------------------------------

KILLED = """
import os, signal, sys
from pathlib import Path
from pressplay.writing import write_game
from support.folders import NEW, with_manifest

left = int(sys.argv[2])

def counted(name):
    real = getattr(os, name)
    def call(*args, **kwargs):
        global left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args, **kwargs)
    setattr(os, name, call)

for name in ("mkdir", "fsync", "replace", "unlink", "rmdir"):
    counted(name)
write_game(Path(sys.argv[1]), "g", with_manifest(NEW))
"""


def killed_after(calls: int, out: Path) -> bool:
    """Write NEW in a process that kills itself before that many calls to the disk; whether it was killed."""
    command = [sys.executable, "-c", KILLED, str(out), str(calls)]
    paths = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parents[1])])
    done = subprocess.run(command, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True, check=False)
    assert done.returncode in (0, -9), done.stderr
    return done.returncode == -9


def test_a_build_killed_at_any_moment_leaves_a_usable_output_and_the_next_one_cleans_up(tmp_path: Path) -> None:
    before, after = with_manifest(OLD), with_manifest(NEW)
    for calls in range(100):
        shutil.rmtree(tmp_path / "g", ignore_errors=True)
        write_game(tmp_path, "g", before)
        killed = killed_after(calls, tmp_path)
        there = found(tmp_path / "g")
        for path in json.loads(there[MANIFEST])["files"]:
            assert there[path["path"]] in (before.get(path["path"]), after.get(path["path"])), "whole, old or new"
        write_game(tmp_path, "g", after)
        left = found(tmp_path / "g")
        assert left == after, "no old sheet and nothing temporary stays"
        if not killed:
            break
    assert 8 < calls < 99, "every call to the disk was tried"


def test_removals_of_a_stopped_build_spare_what_the_manifest_lists(old: Path) -> None:
    stage = old / "g/.pressplay-new"
    stage.mkdir()
    (old / "g/lost.png").write_bytes(b"no longer made")
    (old / "precious").write_text("mine")
    (stage / "removals.json").write_text(json.dumps(["lost.png", "tts/g.json", "../precious"]))
    write_files(old / "g", {})
    assert found(old / "g") == with_manifest(OLD) and (old / "precious").exists()


def test_a_stage_left_behind_does_not_disturb(old: Path) -> None:
    stage = old / "g/.pressplay-new"
    stage.mkdir()
    (stage / "0").write_bytes(b"half a fi")
    write_game(old, "g", with_manifest(NEW))
    assert found(old / "g") == with_manifest(NEW)


# Refused -----------------------------------------------------------------------------------------------------------


def refuse(code: int, after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the disk refuse a file after some went well."""
    real, calls = os.fsync, iter(range(100))

    def fsync(fd: int) -> None:
        if next(calls) >= after:
            raise OSError(code, os.strerror(code))
        real(fd)

    monkeypatch.setattr(os, "fsync", fsync)


@pytest.mark.parametrize("after", [0, 1, 3])
@pytest.mark.parametrize(
    ("code", "words"), [(errno.ENOSPC, "the disk is full"), (errno.EDQUOT, "share of the disk"), (errno.EIO, "error")]
)
def test_a_full_disk_changes_nothing(
    old: Path, code: int, words: str, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse(code, after, monkeypatch)
    with pytest.raises(Trouble) as raised:
        write_game(old, "g", with_manifest(NEW))
    assert words in str(raised.value)
    assert str(old / "g") in str(raised.value)
    assert found(old / "g") == with_manifest(OLD)


def test_a_disk_that_really_takes_no_more_changes_nothing(old: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))
    try:
        with pytest.raises(Trouble, match="cannot be written"):
            write_game(old, "g", with_manifest(NEW | {"print/g-a4.pdf": bytes(200_000)}))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert found(old / "g") == with_manifest(OLD)


def test_a_first_build_that_fails_leaves_no_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse(errno.ENOSPC, 0, monkeypatch)
    with pytest.raises(Trouble):
        write_game(tmp_path, "g", with_manifest(NEW))
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def locked() -> Iterator[Path]:
    """A folder that this process may not write to, even when it is run by an administrator."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o555)
    administrator = os.geteuid() == 0
    if administrator:
        os.seteuid(65534)
    try:
        yield folder
    finally:
        if administrator:
            os.seteuid(0)
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_folder_that_may_not_be_written_to_is_a_clear_message(locked: Path) -> None:
    with pytest.raises(Trouble) as raised:
        write_game(locked / "output", "g", with_manifest(NEW))
    assert f"{locked}/output: cannot be written: you may not write there" in str(raised.value)
    assert "--out" in str(raised.value)


def test_a_file_where_the_folder_should_be_is_a_clear_message(tmp_path: Path) -> None:
    (tmp_path / "output").write_text("not a folder")
    with pytest.raises(Trouble, match="a file stands"):
        write_game(tmp_path / "output", "g", with_manifest(NEW))


def test_a_folder_where_a_file_should_be_changes_nothing(old: Path) -> None:
    (old / "g/tts/sheet-2.png").mkdir()
    with pytest.raises(Trouble, match="it is a folder"):
        write_game(old, "g", with_manifest(NEW))
    assert found(old / "g") == with_manifest(OLD)


# Staying inside ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["../escaped", "/etc/escaped", "tts/../../escaped", "", "c:/escaped", "..\\escaped"])
def test_no_path_leaves_the_folder(old: Path, path: str) -> None:
    with pytest.raises(Trouble, match="not a path inside"):
        write_game(old, "g", with_manifest(NEW | {path: b"out"}))
    assert found(old) == {f"g/{path}": data for path, data in with_manifest(OLD).items()}


@pytest.mark.parametrize("link", ["g/tts", "g"])
def test_no_link_is_followed_out_of_the_folder(old: Path, tmp_path_factory: pytest.TempPathFactory, link: str) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    shutil.rmtree(old / link)
    (old / link).symlink_to(elsewhere)
    with pytest.raises(Trouble, match="a link that leads elsewhere"):
        write_game(old, "g", with_manifest(NEW))
    assert list(elsewhere.iterdir()) == []


def test_a_link_in_place_of_a_file_is_replaced_not_followed(old: Path) -> None:
    precious = old / "precious"
    precious.write_bytes(b"new pages")
    (old / "g/print/g-a4.pdf").unlink()
    (old / "g/print/g-a4.pdf").symlink_to(precious)
    write_game(old, "g", with_manifest(NEW))
    assert not (old / "g/print/g-a4.pdf").is_symlink()
    assert precious.read_bytes() == b"new pages"


def test_a_manifest_cannot_have_files_elsewhere_removed(old: Path) -> None:
    precious = old / "precious"
    precious.write_text("mine")
    (old / "g/linked").symlink_to(old)
    listed = ["../precious", str(precious), "linked/precious", "tts"]
    (old / "g" / MANIFEST).write_text(json.dumps({"files": [{"path": path} for path in listed]}))
    assert write_game(old, "g", with_manifest(OLD)).removed == ()
    assert precious.read_text() == "mine"


# Without a manifest ------------------------------------------------------------------------------------------------


def test_files_without_a_manifest_are_added(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    written = write_files(tmp_path, {"a/b.json": b"{}"})
    assert found(tmp_path) == {"mine.txt": b"mine", "a/b.json": b"{}"}
    assert written.changed == ("a/b.json",)


def test_two_builds_at_once_write_one_after_the_other(tmp_path: Path) -> None:
    code = "\n".join(
        [
            "import sys; from pathlib import Path; from pressplay.writing import write_game",
            "from test_writing import with_manifest",
            "for turn in range(20):",
            "    data = sys.argv[2].encode()",
            "    write_game(Path(sys.argv[1]), 'g', with_manifest({f'{n}.bin': data * 1000 for n in range(5)}))",
        ]
    )
    paths = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parents[1])])
    builds = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path), word], env=os.environ | {"PYTHONPATH": paths})
        for word in "xy"
    ]
    assert [build.wait() for build in builds] == [0, 0]
    files = found(tmp_path / "g")
    assert len(files) == 6
    assert len({data for path, data in files.items() if path != MANIFEST}) == 1, "all of one build"
