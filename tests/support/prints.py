"""Games printed for tests."""

from support.sample import PAPERS, POKER, components, disc, game, icon, kind, picture, piece, rect, run

from pressplay.data.pieces import Size
from pressplay.drawing.component import Component
from pressplay.drawing.paint import Linear, Radial, Stop
from pressplay.exports.pdf.print import write
from pressplay.sheets.frame import Press
from pressplay.sheets.impose import impose
from pressplay.sheets.sheet import Deck
from pressplay.units import BLEED


def printed(pieces: list[Component], paper: str = "a4", backs: str = "long-edge") -> tuple[Deck, bytes]:
    deck = impose(pieces, game(pieces), PAPERS[paper], Press(backs))
    return deck, write(deck, game(pieces))


def rich_pieces() -> list[Component]:
    """Pieces that use everything a picture may hold, of several sizes and shapes."""
    shown = picture(
        POKER,
        (
            rect(
                -BLEED,
                -BLEED,
                63.5 + 2 * BLEED,
                88.9 + 2 * BLEED,
                Linear(0, 0, 63.5, 88.9, (Stop("#ff8800", 0), Stop("#220066", 1))),
            ),
            disc(30, 30, 10, Radial(30, 30, 10, (Stop("#ffffff", 0), Stop("#0000ff", 1)))),
            rect(10, 50, 20, 10, "#00ff00", opacity=0.5),
            icon("crown", 10, 10, 8, "#ffffff"),
            run("Naïve “Wave” – 120 × 3", 10, 70),
        ),
    )
    card = kind("song")
    return [
        Component(card, piece(card, "rich", 3), shown, shown),
        *components(card, 4),
        *components(kind("token", Size("token", 25, 25, 0, "circle")), 5),
        *components(kind("tile", Size("tile", 50, 43.3, 0, "hex")), 5),
        *components(kind("board", Size("board", 400, 300)), 1),
    ]
