"""A manifest lists what a build made: every piece with the hash of its pictures, every file with its own."""

import json
from dataclasses import dataclass
from typing import Any


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
