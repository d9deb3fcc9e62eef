"""Commands that a project starts with: new and schema."""

import os
from pathlib import Path
from typing import Annotated

import typer

from .console import number, say, short
from .errors import stop_at
from .options import Project, find_project


def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", show_default=False, help="A new or empty folder.")],
) -> None:
    """Make a small project that builds at once.

    It holds one game with one deck, a rulebook with two rules, templates, icons and fonts to start from.

    \b
    Example:
      pressplay new my-game
      cd my-game
      pressplay build
    """
    from pressplay.project.new import new as make

    files = make(folder)
    say(f"Made a project in {folder}: {number(len(files), 'file')}. Its README.md says what to change where. Now:")
    say(f"    cd {folder}")
    say(f"    {os.environ.get('PRESSPLAY_CALLED', 'pressplay')} build")  # as it was called: it may not be on the path


def schema(context: typer.Context, project: Project = None) -> None:
    """Write JSON Schemas that editors complete and check with.

    They go into schemas/ of the project, one for each sort of file and one for each kind's pieces. YAML files
    name theirs in the first line; editors with a YAML extension then complete keys and underline mistakes.

    \b
    Example:
      pressplay schema
    """
    from pressplay.build.pipeline import read_games
    from pressplay.project.schema import schema as schemas
    from pressplay.writing import below, write_files

    root = find_project(project or context.obj)
    games, problems = read_games(root)
    folder = below(root, "schemas")
    files = {path.removeprefix("schemas/"): text.encode() for path, text in schemas(games).items()}
    written = write_files(folder, files)
    for path in sorted([*written.changed, *written.same]):
        say(short(folder / path))
    stop_at(problems)
