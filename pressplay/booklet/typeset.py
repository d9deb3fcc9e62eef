"""Typeset: a game's rulebook as pages, with a cover, contents, rule ids in the margin and live figures."""

from pressplay.drawing.component import Component
from pressplay.drawing.picture import Picture
from pressplay.faces.element import FaceMistake
from pressplay.faces.scene import open_scene
from pressplay.game import Game
from pressplay.problem import Problem

from .composer import Composer
from .makeup import MakeUp
from .markdown import read_prose
from .pages import paginate
from .theme import theme
from .typesetter import Typesetter


def typeset(game: Game, components: tuple[Component, ...]) -> tuple[tuple[Picture, ...], list[Problem]]:
    """The pages of a game's rulebook; no pages when it has no prose."""
    book = game.rulebook
    if not book:
        return (), []
    desk = Typesetter(open_scene(game.look, game.files), theme(game.palette), game.language)
    try:
        galley = Composer(desk, components, book.path)
        galley.set(read_prose(book.judgement(game).passages))
        if galley.problems or not galley.slabs:
            return (), sorted(set(galley.problems))
        return MakeUp(game, components, desk).pages(paginate(galley.slabs)), []
    except FaceMistake as mistake:  # of what the book adds by itself: the title, the foot, the covers
        return (), [Problem(game.place, f"the rulebook cannot be typeset: {mistake}", mistake.hint)]
