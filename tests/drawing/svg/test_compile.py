"""SVG files are compiled: every notation comes to the same outlines, and what cannot be drawn is told with its line."""

import pytest

from pressplay.drawing.svg.compile import compile_svg, without_ground
from pressplay.drawing.svg.parts import CURRENT, Bundle, IconPart, Outline, PlacedGradient
from pressplay.drawing.svg.tree import IconMistake

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 24">'


def compiled(body: str) -> tuple[IconPart, ...]:
    return compile_svg(f"{HEAD}{body}</svg>").parts


def outline(body: str) -> Outline:
    (part,) = compiled(body)
    assert isinstance(part, Outline)
    return part


def paint_of(fill: str) -> object:
    return outline(f'<path d="M0 0h9v9z" fill="{fill}"/>').fill


@pytest.mark.parametrize(
    "written",
    ["#fff", "#FFF", "#ffffff", "white", "rgb(255,255,255)", "rgb(100% 100% 100%)", "hsl(0, 0%, 100%)", "#ffff"],
)
def test_white_is_white_however_it_is_written(written: str) -> None:
    fill = paint_of(written)
    assert getattr(fill, "color", "") == "#ffffff"


@pytest.mark.parametrize("written", ["black", "#000", "#000000", "currentColor", "rgb(0,0,0)", "hsl(0 0% 0%)"])
def test_black_and_the_current_colour_take_the_stamps(written: str) -> None:
    assert paint_of(written) == CURRENT


@pytest.mark.parametrize(
    ("written", "color"),
    [
        ("tomato", "#ff6347"),
        ("#1a2b3cff", "#1a2b3c"),
        ("rgb(1 2 3 / 1)", "#010203"),
        ("hsl(120deg 100% 25%)", "#008000"),
    ],
)
def test_colours_are_read_as_css_writes_them(written: str, color: str) -> None:
    assert getattr(paint_of(written), "color", "") == color


@pytest.mark.parametrize(
    "body",
    [
        '<path fill="#c00" d="M2 2H20V20H2Z"/>',
        '<path style="fill:#cc0000;stroke:none" d="M2 2H20V20H2Z"/>',
        '<style>.a{fill:#c00}</style><path class="b a" d="M2 2H20V20H2Z"/>',
        "<style>/* red */ path , .x { fill : red } #it.a > path { fill: #c00 !important; }</style>"
        '<g id="it" class="a"><path d="M2 2H20V20H2Z"/></g>',
        '<g fill="#c00"><rect x="2" y="2" width="18" height="18"/></g>',
        '<g style="--ink:#c00"><path fill="var(--ink, blue)" d="M2 2H20V20H2Z"/></g>',
        '<g color="#c00"><path fill="currentColor" d="M2 2H20V20H2Z"/></g>',
        '<defs><path id="p" d="M1 1h9v9H1z"/></defs><use xlink:href="#p" fill="#c00" transform="scale(2)"/>',
        '<defs><path id="p" d="M0 0H18V18H0Z"/></defs><g fill="#c00"><use href="#p" x="2" y="2"/></g>',
        '<path fill="#c00" transform="translate(2 2) rotate(0) matrix(9 0 0 9 0 0)" d="M0 0h2v2h-2z"/>',
        '<polygon fill="#c00" points="2,2 20,2 20,20 2,20"/>',
        '<rect fill="#c00" x="2px" y="2" width="75%" height="13.5pt"/>',
        '<switch><foreignObject requiredExtensions="x"/><g><path fill="#c00" d="M2 2H20V20H2Z"/></g></switch>',
        '<g display="none"><path d="M0 0h24v24z"/></g><path fill="#c00" d="M2 2H20V20H2Z"/>',
        '<path visibility="hidden" d="M0 0h24v24z"/><path fill="#c00" d="M2 2H20V20H2Z"/>',
        '<x:thing xmlns:x="urn:editor"><path d="M0 0h24v24z"/></x:thing><path fill="#c00" d="M2 2H20V20H2Z"/>',
    ],
)
def test_every_notation_comes_to_the_same_square(body: str) -> None:
    found = outline(body)
    assert getattr(found.fill, "color", "") == "#cc0000"
    assert (found.path.box.x, found.path.box.y, found.path.box.right, found.path.box.bottom) == (2, 2, 20, 20)


def test_entities_that_shorten_addresses_are_read() -> None:
    text = '<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]><svg xmlns="&ns;"><path d="M0 0h9v9z"/></svg>'
    assert len(compile_svg(text).parts) == 1


