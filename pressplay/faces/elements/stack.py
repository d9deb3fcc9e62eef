"""What columns, rows and frames have in common: a place, a ground, a margin, and how those in them are aligned."""

from pressplay.drawing.marks import Mark
from pressplay.drawing.paint import Stroke
from pressplay.drawing.shapes import rectangle
from pressplay.faces.element import (
    EVERY,
    FADE,
    Attr,
    Element,
    FaceMistake,
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
)

from .shapes import inked


def _pad(text: str, scene: Scene) -> tuple[float, ...]:
    """Reads a margin: one for all sides, one across and one down, or top, right, bottom and left."""
    sides = numbers_of(text, scene)
    if len(sides) not in (1, 2, 4) or min(sides) < 0:
        raise FaceMistake(
            f"{text!r} is no margin", "write 2, or 1 2 (top and bottom, sides), or 1 2 3 2 from the top on"
        )
    return {1: sides * 4, 2: sides * 2, 4: sides}[len(sides)]


_PLACE = {"x": Attr(number, 0.0), "y": Attr(number, 0.0), "w": Attr(length), "h": Attr(length, None)}
_GROUND = {
    "pad": Attr(_pad, (0.0, 0.0, 0.0, 0.0)),
    "fill": Attr(fill, None),
    "stroke": Attr(color, None),
    "stroke-width": Attr(length, 0.25),
    "r": Attr(length, 0.0),
    "direction": Attr(one_of("ltr", "rtl"), ""),
    **FADE,
    **EVERY,
}
ALIGN = {"align": Attr(one_of("start", "center", "end", "left", "right"), "start")}
VALIGN = {"valign": Attr(one_of("top", "middle", "bottom"), "top")}
BETWEEN = {"gap": Attr(length, 0.0), "rule": Attr(color, None), "rule-width": Attr(length, 0.25)}


def stack(axis: str, *more: dict[str, Attr]) -> Element:
    """An element whose children stand along an axis."""
    attributes = _PLACE | _GROUND
    for some in more:
        attributes |= some
    return Element(attributes, axis=axis, inflow=InFlow(in_flow(attributes, "w")))


def ground(values: Values, w: float, h: float) -> list[Mark]:
    """What lies under those that stand in it."""
    if values["fill"] is None and values["stroke"] is None:
        return []
    stroke = Stroke(values["stroke"], values["stroke-width"]) if values["stroke"] else None
    return inked(rectangle(0.0, 0.0, w, h, values["r"]), values["fill"], stroke)
