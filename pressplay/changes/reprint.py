"""Changes put the stages in order for a game that was printed before: compare, impact, print only that."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pressplay.build.pipeline import read_games
from pressplay.build.result import Progress
from pressplay.build.stages import spare_decks
from pressplay.data.pieces import Paper, Piece
from pressplay.drawing.component import Component
from pressplay.exports.options import Options
from pressplay.faces.draw import draw_pieces
from pressplay.game import Game
from pressplay.problem import Place, Problem, Trouble, near, nearest
from pressplay.project.load import find_papers
from pressplay.sheets.impose import impose
from pressplay.writing import WriteResult, below, write_files

from .archive import HERE, LAST, Archive, EditionSource, edition_of, paper_edition
from .compare import compare
from .comparison import Comparison
from .edition import Edition
from .impact import Impact, impact, likely
from .ledger import NAME, Ledger, LedgerEntry, ledger_path, read_ledger

# ── What changed ──────────────────────────────────────────────────────────────────────────────────────────────────


def compare_games(
    archive: Archive, old: EditionSource, new: EditionSource, ids: Sequence[str] = ()
) -> list[Comparison]:
    """Two editions of every game asked for, or of every game that both or either of them know."""
    known = list(dict.fromkeys([*old.games(), *new.games()]))
    if old.file or (not old.folder and not ids):  # a manifest or ledgers: only the games that these list
        known = old.games()
    if not known and not old.folder:
        raise Trouble(_nothing_recorded())
    for id in ids:
        if id not in known:
            there = not old.folder and not old.file and id in new.games()
            raise Trouble(
                _nothing_recorded(id)
                if there
                else Problem(Place("--game"), f"no edition has a game {id}", nearest(id, known))
            )
    found = [compare_game(archive, old.edition(id), new.edition(id)) for id in (ids or known)]
    return [comparison for comparison in found if comparison]


def _nothing_recorded(game: str = "") -> Problem:
    place = Place(ledger_path(game) if game else f"cards/*/{NAME}")
    hint = "pressplay print --record notes what you print; or name what to compare with: a revision, tag or manifest"
    return Problem(place, "nothing has been recorded as printed", hint)


def compare_game(archive: Archive, old: Edition | None, new: Edition | None) -> Comparison | None:
    """Two editions of one game; where one is missing it is empty."""
    if archive.problems or not (old or new):
        return None
    old, new = old or _empty(new), new or _empty(old)
    first = compare(old, new)
    wanted = [design for change in first.changes for design in (change.old, change.new) if design]
    if old.facts is None:
        old = archive.remembered(old, [design for design in wanted if design in old.designs])
    if new.facts is None:
        new = archive.remembered(new, [design for design in wanted if design in new.designs])
    if old.on_paper:
        archive.problems += _unknown_pieces(archive, old, new)
    titled = {design.key: design.title for design in new.designs}
    designs = tuple(
        design if design.values is not None else replace(design, title=titled.get(design.key, design.title))
        for design in old.designs
    )
    return compare(replace(old, designs=designs), new)


def _empty(edition: Edition | None) -> Edition:
    assert edition
    return replace(edition, version="", designs=(), facts={}, rules={})


def _unknown_pieces(archive: Archive, paper: Edition, now: Edition) -> list[Problem]:
    """Pieces of a ledger that the game has not and never had: mistyped, or brought in by a merge."""
    here = {design.key for design in now.designs}
    strange = [design for design in paper.designs if design.key not in here and design.values is None]
    if not strange or not archive.history.there():  # without a history nobody can tell; what is gone is gone
        return []
    once: set[tuple[str, str]] = set()
    for commit in archive.candidates(paper.game):
        then = archive.edition(archive.folder(commit), paper.game, commit[:10], strict=False)
        once |= {design.key for design in then.designs} if then else set()
    names = ["/".join(key) for key in sorted(here)]
    return [
        Problem(
            design.place or Place(ledger_path(paper.game)),
            f"there is no piece {design.name}, and git’s history of the game has none",
            f"mend the name, or take the line away; {_likely(design.name, names)}",
        )
        for design in strange
        if design.key not in once
    ]


def _likely(name: str, names: list[str]) -> str:
    return near(name, names).question or "pressplay list shows the kinds"


def check_ledgers(root: Path, ids: Sequence[str]) -> list[Problem]:
    """What is wrong with the ledgers of some games, for `pressplay check`."""
    problems: list[Problem] = []
    with Archive(root) as archive:
        for id in ids:
            ledger, found = read_ledger(root, id)
            problems += found
            games = read_games(root, [id])[0] if ledger else []
            if not ledger or not games:
                continue
            here = {(piece.kind, piece.id) for piece in games[0].all_pieces()}
            if all((entry.kind, entry.id) in here for entry in ledger.entries):
                continue
            now = archive.edition(root, id, HERE, strict=False)
            if now:
                gone = [d for d in paper_edition(ledger).designs if d.key not in here]
                paper = archive.remembered(paper_edition(ledger), gone)
                problems += _unknown_pieces(archive, paper, now)
    return problems


def impact_of(root: Path, id: str, word: str, paper: str = "a4") -> tuple[list[Impact], list[Problem], str]:
    """What depends on a word of a game and on which pages of its print that stands; a hint when it means nothing."""
    games, problems = read_games(root, [id])
    if not games:
        return [], problems, ""
    game = games[0]
    artwork = draw_pieces(game, checked=False)
    if artwork.problems:
        return [], artwork.problems, ""
    printed = [one for one in artwork.components if one.piece.copies]
    deck = impose(printed, game, find_papers(game.files, [paper])[0])
    found = impact(game, artwork.components, artwork.reads, deck, word)
    return found, [], "" if found else likely(game, word)


# ── Print only that ───────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class Reprint:
    """What a print of changes made of one game."""

    comparison: Comparison
    files: dict[str, bytes] = field(default_factory=dict)  # path below the game's output folder → bytes
    pages: dict[str, int] = field(default_factory=dict)  # paper → pages
    written: WriteResult | None = None


def needed(comparison: Comparison, components: Sequence[Component]) -> tuple[Component, ...]:
    """The pieces to print, each with only the copies that are missing on paper."""
    copies = {change.now.key: change.to_print for change in comparison.changes if change.new}
    return tuple(
        replace(one, piece=_with_copies(one.piece, copies[one.kind.id, one.piece.id]))
        for one in components
        if copies.get((one.kind.id, one.piece.id))
    )


def _with_copies(piece: Piece, copies: int) -> Piece:
    return Piece(piece.kind, piece.id, piece.title, copies, piece.values, piece.place, piece.places, piece.reads)


def print_changes(
    archive: Archive, since: str | None, ids: Sequence[str], options: Options, papers: Sequence[Paper], out: Path
) -> list[Reprint]:
    """For each game a PDF a paper with the pieces that paper lacks; when anything is wrong, nothing is written."""
    old = archive.source(since, LAST)
    done: list[Reprint] = []
    for id in ids:
        if since is None and not (archive.root / ledger_path(id)).is_file():
            archive.problems.append(_nothing_recorded(id))
            continue
        games, problems = read_games(archive.root, [id])
        artwork = draw_pieces(games[0]) if not problems else None
        archive.problems += artwork.problems if artwork else problems
        if not artwork or artwork.problems:
            continue
        before = old.edition(id)
        if before is None and since is not None and not archive.problems and old.file:
            archive.problems.append(Problem(Place(since), f"is not about {id}"))
        comparison = compare_game(archive, before, edition_of(games[0], artwork))
        if comparison:
            archive.tell(Progress(id, "laying out what changed"))
            reprint, problems = _laid(games[0], comparison, needed(comparison, artwork.components), options, papers)
            archive.problems += problems
            done.append(reprint)
    if not archive.problems:
        for reprint in done:
            folder = below(out, f"{reprint.comparison.new.game}/changes")
            reprint.written = _put(folder, reprint.files, [paper.name for paper in papers])
    return done


def _laid(
    game: Game, comparison: Comparison, components: tuple[Component, ...], options: Options, papers: Sequence[Paper]
) -> tuple[Reprint, list[Problem]]:
    from .pull_list import write

    reprint = Reprint(comparison)
    problems: list[Problem] = []
    if not any(change.to_print or change.to_pull for change in comparison.changes):
        return reprint, problems
    decks = tuple(impose(components, game, paper, options.press) for paper in papers)
    if options.ink_saver:
        decks, problems = spare_decks(game, components, decks)
    for deck in decks:
        data, pages = write(deck, game, comparison)
        reprint.files[f"{game.id}-changes-{deck.name}.pdf"] = data
        reprint.pages[deck.paper.name] = pages
    return reprint, problems


def _put(folder: Path, files: dict[str, bytes], papers: Sequence[str]) -> WriteResult:
    """The files of a print; one of an earlier print that is no longer needed would only be printed by mistake."""
    written = write_files(folder, files) if files else WriteResult((), (), ())
    stale = [f"{folder.parent.name}-changes-{paper}{ink}.pdf" for paper in papers for ink in ("", "-ink-saver")]
    removed = [name for name in stale if not files and (folder / name).is_file()]
    for name in removed:
        (folder / name).unlink()
    return replace(written, removed=tuple(removed))


def record(root: Path, game: str, entries: Iterable[LedgerEntry]) -> str:
    """Write a game's ledger; gives its path."""
    ledger = Ledger(game, tuple(entries))
    write_files(below(root, f"cards/{game}"), {NAME: ledger.text().encode()})
    return ledger.path


