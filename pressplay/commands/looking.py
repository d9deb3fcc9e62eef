"""Commands that look at a game and tell what is there: check, rules, list and stats."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .console import number, progress, say, say_table, short
from .errors import mention, show, stop_at, verdict
from .options import Games, OneGame, Project, find_project, game_ids, know_games, one_of

if TYPE_CHECKING:  # what draws and reads is imported where it is used, so that --help starts at once
    from pressplay.game import Game
    from pressplay.problem import Problem
    from pressplay.rules.rule import CheckResult, Judgement


def check(
    context: typer.Context,
    games: Games = None,
    format: Annotated[
        str, typer.Option(metavar="text|json|github|sarif", help="For editors and other programs.")
    ] = "text",
    project: Project = None,
) -> None:
    """Say everything that is wrong; write nothing.

    Checked are the data, the rules of the rulebook, and every face: texts that do not fit, letters a font
    lacks, faint colours, coarse pictures.

    \b
    Every problem names its file, line and column, the rule it breaks and how to mend it:
      cards/bpms-per-minute/songs.yaml:12:8: bpm must be 60 to 200, not 2000

    \b
    Examples:
      pressplay check
      pressplay check king-of-clubs --format json
      pressplay check --format github                 beside the lines of a pull request
    """
    from pressplay.build.pipeline import look_over
    from pressplay.files import ProjectFiles
    from pressplay.project.games import find_games

    one_of("--format", format, ("text", "json", "github", "sarif"))
    root = find_project(project or context.obj)
    know_games(root, games)
    ids = find_games(ProjectFiles(root), games).ids
    with progress(lines=False) as tell:
        problems, remarks = look_over(root, games, tell)
    if any((root / "cards" / id / "printed.yaml").exists() for id in ids):
        from pressplay.changes.reprint import check_ledgers

        problems = sorted({*problems, *check_ledgers(root, ids)})
    if format == "json":
        import json

        data = {
            "games": ids,
            "problems": [problem.as_json() for problem in problems],
            "remarks": [one.as_json() for one in remarks],
        }
        say(json.dumps(data, ensure_ascii=False, indent=1))
    elif format in ("github", "sarif"):
        _report(format, problems, remarks, root)
    else:
        mention(remarks)
        show(problems, err=False)
        say(verdict(problems) if problems else f"{number(len(ids), 'game')}, no problems.")
    if problems:
        raise typer.Exit(1)


def _report(format: str, problems: Sequence["Problem"], remarks: Sequence["Problem"], root: Path) -> None:
    """Problems for another program, their files named from where one stands."""
    from .reports import github, sarif

    here = Path.cwd()
    below = "" if root == here or not root.is_relative_to(here) else f"{root.relative_to(here).as_posix()}/"
    if format == "github":
        for line in github(problems, remarks, below):
            say(line)
        return
    import json

    say(json.dumps(sarif(problems, remarks, below), ensure_ascii=False, indent=1))


def rules(
    context: typer.Context,
    game: OneGame,
    notes: Annotated[bool, typer.Option("--notes", help="NOTES.md, made from the canon’s decisions.")] = False,
    project: Project = None,
) -> None:
    """Show every rule of a game and what its checks found.

    A rule that fails is shown with what was found and what was expected; `pressplay check` says where.
    With a canon.yaml: how many of its statements are held by a check, a rule or a decision, and which
    facts and fields no check reads.

    \b
    Examples:
      pressplay rules king-of-clubs
      pressplay rules king-of-clubs --notes > cards/king-of-clubs/NOTES.md
    """
    from pressplay.build.pipeline import read_games

    root = find_project(project or context.obj)
    games, problems = read_games(root, game_ids(root, [game]))
    judged = games[0].rulebook.judged if games else None
    if games and notes:
        _notes(games[0])
    elif judged:
        _rules(judged)
        checks = [result for verdicts in judged.rules for result in verdicts.results]
        failed = sum(not result.passed for result in checks)
        say(f"{number(len(judged.rules), 'rule')}, {number(len(checks), 'check')}, {failed or 'none'} failed.")
        _canon(games[0])
    stop_at(problems)


def _notes(game: "Game") -> None:
    from pressplay.problem import Place, trouble
    from pressplay.rules.canon import notes

    if not game.canon:
        trouble(Place(f"cards/{game.id}"), "there is no canon.yaml, from which the notes are made")
    sys.stdout.write(notes(game.canon, game.title))


def _canon(game: "Game") -> None:
    """How the designer's own rulebook is held, and what nothing holds."""
    from pressplay.rules.canon import coverage

    covered = coverage(game.rulebook, game.canon, game.kinds)
    if game.canon:
        said = len(game.canon.statements)
        must, rule, instead = (covered.held[how] for how in ("must", "rule", "instead"))
        say(f"Canon ({game.canon.source}): {number(said, 'statement')}.")
        say(f"    {must} held by checks of their own, {rule} by rules, {instead} decided otherwise.")
    say(f"Facts that no check reads: {', '.join(covered.facts) or 'none'}.")
    say(f"Fields that no check reads: {', '.join(covered.fields) or 'none'}.")


