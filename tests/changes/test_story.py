"""A designer's evening: print, change a few things, see what changed, print only that, with King of Clubs."""

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pdfplumber
import pytest
from PIL import Image
from support.command_line import edit, pressplay
from support.repository import commit, git
from support.sample import PAPERS

from pressplay.build.pipeline import read_games
from pressplay.changes.impact import impact
from pressplay.faces.draw import draw_pieces
from pressplay.sheets.impose import impose

GAME = "king-of-clubs"
MOVES = 20
SHEETS = "output/king-of-clubs/changes/king-of-clubs-changes-a4.pdf"


@dataclass
class Evening:
    """The project once everything has been changed, and what it looked like before."""

    root: Path
    before: dict[str, Any]  # the manifest of what was printed
    said: dict[tuple[str, ...], Any] = field(default_factory=dict)  # what a command that writes nothing has said

    def run(self, *words: str | Path) -> str:
        done = pressplay(*words, cwd=self.root)
        assert done.code == 0, done
        return done.out

    def diff(self, *words: str) -> Any:
        if words not in self.said:
            (self.said[words],) = json.loads(self.run("diff", *words, "--format", "json"))["games"]
        return self.said[words]

    def ledger(self) -> dict[str, tuple[str, int]]:
        """Piece → version and copies, as a reader of the file sees them."""
        text = (self.root / f"cards/{GAME}/printed.yaml").read_text("utf-8")
        found = re.findall(r'^(\S+): \{version: "(.*?)", copies: (\d+), front: [0-9a-f"]{64,66}', text, re.M)
        assert len(found) == sum(not line.startswith("#") for line in text.splitlines())
        return {piece: (version, int(copies)) for piece, version, copies in found}


@pytest.fixture(scope="module")
def evening(repository: Path, tmp_path_factory: pytest.TempPathFactory, tool: Callable[[str], str]) -> Evening:
    """Tag, print with record; then a fact, a card, a deletion, more copies, and a macro that one deck uses."""
    tool("git")
    root = tmp_path_factory.mktemp("evening")
    for path in (f"cards/{GAME}", f"templates/{GAME}", "templates/_shared", "templates/icons", "fonts"):
        shutil.copytree(repository / path, root / path)
    for file in repository.glob("cards/*.yaml"):
        shutil.copy(file, root / "cards")
    (root / f"cards/{GAME}/printed.yaml").unlink(missing_ok=True)
    (root / f"cards/{GAME}/canon.yaml").unlink()  # this evening makes another game of it
    (root / ".gitignore").write_text("output/\n.pressplay/\n.pressplay-cache/\n")
    git(root, "init", "-q")
    commit(root, "The first deck")
    git(root, "tag", "v1.2")
    done = pressplay("print", GAME, "--record", "--paper", "a4", cwd=root)
    assert done.code == 0, done
    commit(root, "Printed")
    before = json.loads((root / f"output/{GAME}/manifest.json").read_text("utf-8"))
    cards, templates = root / f"cards/{GAME}", root / f"templates/{GAME}"
    edit(cards / "game.yaml", 'version: "1.2"', 'version: "1.3"')
    edit(cards / "rulebook.md", "  hand_limit: 5\n", "  hand_limit: 4\n")
    edit(cards / "rulebook.md", f"  move_total: {MOVES}\n", f"  move_total: {MOVES - 1}\n")
    edit(cards / "rulebook.md", "  point_card_total: 4\n", "  point_card_total: 5\n")
    edit(cards / "nightclubs.yaml", "Low gravity. High heels.", "Low gravity, high heels, no shame.")
    moves = (cards / "moves.yaml").read_text("utf-8").splitlines(True)
    assert "The Stuck Drawer" in moves[-1]
    (cards / "moves.yaml").write_text("".join(moves[:-1]), "utf-8")
    edit(cards / "point-cards.yaml", "copies: 4", "copies: 5")
    edit(templates / "steps.xml", 'stroke-width="1" dash', 'stroke-width="1.3" dash')
    assert pressplay("check", cwd=root).code == 0
    return Evening(root, before)


@pytest.fixture(scope="module")
def moves(evening: Evening) -> set[str]:
    """The moves that are left: all of them show the chart that was redrawn."""
    found = {f"move/{piece['id']}" for piece in evening.before["pieces"] if piece["kind"] == "move"}
    return found - {"move/the-stuck-drawer"}


@pytest.fixture(scope="module")
def wanted(moves: set[str]) -> dict[str, set[str]]:
    """What changed, and nothing else."""
    return {
        "changed": moves | {"nightclub/half-past-moon", "aid/advanced"},
        "removed": {"move/the-stuck-drawer"},
        "copies up": {"point-card/disco-ball"},
    }


