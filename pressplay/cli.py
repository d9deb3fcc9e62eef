"""The command line: the one place that reads arguments, prints, and ends with an exit code."""

import gc
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, ParamSpec

import typer

from .problem import Problem, Trouble, nearest

if TYPE_CHECKING:  # what draws and reads is imported where it is used, so that --help starts at once
    from .changes import Reprint
    from .comparison import Change, Comparison
    from .game import Game
    from .impact import Impact
    from .job import Options, OutFile, Result, Step
    from .rules import Judgement
    from .rules import Result as Finding

_INTRO = """Write your game once, as data and a rulebook; press play.

A project is a folder with cards/, templates/ and fonts/. pressplay checks its games against their own
rulebooks and makes print-ready PDFs and Tabletop Simulator packages of them.

\b
Try this:
  pressplay new my-game               a small project that builds at once
  pressplay list                      what games there are
  pressplay check                     what is wrong, with file, line and rule
  pressplay build                     everything, into output/
  pressplay build king-of-clubs --to print --paper a4
  pressplay rules king-of-clubs       every rule, and what its checks found
  pressplay stats king-of-clubs       its numbers as pictures, with what the rules ask for
  pressplay diff                      what changed since the last print
  pressplay print --changed           only that, with a list of what to take out

Exit codes: 0 all is well, 1 there are problems, 2 the command was not understood.
"""

app = typer.Typer(
    name="pressplay",
    help=_INTRO,
    rich_markup_mode=None,  # Rich would double the time that --help takes
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 110},
)

Project = Annotated[
    Path | None,
    typer.Option(
        "--project",
        metavar="DIR",
        envvar="PRESSPLAY_PROJECT",
        show_envvar=False,
        show_default=False,
        help="The project; else the folder you are in, or the nearest one above it that has cards/.",
    ),
]
TTS_FORMATS = ("png", "jpg", "jpeg")
BACKS = ("long-edge", "short-edge", "gutterfold", "none")
Games = Annotated[list[str] | None, typer.Argument(metavar="GAME", show_default=False, help="All unless said.")]
TtsMaxPx = Annotated[int, typer.Option(metavar="PX", min=256, help="The longest side of a Tabletop Simulator image.")]
TtsFormat = Annotated[str, typer.Option(metavar="png|jpg", help="The format of its images.")]
Targets = Annotated[
    list[str] | None,
    typer.Option(metavar="TARGET", show_default="print,rulebook,tts", help="What to make; may be repeated."),
]
Papers = Annotated[
    list[str] | None,
    typer.Option(metavar="PAPER", show_default="a4,letter", help="a4, letter, a3, tabloid or one of your own."),
]
Backs = Annotated[
    str, typer.Option(metavar="HOW", help="How you print two sides: long-edge, short-edge, gutterfold or none.")
]
InkSaver = Annotated[
    bool,
    typer.Option("--ink-saver", help="Print in lines on white, everything in its place, for a fraction of the ink."),
]
Out = Annotated[Path | None, typer.Option(metavar="DIR", show_default="output/ of the project", help="Where files go.")]
Jobs = Annotated[int, typer.Option(metavar="N", min=0, help="Processes to use; 0: one a core.")]
OneGame = Annotated[str, typer.Argument(metavar="GAME", show_default=False, help="The id of a game.")]


def main(args: list[str] | None = None) -> NoReturn:
    """Run one command and end with its exit code."""
    gc.disable()  # a short life with many small lasting things: looking for garbage among them only costs
    app(args, prog_name="pressplay")
    raise SystemExit(0)


def program() -> NoReturn:
    """As main, but gone at once: taking thousands of pieces apart, one by one, would keep the user waiting."""
    try:
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    with suppress(OSError):  # nobody may be reading any more
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


# ── Mistakes ──────────────────────────────────────────────────────────────────────────────────────────────────────

P = ParamSpec("P")


