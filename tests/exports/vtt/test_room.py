"""virtualtabletop.io: every reference, checksum and size of a .vtt file, and what its buttons do."""

import re
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from support.packages import Package, Widget, package
from support.surface import KEYS, Surface, as_list
from support.tables import GAMES, drawn, with_steps

from pressplay.build.pipeline import build_game
from pressplay.build.request import BuildRequest
from pressplay.exports.options import Options
from pressplay.exports.vtt import export as vtt
from pressplay.problem import Trouble
from pressplay.table.arrange import arrange
from pressplay.table.rehearse import rehearse
from pressplay.table.table import Arrangement, SetupStep

games = pytest.mark.parametrize("game", GAMES)
TYPES = {"basic", "holder", "pile", "deck", "card", "dice", "seat", "label", "button"}


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
    assert "link" not in meta["info"] and meta["info"]["language"] == "en-US", "it wants a full tag"
    assert set(meta["info"]) == {
        *("name", "image", "rules", "bgg", "year", "mode", "time", "players", "language", "variant", "attribution")
    }


def operations(value: Any) -> Iterator[Widget]:
    """Every operation of every routine of a widget, also those inside others."""
    if isinstance(value, dict):
        if "func" in value:
            yield value
        for item in value.values():
            yield from operations(item)
    elif isinstance(value, list):
        for item in value:
            yield from operations(item)


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
        for step in operations(each):
            assert step["func"] in KEYS
            for key in ("from", "to", "holder", "label", "widget"):
                for target in as_list(step.get(key, [])):
                    if not target.startswith("${"):
                        wanted = {"label": ("label",), "widget": ("basic",)}.get(key, ("holder", "seat"))
                        assert widgets[target]["type"] in wanted, (step, target)


@games
def test_all_pieces_are_there_and_lie_on_the_surface(game: str) -> None:
    found, job = package(game), drawn(game)
    cards = Counter(card["cardType"] for card in found.of("card"))
    like_cards = [one for one in job.components if one.kind.tabletop in ("card", "tile", "token")]
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
            if other["id"] in (one["id"], "felt") or other.get("display") is False:
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


@games
def test_the_buttons_deal_what_the_facts_say(game: str) -> None:
    job, found = drawn(game), package(game)
    assert job.arranged
    facts: Any = job.game.facts
    buttons = [each["id"] for each in found.of("button") if each.get("sets-up")]
    assert buttons == [f"setup-{n}" for n in job.arranged.table.setups]
    for count in job.arranged.table.setups:
        for seed in range(5):
            surface = Surface(found.widgets, seed, count)
            before = surface.census()
            surface.click(f"setup-{count}")
            assert surface.census() == before and not surface.told
            hands = [surface.kinds(surface.held(f"seat{seat + 1}")) for seat in range(count)]
            assert all(
                surface.widgets[id]["activeFace"] == 1 for n in range(count) for id in surface.held(f"seat{n + 1}")
            )
            check(game, facts, count, surface, hands)
            assert all(surface.widgets[button]["display"] is False for button in buttons), "once is enough"
            for each in surface.widgets.values():
                assert (each.get("of-seat", 0) <= count) or each["display"] is False, "nobody counts there"


@games
def test_nothing_is_dealt_before_the_seats_are_taken(game: str) -> None:
    found, job = package(game), drawn(game)
    assert job.arranged
    for count in job.arranged.table.setups:
        surface = Surface(found.widgets, 1, count - 1)
        before = {id: each.get("parent") for id, each in surface.widgets.items()}
        surface.click(f"setup-{count}")
        assert {id: each.get("parent") for id, each in surface.widgets.items()} == before
        (told,) = surface.told
        assert all(seat.name in told for seat in job.arranged.table.seats[:count])


