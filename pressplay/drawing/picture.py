"""A picture is a face laid out: every mark in absolute millimetres, ready to be drawn without a decision.

The origin is the top left corner of the trimmed piece, y grows downwards, and the bleed
lies at negative coordinates. Marks are compared by identity: the layout gives the same
object for the same markup, so that an exporter can remember what it made of a mark.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any

from pressplay.units import num

Matrix = tuple[float, float, float, float, float, float]  # a b c d e f: x' = ax + cy + e, y' = bx + dy + f


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in millimetres."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    def through(self, matrix: Matrix) -> "Box":
        """The box around this one once a matrix has moved and turned it."""
        a, b, c, d, e, f = matrix
        corners = ((self.x, self.y), (self.right, self.y), (self.x, self.bottom), (self.right, self.bottom))
        xs = [a * x + c * y + e for x, y in corners]
        ys = [b * x + d * y + f for x, y in corners]
        return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    def within(self, clip: "Box | None") -> "Box":
        """What a clip leaves of the box; its size is negative when nothing is left."""
        if clip is None:
            return self
        left, top = max(self.x, clip.x), max(self.y, clip.y)
        return Box(left, top, min(self.right, clip.right) - left, min(self.bottom, clip.bottom) - top)

    def __reduce__(self) -> tuple[Any, ...]:  # quicker than the general way, and pictures travel by the thousand
        return Box, (self.x, self.y, self.w, self.h)

    def __str__(self) -> str:
        return f"{num(self.x)} {num(self.y)} {num(self.w)} {num(self.h)}"


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


Mark = Shape | Run | Stamp | Art | Begin | End


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a piece lies on a board: a snap point on a virtual tabletop."""

    name: str
    box: Box
    rotate: float = 0.0
    kind: str = ""


@dataclass(frozen=True, eq=False)
class Picture:
    """A face laid out. `edge` is the one colour of the whole bleed, or empty when it varies."""

    width: float
    height: float
    bleed: float
    shape: str
    corner: float
    marks: tuple[Mark, ...]
    names: Mapping[str, Box] = field(default_factory=dict)  # parts that call-outs may point at
    slots: tuple[Slot, ...] = ()
    resources: Mapping[str, str] = field(default_factory=dict)  # font, icon, image → content hash
    edge: str = ""
    origins: tuple[tuple[str, int], ...] = ()  # for each mark the template and line it came from
    stamp: Run | None = None  # the version stamp: drawn, but never a part of what one sees changing

    def __str__(self) -> str:
        lines = [f"picture {num(self.width)} x {num(self.height)} bleed {num(self.bleed)} {self.shape}"]
        lines += [str(mark) for mark in self.marks]
        lines += [f"slot {slot.name} {slot.box}" for slot in self.slots]
        return "\n".join(lines) + "\n"

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"origins": ()}  # of use only where the picture is checked

    @cached_property
    def hash(self) -> str:
        """Changes exactly when what one sees changes."""
        seen = str(self) + "".join(f"{name} {digest}\n" for name, digest in sorted(self.resources.items()))
        return sha256(seen.encode()).hexdigest()
