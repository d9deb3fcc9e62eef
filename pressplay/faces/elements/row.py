"""A row: its children side by side."""

from pressplay.faces.element import Attr, one_of

from .stack import ALIGN, BETWEEN, stack

ROW = stack("across", ALIGN, {"valign": Attr(one_of("top", "middle", "bottom", "baseline", "stretch"), "top")}, BETWEEN)
