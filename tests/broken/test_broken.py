"""Every broken input of tests/broken is answered with the problems that its own comments expect, and no others."""

import re
import shutil
from pathlib import Path

import pytest

from pressplay.files import ProjectFiles
from pressplay.problem import Problem
from pressplay.project.check import check
from pressplay.project.load import load

BROKEN = Path(__file__).parent
FONTS = Path(__file__).resolve().parents[2] / "fonts"

# A folder of single files, and the file of the base project that each of them replaces.
REPLACES = {
    "game": "cards/tiny/game.yaml",
    "pieces": "cards/tiny/songs.yaml",
    "rulebook": "cards/tiny/rulebook.md",
    "sizes": "cards/sizes.yaml",
    "papers": "cards/papers.yaml",
    "fonts": "fonts/fonts.yaml",
    "faces": "templates/tiny/song.xml",
}
CASES = sorted(
    [file for folder in REPLACES for file in (BROKEN / folder).glob("*.*")]
    + [folder for folder in (BROKEN / "projects").glob("*") if folder.is_dir()]
)
EXPECT = re.compile(r"(?:#|<!--|\{#)\s*expect:\s*(.*?)\s*(?:-->|#\}|$)", re.M)


def name(case: Path) -> str:
    return f"{case.parent.name}/{case.stem}"


def one_line(problem: Problem) -> str:
    """A problem with all it says, as an expectation is written."""
    text = f"{problem.place}: {problem.message}"
    text += f"; {problem.hint}" if problem.hint else ""
    if problem.broken:
        rule = problem.broken
        text += f" [{rule.rule}, {rule.place}: {rule.sentence}; found {rule.found}, expected {rule.expected}]"
    return text


def project(case: Path, root: Path) -> list[str]:
    """Put the base project with the case's files into a folder; gives the expectations, each with its file."""
    shutil.copytree(BROKEN / "_base", root)
    shutil.copy(FONTS / "Barlow-Medium.ttf", root / "fonts")
    if case.is_file():
        files = {REPLACES[case.parent.name]: case}
    else:
        files = {file.relative_to(case).as_posix(): file for file in sorted(case.rglob("*")) if file.is_file()}
    expected = []
    for path, file in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, root / path)
        for text in EXPECT.findall(file.read_text("utf-8", "replace")):
            expected.append(f"{path}:{text}" if re.match(r"\d+:\d+:", text) else text)
    return expected


def problems_of(case: Path, root: Path) -> list[Problem]:
    if case.parent.name == "faces" or (case / "templates").is_dir():
        from pressplay.build.pipeline import check_games

        return check_games(root)
    sources, problems = load(ProjectFiles(root))
    return sorted({*problems, *check(sources)[1]})


@pytest.mark.parametrize("case", CASES, ids=name)
def test_broken_input(case: Path, tmp_path: Path) -> None:
    expected = project(case, tmp_path / "project")
    assert expected, "the case expects nothing: write a comment `# expect: LINE:COLUMN: message` in it"
    told = [one_line(problem) for problem in problems_of(case, tmp_path / "project")]
    missing = [text for text in expected if not any(line.startswith(text) for line in told)]
    surplus = [line for line in told if not any(line.startswith(text) for text in expected)]
    assert not missing and not surplus, "\n".join(["told:", *told, "expected but not told:", *missing])
    assert len(told) == len(expected)


def test_the_base_project_is_sound(tmp_path: Path) -> None:
    project(BROKEN / "_base", tmp_path / "project")
    sources, problems = load(ProjectFiles(tmp_path / "project"))
    games, more = check(sources)
    assert [*problems, *more] == []
    assert [piece.id for piece in games[0].pieces["song"]] == ["rubber-duke", "aunt-velcro", "galosh"]


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 40
