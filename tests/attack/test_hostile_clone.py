"""A project that somebody else sends: git reads its history, and nothing that its repository names is run."""

import ast
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from support.command_line import pressplay
from support.repository import commit, git

from pressplay.changes.git import GitHistory
from pressplay.problem import Trouble
from pressplay.project.new import new

GAME = "first-steps"
COMMANDS = [
    ("diff",),
    ("diff", "HEAD~1"),
    ("diff", "HEAD~1", "HEAD", "--format", "json"),
    ("diff", "HEAD~1", "--html", "changes.html"),
    ("print", "--changed", "--paper", "a4"),
    ("impact", GAME, "hand"),
    ("check",),
    ("list",),
]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, tool: Callable[[str], str]) -> Path:
    """A project in a repository whose every setting, hook and attribute runs a program that leaves its mark."""
    tool("git")
    tmp_path = tmp_path_factory.mktemp("hostile")
    starter = tmp_path / "project"
    new(starter)
    git(starter, "init", "-q")
    commit(starter, "One")
    pressplay("print", "--record", "--paper", "a4", cwd=starter)
    (starter / ".gitattributes").write_text("* filter=trap diff=trap merge=trap ident working-tree-encoding=UTF-8\n")
    with open(starter / f"cards/{GAME}/rulebook.md", "a", encoding="utf-8") as notes:
        notes.write("More.\n")
    commit(starter, "Two")
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\necho trapped >> {tmp_path}/trapped\nexit 1\n")
    trap.chmod(0o755)
    for name in ("post-checkout", "pre-commit", "post-index-change", "reference-transaction", "fsmonitor-watchman"):
        shutil.copy(trap, starter / ".git/hooks" / name)
    (starter / ".git/more").write_text(f"[gpg]\n\tprogram = {trap}\n[log]\n\tshowSignature = true\n")
    with open(starter / ".git/config", "a") as config:
        config.write(_settings(trap, starter / ".git/more"))
    shutil.copy(trap, starter / "git")  # a program of git's name in the folder that one stands in
    return starter


@pytest.fixture
def mark(project: Path) -> Path:
    """The file that is there when a trap has snapped."""
    found = project.parent / "trapped"
    found.unlink(missing_ok=True)
    return found


@pytest.fixture
def trapped(project: Path, tmp_path: Path) -> Path:
    """A copy, for a test that adds to it."""
    shutil.copytree(project, tmp_path / "project", symlinks=True)
    return tmp_path / "project"


def _settings(trap: Path, more: Path) -> str:
    return f"""
[include]
	path = {more}
[core]
	fsmonitor = {trap}
	sshCommand = {trap}
	pager = {trap}
	editor = {trap}
	askPass = {trap}
	gitProxy = {trap}
	alternateRefsCommand = {trap}
[alias]
	rev-parse = !{trap}
	rev-list = !{trap}
	ls-tree = !{trap}
	cat-file = !{trap}
[filter "trap"]
	smudge = {trap}
	clean = {trap}
	process = {trap}
	required = true
[diff]
	external = {trap}
[diff "trap"]
	textconv = {trap}
	command = {trap}
[pager]
	rev-list = {trap}
	cat-file = {trap}
[credential]
	helper = !{trap}
[protocol "ext"]
	allow = always
[remote "origin"]
	url = ext::{trap}
	promisor = true
[tar "tar"]
	command = {trap}
"""


def disarm(root: Path) -> Path:
    """The repository without its traps, so that a test can commit to it."""
    (root / ".git/config").write_text("[core]\n\trepositoryformatversion = 0\n")
    shutil.rmtree(root / ".git/hooks")
    return root


def surroundings(root: Path) -> dict[str, str]:
    """What the shell that one stands in may say; none of it reaches git."""
    trap = str(root.parent / "trap.sh")
    return {
        "PATH": os.pathsep.join([".", "", os.environ["PATH"]]),
        "GIT_EXTERNAL_DIFF": trap,
        "GIT_SSH_COMMAND": trap,
        "GIT_PAGER": trap,
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "core.fsmonitor",
        "GIT_CONFIG_VALUE_0": trap,
        "GIT_DIR": str(root / "elsewhere"),
    }


