"""What checks compare is read from their parsed conditions, however they are spaced, bracketed and continued."""

from typing import Any

import pytest

from pressplay.data.nodes import TextFile
from pressplay.rules.comparison import NOTHING, Comparisons
from pressplay.rules.rulebook import read_rulebook

FRONT = "---\ntitle: Small\nplayers: {min: 2, max: 4}\nfacts: {rounds: 8, colors: [red, blue]}\n---\n"
KNOWN = {"rounds": 8, "colors": ["red", "blue"], "color": "red", "band": {"low": 1, "high": 3}}


def read(*musts: str) -> Comparisons:
    body = "{% rule r %}\nA sentence.\n" + "".join(f"{{% must {must} %}}\n" for must in musts) + "{% endrule %}\n"
    rulebook, problems = read_rulebook(TextFile("rulebook.md", FRONT + body))
    assert rulebook and not problems, problems
    return Comparisons(rulebook)


def told(must: str) -> list[tuple[Any, ...]]:
    return [
        (
            one.term.sort,
            one.term.of,
            one.term.field,
            one.term.value.value(KNOWN) if one.term.value else None,
            one.term.times.value(KNOWN) if one.term.times else None,
            one.sign,
            one.right.value(KNOWN),
        )
        for one in read(must).terms
    ]


SHAPES = {
    "count(songs) >= rounds * 2": ("deck", "songs", "", None, None, ">=", 16),
    "count( songs )<rounds": ("deck", "songs", "", None, None, "<", 8),
    "(count(songs)) == rounds": ("deck", "songs", "", None, None, "==", 8),
    "songs|length == 3": ("designs", "songs", "", None, None, "==", 3),
    "song.bpm <= 4 for song in songs": ("value", "song", "bpm", None, None, "<=", 4),
    "song.steps|length > 4 for song in songs": ("length", "song", "steps", None, None, ">", 4),
    "values(songs, 'bpm')|min >= 60": ("least", "songs", "bpm", None, None, ">=", 60),
    'values(songs, "bpm") | max <= 200': ("most", "songs", "bpm", None, None, "<=", 200),
    'total(songs, "bpm") == 9': ("total", "songs", "bpm", None, None, "==", 9),
    'values(songs, "bpm") == [1, 2]': ("all", "songs", "bpm", None, None, "==", [1, 2]),
    "count(where(songs, color=color)) == 4 for color in colors": ("count", "songs", "color", "red", None, "==", 4),
    "count(where(songs, color='= or and for')) * 2 * rounds == 64": (
        "count", "songs", "color", "= or and for", 16, "==", 64,
    ),
    'songs|sum(attribute="steps", start=[])|select("equalto", "a")|list|length == 2': (
        "item", "songs", "steps", "a", None, "==", 2,
    ),
    'songs|map(attribute="steps")|map("length")|select("equalto", 3)|list|length == 2': (
        "items", "songs", "steps", 3, None, "==", 2,
    ),
    'count(songs) == 4\n  else "there are " ~ count(songs) ~ " else or"': ("deck", "songs", "", None, None, "==", 4),
}  # fmt: skip


@pytest.mark.parametrize("must", SHAPES)
def test_each_shape_is_read(must: str) -> None:
    assert told(must) == [SHAPES[must]]


def test_every_part_of_a_condition_is_read() -> None:
    assert [
        one.right.value({}) for one in read("(count(songs) > 1 and count(songs) < 9) and songs|length == 3").terms
    ] == [
        1,
        9,
        3,
    ]


@pytest.mark.parametrize(
    "must",
    [
        "count(songs) == 3 or count(songs) == 4",
        "count(songs) == 3 if rounds else true",
        "not count(songs) == 3",
        "count(songs) != 3",
        "1 < count(songs) < 3",
        "count(songs) in [3, 4]",
        "count(where(songs, a=1, b=2)) == 3",
        "count(songs) - 1 == 3",
        "values(songs, colors) == 3",
        '"count(songs) == 3" == rounds',
    ],
)
def test_what_is_written_in_another_way_says_nothing(must: str) -> None:
    assert read(must).terms == []


def test_bands_are_found_wherever_they_stand_and_counted_on_the_left_alone() -> None:
    picked = 'songs|selectattr("bpm", "ge", band.low)|selectattr("bpm", "le", band.high)|list'
    (band,) = read(f'unique({picked}, "color") for band in bands').bands
    assert (band.plural, band.field, band.low.value(KNOWN), band.high.value(KNOWN)) == ("songs", "bpm", 1, 3)
    assert band.loop and (band.loop.name, band.loop.members.name) == ("band", "bands")
    assert (band.sign, band.right) == ("", None)
    (band,) = read(f"{picked}|length == rounds for band in bands").bands
    assert band.right and (band.sign, band.right.value(KNOWN)) == ("==", 8)
    assert read('songs|selectattr("bpm", "ge", 1)|selectattr("year", "le", 2)|list == []').bands == []


def test_a_field_is_asked_for_unless_it_must_merely_be_unique() -> None:
    compared = read(
        'unique(songs, "bpm", "color")',
        "(song.year if song.kind == 'x' else 2) == 2 for song in songs else song.mood",
        "hype.bpm == 2 for hype in hypes",
        "count(where(dancers, pose=1)) == 1",
    )
    asked = [(plural, field) for plural in ("songs", "dancers") for field in ("bpm", "color", "year", "kind", "mood", "pose")
             if compared.asks(plural, field)]  # fmt: skip
    assert asked == [("songs", "year"), ("songs", "kind"), ("dancers", "pose")]


def test_what_cannot_be_worked_out_is_nothing() -> None:
    (one,) = read("count(songs) == rounds // nothing.there").terms
    assert one.right.value(KNOWN) is NOTHING
