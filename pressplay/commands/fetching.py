"""The command that brings published sheets up to date: fetch."""

import time
from datetime import date

import typer

from .console import say
from .errors import stop_at
from .options import Games, Project, find_project, game_ids


def fetch(context: typer.Context, games: Games = None, project: Project = None) -> None:
    """Bring published sheets up to date.

    A kind that says source: https://… takes its pieces from there: fetched now, kept in the project as its file
    of pieces, with address and date in fetched.json. Builds never look at the network. What changed is told by
    pressplay diff; a sheet that cannot be read leaves the file as it was.

    \b
    Examples:
      pressplay fetch
      pressplay fetch my-game
    """
    from pressplay.files import ProjectFiles
    from pressplay.problem import Problem, Trouble
    from pressplay.project.online_sheets import fetch as bring
    from pressplay.project.online_sheets import published, without_sheets

    root = find_project(project or context.obj)
    ids = list(game_ids(root, games))
    files = ProjectFiles(root)
    sheets = published(files, ids)
    if not sheets:
        stop_at([without_sheets(ids)])
    problems: list[Problem] = []
    for sheet in sheets:
        try:
            result = bring(files, sheet, date.today().isoformat(), time.monotonic)
            say(f"{sheet.file}: {'changed; pressplay diff tells how' if result.changed else 'as it was'}")
        except Trouble as stopped:
            problems += stopped.problems
    stop_at(problems, "those sheets are as they were")
