"""Commands that tell what changed and what a change would touch: diff and impact."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .console import number, progress, say, say_table, short
from .errors import stop_at, usage
from .options import OneGame, Project, find_project, game_ids, one_of, split

if TYPE_CHECKING:  # what draws and reads is imported where it is used, so that --help starts at once
    from pressplay.changes.comparison import Change, Comparison
    from pressplay.changes.impact import Impact


def diff(
    context: typer.Context,
    old: Annotated[
        str | None,
        typer.Argument(metavar="OLD", show_default="the last print", help="A revision, tag, manifest or folder."),
    ] = None,
    new: Annotated[
        str | None,
        typer.Argument(metavar="NEW", show_default="the working tree", help="A revision, tag, manifest or folder."),
    ] = None,
    game: Annotated[
        list[str] | None, typer.Option(metavar="GAME", show_default=False, help="Only this game; may be repeated.")
    ] = None,
    format: Annotated[str, typer.Option(metavar="text|json", help="json: for other programs.")] = "text",
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", show_default=False, help="A page with before and after pictures.")
    ] = None,
    project: Project = None,
) -> None:
    """Show what changed: pieces, facts and rules.

    OLD and NEW are revisions or tags of git, manifests of earlier builds, or folders of projects. Without them
    the last print that was recorded is compared with the files as they are now.

    \b
    Examples:
      pressplay diff                                what changed since the last print
      pressplay diff v1.0                           since a tag
      pressplay diff v1.0 v1.1 --html changes.html  between two, as a page to open and send
    """
    from pressplay.changes.archive import HERE, LAST, Archive
    from pressplay.changes.reprint import compare_games

    one_of("--format", format, ("text", "json"))
    root = find_project(project or context.obj)
    if new is None and not old:
        game_ids(root, None)
    with progress(lines=False) as tell, Archive(root, tell) as archive:
        before, after = archive.source(old, LAST), archive.source(new, HERE)
        found = compare_games(archive, before, after, list(split(game)))
        stop_at(archive.problems)
        if html:
            from pressplay.changes.page import page
            from pressplay.writing import write_files

            data = page(found, before.name, after.name)
            write_files(html.parent, {html.name: data})
    if format == "json":
        import json

        data_out = {"old": before.name, "new": after.name, "games": [one.as_json() for one in found]}
        say(json.dumps(data_out, ensure_ascii=False, indent=1))
        return
    for comparison in found:
        _comparison(comparison)
    if html:
        say(f"Wrote {short(html.resolve())}.")


def _comparison(found: "Comparison") -> None:
    """A game's changes: its pieces as a table, its facts and rules with their sentences."""
    old, new = found.old, found.new
    say(f"{new.game}: {old.name} ({old.version or 'nothing'}) → {new.name} ({new.version or 'nothing'})")
    if found.nothing:
        say("  nothing changed")
        return
    if found.changes:
        rows = [
            (
                change.sort,
                change.now.name,
                change.now.title,
                "{} → {}".format(*change.copies) if change.copies[0] != change.copies[1] else str(change.copies[1]),
                ", ".join(change.sides),
                _why(change),
            )
            for change in found.changes
        ]
        say_table(("change", "piece", "title", "copies", "sides", "what"), rows)
    for fact in found.facts:
        say(f"fact {fact}")
    for rule in found.rules:
        before, after = rule.sentences
        say(f"rule {rule.id}, {rule.sort}")
        if before == after:
            for mark, checks in zip("-+", rule.checks):
                for check in checks:
                    say(f"    {mark} must {check}")
            continue
        for mark, sentence in (("-", before), ("+", after)):
            if sentence:
                say(f"    {mark} {sentence}")
    counts = ", ".join(f"{count} {sort}" for sort, count in found.counts().items())
    out, come = sum(c.to_pull for c in found.changes), sum(c.to_print for c in found.changes)
    say(f"{counts or 'no piece changed'}; on paper: {out} out, {come} in.")


def _why(change: "Change") -> str:
    """The fields that changed, or what else did that the piece reads."""
    if change.sort == "renamed" and change.old:
        return f"was {change.old.name}"
    return ", ".join([*(edit.name for edit in change.fields), *change.because])


def impact(
    context: typer.Context,
    game: OneGame,
    word: Annotated[
        str,
        typer.Argument(
            metavar="WORD", show_default=False, help="A fact, a rule, KIND.FIELD, a template’s file or an icon."
        ),
    ],
    format: Annotated[str, typer.Option(metavar="text|json", help="json: for other programs.")] = "text",
    paper: Annotated[str, typer.Option(metavar="PAPER", help="Whose sheets are named.")] = "a4",
    project: Project = None,
) -> None:
    """Show what depends on a fact, rule, field, template or icon.

    Named are the pieces, the rules, the sentences of the rulebook and the pages of the print; from what was
    read while they were filled, not from a search for words.

    \b
    Examples:
      pressplay impact king-of-clubs hand_limit           a fact
      pressplay impact king-of-clubs night-ties           a rule
      pressplay impact king-of-clubs nightclub.prestige   a field
      pressplay impact king-of-clubs parts.xml            a template
    """
    from pressplay.changes.reprint import impact_of

    one_of("--format", format, ("text", "json"))
    root = find_project(project or context.obj)
    found, problems, hint = impact_of(root, game_ids(root, [game])[0], word, paper)
    stop_at(problems)
    if not found:
        usage(f"{game} has nothing of the name {word}.", hint)
    if format == "json":
        import json

        say(json.dumps({"game": game, "found": [one.as_json() for one in found]}, ensure_ascii=False, indent=1))
        return
    for one in found:
        _impact(one, paper)


def _impact(one: "Impact", paper: str) -> None:
    """One meaning of a word, and what depends on it."""
    say(f"{one.meaning} {one.name}{f': {one.value}' if one.value else ''}")
    if one.pieces:
        say(f"  {number(len(one.pieces), 'piece')}")
        width = max(len(f"{piece.kind}/{piece.id}") for piece in one.pieces)
        for piece in one.pieces:
            say(f"    {f'{piece.kind}/{piece.id}'.ljust(width)}  {piece.title} ({', '.join(piece.by)})")
    if one.rules:
        say(f"  {number(len(one.rules), 'rule')}")
        for rule in one.rules:
            say(f"    {rule.rule.id} ({rule.rule.place}): {rule.sentence}")
    if one.sentences:
        say(f"  {number(len(one.sentences), 'sentence')} of the rulebook")
        for sentence in one.sentences:
            say(f"    {sentence.place}: {sentence.text}")
    if one.sheets:
        pages = ", ".join(str(page) for page, _ in one.sheets)
        say(
            f"  {number(len(one.sheets), 'sheet')} of the {paper} print: {'page' if len(one.sheets) == 1 else 'pages'} {pages}"
        )
    if not (one.pieces or one.rules or one.sentences):
        say("  nothing depends on it")
