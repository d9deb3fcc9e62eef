"""Published sheets are fetched over https alone, within bounds, and kept with their date; from a server here."""

import http.server
import json
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from support.command_line import Done, pressplay
from support.small import write

from pressplay.project.online_sheets import table_address

FACE = "<face><text x='9' y='20' size='9'>{{ title }}</text></face>"


@dataclass
class Server:
    """What an https server here answers, path by path."""

    port: int
    certificate: Path
    answers: dict[str, tuple[int, bytes]] = field(default_factory=dict)


@pytest.fixture
def server(tmp_path: Path, tool: Callable[[str], str]) -> Iterator[Server]:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = [tool("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", str(key)]
    command += ["-out", str(certificate), "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    subprocess.run(command, check=True, capture_output=True)
    known: dict[str, tuple[int, bytes]] = {}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            code, body = known.get(self.path, (404, b""))
            self.send_response(code)
            if code == 302:
                self.send_header("Location", body.decode())
                body = b""
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    served = http.server.ThreadingHTTPServer(("localhost", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    served.socket = context.wrap_socket(served.socket, server_side=True)
    threading.Thread(target=served.serve_forever, daemon=True).start()
    yield Server(served.server_address[1], certificate, known)
    served.shutdown()
    served.server_close()


def project(folder: Path, source: str) -> Path:
    root = write(folder / "game", FACE)
    game = root / "cards/small/game.yaml"
    text = game.read_text("utf-8").replace("pieces: cards.yaml", f"pieces: cards.csv\n    source: {source}")
    game.write_text(text, "utf-8")
    return root


def fetched(root: Path, server: Server) -> Done:
    return pressplay("fetch", cwd=root, env={"SSL_CERT_FILE": str(server.certificate), "no_proxy": "*"})


def test_a_sheet_is_kept_with_its_date(tmp_path: Path, server: Server) -> None:
    server.answers["/pub?output=csv"] = (200, b"title,number\nNib,3\n")
    root = project(tmp_path, f"https://localhost:{server.port}/pub?output=csv")
    done = fetched(root, server)
    assert done.code == 0 and "cards/small/cards.csv: changed" in done.out, done.err
    assert (root / "cards/small/cards.csv").read_bytes() == b"title,number\nNib,3\n"
    kept = json.loads((root / "cards/small/fetched.json").read_text("utf-8"))
    assert kept["cards.csv"]["from"].endswith("/pub?output=csv") and len(kept["cards.csv"]["date"]) == 10
    assert "as it was" in fetched(root, server).out
    assert pressplay("check", cwd=root).code == 0


def test_what_is_no_table_leaves_the_file_as_it_was(tmp_path: Path, server: Server) -> None:
    address = f"https://localhost:{server.port}/a"
    root = project(tmp_path, address)
    (root / "cards/small/cards.csv").write_text("title\nNib\n", "utf-8")
    for answer, message in (
        ((200, b"<!DOCTYPE html><p>Sign in"), "gives a page, not a table"),
        ((404, b""), "the address answers 404"),
        ((200, b"title\n" + b"x\n" * 5_000_000), "larger than 8 MB"),
        ((302, b"http://localhost/b"), "which is not https"),
        ((302, b"file:///etc/passwd"), "is not allowed"),
        ((200, b'title\n"Nib'), "never closed"),
    ):
        server.answers["/a"] = answer
        done = fetched(root, server)
        assert done.code == 1 and message in done.err, done.err
        assert (root / "cards/small/cards.csv").read_text("utf-8") == "title\nNib\n"


@pytest.mark.parametrize("address", ["http://localhost/a", "file:///etc/passwd", "ftp://x/y", "https://a:b@c/d"])
def test_only_https_is_fetched(tmp_path: Path, address: str) -> None:
    done = pressplay("fetch", cwd=project(tmp_path, address))
    assert done.code == 1 and "is no address that is fetched" in done.err


def test_a_stranger_on_the_line_is_not_believed(tmp_path: Path, server: Server) -> None:
    server.answers["/a"] = (200, b"title\nNib\n")
    root = project(tmp_path, f"https://localhost:{server.port}/a")
    done = pressplay("fetch", cwd=root, env={"no_proxy": "*"})
    assert done.code == 1 and "certificate" in done.err.lower()


def test_the_address_for_people_becomes_that_of_the_table() -> None:
    people = "https://docs.google.com/spreadsheets/d/1aB-c_9/edit#gid=7"
    assert table_address(people) == "https://docs.google.com/spreadsheets/d/1aB-c_9/export?format=csv&gid=7"
    assert table_address("https://example.org/edit") == "https://example.org/edit"
