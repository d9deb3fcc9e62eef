"""Every byte source: one thing is changed, and a build that remembers gives what a build that knows nothing gives.

Each case is built three times: by artists who remember, by nobody in particular, and into an empty folder with
nothing known of the last build; what lies there is the same to the byte.
"""

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from support.small import ROOT, write

from pressplay.build.pipeline import build_games, read_games
from pressplay.exports.options import Options
from pressplay.faces.draw import Artists
from pressplay.files import ProjectFiles
from pressplay.game import Game
from pressplay.problem import Problem

Edit = Callable[[Path], object]
OTHER = "fonts/LilitaOne-Regular.ttf"
PRINT = Options(papers=("a4",), targets=("print",), jobs=1)
BOUND = Options(papers=("a4",), targets=("rulebook", "tts"), jobs=1, tts_max_px=256)
DESK = replace(PRINT, targets=("print", "tts"), tts_max_px=256, papers=("small",))

GAME = """title: Small
version: "1"
language: en
fonts: {text: Barlow, display: Righteous}
style: {palette: {ink: "#221133", cream: "#fff4dd"}, frame: 2}
kinds:
  card:
    title: Cards
    size: tiny
    template: card.xml
    back: back.xml
    pieces: cards.yaml
    fields: {title: text, words: optional rich, art: optional image, icon: optional icon}
  token:
    title: Tokens
    size: tiny
    template: token.xml
    tabletop: token
    pieces: tokens.csv
    fields: {title: text}
"""
TABLE = """size: 1000 x 640
seats:
  - {name: White, color: White, side: near}
  - {name: Red, color: Red, side: far}
  - {name: Blue, color: Blue, side: left}
  - {name: Green, color: Green, side: right}
places:
  play: {at: 0 0, holds: card}
lay:
  - {what: card, where: at -100 0}
  - {what: token, where: at 250 0}
box: at 400 200
setup:
  - shuffle card
  - deal 1 card to play
"""
CARDS = """- {title: One, words: "Some **words** for {{ rounds }} rounds", art: one.png, icon: star}
- {title: Two, copies: 2, icon: club}
"""
CARD = """{% extends "frame.xml" %}{% import "marks.xml" as marks %}{% block inside %}
<text x="4" y="8" size="8">{{ title }}</text>
{% if words %}<box x="4" y="10" w="30" h="12" size="7">{{ words }}</box>{% endif %}
{% if art %}<image src="{{ art }}" x="4" y="24" w="8" h="8"/>{% endif %}
{% if icon %}<icon icon="{{ icon }}" x="16" y="24" size="6"/>{% endif %}
{% include "extra.xml" %}<icon icon="mine:dot" x="24" y="24" size="4" art="yes"/>
<image src="art/far.png" x="28" y="24" w="8" h="8"/>{{ marks.corner() }}
<version x="4" y="37" font="display"/>{% endblock %}
"""
FRAME = '<face background="cream"><rect x="1" y="1" w="{{ style.frame }}" h="3" fill="ink"/>{% block inside %}{% endblock %}</face>'
FILES = {
    "cards/small/game.yaml": GAME,
    "cards/small/cards.yaml": CARDS,
    "cards/small/tokens.csv": "title,copies\nChip,2\nCube,1\n",
    "cards/small/table.yaml": TABLE,
    "cards/sizes.yaml": "tiny: {width: 40, height: 40, corner: 2}\n",
    "cards/papers.yaml": "small: {title: Small, width: 150, height: 200}\n",
    "templates/frame.xml": FRAME,
    "templates/marks.xml": '{% macro corner() %}<circle cx="36" cy="36" r="1"/>{% endmacro %}',
    "templates/small/extra.xml": '<rect x="36" y="4" w="2" h="2"/>',
    "templates/small/card.xml": CARD,
    "templates/small/back.xml": '<face background="ink"/>',
    "templates/small/token.xml": '<face><text x="20" y="21" size="9" font="display" align="center">{{ title }}</text></face>',
    "templates/icons/mine.json": json.dumps({"icons": {"dot": {"body": '<circle cx="8" cy="8" r="7"/>'}}}),
}


def text(path: str, old: str, new: str) -> Edit:
    """A change of some words in a file."""

    def edit(root: Path) -> None:
        before = (root / path).read_text("utf-8")
        assert old in before, f"{path} has no “{old}”"
        (root / path).write_text(before.replace(old, new, 1), "utf-8")

    return edit


