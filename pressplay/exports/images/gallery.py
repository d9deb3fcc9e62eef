"""A gallery is every image that an export needs: each planned once, drawn together, named by what it shows."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256

import pypdfium2 as pdfium

from pressplay.cache import Cache, key_of
from pressplay.data.pieces import Kind
from pressplay.drawing.picture import Picture
from pressplay.exports.job import OutFile

from . import card_sheet as slots
from .picture_pages import PicturePages
from .plates import PNG, Cell, Plate, join_strips, render, strips

DRAWN_BY = (str(pdfium.PYPDFIUM_INFO), str(pdfium.PDFIUM_INFO))  # another version may draw differently


class Gallery(PicturePages):
    """Collects pictures as the pages of one PDF, and images as plates of cells that show them."""

    def __init__(self, cap: int, form: str) -> None:
        super().__init__()
        self.cap = cap
        self.form = form
        self._plates: dict[Plate, int] = {}
        self._names: list[tuple[str, str, str]] = []  # stem, role and kind of each plate

    def plan(self, plate: Plate, stem: str, role: str, kind: Kind | None = None) -> int:
        """The number of the image that a plate becomes."""
        number = self._plates.setdefault(plate, len(self._names))
        if number == len(self._names):
            self._names.append((stem, role, kind.id if kind else ""))
        return number

    def alone(self, picture: Picture | None, stem: str, role: str, kind: Kind, turn: int = 0, cut: str = "") -> int:
        """The number of an image that shows one picture, or blank paper."""
        size = (kind.size.height, kind.size.width) if turn else (kind.size.width, kind.size.height)
        width, height = slots.fit(*size, self.cap)
        cells = (Cell(self.page(picture), 0, 0, width, height, turn),) if picture else ()
        if cut:
            corner = kind.size.corner / kind.size.width * width
            return self.plan(Plate(width, height, cells, cut=cut, corner=corner), stem, role, kind)
        return self.plan(Plate(width, height, cells, self.form), stem, role, kind)

    def develop(self, pdf: Callable[[Sequence[Picture]], bytes], jobs: int, cache: Cache) -> list[OutFile]:
        """All images, in the order of their numbers; what was drawn for an earlier build is not drawn again."""
        plates = list(self._plates)
        keyed = [[(self._key(part), part) for part in strips(plate)] for plate in plates]
        parts = {key: part for pairs in keyed for key, part in pairs}
        drawn = {key: found for key in parts if (found := cache.get(key)) is not None}
        missing = {key: part for key, part in parts.items() if key not in drawn}
        for key, data in zip(missing, self._rendered(list(missing.values()), pdf, jobs)):
            drawn[key] = data
            cache.put(key, data)
        files = []
        for plate, pairs, (stem, role, kind) in zip(plates, keyed, self._names):
            data = join_strips([drawn[key] for key, _ in pairs], plate)
            ending = PNG if plate.cut else plate.form
            digest = _digest(data, [key for key, _ in pairs], cache)
            files.append(OutFile(f"tts/{stem}-{digest[:12]}.{ending}", role, data, kind=kind, digest=digest))
        return files

    def _rendered(self, plates: list[Plate], pdf: Callable[[Sequence[Picture]], bytes], jobs: int) -> list[bytes]:
        """Plates drawn from a PDF of just the pictures they show."""
        if not plates:
            return []
        pages = sorted({cell.page for plate in plates for cell in plate.cells})
        place = {page: index for index, page in enumerate(pages)}
        moved = [
            replace(plate, cells=tuple(replace(cell, page=place[cell.page]) for cell in plate.cells))
            for plate in plates
        ]
        return render(pdf([self.pictures[page] for page in pages]), moved, jobs)

    def _key(self, plate: Plate) -> str:
        """All that an image depends on: what its cells show, where, and who draws it."""
        shown = [self.pictures[cell.page] for cell in plate.cells]
        anywhere = replace(plate, cells=tuple(replace(cell, page=0) for cell in plate.cells))
        return key_of("image", DRAWN_BY, anywhere, shown)


def _digest(data: bytes, keys: Sequence[str], cache: Cache) -> str:
    """The hash of an image, by the keys of its parts: to look it up is quicker than to work it out again."""
    return cache.kept(key_of("digest", keys), lambda: sha256(data).hexdigest().encode()).decode()
