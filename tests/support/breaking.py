"""Break a game's data in a copy of the project, and see which rule says what, and where.

DJ Duels With a Z and BPMs Per Minute share their songs, dancers and tokens, and so many of their rules:
the cases for those stand here once.
"""

import re
import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from pathlib import Path
from typing import NamedTuple

from support.games import drawn_game

from pressplay.build.pipeline import read_games
from pressplay.drawing.box import Box
from pressplay.drawing.component import Component
from pressplay.drawing.marks import Run, Shape
from pressplay.drawing.picture import Picture
from pressplay.game import Game
from pressplay.problem import Problem

ROOT = Path(__file__).resolve().parents[2]
BOOK = "rulebook.md"
SONGS, DANCERS = "_shared/songs.yaml", "_shared/dancers.yaml"
TOKENS, BALL = "_shared/player-tokens.yaml", "_shared/beachball.yaml"


class Edit(NamedTuple):
    """A change in a file: the words that stand there, and what stands there instead."""

    file: str
    old: str
    new: str | Callable[[re.Match[str]], str]


class Case(NamedTuple):
    """A rule that is broken: where that is told (file and words of that line), in which words, and by which edits."""

    rule: str
    file: str
    line: str
    message: str
    edits: Sequence[Edit]

    def __str__(self) -> str:
        return f"{self.rule}: {self.message[:50]}"


def case(rule: str, where: tuple[str, str] | str, message: str, *edits: tuple[str, str, str] | Edit) -> Case:
    """A case; a fact that contradicts itself is told at the check, whose first words are given then."""
    file, line = (BOOK, where) if isinstance(where, str) else where
    return Case(rule, file, line, message, [Edit(*edit) for edit in edits])


def by_line(match: re.Match[str]) -> str:
    """A number of its own for every line."""
    return f"{match[1]}{80 + match.string[: match.start()].count(chr(10))}"


@dataclass
class Told:
    """What a broken project says: its problems, the text of the checks that failed, and the files as they were."""

    game: Game
    problems: list[Problem]
    failed: dict[tuple[str, int, str], str]  # file, line, message → check
    files: dict[str, list[str]]

    def of(self, rule: str) -> list[Problem]:
        return [problem for problem in self.problems if problem.broken and problem.broken.rule == rule]


class Lab:
    """A game in a copy of the project that may be broken, again and again."""

    def __init__(self, game: str, folder: Path) -> None:
        self.id = game
        self.folder = folder
        # A table has demands of its own on the size of a dancefloor, and the canon speaks of the table.
        leave = shutil.ignore_patterns("table.yaml", "canon.yaml")
        for part in (f"cards/{game}", "cards/_shared", "templates/icons", "fonts"):
            shutil.copytree(ROOT / part, folder / part, ignore=leave)
        shutil.copy(ROOT / "cards/sizes.yaml", folder / "cards")
        self._told: dict[Case, Told] = {}

    def path(self, file: str) -> str:
        return f"cards/{file}" if file.startswith("_shared/") else f"cards/{self.id}/{file}"

    def told(self, case: Case) -> Told:
        """What the game says when it is broken so; it is whole again afterwards."""
        key = case._replace(edits=tuple(case.edits))
        if key not in self._told:
            self._told[key] = self.broken(case.edits, case.file)
        return self._told[key]

    def broken(self, edits: Sequence[Edit], *wanted: str) -> Told:
        kept = {file: (self.folder / self.path(file)).read_text("utf-8") for file in {edit.file for edit in edits}}
        try:
            for edit in edits:
                self._edit(edit)
            games, problems = read_games(self.folder, [self.id])
            files = {name: (self.folder / self.path(name)).read_text("utf-8").split("\n") for name in (BOOK, *wanted)}
        finally:
            for file, text in kept.items():
                (self.folder / self.path(file)).write_text(text, "utf-8")
        assert games, "the data must stay readable:\n" + "\n".join(map(str, problems))
        judged = games[0].rulebook.judged
        assert judged
        failed = {
            (finding.place.file, finding.place.line, finding.message): result.check.text
            for rule in judged.rules
            for result in rule.results
            for finding in result.findings
        }
        return Told(games[0], problems, failed, files)

    def _edit(self, edit: Edit) -> None:
        file = self.folder / self.path(edit.file)
        text = file.read_text("utf-8")
        if isinstance(edit.new, str):
            assert edit.old in text, f"{edit.file} has no “{edit.old}” any more"
            text = text.replace(edit.old, edit.new)
        else:
            text, count = re.subn(edit.old, edit.new, text)
            assert count, f"{edit.file} has no “{edit.old}” any more"
        file.write_text(text, "utf-8")

    @cached_property
    def game(self) -> Game:
        (game,), problems = read_games(self.folder, [self.id])
        assert not problems
        return game

    def checks(self) -> dict[str, set[str]]:
        """The checks of every rule, as they are written."""
        book = self.game.rulebook
        return {rule.id: {book.checks[check].text for check in rule.checks} for rule in book.rules}


