"""The guard: nobody but the room's own page reads or changes anything."""

import http.client
import json
import re
import threading
from collections.abc import Iterator
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from .conftest import GAME, OpenRoom

OPEN = "/ /page/main.js /fonts.css /api/state /api/events /api/rules/first-steps /api/file/first-steps/manifest.json"


class Told(NamedTuple):
    """What was answered."""

    status: int
    headers: Message
    body: bytes


class Visitor:
    """Asks without a browser, with headers of its choice."""

    def __init__(self, room: OpenRoom) -> None:
        self.room = room
        self.host = urlsplit(room.origin).netloc
        answer = self.ask("GET", room.address.removeprefix(room.origin))
        self.cookie = answer.headers["set-cookie"].split(";")[0]
        self.entered = answer

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> Told:
        connection = http.client.HTTPConnection(self.host, timeout=20)
        connection.putrequest(method, path, skip_host=True)
        given = {"Host": self.host} | {name.replace("_", "-"): value for name, value in headers.items()}
        for name, value in given.items():
            if value:
                connection.putheader(name, value)
        if body:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body.encode() or None)
        answer = connection.getresponse()
        told = Told(answer.status, answer.headers, answer.read())
        connection.close()
        return told


@pytest.fixture(scope="module")
def visitor(shared_room: OpenRoom) -> Visitor:
    return Visitor(shared_room)


