"""The pipeline puts the stages in order: load, check, fill, layout, preflight, spare, impose, export, write."""

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from pressplay.cache import Cache
from pressplay.data.pieces import Kind, Paper, Piece
from pressplay.drawing.component import Component
from pressplay.drawing.picture import Picture
from pressplay.exports.options import Options
from pressplay.exports.target import Job, OutFile
from pressplay.faces.face import Face
from pressplay.faces.fill import fill, open_filler
from pressplay.faces.layout import Bench, layout, open_bench
from pressplay.faces.look import look_of
from pressplay.faces.preflight import PreflightCache, preflight
from pressplay.game import Game
from pressplay.problem import Place, Problem, Trouble, nearest
from pressplay.processes import shared_out, side_by_side
from pressplay.project.check import check
from pressplay.project.load import load, load_papers
from pressplay.sheets.sheet import Deck
from pressplay.writing import MANIFEST, write_game

from .manifest import FileEntry, Manifest, PieceEntry
from .result import BuildResult, Progress, Tell
from .stale import engine, fingerprint, note, older, recall

if TYPE_CHECKING:  # stages that not every build needs are imported where they are used
    from pressplay.table.table import Arrangement

_CACHE = ".pressplay/cache"  # below the project
_BOUND = frozenset(("rulebook", "tts", "vtt"))  # targets with the rulebook in them, or its cover


def _cache(root: Path) -> Cache:
    """Finished work of this very version of pressplay."""
    return Cache(root / _CACHE, engine())


def read_games(root: Path, ids: Sequence[str] | None = None) -> tuple[list[Game], list[Problem]]:
    """Load and check: the games that are sound, and everything that is wrong with the others."""
    sources, problems = load(root, ids)
    games, found = check(sources)
    return games, sorted({*problems, *found})


def check_games(root: Path, ids: Sequence[str] | None = None, tell: Tell = lambda step: None) -> list[Problem]:
    """Everything that can be wrong: data, rules, faces, type, contrast, the rulebook's figures."""
    games, problems = read_games(root, ids)
    for game in games:
        tell(Progress(game.id, "drawing every piece"))
        components, found = draw_pieces(game)
        problems += found
        if not found:
            problems += _rulebook_pages(game, components)[1]
            problems += _arranged(game, components)[1]
    return sorted(set(problems))


def draw_pieces(
    game: Game, jobs: int = 1, artists: "Artists | None" = None, meanwhile: Callable[[], object] = lambda: None
) -> tuple[tuple[Component, ...], list[Problem]]:
    """Fill, lay out and preflight every piece of a game; a large game shares the work among processes.

    `artists` remember what they drew, for the next time that somebody who watches the files asks.
    """
    pieces = [(kind, piece) for kind in game.kinds.values() for piece in game.pieces[kind.id]]
    artist = _Artist(game, artists.get(game.id) if artists else None)
    if artists is not None:
        artists[game.id] = artist
        jobs = 1  # what another process learnt would be forgotten
    for kind in game.kinds.values():  # what all cards of a kind share is learnt once, before the work is shared out
        artist.draw([(kind, piece) for piece in game.pieces[kind.id][:1]])
    drawn = shared_out(artist.draw, pieces, jobs, meanwhile)
    problems = [problem for _, found in drawn for problem in found]
    seen: dict[str, Picture] = {}  # the same picture from two processes becomes one again
    components = []
    for (kind, piece), pictures in zip(pieces, (pair for pairs, _ in drawn for pair in pairs), strict=True):
        front, back = (picture and seen.setdefault(picture.hash, picture) for picture in pictures)
        if front:
            components.append(Component(kind, piece, front, back))
    return tuple(components), _once(problems)


Pair = tuple[Picture | None, Picture | None]