def assert_told(lab: Lab, case: Case) -> None:
    """One problem of that rule, in those words, that names what was edited, with the sentence as the players read it."""
    told = lab.told(case)
    found = [problem for problem in told.of(case.rule) if case.message in problem.message]
    heard = "\n".join(f"{problem.place}: {problem.message}" for problem in told.of(case.rule)) or "nothing"
    lines = [number for number, line in enumerate(told.files[case.file], 1) if case.line in line]
    assert lines, f"{case.file} has no “{case.line}”"
    edited = {lab.path(edit.file) for edit in case.edits}
    named = [problem for problem in found if {place.file for place in (problem.place, *problem.either)} & edited]
    assert named, f"expected “{case.message}” at {sorted(edited)}, heard\n{heard}"
    problem = named[0]
    assert problem.broken
    assert problem.broken.place.file == lab.path(BOOK)
    opened = told.files[BOOK][problem.broken.place.line - 1]
    assert opened == f"{{% rule {case.rule} %}}"
    assert f"rule {case.rule} (" in str(problem)
    assert problem.broken.sentence in str(problem)
    assert in_words(told.files[BOOK][problem.broken.place.line], problem.broken.sentence)


def in_words(written: str, sentence: str) -> bool:
    """Whether a sentence is what the book has written there, with anything in place of its expressions."""
    plain = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "\0", written.replace("**", "")).strip()
    pattern = "".join(".*" if part == "\0" else re.escape(part) for part in re.split("(\0)", plain))
    shown = re.sub(r"\[([a-z-]+)\]", r"[\1]", sentence.replace("**", ""))
    return re.match(pattern[:2000], shown) is not None


def untested(lab: Lab, cases: Sequence[Case]) -> dict[str, set[str]]:
    """The checks that no case breaks."""
    left = lab.checks()
    for one in cases:
        told = lab.told(one)
        for problem in told.of(one.rule):
            if one.message in problem.message:
                left[one.rule].discard(told.failed[problem.place.file, problem.place.line, problem.message])
    return {rule: checks for rule, checks in left.items() if checks}


# Faces -------------------------------------------------------------------------------------------------------------


def drawn(game: str) -> dict[str, list[Component]]:
    """All pieces of a game of this repository, by kind."""
    return drawn_game(game).by_kind()


def words(picture: Picture) -> list[str]:
    return [mark.text for mark in picture.marks if isinstance(mark, Run) and not mark.art]


def assert_tempo_in_the_corner(songs: list[Component]) -> None:
    for one in songs:
        assert words(one.front)[:2] == [str(one.piece.bpm), "BPM"]
        corner = one.front.names["bpm"]
        assert corner.right < 24 and corner.bottom < 24
        assert {one.piece.color[0].upper(), str(one.piece.released)} <= set(words(one.front))
        assert {"bpm", "released", "action", "color", "title"} <= one.front.names.keys()


def assert_covers_differ(songs: list[Component]) -> None:
    """By their shapes alone, colours left out: the same 64 pictures in whatever light."""
    forms = [tuple(mark.path for mark in one.front.marks if isinstance(mark, Shape)) for one in songs]
    assert len(set(forms)) == len(forms) == 64


def assert_dancers_differ(dancers: list[Component]) -> None:
    """64 people, by what they wear and how they stand, arrows and badges left out."""
    looks = set()
    for one in dancers:
        shown = {mark for mark in one.front.marks if isinstance(mark, Shape)}
        looks.add(
            frozenset(f"{mark.path} {mark.fill}" for mark in shown if not _in(mark.box, one.front.names.values()))
        )
    assert len(looks) == len(dancers) == 64


def _in(inner: Box, outers: Iterable[Box]) -> bool:
    return any(
        outer.x - 1 < inner.x
        and outer.y - 1 < inner.y
        and inner.right < outer.right + 1
        and inner.bottom < outer.bottom + 1
        for outer in outers
    )


