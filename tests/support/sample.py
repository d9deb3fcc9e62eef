"""Pictures made by hand, for tests of the stages that come after the layout."""

from pathlib import Path

from pressplay.data.pieces import Family, Kind, Paper, Piece, Size
from pressplay.drawing.box import Box
from pressplay.drawing.component import Component
from pressplay.drawing.marks import Mark, Run, Shape, Stamp
from pressplay.drawing.paint import Flat, Paint, Stroke
from pressplay.drawing.path import Path as Outline
from pressplay.drawing.picture import Picture
from pressplay.drawing.shapes import ellipse, rectangle
from pressplay.files import ProjectFiles
from pressplay.game import Game
from pressplay.problem import Place
from pressplay.rules.rulebook import Rulebook
from pressplay.units import BLEED

ROOT = Path(__file__).resolve().parents[2]
TEXT = "fonts/Barlow-Medium.ttf"
BOLD = "fonts/Barlow-Bold.ttf"
HERE = Place("cards/sample/game.yaml")
PAPERS = {
    "a4": Paper("a4", "A4", 210, 297),
    "letter": Paper("letter", "Letter", 215.9, 279.4),
    "a3": Paper("a3", "A3", 297, 420),
    "tabloid": Paper("tabloid", "Tabloid", 279.4, 431.8),
}
POKER = Size("poker", 63.5, 88.9, 3)
NOWHERE = Box(0, 0, 0, 0)


def rect(
    x: float, y: float, w: float, h: float, fill: str | Paint | None, stroke: Stroke | None = None, opacity: float = 1.0
) -> Shape:
    return Shape(Outline.of(rectangle(x, y, w, h)), Box(x, y, w, h), paint(fill), stroke, opacity)


def disc(x: float, y: float, r: float, fill: str | Paint) -> Shape:
    return Shape(Outline.of(ellipse(x, y, r, r)), Box(x - r, y - r, 2 * r, 2 * r), paint(fill))


def paint(fill: str | Paint | None) -> Paint | None:
    return Flat(fill) if isinstance(fill, str) else fill


def run(text: str, x: float, y: float, size: float = 10, font: str = TEXT, fill: str = "#000000") -> Run:
    return Run(text, x, y, font, size, Flat(fill), NOWHERE)


def picture(size: Size, marks: tuple[Mark, ...], edge: str = "") -> Picture:
    return Picture(size.width, size.height, BLEED, size.shape, size.corner, marks, edge=edge)


def plain(size: Size, fill: str, words: str, one_edge: bool = False) -> Picture:
    """A face of one colour with a word on it, and a red dot in its upper left corner that shows which way is up."""
    around = rect(-BLEED, -BLEED, size.width + 2 * BLEED, size.height + 2 * BLEED, fill)
    marks = (
        around,
        disc(size.width * 0.2, size.height * 0.2, 1.5, "#ff0000"),
        run(words, size.width / 4, size.height / 2),
    )
    return picture(size, marks, fill if one_edge else "")


def icon(name: str, x: float, y: float, size: float, fill: str = "#000000") -> Stamp:
    return Stamp(f"templates/icons/{name}.svg", Box(x, y, size, size), Flat(fill))


def kind(id: str, size: Size = POKER, title: str = "") -> Kind:
    return Kind(id, title or f"{id.title()} cards", f"{id}s", size, f"{id}.xml", None, f"{id}s.yaml", {}, HERE)


def piece(kind: Kind, id: str, copies: int = 1) -> Piece:
    return Piece(kind.id, id, id.title(), copies, {}, HERE, {})


def components(
    kind: Kind, count: int, copies: int = 1, front: str = "#204060", back: str | None = "#602040", one: bool = False
) -> list[Component]:
    """So many pieces of a kind; each front says its id, each back the same with a B before it."""
    result = []
    for number in range(count):
        id = f"{kind.id}{number}"
        rear = plain(kind.size, back, f"B{id}", one) if back else None
        result.append(Component(kind, piece(kind, id, copies), plain(kind.size, front, id, one), rear))
    return result


def game(pieces: list[Component], title: str = "Sample Game") -> Game:
    kinds = {one.kind.id: one.kind for one in pieces}
    return Game(
        "sample",
        title,
        "1.2",
        "en",
        {"text": "Barlow"},
        {"Barlow": Family("Barlow", {"regular": TEXT, "bold": BOLD})},
        {},
        {},
        kinds,
        {id: tuple(one.piece for one in pieces if one.kind.id == id) for id in kinds},
        Rulebook.__new__(Rulebook),  # never read by the stages after the layout
        ProjectFiles(ROOT),
        HERE,
    )
