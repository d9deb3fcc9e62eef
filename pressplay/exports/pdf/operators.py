"""Ink: the marks of pictures as PDF operators, each mark written once however often it is drawn.

Everything is drawn in millimetres with y downwards, as pictures are: a page starts with one
matrix that turns points upside down into millimetres, and paths go out nearly as they stand.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from pressplay.drawing.box import Box
from pressplay.drawing.icons import open_icon
from pressplay.drawing.marks import Art, Begin, End, Ink, Run, Shape, Stamp
from pressplay.drawing.paint import Flat, Linear, Radial, Stroke
from pressplay.drawing.path import Path
from pressplay.drawing.picture import Picture
from pressplay.drawing.svg.parts import CURRENT, STRAIGHT, Bundle, Clipping, IconPart, Outline, PlacedGradient
from pressplay.files import ProjectFiles
from pressplay.sheets.sheet import Note
from pressplay.units import MM_PER_PT, PT_PER_MM, num

from .document import Bookmark, Four, PdfDocument
from .embed import embed

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_FADED = "\0"  # stands where a faded group begins: it cannot be written mark by mark


class _Scales(dict[float, str]):
    """The start of a text's matrix by its size in points."""

    def __missing__(self, size: float) -> str:
        em = num(size * MM_PER_PT, 4)
        scale = self[size] = f"{em} 0 0 -{em}"
        return scale


