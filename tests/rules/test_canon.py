"""The canon: what the designer's own rulebook says, held by checks, rules and decisions; NOTES.md is made from it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pressplay.build.pipeline import read_games
from pressplay.rules.canon import TABLE_WORDS, coverage, notes
from pressplay.rules.deciding import deciding

GAMES = (
    "bpms-per-minute",
    "dj-duels-with-a-z",
    "genesis-of-destiny-supreme",
    "king-of-clubs",
    "monstercat-card-game",
)
ROOT = Path(__file__).parents[2]
RULEBOOK = """---
title: Tiny
players: {min: 2, max: 4}
facts:
  rounds: 8
  colors: [red, blue]
---
{% rule order %}
The lowest BPM begins.
{% endrule %}
"""
CANON = """source: tiny.md
statements:
  - {line: 12, says: A game lasts 8 rounds., must: rounds == 8}
  - line: 20
    says: Songs have a BPM above 80.
    must:
      - song.bpm > 80 for song in songs
      - count(songs) == 2
  - {line: 30, says: The slowest begins., rule: order}
  - {says: Ties are silent., instead: The youngest begins., why: Quick and equal.}
ours:
  - {what: Colours, choice: Red and blue, why: Easy to tell apart}
"""
GAME = """title: Tiny
version: "1"
fonts: {text: Barlow}
style: {icons: {a: star, b: moon}, inks: {a: "#ff0000", b: "#0000ff"}}
kinds:
  song:
    title: Songs
    size: poker
    template: song.xml
    pieces: songs.yaml
    fields: {title: text, bpm: int 60..200}
"""
Write = Callable[[str, str], list[str]]


@pytest.fixture
def told(tmp_path: Path) -> Callable[..., list[str]]:
    def problems(canon: str = CANON, rulebook: str = RULEBOOK, songs: tuple[int, ...] = (90, 100)) -> list[str]:
        folder = tmp_path / "cards/tiny"
        folder.mkdir(parents=True, exist_ok=True)
        (tmp_path / "fonts").mkdir(exist_ok=True)
        (tmp_path / "fonts/fonts.yaml").write_text("Barlow: {regular: a.ttf}\n")
        (tmp_path / "fonts/a.ttf").write_bytes(b"")
        (folder / "game.yaml").write_text(GAME)
        (folder / "rulebook.md").write_text(rulebook)
        (folder / "canon.yaml").write_text(canon)
        (folder / "songs.yaml").write_text("".join(f"- {{title: S{n}, bpm: {bpm}}}\n" for n, bpm in enumerate(songs)))
        return [str(problem) for problem in read_games(tmp_path, ["tiny"])[1]]

    return problems


def test_a_canon_that_holds_says_nothing(told: Callable[..., list[str]]) -> None:
    assert told() == []


def test_a_changed_fact_is_refused_at_its_line_with_the_statement_and_its_source(
    told: Callable[..., list[str]],
) -> None:
    assert told(rulebook=RULEBOOK.replace("rounds: 8", "rounds: 9")) == [
        "cards/tiny/rulebook.md:5:3: rounds is 9; it must be 8\n"
        "    rule canon (tiny.md:12:1): A game lasts 8 rounds.\n"
        "    found 9, expected 8"
    ]


def test_a_changed_piece_is_refused_at_its_line(told: Callable[..., list[str]]) -> None:
    (problem,) = told(songs=(90, 70))
    assert problem.startswith("cards/tiny/songs.yaml:2:3: song.bpm (S1) is 70; it must be more than 80")
    assert "rule canon (tiny.md:20:1): Songs have a BPM above 80." in problem


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (", must: rounds == 8", "", "canon.yaml:3:5: nothing holds this statement"),
        ("rule: order", "rule: ordr", "the rulebook has no rule ordr\n    to mend it: did you mean order?"),
        (", why: Quick and equal.", "", "a decision needs both: instead: what we do, why: the reason"),
        ("{line: 30, says", "{says", "line is missing: where does the designer’s text say so?"),
        ("rounds == 8", "rouns == 8", "canon.yaml:3:"),
        ("rounds == 8", "rounds ==", "canon.yaml:3:"),
        ("says: Ties", "syas: Ties", "unknown key syas"),
    ],
)
def test_what_is_wrong_with_a_canon(told: Callable[..., list[str]], old: str, new: str, message: str) -> None:
    assert old in CANON
    assert any(message in problem for problem in told(CANON.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("must", "message"),
    [
        ("different(style.icons.values())", ""),
        ("apart(style.inks.values()) >= 20", ""),
        ("apart(['#ff0000', '#fe0000']) >= 20", "it must be at least 20"),
        ("different(['a', 'b', 'a'])", "different(['a', 'b', 'a']) is a twice; it must be no two alike"),
        ("style.icons.a == 'moon'", "style.icons.a is star; it must be moon"),
    ],
)
def test_checks_see_the_style(told: Callable[..., list[str]], must: str, message: str) -> None:
    found = told(CANON.replace("rounds == 8", f'"{must}"'))
    assert message in found[0].replace('"', "'") if message else not found


@pytest.mark.parametrize("id", GAMES)
def test_a_game_is_held_by_its_canon(id: str) -> None:
    (game,), problems = read_games(ROOT, [id])
    assert not problems and game.canon and game.canon.judged
    held = coverage(game.rulebook, game.canon, game.kinds).held
    assert held["must"] >= 20 and held["rule"] and held["instead"]
    assert (ROOT / f"cards/{id}/NOTES.md").read_text("utf-8") == notes(game.canon, game.title), (
        f"pressplay rules {id} --notes > cards/{id}/NOTES.md"
    )


def test_checks_see_the_table() -> None:
    (game,), _ = read_games(ROOT, ["dj-duels-with-a-z"])
    assert game.table
    from pressplay.table.words import table_words

    words = table_words(game.table, game.kinds)
    assert set(words) == TABLE_WORDS
    assert words["dealt"](list(game.pieces["song"])) == 10
    assert words["laid"]("dancefloor") == {2: 12, 3: 16, 4: 20} and words["laid"]("dancefloor", 3) == 16
    assert words["shuffled"](list(game.pieces["dancer"])) is True and words["shuffled"]("point-token") is False
    assert words["steps"](4)[:2] == ["shuffle dancer", "deal 20 dancer dancefloor up"]
    assert words["beside"](list(game.pieces["stage"])) and not words["beside"](list(game.pieces["beachball-standee"]))


def test_what_speaks_of_a_table_waits_for_one(told: Callable[..., list[str]]) -> None:
    assert told(CANON.replace("rounds == 8", "dealt(songs) == 3")) == []


def test_words_that_decide_may_not_drift(told: Callable[..., list[str]]) -> None:
    listed = CANON + "words: {song/s0: '', song/s9: first}\n"
    assert [line.split("\n")[0] for line in told(listed)] == ["cards/tiny/canon.yaml:13:22: there is no piece song/s9"]
    drifted = told(CANON + "words:\n  song/s0: most two\n")
    assert drifted == [
        "cards/tiny/songs.yaml:1:3: in song/s0 the words that decide are “”; the canon lists “most two”\n"
        "    or in cards/tiny/canon.yaml:14:3\n"
        "    to mend it: if it is meant, list them in cards/tiny/canon.yaml under words: song/s0"
    ]


def test_the_words_that_decide_in_a_text() -> None:
    text = "The First two of {{ most }} go [left], {% if last %}all{% endif %} 3 others."
    assert [found.word for found in deciding(text)] == ["First", "two", "all", "3"]
    assert [found.other for found in deciding(text)] == ["Last", "three", "none", "4"]
