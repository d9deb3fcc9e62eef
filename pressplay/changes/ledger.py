"""A ledger says what exists on paper: for each piece the version, copies and picture hashes that were last printed."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pressplay.data.fields import BAD, Number, Reading, Text
from pressplay.data.ids import ID
from pressplay.data.nodes import MappingNode, Scalar
from pressplay.data.structures import MapOf, Maybe, Record
from pressplay.data.text import decode
from pressplay.data.yaml_reader import read_yaml
from pressplay.files import ABSENT, FileRefused, ProjectFiles
from pressplay.problem import Place, Problem, Trouble

NAME = "printed.yaml"
_PIECE = re.compile(rf"{ID.pattern}/(?i:{ID.pattern})")
_HASH = re.compile(r"[0-9a-f]{8,64}")
_ENTRY = Record(
    {
        "version": Text(1, 20),
        "copies": Number(True, 1, 9999),
        "front": Text(8, 64),
        "back": Maybe(Text(8, 64)),
    }
)
_LEDGER = MapOf(_ENTRY, "piece", _PIECE)
_HEADER = """\
# What exists on paper: pressplay print --record writes it, one line a piece. Commit it with the data.
# You may edit it: a line taken away is a piece to be printed again, and copies are what is in the box.
"""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """A piece on paper."""

    kind: str
    id: str
    version: str
    copies: int
    front: str  # the picture's hash, or its first characters
    back: str | None
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Ledger:
    """Everything of a game that is on paper, sorted by kind and id."""

    game: str
    entries: tuple[LedgerEntry, ...]

    @property
    def path(self) -> str:
        return ledger_path(self.game)

    def text(self) -> str:
        """The ledger as it stands in its file."""
        return _HEADER + "".join(_line(entry) for entry in sorted(self.entries, key=lambda e: (e.kind, e.id)))


def ledger_path(game: str) -> str:
    """Where a game's ledger stands, relative to the project."""
    return f"cards/{game}/{NAME}"


def _line(entry: LedgerEntry) -> str:
    back = f", back: {_quoted(entry.back)}" if entry.back else ""
    version = '"' + entry.version.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return (
        f"{entry.kind}/{entry.id}: "
        f"{{version: {version}, copies: {entry.copies}, front: {_quoted(entry.front)}{back}}}\n"
    )


def _quoted(digest: str) -> str:
    """A hash that other readers of YAML could take for a number is put in quotes."""
    return f'"{digest}"' if re.fullmatch(r"[0-9]+(?:e[0-9]+)?", digest) else digest


def read_ledger(root: Path, game: str) -> tuple[Ledger | None, list[Problem]]:
    """A game's ledger, or None when nothing has been recorded; a mistake is a problem with its line."""
    path = ledger_path(game)
    files = ProjectFiles(root)
    if files.refusal(path) == ABSENT:
        return None, []
    try:
        data = files.read(path)
    except FileRefused as refused:
        return None, [Problem(Place(path), str(refused))]
    try:
        text = decode(path, data)
    except Trouble as trouble:
        return None, list(trouble.problems)
    if not re.search(r"^[^#\s]", text, re.M):  # nothing but its header: everything was taken out
        return Ledger(game, ()), []
    document, problems = read_yaml(path, text)
    if document is None:
        return None, problems
    at = Reading(path)
    read = _LEDGER.read(document.root, "", at)
    entries = document.root.entries if isinstance(document.root, MappingNode) else {}
    _look_at_hashes(entries, at)
    problems += at.problems
    if problems or read is BAD:
        return None, problems
    places = {name: Place(path, word.line, word.column) for name, (word, _) in entries.items()}
    return Ledger(game, tuple(sorted(_entries(read, places), key=lambda e: (e.kind, e.id)))), []


def _entries(read: Mapping[str, Mapping[str, object]], places: Mapping[str, Place]) -> Iterable[LedgerEntry]:
    for name, values in read.items():
        kind, _, id = name.partition("/")
        yield LedgerEntry(kind, id, **values, place=places[name])  # type: ignore[arg-type]


def _look_at_hashes(entries: Mapping[str, tuple[Scalar, object]], at: Reading) -> None:
    for _, entry in entries.values():
        for side in ("front", "back"):
            node = entry.get(side) if isinstance(entry, MappingNode) else None
            if isinstance(node, Scalar) and node.text and 8 <= len(node.text) <= 64 and not _HASH.fullmatch(node.text):
                at.say(node, f"{side}: “{node.text[:16]}” is no picture’s hash", "it is made of 0–9 and a–f")
