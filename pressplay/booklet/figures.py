"""Figures: real pictures of real pieces in the rulebook, with numbered call-outs and a caption."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pressplay.data.fields import BAD, Number, Reading, Text
from pressplay.data.nodes import MappingNode, Node, SequenceNode
from pressplay.data.structures import ListOf, MapOf, Maybe, Record
from pressplay.data.yaml_reader import read_yaml
from pressplay.drawing.box import Box
from pressplay.drawing.component import Component
from pressplay.drawing.cutting import cutting_line
from pressplay.drawing.marks import Begin, End, Mark
from pressplay.drawing.matrix import Matrix
from pressplay.drawing.path import Path, Segment
from pressplay.drawing.picture import Picture
from pressplay.drawing.shapes import ellipse, polygon
from pressplay.drawing.text import Style, place_line
from pressplay.problem import Place, Problem, nearest

from .markdown import read_inline
from .pages import DEPTH, Draw, TypeBlock
from .typesetter import Typesetter, baseline, drawn, in_line, leading

_SPEC = Record(
    {
        "pieces": ListOf(Text(1), 1, 24),
        "caption": Maybe(Text(1), ""),
        "callouts": Maybe(MapOf(Text(1), "part"), {}),
        "width": Maybe(Number(False, 5, 400)),
    }
)
_GAP = 4.0  # between pictures
_CARD = 42.0  # the width of a card with call-outs
_SMALL = 0.54  # the scale of pieces that are merely shown
_LEAST = 0.34  # they are not made smaller to stand in one row
_TALL = 108.0  # no picture is taller, unless its width is given
_DISC = 2.05  # radius of a call-out's number
_REACH = 8.5  # from the picture's edge to the far side of a call-out
_CROWD = 5.2  # call-outs keep this distance
_WORDS = 36.0  # explanations want a column at least this wide
_SIZE = 8.75
_END = End()


@dataclass(frozen=True, slots=True)
class Callout:
    """A part of a picture that is explained: which picture, the part's box there, and the words."""

    picture: int
    box: Box
    words: str
    line: int = 0  # of the figure's YAML, counted from 0


@dataclass(frozen=True, slots=True)
class FigureContent:
    """A figure whose pieces and parts are all there."""

    pictures: tuple[Picture, ...]
    caption: str
    caption_line: int  # of the figure's YAML, counted from 0
    callouts: tuple[Callout, ...]  # in reading order
    width: float | None


# Reading ------------------------------------------------------------------------


def read_figure(
    text: str, file: str, lines: Sequence[int], components: Sequence[Component]
) -> tuple[FigureContent | None, list[Problem]]:
    """The figure that a block's YAML asks for; unknown pieces and parts are problems with the nearest names.

    `lines` are the lines of the file that the YAML's own lines stand in.
    """
    content, problems = _read(text, file, components)
    return content, [_moved(problem, lines) for problem in problems]


def _moved(problem: Problem, lines: Sequence[int]) -> Problem:
    line = lines[min(problem.place.line, len(lines)) - 1]
    return replace(problem, place=replace(problem.place, line=line))


def _read(text: str, file: str, components: Sequence[Component]) -> tuple[FigureContent | None, list[Problem]]:
    document, problems = read_yaml(file, text)
    if document is None:
        return None, problems or [Problem(Place(file, 1), "the figure is empty", "name its pieces: pieces: [kind/id]")]
    at = Reading(file)
    at.problems = problems
    root = document.root
    spec = _SPEC.read(root, "", at)
    if spec is BAD or not isinstance(root, MappingNode):
        return None, at.problems
    pictures = _pictures(root.get("pieces"), at, components)
    callouts = _callouts(spec["callouts"], root.get("callouts"), at, pictures)
    if at.problems:
        return None, at.problems
    ordered = tuple(_reading_order(callouts, pictures))
    caption = root.get("caption")
    line = caption.line - 1 if caption else 0
    return FigureContent(tuple(pictures), spec["caption"], line, ordered, spec["width"]), []


def _pictures(node: Node | None, at: Reading, components: Sequence[Component]) -> list[Picture]:
    by_id = {f"{one.kind.id}/{one.piece.id}": one for one in components}
    found: list[Picture] = []
    for item in node if isinstance(node, SequenceNode) else ():
        name, _, side = str(getattr(item, "text", "")).strip().partition(" ")
        one = by_id.get(name)
        if one is None:
            at.say(item, f"there is no piece {name}", _nearest_piece(name, by_id))
        elif side.strip() not in ("", "front", "back"):
            at.say(item, f"{name} has no side {side.strip()}", "write front or back behind the piece, or nothing")
        elif side.strip() == "back" and one.back is None:
            at.say(item, f"{name} has no back")
        else:
            found.append(one.back if side.strip() == "back" and one.back else one.front)
    return found


