"""The tables of this repository's games, built once for all tests that look at them."""

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pressplay.arrange import arrange
from pressplay.exports import tts
from pressplay.game import Game
from pressplay.job import Job, Options, OutFile
from pressplay.pipeline import draw_pieces, read_games
from pressplay.tabletop import Arrangement
from pressplay.typeset import typeset

ROOT = Path(__file__).resolve().parents[1]


def drawable(id: str) -> bool:
    """Whether every template of a game is there."""
    text = (ROOT / f"cards/{id}/game.yaml").read_text("utf-8")
    names = re.findall(r"^    (?:template|back): ([\w-]+\.xml)", text, re.M)
    return all((ROOT / f"templates/{id}/{name}").is_file() for name in names)


GAMES = [path.parent.name for path in sorted(ROOT.glob("cards/*/table.yaml")) if drawable(path.parent.name)]


@dataclass(frozen=True)
class Built:
    game: Game
    job: Job
    arranged: Arrangement
    files: dict[str, OutFile]
    save: dict[str, Any]


@cache
def drawn(id: str) -> Job:
    (game,), problems = read_games(ROOT, [id])
    made, found = draw_pieces(game, 2)
    arranged, wrong = arrange(game, made)
    assert not problems and not found and not wrong and arranged
    pages, told = typeset(game, made)
    assert not told
    chosen = tuple(one for one in made if one.piece.copies)
    return Job(game, chosen, (), pages, Options(jobs=2, tts_max_px=256), arranged)


@cache
def built(id: str) -> Built:
    job = drawn(id)
    files = {file.path: file for file in tts.export(job)}
    assert job.arranged
    return Built(job.game, job, job.arranged, files, json.loads(files["tts/table.json"].data))
