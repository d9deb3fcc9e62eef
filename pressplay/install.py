"""Install puts a game into the user's Tabletop Simulator folder, where the program finds it without a network."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from .game import Game
from .job import OutFile
from .problem import Place, trouble
from .writing import write_files

_SHELF = "Saves/Saved Objects/pressplay"  # what the program lists under Objects → Saved Objects
_NOT_IN_NAMES = re.compile(r'[<>:"/\\|?*\x00-\x1f]')  # Windows refuses these


def install(game: Game, files: Sequence[OutFile], folder: Path) -> tuple[str, ...]:
    """Put a game's tabletop files below the program's folder; gives where they are, the saved object first.

    Images of earlier versions stay: tables that somebody has saved may still show them.
    """
    placed = {_place(game, file): file.data for file in files}
    write_files(folder, placed)
    return tuple(sorted(placed, key=lambda path: (not path.endswith(".json"), path)))


def image_base(game: str, folder: Path) -> str:
    """What stands before the name of each image in the references to it."""
    return (folder.resolve() / "pressplay" / game).as_uri() + "/"


def _place(game: Game, file: OutFile) -> str:
    name = PurePosixPath(file.path)
    if file.role in ("tts-save", "tts-thumbnail"):  # these two share their name, which people read in the program
        return f"{_SHELF}/{_NOT_IN_NAMES.sub('', game.title).strip(' .') or game.id}{name.suffix}"
    return f"pressplay/{game.id}/{name.name}"


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
