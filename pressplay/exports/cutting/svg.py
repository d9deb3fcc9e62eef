"""Cut paths as SVG: the page in millimetres, a layer for each sort of cut."""

from collections.abc import Sequence
from itertools import pairwise
from math import atan, hypot, sin

from pressplay.units import num

from .paths import CutPath, Vertex

_COLOURS = {"Cut": "#ff0000", "Kiss": "#0000ff"}


def write(paths: Sequence[CutPath], width: float, height: float) -> bytes:
    """The file; programs that cut ignore what lines look like, and take a sort of cut by its layer or its colour."""
    size = f'width="{num(width)}mm" height="{num(height)}mm" viewBox="0 0 {num(width)} {num(height)}"'
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" {size}>',
    ]
    for layer in dict.fromkeys(path.layer for path in paths):
        look = f'fill="none" stroke="{_COLOURS[layer]}" stroke-width="0.1"'
        lines.append(f'<g id="{layer.lower()}" inkscape:groupmode="layer" inkscape:label="{layer}" {look}>')
        lines += [f'<path d="{_data(path.vertices)}"/>' for path in paths if path.layer == layer]
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""]).encode()


def _data(vertices: Sequence[Vertex]) -> str:
    parts = [f"M{num(vertices[0].x, 4)},{num(vertices[0].y, 4)}"]
    for a, b in pairwise([*vertices, vertices[0]]):
        if a.bulge:
            r = hypot(b.x - a.x, b.y - a.y) / 2 / sin(2 * atan(a.bulge))
            parts.append(f"A{num(r, 4)},{num(r, 4)} 0 0 1 {num(b.x, 4)},{num(b.y, 4)}")
        elif b is not vertices[0]:
            parts.append(f"L{num(b.x, 4)},{num(b.y, 4)}")
    return " ".join([*parts, "Z"])
