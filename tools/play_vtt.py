"""Plays in a running virtualtabletop server, as people would: seats two players, sets up, and drags a dancer and its fan.

Start a server of your own (github.com/ArnoldSmith86/virtualtabletop: npm install, node server.mjs), build a game with
dancers (pressplay build dj-duels-with-a-z --to vtt), then: python tools/play_vtt.py http://localhost:8272 FILE.vtt
Needs the package playwright and a Chromium; --browser says where it is.
"""

import argparse
import json
import sys
import time
import urllib.request
import zipfile
from typing import Any

from playwright.sync_api import Page, sync_playwright

Widgets = dict[str, Any]


class PlayedRoom:
    """A room of the server: its state as the server tells it, its players as pages of a browser."""

    def __init__(self, address: str, name: str, package: str) -> None:
        self.address, self.name = address.rstrip("/"), name
        with zipfile.ZipFile(package) as opened:
            state = opened.read("0.json")
        request = urllib.request.Request(self._url("state"), state, {"Content-Type": "application/json"}, method="PUT")
        with urllib.request.urlopen(request) as answer:
            assert answer.read() == b"OK", "the server did not take the room"

    def _url(self, what: str) -> str:
        return f"{self.address}/{what}/{self.name}"

    def widgets(self) -> Widgets:
        with urllib.request.urlopen(self._url("state")) as answer:
            found: Widgets = json.loads(answer.read())
        return found

    def within(self, id: str, holder: str) -> bool:
        """Whether a card lies in a holder, perhaps in a pile there."""
        widgets = self.widgets()
        parent = widgets[id].get("parent")
        return parent == holder or (parent in widgets and widgets[parent].get("parent") == holder)

    def cards_in(self, holder: str) -> list[str]:
        widgets = self.widgets()
        return [id for id, each in widgets.items() if each.get("type") == "card" and each.get("parent") == holder]


def middle(page: Page, id: str) -> tuple[float, float]:
    box = page.locator(f'[id="w_{id}"]').bounding_box()
    assert box, f"{id} is not shown"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click(page: Page, id: str) -> None:
    page.mouse.click(*middle(page, id))


def drag(page: Page, id: str, end: tuple[float, float], grip: float = 0.0) -> None:
    x, y = middle(page, id)
    page.mouse.move(x + grip, y + grip)
    page.mouse.down()
    page.mouse.move((x + end[0]) / 2, (y + end[1]) / 2, steps=4)
    page.mouse.move(end[0] + grip, end[1] + grip, steps=6)
    time.sleep(0.3)
    page.mouse.up()
    time.sleep(0.7)


def play(room: PlayedRoom, pages: list[Page]) -> None:
    """Seats, set-up, a fan, and a dancer that changes places."""
    for number, page in enumerate(pages, 1):
        click(page, f"seat{number}")
        time.sleep(0.5)
    first = pages[0]
    click(first, f"setup-{len(pages)}")
    time.sleep(4)
    cells = ["place--dancefloor--1", "place--dancefloor--2"]
    (one,), (other,) = (room.cards_in(cell) for cell in cells)
    token = next(id for id in room.widgets() if id.startswith("card--player-token--") and id.endswith("--1"))
    drag(first, token, middle(first, one))
    assert room.widgets()[token].get("parent") == one, "the token lies on its dancer"
    drag(first, one, middle(first, cells[1]), grip=-12)
    assert room.within(one, cells[1]), "the dancer went where it was dropped"
    assert room.within(other, cells[0]), "the other one changed places with it"
    assert room.widgets()[token].get("parent") == one, "the fan is still a fan"


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("address")
    reader.add_argument("package")
    reader.add_argument("--players", type=int, default=2)
    reader.add_argument("--room", default="pressplay-played")
    reader.add_argument("--browser", default=None)
    reader.add_argument("--picture", default="", help="where to put a picture of the room as it is at the end")
    asked = reader.parse_args()
    room = PlayedRoom(asked.address, asked.room, asked.package)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=asked.browser, args=["--no-sandbox"])
        pages = []
        for number in range(asked.players):
            context = browser.new_context(viewport={"width": 1366, "height": 768})
            context.add_init_script(f"localStorage.setItem('playerName', 'Player {number + 1}')")
            pages.append(context.new_page())
            pages[-1].goto(f"{room.address}/{room.name}")
            pages[-1].locator('[id="w_seat1"]').wait_for()
            time.sleep(1.5)
        try:
            play(room, pages)
        finally:
            if asked.picture:
                pages[0].screenshot(path=asked.picture)
            browser.close()
    sys.stdout.write("Played: all of it went as the rules say.\n")


if __name__ == "__main__":
    main()
