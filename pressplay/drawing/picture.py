"""A picture is a face laid out: every mark in absolute millimetres, ready to be drawn without a decision.

The origin is the top left corner of the trimmed piece, y grows downwards, and the bleed
lies at negative coordinates. Marks are compared by identity: the layout gives the same
object for the same markup, so that an exporter can remember what it made of a mark.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from hashlib import sha256
from typing import Any

from pressplay.cache import key_of
from pressplay.data.shapes import SHAPES, PieceShape

from .box import Box
from .canonical import LINES, UNSEEN, Canonical
from .marks import Guide, Ink, Mark, Run


@dataclass(frozen=True, slots=True)
class Slot(Canonical):
    """Where a piece lies on a board: a snap point on a virtual tabletop; nothing of it is drawn."""

    name: str
    box: Box
    rotate: float = field(default=0.0, metadata=UNSEEN)
    kind: str = field(default="", metadata=UNSEEN)

    word = "slot"


@dataclass(frozen=True, eq=False)
class Picture(Canonical):
    """A face laid out. `edge` is the one colour of the whole bleed, or empty when it varies."""

    width: float
    height: float = field(metadata={"before": " x "})
    bleed: float = field(metadata={"before": " bleed "})
    shape: str
    corner: float = field(metadata=UNSEEN)  # scissors make it
    marks: tuple[Mark, ...] = field(metadata=LINES)
    names: Mapping[str, Box] = field(default_factory=dict, metadata=UNSEEN)  # parts that call-outs may point at
    slots: tuple[Slot, ...] = field(default=(), metadata=LINES)
    resources: Mapping[str, str] = field(default_factory=dict, metadata=UNSEEN)  # font, icon, image → content hash
    edge: str = field(default="", metadata=UNSEEN)  # the marks show it
    origins: tuple[tuple[str, int], ...] = field(default=(), metadata=UNSEEN)  # each mark's template and line
    stamp: Run | None = field(default=None, metadata=UNSEEN)  # the version: drawn, but no part of what changes
    stamp_font: str = field(default="", metadata=UNSEEN)  # the hash of its font

    word = "picture"

    def __str__(self) -> str:
        return f"{Canonical.__str__(self)}\n"

    def __reduce__(self) -> tuple[Any, ...]:  # with its hash when that is known, which took time
        state = self.__dict__ | {"origins": ()}  # of use only where the picture is checked
        return Picture.__new__, (Picture,), state

    @property
    def form(self) -> PieceShape:
        return SHAPES[self.shape]

    @property
    def ink(self) -> Iterator[Ink]:
        """The marks that one sees; headings and links are for those who ask for them."""
        return (mark for mark in self.marks if not isinstance(mark, Guide))

    def stamped(self, stamp: Run, font: str) -> "Picture":
        """The same picture with its version stamp, whose font has this hash; what it is as a picture stays."""
        shown = replace(self, stamp=stamp, stamp_font=font)
        vars(shown)["hash"] = self.hash  # known, and the same
        return shown

    @cached_property
    def cache_key(self) -> str:
        """Changes when anything of it does, beside where it was written: also what `hash` leaves out on purpose."""
        more = (field.name for field in fields(self) if field.name not in ("marks", "origins"))
        guides = [mark for mark in self.marks if isinstance(mark, Guide)]
        return key_of(self.hash, guides, *(getattr(self, name) for name in more))

    @cached_property
    def hash(self) -> str:
        """Changes exactly when what one sees changes."""
        shown = replace(self, marks=tuple(self.ink), slots=())
        behind = "".join(f"{name} {digest}\n" for name, digest in sorted(self.resources.items()))
        return sha256(f"{shown}{behind}".encode()).hexdigest()
