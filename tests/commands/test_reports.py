"""Problems in the words of other programs: their places, and nothing that breaks their syntax."""

import json
from pathlib import Path

import pytest
import yaml
from support.command_line import pressplay
from support.small import write

from pressplay.commands.reports import github, sarif
from pressplay.problem import BrokenRule, Place, Problem

RULE = BrokenRule("deck", "There is a card.", Place("cards/a/rulebook.md", 7), "0", "1")
PROBLEMS = [
    Problem(Place("cards/a/cards.yaml", 3, 8), "speed is 100%, not\nfast", "write: 3, or 4", RULE),
    Problem(Place("cards/a/deck, two.xlsx", 7, 3, "Sheet 1"), "power is “x”"),
]


def test_github_shows_problems_beside_their_lines() -> None:
    first, second = github(PROBLEMS, [], "game/")
    assert first.startswith(
        "::error file=game/cards/a/cards.yaml,line=3,col=8,title=rule deck::speed is 100%25, not%0A"
    )
    assert "to mend it: write: 3, or 4" in first
    assert second.startswith("::error file=game/cards/a/deck%2C two.xlsx,line=7,col=3,title=pressplay::")
    assert "Sheet 1!C7: power is “x”" in second
    (remark,) = github([], PROBLEMS[1:], "")
    assert remark.startswith("::notice file=cards/a/deck%2C two.xlsx")


def test_sarif_names_rule_place_and_words() -> None:
    (run,) = sarif(PROBLEMS, [], "")["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["deck", "problem"]
    first, second = run["results"]
    assert first["ruleId"] == "deck" and first["level"] == "error"
    where = first["locations"][0]["physicalLocation"]
    assert where["artifactLocation"]["uri"] == "cards/a/cards.yaml"
    assert where["region"] == {"startLine": 3, "startColumn": 8}
    assert second["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "cards/a/deck%2C%20two.xlsx"


@pytest.mark.parametrize("format", ["github", "sarif"])
def test_the_command_says_it_from_where_one_stands(tmp_path: Path, format: str) -> None:
    face = "<face><text x='9' y='9' size='9'>{{ title }}</text></face>"
    write(tmp_path / "game", face, "- {title: One, number: x}\n")
    done = pressplay("check", "--format", format, "--project", "game", cwd=tmp_path)
    assert done.code == 1
    if format == "sarif":
        (result,) = json.loads(done.out)["runs"][0]["results"]
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "game/cards/small/cards.yaml"
    else:
        assert done.out.startswith("::error file=game/cards/small/cards.yaml,line=1,col=24,")


def test_the_documented_workflow_and_hook_are_whole() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs/checking.md").read_text("utf-8")
    hook, workflow = (yaml.safe_load(block.split("```")[0]) for block in text.split("```yaml\n")[1:])
    assert hook["repos"][0]["hooks"][0]["entry"] == "pressplay check"
    steps = [step.get("run", "") for step in workflow["jobs"]["check"]["steps"]]
    assert "pressplay check --format github" in steps and "pressplay build --to print,rulebook" in steps
