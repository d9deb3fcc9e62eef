"""A mistake of pressplay's own ends in one sentence, a report and exit code 70, never in a traceback."""

import re
from pathlib import Path

import pytest
import typer

from pressplay.commands.errors import careful
from pressplay.commands.program import main
from pressplay.processes import _Helper


def broken(*args: object, **named: object) -> None:
    raise LookupError("chapter and verse")


@pytest.fixture
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def end() -> int:
    with pytest.raises(typer.Exit) as ended:
        careful(broken)()
    return ended.value.exit_code


def test_one_sentence_and_a_report(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert end() == 70
    said = capsys.readouterr()
    assert not said.out and said.err.count("\n") == 1 and "Traceback" not in said.err
    assert said.err.startswith("This is a mistake in pressplay, not in your game; every file in the output is whole.")
    (report,) = reports.iterdir()
    assert str(report) in said.err
    text = report.read_text("utf-8")
    assert "LookupError: chapter and verse" in text and re.search(r"^Python 3\.", text, re.M) and "jinja2 3." in text


def test_a_report_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("tempfile.tempdir", "/nowhere/at/all")
    assert end() == 70
    assert "No report could be written: " in capsys.readouterr().err


def test_the_program_ends_with_70(starter: Path, reports: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pressplay.build.pipeline.look_over", broken)
    with pytest.raises(SystemExit) as ended:
        main(["check", "--project", str(starter)])
    assert ended.value.code == 70
    assert "chapter and verse" in next(reports.glob("pressplay-report-*")).read_text("utf-8")


def test_what_happened_in_a_helping_process_is_told(starter: Path) -> None:
    from pressplay.files import ProjectFiles

    helper = _Helper(broken, [], ProjectFiles(starter))
    with pytest.raises(LookupError) as raised:
        helper.result()
    assert "in broken" in raised.value.__notes__[0]


def test_ends_that_are_meant_stay_as_they_are() -> None:
    def leave() -> None:
        raise typer.Exit(3)

    with pytest.raises(typer.Exit) as ended:
        careful(leave)()
    assert ended.value.exit_code == 3
