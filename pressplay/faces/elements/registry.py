"""Every element of the face language by its name: the one place that knows them all."""

from pressplay.faces.element import Element

from .column import COLUMN
from .containers import GRID, GROUP, REPEAT
from .frame import FRAME
from .icon import ICON
from .image import IMAGE
from .row import ROW
from .shapes import SHAPES
from .slot import SLOT
from .text import BOX, TEXT
from .version import VERSION

ELEMENTS: dict[str, Element] = {
    **SHAPES,
    "icon": ICON,
    "image": IMAGE,
    "text": TEXT,
    "box": BOX,
    "column": COLUMN,
    "row": ROW,
    "frame": FRAME,
    "group": GROUP,
    "grid": GRID,
    "repeat": REPEAT,
    "slot": SLOT,
    "version": VERSION,
}


def holds_text(name: str) -> bool:
    """Whether what stands in an element is text, to be read by the element itself."""
    element = ELEMENTS.get(name)
    return element is not None and element.write is not None
