"""The README's examples are true: each is tried on a copy of King of Clubs."""

import re
import shutil
from pathlib import Path
from textwrap import dedent

import pytest

from pressplay.build.pipeline import read_games


@pytest.fixture
def readme(repository: Path) -> str:
    return (repository / "README.md").read_text("utf-8")


@pytest.fixture
def project(repository: Path, tmp_path: Path) -> Path:
    """A copy of King of Clubs' data; its faces are not needed to check its rules."""
    for folder in ("cards/king-of-clubs", "fonts", "templates/icons"):
        shutil.copytree(repository / folder, tmp_path / folder)
    for name in ("sizes.yaml",):
        shutil.copy(repository / "cards" / name, tmp_path / "cards")
    return tmp_path


def told(project: Path) -> str:
    return "\n".join(str(problem) for problem in read_games(project)[1])


def blocks(readme: str, language: str = "") -> list[str]:
    found = re.findall(rf"^( *)```{language}\n(.*?)^ *```$", readme, re.M | re.S)
    return [dedent(text) for _, text in found]


def test_the_broken_rule_is_told_as_shown(readme: str, project: Path) -> None:
    (shown,) = (text for text in blocks(readme) if "nightclub-values" in text)
    clubs = project / "cards/king-of-clubs/nightclubs.yaml"
    clubs.write_text(clubs.read_text().replace("prestige: 2", "prestige: 9", 1))
    assert shown.strip() in told(project)


def test_the_added_card_is_counted(readme: str, project: Path) -> None:
    (line,) = (text for text in blocks(readme, "yaml") if "Moonlight" in text)
    moves = project / "cards/king-of-clubs/moves.yaml"
    moves.write_text(moves.read_text().rstrip("\n") + "\n" + line)
    assert "21" in told(project) and "20" in told(project)
    assert "unknown key" not in told(project) and "missing" not in told(project)


def test_the_added_rule_holds_and_can_fail(readme: str, project: Path) -> None:
    (rule,) = (text for text in blocks(readme, "markdown") if "soft-names" in text)
    book = project / "cards/king-of-clubs/rulebook.md"
    before = book.read_text()
    book.write_text(before + "\n" + rule)
    assert not told(project)
    book.write_text(before + "\n" + rule.replace("<= 24", "<= 3"))
    assert "rule soft-names" in told(project)


def test_every_option_and_command_in_the_readme_exists(readme: str) -> None:
    from typer.testing import CliRunner

    from pressplay.commands.program import app

    build = CliRunner().invoke(app, ["build", "--help"]).output
    for option in set(re.findall(r"^\| `(--[a-z-]+)", readme, re.M)):
        assert option in build, option
    commands = CliRunner().invoke(app, ["--help"]).output
    for command in set(re.findall(r"^\| `pressplay ([a-z-]+)", readme, re.M)):
        assert re.search(rf"^  {command} ", commands, re.M), command
