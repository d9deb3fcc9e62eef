"""A slot: where a piece lies on a board; it draws nothing and becomes a snap point."""

from pressplay.drawing.box import Box
from pressplay.drawing.picture import Slot
from pressplay.faces.element import (
    Attr,
    Drawing,
    Element,
    Extent,
    InFlow,
    Scene,
    Values,
    in_flow,
    length,
    number,
    unplaced,
    words,
)


def _draw(values: Values, scene: Scene) -> Drawing:
    box = Box(values["x"], values["y"], values["w"], values["h"])
    return Drawing(slot=Slot(values["name"], box, values["rotate"], values["kind"]), box=box)


def _measure(values: Values, body: str, width: float, scene: Scene) -> Extent:
    return Extent(values["w"], values["h"], values["h"])


_ATTRIBUTES = {
    "name": Attr(words),
    "x": Attr(number),
    "y": Attr(number),
    "w": Attr(length),
    "h": Attr(length),
    "rotate": Attr(number, 0.0),
    "kind": Attr(words, ""),
}
SLOT = Element(_ATTRIBUTES, draw=_draw, inflow=InFlow(in_flow(_ATTRIBUTES), _measure, unplaced, fills=False))
