"""Commands that make files to use: build, watch and print."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pressplay.problem import Trouble
from pressplay.writing import below

from .console import number, progress, say, short
from .errors import mention, show, stop_at, usage, verdict
from .options import (
    BACKS,
    TTS_FORMATS,
    Backs,
    Cut,
    CutterName,
    Draft,
    Games,
    InkSaver,
    Jobs,
    Out,
    Papers,
    PrinterName,
    Project,
    Stacked,
    Targets,
    TtsFormat,
    TtsMaxPx,
    find_project,
    game_ids,
    know_cutter,
    know_targets,
    know_url,
    known_printer,
    one_of,
    split,
)

if TYPE_CHECKING:  # what draws and reads is imported where it is used, so that --help starts at once
    from pressplay.build.result import BuildResult
    from pressplay.changes.reprint import Reprint
    from pressplay.exports.options import Options


def build(
    context: typer.Context,
    games: Games = None,
    kind: Annotated[
        list[str] | None, typer.Option(metavar="K", show_default=False, help="Only this kind; may be repeated.")
    ] = None,
    to: Targets = None,
    paper: Papers = None,
    backs: Backs = "long-edge",
    out: Out = None,
    jobs: Jobs = 0,
    tts_max_px: TtsMaxPx = 4096,
    tts_format: TtsFormat = "png",
    url_base: Annotated[
        str, typer.Option(metavar="URL", show_default="url-base of game.yaml", help="Where its images will be hosted.")
    ] = "",
    bleed: Annotated[
        bool, typer.Option("--bleed", help="Plain images (--to images) with the bleed around them.")
    ] = False,
    ink_saver: InkSaver = False,
    stacked: Stacked = False,
    printer: PrinterName = None,
    cutter: CutterName = "",
    cut: Cut = "through",
    draft: Draft = False,
    project: Project = None,
) -> None:
    """Check the games, then make every file of them.

    Of a game with problems nothing is written that they touch; with --draft all that can be made, into draft/ of the
    output. Files appear whole or not at all.

    \b
    Examples:
      pressplay build                                    every game, A4 and Letter
      pressplay build king-of-clubs --paper a4           one game, one paper
      pressplay build --kind dancer --kind move          only these decks
      pressplay build --to print --backs gutterfold      for a printer that prints one side
      pressplay build --to print --ink-saver             line art for a playtest, beside the coloured PDFs
      pressplay build --to tts --url-base https://example.org/cards/
    """
    from pressplay.build.result import BuildResult
    from pressplay.build.stale import recall
    from pressplay.exports.options import Options

    started = time.monotonic()
    root = find_project(project or context.obj)
    ids = game_ids(root, games)
    usual = Options()
    options = Options(
        papers=split(paper) or usual.papers,
        targets=split(to) or usual.targets,
        kinds=split(kind),
        backs=backs,
        stacked=stacked,
        printer=known_printer(printer),
        cutter=cutter,
        cut=cut,
        jobs=jobs,
        tts_max_px=tts_max_px,
        tts_format=tts_format,
        url_base=url_base,
        bleed=bleed,
        ink_saver=ink_saver,
        draft=draft,
    )
    know_targets(options.targets)
    one_of("--backs", backs, BACKS)
    know_cutter(cutter, cut, backs)
    one_of("--tts-format", tts_format, TTS_FORMATS)
    know_url(url_base)
    folder = _folder(out, root, draft)
    result = BuildResult()
    if draft or not all([recall(root, game, folder, options, result) for game in ids]):
        from pressplay.build.pipeline import build_games  # slow to start, and not needed when nothing has changed

        with progress() as tell:
            result = build_games(root, ids, options, folder, tell)
    mention(result.remarks)
    if result.written:
        _tell_build(result, folder, time.monotonic() - started)
    stop_at(result.problems, _consequence(result, draft))


def watch_files(
    context: typer.Context,
    games: Games = None,
    to: Targets = None,
    paper: Papers = None,
    out: Out = None,
    project: Project = None,
) -> None:
    """Build, and build again whenever a file is saved.

    Ctrl-C ends it. Only what changed is made anew; problems are shown as they come and gone when they are mended.

    \b
    Examples:
      pressplay watch
      pressplay watch king-of-clubs --to print --paper a4
    """
    from pressplay.build.pipeline import build_games
    from pressplay.build.watch import watch
    from pressplay.exports.options import Options
    from pressplay.faces.draw import Artists

    root = find_project(project or context.obj)
    ids = game_ids(root, games)
    usual = Options()
    options = Options(papers=split(paper) or usual.papers, targets=split(to) or usual.targets)
    know_targets(options.targets)
    folder = out or below(root, "output")
    artists = Artists()

    def again() -> None:
        started = time.monotonic()
        result = build_games(root, ids, options, folder, lambda step: None, artists)
        if result.problems:
            show(result.problems, err=False)
            say(verdict(result.problems, "the output is as it was"))
            return
        changed = [f"{game}/{path}" for game, written in result.written.items() for path in written.changed]
        say(f"{number(len(changed), 'file')} made anew in {time.monotonic() - started:.2f} s.")

    again()
    say(f"Watching {short(root)}; press Ctrl-C to stop.")
    sys.stdout.flush()  # whoever reads through a pipe waits for it too
    for files in watch(root, lambda: artists.reads, time.sleep):
        say(f"changed: {', '.join(files[:3])}{' …' if len(files) > 3 else ''}")
        try:
            again()
        except Trouble as trouble:
            show(trouble.problems, err=False)
        sys.stdout.flush()


def _folder(out: Path | None, root: Path, draft: bool) -> Path:
    """Where files go; drafts lie apart, so that they take nobody's place."""
    folder = out or below(root, "output")
    return folder / "draft" if draft else folder


