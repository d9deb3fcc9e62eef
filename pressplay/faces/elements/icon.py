"""An icon: an SVG drawing in one colour, stamped as vectors."""

from pressplay.drawing.box import Box
from pressplay.drawing.marks import Begin, End, Mark, Stamp
from pressplay.drawing.matrix import rotation
from pressplay.drawing.paint import BLACK
from pressplay.faces.element import (
    EVERY,
    FADE,
    Attr,
    Drawing,
    Element,
    Extent,
    InFlow,
    Scene,
    Values,
    in_flow,
    ink,
    length,
    number,
    unplaced,
    words,
    yes_no,
)


def _draw(values: Values, scene: Scene) -> Drawing:
    icon = scene.icon(values["icon"])
    size = values["size"]
    scale = size / max(icon.width, icon.height)
    w, h = icon.width * scale, icon.height * scale
    box = Box(values["x"] + (size - w) / 2, values["y"] + (size - h) / 2, w, h)
    marks: list[Mark] = [Stamp(icon.file, box, values["fill"], values["opacity"], values["art"])]
    if values["rotate"]:
        middle = (values["x"] + size / 2, values["y"] + size / 2)
        marks = [Begin(rotation(values["rotate"], *middle)), *marks, End()]
    return Drawing(marks, {icon.file: icon.digest})


def _measure(values: Values, body: str, width: float, scene: Scene) -> Extent:
    return Extent(values["size"], values["size"], values["size"])


_ATTRIBUTES = {
    "icon": Attr(words),
    "x": Attr(number),
    "y": Attr(number),
    "size": Attr(length),
    "fill": Attr(ink, BLACK),
    "rotate": Attr(number, 0.0),
    "art": Attr(yes_no, False),
    **FADE,
    **EVERY,
}
ICON = Element(_ATTRIBUTES, draw=_draw, inflow=InFlow(in_flow(_ATTRIBUTES), _measure, unplaced, fills=False))
