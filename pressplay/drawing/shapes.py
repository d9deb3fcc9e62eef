"""Outlines of common shapes; every curve is a cubic."""

from math import ceil, cos, pi, radians, sin, tan

from .matrix import Point
from .path import Segment, transform

_KAPPA = 0.5522847498307936


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