def _consequence(result: "BuildResult", draft: bool) -> str:
    if not result.written:
        return "nothing was written"
    games = ", ".join(result.written)
    return f"a draft of {games} was written" if draft else f"what they do not touch of {games} was written"


def _tell_build(result: "BuildResult", folder: Path, seconds: float) -> None:
    """What was made, the layouts with their reasons, and the verdict."""
    changed = same = 0
    for game, written in result.written.items():
        say(game)
        for paper, layouts in result.layouts.get(game, {}).items():
            for sheets, layout in layouts.items():
                say(f"  {paper}  {sheets}: {layout}")
        for path in written.changed:
            say(f"  wrote    {short(folder / game / path)}")
        for path in written.removed:
            say(f"  removed  {short(folder / game / path)}")
        for path in result.older.get(game, ()):
            say(f"  older    {short(folder / game / path)}: not made this time, and its pieces have changed since")
        changed += len(written.changed)
        same += len(written.same)
    unchanged = f" ({same} unchanged)" if same else ""
    games = number(len(result.written), "game")
    say(f"Built {games}: {number(changed, 'file')}{unchanged} in {short(folder)}, {seconds:.1f} s.")


def print_(
    context: typer.Context,
    games: Games = None,
    changed: Annotated[bool, typer.Option("--changed", help="Only what differs from what is on paper.")] = False,
    since: Annotated[
        str | None,
        typer.Option(metavar="REV|MANIFEST", show_default="the ledger", help="What is on paper, if not the ledger."),
    ] = None,
    record: Annotated[bool, typer.Option("--record", help="Note in printed.yaml what is now on paper.")] = False,
    paper: Papers = None,
    backs: Backs = "long-edge",
    ink_saver: InkSaver = False,
    stacked: Stacked = False,
    printer: PrinterName = None,
    cutter: CutterName = "",
    cut: Cut = "through",
    out: Out = None,
    jobs: Jobs = 0,
    draft: Draft = False,
    project: Project = None,
) -> None:
    """Make the PDFs to print: everything, or only what changed.

    With --changed, a game's PDF holds just the copies that paper lacks, and its first page is the pull list: what
    to take out of the old deck, what replaces it and what is new. It goes to output/<game>/changes/.
    With --record, cards/<game>/printed.yaml notes what is now on paper; --changed compares with it.
    With --ink-saver, areas become white with a line in their colour and light type becomes dark; the files end in
    -ink-saver.pdf and lie beside the coloured ones, page for page the same.

    \b
    Examples:
      pressplay print king-of-clubs --record             everything, and remember it
      pressplay print king-of-clubs --changed            look at what would be printed
      pressplay print king-of-clubs --changed --record   print it, and remember it
      pressplay print king-of-clubs --changed --since v1.0 --paper letter
      pressplay print king-of-clubs --cutter silhouette  with its marks, and cut files as SVG and DXF
      pressplay print king-of-clubs --ink-saver          line art on white; pages as in the coloured PDF
    """
    from pressplay.exports.options import Options
    from pressplay.exports.targets import PRINT

    root = find_project(project or context.obj)
    one_of("--backs", backs, BACKS)
    know_cutter(cutter, cut, backs)
    if since is not None and not changed:
        usage("--since goes with --changed.", "pressplay print --changed --since v1.0")
    if draft and (record or changed):
        usage("A draft is not recorded as printed, nor compared with what is.", "leave --record and --changed away")
    papers = split(paper)
    options = Options(
        papers=papers or Options().papers,
        targets=(PRINT.name,),
        backs=backs,
        stacked=stacked,
        printer=known_printer(printer),
        cutter=cutter,
        cut=cut,
        jobs=jobs,
        ink_saver=ink_saver,
        draft=draft,
    )
    folder = _folder(out, root, draft)
    if changed:
        _print_changed(root, games, since, record, options, folder)
        return
    from pressplay.build.pipeline import build_games
    from pressplay.changes.reprint import record_all

    started = time.monotonic()
    ids = game_ids(root, games)
    with progress() as tell:
        result = build_games(root, ids, options, folder, tell)
    mention(result.remarks)
    if result.written:
        _tell_build(result, folder, time.monotonic() - started)
    stop_at(result.problems, _consequence(result, draft))
    if record:
        paths, problems = record_all(root, ids)
        stop_at(problems, "nothing was recorded")
        for path in paths:
            say(f"Recorded in {short(root / path)}.")