class _Artist:
    """Draws pieces of one game, and remembers what they have in common."""

    def __init__(self, game: Game, before: "_Artist | None" = None) -> None:
        self.filler = open_filler(game, _cache(game.root))
        self.look = look_of(game)
        known = before if before and before.look == self.look else None
        self.bench: Bench = known.bench if known else open_bench(game)
        self.notebook: PreflightCache = known.notebook if known else PreflightCache()

    def draw(self, pieces: Sequence[tuple[Kind, Piece]]) -> tuple[list[Pair], list[Problem]]:
        """Front and back of each piece; a side that cannot be drawn is None, and its problems say why."""
        problems: list[Problem] = []
        pairs: list[Pair] = []
        for kind, piece in pieces:
            front = self._side(kind, piece, "front", problems)
            back = self._side(kind, piece, "back", problems) if kind.back else None
            pairs.append((front, back))
        return pairs, problems

    def _side(self, kind: Kind, piece: Piece, side: str, problems: list[Problem]) -> Picture | None:
        picture: Picture | None = None
        face, found = fill(kind, piece, side, self.filler)
        if face:
            picture, found = layout(face, self.bench)
            if picture:
                found = preflight(face, picture, self.notebook)
                _ = picture.hash  # worked out here, where the work is shared
        problems += found
        return picture


Artists = dict[str, _Artist]


def build_games(
    root: Path, ids: Sequence[str], options: Options, out: Path, tell: Tell, artists: Artists | None = None
) -> BuildResult:
    """Build games into `out`; when anything is wrong with any of them, nothing is written.

    A game whose output is still what its files would make is left as it is.
    """
    result = BuildResult()
    stale = []
    for game in ids:
        if not recall(root, game, out, options, result):
            stale.append(game)
    if stale:
        _build_stale(root, stale, options, out, tell, result, artists)
    return result


def _build_stale(
    root: Path, ids: list[str], options: Options, out: Path, tell: Tell, result: BuildResult, artists: Artists | None
) -> None:
    before = {game: fingerprint(root, game, options) for game in ids}  # of the files as they are before they are read
    games, result.problems = read_games(root, ids)
    chosen = _papers(root, options)
    _know_kinds(games, options)
    if result.problems:
        return
    built = _each(root, ids, games, options, chosen, tell, artists)
    result.problems = sorted({problem for game in games for problem in built[game.id].problems})
    if result.problems:
        return
    for game in games:
        done = built[game.id]
        tell(Progress(game.id, "writing files"))
        files, keep = _with_manifest(game, done, options, out / game.id)
        changed = _shown(out / game.id) not in (None, _pieces_in(files[MANIFEST]))
        known = older(root, game.id, out)
        result.older[game.id] = [path for path in keep if changed or path in known]
        result.written[game.id] = write_game(out, game.id, files, keep)
        result.layouts[game.id] = done.layouts
        result.pieces[game.id] = (len(game.all_pieces()), sum(piece.copies for piece in game.all_pieces()))
        designs, copies = result.pieces[game.id]
        more = {"layouts": done.layouts, "designs": designs, "copies": copies, "further": done.further}
        more["older"] = result.older[game.id]
        key = before[game.id] if not done.further else fingerprint(root, game.id, options, done.further)
        note(root, game.id, out, options, key, [*files, *keep], more)
    _cache(root).prune()


def chart_game(game: Game) -> dict[str, bytes]:
    """The page of a game's numbers, as HTML and as PDF."""
    from pressplay.stats.count import stats
    from pressplay.stats.report import write

    return write(stats(game), game)


# One game ---------------------------------------------------------------------


@dataclass(slots=True)
class Built:
    """One game's files in memory, or what is wrong with it."""

    problems: list[Problem] = field(default_factory=list)
    files: list[OutFile] = field(default_factory=list)
    pieces: tuple[PieceEntry, ...] = ()
    layouts: dict[str, dict[str, str]] = field(default_factory=dict)
    further: list[str] = field(default_factory=list)  # files used that lie outside cards, templates and fonts


