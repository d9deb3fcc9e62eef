"""Rendering a package: its images, thumbnails and views of the table, each drawn once for what one sees on it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from pressplay.cache import key_of
from pressplay.drawing.picture import Picture
from pressplay.exports.images.gallery import DRAWN_BY
from pressplay.exports.images.thumbnail import thumbnail
from pressplay.exports.job import Job, OutFile
from pressplay.exports.pdf.operators import pictures_pdf

from .plan import PackagePlan
from .top_view import TableView, overview


@dataclass(frozen=True, slots=True)
class Renderings:
    """What was drawn for a package."""

    images: Sequence[OutFile]  # by their numbers in the gallery; two may be the same file
    thumbnail: bytes
    kind_thumbnails: Mapping[str, bytes]  # kind id → its own, where there are several kinds
    views: Mapping[str, bytes]  # file → the table from above


def render(job: Job, package: PackagePlan) -> Renderings:
    """Draw all images of a package, or find them in the cache."""
    gallery = package.gallery
    images = gallery.develop(lambda some: pictures_pdf(some, job.game.files), job.options.jobs, job.cache)
    # Made when something has to be drawn from it: most builds find their images in the cache.
    renderer = _Renderer(job, package, cache(lambda: pictures_pdf(gallery.pictures, job.game.files)))
    kinds = package.kinds if len(package.kinds) > 1 else ()
    return Renderings(
        images,
        renderer.thumbnail(package.fan),
        {each.kind.id: renderer.thumbnail(each.fan) for each in kinds},
        {name: renderer.view(view) for name, view in package.views.items()},
    )


class _Renderer:
    def __init__(self, job: Job, package: PackagePlan, pdf: Callable[[], bytes]) -> None:
        self.job = job
        self.package = package
        self.pdf = pdf

    def thumbnail(self, fan: Sequence[Picture]) -> bytes:
        pages = [(self.package.gallery.page(front), front) for front in fan]
        key = key_of("thumbnail", DRAWN_BY, fan)
        return self.job.cache.kept(key, lambda: thumbnail(self.pdf(), pages))

    def view(self, view: TableView) -> bytes:
        key = key_of("view", DRAWN_BY, view)
        return self.job.cache.kept(key, lambda: overview(view, self.package.gallery, self.pdf()))
