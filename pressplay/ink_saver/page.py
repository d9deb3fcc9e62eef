"""A page: one picture while it is drawn anew, with what lay under each mark and what lies there now."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeVar

from pressplay.drawing.ground import Layer, covers, grounds, moved, shows
from pressplay.drawing.marks import Art, Begin, End, Mark, Run, Shape, Stamp
from pressplay.drawing.matrix import Matrix, Point
from pressplay.drawing.paint import Flat, Stroke
from pressplay.drawing.path import Path
from pressplay.drawing.picture import Picture

from .edges import EdgeCache, LayerStack, along, size
from .nodes import SOLID, Group, Node, ShapePart, Surroundings, solid_parts, tree
from .tones import PAPER, difference

THIN, BROAD = 0.8, 1.4  # millimetres: a shape, and a stroke, that is no wider is a line already
POINTS = 16  # beside an outline, at which the ground is looked at
_TILE = 2000.0  # square millimetres: a piece so small keeps a breath of all its colours
_MARGIN = 0.01  # a share of the piece, within which nobody sees that an area ends
_BEGIN, _END = Begin(), End()
M = TypeVar("M", Shape, Run, Stamp, Art, Begin)
Draw = Callable[[Shape, Surroundings], Shape]


@dataclass(slots=True)
class RedrawCache(EdgeCache):
    """What was found out about marks that many pictures share, and what was made of them."""

    variant: dict[tuple[object, ...], Any] = field(default_factory=dict)
    clipped: dict[Path, Shape] = field(default_factory=dict)  # a clip as a shape


class Contour(NamedTuple):
    """A shape of which only the rim is seen, and how wide that is."""

    layer: Layer
    width: float


class InkPage:
    """What is known of a picture, and the marks drawn so far."""

    def __init__(self, picture: Picture, cache: RedrawCache) -> None:
        self.picture = picture
        self.cache = cache
        self.nodes = tree(picture.marks)
        self.marks: list[Mark] = []
        self.origins: list[int] = []
        self.was, self.now = LayerStack(), LayerStack()
        solid = solid_parts(self.nodes)
        self.hiding = LayerStack(part.place.layer(part.shape) for part in solid if part.shape.fill)
        self.hidden = 0  # how many of those that hide something are drawn
        self._lines = {(part.shape.path, part.place.matrix) for part in solid if _is_line(part)}
        self.is_tile = picture.width * picture.height <= _TILE
        self.base = ""  # the tint of a tile
        self.edge = PAPER
        self.contours: list[Contour] = []

    # Drawing

    def add(self, mark: Mark, at: int) -> None:
        """One more mark; `at` is the place of the one that it comes from."""
        self.marks.append(mark)
        self.origins.append(at)

    def each(self, nodes: Sequence[Node], place: Surroundings, draw: Draw, inside: bool = False) -> None:
        """Draws each shape once; `inside` leaves only what lies inside it."""
        for node in nodes:
            if isinstance(node, Group):
                self.add(node.begin, node.at)
                self.each(node.members, place.within(node.begin), draw, inside)
                self.add(_END, node.at)
            elif isinstance(node.mark, Shape) and inside:
                self.add(self.like(_BEGIN, clip=node.mark.path), node.at)
                self.add(draw(node.mark, place), node.at)
                self.add(_END, node.at)
            elif isinstance(node.mark, Shape):
                self.add(draw(node.mark, place), node.at)

    def lay(self, was: Shape, now: Shape | None, place: Surroundings) -> None:
        """Notes what a shape was and is, for all that comes upon it."""
        opacity = was.opacity * place.opacity
        self.was.add(place.layer(was, opacity))
        self.hidden += opacity >= SOLID
        if now is not None:
            self.now.add(place.layer(now))

    def cover(self, tint: str) -> None:
        """Notes what covers the whole piece; a tile has it in its bleed as well."""
        if self.is_tile and tint:
            self.edge = tint

    # Variants of marks

    def like(self, mark: M, **look: Any) -> M:
        """A mark with another look; made once, so that pictures share it as they shared the first."""
        key = (mark, *look.items())
        variant: M | None = self.cache.variant.get(key)
        if variant is None:
            variant = self.cache.variant[key] = replace(mark, **look)
        return variant

    def filled(self, shape: Shape, color: str) -> Shape:
        """A shape without its line."""
        return self.like(shape, fill=Flat(color), stroke=None, opacity=1.0)

    def blank(self, shape: Shape, color: str) -> Shape:
        """A shape with its line, both in one colour."""
        paint = Flat(color)
        line = replace(shape.stroke, paint=paint) if shape.stroke else None
        return self.like(shape, fill=paint if shape.fill else None, stroke=line)

    def lined(self, shape: Shape, color: str, width: float, opacity: float | None = None, **look: Any) -> Shape:
        """A shape's outline alone, as a line like its own but for some looks."""
        line = replace(shape.stroke or Stroke(Flat(color)), paint=Flat(color), width=width, **look)
        return self.like(shape, fill=None, stroke=line, opacity=shape.opacity if opacity is None else opacity)

    def outlined(self, shape: Shape, color: str, width: float) -> Shape:
        """A line just outside a shape; half of it will lie below the paper that is put on."""
        wide = 2 * width + line_width(shape)
        if shape.fill is None:
            return self.lined(shape, color, wide, opacity=1.0)
        return self.lined(shape, color, wide, dash=(), join="round", opacity=1.0)

    # What a shape is like, and what lies around it

    def is_thin(self, shape: Shape, place: Surroundings) -> bool:
        return size(shape, self.cache).width * place.scale <= THIN

    def room(self, shape: Shape, place: Surroundings) -> float:
        """How much a shape covers, in square millimetres."""
        area, wide = size(shape, self.cache)
        if shape.fill is None and wide:
            area = 2 * area / wide * line_width(shape)  # of a stroke, its length and width
        return area * place.scale**2

    def is_whole(self, shape: Shape, place: Surroundings) -> bool:
        """Whether a shape covers the piece: it is the paper itself, and its end is not seen."""
        if shape.fill is None:
            return False
        layer = place.layer(shape)
        near, far = _MARGIN, 1 - _MARGIN
        shares = [(0.5, 0.5), (near, 0.5), (far, 0.5), (0.5, near), (0.5, far)]
        if self.picture.shape == "rect":
            shares += [(near, near), (far, near), (near, far), (far, far)]
        w, h = self.picture.width, self.picture.height
        return all(covers(layer, x * w, y * h) for x, y in shares)

    def is_on(self, point: Point) -> bool:
        return 0 < point[0] < self.picture.width and 0 < point[1] < self.picture.height

    def is_line(self, path: Path, matrix: Matrix) -> bool:
        """Whether a plain line of the picture runs along a path."""
        return (path, matrix) in self._lines

    def beside(self, shape: Shape, place: Surroundings) -> list[Point]:
        """Some points on both sides of a shape's outline: left, right, left, right."""
        return [moved(*point, place.matrix) for point in along(shape, self.cache)]

    def ground(self, shape: Shape, place: Surroundings, color: str) -> str:
        """The ground from which a colour stands out most beside an outline, where nothing hides it later.

        What lies along less than a fifth of the outline is chance, unless the rest has the colour itself.
        """
        seen = [point for point in self.beside(shape, place) if self.is_on(point) and shows(point, place.clips)]
        some = seen[:: max(1, len(seen) // POINTS)]
        later = self.hiding.near(some, self.hidden)  # the shape itself, when it is opaque, and all after it
        left = [point for point in some if not any(covers(layer, *point) for layer in later)] or some
        below = self.was.near(left)
        counts = Counter(grounds(*point, below)[0] for point in left)
        often = [ground for ground, times in counts.items() if times * 5 >= counts.total()]
        if often == [color]:
            often = list(counts)
        return max(often or [PAPER], key=lambda ground: difference(color, ground))


def line_width(shape: Shape) -> float:
    """How wide a shape's line is."""
    return shape.stroke.width if shape.stroke else 0.0


def _is_line(part: ShapePart) -> bool:
    """Whether a shape is a plain line as it stands."""
    line = part.shape.stroke
    return bool(part.shape.fill is None and line and not line.dash and line.width * part.place.scale <= BROAD)