def check(game: str, facts: Any, count: int, surface: Surface, hands: list[Counter[str]]) -> None:
    pieces = {f"{piece.kind}/{piece.id}": piece for piece in drawn(game).game.all_pieces()}

    def field(pile: str, name: str) -> list[Any]:
        return [pieces[surface.widgets[id]["cardType"]].values[name] for id in surface.lying(f"stack--{pile}")]

    def dealt(place: str) -> list[Counter[str]]:
        cells = [id for id in surface.widgets if id.startswith(f"place--{place}--")]
        return [surface.kinds(surface.lying(id)) for id in cells]

    if game == "king-of-clubs":
        assert hands == [{"dancer": 5}] * count
        teams = [
            {pieces[surface.widgets[id]["cardType"]].team for id in surface.held(f"seat{n + 1}")} for n in range(count)
        ]
        assert all(len(team) == 1 for team in teams) and len(set.union(*teams)) == count
    elif game == "dj-duels-with-a-z":
        assert hands == [{"song": facts["setlist"]["draw"]}] * count
        effects = field("effect", "type")
        assert len(effects) == facts["rounds"] and "crowd-bonus" not in effects[: facts["effect_deck"]["opening"]]
        assert dealt("crossings") == [{"beachball": 1}] + [{}] * 11
    elif game == "bpms-per-minute":
        parts = facts["hype_deck"]
        wanted = ["warm-up"] * parts["warm_up"] + ["beachball-bop"] * parts["bop"] + ["peak"] * parts["peak"]
        assert field("hype", "phase") == wanted
        assert hands == [{"song": facts["setlist"]["draw"], "fan-quest": facts["quests_each"]}] * count
        assert dealt("crossings") == [{}] * 12
    elif game == "monstercat-card-game":
        assert (
            surface.kinds(surface.lying("stack--crowd"))["crowd"]
            == facts["stands"]["base"] + facts["stands"]["per_player"] * count
        )
        assert dealt("front-row") == [{"crowd": 1}] * facts["front_row"]
        assert [sum(cell.values()) for cell in dealt("backstage")] == [1] * facts["backstage"]
        assert all(sum(hand.values()) == facts["hand"]["start"] and hand["song"] for hand in hands)
    elif game == "genesis-of-destiny-supreme":
        assert hands == [{"chill": 1, "go-solo": 1}] * count
        assert [sum(cell.values()) for cell in dealt("market")] == [1] * facts["market"]["spaces"]
        assert dealt("open-gigs") == [{"gig": 1}] * facts["start_gigs"]
        assert field("gig", "unlock") == sorted(field("gig", "unlock"))
    if "floors" in facts:
        (floor,) = (each for each in facts["floors"] if each["players"] == count)
        wanted_cells = [{"dancer": 1} if n % 4 < floor["columns"] and n // 4 < floor["rows"] else {} for n in range(20)]
        assert dealt("dancefloor") == wanted_cells


def after(game: str, players: int, arranged: Arrangement | None) -> Surface:
    """The room of a game's table with other steps, when its button has been pressed."""
    assert arranged
    job = drawn(game)
    (file,) = vtt.export(replace(job, game=replace(job.game, table=arranged.table), arranged=arranged))
    surface = Surface(Package(file.data).widgets, 1, players)
    before = surface.census()
    surface.click(f"setup-{players}")
    assert surface.census() == before
    return surface


def test_some_of_a_pile_are_put_under_another() -> None:
    steps = ("take 3 nightclub as dealt", "put 2 dealt under move", "put dealt on nightclub")
    arranged, problems = with_steps("king-of-clubs", *steps)
    assert not problems
    surface = after("king-of-clubs", 2, arranged)
    assert surface.kinds(surface.lying("stack--move")[-2:]) == {"nightclub": 2}
    assert len(surface.lying("stack--nightclub")) == 7 and not surface.lying("dealt")


def test_a_pile_that_was_made_of_nothing_is_a_pile() -> None:
    arranged, problems = with_steps(
        "king-of-clubs", "take {{ n - 2 }} move as few", "put nightclub under few", "box few"
    )
    assert arranged and not problems
    boxed = [kind for kind, _, _ in rehearse(arranged, 2).boxed]
    assert boxed.count("nightclub") == 9 and not boxed.count("move")
    assert not after("king-of-clubs", 2, arranged).lying("stack--nightclub")


def test_a_pile_is_sorted_twice_by_different_fields() -> None:
    game = "genesis-of-destiny-supreme"
    arranged, problems = with_steps(game, "sort gig by unlock", "deal 4 gig to open-gigs", "sort gig by title")
    assert not problems
    surface = after(game, 3, arranged)
    pieces = {f"gig/{piece.id}": piece for piece in drawn(game).game.pieces["gig"]}
    dealt = [id for number in range(1, 5) for id in surface.lying(f"place--open-gigs--{number}")]
    unlock = [pieces[surface.widgets[id]["cardType"]].values["unlock"] for id in dealt]
    assert sorted(unlock) == sorted(piece.values["unlock"] for piece in pieces.values())[:4]
    titles = [pieces[surface.widgets[id]["cardType"]].title for id in surface.lying("stack--gig")]
    assert titles == sorted(titles)


@pytest.mark.parametrize("name", ["box", "hand", "felt", "seat1", "setup-2", "dancer-1", "pile-of-move", "counter1"])
def test_a_pile_may_be_named_like_anything_else_in_the_room(name: str) -> None:
    job = drawn("king-of-clubs")
    assert job.game.table
    lay = tuple(replace(each, name=name) if each.name == "nightclub" else each for each in job.game.table.lay)
    game = replace(job.game, table=replace(job.game.table, lay=lay, setups={2: (SetupStep("shuffle", name),)}))
    arranged, problems = arrange(game.table, game.contents, job.components)
    assert not problems
    surface = after("king-of-clubs", 2, arranged)
    assert surface.census() == Surface(package("king-of-clubs").widgets, 1).census()
    deck = surface.widgets["deck-nightclub"]
    assert surface.kinds(surface.lying(deck["parent"])) == {"nightclub": 9}


@pytest.mark.parametrize("title", ["Score: bonus", ": x"])
def test_the_title_of_a_counter_may_have_a_colon(title: str) -> None:
    job = drawn("king-of-clubs")
    assert job.game.table
    counters = tuple(replace(each, title=title) for each in job.game.table.counters)
    game = replace(job.game, table=replace(job.game.table, counters=counters))
    surface = after("king-of-clubs", 2, arrange(game.table, game.contents, job.components)[0])
    assert surface.widgets["counter1-title"]["text"] == title


def test_a_hand_without_a_song_is_dealt_again() -> None:
    """With the pile not shuffled and all action cards on top, the first hand would have none."""
    found = package("monstercat-card-game")
    surface = Surface(found.widgets, 3, 2)
    for id in surface.lying("stack--draw-pile"):
        surface.widgets[id]["z"] += 1000 * (surface.widgets[id]["deck"] == "deck-action")
    (step,) = (each for each in surface.widgets["setup-2"]["clickRoutine"] if each["func"] == "IF")
    first, *others = step["thenRoutine"]
    assert first == {"func": "SHUFFLE", "holder": "stack--draw-pile"}
    step["thenRoutine"] = others
    start: Any = drawn("monstercat-card-game").game.facts["hand"]
    assert set(surface.kinds(surface.lying("stack--draw-pile")[: start["start"]])) == {"action"}
    before = surface.census()
    surface.click("setup-2")
    assert surface.census() == before and not surface.lying("dealt")
    for seat in ("seat1", "seat2"):
        hand = surface.kinds(surface.held(seat))
        assert hand["song"] and sum(hand.values()) == start["start"]


@games
def test_supplies_never_run_out(game: str) -> None:
    job = drawn(game)
    assert job.arranged
    supplies = [each for each in job.arranged.stacks if each.form == "supply"]
    assert bool(supplies) == any(kind.count == "supply" for kind in job.game.kinds.values())
    for stack in supplies:
        surface = Surface(package(game).widgets, 1)
        (kind, piece, _), copies = stack.members[0], len(surface.lying(f"stack--{stack.name}"))
        assert copies == job.by_id[kind, piece].piece.copies
        for _ in range(2 * copies + 1):
            surface.drag(surface.lying(f"stack--{stack.name}")[0])
            assert len(surface.lying(f"stack--{stack.name}")) == copies
        assert set(surface.kinds(surface.lying(f"stack--{stack.name}"))) == {kind}
        assert all("dragging" not in surface.widgets[id] for id in surface.lying(f"stack--{stack.name}"))
    counted = {f"stack--{each.name}" for each in job.arranged.stacks if each.form != "supply"}
    assert not any("leaveRoutine" in each for each in package(game).of("holder") if each["id"] in counted)


@games
def test_counters_count(game: str) -> None:
    job = drawn(game)
    assert job.arranged
    titles = [each.title for each in job.arranged.things if each.sort == "counter"]
    surface = Surface(package(game).widgets, 1)
    for number, title in enumerate(titles, 1):
        assert surface.widgets[f"counter{number}-title"]["text"] == title.partition(":")[0]
        for button in ("inc", "inc", "inc", "dec"):
            surface.click(f"counter{number}-{button}")
        assert surface.widgets[f"counter{number}"]["text"] == 2


@games
def test_a_place_takes_what_it_holds(game: str) -> None:
    job, widgets = drawn(game), package(game).widgets
    assert job.arranged
    for name, area in job.arranged.table.areas.items():
        for id in (id for id in widgets if re.fullmatch(rf"place--{name}--\d+", id)):
            takes = as_list(widgets[id]["dropTarget"])
            decks = [each.get("deck") for each in takes]
            assert all(deck is None or widgets[deck]["type"] == "deck" for deck in decks)
            if not area.kind:
                assert takes == [{"type": "card"}]
            else:
                assert f"deck-{area.kind}" in decks
                assert not area.over or decks == [f"deck-{area.kind}"]
    if game in ("dj-duels-with-a-z", "bpms-per-minute"):
        decks = [each["deck"] for each in as_list(widgets["place--dancefloor--1"]["dropTarget"])]
        assert decks == ["deck-dancer"], "tokens go on dancers, the ball lies between them"


@pytest.mark.parametrize("game", ["dj-duels-with-a-z", "bpms-per-minute"])
def test_dancers_change_places_and_carry_a_token(game: str) -> None:
    widgets = package(game).widgets
    carried = widgets["deck-dancer"]["cardDefaults"]
    assert {each["deck"] for each in as_list(carried["dropTarget"])} >= {"deck-player-token"}
    assert carried["dropLimit"] == 1 and "deck-beachball" not in str(carried["dropTarget"])
    assert "dropTarget" not in widgets["deck-player-token"]["cardDefaults"]
    surface = Surface(widgets, 1, seated=2)
    surface.click("setup-2")
    cells = [f"place--dancefloor--{number}" for number in (1, 2, 5)]
    (one,), (other,), (third,) = (surface.lying(cell) for cell in cells)
    surface.drop(one, cells[1])
    assert [surface.lying(cell) for cell in cells] == [[other], [one], [third]]
    surface.drop(one, cells[2])
    assert [surface.lying(cell) for cell in cells] == [[other], [third], [one]]
    surface.drop(one, "place--dancer-discards--1")
    assert surface.lying(cells[2]) == []
    (fresh, *_) = surface.lying("stack--dancer")
    surface.drop(fresh, cells[2])
    assert surface.lying(cells[2]) == [fresh]


@games
def test_nothing_is_left_before_an_empty_seat(game: str) -> None:
    job = drawn(game)
    assert job.arranged
    count = min(job.arranged.table.setups)
    surface = Surface(package(game).widgets, 1, seated=count)
    surface.click(f"setup-{count}")
    before = [each for each in surface.widgets.values() if (each.get("of-seat") or each.get("index") or 0) > count]
    assert all(each.get("display") is False for each in before)
    assert len({each["type"] for each in before}) >= 2 or count == len(job.arranged.table.seats)
    taken = [each for each in surface.widgets.values() if 0 < (each.get("of-seat") or 0) <= count]
    assert taken and not any(each.get("display") is False for each in taken)


@games
def test_places_have_names(game: str) -> None:
    job, widgets = drawn(game), package(game).widgets
    assert job.arranged
    named = {id.removeprefix("name-of--"): each for id, each in widgets.items() if id.startswith("name-of--")}
    areas = job.arranged.table.areas
    assert set(named) == {name for name, area in areas.items() if not area.over and area.where.form != "slot"}
    for name, each in named.items():
        assert each["text"].lower() == name.replace("-", " ")
        assert each["y"] + each["height"] <= widgets[f"place--{name}--1"]["y"] + 1, "above its first cell"


@games
def test_places_over_others_let_the_mouse_through(game: str) -> None:
    job, widgets = drawn(game), package(game).widgets
    assert job.arranged
    for name, area in job.arranged.table.areas.items():
        if area.over:
            cells = [each for id, each in widgets.items() if id.startswith(f"place--{name}--")]
            assert cells and all("pointer-events: none" in each["css"] for each in cells)
            assert widgets[f"deck-{area.kind}"]["cardDefaults"]["css"] == "pointer-events: auto"


@games
def test_each_seat_has_its_name_at_its_side(game: str) -> None:
    job = drawn(game)
    assert job.arranged
    names = [package(game).widgets[f"name--{n + 1}"] for n in range(len(job.arranged.table.seats))]
    assert [each["text"] for each in names] == [seat.name for seat in job.arranged.table.seats]
    for each, seat in zip(names, job.arranged.table.seats):
        assert (each["y"] < 300) == (seat.side == "far") and each["y"] + each["height"] <= 1000 - 180 - 48 + 1


def test_sheets_that_are_alike_are_all_there_to_take() -> None:
    sheets = [each for id, each in package("genesis-of-destiny-supreme").widgets.items() if "song-sheet" in id]
    copies = drawn("genesis-of-destiny-supreme").game.pieces["song-sheet"]
    assert len(sheets) == sum(piece.copies for piece in copies) == 6 and all(each["movable"] for each in sheets)
    assert len({(each["x"], each["y"]) for each in sheets}) == 6


def test_a_game_for_two_or_four_says_so() -> None:
    assert package("king-of-clubs").meta["info"]["players"] == "2,4"
    assert package("dj-duels-with-a-z").meta["info"]["players"] == "2-4"
    assert package("genesis-of-destiny-supreme").meta["info"]["players"] == "3"


@games
def test_the_rulebook_can_be_leafed_through(game: str) -> None:
    assert len(package(game).widgets["rulebook"]["faces"]) == len(drawn(game).pages) > 8


def test_a_die_that_names_no_sides_is_told_of() -> None:
    job = drawn("genesis-of-destiny-supreme")
    components = [
        replace(one, front=replace(one.front, names={})) if one.kind.tabletop == "die" else one
        for one in job.components
    ]
    with pytest.raises(Trouble, match="has no part named face-1"):
        vtt.export(replace(job, components=tuple(components)))


def test_the_same_game_gives_the_same_bytes() -> None:
    job = drawn("king-of-clubs")
    one, other = (vtt.export(replace(job, options=replace(job.options, jobs=jobs))) for jobs in (1, 2))
    assert one == other


def test_a_game_without_a_table_is_told_what_is_missing() -> None:
    game = replace(drawn("king-of-clubs").game, table=None)
    (problem,) = build_game(game, BuildRequest(Options(targets=("vtt",)))).problems
    assert (problem.place.file, problem.hint[:9]) == ("cards/king-of-clubs/table.yaml", "write one")
    assert problem.message == "--to vtt shows a whole game, and so needs its table"


def test_a_room_of_some_kinds_is_no_room() -> None:
    game = drawn("king-of-clubs").game
    (problem,) = build_game(game, BuildRequest(Options(targets=("vtt",), kinds=("move",)))).problems
    assert problem.hint == "build it without --kind"