def file(path: str, content: str) -> Edit:
    """A file that was not there."""

    def edit(root: Path) -> None:
        assert not (root / path).exists()
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content, "utf-8")

    return edit


def art(path: str, color: str) -> Edit:
    def edit(root: Path) -> None:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (100, 100), color).save(root / path)

    return edit


def copied(source: str, path: str) -> Edit:
    return lambda root: shutil.copy(ROOT / source, root / path)


def unchanged_times(edit: Edit, path: str) -> Edit:
    """A change by somebody who sets the clock of the file back."""

    def hidden(root: Path) -> None:
        before = (root / path).stat()
        edit(root)
        os.utime(root / path, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert (root / path).stat().st_size == before.st_size

    return hidden


def linked(root: Path) -> None:
    (root / "art/far.png").rename(root / "art/was.png")
    art("art/other.png", "#10a050")(root)
    (root / "art/far.png").symlink_to("other.png")


def game(old: str, new: str) -> Edit:
    return text("cards/small/game.yaml", old, new)


EDITS: dict[str, Edit] = {
    "a title": text("cards/small/cards.yaml", "Two", "Toe"),
    "copies": text("cards/small/cards.yaml", "copies: 2", "copies: 3"),
    "rich words": text("cards/small/cards.yaml", "**words**", "**sounds**"),
    "a piece more": text("cards/small/cards.yaml", "- {title: Two", "- {title: Half}\n- {title: Two"),
    "a piece less": text("cards/small/tokens.csv", "Cube,1\n", ""),
    "a cell of a table": text("cards/small/tokens.csv", "Chip,2", "Chop,2"),
    "another image of a piece": text("cards/small/cards.yaml", "one.png", "two.png"),
    "a fact": text("cards/small/rulebook.md", "rounds: 8", "rounds: 9"),
    "a fact nobody reads": text("cards/small/rulebook.md", "limit: 5", "limit: 6"),
    "players": text("cards/small/rulebook.md", "max: 4", "max: 3"),
    "a rule": text("cards/small/rulebook.md", "There is a card.", "There is one card at least."),
    "a version": game('version: "1"', 'version: "2"'),
    "the title of the game": game("title: Small", "title: Smaller"),
    "the language": game("language: en", "language: de"),
    "a description": game("language: en", "language: en\ndescription: Small, but a game"),
    "no stamps": game("language: en", "language: en\nstamps: no"),
    "a colour": game("#221133", "#331122"),
    "a style": game("frame: 2", "frame: 3"),
    "the font of a role": game("display: Righteous", "display: Barlow"),
    "where images are hosted": game("language: en", "language: en\nurl-base: https://example.org/"),
    "the title of a kind": game("title: Cards", "title: Leaves"),
    "a plural": game("pieces: tokens.csv", "pieces: tokens.csv\n    plural: chips"),
    "a kind on its side": game("size: tiny\n    template: card", "size: tall\n    landscape: yes\n    template: card"),
    "another size": game("size: tiny\n    template: token", "size: tall\n    template: token"),
    "no back": game("    back: back.xml\n", ""),
    "another template": game("template: token.xml", "template: back.xml"),
    "a supply": game("tabletop: token", "tabletop: token\n    count: supply"),
    "tiles": game("tabletop: token", "tabletop: tile"),
    "the order of kinds": lambda root: reordered(root),
    "a width": text("cards/sizes.yaml", "width: 40", "width: 41"),
    "a corner": text("cards/sizes.yaml", "corner: 2", "corner: 4"),
    "a size nobody asks for": text("cards/sizes.yaml", "tall: {", "other: {width: 9, height: 9}\ntall: {"),
    "a shape": game("size: tiny\n    template: token", "size: disc\n    template: token"),
    "a paper": text("cards/papers.yaml", "width: 150", "width: 160"),
    "a4 of one’s own": text("cards/papers.yaml", "small: {", "a4: {title: A4, width: 200, height: 290}\nsmall: {"),
    "a template": text("templates/small/card.xml", 'y="8" size="8"', 'y="8" size="9"'),
    "a back": text("templates/small/back.xml", "ink", "cream"),
    "a template that others extend": text("templates/frame.xml", 'h="3"', 'h="4"'),
    "a macro": text("templates/marks.xml", 'r="1"', 'r="1.5"'),
    "an included template": text("templates/small/extra.xml", 'w="2"', 'w="1"'),
    "a template of the game before the shared one": file(
        "templates/small/frame.xml", FRAME.replace("cream", "#ddeeff")
    ),
    "a macro of the game before the shared one": file(
        "templates/small/marks.xml", '{% macro corner() %}<rect x="36" y="36" w="1" h="1"/>{% endmacro %}'
    ),
    "an own template no more": lambda root: (root / "templates/small/token.xml").rename(root / "templates/token.xml"),
    "a font": copied(OTHER, "fonts/Barlow-Medium.ttf"),
    "the font of the stamp": copied(OTHER, "fonts/Righteous-Regular.ttf"),
    "a family": text("fonts/fonts.yaml", "regular: Barlow-Medium.ttf", "regular: Righteous-Regular.ttf"),
    "an icon": copied("templates/icons/club.svg", "templates/icons/star.svg"),
    "an icon of the game before the shared one": lambda root: own_icons(root),
    "a set of icons": text("templates/icons/mine.json", 'r=\\"7', 'r=\\"5'),
    "a set of the game before the shared one": file(
        "templates/small/icons/mine.json", json.dumps({"icons": {"dot": {"body": '<rect width="16" height="16"/>'}}})
    ),
    "an image beside the data": art("cards/small/one.png", "#10a050"),
    "an image of the game before the shared one": lambda root: (
        (root / "cards/small/one.png").rename(root / "templates/one.png"),
        art("templates/small/one.png", "#10a050")(root),
    ),
    "an image outside": art("art/far.png", "#10a050"),
    "an image of the same size and date": unchanged_times(art("art/far.png", "#10a050"), "art/far.png"),
    "a link to another image": linked,
    "data of the same size and date": unchanged_times(
        text("cards/small/cards.yaml", "Two", "Toe"), "cards/small/cards.yaml"
    ),
    "a table": text("cards/small/table.yaml", "at: 0 0", "at: 50 120"),
    "no table": lambda root: (root / "cards/small/table.yaml").unlink(),
    "a file nobody reads": file("cards/small/notes.txt", "A thought"),
}
# What no sheet shows.
SILENT = {
    *("a rule", "a size nobody asks for", "a paper", "a fact nobody reads", "a file nobody reads", "players"),
    *("where images are hosted", "a plural", "a supply", "tiles", "a corner", "an own template no more"),
    *("a table", "no table"),
}
SETTINGS: dict[str, object] = {
    "papers": ("letter",),
    "backs": "gutterfold",
    "kinds": ("card",),
    "targets": ("print", "rulebook"),
    "jobs": 2,
    "tts_max_px": 512,
    "tts_format": "jpg",
    "url_base": "https://example.org/",
    "bleed": True,
    "ink_saver": True,
    "stacked": True,
    "cutter": "cricut",
    "cut": "kiss",
}
ELSEWHERE = ("printer", "draft")  # tried with the printers of a user and in the tests of drafts


def own_icons(root: Path) -> None:
    (root / "templates/small/icons").mkdir()
    shutil.copy(root / "templates/icons/club.svg", root / "templates/small/icons/star.svg")


def reordered(root: Path) -> None:
    path = root / "cards/small/game.yaml"
    head, kinds = path.read_text("utf-8").split("kinds:\n")
    card, token = kinds.split("  token:\n")
    path.write_text(f"{head}kinds:\n  token:\n{token}{card}", "utf-8")


def project(root: Path) -> Path:
    write(root, "<face/>")
    for path, content in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content, "utf-8")
    with (root / "cards/sizes.yaml").open("a") as sizes:
        sizes.write("tall: {width: 38, height: 40}\ndisc: {width: 40, height: 40, shape: circle}\n")
    for path, color in (
        ("cards/small/one.png", "#204060"),
        ("cards/small/two.png", "#602040"),
        ("art/far.png", "#a04060"),
    ):
        art(path, color)(root)
    return root


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def build(root: Path, out: Path, options: Options, artists: Artists | None = None) -> bool:
    """Builds the game; whether anything became different."""
    result = build_games(root, ["small"], options, out, lambda step: None, artists)
    assert not result.problems, str(result.problems[0])
    return bool(result.written["small"].changed or result.written["small"].removed)