def _careful(command: Callable[P, None]) -> Callable[P, None]:
    """Whatever goes wrong in a command ends in words and an exit code, never in a traceback of ours."""

    @wraps(command)
    def careful(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
            sys.stdout.flush()
        except Trouble as trouble:
            _show(trouble.problems)
            misused = all(problem.place.file.startswith("--") for problem in trouble.problems)
            raise typer.Exit(2 if misused else 1) from None
        except KeyboardInterrupt:
            _err("Stopped; every file in the output is whole.")
            raise typer.Exit(130) from None
        except BrokenPipeError:
            _hush()
            raise typer.Exit(141) from None  # as the shell reports a program that a closed pipe ended
        except OSError as error:
            _err(_in_words(error))
            raise typer.Exit(1) from None

    return careful


def _hush() -> None:
    """Nobody reads on: let the interpreter's last flush go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _in_words(error: OSError) -> str:
    named = f"{error.filename}: " if error.filename else ""
    return f"{named}{error.strerror or error}"


def _usage(message: str, hint: str = "") -> NoReturn:
    """The command was not understood: exit code 2."""
    _err(message)
    if hint:
        _err(f"    {hint}")
    raise typer.Exit(2)


def _show(problems: Iterable[Problem], err: bool = True) -> None:
    """Every problem once, sorted by file, line and column."""
    stream = sys.stderr if err else sys.stdout
    for problem in sorted(set(problems)):
        first, *rest = str(problem).split("\n")
        if stream.isatty():
            place, message = str(problem.place), first.removeprefix(f"{problem.place}: ")
            first = f"{typer.style(place, bold=True)}: {typer.style(message, fg='red')}"
            rest = [typer.style(line, dim=True) for line in rest]
        print("\n".join([first, *rest]), file=stream)


def _verdict(problems: Sequence[Problem], consequence: str = "") -> str:
    """“3 problems in 2 games; nothing was written.”"""
    games = {parts[1] for problem in problems if (parts := problem.place.file.split("/"))[0] in ("cards", "templates")}
    games = {game for game in games if "." not in game and not game.startswith("_")}
    where = f" in {_number(len(games), 'game')}" if games else ""
    end = f"; {consequence}" if consequence else ""
    return f"{_number(len(set(problems)), 'problem')}{where}{end}."


def _number(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


# ── The project and its games ─────────────────────────────────────────────────────────────────────────────────────


def _root(project: Path | None) -> Path:
    """The project's folder."""
    if project:
        if not (project / "cards").is_dir():
            _usage(f"{project} is not a project: it has no folder cards/.", "pressplay new DIR makes a project")
        return project.resolve()
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "cards").is_dir():
            return folder
    _usage(
        "There is no project here: neither this folder nor one above it has cards/.",
        "go to your project, name it with --project DIR, or make one: pressplay new DIR",
    )


def _ids(root: Path, asked: list[str] | None) -> list[str]:
    """The games asked for, or all of the project."""
    found = sorted(file.parent.name for file in root.glob("cards/*/game.yaml") if file.parent.name[0] not in "_.")
    for game in asked or []:
        if game not in found:
            _usage(f"There is no game {game} in this project.", nearest(game, found))
    return list(dict.fromkeys(asked)) if asked else found


def _one_of(option: str, word: str, accepted: Iterable[str]) -> None:
    known = list(accepted)
    if word not in known:
        _usage(f"{option} {word}: there is no such thing.", nearest(word, known))


def _know_targets(targets: Iterable[str]) -> None:
    """What to make is one of the targets there are."""
    from .export import TARGETS

    for target in targets:
        _one_of("--to", target, TARGETS)


def _split(values: Iterable[str] | None) -> tuple[str, ...]:
    """`--paper a4,letter --paper a3` names three papers."""
    words = (word.strip() for value in values or () for word in value.split(","))
    return tuple(dict.fromkeys(word for word in words if word))


# ── Tables, plain lines and progress ──────────────────────────────────────────────────────────────────────────────


def _out(line: str = "") -> None:
    print(line)


def _err(line: str) -> None:
    print(line, file=sys.stderr)


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[str] = ()) -> None:
    """A table on a terminal; elsewhere one line a row, its columns apart by two spaces or more."""
    if sys.stdout.isatty():
        from rich.box import SIMPLE_HEAD
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table(box=SIMPLE_HEAD)
        for column in columns:
            table.add_column(column, justify="right" if column in numbers else "left")
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        Console().print(table)
        return
    widths = [max(len(row[index]) for row in [columns, *rows]) for index in range(len(columns))]
    for row in [columns, *rows]:
        cells = (
            cell.rjust(width) if column in numbers else cell.ljust(width)
            for cell, width, column in zip(row, widths, columns)
        )
        _out("  ".join(cells).rstrip())


@contextmanager
def _progress(lines: bool = True) -> Iterator[Callable[["Step"], None]]:
    """A bar while a person watches, a plain line a step (if wanted) where nobody does."""
    if not sys.stderr.isatty():
        yield lambda step: _err(f"{step.game}: {step.doing}") if lines else None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.fields[game]}"), BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=None, game="")
        yield lambda step: bar.update(
            task, game=step.game, description=step.doing, completed=step.done, total=step.total
        )


