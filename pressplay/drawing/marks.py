"""Marks: what a picture is made of, each in absolute millimetres.

A mark's text, and with it a picture's hash, comes from its fields; see `canonical`.
"""

from dataclasses import dataclass, field

from .box import Box
from .canonical import UNSEEN, Canonical
from .matrix import Matrix
from .paint import Flat, Paint, Stroke
from .path import Path
from .type.font import PLAIN, Setting


@dataclass(frozen=True, eq=False, slots=True)
class Shape(Canonical):
    """An outline, filled or stroked or both; `box` is around it, without its stroke."""

    path: Path
    box: Box = field(metadata=UNSEEN)
    fill: Paint | None = None
    stroke: Stroke | None = None
    opacity: float = 1.0

    word = "shape"
    between = " | "


@dataclass(frozen=True, eq=False, slots=True)
class Run(Canonical):
    """A line, or a part of one, in one font: `x`, `y` is the start of its baseline.

    `size` is in points, `spacing` (between letters) and `stretch` (added to each space)
    in millimetres. The text is as it is read; `setting` says which way it runs and how it is
    shaped. `box` is the ink's advance box, used by the checks.
    """

    text: str = field(metadata={"before": " | ", "last": True})
    x: float
    y: float
    font: str = field(metadata={"before": " ", "below": "fonts/"})  # a font file, relative to the project
    size: float
    fill: Flat
    box: Box = field(metadata=UNSEEN)
    spacing: float = 0.0
    stretch: float = 0.0
    opacity: float = 1.0
    setting: Setting = PLAIN
    bold: bool = field(default=False, metadata=UNSEEN)  # the font shows it; the checks ask
    art: bool = field(default=False, metadata=UNSEEN)  # decoration: the checks pass it by
    fine: bool = field(default=False, metadata=UNSEEN)  # small print

    word = "run"


@dataclass(frozen=True, eq=False, slots=True)
class Stamp(Canonical):
    """An icon: its name and content in the picture's resources, drawn as one form."""

    icon: str
    box: Box
    fill: Flat
    opacity: float = 1.0
    art: bool = field(default=False, metadata=UNSEEN)  # decoration: the checks pass it by
    picture: bool = field(default=False, metadata=UNSEEN)  # a whole drawing: what lies on it lies on any colour

    word = "icon"


@dataclass(frozen=True, eq=False, slots=True)
class Art(Canonical):
    """A raster image; `file` is relative to the project. `box` is where the whole image lies, `clip` what shows."""

    file: str
    box: Box
    clip: Box = field(metadata={"before": " clip "})
    opacity: float = 1.0

    word = "image"


@dataclass(frozen=True, eq=False, slots=True)
class Begin(Canonical):
    """Opens a group: marks up to its End are moved by the matrix, clipped and faded together."""

    matrix: Matrix = field(default=(1, 0, 0, 1, 0, 0), metadata={"always": True, "before": " ", "digits": 5})
    clip: Path | None = None
    opacity: float = 1.0

    word = "begin"
    between = " | "


@dataclass(frozen=True, eq=False, slots=True)
class End(Canonical):
    """Closes the group."""

    word = "end"


@dataclass(frozen=True, eq=False, slots=True)
class Heading(Canonical):
    """Where a heading stands, which becomes a bookmark; it leaves no ink."""

    level: int  # 1 is the highest
    title: str = field(metadata={"before": " | ", "last": True})
    box: Box

    word = "heading"


@dataclass(frozen=True, eq=False, slots=True)
class Link(Canonical):
    """What leads to another page of the same document, whose first page is 1; it leaves no ink."""

    page: int = field(metadata={"before": " to page ", "last": True})
    box: Box

    word = "link"


Ink = Shape | Run | Stamp | Art | Begin | End
Guide = Heading | Link  # for whoever reads the document, not for the eye
Mark = Ink | Guide
