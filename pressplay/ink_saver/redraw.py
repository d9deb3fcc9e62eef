"""Spare: the same picture in lines, each mark in its place and as plain on white paper as it was on its ground."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import dist
from typing import Any, TypeVar

from pressplay.drawing.box import Box
from pressplay.drawing.colour import contrast, luminance, mixed
from pressplay.drawing.ground import IDENTITY, Clip, Clips, Layer, covers, grounds, looks, moved, needed, shows
from pressplay.drawing.marks import Art, Begin, End, Guide, Mark, Run, Shape, Stamp
from pressplay.drawing.matrix import Matrix, Point, multiply
from pressplay.drawing.paint import Flat, Paint, Stroke, colors_of
from pressplay.drawing.path import Path
from pressplay.drawing.picture import Picture
from pressplay.drawing.shapes import rectangle

from .edges import EdgeCache, LayerStack, along, has_spur, size
from .tones import BLACK, FAINTEST, PAPER, breath, chroma, difference, inked, is_strong, is_told, line, stroke

IMAGE = 0.3  # of a raster image's ink is left
_THIN, _BROAD = 0.8, 1.4  # millimetres: a shape, and a stroke, that is no wider is a line already
_CHIP = 130.0  # square millimetres: a colour on so little room keeps a breath of itself, on more room less of it
_LEAST = 0.6  # of a breath: less is not worth its ink
_TILE = 2000.0  # square millimetres: a piece so small keeps a breath of all its colours
_BASE = 0.3  # of a tile: a shape so large gives it its colour
_SOLID = 0.999  # an opacity that hides what lies below
_VEIL = 0.6  # one that hides most of it
_POINTS = 16  # beside an outline, at which the ground is looked at
_DRAWN = 3.0  # how plainly a contour stands out; a fainter one is a gap around a figure
_REACH = 0.8  # of a rim's width that a part may cover
_TOLD = 1.06  # contrast of two tints that are told apart without a line
_MARGIN = 0.01  # a share of the piece, within which nobody sees that an area ends
_UNKNOWN = "#808080"  # what a photograph may look like
_BEGIN, _END = Begin(), End()
M = TypeVar("M", Shape, Run, Stamp, Art, Begin)
Letters = TypeVar("Letters", Run, Stamp)


@dataclass(slots=True)
class RedrawCache(EdgeCache):
    """What was found out about marks that many pictures share, and what was made of them."""

    variant: dict[tuple[object, ...], Any] = field(default_factory=dict)
    clipped: dict[Path, Shape] = field(default_factory=dict)  # a clip as a shape


@dataclass(frozen=True, slots=True)
class _Place:
    """Where marks stand: moved, clipped and faded by the groups around them."""

    matrix: Matrix = IDENTITY
    clips: Clips = ()
    opacity: float = 1.0

    def within(self, begin: Begin) -> "_Place":
        matrix = multiply(begin.matrix, self.matrix)
        clips = (*self.clips, Clip(begin.clip, matrix)) if begin.clip else self.clips
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
_Part = tuple[Shape, _Place]


def spare(picture: Picture, pad: RedrawCache) -> Picture:
    """Areas become paper with a line around them; light marks on dark areas become dark marks on paper."""
    pen = _Pen(picture, pad)
    pen.draw(_tree(picture.marks), _Place())
    origins = tuple(picture.origins[at] for at in pen.origins) if picture.origins else ()
    stamp = pen.lettered(picture.stamp, _Place()) if picture.stamp else None
    return replace(picture, marks=tuple(pen.marks), origins=origins, edge=pen.edge if picture.edge else "", stamp=stamp)


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
        elif not isinstance(mark, Guide):
            stack[-1].append(_Leaf(mark, at))
    return top


class _Pen:
    """Draws one picture anew; it knows what lay under each mark, and what lies there now."""

    def __init__(self, picture: Picture, pad: RedrawCache) -> None:
        self.picture = picture
        self.pad = pad
        self.marks: list[Mark] = []
        self.origins: list[int] = []
        self.was, self.now = LayerStack(), LayerStack()
        solid = list(_placed(picture.marks))
        hiding = (Layer(shape, at.matrix, at.clips, 1.0) for shape, at in solid if shape.fill)
        self.hiding = LayerStack(hiding)  # all that hides what lies below it
        self.hidden = 0  # how many of them are drawn
        self.stroked = {(shape.path, at.matrix) for shape, at in solid if _is_line(shape, at)}
        self.is_tile = picture.width * picture.height <= _TILE
        self.base = ""  # the tint of the tile
        self.edge = PAPER
        self.contours: list[tuple[Layer, float]] = []  # shapes of which only the rim is seen, and its width

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
        if mark.fill is None:
            return mark.stroke.color if mark.stroke and mark.stroke.width * place.scale > _BROAD else ""
        if not isinstance(mark.fill, Flat) or (mark.stroke and mark.stroke.paint != mark.fill):
            return ""
        return "" if self._is_thin(mark, place) else mark.fill.color

    def _area(self, run: Sequence[_Node], color: str, place: _Place) -> None:
        """Lines around all of them first, paper over all of them then: so no line runs through their midst."""
        parts = list(_shapes(run, place))
        if all(self._is_contour(part, len(parts)) for part in parts):
            self._contour(run, parts, color, place)
            return
        whole = any(self._is_whole(*part) for part in parts)
        masks = not whole and all(self._ground(*part, color) == color for part in parts)
        tints = self._masks(parts) if masks else self._tints(parts, color, whole)
        if whole:
            self._whole(tints[parts[0]])
        edge = None if whole or masks else self._edge(parts, color, tints[parts[0]])
        spurred = len(parts) == 1 and has_spur(parts[0][0].path)
        if edge and not spurred:
            self._each(run, place, lambda shape, spot: self._outline(shape, edge[0], edge[1] / spot.scale))
        self._each(run, place, lambda shape, spot: self._blank(shape, tints[shape, spot]))
        if edge and spurred:
            self._each(run, place, lambda shape, spot: self._outline(shape, edge[0], edge[1] / spot.scale), within=True)
        for shape, spot in parts:
            if shape.fill:
                self._lay(shape, self._blank(shape, tints[shape, spot]), spot)

    def _masks(self, parts: Sequence[_Part]) -> dict[_Part, str]:
        """What masks become, which lie on their own colour to hide something: as their ground."""
        points = [looks(shape.box, spot.matrix)[1] for shape, spot in parts]
        return {part: grounds(*point, self.now.near([point]))[0] for part, point in zip(parts, points)}

    def _tints(self, parts: Sequence[_Part], color: str, whole: bool) -> dict[_Part, str]:
        """What is left of a colour in each area: parts that touch are one to the eye, and as light as the largest."""
        boxes = [shape.box.through(spot.matrix) for shape, spot in parts]
        groups: list[list[int]] = []
        for at, box in enumerate(boxes):
            near = [group for group in groups if any(_touch(box, boxes[other]) for other in group)]
            joined = [at, *(one for group in near for one in group)]
            groups = [*(group for group in groups if group not in near), joined]
        tints: dict[_Part, str] = {}
        for group in groups:
            tint = self._tint(color, max(self._room(*parts[at]) for at in group), whole)
            tints |= {parts[at]: tint for at in group}
        return tints

    def _tint(self, color: str, room: float, whole: bool) -> str:
        """What is left of a colour on so much room; on a small piece the ground leads, and no patch outdoes it."""
        if not self.is_tile or room < _BASE * self.picture.width * self.picture.height:
            depth = min(1.0, (_CHIP / room) ** 0.5) if room else 1.0
            return breath(color, round(depth, 2), base=self.base) if depth >= _LEAST else PAPER
        tint = breath(color, grey=not whole)
        if is_told(color) and chroma(tint) > chroma(self.base or PAPER):
            self.base = tint
        return tint

    def _edge(self, parts: Sequence[_Part], color: str, tint: str) -> tuple[str, float] | None:
        """The line that parts of one colour need; none where another runs already."""
        ground = self._ground(*parts[0], color)
        if all((shape.path, spot.matrix) in self.stroked for shape, spot in parts):
            return line(color, ground) if tint == PAPER and is_strong(color) else None
        return None if self._is_rimmed(parts, tint) else line(color, ground)

    # Contours -----------------------------------------------------------------------

    def _is_contour(self, part: _Part, parts: int) -> bool:
        """Whether only the rim of a shape is seen, for others lie upon it: a figure's outline."""
        shape, place = part
        fill, own = shape.fill, shape.stroke
        if not isinstance(fill, Flat) or not own or own.paint != fill or own.width * place.scale > _BROAD:
            return False
        layer = Layer(shape, place.matrix, place.clips, 1.0)
        points = [moved(*point, place.matrix) for point in along(shape, self.pad)]
        inner = [point for point in points if covers(layer, *point)]
        some = inner[:: max(1, len(inner) // _POINTS)]
        later = self.hiding.near(some, self.hidden + parts)
        hidden = sum(any(covers(one, *point) for one in later) for point in some)
        if hidden * 5 < len(some) * 4 or not some:
            return False
        return difference(fill.color, self._ground(shape, place, fill.color)) >= _DRAWN

    def _contour(self, run: Sequence[_Node], parts: Sequence[_Part], color: str, place: _Place) -> None:
        """The rim of shapes as a line: half of the stroke that they had lies below what is put on."""
        ground = self._ground(*parts[0], color)

        def rim(shape: Shape, spot: _Place) -> Shape:
            ink, width = stroke(color, ground, _width(shape) / 2 * spot.scale)
            return self._lined(shape, ink, 2 * width / spot.scale, join="round")

        self._each(run, place, rim)
        self._each(run, place, lambda shape, spot: self._filled(shape, PAPER))
        for shape, spot in parts:
            self._lay(shape, self._filled(shape, PAPER), spot)
            width = stroke(color, ground, _width(shape) / 2 * spot.scale)[1]
            self.contours.append((Layer(shape, spot.matrix, spot.clips, 1.0), width))

    def _is_rimmed(self, parts: Sequence[_Part], tint: str) -> bool:
        """Whether a contour runs around parts, and tints tell them from their neighbours within it."""
        if not self.contours:
            return False
        layers = [Layer(shape, spot.matrix, spot.clips, 1.0) for shape, spot in parts]
        rim = alike = total = 0
        for layer in layers:
            points = [moved(*point, layer.matrix) for point in along(layer.shape, self.pad)]
            pairs = list(zip(points[::2], points[1::2], strict=True))
            for pair in pairs[:: max(1, len(pairs) // _POINTS)]:
                inner = [any(covers(one, *point) for one in layers) for point in pair]
                if inner[0] == inner[1]:
                    continue  # where parts overlap
                within, out = pair if inner[0] else pair[::-1]
                total += 1
                if self._is_rim(within, out):
                    rim += 1
                elif contrast(grounds(*out, self.now.near([out]))[0], tint) < _TOLD:
                    alike += 1
        return rim * 5 >= total * 2 > 0 and alike * 4 <= total

    def _is_rim(self, within: Point, out: Point) -> bool:
        """Whether the rim of a contour is seen outside a part whose outline runs midway between two points."""
        x, y = (within[0] + out[0]) / 2, (within[1] + out[1]) / 2
        away = dist(within, out) / 2
        for contour, width in self.contours:
            share = min(1.0, width * _REACH / away)
            near = x + (within[0] - x) * share, y + (within[1] - y) * share
            if covers(contour, *near) and not covers(contour, *out):
                return True
        return False

    # How areas are drawn ------------------------------------------------------------

    def _each(
        self, nodes: Sequence[_Node], place: _Place, make: Callable[[Shape, _Place], Shape], within: bool = False
    ) -> None:
        """Draws each shape once; `within` leaves only what lies inside it."""
        for node in nodes:
            if isinstance(node, _Group):
                self._add(node.begin, node.at)
                self._each(node.members, place.within(node.begin), make, within)
                self._add(_END, node.at)
            elif isinstance(node.mark, Shape) and within:
                self._within(node.mark, make(node.mark, place), node.at)
            elif isinstance(node.mark, Shape):
                self._add(make(node.mark, place), node.at)

    def _within(self, shape: Shape, drawn: Shape, at: int) -> None:
        self._add(self._like(_BEGIN, clip=shape.path), at)
        self._add(drawn, at)
        self._add(_END, at)

    def _outline(self, shape: Shape, ink: str, width: float) -> Shape:
        """A line just outside a shape; half of it will lie below the paper that is put on."""
        wide = 2 * width + _width(shape)
        if shape.fill is None:
            return self._lined(shape, ink, wide, opacity=1.0)
        return self._lined(shape, ink, wide, dash=(), join="round", opacity=1.0)

    def _lined(self, shape: Shape, ink: str, width: float, opacity: float | None = None, **look: Any) -> Shape:
        """A shape's outline alone, as a line like its own but for some looks."""
        line = replace(shape.stroke or Stroke(Flat(ink)), paint=Flat(ink), width=width, **look)
        return self._like(shape, fill=None, stroke=line, opacity=shape.opacity if opacity is None else opacity)

    def _blank(self, shape: Shape, color: str) -> Shape:
        fill = Flat(color)
        line = replace(shape.stroke, paint=fill) if shape.stroke else None
        return self._like(shape, fill=fill if shape.fill else None, stroke=line)

    # Whatever else ------------------------------------------------------------------

    def _group(self, group: _Group, place: _Place) -> None:
        first = len(self.was)
        inner = place.within(group.begin)
        self._add(self._like(group.begin, opacity=1.0), group.at)  # faded colours are drawn as they looked
        self.draw(group.members, inner)
        if group.begin.clip:
            self._frame(group.begin.clip, group.at, inner, first)
        self._add(_END, group.at)

    def _frame(self, clip: Path, at: int, inner: _Place, first: int) -> None:
        """A line along a clip that cut areas off: their own lines lie outside, where nobody sees them."""
        path = self.pad.clipped.get(clip)
        if path is None:
            path = self.pad.clipped[clip] = Shape(clip, clip.box, Flat(PAPER))
        if self._is_whole(path, inner):
            return
        points = [moved(*point, inner.matrix) for point in along(path, self.pad)]
        edge = [point for point in points if shows(point, inner.clips)]
        here = self.was.near(edge, first)
        filled = [point for point in edge if any(covers(layer, *point) for layer in here)]
        if not filled or len(filled) * 3 < len(edge) * 2:
            return
        color = Counter(grounds(*point, here)[0] for point in filled).most_common(1)[0][0]
        tint = Counter(grounds(*point, self.now.near(filled))[0] for point in filled).most_common(1)[0][0]
        if (path.path, inner.matrix) in self.stroked and (tint != PAPER or not is_strong(color)):
            return
        outer = [point for point in points if point not in edge and self._is_on(point)]
        below = self.was.near(outer, 0, first)
        around = Counter(grounds(*point, below)[0] for point in outer)
        ink, width = line(color, around.most_common(1)[0][0] if around else PAPER)
        self._add(self._lined(path, ink, 2 * width / inner.scale), at)

    def _shape(self, shape: Shape, at: int, place: _Place) -> None:
        """A shape that is no plain area: thin, faded, shaded, or with a stroke in another colour."""
        opacity = shape.opacity * place.opacity
        ink, width = self._stroke(shape, opacity, place)
        if shape.fill:
            ink = self._fill(shape, opacity, ink, at, place)
        if not ink:
            return
        if _width(shape) * place.scale <= _BROAD:
            self._add(self._lined(shape, ink, width, opacity=1.0), at)
        else:
            inner = _width(shape) - 2 * line(ink, PAPER)[1] / place.scale
            self._add(self._lined(shape, ink, _width(shape), opacity=1.0), at)
            self._add(self._lined(shape, PAPER, inner, opacity=1.0), at)

    def _stroke(self, shape: Shape, opacity: float, place: _Place) -> tuple[str, float]:
        """The new colour and width of a stroke, which lies between a shape and its ground."""
        if shape.stroke is None:
            return "", 0.0
        color = shape.stroke.color
        sides = [self._ground(shape, place, color)]
        if shape.fill and opacity > _VEIL:
            sides.append(_middle(shape.fill))
        side = max(sides, key=lambda side: difference(color, side))
        ink, width = stroke(mixed(side, color, opacity), side, shape.stroke.width * place.scale)
        return ink, width / place.scale

    def _fill(self, shape: Shape, opacity: float, own: str, at: int, place: _Place) -> str:
        """The inside of a shape; `own` is the colour of its stroke, and the answer the one that it gets."""
        assert shape.fill
        color, fill = _middle(shape.fill), ""
        ground = self._ground(shape, place, color)
        seen = mixed(ground, color, opacity)
        if self._is_thin(shape, place):
            fill = inked(seen, ground)
            self._add(self._filled(shape, fill), at)
        else:
            whole = self._is_whole(shape, place)
            if opacity > _VEIL:
                fill = self._tint(seen, self._room(shape, place), whole)
            if whole:
                self._whole(fill)
            elif not own:
                edge = self._edge([(shape, place)], seen, fill)
                if edge:
                    self._add(self._outline(shape, edge[0], edge[1] / place.scale), at)
            elif fill in ("", PAPER) and is_strong(seen) and shape.stroke and not is_strong(shape.stroke.color):
                own = inked(seen, ground, least=contrast(own, PAPER))  # one line for both, in the hue that was lost
            if fill:
                self._add(self._filled(shape, fill), at)
        self._lay(shape, self._filled(shape, fill) if fill else None, place)
        return own

    def _whole(self, fill: str) -> None:
        if self.is_tile and fill:
            self.edge = fill

    def _filled(self, shape: Shape, fill: str) -> Shape:
        return self._like(shape, fill=Flat(fill), stroke=None, opacity=1.0)

    def _image(self, art: Art, at: int, place: _Place) -> None:
        """A raster image stays, much lighter; nobody knows its colours, so type on it must bear the worst."""
        light = art.opacity * place.opacity * IMAGE
        self._add(self._like(art, opacity=light), at)
        clip = art.clip
        path = Path.of(rectangle(clip.x, clip.y, clip.w, clip.h))
        for layers, color in ((self.was, _UNKNOWN), (self.now, mixed(PAPER, BLACK, light))):
            layers.add(Layer(Shape(path, clip, Flat(color)), place.matrix, place.clips, 1.0))

    def lettered(self, mark: Letters, place: _Place) -> Letters:
        """Letters or an icon, dark enough for what lies below them now."""
        points = looks(mark.box, place.matrix)
        under = self.now.near(points)
        ground = grounds(*points[1], self.was.near(points))[0]
        paper = min((color for point in points for color in grounds(*point, under)), key=luminance)
        seen = mixed(ground, mark.fill.color, mark.opacity * place.opacity)
        ink = inked(seen, ground, paper, FAINTEST if mark.art else needed(mark))
        return self._like(mark, fill=Flat(ink), opacity=1.0)

    # What a shape is like, and what lies around it ------------------------------------

    def _is_thin(self, shape: Shape, place: _Place) -> bool:
        return size(shape, self.pad)[1] * place.scale <= _THIN

    def _room(self, shape: Shape, place: _Place) -> float:
        """How much a shape covers, in square millimetres."""
        area, wide = size(shape, self.pad)
        if shape.fill is None and wide:
            area = 2 * area / wide * _width(shape)  # of a stroke, its length and width
        return area * place.scale**2

    def _is_whole(self, shape: Shape, place: _Place) -> bool:
        """Whether a shape covers the piece: it is the paper itself, and its end is not seen."""
        if shape.fill is None:
            return False
        layer = Layer(shape, place.matrix, place.clips, 1.0)
        near, far = _MARGIN, 1 - _MARGIN
        shares = [(0.5, 0.5), (near, 0.5), (far, 0.5), (0.5, near), (0.5, far)]
        if self.picture.shape == "rect":
            shares += [(near, near), (far, near), (near, far), (far, far)]
        w, h = self.picture.width, self.picture.height
        return all(covers(layer, x * w, y * h) for x, y in shares)

    def _is_on(self, point: Point) -> bool:
        return 0 < point[0] < self.picture.width and 0 < point[1] < self.picture.height

    def _ground(self, shape: Shape, place: _Place, color: str) -> str:
        """The ground from which a colour stands out most beside an outline, where nothing hides it later.

        What lies along less than a fifth of the outline is chance, unless the rest has the colour itself.
        """
        points = [moved(*point, place.matrix) for point in along(shape, self.pad)]
        seen = [point for point in points if self._is_on(point) and shows(point, place.clips)]
        some = seen[:: max(1, len(seen) // _POINTS)]
        later = self.hiding.near(some, self.hidden)  # the shape itself, when it is opaque, and all after it
        left = [point for point in some if not any(covers(layer, *point) for layer in later)] or some
        below = self.was.near(left)
        found = Counter(grounds(*point, below)[0] for point in left)
        often = [ground for ground, times in found.items() if times * 5 >= found.total()]
        if often == [color]:
            often = list(found)
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
        variant: M | None = self.pad.variant.get(key)
        if variant is None:
            variant = self.pad.variant[key] = replace(mark, **look)
        return variant

    def _add(self, mark: Mark, at: int) -> None:
        self.marks.append(mark)
        self.origins.append(at)


def _placed(marks: Sequence[Mark]) -> Iterator[_Part]:
    """The shapes of a picture that no opacity fades, and where they stand."""
    stack = [_Place()]
    for mark in marks:
        place = stack[-1]
        if isinstance(mark, Begin):
            stack.append(place.within(mark))
        elif isinstance(mark, End):
            stack.pop()
        elif isinstance(mark, Shape) and mark.opacity * place.opacity >= _SOLID:
            yield mark, place


def _touch(a: Box, b: Box) -> bool:
    return a.x <= b.right and b.x <= a.right and a.y <= b.bottom and b.y <= a.bottom


def _shapes(nodes: Sequence[_Node], place: _Place) -> Iterator[_Part]:
    for node in nodes:
        if isinstance(node, _Group):
            yield from _shapes(node.members, place.within(node.begin))
        elif isinstance(node.mark, Shape):
            yield node.mark, place


def _is_line(shape: Shape, place: _Place) -> bool:
    """Whether a shape is a plain line as it stands."""
    line = shape.stroke
    return bool(shape.fill is None and line and not line.dash and line.width * place.scale <= _BROAD)


def _width(shape: Shape) -> float:
    """How wide a shape's line is."""
    return shape.stroke.width if shape.stroke else 0.0


def _middle(paint: Paint) -> str:
    colors = colors_of(paint)
    return colors[len(colors) // 2]
