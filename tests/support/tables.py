"""The tables of this repository's games, built once for all tests that look at them."""

import json
import re
from dataclasses import dataclass
from typing import Any

from support.games import ROOT, drawn_game
from support.shared import once

from pressplay.booklet.typeset import typeset
from pressplay.data.pieces import Size
from pressplay.data.yaml_reader import read_yaml
from pressplay.exports.job import Job, OutFile
from pressplay.exports.options import Options
from pressplay.exports.tts import export as tts
from pressplay.game import Game
from pressplay.problem import Problem
from pressplay.table.arrange import arrange
from pressplay.table.read import read_table
from pressplay.table.table import Arrangement


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


def drawn(id: str) -> Job:
    return once(f"job-{id}", lambda: _job(id))


def _job(id: str) -> Job:
    game, components = drawn_game(id)
    arranged, wrong = arrange(game.table, game.contents, components)
    assert not wrong and arranged
    pages, told = typeset(game, components)
    assert not told
    chosen = tuple(one for one in components if one.piece.copies)
    return Job(game, chosen, (), pages, Options(jobs=2, tts_max_px=256), arranged)


def built(id: str) -> Built:
    return once(f"built-{id}", lambda: _built(id))


def _built(id: str) -> Built:
    job = drawn(id)
    files = {file.path: file for file in tts.export(job)}
    assert job.arranged
    return Built(job.game, job, job.arranged, files, json.loads(files["tts/table.json"].data))


POKER = {"poker": Size("poker", 63.5, 88.9, 3)}


def with_steps(game: str, *steps: str) -> tuple[Arrangement | None, list[Problem]]:
    """A game's table with other steps for its set-up."""
    head = (ROOT / f"cards/{game}/table.yaml").read_text("utf-8").partition("setup:\n")[0]
    document, _ = read_yaml("table.yaml", head + "setup:\n" + "".join(f"  - {step}\n" for step in steps))
    job, found = drawn(game), drawn(game).game
    assert document
    table, problems = read_table(document, found.contents, found.facts, POKER)
    return (None, problems) if problems else arrange(table, found.contents, job.components)