@pytest.fixture
def stranger() -> Iterator[str]:
    """Another server on this machine: to a browser the same site, another origin."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>a stranger</title><p>hello")

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


def test_the_secret_becomes_a_cookie_that_scripts_and_other_sites_do_not_see(visitor: Visitor) -> None:
    given = visitor.entered.headers["set-cookie"].lower()
    assert visitor.entered.status == 303
    assert visitor.entered.headers["location"] == "/"
    assert "httponly" in given and "samesite=strict" in given
    assert visitor.ask("GET", "/api/state", Cookie=visitor.cookie).status == 200


@pytest.mark.parametrize("path", OPEN.split())
def test_nothing_is_told_without_the_secret(visitor: Visitor, path: str) -> None:
    for cookie in ("", visitor.cookie[:-1] + "x", "other=1"):
        assert visitor.ask("GET", path, Cookie=cookie).status == 403
    assert visitor.ask("GET", "/?key=guess").status == 403


@pytest.mark.parametrize(
    "host", ["evil.test", "localhost.evil.test:{port}", "127.0.0.1:1", "127.0.0.1", "", "evil.test:{port}"]
)
def test_another_name_for_this_address_is_refused(visitor: Visitor, host: str) -> None:
    """A name that a stranger lets point here (DNS rebinding) is not ours."""
    port = visitor.host.split(":")[1]
    assert visitor.ask("GET", "/api/state", Host=host.format(port=port), Cookie=visitor.cookie).status == 400


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec_Fetch_Site": "same-site", "Sec_Fetch_Mode": "no-cors"}, 403),
        ({"Sec_Fetch_Site": "same-site", "Sec_Fetch_Mode": "navigate"}, 403),
        ({"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "cors"}, 403),
        ({"Sec_Fetch_Site": "none", "Sec_Fetch_Mode": "no-cors"}, 403),
        ({"Sec_Fetch_Site": "none", "Sec_Fetch_Mode": "navigate"}, 200),
        ({"Sec_Fetch_Site": "same-origin", "Sec_Fetch_Mode": "cors"}, 200),
    ],
)
def test_only_the_rooms_own_page_reads(visitor: Visitor, headers: dict[str, str], status: int) -> None:
    assert visitor.ask("GET", "/api/state", Cookie=visitor.cookie, **headers).status == status


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),
        ({"Origin": "http://evil.test"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "{origin}", "Content_Type": "text/plain"}, 415),
        ({"Origin": "{origin}", "Content_Type": "application/x-www-form-urlencoded"}, 415),
        ({"Origin": "{origin}", "Content_Type": "application/json", "Sec_Fetch_Site": "same-site"}, 403),
        ({"Origin": "{origin}", "Content_Type": "application/json"}, 422),  # there is nothing to undo
    ],
)
def test_only_the_rooms_own_page_changes_anything(visitor: Visitor, headers: dict[str, str], status: int) -> None:
    given = {name: value.format(origin=visitor.room.origin) for name, value in headers.items()}
    assert visitor.ask("POST", "/api/undo", "{}", Cookie=visitor.cookie, **given).status == status
    assert visitor.ask("OPTIONS", "/api/undo", Cookie=visitor.cookie, **given).status in (403, 405)


def test_every_answer_is_sealed(visitor: Visitor) -> None:
    for path in (*OPEN.split()[:4], "/nothing", "/api/numbers/first-steps", "/api/picture/none"):
        for cookie in (visitor.cookie, ""):
            answer = visitor.ask("GET", path, Cookie=cookie)
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy and "script-src 'unsafe" not in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"
            assert not [name for name in answer.headers if name.lower().startswith("access-control")]


@pytest.mark.parametrize(
    "path",
    [
        "/page/../server.py",
        "/page/..%2fserver.py",
        "/page/%2e%2e%2f%2e%2e%2fproblem.py",
        f"/api/file/{GAME}/../../cards/{GAME}/game.yaml",
        f"/api/file/{GAME}/%2e%2e/%2e%2e/cards/{GAME}/game.yaml",
        "/api/file/..%2fcards/game.yaml",
        "/font/..%2f..%2fgame.yaml",
    ],
)
def test_no_path_leaves_its_folder(visitor: Visitor, path: str) -> None:
    assert visitor.ask("GET", path, Cookie=visitor.cookie).status == 404


def test_only_files_of_pieces_and_facts_are_written(room: OpenRoom) -> None:
    visitor = Visitor(room)
    outside = room.root.parent / "outside.csv"
    outside.write_text("title\nx\n")
    room.props.unlink()
    room.props.symlink_to(outside)
    state = json.loads(visitor.ask("GET", "/api/state", Cookie=visitor.cookie).body)
    edit = {"game": GAME, "kind": "prop", "index": 0, "path": ["title"], "value": "y", "sort": "text"}
    edit["seen"] = state["hashes"].get(f"cards/{GAME}/props.csv", "")
    answer = visitor.ask(
        "POST",
        "/api/edit",
        json.dumps(edit),
        Cookie=visitor.cookie,
        Origin=room.origin,
        Content_Type="application/json",
    )
    assert 400 <= answer.status < 500
    assert outside.read_text() == "title\nx\n"


def test_a_stranger_in_the_same_browser_reads_and_changes_nothing(
    room: OpenRoom, browser: Browser, stranger: str
) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(room.address)
    page.wait_for_selector(".card svg")
    before = room.steps.read_bytes()
    thief = context.new_page()
    thief.goto(stranger)
    found = thief.evaluate(
        """async (origin) => {
          const told = [];
          const tried = async (name, work) => { try { told.push([name, await work()]); } catch { told.push([name, "refused"]); } };
          await tried("read", async () => (await fetch(origin + "/api/state", { credentials: "include" })).status);
          await tried("blind", async () => (await fetch(origin + "/api/state", { mode: "no-cors", credentials: "include" })).type);
          await tried("script", () => new Promise((done) => { const s = document.createElement("script"); s.src = origin + "/page/dom.js"; s.onload = () => done("loaded"); s.onerror = () => done("refused"); document.head.append(s); }));
          await tried("image", () => new Promise((done) => { const i = new Image(); i.onload = () => done("loaded"); i.onerror = () => done("refused"); i.src = origin + "/api/icon/first-steps/left-foot"; }));
          await tried("events", () => new Promise((done) => { const e = new EventSource(origin + "/api/events", { withCredentials: true }); e.onmessage = e.onopen = () => done("opened"); e.onerror = () => done("refused"); }));
          await tried("write", async () => (await fetch(origin + "/api/undo", { method: "POST", body: "{}", credentials: "include", headers: { "Content-Type": "application/json" } })).status);
          await tried("form", async () => (await fetch(origin + "/api/delete", { method: "POST", body: '{"game":"first-steps","kind":"step","index":0,"seen":""}', mode: "no-cors", credentials: "include" })).type);
          return Object.fromEntries(told);
        }""",
        room.origin,
    )
    readable = {name: told for name, told in found.items() if told not in ("refused", "opaque")}
    assert not readable
    assert found["events"] == found["image"] == found["script"] == "refused"
    framed = thief.evaluate(
        "(origin) => new Promise((done) => { const f = document.createElement('iframe'); f.src = origin; "
        "f.onload = () => done(f.contentDocument === null); document.body.append(f); })",
        room.origin,
    )
    assert framed
    assert room.steps.read_bytes() == before
    context.close()


def test_texts_of_cards_are_texts(room: OpenRoom, browser: Browser) -> None:
    evil = "<script>window.hurt=1</script><img src=x onerror='window.hurt=1'>"
    text = room.steps.read_text()
    room.steps.write_text(re.sub(r'how: "Tap once[^"]*"', f'how: "{evil}"', text))
    context = browser.new_context()
    page = context.new_page()
    page.goto(room.address)
    page.wait_for_selector(".card svg")
    page.goto(f"{room.origin}/#piece=step/toe-tap")
    expect(page.locator("#field-how")).to_have_value(evil)
    assert page.evaluate("window.hurt") is None
    context.close()
