"""Load reads the files of a project's games; what cannot be read becomes a problem, never a traceback."""

from collections.abc import Sequence
from pathlib import Path

from pressplay.data.fields import BAD, Reading
from pressplay.data.formats import PAPERS
from pressplay.data.loaders import LOADERS, load_document, suffix_of, suffixes
from pressplay.data.nodes import Document, GameSource, MappingNode, Project, Scalar, SourceFile, TextFile
from pressplay.data.pieces import Paper
from pressplay.data.text import MAX_BYTES, decode
from pressplay.files import ABSENT, FileRefused, FileTooLarge, ProjectFiles
from pressplay.problem import Place, Problem, Trouble, nearest

from .games import find_games

DATA = Path(__file__).parents[1] / "data"


def load(files: ProjectFiles, games: Sequence[str] | None = None) -> tuple[list[GameSource], list[Problem]]:
    """The sources of the games asked for, or of all games, and every problem met on the way."""
    loading = _ProjectLoader(files)
    found = find_games(files, games)
    loading.problems += found.problems
    project = loading.project()
    shared = dict(files.reads)
    sources = []
    for game in found.ids:
        own = files.branch()
        own.add(shared)
        sources.append(_ProjectLoader(own, loading.problems).game(game, project))
    return sources, sorted(dict.fromkeys(loading.problems))


def load_papers(files: ProjectFiles) -> dict[str, Paper]:
    """All papers by name, pressplay's and the project's own; Trouble when a file of papers is wrong."""
    loading = _ProjectLoader(files)
    papers: dict[str, Paper] = {}
    for document in loading.papers():
        at = Reading(document.path)
        read = PAPERS.read(document.root, "", at)
        loading.problems += at.problems
        if read is not BAD:
            papers |= {name: Paper(name, **values) for name, values in read.items()}
    if loading.problems:
        raise Trouble(*loading.problems)
    return papers


def find_papers(files: ProjectFiles, names: Sequence[str]) -> list[Paper]:
    """The papers of some names."""
    known = load_papers(files)
    for name in names:
        if name not in known:
            raise Trouble(Problem(Place("--paper"), f"unknown paper {name}", nearest(name, known)))
    return [known[name] for name in names]


class _ProjectLoader:
    def __init__(self, files: ProjectFiles, problems: list[Problem] | None = None) -> None:
        self.files = files
        self.problems: list[Problem] = [] if problems is None else problems

    def say(self, place: Place, message: str, hint: str = "") -> None:
        self.problems.append(Problem(place, message, hint))

    def project(self) -> Project:
        sizes = self._built_in("sizes.yaml"), self._optional("cards/sizes.yaml")
        fonts = self._optional("fonts/fonts.yaml")
        return Project(self.files, tuple(filter(None, sizes)), tuple(self.papers()), fonts)

    def papers(self) -> list[Document]:
        return list(filter(None, (self._built_in("papers.yaml"), self._optional("cards/papers.yaml"))))

    def _built_in(self, name: str) -> Document | None:
        return self._document(SourceFile(f"pressplay/data/{name}", (DATA / name).read_bytes()))

    def game(self, game: str, project: Project) -> GameSource:
        folder = f"cards/{game}"
        document = self._optional(f"{folder}/game.yaml")
        rulebook = self._prose(folder)
        pieces = self._pieces(folder, document) if document else {}
        table = self._optional(f"{folder}/table.yaml")
        canon = self._optional(f"{folder}/canon.yaml")
        return GameSource(game, project, document, rulebook, pieces, self.files, table, canon)

    def _optional(self, path: str) -> Document | None:
        if self.files.refusal(path) == ABSENT:
            return None
        data = self._bytes(path, Place(path))
        return None if data is None else self._document(SourceFile(path, data))

    def _prose(self, folder: str) -> TextFile | None:
        path = f"{folder}/rulebook.md"
        if self.files.refusal(path) == ABSENT:
            self.say(Place(folder), "rulebook.md is missing", "every game has one; it may be short")
            return None
        data = self._bytes(path, Place(path))
        text = None if data is None else self._text(path, data)
        return None if text is None else TextFile(path, text)

    def _pieces(self, folder: str, document: Document) -> dict[str, Document]:
        kinds = document.root.get("kinds") if isinstance(document.root, MappingNode) else None
        found: dict[str, Document] = {}
        for kind, (_, declared) in kinds.entries.items() if isinstance(kinds, MappingNode) else ():
            name = declared.get("pieces") if isinstance(declared, MappingNode) else None
            if isinstance(declared, MappingNode) and isinstance(name, Scalar) and name.text:
                read = self._piece_file(folder, declared, name.text, document.place(name))
                if read:
                    found[kind] = read
        return found

    def _piece_file(self, folder: str, kind: MappingNode, name: str, place: Place) -> Document | None:
        if suffix_of(name) not in LOADERS:
            self.say(place, f"pieces: {name} is no file that holds pieces", f"its name ends in {suffixes()}")
            return None
        path, reason = self.files.locate(folder, name)
        if reason:
            self.say(place, f"pieces: {name} {reason}")
            return None
        data = self._bytes(path, place)
        return None if data is None else self._document(SourceFile(path, data, kind))

    def _bytes(self, path: str, place: Place) -> bytes | None:
        try:
            return self.files.read(path, MAX_BYTES)
        except FileTooLarge as refused:
            self.say(Place(path), f"the file {refused}", "split it into several files")
        except FileRefused as refused:
            self.say(place, f"{path} {refused}")
        return None

    def _text(self, path: str, data: bytes) -> str | None:
        try:
            return decode(path, data)
        except Trouble as stopped:
            self.problems += stopped.problems
            return None

    def _document(self, file: SourceFile) -> Document | None:
        document, problems = load_document(file)
        self.problems += problems
        return document
