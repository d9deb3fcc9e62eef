"""Colours measured for tests."""

from colorsys import rgb_to_hls

from pressplay.drawing.colour import rgb


def hue(color: str) -> float:
    r, g, b = (channel / 255 for channel in rgb(color))
    return rgb_to_hls(r, g, b)[0] * 360
