"""tts-update: a designer's own save gets new faces and texts, and everything else stays byte for byte."""

import json
import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.saves import walk
from support.shared import run_cache
from support.tables import built, drawn

from pressplay.data.pieces import Piece
from pressplay.drawing.component import Component
from pressplay.exports.job import Job
from pressplay.exports.tts import export as tts
from pressplay.exports.tts.json_spans import read_span
from pressplay.exports.tts.update import NewSave, fresh_save, game_of, image_base_of, objects, update
from pressplay.problem import Trouble
from pressplay.table.table import signed_script

GAME = "king-of-clubs"
Data = dict[str, Any]


@cache
def own() -> str:
    """A save as somebody has made it of ours: things moved, notes taken, a card of their own, odd formatting."""
    data = json.loads(json.dumps(built(GAME).save))
    chance = random.Random(7)
    for each in data["ObjectStates"]:
        each["Transform"]["posX"] += round(chance.random(), 3)
        each["AltLookAngle"] = {"x": 0.0, "y": 0.0, "z": 0.0}
    deck = next(each for each in data["ObjectStates"] if each["Nickname"] == "Move cards")
    mine = json.loads(json.dumps(deck["ContainedObjects"][0]))
    entry = {"FaceURL": "http://mine/face.png", "BackURL": "http://mine/back.png", "NumWidth": 2, "NumHeight": 2}
    mine |= {"GUID": "abcdef", "Nickname": "My own move", "GMNotes": "", "CardID": 100, "CustomDeck": {"1": entry}}
    deck["ContainedObjects"].insert(3, mine)
    deck["DeckIDs"].insert(3, 100)
    deck["CustomDeck"]["1"] = entry
    data["Note"] = "Tuesday: \u2028 Ana won – “again” \u00e9\n"
    data["LuaScript"] += "\n-- my own lines"
    text = json.dumps(data, ensure_ascii=False, indent=2)
    return text.replace("\n", "\r\n").replace('"Snap": true', '"Snap":   true', 3)


def fresh(job: Job) -> NewSave:
    return fresh_save(tts.export(replace(job, cache=run_cache())))


def changed_job() -> Job:
    """The game of tomorrow: a card with other words, one more card, one card fewer."""
    job = drawn(GAME)
    components: list[Component] = []
    for one in job.components:
        if one.piece.id == "faint":
            values = one.piece.values | {"direction": "Fall, slowly."}
            one = replace(one, piece=piece(one.piece, values=values), front=other_front(one))
        if one.piece.id == "the-bottom-step":
            components.append(replace(one, piece=piece(one.piece, id="new-club", values={"title": "New Club"})))
            continue
        components.append(one)
    pieces = {
        kind: tuple(one.piece for one in components if one.kind.id == kind) or found
        for kind, found in job.game.pieces.items()
    }
    return replace(job, game=replace(job.game, pieces=pieces), components=tuple(components), arranged=None)


def piece(old: Piece, id: str = "", values: Data | None = None) -> Piece:
    found = old.values | (values or {})
    return Piece(old.kind, id or old.id, str(found["title"]), old.copies, found, old.place, old.places)


def other_front(one: Component) -> Any:
    return replace(one.front, marks=one.front.marks[:-1])


def test_a_save_of_today_needs_no_update() -> None:
    text = own()
    result = update(text, fresh(drawn(GAME)), drawn(GAME).game)
    assert not result.added and not result.removed
    # The deck that holds a card of somebody's own with our number is the only thing that must give way.
    assert {id.split("/")[1] for id in result.changed} <= {"nightclub"}
    plain = built(GAME).files["tts/table.json"].data.decode()
    same = update(plain, fresh(drawn(GAME)), drawn(GAME).game)
    assert same.text == plain and not same.changed


