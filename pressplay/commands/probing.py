"""The command that probes a game: every plausible mistake, and which of them no rule notices."""

from typing import TYPE_CHECKING, Annotated

import typer

from .console import number, progress, say, say_table
from .errors import stop_at
from .options import OneGame, Project, find_project, game_ids, one_of

if TYPE_CHECKING:  # what reads is imported where it is used, so that --help starts at once
    from pressplay.project.probe import Probe


def probe(
    context: typer.Context,
    game: OneGame,
    format: Annotated[str, typer.Option(metavar="text|json", help="json: for editors and other programs.")] = "text",
    project: Project = None,
) -> None:
    """Try every single mistake, and list what no rule notices.

    Numbers are off by one, choices and references swapped, pieces dropped and doubled, facts changed, steps of
    the table dropped and exchanged, words turned into their opposites, icons exchanged. Nothing is written.
    A value that may be anything is declared so beside its field: `bpm: int 60..200 free`.

    \b
    Examples:
      pressplay probe king-of-clubs
      pressplay probe king-of-clubs --format json
    """
    import gc
    from dataclasses import replace

    from pressplay.build.result import Progress
    from pressplay.files import ProjectFiles
    from pressplay.project.load import load
    from pressplay.project.probe import probe as run
    from pressplay.rules.rulebook import read_front

    one_of("--format", format, ("text", "json"))
    gc.enable()  # a command is short; this one reads a game a thousand times
    root = find_project(project or context.obj)
    (id,) = game_ids(root, [game])
    sources, problems = load(ProjectFiles(root), [id])
    stop_at(problems)
    source = sources[0]
    front = read_front(source.rulebook)[0] if source.rulebook else None
    with progress(lines=False) as tell:
        result = run(
            replace(source, front=front),
            lambda done, total: tell(Progress(id, "trying mistakes", done, total)) if done % 20 == 0 else None,
        )
    if format == "json":
        _json(id, result)
    else:
        _text(result)


def _json(game: str, result: "Probe") -> None:
    import json

    data = {
        "game": game,
        "score": round(result.score, 1),
        "sorts": {sort: {"made": made, "noticed": result.noticed(sort)} for sort, made in result.made.items()},
        "slips": [
            {
                "sort": slip.sort,
                "file": slip.place.file,
                "line": slip.place.line,
                "column": slip.place.column,
                "change": slip.change,
                "rules": list(slip.rules),
            }
            for slip in result.slips
        ],
    }
    say(json.dumps(data, ensure_ascii=False, indent=1))


def _text(result: "Probe") -> None:
    for slip in result.slips:
        say(str(slip))
    rows = [
        (sort, str(made), str(result.noticed(sort)), f"{100 * result.noticed(sort) / made:.1f} %")
        for sort, made in result.made.items()
    ]
    say_table(("mistakes", "made", "noticed", "score"), rows, ("made", "noticed", "score"))
    left = len(result.slips)
    say(f"{number(result.total, 'mistake')}, {left or 'none'} that no rule notices: {result.score:.1f} %.")
