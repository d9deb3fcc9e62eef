"""A table in one file: its set-ups agree with the rehearsal, and everything a player needs works in a browser."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from support.browser import Data, Opened, page_of
from support.played import cases
from support.tables import drawn

from pressplay.exports.play import export as play
from pressplay.exports.play.export import CODE
from pressplay.exports.play.scene import PlayScene
from pressplay.table import rehearse as rehearsal
from pressplay.table.rehearse import rehearse

GAME = "king-of-clubs"


def on_table(state: Data) -> dict[tuple[int, int], list[str]]:
    """What lies where, the top one first."""
    found: dict[tuple[int, int], list[str]] = {}
    for pile in reversed(state["piles"]):
        if pile["items"][0]["p"][0] != "/":  # the table's own dice
            at = round(pile["x"]), round(pile["y"])
            found.setdefault(at, []).extend(item["p"] for item in pile["items"])
    return {at: sorted(pieces) if at in shared(state) else pieces for at, pieces in found.items()}


def shared(state: Data) -> set[tuple[int, int]]:
    """Where several piles lie on each other: a board and what lies on it."""
    counted = Counter((round(pile["x"]), round(pile["y"])) for pile in state["piles"])
    return {at for at, number in counted.items() if number > 1}


@pytest.mark.parametrize("game", sorted({game for game, _ in cases()}))
def test_a_set_up_leads_to_what_the_rehearsal_leads_to(
    game: str, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        rehearsal._Rehearser, "_mixed", lambda self, pile: None
    )  # the page's chance leaves all as it is
    table, arranged = opened(game), drawn(game).arranged
    assert arranged
    for players in arranged.table.setups:
        table.set_up(players)
        state, wanted = table.state, rehearse(arranged, players)
        expected: dict[tuple[int, int], list[str]] = {}
        for stack in wanted.stacks:
            assert stack.spot
            at = round(stack.spot.x), round(-stack.spot.y)
            expected.setdefault(at, []).extend("/".join(map(str, member)) for member in stack.members)
        expected = {at: sorted(pieces) if at in shared(state) else pieces for at, pieces in expected.items()}
        assert on_table(state) == expected
        hands = [["/".join(map(str, member)) for member in hand] for hand in wanted.hands]
        if any(step.verb == "hand" and step.to for step in arranged.table.setups[players]):
            assert [len(hand) for hand in state["hands"][:players]] == [len(hand) for hand in hands]
        else:
            assert [[item["p"] for item in hand] for hand in state["hands"][:players]] == hands
        assert sorted(item["p"] for item in state["box"]) == sorted("/".join(map(str, m)) for m in wanted.boxed)


def test_the_page_asks_nobody_and_runs_nothing_but_its_own_code() -> None:
    text = page_of(GAME).read_text("utf-8")
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
    assert policy.startswith("default-src 'none'; img-src blob:; style-src 'sha256-") and "unsafe" not in policy
    assert not re.search(r"https?://(?!www\.w3\.org)", text.partition('id="scene"')[0])
    assert "{{" not in text.partition("<script type")[0]


def test_a_page_is_the_same_bytes_every_time_and_light_enough_for_a_mail() -> None:
    (file,) = play.export(drawn(GAME))
    assert file.data == page_of(GAME).read_bytes()
    assert len(file.data) < 10 * 2**20


def test_each_file_of_code_is_in_the_page() -> None:
    folder = Path(__file__).parents[3] / "pressplay/exports/play"
    assert {path.name for path in folder.glob("*.js")} == set(CODE)


def test_a_text_of_the_game_cannot_end_its_script() -> None:
    text = page_of(GAME).read_text("utf-8")
    (data,) = re.findall(r'id="scene">(.*?)</script>', text, re.S)
    assert "<" not in data and json.loads(data)["game"] == GAME


def test_every_design_of_the_table_has_its_pictures() -> None:
    job = drawn(GAME)
    assert job.arranged
    scene = PlayScene(job, job.arranged)
    data = scene.data()
    used = {side for design in data["designs"].values() for side in design["sides"]} | set(data["book"])
    assert used == set(range(len(scene.plates)))


def test_undo_takes_back_all_of_a_move_and_redo_does_it_again(opened: Opened) -> None:
    table = opened(GAME)
    table.set_up(2)
    before = table.state
    table.drag('.pile[data-home="nightclub"]', table.cell("clubs", 2))
    moved = table.state
    assert len(moved["piles"]) == len(before["piles"]) + 1
    table.page.keyboard.press("Control+z")
    assert table.state["piles"] == before["piles"]
    table.page.keyboard.press("Control+y")
    assert table.state == moved


def test_a_hand_is_hidden_until_it_is_shown_and_again_for_the_next_player(opened: Opened) -> None:
    table = opened(GAME)
    table.set_up(2)
    faces = table.page.locator("#held [data-held]")
    assert table.page.locator("#held .card").count() == 5 and faces.count() == 0
    table.page.keyboard.press("h")
    assert faces.count() == 5
    table.sit(1)
    assert table.page.locator("#held .card").count() == 5 and faces.count() == 0
    box = table.page.locator("#held .card img").first.bounding_box()
    assert box and box["height"] >= 140, "a card in the hand is readable"


def test_what_the_mouse_rests_on_is_shown_two_and_a_half_times_as_large(opened: Opened) -> None:
    table = opened(GAME)
    table.set_up(2)
    table.show()
    card = table.page.locator("#held .card img").first
    card.wait_for()
    table.page.wait_for_timeout(500)  # the hand slides in
    card.hover(force=True)
    small, large = card.bounding_box(), table.page.locator("#near img").bounding_box()
    assert small and large and large["height"] >= 2.5 * small["height"]


def test_a_saved_table_is_opened_again_and_another_games_is_refused(opened: Opened, tmp_path: Path) -> None:
    table = opened(GAME)
    table.set_up(2)
    table.drag('.pile[data-home="nightclub"]', table.cell("clubs", 3))
    kept = table.state
    with table.page.expect_download() as download:
        table.page.click("#save")
    download.value.save_as(tmp_path / "table.json")
    table.set_up(4)
    told = table.page.locator("#told")
    table.page.set_input_files("#file", tmp_path / "table.json")
    told.filter(has_text="as it was saved").wait_for(state="attached")
    assert on_table(table.state) == on_table(kept) and table.state["players"] == 2
    for text, words in (
        ("{", "no saved table"),
        (json.dumps({"format": 1, "game": "chess", "state": {}}), "another game"),
    ):
        (tmp_path / "wrong.json").write_text(text, "utf-8")
        table.page.set_input_files("#file", tmp_path / "wrong.json")
        told.filter(has_text=words).wait_for(state="attached")
        assert on_table(table.state) == on_table(kept)


def test_a_saved_table_keeps_what_the_game_still_has_and_the_box_gets_what_is_new(
    opened: Opened, tmp_path: Path
) -> None:
    table = opened(GAME)
    table.set_up(2)
    state = table.state
    lost = state["piles"][0]["items"].pop(0)["p"]
    state["piles"][0]["items"].insert(0, {"p": "nightclub/closed-for-good/1", "s": 0})
    (tmp_path / "old.json").write_text(json.dumps({"format": 1, "game": GAME, "state": state}), "utf-8")
    table.page.set_input_files("#file", tmp_path / "old.json")
    table.page.locator("#told", has_text="as it was saved").wait_for(state="attached")
    text = json.dumps(table.state)
    assert "closed-for-good" not in text and lost in [item["p"] for item in table.state["box"]]


def test_everything_can_be_played_from_the_keyboard(opened: Opened) -> None:
    table = opened(GAME)
    table.set_up(2)
    pile = table.page.locator('.pile[data-home="nightclub"]')
    pile.focus()
    table.choose(table.state_pile("nightclub")[0])
    hand = len(table.state["hands"][0])
    table.page.keyboard.press("d")
    assert len(table.state["hands"][0]) == hand + 1
    top = table.state_pile("nightclub")[0]
    table.page.keyboard.press("f")
    assert table.pile_of(top)["items"][0]["s"] == 0
    table.page.keyboard.press(" ")
    for _ in range(11):
        table.page.keyboard.press("ArrowRight")
    table.page.keyboard.press(" ")
    (spot,) = (c["spot"] for c in table.scene["cells"] if (c["place"], c["number"]) == ("clubs", 1))
    assert table.lying(spot) == [top]
    table.page.keyboard.press("ArrowLeft")
    assert "chosen" in (table.page.get_attribute('.pile[data-home="nightclub"]', "class") or "")


def test_a_finger_plays_too(opened: Opened) -> None:
    table = opened(GAME)
    table.set_up(2)
    start, end = table.middle('.pile[data-home="nightclub"]'), table.cell("clubs", 4)
    client = table.page.context.new_cdp_session(table.page)
    for type, at in (("touchStart", start), ("touchMove", start), ("touchMove", end), ("touchEnd", None)):
        points = [{"x": at.x, "y": at.y}] if at else []
        client.send("Input.dispatchTouchEvent", {"type": type, "touchPoints": points})
    (spot,) = (c["spot"] for c in table.scene["cells"] if (c["place"], c["number"]) == ("clubs", 4))
    assert len(table.lying(spot)) == 1


def test_sheets_are_written_on_and_keep_it(opened: Opened) -> None:
    table = opened("genesis-of-destiny-supreme")
    table.set_up(3)
    table.page.click("#pencil")
    sheet = '[data-home="character-sheet@1"]'
    table.drag(table.on(sheet, 0.3, 0.3), table.on(sheet, 0.6, 0.4))
    at = table.on(sheet, 0.5, 0.2)
    table.page.mouse.click(at.x, at.y)
    table.page.wait_for_selector(".typed:focus")
    table.page.keyboard.type("The Early Worms")
    table.page.keyboard.press("Enter")
    ((_, marks),) = table.state["ink"].items()
    assert len(marks[0]["line"]) >= 4 and marks[1]["text"] == "The Early Worms"
    table.page.click("#pencil")
    table.drag(table.on(sheet, 0.5, 0.7), table.on(sheet, 1.5, 0.7))
    assert table.page.locator(f"{sheet} .ink text").text_content() == "The Early Worms"
    assert table.page.locator(f"{sheet} .ink path").count() == 1


def test_a_supply_never_ends_and_a_bag_takes_its_own_back(opened: Opened) -> None:
    table = opened("genesis-of-destiny-supreme")
    table.set_up(3)
    sheet = '[data-home="character-sheet@1"]'
    for x in (0.2, 0.5, 0.8):
        table.drag('.pile[data-home="ten-chip"]', table.on(sheet, x, 0.8))
    chips = [p for p in table.state["piles"] if p["items"][0]["p"].startswith("ten-chip/") and not p["home"]]
    assert len(chips) == 3 and len({p["items"][0]["p"] for p in chips}) == 3
    bag = len(table.state_pile("meeple"))
    table.drag('.pile[data-home="meeple"]', table.on(sheet, 0.5, 0.5))
    (out,) = (p for p in table.state["piles"] if p["items"][0]["p"].startswith("meeple/") and not p["home"])
    assert len(table.state_pile("meeple")) == bag - 1
    table.drag(f'.pile[data-id="{out["id"]}"]', '.pile[data-home="meeple"]')
    assert len(table.state_pile("meeple")) == bag


def test_cards_are_shuffled_and_dealt(opened: Opened) -> None:
    table = opened(GAME)
    table.set_up(2)
    top = table.state_pile("move")[0]
    before = table.state_pile("move")
    table.choose(top)
    table.page.evaluate("coming.push(0, 0, 0)")
    table.page.keyboard.press("s")
    assert table.state_pile("move") != before and sorted(table.state_pile("move")) == sorted(before)
    table.page.fill("#actions input", "3")
    table.page.locator("#actions button", has_text="Deal to each").click()
    assert [len(hand) for hand in table.state["hands"][:2]] == [8, 8] and len(table.state_pile("move")) == len(
        before
    ) - 6
