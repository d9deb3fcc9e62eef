"""The whole table: what table.yaml says stands in the save, nothing overlaps, and other programs read it back."""

import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from support.games import ROOT, drawn_game
from support.saves import BASE, COLOUR, OBJECTS, SAVE, TEXT_, VECTOR, WHOLE, fits, walk
from support.shared import run_cache
from support.tables import GAMES, POKER, built, drawn, with_steps

from pressplay.build.pipeline import check_games, read_games
from pressplay.data.yaml_reader import read_yaml
from pressplay.exports.tts import export as tts
from pressplay.exports.tts.install import image_base, install
from pressplay.problem import Problem
from pressplay.table.arrange import arrange
from pressplay.table.read import read_table
from pressplay.table.rehearse import rehearse
from pressplay.table.table import Spot, Table, Where

UNIT = 88.9 / 3.1
FELT = (46, 68, 62)
Data = dict[str, Any]
POINT = {"Position": VECTOR, "Rotation": VECTOR, "Tags?": [TEXT_]}
TAB = {"title": TEXT_, "body": TEXT_, "color": TEXT_, "visibleColor": dict, "id": WHOLE}
LINE = {"points3": [VECTOR], "color": COLOUR, "thickness": float, "rotation": VECTOR, "loop": bool}
TABLE = SAVE | {"TableURL": TEXT_, "SnapPoints": [POINT], "VectorLines": [LINE], "TabStates": dict}
CONTAINERS = ("Bag", "DeckCustom", "Infinite_Bag", "Custom_Model_Bag")
NO_PIECES = (*CONTAINERS, "HandTrigger", "Counter", "Custom_PDF", "Die_6", "3DText")
games = pytest.mark.parametrize("game", GAMES)


# The save -----------------------------------------------------------------------------


@games
def test_the_save_has_the_fields_and_types_that_the_game_reads(game: str) -> None:
    save = built(game).save
    fits(save, TABLE, "save")
    for number, tab in save["TabStates"].items():
        fits(tab, TAB, f"tab {number}")
        assert tab["id"] == int(number)
    for each in walk(save["ObjectStates"]):
        fits(each, BASE | OBJECTS[each["Name"]], each["Nickname"])


@games
def test_every_piece_of_the_box_is_there_once(game: str) -> None:
    found = Counter(each["GMNotes"] for each in walk(built(game).save["ObjectStates"]) if each["Name"] not in NO_PIECES)
    wanted = Counter(
        {
            f"{game}/{kind.id}/{piece.id}": 1 if kind.count == "supply" else piece.copies
            for kind in built(game).game.kinds.values()
            for piece in built(game).game.pieces[kind.id]
            if piece.copies
        }
    )
    assert found == wanted


@games
def test_plain_dice_come_in_the_number_that_the_facts_say(game: str) -> None:
    dice = [each for each in walk(built(game).save["ObjectStates"]) if each["Name"] == "Die_6"]
    facts: Any = built(game).game.facts
    assert len(dice) == (facts["box"]["dice"] if game == "genesis-of-destiny-supreme" else 0)


@games
def test_guids_are_unique_and_decks_list_their_cards(game: str) -> None:
    objects = list(walk(built(game).save["ObjectStates"]))
    guids = [each["GUID"] for each in objects]
    assert len(set(guids)) == len(guids) and all(re.fullmatch("[0-9a-f]{6}", guid) for guid in guids)
    for deck in (each for each in objects if "DeckIDs" in each):
        assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]] and len(deck["DeckIDs"]) > 1
        for card in deck["ContainedObjects"]:
            sheet, slot = divmod(card["CardID"], 100)
            entry = deck["CustomDeck"][str(sheet)]
            assert card["CustomDeck"] == {str(sheet): entry} and slot < entry["NumWidth"] * entry["NumHeight"] - 1


@games
def test_sheets_divide_by_their_grid_and_keep_to_the_cap(game: str) -> None:
    files = built(game).files
    for card in (each for each in walk(built(game).save["ObjectStates"]) if "CardID" in each):
        (entry,) = card["CustomDeck"].values()
        with Image.open(BytesIO(files["tts/" + entry["FaceURL"].rsplit("/", 1)[1]].data)) as face:
            assert face.mode == "RGB" and max(face.size) <= 256
            assert (face.width % entry["NumWidth"], face.height % entry["NumHeight"]) == (0, 0)
            size = face.size
        with Image.open(BytesIO(files["tts/" + entry["BackURL"].rsplit("/", 1)[1]].data)) as back:
            assert back.mode == "RGB" and (not entry["UniqueBack"] or back.size == size)


