"""Icons: SVG files, or a set of Iconify JSON, compiled once into outlines."""

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from xml.etree import ElementTree

from pressplay.files import ProjectFiles

from .matrix import Matrix
from .paint import Flat, Stroke
from .path import Path, Segment, transform
from .shapes import ellipse, polygon, rectangle
from .svg_path import affine, numbers, parse_path


class IconMistake(Exception):
    """An icon file that cannot be drawn, and why."""


CURRENT = Flat("current")  # takes the stamp's colour


@dataclass(frozen=True, slots=True)
class Outline:
    """One filled or stroked part of an icon, in the icon's own units."""

    path: Path
    fill: Flat | None
    stroke: Stroke | None
    even_odd: bool = False


@dataclass(frozen=True, slots=True)
class Icon:
    """A compiled icon: `left top width height` is its view box."""

    file: str
    digest: str
    left: float
    top: float
    width: float
    height: float
    outlines: tuple[Outline, ...]


def find_icon(files: ProjectFiles, game: str, name: str) -> str | None:
    """The project's file of an icon: the game's own before the shared one; `set:name` looks in `set.json`."""
    prefix, _, member = name.partition(":")
    for folder in _folders(game):
        if member:
            file = f"{folder}/{prefix}.json"
            if files.there(file) and member in _iconify(files.read(file))["icons"]:
                return f"{file}#{member}"
        elif files.there(f"{folder}/{name}.svg"):
            return f"{folder}/{name}.svg"
    return None


def icon_names(files: ProjectFiles, game: str) -> list[str]:
    """All icon names that a game can use."""
    names = {name for folder in _folders(game) for name in files.names(folder)}
    return sorted(name.removesuffix(".svg") for name in names if name.endswith(".svg"))


def open_icon(files: ProjectFiles, file: str) -> Icon:
    """The icon of a project's file; compiled once per process and content of the file."""
    return _opened(file, files.read(file.partition("#")[0]))


def _folders(game: str) -> tuple[str, str]:
    return f"templates/{game}/icons", "templates/icons"


@lru_cache(maxsize=1024)
def _opened(file: str, data: bytes) -> Icon:
    member = file.partition("#")[2]
    if not member:
        return _compile(file, data.decode("utf-8"))
    icons = _iconify(data)
    icon = icons["icons"][member]
    width, height = icon.get("width", icons.get("width", 16)), icon.get("height", icons.get("height", 16))
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{icon["body"]}</svg>'
    return _compile(file, text)


@lru_cache(maxsize=8)
def _iconify(data: bytes) -> dict[str, dict[str, dict[str, str]]]:
    try:
        icons: dict[str, dict[str, dict[str, str]]] = json.loads(data)
        dict(icons["icons"])
    except (ValueError, LookupError, TypeError):
        raise IconMistake("is no Iconify set") from None
    return icons


def _compile(file: str, text: str) -> Icon:
    try:
        svg = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise IconMistake(f"is not readable SVG: {error}") from None
    box = svg.get("viewBox")
    if box:
        left, top, width, height = numbers(box)
    else:
        left, top = 0.0, 0.0
        width = float(re.sub(r"[a-z%]+$", "", svg.get("width", "24")))
        height = float(re.sub(r"[a-z%]+$", "", svg.get("height", "24")))
    outlines: list[Outline] = []
    _walk(svg, (1, 0, 0, 1, 0, 0), {}, outlines)
    if not outlines:
        raise IconMistake("draws nothing")
    return Icon(file, sha256(text.encode()).hexdigest(), left, top, width, height, tuple(outlines))


_INHERITED = ("fill", "stroke", "stroke-width", "fill-rule", "stroke-linecap", "stroke-linejoin")
_SKIPPED = ("title", "desc", "defs", "metadata")


def _walk(
    element: ElementTree.Element,
    matrix: Matrix,
    style: dict[str, str],
    outlines: list[Outline],
) -> None:
    tag = element.tag.rsplit("}", 1)[-1]
    if tag in _SKIPPED:
        return
    written = dict(pair.split(":", 1) for pair in element.get("style", "").split(";") if ":" in pair)
    own = {key: element.get(key) or written.get(key, "").strip() for key in _INHERITED}
    style = style | {key: value for key, value in own.items() if value}
    if element.get("transform"):
        matrix = affine(element.get("transform", ""), matrix)
    if tag in ("svg", "g"):
        for child in element:
            _walk(child, matrix, style, outlines)
        return
    path = Path.of(transform(_segments(tag, element), matrix))
    scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
    fill = _color(style.get("fill", "current"))
    outlines.append(Outline(path, fill, _stroke(style, scale), style.get("fill-rule") == "evenodd"))


def _stroke(style: dict[str, str], scale: float) -> Stroke | None:
    color = _color(style.get("stroke", "none"))
    width = float(style.get("stroke-width", "1")) * scale
    cap, join = style.get("stroke-linecap", "butt"), style.get("stroke-linejoin", "miter")
    return Stroke(color, width, cap=cap, join=join) if color else None


def _segments(tag: str, element: ElementTree.Element) -> list[Segment]:
    def number(name: str, default: float = 0) -> float:
        return float(element.get(name, default))

    if tag == "path":
        return parse_path(element.get("d", ""))
    if tag == "rect":
        radius = number("rx", number("ry"))
        return rectangle(number("x"), number("y"), number("width"), number("height"), radius)
    if tag == "circle":
        return ellipse(number("cx"), number("cy"), number("r"), number("r"))
    if tag == "ellipse":
        return ellipse(number("cx"), number("cy"), number("rx"), number("ry"))
    if tag == "line":
        return [("M", (number("x1"), number("y1"))), ("L", (number("x2"), number("y2")))]
    if tag in ("polygon", "polyline"):
        flat = numbers(element.get("points", ""))
        return polygon(list(zip(flat[::2], flat[1::2])), closed=tag == "polygon")
    raise IconMistake(f"holds a <{tag}>, which icons cannot draw")


def _color(value: str) -> Flat | None:
    if value == "none":
        return None
    if re.fullmatch(r"#[0-9a-fA-F]{6}", value) and value.lower() != "#000000":
        return Flat(value.lower())
    return CURRENT  # black and currentColor alike take the stamp's colour
