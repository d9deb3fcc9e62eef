"""Cut files, read back by programs of others and compared with the trims; the printed marks, measured."""

from io import StringIO
from math import hypot, pi
from pathlib import Path
from xml.etree import ElementTree

import ezdxf
import pypdfium2
import pytest
from ezdxf.entities.polyline import Polyline
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from support.command_line import pressplay
from support.sample import PAPERS, POKER, components, game, kind
from svgpathtools import parse_path  # type: ignore[import-untyped]

from pressplay.data.pieces import Size
from pressplay.drawing.component import Component
from pressplay.exports.cutting.export import cut_files
from pressplay.exports.pdf.print import write
from pressplay.sheets.cutter import CUTTERS
from pressplay.sheets.frame import Press
from pressplay.sheets.impose import impose
from pressplay.sheets.sheet import CutOutline, Deck
from pressplay.units import PT_PER_MM

SVG = "{http://www.w3.org/2000/svg}"
Bounds = tuple[float, float, float, float]


def mixed() -> list[Component]:
    return [
        *components(kind("song", POKER), 3),
        *components(kind("token", Size("token", 25, 25, 0, "circle")), 4),
        *components(kind("tile", Size("tile", 50, 43.3, 0, "hex")), 2),
        *components(kind("square", Size("square", 40, 40)), 2),
    ]


def imposed(pieces: list[Component], paper: str = "a4", cutter: str = "silhouette", backs: str = "long-edge") -> Deck:
    return impose(pieces, game(pieces), PAPERS[paper], Press(backs, cutter=CUTTERS[cutter]))


def files(deck: Deck, cut: str = "through") -> dict[str, bytes]:
    return {file.path: file.data for file in cut_files(deck, "sample", "cut", cut)}


def bounds(outline: CutOutline) -> Bounds:
    return outline.box.x, outline.box.y, outline.box.right, outline.box.bottom


def area(outline: CutOutline) -> float:
    return outline.box.w * outline.box.h * outline.shape.share - (4 - pi) * outline.corner**2


def in_svg(data: bytes, layer: str) -> list[tuple[Bounds, float]]:
    root = ElementTree.fromstring(data)
    (group,) = [g for g in root.iter(f"{SVG}g") if g.get("id") == layer]
    found = []
    for element in group.iter(f"{SVG}path"):
        path = parse_path(element.get("d"))
        assert path.isclosed()
        left, right, top, bottom = path.bbox()
        points = [(point.real, point.imag) for segment in path for point in (segment.point(n / 96) for n in range(96))]
        found.append(((left, top, right, bottom), enclosed(points)))
    return found


def enclosed(points: list[tuple[float, float]]) -> float:
    ring = zip(points, points[1:] + points[:1], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in ring)) / 2


def in_dxf(data: bytes, layer: str, height: float) -> list[tuple[Bounds, float]]:
    document = ezdxf.read(StringIO(data.decode("ascii")))  # type: ignore[attr-defined]
    assert not document.audit().has_errors
    found = []
    for entity in document.modelspace().query(f'POLYLINE[layer=="{layer}"]'):
        assert isinstance(entity, Polyline)
        assert entity.is_closed
        corners = [
            (vertex.dxf.location.x, vertex.dxf.location.y, vertex.dxf.get("bulge", 0)) for vertex in entity.vertices
        ]
        points = [point for a, b in zip(corners, corners[1:] + corners[:1], strict=True) for point in arc(a, b)]
        xs, ys = [x for x, _ in points], [height - y for _, y in points]
        found.append(((min(xs), min(ys), max(xs), max(ys)), enclosed(points)))
    return found


