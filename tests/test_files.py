"""The one reader of a project's files keeps to the project, and notes every question with its answer."""

import os
import pickle
from pathlib import Path

import pytest

from pressplay.files import ABSENT, FileRefused, FileTooLarge, ProjectFiles, Question, disk_time


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "outside.txt").write_text("not yours")
    (tmp_path / "project/art").mkdir(parents=True)
    (tmp_path / "project/art/a.txt").write_text("one")
    (tmp_path / "project/link.txt").symlink_to("../outside.txt")
    (tmp_path / "project/up").symlink_to("..")
    os.mkfifo(tmp_path / "project/pipe")
    return tmp_path / "project"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("none.txt", ABSENT),
        ("art/a.txt/b", ABSENT),
        ("art", "is not a file"),
        ("pipe", "is not a file"),
        ("../outside.txt", "leaves the project"),
        ("art/../../outside.txt", "leaves the project"),
        ("/etc/hostname", "leaves the project"),
        ("link.txt", "is a link that leaves the project"),
        ("up/outside.txt", "is a link that leaves the project"),
        ("a\0b", "is not a usable file name"),
        ("x" * 5000, "is not a usable file name"),
    ],
)
def test_what_must_not_be_read_is_refused(root: Path, path: str, reason: str) -> None:
    files = ProjectFiles(root)
    assert files.refusal(path) == reason and not files.there(path)
    with pytest.raises(FileRefused, match=reason):
        files.read(path)


def test_no_folder_outside_is_listed(root: Path) -> None:
    files = ProjectFiles(root)
    assert files.names("art") == ["a.txt"]
    assert files.names("up") == files.names("..") == files.names("none") == []


def test_a_file_is_no_larger_than_asked_for(root: Path) -> None:
    files = ProjectFiles(root)
    assert files.read("art/a.txt", 3) == b"one"
    with pytest.raises(FileTooLarge):
        files.read("art/a.txt", 2)


def test_a_part_notes_for_itself_and_for_the_whole_even_what_was_read_before(root: Path) -> None:
    files = ProjectFiles(root)
    first, second = files.branch(), files.branch()
    first.read("art/a.txt")
    second.read("art/a.txt")
    second.there("art/b.txt")
    assert first.reads.keys() == {Question("bytes", "art/a.txt")}
    assert second.reads.keys() == files.reads.keys() == {*first.reads, Question("there", "art/b.txt")}


@pytest.mark.parametrize("change", ["bytes", "there", "names", "gone"])
def test_every_answer_that_changes_is_noticed(root: Path, change: str) -> None:
    files = ProjectFiles(root)
    files.read("art/a.txt")
    files.there("art/b.txt")
    files.names("art")
    assert ProjectFiles(root).still(files.reads)
    if change == "bytes":
        (root / "art/a.txt").write_text("two")
    elif change == "there":
        (root / "art/b.txt").symlink_to("a.txt")
    elif change == "names":
        (root / "art/c.txt").write_text("three")
    else:
        (root / "art/a.txt").unlink()
    assert not ProjectFiles(root).still(files.reads)


def test_only_a_stamp_that_had_settled_stands_for_the_bytes(root: Path) -> None:
    """Two writes in one tick of the disk's clock leave one stamp: a young one proves nothing."""
    path, now = root / "art/a.txt", disk_time(root)
    young, old = ProjectFiles(root, now), ProjectFiles(root, now + 60_000_000_000)
    for files in (young, old):
        files.read("art/a.txt")
    assert not young.reads[Question("bytes", "art/a.txt")].settled
    assert old.reads[Question("bytes", "art/a.txt")].settled
    as_if_unwritten = {
        question: answer._replace(digest="of other bytes", stamp=ProjectFiles(root).stamp("art/a.txt"))
        for question, answer in young.reads.items()
    }
    assert path.exists() and not ProjectFiles(root).still(as_if_unwritten)


def test_a_file_that_changes_while_one_works_is_never_current(root: Path) -> None:
    files = ProjectFiles(root)
    files.read("art/a.txt")
    other = ProjectFiles(root)
    (root / "art/a.txt").write_text("two")
    other.read("art/a.txt")
    files.add(other.reads)
    assert not ProjectFiles(root).still(files.reads)
    (root / "art/a.txt").write_text("one")
    assert not ProjectFiles(root).still(files.reads)


def test_another_process_looks_for_itself(root: Path) -> None:
    files = ProjectFiles(root, 5)
    files.read("art/a.txt")
    sent: ProjectFiles = pickle.loads(pickle.dumps(files))
    (root / "art/a.txt").write_text("two")
    assert sent.root == root and not sent.reads and sent.read("art/a.txt") == b"two"
