"""Tabletop Simulator: every image and every field of the saved object, read back by other programs than our writer."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat
from support.jobs import CAP, job, piece, points, songs, tiles, tokens
from support.sample import HERE, POKER, ROOT, disc, kind, picture, plain, rect
from support.saves import (
    BASE,
    SAVE,
    SCHEMA,
    fits,
    walk,
)

from pressplay.data.fields import Color, Text
from pressplay.data.pieces import Size
from pressplay.data.structures import Maybe
from pressplay.drawing.box import Box
from pressplay.drawing.component import Component
from pressplay.drawing.picture import Picture, Slot
from pressplay.exports.images import card_sheet as slots
from pressplay.exports.images import plates as pixels
from pressplay.exports.job import OutFile
from pressplay.exports.pdf.operators import pictures_pdf
from pressplay.exports.tts import export as tts
from pressplay.exports.tts import objects as saved
from pressplay.exports.tts import savefile as save
from pressplay.exports.tts.labels import searchable
from pressplay.files import ProjectFiles
from pressplay.problem import Trouble

SHEET = Size("sheet", 260, 190)
PAGE = Size("page", 139.7, 210)
NET = Size("die-net", 64, 48, shape="die-net")
TENT = Size("tent", 20, 60)
UNIT = 88.9 / 3.1
FACES = ("#ff0000", "#00ff00", "#0000ff", "#ffff00", "#ff00ff", "#00ffff")


# A game with everything in it ------------------------------------------------------


def lone() -> list[Component]:
    lead = replace(kind("lead"))
    return [Component(lead, piece(lead, "lead"), plain(POKER, "#a0a0a0", "lead"), None)]


def wide() -> list[Component]:
    """Cards that are read on their side: a red dot in the upper left corner."""
    size = Size("poker", 88.9, 63.5, 3)
    turned = replace(kind("wide", size), back="wide-back.xml")
    back = plain(size, "#00ff00", "back")
    return [Component(turned, piece(turned, f"wide-{n}"), plain(size, "#ffffff", f"wide {n}"), back) for n in range(2)]


def sheets() -> list[Component]:
    """Two designs, one with more copies than the other; what is on the back of the first is below it."""
    paper = replace(kind("paper", SHEET), back="paper-back.xml", tabletop="sheet")
    front = replace(plain(SHEET, "#f0f0e0", "verse"), slots=(Slot("dice", Box(10, 10, 20, 20)),))
    return [
        Component(paper, piece(paper, "verse", 2), front, plain(SHEET, "#e0e0f0", "notes")),
        Component(
            paper, piece(paper, "bridge", 1), plain(SHEET, "#f0e0e0", "bridge"), plain(SHEET, "#e0e0f0", "notes")
        ),
    ]


def boards() -> list[Component]:
    stage = replace(kind("stage", SHEET), back="stage-back.xml", tabletop="board")
    where = (Slot("deck", Box(0, 0, 63.5, 88.9), kind="song"), Slot("last", Box(200, 100, 60, 90), rotate=90))
    front = replace(plain(SHEET, "#88aa88", "stage"), slots=where)
    return [Component(stage, piece(stage, "stage"), front, plain(SHEET, "#aa8888", "other side"))]


def net(names: bool = True) -> Picture:
    """Six coloured faces of 16 mm, each with a white dot in its upper left corner."""
    places = [(0, 16), (16, 0), (16, 16), (16, 32), (32, 16), (48, 16)]
    marks = [rect(x, y, 16, 16, fill) for (x, y), fill in zip(places, FACES)]
    marks += [disc(x + 4, y + 4, 2, "#ffffff") for x, y in places]
    named = {f"face-{n}": Box(x, y, 16, 16) for n, (x, y) in enumerate(places, 1)} if names else {}
    return replace(picture(NET, tuple(marks)), names=named)


def dice(names: bool = True) -> list[Component]:
    boom = replace(kind("boom", NET), tabletop="die")
    return [Component(boom, piece(boom, "boom", faces=[2, 2, 4, 4, 4, 4]), net(names), None)]


def standees() -> list[Component]:
    """A strip whose upper half is printed upside down."""
    meeple = replace(kind("meeple", TENT), tabletop="standee")
    marks = (rect(0, 0, 20, 30, "#0000ff"), disc(16, 26, 2, "#ffffff"), rect(0, 30, 20, 30, "#ff0000"))
    strip = replace(picture(TENT, marks), names={"back": Box(0, 0, 20, 30), "front": Box(0, 30, 20, 30)})
    return [Component(meeple, piece(meeple, "meeple", 2), strip, None)]


def everything() -> list[Component]:
    return [
        *songs(),
        *points(),
        *lone(),
        *wide(),
        *tiles(),
        *tokens(),
        *boards(),
        *sheets(),
        *dice(),
        *standees(),
    ]


def cover() -> Picture:
    """Yellow, with a red upper left and a blue lower right corner."""
    marks = (rect(0, 0, 139.7, 210, "#ffcc00"), rect(0, 0, 30, 30, "#ff0000"), rect(109.7, 180, 30, 30, "#0000ff"))
    return picture(PAGE, marks)


class Export:
    """The files of an export, easy to ask."""

    def __init__(self, files: list[OutFile]) -> None:
        self.files = {file.path: file for file in files}
        self.save = json.loads(next(file.data for file in files if file.role == "tts-save"))

    def image(self, url: str) -> Image.Image:
        image = Image.open(BytesIO(self.files["tts/" + url.rsplit("/", 1)[1]].data))
        image.load()
        return image

    def objects(self) -> list[dict[str, Any]]:
        return list(walk(self.save["ObjectStates"]))

    @property
    def box(self) -> dict[str, Any]:
        """The one object that a game is."""
        (box,) = self.save["ObjectStates"]
        assert isinstance(box, dict)
        return box

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [each for each in self.box["ContainedObjects"] if each["Tags"] == [kind]]

    def cards(self) -> list[dict[str, Any]]:
        return [each for each in self.objects() if "CardID" in each]

    def decks(self) -> list[dict[str, Any]]:
        return [each for each in self.objects() if "DeckIDs" in each]


@pytest.fixture(scope="module")
def full() -> Export:
    return Export(tts.export(job(everything(), (cover(),))))


def near(image: Image.Image, at: tuple[float, float], color: str) -> bool:
    """Whether an image has a colour at a place given as fractions of its sides."""
    seen = image.convert("RGB").getpixel((int(at[0] * image.width), int(at[1] * image.height)))
    wanted = tuple(int(color[n : n + 2], 16) for n in (1, 3, 5))
    assert isinstance(seen, tuple)
    return all(abs(a - b) <= 8 for a, b in zip(seen, wanted))


# What must hold for every card, deck and image --------------------------------------


def test_each_card_lies_in_a_slot_of_a_sheet_that_its_deck_names(full: Export) -> None:
    for deck in full.decks():
        for card in deck["ContainedObjects"]:
            sheet, slot = divmod(card["CardID"], 100)
            entry = deck["CustomDeck"][str(sheet)]
            assert slot < entry["NumWidth"] * entry["NumHeight"] - 1, "the last slot is the hidden card's"


def test_a_deck_lists_the_cards_it_contains_in_their_order(full: Export) -> None:
    assert full.decks()
    for deck in full.decks():
        assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
        assert len(deck["DeckIDs"]) >= 2


def test_a_card_says_of_its_sheet_what_its_deck_says(full: Export) -> None:
    for deck in full.decks():
        for card in deck["ContainedObjects"]:
            key = str(card["CardID"] // 100)
            assert card["CustomDeck"] == {key: deck["CustomDeck"][key]}


def test_sheets_are_numbered_once_in_the_game(full: Export) -> None:
    seen: dict[str, Any] = {}
    for card in full.cards():
        for key, entry in card["CustomDeck"].items():
            assert key == str(int(key)) and seen.setdefault(key, entry) == entry
    assert len(seen) == 6  # two of songs, one each of points, lead, wide, dancers


def test_sheets_divide_into_whole_pixels_and_keep_to_the_cap(full: Export) -> None:
    for card in full.cards():
        (entry,) = card["CustomDeck"].values()
        columns, rows = entry["NumWidth"], entry["NumHeight"]
        face, back = full.image(entry["FaceURL"]), full.image(entry["BackURL"])
        assert columns <= 10 and rows <= 7 and max(face.size) <= CAP
        assert (face.width % columns, face.height % rows) == (0, 0)
        if entry["UniqueBack"]:
            assert back.size == face.size


def test_images_are_rgb_and_only_cut_tokens_have_transparency(full: Export) -> None:
    modes = {}
    for path, file in full.files.items():
        if path.endswith((".png", ".jpg")):
            with Image.open(BytesIO(file.data)) as image:
                modes[path] = image.mode
                assert max(image.size) <= CAP
    assert {mode for path, mode in modes.items() if "/token-" not in path and "/chip-" not in path} == {"RGB"}
    assert {mode for path, mode in modes.items() if "/token-" in path or "/chip-" in path} == {"RGBA"}


def test_guids_are_six_hex_digits_and_no_two_alike(full: Export) -> None:
    found = [each["GUID"] for each in full.objects()]
    assert all(re.fullmatch("[0-9a-f]{6}", guid) for guid in found)
    assert len(set(found)) == len(found) > 90


def test_file_names_carry_the_hash_of_their_content(full: Export) -> None:
    for path, file in full.files.items():
        if file.role in ("tts-sheet", "tts-back", "tts-image", "tts-model", "tts-rulebook"):
            match = re.fullmatch(r"tts/([a-z]+)-((?:back-)?\d+-)?([0-9a-f]{12})\.(png|obj|pdf)", path)
            assert match and match[1] == (file.kind or {"tts-rulebook": "rulebook"}.get(file.role, "box"))
            assert match[3] == sha256(file.data).hexdigest()[:12]


def test_each_reference_is_a_file_and_each_file_is_referred_to(full: Export) -> None:
    text = json.dumps(full.save)
    named = set(re.findall(r'"https://pressplay.invalid/sample/([^"]+)"', text))
    components = {Path(path).name for path in full.files if not path.endswith(("/sample.json", "/sample.png"))}
    components -= {Path(path).name for path in full.files if path.startswith("tts/objects/")}
    assert named == components
    assert len(re.findall(r"https?:", text)) == text.count("https://pressplay.invalid/sample/")


def test_the_thumbnail_is_256_pixels_square_and_shows_pieces(full: Export) -> None:
    image = Image.open(BytesIO(full.files["tts/sample.png"].data))
    assert (image.mode, image.size, image.format) == ("RGB", (256, 256), "PNG")
    assert len(image.getcolors(256 * 256) or []) > 50


# The fields and their types ---------------------------------------------------------


def test_the_save_and_its_objects_have_the_fields_and_types_that_the_game_reads(full: Export) -> None:
    fits(full.save, SAVE, "save")
    assert {each["Name"] for each in full.objects()} == set(SCHEMA)
    for each in full.objects():
        fits(each, BASE | SCHEMA[each["Name"]], each["Nickname"])


def test_the_schema_notices_a_wrong_type(full: Export) -> None:
    card = dict(full.cards()[0], CardID="100")
    with pytest.raises(AssertionError, match="CardID"):
        fits(card, BASE | SCHEMA["Card"], "card")


def test_tabletop_tools_unpacks_and_repacks_it_unchanged(full: Export, tmp_path: Path) -> None:
    source = tmp_path / "save.json"
    source.write_bytes(full.files["tts/sample.json"].data)
    work = tmp_path / "unpacked"
    work.mkdir()
    for command in (["unpack", str(source)], ["repack", str(tmp_path / "again.json")]):
        program = "from tts.cli import main; main()"
        subprocess.run([sys.executable, "-c", program, *command], cwd=work, check=True)
    assert json.loads((tmp_path / "again.json").read_text("utf-8")) == full.save


# Decks ------------------------------------------------------------------------------


def test_a_long_deck_is_split_evenly_and_copies_share_a_slot(full: Export) -> None:
    (deck,) = full.of("song")
    assert len(deck["DeckIDs"]) == 77
    first, second = (int(key) for key in deck["CustomDeck"])
    designs = set(deck["DeckIDs"])
    assert sum(id // 100 == first for id in designs) == 38 and sum(id // 100 == second for id in designs) == 37
    copies = deck["ContainedObjects"][:3]
    assert {card["CardID"] for card in copies} == {100 * first} and len({card["GUID"] for card in copies}) == 3


def test_names_and_words_can_be_searched(full: Export) -> None:
    (deck,) = full.of("song")
    assert (deck["Nickname"], deck["Description"]) == ("Song cards", "What the band plays.")
    card = deck["ContainedObjects"][-1]
    assert (card["Nickname"], card["Description"]) == ("Song 74", "Bpm: 134")


def test_decks_with_a_back_lie_face_down_and_others_face_up(full: Export) -> None:
    assert full.of("song")[0]["Transform"]["rotZ"] == 180
    assert full.of("lead")[0]["Transform"]["rotZ"] == 0


def test_a_shared_back_is_one_image_and_the_hidden_card(full: Export) -> None:
    (deck,) = full.of("song")
    entries = list(deck["CustomDeck"].values())
    assert len({entry["BackURL"] for entry in entries}) == 1 and not entries[0]["UniqueBack"]
    back, face = full.image(entries[0]["BackURL"]), full.image(entries[0]["FaceURL"])
    assert back.width / back.height == pytest.approx(63.5 / 88.9, abs=0.01)
    assert near(back, (0.9, 0.9), "#602040") and near(face, (0.99, 0.99), "#602040")


def test_different_backs_lie_in_the_same_slots_as_their_fronts(full: Export) -> None:
    (deck,) = full.of("point")
    (entry,) = deck["CustomDeck"].values()
    assert entry["UniqueBack"] and entry["BackIsHidden"]
    face, back = full.image(entry["FaceURL"]), full.image(entry["BackURL"])
    w, h = face.width // entry["NumWidth"], face.height // entry["NumHeight"]
    for card in deck["ContainedObjects"]:
        row, column = divmod(card["CardID"] % 100, entry["NumWidth"])
        corner = ((column + 0.9) * w / face.width, (row + 0.9) * h / face.height)
        assert near(face, corner, "#ffffff") and near(back, corner, "#000000")


def test_a_lone_card_is_a_card_with_blank_paper_behind_it(full: Export) -> None:
    (card,) = full.of("lead")
    assert card["Name"] == "Card"
    (entry,) = card["CustomDeck"].values()
    assert full.image(entry["BackURL"]).getcolors() == [(entry_area(full, entry), (255, 255, 255))]


def entry_area(full: Export, entry: dict[str, Any]) -> int:
    image = full.image(entry["BackURL"])
    return image.width * image.height


def test_a_card_read_on_its_side_lies_turned_in_an_upright_slot(full: Export) -> None:
    (deck,) = full.of("wide")
    assert deck["SidewaysCard"] and all(card["SidewaysCard"] for card in deck["ContainedObjects"])
    (entry,) = deck["CustomDeck"].values()
    face = full.image(entry["FaceURL"])
    w, h = face.width // entry["NumWidth"], face.height // entry["NumHeight"]
    assert w < h
    slot = face.crop((0, 0, w, h))
    assert near(slot, (0.2, 0.8), "#ff0000") and not near(slot, (0.2, 0.2), "#ff0000")
    assert not full.of("song")[0]["SidewaysCard"]


@pytest.mark.parametrize(
    ("size", "type"),
    [
        (Size("", 60, 90, 3), 0),
        (Size("", 60, 90), 1),
        (Size("", 50, 43, 2, "hex"), 2),
        (Size("", 50, 43, 0, "hex"), 3),
        (Size("", 50, 50, 0, "circle"), 4),
        (Size("", 50, 50, 2, "circle"), 4),
    ],
)
def test_the_shape_of_a_card_follows_its_size(size: Size, type: int) -> None:
    assert saved.custom_deck("f", "b", 2, 1, False, size)["Type"] == type


def test_a_small_card_is_smaller_on_the_table() -> None:
    mini = Size("mini", 44.45, 63.5, 3)
    label = saved.Label("000000", "", "", "")
    small = saved.card(label, saved.SheetSlot(1, 0, {}), mini, True).object["Transform"]
    assert small["scaleX"] == small["scaleZ"] == pytest.approx(63.5 / 88.9, abs=1e-4) and small["scaleY"] == 1


# Pixels -----------------------------------------------------------------------------


def alone(shown: Picture, width: int, height: int) -> Image.Image:
    """A picture drawn by itself, by pypdfium2's own way of rendering."""
    document = pdfium.PdfDocument(pictures_pdf([shown], ProjectFiles(ROOT)))
    page = document[0]
    scale = max(width / page.get_width(), height / page.get_height()) - 1e-6
    image: Image.Image = page.render(scale=scale).to_pil().convert("RGB")
    page.close()
    document.close()
    assert image.size == (width, height)
    return image


