"""Boxes: sized from the game, printed as other programs read it, with lines where the geometry has them."""

import subprocess
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pdfplumber
import pypdfium2
import pytest
from support.command_line import pressplay
from support.games import drawn_game
from support.sample import PAPERS, POKER, components, game, kind

from pressplay.data.pieces import Size
from pressplay.drawing.component import Component
from pressplay.exports.pdf.boxes import write
from pressplay.sheets.boxes import STOCKS, Stock, box_set
from pressplay.units import PT_PER_MM


def of(pieces: list[Component], tabletop: str) -> list[Component]:
    held = replace(pieces[0].kind, tabletop=tabletop)
    return [Component(held, one.piece, one.front, one.back) for one in pieces]


def pieces() -> list[Component]:
    return [
        *components(kind("song", POKER), 27, copies=2, one=True),
        *components(kind("hype", POKER), 18),
        *components(kind("aid", POKER), 2),
        *of(components(kind("token", Size("token", 20, 20, 0, "circle")), 2, copies=20, back=None), "token"),
    ]


def test_boxes_are_sized_from_the_cards() -> None:
    held = pieces()
    boxes = box_set(game(held), held, STOCKS["none"])
    together, songs, hypes, tokens = boxes.plans
    assert songs.inside == pytest.approx((65.5, 90.9, 54 * 0.33 + 1.5))
    assert hypes.contents == "18 cards"
    assert together.contents == "74 cards, 3 dividers" and together.title == "Sample Game"
    assert together.inside == pytest.approx((65.5, 98.9, 77 * 0.33 + 1.5)), "room for the dividers and their tabs"
    assert [divider.title for divider in boxes.dividers] == ["Song cards", "Hype cards", "Aid cards"]
    assert boxes.dividers[0].height == pytest.approx(96.9) and boxes.dividers[0].height < together.inside.height
    # Forty tokens of 2 mm in stacks of eight: five stacks, in two rows of three.
    assert sorted(tokens.inside[:2]) == pytest.approx([2 * 21.5 + 1.5, 3 * 21.5 + 1.5])
    assert tokens.inside.depth == 8 * 2 + 3


def test_sleeves_make_cards_larger_and_thicker() -> None:
    held = pieces()
    songs = box_set(game(held), held, STOCKS["thick"]).plans[1]
    assert songs.inside == pytest.approx((68, 93.4, 54 * 0.53 + 1.5))
    thin = box_set(game(held), held, Stock(0.2)).plans[1]
    assert thin.inside.depth == pytest.approx(54 * 0.2 + 1.5)


def test_a_net_larger_than_the_paper_is_told_and_the_others_printed() -> None:
    held = components(kind("song", POKER), 130)
    boxes = box_set(game(held), held, STOCKS["thick"])
    pages = write(boxes, game(held), PAPERS["a4"])
    assert not pages.printed and [plan.title for plan in pages.too_large] == ["Song cards"] and not pages.data
    assert write(boxes, game(held), PAPERS["a3"]).printed


def test_the_file_is_sound_and_says_what_it_holds(tmp_path: Path, tool: Callable[[str], str]) -> None:
    held = pieces()
    pages = write(box_set(game(held), held, STOCKS["none"]), game(held), PAPERS["a4"])
    (tmp_path / "boxes.pdf").write_bytes(pages.data)
    checked = subprocess.run([tool("qpdf"), "--check", tmp_path / "boxes.pdf"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    document = pypdfium2.PdfDocument(pages.data)
    assert [mark.get_title() for mark in document.get_toc()] == [
        "Sample Game",
        "Song cards",
        "Hype cards",
        "Token cards",
        "Dividers",
    ]
    words = document[1].get_textpage().get_text_range()
    assert "54 cards" in words and "65.5 × 90.9 × 19.3 mm inside" in words and "fold along dashes" in words
    assert document[4].get_textpage().get_text_range().count("Hype cards") >= 1


def test_fold_lines_are_dashed_where_the_net_has_folds() -> None:
    held = components(kind("song", POKER), 54, one=True)
    (plan,) = box_set(game(held), held, STOCKS["none"]).plans
    data = write(box_set(game(held), held, STOCKS["none"]), game(held), PAPERS["a4"]).data
    with pdfplumber.open(BytesIO(data)) as document:
        lines = document.pages[0].lines
        dashed = [line for line in lines if line.get("dash") and line["dash"][0]]
    found = sorted(max(line["width"], line["height"]) / PT_PER_MM for line in dashed)
    folds = sorted(abs(f.end[0] - f.start[0]) + abs(f.end[1] - f.start[1]) for f in plan.net.folds)
    assert found == pytest.approx(folds, abs=0.02)


@pytest.mark.parametrize("id", ["bpms-per-minute", "genesis-of-destiny-supreme", "monstercat-card-game"])
def test_the_games_fit_their_boxes_on_a4(id: str) -> None:
    drawn = drawn_game(id)
    boxes = box_set(drawn.game, drawn.components, STOCKS["none"])
    pages = write(boxes, drawn.game, PAPERS["a4"])
    assert pages.too_large == ()
    copies = {kind.title: sum(p.copies for p in drawn.game.pieces[kind.id]) for kind in drawn.game.kinds.values()}
    sorts = {kind.title: kind.tabletop for kind in drawn.game.kinds.values()}
    trays = [plan.title for plan in pages.printed if "base" in {panel.name for panel in plan.net.panels}]
    assert trays == [
        title for title, sort in sorts.items() if sort in ("tile", "token", "standee") and copies[title] > 3
    ]


def test_the_command_line_makes_boxes(starter: Path) -> None:
    done = pressplay("box", "first-steps", cwd=starter)
    assert done.code == 0, done
    assert (starter / "output/first-steps/boxes/first-steps-boxes-a4.pdf").read_bytes().startswith(b"%PDF-1.7")
    assert "mm inside" in done.out and "1 net" in done.out
    wrong = pressplay("box", "first-steps", "--sleeves", "thik", cwd=starter)
    assert wrong.code == 2 and "thick" in wrong.err
    nothing = pressplay("box", "first-steps", "--kind", "stp", cwd=starter)
    assert nothing.code == 2 and "no such kind" in nothing.err
