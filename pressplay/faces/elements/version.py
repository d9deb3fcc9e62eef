"""The version stamp: game version and the first characters of the picture's hash, filled in when both are known."""

from pressplay.drawing.marks import Run
from pressplay.drawing.paint import BLACK
from pressplay.drawing.text import place_line
from pressplay.faces.element import (
    EVERY,
    Attr,
    Drawing,
    Element,
    FaceMistake,
    Scene,
    Values,
    ink,
    length,
    number,
    one_of,
    words,
)
from pressplay.faces.rich_text import flow


def _draw(values: Values, scene: Scene) -> Drawing:
    raise FaceMistake("<version> stands directly in <face>, once")


def stamp_run(values: Values, text: str, scene: Scene) -> Run:
    """The stamp's one run of letters."""
    style = scene.style(values["font"], False, False, values["fill"])
    line = [atom for paragraph in flow(text, style, scene).paragraphs for forced in paragraph for atom in forced]
    (run,) = place_line(line, 0, values["y"], values["size"], fine=True)
    assert isinstance(run, Run)
    x = values["x"] - {"left": 0.0, "center": run.box.w / 2, "right": run.box.w}[values["align"]]
    (run,) = place_line(line, x, values["y"], values["size"], fine=True)
    assert isinstance(run, Run)
    return run


VERSION = Element(
    {
        "x": Attr(number),
        "y": Attr(number),
        "size": Attr(length, 6.0),
        "font": Attr(words, "text"),
        "fill": Attr(ink, BLACK),
        "align": Attr(one_of("left", "center", "right"), "left"),
        **EVERY,
    },
    draw=_draw,
)
