"""The look of a game: everything but its pieces and templates that decides how markup is drawn."""

from pathlib import Path

from pressplay.game import Game


def look_of(game: Game) -> str:
    """Everything but the pieces and their templates that decides how markup is drawn."""
    files = [
        file for top in ("fonts", "templates/icons", f"templates/{game.id}/icons") for file in _stamps(game.root / top)
    ]
    sizes = [(kind.id, kind.size) for kind in game.kinds.values()]
    return repr((game.version, game.stamps, game.fonts, game.families, game.palette, sizes, files))


def _stamps(folder: Path) -> list[tuple[str, list[int]]]:
    return sorted((path.name, _stamp(path)) for path in folder.glob("*") if path.is_file())


def _stamp(path: Path) -> list[int]:
    stat = path.stat()
    return [stat.st_size, stat.st_mtime_ns]
