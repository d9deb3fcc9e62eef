"""The games' sheets: as few as promised, on every paper and for every way of printing backs."""

from collections import Counter

import pytest
from support.games import DrawnGame, drawn_game
from support.sample import PAPERS

from pressplay.sheets.frame import Press
from pressplay.sheets.impose import impose
from pressplay.sheets.sheet import Deck

# Sheets of paper on A4, Letter, A3 and Tabloid; printed on both sides, and folded along the middle.
SHEETS = {
    "bpms-per-minute": ((16, 17, 8, 8), (34, 34, 15, 17)),
    "dj-duels-with-a-z": ((13, 14, 7, 7), (27, 27, 13, 14)),
    "genesis-of-destiny-supreme": ((18, 19, 9, 9), (31, 31, 15, 16)),
    "king-of-clubs": ((7, 7, 4, 4), (14, 14, 7, 7)),
    "monstercat-card-game": ((17, 18, 9, 9), (33, 33, 15, 16)),
}


def deck(drawn: DrawnGame, paper: str, backs: str) -> Deck:
    return impose([one for one in drawn.components if one.piece.copies], drawn.game, PAPERS[paper], Press(backs))


@pytest.mark.parametrize("game", SHEETS)
def test_no_game_takes_more_sheets_than_promised(game: str) -> None:
    drawn = drawn_game(game)
    for backs, promised in zip((("long-edge", "short-edge"), ("gutterfold",)), SHEETS[game], strict=True):
        for paper, most in zip(PAPERS, promised, strict=True):
            for how in backs:
                usage = deck(drawn, paper, how).usage
                assert usage.fewest <= usage.sheets <= most, (paper, how)


@pytest.mark.parametrize("game", SHEETS)
def test_every_copy_is_printed_once(game: str) -> None:
    drawn = drawn_game(game)
    components = [one for one in drawn.components if one.piece.copies]
    found: Counter[str] = Counter()
    for sheet in deck(drawn, "a4", "long-edge").sheets:
        for placed in sheet.placed:
            paired = drawn.game.kinds[placed.piece.kind].print == "both-sides"
            found[repr(placed.piece)] += sheet.side != "back" or paired
    tiled = {"play-mat/mat": 3}
    assert found == {repr(one.piece): tiled.get(repr(one.piece), one.piece.copies) for one in components}
