"""A round of each game, played in a real browser: the moves of its rulebook's example, and what they lead to."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from support.browser import BrowserTable, Data, Opened, Point
from support.tables import drawn

LETTERS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}


def prose(game: str) -> str:
    found = drawn(game).game
    return found.rulebook.judgement(found).prose


def told(game: str, pattern: str) -> list[int]:
    """The numbers that the rulebook's example names."""
    match = re.search(pattern, prose(game))
    assert match, pattern
    return [int(number) for number in match.groups()]


class Prepared:
    """A saved table as an example finds it: pieces put where it says, all others left where they lie."""

    def __init__(self, state: Data) -> None:
        self.state = state

    def take(self, piece: str) -> Data:
        for items in self._everywhere():
            for item in items:
                if item["p"] == piece:
                    items.remove(item)
                    return item
        raise AssertionError(piece)

    def _everywhere(self) -> Iterator[list[Data]]:
        for pile in self.state["piles"]:
            yield pile["items"]
        yield from [*self.state["hands"], self.state["box"]]

    def put(self, piece: str, x: float, y: float) -> None:
        item = self.take(piece) | {"s": 0}
        self.state["next"] += 1
        self.state["piles"].append({"id": self.state["next"], "items": [item], "x": x, "y": y, "turn": 0, "home": ""})

    def on_top(self, piece: str, home: str) -> None:
        item = self.take(piece)
        next(pile for pile in self.state["piles"] if pile["home"] == home)["items"].insert(0, item)

    def hold(self, seat: int, piece: str) -> None:
        self.state["hands"][seat].append(self.take(piece) | {"s": 0})

    def empty(self, spot: list[float], home: str) -> None:
        """What lies in a cell goes under a pile."""
        pile = next(pile for pile in self.state["piles"] if pile["home"] == home)
        for each in self.state["piles"]:
            if each is not pile and abs(each["x"] - spot[0]) < 1 and abs(each["y"] - spot[1]) < 1:
                pile["items"] += [item | {"s": 1} for item in each["items"]]
                each["items"] = []


def begin(table: BrowserTable, players: int, prepare: Callable[[Prepared], None]) -> None:
    """Sets up, lays what the example needs, and opens that as a saved table."""
    table.set_up(players)
    prepared = Prepared(table.state)
    prepare(prepared)
    scene = {"format": 1, "game": table.game, "state": prepared.state}
    table.page.set_input_files(
        "#file", {"name": "t.json", "mimeType": "application/json", "buffer": json.dumps(scene).encode()}
    )
    table.page.locator("#told", has_text="The table is as it was saved.").wait_for(state="attached")


def scene_of(table: BrowserTable) -> dict[str, list[float]]:
    text: list[Data] = table.page.evaluate("JSON.parse(document.getElementById('scene').textContent).cells")
    return {f"{cell['place']} {cell['number']}": cell["spot"] for cell in text}


# DJ Duels and BPMs per Minute: the dancefloor of the example


def floors(game: str) -> list[list[list[str]]]:
    """The two tables of “A round, danced through”: before and after."""
    text = prose(game).partition("danced through")[2]
    found: list[list[list[str]]] = []
    for block in re.findall(r"\| Column 1 .*?\n\|[-| ]+\n((?:\|.*\n)+)", text):
        found.append([[cell.strip(" *") for cell in row.strip().strip("|").split("|")] for row in block.splitlines()])
    assert len(found) >= 2
    return found[:2]


