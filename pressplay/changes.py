"""Changes put the stages in order for a game that was printed before: editions, compare, impact, print only that."""

import json
import re
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any

from .compare import compare
from .comparison import Comparison
from .edition import Design, Edition, RuleText, same_picture
from .fill import fill, open_filler
from .game import Game, Piece
from .history import History
from .impact import Impact, impact, likely
from .impose import impose
from .job import Made, Options, Step, Tell
from .ledger import NAME, Ledger, Printed, ledger_path, read_ledger
from .load import load_papers
from .pipeline import draw_pieces, read_games
from .problem import Place, Problem, Trouble, nearest
from .rulebook import CLOSE_ID, END, OPEN
from .sheet import Paper
from .writing import Written, write_files

HERE = "the working tree"
LAST = "the last print"
_SEARCHED = 12  # revisions in which the pictures of what is on paper are looked for


# ── Opening editions ──────────────────────────────────────────────────────────────────────────────────────────────


class Archive:
    """Opens editions of a project's games; the folders of old revisions live until it is closed."""

    def __init__(self, root: Path, tell: Tell = lambda step: None, jobs: int = 1) -> None:
        self.root = root
        self.tell = tell
        self.jobs = jobs
        self.history = History(root)
        self.problems: list[Problem] = []
        self._folders = ExitStack()
        self._unpacked: dict[str, Path] = {}
        self._opened: dict[tuple[Path, str], Edition | None] = {}

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._folders.close()

    def source(self, word: str | None, default: str) -> "Source":
        """What a word of the command line means: a folder, a manifest, a ledger or a revision of git."""
        if word is None:
            return Source(self, default, self.root if default == HERE else None)
        path = Path(word)
        if (path / "cards").is_dir():
            return Source(self, word, path.resolve())
        if path.is_file():
            return Source(self, word, None, path)
        commit = self.history.find(word)
        if commit:
            return Source(self, word, self.folder(commit))
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
            self.tell(Step(game, f"drawing {name}"))
            self._opened[root, game] = self._draw(root, game, name, strict)
        found = self._opened[root, game]
        return found and replace(found, name=name)

    def _draw(self, root: Path, id: str, name: str, strict: bool) -> Edition | None:
        if not (root / "cards" / id / "game.yaml").is_file():
            return None
        games, problems = read_games(root, [id])
        if games:  # a game that merely breaks its rules can be drawn
            made, problems = draw_pieces(games[0], self.jobs)
            if not problems:
                return edition_of(games[0], made, name)
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
    return replace(design, pictures=then.pictures, root=then.root)


def _elsewhere(problem: Problem, name: str) -> Problem:
    return replace(problem, place=replace(problem.place, file=f"{name}:{problem.place.file}"))


def edition_of(game: Game, made: Sequence[Made], name: str = HERE) -> Edition:
    """A game that was drawn, as an edition."""
    reads = {key: frozenset().union(*sides.values()) for key, sides in trace(game).items()}
    templates = sorted({read for every in reads.values() for read in every if "/" in read})
    return Edition(
        game=game.id,
        title=game.title,
        version=game.version,
        name=name,
        designs=tuple(_design(game, one, reads[one.kind.id, one.piece.id]) for one in made),
        kinds={kind.id: kind.title for kind in game.kinds.values()},
        facts={**game.facts, "players": game.rulebook.players},
        rules=_rules(game),
        style=game.style,
        files={path: sha256((game.root / path).read_bytes()).hexdigest() for path in templates},
    )


def _design(game: Game, one: Made, reads: frozenset[str]) -> Design:
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
        root=game.root,
        place=one.piece.place,
    )


def _rules(game: Game) -> dict[str, RuleText]:
    judged = game.rulebook.judged
    if not judged:
        return {}
    found = re.findall(f"{OPEN}([^{CLOSE_ID}]*){CLOSE_ID}(.*?){END}", judged.prose, re.S)
    texts = {id: "\n".join(" ".join(part.split()) for part in text.split("\n\n")).strip() for id, text in found}
    return {
        verdicts.rule.id: RuleText(
            verdicts.sentence,
            texts.get(verdicts.rule.id, ""),
            tuple(result.check.text for result in verdicts.results),
            verdicts.rule.place,
        )
        for verdicts in judged.rules
    }


def trace(game: Game) -> dict[tuple[str, str], dict[str, frozenset[str]]]:
    """For every piece what each of its sides reads while it is filled."""
    filler = open_filler(game)
    found: dict[tuple[str, str], dict[str, frozenset[str]]] = {}
    for kind in game.kinds.values():
        for piece in game.pieces[kind.id]:
            sides = found[kind.id, piece.id] = {}
            for side in ("front", "back") if kind.back else ("front",):
                face, _ = fill(kind, piece, side, filler)
                if face:
                    sides[side] = face.reads
    return found


@dataclass(slots=True)
class Source:
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
        data = json.loads(file.read_text("utf-8"))
        version = str(data["version"])
        designs = tuple(_listed(entry, version) for entry in data["pieces"])
        return Edition(str(data["game"]), str(data["game"]), version, name, designs)
    except OSError as error:
        raise Trouble(Problem(Place(name), f"cannot be read: {(error.strerror or 'unknown reason').lower()}")) from None
    except (ValueError, LookupError, TypeError, AttributeError):
        hint = "it is the manifest.json that a build writes into output/<game>/"
        raise Trouble(Problem(Place(name), "is no manifest", hint)) from None


