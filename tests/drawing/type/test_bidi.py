"""Bidirectional order: Unicode's own test files."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pressplay.drawing.type.bidi import _CLOSING, embedding_levels, resolve, turns, visual_order

IGNORED = {"LRE", "RLE", "LRO", "RLO", "PDF", "BN"}


def lines(file: Path) -> Iterator[str]:
    for line in file.read_text("utf-8").splitlines():
        body = line.split("#")[0].strip()
        if body:
            yield body


def test_it_passes_unicodes_test_of_classes(unicode_data: Callable[[str], Path]) -> None:
    count = 0
    levels: list[str] = []
    order: list[int] = []
    for line in lines(unicode_data("BidiTest.txt")):
        if line.startswith("@Levels:"):
            levels = line.split()[1:]
        elif line.startswith("@Reorder:"):
            order = [int(index) for index in line.split()[1:]]
        elif not line.startswith("@"):
            given, bits = line.split(";")
            for bit, base in ((1, None), (2, 0), (4, 1)):
                if int(bits) & bit:
                    check(resolve(given.split(), base), levels, order, line)
                    count += 1
    assert count > 700_000


def test_it_passes_unicodes_test_of_characters(unicode_data: Callable[[str], Path]) -> None:
    count = 0
    for line in lines(unicode_data("BidiCharacterTest.txt")):
        codes, direction, _, levels, order = line.split(";")
        text = "".join(chr(int(code, 16)) for code in codes.split())
        base = None if direction == "2" else int(direction)
        check(embedding_levels(text, base), levels.split(), [int(index) for index in order.split()], line)
        assert turns(text) or not any(level.isdigit() and int(level) for level in levels.split()) or base == 1, line
        count += 1
    assert count > 90_000


def check(found: list[int], levels: list[str], order: list[int], line: str) -> None:
    shown = [index for index, level in enumerate(levels) if level != "x"]
    assert [found[index] for index in shown] == [int(levels[index]) for index in shown], line
    assert [shown[index] for index in visual_order([found[index] for index in shown])] == order, line


def test_it_knows_every_pair_of_brackets(unicode_data: Callable[[str], Path]) -> None:
    pairs = {}
    for line in lines(unicode_data("BidiBrackets.txt")):
        code, other, kind = (part.strip() for part in line.split(";"))
        if kind == "o":
            pairs[chr(int(code, 16))] = chr(int(other, 16))
    assert pairs == _CLOSING


@pytest.mark.parametrize(
    ("text", "base", "shown"),
    [
        ("draw 2 cards", 0, "draw 2 cards"),
        ("שלום 12 (abc)!", 1, "!(abc) 12 םולש"),
        ("abc שלום 12 def", 0, "abc 12 םולש def"),
    ],
)
def test_a_line_is_ordered_as_one_reads_it(text: str, base: int, shown: str) -> None:
    levels = embedding_levels(text, base)
    mirrored = {"(": ")", ")": "("}
    order = visual_order(levels)
    assert "".join(mirrored.get(text[i], text[i]) if levels[i] % 2 else text[i] for i in order) == shown
