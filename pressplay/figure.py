"""Figures: real pictures of real pieces in the rulebook, with numbered call-outs and a caption."""

from collections.abc import Sequence
from dataclasses import dataclass

from .desk import Desk, baseline, drawn, leading
from .fields import BAD, ListOf, MapOf, Maybe, Number, Reading, Record, Text
from .job import Made
from .lines import place_line
from .outline import Segment, ellipse, polygon, rectangle, write_path
from .pages import COLUMN, DEPTH, Draw
from .picture import Begin, Box, End, Mark, Picture
from .problem import Problem, nearest
from .reader import read_yaml
from .source import Mapping as Entries
from .source import Node
from .source import Sequence as Listed

_SPEC = Record(
    {
        "pieces": ListOf(Text(1), 1, 24),
        "caption": Maybe(Text(1), ""),
        "callouts": Maybe(MapOf(Text(1), "part"), {}),
        "width": Maybe(Number(False, 5, 400)),
    }
)
_GAP = 4.0  # between pictures
_CARD = 40.0  # a card with call-outs is this wide
_SMALL = 34.0  # a card without them
_LEAST = 22.0  # cards are not made smaller than this to stand in one row
_TALL = 108.0  # no picture is taller, unless its width is given
_DISC = 2.0  # radius of a call-out's number
_REACH = 8.5  # from the picture's edge to the far side of a call-out
_CROWD = 5.2  # call-outs keep this distance
_WORDS = 38.0  # explanations want a column at least this wide
_SIZE = 8.75
_END = End()


@dataclass(frozen=True, slots=True)
class Callout:
    """A part of a picture that is explained: which picture, the part's box there, and the words."""

    picture: int
    box: Box
    words: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A figure whose pieces and parts are all there."""

    pictures: tuple[Picture, ...]
    caption: str
    callouts: tuple[Callout, ...]  # in reading order
    width: float | None


def read_figure(text: str, file: str, line: int, made: Sequence[Made]) -> tuple[Shown | None, list[Problem]]:
    """The figure that a block's YAML asks for; unknown pieces and parts are problems with the nearest names."""
    document, problems = read_yaml(file, text, line)
    if document is None:
        return None, problems or [Problem(Reading(file).say.__self__ and _place(file, line), "the figure is empty")]
    at = Reading(file)
    spec = _SPEC.read(document.root, "", at)
    problems = [*problems, *at.problems]
    if spec is BAD or not isinstance(document.root, Entries):
        return None, problems
    pictures = _pictures(spec["pieces"], document.root.get("pieces"), at, made)
    callouts = _callouts(spec["callouts"], document.root.get("callouts"), at, pictures)
    problems += [problem for problem in at.problems if problem not in problems]
    if problems:
        return None, problems
    return Shown(tuple(pictures), spec["caption"], tuple(callouts), spec["width"]), []
