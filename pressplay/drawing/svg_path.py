"""SVG path data and transforms, read."""

import re
from math import atan2, cos, pi, radians, sin, sqrt, tan
from typing import NamedTuple

from pressplay.units import num

from .matrix import Matrix, Point, multiply, rotation
from .path import Segment, transform
from .shapes import _unit_arc

_TOKEN = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|([\s,]+)|(.)", re.S)


_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


_MOST = 1_000_000.0  # far beyond all paper, and a number that PDF can hold


class PathMistake(ValueError):
    """Path data that cannot be read."""


FARTHEST = 1_000_000  # a coordinate beyond is a slip


def _bounded(text: str) -> float:
    value = float(text)
    if not -FARTHEST <= value <= FARTHEST:
        raise PathMistake(f"{text[:20]} is out of all bounds")
    return value


def numbers(text: str) -> list[float]:
    """All numbers of a text such as `0 0 24,24`."""
    return [_bounded(found) for found in re.findall(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", text)]


def parse_path(data: str) -> list[Segment]:
    """SVG path data as absolute segments."""
    segments: list[Segment] = []
    command = ""
    x = y = start_x = start_y = 0.0
    control: Point | None = None  # the last curve's second control point, for S and T
    tokens = _tokens(data)
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if isinstance(token, str):
            command = token
            index += 1
        elif not command or command in "Zz":
            raise PathMistake(f"path data has the number {num(token)} where a command is due")
        upper = command.upper()
        if upper == "Z":
            segments.append(("Z", ()))
            x, y, control = start_x, start_y, None
            continue
        arity = _ARITY[upper]
        values = tokens[index : index + arity]
        if len(values) < arity or any(isinstance(v, str) for v in values):
            raise PathMistake(f"path command {command} wants {arity} numbers")
        index += arity
        v = [float(value) for value in values]
        dx, dy = (x, y) if command.islower() else (0.0, 0.0)
        if upper == "M":
            x, y = v[0] + dx, v[1] + dy
            start_x, start_y, control = x, y, None
            segments.append(("M", (x, y)))
            command = "l" if command == "m" else "L"
        elif upper in "LHV":
            if upper == "H":
                x = v[0] + dx
            elif upper == "V":
                y = v[0] + dy
            else:
                x, y = v[0] + dx, v[1] + dy
            control = None
            segments.append(("L", (x, y)))
        elif upper in "CS":
            if upper == "S":
                first = (2 * x - control[0], 2 * y - control[1]) if control else (x, y)
                v = [first[0] - dx, first[1] - dy, *v]
            curve = (v[0] + dx, v[1] + dy, v[2] + dx, v[3] + dy, v[4] + dx, v[5] + dy)
            segments.append(("C", curve))
            control, x, y = (curve[2], curve[3]), curve[4], curve[5]
        elif upper in "QT":
            if upper == "T":
                first = (2 * x - control[0], 2 * y - control[1]) if control else (x, y)
                v = [first[0] - dx, first[1] - dy, *v]
            qx, qy, ex, ey = v[0] + dx, v[1] + dy, v[2] + dx, v[3] + dy
            curve = (x + 2 / 3 * (qx - x), y + 2 / 3 * (qy - y), ex + 2 / 3 * (qx - ex), ey + 2 / 3 * (qy - ey), ex, ey)
            segments.append(("C", curve))
            control, x, y = (qx, qy), ex, ey
        else:
            ex, ey = v[5] + dx, v[6] + dy
            form = _ArcForm(abs(v[0]), abs(v[1]), v[2], v[3] != 0, v[4] != 0)
            segments += _svg_arc((x, y), form, (ex, ey))
            x, y, control = ex, ey, None
    if any(not -_MOST < value < _MOST for _, v in segments for value in v):
        raise PathMistake("path data leads out of all bounds")
    if segments and segments[0][0] != "M":
        raise PathMistake("path data must begin with M")
    return segments


def _tokens(data: str) -> list[str | float]:
    tokens: list[str | float] = []
    arc_step = -1  # within an arc's numbers: flags may stand without spaces
    position = 0
    while position < len(data):
        if arc_step in (3, 4) and data[position] in "01":
            tokens.append(float(data[position]))
            arc_step += 1
            position += 1
            continue
        match = _TOKEN.match(data, position)
        assert match  # the last alternative takes any character
        position = match.end()
        if match[1]:
            tokens.append(match[1])
            arc_step = 0 if match[1] in "Aa" else -1
        elif match[2]:
            tokens.append(_bounded(match[2]))
            if arc_step >= 0:
                arc_step = (arc_step + 1) % 7
        elif match[4]:
            raise PathMistake(f"path data holds {match[4]!r}")
    return tokens


class _ArcForm(NamedTuple):
    """Which arc leads from one point to another, as SVG says it."""

    rx: float
    ry: float
    tilt: float
    large: bool
    sweep: bool


def _svg_arc(start: Point, form: _ArcForm, end: Point) -> list[Segment]:
    (x1, y1), (x2, y2) = start, end
    rx, ry, tilt, large, sweep = form
    if (x1, y1) == (x2, y2):
        return []
    if not rx or not ry:
        return [("L", (x2, y2))]
    phi = radians(tilt)
    c, s = cos(phi), sin(phi)
    hx, hy = (x1 - x2) / 2, (y1 - y2) / 2
    ux, uy = c * hx + s * hy, -s * hx + c * hy
    grow = (ux / rx) ** 2 + (uy / ry) ** 2
    if grow > 1:
        rx, ry = rx * sqrt(grow), ry * sqrt(grow)
    below = (rx * uy) ** 2 + (ry * ux) ** 2
    root = sqrt(max(0.0, ((rx * ry) ** 2 - below) / below)) if below else 0.0
    if large == sweep:
        root = -root
    px, py = root * rx * uy / ry, -root * ry * ux / rx
    cx, cy = c * px - s * py + (x1 + x2) / 2, s * px + c * py + (y1 + y2) / 2
    begin = atan2((uy - py) / ry, (ux - px) / rx)
    turn = atan2((-uy - py) / ry, (-ux - px) / rx) - begin
    if sweep and turn < 0:
        turn += 2 * pi
    elif not sweep and turn > 0:
        turn -= 2 * pi
    moved = [(kind, points) for kind, points in _unit_arc(begin, turn)]
    segments = transform(moved, (c * rx, s * rx, -s * ry, c * ry, cx, cy))
    kind, last = segments[-1]
    segments[-1] = (kind, (*last[:4], x2, y2))
    return segments


def affine(text: str, outer: Matrix = (1, 0, 0, 1, 0, 0)) -> Matrix:
    """SVG's transform attribute as a matrix."""
    matrix = outer
    if len(text) > 10_000:
        raise PathMistake("a transform of more than 10,000 characters")
    for name, inside in re.findall(r"(\w+)\s*\(([^)]*)\)", text):
        v = numbers(inside)
        if len(v) < (6 if name == "matrix" else 1):
            raise PathMistake(f"transform {name} lacks numbers")
        if name == "translate":
            step: Matrix = (1, 0, 0, 1, v[0], v[1] if len(v) > 1 else 0)
        elif name == "scale":
            step = (v[0], 0, 0, v[1] if len(v) > 1 else v[0], 0, 0)
        elif name == "rotate":
            step = rotation(v[0], *(v[1:3] if len(v) > 2 else (0, 0)))
        elif name == "skewX":
            step = (1, 0, tan(radians(v[0])), 1, 0, 0)
        elif name == "skewY":
            step = (1, tan(radians(v[0])), 0, 1, 0, 0)
        elif name == "matrix":
            step = (v[0], v[1], v[2], v[3], v[4], v[5])
        else:
            raise PathMistake(f"transform {name} is not known")
        matrix = multiply(step, matrix)
    return matrix
