"""Every attribute of every element: what is drawn anew, what is remembered and what hashes say agree to the byte.

The cases come from the registry of elements and from what each attribute is read with, so that an attribute
that somebody adds tomorrow is tried as well, or asks here for values to try.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image
from support.small import write

from pressplay.build.pipeline import read_games
from pressplay.drawing.picture import Picture
from pressplay.exports.pdf.operators import pictures_pdf
from pressplay.faces import element as readers
from pressplay.faces.draw import Artists, draw_pieces
from pressplay.faces.element import Attr, FaceMistake
from pressplay.faces.elements.registry import ELEMENTS
from pressplay.files import ProjectFiles, Reads
from pressplay.game import Game

FONTS = """
Barlow: {regular: Barlow-Medium.ttf, bold: Barlow-Bold.ttf, italic: Righteous-Regular.ttf, bold-italic: Barlow-Bold.ttf}
Righteous: {regular: Righteous-Regular.ttf, bold: Barlow-Bold.ttf, italic: Barlow-Medium.ttf}
"""

# What to try, by how an attribute is read; several values are tried one after the other.
VALUES: dict[object, tuple[str, ...]] = {
    readers.number: ("11", "12.5", "9"),
    readers.length: ("8", "9.25", "12"),
    readers.whole: ("4", "5", "7"),
    readers.share: ("0.75", "0.5", "0.25"),
    readers.color: ("#204060", "cream", "none"),
    readers.ink: ("#204060", "ink", "#a04060"),
    readers.fill: ("#204060", "linear(0, #204060, cream)", "radial(#204060, ink)"),
    readers.yes_no: ("yes", "no"),
    readers.numbers_of: ("2 1", "3 2 1", "1 1"),
}
# Where words mean something, or where a value has to suit the others.
OWN = {
    "name": ("front", "back"),
    "font": ("display", "Barlow"),
    "min": ("5", "6"),
    "opacity": ("0.75", "0.5"),
    "scale": ("0.8", "0.5"),
    "leading": ("1.3", "1.5"),
    "gap": ("0.5", "1.5"),
    "spacing": ("0.2", "0.5"),
    "stroke-width": ("0.5", "1"),
    "rotate": ("15", "40"),
    "icon.icon": ("star", "club"),
    "image.src": ("art/one.png", "art/two.png"),
    "group.clip": ("rect 1 1 20 30", "circle 12 12 9", "M 0 0 L 30 0 L 0 30 Z"),
    "grid.rows": ("2", "3"),
    "grid.cols": ("2", "3", "1"),
    "repeat.along": ("M 8 8 L 50 20", "M 8 8 L 30 60"),
    "slot.kind": ("card", "token"),
    "path.d": ("M 8 8 L 30 40 L 8 40 Z", "M 8 8 C 30 8 30 40 8 40 Z"),
    "polyline.points": ("8,8 30,8 30,40", "8,8 30,12 20,40"),
    "polygon.points": ("8,8 30,8 30,40", "8,8 30,12 20,40"),
    "arc.to": ("90", "200"),
    "wedge.to": ("90", "200"),
    "wedge.inner": ("3", "5"),
    "star.inner": ("3", "5"),
    "text.w": ("14", "10"),
    "box.w": ("40", "30"),
    "box.h": ("30", "40"),
    "image.w": ("20", "15"),
    "image.h": ("20", "15"),
    "column.w": ("40", "30"),
    "column.h": ("60", "50"),
    "row.w": ("40", "30"),
    "row.h": ("30", "20"),
    "frame.w": ("40", "30"),
    "frame.h": ("30", "20"),
    "features": ("-kern", "tnum"),
    "language": ("he", "de"),
    "type": ("loud", "calm"),
    "pad": ("1", "1 2", "1 2 3 2"),
    "r": ("1", "2", "1.5"),
    "rule-width": ("0.5", "1"),
    "x2": ("30", "35"),
    "y2": ("30", "35"),
}
# What an element needs so that its attribute shows, beyond what must be there.
GIVEN: dict[str, dict[str, str | None]] = {
    "": {"size": "8"},
    "stroke-width": {"stroke": "ink"},
    "dash": {"stroke": "ink"},
    "cap": {"stroke": "ink", "stroke-width": "2"},
    "join": {"stroke": "ink", "stroke-width": "2"},
    "repeat": {"count": "5"},
    "repeat.step": {"count": None, "step": ""},
    "group.cx": {"rotate": "20"},
    "group.cy": {"rotate": "20"},
    "text.align": {"w": "40"},
    "box.hyphenate": {"w": "26"},
    "box.balance": {"w": "24"},
    "text.w": {"min": "4"},
    "text.language": {"w": "40"},
    "text.direction": {"w": "40"},
    "box.h": {"valign": "bottom"},
    "column": {"stroke": "ink"},
    "row": {"stroke": "ink"},
    "frame": {"stroke": "ink"},
    "column.valign": {"h": "60"},
    "row.valign": {"h": "30"},
    "frame.valign": {"h": "30"},
    "rule-width": {"rule": "ink", "gap": "2"},
    "image.fit": {"w": "20", "h": "12"},
}
INSIDE = {
    "text": "Night and day",
    "box": "Some <b>words</b> to fill a few lines with, <i>slowly</i>.<p/>And some more.",
    "box.hyphenate": "And some more extraordinarily.",
    "group": '<rect x="8" y="8" w="12" h="5"/><circle cx="20" cy="20" r="6" fill="cream"/>',
    "grid": '<rect x="0" y="0" w="3" h="5"/><rect x="0" y="0" w="4" h="2"/><circle cx="2" cy="2" r="1"/>',
    "column": '<icon icon="star" size="4"/><text size="9">Night</text><rect h="3"/>',
    "row": '<icon icon="star" size="4"/><text size="9">Night</text><frame w="3" pad="1" fill="cream"/>',
    "frame": '<icon icon="star" size="4"/><text size="9">Night</text><circle cx="2" cy="2" r="1"/>',
    "repeat": '<rect x="0" y="0" w="3" h="1"/>',
}
# Attributes that nobody sees: the checks, the call-outs or a virtual table ask for them.
UNSEEN = {"name", "art", "fine", "min", "slot", "narrow"}  # narrow: no font here is a variable one


class Case(NamedTuple):
    """An element before and after one attribute was changed."""

    element: str
    attribute: str
    before: str
    after: str


def values_of(element: str, attribute: str, attr: Attr) -> tuple[str, ...]:
    own = OWN.get(f"{element}.{attribute}") or OWN.get(attribute) or VALUES.get(attr.read)
    if own is None:
        try:
            attr.read("no such word", None)  # type: ignore[arg-type]  # only words of a list are read without a scene
        except FaceMistake as mistake:
            own = tuple(str(mistake).partition(" is not one of ")[2].split(", "))
    assert own and len(own) > 1, f"say in OWN or VALUES what <{element} {attribute}> is to be tried with"
    return own


def tag(element: str, attribute: str, given: Mapping[str, str | None]) -> str:
    inside = INSIDE.get(f"{element}.{attribute}", INSIDE.get(element, ""))
    said = " ".join(f'{name}="{value}"' for name, value in given.items() if value is not None)
    return f"<face><{element} {said}>{inside}</{element}></face>"


def cases() -> Iterator[Case]:
    for element, known in ELEMENTS.items():
        must = {n: values_of(element, n, attr)[0] for n, attr in known.attributes.items() if attr.default is ...}
        for attribute, attr in known.attributes.items():
            given: dict[str, str | None] = dict(must)
            for where in ("", element, attribute, f"{element}.{attribute}"):
                given |= {n: value for n, value in GIVEN.get(where, {}).items() if n in known.attributes}
            optional = [] if attr.default is ... or attribute in given else [None]
            tried: list[str | None] = [*optional, *values_of(element, attribute, attr)]
            for before, after in pairwise(tried):
                yield Case(
                    element,
                    attribute,
                    tag(element, attribute, {**given, attribute: before}),
                    tag(element, attribute, {**given, attribute: after}),
                )


CASES = list(cases())


@dataclass
class Studio:
    """A small project in which one face is drawn again and again, by artists who remember all of it."""

    root: Path
    game: Game
    artists: Artists

    def drawn(self, markup: str, artists: Artists | None) -> tuple[Picture, Reads]:
        (self.root / "templates/small/card.xml").write_text(markup)
        game = replace(self.game, files=ProjectFiles(self.root))
        artwork = draw_pieces(game, artists=artists, checked=False)
        assert not artwork.problems, str(artwork.problems[0])
        return artwork.components[0].front, game.files.reads

    def pdf(self, picture: Picture) -> bytes:
        return pictures_pdf([picture], ProjectFiles(self.root), bleed=True)


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Studio:
    root = write(tmp_path_factory.mktemp("studio"), "<face/>")
    look = root / "cards/small/game.yaml"
    look.write_text(look.read_text().replace("style: {", "style: {type: {loud: {weight: bold}, calm: {fill: ink}}, "))
    (root / "fonts/fonts.yaml").write_text(FONTS)
    (root / "art").mkdir()
    for name, color in (("one", "#204060"), ("two", "#a04060")):
        Image.new("RGB", (320, 240), color).save(root / f"art/{name}.png")
    (game,), problems = read_games(root)
    assert not problems
    return Studio(root, game, Artists())


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.element}.{case.attribute}")
def test_an_attribute_changes_the_hash_exactly_if_it_changes_the_drawing(case: Case, studio: Studio) -> None:
    before, reads = studio.drawn(case.before, studio.artists)
    after, _ = studio.drawn(case.after, studio.artists)
    fresh, _ = studio.drawn(case.after, None)
    assert not ProjectFiles(studio.root).still(reads), "a build would not notice"
    assert studio.pdf(after) == studio.pdf(fresh)
    assert (str(after), after.hash, after.cache_key) == (str(fresh), fresh.hash, fresh.cache_key)
    bare = [studio.pdf(replace(picture, stamp=None)) for picture in (before, after)]
    assert (before.hash != after.hash) == (bare[0] != bare[1])
    if studio.pdf(before) != studio.pdf(after) or before.names != after.names or before.slots != after.slots:
        assert before.cache_key != after.cache_key


@pytest.mark.parametrize("element", ELEMENTS)
def test_each_attribute_that_is_seen_is_seen_in_a_case(element: str, studio: Studio) -> None:
    for attribute in ELEMENTS[element].attributes:
        tried = [case for case in CASES if (case.element, case.attribute) == (element, attribute)]
        shown = [[studio.pdf(studio.drawn(face, None)[0]) for face in (case.before, case.after)] for case in tried]
        unseen = {element, attribute, f"{element}.{attribute}"} & UNSEEN
        assert any(one != other for one, other in shown) != bool(unseen), attribute


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 300
