"""Nodes: a picture's marks as a tree of groups, and where each of them stands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pressplay.drawing.ground import IDENTITY, Clip, Clips, Layer
from pressplay.drawing.marks import Art, Begin, End, Guide, Mark, Run, Shape, Stamp
from pressplay.drawing.matrix import Matrix, multiply

SOLID = 0.999  # an opacity that hides what lies below


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where marks stand: moved, clipped and faded by the groups around them."""

    matrix: Matrix = IDENTITY
    clips: Clips = ()
    opacity: float = 1.0

    def within(self, begin: Begin) -> "Surroundings":
        matrix = multiply(begin.matrix, self.matrix)
        clips = (*self.clips, Clip(begin.clip, matrix)) if begin.clip else self.clips
        return Surroundings(matrix, clips, self.opacity * begin.opacity)

    def layer(self, shape: Shape, opacity: float = 1.0) -> Layer:
        """A shape that stands here."""
        return Layer(shape, self.matrix, self.clips, opacity)

    @property
    def scale(self) -> float:
        a, b, c, d, _, _ = self.matrix
        return abs(a * d - b * c) ** 0.5 or 1.0


class ShapePart(NamedTuple):
    """A shape and where it stands."""

    shape: Shape
    place: Surroundings


@dataclass(frozen=True, slots=True)
class Group:
    """A group with what it holds."""

    begin: Begin
    at: int  # its place among the marks
    members: "list[Node]"


@dataclass(frozen=True, slots=True)
class Leaf:
    """A mark that is no group."""

    mark: Shape | Run | Stamp | Art
    at: int


Node = Group | Leaf


def tree(marks: Sequence[Mark]) -> list[Node]:
    """Marks as nodes, those of a group inside it."""
    top: list[Node] = []
    stack = [top]
    for at, mark in enumerate(marks):
        if isinstance(mark, Begin):
            group = Group(mark, at, [])
            stack[-1].append(group)
            stack.append(group.members)
        elif isinstance(mark, End):
            stack.pop()
        elif not isinstance(mark, Guide):
            stack[-1].append(Leaf(mark, at))
    return top


def parts_of(nodes: Sequence[Node], place: Surroundings) -> Iterator[ShapePart]:
    """All shapes among nodes, in their order."""
    for node in nodes:
        if isinstance(node, Group):
            yield from parts_of(node.members, place.within(node.begin))
        elif isinstance(node.mark, Shape):
            yield ShapePart(node.mark, place)


def solid_parts(nodes: Sequence[Node]) -> list[ShapePart]:
    """The shapes that no opacity fades."""
    return [part for part in parts_of(nodes, Surroundings()) if part.shape.opacity * part.place.opacity >= SOLID]