def build_game(
    game: Game, options: Options, papers: Sequence[Paper], tell: Tell, artists: Artists | None = None
) -> Built:
    """Everything for one game, from its data to the bytes of its files."""
    built = Built()
    total = 3
    tell(Progress(game.id, "drawing every piece", 0, total))
    components, built.problems = draw_pieces(game, options.jobs, artists, lambda: _wake(options))
    if built.problems:
        return built
    built.pieces = tuple(_entry(one) for one in components)
    built.further = _further(components)
    pages: tuple[Picture, ...] = ()
    arranged, built.problems = _arranged(game, components)
    if built.problems:
        return built
    if not _BOUND.isdisjoint(options.targets):
        tell(Progress(game.id, "typesetting the rulebook", 1, total))
        pages, built.problems = _rulebook_pages(game, components)
        if built.problems:
            return built
    # A piece of no copies is drawn for the rulebook's figures alone.
    chosen = tuple(
        one for one in components if one.piece.copies and (not options.kinds or one.kind.id in options.kinds)
    )
    decks: tuple[Deck, ...] = ()
    if "print" in options.targets:
        decks, built.problems = _decks(game, chosen, options, papers)
        if built.problems:
            return built
    built.layouts = {deck.paper.name: dict(deck.layouts) for deck in decks}
    arrangement = None if options.kinds else arranged
    job = Job(game, chosen, decks, pages, options, arrangement, _cache(game.root))
    tell(Progress(game.id, f"making {', '.join(options.targets)}", 2, total))
    tasks = [partial(_exporter(target), job) for target in options.targets]
    built.files = [file for files in side_by_side(tasks, options.jobs) for file in files]
    return built


def _further(components: tuple[Component, ...]) -> list[str]:
    used = {name for one in components for picture in (one.front, one.back) if picture for name in picture.resources}
    return sorted(name for name in used if name.split("/")[0] not in ("cards", "templates", "fonts"))


def _decks(
    game: Game, components: tuple[Component, ...], options: Options, papers: Sequence[Paper]
) -> tuple[tuple[Deck, ...], list[Problem]]:
    from pressplay.sheets.impose import impose

    decks = tuple(impose(components, game, paper, options.backs) for paper in papers)
    return spare_decks(game, components, decks) if options.ink_saver else (decks, [])


def spare_decks(
    game: Game, components: Sequence[Component], decks: tuple[Deck, ...]
) -> tuple[tuple[Deck, ...], list[Problem]]:
    """The same sheets with every picture in lines, once preflight has looked at these as well."""
    spared, problems = _spared(components)
    if problems:  # told by those who know the line of each mark, which pictures from other processes do not
        wanted = {(one.kind.id, one.piece.id) for one in components}
        again = [one for one in draw_pieces(game)[0] if (one.kind.id, one.piece.id) in wanted]
        return (), _spared(again)[1]
    return tuple(deck.redrawn(spared) for deck in decks), []


def _spared(components: Sequence[Component]) -> tuple[dict[Picture, Picture], list[Problem]]:
    from pressplay.ink_saver.redraw import RedrawCache, spare

    pad = RedrawCache()
    notebook = PreflightCache(pad.chains, pad.cores, pad.clips, pad.spans)
    spared: dict[Picture, Picture] = {}
    problems: list[Problem] = []
    for one in components:
        for side, picture, template in (("front", one.front, one.kind.template), ("back", one.back, one.kind.back)):
            if picture and picture not in spared:
                spared[picture] = spare(picture, pad)
                face = Face(one.kind, one.piece, f"{side} with --ink-saver", template or "", "", frozenset())
                problems += preflight(face, spared[picture], notebook)
    return spared, _once(problems)


def _arranged(game: Game, components: tuple[Component, ...]) -> "tuple[Arrangement | None, list[Problem]]":
    if not game.table:
        return None, []
    from pressplay.table.arrange import arrange

    return arrange(game.table, game.contents, components)


def _rulebook_pages(game: Game, components: tuple[Component, ...]) -> tuple[tuple[Picture, ...], list[Problem]]:
    from pressplay.booklet.typeset import typeset

    return typeset(game, components)


def _wake(options: Options) -> None:
    """Load what will be needed after the drawing."""
    if "print" in options.targets:
        from pressplay.sheets import impose  # noqa: F401
    for target in options.targets:
        _exporter(target)


def _exporter(target: str) -> Callable[[Job], list[OutFile]]:
    from pressplay.exports.targets import TARGETS

    return TARGETS[target]()


