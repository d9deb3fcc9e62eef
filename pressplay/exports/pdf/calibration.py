"""The calibration sheet as a PDF, for a printer and nobody's game."""

from pressplay.files import ProjectFiles
from pressplay.sheets.sheet import Deck

from .document import PdfDocument
from .print import add_sheets, preferences


def write(deck: Deck, files: ProjectFiles, font: str) -> bytes:
    """Both sides of the sheet, with the words in a font."""
    document = PdfDocument(files, f"Calibration, {deck.paper.title}")
    add_sheets(document, deck, font)
    return document.finish(preferences(deck), (), [sheet.label for sheet in deck.sheets])
