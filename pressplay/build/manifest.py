"""A manifest lists what a build made: every piece with the hash of its pictures, every file with its own."""

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from pressplay.drawing.component import Component
from pressplay.exports.job import OutFile
from pressplay.spool import Spool
from pressplay.writing import MANIFEST


@dataclass(frozen=True, slots=True)
class PieceEntry:
    kind: str
    id: str
    title: str
    copies: int
    size_mm: tuple[float, float]
    front: str
    back: str | None


@dataclass(frozen=True, slots=True)
class FileEntry:
    path: str  # relative to the game's output folder
    role: str  # print, rulebook, tts-sheet, tts-save, tts-thumbnail, …
    sha256: str
    paper: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Manifest:
    game: str
    version: str
    pieces: tuple[PieceEntry, ...]
    files: tuple[FileEntry, ...]

    def text(self) -> str:
        """The manifest as it stands in output/."""
        data: dict[str, Any] = {
            "format": 1,
            "game": self.game,
            "version": self.version,
            "pieces": [
                {
                    "kind": p.kind,
                    "id": p.id,
                    "title": p.title,
                    "copies": p.copies,
                    "size_mm": list(p.size_mm),
                    "front": p.front,
                    "back": p.back,
                }
                for p in self.pieces
            ],
            "files": [
                {"path": f.path, "role": f.role}
                | ({"paper": f.paper} if f.paper else {})
                | ({"kind": f.kind} if f.kind else {})
                | {"sha256": f.sha256}
                for f in self.files
            ],
        }
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def piece_entry(one: Component) -> PieceEntry:
    """What a manifest says of a piece."""
    size = (one.kind.size.width, one.kind.size.height)
    back = one.back.hash if one.back else None
    return PieceEntry(one.kind.id, one.piece.id, one.piece.title, one.piece.copies, size, one.front.hash, back)


def file_entry(file: OutFile) -> FileEntry:
    """What a manifest says of a file."""
    return FileEntry(file.path, file.role, file.digest or _digest_of(file.content), file.paper, file.kind)


def _digest_of(content: bytes | Spool) -> str:
    return content.digest if isinstance(content, Spool) else sha256(content).hexdigest()


def earlier_files(folder: Path) -> list[FileEntry]:
    """The files of the last build that are still there; a damaged manifest is as good as none."""
    try:
        listed = json.loads((folder / MANIFEST).read_text("utf-8"))["files"]
        return [
            FileEntry(f["path"], f["role"], f["sha256"], f.get("paper", ""), f.get("kind", ""))
            for f in listed
            if (folder / f["path"]).is_file()
        ]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def still_shows(folder: Path, manifest: bytes) -> bool:
    """Whether the game was last built with the very pieces that a manifest lists, or nobody knows."""
    try:
        return _pieces_in((folder / MANIFEST).read_bytes()) == _pieces_in(manifest)
    except (OSError, ValueError, KeyError, TypeError):
        return True


def _pieces_in(manifest: bytes) -> object:
    listed = json.loads(manifest)
    return listed["version"], listed["pieces"]
