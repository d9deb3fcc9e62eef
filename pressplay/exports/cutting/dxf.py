"""Cut paths as DXF of release 12 in millimetres: closed polylines with bulges, a layer for each sort of cut."""

from collections.abc import Iterator, Sequence

from pressplay.units import num

from .paths import CutPath

_COLOURS = {"Cut": 1, "Kiss": 5}  # red, blue


def write(paths: Sequence[CutPath], height: float) -> bytes:
    """The file; its y runs upwards."""
    pairs = [*_header(), *_tables(paths), (0, "SECTION"), (2, "ENTITIES")]
    for path in paths:
        pairs += _polyline(path, height)
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in pairs).encode("ascii")


Pair = tuple[int, str]


def _header() -> list[Pair]:
    said = [(9, "$ACADVER"), (1, "AC1009"), (9, "$INSUNITS"), (70, "4"), (9, "$MEASUREMENT"), (70, "1")]
    return [(0, "SECTION"), (2, "HEADER"), *said, (0, "ENDSEC")]


def _tables(paths: Sequence[CutPath]) -> Iterator[Pair]:
    layers = list(dict.fromkeys(path.layer for path in paths))
    yield from ((0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, str(len(layers))))
    for layer in layers:
        yield from ((0, "LAYER"), (2, layer.upper()), (70, "0"), (62, str(_COLOURS[layer])), (6, "CONTINUOUS"))
    yield from ((0, "ENDTAB"), (0, "ENDSEC"))


def _polyline(path: CutPath, height: float) -> Iterator[Pair]:
    layer = path.layer.upper()
    yield from ((0, "POLYLINE"), (8, layer), (66, "1"), (10, "0"), (20, "0"), (30, "0"), (70, "1"))
    for vertex in path.vertices:
        yield from ((0, "VERTEX"), (8, layer), (10, num(vertex.x, 4)), (20, num(height - vertex.y, 4)), (30, "0"))
        if vertex.bulge:  # with y upwards, a clockwise arc bulges the other way
            yield 42, num(-vertex.bulge, 7)
    yield from ((0, "SEQEND"), (8, layer))
