"""Colours: read our own way, mixed, and how well two of them can be told apart."""

import re
from collections.abc import Mapping
from functools import lru_cache

from pressplay.problem import nearest

Rgb = tuple[int, int, int]


_NAMED = {"black": "#000000", "white": "#ffffff"}


class PaintMistake(ValueError):
    """A colour or paint that cannot be read; `hint` says what can."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def read_color(text: str, palette: Mapping[str, str]) -> str:
    """A colour as `#rrggbb`, or `none`."""
    word = text.strip()
    if word == "none":
        return "none"
    if word.startswith("#"):
        if re.fullmatch(r"#[0-9a-fA-F]{6}", word):
            return word.lower()
        if re.fullmatch(r"#[0-9a-fA-F]{3}", word):
            return "#" + "".join(digit * 2 for digit in word[1:].lower())
        raise PaintMistake(f"{word} is not a colour", "write #rgb or #rrggbb")
    found = palette.get(word) or _NAMED.get(word)
    if found is None:
        raise PaintMistake(f"unknown colour {word!r}", nearest(word, [*palette, *_NAMED, "none"]))
    return found


def read_ink(text: str, palette: Mapping[str, str]) -> str:
    """A colour that one can see, as `#rrggbb`."""
    found = read_color(text, palette)
    if found == "none":
        raise PaintMistake("none is no colour here", "write one, or leave the element out")
    return found


@lru_cache(maxsize=4096)
def rgb(color: str) -> Rgb:
    """The three channels of `#rrggbb`."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def hex_color(channels: tuple[float, float, float]) -> str:
    """Channels from 0 to 255 as `#rrggbb`."""
    return "#" + "".join(f"{min(255, max(0, round(channel))):02x}" for channel in channels)


def mixed(a: str, b: str, t: float) -> str:
    """The colour a share t of the way from a to b."""
    first, second = rgb(a), rgb(b)
    return hex_color(
        (
            first[0] + (second[0] - first[0]) * t,
            first[1] + (second[1] - first[1]) * t,
            first[2] + (second[2] - first[2]) * t,
        )
    )


@lru_cache(maxsize=4096)
def luminance(color: str) -> float:
    """Relative luminance as WCAG defines it."""

    def linear(channel: int) -> float:
        share = channel / 255
        return share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = rgb(color)
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)


@lru_cache(maxsize=8192)
def contrast(a: str, b: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
