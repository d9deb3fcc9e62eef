"""Containers: groups that move, turn, clip and fade; grids; things repeated along a path."""

from pressplay.drawing.marks import Begin
from pressplay.drawing.matrix import Matrix, multiply, rotation
from pressplay.drawing.path import Path, places_along
from pressplay.drawing.shapes import ellipse, rectangle
from pressplay.drawing.svg_path import PathMistake, numbers, parse_path
from pressplay.faces.element import (
    EVERY,
    FADE,
    Attr,
    Element,
    FaceMistake,
    Frames,
    Scene,
    Values,
    length,
    number,
    whole,
    words,
    yes_no,
)


def _clip(text: str, scene: Scene) -> Path:
    form, _, rest = text.strip().partition(" ")
    try:
        v = numbers(rest)
        if form == "rect" and len(v) in (4, 5):
            return Path.of(rectangle(*v))
        if form == "circle" and len(v) == 3:
            return Path.of(ellipse(v[0], v[1], v[2], v[2]))
        segments = parse_path(text)
    except PathMistake:
        segments = []
    if not segments:
        raise FaceMistake(f"{text!r} is not a clip", "write rect x y w h [r], circle cx cy r, or path data")
    return Path.of(segments)


def _group(values: Values, children: int, scene: Scene) -> Frames:
    matrix: Matrix = (values["scale"], 0, 0, values["scale"], values["x"], values["y"])
    if values["rotate"]:
        matrix = multiply(rotation(values["rotate"], values["cx"], values["cy"]), matrix)
    return [(Begin(matrix, values["clip"], values["opacity"]), list(range(children)))]


GROUP = Element(
    {
        "x": Attr(number, 0.0),
        "y": Attr(number, 0.0),
        "rotate": Attr(number, 0.0),
        "cx": Attr(number, 0.0),
        "cy": Attr(number, 0.0),
        "scale": Attr(number, 1.0),
        "clip": Attr(_clip, None),
        **FADE,
        **EVERY,
    },
    spread=_group,
)


def _grid(values: Values, children: int, scene: Scene) -> Frames:
    columns = values["cols"]
    rows = values["rows"] or max(1, -(-children // columns))
    if children > columns * rows:
        raise FaceMistake(f"the grid has {columns * rows} cells for {children} elements")
    gap = values["gap"]
    wide, high = (values["w"] + gap) / columns, (values["h"] + gap) / rows
    frames: Frames = []
    for child in range(children):
        row, column = divmod(child, columns)
        frames.append((Begin((1, 0, 0, 1, values["x"] + column * wide, values["y"] + row * high)), [child]))
    return frames


GRID = Element(
    {
        "x": Attr(number),
        "y": Attr(number),
        "w": Attr(length),
        "h": Attr(length),
        "cols": Attr(whole),
        "rows": Attr(whole, None),
        "gap": Attr(length, 0.0),
        **EVERY,
    },
    spread=_grid,
)


def _repeat(values: Values, children: int, scene: Scene) -> Frames:
    if bool(values["count"]) == bool(values["step"]):
        raise FaceMistake("repeat wants either count or step")
    try:
        segments = parse_path(values["along"])
        places = places_along(segments, values["count"] or 0, values["step"] or 0.0)
    except ValueError as mistake:  # a PathMistake among them
        raise FaceMistake(str(mistake)) from None
    frames: Frames = []
    for x, y, direction in places:
        matrix: Matrix = (1, 0, 0, 1, x, y)
        if values["turn"]:
            matrix = multiply(rotation(direction), matrix)
        frames.append((Begin(matrix), list(range(children))))
    return frames


REPEAT = Element(
    {
        "along": Attr(words),
        "count": Attr(whole, None),
        "step": Attr(length, None),
        "turn": Attr(yes_no, False),
        **EVERY,
    },
    spread=_repeat,
)
