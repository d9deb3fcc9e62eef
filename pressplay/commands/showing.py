"""The command show: one piece as a picture."""

import base64
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pressplay.problem import near

from .console import say, short
from .errors import show as show_problems
from .errors import usage
from .options import OneGame, Project, find_project, game_ids, one_of

if TYPE_CHECKING:
    from pressplay.drawing.component import Component
    from pressplay.game import Game

SIDES = ("front", "back", "both")


def show(
    context: typer.Context,
    game: OneGame,
    piece: Annotated[str, typer.Argument(metavar="KIND/PIECE", show_default=False, help="Such as move/faint.")],
    side: Annotated[str, typer.Option(metavar="SIDE", help="front, back or both, beside each other.")] = "front",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", show_default="KIND-PIECE.png, or this terminal", help="A PNG.")
    ] = None,
    ppi: Annotated[int, typer.Option(metavar="N", min=36, max=1200, help="Pixels for an inch.")] = 300,
    project: Project = None,
) -> None:
    """Draw one piece as a PNG, also one with problems.

    A terminal that can show pictures (iTerm2, WezTerm, kitty) shows it; elsewhere it goes into a file.

    \b
    Examples:
      pressplay show king-of-clubs move/faint
      pressplay show king-of-clubs move/faint --side both --out faint.png
    """
    from pressplay.build.pipeline import read_games
    from pressplay.faces.draft import draft_components
    from pressplay.faces.draw import draw_pieces

    one_of("--side", side, SIDES)
    root = find_project(project or context.obj)
    games, problems = read_games(root, game_ids(root, [game]), draft=True)
    if not games:
        show_problems(problems)
        raise typer.Exit(1)
    artwork = draw_pieces(games[0])
    problems = [*problems, *artwork.problems]
    every = {f"{one.kind.id}/{one.piece.id}": one for one in draft_components(games[0], artwork.components, problems)}
    if piece not in every:
        usage(f"{game} has no piece {piece}.", near(piece, every).question or "pressplay list GAME names its kinds")
    data = _png(games[0], every[piece], side, ppi)
    if out is None and sys.stdout.isatty() and _picture_in_terminal(data):
        return
    file = out or Path(piece.replace("/", "-") + ".png")
    file.write_bytes(data)
    say(f"Wrote {short(file.resolve())}.")


def _png(game: "Game", component: "Component", side: str, ppi: int) -> bytes:
    from pressplay.exports.images.plates import Cell, Plate, render
    from pressplay.exports.pdf.operators import pictures_pdf

    back = component.back
    if side == "back" and not back:
        usage(f"{component.kind.id} has no back.", "--side front")
    front = [] if side == "back" else [component.front]
    pictures = [*front, *([back] if back and side != "front" else [])]
    sizes = [(round(each.width / 25.4 * ppi), round(each.height / 25.4 * ppi)) for each in pictures]
    gap = round(ppi / 12)
    cells, left = [], 0
    for number, (width, height) in enumerate(sizes):
        cells.append(Cell(number, left, 0, width, height))
        left += width + gap
    plate = Plate(left - gap, max(height for _, height in sizes), tuple(cells))
    return render(pictures_pdf(pictures, game.files), [plate])[0]


def _picture_in_terminal(data: bytes) -> bool:
    """Show a picture where one writes, if that can be done there."""
    coded = base64.b64encode(data).decode("ascii")
    if os.environ.get("TERM_PROGRAM") in ("iTerm.app", "WezTerm"):
        say(f"\x1b]1337;File=inline=1;size={len(data)}:{coded}\a")
        return True
    if os.environ.get("TERM") == "xterm-kitty":
        parts = [coded[at : at + 4096] for at in range(0, len(coded), 4096)]
        for number, part in enumerate(parts):
            more = int(number + 1 < len(parts))
            control = f"a=T,f=100,m={more}" if number == 0 else f"m={more}"
            sys.stdout.write(f"\x1b_G{control};{part}\x1b\\")
        say("")
        return True
    return False