def _rules(judged: "Judgement") -> None:
    """Rules as a table on a terminal, as paragraphs elsewhere."""
    if not sys.stdout.isatty():
        for verdicts in judged.rules:
            touched = f"  kinds: {', '.join(verdicts.kinds)}" if verdicts.kinds else ""
            say(f"{verdicts.rule.id}  ({verdicts.rule.place}){touched}")
            say(f"    {verdicts.sentence}")
            for result in verdicts.results:
                say(f"    {'ok  ' if result.passed else 'FAIL'}  {_condition(result)}  →  {_finding(result)}")
        return
    from rich.box import HORIZONTALS
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=HORIZONTALS, expand=True)
    for column, ratio in (("rule", 4), ("and its checks", 12), ("found", 5), ("kinds", 4)):
        table.add_column(column, ratio=ratio, overflow="fold")
    for verdicts in judged.rules:
        table.add_section()
        table.add_row(Text(verdicts.rule.id, "bold"), Text(verdicts.sentence, "italic"), "", ", ".join(verdicts.kinds))
        for result in verdicts.results:
            word, style = ("ok", "green") if result.passed else ("FAIL", "red")
            table.add_row(Text(word, style, justify="right"), Text(_condition(result)), Text(_finding(result), style))
    Console().print(table)


def _condition(result: "CheckResult") -> str:
    """A check without the message it has for failures."""
    return result.check.text.split(" else ")[0]


def _finding(result: "CheckResult") -> str:
    """What a check found: the value it compared, or how many of the members it tried are right."""
    wrong = len(result.findings)
    if result.tried != 1:
        return f"{result.tried - wrong} of {result.tried} hold"
    return result.found if result.passed else f"{result.found}, expected {result.expected}"


def inventory(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="GAME", show_default=False, help="One game’s kinds.")] = None,
    project: Project = None,
) -> None:
    """Show the games, or the kinds of one game.

    For a game: every kind with its designs, copies and sizes.

    \b
    Examples:
      pressplay list
      pressplay list king-of-clubs
    """
    from pressplay.build.pipeline import read_games
    from pressplay.units import num

    root = find_project(project or context.obj)
    asked = [game] if game else None
    know_games(root, asked)
    games, problems = read_games(root, asked)
    if game and games:
        rows = [
            (
                kind.id,
                kind.title,
                str(len(pieces)),
                str(sum(piece.copies for piece in pieces)),
                kind.size.name,
                f"{num(kind.size.width)} × {num(kind.size.height)} mm",
                "two" if kind.back else "one",
            )
            for kind, pieces in ((kind, games[0].pieces[kind.id]) for kind in games[0].kinds.values())
        ]
        say_table(("kind", "title", "designs", "copies", "size", "trimmed", "sides"), rows, ("designs", "copies"))
    elif games:
        columns = ("game", "title", "version", "kinds", "designs", "copies")
        say_table(columns, [_game_row(one) for one in games], columns[3:])
    stop_at(problems)


def _game_row(game: "Game") -> tuple[str, ...]:
    pieces = game.all_pieces()
    counts = (len(game.kinds), len(pieces), sum(piece.copies for piece in pieces))
    return (game.id, game.title, game.version, *(str(count) for count in counts))


def stats(
    context: typer.Context,
    game: OneGame,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", show_default="output/GAME of the project", help="Where files go.")
    ] = None,
    project: Project = None,
) -> None:
    """Draw what there is to balance, as a page and a PDF.

    For each kind: how its numbers are spread and among what, which values meet which, how often each is there,
    how long texts are; with what field types and rules ask for drawn in. A game that breaks its rules is drawn
    all the same, so that one sees where.

    \b
    Examples:
      pressplay stats king-of-clubs                  output/king-of-clubs/stats.html and stats.pdf
      pressplay stats king-of-clubs --out balance    the same two files, elsewhere
    """
    from pressplay.build.pipeline import read_games
    from pressplay.stats.count import stats as count
    from pressplay.stats.report import write
    from pressplay.writing import below, write_files

    root = find_project(project or context.obj)
    games, problems = read_games(root, game_ids(root, [game]))
    if games:
        folder = out or below(root, f"output/{game}")
        written = write_files(folder, write(count(games[0]), games[0]))
        for path in sorted([*written.changed, *written.same]):
            say(short(folder / path))
    stop_at(problems)
