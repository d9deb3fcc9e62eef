"""`pressplay new` makes a project that builds at once, and never touches what is there."""

import re
from pathlib import Path

import pytest

from pressplay.problem import Trouble
from pressplay.project.new import new


def test_it_fills_a_new_folder_with_a_project(tmp_path: Path) -> None:
    files = new(tmp_path / "deep/my game")
    there = sorted(
        file.relative_to(tmp_path / "deep/my game").as_posix() for file in tmp_path.rglob("*") if file.is_file()
    )
    assert there == list(files)
    assert {"README.md", "cards/first-steps/game.yaml", "cards/first-steps/rulebook.md"} <= set(files)


def test_an_empty_folder_will_do(tmp_path: Path) -> None:
    assert new(tmp_path)


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(Trouble, match="is not empty"):
        new(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(Trouble, match="is a file"):
        new(tmp_path / "thesis.txt")


def test_it_is_small(starter: Path) -> None:
    """One game, one deck of nine, one rulebook with two rules, a front and a back."""
    from pressplay.build.pipeline import read_games

    games, problems = read_games(starter)
    assert problems == []
    assert [game.id for game in games] == ["first-steps"]
    assert {kind: len(pieces) for kind, pieces in games[0].pieces.items()} == {"step": 9}
    assert [rule.id for rule in games[0].rulebook.rules] == ["every-step", "deal"]
    assert len(list((starter / "templates").rglob("*.xml"))) == 2


def test_its_faces_are_sound(starter: Path) -> None:
    from pressplay.build.pipeline import check_games

    assert check_games(starter) == []


def test_its_fonts_come_with_their_licences(starter: Path) -> None:
    listed = (starter / "fonts/fonts.yaml").read_text()
    files = set(re.findall(r"[\w-]+\.(?:ttf|txt)", listed))
    assert files == {file.name for file in (starter / "fonts").iterdir()} - {"fonts.yaml"}
    for name in re.findall(r"licence: ([\w-]+\.txt)", listed):
        assert "SIL OPEN FONT LICENSE" in (starter / "fonts" / name).read_text("utf-8").upper()


def test_the_change_its_readme_suggests_breaks_the_rule_it_names(starter: Path) -> None:
    from pressplay.build.pipeline import read_games

    book = starter / "cards/first-steps/rulebook.md"
    book.write_text(book.read_text("utf-8").replace("hand: 4", "hand: 5"), "utf-8")
    _, problems = read_games(starter)
    assert [problem.broken.rule for problem in problems if problem.broken] == ["deal"]
    assert "dealing takes 11 steps, the deck has 9" in str(problems[0])
