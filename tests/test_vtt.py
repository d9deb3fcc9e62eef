"""virtualtabletop.io: every reference, checksum and size of a .vtt file, and what its buttons do."""

import json
import random
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from tables import GAMES, drawn

from pressplay.exports import vtt
from pressplay.problem import Trouble

games = pytest.mark.parametrize("game", GAMES)
Widget = dict[str, Any]
TYPES = {"basic", "holder", "pile", "deck", "card", "dice", "seat", "label", "button"}
FUNCTIONS = {"MOVE", "SHUFFLE", "SELECT", "SORT"}


class Package:
    """A .vtt file, opened."""

    def __init__(self, data: bytes) -> None:
        with zipfile.ZipFile(BytesIO(data)) as package:
            assert package.testzip() is None
            self.files = {name: package.read(name) for name in package.namelist()}
        state = json.loads(self.files["0.json"])
        self.meta = state.pop("_meta")
        self.widgets: dict[str, Widget] = state

    def of(self, type: str) -> list[Widget]:
        return [each for each in self.widgets.values() if each["type"] == type]


@cache
def package(game: str) -> Package:
    (file,) = vtt.export(drawn(game))
    assert (file.path, file.role) == (f"vtt/{game}.vtt", "vtt")
    return Package(file.data)


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)
    elif isinstance(value, str):
        yield value


@games
def test_each_asset_is_named_by_its_signed_checksum_and_length_and_is_small_enough(game: str) -> None:
    files = package(game).files
    assert len(files["0.json"]) <= 20 * 2**20
    for path, data in files.items():
        if path == "0.json":
            continue
        (signed,) = (int(path.removeprefix("assets/").split("_")[0]),)
        assert signed & 0xFFFFFFFF == zlib.crc32(data) and -(2**31) <= signed < 2**31
        assert path == f"assets/{signed}_{len(data)}" and len(data) <= 10 * 2**20
        with Image.open(BytesIO(data)) as image:
            assert image.format in ("PNG", "JPEG") and max(image.size) <= 1600


@games
def test_each_reference_to_an_asset_is_there_and_each_asset_is_referred_to(game: str) -> None:
    found = package(game)
    named = {text[1:] for text in strings([found.widgets, found.meta]) if text.startswith("/assets/")}
    assert named == {path for path in found.files if path != "0.json"}


@games
def test_the_header_is_what_the_validator_wants(game: str) -> None:
    meta = package(game).meta
    assert meta["version"] == 22 and meta["info"]["name"] == drawn(game).game.title and meta["info"]["mode"]
    assert "link" not in meta["info"]
    assert set(meta["info"]) == {
        *("name", "image", "rules", "bgg", "year", "mode", "time", "players", "language", "variant", "attribution")
    }


@games
def test_each_widget_knows_its_id_and_each_reference_to_a_widget_is_sound(game: str) -> None:
    widgets = package(game).widgets
    for id, each in widgets.items():
        assert each["id"] == id and each["type"] in TYPES
        assert each.get("parent") is None or each["parent"] in widgets
        if each["type"] == "card":
            deck = widgets[each["deck"]]
            assert deck["type"] == "deck" and each["cardType"] in deck["cardTypes"]
            assert each["activeFace"] < len(deck["faceTemplates"])
        if each["type"] == "pile":
            assert widgets[each["parent"]]["type"] == "holder"
        if each["type"] == "seat":
            assert widgets[each["hand"]]["childrenPerOwner"]
        for step in each.get("clickRoutine", ()):
            assert step["func"] in FUNCTIONS
            for key in ("from", "to", "holder"):
                named = step.get(key, [])
                for target in [named] if isinstance(named, str) else named:
                    assert widgets[target]["type"] in ("holder", "seat"), (step, target)


@games
def test_all_pieces_are_there_and_lie_on_the_surface(game: str) -> None:
    found, job = package(game), drawn(game)
    cards = Counter(card["cardType"] for card in found.of("card"))
    like_cards = [one for one in job.made if one.kind.tabletop in ("card", "tile", "token")]
    assert cards == Counter({f"{one.kind.id}/{one.piece.id}": one.piece.copies for one in like_cards})
    for each in found.widgets.values():
        if {"x", "y", "width", "height"} <= each.keys():
            assert each["x"] >= 0 and each["y"] >= 0
            assert each["x"] + each["width"] <= 1600 and each["y"] + each["height"] <= 1000, each["id"]


@games
def test_the_seats_and_buttons_lie_free(game: str) -> None:
    found = package(game)
    fixed = [each | {"width": each.get("width", 150), "height": each.get("height", 40)} for each in found.of("seat")]
    fixed += found.of("button")
    others = [w for w in found.widgets.values() if "x" in w and w["type"] in ("basic", "holder", "dice", "label")]
    for one in fixed:
        for other in [*others, *fixed]:
            if other["id"] == one["id"] or other.get("display") is False:
                continue
            sideways = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
            apart = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
            assert sideways or apart, (one["id"], other["id"])


@games
def test_every_slot_of_a_board_takes_cards(game: str) -> None:
    job = drawn(game)
    assert job.arranged
    boards = [s for s in job.arranged.stacks if s.spot and job.game.kinds[s.members[0][0]].tabletop == "board"]
    wanted = sum(len(job.by_id[stack.members[0][:2]].front.slots) for stack in boards)
    holders = [each for each in package(game).of("holder") if each["dropTarget"] == {"type": "card"}]
    assert len(holders) >= wanted


