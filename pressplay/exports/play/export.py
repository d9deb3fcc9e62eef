"""A table to play on as one HTML file: its scene, its pictures and its code, nothing else and no network."""

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from pathlib import Path

from pressplay.exports import roles
from pressplay.exports.images.plates import render
from pressplay.exports.job import Job, OutFile
from pressplay.exports.pdf.operators import pictures_pdf

from .scene import PlayScene

_HERE = Path(__file__).parent
# In the order in which one needs the other.
CODE = ("model.js", "setup.js", "moves.js", "view.js", "hand.js", "pencil.js", "pointer.js", "keys.js", "main.js")


def export(job: Job) -> list[OutFile]:
    """play/<game>.html; a game needs a table for it, for nothing else says what lies where."""
    assert job.arranged, "the target says that it needs the table"
    scene = PlayScene(job, job.arranged)
    images = render(pictures_pdf(scene.pictures, job.game.files), scene.plates, job.options.jobs)
    data = scene.data() | {"images": [b64encode(image).decode() for image in images]}
    return [OutFile(f"play/{job.game.id}.html", roles.PLAY, _page(job.game.title, job.game.language, data))]


def _page(title: str, language: str, data: dict[str, object]) -> bytes:
    style = (_HERE / "table.css").read_text("utf-8")
    code = '"use strict";\n(() => {\n' + "\n".join((_HERE / name).read_text("utf-8") for name in CODE) + "})();\n"
    text = (_HERE / "table.html").read_text("utf-8")
    for name, value in {
        "language": escape(language),
        "title": escape(title),
        "policy": f"default-src 'none'; img-src blob:; style-src {_allowed(style)}; script-src {_allowed(code)}; "
        "base-uri 'none'; form-action 'none'",
        "style": style,
        "code": code,
        # A text of the game cannot end the script that holds it.
        "scene": json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
    }.items():
        text = text.replace("{{" + name + "}}", value)
    return text.encode()


def _allowed(text: str) -> str:
    """How a page's policy allows one script or style and no other."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