@games
def test_every_reference_is_a_file_whose_name_carries_its_hash(game: str) -> None:
    from hashlib import sha256

    text = json.dumps(built(game).save)
    named = set(re.findall(r'"https://pressplay.invalid/[\w-]+/([^"]+)"', text))
    files = built(game).files
    assert named and len(re.findall(r"https?://", text)) == text.count("https://pressplay.invalid/")
    for name in named:
        data = files[f"tts/{name}"].data
        assert re.search(rf"-{sha256(data).hexdigest()[:12]}\.(png|jpg|pdf|obj)$", name)
    assert any(name.endswith(".pdf") for name in named), "the rulebook"


@games
def test_the_same_things_have_the_same_ids_as_in_the_saved_objects(game: str) -> None:
    files = built(game).files
    whole = json.loads(files[f"tts/{game}.json"].data)
    ids = {each["GUID"]: each["GMNotes"] for each in walk(built(game).save["ObjectStates"])}
    for each in walk(whole["ObjectStates"]):
        if each["GMNotes"].count("/") == 2 and "CardID" in each:
            assert ids[each["GUID"]] == each["GMNotes"]
    kinds = {Path(path).stem for path, file in files.items() if file.role == "tts-object"}
    assert kinds == set(built(game).game.kinds)
    for kind in kinds:
        with Image.open(BytesIO(files[f"tts/objects/{kind}.png"].data)) as picture:
            assert (picture.size, picture.format) == ((256, 256), "PNG")
    with Image.open(BytesIO(files["tts/table.png"].data)) as picture:
        assert (picture.size, picture.format) == ((256, 256), "PNG")


@games
def test_boards_are_locked_and_every_slot_is_a_snap_point(game: str) -> None:
    fronts = {(one.kind.id, one.piece.id): one.front for one in built(game).job.components}
    for each in walk(built(game).save["ObjectStates"]):
        if each["Name"] in ("Custom_Board", "Custom_Tile"):
            _, kind, piece = each["GMNotes"].split("/")[:3]
            assert each["Locked"] == (each["Name"] == "Custom_Board"), "players may pick up a sheet"
            assert len(each.get("AttachedSnapPoints", [])) == len(fronts[kind, piece].slots)


@games
def test_hands_and_seats_are_those_of_the_players(game: str) -> None:
    seats = built(game).arranged.table.seats
    hands = [each for each in built(game).save["ObjectStates"] if each["Name"] == "HandTrigger"]
    assert [hand["FogColor"] for hand in hands] == [seat.color for seat in seats]
    assert len(hands) >= built(game).game.rulebook.players["max"]
    for hand, seat in zip(hands, seats):
        outward = {"near": (0, -1), "far": (0, 1), "left": (-1, 0), "right": (1, 0)}[seat.side]
        x, z = hand["Transform"]["posX"], hand["Transform"]["posZ"]
        assert x * outward[0] + z * outward[1] > 8


@games
def test_the_notebook_holds_the_rules_in_plain_words(game: str) -> None:
    tabs = list(built(game).save["TabStates"].values())
    bodies = "\n".join(tab["body"] for tab in tabs)
    judged = built(game).game.rulebook.judged
    assert judged and len(tabs) >= 5
    assert not re.search(r"\*\*|```|\{\{|[\ue000-\ue002]|^\|", bodies, re.M)
    assert any("set" in tab["title"].lower() and "up" in tab["title"].lower() for tab in tabs)


# Room ---------------------------------------------------------------------------------


def footprint(each: Data, game: str) -> tuple[float, float, float, float]:
    """Left, near, right and far edge of an object of the save, in millimetres, from what the save says itself."""
    where = each["Transform"]
    wide, deep = 86.0, 86.0
    if each["Name"] in ("Card", "DeckCustom", "Custom_Board", "Custom_Tile", "Custom_Token"):
        size = built(game).game.kinds[each["Tags"][0]].size
        wide, deep = size.width, size.height
        if "SidewaysCard" in each:
            wide, deep = sorted((wide, deep))
        unit = {"Custom_Board": 20.0, "Custom_Tile": 2.0, "Custom_Token": 2.0}.get(each["Name"], 3.1)
        assert where["scaleZ"] * unit * UNIT == pytest.approx(deep, rel=0.01), "the scale makes it as large as it is"
    elif each["Name"] == "HandTrigger":
        wide, deep = where["scaleX"] * UNIT, where["scaleZ"] * UNIT
    elif each["Name"] == "Counter":
        wide, deep = 80.0, 50.0
    elif each["Name"] == "Custom_PDF":
        wide, deep = 150.0, 210.0
    elif each["Name"] == "Custom_Model_Bag":
        wide, deep = 100.0, 150.0
    elif each["Name"] in ("Custom_Dice", "Figurine_Custom"):
        wide, deep = 22.0, 22.0
    if round(where["rotY"]) % 180 == 90:
        wide, deep = deep, wide
    x, y = where["posX"] * UNIT, where["posZ"] * UNIT
    return x - wide / 2, y - deep / 2, x + wide / 2, y + deep / 2


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] - 0.1 and other[0] < one[2] - 0.1 and one[1] < other[3] - 0.1 and other[1] < one[3] - 0.1


