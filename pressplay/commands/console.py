"""What commands say and where: results, remarks beside them, tables, and the progress of long work."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # rich too is imported where it is used, so that --help starts at once
    from pressplay.build.result import Progress


def say(line: str) -> None:
    """A line of the results, which another program may read."""
    print(line)


def remark(line: str) -> None:
    """A line beside the results, for the person who waits."""
    print(line, file=sys.stderr)


def number(count: int, word: str) -> str:
    """“1 game”, “2 games”."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def short(path: Path) -> str:
    """A path as a person here would type it."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def say_table(columns: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[str] = ()) -> None:
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
        say("  ".join(cells).rstrip())


@contextmanager
def progress(lines: bool = True) -> Iterator[Callable[["Progress"], None]]:
    """A bar while a person watches, a plain line a step (if wanted) where nobody does."""
    if not sys.stderr.isatty():
        yield lambda step: remark(f"{step.game}: {step.doing}") if lines else None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.fields[game]}"), BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=None, game="")
        yield lambda step: bar.update(
            task, game=step.game, description=step.doing, completed=step.done, total=step.total
        )