class Surface:
    """What the program's own routines do, as far as set-up buttons use them."""

    def __init__(self, found: Package, seed: int) -> None:
        self.widgets = found.widgets
        self.chance = random.Random(seed)
        self.piles: dict[str, list[str]] = {}
        for card in found.of("card"):
            parent = card["parent"]
            home = self.widgets[parent]["parent"] if self.widgets[parent]["type"] == "pile" else parent
            self.piles.setdefault(home, []).append(card["id"])
        for pile in self.piles.values():  # the highest is the first
            pile.sort(key=lambda id: -self.widgets[id]["z"])
        self.chosen: list[str] = []

    def press(self, button: str) -> None:
        for step in self.widgets[button]["clickRoutine"]:
            getattr(self, step["func"])(step)

    def SHUFFLE(self, step: Widget) -> None:
        self.chance.shuffle(self.piles[step["holder"]])

    def SELECT(self, step: Widget) -> None:
        self.chosen = [
            id for pile in self.piles.values() for id in pile if self.widgets[id]["cardType"] in step["value"]
        ]

    def MOVE(self, step: Widget) -> None:
        targets = [step["to"]] if isinstance(step["to"], str) else step["to"]
        if "collection" in step:
            for id in self.chosen:
                next(pile for pile in self.piles.values() if id in pile).remove(id)
                self.piles.setdefault(targets[0], []).insert(0, id)
            return
        for target in targets:
            source = self.piles.setdefault(step["from"], [])
            count = len(source) if step["count"] == "all" else step["count"]
            assert step["count"] == "all" or len(source) >= count, step
            moved, source[:] = source[:count], source[count:]
            self.piles.setdefault(target, [])[:0] = moved

    def SORT(self, step: Widget) -> None:
        def rank(id: str) -> int:
            card = self.widgets[id]
            found: int = self.widgets[card["deck"]]["cardTypes"][card["cardType"]][step["key"]]
            return found

        self.piles[step["holder"]].sort(key=rank)

    def kinds(self, pile: str) -> Counter[str]:
        return Counter(self.widgets[id]["cardType"].split("/")[0] for id in self.piles.get(pile, []))


@games
def test_the_buttons_deal_what_the_facts_say(game: str) -> None:
    job, found = drawn(game), package(game)
    assert job.arranged
    facts: Any = job.game.facts
    assert [each["id"] for each in found.of("button")] == [f"setup-{n}" for n in job.arranged.table.setups]
    for count in job.arranged.table.setups:
        for seed in range(5):
            surface = Surface(found, seed)
            before = Counter(id for pile in surface.piles.values() for id in pile)
            surface.press(f"setup-{count}")
            assert Counter(id for pile in surface.piles.values() for id in pile) == before
            hands = [surface.kinds(f"seat{seat + 1}") for seat in range(count)]
            assert not any(surface.kinds(f"seat{seat + 1}") for seat in range(count, len(job.arranged.table.seats)))
            check(game, facts, count, surface, hands)


def check(game: str, facts: Any, count: int, surface: Surface, hands: list[Counter[str]]) -> None:
    def field(pile: str, name: str) -> list[Any]:
        pieces = {f"{piece.kind}/{piece.id}": piece for piece in drawn(game).game.all_pieces()}
        return [pieces[surface.widgets[id]["cardType"]].values[name] for id in surface.piles[pile]]

    if game == "king-of-clubs":
        assert hands == [{"dancer": 5}] * count
    elif game == "dj-duels-with-a-z":
        assert hands == [{"song": facts["setlist"]["draw"]}] * count
        effects = field("effect", "type")
        assert len(effects) == facts["rounds"] and "crowd-bonus" not in effects[: facts["effect_deck"]["opening"]]
    elif game == "bpms-per-minute":
        parts = facts["hype_deck"]
        wanted = ["warm-up"] * parts["warm_up"] + ["beachball-bop"] * parts["bop"] + ["peak"] * parts["peak"]
        assert field("hype", "phase") == wanted
        assert hands == [{"song": facts["setlist"]["draw"], "fan-quest": facts["quests_each"]}] * count
    elif game == "monstercat-card-game":
        assert surface.kinds("crowd")["crowd"] == facts["stands"]["base"] + facts["stands"]["per_player"] * count
        assert [len(surface.piles[f"place-front-row-{n}"]) for n in (1, 2, 3, 4)] == [1] * facts["front_row"]
        assert [len(surface.piles[f"place-backstage-{n}"]) for n in (1, 2, 3, 4)] == [1] * facts["backstage"]
    elif game == "genesis-of-destiny-supreme":
        assert hands == [{"chill": 1, "go-solo": 1}] * count
        assert sum(len(surface.piles[f"place-market-{n}"]) for n in (1, 2, 3, 4)) == facts["market"]["spaces"]
        assert sum(len(surface.piles[f"place-open-gigs-{n}"]) for n in (1, 2, 3, 4)) == facts["start_gigs"]
        assert field("gig", "unlock") == sorted(field("gig", "unlock"))


def test_the_same_game_gives_the_same_bytes() -> None:
    job = drawn("king-of-clubs")
    one, other = (vtt.export(replace(job, options=replace(job.options, jobs=jobs))) for jobs in (1, 2))
    assert one == other


def test_a_game_without_a_table_is_told_what_is_missing() -> None:
    job = drawn("king-of-clubs")
    with pytest.raises(Trouble, match="needs its table"):
        vtt.export(replace(job, arranged=None))
