"""Strokes: shapes that are no plain areas, for they are thin, faded, shaded or lined; and the edges of clips."""

from collections import Counter

from pressplay.drawing.colour import contrast, mixed
from pressplay.drawing.ground import covers, grounds, shows
from pressplay.drawing.marks import Shape
from pressplay.drawing.paint import Flat, Paint, colors_of
from pressplay.drawing.path import Path

from .areas import edge_of, tint_of
from .nodes import ShapePart
from .page import BROAD, InkPage, line_width
from .tones import PAPER, AreaLine, difference, inked, is_strong, line, stroke

_VEIL = 0.6  # an opacity that hides most of what lies below


def draw_shape(page: InkPage, part: ShapePart, at: int) -> None:
    """A shape that is no plain area: thin, faded, shaded, or with a stroke in another colour."""
    shape, place = part
    own = _stroke(page, part)
    color = own.color if own else ""
    if shape.fill:
        color = _fill(page, part, shape.fill, color, at)
    if not own or not color:
        return
    if line_width(shape) * place.scale <= BROAD:
        page.add(page.lined(shape, color, own.width, opacity=1.0), at)
    else:
        inner = line_width(shape) - 2 * line(color, PAPER).width / place.scale
        page.add(page.lined(shape, color, line_width(shape), opacity=1.0), at)
        page.add(page.lined(shape, PAPER, inner, opacity=1.0), at)


def _stroke(page: InkPage, part: ShapePart) -> AreaLine | None:
    """The new colour and width of a stroke, which lies between a shape and its ground."""
    shape, place = part
    if shape.stroke is None:
        return None
    opacity = shape.opacity * place.opacity
    color = shape.stroke.color
    sides = [page.ground(shape, place, color)]
    if shape.fill and opacity > _VEIL:
        sides.append(_middle(shape.fill))
    side = max(sides, key=lambda side: difference(color, side))
    new = stroke(mixed(side, color, opacity), side, shape.stroke.width * place.scale)
    return AreaLine(new.color, new.width / place.scale)


def _fill(page: InkPage, part: ShapePart, paint: Paint, own: str, at: int) -> str:
    """The inside of a shape; `own` is the colour of its stroke, and the answer the one that it gets."""
    shape, place = part
    opacity = shape.opacity * place.opacity
    color, fill = _middle(paint), ""
    ground = page.ground(shape, place, color)
    seen = mixed(ground, color, opacity)
    if page.is_thin(shape, place):
        fill = inked(seen, ground)
        page.add(page.filled(shape, fill), at)
    else:
        whole = page.is_whole(shape, place)
        if opacity > _VEIL:
            fill = tint_of(page, seen, page.room(shape, place), whole)
        if whole:
            page.cover(fill)
        elif not own:
            edge = edge_of(page, [part], seen, fill)
            if edge:
                page.add(page.outlined(shape, edge.color, edge.width / place.scale), at)
        elif fill in ("", PAPER) and is_strong(seen) and shape.stroke and not is_strong(shape.stroke.color):
            own = inked(seen, ground, least=contrast(own, PAPER))  # one line for both, in the hue that was lost
        if fill:
            page.add(page.filled(shape, fill), at)
    page.lay(shape, page.filled(shape, fill) if fill else None, place)
    return own


def _middle(paint: Paint) -> str:
    colors = colors_of(paint)
    return colors[len(colors) // 2]


def frame(page: InkPage, part: ShapePart, at: int, first: int) -> None:
    """A line along a clip that cut areas off: their own lines lie outside, where nobody sees them.

    The part is the clip as a shape; what it clips are the layers from the first one on.
    """
    shape, place = part
    if page.is_whole(shape, place):
        return
    points = page.beside(shape, place)
    edge = [point for point in points if shows(point, place.clips)]
    here = page.was.near(edge, first)
    inner = [point for point in edge if any(covers(layer, *point) for layer in here)]
    if not inner or len(inner) * 3 < len(edge) * 2:
        return
    color = Counter(grounds(*point, here)[0] for point in inner).most_common(1)[0][0]
    tint = Counter(grounds(*point, page.now.near(inner))[0] for point in inner).most_common(1)[0][0]
    if page.is_line(shape.path, place.matrix) and (tint != PAPER or not is_strong(color)):
        return
    outer = [point for point in points if point not in edge and page.is_on(point)]
    below = page.was.near(outer, 0, first)
    around = Counter(grounds(*point, below)[0] for point in outer)
    new = line(color, around.most_common(1)[0][0] if around else PAPER)
    page.add(page.lined(shape, new.color, 2 * new.width / place.scale), at)


def clip_shape(page: InkPage, clip: Path) -> Shape:
    """A clip as a shape of paper; made once."""
    known = page.cache.clipped.get(clip)
    if known is None:
        known = page.cache.clipped[clip] = Shape(clip, clip.box, Flat(PAPER))
    return known
