"""The command that learns how a printer errs: calibrate."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .console import say, short
from .errors import usage
from .options import BACKS, Backs, PrinterName, one_of

if TYPE_CHECKING:
    from pressplay.data.pieces import Paper
    from pressplay.sheets.printer import Printer

_FONT = "fonts/Barlow-Medium.ttf"  # of the starter project
_SCALES = (
    ("A, the upper scale", "how far right"),
    ("B, the lower scale", "how far right"),
    ("C, the left scale", "how far down"),
    ("D, the right scale", "how far down"),
)


def calibrate(
    printer: PrinterName = None,
    offset: Annotated[
        str | None, typer.Option(metavar="X,Y,ANGLE", show_default=False, help="Where backs land: mm, mm, degrees.")
    ] = None,
    margins: Annotated[
        str | None,
        typer.Option(metavar="LEFT,RIGHT,TOP,BOTTOM", show_default=False, help="What the printer leaves white, in mm."),
    ] = None,
    paper: Annotated[str, typer.Option(metavar="PAPER", help="The paper of the sheet.")] = "a4",
    backs: Backs = "long-edge",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", show_default="calibration-PAPER.pdf here", help="The sheet.")
    ] = None,
) -> None:
    """Make backs land behind their fronts on your printer.

    Without --printer it makes the calibration sheet: print it on both sides, hold it against the light and read
    its four scales. With --printer it asks what they say, and keeps the answers under that name, for you and not
    for the project. print and build then take --printer NAME; backs are moved and turned, fronts never.

    \b
    Examples:
      pressplay calibrate                                 the sheet to print and read
      pressplay calibrate --printer office                asks what you read
      pressplay calibrate --printer office --offset 1.2,-0.4,0.1 --margins 4,4,3,13
      pressplay print king-of-clubs --printer office
    """
    from pressplay.files import ProjectFiles
    from pressplay.project.load import find_papers
    from pressplay.project.new import STARTER

    one_of("--backs", backs, BACKS[:2])
    if not printer and (offset or margins):
        usage("--offset and --margins belong to a printer.", "name it: --printer office")
    (sheet,) = find_papers(ProjectFiles(STARTER), [paper])
    if printer:
        _learn(printer, offset, margins, sheet)
        return
    from pressplay.exports.pdf.calibration import write
    from pressplay.sheets.calibration import calibration
    from pressplay.writing import write_files

    file = out or Path(f"calibration-{paper}.pdf")
    write_files(file.parent, {file.name: write(calibration(sheet, backs), ProjectFiles(STARTER), _FONT)})
    say(f"Wrote {short(file)}. Print it on both sides at 100 %, hold it against the light, then:")
    say("    pressplay calibrate --printer NAME")


def _learn(name: str, offset: str | None, margins: str | None, paper: "Paper") -> None:
    from dataclasses import replace

    from pressplay.sheets.printer import Printer, margins_of, offset_of, printers, remember, settings_folder

    folder = settings_folder()
    printer = printers(folder).get(name, Printer(name))
    if offset is None and margins is None:
        printer = _asked(printer, paper)
    if offset is not None:
        printer = replace(printer, offset=offset_of(offset))
    if margins is not None:
        printer = replace(printer, margins=margins_of(margins))
    file = remember(folder, printer)
    x, y, angle = printer.offset
    say(
        f"{name}: backs land {x:g} mm to the right, {y:g} mm down, turned by {angle:g} degrees; they will be moved back."
    )
    say(f"It leaves {printer.margins.sides:g} mm white at the sides, {printer.margins.ends:g} mm above and below.")
    say(f"Kept in {short(file)}; use it with --printer {name}.")


def _asked(printer: "Printer", paper: "Paper") -> "Printer":
    """What the four scales and the margin rulers say, asked in words."""
    from pressplay.sheets.calibration import Readings, offset_of_readings
    from pressplay.sheets.printer import Printer, margins_of

    say("Hold the sheet against the light, the side with the words towards you.")
    read = [typer.prompt(f"{scale}: {way} does the arrow point, in mm", type=float) for scale, way in _SCALES]
    sides = ("left", "right", "upper", "lower")
    white = [typer.prompt(f"The smallest whole line at the {side} edge, in mm", type=float) for side in sides]
    offset = offset_of_readings(Readings(*read), paper)
    return Printer(printer.name, offset, margins_of(",".join(f"{number:g}" for number in white)))