def test_only_faces_backs_and_texts_change() -> None:
    job = changed_job()
    result = update(own(), fresh(job), job.game)
    before, after = json.loads(own()), json.loads(result.text)
    added = after["ObjectStates"].pop()
    assert added["Nickname"] == "New pieces"
    allowed = {"Nickname", "Description", "CardID", "CustomDeck", "DeckIDs"}
    for one, other in zip(walk(before["ObjectStates"]), walk(after["ObjectStates"]), strict=True):
        inner = {"ContainedObjects"}
        assert {key for key in one if key not in inner and one[key] != other[key]} <= allowed
        if not one["GMNotes"]:
            assert {key: one[key] for key in one if key not in inner} == {
                key: other[key] for key in other if key not in inner
            }
    for key in before:
        assert key == "ObjectStates" or before[key] == after[key]


def test_what_is_not_replaced_stays_byte_for_byte() -> None:
    """Without the values that may change, the two texts are the same, down to the last space."""
    job = changed_job()
    result = update(own(), fresh(job), job.game)
    states = read_span(result.text).get("ObjectStates")
    assert states and states.items
    before_last, last = states.items[-2:]
    without_bag = result.text[: before_last.end] + result.text[last.end :]
    assert without_bag != own() and masked(without_bag) == masked(own())
    assert own().count("\r\n") > 1000 and "\n" not in result.text.replace("\r\n", "")


def masked(text: str) -> str:
    """A save with a question mark for every value that an update may change."""
    spans = [
        span
        for each in objects(read_span(text))
        for key in ("Nickname", "Description", "CardID", "CustomDeck", "DeckIDs")
        if (span := each.get(key))
    ]
    for span in sorted(spans, key=lambda span: -span.start):
        text = text[: span.start] + "?" + text[span.end :]
    return text


def test_changed_new_and_removed_pieces_are_told() -> None:
    job = changed_job()
    result = update(own(), fresh(job), job.game)
    assert f"{GAME}/move/faint" in result.changed
    assert result.added == [f"{GAME}/nightclub/new-club"]
    assert result.removed == [f"{GAME}/nightclub/the-bottom-step"]
    after = {each["GMNotes"]: each for each in walk(json.loads(result.text)["ObjectStates"])}
    assert "Fall, slowly." in after[f"{GAME}/move/faint"]["Description"]
    assert after[f"{GAME}/nightclub/the-bottom-step"]["Nickname"] == "The Bottom Step"


def test_every_card_shows_its_own_face_afterwards() -> None:
    job = changed_job()
    data = fresh(job).pieces
    wanted = {each["GMNotes"]: each for each in walk(data["ObjectStates"]) if "CardID" in each}
    after = json.loads(update(own(), fresh(job), job.game).text)
    for each in walk(after["ObjectStates"]):
        if "DeckIDs" in each:
            assert each["DeckIDs"] == [card["CardID"] for card in each["ContainedObjects"]]
            for card in each["ContainedObjects"]:
                ((key, entry),) = card["CustomDeck"].items()
                assert each["CustomDeck"][key] == entry and card["CardID"] // 100 == int(key)
        if each["GMNotes"] in wanted:
            ((_, entry),) = each["CustomDeck"].items()
            ((_, right),) = wanted[each["GMNotes"]]["CustomDeck"].items()
            assert entry == right and each["CardID"] % 100 == wanted[each["GMNotes"]]["CardID"] % 100
    mine = next(each for each in walk(after["ObjectStates"]) if each["Nickname"] == "My own move")
    assert mine["CardID"] == 100 and mine["CustomDeck"]["1"]["FaceURL"] == "http://mine/face.png"


def test_guids_stay_unique_and_a_second_update_changes_nothing() -> None:
    job = changed_job()
    first = update(own(), fresh(job), job.game)
    guids = [each["GUID"] for each in walk(json.loads(first.text)["ObjectStates"])]
    assert len(set(guids)) == len(guids)
    again = update(first.text, fresh(job), job.game)
    assert again.text == first.text and not again.changed and not again.added