class Workshop:
    """A project that is built by artists who remember, by nobody in particular, and by people who know nothing of it."""

    def __init__(self, folder: Path, options: Options) -> None:
        self.folder = folder
        self.root = project(folder / "project")
        self.options = options
        self.artists = Artists()
        self.incremental()
        self.base = self.fresh(options)

    def incremental(self, options: Options | None = None) -> bool:
        """Whether both builds that know of the last one changed anything."""
        watched = build(self.root, self.folder / "watched", options or self.options, self.artists)
        return build(self.root, self.folder / "built", options or self.options) and watched

    def fresh(self, options: Options) -> dict[str, bytes]:
        known = self.root / ".pressplay"
        known.rename(self.folder / "known")
        build(self.root, self.folder / "fresh", options)
        made = tree(self.folder / "fresh")
        shutil.rmtree(known)
        shutil.rmtree(self.folder / "fresh")
        (self.folder / "known").rename(known)
        return made

    def holds(self, made: dict[str, bytes]) -> None:
        for out in ("watched", "built"):
            assert tree(self.folder / out) == made, out


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return Workshop(tmp_path_factory.mktemp("workshop"), PRINT)


@pytest.fixture(scope="module")
def factory(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return Workshop(tmp_path_factory.mktemp("factory"), BOUND)


def tried(work: Workshop, edit: Edit) -> bool:
    """Make a change and take it back; whether it changed anything that is built."""
    kept = work.folder / "kept"
    shutil.copytree(work.root, kept, symlinks=True, ignore=shutil.ignore_patterns(".pressplay"))
    try:
        edit(work.root)
        changed = work.incremental()
        made = work.fresh(work.options)
        work.holds(made)
        assert changed == (made != work.base)
    finally:
        (work.root / ".pressplay").rename(kept / ".pressplay")
        shutil.rmtree(work.root)
        kept.rename(work.root)
    work.incremental()
    work.holds(work.base)
    return changed


@pytest.mark.parametrize("name", EDITS)
def test_a_build_that_remembers_gives_what_a_new_one_gives(name: str, workshop: Workshop) -> None:
    assert tried(workshop, EDITS[name]) != (name in SILENT)


# What pictures are made of beyond their sheets: a stamp, a table's view, saved objects.
WIDE = (
    *("a title", "a version", "the title of the game", "where images are hosted", "the title of a kind", "a supply"),
    *("a corner", "a shape", "tiles", "a fact", "a rule", "the font of the stamp", "the font of a role", "a font"),
    *("an icon", "an image outside", "a table", "players", "no stamps"),
)


@pytest.mark.parametrize("name", WIDE)
def test_so_does_a_build_of_the_book_and_the_table(name: str, factory: Workshop) -> None:
    assert tried(factory, EDITS[name])


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return Workshop(tmp_path_factory.mktemp("desk"), DESK)


@pytest.mark.parametrize("option", [field.name for field in fields(Options)])
def test_so_does_a_build_with_other_options(option: str, desk: Workshop) -> None:
    if option in ELSEWHERE:
        return
    assert option in SETTINGS, f"say in SETTINGS what to try {option} with"
    other = replace(DESK, **{option: SETTINGS[option]})  # type: ignore[arg-type]
    for options in (other, DESK):
        desk.incremental(options)
        made, built = desk.fresh(options), tree(desk.folder / "built")
        different = {path for path in made if built.get(path) != made[path]}
        assert different <= {"small/manifest.json"}, "which lists the files of other targets that stay"
        assert tree(desk.folder / "watched") == built
    assert not desk.incremental(), "the same options again"


def test_another_version_of_pressplay_builds_anew(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    workshop.incremental()
    asked: list[object] = []

    def counted(files: ProjectFiles, ids: list[str], *more: Any) -> tuple[list[Game], list[Problem]]:
        asked.append(ids)
        return read_games(files, ids, *more)

    monkeypatch.setattr("pressplay.build.pipeline.read_games", counted)
    workshop.incremental()
    assert not asked
    monkeypatch.setattr("pressplay.build.stale.engine", lambda: "of tomorrow")
    workshop.incremental()
    assert len(asked) == 2
