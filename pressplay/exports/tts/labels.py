"""Labels: what the pieces on a virtual tabletop are called by: references, stable ids, words to search for."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pressplay.data.fields import COLOR, Color, ImageFile
from pressplay.data.pieces import Kind, Piece
from pressplay.data.structures import Maybe
from pressplay.drawing.component import Component
from pressplay.game import Game

from . import objects
from .objects import Label

_LOOK_ONLY = (Color, ImageFile)  # fields that nobody would search for
_MARKUP = re.compile(r"\*+|[\[\]]")


class Labels:
    """Made once the images have names; `urls` are theirs, in the order of their numbers."""

    def __init__(self, game: Game, urls: Sequence[str], others: Sequence[str] = ()) -> None:
        self.game = game
        self._urls = urls
        # All pieces, whatever is built now, so that an id does not depend on what it is built with.
        every = [id for kind in game.kinds.values() for id in _ids(game, kind)]
        self._guids = objects.guids([*every, *(f"{game.id}/table/{other}" for other in others)])

    def url(self, image: int | None) -> str:
        return "" if image is None else self._urls[image]

    def of_kind(self, kind: Kind) -> Label:
        id = f"{self.game.id}/{kind.id}"
        return Label(self._guids[id], kind.title, kind.description, kind.id, id)

    def of_table(self, name: str, title: str, words: str = "", tag: str = "table") -> Label:
        """Something that only a table has: a hand, a counter, a pile that is nobody's whole kind."""
        id = f"{self.game.id}/table/{name}"
        return Label(self._guids[id], title, words, tag, id)

    def of_box(self) -> Label:
        """The box that holds a game."""
        return self.of_table("box:Box", self.game.title, self.game.description)

    def of_piece(self, component: Component, copy: int = 0, side: str = "") -> Label:
        """A copy of a piece; 0 is what holds all of them."""
        id = f"{self.game.id}/{component.kind.id}/{component.piece.id}" + (f"/{copy}" if copy else "") + side
        design = f"{self.game.id}/{component.kind.id}/{component.piece.id}{side}"
        return Label(self._guids[id], component.piece.title, searchable(component), component.kind.id, design)


def _ids(game: Game, kind: Kind) -> list[str]:
    top = f"{game.id}/{kind.id}"
    ids = [top]
    for piece in game.pieces[kind.id]:
        ids.append(f"{top}/{piece.id}")
        for copy in range(1, piece.copies + 1):
            ids += [f"{top}/{piece.id}/{copy}", f"{top}/{piece.id}/{copy}/back"]
    return ids


def searchable(component: Component) -> str:
    """A line for each field, in plain words: what a player would search a deck for."""
    lines = []
    for name, value in component.piece.values.items():
        if name == "title" or isinstance(_inner(component.kind.fields.get(name)), _LOOK_ONLY):
            continue
        words = _words(value)
        if words:
            lines.append(f"{name.replace('_', ' ').capitalize()}: {words}")
    return "\n".join(lines)


def _inner(field: Any) -> Any:
    return _inner(field.field) if isinstance(field, Maybe) else field


def _words(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return " ".join(filter(None, map(_words, value.values())))
    if isinstance(value, (list, tuple)):
        return ", ".join(filter(None, map(_words, value)))
    if isinstance(value, Piece):
        return value.title
    text = str(value)
    return "" if COLOR.fullmatch(text) else " ".join(_MARKUP.sub("", text).split())
