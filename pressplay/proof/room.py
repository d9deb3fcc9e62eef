"""The room: all games of a project as they are now, drawn, with what is wrong with them, and what the page asks of them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Any

from pressplay.build.pipeline import read_games
from pressplay.build.stages import arrange_table, typeset_rulebook
from pressplay.data.fields import plain
from pressplay.data.formats import PIECE_FIELDS
from pressplay.data.pieces import Piece
from pressplay.drawing.component import Component
from pressplay.drawing.icons import icon_names
from pressplay.drawing.picture import Picture
from pressplay.faces.draft import in_file_order, offender
from pressplay.faces.draw import Artists, Artwork, draw_pieces
from pressplay.files import ProjectFiles
from pressplay.game import Game
from pressplay.problem import Place, Problem, Trouble, concerns

from .fields import describe
from .svg import fonts_of, piece_svg

Key = tuple[str, str]  # kind and id of a piece
_WHO = re.compile(r"^\S+ \S+, (?:front|back)[^:]*: ")
_CASE = re.compile(r"“[^”]*”|#[0-9a-f]{6}|\d+(?:\.\d+)?")


@dataclass(slots=True)
class ShownGame:
    """A game as the page shows it: the last state of it that could be drawn."""

    game: Game
    artwork: Artwork

    @property
    def components(self) -> Mapping[Key, Component]:
        return {(one.kind.id, one.piece.id): one for one in self.artwork.components}


class ProofRoom:
    """What the server shows; everything in it may be asked for by several threads."""

    def __init__(self, root: Path, ids: Sequence[str]) -> None:
        self.root = root
        self.ids = list(ids)
        self.lock = RLock()
        self.revision = 0
        self.games: dict[str, ShownGame] = {}
        self.problems: list[Problem] = []
        self.stale: list[str] = []  # games shown as they were, for as they are they cannot be
        self.pictures: dict[str, tuple[Picture, ProjectFiles]] = {}
        self._working = RLock()
        self._found: list[Problem] = []
        self._artists = Artists()
        self._drawn: dict[tuple[str, bool], dict[str, Any]] = {}

    def refresh(self) -> None:
        """Read the project and draw it; a game that cannot be shown now stays as it was."""
        with self._working:
            files = ProjectFiles(self.root)
            try:
                games, problems = read_games(files, self.ids, draft=True)
            except Trouble as trouble:
                games, problems = [], list(trouble.problems)
            drawn = {game.id: ShownGame(game, draw_pieces(game, 1, self._artists)) for game in games}
            for shown in drawn.values():
                problems += shown.artwork.problems
            with self.lock:
                self.games |= drawn
                self.games = {id: self.games[id] for id in self.ids if id in self.games}
                self.stale = [id for id in self.ids if id in self.games and id not in drawn]
                for shown in drawn.values():
                    for one in shown.artwork.components:
                        self.remember(filter(None, (one.front, one.back)), shown.game.files)
                self._found = problems
                self.problems = sorted(set(problems))
                self.revision += 1

    def inspect(self) -> None:
        """Look at what takes longer: the rulebook typeset, the table laid."""
        with self._working:
            problems: list[Problem] = []
            for shown in list(self.games.values()):
                if not shown.artwork.problems and not shown.game.unread:
                    problems += typeset_rulebook(shown.game, shown.artwork.components)[1]
                    problems += arrange_table(shown.game, shown.artwork.components)[1]
            with self.lock:
                known = self.problems
                self.problems = sorted({*self._found, *problems})
                self.revision += known != self.problems

    # What the page asks

    def state(self) -> dict[str, Any]:
        """Everything but the pictures."""
        with self.lock:
            return {
                "revision": self.revision,
                "games": [self._game(shown) for shown in self.games.values()],
                "stale": self.stale,
                "missing": [id for id in self.ids if id not in self.games],
                "problems": [self._problem(problem) for problem in self.problems],
                "hashes": {path: self.digest(path) for path in self._sources()},
            }

    def digest(self, path: str) -> str:
        """The hash of a file as this state was made from it."""
        for shown in self.games.values():
            answer = next((a for q, a in shown.game.files.reads.items() if q.about == "bytes" and q.path == path), None)
            if answer:
                return answer.digest
        return ""

    def _sources(self) -> list[str]:
        sources = {kind.source for shown in self.games.values() for kind in shown.game.kinds.values()}
        return sorted(sources | {shown.game.rulebook.path for shown in self.games.values()})

    def _game(self, shown: ShownGame) -> dict[str, Any]:
        game = shown.game
        ids = {kind: [piece.id for piece in pieces] for kind, pieces in game.pieces.items()}
        components = shown.components
        return {
            "id": game.id,
            "title": game.title,
            "version": game.version,
            "language": game.language,
            "rulebook": game.rulebook.path,
            "players": game.counts if game.table else [],
            "palette": game.palette,
            "icons": icon_names(game.files, game.id),
            "kinds": [
                {
                    "id": kind.id,
                    "title": kind.title,
                    "width": kind.size.width,
                    "height": kind.size.height,
                    "corner": kind.size.corner,
                    "shape": kind.size.shape,
                    "corners": [list(corner) for corner in kind.size.form.turned(kind.size.width, kind.size.height)],
                    "source": kind.source,
                    "fields": {name: describe(field, ids) for name, field in {**kind.fields, **PIECE_FIELDS}.items()},
                }
                for kind in game.kinds.values()
            ],
            "pieces": [
                self._piece(game, piece, index, components.get((kind, piece.id)))
                for kind in game.kinds
                for index, piece in self.ranked(game, kind)
            ],
            "unread": [
                {"kind": one.kind, "title": one.title, "place": _place(one.place), "index": index}
                for kind in game.kinds
                for index, one in enumerate(in_file_order(game, kind))
                if not isinstance(one, Piece)
            ],
        }

    def ranked(self, game: Game, kind: str) -> list[tuple[int, Piece]]:
        """The pieces of a kind with their places among all that their file holds."""
        return [(index, one) for index, one in enumerate(in_file_order(game, kind)) if isinstance(one, Piece)]

    def _piece(self, game: Game, piece: Piece, index: int, drawn: Component | None) -> dict[str, Any]:
        return {
            "kind": piece.kind,
            "id": piece.id,
            "title": piece.title,
            "copies": piece.copies,
            "index": index,
            "values": {name: plain(value) for name, value in piece.values.items() if value is not None},
            "written": {name: list(at) for name, at in piece.places.items()},
            "place": _place(piece.place),
            "front": key_of_picture(drawn.front) if drawn else None,
            "back": key_of_picture(drawn.back) if drawn and drawn.back else None,
        }

    def _problem(self, problem: Problem) -> dict[str, Any]:
        told = problem.as_json()
        told["group"] = _CASE.sub("…", _WHO.sub("", problem.message))
        told["text"] = str(problem)
        for id, shown in self.games.items():
            if not concerns(problem, id):
                continue
            told["game"] = id
            found = offender(shown.game, problem)
            if found:
                told |= {"kind": found.kind, "index": found.index}
                if found.piece:
                    told |= {"id": found.piece.id, "field": _field_at(found.piece, problem.place)}
            break
        return told

    def picture(self, key: str, ink_saver: bool = False) -> dict[str, Any] | None:
        """A picture as markup, with its named parts and slots."""
        with self.lock:
            known = self.pictures.get(key)
            if known is None:
                return None
            if (key, ink_saver) not in self._drawn:
                picture, files = known
                if ink_saver:
                    from pressplay.ink_saver.page import RedrawCache
                    from pressplay.ink_saver.redraw import redraw

                    picture = redraw(picture, RedrawCache())
                self._drawn[key, ink_saver] = {
                    "svg": piece_svg(picture, files, family, lambda file: f"/api/image/{key}/{digest_of(files, file)}"),
                    "fonts": sorted({family(file) for file, _ in fonts_of(picture)}),
                    "bleed": picture.bleed,
                    "width": picture.width,
                    "height": picture.height,
                    "parts": [[name, box.x, box.y, box.w, box.h] for name, box in picture.names.items()],
                    "slots": [[s.name, s.box.x, s.box.y, s.box.w, s.box.h] for s in picture.slots],
                }
            return self._drawn[key, ink_saver]

    def fonts(self) -> dict[str, str]:
        """Every font file of the games by the name of its family on the page."""
        with self.lock:
            files = (
                file
                for shown in self.games.values()
                for each in shown.game.families.values()
                for file in each.files.values()
            )
            return {family(file): file for file in files}

    def image(self, key: str, digest: str) -> bytes | None:
        """An image that a picture shows."""
        with self.lock:
            known = self.pictures.get(key)
            if known is None:
                return None
            picture, files = known
            for file in picture.resources:
                if digest_of(files, file) == digest:
                    return files.read(file.partition("#")[0])
            return None

    def remember(self, pictures: Iterable[Picture], files: ProjectFiles) -> list[str]:
        """The keys under which pages may ask for pictures."""
        with self.lock:
            keys = []
            for picture in pictures:
                keys.append(key_of_picture(picture))
                self.pictures[keys[-1]] = picture, files
            return keys


def key_of_picture(picture: Picture) -> str:
    """A picture's name on the page."""
    return picture.cache_key[:20]


def family(file: str) -> str:
    """The name of a font on the page."""
    return "f-" + re.sub(r"[^A-Za-z0-9]+", "-", file.removeprefix("fonts/"))


def digest_of(files: ProjectFiles, file: str) -> str:
    return files.digest(file.partition("#")[0])[:20]


def _field_at(piece: Piece, place: Place) -> str:
    """The field whose value a problem is about."""
    if place.file != piece.place.file:
        return ""
    at = (place.line, place.column)
    before = [(spot, name) for name, spot in piece.places.items() if spot <= at]
    return max(before)[1] if before else ""


def _place(place: Place) -> dict[str, Any]:
    return {"file": place.file, "line": place.line, "column": place.column}
