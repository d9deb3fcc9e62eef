"""Views: the pictures of designs as small images, drawn by the very drawing that is printed."""

from collections.abc import Iterable
from pathlib import Path

from PIL import Image

from ..edition import Design
from ..picture import Picture
from .ink import pictures_pdf
from .pixels import Cell, Plate, draw, opened, picture

Views = dict[str, Image.Image]  # by the picture's hash


def views(designs: Iterable[Design], px_per_mm: float, most: float = 0) -> Views:
    """Each picture of the designs once, cut to its shape; `most` is the longest side in pixels, if there is one."""
    roots: dict[Path, dict[str, Picture]] = {}
    for design in designs:
        for seen in design.pictures:
            if seen and design.root:
                roots.setdefault(design.root, {})[seen.hash] = seen
    found: Views = {}
    for root, pictures in roots.items():
        wanted = {digest: seen for digest, seen in pictures.items() if digest not in found}
        found |= _drawn(wanted, root, px_per_mm, most)
    return found


def _drawn(pictures: dict[str, Picture], root: Path, px_per_mm: float, most: float) -> Views:
    if not pictures:
        return {}
    with opened(pictures_pdf(list(pictures.values()), root)) as document:
        made = {}
        for page, (digest, seen) in enumerate(pictures.items()):
            plate = _plate(page, seen, px_per_mm, most)
            made[digest] = picture(draw(document, plate), plate).copy()
        return made


def _plate(page: int, seen: Picture, px_per_mm: float, most: float) -> Plate:
    longest = max(seen.width, seen.height)
    scale = min(px_per_mm, most / longest) if most else px_per_mm
    width, height = max(1, round(seen.width * scale)), max(1, round(seen.height * scale))
    cut = seen.shape if seen.shape in ("circle", "hex") else "rect"
    return Plate(width, height, (Cell(page, 0, 0, width, height),), cut=cut, corner=seen.corner * scale)
