"""The command line: every command by its name, and how the program starts and ends."""

import gc
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, NoReturn

import typer

from . import (
    boxing,
    calibrating,
    comparing,
    fetching,
    importing,
    looking,
    making,
    playing,
    probing,
    proofing,
    showing,
    starting,
    typefaces,
)
from .console import say
from .errors import careful
from .options import Project

# Every command by its name, in the order in which --help lists them.
COMMANDS: dict[str, Callable[..., None]] = {
    "build": making.build,
    "watch": making.watch_files,
    "proof": proofing.proof,
    "show": showing.show,
    "check": looking.check,
    "rules": looking.rules,
    "probe": probing.probe,
    "list": looking.inventory,
    "stats": looking.stats,
    "diff": comparing.diff,
    "impact": comparing.impact,
    "print": making.print_,
    "box": boxing.box,
    "calibrate": calibrating.calibrate,
    "install": playing.install,
    "tts-update": playing.tts_update,
    "new": starting.new,
    "import": importing.import_,
    "fetch": fetching.fetch,
    "fonts": typefaces.fonts,
    "schema": starting.schema,
}

_INTRO = """Write your game once, as data and a rulebook; press play.

A project is a folder with cards/, templates/ and fonts/. pressplay checks its games against their own
rulebooks and makes print-ready PDFs and Tabletop Simulator packages of them.

\b
Try this:
  pressplay new my-game               a small project that builds at once
  pressplay list                      what games there are
  pressplay check                     what is wrong, with file, line and rule
  pressplay proof                     see the game in a browser, and change it there
  pressplay build                     everything, into output/
  pressplay build king-of-clubs --to print --paper a4
  pressplay rules king-of-clubs       every rule, and what its checks found
  pressplay stats king-of-clubs       its numbers as pictures, with what the rules ask for
  pressplay diff                      what changed since the last print
  pressplay print --changed           only that, with a list of what to take out

Exit codes: 0 all is well, 1 there are problems, 2 the command was not understood,
70 a mistake in pressplay itself.
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
for name, command in COMMANDS.items():
    app.command(name)(careful(command))


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        say(f"pressplay {version('pressplay')}")
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
