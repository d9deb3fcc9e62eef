"""The registry of targets: what each says it makes is what it makes, and people can read about all of them."""

from collections import Counter
from pathlib import Path

import pytest

from pressplay.build.pipeline import build_game, read_games
from pressplay.build.request import BuildRequest
from pressplay.exports.options import Options
from pressplay.exports.targets import TARGETS, usual_targets
from pressplay.files import ProjectFiles
from pressplay.project.load import find_papers
from pressplay.project.new import new

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("ink_saver", [False, True])
@pytest.mark.parametrize("name", TARGETS)
def test_a_target_makes_the_roles_it_names(name: str, ink_saver: bool, tmp_path: Path) -> None:
    new(tmp_path / "p")
    (game,), _ = read_games(tmp_path / "p")
    options = Options(targets=(name,), jobs=1, tts_max_px=512, ink_saver=ink_saver, cutter="cricut")
    build = build_game(game, BuildRequest(options, find_papers(ProjectFiles(tmp_path / "p"), ["a4"])))
    assert not build.problems and build.files
    made = {file.role for file in build.files}
    assert made <= options.roles
    assert options.roles <= made | {"tts-object", "tts-object-thumbnail"}  # a game of one kind has no objects beside it


def test_every_role_belongs_to_one_target() -> None:
    roles = Counter(role for target in TARGETS.values() for role in {*target.makes(False), *target.makes(True)})
    assert set(roles.values()) == {1}


def test_the_contract_of_the_command_line() -> None:
    assert list(TARGETS) == [target.name for target in TARGETS.values()]
    assert {"print", "rulebook", "tts", "vtt", "images"} <= TARGETS.keys()
    assert usual_targets() == Options().targets == ("print", "rulebook", "tts")


def test_the_readme_names_every_target() -> None:
    assert f"`--to {','.join(TARGETS)}`" in (ROOT / "README.md").read_text("utf-8")
