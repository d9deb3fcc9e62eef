"""Compiling: an SVG file's elements become outlines in the units of its view box, or a mistake with its line."""

import re
from dataclasses import replace
from math import hypot
from typing import NamedTuple

from pressplay.drawing.box import Box
from pressplay.drawing.matrix import Matrix, multiply
from pressplay.drawing.paint import Flat, Stroke
from pressplay.drawing.path import Path, Segment, flatten, transform
from pressplay.drawing.shapes import rectangle
from pressplay.drawing.svg_path import FARTHEST, PathMistake, affine, numbers

from .gradients import GRADIENTS, GradientPaint, GradientReader
from .parts import CURRENT, STRAIGHT, Bundle, Clipping, IconPart, Outline, PlacedGradient, VectorArt
from .shape_outlines import shape_outline
from .styles import Style, StyleSheet
from .tree import IconMistake, SvgElement, SvgTree, read_tree
from .values import read_length, read_share, read_tint

MAX_SEGMENTS = 50_000  # of an icon
MAX_USES = 30  # uses inside one another
_SMALL_VIEW, _LARGE_VIEW = 16.0, 512.0  # units; outlines are kept to a thousandth of one

_GROUPS = ("svg", "g", "a", "symbol")
_SHAPES = ("path", "rect", "circle", "ellipse", "line", "polygon", "polyline")
# What draws nothing by itself; drawings that move are drawn as they begin.
_SILENT = frozenset(
    (
        *("title", "desc", "metadata", "defs", "style", "script", "clipPath", "mask", "marker", "filter", "pattern"),
        *("linearGradient", "radialGradient", "stop", "view", "symbol", "cursor", "font", "font-face", "solidColor"),
        *("animate", "animateTransform", "animateMotion", "animateColor", "set", "mpath", "color-profile"),
    )
)
_REMEDIES = {
    "text": "turn it into outlines: in Inkscape Path > Object to Path, in Illustrator Type > Create Outlines",
    "image": "use the image itself as an icon, or trace it into paths",
    "foreignObject": "export it as plain SVG",
}


def compile_svg(text: str) -> VectorArt:
    """An SVG file as parts that can be drawn without a decision."""
    tree = read_tree(text)
    return _Compiler(tree).art()


def without_ground(art: VectorArt) -> VectorArt:
    """The figure alone when it stands on a square that fills the view box; a figure of one colour takes the stamp's."""
    parts = art.parts
    if len(parts) < 2 or not _is_ground(parts[0], art):
        return art
    figure = parts[1:]
    colors = {color for part in figure for color in _colors(part)}
    if len(colors) == 1:
        figure = tuple(_in_current(part) for part in figure)
    return replace(art, parts=figure)


def _is_ground(part: IconPart, art: VectorArt) -> bool:
    if not isinstance(part, Outline) or not part.fill or part.matrix != STRAIGHT or len(part.path.chains) != 1:
        return False
    box, near = part.path.box, 0.01 * max(art.width, art.height)
    gaps = (box.x - art.left, box.y - art.top, box.w - art.width, box.h - art.height)
    return max(map(abs, gaps)) <= near and set(part.path.kinds) <= set("MLZ") and len(part.path.kinds) <= 6


def _colors(part: IconPart) -> set[object]:
    if isinstance(part, Bundle):
        return {color for inner in part.parts for color in _colors(inner)}
    stroke = part.stroke.paint if part.stroke else None
    return {paint for paint in (part.fill, stroke) if paint}


def _in_current(part: IconPart) -> IconPart:
    if isinstance(part, Bundle):
        return replace(part, parts=tuple(map(_in_current, part.parts)))
    stroke = replace(part.stroke, paint=CURRENT) if part.stroke else None
    return replace(part, fill=CURRENT if part.fill else None, stroke=stroke)


class _Ink(NamedTuple):
    """How a fill or stroke is painted: `greys` say where a gradient is how opaque."""

    paint: Flat | PlacedGradient
    opacity: float
    greys: PlacedGradient | None = None


