"""Prints in lines: a fraction of the ink, the same words in the same places, and nothing else touched."""

import json
import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

import pdfplumber
import pypdfium2
import pytest
from PIL import Image
from support.command_line import edit, pressplay
from support.games import drawn_game
from support.sample import PAPERS

from pressplay.build.stages import spare_decks
from pressplay.drawing.picture import Picture
from pressplay.exports.pdf.print import write
from pressplay.problem import Problem
from pressplay.sheets.impose import impose
from pressplay.sheets.sheet import Deck
from pressplay.units import MM_PER_PT

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(file.parent.name for file in ROOT.glob("cards/*/game.yaml"))
PDF = "print/first-steps-a4.pdf"
LEAN = "print/first-steps-a4-ink-saver.pdf"


def darkness(page: pypdfium2.PdfPage, scale: float = 2.0) -> float:
    """How much of a page is ink: 1 less its mean luminance."""
    image = page.render(scale=scale).to_pil().convert("RGB")
    bands = zip((0.2126, 0.7152, 0.0722), image.split(), strict=True)
    light = sum(share * sum(map(float.__mul__, linear(), map(float, band.histogram()))) for share, band in bands)
    return float(1 - light / (image.width * image.height))


@cache
def linear() -> list[float]:
    return [v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in range(256)]


def ink(data: bytes, step: int = 3) -> float:
    """The ink of a document: of every third page, which shows fronts and backs alike."""
    document = pypdfium2.PdfDocument(data)
    return sum(darkness(document[index]) for index in range(0, len(document), step))


@dataclass(frozen=True)
class Both:
    """A game's print as ever, and in lines."""

    game: str
    deck: Deck
    lean: Deck
    problems: list[Problem]
    plain_pdf: bytes
    lean_pdf: bytes


@pytest.fixture(scope="module", params=GAMES)
def both(request: pytest.FixtureRequest) -> Both:
    game, everything = drawn_game(request.param)
    components = tuple(one for one in everything if one.piece.copies)
    deck = impose(components, game, PAPERS["a4"])
    decks, problems = spare_decks(game, components, (deck,))
    lean = decks[0] if decks else deck
    return Both(game.id, deck, lean, problems, write(deck, game), write(lean, game))


def test_ink_is_measured() -> None:
    """Black is 1, white 0, half and half a half: a measure that always said little would prove nothing."""
    sheet = Image.new("RGB", (200, 100), "#fff")
    sheet.paste("#000", (0, 0, 100, 100))
    data = BytesIO()
    sheet.save(data, "PDF")
    assert darkness(pypdfium2.PdfDocument(data.getvalue())[0]) == pytest.approx(0.5, abs=0.02)


# ── Every game ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_preflight_finds_nothing(both: Both) -> None:
    assert not [str(problem) for problem in both.problems]


def test_a_third_of_the_ink_or_less(both: Both) -> None:
    share = ink(both.lean_pdf) / ink(both.plain_pdf)
    assert share <= 1 / 3, f"{both.game} still needs {share:.0%} of its ink"