def inside(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] >= other[0] - 1 and one[1] >= other[1] - 1 and one[2] <= other[2] + 1 and one[3] <= other[3] + 1


@games
def test_no_two_objects_overlap_and_all_stand_on_the_table(game: str) -> None:
    table = built(game).arranged.table
    whole = (-table.width / 2, -table.depth / 2, table.width / 2, table.depth / 2)
    objects = [(each, footprint(each, game)) for each in built(game).save["ObjectStates"] if each["Name"] != "3DText"]
    boards = [room for each, room in objects if each["Name"] == "Custom_Board"]
    on_boards = 0
    for number, (each, room) in enumerate(objects):
        if each["Name"] == "HandTrigger":
            assert not overlap(room, whole), "hands are held beyond the edge"
        else:
            assert inside(room, whole), each["Nickname"]
        for other, other_room in objects[:number]:
            if not overlap(room, other_room):
                continue
            above = each if other["Name"] == "Custom_Board" else other
            lying = room if above is each else other_room
            assert any(inside(lying, board) for board in boards), (each["Nickname"], other["Nickname"])
            on_boards += 1
    assert on_boards == sum(bool(stack.on) for stack in built(game).arranged.stacks)


@games
def test_all_lies_within_the_plain_rectangular_table_of_the_program(game: str) -> None:
    for each in built(game).save["ObjectStates"]:
        left, near, right, far = (edge / UNIT for edge in footprint(each, game))
        assert left >= -44 and right <= 44 and near >= -26 and far <= 26


def bare(view: Image.Image, spot: Spot, table: Table) -> float:
    """How much of a spot shows the cloth of the table."""
    left, near, right, far = spot.room
    x, y = table.width / 2 + 140, table.depth / 2 + 140
    colors = view.crop((left + x + 1, y - far + 1, right + x - 1, y - near - 1)).getcolors(1_000_000) or []
    return sum(count for count, color in colors if color == FELT) / sum(count for count, _ in colors)


@games
def test_the_view_from_above_shows_what_lies_where(game: str) -> None:
    arranged = built(game).arranged
    view = Image.open(BytesIO(built(game).files["table.png"].data)).convert("RGB")
    assert view.size == (round(arranged.table.width) + 280, round(arranged.table.depth) + 280)
    assert view.getpixel((144 + 20, 170)) == FELT
    for stack in arranged.stacks:
        if stack.spot:
            assert bare(view, stack.spot, arranged.table) < 0.4, stack.name
    for thing in arranged.things:
        if thing.sort in ("rulebook", "box", "counter"):
            assert bare(view, thing.spot, arranged.table) < 0.2, thing.title


@games
def test_the_view_of_the_set_table_shows_what_is_dealt(game: str) -> None:
    arranged = built(game).arranged
    before, after = (
        Image.open(BytesIO(built(game).files[path].data)).convert("RGB") for path in ("table.png", "table-set-up.png")
    )
    players = max(arranged.table.setups)
    done = rehearse(arranged, players)
    dealt = [stack for stack in done.stacks if stack.area and not stack.on]
    assert bool(dealt) == (game not in ("king-of-clubs", "monstercat-card-game")), "theirs is dealt to boards, or later"
    for stack in dealt:
        assert stack.spot and bare(after, stack.spot, arranged.table) < 0.2
    hands = [thing.spot for thing in arranged.things if thing.sort == "hand"]
    for number, hand in enumerate(hands):
        left, near, right, far = hand.room
        x, y = arranged.table.width / 2 + 140, arranged.table.depth / 2 + 140
        box = left + x + 4, y - far + 4, right + x - 4, y - near - 4
        held = ImageChops.difference(before.crop(box), after.crop(box)).getbbox()
        assert bool(held) == (number < players)


@games
def test_a_view_is_the_same_every_time(game: str) -> None:
    again = {file.path: file.data for file in tts.export(drawn(game))}
    for path in ("table.png", "table-set-up.png"):
        assert again[path] == built(game).files[path].data


@games
def test_snap_points_are_for_the_kind_that_a_place_holds(game: str) -> None:
    arranged = built(game).arranged
    wanted = [
        (round(cell.x / UNIT, 4), round(cell.y / UNIT, 4), [area.kind] if area.kind else [])
        for area in arranged.table.areas.values()
        if area.where.form != "slot"
        for cell in arranged.cells[area.name]
    ]
    points = built(game).save["SnapPoints"]
    found = [(each["Position"]["x"], each["Position"]["z"], each.get("Tags", [])) for each in points]
    assert sorted(found) == sorted(wanted), "a place for a size takes whatever is so large"