def arc(a: tuple[float, float, float], b: tuple[float, float, float]) -> list[tuple[float, float]]:
    """Points along a segment, as ezdxf understands its bulge."""
    if not a[2]:
        return [(a[0], a[1])]
    centre, start, end, radius = ezdxf.math.bulge_to_arc(a[:2], b[:2], a[2])
    middle = ezdxf.math.ConstructionArc(centre, radius, start * 180 / pi, end * 180 / pi)
    points = [(point.x, point.y) for point in middle.vertices(list(middle.angles(97)))]
    return points if hypot(points[0][0] - a[0], points[0][1] - a[1]) < 1e-3 else points[::-1]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_both_files_hold_the_trims_and_nothing_else(paper: str) -> None:
    deck = imposed(mixed(), paper)
    written = files(deck)
    fronts = [sheet for sheet in deck.sheets if sheet.side != "back"]
    assert len(written) == 2 * len(fronts)
    for sheet in fronts:
        assert [outline.box for outline in sheet.outlines] == [placed.box for placed in sheet.placed]
        path = f"print/sample-{paper}-cut/{sheet.label}"
        for found, exact in (
            (in_svg(written[f"{path}.svg"], "cut"), 0.01),
            (in_dxf(written[f"{path}.dxf"], "CUT", sheet.height), 0.01),
        ):
            assert len(found) == len(sheet.outlines)
            for (box, size), outline in zip(found, sheet.outlines, strict=True):
                assert box == pytest.approx(bounds(outline), abs=exact)
                assert size == pytest.approx(area(outline), rel=0.002), "corners cut the wrong way, or not at all"


def test_the_svg_is_as_large_as_the_paper() -> None:
    root = ElementTree.fromstring(next(data for path, data in files(imposed(mixed())).items() if path.endswith("svg")))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")


def test_the_dxf_is_in_millimetres() -> None:
    data = next(data for path, data in files(imposed(mixed())).items() if path.endswith("dxf"))
    document = ezdxf.read(StringIO(data.decode("ascii")))  # type: ignore[attr-defined]
    assert document.header["$INSUNITS"] == 4 and document.header["$MEASUREMENT"] == 1


def test_stickers_are_kissed_and_their_blocks_cut_through() -> None:
    deck = imposed(mixed(), backs="none")
    written = files(deck, "kiss")
    (sheet,) = deck.sheets
    assert len(in_svg(written[f"print/sample-a4-cut/{sheet.label}.svg"], "kiss")) == len(sheet.outlines)
    blocks = in_svg(written[f"print/sample-a4-cut/{sheet.label}.svg"], "cut")
    assert [box for box, _ in blocks] == [pytest.approx((b.x, b.y, b.right, b.bottom), abs=0.01) for b in sheet.blocks]
    assert len(in_dxf(written[f"print/sample-a4-cut/{sheet.label}.dxf"], "KISS", 297)) == len(sheet.outlines)


def test_a_tile_is_cut_along_its_seams() -> None:
    deck = imposed(components(kind("board", Size("board", 300, 180)), 1, back=None))
    outlines = [outline.box for sheet in deck.sheets for outline in sheet.outlines]
    assert sum(box.w * box.h for box in outlines) == pytest.approx(300 * 180)


@given(st.sampled_from(list(PAPERS)), st.floats(20, 120), st.floats(20, 120), st.integers(1, 30), st.booleans())
@settings(max_examples=40, deadline=None)
def test_pieces_lie_where_the_machine_can_cut_and_clear_of_its_marks(
    paper: str, width: float, height: float, count: int, one: bool
) -> None:
    pieces = components(kind("song", Size("some", round(width, 1), round(height, 1), 2)), count, one=one)
    for sheet in imposed(pieces, paper).sheets:
        if sheet.side == "back":
            assert not sheet.blanks and not sheet.outlines
            continue
        for outline in sheet.outlines:
            box = outline.box
            assert box.x >= 10 - 1e-6 and box.right <= sheet.width - 10 + 1e-6
            assert box.y >= 10 - 1e-6 and box.bottom <= sheet.height - 10 + 1e-6
            for blank in sheet.blanks:
                inside = (
                    min(box.right, blank.right) - max(box.x, blank.x),
                    min(box.bottom, blank.bottom) - max(box.y, blank.y),
                )
                assert min(inside) <= 1e-6, "a piece where the marks are"
        for a, b in zip(sheet.outlines, sheet.outlines[1:]):
            apart = max(b.box.x - a.box.right, a.box.x - b.box.right, b.box.y - a.box.bottom, a.box.y - b.box.bottom)
            assert apart >= 1 - 1e-6, "two pieces on one path"


