"""The command that lists what a project can be set in: fonts."""

import unicodedata
from collections import Counter
from collections.abc import Iterable

import typer

from .console import say, say_table
from .errors import stop_at
from .options import Project, find_project

_FEW = 20  # letters of a script that are no more than guests


def fonts(context: typer.Context, project: Project = None) -> None:
    """List the fonts of a project and their scripts.

    Families stand in fonts/fonts.yaml; a script is listed with how many of its letters the regular style has.

    \b
    Example:
      pressplay fonts
    """
    from pressplay.build.pipeline import read_games
    from pressplay.files import ProjectFiles

    root = find_project(project or context.obj)
    games, problems = read_games(root)
    files = ProjectFiles(root)
    families = {name: family for game in games for name, family in game.families.items()}
    rows = []
    for name, family in sorted(families.items()):
        regular = family.files.get("regular", "")
        written = scripts(_letters(files.read(regular))) if files.there(regular) else "its file cannot be read"
        rows.append((name, ", ".join(family.files), written))
    if rows:
        say_table(("family", "styles", "scripts"), rows)
    elif not problems:
        say("This project has no fonts; fonts/fonts.yaml names them.")
    stop_at(problems)


def _letters(data: bytes) -> Iterable[int]:
    import uharfbuzz

    letters: Iterable[int] = uharfbuzz.Face(data).unicodes
    return letters


def scripts(letters: Iterable[int]) -> str:
    """The scripts that letters belong to, the largest first."""
    tally: Counter[str] = Counter()
    for letter in letters:
        if chr(letter).isalpha():
            tally[unicodedata.name(chr(letter), "OTHER").split()[0].removesuffix("-").capitalize()] += 1
    listed = [f"{name} {count}" for name, count in tally.most_common() if count >= _FEW and name != "Modifier"]
    return ", ".join(listed) or "signs alone"
