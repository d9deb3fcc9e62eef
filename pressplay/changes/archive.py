"""The archive opens editions of a project's games: a folder, a git revision, a manifest, or the ledger of what is on paper."""

import json
import re
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any

from pressplay.build.pipeline import read_games
from pressplay.build.result import Progress, Tell
from pressplay.drawing.component import Component
from pressplay.faces.draw import Artwork, draw_pieces
from pressplay.files import FileRefused, read_named
from pressplay.game import Game
from pressplay.problem import Place, Problem, Trouble

from .edition import Design, Edition, RuleText, same_picture
from .git import GitHistory
from .ledger import NAME, Ledger, ledger_path, read_ledger

HERE = "the working tree"
LAST = "the last print"
_SEARCHED = 12  # revisions in which the pictures of what is on paper are looked for


class Archive:
    """Opens editions of a project's games; the folders of old revisions live until it is closed."""

    def __init__(self, root: Path, tell: Tell = lambda step: None) -> None:
        self.root = root
        self.tell = tell
        self.history = GitHistory(root)
        self.problems: list[Problem] = []
        self._folders = ExitStack()
        self._unpacked: dict[str, Path] = {}
        self._opened: dict[tuple[Path, str], Edition | None] = {}

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._folders.close()

    def source(self, word: str | None, default: str) -> "EditionSource":
        """What a word of the command line means: a folder, a manifest, a ledger or a revision of git."""
        if word is None:
            return EditionSource(self, default, self.root if default == HERE else None)
        path = Path(word)
        if (path / "cards").is_dir():
            return EditionSource(self, word, path.resolve())
        if path.is_file():
            return EditionSource(self, word, None, path)
        commit = self.history.find(word)
        if commit:
            return EditionSource(self, word, self.folder(commit))
        hint = "name a revision or tag of git, a manifest.json, or a project’s folder"
        if not self.history.there():
            hint += "; this project is in no git repository"
        raise Trouble(Problem(Place(f"--{word}" if word.startswith("-") else word), "there is no such edition", hint))

    def folder(self, commit: str) -> Path:
        """A folder with the project as it stood at a commit."""
        if commit not in self._unpacked:
            folder = Path(self._folders.enter_context(TemporaryDirectory(prefix="pressplay-")))
            self.history.unpack(commit, folder)
            self._unpacked[commit] = folder
        return self._unpacked[commit]

    def edition(self, root: Path, game: str, name: str, strict: bool = True) -> Edition | None:
        """A game of a project's folder, drawn; when it cannot be, its problems are kept if it is `strict`."""
        if (root, game) not in self._opened:
            self.tell(Progress(game, f"drawing {name}"))
            self._opened[root, game] = self._draw(root, game, name, strict)
        found = self._opened[root, game]
        return found and replace(found, name=name)

    def _draw(self, root: Path, id: str, name: str, strict: bool) -> Edition | None:
        if not (root / "cards" / id / "game.yaml").is_file():
            return None
        games, problems = read_games(root, [id])
        if games:  # a game that merely breaks its rules can be drawn
            artwork = draw_pieces(games[0], checked=False)
            if not artwork.problems:
                return edition_of(games[0], artwork, name)
            problems = artwork.problems
        if strict:
            self.problems += [_elsewhere(problem, name) if root != self.root else problem for problem in problems]
        return None

    def candidates(self, game: str) -> list[str]:
        """The commits at which paper and data are likeliest to agree, the likeliest first."""
        head = self.history.find("HEAD")
        prints = self.history.commits(ledger_path(game), most=_SEARCHED)
        work = self.history.commits(f"cards/{game}", f"templates/{game}", most=_SEARCHED)
        return list(dict.fromkeys([*prints, *([head] if head else []), *work]))[:_SEARCHED]

    def remembered(self, paper: Edition, wanted: Iterable[Design]) -> Edition:
        """An edition of hashes with the titles, fields, facts and pictures that git's history has for them."""
        missing = {design.key: design for design in wanted if design.values is None}
        known: dict[tuple[str, str], Design] = {}
        best: tuple[int, Edition] | None = None
        for commit in self.candidates(paper.game):
            then = self.edition(self.folder(commit), paper.game, commit[:10], strict=False)
            if then is None:
                continue
            alike = [(design, one) for design in paper.designs for one in _alike(then, design)]
            if alike and (best is None or len(alike) > best[0]):
                best = len(alike), then
            for design, one in alike:
                if design.key in missing and design.key not in known:
                    known[design.key] = _remembered(design, one)
            if best and not missing.keys() - known.keys():
                break
        designs = tuple(known.get(design.key, design) for design in paper.designs)
        if best is None:
            return replace(paper, designs=designs)
        then = best[1]
        kinds = {**then.kinds, **paper.kinds}
        paper = replace(paper, designs=designs, kinds=kinds, facts=then.facts, rules=then.rules)
        return replace(paper, style=then.style, files=then.files)


