"""The page in a real browser: what is seen, what is changed, and what the files are afterwards."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .conftest import GAME, PROPS, OpenRoom

Show = Callable[[str], Page]


def titles(page: Page) -> list[str]:
    return [text.split(" ×")[0] for text in page.locator(".card .name").all_inner_texts()]


# The wall ------------------------------------------------------------------------


def test_the_wall_shows_every_piece_by_kind(page: Page) -> None:
    assert len(titles(page)) == 11
    assert page.locator(".row h2").all_inner_texts() == ["Step cards9 pieces", "Props2 pieces"]
    expect(page.get_by_role("button", name="Toe Tap, Step cards")).to_be_visible()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("hop", ["Hop", "Fan"]),  # a prop belongs to it
        ("TAP hot", ["Toe Tap"]),
        ("beats > 2", ["Half Turn", "Slow Slide", "Full Spin"]),
        ('foot == "both" and not beats >= 2', ["Hop"]),
        ('"b" in words or title == "Hop"', ["Hop", "Fan"]),
        ('kind == "prop" and weight < 2', ["Fan"]),
        ("lent == true", ["Fan"]),
        ('foot not in "left right" and beats == 3', ["Full Spin"]),
    ],
)
def test_words_and_expressions_find_pieces(page: Page, query: str, found: list[str]) -> None:
    page.get_by_role("searchbox").fill(query)
    expect(page.locator(".found")).to_have_text(f"{len(found)} piece{'s' if len(found) != 1 else ''}")
    if query != "hop":
        assert sorted(titles(page)) == sorted(found)
    page.reload()
    expect(page.get_by_role("searchbox")).to_have_value(query)  # it stands in the address


def test_a_mistake_in_an_expression_is_said(page: Page) -> None:
    page.get_by_role("searchbox").fill("speed > 2")
    expect(page.locator(".found.wrong")).to_contain_text("there is no field speed; there are")
    page.get_by_role("searchbox").fill("beats > (2")
    expect(page.locator(".found.wrong")).to_have_text("a ) is missing")


def test_looks(page: Page, show: Show) -> None:
    show("side=both&kind=step")
    expect(page.locator(".card").first.locator(".face")).to_have_count(2)
    show("real=1&kind=step")
    page.reload()
    expect(page.locator(".card .face").first).to_be_visible()
    box = page.locator(".card .face").first.bounding_box()
    assert box and abs(box["width"] - 63.5 * 96 / 25.4) < 0.5  # a poker card, at 96 pixels an inch
    show("eyes=deuteranopia&over=trim,safe,bleed,parts&group=foot&sort=beats")
    page.reload()
    expect(page.locator(".over .safe").first).to_be_attached()
    assert page.locator(".cut").first.evaluate("e => getComputedStyle(e).filter") == 'url("#deuteranopia")'
    assert page.locator(".row h2").first.inner_text().startswith("foot: left")


def test_letters_are_drawn_in_the_fonts_that_print(page: Page) -> None:
    page.evaluate("document.fonts.ready.then(() => 0)")
    widths = page.locator(".card svg text").first.evaluate(
        "(e) => { const own = e.getBBox().width; e.setAttribute('font-family', 'monospace'); return [own, e.getBBox().width]; }"
    )
    assert widths[0] != widths[1]


# Editing ---------------------------------------------------------------------------


def test_each_type_of_field_is_written_to_its_place(page: Page, show: Show, room: OpenRoom) -> None:
    show("piece=prop/fan")
    expect(page.locator("#field-title")).to_have_value("Fan")
    expected = PROPS

    for id, value, old, new in (
        ("title", 'Big, "red" fan', "Fan,", '"Big, ""red"" fan",'),
        ("weight", "2.5", ",1.5,", ",2.5,"),
        ("since", "2024-02-29", "2020-01-02", "2024-02-29"),
        ("tint", "#abcdef", ",gold,", ",#abcdef,"),
        ("picture", "both-feet", ",left-foot,", ",both-feet,"),
        ("words", "x; y", '"a; b"', '"x; y"'),
    ):
        page.locator(f"#field-{id}").fill(value)
        with page.expect_response("**/api/edit"):
            page.locator(f"#field-{id}").press("Tab")
        expected = expected.replace(old, new, 1)
        assert room.props.read_bytes() == expected.encode()
        expect(page.locator(f"#field-{id}")).to_have_value(value)
        page.wait_for_timeout(1500)  # the page has followed the saved file
    for id, value, old, new in (("lent", "no", ",yes,", ",no,"), ("owner", "toe-tap", ",hop,", ",toe-tap,")):
        with page.expect_response("**/api/edit"):
            page.locator(f"#field-{id}").select_option(value)
        expect(page.locator("#banner")).to_be_empty()
        expected = expected.replace(old, new, 1)
        assert room.props.read_bytes() == expected.encode()


def test_yaml_keeps_every_other_byte_and_undo_brings_all_back(page: Page, show: Show, room: OpenRoom) -> None:
    before = room.steps.read_bytes()
    show("piece=step/slow-slide")
    # A text that is worked out is shown as it is written.
    expect(page.locator("#field-how")).to_have_value("Take all {{ beats }} beats. *Especially* the last.")
    page.locator("#field-how").fill("Wait: {{ beats }} beats # long")
    with page.expect_response("**/api/edit"):
        page.locator("#field-how").press("Tab")
    after = before.replace(b"Take all {{ beats }} beats. *Especially* the last.", b"Wait: {{ beats }} beats # long")
    assert room.steps.read_bytes() == after
    expect(page.get_by_text("shows: Wait: 3 beats # long")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#field-how")).to_have_value("Take all {{ beats }} beats. *Especially* the last.")
    assert room.steps.read_bytes() == before
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#field-how")).to_have_value("Wait: {{ beats }} beats # long")
    assert room.steps.read_bytes() == after


def test_a_value_that_its_field_refuses_is_not_sent(page: Page, show: Show, room: OpenRoom) -> None:
    before = room.steps.read_bytes()
    show("piece=step/hop")
    page.locator("#field-beats").fill("9")
    page.locator("#field-beats").press("Tab")
    expect(page.locator("#field-beats-wrong")).to_have_text("beats is “9”: it must be a whole number from 1 to 3")
    assert room.steps.read_bytes() == before


def test_a_file_that_was_changed_meanwhile_is_left_alone(page: Page, show: Show, room: OpenRoom) -> None:
    show("piece=step/hop")
    expect(page.locator("#field-title")).to_have_value("Hop")
    page.route("**/api/events", lambda route: route.abort())
    page.evaluate("proofRoom.load = async () => {}")  # this page is not told of what comes
    text = room.steps.read_text().replace("title: Hop", "title: Hip")
    room.steps.write_text(text)
    page.locator("#field-title").fill("Hup")
    with page.expect_response("**/api/edit") as answer:
        page.locator("#field-title").press("Tab")
    assert answer.value.status == 409
    expect(page.locator("#banner")).to_contain_text("was changed meanwhile")
    assert room.steps.read_text() == text


def test_a_read_only_file_is_a_sentence_and_nothing_is_lost(page: Page, show: Show, room: OpenRoom) -> None:
    before = room.steps.read_bytes()
    show("piece=step/hop")
    expect(page.locator("#field-title")).to_have_value("Hop")
    page.route(
        "**/api/edit", lambda route: route.fulfill(status=422, json={"refused": "steps.yaml may not be written."})
    )
    page.locator("#field-title").fill("Hup")
    page.locator("#field-title").press("Tab")
    expect(page.locator("#banner")).to_have_text("steps.yaml may not be written.")
    assert room.steps.read_bytes() == before


def test_pieces_are_copied_made_and_deleted(page: Page, show: Show, room: OpenRoom) -> None:
    before = room.steps.read_text()
    show("piece=step/hop")
    page.get_by_role("button", name="Copy").click()
    page.wait_for_url("**hop-2**")
    line = next(line for line in before.splitlines(True) if "title: Hop" in line)
    assert room.steps.read_text() == before.replace(
        line, line + line.replace(' down is the art of it."}', ' down is the art of it.", id: hop-2}')
    )
    page.get_by_role("button", name="Delete …").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator(".card").first).to_be_visible()
    assert room.steps.read_text() == before
    page.get_by_role("button", name="New piece …").click()
    page.get_by_role("dialog").get_by_role("combobox").select_option("prop")
    page.get_by_role("dialog").get_by_role("button", name="Add it").click()
    page.wait_for_url("**new-props-1**")
    assert room.props.read_bytes().startswith(PROPS.encode())
    assert b"New Props 1,0,no,2000-01-01,#808080," in room.props.read_bytes()


# The grid --------------------------------------------------------------------------


def test_the_grid_is_typed_in(page: Page, show: Show, room: OpenRoom) -> None:
    show("view=grid&kind=step")
    cell = page.get_by_role("gridcell", name="Toe Tap")
    cell.click()
    page.keyboard.type("Tip")
    with page.expect_response("**/api/edit-all"):
        page.keyboard.press("Enter")
    assert "title: Tip," in room.steps.read_text()
    expect(page.get_by_role("gridcell", name="Side Step")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("F2")
    page.keyboard.press("Escape")
    assert "beats: 2" in room.steps.read_text().splitlines()[2]


PASTE = "(text) => { const data = new DataTransfer(); data.setData('text/plain', text); document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); }"


def test_rows_are_pasted_from_a_spreadsheet(page: Page, show: Show, room: OpenRoom) -> None:
    before = room.props.read_bytes()
    show("view=grid&kind=prop")
    page.get_by_role("gridcell", name="Fan").click()
    with page.expect_response("**/api/edit-all"):
        page.evaluate(PASTE, 'Cane\t3\n"Two\nlines"\t4\n')
    expected = before.replace(b"Fan,1.5", b"Cane,3").replace(b'"Hat, tall",2', b'"Two\nlines",4')
    assert room.props.read_bytes() == expected
    expect(page.get_by_role("gridcell", name="Cane")).to_be_visible()
    page.get_by_role("gridcell", name="Cane").click()
    page.evaluate(PASTE, "Good\t99")
    expect(page.locator("#banner")).to_contain_text("Nothing was changed")
    assert room.props.read_bytes() == expected
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("gridcell", name="Fan")).to_be_visible()
    assert room.props.read_bytes() == before


# What is wrong, and what follows -----------------------------------------------------


def test_a_saved_file_is_seen_and_the_view_does_not_move(page: Page, room: OpenRoom) -> None:
    page.set_viewport_size({"width": 700, "height": 500})
    page.locator("#main").evaluate("(e) => e.scrollTo(0, 300)")
    text = room.steps.read_text()
    room.steps.write_text(text.replace("Toe Tap", "Toe Tip"))
    expect(page.get_by_role("button", name="Toe Tip, Step cards")).to_be_attached()
    expect(page.locator(".card svg text", has_text="Toe Tip").first).to_be_attached()
    assert page.locator("#main").evaluate("(e) => e.scrollTop") == 300


def test_a_game_with_problems_is_shown(page: Page, show: Show, room: OpenRoom) -> None:
    text = room.steps.read_text()
    room.steps.write_text(text.replace("title: Hop, foot: both, beats: 1", "title: Hop, foot: both, beats: 7"))
    card = page.get_by_role("button", name="Hop, Step cards, 1 problem: beats is 7")
    expect(card).to_be_visible()
    expect(page.locator(".card")).to_have_count(11)
    page.get_by_role("link", name="Problems").click()
    expect(page.get_by_text("beats is 7; it must be a whole number from 1 to 3")).to_be_visible()
    expect(page.get_by_role("link", name="open in editor")).to_have_attribute("href", f"editor://{room.steps}:8")
    page.get_by_role("link", name="the piece", exact=True).click()
    page.locator("#field-beats").fill("1")
    with page.expect_response("**/api/edit"):
        page.locator("#field-beats").press("Tab")
    assert room.steps.read_text() == text
    expect(page.get_by_role("link", name="Problems")).to_have_text("Problems")


def test_the_last_good_picture_stays_while_a_file_cannot_be_read(page: Page, room: OpenRoom) -> None:
    text = room.steps.read_text()
    book = room.rulebook.read_text()
    room.rulebook.write_text("no front matter")
    expect(page.locator("#banner")).to_contain_text("is shown as it last could be")
    expect(page.locator(".card")).to_have_count(11)
    room.rulebook.write_text(book)
    expect(page.locator("#banner")).to_be_empty()
    assert room.steps.read_text() == text


def test_problems_are_grouped_by_their_cause(page: Page, show: Show, room: OpenRoom) -> None:
    room.steps.write_text(room.steps.read_text().replace("foot: both", "foot: third"))
    show("view=problems")
    expect(page.get_by_role("heading", name="3 places")).to_be_visible()
    expect(page.locator(".problem li")).to_have_count(3)


def test_a_fact_is_changed_and_rules_follow(page: Page, show: Show, room: OpenRoom) -> None:
    book = room.rulebook.read_text()
    show("view=facts")
    page.locator("#fact-longest").fill("2")
    with page.expect_response("**/api/fact"):
        page.locator("#fact-longest").press("Tab")
    assert room.rulebook.read_text() == book.replace("longest: 3", "longest: 2")
    expect(page.get_by_role("region", name="every-step").get_by_text("broken").first).to_be_visible()
    expect(page.locator("nav .count")).to_be_visible()


def test_two_pages_agree(page: Page, show: Show, room: OpenRoom) -> None:
    other = page.context.new_page()
    other.goto(f"{room.origin}/")
    expect(other.get_by_role("button", name="Hop, Step cards")).to_be_visible()
    show("piece=step/hop")
    page.locator("#field-title").fill("Hup")
    page.locator("#field-title").press("Tab")
    expect(other.get_by_role("button", name="Hup, Step cards")).to_be_visible()


# The pages -----------------------------------------------------------------------------


def test_sheets_rulebook_numbers_and_files(page: Page, show: Show, room: OpenRoom) -> None:
    show("view=sheets")
    expect(page.get_by_text("1 sheet, 2 pages").or_(page.get_by_text("2 sheets"))).to_be_visible()
    expect(page.locator(".sheets img").first).to_have_js_property("naturalWidth", 1000)
    show("view=rulebook")
    page.reload()
    expect(page.locator(".leaf svg text", has_text="First Steps").first).to_be_attached()
    show("view=numbers")
    page.reload()
    expect(page.frame_locator("iframe").get_by_role("heading").first).to_be_visible()
    show("view=sheets")
    page.reload()
    page.get_by_role("button", name="Make the PDF").click()
    with page.expect_download() as download:
        page.get_by_role("link", name=f"print/{GAME}-a4.pdf").click()
    assert download.value.path().read_bytes() == (room.root / f"output/{GAME}/print/{GAME}-a4.pdf").read_bytes()


# By keyboard, for everybody ------------------------------------------------------------------


def test_by_keyboard_alone(page: Page, room: OpenRoom) -> None:
    page.keyboard.press("/")
    page.keyboard.type('foot == "left"')
    expect(page.locator(".found")).to_have_text("3 pieces")
    page.locator(".card").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Half Turn, Step cards")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Half Turn")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Half Turn, Step cards")).to_be_focused()


@pytest.mark.parametrize("width", [1280, 380])
def test_no_view_is_wider_than_its_window(page: Page, show: Show, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for where in ("", "piece=step/hop", "view=problems", "view=facts", "view=sheets", "view=changes", "view=outputs"):
        show(where)
        page.wait_for_timeout(200)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, where
        assert page.locator("#main").evaluate("(e) => e.scrollWidth <= e.clientWidth + 1"), where
