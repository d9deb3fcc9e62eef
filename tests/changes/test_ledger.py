"""The ledger: what it says, how it is read, and what is printed because of it."""

import json
import re
import shutil
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pdfplumber
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from support.command_line import Done, edit, pressplay
from support.repository import commit, git

from pressplay.changes.ledger import Ledger, LedgerEntry, read_ledger

HASH = "0123456789abcdef" * 4
GAME = "first-steps"

hashes = st.text("0123456789abcdef", min_size=64, max_size=64)
ids = st.from_regex(r"[a-z0-9]{1,6}(-[a-z0-9]{1,4})?", fullmatch=True)
versions = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=12).filter(
    lambda v: v == v.strip() and "{{" not in v and "{%" not in v
)
entries = st.builds(LedgerEntry, ids, ids, versions, st.integers(1, 99), hashes, st.none() | hashes)


@given(st.lists(entries, max_size=5, unique_by=lambda e: (e.kind, e.id)))
def test_a_ledger_reads_as_it_was_written(listed: list[LedgerEntry]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "cards/game").mkdir(parents=True)
        written = Ledger("game", tuple(listed)).text()
        (root / "cards/game/printed.yaml").write_text(written, "utf-8")
        read, problems = read_ledger(root, "game")
        assert not problems and read
        assert read.text() == written
        assert [(e.kind, e.id, e.version, e.copies, e.front, e.back) for e in read.entries] == [
            (e.kind, e.id, e.version, e.copies, e.front, e.back) for e in sorted(listed, key=lambda e: (e.kind, e.id))
        ]
        if listed:  # other programs read the same
            plain = yaml.safe_load(written)
            assert {str(entry["front"]) for entry in plain.values()} == {entry.front for entry in listed}


def test_one_line_a_piece_sorted() -> None:
    text = Ledger("g", (LedgerEntry("b", "x", "1", 2, HASH, None), LedgerEntry("a", "y", "1", 1, HASH, HASH))).text()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert lines == [
        f'a/y: {{version: "1", copies: 1, front: {HASH}, back: {HASH}}}',
        f'b/x: {{version: "1", copies: 2, front: {HASH}}}',
    ]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (f"card/a: {{version: '1', copies: 0, front: {HASH}}}", "1:32: card/a.copies is 0; it must be a whole number from 1"),
        (f"card/a: {{version: '1', copies: 1, frnt: {HASH}}}", "1:35: unknown key frnt"),
        ("card/a: {version: '1', copies: 1, front: not-a-hash-at-all}", "1:42: front: “not-a-hash-at-al” is no picture’s hash"),
        (f"card a: {{version: '1', copies: 1, front: {HASH}}}", "1:1: "),
        (f"card/a: {{version: '1', copies: 1, front: {HASH}}}\ncard/a: {{version: '1', copies: 1, front: {HASH}}}", "2:1: "),
        ("- card/a", "1:1: "),
        ("card/a: {version: [", "2:1: a value is missing here, or a bracket is not closed"),
    ],
)  # fmt: skip
def test_a_mistake_is_a_problem_with_its_line(line: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "cards/game").mkdir(parents=True)
    (tmp_path / "cards/game/printed.yaml").write_text(line + "\n", "utf-8")
    ledger, problems = read_ledger(tmp_path, "game")
    assert ledger is None
    assert any(str(found).startswith(f"cards/game/printed.yaml:{problem}") for found in problems), problems


# On a project in git -----------------------------------------------------------------------------------------------


@pytest.fixture
def printed(starter: Path, tool: Callable[[str], str]) -> Path:
    """The starter project in a git repository, printed and recorded."""
    git(starter, "init", "-q")
    commit(starter, "start")
    done = pressplay("print", "--record", "--paper", "a4", cwd=starter)
    assert done.code == 0, done
    commit(starter, "print")
    return starter


def first_piece(root: Path) -> str:
    lines = (root / f"cards/{GAME}/printed.yaml").read_text("utf-8").splitlines()
    return next(line for line in lines if not line.startswith("#")).split(":")[0]


def diff(root: Path, *words: str | Path) -> list[dict[str, object]]:
    done = pressplay("diff", *words, "--format", "json", cwd=root)
    assert done.code == 0, done
    (game,) = json.loads(done.out)["games"]
    pieces: list[dict[str, object]] = game["pieces"]
    return pieces


def test_right_after_a_print_nothing_has_changed(printed: Path) -> None:
    assert diff(printed) == []
    done = pressplay("print", "--changed", "--paper", "a4", cwd=printed)
    assert "paper is up to date; nothing to print" in done.out
    assert not (printed / f"output/{GAME}/changes").exists()


def test_recording_again_changes_no_byte(printed: Path) -> None:
    before = (printed / f"cards/{GAME}/printed.yaml").read_bytes()
    assert pressplay("print", "--changed", "--record", cwd=printed).code == 0
    assert (printed / f"cards/{GAME}/printed.yaml").read_bytes() == before


def test_a_line_taken_away_is_a_piece_to_print(printed: Path) -> None:
    ledger = printed / f"cards/{GAME}/printed.yaml"
    piece = first_piece(printed)
    ledger.write_text("".join(line for line in ledger.read_text().splitlines(True) if not line.startswith(piece)))
    (change,) = diff(printed)
    assert (change["change"], f"{change['kind']}/{change['id']}") == ("added", piece)


