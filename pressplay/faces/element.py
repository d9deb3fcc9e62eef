"""An element is a word of the face language: its attributes, what it may hold, and what it draws."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from pressplay.drawing.box import Box
from pressplay.drawing.colour import PaintMistake
from pressplay.drawing.fills import Fill, read_fill, read_flat
from pressplay.drawing.icons import Icon
from pressplay.drawing.marks import Begin, Mark
from pressplay.drawing.paint import Flat
from pressplay.drawing.picture import Slot
from pressplay.drawing.text import Style
from pressplay.drawing.type.font import PLAIN, Font, Setting
from pressplay.game import USUAL, Allowances
from pressplay.problem import Place, nearest

from .markup import Node


class FaceMistake(Exception):
    """What is wrong with an element; `of_piece` when the piece's words are to blame, not the template.

    `line` is the line of the element's words in which it stands, counted from 0; `place` is where a file that
    is drawn is to blame, such as an icon's.
    """

    def __init__(self, message: str, hint: str = "", of_piece: bool = False, place: Place | None = None) -> None:
        super().__init__(message)
        self.hint = hint
        self.of_piece = of_piece
        self.place = place
        self.line = 0
        self.node: Node | None = None  # whose fault it is, when that is not the element that found out


class PlacedImage(NamedTuple):
    """An image file: its pixels, or the units of a drawing."""

    file: str
    width: float
    height: float
    digest: str
    drawn: bool = False  # an SVG, sharp at any size


@dataclass(frozen=True, slots=True)
class Scene:
    """What elements may ask for while they are drawn."""

    palette: Mapping[str, str]
    fonts: Callable[[str, bool, bool], tuple[Font, ...]]  # role or family, bold, italic; the first one first
    style: Callable[[str, bool, bool, Flat], Style]  # the same, and a colour; it remembers the words it has measured
    icon: Callable[[str], Icon]
    image: Callable[[str], PlacedImage]
    color: Callable[[str], Flat | None]
    fill: Callable[[str], Fill | None]
    setting: Setting = PLAIN  # of the language
    allow: Allowances = USUAL
    types: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # type styles: name → attribute → its text

    @property
    def rightward(self) -> bool:
        """Whether its language runs to the right; rows and columns with text in them begin where it does."""
        return self.setting.rightward


@dataclass(frozen=True, slots=True)
class Attr:
    """An attribute: how its text is read, and its value when it is left out (`...`: it must be there)."""

    read: Callable[[str, Scene], Any]
    default: Any = ...


@dataclass(slots=True)
class Drawing:
    """What became of an element: marks, the resources behind them, and a slot if it is one."""

    marks: list[Mark] = field(default_factory=list)
    resources: dict[str, str] = field(default_factory=dict)
    slot: Slot | None = None
    box: Box | None = None  # what a call-out points at, when the marks' own box would not do


Values = dict[str, Any]
# How a container spreads its children: for each opened group, the children that stand in it.
Frames = list[tuple[Begin, list[int]]]


class Extent(NamedTuple):
    """How large something is in the flow, and how far its first baseline lies below its top."""

    w: float
    h: float
    baseline: float


class FlowCell(NamedTuple):
    """What a column, row or frame gives to one of those that stand in it, from its own corner."""

    x: float
    y: float
    w: float
    h: float
    align: str  # how what stands in it is aligned unless it says otherwise
    valign: str


@dataclass(frozen=True, slots=True)
class InFlow:
    """How an element stands in a column, row or frame: what may be said of it there, its size, and how it fills a cell.

    A container is measured by those that stand in it.
    """

    attributes: Mapping[str, Attr]
    measure: Callable[[Values, str, float, Scene], Extent] | None = None  # in a width, which may be infinite
    settle: Callable[[Values, FlowCell, Scene], Values] | None = None  # the values it is drawn with
    fills: bool = True  # it is as wide as there is room, unless it says otherwise
    wraps: bool = False  # it is content with any width


@dataclass(frozen=True, slots=True)
class Element:
    """One word of the language; exactly one of `draw`, `write`, `spread` and `axis` is there."""

    attributes: Mapping[str, Attr]
    draw: Callable[[Values, Scene], Drawing] | None = None  # a mark of its own
    write: Callable[[Values, str, Scene], Drawing] | None = None  # holds text
    spread: Callable[[Values, int, Scene], Frames] | None = None  # holds other elements
    axis: str = ""  # holds other elements and measures them: down, across, or over each other
    inflow: InFlow | None = None  # when it may stand in such a one


def number(text: str, scene: Scene) -> float:
    """Reads millimetres, points, degrees or a share."""
    try:
        value = float(text)
    except ValueError:
        raise FaceMistake(f"{text!r} is not a number") from None
    if not -10_000 < value < 10_000:  # also refuses nan
        raise FaceMistake(f"{text} is out of all bounds")
    return value


def length(text: str, scene: Scene) -> float:
    """Reads a number that may not be negative."""
    value = number(text, scene)
    if value < 0:
        raise FaceMistake(f"{text} is negative")
    return value


def whole(text: str, scene: Scene) -> int:
    """Reads a whole number from 1 up."""
    value = number(text, scene)
    if value != int(value) or value < 1:
        raise FaceMistake(f"{text!r} is not a whole number from 1 up")
    return int(value)


def share(text: str, scene: Scene) -> float:
    """Reads a number from 0 to 1."""
    value = number(text, scene)
    if not 0 <= value <= 1:
        raise FaceMistake(f"{text} is not between 0 and 1")
    return value


def words(text: str, scene: Scene) -> str:
    """Reads text as it is."""
    return text


def numbers_of(text: str, scene: Scene) -> tuple[float, ...]:
    """Reads several numbers."""
    return tuple(number(part, scene) for part in text.replace(",", " ").split())


def fill(text: str, scene: Scene) -> Fill | None:
    """Reads a colour, gradient or pattern."""
    try:
        return scene.fill(text)
    except PaintMistake as mistake:
        raise FaceMistake(str(mistake), mistake.hint) from None


def color(text: str, scene: Scene) -> Flat | None:
    """Reads a colour."""
    try:
        return scene.color(text)
    except PaintMistake as mistake:
        raise FaceMistake(str(mistake), mistake.hint) from None


def ink(text: str, scene: Scene) -> Flat:
    """Reads a colour that one can see."""
    found = color(text, scene)
    if found is None:
        raise FaceMistake("none is no colour here", "write one, or leave the element out")
    return found


def one_of(*accepted: str) -> Callable[[str, Scene], str]:
    """Reads one of some words."""

    def read(text: str, scene: Scene) -> str:
        if text not in accepted:
            raise FaceMistake(f"{text!r} is not one of {', '.join(accepted)}")
        return text

    return read


def yes_no(text: str, scene: Scene) -> bool:
    """Reads yes or no."""
    return one_of("yes", "no")(text, scene) == "yes"


Read = TypeVar("Read")


def color_reader(
    palette: Mapping[str, str],
) -> tuple[Callable[[str], Flat | None], Callable[[str], Fill | None]]:
    """Readers that remember what each colour and fill text means in a game's palette."""
    return _remembering(read_flat, palette), _remembering(read_fill, palette)