def earlier() -> str:
    """A table of ours as it was before a fact of its set-up changed."""
    data = json.loads(built(GAME).files["tts/table.json"].data)
    first, _, rest = data["LuaScript"].partition("\n")
    assert first.startswith("-- pressplay set-up ")
    data["LuaScript"] = signed_script(rest.replace('["number"] = 0', '["number"] = 1'))
    return json.dumps(data, indent=2)


def test_an_earlier_set_up_script_is_told_of_and_replaced_only_on_demand() -> None:
    job = drawn(GAME)
    kept = update(earlier(), fresh(job), job.game)
    assert kept.setup == "kept" and kept.text == earlier()
    replaced = update(earlier(), fresh(job), job.game, setup=True)
    assert replaced.setup == "replaced"
    now = json.loads(built(GAME).files["tts/table.json"].data)
    assert json.loads(replaced.text) == now, "and nothing else has changed"
    assert update(replaced.text, fresh(job), job.game, setup=True).setup == ""


@pytest.mark.parametrize("lines", ["\n-- mine", "\r\n-- mine"])
def test_a_script_that_somebody_has_written_in_is_left_alone(lines: str) -> None:
    data = json.loads(earlier())
    data["LuaScript"] += lines
    text = json.dumps(data)
    result = update(text, fresh(drawn(GAME)), drawn(GAME).game, setup=True)
    assert result.setup == "changed by hand" and result.text == text


def test_buttons_among_other_buttons_stay() -> None:
    data = json.loads(earlier())
    data["XmlUI"] = "<Text>mine</Text>" + data["XmlUI"]
    result = update(json.dumps(data), fresh(drawn(GAME)), drawn(GAME).game, setup=True)
    assert result.setup == "replaced" and json.loads(result.text)["XmlUI"] == data["XmlUI"]


def test_the_cover_of_the_box_and_the_rulebook_follow() -> None:
    data = json.loads(built(GAME).files["tts/table.json"].data)
    (box,) = (each for each in data["ObjectStates"] if each["Name"] == "Custom_Model_Bag")
    (book,) = (each for each in data["ObjectStates"] if each["Name"] == "Custom_PDF")
    wanted = box["CustomMesh"]["DiffuseURL"], book["CustomPDF"]["PDFUrl"]
    box["CustomMesh"]["DiffuseURL"] = book["CustomPDF"]["PDFUrl"] = "https://old.example/old"
    box["Nickname"] = "My box"
    after = json.loads(update(json.dumps(data), fresh(drawn(GAME)), drawn(GAME).game).text)
    (box,) = (each for each in after["ObjectStates"] if each["Name"] == "Custom_Model_Bag")
    (book,) = (each for each in after["ObjectStates"] if each["Name"] == "Custom_PDF")
    assert (box["CustomMesh"]["DiffuseURL"], book["CustomPDF"]["PDFUrl"]) == wanted and box["Nickname"] == "My box"


def test_a_piece_that_became_another_sort_of_object_is_told_of() -> None:
    data = json.loads(built(GAME).files["tts/table.json"].data)
    card = next(each for each in data["ObjectStates"] if each["Name"] == "Card")
    del card["CardID"], card["CustomDeck"]
    result = update(json.dumps(data), fresh(drawn(GAME)), drawn(GAME).game)
    assert any("became another sort of object" in line for line in result.surplus)
    assert json.loads(result.text) == data


def test_copies_that_are_too_many_are_told_and_kept() -> None:
    data = json.loads(built(GAME).files["tts/table.json"].data)
    data["ObjectStates"].append(
        next(each for each in data["ObjectStates"] if each["Name"] == "Card") | {"GUID": "fedcba"}
    )
    result = update(json.dumps(data), fresh(drawn(GAME)), drawn(GAME).game)
    assert len(result.surplus) == 1 and "2 on the table, 1 in the game" in result.surplus[0]
    assert json.loads(result.text) == data


