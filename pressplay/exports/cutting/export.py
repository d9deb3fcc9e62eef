"""Cut files of a deck: for each printed sheet its paths, as SVG and as DXF."""

from collections.abc import Iterator

from pressplay.exports.job import OutFile
from pressplay.sheets.sheet import CutOutline, Deck, Sheet

from . import dxf, svg
from .paths import CutPath, cut_path

_COLUMN = {"through": "Cut", "kiss": "Kiss"}


def cut_files(deck: Deck, game: str, role: str, cut: str) -> Iterator[OutFile]:
    """Two files a sheet that is cut: what lies on its front."""
    for sheet in deck.sheets:
        if sheet.outlines:
            path = f"print/{game}-{deck.name}-cut/{sheet.label}"
            paths = list(_paths(sheet, cut))
            yield OutFile(f"{path}.svg", role, svg.write(paths, sheet.width, sheet.height), deck.paper.name)
            yield OutFile(f"{path}.dxf", role, dxf.write(paths, sheet.height), deck.paper.name)


def _paths(sheet: Sheet, cut: str) -> Iterator[CutPath]:
    """Every piece by itself; kiss-cut, also what goes through the backing: a block at a time."""
    for outline in sheet.outlines:
        yield cut_path(outline, _COLUMN[cut])
    if cut == "kiss":
        for block in sheet.blocks:
            yield cut_path(CutOutline(block), _COLUMN["through"])
