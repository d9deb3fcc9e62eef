"""A picture is a face laid out: every mark in absolute millimetres, ready to be drawn without a decision.

The origin is the top left corner of the trimmed piece, y grows downwards, and the bleed
lies at negative coordinates. Marks are compared by identity: the layout gives the same
object for the same markup, so that an exporter can remember what it made of a mark.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any

from pressplay.units import num

from .box import Box
from .marks import Guide, Ink, Mark, Run


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
        return self._written(self.marks)

    def _written(self, marks: Iterable[Mark]) -> str:
        lines = [f"picture {num(self.width)} x {num(self.height)} bleed {num(self.bleed)} {self.shape}"]
        lines += [str(mark) for mark in marks]
        lines += [f"slot {slot.name} {slot.box}" for slot in self.slots]
        return "\n".join(lines) + "\n"

    @property
    def ink(self) -> Iterator[Ink]:
        """The marks that one sees; headings and links are for those who ask for them."""
        return (mark for mark in self.marks if not isinstance(mark, Guide))

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"origins": ()}  # of use only where the picture is checked

    @cached_property
    def hash(self) -> str:
        """Changes exactly when what one sees changes."""
        seen = self._written(self.ink) + "".join(
            f"{name} {digest}\n" for name, digest in sorted(self.resources.items())
        )
        return sha256(seen.encode()).hexdigest()