def test_every_word_is_still_there(both: Both, tmp_path: Path, tool: Callable[[str], str]) -> None:
    texts = []
    for data in (both.plain_pdf, both.lean_pdf):
        (tmp_path / "a.pdf").write_bytes(data)
        command = [tool("pdftotext"), "-layout", str(tmp_path / "a.pdf"), "-"]
        texts.append(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert texts[0] == texts[1]
    assert len(texts[0]) > 1000


def test_every_letter_stands_where_it_stood(both: Both) -> None:
    found = []
    for data in (both.plain_pdf, both.lean_pdf):
        with pdfplumber.open(BytesIO(data)) as document:
            pages = [document.pages[0], document.pages[1], document.pages[len(document.pages) // 2]]
            found.append(
                [(c["text"], round(c["x0"], 2), round(c["top"], 2), c["fontname"]) for p in pages for c in p.chars]
            )
    assert sorted(found[0]) == sorted(found[1])


def test_pages_are_as_many_as_large_and_as_marked(both: Both) -> None:
    plain, lean = (pypdfium2.PdfDocument(data) for data in (both.plain_pdf, both.lean_pdf))
    assert len(plain) == len(lean)
    for one, other in zip(plain, lean, strict=True):
        assert one.get_size() == other.get_size()
        assert one.get_trimbox() == other.get_trimbox() and one.get_bleedbox() == other.get_bleedbox()
    for sheet, thin in zip(both.deck.sheets, both.lean.sheets, strict=True):
        assert (sheet.lines, sheet.notes, sheet.cuts) == (thin.lines, thin.notes, thin.cuts)
        assert [(one.box, one.turn, one.clip) for one in sheet.placed] == [(o.box, o.turn, o.clip) for o in thin.placed]


def test_white_pieces_can_be_cut(both: Both) -> None:
    """The marks show: black where a crop mark is, grey where a token's outline is."""
    number, sheet = next((n, s) for n, s in enumerate(both.lean.sheets) if s.lines and s.placed)
    px = 300 / 25.4
    page = pypdfium2.PdfDocument(both.lean_pdf)[number].render(scale=px * MM_PER_PT).to_pil().convert("L")
    for line in sheet.lines:
        x, y = (line.x1 + line.x2) / 2 * px, (line.y1 + line.y2) / 2 * px
        around = page.crop((round(x) - 3, round(y) - 3, round(x) + 4, round(y) + 4))
        assert around.getextrema()[0] < 130, line


def test_the_file_is_sound(both: Both, tmp_path: Path, tool: Callable[[str], str]) -> None:
    (tmp_path / "a.pdf").write_bytes(both.lean_pdf)
    done = subprocess.run([tool("qpdf"), "--check", tmp_path / "a.pdf"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_decks_are_still_told_apart_by_their_backs(both: Both) -> None:
    backs: dict[str, Picture] = {}
    for sheet, thin in zip(both.deck.sheets, both.lean.sheets, strict=True):
        if sheet.side == "back":
            backs |= {one.picture.hash: o.picture for one, o in zip(sheet.placed, thin.placed, strict=True)}
    assert len({picture.hash for picture in backs.values()}) == len(backs)


# ── The commands ──────────────────────────────────────────────────────────────────────────────────────────────────


def manifest(root: Path) -> dict[str, list[dict[str, str]]]:
    data: dict[str, list[dict[str, str]]] = json.loads((root / "output/first-steps/manifest.json").read_text("utf-8"))
    return data


def test_only_prints_change_and_both_prints_stay(starter: Path) -> None:
    assert pressplay("build", "--paper", "a4", cwd=starter).code == 0
    output = starter / "output/first-steps"
    before, pdf = manifest(starter), (output / PDF).read_bytes()
    done = pressplay("build", "--paper", "a4", "--ink-saver", cwd=starter)
    assert done.code == 0 and f"wrote    output/first-steps/{LEAN}" in done.out and "removed" not in done.out, done
    after = manifest(starter)
    assert after["pieces"] == before["pieces"]
    (new,) = [entry for entry in after["files"] if entry not in before["files"]]
    assert (new["path"], new["role"], new["paper"]) == (LEAN, "print-ink-saver", "a4")
    assert (output / PDF).read_bytes() == pdf
    assert ink((output / LEAN).read_bytes(), 1) < ink(pdf, 1)
    assert pressplay("build", "--paper", "a4", cwd=starter).code == 0
    assert manifest(starter) == after and (output / LEAN).is_file()


def test_a_paper_that_is_no_longer_asked_for_goes(starter: Path) -> None:
    """As with coloured prints: a build makes the papers it is told, and takes its own others away."""
    assert pressplay("print", "--ink-saver", cwd=starter).code == 0
    done = pressplay("print", "--ink-saver", "--paper", "a4", cwd=starter)
    assert "removed  output/first-steps/print/first-steps-letter-ink-saver.pdf" in done.out


def test_an_unchanged_print_in_lines_is_not_made_again(starter: Path) -> None:
    plain = ("build", "--to", "print", "--paper", "a4")
    lean = (*plain, "--ink-saver")
    for command, written in ((lean, True), (lean, False), (plain, True), (plain, False), (lean, False)):
        done = pressplay(*command, cwd=starter)
        assert done.code == 0 and (".pdf" in done.out) is written, (command, done)
    edit(starter / "cards/first-steps/steps.yaml", "title: ", "title: A ")
    assert f"wrote    output/first-steps/{LEAN}" in pressplay(*lean, cwd=starter).out


def test_the_same_bytes_every_time(starter: Path, tmp_path: Path) -> None:
    files = []
    for seed, jobs in (("1", "1"), ("2", "2")):
        out = tmp_path / seed
        env = os.environ | {"PYTHONHASHSEED": seed}
        done = pressplay("print", "--ink-saver", "--paper", "a4", "--jobs", jobs, "--out", out, cwd=starter, env=env)
        assert done.code == 0, done
        files.append((out / "first-steps" / LEAN).read_bytes())
    assert files[0] == files[1]


def test_changes_print_in_lines_and_the_ledger_records_the_piece(starter: Path) -> None:
    ledger = starter / "cards/first-steps/printed.yaml"
    assert pressplay("print", "--record", "--paper", "a4", cwd=starter).code == 0
    coloured = ledger.read_bytes()
    assert pressplay("print", "--record", "--ink-saver", "--paper", "a4", cwd=starter).code == 0
    assert ledger.read_bytes() == coloured
    edit(starter / "cards/first-steps/steps.yaml", "title: ", "title: A ")
    changes = starter / "output/first-steps/changes"
    for option in ((), ("--ink-saver",)):
        assert pressplay("print", "--changed", "--paper", "a4", *option, cwd=starter).code == 0
    names = ["first-steps-changes-a4-ink-saver.pdf", "first-steps-changes-a4.pdf"]
    assert sorted(path.name for path in changes.iterdir()) == names
    lean, plain = ((changes / name).read_bytes() for name in names)
    sheets = [list(pypdfium2.PdfDocument(data))[1:] for data in (lean, plain)]  # the pull list shows what to look for
    assert sum(map(darkness, sheets[0])) < sum(map(darkness, sheets[1]))
    done = pressplay("print", "--changed", "--record", "--ink-saver", "--paper", "a4", cwd=starter)
    assert done.code == 0 and ledger.read_bytes() != coloured
    assert "up to date" in pressplay("print", "--changed", "--paper", "a4", cwd=starter).out
    assert not list(changes.iterdir())  # nobody prints either of them twice