def on_paper(comparison: Comparison) -> list[LedgerEntry]:
    """What is on paper once the changes are printed and the old cards are taken out."""
    old = {design.key: design for design in comparison.old.designs}
    renamed = {c.new.key: c.old for c in comparison.of_sort("renamed") if c.new and c.old}
    fresh = {c.now.key for c in comparison.changes if c.sort in ("added", "changed")}
    entries = []
    for design in comparison.new.designs:
        before = None if design.key in fresh else renamed.get(design.key) or old.get(design.key)
        version = before.version if before else design.version
        if design.copies:
            entries.append(LedgerEntry(design.kind, design.id, version, design.copies, design.front, design.back))
    return entries


def record_all(root: Path, ids: Sequence[str]) -> tuple[list[str], list[Problem]]:
    """Note that everything was printed as it is now; gives the ledgers' paths."""
    paths: list[str] = []
    problems: list[Problem] = []
    for id in ids:
        games, found = read_games(root, [id])
        artwork = draw_pieces(games[0]) if not found else None
        problems += artwork.problems if artwork else found
        if artwork and not artwork.problems:
            version = games[0].version
            entries = [
                LedgerEntry(
                    m.kind.id, m.piece.id, version, m.piece.copies, m.front.hash, m.back.hash if m.back else None
                )
                for m in artwork.components
                if m.piece.copies
            ]
            paths.append(record(root, id, entries))
    return paths, problems
