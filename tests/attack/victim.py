"""A small project that has a file of every sort, and what is done with it in every case of the fuzzer."""

import hashlib
import json
import re
from io import BytesIO
from pathlib import Path

import pypdfium2
from PIL import Image
from support.small import GAME, RULEBOOK, write

from pressplay.build.pipeline import build_games, check_games, read_games
from pressplay.changes.archive import _manifest_edition
from pressplay.changes.ledger import read_ledger
from pressplay.exports.options import Options
from pressplay.exports.tts.json_spans import read_span
from pressplay.exports.tts.update import NewSave, fresh_save, game_of, image_base_of, update
from pressplay.problem import Problem, Trouble

CARD = """{% import "parts.xml" as parts %}
<face background="cream">
  {{ parts.frame(W, H, "ink") }}
  <image src="art/one.png" x="6" y="6" w="8" h="6"/>
  <image src="art/two.jpg" x="16" y="6" w="8" h="6" fit="contain"/>
  <icon icon="star" x="30" y="6" size="6" fill="ink"/>
  <icon icon="set:dot" x="38" y="6" size="6" fill="ink"/>
  {% for n in range(hand.limit) %}<circle cx="{{ 10 + n * 5 }}" cy="20" r="{{ (n + 1) / 2 }}" fill="ink"/>{% endfor %}
  <text name="title" x="{{ W/2 }}" y="40" w="50" size="16" min="8" font="display" fill="ink" align="center">{{ title }}</text>
  <box x="6" y="45" w="50" h="20" size="9" min="7">{{ words or "nothing" }} {{ rounds }} {{ title|upper|replace("O", "0") }}</box>
  <group x="10" y="70" rotate="12" clip="circle 0 0 9"><path d="M0 0L9 1C9 4 4 9 0 9Z" fill="hatch(45, 1.2, 0.3, ink)"/></group>
  <repeat along="M8 75 H50" step="6"><star cx="0" cy="0" r="2" points="5" fill="radial(#ff0, #a00)"/></repeat>
  <version x="6" y="84" fill="ink"/>
</face>
"""
PARTS = """{% macro frame(w, h, ink) %}<rect x="4" y="4" w="{{ w - 8 }}" h="{{ h - 8 }}" r="2" stroke="{{ ink }}" dash="2 1"/>{% endmacro %}
"""
TOKEN = '<face background="ink"><text x="12" y="14" size="9" fill="cream" align="center">{{ title }}</text></face>'
CARDS = """- title: One
  words: "**Bold** text, {{ hand.limit }} cards [star] in hand."
  number: 7
- {title: Two, copies: 3}
- {id: third, title: Número tres, words: "A line. And another, with a comma."}
"""
MORE = """  token:
    title: Tokens
    size: chip
    template: token.xml
    pieces: tokens.csv
    fields: {title: text, worth: int 1..9}
"""
TOKENS = 'title,worth,copies\nAda,1,2\n"B, c",2,\nGus,9,1\n'
CHECKED = """
## Count
{% rule worth %}
Tokens are worth {{ hand.limit }} or less, {{ rounds }} rounds long.
{% for token in tokens %}{% must token.worth <= 9 else token.title ~ " is worth " ~ token.worth %}{% endfor %}
{% endrule %}

| What | How many |
|---|---|
| cards | {{ count(cards) }} |
"""
SVG_SET = {"prefix": "set", "icons": {"dot": {"body": '<circle cx="8" cy="8" r="6"/>'}}, "width": 16, "height": 16}
OPTIONS = Options(papers=("a4",), targets=("print", "rulebook"), jobs=1)
# Words that only Python says.
PYTHON = re.compile(
    r"Traceback|object has no|NoneType|Undefined|<class|<locals>|\bErrno\b|builtin|Error:|0x[0-9a-f]{6}"
)

FILES = (
    *("cards/small/game.yaml", "cards/small/cards.yaml", "cards/small/tokens.csv", "cards/small/rulebook.md"),
    *("cards/small/printed.yaml", "cards/sizes.yaml", "cards/papers.yaml", "fonts/fonts.yaml"),
    *("templates/small/card.xml", "templates/small/parts.xml", "templates/small/token.xml"),
    *("templates/icons/star.svg", "templates/icons/set.json", "art/one.png", "art/two.jpg"),
    *("fonts/Barlow-Medium.ttf", "save.json", "manifest.json", "cache"),
)


