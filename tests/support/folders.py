"""Folders of files with their manifests."""

import json
from collections.abc import Mapping

from pressplay.writing import MANIFEST

NEW = {"print/g-a4.pdf": b"new pages", "tts/sheet-2.png": b"new sheet", "tts/g.json": b"new save"}


def with_manifest(files: Mapping[str, bytes]) -> dict[str, bytes]:
    listed = json.dumps({"files": [{"path": path} for path in sorted(files)]})
    return {**files, MANIFEST: listed.encode()}
