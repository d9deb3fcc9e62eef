"""Text: one line that fits or shrinks, and boxes of wrapped lines that fit or shrink."""

import re
from dataclasses import replace

from pressplay.drawing.box import Box
from pressplay.drawing.marks import Begin, End, Mark
from pressplay.drawing.matrix import rotation
from pressplay.drawing.paint import BLACK
from pressplay.drawing.text import Atom, Style, TextLines, break_lines, gaps_in, place_line, spaces_in, tidy, width_of
from pressplay.drawing.type.font import Setting, read_features, setting_of
from pressplay.faces.element import (
    EVERY,
    FADE,
    Attr,
    Drawing,
    Element,
    Extent,
    FaceMistake,
    FlowCell,
    InFlow,
    Scene,
    Values,
    in_flow,
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


def _features(text: str, scene: Scene) -> tuple[tuple[str, int], ...]:
    """Reads OpenType features by their names."""
    try:
        return read_features(text)
    except ValueError as mistake:
        raise FaceMistake(f"{str(mistake)!r} is no feature", "write four letters, such as tnum, smcp, -liga") from None


_LOOK = {
    "type": Attr(words, ""),
    "size": Attr(length),
    "min": Attr(length, None),
    "font": Attr(words, "text"),
    "weight": Attr(one_of("regular", "bold"), "regular"),
    "slant": Attr(one_of("upright", "italic"), "upright"),
    "fill": Attr(ink, BLACK),
    "features": Attr(_features, ()),
    "language": Attr(words, ""),
    "narrow": Attr(length, None),
    "direction": Attr(one_of("ltr", "rtl"), ""),
    "fine": Attr(yes_no, False),
    "art": Attr(yes_no, False),
    **FADE,
    **EVERY,
}


def _style(values: Values, scene: Scene) -> Style:
    plain = scene.style(values["font"], values["weight"] == "bold", values["slant"] == "italic", values["fill"])
    return plain.set_as(_setting(values, scene), values.get("hyphenate", False))


def _setting(values: Values, scene: Scene) -> Setting:
    """How words are shaped; those that are spaced out are not joined."""
    setting = setting_of(values["language"]) if values["language"] else scene.setting
    if values["direction"]:
        setting = setting.towards(values["direction"] == "ltr")
    if values["features"]:
        setting = replace(setting, features=values["features"])
    return setting.apart() if values.get("spacing") else setting


def _edge(align: str, style: Style) -> str:
    """Where lines stand, whichever way they run: at the left, in the centre, at the right."""
    rightward = style.setting.rightward
    return {"start": "left" if rightward else "right", "end": "right" if rightward else "left"}.get(align, align)


def _sizes(values: Values) -> tuple[float, float]:
    size = values["size"]
    least = size if values["min"] is None else values["min"]
    if not 0 < least <= size:
        raise FaceMistake(f"min {num(least)} is not between 0 and size {num(size)}")
    return size, least


def _write_text(values: Values, body: str, scene: Scene) -> Drawing:
    style = _style(values, scene)
    text, line = _one_line(body, style, scene)
    if not line:
        return Drawing()
    limit: float | None = values["w"]
    for narrower in _narrower(style, values):  # before it shrinks
        if (
            limit is None
            or width_of(line) * values["size"] * MM_PER_PT + values["spacing"] * gaps_in(line) <= limit + 1e-6
        ):
            break
        style = narrower
        text, line = _one_line(body, style, scene)
    ems = width_of(line)
    gaps = gaps_in(line) if values["spacing"] else 0
    spacing: float = values["spacing"]
    size, least = _sizes(values)
    full = size

    def wide(points: float) -> float:
        return ems * points * MM_PER_PT + gaps * spacing * points / full

    while limit is not None and wide(size) > limit + 1e-6 and size - _STEP >= least - 1e-9:
        size -= _STEP
    width = wide(size)
    if limit is not None and width > limit + 1e-6:
        raise FaceMistake(
            f"“{excerpt(body)}” needs {width:.1f} mm at {num(size)} pt, {limit:.1f} mm are there",
            "shorten it, or give it more room in the template",
            of_piece=True,
        )
    if values["align"] is None and limit is not None and not style.setting.rightward:
        x = values["x"] + limit - width  # a line that runs leftward starts at the right of its room
    else:
        edge = _edge(values["align"] or "left", style)
        x = values["x"] - {"left": 0.0, "center": width / 2, "right": width}[edge]
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
    for narrower in _narrower(style, values):  # before it shrinks
        done = break_lines(text.paragraphs, values["size"], values["w"])
        if done and _holds(done, style, values):
            break
        style, text = narrower, flow(body, narrower, scene)
    done = _fitted(text, style, values, body)
    done = tidy(text.paragraphs, done, values["w"], values["balance"])
    marks = _placed(done, style, values)
    return Drawing(marks, text.resources, box=_frame(values))


def _one_line(body: str, style: Style, scene: Scene) -> tuple[Flow, list[Atom]]:
    text = flow(body, style, scene)
    return text, [atom for paragraph in text.paragraphs for forced in paragraph for atom in forced]


def _narrower(style: Style, values: Values) -> list[Style]:
    """The narrower cuts that may be tried."""
    return [] if values["narrow"] is None else style.narrowed(values["narrow"])


def _holds(done: TextLines, style: Style, values: Values) -> bool:
    height: float = values["h"]
    return done.height(values["leading"], values["gap"], style.font.cap_height, _TAIL) <= height + 1e-6


def _frame(values: Values) -> Box:
    return Box(values["x"], values["y"], values["w"], values["h"])


def _fitted(text: Flow, style: Style, values: Values, body: str) -> TextLines:
    size, least = _sizes(values)
    while True:
        done = break_lines(text.paragraphs, size, values["w"])
        if done and _holds(done, style, values):
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
        f"“{excerpt(body)}” needs {need:.1f} mm at {num(size)} pt ({len(done.lines)} lines), "
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
    edge = _edge("start" if values["align"] == "justify" else values["align"], style)
    share = {"left": 0.0, "center": 0.5, "right": 1.0}[edge]
    for index, line in enumerate(done.lines):
        if index:
            y += leading * (1 + values["gap"] if index in starts else 1)
        width = done.widths[index] * em
        stretch = spacing = 0.0
        room = values["w"] - width
        if values["align"] == "justify" and index not in done.ends:
            stretch, spacing = _justified(line, room)
        x = values["x"] + (0.0 if stretch or spacing else room * share)
        marks += place_line(line, x, y, done.size, stretch, spacing, **look)
    return marks


def _justified(line: list[Atom], room: float) -> tuple[float, float]:
    """What each space, or where a script knows none each letter, gets of the room that a line leaves."""
    spaces = spaces_in(line)
    if spaces:
        return room / spaces, 0.0
    gaps = gaps_in(line) if any(part.text > "\u2e80" for atom in line for part in atom.parts) else 0
    return 0.0, room / gaps if gaps > 0 else 0.0


def excerpt(body: str) -> str:
    """The beginning of a text, for a message."""
    text = " ".join(re.sub(r"<[^>]*>", " ", body).split())
    return text if len(text) <= 48 else text[:45].rstrip() + "…"


def _measure_text(values: Values, body: str, width: float, scene: Scene) -> Extent:
    style = _style(values, scene)
    line = _one_line(body, style, scene)[1]
    if not line:
        return Extent(0.0, 0.0, 0.0)
    em = values["size"] * MM_PER_PT
    wide = width_of(line) * em + (values["spacing"] * gaps_in(line) if values["spacing"] else 0.0)
    cap = style.font.cap_height * em
    return Extent(min(width, wide), cap + _TAIL * em, cap)


def _settle_text(values: Values, cell: FlowCell, scene: Scene) -> Values:
    style = _style(values, scene)
    align = values["align"] or cell.align
    x = {"left": 0.0, "center": cell.w / 2, "right": cell.w}[_edge(align, style)]
    y = style.font.cap_height * values["size"] * MM_PER_PT
    return values | {"x": x, "y": y, "w": cell.w, "align": align}


def _measure_box(values: Values, body: str, width: float, scene: Scene) -> Extent:
    style = _style(values, scene)
    text = flow(body, style, scene)
    if not text.paragraphs:
        return Extent(0.0, values["h"] or 0.0, 0.0)
    size, least = _sizes(values)
    done = break_lines(text.paragraphs, size, width)
    while done is None and size - _STEP >= least - 1e-9:
        size -= _STEP
        done = break_lines(text.paragraphs, size, width)
    if done is None:
        raise _overflow(done, text, style, values | {"w": width}, body, size)
    em = size * MM_PER_PT
    cap = style.font.cap_height
    high = done.height(values["leading"], values["gap"], cap, _TAIL) if values["h"] is None else values["h"]
    return Extent(max(done.widths) * em, high, cap * em)


def _settle_box(values: Values, cell: FlowCell, scene: Scene) -> Values:
    align, valign = values["align"] or cell.align, values["valign"] or cell.valign
    return values | {"x": 0.0, "y": 0.0, "w": cell.w, "h": cell.h, "align": align, "valign": valign}


_TEXT = {
    "x": Attr(number),
    "y": Attr(number),
    "w": Attr(length, None),
    "align": Attr(one_of("left", "center", "right", "start", "end"), None),
    "spacing": Attr(number, 0.0),
    "rotate": Attr(number, 0.0),
    **_LOOK,
}
TEXT = Element(_TEXT, write=_write_text, inflow=InFlow(in_flow(_TEXT), _measure_text, _settle_text))

_BOX = {
    "x": Attr(number),
    "y": Attr(number),
    "w": Attr(length),
    "h": Attr(length),
    "align": Attr(one_of("start", "end", "left", "center", "right", "justify"), "start"),
    "valign": Attr(one_of("top", "middle", "bottom"), "top"),
    "leading": Attr(length, 1.2),
    "gap": Attr(length, 0.4),
    "balance": Attr(yes_no, False),
    "hyphenate": Attr(yes_no, False),
    **_LOOK,
}
BOX = Element(
    _BOX,
    write=_write_box,
    inflow=InFlow(in_flow(_BOX, "w", "h", "align", "valign"), _measure_box, _settle_box, wraps=True),
)
