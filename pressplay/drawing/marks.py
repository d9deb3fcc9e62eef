"""Marks: what a picture is made of, each in absolute millimetres."""

from dataclasses import dataclass
from typing import Any

from pressplay.units import num

from .box import Box
from .matrix import Matrix


@dataclass(frozen=True, eq=False, slots=True)
class Shape:
    """A filled or stroked outline.

    `path` holds absolute segments as text: `M x y`, `L x y`, `C x1 y1 x2 y2 x y`, `Z`,
    separated by single spaces. `fill` is `none`, `#rrggbb`, or a paint in canonical form:
    `linear(x1 y1 x2 y2, #rrggbb 0, #rrggbb 1)`, `radial(cx cy r, …)` in millimetres.
    """

    path: str
    box: Box
    fill: str = "none"
    stroke: str = "none"
    width: float = 0.25
    dash: tuple[float, ...] = ()
    cap: str = "butt"
    join: str = "miter"
    opacity: float = 1.0
    art: bool = True

    def __str__(self) -> str:
        parts = [f"shape {self.path}"]
        if self.fill != "none":
            parts.append(f"fill {self.fill}")
        if self.stroke != "none":
            parts.append(f"stroke {self.stroke} {num(self.width)}")
            if self.dash:
                parts.append("dash " + " ".join(num(d) for d in self.dash))
            if self.cap != "butt":
                parts.append(f"cap {self.cap}")
            if self.join != "miter":
                parts.append(f"join {self.join}")
        if self.opacity != 1:
            parts.append(f"opacity {num(self.opacity)}")
        return " | ".join(parts)


@dataclass(frozen=True, eq=False, slots=True)
class Run:
    """A line, or a part of one, in one font: `x`, `y` is the start of its baseline.

    `size` is in points, `spacing` (between letters) and `stretch` (added to each space)
    in millimetres. `box` is the ink's advance box, used by the checks.
    """

    text: str
    x: float
    y: float
    font: str  # a font file, relative to the project
    size: float
    fill: str
    box: Box
    spacing: float = 0.0
    stretch: float = 0.0
    opacity: float = 1.0
    bold: bool = False
    art: bool = False
    fine: bool = False

    def __reduce__(self) -> tuple[Any, ...]:
        look = (self.spacing, self.stretch, self.opacity, self.bold, self.art, self.fine)
        return Run, (self.text, self.x, self.y, self.font, self.size, self.fill, self.box, *look)

    def __str__(self) -> str:
        extra = f" spacing {num(self.spacing)}" if self.spacing else ""
        extra += f" stretch {num(self.stretch)}" if self.stretch else ""
        extra += f" opacity {num(self.opacity)}" if self.opacity != 1 else ""
        font = self.font.rsplit("/", 1)[-1]
        return f"run {num(self.x)} {num(self.y)} {font} {num(self.size)} {self.fill}{extra} | {self.text}"


@dataclass(frozen=True, eq=False, slots=True)
class Stamp:
    """An icon: its name and content in the picture's resources, drawn as one form."""

    icon: str
    box: Box
    fill: str
    opacity: float = 1.0
    art: bool = False

    def __str__(self) -> str:
        extra = f" opacity {num(self.opacity)}" if self.opacity != 1 else ""
        return f"icon {self.icon} {self.box} {self.fill}{extra}"


@dataclass(frozen=True, eq=False, slots=True)
class Art:
    """A raster image; `file` is relative to the project. `box` is where the whole image lies, `clip` what shows."""

    file: str
    box: Box
    clip: Box
    opacity: float = 1.0

    def __str__(self) -> str:
        return f"image {self.file} {self.box} clip {self.clip}"


@dataclass(frozen=True, eq=False, slots=True)
class Begin:
    """Opens a group: marks up to its End are moved by the matrix `a b c d e f`, clipped and faded together."""

    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    clip: str = ""  # a path as in Shape
    opacity: float = 1.0

    def __str__(self) -> str:
        parts = ["begin " + " ".join(num(m, 5) for m in self.matrix)]
        if self.clip:
            parts.append(f"clip {self.clip}")
        if self.opacity != 1:
            parts.append(f"opacity {num(self.opacity)}")
        return " | ".join(parts)


@dataclass(frozen=True, eq=False, slots=True)
class End:
    """Closes the group."""

    def __str__(self) -> str:
        return "end"


@dataclass(frozen=True, eq=False, slots=True)
class Heading:
    """Where a heading stands, which becomes a bookmark; it leaves no ink."""

    level: int  # 1 is the highest
    title: str
    box: Box

    def __str__(self) -> str:
        return f"heading {self.level} {self.box} | {self.title}"


@dataclass(frozen=True, eq=False, slots=True)
class Link:
    """What leads to another page of the same document, whose first page is 1; it leaves no ink."""

    page: int
    box: Box

    def __str__(self) -> str:
        return f"link {self.box} to page {self.page}"


Ink = Shape | Run | Stamp | Art | Begin | End
Guide = Heading | Link  # for whoever reads the document, not for the eye
Mark = Ink | Guide