def make(root: Path) -> NewSave:
    """The project, built once; gives what a build makes for Tabletop Simulator."""
    write(root, CARD, CARDS, parts_xml="")
    files = {
        "cards/small/game.yaml": GAME.replace("    BACK\n", "") + MORE,
        "cards/small/rulebook.md": RULEBOOK + CHECKED,
        "cards/small/tokens.csv": TOKENS,
        "cards/sizes.yaml": "chip: {width: 24, height: 24, shape: circle}\n",
        "cards/papers.yaml": "slip: {title: Slip, width: 210, height: 100}\n",
        "templates/small/parts.xml": PARTS,
        "templates/small/token.xml": TOKEN,
        "templates/icons/set.json": json.dumps(SVG_SET),
    }
    for path, text in files.items():
        (root / path).write_text(text, "utf-8")
    (root / "art").mkdir()
    noise = Image.frombytes("RGB", (80, 60), hashlib.shake_128(b"art").digest(80 * 60 * 3))
    noise.save(root / "art/one.png")
    noise.save(root / "art/two.jpg")
    problems = check_games(root)
    assert not problems, "\n".join(map(str, problems))
    tabletop = Options(targets=("tts",), tts_max_px=256, url_base="https://example.org/", jobs=1)
    result = build_games(root, ["small"], tabletop, root / "tts", lambda step: None)
    assert not result.problems
    saved = next((root / "tts/small/tts").rglob("small.json"))
    (root / "save.json").write_bytes(saved.read_bytes())
    build_games(root, ["small"], OPTIONS, root / "output", lambda step: None)
    (root / "manifest.json").write_bytes((root / "output/small/manifest.json").read_bytes())
    printed = json.loads((root / "manifest.json").read_text("utf-8"))["pieces"]
    lines = [
        f'{one["kind"]}/{one["id"]}: {{version: "1", copies: {one["copies"]}, front: "{one["front"]}"}}\n'
        for one in printed
    ]
    (root / "cards/small/printed.yaml").write_text("# On paper\n" + "".join(lines), "utf-8")
    from pressplay.build.pipeline import build_game
    from pressplay.build.request import BuildRequest

    games, _ = read_games(root)
    return fresh_save(build_game(games[0], BuildRequest(tabletop)).files)


def live(root: Path, file: str, fresh: NewSave) -> str:
    """What a user does with a project of which one file is odd; gives what is wrong with what comes out."""
    try:
        problems = _use(root, file, fresh)
    except Trouble as trouble:
        problems = list(trouble.problems)
    for problem in problems:
        if PYTHON.search(f"{problem.message}\n{problem.hint}"):
            return f"Python’s words: {problem}"
    return _output(root / "output/small")


def _use(root: Path, file: str, fresh: NewSave) -> list[Problem]:
    if file == "save.json":
        text = (root / file).read_bytes().decode("utf-8", "surrogateescape")
        span = read_span(text, file)
        image_base_of(span)
        game_of(span, ["small"])
        games, _ = read_games(root)
        json.loads(update(text, fresh, games[0]).text, strict=False)
        return []
    if file == "manifest.json":
        _manifest_edition(root / file, file)
        return []
    if file.endswith("printed.yaml"):
        return read_ledger(root, "small")[1]
    problems = check_games(root)
    if problems:
        return problems
    return list(build_games(root, ["small"], OPTIONS, root / "output", lambda step: None).problems)


def _output(folder: Path) -> str:
    """What is wrong with the files of a game: each must be there, whole, and readable by another program."""
    listed = json.loads((folder / "manifest.json").read_text("utf-8"))["files"]
    for entry in listed:
        data = (folder / entry["path"]).read_bytes()
        if hashlib.sha256(data).hexdigest() != entry["sha256"]:
            return f"{entry['path']} is not what the manifest says"
        if entry["path"].endswith(".pdf") and (fault := _pdf(data)):
            return f"{entry['path']} {fault}"
    strays = [path.name for path in folder.rglob("*") if path.name.startswith(".pressplay")]
    return f"left behind: {strays}" if strays else ""


def _pdf(data: bytes) -> str:
    if re.search(rb"[^\w](?:inf|nan)[^\w]", re.sub(rb"stream\r?\n.*?endstream", b"", data, flags=re.S)):
        return "holds a number that is none"
    try:
        pdf = pypdfium2.PdfDocument(BytesIO(data))
        for page in pdf:
            page.render(scale=0.1)
    except pypdfium2.PdfiumError as error:
        return f"cannot be read: {error}"
    return "" if len(pdf) else "has no page"
