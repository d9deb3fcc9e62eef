"""Watching: every change is told once, when it is whole."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from pressplay.build.watch import watch


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
    (tmp_path / "output").mkdir()
    steps: list[Callable[[], object]] = [
        lambda: (tmp_path / "output/x").write_text("not watched"),
        lambda: (cards / "a.yaml").write_text("half"),
        lambda: (cards / "a.yaml").write_text("half and whole"),
        lambda: None,
        lambda: (cards / "b.yaml").write_text("new"),
        lambda: None,
        lambda: (cards / "a.yaml").unlink(),
        lambda: None,
    ]
    told = watch(tmp_path, script(steps))
    assert [next(told) for _ in range(3)] == [["cards/a.yaml"], ["cards/b.yaml"], ["cards/a.yaml"]]


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
