"""A game's files go into the output, with a manifest of all that is there and a note of what they were made from."""

from pathlib import Path

from pressplay.exports.options import Options
from pressplay.game import Game
from pressplay.writing import MANIFEST, write_game

from .game_build import GameBuild
from .manifest import Manifest, earlier_files, file_entry, still_shows
from .result import BuildResult
from .stale import note, older


def write_output(game: Game, build: GameBuild, options: Options, out: Path, result: BuildResult) -> None:
    """Write what was built of a game, and note what it was built from."""
    manifest, keep = _manifest(game, build, options, out / game.id)
    files = {file.path: file.content for file in build.files} | {MANIFEST: manifest}
    known = older(game.root, game.id, out)
    changed = not still_shows(out / game.id, manifest)
    result.older[game.id] = [path for path in keep if changed or path in known]
    result.written[game.id] = write_game(out, game.id, files, keep)
    result.layouts[game.id] = build.layouts
    result.pieces[game.id] = (len(game.all_pieces()), sum(piece.copies for piece in game.all_pieces()))
    designs, copies = result.pieces[game.id]
    more = {"layouts": build.layouts, "designs": designs, "copies": copies, "older": result.older[game.id]}
    note(game.files, game.id, out, options, [*files, *keep], more)


def _manifest(game: Game, build: GameBuild, options: Options, folder: Path) -> tuple[bytes, list[str]]:
    """The manifest, and the earlier files of other targets, which stay."""
    entries = [file_entry(file) for file in build.files]
    paths = {entry.path for entry in entries}
    kept = [entry for entry in earlier_files(folder) if entry.role not in options.roles and entry.path not in paths]
    every = tuple(sorted([*entries, *kept], key=lambda entry: entry.path))
    manifest = Manifest(game.id, game.version, build.pieces, every)
    return manifest.text().encode(), [entry.path for entry in kept]
