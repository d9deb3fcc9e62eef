"""The command that makes a game of a stranger's table: import."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .console import number, progress, say, say_table, short
from .errors import mention, stop_at
from .options import Project

if TYPE_CHECKING:
    from pressplay.project.adopt import AdoptedGame

_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".gif", ".bmp", ".svg")


def import_(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", show_default=False, help="A spreadsheet, CSV, JSON or YAML list.")
    ],
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="DIR", show_default="a new one named like the file", help="The project it goes into."),
    ] = None,
    sheet: Annotated[
        str, typer.Option(metavar="NAME", show_default="the first", help="Which sheet, by name or number.")
    ] = "",
    only: Annotated[bool, typer.Option("--no-build", help="Write the game, and do not build it.")] = False,
    project: Project = None,
) -> None:
    """Make a game of a spreadsheet.

    The first row names the columns. What each seems to hold becomes a field with its type, ranges and choices;
    a template shows them all, a rulebook holds what was counted as rules, and the game is built. Images that
    lie beside the file, and icons in a folder icons/ there, come along.

    \b
    Examples:
      pressplay import cards.xlsx
      pressplay import cards.csv my-project
      pressplay import cards.ods --sheet Monsters
    """
    from pressplay.data.ids import slug
    from pressplay.project.adopt import adopt

    started = time.monotonic()
    root = folder or project or context.obj or Path(slug(file.stem) or "my-game")
    adopted = adopt(file, root, sheet)
    _tell(adopted, root)
    if only:
        return
    from pressplay.build.pipeline import build_games
    from pressplay.exports.options import Options

    with progress() as tell:
        result = build_games(root, [adopted.id], Options(targets=("print", "rulebook")), root / "output", tell)
    mention(result.remarks)
    stop_at(result.problems, f"the game is written, but nothing was built: mend it, then pressplay build {adopted.id}")
    for path in result.written[adopted.id].changed:
        say(f"  built    {short((root / 'output' / adopted.id / path).absolute())}")
    say(f"From {file.name} to print in {time.monotonic() - started:.1f} s.")


def _tell(adopted: "AdoptedGame", root: Path) -> None:
    found = adopted.survey
    say(f"{adopted.id}: {number(found.designs, 'design')}, {number(found.copies, 'card')}")
    rows = [(field.heading, field.name, field.type or field.sort, field.found) for field in found.fields]
    say_table(("column", "field", "type", "found"), rows)
    if found.passed_by:
        say(f"Empty, and left out: {', '.join(found.passed_by)}")
    own = (f"cards/{adopted.id}/", f"templates/{adopted.id}/")
    art = [path for path in adopted.files if path.lower().endswith(_PICTURES)]
    for path in adopted.files:
        if path.startswith(own) and path not in art:
            say(f"  wrote    {short((root / path).absolute())}")
    if art:
        say(f"  copied   {number(len(art), 'picture')}")
