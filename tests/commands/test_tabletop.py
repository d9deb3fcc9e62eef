"""The commands for virtual tabletops, as a designer types them."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

TABLE = """size: 800 x 600
seats:
  - {name: One, color: White, side: near}
  - {name: Two, color: Red, side: far}
  - {name: Three, color: Green, side: left}
  - {name: Four, color: Blue, side: right}
lay:
  - {what: KIND, where: at 0 0}
rulebook: at 200 0
box: at -200 0
setup:
  - shuffle KIND
  - deal 1 KIND to each player
"""


def pressplay(*args: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pressplay", *(str(arg) for arg in args)]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, errors="replace", check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return done


@pytest.fixture
def project(starter: Path) -> Path:
    """The starter project with a table."""
    game = (starter / "cards/first-steps/game.yaml").read_text("utf-8")
    kind = re.search(r"^kinds:\n(?:\s*#.*\n)*  ([a-z-]+):", game, re.M)
    assert kind
    (starter / "cards/first-steps/table.yaml").write_text(TABLE.replace("KIND", kind[1]), "utf-8")
    return starter


def test_a_sixth_game_gets_its_table_from_data_alone(project: Path) -> None:
    done = pressplay("build", "--to", "tts,vtt,images", "--tts-max-px", "512", cwd=project)
    assert done.returncode == 0, done.stderr
    out = project / "output/first-steps"
    save = json.loads((out / "tts/table.json").read_text("utf-8"))
    assert [each["FogColor"] for each in save["ObjectStates"] if each["Name"] == "HandTrigger"] == [
        *("White", "Red", "Green", "Blue")
    ]
    assert (out / "vtt/first-steps.vtt").is_file() and (out / "images/manifest.csv").is_file()
    with Image.open(out / "table.png") as view:
        assert view.size == (1080, 880)
    manifest = json.loads((out / "manifest.json").read_text("utf-8"))
    roles = {entry["role"] for entry in manifest["files"]}
    assert {"tts-table", "tts-view", "tts-rulebook", "vtt", "image", "image-list"} <= roles


def test_an_installed_table_is_updated_where_it_lies(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "tts"
    done = pressplay("install", "first-steps", "--tts-folder", folder, "--tts-max-px", "512", cwd=project)
    assert done.returncode == 0 and "The whole table:" in done.stdout, done.stderr
    save = folder / "Saves/TS_Save_1.json"
    data = json.loads(save.read_text("utf-8"))
    data["Note"] = "mine"
    save.write_text(json.dumps(data, indent=3), "utf-8")
    before = save.read_bytes()
    done = pressplay("tts-update", save, "--into", folder, "--tts-max-px", "512", cwd=project)
    assert done.returncode == 0 and "is up to date already" in done.stdout, done.stdout + done.stderr
    assert save.read_bytes() == before
    file = next((project / "cards/first-steps").glob("*s.yaml"))
    text = file.read_text("utf-8")
    title = re.search(r"title: ([^,}\n]+)", text)
    assert title
    file.write_text(
        text.replace(f"title: {title[1]}", "id: renamed, title: Renamed" if "{title" in text else "title: Renamed", 1)
    )
    done = pressplay("tts-update", save, "--into", folder, "--tts-max-px", "512", cwd=project)
    assert done.returncode == 0 and "was updated" in done.stdout, done.stdout + done.stderr
    after = save.read_text("utf-8")
    assert "Renamed" in after and '"Note": "mine"' in after
    for name in set(re.findall(r'file://([^"]+\.(?:png|pdf))', after)):
        assert Path(name).is_file()


def test_what_cannot_be_updated_is_told(project: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{")
    done = pressplay("tts-update", tmp_path / "bad.json", cwd=project)
    assert done.returncode == 1 and "not readable as JSON" in done.stderr
    done = pressplay("tts-update", tmp_path / "none.json", cwd=project)
    assert done.returncode == 1 and "none.json" in done.stderr


def test_a_vtt_file_without_a_table_is_told_what_it_needs(starter: Path) -> None:
    (starter / "cards/first-steps/table.yaml").unlink()
    done = pressplay("build", "--to", "vtt", cwd=starter)
    assert done.returncode == 1 and "cards/first-steps/table.yaml" in done.stderr and "docs/tabletop.md" in done.stderr


@pytest.mark.parametrize("url", ["  ", "cards", "file:", "http://\udcff/", "http://x/\n", "http://a b/"])
def test_an_address_that_is_none_is_refused(project: Path, url: str) -> None:
    done = pressplay("build", "--to", "tts", "--url-base", url, cwd=project)
    assert done.returncode == 2 and "--url-base is no address" in done.stderr
    assert not (project / "output").exists()


@pytest.mark.parametrize("url", ["file://[", "file://host/%00", "file://"])
def test_an_update_writes_images_nowhere_but_in_a_folder(project: Path, url: str) -> None:
    pressplay("build", "--to", "tts", "--tts-max-px", "256", cwd=project)
    save = project / "mine.json"
    save.write_bytes((project / "output/first-steps/tts/table.json").read_bytes())
    before = save.read_bytes(), sorted(project.iterdir())
    done = pressplay("tts-update", save, "--url-base", url, "--tts-max-px", "256", cwd=project)
    assert done.returncode == 2 and "is no folder of this machine" in done.stderr
    assert (save.read_bytes(), sorted(project.iterdir())) == before


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names are text there")
def test_a_folder_may_have_a_name_that_is_no_text(project: Path) -> None:
    done = pressplay("build", "--to", "images", "--out", "out\udcff", cwd=project)
    assert done.returncode == 0, done.stderr
