"""Views: the pictures of designs as small images, drawn by the very drawing that is printed."""

from collections.abc import Iterable

from PIL import Image

from pressplay.drawing.picture import Picture
from pressplay.exports.images.plates import Cell, Plate, draw, open_pdf, picture
from pressplay.exports.pdf.operators import pictures_pdf
from pressplay.files import ProjectFiles

from .edition import Design

Views = dict[str, Image.Image]  # by the picture's hash


def views(designs: Iterable[Design], px_per_mm: float, most: float, cut: bool = True) -> Views:
    """Each picture of the designs once, no side longer than `most` pixels, transparent where it is cut away."""
    sources: dict[ProjectFiles, dict[str, Picture]] = {}
    for design in designs:
        for seen in design.pictures:
            if seen and design.source:
                sources.setdefault(design.source, {})[seen.hash] = seen
    found: Views = {}
    for files, pictures in sources.items():
        wanted = {digest: seen for digest, seen in pictures.items() if digest not in found}
        found |= _draw_views(wanted, files, px_per_mm, most, cut)
    return found


def _draw_views(pictures: dict[str, Picture], files: ProjectFiles, px_per_mm: float, most: float, cut: bool) -> Views:
    if not pictures:
        return {}
    with open_pdf(pictures_pdf(list(pictures.values()), files)) as document:
        views_by_hash = {}
        for page, (digest, seen) in enumerate(pictures.items()):
            plate = _plate(page, seen, min(px_per_mm, most / max(seen.width, seen.height)), cut)
            views_by_hash[digest] = picture(draw(document, plate), plate).copy()
        return views_by_hash


def _plate(page: int, seen: Picture, scale: float, cut: bool) -> Plate:
    width, height = max(1, round(seen.width * scale)), max(1, round(seen.height * scale))
    return Plate(
        width, height, (Cell(page, 0, 0, width, height),), cut=seen.shape if cut else "", corner=seen.corner * scale
    )