@games
def test_places_are_drawn_on_the_table_and_named(game: str) -> None:
    arranged = built(game).arranged
    shown = [a for a in arranged.table.areas.values() if a.where.form != "slot" and not a.over]
    lines = built(game).save["VectorLines"]
    cells = [cell for area in shown for cell in arranged.cells[area.name]]
    assert len(lines) == len(cells) and all(line["loop"] for line in lines)
    for line, cell in zip(lines, cells):
        xs, ys = ([point[axis] * UNIT for point in line["points3"]] for axis in "xz")
        assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx(cell.room, abs=0.1)
    texts = [each for each in built(game).save["ObjectStates"] if each["Name"] == "3DText"]
    assert [each["Text"]["Text"] for each in texts] == [area.name.replace("-", " ") for area in shown]
    for text, area in zip(texts, shown):
        assert text["Locked"] and text["Transform"]["rotX"] == 90
        assert text["Transform"]["posZ"] * UNIT > max(cell.room[3] for cell in arranged.cells[area.name])


@games
def test_the_note_and_the_buttons_say_who_sits_where(game: str) -> None:
    save, seats = built(game).save, built(game).arranged.table.seats
    for seat in seats:
        assert seat.name in save["Note"] and seat.color in save["Note"]
    for count in built(game).arranged.table.setups:
        (button,) = re.findall(rf'onClick="setUp\({count}\)"[^>]*>([^<]*)<', save["XmlUI"])
        assert button.endswith(", ".join(seat.color for seat in seats[:count]))


def test_rectangles_that_touch_do_not_overlap() -> None:
    one = Spot(0, 0, 10, 20)
    assert not one.overlaps(Spot(10, 0, 10, 20)) and one.overlaps(Spot(9, 0, 10, 20))
    assert one.overlaps(Spot(9, 0, 20, 10, 180)) and not one.overlaps(Spot(10, 0, 20, 10, 90))
    assert Spot(0, 0, 4, 4).within(one) and not Spot(4, 0, 4, 4).within(one)


# Other programs -----------------------------------------------------------------------


@games
def test_tabletop_tools_unpacks_and_repacks_it_unchanged(game: str, tmp_path: Path) -> None:
    source = tmp_path / "save.json"
    source.write_bytes(built(game).files["tts/table.json"].data)
    work = tmp_path / "unpacked"
    work.mkdir()
    for command in (["unpack", str(source)], ["repack", str(tmp_path / "again.json")]):
        program = "from tts.cli import main; main()"
        subprocess.run([sys.executable, "-c", program, *command], cwd=work, check=True)
    assert json.loads((tmp_path / "again.json").read_text("utf-8")) == built(game).save


@games
@pytest.mark.parametrize("path", ["tts/table.json", "tts/{}.json"])
def test_tts_tools_takes_it_apart_and_puts_it_together_unchanged(
    game: str, path: str, tmp_path: Path, tool: Callable[[str], str]
) -> None:
    reader = ROOT / "tests/support/savefile"
    tool("@tts-tools/savefile")
    source = tmp_path / "save.json"
    source.write_bytes(built(game).files[path.format(game)].data)
    command = [
        tool("node"),
        str(reader / "round-trip.js"),
        str(source),
        str(tmp_path / "apart"),
        str(tmp_path / "again"),
    ]
    subprocess.run(command, check=True, cwd=reader)
    again = json.loads((tmp_path / "again").read_text("utf-8"))
    assert same(again, json.loads(source.read_text("utf-8")))


TYPED = {
    "Bag": "BagData",
    "Card": "CardCustomData",
    "Counter": "CounterData",
    "Custom_Board": "BoardCustomData",
    "Custom_Dice": "DieCustomData",
    "Custom_Model_Bag": "ModelData",
    "Custom_PDF": "BookData",
    "Custom_Tile": "TileData",
    "Custom_Token": "TokenData",
    "DeckCustom": "DeckCustomData",
    "Die_6": "DieData",
    "Figurine_Custom": "FigurineCustomData",
    "HandTrigger": "HandZoneData",
    "Infinite_Bag": "BagInfiniteData",
    "3DText": "TextData",
}
# Names of the declaration are enumerations there and plain words in a file.
LOOSE = """type Loose<T> = T extends string ? string : T extends number ? number : T extends boolean ? boolean
  : T extends [infer V] ? Loose<V>[] : T extends (infer U)[] ? Loose<U>[]
  : T extends object ? {[K in keyof T]: Loose<T[K]>} : T;"""


def typed(objects: list[Data]) -> str:
    """A program that is right when every object has the types of the declaration; extra keys are allowed."""
    lines = [LOOSE]
    for number, each in enumerate(objects):
        few = each | ({"ContainedObjects": each["ContainedObjects"][:2]} if "ContainedObjects" in each else {})
        lines.append(f"const o{number} = {json.dumps(few)};")
        lines.append(f"const t{number}: Loose<{TYPED[each['Name']]}> = o{number};")
    return "\n".join(lines)


