"""SVG: a picture as inline markup for a page, drawn from the same marks as the PDF."""

from base64 import b64encode
from collections.abc import Iterable, Mapping
from html import escape

from pressplay.drawing.marks import Begin, End, Ink, Run, Shape
from pressplay.drawing.paint import Linear, Radial
from pressplay.drawing.picture import Picture
from pressplay.drawing.type.font import open_font
from pressplay.files import ProjectFiles
from pressplay.units import MM_PER_PT, num


def picture_svg(picture: Picture, fonts: Mapping[str, str], title: str, prefix: str) -> str:
    """A picture of shapes and words; `fonts` names the family of each font file, `prefix` keeps ids apart."""
    box = f"0 0 {num(picture.width)} {num(picture.height)}"
    clips = 0
    parts: list[str] = []
    for mark in picture.ink:
        if isinstance(mark, Begin) and mark.clip:
            clips += 1
            id = f"{prefix}-{clips}"
            parts.append(f'<clipPath id="{id}"><path d="{mark.clip}"/></clipPath>{_begin(mark, id)}')
        else:
            parts.append(_mark(mark, fonts))
    label = f'role="img" aria-label="{escape(title)}"'
    return f'<svg viewBox="{box}" {label}>{"".join(parts)}</svg>'


def font_faces(pictures: Iterable[Picture], fonts: Mapping[str, str], files: ProjectFiles) -> str:
    """CSS that brings the letters in use along, so that the page looks the same everywhere and offline."""
    letters: dict[str, set[str]] = {}
    for picture in pictures:
        for mark in picture.ink:
            if isinstance(mark, Run):
                letters.setdefault(mark.font, set()).update(mark.text)
    faces = []
    for file, used in sorted(letters.items()):
        data = b64encode(open_font(files, file).subset_for_text("".join(sorted(used)))).decode()
        faces.append(f'@font-face {{ font-family: "{fonts[file]}"; src: url(data:font/ttf;base64,{data}); }}')
    return "\n".join(faces)


def _mark(mark: Ink, fonts: Mapping[str, str]) -> str:
    if isinstance(mark, Shape):
        return _shape(mark)
    if isinstance(mark, Run):
        return _run(mark, fonts)
    if isinstance(mark, Begin):
        return _begin(mark, "")
    if isinstance(mark, End):
        return "</g>"
    raise TypeError(f"{type(mark).__name__} has no place in a chart")


def _shape(shape: Shape) -> str:
    if isinstance(shape.fill, Linear | Radial):
        raise TypeError("a gradient has no place in a chart")
    look = f'fill="{shape.fill or "none"}"'
    if shape.stroke:
        look += f' stroke="{shape.stroke.paint}" stroke-width="{num(shape.stroke.width)}"'
        look += f' stroke-dasharray="{" ".join(map(num, shape.stroke.dash))}"' if shape.stroke.dash else ""
    return f'<path d="{shape.path}" {look}{_faded(shape.opacity)}/>'


def _run(run: Run, fonts: Mapping[str, str]) -> str:
    look = f'font-family="{fonts[run.font]}" font-size="{num(run.size * MM_PER_PT)}" fill="{run.fill}"'
    return f'<text x="{num(run.x)}" y="{num(run.y)}" {look}{_faded(run.opacity)}>{escape(run.text, quote=False)}</text>'


def _begin(begin: Begin, clip: str) -> str:
    moved = begin.matrix != (1, 0, 0, 1, 0, 0)
    matrix = f' transform="matrix({" ".join(num(value, 5) for value in begin.matrix)})"' if moved else ""
    return f"<g{matrix}" + (f' clip-path="url(#{clip})"' if clip else "") + f"{_faded(begin.opacity)}>"


def _faded(opacity: float) -> str:
    return f' opacity="{num(opacity)}"' if opacity < 1 else ""
