"""Redraw: the same picture in lines, each mark in its place and as plain on white paper as it was on its ground."""

from collections.abc import Sequence
from dataclasses import replace

from pressplay.drawing.colour import mixed
from pressplay.drawing.marks import Art, End, Run, Shape
from pressplay.drawing.paint import Flat
from pressplay.drawing.path import Path
from pressplay.drawing.picture import Picture
from pressplay.drawing.shapes import rectangle

from .areas import draw_area, neighbours
from .letters import redraw_letters
from .nodes import Group, Node, ShapePart, Surroundings
from .page import InkPage, RedrawCache
from .strokes import clip_shape, draw_shape, frame
from .tones import BLACK, PAPER

IMAGE = 0.3  # of a raster image's ink is left
_UNKNOWN = "#808080"  # what a photograph may look like
_END = End()


def redraw(picture: Picture, cache: RedrawCache) -> Picture:
    """Areas become paper with a line around them; light marks on dark areas become dark marks on paper."""
    page = InkPage(picture, cache)
    _draw(page, page.nodes, Surroundings())
    return replace(
        picture,
        marks=tuple(page.marks),
        origins=tuple(picture.origins[at] for at in page.origins) if picture.origins else (),
        edge=page.edge if picture.edge else "",
        stamp=redraw_letters(page, picture.stamp, Surroundings()) if picture.stamp else None,
    )


def _draw(page: InkPage, nodes: Sequence[Node], place: Surroundings) -> None:
    """Marks side by side; neighbours of one colour were one area to the eye and get one line around them all."""
    for area in neighbours(page, nodes, place):
        if area.color:
            draw_area(page, area, place)
            continue
        for node in area.nodes:
            _draw_node(page, node, place)


def _draw_node(page: InkPage, node: Node, place: Surroundings) -> None:
    if isinstance(node, Group):
        _draw_group(page, node, place)
    elif isinstance(node.mark, Shape):
        draw_shape(page, ShapePart(node.mark, place), node.at)
    elif isinstance(node.mark, Art):
        _draw_image(page, node.mark, node.at, place)
    elif isinstance(node.mark, Run):  # apart from icons for the type checker's sake
        page.add(redraw_letters(page, node.mark, place), node.at)
    else:
        page.add(redraw_letters(page, node.mark, place), node.at)


def _draw_group(page: InkPage, group: Group, place: Surroundings) -> None:
    first = len(page.was)
    inner = place.within(group.begin)
    page.add(page.like(group.begin, opacity=1.0), group.at)  # faded colours are drawn as they looked
    _draw(page, group.members, inner)
    if group.begin.clip:
        frame(page, ShapePart(clip_shape(page, group.begin.clip), inner), group.at, first)
    page.add(_END, group.at)


def _draw_image(page: InkPage, art: Art, at: int, place: Surroundings) -> None:
    """A raster image stays, much lighter; nobody knows its colours, so type on it must bear the worst."""
    light = art.opacity * place.opacity * IMAGE
    page.add(page.like(art, opacity=light), at)
    clip = art.clip
    path = Path.of(rectangle(clip.x, clip.y, clip.w, clip.h))
    for layers, color in ((page.was, _UNKNOWN), (page.now, mixed(PAPER, BLACK, light))):
        layers.add(place.layer(Shape(path, clip, Flat(color))))