def _print_changed(
    root: Path, games: list[str] | None, since: str | None, record: bool, options: "Options", folder: Path
) -> None:
    from pressplay.changes.archive import Archive
    from pressplay.changes.reprint import on_paper, print_changes
    from pressplay.changes.reprint import record as note
    from pressplay.files import ProjectFiles
    from pressplay.project.load import find_papers

    ids = game_ids(root, games)
    if not games and since is None:
        ids = [id for id in ids if (root / "cards" / id / "printed.yaml").is_file()] or ids
    papers = find_papers(ProjectFiles(root), options.papers)
    with progress() as tell, Archive(root, tell) as archive:
        done = print_changes(archive, since, ids, options, papers, folder)
        stop_at(archive.problems, "nothing was written")
    for reprint in done:
        _tell_reprint(reprint, folder)
        if record:
            path = note(root, reprint.comparison.new.game, on_paper(reprint.comparison))
            say(f"  recorded in {short(root / path)}")


def _tell_reprint(done: "Reprint", folder: Path) -> None:
    """What a print of changes holds."""
    found = done.comparison
    out, come = sum(c.to_pull for c in found.changes), sum(c.to_print for c in found.changes)
    if not done.files:
        say(f"{found.new.game}: paper is up to date; nothing to print.")
        return
    say(f"{found.new.game}: {number(out, 'piece')} out, {come} in.")
    for change in found.changes:
        if change.to_pull or change.to_print:
            say(f"  {change.sort.ljust(11)}  {change.now.name}: {change.to_pull} out, {change.to_print} in")
    for path, pages in zip(done.files, done.pages.values()):
        say(f"  {number(pages, 'page')}: {short(folder / found.new.game / 'changes' / path)}")