def test_a_cell_shows_what_its_picture_shows_alone() -> None:
    components = songs()[:9]
    export = Export(tts.export(job(components, tts_max_px=4096)))
    (entry,) = export.box["ContainedObjects"][0]["CustomDeck"].values()
    sheet = export.image(entry["FaceURL"])
    w, h = sheet.width // entry["NumWidth"], sheet.height // entry["NumHeight"]
    assert (w, h) == (750, 1050), "300 ppi where the cap allows it"
    for number, one in enumerate(components):
        row, column = divmod(number, entry["NumWidth"])
        cell = sheet.crop((column * w, row * h, (column + 1) * w, (row + 1) * h))
        assert not ImageChops.difference(cell, alone(one.front, w, h)).getbbox(), one.piece.title
    other = ImageChops.difference(sheet.crop((0, 0, w, h)), alone(components[1].front, w, h))
    assert other.getbbox(), "the comparison can tell two cards apart"


def test_neighbours_do_not_bleed_into_each_other() -> None:
    size = Size("odd", 61.3, 87.7)
    odd = kind("odd", size)
    components = [
        Component(odd, piece(odd, f"o{n}"), plain(size, ("#ff0000", "#0000ff")[n % 2], ""), None) for n in range(20)
    ]
    export = Export(tts.export(job(components)))
    (entry,) = export.box["ContainedObjects"][0]["CustomDeck"].values()
    sheet = export.image(entry["FaceURL"])
    w, h = sheet.width // entry["NumWidth"], sheet.height // entry["NumHeight"]
    for number in range(20):
        row, column = divmod(number, entry["NumWidth"])
        right = sheet.crop((column * w, row * h, column * w + w, row * h + h)).crop((w - 1, 0, w, h))
        assert right.getcolors() == [(h, ((255, 0, 0), (0, 0, 255))[number % 2])]


