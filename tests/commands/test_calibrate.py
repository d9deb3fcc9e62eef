"""Calibrate at the command line: the sheet, the questions, and prints that heed the answers."""

import os
import subprocess
from pathlib import Path

from support.command_line import PYTHON, pressplay


def test_the_sheet_is_made_anywhere(tmp_path: Path) -> None:
    done = pressplay("calibrate", "--paper", "letter", cwd=tmp_path)
    assert done.code == 0, done
    assert (tmp_path / "calibration-letter.pdf").read_bytes().startswith(b"%PDF-1.7")
    assert "pressplay calibrate --printer NAME" in done.out


def test_the_questions_are_asked_in_words_and_the_answers_kept(tmp_path: Path) -> None:
    env = os.environ | {"PRESSPLAY_SETTINGS": str(tmp_path / "settings")}
    answers = "1.2\n1.2\n-0.4\n-0.4\n4\n5\n3\n13\n"
    command = [*PYTHON, "calibrate", "--printer", "office"]
    done = subprocess.run(command, cwd=tmp_path, env=env, input=answers, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "A, the upper scale: how far right does the arrow point, in mm" in done.stdout
    assert "backs land 1.2 mm to the right, -0.4 mm down, turned by 0 degrees" in done.stdout
    assert "5 mm white at the sides, 13 mm above and below" in done.stdout


def test_prints_heed_the_printer(starter: Path, tmp_path: Path) -> None:
    env = {"PRESSPLAY_SETTINGS": str(tmp_path)}
    learnt = pressplay("calibrate", "--printer", "office", "--offset", "1,2,0.5", cwd=starter, env=env)
    assert learnt.code == 0, learnt
    command = ("build", "--to", "print", "--paper", "a4")
    assert pressplay(*command, cwd=starter, env=env).code == 0
    plain = (starter / "output/first-steps/print/first-steps-a4.pdf").read_bytes()
    assert pressplay(*command, "--printer", "office", cwd=starter, env=env).code == 0
    moved = (starter / "output/first-steps/print/first-steps-a4.pdf").read_bytes()
    assert moved != plain
    unknown = pressplay(*command, "--printer", "offie", cwd=starter, env=env)
    assert unknown.code == 2 and "unknown printer offie" in unknown.err and "office" in unknown.err

    lost = pressplay("calibrate", "--offset", "1,2,0", cwd=starter, env=env)
    assert lost.code == 2 and "belong to a printer" in lost.err
