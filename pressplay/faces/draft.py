"""A draft: a game with problems, each offending piece with its message framed on it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pressplay.data.pieces import Kind, Piece
from pressplay.drawing.box import Box
from pressplay.drawing.component import Component
from pressplay.drawing.marks import Mark, Run, Shape
from pressplay.drawing.paint import Flat, Stroke
from pressplay.drawing.path import Path
from pressplay.drawing.picture import Picture
from pressplay.drawing.shapes import rectangle
from pressplay.drawing.small_print import shortened, spelled, text_width
from pressplay.drawing.type.font import Font, open_font
from pressplay.game import Game, UnreadPiece
from pressplay.problem import Problem
from pressplay.units import BLEED, MM_PER_PT

_RED, _PALE = "#b3141d", "#fff0f0"
_FRAME, _AIR = 1.2, 1.4  # millimetres
_SIZE, _LEADING = 7.0, 1.25
_MOST = 0.5  # of a face that messages may cover
WORDS = "DRAFT: this game has problems; do not record it as printed"


@dataclass(frozen=True, slots=True)
class Offender:
    """A piece that a problem is about: its place among all that its file holds, and itself if it could be read."""

    kind: str
    index: int
    piece: Piece | None


def in_file_order(game: Game, kind: str) -> list[Piece | UnreadPiece]:
    """All of a kind's pieces, read or not, as they stand in their file."""
    unread = [one for one in game.unread if one.kind == kind]
    return sorted([*game.pieces[kind], *unread], key=lambda one: (one.place.line, one.place.column))


def offender(game: Game, problem: Problem) -> Offender | None:
    """The piece that a problem is about, if it is about one."""
    for kind in game.kinds.values():
        for place in filter(None, (problem.place, problem.also)):
            if place.file != kind.source or not place.line:
                continue
            at = (place.line, place.column or 1)
            before = [
                (index, one)
                for index, one in enumerate(in_file_order(game, kind.id))
                if (one.place.line, one.place.column) <= at
            ]
            if before:
                index, one = before[-1]
                return Offender(kind.id, index, one if isinstance(one, Piece) else None)
    return None


def draft_components(game: Game, components: Sequence[Component], problems: Sequence[Problem]) -> tuple[Component, ...]:
    """Every piece of the game: offending ones framed with their messages, those that cannot be drawn as blanks."""
    told: dict[tuple[str, int], list[str]] = {}
    for problem in problems:
        found = offender(game, problem)
        if found:
            told.setdefault((found.kind, found.index), []).append(problem.message)
    drawn = {(one.kind.id, one.piece.id): one for one in components}
    font = open_font(game.files, game.text_font())
    every = []
    for kind in game.kinds.values():
        for index, one in enumerate(in_file_order(game, kind.id)):
            known = drawn.get((kind.id, one.id)) if isinstance(one, Piece) else None
            messages = told.get((kind.id, index), [])
            if known is None:
                known = _blank(kind, one, index)
                messages = [f"{known.piece.title}:", *(messages or ["it cannot be drawn"])]
            every.append(replace(known, front=framed(known.front, messages, font)) if messages else known)
    return tuple(every)


def with_every_piece(game: Game, components: Sequence[Component]) -> Game:
    """The game with these pieces: those that stand for what could not be read, too."""
    pieces = {kind: tuple(one.piece for one in components if one.kind.id == kind) for kind in game.kinds}
    return replace(game, pieces=pieces, unread=())


def marked(page: Picture, font: Font) -> Picture:
    """A page of a document with the words that say it is a draft."""
    return replace(page, marks=(*page.marks, _line(WORDS, font, 6, 5, page.width - 12)))


def framed(picture: Picture, messages: Sequence[str], font: Font) -> Picture:
    """The picture in a red frame, with what is wrong written over its foot."""
    width, height = picture.width, picture.height
    room = width - 2 * (_FRAME + _AIR)
    em = _SIZE * MM_PER_PT
    lines = [line for message in messages for line in _broken(message, font, room)]
    most = max(1, int(height * _MOST / (em * _LEADING)))
    if len(lines) > most:
        lines = [*lines[: most - 1], spelled(font, "…")]
    tall = len(lines) * em * _LEADING + 2 * _AIR
    half = _FRAME / 2
    edge = Box(half, half, width - _FRAME, height - _FRAME)
    plate = Box(_FRAME, height - _FRAME - tall, width - 2 * _FRAME, tall)
    marks: list[Mark] = [_box(plate, Flat(_PALE), None), _box(edge, None, Stroke(Flat(_RED), _FRAME))]
    for number, line in enumerate(lines):
        y = plate.y + _AIR + em * (0.85 + number * _LEADING)
        marks.append(_line(line, font, _FRAME + _AIR, y, room))
    return replace(picture, marks=(*picture.marks, *marks), edge="")


def _blank(kind: Kind, one: Piece | UnreadPiece, index: int) -> Component:
    """White paper in the place of a piece that cannot be drawn; an unread one counts once."""
    size = kind.size
    around = Box(-BLEED, -BLEED, size.width + 2 * BLEED, size.height + 2 * BLEED)
    ground = _box(around, Flat("#ffffff"), None)
    paper = Picture(size.width, size.height, BLEED, size.shape, size.corner, (ground,))
    unread = one if isinstance(one, UnreadPiece) else None
    piece = _standing_for(unread, index) if unread else one
    assert isinstance(piece, Piece)
    return Component(kind, piece, paper, paper if kind.back else None)


def _standing_for(one: UnreadPiece, index: int) -> Piece:
    title = one.title or f"{one.kind} {index + 1}"
    return Piece(one.kind, f"unread-{index + 1}", title, 1, {}, one.place, {})


def _box(box: Box, fill: Flat | None, stroke: Stroke | None) -> Shape:
    return Shape(Path.of(rectangle(box.x, box.y, box.w, box.h)), box, fill, stroke)


def _line(text: str, font: Font, x: float, y: float, room: float) -> Run:
    words = shortened(font, spelled(font, text), _SIZE, room)
    em = _SIZE * MM_PER_PT
    box = Box(x, y - em * 0.7, text_width(font, words, _SIZE), em)
    return Run(words, x, y, font.file, _SIZE, Flat(_RED), box, art=True)


def _broken(text: str, font: Font, room: float) -> list[str]:
    """The text in lines that fit."""
    lines = [""]
    for word in spelled(font, text).split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(font, longer, _SIZE) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
