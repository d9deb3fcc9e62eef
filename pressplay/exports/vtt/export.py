"""virtualtabletop.io: a game as one .vtt file, with its table set up, its images inside and a button per player count."""

import json
import zipfile
from collections.abc import Mapping
from io import BytesIO

from pressplay.exports import roles
from pressplay.exports.job import Job, OutFile
from pressplay.problem import Place, trouble

from .album import Album
from .room import Room

MOST_ASSET, MOST_JSON = 10 * 2**20, 20 * 2**20  # bytes that the program takes


def export(job: Job) -> list[OutFile]:
    """<game>.vtt; a game needs a table for it, for nothing else says what lies where."""
    assert job.arranged, "the target says that it needs the table"
    album = Album(job)
    room = Room(job, job.arranged, album)
    album.develop(job.options.jobs)
    variant = json.dumps(room.widgets(), ensure_ascii=False, separators=(",", ":")).encode()
    files = album.files()
    largest = max(map(len, files.values()))
    if len(variant) > MOST_JSON or largest > MOST_ASSET:
        told = f"the room has {len(variant)} bytes, its largest image {largest}; {MOST_JSON} and {MOST_ASSET} are taken"
        trouble(Place(job.game.place.file), told, "use fewer pieces, or plainer pictures")
    return [OutFile(f"vtt/{job.game.id}.vtt", roles.VTT, _packed({"0.json": variant, **files}))]


def _packed(files: Mapping[str, bytes]) -> bytes:
    """A zip of the same bytes every time."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as package:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED if path.endswith(".json") else zipfile.ZIP_STORED
            entry.external_attr = 0o644 << 16
            package.writestr(entry, data)
    return stream.getvalue()
