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
    Scene,
    Values,
    ink,
    length,
    number,
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


ICON = Element(
    {
        "icon": Attr(words),
        "x": Attr(number),
        "y": Attr(number),
        "size": Attr(length),
        "fill": Attr(ink, BLACK),
        "rotate": Attr(number, 0.0),
        "art": Attr(yes_no, False),
        **FADE,
        **EVERY,
    },
    draw=_draw,
)
