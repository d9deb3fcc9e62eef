"""The covers of a rulebook: the game's title and a fan of its real pieces on its own colours."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import combinations, pairwise

from pressplay.drawing.colour import mixed
from pressplay.drawing.component import Component
from pressplay.drawing.marks import Begin, End, Mark
from pressplay.drawing.matrix import Matrix, multiply, rotation
from pressplay.drawing.path import Path
from pressplay.drawing.picture import Picture
from pressplay.drawing.shapes import rectangle, wedge
from pressplay.drawing.text import Atom, Style, gaps_in, place_line, width_of
from pressplay.faces.rich_text import flow
from pressplay.game import Game
from pressplay.units import BLEED, MM_PER_PT

from .figures import piece_marks, trim_outline
from .pages import HEIGHT, WIDTH
from .typesetter import Typesetter, drawn, leading

_MIDDLE = WIDTH / 2
_RAYS = 32
_FAN = 5  # pieces
_STEP = 13.0  # degrees between two of them
_POKER = 63.5  # a card of this width is drawn as wide as asked for, all others to the same scale
_ROOM = 54.0  # for the title
_TITLE = 15.0  # the top of the title


def front_cover(game: Game, components: Sequence[Component], desk: Typesetter) -> list[Mark]:
    """The title, the fan, for how many players it is and which version."""
    theme = desk.theme
    style = desk.style("text", theme.light, bold=True)
    title, bottom = _title(game.title, desk)
    marks = [*_sunburst(desk, 124), *title, *_spread(desk.word("Rulebook").upper(), style, 10, bottom + 9, desk)]
    marks += _fan(_chosen(components), desk, 45, 124, 108)
    marks += desk.text(_players(game, desk), style, 10.5, _MIDDLE, 193, "center")
    return marks + desk.text(_version(game, desk), desk.style("text", theme.light), 8, _MIDDLE, 199, "center")


def back_cover(game: Game, components: Sequence[Component], desk: Typesetter) -> list[Mark]:
    """The backs of the decks, what the game is, and who made it."""
    theme = desk.theme
    marks = _sunburst(desk, 62)
    marks += _fan([one.back for one in _of_each_kind(components) if one.back][:3], desk, 32, 62, 90)
    y = 122.0
    y = _column(marks, _plain(game.title), desk.style("display", theme.bright), 20, y, desk) + 2
    text = desk.style("text", theme.light)
    if game.description:
        _column(marks, _plain(game.description), text, 10.5, y, desk)
    small = [*map(_plain, game.credits), f"{_version(game, desk)} · {desk.word('Made with pressplay')}"]
    y = 200 - leading(8) * (sum(len(desk.lines(line, text, 8, WIDTH - 40).lines) for line in small) - 1)
    for line in small:
        y = _column(marks, line, text, 8, y, desk)
    return marks


def _version(game: Game, desk: Typesetter) -> str:
    return f"{desk.word('Version')} {_plain(game.version)}"


def _players(game: Game, desk: Typesetter) -> str:
    counts = game.counts
    few, many = counts[0], counts[-1]
    told = str(few) if few == many else f"{few}–{many}"
    if len(counts) <= many - few:  # some numbers between them are left out
        told = f"{', '.join(map(str, counts[:-1]))} {desk.word('or')} {many}"
    return f"{told} {desk.word('players')}"


def _plain(text: str) -> str:
    return escape(text, quote=False)


def _column(marks: list[Mark], words: str, style: Style, size: float, y: float, desk: Typesetter) -> float:
    """Adds centred lines from a baseline downwards; gives the next baseline."""
    done = desk.balanced(words, style, size, WIDTH - 40)
    for line, wide in zip(done.lines, done.widths):
        marks += place_line(line, _MIDDLE - wide * size * MM_PER_PT / 2, y, size)
        y += leading(size)
    return y


def _spread(words: str, style: Style, size: float, y: float, desk: Typesetter) -> list[Mark]:
    """A line of spaced capitals in the middle of the page."""
    spacing = 0.18 * size * MM_PER_PT
    line = [atom for lines in flow(words, style, desk.scene).paragraphs for atoms in lines for atom in atoms]
    wide = width_of(line) * size * MM_PER_PT + spacing * gaps_in(line)
    return place_line(line, _MIDDLE - wide / 2, y, size, spacing=spacing)


def _title(title: str, desk: Typesetter) -> tuple[list[Mark], float]:
    """The title in as many lines as make it largest; gives its last baseline too."""
    style = desk.style("display", desk.theme.bright)
    text = flow(_plain(title), style, desk.scene)
    desk.files.update(text.resources)
    atoms = [atom for lines in text.paragraphs for forced in lines for atom in forced]
    size, lines = max((_size(lines), lines) for lines in _partings(atoms)) if atoms else (0.0, [])
    em = size * MM_PER_PT
    y = _TITLE + (_ROOM - len(lines) * em) / 2 + style.font.cap_height * em
    marks: list[Mark] = []
    for number, line in enumerate(lines):
        marks += place_line(line, _MIDDLE - width_of(line) * em / 2, y + number * em, size)
    return marks, y + max(0, len(lines) - 1) * em


def _partings(atoms: list[Atom]) -> Iterator[list[list[Atom]]]:
    """All ways to part a title's words into one to four lines."""
    for count in range(min(4, len(atoms))):
        for cuts in combinations(range(1, min(len(atoms), 14)), count):
            edges = [0, *cuts, len(atoms)]
            yield [atoms[start:end] for start, end in pairwise(edges)]


