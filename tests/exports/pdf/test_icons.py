"""Icons as other programs export them look as a browser draws them."""

import subprocess
from collections.abc import Callable
from html import escape
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops

from pressplay.drawing.box import Box
from pressplay.drawing.icons import open_icon
from pressplay.drawing.marks import Stamp
from pressplay.drawing.paint import Flat
from pressplay.drawing.picture import Picture
from pressplay.exports.pdf.operators import pictures_pdf
from pressplay.files import ProjectFiles

SIDE = 96  # pixels and units of each icon
# How drawing programs and icon sets write: each entry is the inside of an <svg> of 96 × 96.
DRAWN = {
    "ground": '<path d="M0 0h96v96H0z"/><path fill="#fff" d="M48 8l30 80H18z"/>',
    "style": '<style>.a{fill:none;stroke:#0a0;stroke-width:6}</style><circle class="a" cx="48" cy="48" r="30"/>',
    "opaque": '<g opacity=".5"><path fill="#c00" d="M8 8h50v50H8z"/><path fill="#00c" d="M38 38h50v50H38z"/></g>',
    "see-through": '<path fill="#c00" d="M8 8h50v50H8z"/><path fill="rgba(0,0,204,.5)" d="M38 38h50v50H38z"/>',
    "linear": '<linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop stop-color="gold"/><stop offset="100%" '
    'stop-color="#c00"/></linearGradient><rect width="80" height="60" x="8" y="18" rx="12" fill="url(#g)"/>',
    "radial": '<defs><radialGradient id="a" gradientUnits="userSpaceOnUse" cx="40" cy="40" r="44"><stop offset=".2" '
    'stop-color="#fff"/><stop offset="1" stop-color="#06c"/></radialGradient><radialGradient id="g" href="#a" '
    'gradientTransform="translate(20 0) scale(.6 1)"/></defs><circle cx="48" cy="48" r="44" fill="url(#g)"/>',
    "fading": '<linearGradient id="g"><stop stop-color="#c00"/><stop offset="1" stop-color="#c00" stop-opacity="0"/>'
    '</linearGradient><path fill="#0cc" d="M0 40h96v16H0z"/><path fill="url(#g)" d="M8 8h80v80H8z"/>',
    "clip": '<clipPath id="c"><circle cx="48" cy="48" r="30"/></clipPath><g clip-path="url(#c)"><path fill="#c60" '
    'd="M0 0h96v96H0z"/><path fill="#fff" d="M0 40h96v16H0z"/></g>',
    "two clips": '<clipPath id="c"><path d="M8 8h50v50H8z"/><circle cx="66" cy="66" r="24"/></clipPath>'
    '<path clip-path="url(#c)" fill="#093" d="M0 0h96v96H0z"/>',
    "mask": '<mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="96" height="96"><path fill="#fff" '
    'd="M8 8h80v80H8z"/><circle cx="48" cy="48" r="20"/></mask><path mask="url(#m)" fill="#906" d="M0 0h96v96H0z"/>',
    "alpha mask": '<mask id="m" style="mask-type:alpha" maskUnits="userSpaceOnUse" x="0" y="0" width="96" height="96">'
    '<path fill="#d9d9d9" d="M16 16h64v64H16z"/></mask><g mask="url(#m)"><circle cx="48" cy="48" r="40"/></g>',
    "symbol": '<symbol id="s" viewBox="0 0 10 10"><path fill="#639" d="M0 0h10L5 10z"/></symbol>'
    '<use href="#s" x="8" y="8" width="40" height="40"/><use href="#s" x="48" y="48" width="40" height="40"/>',
    "bent": '<g transform="translate(10 20) scale(2 .7) skewX(15)"><rect x="2" y="4" width="26" height="50" '
    'fill="#fd6" stroke="#024" stroke-width="5"/></g>',
    "dashes": '<path d="M10 80Q48 -40 86 80" fill="none" stroke="#024" stroke-width="6" stroke-dasharray="14 9" '
    'stroke-dashoffset="5" stroke-linecap="round"/>',
    "even-odd": '<path fill-rule="evenodd" fill="#c30" d="M8 8h80v80H8zM28 28h40v40H28z"/>',
    "miter": '<path d="M20 88L48 30L76 88M10 50l60 -12l-60 -12" fill="none" stroke="#333" stroke-width="8"/>',
    "below": '<circle cx="48" cy="48" r="30" fill="#fc0" stroke="#036" stroke-width="20" paint-order="stroke"/>',
    "layers": '<g xmlns:inkscape="urn:i" inkscape:groupmode="layer" style="display:none"><path d="M0 0h96v96z"/></g>'
    '<g style="display:inline"><ellipse cx="12mm" cy="48" rx="20" ry="40" style="fill:hsl(200,80%,40%)"/></g>',
}


