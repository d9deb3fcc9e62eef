"""Tabletop Simulator: a game's pieces as image sheets, saved objects that hold its decks, tiles and dice, and a table.

Three steps: plan says which images there will be and what they show, render draws them, write gives the files
that refer to them.
"""

from pressplay.exports.job import Job, OutFile

from .plan import plan
from .render import render
from .write import write


def export(job: Job) -> list[OutFile]:
    """Image sheets, saved objects with their thumbnails and, where a game has a table, the save of it, below tts/."""
    if not job.components:
        return []
    package = plan(job)
    return write(job, package, render(job, package))
