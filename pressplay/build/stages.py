"""Stages that not every build needs, each imported when a target asks for it: most are slow to load."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from pressplay.data.pieces import Paper
from pressplay.drawing.component import Component
from pressplay.drawing.picture import Picture
from pressplay.exports.options import Options
from pressplay.exports.target import Need
from pressplay.exports.targets import TARGETS
from pressplay.game import Game
from pressplay.problem import Place, Problem
from pressplay.sheets.sheet import Deck

if TYPE_CHECKING:
    from pressplay.table.table import Arrangement


def needs_of(options: Options) -> Need:
    """What the targets asked for want made before them."""
    return reduce(or_, (TARGETS[name].needs for name in options.targets), Need.NOTHING)


def wake(options: Options) -> None:
    """Load what will be needed after the drawing."""
    if Need.SHEETS in needs_of(options):
        from pressplay.sheets import impose  # noqa: F401
    for name in options.targets:
        TARGETS[name].exporter()


def lacking_table(game: Game, options: Options) -> list[Problem]:
    """The targets that show a whole game need its table: nothing else says what lies where."""
    if game.table and not options.kinds:
        return []
    place = Place(game.table.path if game.table else f"cards/{game.id}/table.yaml")
    hint = "build it without --kind" if game.table else "write one; docs/tabletop.md says how"
    return [
        Problem(place, f"--to {name} shows a whole game, and so needs its table", hint)
        for name in options.targets
        if Need.TABLE in TARGETS[name].needs
    ]


def arrange_table(game: Game, components: Sequence[Component]) -> "tuple[Arrangement | None, list[Problem]]":
    """What lies where on a virtual table, for games that have one."""
    if not game.table:
        return None, []
    from pressplay.table.arrange import arrange

    return arrange(game.table, game.contents, components)


def typeset_rulebook(game: Game, components: tuple[Component, ...]) -> tuple[tuple[Picture, ...], list[Problem]]:
    """The pages of the rulebook."""
    from pressplay.booklet.typeset import typeset

    return typeset(game, components)


def impose_decks(
    game: Game, components: tuple[Component, ...], options: Options, papers: Sequence[Paper]
) -> tuple[tuple[Deck, ...], list[Problem]]:
    """The sheets for each paper; in lines, if that is asked for."""
    from pressplay.sheets.impose import impose

    decks = tuple(impose(components, game, paper, options.press) for paper in papers)
    return spare_decks(game, components, decks) if options.ink_saver else (decks, [])


def spare_decks(
    game: Game, components: Sequence[Component], decks: tuple[Deck, ...]
) -> tuple[tuple[Deck, ...], list[Problem]]:
    """The same sheets with every picture in lines, once preflight has looked at these as well."""
    from pressplay.ink_saver.pieces import spare_pieces

    spared, problems = spare_pieces(game, components)
    return () if problems else tuple(deck.redrawn(spared) for deck in decks), problems


def draft_pages(game: Game, pages: tuple[Picture, ...]) -> tuple[Picture, ...]:
    """Pages of the rulebook that say they are a draft."""
    from pressplay.drawing.type.font import open_font
    from pressplay.faces.draft import marked

    return tuple(marked(page, open_font(game.files, game.text_font())) for page in pages)


def draft_decks(decks: tuple[Deck, ...]) -> tuple[Deck, ...]:
    """Sheets that say they are a draft."""
    from pressplay.faces.draft import WORDS
    from pressplay.sheets.sheet import Note

    return tuple(
        replace(
            deck,
            sheets=tuple(
                replace(sheet, notes=(*sheet.notes, Note(WORDS, sheet.width / 2, 25.0, 11.0, turn=90)))
                for sheet in deck.sheets
            ),
        )
        for deck in decks
    )
