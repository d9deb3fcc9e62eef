"""The rulebook as a PDF: a page for each picture, headings as bookmarks, page numbers as labels, contents as links."""

import re

from pressplay.drawing.box import Box
from pressplay.exports.target import Job, OutFile

from .document import PdfDocument
from .operators import MarkWriter, add_page, points

_HEADING = re.compile(r"\d+(#+) (.*)", re.S)  # as the pages name their headings …
_LEADS = re.compile(r"\d+> (\d+)")  # … and the lines of the contents


def export(job: Job) -> list[OutFile]:
    """rulebook.pdf; nothing when the game has no rulebook prose."""
    if not job.pages:
        return []
    game = job.game
    document = PdfDocument(game.root, game.title, game.language, game.description)
    ink = MarkWriter(document)
    bookmarks: list[tuple[str, int]] = []
    levels: list[int] = []
    for number, page in enumerate(job.pages):
        box = Box(0, 0, page.width, page.height)
        add_page(document, ink.draw(page), box, box, box)
        for name, line in page.names.items():
            leads = _LEADS.fullmatch(name)
            if leads:
                document.link(number, points(line, box), int(leads[1]) - 1)
            heading = _HEADING.fullmatch(name)
            if heading:
                bookmarks.append((heading[2], number))
                levels.append(len(heading[1]))
    labels = [str(number + 1) for number in range(len(job.pages))]
    data = document.finish({"PrintScaling": "None"}, bookmarks, labels, levels)
    return [OutFile("rulebook.pdf", "rulebook", data)]
