"""Monstercat Card Game: every rule of its rulebook bites, at the right line and in the rulebook's words; the faces tell the data."""

import re
import shutil
from collections.abc import Iterator
from itertools import pairwise, permutations
from math import prod
from pathlib import Path
from typing import Any

import pytest
from support.games import drawn_game

from pressplay.build.pipeline import read_games
from pressplay.data.pieces import Piece
from pressplay.drawing.component import Component
from pressplay.drawing.marks import Run
from pressplay.drawing.picture import Picture
from pressplay.game import Game
from pressplay.problem import Problem

ID = "monstercat-card-game"
Edit = tuple[str, str, str]  # file, what stands there, what stands there instead

BOOK = "rulebook.md"
FIRST_SONG = ("songs.yaml", "title: Ember Elevator")
FIRST_ACTION = ("actions.yaml", "title: Shout-Out")
FIRST_MEMBER = ("crowd.yaml", "title: Ollie Overtime")
FIRST_BOARD = ("player-boards.yaml", "title: DJ Kettle")
FIRST_TOKEN = ("point-tokens.yaml", "id: one")
AID = ("aids.yaml", "id: aid")
MAT = ("play-mat.yaml", "id: mat")
SETUP = ("setup.yaml", "id: setup")
PLUS_ONE = ("plus-ones.yaml", "id: plus-one")


def member(title: str) -> tuple[str, str]:
    return "crowd.yaml", f"title: {title}"


def song(title: str) -> tuple[str, str]:
    return "songs.yaml", f"title: {title}"


def check(start: str) -> tuple[str, str]:
    """A check of the rulebook, for what is wrong with the facts alone."""
    return BOOK, "{% must " + start


def fact(old: str, new: str) -> Edit:
    return BOOK, old, new


def crowd(old: str, new: str) -> Edit:
    return "crowd.yaml", old, new