class _Compiler:
    """Walks through one file."""

    def __init__(self, tree: SvgTree) -> None:
        self.tree = tree
        self.sheet = StyleSheet(tree.styles)
        self.view = _view_box(tree.root)
        self.gradients = GradientReader(tree, self.sheet, (self.view.w, self.view.h))
        self.count = 0
        self.uses = 0
        self.in_mask = False

    def art(self) -> VectorArt:
        view = self.view
        side = max(view.w, view.h)
        grow = _LARGE_VIEW / side if side < _SMALL_VIEW else 1
        parts = self._inside(self.tree.root, {}, (grow, 0, 0, grow, 0, 0))
        if not parts:
            raise IconMistake("draws nothing", 0, "show its hidden layers, or leave the icon out")
        return VectorArt(view.x * grow, view.y * grow, view.w * grow, view.h * grow, tuple(parts))

    # Elements

    def _inside(self, element: SvgElement, inherited: Style, matrix: Matrix) -> list[IconPart]:
        """What the topmost element holds, its own style included."""
        style = self.sheet.of(element, inherited)
        if style.get("display") == "none":
            return []
        parts = self._children(element.children, style, matrix)
        return self._bundled(parts, element, style, matrix, None)

    def _children(self, elements: list[SvgElement], style: Style, matrix: Matrix) -> list[IconPart]:
        return [part for child in elements for part in self._element(child, style, matrix)]

    def _element(self, element: SvgElement, inherited: Style, matrix: Matrix) -> list[IconPart]:
        tag = element.tag
        if tag in _SILENT:
            return []
        style = self.sheet.of(element, inherited)
        if style.get("display") == "none":
            return []
        if tag in _REMEDIES:
            return self._refused(element, style)
        matrix = _moved(style.get("transform", ""), matrix, element.line)
        box: Box | None = None
        if tag in _SHAPES:
            segments = self._segments(element, style)
            box = _reach(segments)
            parts = self._shape(segments, element, style, matrix) if segments else []
        elif tag == "use":
            parts = self._use(element, style, matrix)
        elif tag == "switch":
            parts = self._children(_chosen(element), style, matrix)
        elif tag == "svg":
            parts = self._nested(element, element, style, matrix)
        elif tag in _GROUPS:
            parts = self._children(element.children, style, matrix)
        else:
            raise IconMistake(f"holds a <{tag}>, which cannot be drawn", element.line, "remove it in your editor")
        return self._bundled(parts, element, style, matrix, box) if parts else []

    def _refused(self, element: SvgElement, style: Style) -> list[IconPart]:
        """Nothing, when it is hidden; a mistake otherwise."""
        if style.get("visibility", "visible") != "visible":
            return []
        raise IconMistake(f"holds a <{element.tag}>, which cannot be drawn", element.line, _REMEDIES[element.tag])

    def _use(self, element: SvgElement, style: Style, matrix: Matrix) -> list[IconPart]:
        target = self._named(element.get("href"), element.line)
        self.uses += 1
        if self.uses > MAX_USES:
            raise IconMistake("uses itself", element.line, "replace the clone by what it shows")
        x, y = (read_length(element.get(side) or "0", element.line, self.view.w) for side in ("x", "y"))
        matrix = multiply((1, 0, 0, 1, x, y), matrix)
        if target.tag in ("symbol", "svg"):
            own = self.sheet.of(target, style)
            parts = self._nested(target, element, own, matrix)
        else:
            parts = self._element(target, style, matrix)
        self.uses -= 1
        return parts

    def _nested(self, source: SvgElement, frame: SvgElement, style: Style, matrix: Matrix) -> list[IconPart]:
        """A drawing inside the drawing, in a frame of its own."""

        def side(name: str, whole: float) -> float:
            written = frame.get(name) or source.get(name) or "100%"
            return read_length("100%" if written == "auto" else written, frame.line, whole)

        w, h = side("width", self.view.w), side("height", self.view.h)
        if frame is source:
            x, y = (read_length(source.get(name) or "0", source.line, self.view.w) for name in ("x", "y"))
            matrix = multiply((1, 0, 0, 1, x, y), matrix)
        if not source.get("viewBox"):
            return self._children(source.children, style, matrix)
        view = _view_box(source)
        scale = min(w / view.w, h / view.h)
        left, top = (w - view.w * scale) / 2 - view.x * scale, (h - view.h * scale) / 2 - view.y * scale
        inner = multiply((scale, 0, 0, scale, left, top), matrix)
        parts = self._children(source.children, style, inner)
        window = Clipping(Path.of(transform(rectangle(0, 0, w, h), matrix)), False)
        return [Bundle(tuple(parts), clips=(window,))] if parts else []

    def _named(self, href: str, line: int) -> SvgElement:
        if not href.startswith("#"):
            raise IconMistake(
                f"uses {href or 'nothing'}, which is in no other file here", line, "export it as one file"
            )
        target = self.tree.ids.get(href[1:])
        if target is None:
            raise IconMistake(f"uses {href}, which is not in it", line, "export it from your editor again")
        return target

    def _bundled(
        self, parts: list[IconPart], element: SvgElement, style: Style, matrix: Matrix, box: Box | None
    ) -> list[IconPart]:
        """Parts with what is done to them as a whole."""
        if style.get("filter", "none") != "none":
            raise IconMistake("has a filter (blur or shadow)", element.line, "remove the effect, or use a PNG")
        if style.get("mix-blend-mode", "normal") not in ("normal", "passthrough", "pass-through"):
            raise IconMistake("blends colours with what lies below", element.line, "set its blend mode to normal")
        opacity = read_share(style.get("opacity", "1"), element.line)
        if opacity <= 0:
            return []
        bundle = Bundle(tuple(parts), opacity)
        if (url := style.get("clip-path", "none")) != "none":
            bundle = self._clipped(bundle, self._pointed(url, "clipPath", element.line), matrix, box)
        if (url := style.get("mask", "none")) != "none":
            bundle = self._masked(bundle, self._pointed(url, "mask", element.line), matrix, box)
        return parts if bundle == Bundle(tuple(parts)) else [bundle]

    def _pointed(self, url: str, tag: str, line: int) -> SvgElement:
        match = re.match(r"url\(\s*['\"]?#([^'\")]+)['\"]?\s*\)", url)
        found = self.tree.ids.get(match[1]) if match else None
        if found is None or found.tag != tag:
            raise IconMistake(f"has a {tag} {url}, which is not in it", line, "export it from your editor again")
        return found

    def _clipped(self, bundle: Bundle, source: SvgElement, matrix: Matrix, box: Box | None) -> Bundle:
        style = self.sheet.of(source, {})
        matrix = _moved(style.get("transform", ""), _by_box(source, "clipPathUnits", matrix, box), source.line)
        shapes = [child for child in source.children if child.tag not in _SILENT]
        if len(shapes) == 1 and shapes[0].tag in _SHAPES and not source.get("clip-path"):
            own = self.sheet.of(shapes[0], style)
            if own.get("clip-path", "none") == "none" and own.get("display") != "none":
                moved = _moved(own.get("transform", ""), matrix, shapes[0].line)
                path = Path.of(transform(self._segments(shapes[0], own), moved))
                return replace(bundle, clips=(Clipping(path, own.get("clip-rule") == "evenodd"),))
        parts = self._in_mask(source, style | {"fill": "white", "stroke": "none"}, matrix)
        return replace(bundle, mask=parts, by_light=False)

    def _masked(self, bundle: Bundle, source: SvgElement, matrix: Matrix, box: Box | None) -> Bundle:
        style = self.sheet.of(source, {})
        parts = self._in_mask(source, style, _by_box(source, "maskContentUnits", matrix, box))
        if source.get("maskUnits") == "userSpaceOnUse" and parts:
            w, h = self.view.w, self.view.h
            sides = (("x", "-10%", w), ("y", "-10%", h), ("width", "120%", w), ("height", "120%", h))
            region = [
                read_length(source.get(name) or otherwise, source.line, whole) for name, otherwise, whole in sides
            ]
            window = Clipping(Path.of(transform(rectangle(*region), matrix)), False)
            parts = (Bundle(parts, clips=(window,)),)
        inner = (bundle,) if bundle.mask is not None else bundle.parts
        outer = Bundle(inner) if bundle.mask is not None else bundle
        return replace(outer, mask=parts, by_light=style.get("mask-type") != "alpha")

    def _in_mask(self, source: SvgElement, style: Style, matrix: Matrix) -> tuple[IconPart, ...]:
        before, self.in_mask = self.in_mask, True
        self.uses += 1
        if self.uses > MAX_USES:
            raise IconMistake("masks itself", source.line, "remove the mask")
        parts = self._children(source.children, style, matrix)
        self.in_mask = before
        self.uses -= 1
        return tuple(parts)

    # Shapes

    def _segments(self, element: SvgElement, style: Style) -> list[Segment]:
        try:
            return shape_outline(element, style, self.view)
        except PathMistake as mistake:
            raise IconMistake(f"has a path that cannot be read: {mistake}", element.line, "draw it again") from None

    def _shape(self, segments: list[Segment], element: SvgElement, style: Style, matrix: Matrix) -> list[IconPart]:
        self.count += len(segments)
        if self.count > MAX_SEGMENTS:
            raise IconMistake(f"has more than {MAX_SEGMENTS:,} lines and curves", element.line, "simplify its paths")
        if style.get("visibility", "visible") != "visible":
            return []
        for name in ("marker-start", "marker-mid", "marker-end", "marker"):
            if style.get(name, "none") != "none":
                hint = "turn the line into a path: in Inkscape Path > Stroke to Path"
                raise IconMistake("has arrows or other markers on a line", element.line, hint)
        box = _reach(segments)
        fill = self._ink("fill", "black", element, style, box, matrix) if element.tag != "line" else None
        stroke = self._pen(element, style, box, matrix)
        path = Path.of(transform(segments, matrix))
        if not all(-FARTHEST < value < FARTHEST for value in path.values):
            hint = "scale the drawing down"
            raise IconMistake("holds a number that is out of all bounds", element.line, hint)
        even_odd = style.get("fill-rule") == "evenodd"
        filled = Outline(path, fill.paint, None, even_odd) if fill else None
        if fill and stroke and fill.opacity == 1 and isinstance(fill.paint, Flat) and stroke.joins_a_fill:
            return [replace(stroke.drawn, fill=fill.paint, even_odd=even_odd, path=path)]
        parts: list[IconPart] = []
        if fill and filled:
            parts.append(_veiled(filled, fill))
        if stroke:
            drawn = stroke.drawn if stroke.drawn.matrix != STRAIGHT else replace(stroke.drawn, path=path)
            line: IconPart = Bundle((drawn,), stroke.opacity) if stroke.opacity < 1 else drawn
            parts.insert(len(parts) if stroke.first else 0, line)
        return parts

    def _ink(self, name: str, default: str, element: SvgElement, style: Style, box: Box, matrix: Matrix) -> _Ink | None:
        """What a fill or stroke is painted with; nothing when it is not to be seen."""
        word = style.get(name, default)
        opacity = read_share(style.get(f"{name}-opacity", "1"), element.line)
        if match := re.match(r"url\(\s*['\"]?#([^'\")]+)['\"]?\s*\)\s*(.*)", word):
            source, word = self.tree.ids.get(match[1]), match[2] or "none"
            if source is not None and source.tag in GRADIENTS:
                found = self.gradients.read(source, style, box, matrix)
                if isinstance(found, GradientPaint):
                    return _Ink(found.colors, opacity, found.opacity) if opacity else None
                word = found
            elif source is not None:
                hint = "fill it with one colour or a gradient"
                raise IconMistake(f"is painted with a <{source.tag}>, which cannot be drawn", element.line, hint)
        if word.lower() in ("currentcolor", "context-fill", "context-stroke"):
            word = style.get("color", "black")
            word = "black" if word.lower() == "currentcolor" else word
        if word == "none":
            return None
        tint = read_tint(word)
        if tint is None:
            raise IconMistake(f"has the colour {word!r}, which is not known", element.line, "write it as #rrggbb")
        opacity *= tint.opacity
        # Black and currentColor alike take the stamp's colour; in a mask black hides.
        paint = CURRENT if tint.color == "#000000" and not self.in_mask else Flat(tint.color)
        return _Ink(paint, opacity) if opacity > 0 else None

    def _pen(self, element: SvgElement, style: Style, box: Box, matrix: Matrix) -> "_Pen | None":
        if style.get("stroke", "none") == "none":
            return None
        line = element.line
        diagonal = hypot(self.view.w, self.view.h) / 2**0.5
        width = read_length(style.get("stroke-width", "1"), line, diagonal)
        ink = self._ink("stroke", "none", element, style, box, matrix)
        if not ink or width <= 0:
            return None
        if isinstance(ink.paint, PlacedGradient):
            hint = "turn the line into a shape: in Inkscape Path > Stroke to Path, in Figma Outline stroke"
            raise IconMistake("has a line painted with a gradient", line, hint)
        a, b, c, d, *_ = matrix
        scale = abs(a * d - b * c) ** 0.5
        even = (
            abs(a * a + b * b - c * c - d * d) < 1e-6 * scale**2 + 1e-12
            and abs(a * c + b * d) < 1e-6 * scale**2 + 1e-12
        )
        fixed = style.get("vector-effect") == "non-scaling-stroke"
        by = 1.0 if fixed or not even else scale
        dash, phase = self._dash(style, line, diagonal, by)
        cap, join = style.get("stroke-linecap", "butt"), style.get("stroke-linejoin", "miter")
        if cap not in ("butt", "round", "square"):
            cap = "butt"
        if join not in ("round", "bevel"):
            join = "miter"
        pen = Stroke(ink.paint, width * by, dash, cap, join)
        miter = max(1.0, read_length(style.get("stroke-miterlimit", "4"), line))
        path = Path.of(self._segments(element, style)) if not even and not fixed else Path("", ())
        bent = matrix if not even and not fixed else STRAIGHT
        order = style.get("paint-order", "normal").split()
        stroke_first = "stroke" in order and ("fill" not in order or order.index("stroke") < order.index("fill"))
        return _Pen(Outline(path, None, pen, miter=miter, phase=phase, matrix=bent), ink.opacity, not stroke_first)

    def _dash(self, style: Style, line: int, whole: float, by: float) -> tuple[tuple[float, ...], float]:
        words = style.get("stroke-dasharray", "none").replace(",", " ").split()
        if words in ([], ["none"]):
            return (), 0.0
        lengths = [read_length(word, line, whole) * by for word in words]
        if min(lengths) < 0 or sum(lengths) <= 0:
            return (), 0.0
        lengths = lengths * 2 if len(lengths) % 2 else lengths
        phase = read_length(style.get("stroke-dashoffset", "0"), line, whole) * by
        return tuple(lengths), phase % sum(lengths)


