"""Typeset: a game's rulebook as pages, with a cover, contents, rule ids in the margin and live figures."""

from .desk import Desk
from .element import FaceMistake
from .galley import Galley
from .game import Game
from .job import Made
from .pages import paginate
from .picture import Picture
from .press import Press
from .problem import Problem
from .prose import read_prose
from .scene import open_scene
from .theme import theme


def typeset(game: Game, made: tuple[Made, ...]) -> tuple[tuple[Picture, ...], list[Problem]]:
    """The pages of a game's rulebook; no pages when it has no prose."""
    book = game.rulebook
    if not book:
        return (), []
    desk = Desk(open_scene(game), theme(game.palette), game.language)
    try:
        galley = Galley(desk, made, book.path, book.body)
        galley.set(read_prose(book.prose(game)))
        if galley.problems or not galley.slabs:
            return (), sorted(set(galley.problems))
        return Press(game, made, desk).pages(paginate(galley.slabs)), []
    except FaceMistake as mistake:  # of what the book adds by itself: the title, the foot, the covers
        return (), [Problem(game.place, f"the rulebook cannot be typeset: {mistake}", mistake.hint)]