def by_sort(game: dict[str, Any]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for piece in game["pieces"]:
        found.setdefault(piece["change"], set()).add(f"{piece['kind']}/{piece['id']}")
    return found


# See it ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("since", [(), ("v1.2",)])
def test_diff_says_exactly_the_right_pieces(evening: Evening, wanted: dict[str, set[str]], since: tuple[str]) -> None:
    game = evening.diff(*since)
    assert by_sort(game) == wanted
    assert game["versions"] == ["1.2", "1.3"]
    assert {fact["fact"]: (fact["before"], fact["after"]) for fact in game["facts"]} == {
        "hand_limit": ("5", "4"),
        "move_total": ("20", "19"),
        "point_card_total": ("4", "5"),
    }
    rules = {rule["rule"]: rule for rule in game["rules"]}
    assert set(rules) == {"hand-limit", "move-cards", "disco-balls"}
    assert rules["hand-limit"]["before"].startswith("You may hold 5 Moves.")
    assert rules["hand-limit"]["after"].startswith("You may hold 4 Moves.")
    pieces = {f"{piece['kind']}/{piece['id']}": piece for piece in game["pieces"]}
    moon = pieces["nightclub/half-past-moon"]
    assert [edit["field"] for edit in moon["fields"]] == ["tagline"] and moon["sides"] == ["front"]
    assert pieces["move/faint"]["because"] == [f"templates/{GAME}/steps.xml"] and not pieces["move/faint"]["fields"]
    assert "fact hand_limit" in pieces["aid/advanced"]["because"]
    assert pieces["point-card/disco-ball"]["copies"] == [4, 5]


def test_between_two_revisions_the_files_here_do_not_matter(evening: Evening) -> None:
    game = evening.diff("v1.2", "HEAD")
    assert not game["pieces"] and not game["facts"] and not game["rules"]


def test_the_table_is_for_people(evening: Evening) -> None:
    said = evening.run("diff")
    assert re.search(r"^changed +nightclub/half-past-moon +Half Past Moon +1 +front +tagline$", said, re.M)
    assert re.search(r"^copies up +point-card/disco-ball +Disco Ball Point +4 → 5", said, re.M)
    assert "fact hand_limit: 5 → 4" in said and "    + You may hold 4 Moves." in said
    assert f"{MOVES + 1} changed, 1 removed, 1 copies up; on paper: 22 out, 22 in." in said


# What depends on what ----------------------------------------------------------------------------------------------


Asked = Callable[[str], tuple[dict[str, Any], set[str]]]


@pytest.fixture(scope="module")
def ask(evening: Evening) -> Asked:
    """What depends on a word, and the pieces among it; the game is drawn once for all words."""
    games, problems = read_games(evening.root, [GAME])
    assert not problems
    drawn = draw_pieces(games[0])
    deck = impose([one for one in drawn.components if one.piece.copies], games[0], PAPERS["a4"])

    def asked(word: str) -> tuple[dict[str, Any], set[str]]:
        (found,) = [one.as_json() for one in impact(games[0], drawn.components, drawn.reads, deck, word)]
        return found, {f"{piece['kind']}/{piece['id']}" for piece in found["pieces"]}

    return asked


def test_impact_of_a_fact(ask: Asked) -> None:
    found, pieces = ask("hand_limit")
    assert found["is"] == "fact" and pieces == {"aid/advanced"}
    assert {rule["rule"] for rule in found["rules"]} == {"hand-limit", "draw-value"}
    assert [sentence["sentence"] for sentence in found["sentences"]] == [
        "You may hold 4 Moves.",
        "If you have more after drawing, discard at once down to 4.",
    ]
    assert len(found["sheets"]) == 2  # a front and its back


def test_impact_of_a_template(ask: Asked, moves: set[str]) -> None:
    assert ask("steps.xml")[1] == moves
    scenes = ask("scenes.xml")[1]
    assert scenes and all(piece.startswith("nightclub/") for piece in scenes)
    everything = ask(f"templates/{GAME}/parts.xml")[1]
    assert moves | scenes < everything


def test_impact_of_a_field_a_rule_and_an_icon(ask: Asked, moves: set[str]) -> None:
    found, pieces = ask("nightclub.prestige")
    assert len(pieces) == 9 and "nightclub-values" in {rule["rule"] for rule in found["rules"]}
    found, pieces = ask("hand-limit")
    assert found["is"] == "rule" and pieces == moves | {"aid/advanced"}
    found, pieces = ask("shoe")
    assert found["is"] == "icon" and moves <= pieces and not any(piece.startswith("nightclub/") for piece in pieces)


def test_impact_on_the_command_line(evening: Evening) -> None:
    said = evening.run("impact", GAME, "hand_limit")
    assert "aid/advanced  The Advanced Night (texts)" in said and "2 sheets of the a4 print" in said
    done = pressplay("impact", GAME, "hand_limt", cwd=evening.root)
    assert done.code == 2 and "did you mean hand_limit?" in done.err


# The page ----------------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """Which pieces a page shows, with which pictures."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: dict[str, list[str]] = {}
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "article":
            self.pieces[given["data-words"].split()[-1]] = []
        elif tag == "button" and given.get("class", "").startswith("pic "):
            list(self.pieces.values())[-1].append(given["aria-label"].split(":")[0])

    def handle_data(self, data: str) -> None:
        self.text += data


# What a person does with keys and clicks, and what comes of it.
TRY = """<script>
const seen = {errors: 0};
addEventListener("error", () => seen.errors++);
const key = key => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
const visible = () => document.querySelectorAll(".piece:not([hidden])").length;
key("j"); seen.first = document.activeElement.dataset.words;
key("j"); seen.second = document.activeElement.dataset.words;
key("k"); seen.back = document.activeElement.dataset.words;
key("/"); seen.finding = document.activeElement.id;
find.value = "moon"; find.dispatchEvent(new Event("input", {bubbles: true})); seen.found = visible();
find.value = ""; find.dispatchEvent(new Event("input", {bubbles: true})); seen.all = visible();
document.querySelector("input[value=changed]").click(); seen.unchanged = visible();
document.querySelector("input[value=changed]").click();
document.querySelector(".piece button.pic").click(); seen.open = dialog.open;
key("ArrowRight"); seen.large = dialog.querySelector("p").textContent;
dialog.close();
seen.wide = document.documentElement.scrollWidth > innerWidth;
seen.pictures = [];
document.body.dataset.seen = JSON.stringify(seen);
for (const pic of document.querySelectorAll("button.pic")) {
  const image = new Image();
  image.onload = image.onerror = () => {
    seen.pictures.push(image.naturalWidth);
    document.body.dataset.seen = JSON.stringify(seen);
  };
  image.src = getComputedStyle(pic).backgroundImage.slice(5, -2);
}
</script>"""


def chromium(program: str, folder: Path, page: Path, width: int, *more: str) -> str:
    """What headless Chromium, without a network, makes of a page."""
    command = [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"]
    command += [f"--user-data-dir={folder}", "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=20000"]
    command += [f"--window-size={width},1600", *more, page.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def page(evening: Evening) -> Path:
    file = evening.root.parent / "changes.html"
    evening.run("diff", "--html", file)
    return file


def test_the_page_shows_every_changed_piece(page: Path, wanted: dict[str, set[str]]) -> None:
    text = page.read_text("utf-8")
    shown = Page()
    shown.feed(text)
    assert set(shown.pieces) == set().union(*wanted.values())
    assert shown.pieces["nightclub/half-past-moon"] == ["before", "after", "difference"]
    assert shown.pieces["move/the-stuck-drawer"] == ["was", "was"]
    assert "Gone: The Stuck Drawer" in shown.text and "You may hold 4 Moves." in shown.text
    assert not re.search(r'(?:src|href)="(?!#)', text) and "://" not in text
    assert str(page.parent) not in text


@pytest.mark.parametrize("width", [1280, 500])  # a headless window is never narrower
def test_the_page_works_in_a_browser(page: Path, tool: Callable[[str], str], tmp_path: Path, width: int) -> None:
    tried = tmp_path / "tried.html"
    tried.write_text(page.read_text("utf-8").replace("</body>", TRY + "</body>"), "utf-8")
    dom = chromium(tool("chromium"), tmp_path / "browser", tried, width, "--dump-dom")
    data = re.search(r'data-seen="(.*?)"', dom)
    assert data
    seen = json.loads(data[1].replace("&quot;", '"').replace("&amp;", "&"))
    assert seen["errors"] == 0 and not seen["wide"]
    assert seen["first"] == seen["back"] != seen["second"]
    assert seen["finding"] == "find" and seen["found"] == 1
    assert seen["all"] == MOVES + 3 and seen["unchanged"] == 2
    assert seen["open"] and seen["large"].startswith("after: ")
    assert len(seen["pictures"]) >= 3 * (MOVES + 1) and min(seen["pictures"]) >= 200


def test_the_page_is_drawn(page: Path, tool: Callable[[str], str], tmp_path: Path) -> None:
    shot = tmp_path / "page.png"
    chromium(tool("chromium"), tmp_path / "browser", page, 1280, f"--screenshot={shot}")
    with Image.open(shot) as image:
        colors = image.convert("RGB").getcolors(1 << 24)
    assert colors and len(colors) > 2000  # pictures, not words alone


# Print only that ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def reprint(evening: Evening) -> list[str]:
    """The pages of the PDF of changes as text."""
    evening.run("print", GAME, "--changed", "--paper", "a4")
    with pdfplumber.open(evening.root / SHEETS) as pdf:
        return [page.extract_text() for page in pdf.pages]


def test_the_pdf_holds_exactly_the_copies_that_are_needed(evening: Evening, reprint: list[str]) -> None:
    game = evening.diff()
    needed = {piece["new"]["front"][:4]: piece["print"] for piece in game["pieces"] if piece["print"]}
    assert len(needed) == MOVES + 2 and set(needed.values()) == {1}
    fronts = [page for page in reprint if "A4 · front" in page]
    stamps = Counter(stamp for page in fronts for stamp in re.findall(r"1\.3 · ([0-9a-f]{4})", page))
    assert stamps == needed
    assert sum(page.count("You won the night") for page in fronts) == 1  # one more, not five


def test_sheets_are_shared_and_backs_follow_their_fronts(reprint: list[str]) -> None:
    sheets = [page for page in reprint if "A4 · front" in page or "A4 · back" in page]
    assert len(sheets) == 2 * -(-(MOVES + 2) // 9)  # nine poker cards a page, whatever deck they are from
    assert ["front" if "A4 · front" in page else "back" for page in sheets] == ["front", "back"] * (len(sheets) // 2)
    assert "A4 · front" in reprint[reprint.index(sheets[0])] and reprint.index(sheets[0]) % 2 == 0
    assert any("Half Past Moon" in page and "Faint" in page for page in sheets)


def test_the_first_page_is_the_pull_list(evening: Evening, reprint: list[str]) -> None:
    listed = "\n".join(page for page in reprint if "pull list" in page)
    assert "what changed" in reprint[0] and "22 pieces out, 22 in" in reprint[0]
    game = evening.diff()
    for piece in game["pieces"]:
        assert piece["title"] in listed
        if piece["pull"]:
            assert f"out: {piece['pull']} × stamp 1.2 · {piece['old']['front'][:4]}" in listed
        if piece["print"]:
            assert f"in: {piece['print']} × stamp 1.3 · {piece['new']['front'][:4]}" in listed
    with pdfplumber.open(evening.root / SHEETS) as pdf:
        assert len(pdf.pages[0].images) >= 30  # the cards as they were and as they are


def test_the_same_since_a_manifest(evening: Evening, reprint: list[str], tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.json"
    manifest.write_text(json.dumps(evening.before), "utf-8")
    before = (evening.root / SHEETS).read_bytes()
    evening.run("print", GAME, "--changed", "--paper", "a4", "--since", manifest, "--out", tmp_path)
    with pdfplumber.open(tmp_path / SHEETS.removeprefix("output/")) as pdf:
        again = [page.extract_text() for page in pdf.pages]
    assert again[1:] == reprint[1:]  # the first names what it was compared with
    assert (evening.root / SHEETS).read_bytes() == before


def test_at_last_the_ledger_says_what_is_on_paper(evening: Evening, wanted: dict[str, set[str]]) -> None:
    """This comes last: it records."""
    before = evening.ledger()
    assert set(before) == {f"{piece['kind']}/{piece['id']}" for piece in evening.before["pieces"]}
    evening.run("print", GAME, "--changed", "--record", "--paper", "a4")
    after = evening.ledger()
    assert set(before) - set(after) == {"move/the-stuck-drawer"}
    assert {piece for piece in after if after[piece] != before[piece]} == wanted["changed"] | wanted["copies up"]
    assert all(after[piece] == ("1.3", 1) for piece in wanted["changed"])
    assert after["point-card/disco-ball"] == ("1.2", 5)  # four of the five carry the old stamp, and the same picture
    evening.said.clear()
    assert not evening.diff()["pieces"]
    changed = git(evening.root, "diff", "--stat", "--", f"cards/{GAME}/printed.yaml")
    assert f"{MOVES + 2} insertions(+), {MOVES + 3} deletions(-)" in changed  # one line a piece