def assert_clear_of_token_and_ball(dancers: list[Component]) -> None:
    """A 20 mm token lies in the middle of a tile, the 25 mm Beachball on any of its corners."""
    for one in dancers:
        side = one.front.width
        covers = [(side / 2, side / 2, 10.0), *((x, y, 12.5) for x in (0, side) for y in (0, side))]
        for name in ("arrow", "color"):
            box = one.front.names[name]
            # Both have round or slanted ends: a millimetre at the very corners of their boxes is empty.
            box = Box(box.x + 1, box.y + 1, box.w - 2, box.h - 2) if name == "color" else box
            for cx, cy, radius in covers:
                near = hypot(cx - min(max(cx, box.x), box.right), cy - min(max(cy, box.y), box.bottom))
                assert near >= radius, f"{one.piece.id}: {name} is {near:.1f} mm from {cx:.0f}, {cy:.0f}"


def assert_stage(stage: Component, decks: list[str]) -> None:
    slots = stage.front.slots
    assert [slot.kind for slot in slots] == decks
    assert all(slot.box.w >= 63.5 and slot.box.h >= 88.9 for slot in slots)
    assert all(slot.box.bottom < stage.piece.fold for slot in slots)
    fold = stage.front.names["fold"]
    assert fold.y < stage.piece.fold < fold.bottom
    for part in ("round", "actions"):
        assert stage.front.names[part].y > stage.piece.fold
    shown = "\n".join(words(stage.front))
    for step in stage.piece.steps:
        assert step["name"] in shown
    for move in stage.piece.moves:
        assert move["name"] in shown


# The rules of both games -------------------------------------------------------------------------------------------

FIRST_SONG = (SONGS, "title: Hold My Place in Line")
FIRST_DANCER = (DANCERS, "id: red-forward-wave")
FIRST_TOKEN = (TOKENS, "id: black")
AID = ("aids.yaml", "id: aid")
STAGE = ("stage.yaml", "id: stage")
SETUP = ("setup.yaml", "id: dancefloor")
JUNO = "title: Juno, color: red, arrow: forward, pose: wave}"
NEVER_MIND_FIELDS = ("game.yaml", "arrow: one of arrows", "arrow: text")

