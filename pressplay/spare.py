"""Spare: the same picture in lines, each mark in its place and as plain on white paper as it was on its ground."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from .ground import (
    IDENTITY,
    Clips,
    Layer,
    colors_of,
    covers,
    grounds,
    looks,
    moved,
    needed,
    shows,
)
from .outline import Matrix, Point, bounds, multiply, parse_path, rectangle, write_path
from .paint import luminance, mixed
from .picture import Art, Begin, Box, End, Mark, Picture, Run, Shape, Stamp
from .rim import Rims, Stack, along, size
from .tone import BLACK, FAINTEST, PAPER, breath, difference, inked, line, stroke

IMAGE = 0.3  # of a raster image's ink is left
_THIN, _BROAD = 0.8, 1.4  # millimetres: a shape, and a stroke, that is no wider is a line already
_CHIP = 130.0  # square millimetres: a colour on so little room keeps a breath of itself
_SOLID = 0.999  # an opacity that hides what lies below
_VEIL = 0.6  # one that hides most of it
_POINTS = 16  # beside an outline, at which the ground is looked at
_ALIKE = 1.6  # two lines that differ less than this are one
_MARGIN = 0.01  # a share of the piece, within which nobody sees that an area ends
_UNKNOWN = "#808080"  # what a photograph may look like
_BEGIN, _END = Begin(), End()
M = TypeVar("M", Shape, Run, Stamp, Art, Begin)
Letters = TypeVar("Letters", Run, Stamp)


@dataclass(slots=True)
class Pad(Rims):
    """What was found out about marks that many pictures share, and what was made of them."""

    made: dict[tuple[object, ...], Any] = field(default_factory=dict)
    clipped: dict[str, Shape] = field(default_factory=dict)  # a clip as a shape


@dataclass(frozen=True, slots=True)
class _Place:
    """Where marks stand: moved, clipped and faded by the groups around them."""

    matrix: Matrix = IDENTITY
    clips: Clips = ()
    opacity: float = 1.0

    def within(self, begin: Begin) -> "_Place":
        matrix = multiply(begin.matrix, self.matrix)
        clips = (*self.clips, (begin.clip, matrix)) if begin.clip else self.clips
        return _Place(matrix, clips, self.opacity * begin.opacity)

    @property
    def scale(self) -> float:
        a, b, c, d, _, _ = self.matrix
        return abs(a * d - b * c) ** 0.5 or 1.0


@dataclass(frozen=True, slots=True)
class _Group:
    """A group with what it holds."""

    begin: Begin
    at: int  # its place among the marks
    members: "list[_Node]"


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A mark that is no group."""

    mark: Shape | Run | Stamp | Art
    at: int


_Node = _Group | _Leaf


def spare(picture: Picture, pad: Pad) -> Picture:
    """Areas become paper with a line around them; light marks on dark areas become dark marks on paper."""
    pen = _Pen(picture, pad)
    pen.draw(_tree(picture.marks), _Place())
    origins = tuple(picture.origins[at] for at in pen.origins) if picture.origins else ()
    stamp = pen.lettered(picture.stamp, _Place()) if picture.stamp else None
    return replace(picture, marks=tuple(pen.marks), origins=origins, edge=PAPER if picture.edge else "", stamp=stamp)


def _tree(marks: Sequence[Mark]) -> list[_Node]:
    top: list[_Node] = []
    stack = [top]
    for at, mark in enumerate(marks):
        if isinstance(mark, Begin):
            group = _Group(mark, at, [])
            stack[-1].append(group)
            stack.append(group.members)
        elif isinstance(mark, End):
            stack.pop()
        else:
            stack[-1].append(_Leaf(mark, at))
    return top


