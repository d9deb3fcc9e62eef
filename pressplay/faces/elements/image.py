"""An image: raster art or an SVG drawing, covering its frame, contained in it or stretched to it."""

from pressplay.drawing.box import Box
from pressplay.drawing.marks import Art, Begin, End, Stamp
from pressplay.drawing.paint import BLACK
from pressplay.drawing.path import Path
from pressplay.drawing.shapes import rectangle
from pressplay.faces.element import (
    EVERY,
    FADE,
    Attr,
    Drawing,
    Element,
    Extent,
    FaceMistake,
    InFlow,
    Scene,
    Values,
    in_flow,
    length,
    number,
    one_of,
    unplaced,
    words,
)
from pressplay.units import num


def _draw(values: Values, scene: Scene) -> Drawing:
    file, width, height, digest, drawn = scene.image(values["src"])
    frame = Box(values["x"], values["y"], values["w"], values["h"])
    if not frame.w or not frame.h:
        raise FaceMistake("an image wants a width and a height")
    across, down = frame.w / width, frame.h / height
    if values["fit"] == "cover":
        across = down = max(across, down)
    elif values["fit"] == "contain":
        across = down = min(across, down)
    w, h = width * across, height * down
    box = Box(frame.x + (frame.w - w) / 2, frame.y + (frame.h - h) / 2, w, h)
    if drawn:
        stamp = Stamp(file, box, BLACK, values["opacity"], art=True, picture=True)
        clip = Path.of(rectangle(frame.x, frame.y, frame.w, frame.h))
        return Drawing([Begin(clip=clip), stamp, End()], {file: digest})
    least = scene.allow.resolution
    ppi = min(25.4 / across, 25.4 / down)
    if ppi < least:
        need = round(max(width, height) * least / ppi)
        raise FaceMistake(
            f"{file} has {ppi:.0f} pixels per inch at {w:.1f} × {h:.1f} mm, under the {num(least)} that print needs",
            f"use an image of {need} pixels or more on its longer side, or place it smaller",
            of_piece=True,
        )
    return Drawing([Art(file, box, frame, values["opacity"])], {file: digest})


def _measure(values: Values, body: str, width: float, scene: Scene) -> Extent:
    return Extent(values["w"], values["h"], values["h"])


_ATTRIBUTES = {
    "src": Attr(words),
    "x": Attr(number),
    "y": Attr(number),
    "w": Attr(length),
    "h": Attr(length),
    "fit": Attr(one_of("cover", "contain", "stretch"), "cover"),
    **FADE,
    **EVERY,
}
IMAGE = Element(_ATTRIBUTES, draw=_draw, inflow=InFlow(in_flow(_ATTRIBUTES), _measure, unplaced, fills=False))
