"""Letters and icons: as plain on what lies below them now as they were on their ground."""

from typing import TypeVar

from pressplay.drawing.colour import luminance, mixed
from pressplay.drawing.ground import grounds, looks, needed
from pressplay.drawing.marks import Run, Stamp
from pressplay.drawing.paint import Flat

from .nodes import Surroundings
from .page import InkPage
from .tones import FAINTEST, inked

Letters = TypeVar("Letters", Run, Stamp)


def redraw_letters(page: InkPage, mark: Letters, place: Surroundings) -> Letters:
    """Letters or an icon, dark enough for what lies below them now."""
    points = looks(mark.box, place.matrix)
    under = page.now.near(points)
    ground = grounds(*points[1], page.was.near(points))[0]
    paper = min((color for point in points for color in grounds(*point, under)), key=luminance)
    seen = mixed(ground, mark.fill.color, mark.opacity * place.opacity)
    ink = inked(seen, ground, paper, FAINTEST if mark.art else needed(mark))
    return page.like(mark, fill=Flat(ink), opacity=1.0)
