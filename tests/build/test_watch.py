"""Watching: every change is told once, when it is whole."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from pressplay.build.watch import watch
from pressplay.files import ProjectFiles


def script(steps: list[Callable[[], object]]) -> Callable[[float], None]:
    """A clock that does the next step at each tick instead of sleeping."""
    left: Iterator[Callable[[], object]] = iter(steps)

    def sleep(_: float) -> None:
        next(left, lambda: None)()

    return sleep


def test_changes_are_told_when_files_lie_still(tmp_path: Path) -> None:
    cards = tmp_path / "cards"
    cards.mkdir()
    (cards / "a.yaml").write_text("1")
    files = ProjectFiles(tmp_path)
    files.read("cards/a.yaml")
    files.there("cards/b.yaml")
    files.names("art")
    steps: list[Callable[[], object]] = [
        lambda: (cards / "x").write_text("nobody asked for it"),
        lambda: (cards / "a.yaml").write_text("half"),
        lambda: (cards / "a.yaml").write_text("half and whole"),
        lambda: None,
        lambda: (cards / "b.yaml").write_text("new"),
        lambda: None,
        lambda: (tmp_path / "art").mkdir(),
        lambda: (tmp_path / "art/star.svg").write_text("new"),
        lambda: None,
        lambda: (cards / "a.yaml").unlink(),
        lambda: None,
    ]
    told = watch(tmp_path, lambda: [files.reads], script(steps))
    expected = [["cards/a.yaml"], ["cards/b.yaml"], ["art"], ["cards/a.yaml"]]
    assert [next(told) for _ in range(4)] == expected


def test_what_the_last_build_asked_is_watched_from_then_on(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_text("1")
    first, second = ProjectFiles(tmp_path), ProjectFiles(tmp_path)
    first.read("a")
    asked = [first.reads]

    def build() -> None:
        second.read("b")
        asked[:] = [second.reads]
        (tmp_path / "b").write_text("changed while the build went on")

    told = watch(tmp_path, lambda: asked, script([lambda: (tmp_path / "a").write_text("2")]))
    assert next(told) == ["a"]
    build()
    assert next(told) == ["b"]


def test_an_unknown_target_is_told_before_anything_is_watched(starter: Path) -> None:
    from typer.testing import CliRunner

    from pressplay.commands.program import app

    result = CliRunner().invoke(app, ["watch", "--project", str(starter), "--to", "prnt"])
    assert result.exit_code == 2 and "prnt" in result.output and "print" in result.output


def test_who_reads_through_a_pipe_is_told_that_it_watches(starter: Path) -> None:
    command = [sys.executable, "-m", "pressplay", "watch", "--to", "rulebook"]
    with subprocess.Popen(command, cwd=starter, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            told = [process.stdout.readline(), process.stdout.readline()]  # would wait for ever if it were kept back
        finally:
            process.kill()
    assert "made anew" in told[0] and told[1].startswith("Watching")
