"""Plain images: a PNG for each face, of exact size and with names that sort, and a table that lists them."""

import csv
from io import StringIO

from pressplay.drawing.component import Component
from pressplay.drawing.picture import Picture
from pressplay.exports import roles
from pressplay.exports.job import Job, OutFile
from pressplay.exports.pdf.operators import pictures_pdf
from pressplay.units import num

from .picture_pages import PicturePages
from .plates import Cell, Plate, render
from .steps import steps

PPI = 300
_INCH = 25.4
_COLUMNS = (
    "file",
    "kind",
    "piece",
    "title",
    "side",
    "copies",
    "width_px",
    "height_px",
    "width_mm",
    "height_mm",
    "bleed_mm",
)


def export(job: Job) -> list[OutFile]:
    """images/<kind>/<piece>-front.png and so on, and images/manifest.csv."""
    if not job.components:
        return []
    pages = PicturePages()
    plates: dict[Plate, int] = {}
    faces = list(_faces(job))
    for _, _, shown in faces:
        plates.setdefault(_plate(shown, pages.page(shown), job.options.bleed), len(plates))
    pdf = pictures_pdf(pages.pictures, job.game.files, bleed=job.options.bleed)
    drawn = render(pdf, list(plates), job.options.jobs)
    files, rows = [], []
    for (one, side, shown), path in zip(faces, _paths(job)):
        plate = _plate(shown, pages.page(shown), job.options.bleed)
        files.append(OutFile(f"images/{path}", roles.IMAGE, drawn[plates[plate]], kind=one.kind.id))
        rows.append(_row(one, side, shown, path, plate, job.options.bleed))
    listed = OutFile("images/manifest.csv", roles.IMAGE_LIST, _table(rows))
    return [*files, listed, OutFile("images/steps.txt", roles.IMAGE_STEPS, steps(job).encode())]


def _faces(job: Job) -> list[tuple[Component, str, Picture]]:
    found = []
    for one in job.components:
        found.append((one, "front", one.front))
        if one.back:
            found.append((one, "back", one.back))
    return found


def _paths(job: Job) -> list[str]:
    """A name for each face: kinds and pieces are numbered as they come, so that names sort as the game is written."""
    paths = []
    kinds = list(job.game.kinds)
    for one in job.components:
        pieces = job.game.pieces[one.kind.id]
        digits = len(str(len(pieces)))
        number = f"{1 + next(n for n, piece in enumerate(pieces) if piece.id == one.piece.id):0{digits}}"
        folder = f"{kinds.index(one.kind.id) + 1:02}-{one.kind.id}"
        paths.append(f"{folder}/{number}-{one.piece.id}-front.png")
        if one.back:
            paths.append(f"{folder}/{number}-{one.piece.id}-back.png")
    return paths


def _plate(shown: Picture, page: int, bleed: bool) -> Plate:
    around = 2 * shown.bleed if bleed else 0.0
    width, height = (round((side + around) / _INCH * PPI) for side in (shown.width, shown.height))
    # A round or six-sided piece is cut out; whoever asks for the bleed wants to cut it later.
    cut = shown.shape if shown.form.is_cut_out and not bleed else ""
    return Plate(width, height, (Cell(page, 0, 0, width, height),), cut=cut)


def _row(one: Component, side: str, shown: Picture, path: str, plate: Plate, bleed: bool) -> tuple[str, ...]:
    sizes = (plate.width, plate.height, num(shown.width), num(shown.height), num(shown.bleed if bleed else 0))
    texts = (path, one.kind.id, one.piece.id, one.piece.title, side, one.piece.copies, *sizes)
    return tuple(str(text) for text in texts)


def _harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell


def _table(rows: list[tuple[str, ...]]) -> bytes:
    stream = StringIO()
    csv.writer(stream, lineterminator="\r\n").writerows([_COLUMNS, *(map(_harmless, row) for row in rows)])
    return stream.getvalue().encode("utf-8-sig")  # so that spreadsheets read the accents