@given(st.integers(1, 9), st.integers(1, 600), st.sampled_from([3, 4]), st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_a_png_holds_the_very_pixels(width: int, height: int, channels: int, seed: int) -> None:
    block = sha256(str(seed).encode()).digest()
    count = width * height * channels
    data = (block * (count // len(block) + 1))[:count]
    image = Image.open(BytesIO(pixels.png(data, width, height, channels)))
    assert (image.mode, image.size) == ({3: "RGB", 4: "RGBA"}[channels], (width, height))
    assert image.tobytes() == data


def test_jpeg_by_option_stays_true_to_the_colours(full: Export) -> None:
    export = Export(tts.export(job(points() + tokens()[:1], tts_format="jpg")))
    (entry,) = export.of("point")[0]["CustomDeck"].values()
    assert entry["FaceURL"].endswith(".jpg")
    face = export.image(entry["FaceURL"])
    assert (face.format, face.mode) == ("JPEG", "RGB")
    png = full.image(next(iter(full.of("point")[0]["CustomDeck"].values()))["FaceURL"])
    assert max(ImageStat.Stat(ImageChops.difference(face, png)).mean) < 3
    token = export.of("token")[0]["ContainedObjects"][0]["CustomImage"]["ImageURL"]
    assert token.endswith(".png"), "JPEG knows no transparency"


def test_an_unknown_format_is_a_problem_that_names_the_known_ones() -> None:
    with pytest.raises(Trouble, match=r"did you mean png.*accepted: jpeg, jpg, png"):
        tts.export(job(points(), tts_format="pgn"))


# Other pieces -----------------------------------------------------------------------


def test_tiles_lie_in_a_pile_face_down_and_are_not_held_in_hands(full: Export) -> None:
    (pile,) = full.of("dancer")
    assert pile["Name"] == "DeckCustom" and pile["Transform"]["rotZ"] == 180 and len(pile["DeckIDs"]) == 6
    assert pile["Transform"]["scaleX"] == pytest.approx(42 / 88.9, abs=1e-4)
    (entry,) = pile["CustomDeck"].values()
    assert entry["Type"] == 0 and not entry["UniqueBack"]
    face = full.image(entry["FaceURL"])
    assert face.width / entry["NumWidth"] == face.height / entry["NumHeight"], "square as the tiles are"
    assert not any(tile["Hands"] for tile in pile["ContainedObjects"])
    assert all(card["Hands"] for card in full.of("song")[0]["ContainedObjects"])


def test_sheets_are_thin_tiles_with_their_designs_as_states(full: Export) -> None:
    first, second = full.of("paper")
    assert first["Name"] == "Custom_Tile" and not first["Locked"]
    assert first["CustomImage"]["CustomTile"]["Thickness"] == 0.1
    assert [first["Nickname"], *(each["Nickname"] for each in first["States"].values())] == ["Verse", "Bridge"]
    assert second["Nickname"] == "Verse" and "States" not in second
    assert near(full.image(first["CustomImage"]["ImageSecondaryURL"]), (0.9, 0.9), "#e0e0f0")
    assert len(first["AttachedSnapPoints"]) == 1 and "AttachedSnapPoints" not in first["States"]["2"]


# The box ----------------------------------------------------------------------------


def test_the_whole_game_is_one_box_with_everything_and_the_rulebook_in_it(full: Export) -> None:
    box = full.box
    assert (box["Name"], box["Nickname"], box["CustomMesh"]["TypeIndex"]) == ("Custom_Model_Bag", "Sample Game", 6)
    assert near(full.image(box["CustomMesh"]["DiffuseURL"]), (0.05, 0.05), "#ff0000")
    (book,) = (each for each in box["ContainedObjects"] if each["Name"] == "Custom_PDF")
    assert full.files["tts/" + book["CustomPDF"]["PDFUrl"].rsplit("/", 1)[1]].data.startswith(b"%PDF")
    assert not any(each["Locked"] for each in walk(box["ContainedObjects"])), "one can put it down"
    kinds = {each["Tags"][0] for each in box["ContainedObjects"]} - {"table"}
    assert kinds == {one.kind.id for one in everything()}


def test_without_a_cover_the_box_is_a_plain_bag() -> None:
    box = Export(tts.export(job(lone()))).box
    assert (box["Name"], box["Nickname"], box["Bag"]) == ("Bag", "Sample Game", {"Order": 0})


class Model:
    """A Wavefront file, read by the letter of its format."""

    def __init__(self, data: bytes) -> None:
        lines = [line.split() for line in data.decode().splitlines()]
        self.points = [tuple(map(float, rest)) for word, *rest in lines if word == "v"]
        self.spots = [tuple(map(float, rest)) for word, *rest in lines if word == "vt"]
        self.normals = [tuple(map(float, rest)) for word, *rest in lines if word == "vn"]
        self.faces = [[tuple(int(n) - 1 for n in at.split("/")) for at in rest] for word, *rest in lines if word == "f"]


def test_the_box_is_closed_looks_outward_and_shows_the_cover_upright_on_its_lid(full: Export) -> None:
    (file,) = (file for file in full.files.values() if file.role == "tts-model")
    model = Model(file.data)
    wide, high, deep = (max(axis) - min(axis) for axis in zip(*model.points))
    assert [wide, high, deep] == pytest.approx([100 / UNIT, 38 / UNIT, 150 / UNIT], abs=2e-4)
    edges = []
    for face in model.faces:
        points = [model.points[at[0]] for at in face]
        across, along = ([b - a for a, b in zip(points[0], points[n])] for n in (1, 3))
        outward = [across[n - 2] * along[n - 1] - across[n - 1] * along[n - 2] for n in range(3)]
        normal = model.normals[face[0][2]]
        assert sum(a * b for a, b in zip(outward, normal)) > 0, "counter-clockwise from outside"
        assert sum(a * b for a, b in zip(points[0], normal)) > 0, "outside is away from the middle"
        edges += [(a, b) for a, b in zip(points, points[1:] + points[:1])]
    assert len(model.faces) == 6 and all(edges.count((b, a)) == 1 for a, b in edges), "each edge is met from both sides"
    lid = next(face for face in model.faces if model.normals[face[0][2]] == (0, 1, 0))
    for point, spot in ((model.points[at[0]], model.spots[at[1]]) for at in lid):
        assert spot == (float(point[0] > 0), float(point[2] < 0)), "the foot of the cover is towards the players"
    assert all(0 <= part <= 1 for spot in model.spots for part in spot)


def test_tokens_are_cut_and_bagged_by_design(full: Export) -> None:
    several, single = full.of("token")
    assert (several["Name"], len(several["ContainedObjects"]), several["Nickname"]) == ("Bag", 3, "Black")
    assert single["Name"] == "Custom_Token"
    image = full.image(single["CustomImage"]["ImageURL"])
    alpha = image.getchannel("A")
    assert alpha.getpixel((0, 0)) == 0 and alpha.getpixel((image.width // 2, image.height // 2)) == 255
    assert alpha.getpixel((image.width // 2, 0)) == 0, "a thin border is left for the outline to be traced"


def test_a_supply_is_an_endless_bag_of_one(full: Export) -> None:
    (bag,) = full.of("chip")
    assert bag["Name"] == "Infinite_Bag" and len(bag["ContainedObjects"]) == 1


def test_a_board_is_locked_in_proportion_and_has_its_back_as_a_state(full: Export) -> None:
    (board,) = json.loads(full.files["tts/objects/stage.json"].data)["ObjectStates"]
    assert board["Name"] == "Custom_Board" and board["Locked"]
    assert board["CustomImage"]["WidthScale"] == pytest.approx(260 / 190, abs=1e-5)
    other = board["States"]["2"]
    assert other["CustomImage"]["ImageURL"] != board["CustomImage"]["ImageURL"]


def test_slots_are_snap_points_for_their_kind(full: Export) -> None:
    (board,) = full.of("stage")
    left_top, right_bottom = board["AttachedSnapPoints"]
    # A board lies turned to the players by 180°: its own x grows to their left, its own z towards them.
    assert left_top["Position"]["x"] > 0 > left_top["Position"]["z"]
    assert right_bottom["Position"]["x"] < 0 < right_bottom["Position"]["z"]
    ratio = left_top["Position"]["x"] / left_top["Position"]["z"]
    assert ratio == pytest.approx((130 - 63.5 / 2) / (88.9 / 2 - 95), abs=0.01)
    assert left_top["Tags"] == ["song"] == full.of("song")[0]["Tags"]
    assert "Tags" not in right_bottom and right_bottom["Rotation"]["y"] == 90


def test_a_die_has_its_faces_where_the_game_looks_for_them(full: Export) -> None:
    (die,) = full.of("boom")
    image = full.image(die["CustomImage"]["ImageURL"])
    assert image.width == image.height and image.width % 3 == 0
    for side, (column, row) in {2: (0, 1), 4: (1, 1), 5: (2, 1), 1: (0, 2), 3: (1, 2), 6: (2, 2)}.items():
        assert near(image, ((column + 0.5) / 3, (row + 0.5) / 3), FACES[side - 1]), side
        inset = 0.31 / 4  # the dot is a quarter into its face
        start, end = (1 / 3 - 0.31) / 2 + inset, 1 / 3 - (1 / 3 - 0.31) / 2 - inset
        dot = end if side in (1, 6) else start  # these two lie upside down
        assert near(image, (column / 3 + dot, row / 3 + dot), "#ffffff"), side
    assert near(image, (0.5, 0.1), "#ffffff"), "the top row is unused"


def test_a_die_knows_its_values(full: Export) -> None:
    (die,) = full.of("boom")
    assert [each["Value"] for each in die["RotationValues"]] == [2, 2, 4, 4, 4, 4]
    assert die["RotationValues"][0]["Rotation"] == {"x": -90, "y": 0, "z": 0}
    plain_die = [replace(dice()[0], piece=piece(dice()[0].kind, "plain"))]
    (die,) = Export(tts.export(job(plain_die))).of("boom")
    assert [each["Value"] for each in die["RotationValues"]] == [1, 2, 3, 4, 5, 6]


def test_a_die_without_named_faces_is_a_problem_that_says_what_to_name() -> None:
    with pytest.raises(Trouble, match="no part named face-1") as caught:
        tts.export(job(dice(names=False)))
    (problem,) = caught.value.problems
    assert problem.place == HERE and 'name="face-6"' in problem.hint


def test_a_folded_strip_stands_with_both_halves_upright(full: Export) -> None:
    figures = full.of("meeple")
    assert len(figures) == 2 and {figure["Name"] for figure in figures} == {"Figurine_Custom"}
    images = figures[0]["CustomImage"]
    front, back = full.image(images["ImageURL"]), full.image(images["ImageSecondaryURL"])
    assert near(front, (0.5, 0.5), "#ff0000") and near(back, (0.5, 0.5), "#0000ff")
    assert near(back, (0.2, 4 / 30), "#ffffff"), "the upper half is turned"
    assert front.width / front.height == pytest.approx(20 / 30, abs=0.01)


def test_a_standee_that_is_not_folded_shows_its_whole_face() -> None:
    (one,) = standees()
    export = Export(tts.export(job([replace(one, front=plain(TENT, "#123456", "m"))])))
    image = export.image(export.of("meeple")[0]["CustomImage"]["ImageURL"])
    assert image.width / image.height == pytest.approx(20 / 60, abs=0.01)


# Words ------------------------------------------------------------------------------


def test_all_fields_are_searchable_in_plain_words() -> None:
    fields: dict[str, Any] = {"light": Maybe(Color()), "rule": Text(rich=True)}
    of = replace(kind("move"), fields=fields)
    values: dict[str, Any] = {
        "rule": "Draw **two** [card], then *stop*.",
        "light": "gold",
        "team_name": "hip-hop",
        "none": None,
        "ready": True,
        "likes": ["red", "blue"],
        "steps": [{"number": 1, "text": "Shuffle", "tint": "#aabbcc"}],
        "next": piece(of, "other"),
    }
    words = searchable(Component(of, piece(of, "move", **values), plain(POKER, "#ffffff", ""), None))
    assert words.split("\n") == [
        "Rule: Draw two card, then stop.",
        "Team name: hip-hop",
        "Ready: yes",
        "Likes: red, blue",
        "Steps: 1 Shuffle",
        "Next: Other",
    ]


# References -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "own", "base"),
    [
        ("", "", "https://pressplay.invalid/sample/"),
        ("", "https://own.example/g", "https://own.example/g/"),
        ("https://other.example/", "https://own.example/g", "https://other.example/"),
        ("https://other.example/get?file=", "", "https://other.example/get?file="),
    ],
)
def test_references_stand_on_the_base_that_was_asked_for(option: str, own: str, base: str) -> None:
    asked = job(lone(), url_base=option)
    (card,) = Export(tts.export(replace(asked, game=replace(asked.game, url_base=own)))).box["ContainedObjects"]
    (entry,) = card["CustomDeck"].values()
    assert re.fullmatch(re.escape(base) + r"lead-1-[0-9a-f]{12}\.png", entry["FaceURL"])
    assert re.fullmatch(re.escape(base) + r"lead-back-1-[0-9a-f]{12}\.png", entry["BackURL"])


def test_a_kind_built_alone_keeps_its_ids_and_images(full: Export) -> None:
    every = job(everything())
    some = Export(
        tts.export(replace(every, components=tuple(one for one in every.components if one.kind.id == "point")))
    )
    (deck,), (whole,) = some.of("point"), full.of("point")
    assert [card["GUID"] for card in deck["ContainedObjects"]] == [card["GUID"] for card in whole["ContainedObjects"]]
    assert {entry["FaceURL"] for entry in deck["CustomDeck"].values()} == {
        entry["FaceURL"] for entry in whole["CustomDeck"].values()
    }


def test_nothing_to_build_gives_no_files() -> None:
    assert tts.export(replace(job(lone()), components=())) == []


# Same input, same bytes -------------------------------------------------------------


def test_any_number_of_processes_gives_the_same_bytes(full: Export) -> None:
    again = tts.export(job(everything(), (cover(),), jobs=3))
    assert [(file.path, file.data) for file in again] == [(file.path, file.data) for file in full.files.values()]


def test_the_bytes_depend_on_no_hash_seed_and_no_folder(tmp_path: Path) -> None:
    program = """
import sys
from hashlib import sha256
from pathlib import Path
from pressplay.build.pipeline import read_games
from pressplay.exports.options import Options
from pressplay.exports.job import Job
from pressplay.exports.tts import export as tts
from pressplay.faces.draw import draw_pieces
from pressplay.project.new import new
root = Path(sys.argv[1])
new(root)
(game,), _ = read_games(root)
made = draw_pieces(game).components
for file in tts.export(Job(game, made, (), (), Options(jobs=int(sys.argv[2]), tts_max_px=1024))):
    print(file.path, sha256(file.data).hexdigest())
"""
    told = []
    for seed, folder, jobs in (("1", "here", "1"), ("4242", "some where", "2")):
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", program, str(tmp_path / folder), jobs]
        told.append(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)
    assert told[0] == told[1] and told[0].count("\n") == 4


# Arithmetic -------------------------------------------------------------------------

millimetres = st.floats(10, 300)
caps = st.integers(256, 10000)


@given(st.integers(1, 3000))
def test_a_deck_is_shared_out_evenly_over_the_fewest_sheets(cards: int) -> None:
    counts = slots.split(cards)
    assert sum(counts) == cards and max(counts) - min(counts) <= 1
    assert max(counts) <= 69 and (len(counts) - 1) * 69 < cards


@given(st.integers(1, 69), millimetres, millimetres, caps)
def test_a_grid_has_room_for_the_cards_and_the_hidden_one(cards: int, width: float, height: float, cap: int) -> None:
    grid = slots.grid(cards, width, height, cap)
    assert grid.columns <= 10 and grid.rows <= 7 and grid.slots > cards
    assert max(grid.width, grid.height) <= cap and min(grid.cell_w, grid.cell_h) >= 1


@given(st.integers(1, 69), millimetres, millimetres, caps)
def test_a_grid_is_as_fine_as_the_cap_allows_and_no_finer_than_300(
    cards: int, width: float, height: float, cap: int
) -> None:
    def fineness(columns: int, rows: int) -> float:
        return min(300, cap / columns / width * 25.4, cap / rows / height * 25.4)

    grid = slots.grid(cards, width, height, cap)
    best = max(fineness(c, r) for c in range(1, 11) for r in range(1, 8) if c * r > cards)
    assert fineness(grid.columns, grid.rows) == pytest.approx(best, abs=1e-5)
    for pixels_, side in ((grid.cell_w, width), (grid.cell_h, height)):
        assert best * side / 25.4 - 1.001 <= pixels_ <= best * side / 25.4 + 1e-5 or pixels_ == 1


@given(st.integers(1, 69), millimetres, millimetres, caps)
def test_slots_lie_row_by_row_and_apart(cards: int, width: float, height: float, cap: int) -> None:
    grid = slots.grid(cards, width, height, cap)
    corners = [grid.corner(slot) for slot in range(grid.slots)]
    assert len(set(corners)) == grid.slots
    assert corners == sorted(corners, key=lambda corner: (corner[1], corner[0]))
    assert corners[-1] == (grid.width - grid.cell_w, grid.height - grid.cell_h)


def test_the_usual_cases() -> None:
    assert slots.grid(68, 63.5, 88.9, 4096) == slots.SheetGrid(10, 7, 409, 573)
    assert slots.grid(9, 63.5, 88.9, 4096) == slots.SheetGrid(5, 2, 750, 1050)
    assert slots.split(540) == [68, 68, 68, 68, 67, 67, 67, 67]
    assert slots.fit(63.5, 88.9, 4096) == (750, 1050)


@given(st.sets(st.text("abc-/0123456789", min_size=1, max_size=12), max_size=60), st.randoms())
def test_ids_are_the_same_in_any_order(ids: set[str], chance: Any) -> None:
    shuffled = sorted(ids)
    chance.shuffle(shuffled)
    given_ = saved.guids(shuffled)
    assert given_ == saved.guids(sorted(ids))
    assert set(given_) == ids and len(set(given_.values())) == len(ids)
    assert all(re.fullmatch("[0-9a-f]{6}", guid) for guid in given_.values())


def test_ids_that_would_collide_are_kept_apart_the_same_way_each_time() -> None:
    ids = [f"game/kind/piece-{number}" for number in range(20000)]
    plain_ = {id: sha256(id.encode()).hexdigest()[:6] for id in ids}
    assert len(set(plain_.values())) < len(ids), "so many ids do collide"
    given_ = saved.guids(ids)
    assert len(set(given_.values())) == len(ids) and given_ == saved.guids(reversed(ids))
    moved = [id for id in ids if given_[id] != plain_[id]]
    assert 0 < len(moved) < 100, "only those that collide have another id"


@given(st.lists(st.tuples(st.floats(0.5, 50), st.floats(0.5, 30)), max_size=30))
def test_objects_on_the_table_do_not_overlap(rooms: list[tuple[float, float]]) -> None:
    stocks = [saved.PlacedObject({"Transform": {"posX": 0.0, "posZ": 0.0}}, *room) for room in rooms]
    placed = [(each["Transform"]["posX"], each["Transform"]["posZ"]) for each in save.lay_out(stocks)]
    boxes = [(x - w / 2, z - d / 2, x + w / 2, z + d / 2) for (x, z), (w, d) in zip(placed, rooms)]
    for index, (left, near_, right, far) in enumerate(boxes):
        for other in boxes[index + 1 :]:
            apart = right <= other[0] or other[2] <= left or far <= other[1] or other[3] <= near_
            assert apart


def test_what_lies_side_by_side_is_apart(full: Export) -> None:
    """A kind's own saved object is no box: whoever takes it wants to see its pieces."""
    objects = json.loads(full.files["tts/objects/token.json"].data)["ObjectStates"]
    places = [(each["Transform"]["posX"], each["Transform"]["posZ"]) for each in objects]
    assert len(set(places)) == len(places) == 2
    assert all(each["Transform"]["posY"] == 1 for each in objects)