def _alike(edition: Edition, design: Design) -> list[Design]:
    """The design of an edition that looks like another: the one of its name, or else any."""
    same = [
        one for one in edition.designs if same_picture(one.front, design.front) and same_picture(one.back, design.back)
    ]
    return sorted(same, key=lambda one: one.key != design.key)[:1]


def _remembered(design: Design, then: Design) -> Design:
    design = replace(design, title=then.title, values=then.values, reads=then.reads, resources=then.resources)
    return replace(design, pictures=then.pictures, source=then.source)


def _elsewhere(problem: Problem, name: str) -> Problem:
    return replace(problem, place=replace(problem.place, file=f"{name}:{problem.place.file}"))


def edition_of(game: Game, artwork: Artwork, name: str = HERE) -> Edition:
    """A game that was drawn, as an edition."""
    reads = {key: frozenset().union(*sides.values()) for key, sides in artwork.reads.items()}
    templates = sorted({read for every in reads.values() for read in every if "/" in read})
    return Edition(
        game=game.id,
        title=game.title,
        version=game.version,
        name=name,
        designs=tuple(_design(game, one, reads[one.kind.id, one.piece.id]) for one in artwork.components),
        kinds={kind.id: kind.title for kind in game.kinds.values()},
        facts={**game.facts, "players": game.rulebook.players},
        rules=_rules(game),
        style=game.style,
        files={path: game.files.digest(path) for path in templates},
    )


def _design(game: Game, one: Component, reads: frozenset[str]) -> Design:
    pictures = (one.front, one.back)
    return Design(
        kind=one.kind.id,
        id=one.piece.id,
        title=one.piece.title,
        copies=one.piece.copies,
        version=game.version,
        front=one.front.hash,
        back=one.back.hash if one.back else None,
        values=one.piece.values,
        reads=reads | one.piece.reads,
        resources={path: hash for picture in pictures if picture for path, hash in picture.resources.items()},
        pictures=pictures,
        source=game.files,
        place=one.piece.place,
    )


def _rules(game: Game) -> dict[str, RuleText]:
    judged = game.rulebook.judged
    if not judged:
        return {}
    return {
        verdicts.rule.id: RuleText(
            verdicts.sentence,
            "\n".join(" ".join(part.split()) for part in re.split(r"\n{2,}", verdicts.text)).strip(),
            tuple(result.check.text for result in verdicts.results),
            verdicts.rule.place,
        )
        for verdicts in judged.rules
    }


@dataclass(slots=True)
class EditionSource:
    """Where editions come from: a project's folder, a file with hashes, or (neither) the ledgers of this project."""

    archive: Archive
    name: str
    folder: Path | None
    file: Path | None = None

    def games(self) -> list[str]:
        """The games it knows something about."""
        if self.file:
            return [self._from_file().game]
        root = self.folder or self.archive.root
        name = "game.yaml" if self.folder else NAME
        return sorted(file.parent.name for file in root.glob(f"cards/*/{name}") if file.parent.name[0] not in "_.")

    def edition(self, game: str) -> Edition | None:
        if self.folder:
            return self.archive.edition(self.folder, game, self.name)
        if self.file:
            found = self._from_file()
            return found if found.game == game else None
        ledger, problems = read_ledger(self.archive.root, game)
        self.archive.problems += problems
        return paper_edition(ledger) if ledger else None

    def _from_file(self) -> Edition:
        assert self.file
        return _manifest_edition(self.file, self.name)


def paper_edition(ledger: Ledger, name: str = LAST) -> Edition:
    """What a ledger knows of an edition."""
    designs = tuple(
        Design(e.kind, e.id, e.id, e.copies, e.version, e.front, e.back, place=e.place) for e in ledger.entries
    )
    versions = list(dict.fromkeys(design.version for design in designs))
    return Edition(ledger.game, ledger.game, ", ".join(versions), name, designs, on_paper=True)


def _manifest_edition(file: Path, name: str) -> Edition:
    try:
        data = json.loads(read_named(file).decode("utf-8"))
        version = str(data["version"])
        designs = tuple(_listed(entry, version) for entry in data["pieces"])
        return Edition(str(data["game"]), str(data["game"]), version, name, designs)
    except FileRefused as refused:
        raise Trouble(Problem(Place(name), str(refused))) from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        hint = "it is the manifest.json that a build writes into output/<game>/"
        raise Trouble(Problem(Place(name), "is no manifest", hint)) from None


def _listed(entry: dict[str, Any], version: str) -> Design:
    kind, id, title, front, back = (entry[key] for key in ("kind", "id", "title", "front", "back"))
    if not all(isinstance(word, str) for word in (kind, id, title, front)) or not isinstance(back, str | None):
        raise ValueError
    return Design(kind, id, title, int(entry["copies"]), version, front, back)
