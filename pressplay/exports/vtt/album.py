"""An album: every image of a .vtt file once, under the name that the format wants: checksum and length."""

import zlib
from collections.abc import Sequence

from pressplay.drawing.box import Box
from pressplay.drawing.picture import Picture
from pressplay.exports.images import card_sheet as slots
from pressplay.exports.images.picture_pages import PicturePages
from pressplay.exports.images.plates import JPEG, Cell, Part, Plate, render
from pressplay.exports.images.thumbnail import thumbnail
from pressplay.exports.job import Job
from pressplay.exports.pdf.operators import pictures_pdf


class Album(PicturePages):
    """Images are planned first, then drawn together, then asked for by their numbers."""

    def __init__(self, job: Job) -> None:
        super().__init__()
        self.job = job
        self._plates: dict[Plate, int] = {}
        self._made: list[bytes] = []
        self._fan: list[tuple[int, Picture]] = []
        self._cover = b""

    def plan(self, shown: Picture, most: int, box: Box | None = None, turn: int = 0) -> int:
        """The number of an image of a picture, or of a part of it, that is not longer than `most` pixels."""
        around = box or Box(0, 0, shown.width, shown.height)
        width, height = slots.fit(around.w, around.h, most)
        cut = "" if box else shown.shape if shown.form.is_cut_out else ""
        part: Part | None = None
        if box:
            part = box.x / shown.width, box.y / shown.height, box.w / shown.width, box.h / shown.height
        plate = Plate(width, height, (Cell(self.page(shown), 0, 0, width, height, turn, part),), JPEG, cut)
        return self._plates.setdefault(plate, len(self._plates))

    def cover(self, shown: Sequence[Picture]) -> None:
        """The pieces that the game is shown by."""
        self._fan = [(self.page(each), each) for each in shown]

    def develop(self, jobs: int) -> None:
        pdf = pictures_pdf(self.pictures, self.job.game.files)
        self._made = render(pdf, list(self._plates), jobs)
        self._cover = thumbnail(pdf, self._fan)

    def url(self, number: int) -> str:
        return "/" + _asset(self._made[number])

    @property
    def cover_url(self) -> str:
        return "/" + _asset(self._cover)

    def files(self) -> dict[str, bytes]:
        return {_asset(data): data for data in (self._cover, *self._made)}


def _asset(data: bytes) -> str:
    checksum = zlib.crc32(data)
    return f"assets/{checksum - 2**32 if checksum >= 2**31 else checksum}_{len(data)}"