# ── Commands ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        _out(f"pressplay {version('pressplay')}")
        raise typer.Exit()


@app.callback()
def options(
    context: typer.Context,
    project: Project = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    # No docstring: Typer would show it instead of the introduction.
    context.obj = project


@app.command()
@_careful
def build(
    context: typer.Context,
    games: Games = None,
    kind: Annotated[
        list[str] | None, typer.Option(metavar="K", show_default=False, help="Only this kind; may be repeated.")
    ] = None,
    to: Targets = None,
    paper: Papers = None,
    backs: Backs = "long-edge",
    out: Out = None,
    jobs: Jobs = 0,
    tts_max_px: TtsMaxPx = 4096,
    tts_format: TtsFormat = "png",
    url_base: Annotated[
        str, typer.Option(metavar="URL", show_default="url-base of game.yaml", help="Where its images will be hosted.")
    ] = "",
    bleed: Annotated[
        bool, typer.Option("--bleed", help="Plain images (--to images) with the bleed around them.")
    ] = False,
    ink_saver: InkSaver = False,
    project: Project = None,
) -> None:
    """Check the games, then make every file of them.

    When a check finds problems, nothing is written. Files appear whole or not at all.

    \b
    Examples:
      pressplay build                                    every game, A4 and Letter
      pressplay build king-of-clubs --paper a4           one game, one paper
      pressplay build --kind dancer --kind move          only these decks
      pressplay build --to print --backs gutterfold      for a printer that prints one side
      pressplay build --to print --ink-saver             line art for a playtest, beside the coloured PDFs
      pressplay build --to tts --url-base https://example.org/cards/
    """
    from .fresh import recall
    from .job import Options, Result

    started = time.monotonic()
    root = _root(project or context.obj)
    ids = _ids(root, games)
    given = {"papers": _split(paper), "targets": _split(to), "kinds": _split(kind)}
    options = Options(
        **{name: words for name, words in given.items() if words},
        backs=backs,
        jobs=jobs,
        tts_max_px=tts_max_px,
        tts_format=tts_format,
        url_base=url_base,
        bleed=bleed,
        ink_saver=ink_saver,
    )
    _know_targets(options.targets)
    _one_of("--backs", backs, BACKS)
    _one_of("--tts-format", tts_format, TTS_FORMATS)
    folder = out or root / "output"
    result = Result()
    if not all([recall(root, game, folder, options, result) for game in ids]):
        from .pipeline import build_games  # slow to start, and not needed when nothing has changed

        with _progress() as tell:
            result = build_games(root, ids, options, folder, tell)
    if result.problems:
        _show(result.problems)
        _err(_verdict(result.problems, "nothing was written"))
        raise typer.Exit(1)
    _built(result, folder, time.monotonic() - started)


@app.command("watch")
@_careful
def watch_files(
    context: typer.Context,
    games: Games = None,
    to: Targets = None,
    paper: Papers = None,
    out: Out = None,
    project: Project = None,
) -> None:
    """Build, and build again whenever a file is saved.

    Ctrl-C ends it. Only what changed is made anew; problems are shown as they come and gone when they are mended.

    \b
    Examples:
      pressplay watch
      pressplay watch king-of-clubs --to print --paper a4
    """
    from .job import Options
    from .pipeline import Artists, build_games
    from .watch import watch

    root = _root(project or context.obj)
    ids = _ids(root, games)
    given = {"papers": _split(paper), "targets": _split(to)}
    options = Options(**{name: words for name, words in given.items() if words})  # type: ignore[arg-type]
    _know_targets(options.targets)
    folder = out or root / "output"
    artists: Artists = {}

    def again() -> None:
        started = time.monotonic()
        result = build_games(root, ids, options, folder, lambda step: None, artists)
        if result.problems:
            _show(result.problems, err=False)
            _out(_verdict(result.problems, "the output is as it was"))
            return
        changed = [f"{game}/{path}" for game, written in result.written.items() for path in written.changed]
        _out(f"{_number(len(changed), 'file')} made anew in {time.monotonic() - started:.2f} s.")

    again()
    _out(f"Watching {_short(root)}; press Ctrl-C to stop.")
    for files in watch(root, time.sleep):
        sys.stdout.flush()
        _out(f"changed: {', '.join(files[:3])}{' …' if len(files) > 3 else ''}")
        try:
            again()
        except Trouble as trouble:
            _show(trouble.problems, err=False)
        sys.stdout.flush()


def _built(result: "Result", folder: Path, seconds: float) -> None:
    """What was made, the layouts with their reasons, and the verdict."""
    changed = same = 0
    for game, written in result.written.items():
        _out(game)
        for paper, layouts in result.layouts.get(game, {}).items():
            for kind, reason in layouts.items():
                _out(f"  {paper}  {kind}: {reason}")
        for path in written.changed:
            _out(f"  wrote    {_short(folder / game / path)}")
        for path in written.removed:
            _out(f"  removed  {_short(folder / game / path)}")
        changed += len(written.changed)
        same += len(written.same)
    unchanged = f" ({same} unchanged)" if same else ""
    games = _number(len(result.written), "game")
    _out(f"Built {games}: {_number(changed, 'file')}{unchanged} in {_short(folder)}, {seconds:.1f} s.")


def _short(path: Path) -> str:
    """A path as a person here would type it."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


@app.command()
@_careful
def check(
    context: typer.Context,
    games: Games = None,
    format: Annotated[str, typer.Option(metavar="text|json", help="json: for editors and other programs.")] = "text",
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
    """
    from .pipeline import check_games

    _one_of("--format", format, ("text", "json"))
    root = _root(project or context.obj)
    ids = _ids(root, games)
    with _progress(lines=False) as tell:
        problems = check_games(root, ids, tell)
    if any((root / "cards" / id / "printed.yaml").exists() for id in ids):
        from .changes import check_ledgers

        problems = sorted({*problems, *check_ledgers(root, ids)})
    if format == "json":
        import json

        data = {"games": ids, "problems": [problem.as_json() for problem in problems]}
        _out(json.dumps(data, ensure_ascii=False, indent=1))
    else:
        _show(problems, err=False)
        _out(_verdict(problems) if problems else f"{_number(len(ids), 'game')}, no problems.")
    if problems:
        raise typer.Exit(1)


@app.command()
@_careful
def rules(context: typer.Context, game: OneGame, project: Project = None) -> None:
    """Show every rule of a game and what its checks found.

    A rule that fails is shown with what was found and what was expected; `pressplay check` says where.

    \b
    Example:
      pressplay rules king-of-clubs
    """
    from .pipeline import read_games

    root = _root(project or context.obj)
    games, problems = read_games(root, _ids(root, [game]))
    judged = games[0].rulebook.judged if games else None
    if judged:
        _rules(judged)
        checks = [result for verdicts in judged.rules for result in verdicts.results]
        failed = sum(not result.passed for result in checks)
        _out(f"{_number(len(judged.rules), 'rule')}, {_number(len(checks), 'check')}, {failed or 'none'} failed.")
    if problems:
        _show(problems)
        _err(_verdict(problems))
        raise typer.Exit(1)


def _rules(judged: "Judgement") -> None:
    """Rules as a table on a terminal, as paragraphs elsewhere."""
    if not sys.stdout.isatty():
        for verdicts in judged.rules:
            touched = f"  kinds: {', '.join(verdicts.kinds)}" if verdicts.kinds else ""
            _out(f"{verdicts.rule.id}  ({verdicts.rule.place}){touched}")
            _out(f"    {verdicts.sentence}")
            for result in verdicts.results:
                _out(f"    {'ok  ' if result.passed else 'FAIL'}  {_condition(result)}  →  {_found(result)}")
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
            table.add_row(Text(word, style, justify="right"), Text(_condition(result)), Text(_found(result), style))
    Console().print(table)


def _condition(result: "Finding") -> str:
    """A check without the message it has for failures."""
    return result.check.text.split(" else ")[0]


def _found(result: "Finding") -> str:
    """What a check found: the value it compared, or how many of the members it tried are right."""
    wrong = len(result.findings)
    if result.tried != 1:
        return f"{result.tried - wrong} of {result.tried} hold"
    return result.found if result.passed else f"{result.found}, expected {result.expected}"


@app.command("list")
@_careful
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
    from .pipeline import read_games
    from .units import num

    root = _root(project or context.obj)
    games, problems = read_games(root, _ids(root, [game] if game else None))
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
        _table(("kind", "title", "designs", "copies", "size", "trimmed", "sides"), rows, ("designs", "copies"))
    elif games:
        columns = ("game", "title", "version", "kinds", "designs", "copies")
        _table(columns, [_game_row(one) for one in games], columns[3:])
    if problems:
        _show(problems)
        _err(_verdict(problems))
        raise typer.Exit(1)


def _game_row(game: "Game") -> tuple[str, ...]:
    pieces = game.all_pieces()
    counts = (len(game.kinds), len(pieces), sum(piece.copies for piece in pieces))
    return (game.id, game.title, game.version, *(str(count) for count in counts))


@app.command()
@_careful
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
    from .pipeline import chart_game, read_games
    from .writing import write_files

    root = _root(project or context.obj)
    games, problems = read_games(root, _ids(root, [game]))
    if games:
        folder = out or root / "output" / game
        written = write_files(folder, chart_game(games[0]))
        for path in sorted([*written.changed, *written.same]):
            _out(_short(folder / path))
    _stop_at(problems)


@app.command()
@_careful
def diff(
    context: typer.Context,
    old: Annotated[
        str | None,
        typer.Argument(metavar="OLD", show_default="the last print", help="A revision, tag, manifest or folder."),
    ] = None,
    new: Annotated[
        str | None,
        typer.Argument(metavar="NEW", show_default="the working tree", help="A revision, tag, manifest or folder."),
    ] = None,
    game: Annotated[
        list[str] | None, typer.Option(metavar="GAME", show_default=False, help="Only this game; may be repeated.")
    ] = None,
    format: Annotated[str, typer.Option(metavar="text|json", help="json: for other programs.")] = "text",
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", show_default=False, help="A page with before and after pictures.")
    ] = None,
    project: Project = None,
) -> None:
    """Show what changed: pieces, facts and rules.

    OLD and NEW are revisions or tags of git, manifests of earlier builds, or folders of projects. Without them
    the last print that was recorded is compared with the files as they are now.

    \b
    Examples:
      pressplay diff                                what changed since the last print
      pressplay diff v1.0                           since a tag
      pressplay diff v1.0 v1.1 --html changes.html  between two, as a page to open and send
    """
    from .archive import HERE, LAST, Archive
    from .changes import compare_games

    _one_of("--format", format, ("text", "json"))
    root = _root(project or context.obj)
    with _progress(lines=False) as tell, Archive(root, tell) as archive:
        before, after = archive.source(old, LAST), archive.source(new, HERE)
        found = compare_games(archive, before, after, list(_split(game)))
        _stop_at(archive.problems)
        if html:
            from .exports.page import page
            from .writing import write_files

            data = page(found, before.name, after.name)
            write_files(html.parent, {html.name: data})
    if format == "json":
        import json

        data_out = {"old": before.name, "new": after.name, "games": [one.as_json() for one in found]}
        _out(json.dumps(data_out, ensure_ascii=False, indent=1))
        return
    for comparison in found:
        _comparison(comparison)
    if html:
        _out(f"Wrote {_short(html.resolve())}.")


