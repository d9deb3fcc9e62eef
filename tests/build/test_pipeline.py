"""The whole way: a project becomes files, the same ones everywhere, or nothing at all."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pressplay.build.pipeline import build_games, check_games
from pressplay.exports.options import Options

ALL = Options(papers=("a4",), jobs=1)


def tree(folder: Path) -> dict[str, str]:
    """Every file below a folder with the hash of its bytes."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def build(root: Path, out: Path, options: Options = ALL) -> list[str]:
    ids = sorted(path.parent.name for path in root.glob("cards/*/game.yaml"))
    return [str(problem) for problem in build_games(root, ids, options, out, lambda step: None).problems]


def test_the_manifest_keeps_its_contract(starter: Path, tmp_path: Path) -> None:
    assert not build(starter, tmp_path / "out")
    (folder,) = (tmp_path / "out").iterdir()
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["format"] == 1 and manifest["game"] == folder.name
    for piece in manifest["pieces"]:
        assert list(piece) == ["kind", "id", "title", "copies", "size_mm", "front", "back"]
        assert re.fullmatch("[0-9a-f]{64}", piece["front"])
    components = tree(folder)
    listed = {entry["path"]: entry["sha256"] for entry in manifest["files"]}
    assert listed == {path: digest for path, digest in components.items() if path != "manifest.json"}
    roles = {entry["role"] for entry in manifest["files"]}
    assert {"print", "rulebook", "tts-sheet", "tts-save"} <= roles
    assert all(entry["paper"] == "a4" for entry in manifest["files"] if entry["role"] == "print")


@pytest.mark.parametrize("seed, jobs", [("1", "1"), ("2", "2")])
def test_same_input_same_bytes(starter: Path, tmp_path: Path, seed: str, jobs: str) -> None:
    assert not build(starter, tmp_path / "here")
    elsewhere = tmp_path / "some where else"
    shutil.copytree(starter, elsewhere)
    command = [
        sys.executable,
        "-m",
        "pressplay",
        "build",
        "--paper",
        "a4",
        "--jobs",
        jobs,
        "--out",
        str(tmp_path / "there"),
    ]
    subprocess.run(command, cwd=elsewhere, env=os.environ | {"PYTHONHASHSEED": seed}, check=True, capture_output=True)
    assert tree(tmp_path / "here") == tree(tmp_path / "there")


def test_no_output_names_the_machine(starter: Path, tmp_path: Path) -> None:
    assert not build(starter, tmp_path / "out")
    for path in (tmp_path / "out").rglob("*"):
        if path.is_file():
            assert str(tmp_path).encode() not in path.read_bytes(), path.name


def test_with_problems_nothing_is_written(starter: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert not build(starter, out)
    before = tree(out)
    template = next(path for path in sorted(starter.glob("templates/*/*.xml")) if "back" not in path.name)
    template.write_text(template.read_text().replace("<face", "<fcae", 1).replace("</face", "</fcae"))
    assert build(starter, out)
    assert tree(out) == before
    assert not build_is_there(tmp_path / "fresh", starter)


def build_is_there(out: Path, root: Path) -> bool:
    build(root, out)
    return out.exists() and any(path.is_file() for path in out.rglob("*"))


def test_one_targets_files_stay_when_another_is_built(starter: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert not build(starter, out)
    before = tree(out)
    assert not build(starter, out, Options(papers=("a4",), targets=("rulebook",), jobs=1))
    assert tree(out) == before


def test_papers_no_longer_asked_for_are_taken_away(starter: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert not build(starter, out, Options(papers=("a4", "letter"), targets=("print",), jobs=1))
    assert not build(starter, out, Options(papers=("letter",), targets=("print",), jobs=1))
    assert [path.name.rsplit("-", 1)[1] for path in out.glob("*/print/*.pdf")] == ["letter.pdf"]


def test_a_hash_changes_exactly_when_the_picture_does(starter: Path, tmp_path: Path) -> None:
    def hashes() -> dict[str, str]:
        assert not build(starter, tmp_path / "out", Options(papers=("a4",), targets=("print",), jobs=1))
        (folder,) = (tmp_path / "out").iterdir()
        return {piece["id"]: piece["front"] for piece in json.loads((folder / "manifest.json").read_text())["pieces"]}

    before = hashes()
    (game,) = starter.glob("cards/*/game.yaml")
    game.write_text(re.sub(r"version: .*", 'version: "9.9"', game.read_text(), count=1))
    assert hashes() == before, "a new version alone changes no picture"


def test_every_game_of_this_repository_is_sound(repository: Path) -> None:
    assert [str(problem) for problem in check_games(repository)] == []