def _remembering(read: Callable[[str, Mapping[str, str]], Read], palette: Mapping[str, str]) -> Callable[[str], Read]:
    known: dict[str, Read] = {}

    def remembered(text: str) -> Read:
        if text not in known:
            known[text] = read(text, palette)
        return known[text]

    return remembered


UNSAID = object()  # stands for an attribute that was left out, where that means more than one default
EVERY = {"name": Attr(words, None)}  # attributes of every element
FADE = {"opacity": Attr(share, 1.0)}
GROW = {"grow": Attr(length, None)}  # of every element in the flow


def in_flow(attributes: Mapping[str, Attr], *free: str) -> dict[str, Attr]:
    """An element's attributes where others place it: without a place, and with a size only if it likes (`free`)."""
    kept = {key: Attr(attr.read, None) if key in free else attr for key, attr in attributes.items()}
    return {key: attr for key, attr in kept.items() if key not in ("x", "y")} | GROW


def unplaced(values: Values, cell: FlowCell, scene: Scene) -> Values:
    """For what is drawn from a cell's own corner, in its own size."""
    return values | {"x": 0.0, "y": 0.0}


def read_attributes(name: str, accepted: Mapping[str, Attr], given: Mapping[str, str], scene: Scene) -> Values:
    """All attributes of an element with their values; unknown and missing ones are mistakes."""
    if "type" in given and "type" in accepted:
        given = _typed(name, accepted, given, scene)
    for key in given:
        if key not in accepted:
            raise FaceMistake(f"<{name}> has no attribute {key}", nearest(key, accepted))
    values: Values = {}
    for key, attr in accepted.items():
        text = given.get(key)
        if text is None:
            if attr.default is ...:
                raise FaceMistake(f"<{name}> lacks {key}", f"it wants {_required(accepted)}")
            values[key] = attr.default
            continue
        try:
            values[key] = attr.read(text, scene)
        except FaceMistake as mistake:
            raise FaceMistake(f"<{name} {key}>: {mistake}", mistake.hint) from None
    return values


def _typed(name: str, accepted: Mapping[str, Attr], given: Mapping[str, str], scene: Scene) -> Mapping[str, str]:
    """What a type style says of an element, and what its own attributes say beyond or against that."""
    style = scene.types.get(given["type"])
    if style is None:
        hint = nearest(given["type"], scene.types) if scene.types else "name it in style.type of game.yaml"
        raise FaceMistake(f"<{name} type>: there is no type style {given['type']!r}", hint)
    return {**{key: text for key, text in style.items() if key in accepted}, **given}


def _required(accepted: Mapping[str, Attr]) -> str:
    return ", ".join(key for key, attr in accepted.items() if attr.default is ...)
