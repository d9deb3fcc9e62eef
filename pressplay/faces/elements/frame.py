"""A frame: its children over each other, and art in millimetres from its corner."""

from .stack import ALIGN, VALIGN, stack

FRAME = stack("over", ALIGN, VALIGN)