def _nearest_piece(name: str, by_id: dict[str, Component]) -> str:
    """The nearest names; those of the same kind only, when the kind is right."""
    kind = name.partition("/")[0]
    kinds = {one.kind.id for one in by_id.values()}
    if kind in kinds:
        return nearest(name, (known for known in by_id if known.startswith(f"{kind}/")))
    return "write kind/id; " + nearest(kind, kinds)


def _callouts(words: dict[str, str], node: Node | None, at: Reading, pictures: list[Picture]) -> list[Callout]:
    found: list[Callout] = []
    for part, text in words.items():
        where = next((index for index, picture in enumerate(pictures) if part in picture.names), None)
        if where is not None:
            line = node.entries[part][1].line - 1 if isinstance(node, MappingNode) else 0
            found.append(Callout(where, pictures[where].names[part], text, line))
        elif pictures and isinstance(node, MappingNode):
            hint = nearest(part, (name for picture in pictures for name in picture.names))
            at.say(node.entries[part][0], f"no part of this figure is named {part}", hint)
    return found


def _reading_order(callouts: list[Callout], pictures: list[Picture]) -> list[Callout]:
    """From picture to picture, from the top down; parts at about the same height from left to right."""
    ordered: list[Callout] = []
    for index, picture in enumerate(pictures):
        waiting = sorted((c for c in callouts if c.picture == index), key=lambda c: _middle(c.box)[1])
        while waiting:
            top = _middle(waiting[0].box)[1]
            row = [c for c in waiting if _middle(c.box)[1] - top < 0.05 * picture.height]
            ordered += sorted(row, key=lambda c: _middle(c.box)[0])
            waiting = waiting[len(row) :]
    return ordered


def _middle(box: Box) -> tuple[float, float]:
    return box.x + box.w / 2, box.y + box.h / 2


# Setting ------------------------------------------------------------------------


def set_figure(shown: FigureContent, desk: Typesetter, width: float) -> TypeBlock:
    """A figure in a column of a width."""
    return _CalloutFigure(shown, desk, width).set() if shown.callouts else _side_by_side(shown, desk, width)


def piece_marks(picture: Picture, matrix: Matrix, edge: str) -> list[Mark]:
    """A picture seen through a matrix, cut at its trim, with a hairline around."""
    outline = trim_outline(picture)
    scale = (matrix[0] ** 2 + matrix[1] ** 2) ** 0.5
    hairline = drawn(outline, stroke=edge, width=0.3 / scale)  # its outer half is cut away
    return [Begin(matrix, Path.of(outline)), *picture.marks, hairline, _END]


def trim_outline(picture: Picture) -> list[Segment]:
    """The outline of the trimmed piece."""
    return cutting_line(picture.form, Box(0, 0, picture.width, picture.height), picture.corner)


def _side_by_side(shown: FigureContent, desk: Typesetter, width: float) -> TypeBlock:
    """Pieces in rows, the caption below."""
    with in_line(shown.caption_line):
        caption = _caption(shown.caption, desk, width)
    scales = _scales(shown, width)
    while True:
        rows = _rows(shown.pictures, scales, width)
        height = sum(max(one.height for one in row) for row in rows) + _GAP * (len(rows) - 1)
        if height + caption.height <= DEPTH:
            break
        scales = [scale * 0.95 for scale in scales]

    def draw(x: float, y: float) -> list[Mark]:
        marks: list[Mark] = []
        for row in rows:
            tall = max(one.height for one in row)
            pen = x + (width - sum(one.width for one in row) - _GAP * (len(row) - 1)) / 2
            for one in row:
                matrix: Matrix = (one.scale, 0, 0, one.scale, pen, y + (tall - one.height) / 2)
                marks += piece_marks(one.picture, matrix, desk.theme.line)
                pen += one.width + _GAP
            y += tall + _GAP
        return marks + caption.draw(x, y - _GAP)

    return TypeBlock(height + caption.height, draw)


def _scales(shown: FigureContent, width: float) -> list[float]:
    """How much smaller than life each picture is: as asked for or as usual, and less if that puts all in one row."""
    pictures = shown.pictures
    if shown.width:
        scales = [min(shown.width, width) / picture.width for picture in pictures]
    else:
        widest, tallest = max(picture.width for picture in pictures), max(picture.height for picture in pictures)
        scales = [min(_SMALL if widest < 130 else 1.0, width / widest, _TALL / tallest)] * len(pictures)
    whole = sum(picture.width * scale for picture, scale in zip(pictures, scales))
    fit = min(1.0, (width - _GAP * (len(pictures) - 1)) / whole)
    return [scale * fit for scale in scales] if min(scales) * fit >= _LEAST else scales


