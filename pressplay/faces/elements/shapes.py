"""Shapes: outlines with a fill and a stroke, from a rectangle to any path."""

from collections.abc import Callable

from pressplay.drawing.box import Box
from pressplay.drawing.marks import Begin, End, Mark, Shape
from pressplay.drawing.paint import Flat, Gradient, Paint, Pattern, pattern_dots, pattern_lines
from pressplay.drawing.path import Segment, bounds, write_path
from pressplay.drawing.shapes import arc, ellipse, ngon, polygon, rectangle, star, wedge
from pressplay.drawing.svg_path import PathMistake, parse_path
from pressplay.faces.element import (
    EVERY,
    FADE,
    Attr,
    Drawing,
    Element,
    FaceMistake,
    Scene,
    Values,
    color,
    length,
    number,
    numbers_of,
    one_of,
    paint,
    whole,
    words,
)

_MUST = Attr(number)
_SIZE = Attr(length)
_INK = {
    "fill": Attr(paint, None),
    "stroke": Attr(color, None),
    "stroke-width": Attr(length, 0.25),
    "dash": Attr(numbers_of, ()),
    "cap": Attr(one_of("butt", "round", "square"), "butt"),
    "join": Attr(one_of("miter", "round", "bevel"), "miter"),
}


def shape(attributes: dict[str, Attr], outline: Callable[[Values], list[Segment]], open: bool = False) -> Element:
    """An element that draws one outline; an open one is stroked, not filled, unless it says so."""

    def draw(values: Values, scene: Scene) -> Drawing:
        try:
            segments = outline(values)
        except PathMistake as mistake:
            raise FaceMistake(str(mistake)) from None
        if not segments:
            raise FaceMistake("the outline is empty")
        return Drawing(inked(segments, values, open))

    return Element({**attributes, **_INK, **FADE, **EVERY}, draw=draw)


def inked(segments: list[Segment], values: Values, open: bool = False) -> list[Mark]:
    """The marks of an outline with its paint and stroke."""
    fill: Paint | None = values["fill"]
    stroke: str | None = values["stroke"]
    if fill is None:
        fill = Flat("none") if stroke or open else Flat("#000000")
    if stroke is None:
        stroke = "#000000" if open and isinstance(fill, Flat) and fill.color == "none" else "none"
    box = Box(*bounds(segments))
    path = write_path(segments)
    line = {
        "stroke": stroke,
        "width": values["stroke-width"],
        "dash": values["dash"],
        "cap": values["cap"],
        "join": values["join"],
        "opacity": values["opacity"],
    }
    if isinstance(fill, Flat):
        return [Shape(path, box, fill.color, **line)]
    if isinstance(fill, Gradient):
        return [Shape(path, box, fill.placed(box), **line)]
    marks = _patterned(path, box, fill, values["opacity"])
    return [*marks, Shape(path, box, "none", **line)] if stroke != "none" else marks


def _patterned(path: str, box: Box, pattern: Pattern, opacity: float) -> list[Mark]:
    marks: list[Mark] = []
    if pattern.ground != "none":
        marks.append(Shape(path, box, pattern.ground, opacity=opacity))
    if pattern.form == "hatch":
        segments: list[Segment] = []
        for x1, y1, x2, y2 in pattern_lines(pattern, box):
            segments += [("M", (x1, y1)), ("L", (x2, y2))]
        ink = Shape(write_path(segments), box, stroke=pattern.color, width=pattern.sizes[0], opacity=opacity)
    else:
        dots = [segment for x, y, r in pattern_dots(pattern, box) for segment in ellipse(x, y, r, r)]
        ink = Shape(write_path(dots), box, pattern.color, opacity=opacity)
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
