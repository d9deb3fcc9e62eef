"""Commands on a project without a game, or with a folder that cannot be one: a problem in words, never a traceback."""

import json
import shutil
from pathlib import Path

import pytest
from support.command_line import pressplay

from pressplay.project.new import new

COMMANDS = [
    *("check", "check --format json", "build", "build --to tts", "list", "diff", "diff --format json", "watch"),
    *("print", "print --record", "print --changed", "schema", "tts-update table.json"),
]
NAMED = ["check", "build", "rules", "list", "stats", "impact", "print", "install"]
NO_GAME = "there is no game here"
MISNAMED = "cards/My Game: a game’s folder is named with a–z, 0–9 and -"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose folders are there, and no game in them."""
    (tmp_path / "p" / "cards").mkdir(parents=True)
    (tmp_path / "p" / "table.json").write_text('{"ObjectStates": []}')
    return tmp_path / "p"


def misnamed(project: Path) -> Path:
    """A game is in it, in a folder that people would name so."""
    new(project.parent / "starter")
    shutil.copytree(project.parent / "starter" / "cards" / "first-steps", project / "cards" / "My Game")
    return project


def command(words: str, *more: str, project: Path) -> tuple[int, str]:
    done = pressplay(*words.split(), *more, cwd=project)
    return done.code, done.out + done.err


@pytest.mark.parametrize("words", COMMANDS)
def test_a_project_without_a_game(words: str, project: Path) -> None:
    code, told = command(words, project=project)
    assert code == 1 and NO_GAME in told and not list(project.glob("output/**/*"))


@pytest.mark.parametrize("words", COMMANDS)
def test_a_game_in_a_folder_that_is_no_id(words: str, project: Path) -> None:
    code, told = command(words, project=misnamed(project))
    assert code == 1 and MISNAMED.split(": ")[1] in told and "my-game" in told and NO_GAME not in told


@pytest.mark.parametrize("words", NAMED)
def test_such_a_game_asked_for(words: str, project: Path) -> None:
    more = {"impact": ["rounds"], "install": ["--tts-folder", "tts"]}.get(words, [])
    code, told = command(words, "My Game", *more, project=misnamed(project))
    assert code == 1 and MISNAMED in told and not (project / "tts").exists()


@pytest.mark.parametrize("words", NAMED)
def test_any_game_asked_for_where_there_is_none(words: str, project: Path) -> None:
    more = {"impact": ["rounds"], "install": ["--tts-folder", "tts"]}.get(words, [])
    code, told = command(words, "chess", *more, project=project)
    assert code == 1 and NO_GAME in told


def test_a_misnamed_folder_beside_a_sound_game(project: Path) -> None:
    shutil.copytree(misnamed(project) / "cards" / "My Game", project / "cards" / "sound")
    for folder in ("fonts", "templates"):
        shutil.copytree(project.parent / "starter" / folder, project / folder)
    (project / "templates" / "first-steps").rename(project / "templates" / "sound")
    assert command("check", "sound", project=project) == (0, "1 game, no problems.\n")
    code, told = command("check --format json", project=project)
    answer = json.loads(told)
    assert code == 1 and answer["games"] == ["sound"]
    assert [problem["file"] for problem in answer["problems"]] == ["cards/My Game"]
    code, told = command("list", project=project)
    assert code == 1 and "sound" in told and "1 problem in 1 game." in told