def test_unknown_pieces_are_problems_with_their_lines(printed: Path) -> None:
    ledger = printed / f"cards/{GAME}/printed.yaml"
    piece = first_piece(printed)
    ledger.write_text(re.sub(rf"{piece}: (.*)front: ..", rf"{piece}x: \1front: 00", ledger.read_text()))
    line = [row.startswith(piece) for row in ledger.read_text().splitlines()].index(True) + 1
    for command in (["check"], ["diff"], ["print", "--changed"]):
        done = pressplay(*command, cwd=printed)
        assert done.code == 1
        said = done.out + done.err
        assert f"cards/{GAME}/printed.yaml:{line}:1: there is no piece {piece}x" in said
        assert f"did you mean {piece}?" in said


def test_a_removed_piece_is_not_unknown(printed: Path) -> None:
    data = printed / f"cards/{GAME}/steps.yaml"
    data.write_text("".join(row for row in data.read_text("utf-8").splitlines(True) if "Full Spin" not in row), "utf-8")
    (change,) = diff(printed)  # it breaks rules, which is no reason not to be told what changed
    assert (change["change"], change["title"], change["pull"]) == ("removed", "Full Spin", 1)
    done = pressplay("print", "--changed", cwd=printed)
    assert done.code == 1 and "nothing was written" in done.err


def test_without_a_ledger_the_way_out_is_told(starter: Path) -> None:
    for command in (["diff"], ["print", "--changed"]):
        done = pressplay(*command, cwd=starter)
        assert done.code == 1
        assert "nothing has been recorded as printed" in done.err and "--record" in done.err


def test_without_git_a_ledger_works(starter: Path) -> None:
    assert pressplay("print", "--record", "--paper", "a4", cwd=starter).code == 0
    edit(starter / f"cards/{GAME}/game.yaml", "version: ", "version: 9")
    assert diff(starter) == []


def test_a_manifest_tells_what_is_on_paper(printed: Path, tmp_path: Path) -> None:
    manifest = tmp_path / "then.json"
    shutil.copy(printed / f"output/{GAME}/manifest.json", manifest)
    assert diff(printed, manifest) == []
    damaged = tmp_path / "damaged.json"
    damaged.write_text('{"format": 1}')
    done = pressplay("diff", damaged, cwd=printed)
    assert done.code == 1 and "is no manifest" in done.err


def test_what_is_no_edition_is_told(printed: Path) -> None:
    for word in ("no-such-tag", "--", "v0..v1"):
        done = pressplay("diff", word, cwd=printed) if word != "--" else pressplay("diff", "--", "-x", cwd=printed)
        assert done.code in (1, 2) and "there is no such edition" in done.err, done
    done = pressplay("print", "--since", "HEAD", cwd=printed)
    assert done.code == 2 and "--since goes with --changed" in done.err


def test_the_work_tree_is_never_touched(printed: Path) -> None:
    edit(printed / f"cards/{GAME}/game.yaml", "version: ", "version: 9")
    before = git(printed, "status", "--porcelain")
    assert pressplay("diff", "HEAD~1", "HEAD", cwd=printed).code == 0
    assert pressplay("diff", "HEAD", cwd=printed).code == 0
    assert git(printed, "status", "--porcelain") == before
    assert git(printed, "stash", "list") == ""


def test_an_older_project_with_mistakes_says_so(printed: Path) -> None:
    edit(printed / f"cards/{GAME}/game.yaml", "title: ", "tilte: ")
    commit(printed, "a mistake")
    git(printed, "tag", "broken")
    edit(printed / f"cards/{GAME}/game.yaml", "tilte: ", "title: ")
    done = pressplay("diff", "broken", cwd=printed)
    assert done.code == 1
    assert f"broken:cards/{GAME}/game.yaml:" in done.err and "unknown key tilte" in done.err


def test_a_stale_print_of_changes_is_taken_away(printed: Path) -> None:
    ledger = printed / f"cards/{GAME}/printed.yaml"
    kept = ledger.read_text()
    ledger.write_text(kept.replace(next(line for line in kept.splitlines(True) if line[0] != "#"), ""))
    pdf = printed / f"output/{GAME}/changes/{GAME}-changes-a4.pdf"
    assert pressplay("print", "--changed", "--paper", "a4", cwd=printed).code == 0
    assert pdf.is_file()
    ledger.write_text(kept)
    done: Done = pressplay("print", "--changed", "--paper", "a4", cwd=printed)
    assert done.code == 0 and not pdf.exists()


def test_the_pull_list_keeps_fronts_in_front(printed: Path) -> None:
    """An odd number of list pages is followed by a white one, so that two-sided printing does not slip."""
    ledger = printed / f"cards/{GAME}/printed.yaml"
    kept = ledger.read_text()
    ledger.write_text(kept.replace(next(line for line in kept.splitlines(True) if line[0] != "#"), ""))
    assert pressplay("print", "--changed", "--paper", "a4", cwd=printed).code == 0
    data = (printed / f"output/{GAME}/changes/{GAME}-changes-a4.pdf").read_bytes()
    with pdfplumber.open(BytesIO(data)) as pdf:
        first, second, *sheets = pdf.pages
        assert "Pull list" in first.extract_text()
        assert not second.chars and not second.rects and len(sheets) % 2 == 0
    again = pressplay("print", "--changed", "--paper", "a4", cwd=printed)
    assert again.code == 0
    assert (printed / f"output/{GAME}/changes/{GAME}-changes-a4.pdf").read_bytes() == data