def test_a_gradient_is_placed_over_its_shape() -> None:
    fade = '<linearGradient id="g"><stop stop-color="#fff"/><stop offset="1" style="stop-color:#c00"/></linearGradient>'
    fill = outline(f'{fade}<path fill="url(#g)" d="M2 4h10v6H2z"/>').fill
    assert isinstance(fill, PlacedGradient)
    assert list(fill.geometry) == [0, 0, 1, 0]
    assert list(fill.matrix) == [10, 0, 0, 6, 2, 4]
    assert [stop.color for stop in fill.stops] == ["#ffffff", "#cc0000"]


def test_what_is_faded_or_masked_is_so_as_a_whole() -> None:
    (faded,) = compiled('<g opacity=".5"><path d="M0 0h9v9z"/><path d="M4 0h9v9z"/></g>')
    assert isinstance(faded, Bundle) and faded.opacity == 0.5 and len(faded.parts) == 2
    (masked,) = compiled('<mask id="m"><path fill="#000" d="M0 0h9v9z"/></mask><path mask="url(#m)" d="M0 0h9v9z"/>')
    assert isinstance(masked, Bundle) and masked.mask
    (dark,) = masked.mask
    assert isinstance(dark, Outline) and getattr(dark.fill, "color", "") == "#000000", "black hides, it is no ink"


def test_a_small_drawing_keeps_its_curves() -> None:
    small = compile_svg('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M.1234 0h.5v.5z"/></svg>')
    (part,) = small.parts
    assert isinstance(part, Outline) and small.width == 512
    assert part.path.box.x / small.width == pytest.approx(0.1234, abs=1e-5)


@pytest.mark.parametrize("figure", ["#fff", "white"])
def test_a_square_ground_is_dropped_and_its_figure_takes_the_stamps_colour(figure: str) -> None:
    art = compile_svg(f'{HEAD}<path d="M0 0h24v24H0z"/><g><path fill="{figure}" d="M2 2h9v9z"/></g></svg>')
    (part,) = without_ground(art).parts
    assert isinstance(part, Outline) and part.fill == CURRENT


def test_what_is_no_ground_stays() -> None:
    art = compile_svg(f'{HEAD}<path d="M0 0h20v24H0z"/><path fill="#fff" d="M2 2h9v9z"/></svg>')
    assert without_ground(art) is art


MISTAKES = {
    '\n<text x="2">A</text>': (2, "holds a <text>"),
    '<g>\n\n<image href="a.png"/></g>': (3, "holds a <image>"),
    '\n<path fill="bluish" d="M0 0h9v9z"/>': (2, "has the colour 'bluish'"),
    '\n<path filter="url(#f)" d="M0 0h9v9z"/>': (2, "has a filter"),
    '<pattern id="p"/>\n<path fill="url(#p)" d="M0 0h9v9z"/>': (2, "painted with a <pattern>"),
    '\n<path d="M0 0 Q 3"/>': (2, "path that cannot be read"),
    '\n<path d="M0 0h9v9z" transform="spin(3)"/>': (2, "has the transform"),
    '\n<use href="#gone"/>': (2, "uses #gone"),
    '\n<g id="a"><use href="#a"/></g>': (2, "uses itself"),
    '\n<path stroke-width="nan" stroke="red" d="M0 0h9"/>': (2, "has the length 'nan'"),
    '\n<path stroke-width="1e99" stroke="red" d="M0 0h9"/>': (2, "out of all bounds"),
    '\n<path d="M0 0h1e300v9z"/>': (2, "out of all bounds"),
    '\n<path marker-end="url(#m)" stroke="red" d="M0 0h9"/>': (2, "arrows"),
    '<g display="none"><path d="M0 0h9v9z"/></g>': (0, "draws nothing"),
    "\n<path": (2, "not readable"),
    "<g>" * 200 + "</g>" * 200: (1, "nests elements"),
}


@pytest.mark.parametrize("body", MISTAKES)
def test_what_cannot_be_drawn_is_told_with_its_line_and_a_remedy(body: str) -> None:
    line, words = MISTAKES[body]
    with pytest.raises(IconMistake, match=words) as raised:
        compiled(body)
    assert raised.value.line == line
    assert raised.value.hint


def test_entities_that_swell_are_refused() -> None:
    bomb = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>'
    with pytest.raises(IconMistake, match="entity b"):
        compile_svg(bomb)