# Every check of every rule: the rule, where its failure is told and how, and the edits that break it.
BROKEN: list[tuple[str, tuple[str, str], str, list[Edit]]] = [
    ("goal", FIRST_BOARD, "a full table needs 4 player boards, there are 5",
     [("player-boards.yaml", "- title: DJ Understudy", "- copies: 2\n  title: DJ Understudy")]),
    ("goal", AID, "a full table needs 4 player aids, there are 3", [("aids.yaml", "copies: 4", "copies: 3")]),
    ("goal", ("player-boards.yaml", "title: DJ Understudy"), "DJ Understudy has booth kettle, just as DJ Kettle in line 2",
     [("player-boards.yaml", "booth: understudy", "booth: kettle")]),

    ("songs", FIRST_SONG, "count(songs) is 49; it must be 48",
     [("songs.yaml", "title: Toaster Dash", "copies: 2, title: Toaster Dash")]),
    ("songs", FIRST_SONG, "red has the BPMs 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4; it needs each of 1, 2, 3, 4 3 times",
     [("songs.yaml", "bpm: 4, cover: toaster", "bpm: 3, cover: toaster")]),
    ("songs", song("Gold Rush Hour"), "Gold Rush Hour has BPM 4; the dial shows 1, 2, 3", [fact("bpms: [1, 2, 3, 4]", "bpms: [1, 2, 3]")]),
    ("songs", ("songs.yaml", "id: siren"), "Toaster Dash has title Toaster Dash, just as Toaster Dash in line 15",
     [("songs.yaml", "title: Siren Sprint", "id: siren, title: Toaster Dash")]),
    ("songs", song("Siren Sprint"), "Siren Sprint has artist Crumb Tray Heroes, just as Toaster Dash in line 15",
     [("songs.yaml", 'artist: "Wail & Whistle"', "artist: Crumb Tray Heroes")]),

    ("colors", check('colors.values()|map(attribute="symbol")'), "two colours share a symbol: hexagon, square, square, circle",
     [fact("symbol: triangle", "symbol: square")]),
    ("colors", check('colors.values()|map(attribute="letter")'), "two colours share a letter: R, B, B, Y",
     [fact("letter: G,", "letter: B,")]),
    ("colors", FIRST_SONG, "there are 11 yellow songs; every colour has 12",
     [("songs.yaml", "color: yellow, bpm: 4, cover: flare", "color: green, bpm: 4, cover: flare")]),

    ("action-cards", FIRST_ACTION, "count(actions) is 17; it must be 16",
     [("actions.yaml", "rim does it.\n  copies: 4", "rim does it.\n  copies: 5")]),
    ("action-cards", FIRST_ACTION, "there are 5 action cards of the sort pitch-bend; the rulebook says 4",
     [("actions.yaml", "rim does it.\n  copies: 4", "rim does it.\n  copies: 5")]),
    ("action-cards", ("actions.yaml", "id: surf"), "Pitch Bend has title Pitch Bend, just as Pitch Bend in line 14",
     [("actions.yaml", "- title: Crowd Surf", "- id: surf\n  title: Pitch Bend")]),
    ("action-cards", FIRST_SONG, "24 action cards among 48 songs leave too little music in the deck",
     [("actions.yaml", "copies: 4", "copies: 6"), fact("action_copies: 4", "action_copies: 6")]),

    ("crowd", FIRST_MEMBER, "count(crowd_members) is 25; it must be 24", [crowd("title: Orbit Otto", "copies: 2, title: Orbit Otto")]),
    ("crowd", FIRST_MEMBER, "there are 13 crowd members with a line, the rulebook says 14",
     [crowd("on the bass line, shape: line", "on the bass line, shape: loop")]),
    ("crowd", member("Ollie Overtime"), "Ollie Overtime likes violet; a preference is one of red, blue, green, yellow, 1, 2, 3, 4",
     [crowd("prefs: [3, green]", "prefs: [3, violet]")]),
    ("crowd", FIRST_MEMBER, "5 crowd members have 2 preferences, the rulebook says 6",
     [crowd("prefs: [3, green]", "prefs: [3, green, 1]")]),
    ("crowd", ("crowd.yaml", "id: eli"), "Rosa Ramp-Up has title Rosa Ramp-Up, just as Rosa Ramp-Up in line 20",
     [crowd("title: Encore Eli", "id: eli, title: Rosa Ramp-Up")]),
    ("crowd", member("Orbit Otto"), "Orbit Otto has face oval, hair bald, extra beard, mood calm, just as Deckchair Dov in line 10",
     [crowd("face: square, hair: bald, dye: ginger, extra: visor, mood: awe",
            "face: oval, hair: bald, dye: ginger, extra: beard, mood: calm")]),

    ("points-by-difficulty", member("Ollie Overtime"), "Ollie Overtime, a line of 2, scores 3 and 1 In Sync; the table says 2 and 1",
     [crowd("prefs: [3, green], points: 2", "prefs: [3, green], points: 3")]),
    ("points-by-difficulty", check("award.line > award.loop"), "a line of 2 scores 2, which is no more than the loop’s 2",
     [fact("members: 6, line: 2, loop: 1", "members: 6, line: 2, loop: 2")]),
    ("points-by-difficulty", check("pair[1].line"), "3 preferences are harder to please than 2, but do not score more",
     [fact("line: 3, loop: 2", "line: 3, loop: 1")]),
    ("points-by-difficulty", member("Ollie Overtime"),
     "Ollie Overtime can be pleased in 108 ways only, much fewer than others with 2 preferences: too hard for its points",
     [("songs.yaml", "color: green, bpm: 3", "color: green, bpm: 1")]),

    ("everyone-can-be-pleased", member("Fernanda Fuzz"), "no songs of the deck can please Fernanda Fuzz (green, 2)",
     [("songs.yaml", "color: green", "color: red")]),
    ("everyone-can-be-pleased", member("Orbit Otto"), "no songs of the deck can please Orbit Otto (1, blue, 3, green)",
     [("songs.yaml", "color: green", "color: red")]),

    ("tastes-differ", member("Fernanda Fuzz"), "Fernanda Fuzz has prefs 2, blue, just as Deckchair Dov in line 10",
     [crowd("prefs: [green, 2], points", "prefs: [2, blue], points")]),
    ("tastes-differ", member("Swaying Sam"), "the same loop, turned: Swaying Sam and Fountain Fritz",
     [crowd("prefs: [1, red], points", "prefs: [4, blue], points")]),
    ("tastes-differ", member("Laps Lindiwe"), "the same loop, turned: Hula Hanneke and Laps Lindiwe",
     [crowd("prefs: [blue, 3, 2]", "prefs: [4, 3, green]")]),
    ("tastes-differ", ("crowd.yaml", "title: Orbit Otto"), "there are 2 copies of Orbit Otto; everybody in the crowd is there once",
     [crowd("title: Orbit Otto", "copies: 2, title: Orbit Otto")]),

    ("fair-tastes", FIRST_MEMBER, "2 is wanted 7 times; each colour and each BPM should be wanted at least 8 times",
     [crowd("prefs: [green, 2], points", "prefs: [green, 1], points"), crowd("prefs: [2, blue], points", "prefs: [1, blue], points")]),
    ("fair-tastes", FIRST_MEMBER, "1 is wanted 11 times; each colour and each BPM should be wanted at most 10 times",
     [crowd("prefs: [green, 2], points", "prefs: [green, 1], points"), crowd("prefs: [2, blue], points", "prefs: [1, blue], points")]),

    ("play-area", MAT, "count(play_mats) is 2; it must be 1", [("play-mat.yaml", "- id: mat", "- id: mat\n  copies: 2")]),
    ("play-area", MAT, "the mat shows draw-pile, discard-pile, backstage, stands, front-row, stands; "
     "it needs each of draw-pile, discard-pile, backstage, stands, front-row, bank once",
     [("play-mat.yaml", "place: bank", "place: stands")]),

    ("board", member("Professor Plink"), "Professor Plink wants 4 songs, a Board has 3 slots", [fact("board: {slots: 4}", "board: {slots: 3}")]),
    ("board", ("player-boards.yaml", "title: DJ Halfpipe"), "DJ Halfpipe has 3 slots; every Board has 4",
     [("player-boards.yaml", "drop again.\n  slot_names: [Opener, ", "drop again.\n  slot_names: [")]),
    ("board", FIRST_BOARD, "the slots of the Boards have different names",
     [("player-boards.yaml", "drop again.\n  slot_names: [Opener, ", "drop again.\n  slot_names: [Starter, ")]),

    ("crowd-setup", FIRST_MEMBER, "4 players need 28 crowd members, there are 24", [fact("per_player: 4", "per_player: 5")]),
    ("crowd-setup", SETUP, "count(setups) is 2; it must be 1", [("setup.yaml", "- id: setup", "- id: setup\n  copies: 2")]),

    ("backstage", FIRST_SONG, "opening hands, Backstage and the first draws of a full table take 68 cards, the draw pile has 64",
     [fact("start: 5, limit: 7", "start: 15, limit: 16")]),
    ("draw-pile", FIRST_SONG, "full hands, full Boards and Backstage can hold 66 cards; the deck has only 64",
     [fact("limit: 7", "limit: 10")]),

    ("turn-order", FIRST_SONG, "there are 11 songs with BPM 4; every BPM has 12",
     [("songs.yaml", "bpm: 4, cover: toaster", "bpm: 3, cover: toaster")]),
    ("turn-order", FIRST_SONG, "with full Boards a full table needs more than 52 songs to pick starting songs, there are 48",
     [fact("board: {slots: 4}", "board: {slots: 12}")]),
    ("turn-order", FIRST_TOKEN, "count(point_tokens) is 3; it must be at least 4",
     [("point-tokens.yaml", f"copies: {n}}}", "copies: 1}") for n in (24, 12, 8)]),

    ("actions", AID, "the player aid lists Draw, Take, Cue, Trade, Move, Play; the actions are draw, take, cue, swap, move, play",
     [("aids.yaml", "{name: Swap,", "{name: Trade,")]),
    ("actions", check("turn.actions < action_menu"), "turn.actions is 6; it must be less than 6", [fact("turn: {actions: 2", "turn: {actions: 6")]),

    ("in-sync", FIRST_SONG, "BPM 1, 2, 3 must be In Sync", [fact("needle: {step: 1}", "needle: {step: 0}")]),
    ("in-sync", FIRST_SONG, "BPM 1, 2, 1 must be In Sync", [fact("needle: {step: 1}", "needle: {step: 0}")]),
    ("in-sync", FIRST_SONG, "BPM 3, 1, 2 must not be In Sync", [fact("needle: {step: 1}", "needle: {step: 2}")]),
    ("in-sync", member("Cooldown Kofi"), "Cooldown Kofi (4, 2, blue) cannot be pleased In Sync",
     [crowd("prefs: [4, 3, blue]", "prefs: [4, 2, blue]")]),
    ("in-sync", member("Hula Hanneke"), "Hula Hanneke (green, 4, 2) cannot be pleased In Sync from every start",
     [crowd("prefs: [green, 4, 3]", "prefs: [green, 4, 2]")]),
    ("in-sync", member("Cooldown Kofi"), "Cooldown Kofi (4, 3, 3) is always In Sync: the bonus is no choice",
     [crowd("prefs: [4, 3, blue]", "prefs: [4, 3, 3]")]),
    ("in-sync", member("Ollie Overtime"), "Ollie Overtime has no bonus for songs In Sync",
     [crowd("prefs: [3, green], points: 2, sync: 1", "prefs: [3, green], points: 2, sync: 0")]),

    ("example", FIRST_SONG, "song 2 of the example does not match the line", [fact("fire-exit-etiquette,", "tail-light-parade,")]),
    ("example", FIRST_SONG, "song 1 of the example does not match the loop", [fact("start: 1", "start: 0")]),
    ("example", FIRST_SONG, "songs 1 and 2 of the example are not In Sync", [fact("row: [tidepool-arcade,", "row: [midnight-laundry,")]),
    ("example", FIRST_SONG, "the other first song of the example must have the colour of the first",
     [fact("misfit: midnight-laundry", "misfit: custard-horizon")]),
    ("example", FIRST_SONG, "the other first song of the example must not be In Sync",
     [fact("misfit: midnight-laundry", "misfit: glacier-shuffle")]),

    ("hand", check("hand.limit > hand.start"), "the hand limit 7 must be over the opening hand of 7", [fact("start: 5, limit: 7", "start: 7, limit: 7")]),
    ("hand", FIRST_SONG, "full hands and Backstage take 68 cards, the deck has 64", [fact("limit: 7", "limit: 16")]),

    ("points-tokens", FIRST_TOKEN, "there are 11 tokens worth 3; the rulebook says 12", [("point-tokens.yaml", "copies: 12", "copies: 11")]),
    ("points-tokens", FIRST_TOKEN, "count(point_tokens) is 45; it must be 44",
     [("point-tokens.yaml", "copies: 8}", "copies: 8}\n- {id: two, title: 2 points, value: 2}")]),
    ("points-tokens", FIRST_MEMBER, "the whole crowd, pleased In Sync, gives 101 points, the tokens are worth only 100",
     [crowd("prefs: [2, green, 2, blue], points: 5", "prefs: [2, green, 2, blue], points: 8")]),
    ("points-tokens", FIRST_TOKEN, "there are too few tokens worth 1 for everybody to have change",
     [("point-tokens.yaml", "copies: 24", "copies: 7"), fact("worth: 1, pieces: 24", "worth: 1, pieces: 7")]),

    ("plus-one-tokens", PLUS_ONE, "count(plus_ones) is 10; it must be 12", [("plus-ones.yaml", "copies: 12", "copies: 10")]),
    ("plus-one-tokens", PLUS_ONE, "token.value (+1 token) is 2; it must be 1", [("plus-ones.yaml", "value: 1", "value: 2")]),
    ("plus-one-tokens", FIRST_ACTION, "no action card places +1 tokens", [("actions.yaml", "effect: shout-out", "effect: crate-dig")]),
    ("plus-one-tokens", FIRST_ACTION, "there are 3 +1 tokens for 4 cards that place one",
     [("plus-ones.yaml", "copies: 12", "copies: 3"), fact("worth: 1, pieces: 12", "worth: 1, pieces: 3")]),

    ("last-round", check("front_row > last_call.left"), "a Front Row of 4 would start the last round at once",
     [fact("last_call: {left: 1}", "last_call: {left: 4}")]),
    ("last-round", check("front_row + stands.base + stands.per_player * n - last_call.left"),
     "4 players would have only 15 crowd members to please before the last round",
     [fact("stands: {base: 4, per_player: 4}", "stands: {base: 0, per_player: 3}")]),
    ("last-round", FIRST_MEMBER, "a crowd of 24 leaves nobody in The Stands", [fact("front_row: 4", "front_row: 23")]),

    ("winner", check("front_row + stands.base + stands.per_player * n > n"),
     "2 players need more crowd members than 1 for the tie-break to mean something",
     [fact("front_row: 4", "front_row: 1"), fact("stands: {base: 4, per_player: 4}", "stands: {base: 0, per_player: 0}")]),
    ("winner", member("Ollie Overtime"), "Ollie Overtime scores no points",
     [("game.yaml", "points: int 1..9", "points: int 0..9"), crowd("prefs: [3, green], points: 2", "prefs: [3, green], points: 0")]),
]  # fmt: skip


