"""A face is one side of a piece as markup that a template filled, and what was read to fill it."""

from dataclasses import dataclass

from pressplay.data.pieces import Kind, Piece


@dataclass(frozen=True, slots=True)
class Face:
    """Filled markup: every tag carries the template line it came from."""

    kind: Kind
    piece: Piece
    side: str  # front or back
    template: str  # relative to the project
    markup: str
    reads: frozenset[str]  # what the template asked for (see reads.py): fields, facts, style, decks, other templates