class _Scaled(NamedTuple):
    """A picture and how much smaller than life it is shown."""

    picture: Picture
    scale: float

    @property
    def width(self) -> float:
        return self.picture.width * self.scale

    @property
    def height(self) -> float:
        return self.picture.height * self.scale


def _rows(pictures: Sequence[Picture], scales: Sequence[float], width: float) -> list[list[_Scaled]]:
    """As many pieces in a row as fit, and then as many in each row as in the others."""
    sized = [_Scaled(picture, scale) for picture, scale in zip(pictures, scales)]
    rows = _filled(sized, width)
    if len(rows) > 1 and len({p.width for p in pictures}) == 1:
        share = -(-len(sized) // len(rows))
        rows = [sized[start : start + share] for start in range(0, len(sized), share)]
    return rows


def _filled(sized: list[_Scaled], width: float) -> list[list[_Scaled]]:
    rows: list[list[_Scaled]] = [[]]
    for one in sized:
        taken = sum(other.width for other in rows[-1]) + _GAP * len(rows[-1])
        if rows[-1] and taken + one.width > width + 0.01:
            rows.append([])
        rows[-1].append(one)
    return rows


def _caption(words: str, desk: Typesetter, width: float) -> TypeBlock:
    """The caption below a figure."""
    if not words:
        return TypeBlock(0.0, lambda x, y: [])
    style = desk.style("text", desk.theme.soft, italic=True)
    done = desk.balanced(read_inline(words), style, _SIZE, width * 0.86)
    step = leading(_SIZE, 1.3)

    def draw(x: float, y: float) -> list[Mark]:
        marks: list[Mark] = []
        em = _SIZE * leading(1, 1)
        for number, (line, wide) in enumerate(zip(done.lines, done.widths)):
            base = y + 1.6 + number * step + baseline(style, _SIZE, step)
            marks += place_line(line, x + (width - wide * em) / 2, base, _SIZE)
        return marks

    return TypeBlock(1.6 + step * len(done.lines), draw)


class _CalloutFigure:
    """A figure with call-outs: the pictures, discs with numbers around them, explanations beside or below."""

    def __init__(self, shown: FigureContent, desk: Typesetter, width: float) -> None:
        self.shown = shown
        self.desk = desk
        self.width = width
        self.left = [self._sided(index, left=True) for index in range(len(shown.pictures))]
        self.right = [self._sided(index, left=False) for index in range(len(shown.pictures))]
        self.scales = self._fitted()
        self.boxes = self._placed()
        self.row = self.boxes[-1].right + (_REACH if self.right[-1] else 0.0)
        self.tall = max(box.h for box in self.boxes)

    def set(self) -> TypeBlock:
        beside = self.width - self.row - 6 >= _WORDS
        wide = self.width - self.row - 6 if beside else self.width
        words = self._words(wide)
        height = max(self.tall, words.height) if beside else self.tall + 4 + words.height

        def draw(x: float, y: float) -> list[Mark]:
            if beside:
                marks = self._pictures(x, y + (height - self.tall) / 2)
                return marks + words.draw(x + self.width - wide, y + (height - words.height) / 2)
            return self._pictures(x + (self.width - self.row) / 2, y) + words.draw(x, y + self.tall + 4)

        return TypeBlock(height, draw)

    def _sided(self, index: int, left: bool) -> list[int]:
        """The numbers of the call-outs that stand on one side of a picture."""
        width = self.shown.pictures[index].width
        sides: dict[bool, list[int]] = {True: [], False: []}
        central: list[int] = []
        for number, callout in enumerate(self.shown.callouts):
            if callout.picture == index:
                off = _middle(callout.box)[0] - width / 2
                (central if abs(off) < 0.12 * width else sides[off < 0]).append(number)
        for number in central:
            sides[len(sides[True]) < len(sides[False])].append(number)
        return sorted(sides[left])

    def _fitted(self) -> list[float]:
        gutters = _REACH * sum(bool(side) for side in (*self.left, *self.right))
        room = self.width - gutters - _GAP * (len(self.shown.pictures) - 1)
        scales = []
        for picture in self.shown.pictures:
            wanted = self.shown.width or (_CARD if picture.width <= 100 else self.width * 0.6)
            limit = DEPTH * 0.7 if self.shown.width else _TALL
            scales.append(min(wanted / picture.width, limit / picture.height, 1.0))
        whole = sum(picture.width * scale for picture, scale in zip(self.shown.pictures, scales))
        return [scale * min(1.0, room / whole) for scale in scales]

    def _placed(self) -> list[Box]:
        boxes: list[Box] = []
        x = 0.0
        for index, picture in enumerate(self.shown.pictures):
            x += _REACH if self.left[index] else 0.0
            scale = self.scales[index]
            boxes.append(Box(x, 0, picture.width * scale, picture.height * scale))
            x += boxes[-1].w + (_REACH if self.right[index] else 0.0) + _GAP
        return boxes

    def _pictures(self, x: float, y: float) -> list[Mark]:
        marks: list[Mark] = []
        for index, picture in enumerate(self.shown.pictures):
            box, scale = self.boxes[index], self.scales[index]
            left, top = x + box.x, y + (self.tall - box.h) / 2
            marks += piece_marks(picture, (scale, 0, 0, scale, left, top), self.desk.theme.line)
            for numbers, disc_x in (
                (self.left[index], left - _REACH + _DISC),
                (self.right[index], left + box.w + _REACH - _DISC),
            ):
                for number, disc_y in self._discs(numbers, scale, top, box.h):
                    part = self.shown.callouts[number].box
                    target = Box(left + part.x * scale, top + part.y * scale, part.w * scale, part.h * scale)
                    marks += self._callout(number, disc_x, disc_y, target)
        return marks

    def _discs(self, numbers: list[int], scale: float, top: float, tall: float) -> Iterator[tuple[int, float]]:
        """Each disc at the height of its part, but clear of the others."""
        order = sorted(numbers, key=lambda number: _middle(self.shown.callouts[number].box)[1])
        ys = [_middle(self.shown.callouts[number].box)[1] * scale for number in order]
        for index in range(len(ys)):
            ys[index] = max(ys[index], ys[index - 1] + _CROWD if index else _DISC)
        for index in reversed(range(len(ys))):
            ys[index] = min(ys[index], ys[index + 1] - _CROWD if index + 1 < len(ys) else tall - _DISC)
        return zip(order, (top + y for y in ys))

    def _callout(self, number: int, x: float, y: float, part: Box) -> list[Mark]:
        """A leader from the disc to the nearest edge of the part, and the disc on top of it."""
        end_x, end_y = _nearest_point(part, x, y)
        line = polygon([(x, y), (end_x, end_y)], closed=False)
        theme = self.desk.theme
        return [
            drawn(line, stroke="#ffffff", width=0.95, opacity=0.8),
            drawn(ellipse(end_x, end_y, 0.75, 0.75), fill="#ffffff", opacity=0.8),
            drawn(line, stroke=theme.ink, width=0.3),
            drawn(ellipse(end_x, end_y, 0.45, 0.45), fill=theme.ink),
            *self._disc(number, x, y),
        ]

    def _disc(self, number: int, x: float, y: float) -> list[Mark]:
        style = self.desk.style("text", "#ffffff", bold=True)
        size = 8.0
        base = y + style.font.cap_height * leading(size, 1) / 2
        disc = drawn(ellipse(x, y, _DISC, _DISC), fill=self.desk.theme.accent)
        return [disc, *self.desk.text(str(number + 1), style, size, x, base, "center")]

    def _words(self, wide: float) -> TypeBlock:
        """The caption as a title and the explanations below it, each beside its number."""
        theme = self.desk.theme
        step = leading(_SIZE, 1.3)
        indent = 2 * _DISC + 2
        draws: list[Draw] = []
        deep = 0.0
        if self.shown.caption:
            style = self.desk.style("display", theme.accent)
            markup = read_inline(self.shown.caption, plain=True)
            with in_line(self.shown.caption_line):
                title = self._block(markup, style, 11, wide, leading(11, 1.2))
            draws.append(title.draw)
            deep = title.height + 1.8
        style = self.desk.style("text", theme.ink)
        for number, callout in enumerate(self.shown.callouts):
            with in_line(callout.line):
                words = self._block(read_inline(callout.words), style, _SIZE, wide - indent, step)
            draws += [_moved_by(indent, deep, words.draw), _moved_by(0, deep, self._numbered(number, step))]
            deep += max(words.height, 2 * _DISC) + 1.4

        def draw(x: float, y: float) -> list[Mark]:
            return [mark for each in draws for mark in each(x, y)]

        return TypeBlock(deep - 1.4, draw)

    def _numbered(self, number: int, step: float) -> Draw:
        return lambda x, y: self._disc(number, x + _DISC, y + step / 2)

    def _block(self, markup: str, style: Style, size: float, wide: float, step: float) -> TypeBlock:
        done = self.desk.lines(markup, style, size, wide)
        base = baseline(style, size, step)

        def draw(x: float, y: float) -> list[Mark]:
            return [
                mark
                for number, line in enumerate(done.lines)
                for mark in place_line(line, x, y + number * step + base, size)
            ]

        return TypeBlock(step * len(done.lines), draw)


def _moved_by(right: float, down: float, draw: Draw) -> Draw:
    return lambda x, y: draw(x + right, y + down)


def _nearest_point(box: Box, x: float, y: float) -> tuple[float, float]:
    """The point of a box that is nearest to a point outside."""
    return min(max(x, box.x), box.right), min(max(y, box.y), box.bottom)
