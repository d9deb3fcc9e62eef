"""SVG for the screen: a piece's picture from the very marks that print, its letters in the fonts that print."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape

from pressplay.drawing.icons import Icon, open_icon
from pressplay.drawing.marks import Art, Begin, End, Ink, Run, Shape, Stamp
from pressplay.drawing.paint import Flat, Linear, Paint, Radial, Stop, Stroke
from pressplay.drawing.picture import Picture
from pressplay.drawing.svg.parts import CURRENT, STRAIGHT, Bundle, IconPart, Outline, PlacedGradient
from pressplay.drawing.type.breaks import SOFT_HYPHEN
from pressplay.drawing.type.font import open_font
from pressplay.files import ProjectFiles
from pressplay.units import MM_PER_PT, num

_WHOLE = 'maskUnits="userSpaceOnUse" x="-10000" y="-10000" width="20000" height="20000"'
APART = "~id~"  # begins every id in the markup: whoever shows it twice on a page puts other words there


def piece_svg(picture: Picture, files: ProjectFiles, font: Callable[[str], str], image: Callable[[str], str]) -> str:
    """The picture with its bleed; `font` names the family of a font's file, `image` the address of an image's."""
    drawing = _Drawing(files, font, image)
    marks: Sequence[Ink] = [*picture.ink, picture.stamp] if picture.stamp else [*picture.ink]
    body = "".join(map(drawing.mark, marks))
    b = picture.bleed
    box = f"{num(-b)} {num(-b)} {num(picture.width + 2 * b)} {num(picture.height + 2 * b)}"
    defs = f"<defs>{''.join(drawing.defs)}</defs>" if drawing.defs else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{defs}{body}</svg>'


def fonts_of(picture: Picture) -> Iterator[tuple[str, str]]:
    """Each font file with a text that is set in it."""
    for mark in (*picture.ink, *([picture.stamp] if picture.stamp else [])):
        if isinstance(mark, Run):
            yield mark.font, mark.text


class _Drawing:
    def __init__(self, files: ProjectFiles, font: Callable[[str], str], image: Callable[[str], str]) -> None:
        self.files = files
        self.font = font
        self.image = image
        self.defs: list[str] = []

    def mark(self, mark: Ink) -> str:
        if isinstance(mark, Shape):
            return self._shape(mark)
        if isinstance(mark, Run):
            return self._run(mark)
        if isinstance(mark, Stamp):
            return self._stamp(mark)
        if isinstance(mark, Art):
            return self._art(mark)
        return "</g>" if isinstance(mark, End) else self._begin(mark)

    def _shape(self, shape: Shape) -> str:
        look = f'd="{shape.path}"' + self._fill(shape.fill)
        look += _stroke(shape.stroke, shape.stroke.color) if shape.stroke else ""
        return f"<path {look}{_faded(shape.opacity)}/>"

    def _fill(self, paint: Paint | None) -> str:
        if paint is None:
            return ' fill="none"'
        if isinstance(paint, Flat):
            return f' fill="{paint.color}"'
        stops = _stops(paint.stops)
        if isinstance(paint, Linear):
            place = f'x1="{num(paint.x1)}" y1="{num(paint.y1)}" x2="{num(paint.x2)}" y2="{num(paint.y2)}"'
        else:
            assert isinstance(paint, Radial)
            place = f'cx="{num(paint.cx)}" cy="{num(paint.cy)}" r="{num(paint.r)}"'
        word = "linearGradient" if isinstance(paint, Linear) else "radialGradient"
        id = self._define(lambda id: f'<{word} id="{id}" gradientUnits="userSpaceOnUse" {place}>{stops}</{word}>')
        return f' fill="url(#{id})"'

    def _define(self, markup: Callable[[str], str]) -> str:
        id = f"{APART}{len(self.defs)}"
        self.defs.append(markup(id))
        return id

    def _run(self, run: Run) -> str:
        look = f'x="{num(run.x)}" y="{num(run.y)}" font-family="{self.font(run.font)}"'
        look += f' font-size="{num(run.size * MM_PER_PT, 4)}" fill="{run.fill.color}"'
        look += f' letter-spacing="{num(run.spacing)}"' if run.spacing else ""
        look += f' word-spacing="{num(run.stretch, 4)}"' if run.stretch else ""
        setting, text = run.setting, run.text
        look += f' lang="{escape(setting.language)}"'
        if not setting.rightward:
            look += ' direction="rtl" unicode-bidi="embed" text-anchor="end"'
        if setting.features:
            features = ", ".join(f"&quot;{tag}&quot; {value}" for tag, value in setting.features)
            look += f' data-features="{features}"'
        if text.endswith(SOFT_HYPHEN):
            text = text[:-1] + "-"  # where a word is parted, it is seen
        return f"<text {look}{_faded(run.opacity)}>{escape(text, quote=False)}</text>"

    def _stamp(self, stamp: Stamp) -> str:
        icon = open_icon(self.files, stamp.icon)
        sx, sy = stamp.box.w / icon.width, stamp.box.h / icon.height
        x, y = stamp.box.x - icon.left * sx, stamp.box.y - icon.top * sy
        matrix = f"matrix({num(sx, 5)} 0 0 {num(sy, 5)} {num(x)} {num(y)})"
        return f'<g transform="{matrix}"{_faded(stamp.opacity)}>{self.icon(icon, stamp.fill.color)}</g>'

    def icon(self, icon: Icon, current: str) -> str:
        """What an icon shows, in its own units; `current` is the colour of the stamp."""
        if icon.image:
            place = f'x="{num(icon.left)}" y="{num(icon.top)}" width="{num(icon.width)}" height="{num(icon.height)}"'
            return f'<image {place} preserveAspectRatio="none" href="{escape(self.image(icon.image))}"/>'
        return self._parts(icon.parts, current)

    def _parts(self, parts: Iterable[IconPart], current: str) -> str:
        return "".join(
            self._bundle(part, current) if isinstance(part, Bundle) else self._outline(part, current) for part in parts
        )

    def _bundle(self, bundle: Bundle, current: str) -> str:
        inner = f"<g{_faded(bundle.opacity)}>{self._parts(bundle.parts, current)}</g>"
        if bundle.mask is not None:
            shown = self._parts(bundle.mask, current)
            by = "luminance" if bundle.by_light else "alpha"
            id = self._define(lambda id: f'<mask id="{id}" mask-type="{by}" {_WHOLE}>{shown}</mask>')
            inner = f'<g mask="url(#{id})">{inner}</g>'
        for clip in bundle.clips:
            outline = f'<path d="{clip.path}" clip-rule="{"evenodd" if clip.even_odd else "nonzero"}"/>'
            id = self._clip(outline)
            inner = f'<g clip-path="url(#{id})">{inner}</g>'
        return inner

    def _clip(self, outline: str) -> str:
        return self._define(lambda id: f'<clipPath id="{id}">{outline}</clipPath>')

    def _outline(self, outline: Outline, current: str) -> str:
        fill = outline.fill
        if isinstance(fill, PlacedGradient):
            look = f' fill="url(#{self._gradient(fill)})"'
        else:
            look = f' fill="{"none" if fill is None else current if fill == CURRENT else fill.color}"'
        look += ' fill-rule="evenodd"' if outline.even_odd else ""
        stroke = outline.stroke
        if stroke:
            look += _stroke(stroke, current if stroke.paint == CURRENT else stroke.color, outline.miter)
            look += f' stroke-dashoffset="{num(outline.phase)}"' if outline.phase else ""
        if outline.matrix != STRAIGHT:
            look += f' transform="matrix({" ".join(num(value, 5) for value in outline.matrix)})"'
        return f'<path d="{outline.path}"{look}/>'

    def _gradient(self, fill: PlacedGradient) -> str:
        names = ("fx", "fy", "fr", "cx", "cy", "r") if fill.radial else ("x1", "y1", "x2", "y2")
        place = " ".join(f'{name}="{num(value, 4)}"' for name, value in zip(names, fill.geometry, strict=True))
        place += f' gradientTransform="matrix({" ".join(num(value, 5) for value in fill.matrix)})"'
        word, stops = "radialGradient" if fill.radial else "linearGradient", _stops(fill.stops)
        return self._define(lambda id: f'<{word} id="{id}" gradientUnits="userSpaceOnUse" {place}>{stops}</{word}>')

    def _art(self, art: Art) -> str:
        box, clip = art.box, art.clip
        place = 'x="{}" y="{}" width="{}" height="{}"'
        shown = place.format(num(clip.x), num(clip.y), num(clip.w), num(clip.h))
        id = self._clip(f"<rect {shown}/>")
        whole = place.format(num(box.x), num(box.y), num(box.w), num(box.h))
        link = escape(self.image(art.file))
        return (
            f'<g clip-path="url(#{id})"{_faded(art.opacity)}>'
            f'<image {whole} preserveAspectRatio="none" href="{link}"/></g>'
        )

    def _begin(self, begin: Begin) -> str:
        look = ""
        if begin.matrix != (1, 0, 0, 1, 0, 0):
            look = f' transform="matrix({" ".join(num(value, 5) for value in begin.matrix)})"'
        if begin.clip:
            path = begin.clip
            id = self._clip(f'<path d="{path}"/>')
            look += f' clip-path="url(#{id})"'
        return f"<g{look}{_faded(begin.opacity)}>"


def _stops(stops: Iterable[Stop]) -> str:
    return "".join(f'<stop offset="{num(stop.at, 4)}" stop-color="{stop.color}"/>' for stop in stops)


def _stroke(stroke: Stroke, color: str, miter: float = 10.0) -> str:
    look = f' stroke="{color}" stroke-width="{num(stroke.width)}"'
    look += f' stroke-dasharray="{" ".join(map(num, stroke.dash))}"' if stroke.dash else ""
    look += f' stroke-linecap="{stroke.cap}"' if stroke.cap != "butt" else ""
    look += f' stroke-linejoin="{stroke.join}"' if stroke.join != "miter" else ""
    return look + (f' stroke-miterlimit="{num(miter)}"' if stroke.join == "miter" else "")


def _faded(opacity: float) -> str:
    return f' opacity="{num(opacity)}"' if opacity < 1 else ""


def icon_svg(icon: Icon, files: ProjectFiles) -> str:
    """An icon by itself."""
    drawing = _Drawing(files, str, str)
    body = drawing.icon(icon, "#000000")
    box = f"{num(icon.left)} {num(icon.top)} {num(icon.width)} {num(icon.height)}"
    defs = f"<defs>{''.join(drawing.defs)}</defs>".replace(APART, "i-")
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{defs}{body.replace(APART, "i-")}</svg>'


def font_bytes(files: ProjectFiles, file: str) -> bytes:
    """A face as a browser takes it: one of a collection or of a variable font is made a file of its own."""
    name = file.partition("#")[0]
    if name == file and not name.lower().endswith(".ttc"):
        return files.read(name)
    font = open_font(files, file)
    return font.subset_for_text("".join(map(chr, font.face.unicodes)))
