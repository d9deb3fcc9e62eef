"""Icons: SVG files, or a set of Iconify JSON, compiled once into outlines."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any
from xml.etree import ElementTree

from pressplay.files import ProjectFiles

from .matrix import Matrix
from .paint import Flat, Stroke
from .path import Path, Segment, transform
from .shapes import ellipse, polygon, rectangle
from .svg_path import FARTHEST, affine, numbers, parse_path


class IconMistake(Exception):
    """An icon file that cannot be drawn, and why."""


MOST = 2_000_000  # bytes of an SVG file
MOST_OF_A_SET = 100_000_000  # bytes of a set of icons
MOST_SEGMENTS = 50_000  # of an icon
DEEPEST = 100  # groups within groups


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
            if files.there(file) and member in _iconify(files.read(file, MOST_OF_A_SET)):
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
    path, _, member = file.partition("#")
    return _opened(file, files.read(path, MOST_OF_A_SET if member else MOST))


def _folders(game: str) -> tuple[str, str]:
    return f"templates/{game}/icons", "templates/icons"


@lru_cache(maxsize=1024)
def _opened(file: str, data: bytes) -> Icon:
    """The one guard of icons: whatever is wrong with a file is told in words that follow its name."""
    member = file.partition("#")[2]
    try:
        return _compile(file, _svg_of(data, member) if member else data.decode("utf-8"))
    except UnicodeDecodeError:
        raise IconMistake("is not a text in UTF-8") from None
    except RecursionError:
        raise IconMistake("is nested too deeply") from None
    except (ArithmeticError, LookupError, TypeError):
        raise IconMistake("cannot be drawn: a value in it is of no use") from None


def _svg_of(data: bytes, member: str) -> str:
    """An icon of an Iconify set as SVG."""
    icon = _iconify(data)[member]
    sizes = (icon.get("width", 16), icon.get("height", 16))
    body = icon.get("body")
    if not isinstance(body, str) or not all(isinstance(size, (int, float)) for size in sizes):
        raise IconMistake("is no icon: it wants a body, a width and a height")
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {sizes[0]} {sizes[1]}">{body}</svg>'


@lru_cache(maxsize=8)
def _iconify(data: bytes) -> dict[str, dict[str, Any]]:
    """The icons of a set, each with its size."""
    try:
        found = json.loads(data)
        sizes = {key: found[key] for key in ("width", "height") if key in found}
        return {name: {**sizes, **icon} for name, icon in found["icons"].items()}
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise IconMistake("is no Iconify set") from None


def _compile(file: str, text: str) -> Icon:
    if "<!ENTITY" in text:
        raise IconMistake("declares entities; save it as plain SVG")
    try:
        svg = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise IconMistake(f"is not readable SVG: {error}") from None
    box = _view_box(svg)
    outlines: list[Outline] = []
    _walk(svg, (1, 0, 0, 1, 0, 0), {}, outlines)
    if not any(outline.path.kinds for outline in outlines):
        raise IconMistake("draws nothing")
    _check(outlines)
    return Icon(file, sha256(text.encode()).hexdigest(), *box, tuple(outlines))


def _view_box(svg: ElementTree.Element) -> tuple[float, float, float, float]:
    written = svg.get("viewBox")
    if written:
        found = numbers(written)
        if len(found) != 4:
            raise IconMistake(f"has the viewBox “{written[:40]}”; it wants four numbers: left, top, width and height")
        left, top, width, height = found
    else:
        left = top = 0.0
        width, height = (_number(svg.get(side, "24"), side) for side in ("width", "height"))
    if not (0 < width < FARTHEST and 0 < height < FARTHEST):
        raise IconMistake("has no width or no height")
    return left, top, width, height


def _check(outlines: Sequence[Outline]) -> None:
    """What a page can hold."""
    if sum(len(outline.path.kinds) for outline in outlines) > MOST_SEGMENTS:
        raise IconMistake(f"has more than {MOST_SEGMENTS:,} lines and curves; simplify its paths")
    for outline in outlines:
        widths = [outline.stroke.width] if outline.stroke else []
        if not all(-FARTHEST < value < FARTHEST for value in [*outline.path.values, *widths]):
            raise IconMistake("holds a number that is out of all bounds")


_INHERITED = ("fill", "stroke", "stroke-width", "fill-rule", "stroke-linecap", "stroke-linejoin")
_SKIPPED = ("title", "desc", "defs", "metadata")


def _walk(
    element: ElementTree.Element,
    matrix: Matrix,
    style: dict[str, str],
    outlines: list[Outline],
    depth: int = 0,
) -> None:
    if depth > DEEPEST:
        raise IconMistake(f"nests its groups more than {DEEPEST} deep; ungroup them")
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
            _walk(child, matrix, style, outlines, depth + 1)
        return
    path = Path.of(transform(_segments(tag, element), matrix))
    scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
    fill = _color(style.get("fill", "current"))
    outlines.append(Outline(path, fill, _stroke(style, scale), style.get("fill-rule") == "evenodd"))


def _stroke(style: dict[str, str], scale: float) -> Stroke | None:
    color = _color(style.get("stroke", "none"))
    width = _number(style.get("stroke-width", "1"), "stroke-width") * scale
    cap, join = style.get("stroke-linecap", "butt"), style.get("stroke-linejoin", "miter")
    return Stroke(color, width, cap=cap, join=join) if color else None


def _segments(tag: str, element: ElementTree.Element) -> list[Segment]:
    def number(name: str, default: float = 0) -> float:
        return _number(element.get(name, str(default)), name)

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


def _number(text: str, name: str) -> float:
    """A number with or without its unit; units are not converted, for an icon is scaled as a whole."""
    try:
        return float(re.sub(r"[a-z%]+$", "", text.strip()))
    except ValueError:
        raise IconMistake(f"says {name}=“{text[:40]}”, which is no number") from None


def _color(value: str) -> Flat | None:
    if value == "none":
        return None
    if re.fullmatch(r"#[0-9a-fA-F]{6}", value) and value.lower() != "#000000":
        return Flat(value.lower())
    return CURRENT  # black and currentColor alike take the stamp's colour