@pytest.fixture(scope="module")
def project(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with this game alone."""
    root = tmp_path_factory.mktemp("project")
    for part in (f"cards/{ID}", "fonts", "templates/icons"):
        shutil.copytree(repository / part, root / part)
    shutil.copy(repository / "cards/sizes.yaml", root / "cards/sizes.yaml")
    return root


@pytest.fixture
def data(project: Path) -> Iterator[Path]:
    """The game's folder in the copy, for a test to break; it is whole again afterwards."""
    folder = project / "cards" / ID
    before = {file: file.read_text("utf-8") for file in folder.iterdir()}
    yield folder
    for file, text in before.items():
        file.write_text(text, "utf-8")


def edit(folder: Path, edits: list[Edit]) -> None:
    for name, old, new in edits:
        text = (folder / name).read_text("utf-8")
        assert old in text, f"{name} has no “{old}” any more"
        (folder / name).write_text(text.replace(old, new), "utf-8")


def line_of(folder: Path, where: tuple[str, str]) -> int:
    """The line of an entry or a check, found by words in it."""
    name, words = where
    found = [number for number, line in enumerate((folder / name).read_text("utf-8").split("\n"), 1) if words in line]
    assert found, f"{name} has no “{words}”"
    return found[0]


def problems(project: Path) -> list[Problem]:
    return read_games(project, [ID])[1]


# The rules ---------------------------------------------------------------------------------------------------------


def test_the_data_as_it_stands_breaks_no_rule(project: Path) -> None:
    assert not problems(project)


@pytest.mark.parametrize(
    ("rule", "where", "message", "edits"), BROKEN, ids=[f"{rule}: {message[:60]}" for rule, _, message, _ in BROKEN]
)
def test_a_broken_rule_names_what_was_edited_in_the_rulebooks_words(
    rule: str, where: tuple[str, str], message: str, edits: list[Edit], project: Path, data: Path
) -> None:
    edit(data, edits)
    found = [problem for problem in problems(project) if problem.broken and problem.broken.rule == rule]
    line_of(data, where)
    edited = {f"cards/{ID}/{name}" for name, _, _ in edits}
    told = next(problem for problem in found if problem.message == message)
    assert {place.file for place in (told.place, *told.either)} & edited
    assert told.broken
    assert told.broken.place.file == f"cards/{ID}/{BOOK}"
    assert told.broken.place.line == line_of(data, (BOOK, f"{{% rule {rule} %}}"))
    assert told.broken.sentence in str(told)
    written = (data / BOOK).read_text("utf-8").split(f"{{% rule {rule} %}}\n")[1].split("\n")[0]
    assert says(told.broken.sentence, written)


def says(sentence: str, written: str) -> bool:
    """Whether a sentence is what is written in the rulebook, with the facts filled in."""
    fixed = [re.escape(part.replace("*", "")) for part in re.split(r"\{\{.*?\}\}|\{%.*?%\}", written)]
    return re.fullmatch(".*".join(fixed), sentence) is not None and "{" not in sentence


def test_every_rule_has_a_case(repository: Path) -> None:
    book = (repository / "cards" / ID / BOOK).read_text("utf-8")
    rules = [line.split()[2] for line in book.split("\n") if line.startswith("{% rule ")]
    assert rules == list(dict.fromkeys(rule for rule, *_ in BROKEN))


def test_every_check_has_a_case(repository: Path) -> None:
    """One message a check at least; two checks never fail with the same words."""
    book = (repository / "cards" / ID / BOOK).read_text("utf-8")
    for rule in dict.fromkeys(rule for rule, *_ in BROKEN):
        body = book.split(f"{{% rule {rule} %}}")[1].split("{% endrule %}")[0]
        cases = {message for name, _, message, _ in BROKEN if name == rule}
        assert len(cases) >= body.count("{% must "), rule


def test_a_sentence_carries_the_facts(project: Path, data: Path) -> None:
    edit(data, [fact("hand: {start: 5, limit: 7}", "hand: {start: 9, limit: 8}")])
    (told,) = [problem for problem in problems(project) if "must be over" in problem.message]
    assert told.broken
    assert "if you then hold more than 8, discard down to 8. You start the game with 9 cards." in told.broken.sentence


# The crowd, worked out once more -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def game(project: Path) -> Game:
    (game,), found = read_games(project, [ID])
    assert not found
    return game


def matches(song: Piece, wish: str) -> bool:
    return wish in (song.color, str(song.bpm))


def starts(member: Piece) -> list[list[str]]:
    turns = range(len(member.prefs)) if member.shape == "loop" else [0]
    return [[*member.prefs[turn:], *member.prefs[:turn]] for turn in turns]


def can_please(songs: list[Piece], wishes: list[str], in_sync: bool, row: tuple[Piece, ...] = ()) -> bool:
    if len(row) == len(wishes):
        return True
    return any(
        can_please(songs, wishes, in_sync, (*row, song))
        for song in songs
        if song not in row
        and matches(song, wishes[len(row)])
        and not (in_sync and row and abs(row[-1].bpm - song.bpm) > 1)
    )


def test_everybody_can_be_pleased_and_pleased_in_sync_from_every_start(game: Game) -> None:
    songs = list(game.pieces["song"])
    for one in game.pieces["crowd"]:
        for wishes in starts(one):
            assert can_please(songs, wishes, in_sync=False), one
            assert can_please(songs, wishes, in_sync=True), one


def test_no_two_tastes_are_alike(game: Game) -> None:
    tastes = [(one.shape, min(tuple(way) for way in starts(one))) for one in game.pieces["crowd"]]
    assert len(set(tastes)) == len(tastes) == 24


def test_the_fewer_rows_please_a_member_the_more_it_scores(game: Game) -> None:
    """Rows by colour and BPM: a member whom fewer rows please never scores less than one whom more rows please."""
    kinds = list({(song.color, song.bpm): song for song in game.pieces["song"]}.values())
    scored: dict[float, set[int]] = {}
    for one in game.pieces["crowd"]:
        share = len(starts(one)) * prod(sum(matches(song, wish) for song in kinds) / len(kinds) for wish in one.prefs)
        scored.setdefault(share, set()).add(one.points)
    assert [scored[share] for share in sorted(scored)] == [{5}, {3, 4}, {2}, {2}, {1}]


def test_the_worked_example_pleases_a_line_and_a_loop(game: Game) -> None:
    facts = game.facts["example"]
    by_id = {one.id: one for kind in ("song", "crowd") for one in game.pieces[kind]}
    row = [by_id[name] for name in facts["row"]]
    for name in (facts["line"], facts["loop"]):
        assert any(all(map(matches, row, wishes)) for wishes in starts(by_id[name]))
    assert all(abs(a.bpm - b.bpm) <= 1 for a, b in pairwise(row))
    reordered = [order for order in permutations(row) if all(map(matches, order, by_id[facts["line"]].prefs))]
    assert reordered == [tuple(row)]  # the order matters


# The faces ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def components() -> dict[str, list[Component]]:
    return drawn_game(ID).by_kind()


def words(picture: Picture) -> list[str]:
    return [mark.text for mark in picture.marks if isinstance(mark, Run)]


def test_songs_and_action_cards_cannot_be_told_apart_from_behind(components: dict[str, list[Component]]) -> None:
    assert len({one.back for kind in ("song", "action") for one in components[kind]}) == 1
    assert len({one.back for one in components["crowd"]}) == 1
    assert components["song"][0].back != components["crowd"][0].back
    assert len({one.back for one in components["point-token"]}) == 1


def test_the_blank_side_of_a_points_token_is_blank(components: dict[str, list[Component]]) -> None:
    for one in components["point-token"]:
        assert words(one.front) == [str(one.piece.value)]
        assert one.back and not words(one.back)


def test_a_song_shows_bpm_letter_and_dial(components: dict[str, list[Component]]) -> None:
    letters = {"red": "R", "blue": "B", "green": "G", "yellow": "Y"}
    for one in components["song"]:
        assert words(one.front)[:2] == [str(one.piece.bpm), "BPM"]  # the value in the corner
        assert letters[one.piece.color] in words(one.front)
        assert {"bpm", "color", "dial", "title"} <= one.front.names.keys()
        corner = one.front.names["bpm"]
        assert corner.right < 20 and corner.bottom < 25


def test_every_song_has_a_cover_of_its_own(components: dict[str, list[Component]]) -> None:
    def cover(picture: Picture) -> tuple[Any, ...]:
        return tuple(mark for mark in picture.marks if not isinstance(mark, Run))

    assert len({cover(one.front) for one in components["song"]}) == 48


def test_an_action_card_shows_no_bpm(components: dict[str, list[Component]]) -> None:
    for one in components["action"]:
        assert "ACTION" in words(one.front)
        assert "BPM" not in words(one.front)
        assert "dial" not in one.front.names


def test_a_crowd_member_shows_its_preferences_in_their_order(components: dict[str, list[Component]]) -> None:
    letters = {"red": "R", "blue": "B", "green": "G", "yellow": "Y"}
    for one in components["crowd"]:
        wanted = [letters.get(wish, wish) for wish in one.piece.prefs]
        shown = words(one.front)
        assert shown[0] == str(one.piece.points)
        assert f"+{one.piece.sync}" in shown
        assert any(shown[at : at + len(wanted)] == wanted for at in range(len(shown)))
        assert ("START ANYWHERE" if one.piece.shape == "loop" else "LEFT TO RIGHT") in shown


def test_boards_and_mat_have_room_for_cards(components: dict[str, list[Component]]) -> None:
    for one in components["player-board"]:
        assert [slot.name for slot in one.front.slots] == ["cue-1", "cue-2", "cue-3", "cue-4"]
        assert [slot.box.x for slot in one.front.slots] == sorted(slot.box.x for slot in one.front.slots)
    (mat,) = components["play-mat"]
    cards = [slot for slot in mat.front.slots if not slot.name.startswith("bank")]
    assert sorted(slot.name for slot in cards) == sorted(
        ["draw-pile", "discard-pile", "stands"]
        + [f"{place}-{number}" for place in ("backstage", "front-row") for number in range(1, 5)]
    )
    cues = [slot for one in components["player-board"] for slot in one.front.slots]
    assert all(slot.box.w >= 63.5 and slot.box.h >= 88.9 for slot in cards + cues)
    seams = (147.275, 292.725)  # where the printed tiles meet, on A4 and on Letter
    assert not [slot.name for slot in mat.front.slots for seam in seams if slot.box.x < seam < slot.box.right]
