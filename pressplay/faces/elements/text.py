"""Text: one line that fits or shrinks, and boxes of wrapped lines that fit or shrink."""

import re

from pressplay.drawing.box import Box
from pressplay.drawing.marks import Begin, End, Mark
from pressplay.drawing.matrix import rotation
from pressplay.drawing.paint import BLACK
from pressplay.drawing.text import Style, TextLines, break_lines, place_line, tidy
from pressplay.faces.element import (
    EVERY,
    FADE,
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
    yes_no,
)
from pressplay.faces.rich_text import Flow, flow
from pressplay.units import MM_PER_PT, num

_STEP = 0.25  # points between two tries of shrinking
_TAIL = 0.21  # how far descenders reach, in em
_LOOK = {
    "size": Attr(length),
    "min": Attr(length, None),
    "font": Attr(words, "text"),
    "weight": Attr(one_of("regular", "bold"), "regular"),
    "slant": Attr(one_of("upright", "italic"), "upright"),
    "fill": Attr(ink, BLACK),
    "fine": Attr(yes_no, False),
    "art": Attr(yes_no, False),
    **FADE,
    **EVERY,
}


def _style(values: Values, scene: Scene) -> Style:
    return scene.style(values["font"], values["weight"] == "bold", values["slant"] == "italic", values["fill"])


def _sizes(values: Values) -> tuple[float, float]:
    size = values["size"]
    least = size if values["min"] is None else values["min"]
    if not 0 < least <= size:
        raise FaceMistake(f"min {num(least)} is not between 0 and size {num(size)}")
    return size, least


def _write_text(values: Values, body: str, scene: Scene) -> Drawing:
    style = _style(values, scene)
    text = flow(body, style, scene)
    line = [atom for paragraph in text.paragraphs for forced in paragraph for atom in forced]
    if not line:
        return Drawing()
    ems = sum(atom.width for atom in line) + sum(atom.space for atom in line[1:])
    gaps = sum(len(part.text) for atom in line for part in atom.parts) + len(line) - 2
    spacing: float = values["spacing"]
    size, least = _sizes(values)
    full = size
    limit: float | None = values["w"]

    def wide(points: float) -> float:
        return ems * points * MM_PER_PT + gaps * spacing * points / full

    while limit is not None and wide(size) > limit + 1e-6 and size - _STEP >= least - 1e-9:
        size -= _STEP
    width = wide(size)
    if limit is not None and width > limit + 1e-6:
        raise FaceMistake(
            f"“{_shown(body)}” needs {width:.1f} mm at {num(size)} pt, {limit:.1f} mm are there",
            "shorten it, or give it more room in the template",
            of_piece=True,
        )
    x = values["x"] - {"left": 0.0, "center": width / 2, "right": width}[values["align"]]
    look = {"opacity": values["opacity"], "art": values["art"], "fine": values["fine"]}
    marks = place_line(line, x, values["y"], size, spacing=spacing * size / full, **look)
    if values["rotate"]:
        marks = [Begin(rotation(values["rotate"], values["x"], values["y"])), *marks, End()]
    return Drawing(marks, text.resources)


def _write_box(values: Values, body: str, scene: Scene) -> Drawing:
    style = _style(values, scene)
    text = flow(body, style, scene)
    if not text.paragraphs:
        return Drawing(box=_frame(values))
    done = _fitted(text, style, values, body)
    done = tidy(text.paragraphs, done, values["w"], values["balance"])
    marks = _placed(done, style, values)
    return Drawing(marks, text.resources, box=_frame(values))


def _frame(values: Values) -> Box:
    return Box(values["x"], values["y"], values["w"], values["h"])


def _fitted(text: Flow, style: Style, values: Values, body: str) -> TextLines:
    size, least = _sizes(values)
    cap = style.font.cap_height
    while True:
        done = break_lines(text.paragraphs, size, values["w"])
        if done and done.height(values["leading"], values["gap"], cap, _TAIL) <= values["h"] + 1e-6:
            return done
        if size - _STEP < least - 1e-9:
            raise _overflow(done, text, style, values, body, size)
        size -= _STEP


def _overflow(done: TextLines | None, text: Flow, style: Style, values: Values, body: str, size: float) -> FaceMistake:
    hint = "shorten it, or give the box more room in the template"
    if done is None:
        atoms = [atom for paragraph in text.paragraphs for forced in paragraph for atom in forced]
        widest = max(atoms, key=lambda atom: atom.width)
        word = "".join(part.text for part in widest.parts)
        need = widest.width * size * MM_PER_PT
        return FaceMistake(
            f"the word “{word}” needs {need:.1f} mm at {num(size)} pt, the box is {values['w']:.1f} mm wide",
            hint,
            of_piece=True,
        )
    need = done.height(values["leading"], values["gap"], style.font.cap_height, _TAIL)
    return FaceMistake(
        f"“{_shown(body)}” needs {need:.1f} mm at {num(size)} pt ({len(done.lines)} lines), "
        f"the box is {values['h']:.1f} mm high",
        hint,
        of_piece=True,
    )


def _placed(done: TextLines, style: Style, values: Values) -> list[Mark]:
    em = done.size * MM_PER_PT
    cap = style.font.cap_height
    leading = values["leading"] * em
    # Centred text is centred by what the eye sees: from the capitals' top to the last baseline.
    ink = done.height(values["leading"], values["gap"], cap, 0)
    spare = {"top": 0.0, "middle": (values["h"] - ink) / 2, "bottom": values["h"] - ink - _TAIL * em}
    y = values["y"] + spare[values["valign"]] + cap * em
    look = {"opacity": values["opacity"], "art": values["art"], "fine": values["fine"]}
    marks: list[Mark] = []
    starts = set(done.starts)
    for index, line in enumerate(done.lines):
        if index:
            y += leading * (1 + values["gap"] if index in starts else 1)
        width = done.widths[index] * em
        stretch = 0.0
        x = values["x"]
        if values["align"] == "center":
            x += (values["w"] - width) / 2
        elif values["align"] == "right":
            x += values["w"] - width
        elif values["align"] == "justify" and index not in done.ends:
            spaces = sum(1 for atom in line[1:] if atom.space)
            stretch = (values["w"] - width) / spaces if spaces else 0.0
        marks += place_line(line, x, y, done.size, stretch, **look)
    return marks


def _shown(body: str) -> str:
    text = " ".join(re.sub(r"<[^>]*>", " ", body).split())
    return text if len(text) <= 48 else text[:45].rstrip() + "…"


TEXT = Element(
    {
        "x": Attr(number),
        "y": Attr(number),
        "w": Attr(length, None),
        "align": Attr(one_of("left", "center", "right"), "left"),
        "spacing": Attr(number, 0.0),
        "rotate": Attr(number, 0.0),
        **_LOOK,
    },
    write=_write_text,
)

BOX = Element(
    {
        "x": Attr(number),
        "y": Attr(number),
        "w": Attr(length),
        "h": Attr(length),
        "align": Attr(one_of("left", "center", "right", "justify"), "left"),
        "valign": Attr(one_of("top", "middle", "bottom"), "top"),
        "leading": Attr(length, 1.2),
        "gap": Attr(length, 0.4),
        "balance": Attr(yes_no, False),
        **_LOOK,
    },
    write=_write_box,
)