def _stop_at(problems: Sequence[Problem], consequence: str = "") -> None:
    """Show problems, if there are any, and end."""
    if problems:
        _show(problems)
        _err(_verdict(problems, consequence))
        raise typer.Exit(1)


def _comparison(found: "Comparison") -> None:
    """A game's changes: its pieces as a table, its facts and rules with their sentences."""
    old, new = found.old, found.new
    _out(f"{new.game}: {old.name} ({old.version or 'nothing'}) → {new.name} ({new.version or 'nothing'})")
    if found.nothing:
        _out("  nothing changed")
        return
    if found.changes:
        rows = [
            (
                change.sort,
                change.now.name,
                change.now.title,
                "{} → {}".format(*change.copies) if change.copies[0] != change.copies[1] else str(change.copies[1]),
                ", ".join(change.sides),
                _why(change),
            )
            for change in found.changes
        ]
        _table(("change", "piece", "title", "copies", "sides", "what"), rows)
    for fact in found.facts:
        _out(f"fact {fact}")
    for rule in found.rules:
        before, after = rule.sentences
        _out(f"rule {rule.id}, {rule.sort}")
        if before == after:
            for mark, checks in zip("-+", rule.checks):
                for check in checks:
                    _out(f"    {mark} must {check}")
            continue
        for mark, sentence in (("-", before), ("+", after)):
            if sentence:
                _out(f"    {mark} {sentence}")
    counts = ", ".join(f"{count} {sort}" for sort, count in found.counts().items())
    out, come = sum(c.to_pull for c in found.changes), sum(c.to_print for c in found.changes)
    _out(f"{counts or 'no piece changed'}; on paper: {out} out, {come} in.")


