"""Published sheets: fetched on demand from where a kind says, and kept in the project with their date."""

import json
import re
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs, urlsplit

from pressplay.data.loaders import load_document
from pressplay.data.nodes import MappingNode, Scalar, SourceFile
from pressplay.data.text import MAX_BYTES
from pressplay.data.yaml_reader import load_yaml
from pressplay.files import ABSENT, FileRefused, ProjectFiles
from pressplay.problem import Place, Problem, Trouble, trouble
from pressplay.writing import write_files

LONGEST = 30.0  # seconds
KEPT = "fetched.json"  # beside game.yaml: where each file came from, and when


@dataclass(frozen=True, slots=True)
class PublishedSheet:
    """A kind's file of pieces, and the address that it comes from."""

    game: str
    file: str  # within the project
    address: str
    place: Place
    kind: MappingNode


@dataclass(frozen=True, slots=True)
class FetchResult:
    """What became of a sheet."""

    sheet: PublishedSheet
    changed: bool


def published(files: ProjectFiles, games: list[str]) -> list[PublishedSheet]:
    """The sheets that the kinds of some games name."""
    found = []
    for game in games:
        path = f"cards/{game}/game.yaml"
        document, problems = load_yaml(SourceFile(path, files.read(path)))
        if document is None:
            raise Trouble(*problems)
        kinds = document.root.get("kinds") if isinstance(document.root, MappingNode) else None
        for _, kind in kinds.entries.values() if isinstance(kinds, MappingNode) else ():
            source = kind.get("source") if isinstance(kind, MappingNode) else None
            pieces = kind.get("pieces") if isinstance(kind, MappingNode) else None
            if isinstance(kind, MappingNode) and isinstance(source, Scalar) and isinstance(pieces, Scalar):
                place = document.place(source)
                file, reason = files.locate(f"cards/{game}", pieces.text)
                if reason and reason != ABSENT:
                    trouble(document.place(pieces), f"pieces: {pieces.text} {reason}")
                found.append(PublishedSheet(game, file or f"cards/{game}/{pieces.text}", source.text, place, kind))
    return found


def fetch(files: ProjectFiles, sheet: PublishedSheet, today: str, clock: Callable[[], float]) -> FetchResult:
    """Bring a sheet up to date; what cannot be read leaves the file as it was."""
    data = _download(sheet, clock)
    if re.match(rb"\s*<(!doctype html|html)", data[:200], re.I):
        hint = "publish the sheet as CSV (in Google Sheets: File > Share > Publish to web) and take that address"
        trouble(sheet.place, "the address gives a page, not a table", hint)
    _, problems = load_document(SourceFile(sheet.file, data, sheet.kind))
    if problems:
        raise Trouble(*problems)
    try:
        before = files.read(sheet.file)
    except FileRefused:
        before = None
    folder = files.root / f"cards/{sheet.game}"
    kept = _kept(files, sheet.game)
    name = sheet.file.removeprefix(f"cards/{sheet.game}/")
    if before != data or name not in kept:
        kept[name] = {"from": sheet.address, "date": today, "sha256": sha256(data).hexdigest()}
        record = json.dumps(dict(sorted(kept.items())), ensure_ascii=False, indent=1) + "\n"
        write_files(folder, {KEPT: record.encode()})
    if before != data:
        target = files.root / sheet.file
        write_files(target.parent, {target.name: data})
    return FetchResult(sheet, before != data)


def _kept(files: ProjectFiles, game: str) -> dict[str, Any]:
    try:
        found = json.loads(files.read(f"cards/{game}/{KEPT}"))
    except (FileRefused, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


class _HttpsOnly(urllib.request.HTTPRedirectHandler):
    """Follows to other https addresses alone."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        if not newurl.startswith("https://"):
            raise urllib.error.URLError(f"it leads to {newurl[:80]}, which is not https")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _download(sheet: PublishedSheet, clock: Callable[[], float]) -> bytes:
    address = table_address(sheet.address)
    if not re.fullmatch(r"https://[^\s/@]+/\S*", address):
        hint = "write https://, a name without a password, and a path"
        trouble(sheet.place, f"source: {sheet.address[:80]} is no address that is fetched", hint)
    secure = urllib.request.HTTPSHandler(context=ssl.create_default_context())
    opener = urllib.request.OpenerDirector()
    for handler in (
        secure,
        _HttpsOnly(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
    ):
        opener.add_handler(handler)  # and none for http, ftp or file
    until = clock() + LONGEST
    data = bytearray()
    try:
        with opener.open(address, timeout=LONGEST / 3) as answer:
            while part := answer.read1(65_536):
                data += part
                if len(data) > MAX_BYTES:
                    trouble(sheet.place, f"the sheet is larger than {MAX_BYTES // 1_000_000} MB", "split it")
                if clock() > until:
                    trouble(sheet.place, f"the sheet took longer than {LONGEST:.0f} s", "try again later")
    except urllib.error.HTTPError as error:
        hint = "is it published, and is the address whole?"
        trouble(sheet.place, f"the address answers {error.code} {error.reason}", hint)
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        trouble(sheet.place, f"the address cannot be read: {reason}", "is this machine online?")
    return bytes(data)


def table_address(address: str) -> str:
    """The address of a sheet's CSV, where the one for people was given."""
    parts = urlsplit(address)
    match = re.match(r"/spreadsheets/d/([\w-]+)/(?:edit|view)?$", parts.path)
    if parts.netloc != "docs.google.com" or not match:
        return address
    sheet = parse_qs(parts.fragment or parts.query).get("gid", ["0"])[0]
    return f"https://docs.google.com/spreadsheets/d/{match[1]}/export?format=csv&gid={sheet}"


def without_sheets(games: list[str]) -> Problem:
    return Problem(
        Place(f"cards/{games[0]}/game.yaml" if len(games) == 1 else "cards"),
        "no kind names a published sheet",
        "write source: https://… beside pieces: cards.csv of a kind",
    )
