"""The options and arguments that commands share, each said once, and what the words given for them mean."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pressplay.exports.targets import TARGETS, usual_targets
from pressplay.problem import nearest

from .errors import stop_at, usage

if TYPE_CHECKING:  # what draws and prints is imported where it is used
    from pressplay.sheets.printer import Printer

TTS_FORMATS = ("png", "jpg", "jpeg")
BACKS = ("long-edge", "short-edge", "gutterfold", "none")
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
Games = Annotated[list[str] | None, typer.Argument(metavar="GAME", show_default=False, help="All unless said.")]
OneGame = Annotated[str, typer.Argument(metavar="GAME", show_default=False, help="The id of a game.")]
Targets = Annotated[
    list[str] | None,
    typer.Option(
        metavar="TARGET",
        show_default=",".join(usual_targets()),
        help=f"What to make: {', '.join(TARGETS)}; may be repeated.",
    ),
]
Papers = Annotated[
    list[str] | None,
    typer.Option(metavar="PAPER", show_default="a4,letter", help="a4, letter, a3, tabloid or one of your own."),
]
Backs = Annotated[
    str, typer.Option(metavar="HOW", help="How you print two sides: long-edge, short-edge, gutterfold or none.")
]
Stacked = Annotated[
    bool,
    typer.Option(
        "--cut-and-stack", help="Order pieces so that a cut stack of sheets, its piles one on another, lies in order."
    ),
]
PrinterName = Annotated[
    str | None, typer.Option("--printer", metavar="NAME", show_default=False, help="A printer that was calibrated.")
]
CutterName = Annotated[
    str,
    typer.Option(
        "--cutter",
        metavar="MACHINE",
        show_default=False,
        help="Sheets for a machine: silhouette or cricut, with its cut files.",
    ),
]
Cut = Annotated[str, typer.Option("--cut", metavar="HOW", help="What a machine cuts: through, or kiss for stickers.")]
InkSaver = Annotated[
    bool,
    typer.Option("--ink-saver", help="Print in lines on white, everything in its place, for a fraction of the ink."),
]
Draft = Annotated[
    bool,
    typer.Option(
        "--draft", help="A game with problems too, into draft/: offenders framed, each page marked as a draft."
    ),
]
Out = Annotated[Path | None, typer.Option(metavar="DIR", show_default="output/ of the project", help="Where files go.")]
Jobs = Annotated[int, typer.Option(metavar="N", min=0, help="Processes to use; 0: one a core.")]
TtsMaxPx = Annotated[int, typer.Option(metavar="PX", min=256, help="The longest side of a Tabletop Simulator image.")]
TtsFormat = Annotated[str, typer.Option(metavar="png|jpg", help="The format of its images.")]


def find_project(project: Path | None) -> Path:
    """The project's folder."""
    if project:
        if not (project / "cards").is_dir():
            usage(f"{project} is not a project: it has no folder cards/.", "pressplay new DIR makes a project")
        return project.resolve()
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "cards").is_dir():
            return folder
    usage(
        "There is no project here: neither this folder nor one above it has cards/.",
        "go to your project, name it with --project DIR, or make one: pressplay new DIR",
    )


def game_ids(root: Path, asked: list[str] | None) -> list[str]:
    """The games asked for, or all of the project; a folder that cannot be one, or no game at all, is a problem."""
    from pressplay.files import ProjectFiles
    from pressplay.project.games import find_games

    know_games(root, asked)
    found = find_games(ProjectFiles(root), asked)
    stop_at(found.problems)
    return found.ids


def know_games(root: Path, asked: list[str] | None) -> None:
    """The games asked for are folders of the project, if it has a game at all."""
    from pressplay.files import ProjectFiles
    from pressplay.project.games import find_games

    found = find_games(ProjectFiles(root))
    misnamed = {problem.place.file for problem in found.problems}
    for game in asked or []:
        if found.ids and game not in found.ids and f"cards/{game}" not in misnamed:
            usage(f"There is no game {game} in this project.", nearest(game, found.ids))


def one_of(option: str, word: str, accepted: Iterable[str]) -> None:
    """The word given for an option is one that it accepts."""
    known = list(accepted)
    if word not in known:
        usage(f"{option} {word}: there is no such thing.", nearest(word, known))


def know_url(url: str) -> None:
    """What stands before the names of images is an address."""
    if url and not re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*://[^\s\x00-\x1f\x7f\ud800-\udfff]*", url):
        usage("--url-base is no address.", "for example https://example.org/cards/")


def know_targets(targets: Iterable[str]) -> None:
    """What to make is one of the targets there are."""
    for target in targets:
        one_of("--to", target, TARGETS)


def split(values: Iterable[str] | None) -> tuple[str, ...]:
    """`--paper a4,letter --paper a3` names three papers."""
    words = (word.strip() for value in values or () for word in value.split(","))
    return tuple(dict.fromkeys(word for word in words if word))


def known_printer(name: str | None) -> "Printer | None":
    """The calibrated printer of a name."""
    if name is None:
        return None
    from pressplay.sheets.printer import find_printer, settings_folder

    return find_printer(settings_folder(), name)


def know_cutter(cutter: str, cut: str, backs: str) -> None:
    """The machine is one that sheets can be made for."""
    if not cutter and cut == "through":
        return
    from pressplay.sheets.cutter import CUTS, CUTTERS

    one_of("--cut", cut, CUTS)
    if cutter:
        one_of("--cutter", cutter, CUTTERS)
        if backs == "gutterfold":
            usage("A machine cuts no folded sheets.", "print with --backs long-edge, or none")
