"""The probe: single mistakes made in memory and taken back, and those that no rule notices."""

from dataclasses import replace
from pathlib import Path

import pytest

from pressplay.data.nodes import GameSource
from pressplay.files import ProjectFiles
from pressplay.problem import Trouble
from pressplay.project.check import check
from pressplay.project.load import load
from pressplay.project.mistakes import mistakes, slipped
from pressplay.project.probe import probe
from pressplay.rules.rulebook import read_front

GAME = """title: Tiny
version: "1"
fonts: {text: Barlow}
style: {inks: {a: {icon: star}, b: {icon: moon}}}
kinds:
  song:
    title: Songs
    size: poker
    template: song.xml
    pieces: songs.yaml
    fields:
      title: text free
      bpm: int 60..200
      color: one of colors
      note: optional text
      mood: int 1..9 free
"""
RULEBOOK = """---
title: Tiny
players: {min: 2, max: 4}
facts:
  colors: [red, blue]
  slowest: 90
---
{% rule tempo %}
The slowest song has {{ slowest }} BPM.
{% must values(songs, "bpm")|min == slowest %}
{% endrule %}
"""
SONGS = """- {title: First One, bpm: 90, color: red, note: Draw two cards, mood: 3}
- {title: B, bpm: 100, color: blue, mood: 4}
"""


@pytest.fixture
def source(tmp_path: Path) -> GameSource:
    folder = tmp_path / "cards/tiny"
    folder.mkdir(parents=True)
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts/fonts.yaml").write_text("Barlow: {regular: a.ttf}\n")
    (tmp_path / "fonts/a.ttf").write_bytes(b"")
    for name, text in (("game.yaml", GAME), ("rulebook.md", RULEBOOK), ("songs.yaml", SONGS)):
        (folder / name).write_text(text)
    (found,), problems = load(ProjectFiles(tmp_path), ["tiny"])
    assert not problems and found.rulebook
    return replace(found, front=read_front(found.rulebook)[0])


def test_every_mistake_is_taken_back(source: GameSource) -> None:
    (game,), problems = check([source])
    assert not problems
    tried = mistakes(source, game.kinds, game.pieces)
    assert {mistake.sort for mistake in tried} == {"facts", "numbers", "choices", "pieces", "words", "icons"}
    for mistake in tried:
        with mistake.made():
            pass
    assert check([source])[1] == []


def test_what_is_noticed_and_what_is_not(source: GameSource) -> None:
    result = probe(source)
    told = {f"{slip.place.line}: {slip.change}" for slip in result.slips}
    assert "1: bpm: 90 → 91" not in told and "6: slowest: 90 → 91" not in told
    assert {"2: bpm: 100 → 101", "2: bpm: 100 → 99"} & told == {"2: bpm: 100 → 101", "2: bpm: 100 → 99"}
    assert "1: note: Draw two cards → Draw three cards" in told and "4: style.inks: icon star → moon" in told
    assert result.made["facts"] == 4 and result.noticed("facts") == 3  # only the order of colours may change
    assert 0 < result.score < 100
    slip = next(slip for slip in result.slips if slip.change == "bpm: 100 → 101")
    assert slip.rules == ("tempo",) and "might be held by tempo" in str(slip)


def test_what_is_free_by_design_is_not_tried(source: GameSource) -> None:
    (game,), _ = check([source])
    assert game.kinds["song"].free == {"title", "mood"}
    assert not [m for m in mistakes(source, game.kinds, game.pieces) if m.change.startswith(("mood", "title"))]


def test_a_game_with_problems_is_not_probed(source: GameSource) -> None:
    wrong = replace(source, rulebook=replace(source.rulebook, text="no front")) if source.rulebook else source
    with pytest.raises(Trouble):
        probe(replace(wrong, front=None))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Draw {{ two }} cards", []),
        ("Draw two cards", ["Draw three cards"]),
        ("The First of 3 [left]", ["The Last of 3 [left]", "The First of 4 [left]"]),
        ("Lowest BPM begins", ["Highest BPM begins"]),
        ("No one knows", []),
    ],
)
def test_words_slip_into_their_opposites(text: str, found: list[str]) -> None:
    assert list(slipped(text)) == found
