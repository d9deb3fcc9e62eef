"""A column: its children one below the other."""

from .stack import ALIGN, BETWEEN, VALIGN, stack

COLUMN = stack("down", ALIGN, VALIGN, BETWEEN)
