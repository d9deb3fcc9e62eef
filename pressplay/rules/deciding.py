"""Deciding words are those of a text that a rule hangs on: numbers, and words that have an opposite."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

_PAIRS = (
    ("first", "last"),
    ("lowest", "highest"),
    ("lower", "higher"),
    ("most", "fewest"),
    ("more", "fewer"),
    ("left", "right"),
    ("up", "down"),
    ("forward", "backward"),
    ("before", "after"),
    ("front", "back"),
    ("top", "bottom"),
    ("all", "none"),
    ("must", "may"),
    ("gain", "lose"),
    ("red", "blue"),
    ("green", "yellow"),
)
OPPOSITES: Mapping[str, str] = {a: b for one, other in _PAIRS for a, b in ((one, other), (other, one))}
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_WORD = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\[[a-z0-9-]+\]|[A-Za-z][A-Za-z0-9]*|\d+", re.S)


class Deciding(NamedTuple):
    """A deciding word, where it stands in its text, and what would turn the text wrong in its stead."""

    word: str
    start: int
    end: int
    other: str


def deciding(text: str) -> Iterator[Deciding]:
    """The deciding words of a text; what facts fill in is left alone, for it cannot drift."""
    for match in _WORD.finditer(text):
        other = _other(match[0])
        if other:
            yield Deciding(match[0], match.start(), match.end(), other)


def _other(word: str) -> str:
    lower = word.lower()
    if word.isdigit():
        return str(int(word) + 1)
    if lower in NUMBERS[2:-1]:
        other = NUMBERS[NUMBERS.index(lower) + 1]
    else:
        other = OPPOSITES.get(lower, "")
    return other.capitalize() if word[:1].isupper() else other