class MarkWriter(dict[Ink, str]):
    """Operators of one document's marks: a mark that was met before is merely looked up."""

    def __init__(self, document: PdfDocument) -> None:
        super().__init__()
        self.document = document
        self._forms: dict[Picture, str] = {}
        self._icons: dict[tuple[str, str, bool], tuple[str, Four]] = {}
        self._images: dict[str, str] = {}
        self._shadings: dict[Linear | Radial, str] = {}
        self._scales = _Scales()

    def draw(self, picture: Picture) -> str:
        """All of a picture, in its own millimetres."""
        marks: Sequence[Ink] = [*picture.ink] if picture.stamp is None else [*picture.ink, picture.stamp]
        operators = "\n".join(map(self.__getitem__, marks))
        if _FADED in operators:
            reach = 2 * (picture.width + picture.height)
            return "\n".join(self._grouped(iter(marks), (-reach, -reach, reach, reach)))
        return operators

    def form(self, picture: Picture) -> str:
        """The name of a form that holds a picture with its bleed."""
        name = self._forms.get(picture)
        if name is None:
            b = picture.bleed
            box = (-b, -b, picture.width + b, picture.height + b)
            name = self._forms[picture] = self.document.form(self.draw(picture), box)
        return name

    def text(self, note: Note, font: str, fill: str) -> str:
        """A line of text whose baseline starts where the note says, turned clockwise by quarters."""
        em = num(note.size * MM_PER_PT, 4)
        matrices = {0: f"{em} 0 0 -{em}", 90: f"0 {em} {em} 0", 180: f"-{em} 0 0 {em}", 270: f"0 -{em} -{em} 0"}
        place = f"{matrices[note.turn]} {num(note.x)} {num(note.y)} Tm"
        face = self.document.typeface(font)
        return f"BT {color(fill)} /{face.name} 1 Tf {place} {face.show(note.text)} ET"

    def __missing__(self, mark: Ink) -> str:
        if type(mark) is Run:
            operators = self._run(mark)
        elif type(mark) is Shape:
            operators = self._shape(mark)
        elif type(mark) is Stamp:
            operators = self._stamp(mark)
        elif type(mark) is End:
            operators = "Q"
        elif type(mark) is Begin:
            operators = _FADED if mark.opacity < 1 else _begin(mark)
        else:
            assert type(mark) is Art
            operators = self._art(mark)
        self[mark] = operators
        return operators

    def _run(self, run: Run) -> str:
        em = run.size * MM_PER_PT
        face = self.document.typeface(run.font)
        shown = face.show(run.text, run.setting, run.stretch / em, run.spacing / em)
        place = f"{self._scales[run.size]} {num(run.x)} {num(run.y)} Tm"
        operators = f"BT {color(run.fill.color)} /{face.name} 1 Tf {place} {shown} ET"
        return self._faded(operators, run.opacity)

    def _shape(self, shape: Shape) -> str:
        path = path_operators(shape.path)
        parts: list[str] = []
        fill, stroke = shape.fill, shape.stroke
        if isinstance(fill, Linear | Radial):
            parts.append(f"q {path} W n /{self._shading(fill)} sh Q")
            fill = None
        setting = [color(fill.color)] if fill else []
        if stroke:
            setting.append(f"{color(stroke.color, stroke=True)} {num(stroke.width)} w")
            if not stroke.is_plain:
                dash = " ".join(map(num, stroke.dash))
                setting.append(f"[{dash}] 0 d {_CAPS[stroke.cap]} J {_JOINS[stroke.join]} j")
        if setting:
            parts.append(f"{' '.join(setting)} {path} {_painting(fill, stroke)}")
        operators = " ".join(parts)
        if shape.opacity < 1:
            return self._faded(operators, shape.opacity)
        return operators if stroke is None or stroke.is_plain else f"q {operators} Q"

    def _shading(self, paint: Linear | Radial) -> str:
        name = self._shadings.get(paint)
        if name is None:
            if isinstance(paint, Radial):
                at = [paint.cx, paint.cy, 0, paint.cx, paint.cy, paint.r]
            else:
                at = [paint.x1, paint.y1, paint.x2, paint.y2]
            colors = [(_rgb(stop.color), stop.at) for stop in paint.stops]
            name = self._shadings[paint] = self.document.shading(isinstance(paint, Radial), at, colors)
        return name

    def _stamp(self, stamp: Stamp) -> str:
        name, (left, top, width, height) = self._icon(stamp.icon, stamp.fill.color, stamp.opacity < 1)
        sx, sy = stamp.box.w / width, stamp.box.h / height
        place = f"{num(sx, 5)} 0 0 {num(sy, 5)} {num(stamp.box.x - left * sx)} {num(stamp.box.y - top * sy)} cm"
        fade = f"/{self.document.fade(stamp.opacity)} gs " if stamp.opacity < 1 else ""
        return f"q {fade}{place} /{name} Do Q"

    def _icon(self, file: str, fill: str, group: bool) -> tuple[str, Four]:
        known = self._icons.get((file, fill, group))
        if known is None:
            icon = open_icon(self.document.files, file)
            box = (icon.left, icon.top, icon.left + icon.width, icon.top + icon.height)
            if icon.image:
                place = f"{num(icon.width)} 0 0 {num(-icon.height)} 0 {num(icon.height)}"
                operators = f"{place} cm /{embed(self.document, icon.image)} Do"
            else:
                operators = self._icon_parts(icon.parts, fill, box)
            name = self.document.form(operators, box, group)
            known = self._icons[file, fill, group] = name, (icon.left, icon.top, icon.width, icon.height)
        return known

    def _icon_parts(self, parts: Iterable[IconPart], current: str, box: Four) -> str:
        """The parts of an icon; `current` is the colour of the stamp."""
        return "\n".join(
            self._bundle(part, current, box) if isinstance(part, Bundle) else self._outline(part, current)
            for part in parts
        )

    def _bundle(self, bundle: Bundle, current: str, box: Four) -> str:
        inner = self._icon_parts(bundle.parts, current, box)
        states: list[str] = []
        if bundle.mask is not None:
            mask = self.document.form(self._icon_parts(bundle.mask, current, box), box, group=True)
            states.append(self.document.soft_mask(mask, bundle.by_light))
        if bundle.opacity < 1:
            states.append(self.document.fade(bundle.opacity))
        clips = "".join(f"{path_operators(clip.path)} {_clipping(clip)} n " for clip in bundle.clips)
        if states:
            setting = " ".join(f"/{state} gs" for state in states)
            inner = f"{setting} /{self.document.form(inner, box, group=True)} Do"
        return f"q {clips}{inner} Q"

    def _outline(self, outline: Outline, current: str) -> str:
        fill, stroke = outline.fill, outline.stroke
        if isinstance(fill, PlacedGradient):
            return self._gradient(outline, fill)
        setting = color(current if fill == CURRENT else fill.color) if fill else ""
        if stroke:
            shade = current if stroke.paint == CURRENT else stroke.color
            ends = f"{_CAPS[stroke.cap]} J {_JOINS[stroke.join]} j"
            ends += f" {num(outline.miter)} M" if stroke.join == "miter" else ""
            ends += f" [{' '.join(map(num, stroke.dash))}] {num(outline.phase)} d" if stroke.dash else ""
            setting += f" {color(shade, stroke=True)} {num(stroke.width)} w {ends}"
        paint = _painting(fill, stroke)
        if outline.even_odd and fill:
            paint += "*"
        drawn = f"{setting} {path_operators(outline.path)} {paint}"
        if outline.matrix != STRAIGHT:
            drawn = f"{' '.join(num(value, 5) for value in outline.matrix)} cm {drawn}"
        return f"q {drawn} Q" if outline.matrix != STRAIGHT or (stroke and stroke.dash) else drawn

    def _gradient(self, outline: Outline, fill: PlacedGradient) -> str:
        colors = [(_rgb(stop.color), stop.at) for stop in fill.stops]
        shading = self.document.shading(fill.radial, fill.geometry, colors)
        matrix = " ".join(num(value, 5) for value in fill.matrix)
        clip = "W*" if outline.even_odd else "W"
        return f"q {path_operators(outline.path)} {clip} n {matrix} cm /{shading} sh Q"

    def _art(self, art: Art) -> str:
        name = self._images.get(art.file)
        if name is None:
            name = self._images[art.file] = embed(self.document, art.file)
        box = art.box
        place = f"{num(box.w)} 0 0 {num(-box.h)} {num(box.x)} {num(box.bottom)} cm"
        return self._faded(f"q {art.clip} re W n {place} /{name} Do Q", art.opacity)

    def _faded(self, operators: str, opacity: float) -> str:
        return operators if opacity >= 1 else f"q /{self.document.fade(opacity)} gs {operators} Q"

    def _grouped(self, marks: Iterable[Ink], reach: Four) -> list[str]:
        """Marks up to the end of their group; a faded group becomes a form, so that it fades as one."""
        parts: list[str] = []
        for mark in marks:
            if type(mark) is Begin:
                inner = "\n".join([_begin(mark), *self._grouped(marks, reach)])
                if mark.opacity < 1:
                    name = self.document.form(inner, reach, group=True)
                    inner = f"q /{self.document.fade(mark.opacity)} gs /{name} Do Q"
                parts.append(inner)
            else:
                parts.append(self[mark])
                if type(mark) is End:
                    break
        return parts


