"""Install puts a game into the user's Tabletop Simulator folder, where the program finds it without a network."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from pressplay.exports import roles
from pressplay.exports.job import OutFile
from pressplay.game import Game
from pressplay.problem import Place, trouble
from pressplay.writing import write_files

_SHELF = "Saves/Saved Objects/pressplay"  # what the program lists under Objects → Saved Objects
_NOT_IN_NAMES = re.compile(r'[<>:"/\\|?*\x00-\x1f]')  # Windows refuses these


def install(game: Game, files: Sequence[OutFile], folder: Path) -> tuple[str, ...]:
    """Put a game's tabletop files below the program's folder; gives where they are, the saved object first.

    Images of earlier versions stay: tables that somebody has saved may still show them. So does a
    table that somebody has played on: only one that is still as it was installed is replaced.
    """
    table = next((file.data for file in files if file.role == roles.TTS_TABLE), None)
    number = _save_number(game, folder) if table else 0
    placed = {_place(game, file, number): file.data for file in files if file.role != roles.TTS_VIEW}
    if table:
        placed[_installed(game)] = table
    write_files(folder, placed)
    return tuple(sorted(placed, key=lambda path: (path != _shelved(game, ".json"), not path.endswith(".json"), path)))


def image_base(game: str, folder: Path) -> str:
    """What stands before the name of each image in the references to it."""
    return (folder.resolve() / "pressplay" / game).as_uri() + "/"


def _place(game: Game, file: OutFile, number: int) -> str:
    name = PurePosixPath(file.path)
    if file.role in roles.TTS_GAME:  # these two share their name, which people read in the program
        return _shelved(game, name.suffix)
    if file.role in roles.TTS_KINDS:
        return f"{_SHELF}/{_file_name(game.title, game.id)}/{_kind_name(game, file.kind)}{name.suffix}"
    if file.role in roles.TTS_TABLES:
        return f"Saves/TS_Save_{number}{name.suffix}"
    return f"pressplay/{game.id}/{name.name}"


def _kind_name(game: Game, kind: str) -> str:
    """The file of a kind: its title, and its id when another kind has the same title."""
    names = {id: _file_name(each.title, id) for id, each in game.kinds.items()}
    alike = [id for id, other in names.items() if other.casefold() == names[kind].casefold()]
    return names[kind] if len(alike) == 1 else f"{names[kind]} ({kind})"


def _shelved(game: Game, ending: str) -> str:
    return f"{_SHELF}/{_file_name(game.title, game.id)}{ending}"


def _installed(game: Game) -> str:
    """A copy of the table as it was installed, by which it is known again."""
    return f"pressplay/{game.id}/table.json"


def _save_number(game: Game, folder: Path) -> int:
    """The number under which the table was installed before and nobody has saved since, else a free one."""
    saves: dict[int, Path] = {}
    for path in (folder / "Saves").glob("TS_Save_*.json"):
        number = path.stem.removeprefix("TS_Save_")
        if number.isdecimal():
            saves[int(number)] = path
    before = folder / _installed(game)
    known = before.read_bytes() if before.is_file() else None
    same = [each for each, path in sorted(saves.items()) if path.read_bytes() == known]
    return same[0] if same else max(saves, default=0) + 1


def _file_name(title: str, other: str) -> str:
    return _NOT_IN_NAMES.sub("", title).strip(" .") or other


def find_folder(home: Path, platform: str, environment: Mapping[str, str]) -> Path:
    """Where Tabletop Simulator keeps its saves on this machine."""
    if platform == "win32":
        documents = [home / "Documents", home / "OneDrive/Documents"]
        places = [folder / "My Games/Tabletop Simulator" for folder in documents]
    elif platform == "darwin":
        places = [home / "Library/Tabletop Simulator"]
    else:
        data = environment.get("XDG_DATA_HOME") or home / ".local/share"
        places = [Path(data) / "Tabletop Simulator"]
    for folder in places:
        if folder.is_dir():
            return folder
    looked = " and ".join(str(folder) for folder in places)
    trouble(
        Place(looked), "Tabletop Simulator has no folder here", "start it once, or name its folder: --tts-folder DIR"
    )
