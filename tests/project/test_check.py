"""Checking: sources become games, every mistake is told, and a broken game does not stop the others."""

import datetime
import shutil
import time
from pathlib import Path

import pytest

from pressplay.files import ProjectFiles
from pressplay.game import Game
from pressplay.problem import Problem
from pressplay.project.check import check
from pressplay.project.load import load

BASE = Path(__file__).parents[1] / "broken" / "_base"
FONT = Path(__file__).resolve().parents[2] / "fonts" / "Barlow-Medium.ttf"


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """The sound project that the broken inputs are made from."""
    shutil.copytree(BASE, tmp_path / "tiny")
    shutil.copy(FONT, tmp_path / "tiny" / "fonts")
    return tmp_path / "tiny"


def checked(root: Path) -> tuple[list[Game], list[Problem]]:
    sources, problems = load(ProjectFiles(root))
    games, more = check(sources)
    return games, [*problems, *more]


def only(root: Path) -> Game:
    games, problems = checked(root)
    assert problems == []
    return games[0]


def told(problems: list[Problem]) -> list[str]:
    return [f"{problem.place}: {problem.message}" for problem in problems]


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def test_a_sound_game(tiny: Path) -> None:
    game = only(tiny)
    assert (game.id, game.title, game.version, game.language) == ("tiny", "Tiny", "1", "en")
    assert game.fonts == {"text": "Barlow"} and game.families["Barlow"].files == {"regular": "fonts/Barlow-Medium.ttf"}
    assert game.palette == {"ink": "#221122", "paper": "#ffffff"}
    assert game.facts["draw"] == 2 and game.stamps and game.credits == ()
    kind = game.kinds["song"]
    assert (kind.plural, kind.size.width, kind.back, kind.tabletop) == ("songs", 63.5, None, "card")
    assert str(kind.place) == "cards/tiny/game.yaml:7:3" and kind.source == "cards/tiny/songs.yaml"


def test_a_sound_piece(tiny: Path) -> None:
    duke, velcro, galosh = only(tiny).pieces["song"]
    assert (duke.id, duke.title, duke.copies, duke.kind) == ("rubber-duke", "Rubber Duke", 1, "song")
    assert duke.values["rule"] == "Draw 2 cards." and duke.reads == {"draw"}
    assert duke.values["released"] == datetime.date(2001, 1, 1) and duke.values["likes"] == []
    assert str(duke.place) == "cards/tiny/songs.yaml:1:3"
    assert str(duke.field_place("bpm")) == "cards/tiny/songs.yaml:1:29"
    assert str(duke.field_place("released")) == str(duke.place)
    assert velcro.values["next"] == "rubber-duke" and velcro.reads == frozenset()
    assert galosh.values["sign"] == "star" and "id" not in galosh.values and "copies" not in galosh.values


def test_texts_use_facts_and_the_other_fields(tiny: Path) -> None:
    songs = tiny / "cards/tiny/songs.yaml"
    songs.write_text(
        "- title: Galosh {{ draw }}\n  bpm: 98\n  color: red\n  likes: ['{{ color }} cats', dogs]\n"
        "  rule: \"{{ title }}: {% if bpm > 90 %}fast{% endif %}, {{ draw * 2 }}, {{ likes|join(' and ') }}\"\n"
        "- {title: Nib, bpm: 90, color: red}\n- {title: Nub, bpm: 91, color: red}\n",
        "utf-8",
    )
    song = only(tiny).pieces["song"][0]
    assert song.title == "Galosh 2" and song.id == "galosh-2"
    assert song.values["likes"] == ["red cats", "dogs"]
    assert song.values["rule"] == "Galosh 2: fast, 4, red cats and dogs"
    assert song.reads == {"draw"}


def test_changing_a_fact_changes_the_card_and_the_prose(tiny: Path) -> None:
    change(tiny / "cards/tiny/rulebook.md", "draw: 2", "draw: 3")
    game = only(tiny)
    assert game.pieces["song"][0].values["rule"] == "Draw 3 cards."
    assert "Each player draws 3 of the 3 songs." in game.rulebook.judgement(game).prose


def test_a_game_that_breaks_a_rule_is_still_a_game(tiny: Path) -> None:
    change(tiny / "cards/tiny/rulebook.md", "count(songs) >= 3", "count(songs) >= 4")
    games, problems = checked(tiny)
    assert [game.id for game in games] == ["tiny"]
    (problem,) = problems
    assert problem.broken and problem.broken.rule == "deck"
    judged = games[0].rulebook.judged
    assert judged and [result.passed for result in judged.rules[0].results] == [False, True, True]


def test_all_problems_of_all_games_sorted(tiny: Path) -> None:
    shutil.copytree(tiny / "cards/tiny", tiny / "cards/another")
    shutil.copytree(tiny / "cards/tiny", tiny / "cards/sound")
    for game in ("tiny", "another"):
        change(tiny / f"cards/{game}/songs.yaml", "bpm: 94", "bpm: slow")
        change(tiny / f"cards/{game}/songs.yaml", "color: red, sign", "colour: red, sign")
    change(tiny / "cards/tiny/game.yaml", "size: poker", "size: pocker")
    change(tiny / "cards/another/rulebook.md", "{{ draw }}", "{{ drow }}")
    (tiny / "cards/sizes.yaml").write_text("big: {width: 1}\n")
    games, problems = checked(tiny)
    assert [game.id for game in games] == ["sound"]
    assert problems == sorted(problems)
    assert told(problems) == [
        "cards/another/rulebook.md:10:22: unknown name drow",
        "cards/another/songs.yaml:1:29: bpm is “slow”; it must be a whole number from 60 to 200",
        "cards/another/songs.yaml:3:3: color is missing",
        "cards/another/songs.yaml:3:28: unknown key colour",
        "cards/sizes.yaml:1:6: big.height is missing",
        "cards/tiny/game.yaml:9:11: there is no size pocker",
    ]


