"""The rulebook as a PDF: a page for each picture, headings as bookmarks, page numbers as labels, contents as links."""

from pressplay.drawing.box import Box
from pressplay.drawing.marks import Heading, Link
from pressplay.exports import roles
from pressplay.exports.job import Job, OutFile

from .document import Bookmark, PdfDocument
from .operators import MarkWriter, add_page, points


def export(job: Job) -> list[OutFile]:
    """rulebook.pdf; nothing when the game has no rulebook prose."""
    if not job.pages:
        return []
    game = job.game
    document = PdfDocument(game.files, game.title, game.language, game.description)
    ink = MarkWriter(document)
    bookmarks: list[Bookmark] = []
    for number, page in enumerate(job.pages):
        box = Box(0, 0, page.width, page.height)
        add_page(document, ink.draw(page), box, box, box)
        for mark in page.marks:
            if isinstance(mark, Link):
                document.link(number, points(mark.box, box), mark.page - 1)
            elif isinstance(mark, Heading):
                bookmarks.append(Bookmark(mark.title, number, mark.level))
    labels = [str(number + 1) for number in range(len(job.pages))]
    return [OutFile("rulebook.pdf", roles.RULEBOOK, document.finish({"PrintScaling": "None"}, bookmarks, labels))]
