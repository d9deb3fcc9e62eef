"""The pipeline is the whole program in order: load, check, draw, arrange, typeset, impose, redraw, export, write."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from pressplay.cache import open_cache
from pressplay.drawing.picture import Picture
from pressplay.exports.job import Job
from pressplay.exports.options import Options
from pressplay.exports.target import Need
from pressplay.exports.targets import TARGETS
from pressplay.faces.draft import draft_components, with_every_piece
from pressplay.faces.draw import Artists, draw_pieces
from pressplay.files import ProjectFiles, disk_time, leads_elsewhere
from pressplay.game import Game
from pressplay.problem import Problem, Trouble, game_of
from pressplay.processes import side_by_side
from pressplay.project.check import check
from pressplay.project.load import find_papers, load
from pressplay.sheets.sheet import Deck

from .game_build import GameBuild
from .manifest import piece_entry
from .request import BuildRequest, know_kinds
from .result import BuildResult, Findings, Progress, Tell
from .stages import (
    arrange_table,
    draft_decks,
    draft_pages,
    impose_decks,
    lacking_table,
    needs_of,
    typeset_rulebook,
    wake,
)
from .stale import STATE, recall


def read_games(
    source: Path | ProjectFiles, ids: Sequence[str] | None = None, draft: bool = False
) -> tuple[list[Game], list[Problem]]:
    """Load and check: the games that are sound, for a `draft` those that can be shown, and everything that is wrong."""
    sources, problems = load(source if isinstance(source, ProjectFiles) else ProjectFiles(source), ids)
    games, found = check(sources, draft)
    return games, sorted({*problems, *found})


def check_games(root: Path, ids: Sequence[str] | None = None, tell: Tell = lambda step: None) -> list[Problem]:
    """Everything that can be wrong: data, rules, faces, type, contrast, the rulebook's figures."""
    return look_over(root, ids, tell).problems


def look_over(root: Path, ids: Sequence[str] | None, tell: Tell) -> Findings:
    """Everything that is wrong, and what is worth a look."""
    games, problems = read_games(root, ids)
    for game in games:
        tell(Progress(game.id, "drawing every piece"))
        artwork = draw_pieces(game)
        problems += artwork.problems
        if not artwork.problems:
            problems += typeset_rulebook(game, artwork.components)[1]
            problems += arrange_table(game, artwork.components)[1]
    return Findings(sorted(set(problems)), sorted({remark for game in games for remark in game.remarks}))


def build_games(
    root: Path, ids: Sequence[str], options: Options, out: Path, tell: Tell, artists: Artists | None = None
) -> BuildResult:
    """Build games into `out`: all that nothing is wrong with, or as a `draft` all that can be made.

    A game whose output is still what its files would make is left as it is.
    """
    result = BuildResult()
    stale = [game for game in ids if options.draft or not recall(root, game, out, options, result)]
    if artists is not None:
        artists.reads = result.reads
    if not stale:
        return result
    files = ProjectFiles(root, 0 if leads_elsewhere(root, STATE) else disk_time(root / STATE))
    result.reads.append(files.reads)
    games, problems = read_games(files, stale, options.draft)
    request = BuildRequest(options, find_papers(files, options.papers), tell, artists)
    know_kinds(games, options.kinds)
    if not options.draft:
        games = [game for game in games if not any(_touches(problem, game) for problem in problems)]
    result.remarks = sorted({remark for game in games for remark in game.remarks})
    builds = _build_each(files, games, request, problems)
    result.problems = sorted({*problems, *(problem for build in builds.values() for problem in build.problems)})
    for game in games:
        build = builds[game.id]
        if build.files or not build.problems:
            from .output import write_output

            tell(Progress(game.id, "writing files"))
            write_output(game, build, build.made(options), out, result)
    open_cache(root).prune()
    return result


def _build_each(
    files: ProjectFiles, games: Sequence[Game], request: BuildRequest, problems: Sequence[Problem]
) -> Mapping[str, GameBuild]:
    if request.jobs == 1 or len(games) < 2 or request.artists is not None:
        return {game.id: build_game(game, request.with_jobs(request.jobs), problems) for game in games}
    from .parallel import in_processes

    work = partial(_build_apart, files, request.apart())
    builds = in_processes(work, [game.id for game in games], request.jobs, request.tell)
    for game in games:
        game.files.add(builds[game.id].reads)
    return builds


def _build_apart(files: ProjectFiles, request: BuildRequest, id: str) -> GameBuild:
    """Build a game in a process of its own: it reads the game again, which is quicker than sending it."""
    games, problems = read_games(files, [id], request.options.draft)
    sound = games and (request.options.draft or not problems)
    build = build_game(games[0], request, problems) if sound else GameBuild(problems)
    build.reads = files.reads
    return build


def build_game(game: Game, request: BuildRequest, known: Sequence[Problem] = ()) -> GameBuild:
    """Everything for one game, from its data to the bytes of its files; a draft of what is `known` to be wrong, too."""
    build, options, tell = GameBuild(), request.options, request.tell
    try:
        build.go_without(Need.TABLE, lacking_table(game, options))
        tell(Progress(game.id, "drawing every piece", 0, 3))
        artwork = draw_pieces(game, options.jobs, request.artists, lambda: wake(options))
        if not options.draft:
            _stop_at(artwork.problems)
        build.problems += artwork.problems
        components = artwork.components
        if options.draft:
            components = draft_components(game, components, [*known, *artwork.problems])
            game = with_every_piece(game, components)
        build.pieces = tuple(piece_entry(one) for one in components)
        arrangement, found = arrange_table(game, components)
        build.go_without(Need.LAID, found)
        pages: tuple[Picture, ...] = ()
        if Need.RULEBOOK in needs_of(options):
            tell(Progress(game.id, "typesetting the rulebook", 1, 3))
            pages, found = typeset_rulebook(game, components)
            build.go_without(Need.RULEBOOK, found)
        # A piece of no copies is drawn for the rulebook's figures alone.
        wanted = options.kinds or game.kinds
        chosen = tuple(one for one in components if one.piece.copies and one.kind.id in wanted)
        decks: tuple[Deck, ...] = ()
        if Need.SHEETS in needs_of(options):
            decks, found = impose_decks(game, chosen, options, request.papers)
            build.go_without(Need.SHEETS, found)
        if options.draft:
            pages, decks = draft_pages(game, pages), draft_decks(decks)
        build.layouts = {deck.paper.name: dict(deck.layouts) for deck in decks}
        options = build.made(options)
        job = Job(game, chosen, decks, pages, options, None if options.kinds else arrangement, open_cache(game.root))
        tell(Progress(game.id, f"making {', '.join(options.targets)}", 2, 3))
        tasks = [partial(TARGETS[name].exporter(), job) for name in options.targets]
        build.files = [file for files in side_by_side(tasks, options.jobs, game.files) for file in files]
    except Trouble as trouble:
        build.problems += trouble.problems
    return build


def _touches(problem: Problem, game: Game) -> bool:
    """Whether a problem is one of a game's, or of a shared file that it reads."""
    named = game_of(problem.place)
    return named == game.id if named else any(question.path == problem.place.file for question in game.files.reads)


def _stop_at(problems: list[Problem]) -> None:
    """The problems of a stage end the build of their game."""
    if problems:
        raise Trouble(*problems)