class _Pen(NamedTuple):
    """A stroke as an outline; `first` when the fill lies below it, as is usual."""

    drawn: Outline
    opacity: float
    first: bool

    @property
    def joins_a_fill(self) -> bool:
        """Whether fill and stroke can be drawn at once."""
        return self.first and self.opacity == 1 and self.drawn.matrix == STRAIGHT


def _veiled(outline: Outline, ink: _Ink) -> IconPart:
    if ink.greys:
        return Bundle((outline,), ink.opacity, mask=(replace(outline, fill=ink.greys),))
    return Bundle((outline,), ink.opacity) if ink.opacity < 1 else outline


def _view_box(svg: SvgElement) -> Box:
    if svg.get("viewBox"):
        written, hint = svg.get("viewBox"), "write viewBox as four numbers: left, top, width and height"
        try:
            found = numbers(written)
        except PathMistake as mistake:
            raise IconMistake(f"has the view box {written[:40]!r}: {mistake}", svg.line, hint) from None
        if len(found) != 4:
            raise IconMistake(f"has the view box {written[:40]!r}", svg.line, hint)
        if min(found[2:]) <= 0:
            raise IconMistake("has no width or no height", svg.line, hint)
        return Box(*found)
    w, h = (read_length(svg.get(side) or "24", svg.line, 24) for side in ("width", "height"))
    if w <= 0 or h <= 0:
        raise IconMistake("has no width or no height", svg.line, "give it a viewBox")
    return Box(0, 0, w, h)


