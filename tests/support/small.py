"""The smallest project a test can draw: one kind, one template, and whatever the test wants to say in them."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from pressplay.build.pipeline import read_games
from pressplay.drawing.picture import Picture
from pressplay.faces.draw import draw_pieces
from pressplay.problem import Problem

ROOT = Path(__file__).resolve().parents[2]
FONTS = ("Barlow-Medium.ttf", "Barlow-Bold.ttf", "Righteous-Regular.ttf")
GAME = """title: Small
version: "1"
language: en
fonts: {text: Barlow, display: Righteous}
style: {palette: {ink: "#221133", cream: "#fff4dd"}}
kinds:
  card:
    title: Cards
    size: poker
    template: card.xml
    BACK
    pieces: cards.yaml
    fields: {title: text, words: optional rich, number: optional int}
"""
RULEBOOK = """---
title: Small
players: {min: 2, max: 4}
facts: {rounds: 8, hand: {limit: 5}}
---
## Play
{% rule deck %}
There is a card.
{% must count(cards) >= 1 %}
{% endrule %}
"""


@dataclass
class Drawn:
    """What became of the project."""

    pictures: list[Picture]
    backs: list[Picture | None]
    problems: list[Problem]

    @property
    def text(self) -> str:
        """The marks of the only card, without the line that says its size."""
        (picture,) = self.pictures
        return str(picture).split("\n", 1)[1]


def write(folder: Path, template: str, cards: str = "- {title: One}\n", **more: str) -> Path:
    """A project in a folder; `more` holds further files by their path with `__` for `/` and `_xml` for `.xml`."""
    back = "back: back.xml" if "back" in more else "# no back"
    files = {
        "cards/small/game.yaml": GAME.replace("BACK", back),
        "cards/small/cards.yaml": cards,
        "cards/small/rulebook.md": RULEBOOK,
        "templates/small/card.xml": template,
        "fonts/fonts.yaml": "Barlow: {regular: Barlow-Medium.ttf, bold: Barlow-Bold.ttf}\n"
        "Righteous: {regular: Righteous-Regular.ttf}\n",
    } | {f"templates/small/{name}.xml": text for name, text in more.items()}
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    for font in FONTS:
        shutil.copy(ROOT / "fonts" / font, folder / "fonts")
    (folder / "templates/icons").mkdir(exist_ok=True)
    for icon in ("star", "club"):
        shutil.copy(ROOT / f"templates/icons/{icon}.svg", folder / "templates/icons")
    return folder


def draw(folder: Path, template: str, cards: str = "- {title: One}\n", **more: str) -> Drawn:
    """Draw the project; problems of data are problems too."""
    return redraw(write(folder, template, cards, **more))


def redraw(folder: Path) -> Drawn:
    """Draw a project that is there already."""
    games, problems = read_games(folder)
    if problems:
        return Drawn([], [], problems)
    artwork = draw_pieces(games[0])
    components, problems = artwork.components, artwork.problems
    return Drawn([one.front for one in components], [one.back for one in components], problems)


def told(drawn: Drawn) -> str:
    """All problems as people read them."""
    return "\n".join(str(problem) for problem in drawn.problems)