class Dancefloor:
    """Who stands where: rows and columns of the example, cells of the table."""

    def __init__(self, table: BrowserTable) -> None:
        self.table = table
        self.spots = scene_of(table)
        self.pieces: dict[tuple[int, int], str] = {}
        self.tokens = Counter[str]()

    def cell(self, row: int, column: int) -> int:
        return 4 * (row - 1) + column

    def at(self, row: int, column: int) -> Point:
        return self.table.cell("dancefloor", self.cell(row, column))

    def lay(self, prepared: Prepared, before: list[list[str]], corner: str) -> None:
        used: set[str] = {corner}
        dancers = drawn(self.table.game).game.pieces["dancer"]
        for name, spot in self.spots.items():
            if name.startswith("dancefloor"):
                prepared.empty(spot, "dancer")
        for row, line in enumerate(before, 1):
            for column, told_as in enumerate(line, 1):
                letter, _, token = told_as.partition(" / ")
                id = next(d.id for d in dancers if d.values["color"] == LETTERS[letter] and d.id not in used)
                if (row, column) == (1, 1):
                    id = corner
                used.add(id)
                spot = self.spots[f"dancefloor {self.cell(row, column)}"]
                prepared.put(f"dancer/{id}/1", spot[0], spot[1])
                if token:
                    self.tokens[token] += 1
                    prepared.put(f"player-token/{self.color(token)}/{self.tokens[token]}", spot[0], spot[1])

    def color(self, token: str) -> str:
        return drawn(self.table.game).game.pieces["player-token"][{"K": 0, "P": 1}[token]].id

    def place(self, token: str, row: int, column: int) -> None:
        seat = {"K": 1, "P": 2}[token]
        self.table.drag(f'.pile[data-home="player-token@{seat}"]', self.at(row, column))

    def move(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Dancers are taken by the corner, where neither a token lies nor the Beachball."""
        spot = self.at(*start)
        self.table.drag(Point(spot.x - 8, spot.y + 8), Point(self.at(*end).x - 8, self.at(*end).y + 8))

    def newcomer(self, row: int, column: int) -> None:
        self.table.drag('.pile[data-home="dancer"]', self.at(row, column))
        (piece,) = self.table.lying(self.spots[f"dancefloor {self.cell(row, column)}"])
        self.table.flip(piece)

    def superfan(self, row: int, column: int, seat: int, y: float) -> None:
        """A dancer taken off to before its owner, and its token back into the supply."""
        lying = self.table.lying(self.spots[f"dancefloor {self.cell(row, column)}"])
        (dancer,) = (piece for piece in lying if piece.startswith("dancer/"))
        (token,) = [piece for piece in lying if piece.startswith("player-token/")]

        spot = self.at(row, column)
        home = self.table.middle('[data-home="setup"]')
        self.table.drag(Point(spot.x - 8, spot.y + 8), Point(home.x - 8 + 60, home.y + y))
        assert self.table.lying(self.spots[f"dancefloor {self.cell(row, column)}"]) == [], "the token went with it"
        self.table.drag(self.table.element(token), f'.pile[data-home="player-token@{seat}"]')
        assert len(self.table.pile_of(dancer)["items"]) == 1

    def shown(self) -> list[list[str]]:
        """The dancefloor in the words of the rulebook."""
        pieces = {p.id: p for p in drawn(self.table.game).game.pieces["dancer"]}
        letters = {name: letter for letter, name in LETTERS.items()}
        owners = {self.color("K"): "K", self.color("P"): "P"}
        rows = []
        for row in range(1, 5):
            words = []
            for column in range(1, 4):
                lying = self.table.lying(self.spots[f"dancefloor {self.cell(row, column)}"])
                (dancer,) = (p.split("/")[1] for p in lying if p.startswith("dancer/"))
                tokens = [owners[p.split("/")[1]] for p in lying if p.startswith("player-token/")]
                words.append(" / ".join([letters[pieces[dancer].values["color"]], *tokens]))
            rows.append(words)
        return rows


def same_floor(shown: list[list[str]], wanted: list[list[str]]) -> None:
    for line, expected in zip(shown, wanted, strict=True):
        assert len(line) == len(expected)
        for cell, word in zip(line, expected):
            assert word.startswith("new") or cell == word, (shown, wanted)


def cue(table: BrowserTable, seat: int, song: str, end: Point) -> None:
    """A song from the hand onto the table, face down, as its player does it."""
    table.sit(seat)
    table.show()
    table.page.locator(table.hold_card(song)).scroll_into_view_if_needed()
    table.page.keyboard.down("Alt")
    table.drag(table.hold_card(song), end)
    table.page.keyboard.up("Alt")
    assert table.pile_of(song)["items"][0]["s"] == 1


def tidy_up(table: BrowserTable, songs: tuple[str, ...], card: str, kind: str) -> None:
    for song in songs:
        table.drag(table.element(song), table.cell("played-songs"))
    table.drag(table.element(card), table.cell(f"{kind}-discards"))


def drop_songs(table: BrowserTable, pat: str, kim: str) -> None:
    where = table.middle('[data-home="setup"]')
    cue(table, 1, pat, Point(where.x + 60, where.y - 60))  # seen from the far side
    table.sit(0)
    cue(table, 0, kim, Point(where.x + 120, where.y - 60))
    for song in (pat, kim):
        table.flip(song)
        assert table.pile_of(song)["items"][0]["s"] == 0


def test_a_round_of_dj_duels_is_danced_through_as_the_rulebook_tells_it(opened: Opened) -> None:
    game = "dj-duels-with-a-z"
    table = opened(game)
    floor, (before, after) = Dancefloor(table), floors(game)
    pat, kim = "song/lily-pad-lullaby/1", "song/crosswalk-stampede/1"

    def prepare(prepared: Prepared) -> None:
        floor.lay(prepared, before, "red-backward-wave")
        prepared.on_top("effect/green-light/1", "effect")
        prepared.hold(1, pat)
        prepared.hold(0, kim)

    begin(table, 2, prepare)
    same_floor(floor.shown(), before)
    table.drag(table.element("beachball/beachball/1"), table.cell("crossings", 4))
    assert "beachball/beachball/1" in table.lying(floor.spots["crossings 4"])
    table.drag('.pile[data-home="effect"]', table.cell("effect-of-the-round"))
    table.flip("effect/green-light/1")
    drop_songs(table, pat, kim)
    scoring: Any = drawn(game).game.facts["scoring"]
    floor.place("P", 1, 3)
    table.count("Points: White", scoring["color"])
    floor.move((1, 3), (3, 3))
    floor.place("K", 2, 1)
    table.count("Points: Black", scoring["color"])
    kims, pats = told(game, r"Three of them are Kim’s fans, one is Pat’s: (\d+) for Kim, (\d+) for Pat")
    table.count("Points: Black", kims)
    table.count("Points: White", pats)
    floor.superfan(1, 1, 2, 40)
    floor.superfan(3, 3, 2, 90)
    for start in (2, 3, 4):
        floor.move((start, 1), (start - 1, 1))
    floor.move((4, 3), (3, 3))
    floor.newcomer(4, 1)
    floor.newcomer(4, 3)
    tidy_up(table, (pat, kim), "effect/green-light/1", "effect")
    same_floor(floor.shown(), after)
    assert table.state["counters"] == {
        "Points: Black": scoring["color"] + kims,
        "Points: White": scoring["color"] + pats,
    }
    assert table.lying(floor.spots["played-songs 1"]) == [kim, pat]
    assert len(table.pile_of("player-token/white/1")["items"]) == 4, "Pat has one fan and four tokens"


def test_a_round_of_bpms_is_danced_through_as_the_rulebook_tells_it(opened: Opened) -> None:
    game = "bpms-per-minute"
    table = opened(game)
    floor, (before, after) = Dancefloor(table), floors(game)
    pat, kim = "song/lily-pad-lullaby/1", "song/crosswalk-stampede/1"
    (bounce,) = re.findall(r"The Hype card is \*(.+?)\*", prose(game))
    (hype,) = (f"hype/{p.id}/1" for p in drawn(game).game.pieces["hype"] if p.title == bounce)

    def prepare(prepared: Prepared) -> None:
        floor.lay(prepared, before, "red-backward-wave")
        prepared.on_top(hype, "hype")
        prepared.hold(1, pat)
        prepared.hold(0, kim)
        prepared.put("beachball/beachball/1", floor.spots["crossings 1"][0], floor.spots["crossings 1"][1])

    begin(table, 2, prepare)
    table.drag(table.element("beachball/beachball/1"), table.cell("crossings", 4))
    table.drag('.pile[data-home="hype"]', table.cell("hype-of-the-round"))
    table.flip(hype)
    drop_songs(table, pat, kim)
    floor.move((1, 3), (3, 3))
    floor.place("P", 3, 3)
    floor.place("K", 2, 1)
    table.drag(table.element("beachball/beachball/1"), table.cell("crossings", 5))
    assert "beachball/beachball/1" in table.lying(floor.spots["crossings 5"])
    home = table.middle('[data-home="setup"]')
    table.drag('.pile[data-home="dancer"]', Point(home.x + 30, home.y + 60))  # the Beachball's superfan
    floor.superfan(1, 1, 2, 90)
    floor.superfan(3, 3, 2, 120)
    for start in (2, 3, 4):
        floor.move((start, 1), (start - 1, 1))
    floor.move((4, 3), (3, 3))
    floor.newcomer(4, 1)
    floor.newcomer(4, 3)
    floor.place("P", 4, 3)
    tidy_up(table, (pat, kim), hype, "hype")
    same_floor(floor.shown(), after)
    assert floor.shown()[3][2].endswith(" / P"), "Kim placed Pat's token on the newcomer"
    (superfans,) = told(game, r"Pat ends the round with (\d+) new superfans")
    outside = [p for p in table.state["piles"] if p["items"][0]["p"].startswith("dancer/") and not p["home"]]
    assert len(outside) - 12 == superfans


def test_a_night_of_king_of_clubs_goes_as_the_rulebook_tells_it(opened: Opened) -> None:
    game = "king-of-clubs"
    table = opened(game)
    clubs = ["coconut-alibi", "pharaohs-day-off", "fortieth-floor", "the-velvet-comet"]

    def prepare(prepared: Prepared) -> None:
        for club in reversed(clubs):
            prepared.on_top(f"nightclub/{club}/1", "nightclub")

    begin(table, 2, prepare)
    spots = scene_of(table)
    for number, club in enumerate(clubs, 1):
        table.drag('.pile[data-home="nightclub"]', table.cell("clubs", number))
        table.flip(f"nightclub/{club}/1")
    table.drag(table.element("nightclub/pharaohs-day-off/1"), table.cell("clubs", 1))
    assert len(table.lying(spots["clubs 1"])) == 2, "a Couples Dance is a stack"
    floor = {0: "near-dancers", 1: "far-dancers"}
    team = {0: "disco", 1: "salsa"}
    sent = {0: {3: [3], 4: [5], 1: [4, 1]}, 1: {3: [4], 4: [2], 1: [5, 3]}}
    for seat in (0, 1):
        for cell, skills in sent[seat].items():
            for skill in skills:
                send(table, seat, f"dancer/{team[seat]}-{skill}/1", floor[seat], cell)
        assert len(table.state["hands"][seat]) == 1, "the Backup stays"
    table.sit(0)
    for seat in (0, 1):
        for cell in sent[seat]:
            card, *others = table.lying(spots[f"{floor[seat]} {cell}"])
            table.do(card, "Flip pile" if others else "Flip")
    values = {p.id: p.values["prestige"] for p in drawn(game).game.pieces["nightclub"]}
    won = Counter[int]()
    for cell in (3, 4, 1):
        lying = {seat: skills_of(table, spots[f"{floor[seat]} {cell}"]) for seat in (0, 1)}
        assert min(lying[0]) != min(lying[1])
        winner = max((0, 1), key=lambda seat: min(lying[seat]))
        worth = sum(values[piece.split("/")[1]] for piece in table.lying(spots[f"clubs {cell}"]))
        won[winner] += worth
        table.count(f"Prestige tonight: {['Disco', 'Salsa'][winner]}", worth)
    bo, ada = told(game, r"Bo has (\d+) prestige, Ada (\d+)")
    assert table.state["counters"] == {"Prestige tonight: Disco": ada, "Prestige tonight: Salsa": bo}


def send(table: BrowserTable, seat: int, card: str, place: str, cell: int) -> None:
    table.sit(seat)
    table.show()
    table.page.keyboard.down("Alt")
    table.drag(table.hold_card(card), table.cell(place, cell))
    table.page.keyboard.up("Alt")
    assert table.pile_of(card)["items"][0] == {"p": card, "s": 1}


def skills_of(table: BrowserTable, spot: list[float]) -> list[int]:
    return [int(piece.split("/")[1].rsplit("-", 1)[1]) for piece in table.lying(spot)]


def test_an_evening_with_jo_goes_as_the_rulebook_tells_it(opened: Opened) -> None:
    game = "monstercat-card-game"
    table = opened(game)
    example: Any = drawn(game).game.facts["example"]
    songs = [f"song/{id}/1" for id in example["row"]]
    line, loop = (f"crowd/{example[which]}/1" for which in ("line", "loop"))

    def prepare(prepared: Prepared) -> None:
        for song in songs:
            prepared.hold(0, song)
        spots = scene_of(table)
        for number, member in enumerate((line, loop), 1):
            prepared.empty(spots[f"front-row {number}"], "crowd")
            prepared.put(member, spots[f"front-row {number}"][0], spots[f"front-row {number}"][1])

    begin(table, 2, prepare)
    spots = scene_of(table)
    table.show()
    held = len(table.state["hands"][0])
    for number, song in enumerate(songs, 1):
        table.page.locator(table.hold_card(song)).scroll_into_view_if_needed()
        table.drag(table.hold_card(song), table.cell(f"player-board@1 cue-{number}"))
        assert table.lying(spots[f"player-board@1 cue-{number} 1"])[0] == song
    points, sync = told(game, r"takes (\d+) points and (\d+) more for the sync")
    member = next(p for p in drawn(game).game.pieces["crowd"] if p.id == example["line"])
    assert (points, sync) == (member.values["points"], member.values["sync"])
    table.count("Points: DJ Kettle", points + sync)
    for song in songs:
        table.drag(table.element(song), table.cell("play-mat discard-pile"))
    board = table.middle('[data-home="player-board@1"]')
    table.drag(table.element(line), Point(board.x + 160, board.y))
    table.flip(line)
    table.drag('.pile[data-home="crowd"]', table.cell("front-row", 1))
    (fresh,) = table.lying(spots["front-row 1"])
    table.flip(fresh)
    table.drag('.pile[data-home="draw-pile"]', "#held")
    state = table.state
    assert len(state["hands"][0]) == held - 3 + drawn(game).game.facts["turn"]["draw"]
    assert state["counters"] == {"Points: DJ Kettle": points + sync}
    assert table.lying(spots["play-mat discard-pile 1"]) == songs[::-1]
    assert table.pile_of(line)["items"] == [{"p": line, "s": 1}] and table.pile_of(fresh)["items"][0]["s"] == 0
    assert table.lying(spots["front-row 2"]) == [loop]


def test_the_first_song_of_genesis_goes_as_the_rulebook_tells_it(opened: Opened) -> None:
    game = "genesis-of-destiny-supreme"
    table = opened(game)
    table.set_up(3)
    spots = scene_of(table)
    sheet = '[data-home="first-song"]'
    text = prose(game).partition("A worked example.")[2]
    first = [int(n) for n in re.findall(r"\d", text.partition("extra: ")[2].partition(".")[0])]
    second = [int(n) for n in re.findall(r"\d", text.partition("rolls three dice: ")[2].partition(".")[0])]
    assert (first, second) == ([1, 3, 4, 6], [2, 3, 5])
    dice = [f"/die/{number}" for number in range(1, 8)]
    for die, number in zip(dice, first + second):
        table.roll(die, number)
    values = {item["p"]: item["s"] + 1 for pile in table.state["piles"] for item in pile["items"]}
    assert [values[die] for die in dice] == first + second
    marks = {name: marker(table, seat) for seat, name in enumerate(("Beats", "Melody", "Front"))}

    def place(die: str, column: int, row: int) -> None:
        table.drag(table.element(die), table.on(sheet, 0.3 + 0.14 * column, 0.25 * row))

    def succeed(name: str, spot: int, column: int, row: int) -> None:
        """A circle succeeds: the marker walks, a meeple moves up, a goal marker shows it."""
        table.drag(table.element(marks[name]), table.cell(f"board spot-{spot}"))
        table.drag('.pile[data-home="meeple"]', table.on('[data-home="board"]', 0.45 + 0.03 * column, 0.5 + 0.06 * row))
        table.drag('.pile[data-home="goal-marker"]', table.on(sheet, 0.37 + 0.14 * column, 0.25 * row + 0.1))

    place(dice[1], 0, 1)
    place(dice[0], 0, 2)
    place(dice[3], 0, 3)
    succeed("Front", 5, 0, 3)
    place(dice[5], 1, 1)
    succeed("Beats", 3, 1, 1)
    place(dice[6], 1, 2)
    succeed("Melody", 6, 1, 2)
    place(dice[2], 1, 3)
    succeed("Front", 7, 1, 3)
    ends = {"Beats": 3, "Melody": 6, "Front": 7}
    for name, spot in ends.items():
        assert f"**{spot}**" in text or f"spot {spot}" in text
        assert marks[name] in table.lying(spots[f"board spot-{spot} 1"]), name
    box = table.page.evaluate(
        "JSON.parse(document.getElementById('scene').textContent).stacks.find(s => s.key === 'first-song').spot"
    )
    within = [
        item["p"]
        for pile in table.state["piles"]
        for item in pile["items"]
        if abs(pile["x"] - box[0]) < box[2] / 2 and abs(pile["y"] - box[1]) < box[3] / 2
    ]
    assert Counter(piece.split("/")[0] for piece in within)["goal-marker"] == 4, "four circles"
    left = [die for die in dice if die not in within]
    assert [values[die] for die in left] == [2], "one die, the 2, stays in the pool"
    moved = [p for p in table.state["piles"] if p["items"][0]["p"].startswith("meeple/") and not p["home"]]
    assert len(moved) == 4


def marker(table: BrowserTable, seat: int) -> str:
    """The marker that a player has on the start, or anywhere on the board."""
    spots = scene_of(table)
    found = table.lying(spots[f"start {seat + 1}"])
    (piece,) = (piece for piece in found if piece.startswith("player-marker/"))
    return piece
