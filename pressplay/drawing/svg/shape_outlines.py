"""The outlines of SVG's shapes, from their attributes."""

import re
from collections.abc import Mapping
from math import hypot

from pressplay.drawing.box import Box
from pressplay.drawing.path import Segment, transform
from pressplay.drawing.shapes import ellipse, polygon, rectangle
from pressplay.drawing.svg_path import numbers, parse_path

from .tree import SvgElement
from .values import read_length


def shape_outline(element: SvgElement, style: Mapping[str, str], view: Box) -> list[Segment]:
    """The outline of a shape before any transform."""
    tag, line = element.tag, element.line

    def at(name: str, whole: float, default: str = "0") -> float:
        written = style.get(name) or element.get(name) or default
        return read_length(default if written == "auto" else written, line, whole)

    if tag == "path":
        return _d(style.get("d") or element.get("d"))
    if tag == "rect":
        w, h = at("width", view.w), at("height", view.h)
        if w <= 0 or h <= 0:
            return []
        rx, ry = style.get("rx") or element.get("rx"), style.get("ry") or element.get("ry")
        across = min(max(0.0, at("rx", view.w, ry or "0")), w / 2)
        down = min(max(0.0, at("ry", view.h, rx or "0")), h / 2)
        return _rounded(Box(at("x", view.w), at("y", view.h), w, h), across, down)
    if tag in ("circle", "ellipse"):
        radius = at("r", hypot(view.w, view.h) / 2**0.5)
        wide, high = (radius, radius) if tag == "circle" else (at("rx", view.w), at("ry", view.h))
        return ellipse(at("cx", view.w), at("cy", view.h), wide, high) if wide > 0 and high > 0 else []
    if tag == "line":
        return [("M", (at("x1", view.w), at("y1", view.h))), ("L", (at("x2", view.w), at("y2", view.h)))]
    flat = numbers(element.get("points"))
    return polygon(list(zip(flat[::2], flat[1::2])), closed=tag == "polygon") if len(flat) > 3 else []


def _d(written: str) -> list[Segment]:
    """The segments of path data, which CSS writes as `path("…")`."""
    match = re.fullmatch(r"path\(\s*['\"](.*)['\"]\s*\)", written.strip(), re.S)
    return [] if written.strip() in ("", "none") else parse_path(match[1] if match else written)


def _rounded(box: Box, rx: float, ry: float) -> list[Segment]:
    if not rx or not ry:
        return rectangle(box.x, box.y, box.w, box.h)
    if abs(rx - ry) < 1e-9:
        return rectangle(box.x, box.y, box.w, box.h, rx)
    flat = rectangle(0, 0, box.w / rx, box.h / ry, 1)  # a circle's corners, stretched
    return transform(flat, (rx, 0, 0, ry, box.x, box.y))