def _size(lines: list[list[Atom]]) -> float:
    wide = max(width_of(line) for line in lines) * MM_PER_PT
    return round(min((WIDTH - 26) / wide, _ROOM / len(lines) / MM_PER_PT, 64), 2)


def _sunburst(desk: Typesetter, cy: float) -> list[Mark]:
    """The whole page in the cover's colour, with quiet rays."""
    page = rectangle(-BLEED, -BLEED, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)
    ray = mixed(desk.theme.ground, desk.theme.bright, 0.1)
    turn = 360 / _RAYS
    rays = [drawn(wedge(_MIDDLE, cy, 240, 0, (i - 0.25) * turn, (i + 0.25) * turn), fill=ray) for i in range(_RAYS)]
    return [drawn(page, fill=desk.theme.ground), Begin(clip=Path.of(page)), *rays, End()]


# The fan ------------------------------------------------------------------------


def _of_each_kind(components: Sequence[Component]) -> list[Component]:
    """The middle piece of each kind that can be held in a hand; when there is none, of every kind."""
    pool = [one for one in components if _is_held(one.front)] or list(components)
    kinds = dict.fromkeys(one.kind.id for one in pool)
    groups = [[one for one in pool if one.kind.id == kind] for kind in kinds]
    return [group[len(group) // 2] for group in groups]


def _is_held(picture: Picture) -> bool:
    """Whether a piece is like a card: neither a token nor a board nor a strip."""
    short, long = sorted((picture.width, picture.height))
    return picture.shape == "rect" and short >= 38 and long <= 130


def _chosen(components: Sequence[Component]) -> list[Picture]:
    """The pieces on the cover: one of each kind, then more of the first kinds."""
    first = _of_each_kind(components)[:_FAN]
    kinds = {one.kind.id for one in first}
    more = [one for one in components if one.kind.id in kinds and one not in first]
    step = max(1, len(more) // (_FAN + 1))
    return [one.front for one in [*first, *more[::step]]][:_FAN]


def _fan(pictures: Sequence[Picture], desk: Typesetter, wide: float, cy: float, pivot: float) -> list[Mark]:
    """Pieces held in a fan: their middles lie on a circle around a point far below."""
    marks: list[Mark] = []
    for index, picture in enumerate(pictures):
        scale = min(wide / _POKER, 1.5 * wide / max(picture.width, picture.height))
        turn = (index - (len(pictures) - 1) / 2) * _STEP
        upright: Matrix = (scale, 0, 0, scale, _MIDDLE - picture.width * scale / 2, cy - picture.height * scale / 2)
        marks += _lifted(picture, multiply(upright, rotation(turn, _MIDDLE, cy + pivot)), desk)
    return marks


def _lifted(picture: Picture, matrix: Matrix, desk: Typesetter) -> list[Mark]:
    """A piece with its shadow."""
    outline = trim_outline(picture)
    shadows: list[Mark] = []
    for down, opacity in ((2.4, 0.12), (1.4, 0.16), (0.6, 0.2)):
        shadows += [
            Begin(multiply(matrix, (1, 0, 0, 1, -down / 2, down))),
            drawn(outline, fill="#000000", opacity=opacity),
            End(),
        ]
    return [*shadows, *piece_marks(picture, matrix, mixed(desk.theme.ground, "#ffffff", 0.35))]