def test_the_save_says_which_game_it_is_and_where_its_images_are() -> None:
    span = read_span(own())
    assert game_of(span, ["bpms-per-minute", GAME]) == GAME
    assert image_base_of(span) == f"https://pressplay.invalid/{GAME}/"
    assert image_base_of(read_span('{"ObjectStates": [{"FaceURL": "http://cloud/ugc/1/2/"}]}')) == ""


@pytest.mark.parametrize("text", ["", "{", "[1,]x", '{"a" 1}', "nonsense", '{"a": 1} {"b": 2}'])
def test_what_is_no_json_is_a_problem_and_not_a_traceback(text: str) -> None:
    with pytest.raises(Trouble, match="not readable as JSON"):
        read_span(text, "mine.json")


def test_a_save_of_another_game_is_a_problem() -> None:
    with pytest.raises(Trouble, match="no piece in this save"):
        game_of(read_span('{"ObjectStates": []}'), [GAME])
    with pytest.raises(Trouble, match="it has no ObjectStates"):
        update("{}", fresh(drawn(GAME)), drawn(GAME).game)


def moves(data: Data) -> Data:
    return next(each for each in data["ObjectStates"] if each["Nickname"] == "Move cards")


@pytest.mark.parametrize("sheets", [[1], "x", 5, None, {"1": {"FaceURL": "\ud800"}}, {"9" * 5000: {}}])
def test_a_card_of_somebody_s_own_may_have_any_sheets(sheets: Any) -> None:
    data, job = json.loads(own()), changed_job()
    moves(data)["ContainedObjects"][3]["CustomDeck"] = sheets
    result = update(json.dumps(data), fresh(job), job.game)
    after = json.loads(result.text.encode("utf-8", "surrogateescape"))
    assert moves(after)["ContainedObjects"][3] == moves(data)["ContainedObjects"][3]
    assert update(result.text, fresh(job), job.game).text == result.text


def test_a_deck_with_the_notes_of_a_card_is_still_a_deck() -> None:
    data, job = json.loads(own()), changed_job()
    moves(data).update(GMNotes=f"{GAME}/move/faint", CardID=300)
    result = update(json.dumps(data), fresh(job), job.game)
    after = json.loads(result.text)
    assert moves(after)["Nickname"] == "Move cards" and moves(after)["CardID"] == 300
    assert moves(after)["DeckIDs"] == [card["CardID"] for card in moves(after)["ContainedObjects"]]
    assert not any("faint" in line for line in result.surplus + result.removed)


def test_a_deck_that_has_the_number_of_a_card_takes_no_sheets_away() -> None:
    """A second update would give these back, and a third take them again."""
    data, job = json.loads(own()), changed_job()
    moves(data)["CardID"] = 300
    first = update(json.dumps(data), fresh(job), job.game)
    assert update(first.text, fresh(job), job.game).text == first.text


@pytest.mark.parametrize("comma", [",\n", " , ", "\n,\n  ", "\t,\r\n"])
def test_new_pieces_come_after_any_comma(comma: str) -> None:
    data, job = json.loads(own()), changed_job()
    objects = comma.join(json.dumps(each) for each in data.pop("ObjectStates"))
    text = json.dumps(data)[:-1] + f', "ObjectStates": [{objects}]}}'
    assert json.loads(update(text, fresh(job), job.game).text)["ObjectStates"][-1]["Nickname"] == "New pieces"


@pytest.mark.parametrize("states", [None, {}, "x"])
def test_objects_that_are_no_list_are_a_problem(states: Any) -> None:
    with pytest.raises(Trouble, match="it has no ObjectStates"):
        update(json.dumps({"ObjectStates": states}), fresh(drawn(GAME)), drawn(GAME).game)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(json_values, st.sampled_from([None, 1, 3]), st.booleans())
@settings(max_examples=60, deadline=None)
def test_spans_hold_what_json_holds(value: Any, indent: int | None, ascii: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii)
    span = read_span(text)
    assert span.plain() == json.loads(text) and json.loads(text[span.start : span.end]) == json.loads(text)