def compiled(program: str, folder: Path, tool: Callable[[str], str]) -> subprocess.CompletedProcess[str]:
    reader = ROOT / "tests/support/savefile"
    compiler = Path(tool("typescript")) / "bin/tsc"
    tool("@typed-tabletop-simulator/declaration")
    (folder / "objects.ts").write_text(program, "utf-8")
    settings = json.loads((reader / "tsconfig.json").read_text("utf-8"))
    settings["compilerOptions"]["typeRoots"] = [str(reader / "node_modules")]
    (folder / "tsconfig.json").write_text(json.dumps(settings | {"files": ["objects.ts"]}), "utf-8")
    command = [tool("node"), str(compiler), "-p", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_all_sorts_of_objects_have_the_types_that_scripts_expect(tmp_path: Path, tool: Callable[[str], str]) -> None:
    """The declaration of the program's scripting interface, written by others, takes ours."""
    few: dict[tuple[str, str], Data] = {}
    for game in GAMES:
        for each in walk(built(game).save["ObjectStates"]):
            few.setdefault((game, each["Name"]), each)
    assert {name for _, name in few} == set(TYPED)
    done = compiled(typed(list(few.values())), tmp_path, tool)
    assert done.returncode == 0, done.stdout[:3000]
    card = next(each for (_, name), each in few.items() if name == "Card")
    wrong = compiled(typed([card | {"CardID": "100"}]), tmp_path, tool)
    assert wrong.returncode != 0 and "CardID" in wrong.stdout, "it would notice"


def same(one: Any, other: Any) -> bool:
    """Equal, whether a number is written 1 or 1.0."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


# Installing ---------------------------------------------------------------------------


def test_the_table_is_installed_and_one_that_was_played_on_is_kept(tmp_path: Path) -> None:
    job = drawn("king-of-clubs")
    (tmp_path / "Saves").mkdir()
    (tmp_path / "Saves/TS_Save_7.json").write_text("somebody's own")
    options = replace(job.options, url_base=image_base(job.game.id, tmp_path))
    files = tts.export(replace(job, options=options))

    def put() -> list[str]:
        install(job.game, files, tmp_path)
        return sorted(path.name for path in (tmp_path / "Saves").glob("TS_Save_*"))

    first = put()
    assert first == ["TS_Save_7.json", "TS_Save_8.json", "TS_Save_8.png"] and put() == first
    save = json.loads((tmp_path / "Saves/TS_Save_8.json").read_text("utf-8"))
    for url in set(re.findall(r"file:///[^\"]+", json.dumps(save))):
        assert Path(url.removeprefix("file://")).is_file()
    shelf = tmp_path / "Saves/Saved Objects/pressplay"
    kinds = sorted(path.name for path in (shelf / "King of Clubs").glob("*.json"))
    assert kinds == sorted(f"{kind.title}.json" for kind in job.game.kinds.values())
    assert not (tmp_path / "pressplay/king-of-clubs/table.png").exists()
    (tmp_path / "Saves/TS_Save_8.json").write_text(json.dumps(save | {"Note": "my turn"}))
    assert "TS_Save_9.json" in put()
    assert json.loads((tmp_path / "Saves/TS_Save_8.json").read_text("utf-8"))["Note"] == "my turn"


def test_two_kinds_of_one_title_are_two_files(tmp_path: Path) -> None:
    job = drawn("king-of-clubs")
    kinds = {id: replace(kind, title="CARDS" if id == "move" else "Cards") for id, kind in job.game.kinds.items()}
    game = replace(job.game, kinds=kinds)
    install(game, [file for file in built(game.id).files.values() if file.role == "tts-object"], tmp_path)
    found = sorted(path.name for path in (tmp_path / "Saves/Saved Objects/pressplay/King of Clubs").iterdir())
    assert found == sorted(f"{kind.title} ({id}).json" for id, kind in kinds.items())


# Mistakes -----------------------------------------------------------------------------


def broken(folder: Path, old: str, new: str) -> list[Problem]:
    """What is told when a line of a table is wrong."""
    for part in ("cards/king-of-clubs", "cards/sizes.yaml", "templates/king-of-clubs", "templates/icons", "fonts"):
        source, to = ROOT / part, folder / part
        to.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, to)
        else:
            shutil.copy(source, to)
    shutil.copytree(ROOT / "templates/_shared", folder / "templates/_shared")
    (folder / "cards/king-of-clubs/canon.yaml").unlink()  # it holds the table to the designer's own set-up
    table = folder / "cards/king-of-clubs/table.yaml"
    text = table.read_text("utf-8")
    assert old in text
    table.write_text(text.replace(old, new, 1), "utf-8")
    read, problems = read_games(folder)
    if problems:
        return problems
    return arrange(read[0].table, read[0].contents, drawn_game("king-of-clubs").components)[1]  # as ever


def test_a_broken_rule_is_told_once_and_a_broken_table_hides_no_rule(starter: Path) -> None:
    book = starter / "cards/first-steps/rulebook.md"
    book.write_text(book.read_text("utf-8").replace("hand: 4", "hand: 9"), "utf-8")
    (game,), (problem,) = read_games(starter)
    assert problem.place.file.endswith("rulebook.md") and "dealing takes 19 steps" in problem.message
    table = starter / "cards/first-steps/table.yaml"
    table.write_text(table.read_text("utf-8").replace("size: 1000", "size: 9000"), "utf-8")
    (game,), problems = read_games(starter)
    assert len(problems) == 2 and game.table is None and game.rulebook.judged


def test_the_check_tells_what_is_wrong_with_a_table(tmp_path: Path) -> None:
    wrong = broken(tmp_path, "where: at -120 0", "where: at 440 0")
    assert wrong and check_games(tmp_path) == wrong


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("what: nightclub", "what: nightclb", "there is no kind nightclb"),
        ("what: aid/basic", "what: aid/basics", "there is no aid basics"),
        ("where: at -120 0", "where: on nightclub.top", "nightclub is no board"),
        ("where: at -120 0", "where: somewhere", "“somewhere” says no place"),
        ("where: at -120 0", "where: at club", "there is no place club"),
        ("where: at -120 0", "where: at 440 0", "move overlaps nightclub"),
        ("where: at -120 0", "where: at 900 0", "nightclub does not lie on the table"),
        ("where: at -120 0", "where: at 105 0", "the place clubs overlaps nightclub"),
        ("  - {what: move, where: at 440 0}\n", "", "nothing says where the kind move lies"),
        ("share: team", "share: teem", "dancer has no field teem"),
        ("share: team, ", "", "must say how it is shared"),
        ("color: Pink", "color: Rose", "cannot be “Rose”"),
        ("color: Pink", "color: Red", "two seats have the color Red"),
        ("  - {name: Hip-hop, color: Teal, side: far, along: 300}\n", "", "there are 3 seats"),
        ("size: 1420 x 640", "size: 9000 x 640", "a table is at most"),
        ("size: 1420 x 640", "size: wide", "“wide” is no size"),
        ("shuffle move", "shuffel move", "“shuffel move” is no step"),
        ("shuffle move", "shuffle moves", "there is no stack moves"),
        ("shuffle move", "shuffle dancer", "dancer lies before each player"),
        ("shuffle move", "give move to each player", "move does not lie before each player"),
        ("shuffle move", "deal {{ handlimit }} move to each player", "there is no fact handlimit"),
        (
            "shuffle move",
            "deal {{ hand_limit * 9 }} move to each player",
            "90 pieces of move are asked for with 2 players",
        ),
        ("shuffle move", "deal 2 x 2 nightclub to clubs", "2 x 2 pieces do not fit clubs"),
        ("shuffle move", "deal 5 nightclub to clubs", "5 pieces are dealt to clubs, which has 4"),
        ("shuffle move", "take 3 move as few", "few still holds 3 pieces at the end"),
        ("shuffle move", "take move where bonus is 7 as strong", "no piece of move is like that"),
        ("shuffle move", "sort move by colour", "move has no field colour"),
        ("counts: table_sizes", "counts: teams", "counts: teams is no fact that lists them"),
        ("shuffle move", "lay movs on clubs", "there is no stack movs"),
        ("shuffle move", "lay lead-dancer on club", "there is no place club"),
        ("shuffle move", "lay move on clubs", "20 pieces are dealt to clubs, which has 4"),
        (
            "move-discards: {at: 520 0,",
            "move-discards: {at: 520 0, over: club,",
            "there is no place club above this one",
        ),
        ("move-discards: {at: 520 0,", "move-discards: {at: 150 0,", "place move-discards overlaps the place clubs"),
        ("where: at -360 0", "where: grid 2 x 2 at clubs", "a grid of 2 x 2 does not fit clubs, which is 4 x 1"),
        ("where: at -360 0", "where: grid 3 x 1 at clubs", "4 pieces do not fit a grid of 3 x 1"),
        ("where: at -360 0", "where: grid 4 x 1 at club", "there is no place club"),
        ("where: at -360 0,", "where: at -360 0, name: My Points,", "lay.name is “My Points”"),
        (
            "{what: aid/basic, where: at -480 60,",
            "{what: aid/basic, where: at -480 60, name: move,",
            "two things are named move",
        ),
        ("box: at 650 0", "boxes: at 650 0", "unknown key boxes"),
        ("side: near, along: 300", "side: near, along: -200", "Polka’s hand overlaps Disco"),
        ("side: near, along: 300", "side: near, along: 900", "Polka does not sit at the table"),
        ("what: nightclub,", "what: nightclub + nightclub,", "nightclub lies somewhere else already"),
        ("what: aid/basic,", "what: aid,", "aid/advanced lies somewhere else already"),
        ("  - {what: aid/basic, where: at -480 60, face: up}\n", "", "nothing says where aid/basic lies"),
        ("what: nightclub,", 'what: nightclub, name: "dancer@1",', "must be made of a–z, 0–9 and -"),
        ("grid: 4 x 1", "grid: 0 x 1", "“0 x 1” is no grid"),
        ("grid: 4 x 1", "grid: 99999 x 99999", "“99999 x 99999” is no grid"),
        ("where: at -360 0", "where: grid 99999 x 99999 at 0 0", "“99999 x 99999” is no grid"),
        ("step: 75 x 100", "step: 0 x 0", "the cells of clubs overlap"),
        ("rulebook: at -620 0", "rulebook: at clubs", "“at clubs” is a place for pieces"),
        ("box: at 650 0", "box: in the box", "“in the box” is a place for pieces"),
        ("where: in front of each player at 150 50", "where: grid 2 x 2 at 0 0", "is a place for pieces"),
        ("counters:\n", "counters:\n  - {title: Prestige tonight, where: at 300 0}\n", "two counters have the title"),
        ("box: at 650 0", 'box: at 650 0\ndice: {number: "{{ nights * 0 }}", where: at 0 200}', "dice.number is 0"),
    ],
)
def test_a_mistake_in_a_table_is_told_with_its_line(tmp_path: Path, old: str, new: str, told: str) -> None:
    problems = broken(tmp_path, old, new)
    assert problems and told in "\n".join(map(str, problems))
    for problem in problems:
        assert problem.place.file == "cards/king-of-clubs/table.yaml" and problem.place.line > 0


@pytest.mark.skipif("dj-duels-with-a-z" not in GAMES, reason="its board is not drawn yet")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("move-discards: {at: 520 0,", "move-discards: {at: 150 0, over: clubs,"),
        ("where: at -360 0", "where: grid 4 x 1 at clubs"),
        ("shuffle move", "lay lead-dancer on move-discards"),
        ("shuffle move", "put nightclub under move"),
    ],
)
def test_what_a_table_may_say(tmp_path: Path, old: str, new: str) -> None:
    assert not broken(tmp_path, old, new)


@pytest.mark.parametrize(
    ("game", "steps", "told"),
    [
        ("dj-duels-with-a-z", ["lay stage on dancer-discards"], "stage is a board"),
        ("monstercat-card-game", ["give player-board to each player"], "player-board is a board"),
        ("genesis-of-destiny-supreme", ["lay boom-die on coin"], "boom-die is a die"),
        ("genesis-of-destiny-supreme", ["take 3 ten-chip as few", "box few"], "ten-chip is a supply"),
        ("monstercat-card-game", ["shuffle point-token"], "point-token is a supply"),
        ("king-of-clubs", ["take 2 move as dancer"], "dancer lies before each player"),
        ("dj-duels-with-a-z", ["take 2 song as beachball-standee"], "beachball-standee is a standee"),
        ("dj-duels-with-a-z", ["put beachball on song"], "song would hold cards and tokens"),
        ("genesis-of-destiny-supreme", ["take 1 goal-marker as few", "put few on gig"], "gig would hold cards and"),
        (
            "dj-duels-with-a-z",
            ["give aid to each player", "lay a aid of each player on crossings"],
            "no aid left before",
        ),
        ("dj-duels-with-a-z", ["lay a aid of each player on crossings"] * 2, "there is no aid left before each player"),
        (
            "bpms-per-minute",
            ["take hype where phase is peak as few", "take hype where phase is peak as more"],
            "no piece",
        ),
        (
            "king-of-clubs",
            ["deal 1 move to each player", "take move where bonus is 1 as ones"],
            "chance decides what is",
        ),
        (
            "monstercat-card-game",
            ["take 50 draw-pile as few", "deal 1 draw-pile to each player with a song"],
            "sure to",
        ),
        ("monstercat-card-game", ["deal 16 draw-pile to each player with an action"], "sure to hold 16 of action"),
        ("king-of-clubs", [f"deal {'9' * 5000} move to each player"], "is no step of a set-up"),
    ],
)
def test_a_step_that_cannot_be_done_is_told(game: str, steps: list[str], told: str) -> None:
    _, problems = with_steps(game, *steps)
    assert problems and told in str(problems[0]) and problems[0].place.line > 0


def changed(game: str, old: str, new: str) -> list[Problem]:
    """What is told of a game's table when a line of it is another."""
    text = (ROOT / f"cards/{game}/table.yaml").read_text("utf-8")
    assert old in text
    document, _ = read_yaml("table.yaml", text.replace(old, new, 1))
    job, found = drawn(game), drawn(game).game
    assert document
    table, problems = read_table(document, found.contents, found.facts, POKER)
    return problems or arrange(table, found.contents, job.components)[1]


@pytest.mark.parametrize(
    ("game", "old", "new", "told"),
    [
        ("monstercat-card-game", "what: crowd,", "what: crowd + plus-one,", "crowd + plus-one cannot lie together"),
        ("genesis-of-destiny-supreme", "what: meeple,", "what: meeple + board,", "meeple + board cannot lie together"),
        ("monstercat-card-game", "what: plus-one,", "what: plus-one + point-token,", "cannot lie together"),
        ("monstercat-card-game", "what: plus-one,", "what: plus-one, name: point-token-1,", "named point-token-1"),
    ],
)
def test_what_cannot_lie_there_is_told(game: str, old: str, new: str, told: str) -> None:
    problems = changed(game, old, new)
    assert told in "\n".join(map(str, problems)) and all(problem.place.line > 0 for problem in problems)


def test_a_kind_that_is_only_drawn_in_figures_lies_nowhere() -> None:
    job = drawn("king-of-clubs")
    assert job.game.table
    pieces = {**job.game.pieces, "point-card": ()}
    lay = tuple(
        replace(each, where=Where("grid", -360, 0, "", 4, 1)) if each.name == "point-card" else each
        for each in job.game.table.lay
    )
    game = replace(job.game, pieces=pieces, table=replace(job.game.table, lay=lay))
    arranged, problems = arrange(game.table, game.contents, job.components)
    assert arranged and not problems and not any(each.name == "point-card" for each in arranged.stacks)


def test_a_step_with_nothing_to_do_is_left_out() -> None:
    """A number that is 0 for some players does not mean all."""
    nothing = ["box {{ n - 2 }} move", "take {{ n - 2 }} move as few", "put few under move", "shuffle few"]
    nothing += ["deal {{ n - 2 }} nightclub to clubs", "deal {{ n - 2 }} move to each player", "box few"]
    arranged, problems = with_steps("king-of-clubs", *nothing)
    assert arranged and not problems
    assert not arranged.table.setups[2]
    done = rehearse(arranged, 4)
    assert [len(hand) for hand in done.hands] == [2] * 4 and len([each for each in done.stacks if each.area]) == 2


def test_pieces_that_are_put_back_can_be_told_apart_again() -> None:
    back = ("take 3 move as few", "put few on move", "take move where bonus is 1 as ones", "put ones under move")
    assert with_steps("king-of-clubs", *back)[1] == []


def test_a_table_needs_no_rulebook() -> None:
    job = drawn("king-of-clubs")
    assert job.game.table
    game = replace(job.game, table=replace(job.game.table, rulebook=None))
    arranged, problems = arrange(game.table, game.contents, job.components)
    files = {file.path: file.data for file in tts.export(replace(job, game=game, arranged=arranged, cache=run_cache()))}
    assert not problems and b"Custom_PDF" not in files["tts/table.json"]


def test_a_slot_that_a_board_does_not_have_is_told_with_the_ones_it_has() -> None:
    job = drawn("dj-duels-with-a-z")
    assert job.game.table
    lay = tuple(
        replace(each, where=replace(each.where, name="stage.sings")) if each.name == "song" else each
        for each in job.game.table.lay
    )
    game = replace(job.game, table=replace(job.game.table, lay=lay))
    _, (problem,) = arrange(game.table, game.contents, job.components)
    assert problem.message == "stage has no slot sings" and "songs" in problem.hint and problem.place.line > 0


@pytest.mark.parametrize("name", ["stage.songs", "stage.so*"])
def test_slots_of_one_name_are_told_instead_of_hiding_each_other(name: str) -> None:
    job = drawn("dj-duels-with-a-z")
    assert job.game.table
    lay = tuple(
        replace(each, where=replace(each.where, name=name)) if each.name == "song" else each
        for each in job.game.table.lay
    )
    game = replace(job.game, table=replace(job.game.table, lay=lay))
    components = []
    for one in job.components:
        twin = [replace(slot, name="Songs!") for slot in one.front.slots if slot.name == "songs"]
        components.append(replace(one, front=replace(one.front, slots=(*one.front.slots, *twin))))
    _, (problem,) = arrange(game.table, game.contents, components)
    assert problem.message == "stage has 2 slots songs" and problem.place.line > 0


def test_a_game_without_a_table_is_as_good_as_before(tmp_path: Path) -> None:
    from pressplay.project.new import new

    new(tmp_path / "p")
    (tmp_path / "p/cards/first-steps/table.yaml").unlink()
    (game,), problems = read_games(tmp_path / "p")
    assert not problems and game.table is None and arrange(game.table, game.contents, ()) == (None, [])
