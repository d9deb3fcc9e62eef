"""An element and an export target are each one new file and one line in a registry: throw-away ones go the whole way."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from support.small import draw, told

from pressplay.drawing.marks import Run, Shape
from pressplay.faces.elements.registry import ELEMENTS

HEART = """
from pressplay.drawing.svg_path import parse_path
from pressplay.faces.element import EVERY, Attr, Drawing, Element, length, number
from pressplay.faces.elements.shapes import shape

def outline(values):
    x, y, s = values["x"], values["y"], values["size"]
    return parse_path(f"M {x} {y + s} L {x - s} {y} Q {x} {y - s} {x} {y} Q {x} {y - s} {x + s} {y} Z")

HEART = shape({"x": Attr(number), "y": Attr(number), "size": Attr(length, 3.0)}, outline)
"""

SHOUT = """
from pressplay.faces.element import Attr, Element, number
from pressplay.faces.elements.text import TEXT

def write(values, content, scene):
    return TEXT.write(values, content.upper(), scene)

SHOUT = Element(TEXT.attributes, write=write)
"""

LISTING = """
from pressplay.exports.job import OutFile

def export(job):
    lines = [f"{one.piece.copies} x {one.piece.title}" for one in job.components]
    lines.append(f"{len(job.pages)} pages, {len(job.decks)} decks")
    return [OutFile("lists/listing.txt", "listing", "\\n".join(lines).encode())]
"""

PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from pressplay.exports.target import Need, Target
from pressplay.exports.targets import TARGETS
TARGETS["listing"] = Target("listing", ("listing",), "listing", Need.RULEBOOK)
from pressplay.commands.program import main
main(sys.argv[2:])
"""


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for new modules."""
    folder = tmp_path / "modules"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder


def add_element(modules: Path, source: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (modules / f"added_{name}.py").write_text(source, "utf-8")
    monkeypatch.setitem(ELEMENTS, name, getattr(import_module(f"added_{name}"), name.upper()))


def test_an_element_that_draws(modules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_element(modules, HEART, "heart", monkeypatch)
    (picture,) = draw(tmp_path / "a", '<face><heart x="20" y="30" fill="#aa1122" name="love"/></face>').pictures
    (mark,) = picture.marks
    assert isinstance(mark, Shape) and "#aa1122" in str(mark)
    box = picture.names["love"]
    assert (box.x, box.right, box.bottom) == (17, 23, 33)


def test_an_element_that_holds_text(modules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_element(modules, SHOUT, "shout", monkeypatch)
    (picture,) = draw(tmp_path / "a", '<face><shout x="9" y="20" size="9">{{ title }}</shout></face>').pictures
    assert [mark.text for mark in picture.marks if isinstance(mark, Run)] == ["ONE"]
    stray = told(draw(tmp_path / "b", "<face>loose</face>"))
    assert "text “loose” stands outside <text> and <box> and <shout>" in stray


def test_mistakes_know_an_added_element(modules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_element(modules, HEART, "heart", monkeypatch)
    unknown = told(draw(tmp_path / "a", "<face><hearth/></face>"))
    assert "unknown element <hearth>" in unknown and "did you mean heart?" in unknown
    lacking = told(draw(tmp_path / "b", '<face>\n<heart x="1"/></face>'))
    assert "templates/small/card.xml:2:1: <heart> lacks y" in lacking and "it wants x, y" in lacking
    stranger = told(draw(tmp_path / "c", '<face><heart x="1" y="2" sise="3"/></face>'))
    assert "<heart> has no attribute sise" in stranger and "did you mean size?" in stranger


def test_a_target(modules: Path, starter: Path) -> None:
    (modules / "listing.py").write_text(LISTING, "utf-8")

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", PROGRAM, str(modules), *args]
        return subprocess.run(command, cwd=starter, capture_output=True, text=True, check=False)

    def roles() -> set[str]:
        manifest = json.loads((starter / "output/first-steps/manifest.json").read_text("utf-8"))
        return {file["role"] for file in manifest["files"]}

    done = run("build", "--to", "listing,images")
    assert done.returncode == 0, done.stderr
    assert "wrote    output/first-steps/lists/listing.txt" in done.stdout
    listed = (starter / "output/first-steps/lists/listing.txt").read_text("utf-8").splitlines()
    assert len(listed) > 5 and all(" x " in line for line in listed[:-1])
    pages, decks = listed[-1].split(", ")
    assert int(pages.split()[0]) > 0 and decks == "0 decks"  # the rulebook was typeset for it, nothing was imposed
    assert roles() == {"listing", "image", "image-list", "image-steps"}

    assert run("build", "--to", "print", "--paper", "a4").returncode == 0
    assert roles() == {"listing", "image", "image-list", "image-steps", "print"}  # another target leaves it alone
    (modules / "listing.py").write_text("def export(job):\n    return []\n", "utf-8")
    done = run("build", "--to", "listing", "--paper", "letter")
    assert "removed  output/first-steps/lists/listing.txt" in done.stdout, done.stderr
    assert roles() == {"image", "image-list", "image-steps", "print"}

    wrong = run("build", "--to", "listings")
    assert wrong.returncode == 2 and "did you mean listing?" in wrong.stderr
    assert "tts, vtt, play, images, listing" in " ".join(run("build", "--help").stdout.split())