def _why(change: "Change") -> str:
    """The fields that changed, or what else did that the piece reads."""
    if change.sort == "renamed" and change.old:
        return f"was {change.old.name}"
    return ", ".join([*(edit.name for edit in change.fields), *change.because])


@app.command()
@_careful
def impact(
    context: typer.Context,
    game: OneGame,
    word: Annotated[
        str,
        typer.Argument(
            metavar="WORD", show_default=False, help="A fact, a rule, KIND.FIELD, a template’s file or an icon."
        ),
    ],
    format: Annotated[str, typer.Option(metavar="text|json", help="json: for other programs.")] = "text",
    paper: Annotated[str, typer.Option(metavar="PAPER", help="Whose sheets are named.")] = "a4",
    project: Project = None,
) -> None:
    """Show what depends on a fact, rule, field, template or icon.

    Named are the pieces, the rules, the sentences of the rulebook and the pages of the print; from what was
    read while they were filled, not from a search for words.

    \b
    Examples:
      pressplay impact king-of-clubs hand_limit           a fact
      pressplay impact king-of-clubs night-ties           a rule
      pressplay impact king-of-clubs nightclub.prestige   a field
      pressplay impact king-of-clubs parts.xml            a template
    """
    from .changes import impact_of

    _one_of("--format", format, ("text", "json"))
    root = _root(project or context.obj)
    found, problems, hint = impact_of(root, _ids(root, [game])[0], word, paper)
    _stop_at(problems)
    if not found:
        _usage(f"{game} has nothing of the name {word}.", hint)
    if format == "json":
        import json

        _out(json.dumps({"game": game, "found": [one.as_json() for one in found]}, ensure_ascii=False, indent=1))
        return
    for one in found:
        _impact(one, paper)


