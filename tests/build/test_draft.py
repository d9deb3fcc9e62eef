"""Drafts: a game with problems is still made, and one mistake stops only what it touches."""

import json
import shutil
import subprocess
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from support.command_line import pressplay

GAME = "first-steps"


def output(folder: Path) -> list[str]:
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file())


@pytest.fixture
def broken(starter: Path) -> Path:
    """A game with a piece that cannot be read, and one whose text does not fit."""
    steps = starter / f"cards/{GAME}/steps.yaml"
    text = steps.read_text().replace("title: Hop, foot: both, beats: 1", "title: Hop, foot: both, beats: 7")
    steps.write_text(text.replace("title: Toe Tap", "title: Thoroughbredsteps"))
    return starter


def test_a_draft_shows_offenders_with_their_messages(broken: Path, tool: Callable[[str], str]) -> None:
    done = pressplay("build", "--draft", "--to", "print,rulebook,images", "--paper", "a4", cwd=broken)
    assert done.code == 1
    assert done.err.splitlines()[-1].endswith(f"a draft of {GAME} was written.")
    folder = broken / f"output/draft/{GAME}"
    pdf = folder / f"print/{GAME}-a4.pdf"
    pages = subprocess.run([tool("pdftotext"), pdf, "-"], capture_output=True, text=True, check=True).stdout.split("\f")
    assert all("DRAFT" in page for page in pages[:-1])
    assert "beats is 7; it must be a" in " ".join(pages[0].split())
    pieces = json.loads((folder / "manifest.json").read_text())["pieces"]
    assert len(pieces) == 9 and "unread-7" in [piece["id"] for piece in pieces]
    assert not (broken / f"output/{GAME}").exists()


def test_a_draft_is_never_recorded(broken: Path) -> None:
    done = pressplay("print", GAME, "--draft", "--record", cwd=broken)
    assert done.code == 2 and "A draft is not recorded" in done.err
    assert not (broken / f"cards/{GAME}/printed.yaml").exists()


def test_a_draft_tells_its_problems_each_time(broken: Path) -> None:
    first, second = (pressplay("build", "--draft", "--to", "images", cwd=broken).err.splitlines()[-1] for _ in range(2))
    assert first == second


def test_one_game_does_not_stop_another(broken: Path) -> None:
    shutil.copytree(broken / f"cards/{GAME}", broken / "cards/second")
    shutil.copytree(broken / f"templates/{GAME}", broken / "templates/second")
    steps = broken / "cards/second/steps.yaml"
    steps.write_text(steps.read_text().replace("beats: 7", "beats: 1").replace("Thoroughbredsteps", "Toe Tap"))
    done = pressplay("build", "--to", "images", cwd=broken)
    assert done.code == 1
    assert done.err.splitlines()[-1].endswith("what they do not touch of second was written.")
    assert output(broken / "output")[0].startswith("second/") and not (broken / f"output/{GAME}").exists()


def test_a_rulebook_that_cannot_be_typeset_does_not_stop_the_sheets(starter: Path) -> None:
    book = starter / f"cards/{GAME}/rulebook.md"
    book.write_text(book.read_text().replace("pieces: [step/side-step]", "pieces: [step/nobody]"))
    done = pressplay("build", "--to", "print,rulebook", "--paper", "a4", cwd=starter)
    assert done.code == 1 and "nobody" in done.err
    assert output(starter / f"output/{GAME}") == ["manifest.json", f"print/{GAME}-a4.pdf"]
    again = pressplay("build", "--to", "print,rulebook", "--paper", "a4", cwd=starter)
    assert again.code == 1 and "nobody" in again.err


@pytest.mark.parametrize(("side", "wide"), [("front", 1), ("both", 2)])
def test_show_draws_one_piece(broken: Path, tmp_path: Path, side: str, wide: int) -> None:
    file = tmp_path / "piece.png"
    at = ["--ppi", "72", "--side", side, "--out", str(file)]
    assert pressplay("show", GAME, "step/unread-7", *at, cwd=broken).code == 0
    image = Image.open(BytesIO(file.read_bytes())).convert("RGB")
    assert image.size == (180 * wide + 6 * (wide - 1), 252)
    assert image.getpixel((1, 100)) == (179, 20, 29)  # the frame
    unknown = pressplay("show", GAME, "step/unred-7", *at, cwd=broken)
    assert unknown.code == 2 and "did you mean step/unread-7" in unknown.err
