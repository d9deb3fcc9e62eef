"""How mistakes end a command: every problem once, in words, with an exit code and never a traceback."""

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import NoReturn, ParamSpec

import typer

from pressplay.problem import Problem, Trouble, by_cause, game_of

from .console import number, remark, say

P = ParamSpec("P")


def careful(command: Callable[P, None]) -> Callable[P, None]:
    """Whatever goes wrong in a command ends in words and an exit code, never in a traceback of ours."""

    @wraps(command)
    def careful(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
            sys.stdout.flush()
        except Trouble as trouble:
            show(trouble.problems)
            misused = all(problem.place.file.startswith("--") for problem in trouble.problems)
            raise typer.Exit(2 if misused else 1) from None
        except KeyboardInterrupt:
            remark("Stopped; every file in the output is whole.")
            raise typer.Exit(130) from None
        except BrokenPipeError:
            _hush()
            raise typer.Exit(141) from None  # as the shell reports a program that a closed pipe ended
        except OSError as error:
            remark(_in_words(error))
            raise typer.Exit(1) from None
        except (typer.Exit, typer.Abort, typer.BadParameter):
            raise
        except Exception as error:
            remark(_last_words(error, command.__name__, kwargs))
            raise typer.Exit(70) from None

    return careful


def _last_words(error: Exception, command: str, options: Mapping[str, object]) -> str:
    """A mistake of ours: one sentence, and a report for those who mend it."""
    import tempfile

    told = "This is a mistake in pressplay, not in your game; every file in the output is whole."
    try:
        handle, name = tempfile.mkstemp(prefix="pressplay-report-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as report:
            report.write(_report(error, command, options))
    except OSError as refused:
        return f"{told} No report could be written: {_in_words(refused)}"
    return f"{told} {name} tells what happened; please send it to those who make pressplay."


def _report(error: Exception, command: str, options: Mapping[str, object]) -> str:
    """Where it happened, in which version of what; nothing of the project beside the names of files."""
    import platform  # these take time to load, and most commands do without
    import traceback
    from importlib.metadata import version

    libraries = ("pressplay", "jinja2", "pillow", "pypdfium2", "pyyaml", "reportlab", "typer", "uharfbuzz")
    versions = [f"{library} {version(library)}" for library in libraries]
    said = [f"{name}={value!r}" for name, value in options.items() if name != "context"]
    about = [" ".join(["pressplay", command, *said]), f"Python {sys.version}", platform.platform(), *versions]
    return "\n".join(about) + "\n\n" + "".join(traceback.format_exception(error))


def _hush() -> None:
    """Nobody reads on: let the interpreter's last flush go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _in_words(error: OSError) -> str:
    named = f"{error.filename}: " if error.filename else ""
    return f"{named}{error.strerror or error}"


def usage(message: str, hint: str = "") -> NoReturn:
    """The command was not understood: exit code 2."""
    remark(message)
    if hint:
        remark(f"    {hint}")
    raise typer.Exit(2)


def stop_at(problems: Sequence[Problem], consequence: str = "") -> None:
    """Show problems, if there are any, and end."""
    if problems:
        show(problems)
        remark(verdict(problems, consequence))
        raise typer.Exit(1)


def mention(remarks: Iterable[Problem]) -> None:
    """What is worth a look, beside the results."""
    for one in remarks:
        remark(f"{one.place}: remark: {one.message}" + (f" ({one.hint})" if one.hint else ""))


def show(problems: Iterable[Problem], err: bool = True) -> None:
    """Every problem once, sorted by file, line and column; of those with one cause a few, and how many more."""
    stream, tell = (sys.stderr, remark) if err else (sys.stdout, say)
    for cause in by_cause(problems):
        for problem in cause.examples:
            tell(_styled(problem) if stream.isatty() else str(problem))
        if cause.further:
            tell(f"    … and {len(cause.further)} more like these, down to {cause.further[-1].place}")


def _styled(problem: Problem) -> str:
    first, *rest = str(problem).split("\n")
    place, message = str(problem.place), first.removeprefix(f"{problem.place}: ")
    first = f"{typer.style(place, bold=True)}: {typer.style(message, fg='red')}"
    return "\n".join([first, *(typer.style(line, dim=True) for line in rest)])


def verdict(problems: Sequence[Problem], consequence: str = "") -> str:
    """“3 problems in 2 games; nothing was written.”"""
    games = {game for problem in problems if (game := game_of(problem.place))}
    where = f" in {number(len(games), 'game')}" if games else ""
    end = f"; {consequence}" if consequence else ""
    return f"{number(len(set(problems)), 'problem')}{where}{end}."
