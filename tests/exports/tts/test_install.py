"""Install: a game in somebody's Tabletop Simulator folder, with addresses that lead to its images."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

import pytest

from pressplay.build.pipeline import read_games
from pressplay.exports.job import Job, OutFile
from pressplay.exports.options import Options
from pressplay.exports.tts import export as exporter
from pressplay.exports.tts.install import find_folder, image_base, install
from pressplay.faces.draw import draw_pieces
from pressplay.problem import Trouble
from pressplay.project.new import new

GAME = "first-steps"
SHELF = "Saves/Saved Objects/pressplay"


@pytest.fixture(scope="module")
def job(tmp_path_factory: pytest.TempPathFactory) -> Job:
    """The starter game, drawn."""
    root = tmp_path_factory.mktemp("a project") / "starter"
    new(root)
    (game,), problems = read_games(root)
    artwork = draw_pieces(game)
    components, found = artwork.components, artwork.problems
    assert not problems and not found
    return Job(game, components, (), (), Options(jobs=1, tts_max_px=256))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder whose name needs care in an address."""
    folder = tmp_path / "Möglich & 100% Tabletop Simulator #1"
    folder.mkdir()
    return folder


def put(job: Job, folder: Path, **options: Any) -> tuple[Sequence[OutFile], tuple[str, ...]]:
    """Build and install as the command does: the files, and where they went."""
    asked = replace(job.options, url_base=image_base(job.game.id, folder), **options)
    files = exporter.export(replace(job, options=asked))
    return files, install(job.game, files, folder)


def saved(folder: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((folder / SHELF / "First Steps.json").read_text("utf-8"))
    return data


def addresses(data: Any) -> Iterator[str]:
    if isinstance(data, list):
        for item in data:
            yield from addresses(item)
    elif isinstance(data, dict):
        for key, value in data.items():
            if key.endswith("URL") and value:
                yield value
            else:
                yield from addresses(value)


def leads_to(address: str) -> Path:
    return Path(url2pathname(urlsplit(address).path))


def test_everything_is_put_in_place_and_told_with_the_saved_object_first(job: Job, folder: Path) -> None:
    files, told = put(job, folder)
    assert told[0] == f"{SHELF}/First Steps.json"
    assert sorted(told) == sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert len(told) == len(files)
    by_name = {Path(file.path).name: file.data for file in files}
    for path in told[1:]:
        name = f"{GAME}.png" if path == f"{SHELF}/First Steps.png" else Path(path).name
        assert (folder / path).read_bytes() == by_name[name]


def test_the_thumbnail_lies_beside_the_saved_object_under_the_same_name(job: Job, folder: Path) -> None:
    put(job, folder)
    assert sorted(path.name for path in (folder / SHELF).iterdir()) == ["First Steps.json", "First Steps.png"]


def test_every_address_is_encoded_and_leads_to_an_image(job: Job, folder: Path) -> None:
    put(job, folder)
    found = set(addresses(saved(folder)))
    assert found
    for address in found:
        assert re.fullmatch(r"file:///[A-Za-z0-9/%._~:-]+", address), "percent-encoded"
        assert leads_to(address).is_file(), unquote(address)


def test_a_relative_folder_gives_whole_addresses(job: Job, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    put(job, Path(folder.name))
    assert all(leads_to(address).is_file() for address in addresses(saved(folder)))


def test_the_images_are_those_of_a_build_for_a_host(job: Job, folder: Path) -> None:
    """Only the references differ, so what was tested online is what lies here."""
    files, _ = put(job, folder)
    hosted = exporter.export(job)
    assert [file.path for file in files] == [file.path for file in hosted]
    assert [file.path for file, other in zip(files, hosted) if file.data != other.data] == [f"tts/{GAME}.json"]


def test_tabletop_tools_reads_what_was_installed(job: Job, folder: Path, tmp_path: Path) -> None:
    put(job, folder)
    work = tmp_path / "unpacked"
    work.mkdir()
    for command in (["unpack", str(folder / SHELF / "First Steps.json")], ["repack", str(tmp_path / "again.json")]):
        subprocess.run([sys.executable, "-c", "from tts.cli import main; main()", *command], cwd=work, check=True)
    assert json.loads((tmp_path / "again.json").read_text("utf-8")) == saved(folder)


def test_installing_again_changes_nothing(job: Job, folder: Path) -> None:
    _, first = put(job, folder)
    dates = [(folder / path).stat().st_mtime_ns for path in first]
    assert put(job, folder)[1] == first
    assert [(folder / path).stat().st_mtime_ns for path in first] == dates


def test_images_of_earlier_versions_stay_for_tables_that_were_saved_with_them(job: Job, folder: Path) -> None:
    _, first = put(job, folder)
    _, second = put(job, folder, tts_max_px=300)
    assert set(first) != set(second) and all((folder / path).is_file() for path in {*first, *second})
    assert {Path(address).name for address in addresses(saved(folder))} <= {Path(path).name for path in second}


@pytest.mark.parametrize(
    ("title", "name"), [("Who? Me: a/b game…", "Who Me ab game…"), ("..", GAME), ("Bang.", "Bang"), ("???", GAME)]
)
def test_a_title_becomes_a_file_name_that_every_system_takes(job: Job, folder: Path, title: str, name: str) -> None:
    _, told = put(replace(job, game=replace(job.game, title=title)), folder)
    assert told[0] == f"{SHELF}/{name}.json"
    assert (folder / SHELF / f"{name}.png").is_file()


def test_a_folder_that_cannot_be_written_is_a_problem(job: Job, folder: Path) -> None:
    (folder / "Saves").write_text("a file in the way")
    with pytest.raises(Trouble, match="a file stands"):
        put(job, folder)


# Where it is ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("platform", "where"),
    [
        ("win32", "Documents/My Games/Tabletop Simulator"),
        ("win32", "OneDrive/Documents/My Games/Tabletop Simulator"),
        ("darwin", "Library/Tabletop Simulator"),
        ("linux", ".local/share/Tabletop Simulator"),
    ],
)
def test_the_folder_is_found_on_every_system(tmp_path: Path, platform: str, where: str) -> None:
    (tmp_path / where).mkdir(parents=True)
    assert find_folder(tmp_path, platform, {}) == tmp_path / where


def test_linux_users_may_keep_their_data_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "data/Tabletop Simulator").mkdir(parents=True)
    found = find_folder(tmp_path / "home", "linux", {"XDG_DATA_HOME": str(tmp_path / "data")})
    assert found == tmp_path / "data/Tabletop Simulator"


@pytest.mark.parametrize("platform", ["win32", "darwin", "linux"])
def test_no_folder_is_a_problem_that_says_where_it_looked(tmp_path: Path, platform: str) -> None:
    with pytest.raises(Trouble) as caught:
        find_folder(tmp_path, platform, {})
    (problem,) = caught.value.problems
    assert str(tmp_path) in str(problem) and "--tts-folder" in problem.hint
    assert not list(tmp_path.iterdir())