def test_rules_are_not_judged_by_half_a_deck(tiny: Path) -> None:
    change(tiny / "cards/tiny/songs.yaml", "bpm: 94", "bpm: 9")
    assert told(checked(tiny)[1]) == ["cards/tiny/songs.yaml:1:29: bpm is 9; it must be a whole number from 60 to 200"]


def test_pieces_in_a_table(tiny: Path) -> None:
    change(tiny / "cards/tiny/game.yaml", "pieces: songs.yaml", "pieces: songs.csv")
    table = 'title,bpm,color,likes,rule,copies\nNib,90,red,cats;dogs,"Draw {{ draw }}, now.",2\nNub,91,blue,,,\n"Nab",92,red,,,1\n'
    (tiny / "cards/tiny/songs.csv").write_text(table)
    nib, nub, nab = only(tiny).pieces["song"]
    assert (nib.copies, nib.values["likes"], nib.values["rule"]) == (2, ["cats", "dogs"], "Draw 2, now.")
    assert (nub.copies, nub.values["likes"], nub.values["rule"]) == (1, [], None)
    assert str(nab.field_place("bpm")) == "cards/tiny/songs.csv:4:7"


def test_kinds_may_refer_to_each_other(tiny: Path) -> None:
    change(
        tiny / "cards/tiny/game.yaml",
        "kinds:\n",
        "kinds:\n  hype:\n    title: Hypes\n    size: poker\n    template: song.xml\n    pieces: hypes.yaml\n"
        "    landscape: yes\n    fields: {song: ref song}\n",
    )
    (tiny / "cards/tiny/hypes.yaml").write_text("- {id: wow, song: galosh}\n- {id: so-so, song: galsh}\n")
    assert told(checked(tiny)[1]) == ["cards/tiny/hypes.yaml:2:21: song: there is no song galsh"]
    change(tiny / "cards/tiny/hypes.yaml", "galsh", "nib")
    change(tiny / "cards/tiny/songs.yaml", "title: Rubber Duke", "id: nib, title: Rubber Duke")
    change(tiny / "cards/tiny/songs.yaml", "next: rubber-duke", "next: nib")
    game = only(tiny)
    assert game.pieces["hype"][1].title == "So so"
    assert (game.kinds["hype"].size.width, game.kinds["hype"].size.height) == (88.9, 63.5)
    assert [piece.id for piece in game.all_pieces()] == ["wow", "so-so", "nib", "aunt-velcro", "galosh"]


def test_images_are_found_inside_the_project(tiny: Path) -> None:
    (tiny / "templates/tiny/art").mkdir()
    (tiny / "templates/tiny/art/nib.png").write_bytes(b"")
    (tiny / "cards/tiny/duke.png").write_bytes(b"")
    change(tiny / "cards/tiny/songs.yaml", "bpm: 94", "bpm: 94, art: duke.png")
    change(tiny / "cards/tiny/songs.yaml", "bpm: 98", "bpm: 98, art: art/nib.png")
    duke, _, galosh = only(tiny).pieces["song"]
    assert duke.values["art"] == "cards/tiny/duke.png" and galosh.values["art"] == "templates/tiny/art/nib.png"


def test_optional_keys_of_a_game(tiny: Path) -> None:
    change(
        tiny / "cards/tiny/game.yaml",
        "fonts:",
        "language: de\ncredits: [Ada, Bo]\nstamps: no\nurl-base: https://example.org/\ndescription: Small.\nfonts:",
    )
    game = only(tiny)
    assert (game.language, game.credits, game.stamps, game.url_base) == (
        "de",
        ("Ada", "Bo"),
        False,
        "https://example.org/",
    )
    change(tiny / "cards/tiny/game.yaml", "credits: [Ada, Bo]", "credits: Ada and Bo")
    assert only(tiny).credits == ("Ada and Bo",)


def test_a_projects_own_size_comes_first(tiny: Path) -> None:
    (tiny / "cards/sizes.yaml").write_text(
        "poker: {width: 60, height: 90}\ncoin: {width: 20, height: 20, shape: circle}\n"
    )
    assert only(tiny).kinds["song"].size.width == 60


def test_every_game_of_this_repository_is_sound(repository: Path) -> None:
    games, problems = checked(repository)
    assert [str(problem) for problem in problems] == []
    assert [game.id for game in games] == sorted(path.parent.name for path in repository.glob("cards/*/game.yaml"))
    for game in games:
        assert game.rulebook.judged and all(verdicts.results for verdicts in game.rulebook.judged.rules)


def test_a_large_deck_is_quick(tiny: Path) -> None:
    lines = [
        f"- {{title: Song {n}, bpm: {60 + n % 80}, color: red, rule: 'Draw {{{{ draw }}}}, {n}.', likes: [a, b], loud: yes}}"
        for n in range(5400)
    ]
    (tiny / "cards/tiny/songs.yaml").write_text("\n".join(lines) + "\n")
    change(tiny / "cards/tiny/rulebook.md", '{% must unique(songs, "bpm") %}\n', "")
    started = time.process_time()
    game = only(tiny)
    assert len(game.pieces["song"]) == 5400
    assert time.process_time() - started < 3  # about 0.4 s on a slow machine; loose, so that a busy one passes