def pictures_pdf(
    pictures: Sequence[Picture],
    files: ProjectFiles,
    title: str = "pressplay",
    language: str = "en",
    bleed: bool = False,
    bookmarks: Sequence[Bookmark] = (),
) -> bytes:
    """A document with a page for each picture, at its trimmed size or with its bleed around it."""
    document = PdfDocument(files, title, language)
    ink = MarkWriter(document)
    for picture in pictures:
        b = picture.bleed if bleed else 0.0
        page = Box(-b, -b, picture.width + 2 * b, picture.height + 2 * b)
        add_page(document, ink.draw(picture), page, Box(0, 0, picture.width, picture.height), page)
    return document.finish(bookmarks=bookmarks)


def points(box: Box, page: Box) -> Four:
    """A box of a drawing in millimetres as PDF counts it on a page: left, bottom, right and top in points."""
    left, bottom = box.x - page.x, page.bottom - box.bottom
    return (left * PT_PER_MM, bottom * PT_PER_MM, (left + box.w) * PT_PER_MM, (bottom + box.h) * PT_PER_MM)


def add_page(document: PdfDocument, operators: str, page: Box, trim: Box, bleed: Box) -> None:
    """Add a page that shows the box `page` of a drawing in millimetres."""
    s = num(PT_PER_MM, 6)
    start = f"{s} 0 0 -{s} {num(-page.x * PT_PER_MM, 4)} {num(page.bottom * PT_PER_MM, 4)} cm"
    size = (page.w * PT_PER_MM, page.h * PT_PER_MM)
    document.page(f"{start}\n{operators}\n", size, {"TrimBox": points(trim, page), "BleedBox": points(bleed, page)})


def path_operators(path: Path) -> str:
    """A path with its operators behind their numbers."""
    drawn = path.spelled("mlch")
    return drawn if path.kinds.endswith("Z") else f"{drawn} "


@lru_cache(maxsize=4096)
def color(value: str, stroke: bool = False) -> str:
    """The operator that sets a colour; greys are written as grey, so that black prints with black ink alone."""
    r, g, b = (num(part, 4) for part in _rgb(value))
    if r == g == b:
        return f"{r} {'G' if stroke else 'g'}"
    return f"{r} {g} {b} {'RG' if stroke else 'rg'}"


def _rgb(value: str) -> tuple[float, float, float]:
    return int(value[1:3], 16) / 255, int(value[3:5], 16) / 255, int(value[5:7], 16) / 255


def _begin(begin: Begin) -> str:
    matrix = " ".join(num(value, 5) for value in begin.matrix)
    clip = f" {path_operators(begin.clip)} W n" if begin.clip else ""
    return f"q {matrix} cm{clip}" if matrix != "1 0 0 1 0 0" else f"q{clip}"


def _clipping(clip: Clipping) -> str:
    return "W*" if clip.even_odd else "W"


def _painting(fill: Flat | None, stroke: Stroke | None) -> str:
    """The operator that paints a path."""
    return "S" if fill is None else "f" if stroke is None else "B"
