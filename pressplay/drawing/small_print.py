"""Small print is a line of plain words beside the game's own: no sign that a font lacks, no want of room may stop it."""

from pressplay.units import MM_PER_PT

from .type.font import Font

_PLAIN = {"·": "-", "…": "...", "’": "'", "–": "-", "×": "x", "−": "-", "“": '"', "”": '"'}


def text_width(font: Font, text: str, size: float) -> float:
    """How long a line is, in millimetres."""
    em = sum(font.width(word) for word in text.split(" ") if word) + font.width(" ") * text.count(" ")
    return em * size * MM_PER_PT


def spelled(font: Font, text: str) -> str:
    """The text in characters that the font has."""
    lacks = font.missing(text)
    return "".join(_PLAIN.get(char, "?") if char in lacks else char for char in text) if lacks else text


def shortened(font: Font, text: str, size: float, room: float) -> str:
    """As much of a spelled text as its room in millimetres holds, with dots when something is left out."""
    if text_width(font, text, size) <= room:
        return text
    dots = spelled(font, "…")
    while text and text_width(font, text + dots, size) > room:
        text = text[:-1].rstrip()
    return text + dots