def test_the_traps_are_sharp(project: Path, mark: Path) -> None:
    """Commands that anybody would call run what the repository names: else the next tests would show nothing."""
    for command in (["archive", "HEAD"], ["status"], ["diff", "HEAD~1"], ["fetch"]):
        mark.unlink(missing_ok=True)
        subprocess.run(["git", *command], cwd=project, capture_output=True, check=False)
        assert mark.exists(), command


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_nothing_runs(project: Path, mark: Path, command: tuple[str, ...]) -> None:
    done = pressplay(*command, cwd=project, env=surroundings(project))
    assert done.code == 0, done
    assert not mark.exists()


def test_objects_that_a_clone_left_behind_are_not_fetched(trapped: Path, mark: Path) -> None:
    """In a partial clone git would ask the remote, by any program that its address names."""
    for name in ("repositoryformatversion", "partialClone"):
        section = "core" if name.startswith("r") else "extensions"
        git(trapped, "config", f"{section}.{name}", "1" if section == "core" else "origin")
    blob = git(trapped, "rev-parse", f"HEAD:cards/{GAME}/game.yaml").strip()
    (trapped / ".git/objects" / blob[:2] / blob[2:]).unlink()
    done = pressplay("diff", "HEAD", cwd=trapped)
    assert done.code == 1 and "git cannot read this revision" in done.err, done
    assert not mark.exists()


def test_a_bare_repository_among_the_files_is_not_entered(trapped: Path, mark: Path) -> None:
    bare = trapped / "assets"
    git(trapped, "clone", "-q", "--bare", ".", str(bare))
    shutil.copy(trapped / ".git/config", bare / "config")
    shutil.copytree(trapped / "cards", bare / "cards")
    assert not GitHistory(bare).there()
    assert GitHistory(trapped).there()
    assert not mark.exists()


def test_a_git_that_the_project_brings_is_not_run(trapped: Path, mark: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{trapped}{os.pathsep}.")
    assert not GitHistory(trapped).there()
    assert not mark.exists()


def test_a_revision_unpacks_byte_for_byte_and_stays_inside(trapped: Path, tmp_path: Path) -> None:
    for name, target in (("inside", "cards"), ("outside", "../../.."), ("absolute", "/etc"), ("up", "inside/../..")):
        (trapped / name).symlink_to(target)
    (trapped / "crlf.txt").write_bytes(b"$Id$ one\r\ntwo\n")
    commit(disarm(trapped), "Links")
    history = GitHistory(trapped)
    folder = tmp_path / "then"
    folder.mkdir()
    history.unpack(history.find("HEAD") or "", folder)
    assert (folder / "crlf.txt").read_bytes() == b"$Id$ one\r\ntwo\n"
    assert os.readlink(folder / "inside") == "cards"
    assert not any((folder / name).is_symlink() for name in ("outside", "absolute", "up"))
    assert (folder / f"cards/{GAME}/game.yaml").read_bytes() == (trapped / f"cards/{GAME}/game.yaml").read_bytes()


def test_names_that_lead_out_are_left_away(trapped: Path, tmp_path: Path) -> None:
    """Git itself refuses to make such trees, but reads them."""
    blob = git(trapped, "rev-parse", f"HEAD:cards/{GAME}/game.yaml").strip()
    tree = tmp_path / "tree"
    tree.write_bytes(
        b"".join(b"100644 " + name + b"\0" + bytes.fromhex(blob) for name in (b"..", b"C:x", b"a\\b", b"good"))
    )
    id = git(disarm(trapped), "hash-object", "-t", "tree", "-w", "--literally", str(tree)).strip()
    commit = git(trapped, "commit-tree", id, "-m", "Bad").strip()
    (tmp_path / "inside/then").mkdir(parents=True)
    GitHistory(trapped).unpack(commit, tmp_path / "inside/then")
    assert [path.name for path in (tmp_path / "inside").rglob("*")] == ["then", "good"]


def test_a_project_too_large_is_told(trapped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pressplay.changes.git.MOST_OF_ALL", 1000)
    history = GitHistory(trapped)
    with pytest.raises(Trouble, match="is larger than"):
        history.unpack(history.find("HEAD") or "", tmp_path)


def test_git_alone_is_ever_started() -> None:
    """One module starts programs; what is shown above for it holds for all of pressplay."""
    package = Path(__file__).resolve().parents[2] / "pressplay"
    starters = {"subprocess", "pty", "popen2", "shlex"}
    found = set()
    for file in package.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            calls = isinstance(node, ast.Attribute) and node.attr in ("system", "popen", "execv", "spawnv", "startfile")
            if calls or starters & set(names):
                found.add(file.relative_to(package).as_posix())
    assert found == {"changes/git.py"}