def svg(inside: str, more: str = "") -> str:
    head = f'xmlns="http://www.w3.org/2000/svg" width="{SIDE}" height="{SIDE}" viewBox="0 0 {SIDE} {SIDE}"'
    return f"<svg {head}{more}>{inside}</svg>"


def ours(folder: Path) -> dict[str, Image.Image]:
    box = Box(0, 0, SIDE, SIDE)
    for name, inside in DRAWN.items():
        (folder / f"{name}.svg").write_text(svg(inside), "utf-8")
    stamps = [Stamp(f"{name}.svg", box, Flat("#000000")) for name in DRAWN]
    pictures = [Picture(SIDE, SIDE, 0.0, "rect", 0.0, (stamp,)) for stamp in stamps]
    document = pypdfium2.PdfDocument(pictures_pdf(pictures, ProjectFiles(folder)))
    scale = SIDE / document[0].get_width()
    return {name: page.render(scale=scale).to_pil().convert("RGB") for name, page in zip(DRAWN, document)}


def browsers(folder: Path, chromium: str) -> dict[str, Image.Image]:
    """Each drawing as an image of a page, so that none knows the ids of another."""
    images = "".join(
        f'<img style="position:absolute;left:0;top:{index * SIDE}px" src="data:image/svg+xml,{_quoted(inside)}">'
        for index, inside in enumerate(DRAWN.values())
    )
    (folder / "page.html").write_text(f"<body style='margin:0;background:#fff'>{images}", "utf-8")
    shot = folder / "shot.png"
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1"]
    size = f"--window-size={SIDE},{SIDE * len(DRAWN)}"
    profile = f"--user-data-dir={folder / 'profile'}"
    command = [chromium, *options, profile, size, f"--screenshot={shot}", str(folder / "page.html")]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    whole = Image.open(shot).convert("RGB")
    tops = {name: index * SIDE for index, name in enumerate(DRAWN)}
    return {name: whole.crop((0, top, SIDE, top + SIDE)) for name, top in tops.items()}


def _quoted(inside: str) -> str:
    return escape(svg(inside).replace("%", "%25").replace("#", "%23"))


def test_icons_look_as_a_browser_draws_them(tool: Callable[[str], str], tmp_path: Path) -> None:
    mine, theirs = ours(tmp_path), browsers(tmp_path, tool("chromium"))
    far = {}
    for name in DRAWN:
        difference = ImageChops.difference(mine[name], theirs[name]).convert("L")
        # Edges may be smoothed otherwise; an outline, a colour or a place that is wrong differs in whole areas.
        far[name] = sum(count for value, count in enumerate(difference.histogram()) if value > 40) / SIDE**2
    assert {name: share for name, share in far.items() if share > 0.012} == {}


def test_an_image_is_an_icon_too(tmp_path: Path) -> None:
    image = Image.new("RGBA", (40, 20), (200, 0, 0, 255))
    image.paste((0, 0, 200, 255), (0, 10, 40, 20))
    data = BytesIO()
    image.save(data, "PNG")
    (tmp_path / "two.png").write_bytes(data.getvalue())
    icon = open_icon(ProjectFiles(tmp_path), "two.png")
    assert (icon.width, icon.height, icon.image) == (40, 20, "two.png")
    stamp = Stamp("two.png", Box(10, 10, 20, 10), Flat("#00ff00"))
    pdf = pictures_pdf([Picture(40, 30, 0.0, "rect", 0.0, (stamp,))], ProjectFiles(tmp_path))
    drawn = pypdfium2.PdfDocument(pdf)[0].render(scale=2).to_pil().convert("RGB")

    def at(x: float, y: float) -> tuple[int, ...]:
        found = drawn.getpixel((round(x / 40 * drawn.width), round(y / 30 * drawn.height)))
        assert isinstance(found, tuple)
        return found

    assert at(20, 12) == pytest.approx((200, 0, 0), abs=3), "the upper half lies above"
    assert at(20, 18) == pytest.approx((0, 0, 200), abs=3)
    assert at(5, 15) == (255, 255, 255)
