"""Commands that bring a game to a virtual tabletop: install and tts-update."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pressplay.problem import Place, Problem, Trouble

from .console import number, progress, say
from .errors import stop_at, usage
from .options import TTS_FORMATS, OneGame, Project, TtsFormat, TtsMaxPx, find_project, game_ids, know_url, one_of

if TYPE_CHECKING:  # what draws and reads is imported where it is used, so that --help starts at once
    from pressplay.exports.job import OutFile
    from pressplay.exports.options import Options
    from pressplay.game import Game


_SETUP = {  # what became of a script
    "kept": "the script is that of an earlier version; --setup replaces it",
    "replaced": "the script was replaced",
    "changed by hand": "the script is of an earlier version, and somebody has written in it: it was left alone",
}


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
    from pressplay.exports.options import Options
    from pressplay.exports.targets import TTS
    from pressplay.exports.tts.install import find_folder, image_base
    from pressplay.exports.tts.install import install as put

    one_of("--tts-format", tts_format, TTS_FORMATS)
    root = find_project(project or context.obj)
    (game,) = game_ids(root, [game])
    folder = tts_folder or find_folder(Path.home(), sys.platform, os.environ)
    options = Options(
        targets=(TTS.name,), tts_max_px=tts_max_px, tts_format=tts_format, url_base=image_base(game, folder)
    )
    installed, files = _game_and_files(root, game, options, "nothing was installed")
    saved, *others = put(installed, files, folder)
    images = [path for path in others if path.startswith(f"pressplay/{game}/") and path.endswith((".png", ".jpg"))]
    tables = [path for path in others if path.startswith("Saves/TS_Save_") and path.endswith(".json")]
    say(f"Installed {installed.title}: {folder / saved}")
    for path in tables:
        say(f"The whole table: {folder / path}")
    say(f"Its {number(len(images), 'image')}: {folder / 'pressplay' / game}")
    if tables:
        say(f"In Tabletop Simulator: Games, Save & Load, {installed.title}, is the table.")
    say("In Tabletop Simulator: Objects, Saved Objects, pressplay, is the game in its box, and each kind by itself.")


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
    setup: Annotated[
        bool, typer.Option("--setup", help="Replace the set-up script too, unless somebody has written in it.")
    ] = False,
    into: Annotated[
        Path | None,
        typer.Option(metavar="DIR", show_default="Tabletop Simulator’s", help="A folder in which images may be put."),
    ] = None,
    tts_max_px: TtsMaxPx = 4096,
    tts_format: TtsFormat = "png",
    project: Project = None,
) -> None:
    """Bring your own save of a table up to date.

    Faces, backs and texts of the pieces it knows are replaced, new pieces come in a bag, pieces that are no
    longer in the game are listed. Where things lie, your notes, your scripts: everything else stays byte for
    byte. Images that lie on this machine are put beside the earlier ones, if these are in your own folder of
    Tabletop Simulator or in the one that --into names.

    \b
    Examples:
      pressplay tts-update TS_Save_8.json
      pressplay tts-update TS_Save_8.json --setup
      pressplay tts-update TS_Save_8.json --url-base https://example.org/cards/
    """
    from pressplay.exports.options import Options
    from pressplay.exports.targets import TTS
    from pressplay.exports.tts.json_spans import read_span
    from pressplay.exports.tts.update import fresh_save, game_of, image_base_of, update
    from pressplay.writing import write_files

    one_of("--tts-format", tts_format, TTS_FORMATS)
    know_url(url_base)
    root = find_project(project or context.obj)
    text = _save_text(save)
    span = read_span(text, str(save))
    game = game_of(span, game_ids(root, None), str(save))
    base = url_base or image_base_of(span)
    if not base:
        usage("The images of this save have other names by now.", "say where they will be: --url-base URL")
    folder = _folder(base)
    if folder:
        _own(folder, into, save)
    options = Options(targets=(TTS.name,), tts_max_px=tts_max_px, tts_format=tts_format, url_base=base)
    updated, files = _game_and_files(root, game, options, "the save is as it was")
    fresh = fresh_save(files)
    result = update(text, fresh, updated, str(save), setup)
    if folder:
        write_files(folder, fresh.images)
    target = out or save
    if result.text != text or out:
        write_files(target.parent, {target.name: result.text.encode("utf-8", "surrogateescape")})
    for word, ids in (("changed", result.changed), ("added  ", result.added), ("removed", result.removed)):
        for id in ids:
            say(f"  {word}  {id.removeprefix(game + '/')}")
    for line in result.surplus:
        say(f"  surplus  {line.removeprefix(game + '/')}")
    if result.setup:
        say(f"  set-up   {_SETUP[result.setup]}")
    what = "is up to date already" if result.text == text else "was updated"
    counts = f"{len(result.changed)} changed, {len(result.added)} added, {len(result.removed)} no longer in the game"
    say(f"{target} {what}: {counts}.")
    if not folder and result.text != text:
        say(f"Its images must stand at {base}: pressplay build {game} --to tts makes them.")


def _save_text(save: Path) -> str:
    from pressplay.files import FileRefused, read_named

    try:
        return read_named(save).decode("utf-8", "surrogateescape")
    except FileRefused as refused:
        raise Trouble(Problem(Place(str(save)), str(refused))) from None


def _own(folder: Path, into: Path | None, save: Path) -> None:
    """A save may come from anybody: it does not choose where on this machine is written."""
    from pressplay.exports.tts.install import find_folder

    allowed = into or find_folder(Path.home(), sys.platform, os.environ)
    if not folder.resolve().is_relative_to(allowed.resolve()):
        message = f"wants its images in {folder}, which is not in {allowed}"
        raise Trouble(Problem(Place(str(save)), message, f"if that is where they belong, say --into {folder}"))


def _folder(base: str) -> Path | None:
    """The folder on this machine that images are in; none when they are hosted elsewhere."""
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    if not base.startswith("file:"):
        return None
    try:
        folder = Path(url2pathname(urlsplit(base).path))
    except ValueError:
        folder = Path()
    if not folder.is_absolute() or "\0" in str(folder):
        usage(f"{base} is no folder of this machine.", "say where the images will be: --url-base URL")
    return folder


def _game_and_files(root: Path, game: str, options: "Options", consequence: str) -> tuple["Game", "Sequence[OutFile]"]:
    """A game and its files for a virtual tabletop; problems end the command."""
    from pressplay.build.pipeline import build_game, read_games
    from pressplay.build.request import BuildRequest

    games, problems = read_games(root, [game])
    stop_at(problems, consequence)
    with progress() as tell:
        built = build_game(games[0], BuildRequest(options, tell=tell))
    stop_at(built.problems, consequence)
    return games[0], built.files