def _entry(one: Component) -> PieceEntry:
    size = (one.kind.size.width, one.kind.size.height)
    back = one.back.hash if one.back else None
    return PieceEntry(one.kind.id, one.piece.id, one.piece.title, one.piece.copies, size, one.front.hash, back)


def _with_manifest(game: Game, built: Built, options: Options, folder: Path) -> tuple[dict[str, bytes], list[str]]:
    """The files with their manifest, and the earlier files of other targets, which stay."""
    from pressplay.exports.targets import roles

    renewed = roles(options)
    entries = [FileEntry(f.path, f.role, f.digest or sha256(f.data).hexdigest(), f.paper, f.kind) for f in built.files]
    paths = {entry.path for entry in entries}
    kept = [entry for entry in _earlier(folder) if entry.role not in renewed and entry.path not in paths]
    every = tuple(sorted([*entries, *kept], key=lambda entry: entry.path))
    manifest = Manifest(game.id, game.version, built.pieces, every)
    files = {f.path: f.data for f in built.files} | {MANIFEST: manifest.text().encode()}
    return files, [entry.path for entry in kept]


def _shown(folder: Path) -> object:
    """What the pieces looked like when the game was last built; nothing when nobody knows."""
    try:
        return _pieces_in((folder / MANIFEST).read_bytes())
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _pieces_in(manifest: bytes) -> object:
    listed = json.loads(manifest)
    return listed["version"], listed["pieces"]


def _earlier(folder: Path) -> list[FileEntry]:
    """The files of the last build that are still there; a damaged manifest is as good as none."""
    try:
        listed = json.loads((folder / MANIFEST).read_text("utf-8"))["files"]
        return [
            FileEntry(f["path"], f["role"], f["sha256"], f.get("paper", ""), f.get("kind", ""))
            for f in listed
            if (folder / f["path"]).is_file()
        ]
    except (OSError, ValueError, KeyError, TypeError):
        return []


# Several games, several cores --------------------------------------------------


def _each(
    root: Path,
    ids: list[str],
    games: list[Game],
    options: Options,
    papers: Sequence[Paper],
    tell: Tell,
    artists: Artists | None,
) -> dict[str, Built]:
    jobs = options.jobs or os.cpu_count() or 1
    if jobs == 1 or len(games) == 1 or artists is not None:
        alone = replace(options, jobs=jobs)
        return {game.id: build_game(game, alone, papers, tell, artists) for game in games}
    from concurrent.futures import ProcessPoolExecutor, as_completed

    built: dict[str, Built] = {}
    pool = ProcessPoolExecutor(min(jobs, len(ids)))
    try:
        waiting = {pool.submit(_apart, root, game, replace(options, jobs=1), papers): game for game in ids}
        for number, future in enumerate(as_completed(waiting)):
            built[waiting[future]] = future.result()
            tell(Progress(waiting[future], "done", number + 1, len(ids)))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)  # whoever stops a build does not wait for the rest of it
    return built


def _apart(root: Path, id: str, options: Options, papers: Sequence[Paper]) -> Built:
    """Build a game in a process of its own: it reads the game again, which is quicker than sending it."""
    games, problems = read_games(root, [id])
    if problems:
        return Built(problems)
    return build_game(games[0], options, papers, lambda step: None)


def _papers(root: Path, options: Options) -> list[Paper]:
    known = load_papers(root)
    for name in options.papers:
        if name not in known:
            raise Trouble(Problem(Place("--paper"), f"unknown paper {name}", nearest(name, known)))
    return [known[name] for name in options.papers]


def _know_kinds(games: list[Game], options: Options) -> None:
    known = {kind for game in games for kind in game.kinds}
    for name in options.kinds:
        if games and name not in known:
            raise Trouble(Problem(Place("--kind"), f"unknown kind {name}", nearest(name, known)))


def _once(problems: list[Problem]) -> list[Problem]:
    """A template's mistake is told once, not for every piece that meets it."""
    seen: set[tuple[object, str]] = set()
    kept = []
    for problem in problems:
        key = (problem.place, problem.message)
        if key not in seen:
            seen.add(key)
            kept.append(problem)
    return kept