SHARED: list[Case] = [
    case("players", "must floors|map", "one dancefloor for each number of players from 2 to 4",
         (BOOK, "{players: 4, columns: 4", "{players: 5, columns: 4")),
    case("players", FIRST_TOKEN, "a full table needs 4 sets of player tokens, there are 3",
         Edit(TOKENS, r"- \{id: orange.*\n", lambda match: "")),
    case("players", AID, "there are 3 copies of the player aid; each of 4 players needs one", ("aids.yaml", "copies: 4", "copies: 3")),

    case("song-cards", FIRST_SONG, "4 actions in 4 colours and 4 tempo bands make 64 songs; there are 63",
         Edit(SONGS, r"- \{title: Pendulum Soup.*\n", lambda match: "")),
    case("song-cards", FIRST_SONG, "Hold My Place in Line has 79 BPM; the bands go from 80 to 175", (SONGS, "bpm: 80,", "bpm: 79,")),
    case("song-cards", (SONGS, "id: soup"), "Hammock Arithmetic has title Hammock Arithmetic, just as Hammock Arithmetic in line",
         (SONGS, "title: Pendulum Soup", "id: soup, title: Hammock Arithmetic")),
    case("song-cards", (SONGS, "title: Pendulum Soup"), "in the band Chill (80 to 103 BPM) two songs have the same action and colour",
         (SONGS, "bpm: 102, released: 2016-07-12, action: left-right", "bpm: 102, released: 2016-07-12, action: hop")),
    case("song-cards", FIRST_SONG, "the band Groove (104 to 127 BPM) has 17 songs; each band needs 16", (SONGS, "bpm: 102,", "bpm: 105,")),

    case("dancer-colors", FIRST_DANCER, "the dancers are blue, green, red; the colours are blue, green, red, yellow",
         (DANCERS, "color: yellow", "color: green")),
    case("dancer-colors", FIRST_SONG, "songs and dancers must have the same colours", (SONGS, "color: yellow", "color: green")),
    case("dancer-colors", FIRST_DANCER, "there are 15 red dancers; each colour needs a quarter of all 64",
         (DANCERS, JUNO, JUNO.replace("red", "blue"))),

    case("dancer-arrows", FIRST_DANCER, "the dancers’ arrows point backward, forward, right; all of forward, right, backward, left are needed",
         (DANCERS, "arrow: left", "arrow: right")),
    case("dancer-arrows", FIRST_DANCER, "15 dancers point forward; each direction needs a quarter of all 64",
         (DANCERS, JUNO, JUNO.replace("forward", "left"))),
    case("dancer-arrows", FIRST_DANCER, "count(dancers) is 63; it must be 64", Edit(DANCERS, r"- .*title: Zora.*\n", lambda match: "")),
    case("dancer-arrows", (DANCERS, "title: Lulu"), "Lulu has color red, arrow left, pose wave, just as Juno in line",
         (DANCERS, JUNO, JUNO.replace("forward", "left"))),

    case("stage-board", STAGE, "count(stages) is 2; it must be 1", ("stage.yaml", "- id: stage", "- id: stage\n  copies: 2")),
    case("stage-fold", STAGE, "the fold is 160 mm from the top; cards need at least 100 mm above it", ("stage.yaml", "fold: 116", "fold: 160")),

    case("dancefloor", SETUP, "count(setups) is 2; it must be 1", ("setup.yaml", "- id: dancefloor", "- id: dancefloor\n  copies: 2")),
    case("dancefloor", SETUP, "the layout has 11 places for 2 players; their dancefloor is 3 × 4",
         ("setup.yaml", "layout: [\n    2, 2, 2, 3", "layout: [\n    2, 3, 2, 3")),
    case("dancefloor", SETUP, "the layout has 15 places for 3 players; their dancefloor is 4 × 4",
         ("setup.yaml", "layout: [\n    2, 2, 2, 3", "layout: [\n    2, 2, 2, 4")),
    case("dancefloor", SETUP, "the layout has 19 places for 4 players; their dancefloor is 4 × 5",
         ("setup.yaml", "4, 4, 4, 4]", "4, 4, 4, 5]")),
    case("dancefloor", SETUP, "on the set-up card the front row for 2 players must be 3 wide",
         ("setup.yaml", "layout: [\n    2, 2, 2, 3", "layout: [\n    2, 2, 3, 3")),
    case("dancefloor", SETUP, "on the set-up card the left column for 2 players must be 4 deep",
         ("setup.yaml", "4, 4, 4, 4]", "2, 4, 4, 4]")),
    case("draw-pile", FIRST_SONG, "with 4 players the draw pile has 12 dancers; it needs one for each of the 16 Bathroom Breaks",
         (BOOK, "columns: 4, rows: 5", "columns: 4, rows: 13")),

    case("player-tokens", FIRST_TOKEN, "Black has 4 tokens; each player needs 5", (TOKENS, "letter: K, copies: 5", "letter: K, copies: 4")),
    case("player-tokens", FIRST_TOKEN, "Black is a colour of the dancers; tokens must stand out from the crowd",
         (BOOK, "token_colors: [black", "token_colors: [red"), (TOKENS, "color: black", "color: red")),
    case("player-tokens", "must disjoint(token_colors", "a token colour is also a colour of the dancers",
         (BOOK, "token_colors: [black", "token_colors: [red, black")),
    case("player-tokens", FIRST_TOKEN, "Black has the symbol square, which is a symbol of the dancers", (TOKENS, "symbol: bolt", "symbol: square")),
    case("player-tokens", FIRST_TOKEN, "Black has the letter R, which is a letter of the dancers", (TOKENS, "letter: K", "letter: R")),
    case("player-tokens", (TOKENS, "id: orange"), "Orange has color purple, just as Purple in line", (TOKENS, "color: orange", "color: purple")),
    case("player-tokens", (TOKENS, "id: orange"), "Orange has symbol star, just as Purple in line", (TOKENS, "symbol: crown", "symbol: star")),
    case("player-tokens", (TOKENS, "id: orange"), "Orange has letter P, just as Purple in line", (TOKENS, "letter: O", "letter: P")),

    case("round-steps", STAGE, "the steps on the Stage are numbered 0, 1, 3, 2, 4, 5, 6",
         ("stage.yaml", "number: 2, name: Cue", "number: 3, name: Cue"), ("stage.yaml", "number: 3, name: The Drop", "number: 2, name: The Drop")),
    case("round-steps", AID, "the player aid and the Stage must name the same steps", ("aids.yaml", "name: The Drop", "name: Drop It")),

    case("beachball", (BALL, "id: beachball"), "there is one Beachball, not 2", (BALL, "{id: beachball", "{copies: 2, id: beachball")),
    case("beachball", (BALL, "id: beachball"), "count(beachball_standees) is 2; it must be 1", (BALL, "{id: beachball", "{copies: 2, id: beachball")),
    case("beachball", "must floor.columns > 2", "a dancefloor of 2 × 4 leaves the Beachball no room to move",
         (BOOK, "{players: 2, columns: 3", "{players: 2, columns: 2")),
    case("beachball-move", FIRST_DANCER, "Juno has no arrow that the Beachball could follow",
         NEVER_MIND_FIELDS, (DANCERS, JUNO, JUNO.replace("forward", "up"))),
    case("beachball-move", "must arrows|length == 4", "the Beachball needs four directions",
         (BOOK, "arrows: [forward, right, backward, left]", "arrows: [forward, right, backward, left, up]")),

    case("turn-order", (SONGS, "title: Lily Pad Lullaby"), "two songs have the same BPM and the same release date",
         (SONGS, "bpm: 84, released: 2007-11-20", "bpm: 84, released: 2007-06-06")),
    case("turn-order", FIRST_SONG, "no two songs share a BPM, so the release date would never matter", Edit(SONGS, r"(bpm: )\d+", by_line)),

    case("combos", "must combo.line <= floor.columns", "a line of 4 does not fit across a dancefloor 3 wide", (BOOK, "combo: {line: 3", "combo: {line: 4")),
    case("combos", FIRST_TOKEN, "Black has 2 tokens, too few for a line of 3", (TOKENS, "letter: K, copies: 5", "letter: K, copies: 2")),
    case("fill", FIRST_DANCER, "there are no dancers left to fill a dancefloor of 4 × 16", (BOOK, "columns: 4, rows: 5", "columns: 4, rows: 16")),
    case("send-home", FIRST_TOKEN, "Black has 8 tokens, enough for all 8 rounds; nobody would ever have to send a fan home",
         (TOKENS, "letter: K, copies: 5", "letter: K, copies: 8")),
    case("one-token", FIRST_TOKEN, "there are 21 player tokens; the largest dancefloor has room for 20",
         (TOKENS, "letter: K, copies: 5", "letter: K, copies: 6")),

    case("left-right", "must reach.step < floor.columns", "nobody can move 3 to the side on a dancefloor 3 wide", (BOOK, "reach: {step: 1", "reach: {step: 3")),
    case("left-right", FIRST_SONG, "no song has the action left-right", (SONGS, "action: left-right", "action: hop")),
    case("up-down", "must reach.step < floor.rows", "nobody can move 4 forward on a dancefloor 4 deep", (BOOK, "reach: {step: 1", "reach: {step: 4")),
    case("up-down", FIRST_SONG, "no song has the action up-down", (SONGS, "action: up-down", "action: hop")),
    case("hop", "must reach.hop < floor.columns", "nobody can hop 3 spaces on a dancefloor of 3 × 4", (BOOK, "hop: 2}", "hop: 3}")),
    case("hop", FIRST_SONG, "no song has the action hop", (SONGS, "action: hop", "action: up-down")),
    case("bathroom-break", FIRST_SONG, "no song has the action bathroom-break", (SONGS, "action: bathroom-break", "action: hop")),
]  # fmt: skip


def about_actions(rule: str) -> list[Case]:
    """The four checks on actions; each game has them under a rule of another name."""
    return [
        case(rule, FIRST_SONG, "the songs have the actions bathroom-break, left-right, up-down; all of left-right, up-down, hop, bathroom-break are needed",
             (SONGS, "action: hop", "action: up-down")),
        case(rule, FIRST_SONG, "15 songs have the action bathroom-break; each action needs a quarter of all 64",
             (SONGS, "released: 2005-10-15, action: bathroom-break", "released: 2005-10-15, action: hop")),
        case(rule, STAGE, "the Stage must explain the actions left-right, up-down, hop, bathroom-break",
             ("stage.yaml", "action: hop", "action: up-down")),
        case(rule, AID, "the player aid must explain the actions left-right, up-down, hop, bathroom-break",
             ("aids.yaml", "action: hop", "action: up-down")),
    ]  # fmt: skip