def ink(image: Image.Image, box: tuple[float, float, float, float], px: float) -> tuple[float, float, float, float]:
    """Where in a box, in millimetres, there is ink."""
    part = image.crop(tuple(round(edge * px) for edge in box))  # type: ignore[arg-type]
    found = part.point(lambda value: 255 * (value < 128)).getbbox()
    assert found, "no mark"
    left, top, right, bottom = (edge / px for edge in found)
    return box[0] + left, box[1] + top, box[0] + right, box[1] + bottom


def test_the_marks_measure_what_the_machine_looks_for() -> None:
    """Type 1: a square of 6 mm with its line, arms of 1 mm whose middle lies 10 mm from the edges, one corner empty."""
    pieces = components(kind("song", POKER), 8, front="#000000")
    data = write(imposed(pieces), game(pieces))
    px = 600 / 25.4
    image = pypdfium2.PdfDocument(data)[0].render(scale=px / PT_PER_MM).to_pil().convert("L")
    tight = 2 / px
    assert ink(image, (8.5, 8.5, 16.4, 16.4), px) == pytest.approx((9.5, 9.5, 15.5, 15.5), abs=tight)
    assert ink(image, (193.6, 8.5, 201.5, 16.4), px) == pytest.approx((195.5, 9.5, 200.5, 14.5), abs=tight)
    assert ink(image, (8.5, 280.6, 16.4, 288.5), px) == pytest.approx((9.5, 282.5, 14.5, 287.5), abs=tight)
    for x, y in ((194, 280.7), (201.4, 288)):
        assert image.getpixel((round(x * px), round(y * px))) == 255
    corner = image.crop((round(193.6 * px), round(280.6 * px), round(201.5 * px), round(288.4 * px)))
    assert corner.getextrema() == (255, 255), "the fourth corner stays empty"
    # The arms are a millimetre thick: below the upper one of the right angle there is white.
    arm = ink(image, (196, 8.5, 199, 16.4), px)
    assert arm[3] - arm[1] == pytest.approx(1.0, abs=tight)
    back = pypdfium2.PdfDocument(data)[1].render(scale=4).to_pil().convert("L")
    assert back.crop((0, 0, round(16 * 4 * PT_PER_MM), round(16 * 4 * PT_PER_MM))).getextrema() == (255, 255)


def test_a_cricut_prints_its_own_marks() -> None:
    deck = imposed(mixed(), cutter="cricut")
    for sheet in deck.sheets:
        assert not sheet.blanks
        assert all(line.width < 0.5 for line in sheet.lines)
        for outline in sheet.outlines:
            assert outline.box.x >= 14 - 1e-6 and outline.box.bottom <= sheet.height - 14 + 1e-6


def test_the_same_sheets_give_the_same_bytes() -> None:
    assert files(imposed(mixed())) == files(imposed(mixed()))


def test_the_command_line_makes_cut_files_and_removes_them_again(starter: Path) -> None:
    done = pressplay("print", "--paper", "a4", "--cutter", "silhouette", cwd=starter)
    assert done.code == 0, done
    folder = starter / "output/first-steps/print/first-steps-a4-cut"
    assert sorted(path.name for path in folder.iterdir()) == [
        "front-1.dxf",
        "front-1.svg",
        "front-2.dxf",
        "front-2.svg",
    ]
    assert pressplay("print", "--paper", "a4", cwd=starter).code == 0
    assert not folder.exists()
    folded = pressplay("print", "--cutter", "cricut", "--backs", "gutterfold", cwd=starter)
    assert folded.code == 2 and "folded" in folded.err
    assert "silhouette" in pressplay("print", "--cutter", "silhuette", cwd=starter).err
