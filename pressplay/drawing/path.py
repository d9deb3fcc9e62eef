"""Outlines: path data read, built, moved and measured; every curve becomes a cubic."""

import re
from itertools import pairwise
from math import atan2, ceil, cos, degrees, hypot, pi, radians, sin, sqrt, tan

from pressplay.units import num

Segment = tuple[str, tuple[float, ...]]  # M x y, L x y, C x1 y1 x2 y2 x y, Z
Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]

_TOKEN = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|([\s,]+)|(.)", re.S)
_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_KAPPA = 0.5522847498307936


class PathMistake(ValueError):
    """Path data that cannot be read."""


def numbers(text: str) -> list[float]:
    """All numbers of a text such as `0 0 24,24`."""
    return [float(found) for found in re.findall(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", text)]


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
            segments += _svg_arc(x, y, abs(v[0]), abs(v[1]), v[2], v[3] != 0, v[4] != 0, ex, ey)
            x, y, control = ex, ey, None
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
            tokens.append(float(match[2]))
            if arc_step >= 0:
                arc_step = (arc_step + 1) % 7
        elif match[4]:
            raise PathMistake(f"path data holds {match[4]!r}")
    return tokens


def _svg_arc(
    x1: float, y1: float, rx: float, ry: float, tilt: float, large: bool, sweep: bool, x2: float, y2: float
) -> list[Segment]:
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


def _unit_arc(begin: float, turn: float) -> list[Segment]:
    """Cubics along the unit circle, from an angle in radians by a turn."""
    pieces = max(1, ceil(abs(turn) / (pi / 2) - 1e-9))
    step = turn / pieces
    handle = 4 / 3 * tan(step / 4)
    segments: list[Segment] = []
    for piece in range(pieces):
        a, b = begin + piece * step, begin + (piece + 1) * step
        ca, sa, cb, sb = cos(a), sin(a), cos(b), sin(b)
        segments.append(("C", (ca - handle * sa, sa + handle * ca, cb + handle * sb, sb - handle * cb, cb, sb)))
    return segments


def on_circle(cx: float, cy: float, r: float, angle: float) -> Point:
    """A point on a circle; 0° is up, clockwise."""
    return cx + r * sin(radians(angle)), cy - r * cos(radians(angle))


def arc(cx: float, cy: float, r: float, begin: float, end: float) -> list[Segment]:
    """An open arc between two angles in degrees, clockwise from the top."""
    first = on_circle(cx, cy, r, begin)
    curves = _unit_arc(radians(begin - 90), radians(end - begin))
    return [("M", first), *transform(curves, (r, 0, 0, r, cx, cy))]


def wedge(cx: float, cy: float, r: float, inner: float, begin: float, end: float) -> list[Segment]:
    """A slice of a disc, or of a ring when `inner` is more than 0."""
    outside = arc(cx, cy, r, begin, end)
    if inner <= 0:
        return [*outside, ("L", (cx, cy)), ("Z", ())]
    inside = arc(cx, cy, inner, end, begin)
    return [*outside, ("L", inside[0][1]), *inside[1:], ("Z", ())]


def rectangle(x: float, y: float, w: float, h: float, r: float = 0) -> list[Segment]:
    """A rectangle, its corners rounded by r."""
    r = min(r, w / 2, h / 2)
    if r <= 0:
        return [("M", (x, y)), ("L", (x + w, y)), ("L", (x + w, y + h)), ("L", (x, y + h)), ("Z", ())]
    k = r * (1 - _KAPPA)
    right, bottom = x + w, y + h
    return [
        ("M", (x + r, y)),
        ("L", (right - r, y)),
        ("C", (right - k, y, right, y + k, right, y + r)),
        ("L", (right, bottom - r)),
        ("C", (right, bottom - k, right - k, bottom, right - r, bottom)),
        ("L", (x + r, bottom)),
        ("C", (x + k, bottom, x, bottom - k, x, bottom - r)),
        ("L", (x, y + r)),
        ("C", (x, y + k, x + k, y, x + r, y)),
        ("Z", ()),
    ]


def ellipse(cx: float, cy: float, rx: float, ry: float) -> list[Segment]:
    """A whole ellipse."""
    kx, ky = rx * _KAPPA, ry * _KAPPA
    return [
        ("M", (cx + rx, cy)),
        ("C", (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)),
        ("C", (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)),
        ("C", (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)),
        ("C", (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)),
        ("Z", ()),
    ]


def polygon(corners: list[Point], closed: bool = True) -> list[Segment]:
    """Straight lines from corner to corner."""
    segments: list[Segment] = [("M", corners[0])] if corners else []
    segments += [("L", corner) for corner in corners[1:]]
    return [*segments, ("Z", ())] if closed and corners else segments


def star(cx: float, cy: float, r: float, inner: float, points: int, rotate: float) -> list[Segment]:
    """A star with its first point up, turned by `rotate`."""
    step = 180 / points
    return polygon([on_circle(cx, cy, inner if i % 2 else r, rotate + i * step) for i in range(2 * points)])


def ngon(cx: float, cy: float, r: float, sides: int, rotate: float) -> list[Segment]:
    """A regular polygon with its first corner up, turned by `rotate`."""
    return polygon([on_circle(cx, cy, r, rotate + i * 360 / sides) for i in range(sides)])


def transform(segments: list[Segment], matrix: Matrix) -> list[Segment]:
    """The same outline seen through a matrix."""
    a, b, c, d, e, f = matrix
    moved: list[Segment] = []
    for kind, v in segments:
        flat: list[float] = []
        for i in range(0, len(v), 2):
            flat += [a * v[i] + c * v[i + 1] + e, b * v[i] + d * v[i + 1] + f]
        moved.append((kind, tuple(flat)))
    return moved


def multiply(inner: Matrix, outer: Matrix) -> Matrix:
    """The matrix that applies `inner` first, then `outer`."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def rotation(angle: float, cx: float = 0, cy: float = 0) -> Matrix:
    """Turns clockwise by an angle in degrees about a point (y grows downwards)."""
    c, s = cos(radians(angle)), sin(radians(angle))
    return (c, s, -s, c, cx - c * cx + s * cy, cy - s * cx - c * cy)


def affine(text: str, outer: Matrix = (1, 0, 0, 1, 0, 0)) -> Matrix:
    """SVG's transform attribute as a matrix."""
    matrix = outer
    for name, inside in re.findall(r"(\w+)\s*\(([^)]*)\)", text):
        v = numbers(inside)
        if name == "translate":
            step: Matrix = (1, 0, 0, 1, v[0], v[1] if len(v) > 1 else 0)
        elif name == "scale":
            step = (v[0], 0, 0, v[1] if len(v) > 1 else v[0], 0, 0)
        elif name == "rotate":
            step = rotation(v[0], *(v[1:3] if len(v) > 2 else (0, 0)))
        elif name == "matrix":
            step = (v[0], v[1], v[2], v[3], v[4], v[5])
        else:
            raise PathMistake(f"transform {name} is not known")
        matrix = multiply(step, matrix)
    return matrix


def write_path(segments: list[Segment]) -> str:
    """The outline as the text that a picture holds."""
    return " ".join(" ".join((kind, *map(num, values))) for kind, values in segments)


def bounds(segments: list[Segment]) -> tuple[float, float, float, float]:
    """x, y, width and height around all points (a curve's handles included, so never too small)."""
    xs = [value for _, v in segments for value in v[::2]]
    ys = [value for _, v in segments for value in v[1::2]]
    if not xs:
        return (0, 0, 0, 0)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def flatten(segments: list[Segment], steps: int = 8) -> list[list[Point]]:
    """The outline as closed or open chains of points."""
    chains: list[list[Point]] = []
    for kind, v in segments:
        if kind == "M":
            chains.append([(v[0], v[1])])
        elif kind == "L":
            chains[-1].append((v[0], v[1]))
        elif kind == "C":
            x, y = chains[-1][-1]
            for step in range(1, steps + 1):
                t = step / steps
                s = 1 - t
                a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
                chains[-1].append((a * x + b * v[0] + c * v[2] + d * v[4], a * y + b * v[1] + c * v[3] + d * v[5]))
        elif chains:
            chains[-1].append(chains[-1][0])
            chains.append([chains[-1][0]])
    return [chain for chain in chains if len(chain) > 1]


def inside(chains: list[list[Point]], x: float, y: float) -> bool:
    """Whether a point lies inside the outline (non-zero winding)."""
    winding = 0
    for chain in chains:
        x1, y1 = chain[-1]
        above = y1 <= y
        for x2, y2 in chain:
            if (y2 <= y) != above:
                if x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                    winding += 1 if above else -1
                above = not above
            x1, y1 = x2, y2
    return winding != 0


def places_along(segments: list[Segment], count: int, step: float) -> list[tuple[float, float, float]]:
    """Evenly spaced places on an outline as x, y and direction in degrees; `count` of them, or one every `step`."""
    points = [point for chain in flatten(segments, 24) for point in chain]
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
    total = sum(lengths)
    if not total:
        return []
    closed = points[0] == points[-1]
    if count:
        step = total / (count if closed else max(1, count - 1))
    else:
        count = int(total / step + 1e-9) + (0 if closed else 1)
    places: list[tuple[float, float, float]] = []
    walked, index = 0.0, 0
    for number in range(count):
        target = min(number * step, total)
        while index < len(lengths) - 1 and (walked + lengths[index] < target or not lengths[index]):
            walked += lengths[index]
            index += 1
        (x1, y1), (x2, y2) = points[index], points[index + 1]
        t = (target - walked) / lengths[index] if lengths[index] else 0
        places.append((x1 + (x2 - x1) * t, y1 + (y2 - y1) * t, degrees(atan2(y2 - y1, x2 - x1))))
    return places
