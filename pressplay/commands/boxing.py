"""The command that makes what holds a game: box."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pressplay.problem import nearest

from .console import number, progress, say, short
from .errors import stop_at, usage
from .options import OneGame, Out, Project, find_project, game_ids, one_of

if TYPE_CHECKING:
    from pressplay.data.pieces import Paper
    from pressplay.sheets.boxes import BoxPlan


def box(
    context: typer.Context,
    game: OneGame,
    kind: Annotated[
        list[str] | None, typer.Option(metavar="K", show_default=False, help="Only this kind; may be repeated.")
    ] = None,
    sleeves: Annotated[str, typer.Option(metavar="none|thin|thick", help="What the cards are kept in.")] = "none",
    thickness: Annotated[
        float | None, typer.Option(metavar="MM", min=0.05, max=5, show_default=False, help="How thick one card is.")
    ] = None,
    paper: Annotated[str, typer.Option(metavar="PAPER", help="The paper to print them on.")] = "a4",
    out: Out = None,
    project: Project = None,
) -> None:
    """Make tuck boxes, trays and dividers for a game.

    A box for each deck, one for all cards of the usual size with a divider for each kind, and a tray for each kind
    of token; with the game's own art, lines to cut and dashes to fold. They go to output/GAME/boxes/.

    \b
    Examples:
      pressplay box king-of-clubs
      pressplay box king-of-clubs --sleeves thick --paper a3
      pressplay box king-of-clubs --kind dancer --thickness 0.4
    """
    from pressplay.build.pipeline import read_games
    from pressplay.exports.pdf.boxes import write
    from pressplay.faces.draw import draw_pieces
    from pressplay.project.load import find_papers
    from pressplay.sheets.boxes import STOCKS, box_set
    from pressplay.writing import write_files

    root = find_project(project or context.obj)
    (id,) = game_ids(root, [game])
    one_of("--sleeves", sleeves, STOCKS)
    with progress() as tell:
        from pressplay.build.result import Progress

        tell(Progress(id, "drawing every piece"))
        games, problems = read_games(root, [id])
        stop_at(problems, "nothing was written")
        artwork = draw_pieces(games[0])
        stop_at(artwork.problems, "nothing was written")
    read = games[0]
    for name in kind or ():
        if name not in read.kinds:
            usage(f"--kind {name}: {read.title} has no such kind.", nearest(name, read.kinds))
    stock = STOCKS[sleeves]._replace(thickness=thickness) if thickness else STOCKS[sleeves]
    components = [one for one in artwork.components if not kind or one.kind.id in kind]
    (chosen,) = find_papers(read.files, [paper])
    boxes = box_set(read, components, stock)
    if not boxes.plans:
        usage(f"{read.title} has nothing that goes into a box there.", "boxes are for cards, tiles and tokens")
    pages = write(boxes, read, chosen)
    for plan in pages.printed:
        say(f"  {plan.words}")
    for plan in pages.too_large:
        say(f"  too large for {chosen.title}: {plan.title}, {_larger(plan, _papers(root))}")
    if pages.printed:
        folder, file = (out or root / "output") / id / "boxes", f"{id}-boxes-{paper}.pdf"
        write_files(folder, {file: pages.data})
        say(f"Wrote {short(folder / file)}: {number(len(pages.printed), 'net')}.")


def _papers(root: Path) -> "list[Paper]":
    from pressplay.files import ProjectFiles
    from pressplay.project.load import load_papers

    return list(load_papers(ProjectFiles(root)).values())


def _larger(plan: "BoxPlan", papers: "list[Paper]") -> str:
    """How much paper a net needs, and which paper has it."""
    from pressplay.exports.pdf.boxes import fits

    net = plan.net.box
    size = f"its net is {net.w:.0f} × {net.h:.0f} mm"
    holding = [paper for paper in papers if fits(plan, paper)]
    if not holding:
        return f"{size}, more than any paper here; box its kinds one by one"
    return f"{size}; --paper {min(holding, key=lambda paper: paper.width * paper.height).name}"
