"""What every file for Tabletop Simulator must hold, checked on all saves and saved objects of all games."""

import json
import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import PurePosixPath
from typing import Any

import pytest
from PIL import Image
from support.saves import BASE, OBJECTS, SAVE, fits, walk
from support.tables import GAMES, built

Data = dict[str, Any]
CAP = 256  # as the tables of these tests are built
games = pytest.mark.parametrize("game", GAMES)


@cache
def saves(game: str) -> dict[str, Data]:
    """Every save of a game by its path: the table, the box, and each kind by itself."""
    found = {path: json.loads(file.data) for path, file in built(game).files.items() if path.endswith(".json")}
    assert {"tts/table.json", f"tts/{game}.json"} < set(found)
    assert len(found) == 2 + len(built(game).game.kinds)
    return found


def objects(game: str) -> Iterator[tuple[str, Data]]:
    for path, save in saves(game).items():
        yield from ((path, each) for each in walk(save["ObjectStates"]))


def decks(game: str) -> Iterator[Data]:
    return (each for _, each in objects(game) if "DeckIDs" in each)


@cache
def image(game: str, url: str) -> tuple[str, tuple[int, int]]:
    with Image.open(BytesIO(built(game).files[f"tts/{PurePosixPath(url).name}"].data)) as found:
        assert found.format in ("PNG", "JPEG")
        return found.mode, found.size


def urls(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from [item] if key.lower().endswith("url") and item else urls(item)
    elif isinstance(value, list):
        for item in value:
            yield from urls(item)


@games
def test_fields_have_the_names_and_types_that_the_program_reads(game: str) -> None:
    header = SAVE | {"TableURL?": str, "SnapPoints?": list, "VectorLines?": list}
    for save in saves(game).values():
        fits(save, header, "save")
    for path, each in objects(game):
        fits(each, BASE | OBJECTS[each["Name"]], f"{path}: {each['Nickname']}")


@games
def test_a_card_lies_on_a_sheet_of_its_deck_and_not_in_the_hidden_slot(game: str) -> None:
    for deck in decks(game):
        for card in deck["ContainedObjects"]:
            sheet, slot = divmod(card["CardID"], 100)
            entry = deck["CustomDeck"][str(sheet)]
            last = entry["NumWidth"] * entry["NumHeight"] - 1
            assert slot < last and entry["BackIsHidden"]
            assert entry["NumWidth"] <= 10 and entry["NumHeight"] <= 7


@games
def test_a_deck_lists_its_cards_and_says_of_their_sheets_what_they_say(game: str) -> None:
    found = list(decks(game))
    assert found
    for deck in found:
        assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]] and len(deck["DeckIDs"]) > 1
        for card in deck["ContainedObjects"]:
            key = str(card["CardID"] // 100)
            assert card["CustomDeck"] == {key: deck["CustomDeck"][key]}
        assert all(re.fullmatch("[1-9][0-9]*", key) for key in deck["CustomDeck"]), "whole numbers, as strings"


@games
def test_sheets_divide_by_their_grid_and_backs_match_their_faces(game: str) -> None:
    for _, card in objects(game):
        for entry in card.get("CustomDeck", {}).values():
            mode, (width, height) = image(game, entry["FaceURL"])
            assert mode == "RGB" and (width % entry["NumWidth"], height % entry["NumHeight"]) == (0, 0)
            back_mode, back_size = image(game, entry["BackURL"])
            assert back_mode == "RGB" and (not entry["UniqueBack"] or back_size == (width, height))


@games
def test_images_keep_to_the_cap_and_only_what_is_cut_out_is_transparent(game: str) -> None:
    for path, each in objects(game):
        picture = each.get("CustomImage", {})
        for url in filter(None, (picture.get("ImageURL"), picture.get("ImageSecondaryURL"))):
            mode, size = image(game, url)
            assert max(size) <= CAP, path
            assert mode == ("RGBA" if each["Name"] == "Custom_Token" else "RGB"), path


@games
def test_ids_are_six_hex_digits_and_no_two_objects_of_a_save_share_one(game: str) -> None:
    for path, save in saves(game).items():
        guids = [each["GUID"] for each in walk(save["ObjectStates"])]
        assert len(set(guids)) == len(guids), path
        assert all(re.fullmatch("[0-9a-f]{6}", guid) for guid in guids)


@games
def test_a_piece_has_the_same_id_in_every_save(game: str) -> None:
    """Copies are many, so each design has a set of ids: the same one wherever all copies are."""
    seen: dict[str, dict[str, set[str]]] = {}
    for path, each in objects(game):
        if each["Name"] in ("Card", "Custom_Token", "Custom_Tile", "Custom_Board", "Custom_Dice", "Figurine_Custom"):
            seen.setdefault(each["GMNotes"], {}).setdefault(path, set()).add(each["GUID"])
    assert len(seen) >= len(built(game).job.components)
    for id, paths in seen.items():
        assert len({frozenset(guids) for guids in paths.values()}) == 1, id
        assert len(paths) == 3, "on the table, in the box, and by itself"


@games
def test_each_reference_leads_to_a_file_whose_name_carries_its_hash(game: str) -> None:
    files = built(game).files
    named = {PurePosixPath(url).name for save in saves(game).values() for url in urls(save)}
    for name in named:
        data = files[f"tts/{name}"].data
        assert name.rsplit(".", 1)[0].endswith(f"-{sha256(data).hexdigest()[:12]}")
    components = {PurePosixPath(path).name for path in files if re.search(r"-[0-9a-f]{12}\.\w+$", path)}
    assert named == components, "nothing is made that nothing shows"


@games
def test_each_save_has_its_picture_of_256_pixels(game: str) -> None:
    for path in saves(game):
        with Image.open(BytesIO(built(game).files[path.removesuffix(".json") + ".png"].data)) as found:
            assert (found.size, found.format, found.mode) == ((256, 256), "PNG", "RGB")


@games
def test_supplies_are_endless_and_numbers_are_counted(game: str) -> None:
    kinds = built(game).game.kinds
    for path, each in objects(game):
        if each["Name"] == "Infinite_Bag":
            assert kinds[each["Tags"][0]].count == "supply" and len(each["ContainedObjects"]) == 1, path
        if each["Name"] == "Bag" and each["Tags"][0] in kinds:
            assert kinds[each["Tags"][0]].count == "fixed", path
