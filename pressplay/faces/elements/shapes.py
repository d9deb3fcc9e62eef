"""Shapes: outlines with a fill and a stroke, from a rectangle to any path."""

from collections.abc import Callable

from pressplay.drawing.box import Box
from pressplay.drawing.fills import Fill, Gradient, Pattern, pattern_dots, pattern_lines
from pressplay.drawing.marks import Begin, End, Mark, Shape
from pressplay.drawing.paint import BLACK, Stroke
from pressplay.drawing.path import Path, Segment, bounds
from pressplay.drawing.shapes import arc, ellipse, ngon, polygon, rectangle, star, wedge
from pressplay.drawing.svg_path import PathMistake, parse_path
from pressplay.faces.element import (
    EVERY,
    FADE,
    UNSAID,
    Attr,
    Drawing,
    Element,
    Extent,
    FaceMistake,
    FlowCell,
    InFlow,
    Scene,
    Values,
    color,
    fill,
    in_flow,
    length,
    number,
    numbers_of,
    one_of,
    whole,
    words,
)

_MOST_DOTS = 500_000  # of one pattern
_MUST = Attr(number)
_SIZE = Attr(length)
_INK = {
    "fill": Attr(fill, UNSAID),
    "stroke": Attr(color, UNSAID),
    "stroke-width": Attr(length, 0.25),
    "dash": Attr(numbers_of, ()),
    "cap": Attr(one_of("butt", "round", "square"), "butt"),
    "join": Attr(one_of("miter", "round", "bevel"), "miter"),
}


def shape(
    attributes: dict[str, Attr],
    outline: Callable[[Values], list[Segment]],
    open: bool = False,
    inflow: Callable[[dict[str, Attr]], InFlow] | None = None,
) -> Element:
    """An element that draws one outline; an open one is stroked, not filled, unless it says so."""

    def draw(values: Values, scene: Scene) -> Drawing:
        try:
            segments = outline(values)
        except PathMistake as mistake:
            raise FaceMistake(str(mistake)) from None
        if not segments:
            raise FaceMistake("the outline is empty")
        return Drawing(inked(segments, *_paints(values, open), values["opacity"]))

    every = {**attributes, **_INK, **FADE, **EVERY}
    return Element(every, draw=draw, inflow=inflow(every) if inflow else None)


def _measure(values: Values, body: str, width: float, scene: Scene) -> Extent:
    return Extent(values["w"] or 0.0, values["h"] or 0.0, values["h"] or 0.0)


def _settle(values: Values, cell: FlowCell, scene: Scene) -> Values:
    return values | {"x": 0.0, "y": 0.0, "w": cell.w, "h": cell.h}


def _paints(values: Values, open: bool) -> tuple[Fill | None, Stroke | None]:
    """Fill and stroke: what says neither is filled with black, or drawn as a black line when it is open."""
    fill, paint = values["fill"], values["stroke"]
    if fill is UNSAID:
        fill = None if open or paint not in (UNSAID, None) else BLACK
    if paint is UNSAID:
        paint = BLACK if open and fill is None else None
    if paint is None:
        return fill, None
    return fill, Stroke(paint, values["stroke-width"], values["dash"], values["cap"], values["join"])


def inked(segments: list[Segment], fill: Fill | None, stroke: Stroke | None = None, opacity: float = 1.0) -> list[Mark]:
    """The marks of an outline with its fill and stroke."""
    path, box = Path.of(segments), bounds(segments)
    if isinstance(fill, Pattern):
        marks = _patterned(path, box, fill, opacity)
        return [*marks, Shape(path, box, None, stroke, opacity)] if stroke else marks
    return [Shape(path, box, fill.placed(box) if isinstance(fill, Gradient) else fill, stroke, opacity)]


def _patterned(path: Path, box: Box, pattern: Pattern, opacity: float) -> list[Mark]:
    marks: list[Mark] = []
    if pattern.ground:
        marks.append(Shape(path, box, pattern.ground, opacity=opacity))
    if pattern.form == "hatch":
        segments: list[Segment] = []
        for x1, y1, x2, y2 in pattern_lines(pattern, box):
            segments += [("M", (x1, y1)), ("L", (x2, y2))]
        ink = Shape(Path.of(segments), box, stroke=Stroke(pattern.color, pattern.sizes[0]), opacity=opacity)
    else:
        if box.w * box.h > _MOST_DOTS * pattern.gap**2:
            raise FaceMistake(f"a pattern of more than {_MOST_DOTS:,} dots", "leave a larger distance between them")
        dots = [segment for x, y, r in pattern_dots(pattern, box) for segment in ellipse(x, y, r, r)]
        ink = Shape(Path.of(dots), box, pattern.color, opacity=opacity)
    return [*marks, Begin(clip=path), ink, End()]


def _corners(values: Values) -> list[tuple[float, float]]:
    flat = values["points"]
    if len(flat) % 2 or len(flat) < 4:
        raise FaceMistake("points wants pairs of numbers, two pairs or more")
    return list(zip(flat[::2], flat[1::2], strict=True))


SHAPES = {
    "rect": shape(
        {"x": _MUST, "y": _MUST, "w": _SIZE, "h": _SIZE, "r": Attr(length, 0.0)},
        lambda v: rectangle(v["x"], v["y"], v["w"], v["h"], v["r"]),
        inflow=lambda every: InFlow(in_flow(every, "w", "h"), _measure, _settle, wraps=True),
    ),
    "circle": shape(
        {"cx": _MUST, "cy": _MUST, "r": _SIZE},
        lambda v: ellipse(v["cx"], v["cy"], v["r"], v["r"]),
    ),
    "ellipse": shape(
        {"cx": _MUST, "cy": _MUST, "rx": _SIZE, "ry": _SIZE},
        lambda v: ellipse(v["cx"], v["cy"], v["rx"], v["ry"]),
    ),
    "line": shape(
        {"x1": _MUST, "y1": _MUST, "x2": _MUST, "y2": _MUST},
        lambda v: [("M", (v["x1"], v["y1"])), ("L", (v["x2"], v["y2"]))],
        open=True,
    ),
    "polyline": shape({"points": Attr(numbers_of)}, lambda v: polygon(_corners(v), closed=False), open=True),
    "polygon": shape({"points": Attr(numbers_of)}, lambda v: polygon(_corners(v))),
    "path": shape({"d": Attr(words)}, lambda v: parse_path(v["d"])),
    "arc": shape(
        {"cx": _MUST, "cy": _MUST, "r": _SIZE, "from": _MUST, "to": _MUST},
        lambda v: arc(v["cx"], v["cy"], v["r"], v["from"], v["to"]),
        open=True,
    ),
    "wedge": shape(
        {"cx": _MUST, "cy": _MUST, "r": _SIZE, "from": _MUST, "to": _MUST, "inner": Attr(length, 0.0)},
        lambda v: wedge(v["cx"], v["cy"], v["r"], v["inner"], v["from"], v["to"]),
    ),
    "star": shape(
        {
            "cx": _MUST,
            "cy": _MUST,
            "r": _SIZE,
            "points": Attr(whole),
            "inner": Attr(length, None),
            "rotate": Attr(number, 0.0),
        },
        lambda v: star(
            v["cx"], v["cy"], v["r"], v["r"] / 2 if v["inner"] is None else v["inner"], v["points"], v["rotate"]
        ),
    ),
    "ngon": shape(
        {"cx": _MUST, "cy": _MUST, "r": _SIZE, "sides": Attr(whole), "rotate": Attr(number, 0.0)},
        lambda v: ngon(v["cx"], v["cy"], v["r"], v["sides"], v["rotate"]),
    ),
}