def _listed(entry: dict[str, Any], version: str) -> Design:
    kind, id, title, front, back = (entry[key] for key in ("kind", "id", "title", "front", "back"))
    if not all(isinstance(word, str) for word in (kind, id, title, front)) or not isinstance(back, str | None):
        raise ValueError
    return Design(kind, id, title, int(entry["copies"]), version, front, back)


# ── What changed ──────────────────────────────────────────────────────────────────────────────────────────────────


def compare_games(archive: Archive, old: Source, new: Source, ids: Sequence[str] = ()) -> list[Comparison]:
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
    hint = nearest(name, names)
    return hint.split(" accepted:")[0] if hint.startswith("did you") else "pressplay list shows the kinds"


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
    made, problems = draw_pieces(game)
    if problems:
        return [], problems, ""
    printed = [one for one in made if one.piece.copies]
    deck = impose(printed, game, find_papers(root, [paper])[0], "long-edge")
    found = impact(game, made, trace(game), deck, word)
    return found, [], "" if found else likely(game, word)


# ── Print only that ───────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class Reprint:
    """What a print of changes made of one game."""

    comparison: Comparison
    files: dict[str, bytes] = field(default_factory=dict)  # path below the game's output folder → bytes
    pages: dict[str, int] = field(default_factory=dict)  # paper → pages
    written: Written | None = None


def needed(comparison: Comparison, made: Sequence[Made]) -> tuple[Made, ...]:
    """The pieces to print, each with only the copies that are missing on paper."""
    copies = {change.now.key: change.to_print for change in comparison.changes if change.new}
    return tuple(
        replace(one, piece=_with_copies(one.piece, copies[one.kind.id, one.piece.id]))
        for one in made
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
        if not problems:
            made, problems = draw_pieces(games[0], archive.jobs)
        archive.problems += problems
        if problems:
            continue
        before = old.edition(id)
        if before is None and since is not None and not archive.problems and old.file:
            archive.problems.append(Problem(Place(since), f"is not about {id}"))
        comparison = compare_game(archive, before, edition_of(games[0], made))
        if comparison:
            archive.tell(Step(id, "laying out what changed"))
            done.append(_laid(games[0], comparison, needed(comparison, made), options, papers))
    if not archive.problems:
        for reprint in done:
            folder = out / reprint.comparison.new.game / "changes"
            reprint.written = _put(folder, reprint.files, [paper.name for paper in papers])
    return done


def _laid(
    game: Game, comparison: Comparison, made: tuple[Made, ...], options: Options, papers: Sequence[Paper]
) -> Reprint:
    from .exports.pull import write

    reprint = Reprint(comparison)
    if not any(change.to_print or change.to_pull for change in comparison.changes):
        return reprint
    for paper in papers:
        deck = impose(made, game, paper, options.backs)
        data, pages = write(deck, game, comparison)
        reprint.files[f"{game.id}-changes-{paper.name}.pdf"] = data
        reprint.pages[paper.name] = pages
    return reprint


def _put(folder: Path, files: dict[str, bytes], papers: Sequence[str]) -> Written:
    """The files of a print; one of an earlier print that is no longer needed would only be printed by mistake."""
    written = write_files(folder, files) if files else Written((), (), ())
    stale = [f"{folder.parent.name}-changes-{paper}.pdf" for paper in papers]
    removed = [name for name in stale if name not in files and (folder / name).is_file()]
    for name in removed:
        (folder / name).unlink()
    return replace(written, removed=tuple(removed))


def record(root: Path, game: str, entries: Iterable[Printed]) -> str:
    """Write a game's ledger; gives its path."""
    ledger = Ledger(game, tuple(entries))
    write_files(root / "cards" / game, {NAME: ledger.text().encode()})
    return ledger.path


def on_paper(comparison: Comparison) -> list[Printed]:
    """What is on paper once the changes are printed and the old cards are taken out."""
    old = {design.key: design for design in comparison.old.designs}
    renamed = {c.new.key: c.old for c in comparison.of_sort("renamed") if c.new and c.old}
    fresh = {c.now.key for c in comparison.changes if c.sort in ("added", "changed")}
    entries = []
    for design in comparison.new.designs:
        before = None if design.key in fresh else renamed.get(design.key) or old.get(design.key)
        version = before.version if before else design.version
        if design.copies:
            entries.append(Printed(design.kind, design.id, version, design.copies, design.front, design.back))
    return entries


def record_all(root: Path, ids: Sequence[str], jobs: int = 1) -> tuple[list[str], list[Problem]]:
    """Note that everything was printed as it is now; gives the ledgers' paths."""
    paths: list[str] = []
    problems: list[Problem] = []
    for id in ids:
        games, found = read_games(root, [id])
        made: Sequence[Made] = ()
        if not found:
            made, found = draw_pieces(games[0], jobs)
        problems += found
        if not found:
            version = games[0].version
            entries = [
                Printed(m.kind.id, m.piece.id, version, m.piece.copies, m.front.hash, m.back.hash if m.back else None)
                for m in made
                if m.piece.copies
            ]
            paths.append(record(root, id, entries))
    return paths, problems


def find_papers(root: Path, names: Sequence[str]) -> list[Paper]:
    """The papers of some names."""
    known = load_papers(root)
    for name in names:
        if name not in known:
            raise Trouble(Problem(Place("--paper"), f"unknown paper {name}", nearest(name, known)))
    return [known[name] for name in names]
