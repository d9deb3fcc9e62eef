"""A proof room that is open, and a real browser in it."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from pressplay.project.new import new

GAME = "first-steps"
# A kind with a field of every type, in CSV, beside the YAML one of the starter.
KIND = """
  prop:
    title: Props
    size: poker
    template: prop.xml
    pieces: props.csv
    fields:
      title: text 1..20
      weight: number 0..9
      lent: bool
      since: date
      tint: color
      picture: icon
      owner: ref step
      words: list of text
"""
PROPS = (
    "title,weight,lent,since,tint,picture,owner,words\r\n"
    'Fan,1.5,yes,2020-01-02,gold,left-foot,hop,"a; b"\r\n'
    '"Hat, tall",2,no,2021-03-04,"#112233",right-foot,shuffle,c\r\n'
)
TEMPLATE = (
    '<face background="#ffffff">\n  <text x="6" y="10" w="50" size="12" fill="#000000">{{ title }}</text>\n</face>\n'
)


@dataclass(frozen=True)
class OpenRoom:
    """A project whose proof room is open."""

    root: Path
    address: str  # with its secret

    @property
    def origin(self) -> str:
        return self.address.split("/?")[0]

    @property
    def steps(self) -> Path:
        return self.root / f"cards/{GAME}/steps.yaml"

    @property
    def props(self) -> Path:
        return self.root / f"cards/{GAME}/props.csv"

    @property
    def rulebook(self) -> Path:
        return self.root / f"cards/{GAME}/rulebook.md"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[OpenRoom]:
    """A room of the test's own, to change things in."""
    with opened(tmp_path / "project") as found:
        yield found


@pytest.fixture(scope="module")
def shared_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenRoom]:
    """A room in which nothing is changed."""
    with opened(tmp_path_factory.mktemp("shared") / "project") as found:
        yield found


@contextmanager
def opened(root: Path) -> Iterator[OpenRoom]:
    new(root)
    cards = root / f"cards/{GAME}"
    with (cards / "game.yaml").open("a") as file:
        file.write(KIND)
    (cards / "props.csv").write_bytes(PROPS.encode())
    (cards / "table.yaml").unlink()
    (root / f"templates/{GAME}/prop.xml").write_text(TEMPLATE)
    command = [sys.executable, "-m", "pressplay", "proof", "--no-browser", "--project", str(root)]
    command += ["--editor", "editor://{file}:{line}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUTF8": "1"}) as server:
        assert server.stdout
        line = server.stdout.readline()
        assert "http://127.0.0.1:" in line, line
        yield OpenRoom(root, line[line.index("http") :].strip())
        server.send_signal(signal.SIGINT)
        assert server.wait(20) in (0, 130)


@pytest.fixture(scope="session")
def browser(tool: Callable[[str], str]) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=tool("chromium"), args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def page(room: OpenRoom, browser: Browser) -> Iterator[Page]:
    """The wall, drawn; nothing may be said in the browser's console."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    found = context.new_page()
    said: list[str] = []
    found.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    found.on("pageerror", lambda error: said.append(str(error)))
    found.goto(room.address)
    found.wait_for_selector(".card svg")
    yield found
    context.close()
    # A refused change is an answer of 409 or 422, which the console notes.
    assert not [line for line in said if "status of 4" not in line], said


@pytest.fixture
def show(page: Page, room: OpenRoom) -> Callable[[str], Page]:
    """Leads the page somewhere."""

    def go(where: str) -> Page:
        page.goto(f"{room.origin}/#{where}")
        return page

    return go