def _impact(one: "Impact", paper: str) -> None:
    """One meaning of a word, and what depends on it."""
    _out(f"{one.meaning} {one.name}{f': {one.value}' if one.value else ''}")
    if one.pieces:
        _out(f"  {_number(len(one.pieces), 'piece')}")
        width = max(len(f"{piece.kind}/{piece.id}") for piece in one.pieces)
        for piece in one.pieces:
            _out(f"    {f'{piece.kind}/{piece.id}'.ljust(width)}  {piece.title} ({', '.join(piece.by)})")
    if one.rules:
        _out(f"  {_number(len(one.rules), 'rule')}")
        for rule in one.rules:
            _out(f"    {rule.rule.id} ({rule.rule.place}): {rule.sentence}")
    if one.sentences:
        _out(f"  {_number(len(one.sentences), 'sentence')} of the rulebook")
        for sentence in one.sentences:
            _out(f"    {sentence.place}: {sentence.text}")
    if one.sheets:
        pages = ", ".join(str(page) for page, _ in one.sheets)
        _out(
            f"  {_number(len(one.sheets), 'sheet')} of the {paper} print: {'page' if len(one.sheets) == 1 else 'pages'} {pages}"
        )
    if not (one.pieces or one.rules or one.sentences):
        _out("  nothing depends on it")


@app.command("print")
@_careful
def print_(
    context: typer.Context,
    games: Games = None,
    changed: Annotated[bool, typer.Option("--changed", help="Only what differs from what is on paper.")] = False,
    since: Annotated[
        str | None,
        typer.Option(metavar="REV|MANIFEST", show_default="the ledger", help="What is on paper, if not the ledger."),
    ] = None,
    record: Annotated[bool, typer.Option("--record", help="Note in printed.yaml what is now on paper.")] = False,
    paper: Papers = None,
    backs: Backs = "long-edge",
    ink_saver: InkSaver = False,
    out: Out = None,
    jobs: Jobs = 0,
    project: Project = None,
) -> None:
    """Make the PDFs to print: everything, or only what changed.

    With --changed, a game's PDF holds just the copies that paper lacks, and its first page is the pull list: what
    to take out of the old deck, what replaces it and what is new. It goes to output/<game>/changes/.
    With --record, cards/<game>/printed.yaml notes what is now on paper; --changed compares with it.
    With --ink-saver, areas become white with a line in their colour and light type becomes dark; the files end in
    -ink-saver.pdf and lie beside the coloured ones, page for page the same.

    \b
    Examples:
      pressplay print king-of-clubs --record             everything, and remember it
      pressplay print king-of-clubs --changed            look at what would be printed
      pressplay print king-of-clubs --changed --record   print it, and remember it
      pressplay print king-of-clubs --changed --since v1.0 --paper letter
      pressplay print king-of-clubs --ink-saver          line art on white; pages as in the coloured PDF
    """
    from .job import Options

    root = _root(project or context.obj)
    _one_of("--backs", backs, BACKS)
    if since is not None and not changed:
        _usage("--since goes with --changed.", "pressplay print --changed --since v1.0")
    papers = _split(paper)
    options = Options(
        papers=papers or Options().papers, targets=("print",), backs=backs, jobs=jobs, ink_saver=ink_saver
    )
    folder = out or root / "output"
    if changed:
        _print_changed(root, games, since, record, options, folder)
        return
    from .changes import record_all
    from .pipeline import build_games

    started = time.monotonic()
    ids = _ids(root, games)
    with _progress() as tell:
        result = build_games(root, ids, options, folder, tell)
    _stop_at(result.problems, "nothing was written")
    _built(result, folder, time.monotonic() - started)
    if record:
        paths, problems = record_all(root, ids)
        _stop_at(problems, "nothing was recorded")
        for path in paths:
            _out(f"Recorded in {_short(root / path)}.")