class _Pen:
    """Draws one picture anew; it knows what lay under each mark, and what lies there now."""

    def __init__(self, picture: Picture, pad: Pad) -> None:
        self.picture = picture
        self.pad = pad
        self.marks: list[Mark] = []
        self.origins: list[int] = []
        self.was, self.now = Stack(), Stack()
        self.hiding = Stack(_hiding(picture.marks))  # all that hides what lies below it
        self.hidden = 0  # how many of them are drawn

    def draw(self, nodes: Sequence[_Node], place: _Place) -> None:
        """Marks side by side; neighbours of one colour were one area to the eye and get one line around them all."""
        for color, run in self._runs(nodes, place):
            if color:
                self._area(run, color, place)
                continue
            for node in run:
                self._single(node, place)

    def _single(self, node: _Node, place: _Place) -> None:
        if isinstance(node, _Group):
            self._group(node, place)
        elif isinstance(node.mark, Shape):
            self._shape(node.mark, node.at, place)
        elif isinstance(node.mark, Art):
            self._image(node.mark, node.at, place)
        elif isinstance(node.mark, Run):  # apart from icons for the type checker's sake
            self._add(self.lettered(node.mark, place), node.at)
        else:
            self._add(self.lettered(node.mark, place), node.at)

    # Areas --------------------------------------------------------------------------

    def _runs(self, nodes: Sequence[_Node], place: _Place) -> Iterator[tuple[str, list[_Node]]]:
        """Neighbours that are areas of one colour, and what lies between these."""
        run: list[_Node] = []
        last = ""
        for node in nodes:
            color = self._color(node, place)
            if run and color != last:
                yield last, run
                run = []
            run.append(node)
            last = color
        if run:
            yield last, run

    def _color(self, node: _Node, place: _Place) -> str:
        """The colour of an opaque area, or of a group of such; empty for whatever else."""
        if isinstance(node, _Group):
            if node.begin.clip or node.begin.opacity < _SOLID:
                return ""
            inner = place.within(node.begin)
            colors = {self._color(member, inner) for member in node.members}
            return colors.pop() if len(colors) == 1 else ""
        mark = node.mark
        if not isinstance(mark, Shape) or mark.opacity * place.opacity < _SOLID:
            return ""
        if mark.fill == "none":
            return mark.stroke if mark.width * place.scale > _BROAD else ""
        plain = mark.fill[0] == "#" and mark.stroke in ("none", mark.fill)
        return mark.fill if plain and not self._is_thin(mark, place) else ""

    def _area(self, run: Sequence[_Node], color: str, place: _Place) -> None:
        """Lines around all of them first, paper over all of them then: so no line runs through their midst."""
        members = list(_shapes(run, place))
        if not any(self._is_whole(shape, spot) for shape, spot in members):
            ink, width = line(color, self._ground(*members[0], color))
            self._each(run, place, lambda shape, spot: self._outline(shape, ink, width / spot.scale))
        fill = breath(color) if all(self._is_chip(shape, spot) for shape, spot in members) else PAPER
        self._each(run, place, lambda shape, spot: self._blank(shape, fill))
        for shape, spot in members:
            if shape.fill != "none":
                self._lay(shape, self._blank(shape, fill), spot)

    def _each(self, nodes: Sequence[_Node], place: _Place, make: Callable[[Shape, _Place], Shape]) -> None:
        for node in nodes:
            if isinstance(node, _Group):
                self._add(node.begin, node.at)
                self._each(node.members, place.within(node.begin), make)
                self._add(_END, node.at)
            elif isinstance(node.mark, Shape):
                self._add(make(node.mark, place), node.at)

    def _outline(self, shape: Shape, ink: str, width: float) -> Shape:
        """A line just outside a shape; half of it will lie below the paper that is put on."""
        wide = 2 * width + (shape.width if shape.stroke != "none" else 0.0)
        if shape.fill == "none":
            return self._like(shape, stroke=ink, width=wide, opacity=1.0)
        return self._like(shape, fill="none", stroke=ink, width=wide, dash=(), join="round", opacity=1.0)

    def _blank(self, shape: Shape, fill: str) -> Shape:
        parts = {part: fill for part in ("fill", "stroke") if getattr(shape, part) != "none"}
        return self._like(shape, **parts)

    # Whatever else ------------------------------------------------------------------

    def _group(self, group: _Group, place: _Place) -> None:
        first = len(self.was)
        inner = place.within(group.begin)
        self._add(self._like(group.begin, opacity=1.0), group.at)  # faded colours are drawn as they looked
        self.draw(group.members, inner)
        if group.begin.clip:
            self._frame(group.begin, group.at, inner, first)
        self._add(_END, group.at)

    def _frame(self, begin: Begin, at: int, inner: _Place, first: int) -> None:
        """A line along a clip that cut areas off: their own lines lie outside, where nobody sees them."""
        path = self.pad.clipped.get(begin.clip)
        if path is None:
            box = Box(*bounds(parse_path(begin.clip)))
            path = self.pad.clipped[begin.clip] = Shape(begin.clip, box, PAPER)
        if self._is_whole(path, inner):
            return
        points = [moved(*point, inner.matrix) for point in along(path, self.pad)]
        edge = [point for point in points if shows(point, inner.clips, self.pad)]
        here = self.was.near(edge, first)
        filled = [point for point in edge if any(covers(layer, *point, self.pad) for layer in here)]
        if not filled or len(filled) * 3 < len(edge) * 2:
            return
        color = Counter(grounds(*point, here, self.pad)[0] for point in filled).most_common(1)[0][0]
        outer = [point for point in points if point not in edge and self._is_on(point)]
        below = self.was.near(outer, 0, first)
        around = Counter(grounds(*point, below, self.pad)[0] for point in outer)
        ink, width = line(color, around.most_common(1)[0][0] if around else PAPER)
        self._add(self._like(path, fill="none", stroke=ink, width=2 * width / inner.scale), at)

    def _shape(self, shape: Shape, at: int, place: _Place) -> None:
        """A shape that is no plain area: thin, faded, shaded, or with a stroke in another colour."""
        opacity = shape.opacity * place.opacity
        ink, width = self._stroke(shape, opacity, place)
        if shape.fill != "none":
            self._fill(shape, opacity, (ink, width), at, place)
        if ink == "none":
            return
        if shape.width * place.scale <= _BROAD:
            self._add(self._like(shape, fill="none", stroke=ink, width=width, opacity=1.0), at)
        else:
            inner = shape.width - 2 * line(ink, PAPER)[1] / place.scale
            self._add(self._like(shape, fill="none", stroke=ink, opacity=1.0), at)
            self._add(self._like(shape, fill="none", stroke=PAPER, width=inner, opacity=1.0), at)

    def _stroke(self, shape: Shape, opacity: float, place: _Place) -> tuple[str, float]:
        """The new colour and width of a stroke, which lies between a shape and its ground."""
        if shape.stroke == "none":
            return "none", 0.0
        sides = [self._ground(shape, place, shape.stroke)]
        if shape.fill != "none" and opacity > _VEIL:
            sides.append(_middle(shape.fill))
        side = max(sides, key=lambda color: difference(shape.stroke, color))
        ink, width = stroke(mixed(side, shape.stroke, opacity), side, shape.width * place.scale)
        return ink, width / place.scale

    def _fill(self, shape: Shape, opacity: float, own: tuple[str, float], at: int, place: _Place) -> None:
        """The inside of a shape; `own` is the colour and width of its stroke."""
        color, fill = _middle(shape.fill), "none"
        ground = self._ground(shape, place, color)
        seen = mixed(ground, color, opacity)
        if self._is_thin(shape, place):
            fill = inked(seen, ground)
            self._add(self._filled(shape, fill), at)
        else:
            if opacity > _VEIL:
                fill = breath(color) if self._is_chip(shape, place) else PAPER
            self._lined(shape, fill, own, line(seen, ground), at, place)
        self._lay(shape, self._filled(shape, fill) if fill != "none" else None, place)

    def _lined(
        self, shape: Shape, fill: str, own: tuple[str, float], edge: tuple[str, float], at: int, place: _Place
    ) -> None:
        """An area with the line that its colour leaves: around it, or inside the stroke it has already."""
        ink, width = edge[0], edge[1] / place.scale
        needless = self._is_whole(shape, place) or (own[1] and difference(ink, own[0]) < _ALIKE)
        if needless or not own[1]:
            if not needless:
                self._add(self._outline(shape, ink, width), at)
            if fill != "none":
                self._add(self._filled(shape, fill), at)
        else:
            wide = own[1] + 2 * width
            self._add(self._like(_BEGIN, clip=shape.path), at)
            self._add(self._like(shape, fill=fill, stroke=ink, width=wide, dash=(), opacity=1.0), at)
            self._add(_END, at)

    def _filled(self, shape: Shape, fill: str) -> Shape:
        return self._like(shape, fill=fill, stroke="none", opacity=1.0)

    def _image(self, art: Art, at: int, place: _Place) -> None:
        """A raster image stays, much lighter; nobody knows its colours, so type on it must bear the worst."""
        light = art.opacity * place.opacity * IMAGE
        self._add(self._like(art, opacity=light), at)
        clip = art.clip
        path = write_path(rectangle(clip.x, clip.y, clip.w, clip.h))
        self.was.add(Layer(Shape(path, clip, _UNKNOWN), place.matrix, place.clips, 1.0))
        self.now.add(Layer(Shape(path, clip, mixed(PAPER, BLACK, light)), place.matrix, place.clips, 1.0))

    def lettered(self, mark: Letters, place: _Place) -> Letters:
        """Letters or an icon, dark enough for what lies below them now."""
        points = looks(mark.box, place.matrix)
        under = self.now.near(points)
        ground = grounds(*points[1], self.was.near(points), self.pad)[0]
        paper = min((color for point in points for color in grounds(*point, under, self.pad)), key=luminance)
        seen = mixed(ground, mark.fill, mark.opacity * place.opacity)
        ink = inked(seen, ground, paper, FAINTEST if mark.art else needed(mark))
        return self._like(mark, fill=ink, opacity=1.0)

    # What a shape is like, and what lies around it ------------------------------------

    def _is_thin(self, shape: Shape, place: _Place) -> bool:
        return size(shape, self.pad)[1] * place.scale <= _THIN

    def _is_chip(self, shape: Shape, place: _Place) -> bool:
        return size(shape, self.pad)[0] * place.scale**2 <= _CHIP

    def _is_whole(self, shape: Shape, place: _Place) -> bool:
        """Whether a shape covers the piece: it is the paper itself, and its end is not seen."""
        if shape.fill == "none":
            return False
        layer = Layer(shape, place.matrix, place.clips, 1.0)
        near, far = _MARGIN, 1 - _MARGIN
        shares = [(0.5, 0.5), (near, 0.5), (far, 0.5), (0.5, near), (0.5, far)]
        if self.picture.shape == "rect":
            shares += [(near, near), (far, near), (near, far), (far, far)]
        w, h = self.picture.width, self.picture.height
        return all(covers(layer, x * w, y * h, self.pad) for x, y in shares)

    def _is_on(self, point: Point) -> bool:
        return 0 < point[0] < self.picture.width and 0 < point[1] < self.picture.height

    def _ground(self, shape: Shape, place: _Place, color: str) -> str:
        """The ground from which a colour stands out most beside an outline, where nothing hides it later.

        What lies along less than a fifth of the outline is chance.
        """
        points = [moved(*point, place.matrix) for point in along(shape, self.pad)]
        seen = [point for point in points if self._is_on(point) and shows(point, place.clips, self.pad)]
        some = seen[:: max(1, len(seen) // _POINTS)]
        later = self.hiding.near(some, self.hidden)  # the shape itself, when it is opaque, and all after it
        left = [point for point in some if not any(covers(layer, *point, self.pad) for layer in later)] or some
        below = self.was.near(left)
        found = Counter(grounds(*point, below, self.pad)[0] for point in left)
        often = [ground for ground, times in found.items() if times * 5 >= found.total()]
        return max(often or [PAPER], key=lambda ground: difference(color, ground))

    def _lay(self, was: Shape, now: Shape | None, place: _Place) -> None:
        opacity = was.opacity * place.opacity
        self.was.add(Layer(was, place.matrix, place.clips, opacity))
        self.hidden += opacity >= _SOLID
        if now is not None:
            self.now.add(Layer(now, place.matrix, place.clips, 1.0))

    def _like(self, mark: M, **look: Any) -> M:
        """A mark with another look; made once, so that pictures share it as they shared the first."""
        key = (mark, *look.items())
        made: M | None = self.pad.made.get(key)
        if made is None:
            made = self.pad.made[key] = replace(mark, **look)
            if mark in self.pad.chains:  # the outline is the same
                self.pad.chains[made], self.pad.cores[made] = self.pad.chains[mark], self.pad.cores[mark]
        return made

    def _add(self, mark: Mark, at: int) -> None:
        self.marks.append(mark)
        self.origins.append(at)


def _hiding(marks: Sequence[Mark]) -> Iterator[Layer]:
    stack = [_Place()]
    for mark in marks:
        place = stack[-1]
        if isinstance(mark, Begin):
            stack.append(place.within(mark))
        elif isinstance(mark, End):
            stack.pop()
        elif isinstance(mark, Shape) and mark.fill != "none" and mark.opacity * place.opacity >= _SOLID:
            yield Layer(mark, place.matrix, place.clips, 1.0)


def _shapes(nodes: Sequence[_Node], place: _Place) -> Iterator[tuple[Shape, _Place]]:
    for node in nodes:
        if isinstance(node, _Group):
            yield from _shapes(node.members, place.within(node.begin))
        elif isinstance(node.mark, Shape):
            yield node.mark, place


def _middle(fill: str) -> str:
    colors = colors_of(fill)
    return colors[len(colors) // 2]
