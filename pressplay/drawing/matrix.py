"""Matrices move, turn and scale what is drawn; y grows downwards."""

from math import cos, radians, sin

Matrix = tuple[float, float, float, float, float, float]  # a b c d e f: x' = ax + cy + e, y' = bx + dy + f
Point = tuple[float, float]


def multiply(inner: Matrix, outer: Matrix) -> Matrix:
    """The matrix that applies `inner` first, then `outer`."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def rotation(angle: float, cx: float = 0, cy: float = 0) -> Matrix:
    """Turns clockwise by an angle in degrees about a point (y grows downwards)."""
    c, s = cos(radians(angle)), sin(radians(angle))
    return (c, s, -s, c, cx - c * cx + s * cy, cy - s * cx - c * cy)
