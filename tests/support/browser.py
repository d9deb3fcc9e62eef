"""A table in one file, opened in a real browser and played with a mouse, as a person would."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page
from support.shared import once, run_folder
from support.tables import drawn

from pressplay.exports.play import export as play

Data = dict[str, Any]
# Chance of our own: what was asked for first, and then an order that leaves a shuffled pile as it was.
CHANCE = "globalThis.coming = []; Math.random = () => coming.length ? coming.shift() : 0.999999;"


class Point(NamedTuple):
    x: float
    y: float


def page_of(game: str) -> Path:
    """The file of a game's table, made once."""
    file = run_folder() / f"{game}.html"
    file.write_bytes(once(f"play-{game}", lambda: play.export(drawn(game))[0].data))
    return file


class BrowserTable:
    """What a person sees and does."""

    def __init__(self, page: Page, game: str) -> None:
        self.page, self.game = page, game
        self.wrong: list[str] = []
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda said: self.wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.on("request", lambda asked: None if local(asked.url) else self.wrong.append(asked.url))
        page.add_init_script(CHANCE)
        page.goto(page_of(game).as_uri())
        page.wait_for_selector(".pile", timeout=90_000)  # a busy machine takes its time for five megabytes

    @property
    def state(self) -> Data:
        kept: Data = json.loads(self.page.evaluate("key => localStorage.getItem(key)", f"pressplay {self.game}"))
        found: Data = kept["state"]
        return found

    @property
    def scene(self) -> Data:
        found: Data = self.page.evaluate("JSON.parse(document.getElementById('scene').textContent)")
        return found

    def state_pile(self, home: str) -> list[str]:
        """The pieces of a stack, the top one first."""
        (pile,) = (each for each in self.state["piles"] if each["home"] == home)
        return [item["p"] for item in pile["items"]]

    def set_up(self, players: int) -> None:
        self.page.click(f'#setups [data-count="{players}"]')

    def sit(self, seat: int) -> None:
        self.page.select_option("#seat", str(seat))

    def show(self) -> None:
        if self.page.get_attribute("#show", "aria-pressed") != "true":
            self.page.click("#show")

    # Where things are on the screen

    def middle(self, selector: str) -> Point:
        box = self.page.locator(selector).last.bounding_box()
        assert box, selector
        return Point(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def cell(self, name: str, number: int = 1) -> Point:
        return self.middle(f'[data-cell="{name} {number}"]')

    def on(self, selector: str, x: float, y: float) -> Point:
        """A point of a piece, by fractions of its width and height."""
        box = self.page.locator(selector).last.bounding_box()
        assert box
        return Point(box["x"] + x * box["width"], box["y"] + y * box["height"])

    def pile_of(self, piece: str) -> Data:
        """The pile that holds a piece."""
        found: Data = next(p for p in self.state["piles"] if any(item["p"] == piece for item in p["items"]))
        return found

    def lying(self, spot: list[float]) -> list[str]:
        """The pieces whose middle is where a cell's is, the top one first."""
        there = [p for p in self.state["piles"] if abs(p["x"] - spot[0]) < 1 and abs(p["y"] - spot[1]) < 1]
        return [item["p"] for pile in reversed(there) for item in pile["items"]]

    def element(self, piece: str) -> str:
        return f'.pile[data-id="{self.pile_of(piece)["id"]}"]'

    # What a person does

    def drag(self, start: Point | str, end: Point | str) -> None:
        start = self.middle(start) if isinstance(start, str) else start
        end = self.middle(end) if isinstance(end, str) else end
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2)
        self.page.mouse.move(*end)
        self.page.mouse.up()

    def choose(self, piece: str) -> None:
        if "chosen" not in (self.page.get_attribute(self.element(piece), "class") or "").split():
            self.page.locator(self.element(piece)).click(position={"x": 3, "y": 3}, force=True)

    def do(self, piece: str, name: str) -> None:
        """One of the buttons that a chosen piece has."""
        self.choose(piece)
        self.page.locator("#actions button", has_text=name).first.click()

    def fetch(self, piece: str) -> str:
        """A piece out of whatever pile it lies in, alone and face up in the middle; gives its element."""
        if len(self.pile_of(piece)["items"]) > 1:
            title = drawn(self.game).by_id[piece.split("/")[0], piece.split("/")[1]].piece.title
            self.do(piece, "Look through")
            self.page.locator(f'#look img[alt="{title}"]').first.click()
        return self.element(piece)

    def hold_card(self, piece: str) -> str:
        """The element of a card in the open hand."""
        return f'#held [data-held="{piece}"]'

    def count(self, key: str, number: int) -> None:
        """Presses a counter's plus so many times."""
        for _ in range(number):
            self.page.click(f'[data-counter="{key}"] button:last-child')

    def flip(self, piece: str) -> None:
        self.do(piece, "Flip")

    def roll(self, die: str, number: int) -> None:
        """A die thrown: the chance is ours, the click is the player's."""
        self.page.evaluate("value => coming.push(value)", (number - 0.5) / 6)
        self.page.locator(self.element(die)).click()


def local(url: str) -> bool:
    return url.split(":")[0] in ("file", "blob", "data")


Opened = Callable[[str], BrowserTable]