def _moved(text: str, matrix: Matrix, line: int) -> Matrix:
    if not text or text == "none":
        return matrix
    try:
        moved = affine(text, matrix)
    except (PathMistake, IndexError) as mistake:
        hint = "export it with plain transforms, or apply them"
        raise IconMistake(f"has the transform {text[:40]!r}: {mistake}", line, hint) from None
    if not all(-1e6 < value < 1e6 for value in moved):
        raise IconMistake(
            f"has the transform {text[:40]!r}, which is out of all bounds", line, "apply it in your editor"
        )
    return moved


def _by_box(source: SvgElement, units: str, matrix: Matrix, box: Box | None) -> Matrix:
    if source.get(units) != "objectBoundingBox":
        return matrix
    if box is None:
        hint = "clip or mask the shapes one by one"
        raise IconMistake(f"has a <{source.tag}> measured by a group", source.line, hint)
    return multiply((box.w, 0, 0, box.h, box.x, box.y), matrix)


def _reach(segments: list[Segment]) -> Box:
    """The box around what a path covers."""
    points = [point for chain in flatten(segments, 16) for point in chain]
    if not points:
        return Box(0, 0, 0, 0)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _chosen(switch: SvgElement) -> list[SvgElement]:
    """The first child of a switch that asks for nothing special."""
    plain = [
        child for child in switch.children if not child.get("requiredExtensions") and not child.get("systemLanguage")
    ]
    return [child for child in plain if child.tag not in ("title", "desc", "metadata", "foreignObject")][:1]