def _print_changed(
    root: Path, games: list[str] | None, since: str | None, record: bool, options: "Options", folder: Path
) -> None:
    from .archive import Archive
    from .changes import find_papers, on_paper, print_changes
    from .changes import record as note

    ids = _ids(root, games)
    if not games and since is None:
        ids = [id for id in ids if (root / "cards" / id / "printed.yaml").is_file()] or ids
    papers = find_papers(root, options.papers)
    with _progress() as tell, Archive(root, tell) as archive:
        done = print_changes(archive, since, ids, options, papers, folder)
        _stop_at(archive.problems, "nothing was written")
    for reprint in done:
        _reprinted(reprint, folder)
        if record:
            path = note(root, reprint.comparison.new.game, on_paper(reprint.comparison))
            _out(f"  recorded in {_short(root / path)}")


def _reprinted(done: "Reprint", folder: Path) -> None:
    """What a print of changes holds."""
    found = done.comparison
    out, come = sum(c.to_pull for c in found.changes), sum(c.to_print for c in found.changes)
    if not done.files:
        _out(f"{found.new.game}: paper is up to date; nothing to print.")
        return
    _out(f"{found.new.game}: {_number(out, 'piece')} out, {come} in.")
    for change in found.changes:
        if change.to_pull or change.to_print:
            _out(f"  {change.sort.ljust(11)}  {change.now.name}: {change.to_pull} out, {change.to_print} in")
    for path, pages in zip(done.files, done.pages.values()):
        _out(f"  {_number(pages, 'page')}: {_short(folder / found.new.game / 'changes' / path)}")


@app.command()
@_careful
def install(
    context: typer.Context,
    game: OneGame,
    tts_folder: Annotated[
        Path | None,
        typer.Option(metavar="DIR", show_default="where the program has it", help="Tabletop Simulator’s folder."),
    ] = None,
    tts_max_px: TtsMaxPx = 4096,
    tts_format: TtsFormat = "png",
    project: Project = None,
) -> None:
    """Put a game into your Tabletop Simulator.

    It then stands in the program under Objects, Saved Objects, pressplay; a game that has a table.yaml also
    as a table that is set up, under Games, Save & Load. Its images stay on this machine: other players see
    them once you have used Upload All in the program's Cloud Manager.

    \b
    Examples:
      pressplay install king-of-clubs
      pressplay install king-of-clubs --tts-folder "D:/Games/Tabletop Simulator"
    """
    from .install import find_folder, image_base
    from .install import install as put
    from .job import Options
    from .pipeline import build_game, read_games

    _one_of("--tts-format", tts_format, TTS_FORMATS)
    root = _root(project or context.obj)
    ids = _ids(root, [game])
    folder = tts_folder or find_folder(Path.home(), sys.platform, os.environ)
    options = Options(targets=("tts",), tts_max_px=tts_max_px, tts_format=tts_format, url_base=image_base(game, folder))
    games, problems = read_games(root, ids)
    files: Sequence[OutFile] = ()
    if not problems:
        with _progress() as tell:
            built = build_game(games[0], options, (), tell)
        problems, files = built.problems, built.files
    if problems:
        _show(problems)
        _err(_verdict(problems, "nothing was installed"))
        raise typer.Exit(1)
    saved, *others = put(games[0], files, folder)
    images = [path for path in others if path.startswith(f"pressplay/{game}/") and path.endswith((".png", ".jpg"))]
    _out(f"Installed {games[0].title}: {folder / saved}")
    for path in others:
        if path.startswith("Saves/TS_Save_") and path.endswith(".json"):
            _out(f"The whole table: {folder / path}")
            _out(f"In Tabletop Simulator: Games, Save & Load, {games[0].title}.")
    _out(f"Its {_number(len(images), 'image')}: {folder / 'pressplay' / game}")
    _out("In Tabletop Simulator: Objects, Saved Objects, pressplay.")


