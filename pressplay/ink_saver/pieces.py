"""The pieces of a game in lines: each picture redrawn once, and looked through by preflight again."""

from collections.abc import Sequence

from pressplay.drawing.component import Component
from pressplay.drawing.picture import Picture
from pressplay.faces.draw import draw_pieces
from pressplay.faces.face import Face
from pressplay.faces.preflight import PreflightCache, preflight
from pressplay.game import Allowances, Game
from pressplay.problem import Problem, once

from .page import RedrawCache
from .redraw import redraw


def spare_pieces(game: Game, components: Sequence[Component]) -> tuple[dict[Picture, Picture], list[Problem]]:
    """For each picture of some pieces the same in lines, or what cannot be read in it."""
    spared, problems = _spared(components, game.allow)
    if not problems:
        return spared, []
    # Told by those who know the line of each mark, which pictures from other processes do not.
    wanted = {(one.kind.id, one.piece.id) for one in components}
    again = [one for one in draw_pieces(game).components if (one.kind.id, one.piece.id) in wanted]
    return {}, _spared(again, game.allow)[1]


def _spared(components: Sequence[Component], allow: Allowances) -> tuple[dict[Picture, Picture], list[Problem]]:
    cache = RedrawCache()
    notebook = PreflightCache(allow=allow)
    spared: dict[Picture, Picture] = {}
    problems: list[Problem] = []
    for one in components:
        for side, picture, template in (("front", one.front, one.kind.template), ("back", one.back, one.kind.back)):
            if picture and picture not in spared:
                spared[picture] = redraw(picture, cache)
                face = Face(one.kind, one.piece, f"{side} with --ink-saver", template or "", "", frozenset())
                problems += preflight(face, spared[picture], notebook)
    return spared, once(problems)
