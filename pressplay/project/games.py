"""Games are the folders in cards/ that hold a game.yaml and are named as an id."""

from collections.abc import Sequence
from typing import NamedTuple

from pressplay.data.ids import ID, kept_by_windows, slug
from pressplay.files import ABSENT, ProjectFiles
from pressplay.problem import Place, Problem, nearest


class GamesFound(NamedTuple):
    """The ids of the games that were looked for, and what is wrong with the folders of others."""

    ids: list[str]
    problems: list[Problem]


def find_games(files: ProjectFiles, asked: Sequence[str] | None = None) -> GamesFound:
    """The games asked for, or all of a project; each that cannot be had is a problem."""
    if asked and all(ID.fullmatch(name) and _is_game(files, name) for name in asked):
        return GamesFound(list(dict.fromkeys(asked)), [])
    names = [name for name in files.names("cards") if not name.startswith(("_", ".")) and _is_game(files, name)]
    known = [name for name in names if ID.fullmatch(name)]
    if not asked:
        problems = [_misnamed(name) for name in names if name not in known]
        return GamesFound(known, problems if names else [_none()])
    wanted = list(dict.fromkeys(asked))
    problems = [_unknown(name, names, known) for name in wanted if name not in known]
    return GamesFound([name for name in wanted if name in known], problems)


def _is_game(files: ProjectFiles, name: str) -> bool:
    return files.refusal(f"cards/{name}/game.yaml") != ABSENT


def _none() -> Problem:
    return Problem(Place("cards"), "there is no game here", "a game is a folder in cards/ that holds game.yaml")


def _misnamed(name: str) -> Problem:
    if kept_by_windows(name):
        return Problem(Place(f"cards/{name}"), "Windows cannot have folders of this name", "name the game otherwise")
    hint = f"for example {slug(name)}" if slug(name) else ""
    return Problem(Place(f"cards/{name}"), "a game’s folder is named with a–z, 0–9 and -", hint)


def _unknown(name: str, names: Sequence[str], known: Sequence[str]) -> Problem:
    if name in names:
        return _misnamed(name)
    if not names:
        return _none()
    return Problem(Place("cards"), f"there is no game {name}", nearest(name, known))