@app.command("tts-update")
@_careful
def tts_update(
    context: typer.Context,
    save: Annotated[
        Path, typer.Argument(metavar="SAVE.json", show_default=False, help="A save of Tabletop Simulator.")
    ],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", show_default="the save itself", help="Where the new save goes.")
    ] = None,
    url_base: Annotated[
        str, typer.Option(metavar="URL", show_default="where its images are", help="Where its images will be hosted.")
    ] = "",
    tts_max_px: TtsMaxPx = 4096,
    tts_format: TtsFormat = "png",
    project: Project = None,
) -> None:
    """Bring your own save of a table up to date.

    Faces, backs and texts of the pieces it knows are replaced, new pieces come in a bag, pieces that are no
    longer in the game are listed. Where things lie, your notes, your scripts: everything else stays byte for
    byte. Images that lie on this machine are put beside the earlier ones.

    \b
    Examples:
      pressplay tts-update TS_Save_8.json
      pressplay tts-update TS_Save_8.json --url-base https://example.org/cards/
    """
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    from .job import Options
    from .pipeline import build_game, read_games
    from .update import fresh_save, game_of, image_base_of, read_span, update
    from .writing import write_files

    _one_of("--tts-format", tts_format, TTS_FORMATS)
    root = _root(project or context.obj)
    text = save.read_bytes().decode("utf-8", "surrogateescape")
    span = read_span(text, str(save))
    game = game_of(span, _ids(root, None), str(save))
    base = url_base or image_base_of(span)
    if not base:
        _usage("The images of this save have other names by now.", "say where they will be: --url-base URL")
    games, problems = read_games(root, [game])
    files: Sequence[OutFile] = ()
    if not problems:
        with _progress() as tell:
            options = Options(targets=("tts",), tts_max_px=tts_max_px, tts_format=tts_format, url_base=base)
            built = build_game(games[0], options, (), tell)
        problems, files = built.problems, built.files
    if problems:
        _show(problems)
        _err(_verdict(problems, "the save is as it was"))
        raise typer.Exit(1)
    fresh, rulebook, images = fresh_save(files)
    result = update(text, fresh, games[0], base + rulebook if rulebook else "", str(save))
    if base.startswith("file:"):
        write_files(Path(url2pathname(urlsplit(base).path)), images)
    target = out or save
    if result.text != text or out:
        write_files(target.parent, {target.name: result.text.encode("utf-8", "surrogateescape")})
    for word, ids in (("changed", result.changed), ("added  ", result.added), ("removed", result.removed)):
        for id in ids:
            _out(f"  {word}  {id.removeprefix(game + '/')}")
    for line in result.surplus:
        _out(f"  surplus  {line.removeprefix(game + '/')}")
    what = "is up to date already" if result.text == text else "was updated"
    counts = f"{len(result.changed)} changed, {len(result.added)} added, {len(result.removed)} no longer in the game"
    _out(f"{target} {what}: {counts}.")
    if not base.startswith("file:") and result.text != text:
        _out(f"Its images must stand at {base}: pressplay build {game} --to tts makes them.")


@app.command()
@_careful
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
    from .new import new as make

    files = make(folder)
    _out(f"Made a project in {folder}: {_number(len(files), 'file')}. Its README.md says what to change where. Now:")
    _out(f"    cd {folder}")
    _out("    pressplay build")


@app.command()
@_careful
def schema(context: typer.Context, project: Project = None) -> None:
    """Write JSON Schemas that editors complete and check with.

    They go into schemas/ of the project, one for each sort of file and one for each kind's pieces. YAML files
    name theirs in the first line; editors with a YAML extension then complete keys and underline mistakes.

    \b
    Example:
      pressplay schema
    """
    from .pipeline import read_games
    from .schema import schema as schemas
    from .writing import write_files

    root = _root(project or context.obj)
    games, problems = read_games(root, _ids(root, None))
    folder = root / "schemas"
    files = {path.removeprefix("schemas/"): text.encode() for path, text in schemas(games).items()}
    written = write_files(folder, files)
    for path in sorted([*written.changed, *written.same]):
        _out(_short(folder / path))
    if problems:
        _show(problems)
        _err(_verdict(problems))
        raise typer.Exit(1)
