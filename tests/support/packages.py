"""The .vtt packages of games, each made once."""

import json
import zipfile
from functools import cache
from io import BytesIO
from typing import Any

from support.tables import drawn

from pressplay.exports.vtt import export as vtt

Widget = dict[str, Any]


class Package:
    """A .vtt file, opened."""

    def __init__(self, data: bytes) -> None:
        with zipfile.ZipFile(BytesIO(data)) as package:
            assert package.testzip() is None
            self.files = {name: package.read(name) for name in package.namelist()}
        state = json.loads(self.files["0.json"])
        self.meta = state.pop("_meta")
        self.widgets: dict[str, Widget] = state

    def of(self, type: str) -> list[Widget]:
        return [each for each in self.widgets.values() if each["type"] == type]


@cache
def package(game: str) -> Package:
    (file,) = vtt.export(drawn(game))
    assert (file.path, file.role) == (f"vtt/{game}.vtt", "vtt")
    return Package(file.data)
