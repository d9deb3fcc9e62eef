"""Areas: they become paper with a line around them, or keep a breath of their colour where they are small."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pressplay.drawing.box import Box
from pressplay.drawing.ground import grounds, looks
from pressplay.drawing.marks import Shape
from pressplay.drawing.paint import Flat

from .contours import draw_contour, is_contour, is_rimmed
from .edges import has_spur
from .nodes import SOLID, Group, Node, ShapePart, Surroundings, parts_of
from .page import BROAD, InkPage
from .tones import PAPER, AreaLine, breath, chroma, is_strong, is_told, line

_CHIP = 130.0  # square millimetres: a colour on so little room keeps a breath of itself, on more room less of it
_LEAST = 0.6  # of a breath: less is not worth its ink
_BASE = 0.3  # of a tile: a shape so large gives it its colour


class Neighbours(NamedTuple):
    """Nodes side by side that are areas of one colour; empty when they are something else."""

    color: str
    nodes: list[Node]


def neighbours(page: InkPage, nodes: Sequence[Node], place: Surroundings) -> Iterator[Neighbours]:
    """Nodes that are areas of one colour, and what lies between these."""
    run: list[Node] = []
    last = ""
    for node in nodes:
        color = _color(page, node, place)
        if run and color != last:
            yield Neighbours(last, run)
            run = []
        run.append(node)
        last = color
    if run:
        yield Neighbours(last, run)


def _color(page: InkPage, node: Node, place: Surroundings) -> str:
    """The colour of an opaque area, or of a group of such; empty for whatever else."""
    if isinstance(node, Group):
        if node.begin.clip or node.begin.opacity < SOLID:
            return ""
        inner = place.within(node.begin)
        colors = {_color(page, member, inner) for member in node.members}
        return colors.pop() if len(colors) == 1 else ""
    mark = node.mark
    if not isinstance(mark, Shape) or mark.opacity * place.opacity < SOLID:
        return ""
    if mark.fill is None:
        return mark.stroke.color if mark.stroke and mark.stroke.width * place.scale > BROAD else ""
    if not isinstance(mark.fill, Flat) or (mark.stroke and mark.stroke.paint != mark.fill):
        return ""
    return "" if page.is_thin(mark, place) else mark.fill.color


def draw_area(page: InkPage, area: Neighbours, place: Surroundings) -> None:
    """Lines around all of them first, paper over all of them then: so no line runs through their midst."""
    color, nodes = area
    parts = list(parts_of(nodes, place))
    if all(is_contour(page, part, len(parts)) for part in parts):
        draw_contour(page, nodes, parts, color, place)
        return
    whole = any(page.is_whole(*part) for part in parts)
    masks = not whole and all(page.ground(*part, color) == color for part in parts)
    tints = _masks(page, parts) if masks else _tints(page, parts, color, whole)
    if whole:
        page.cover(tints[parts[0]])
    edge = None if whole or masks else edge_of(page, parts, color, tints[parts[0]])
    spurred = len(parts) == 1 and has_spur(parts[0].shape.path)
    if edge and not spurred:
        page.each(nodes, place, lambda shape, spot: page.outlined(shape, edge.color, edge.width / spot.scale))
    page.each(nodes, place, lambda shape, spot: page.blank(shape, tints[ShapePart(shape, spot)]))
    if edge and spurred:
        page.each(nodes, place, lambda shape, spot: page.outlined(shape, edge.color, edge.width / spot.scale), True)
    for part in parts:
        if part.shape.fill:
            page.lay(part.shape, page.blank(part.shape, tints[part]), part.place)


def _masks(page: InkPage, parts: Sequence[ShapePart]) -> dict[ShapePart, str]:
    """What masks become, which lie on their own colour to hide something: as their ground."""
    points = [looks(shape.box, spot.matrix)[1] for shape, spot in parts]
    return {part: grounds(*point, page.now.near([point]))[0] for part, point in zip(parts, points)}


def _tints(page: InkPage, parts: Sequence[ShapePart], color: str, whole: bool) -> dict[ShapePart, str]:
    """What is left of a colour in each area: parts that touch are one to the eye, and as light as the largest."""
    boxes = [shape.box.through(spot.matrix) for shape, spot in parts]
    groups: list[list[int]] = []
    for at, box in enumerate(boxes):
        near = [group for group in groups if any(_touch(box, boxes[other]) for other in group)]
        joined = [at, *(one for group in near for one in group)]
        groups = [*(group for group in groups if group not in near), joined]
    tints: dict[ShapePart, str] = {}
    for group in groups:
        tint = tint_of(page, color, max(page.room(*parts[at]) for at in group), whole)
        tints |= {parts[at]: tint for at in group}
    return tints


def _touch(a: Box, b: Box) -> bool:
    return a.x <= b.right and b.x <= a.right and a.y <= b.bottom and b.y <= a.bottom


def tint_of(page: InkPage, color: str, room: float, whole: bool) -> str:
    """What is left of a colour on so much room; on a small piece the ground leads, and no patch outdoes it."""
    if not page.is_tile or room < _BASE * page.picture.width * page.picture.height:
        depth = min(1.0, (_CHIP / room) ** 0.5) if room else 1.0
        return breath(color, round(depth, 2), base=page.base) if depth >= _LEAST else PAPER
    tint = breath(color, grey=not whole)
    if is_told(color) and chroma(tint) > chroma(page.base or PAPER):
        page.base = tint
    return tint


def edge_of(page: InkPage, parts: Sequence[ShapePart], color: str, tint: str) -> AreaLine | None:
    """The line that parts of one colour need; none where another runs already."""
    ground = page.ground(*parts[0], color)
    if all(page.is_line(part.shape.path, part.place.matrix) for part in parts):
        return line(color, ground) if tint == PAPER and is_strong(color) else None
    return None if is_rimmed(page, parts, tint) else line(color, ground)
