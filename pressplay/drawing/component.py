"""A component is a piece with its pictures."""

from dataclasses import dataclass

from pressplay.data.pieces import Kind, Piece

from .picture import Picture


@dataclass(frozen=True, slots=True)
class Component:
    """A piece with its pictures."""

    kind: Kind
    piece: Piece
    front: Picture
    back: Picture | None
