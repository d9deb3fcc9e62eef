"""A sheet is pictures placed on a paper, with the marks that help to print and cut it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from pressplay.data.pieces import Paper, Piece
from pressplay.data.shapes import SHAPES, PieceShape
from pressplay.drawing.box import Box
from pressplay.drawing.matrix import Matrix
from pressplay.drawing.path import Path
from pressplay.drawing.picture import Picture


@dataclass(frozen=True, slots=True)
class Placement:
    """A picture on a page: its trim box there, and how far it is turned (degrees, clockwise)."""

    piece: Piece
    picture: Picture
    box: Box
    turn: int = 0
    clip: Box | None = None  # ink is kept inside this box (bleed); the trim box grown by the bleed unless butted


@dataclass(frozen=True, slots=True)
class Line:
    """A ruled line on a page: a crop mark, fold line, ruler or outline."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.15
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """Words in the margin; the baseline starts at x, y."""

    text: str
    x: float
    y: float
    size: float = 6.0
    align: str = "left"  # left or right: which end stands at x, y
    turn: int = 0  # degrees, clockwise


class CutOutline(NamedTuple):
    """Where a piece is cut."""

    box: Box
    shape: PieceShape = SHAPES["rect"]
    corner: float = 0.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page. `trim` and `bleed` bound all pieces; `side` is front, back, front and back, or single-sided."""

    width: float
    height: float
    side: str
    label: str
    kinds: tuple[str, ...]
    placed: tuple[Placement, ...]
    lines: tuple[Line, ...]
    notes: tuple[Note, ...]
    trim: Box
    bleed: Box
    cuts: tuple[Path, ...] = ()  # cutting outlines of nested tokens
    times: int = 1  # how often it is to be printed
    blanks: tuple[Box, ...] = ()  # kept white under the marks of a cutting machine
    outlines: tuple[CutOutline, ...] = ()  # along which a machine cuts; none on backs
    blocks: tuple[Box, ...] = ()  # around the pieces that lie together, with their bleed


class Usage(NamedTuple):
    """How well the paper is used."""

    sheets: int
    fewest: int  # no packing can do with less, by the pieces' area alone
    fill: float  # the share of what can be printed on that ends up as pieces


@dataclass(frozen=True, slots=True)
class Deck:
    """All sheets for one game and paper, in printing order, with the layouts chosen and why."""

    paper: Paper
    backs: str  # long-edge, short-edge, gutterfold, none
    sheets: tuple[Sheet, ...]
    bookmarks: tuple[tuple[str, int], ...]  # title, index of its first sheet
    layouts: Mapping[str, str]  # which sheets → their layout and its reason
    usage: Usage
    correction: Matrix | None = None  # of back pages: where the printer must put them to have them land behind
    ink_saver: bool = False  # whether its pictures are drawn in lines

    def redrawn(self, pictures: Mapping[Picture, Picture]) -> "Deck":
        """The same sheets with other pictures, drawn to spare ink, in the same places."""
        sheets = tuple(
            replace(sheet, placed=tuple(replace(one, picture=pictures[one.picture]) for one in sheet.placed))
            for sheet in self.sheets
        )
        return replace(self, sheets=sheets, ink_saver=True)

    @property
    def name(self) -> str:
        """What its files are told apart by."""
        return f"{self.paper.name}-ink-saver" if self.ink_saver else self.paper.name
