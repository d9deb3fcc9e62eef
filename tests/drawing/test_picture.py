"""A picture's headings and links are for whoever reads the document: nobody sees them."""

from dataclasses import replace

from support.sample import POKER, ROOT, TEXT, picture, plain, run

from pressplay.drawing.box import Box
from pressplay.drawing.marks import Heading, Link
from pressplay.exports.pdf.operators import pictures_pdf
from pressplay.exports.svg import picture_svg
from pressplay.files import ProjectFiles
from pressplay.ink_saver.page import RedrawCache
from pressplay.ink_saver.redraw import redraw

BARE = plain(POKER, "#336699", "Words")
GUIDED = replace(BARE, marks=(Heading(2, "2## Odd > 3", Box(1, 2, 3, 4)), *BARE.marks, Link(7, Box(5, 6, 7, 8))))


def test_headings_and_links_are_told_but_are_no_part_of_what_one_sees() -> None:
    lines = str(GUIDED).splitlines()
    assert lines[1] == "heading 2 1 2 3 4 | 2## Odd > 3" and lines[-1] == "link 5 6 7 8 to page 7"
    assert GUIDED.hash == BARE.hash
    assert tuple(GUIDED.ink) == BARE.marks


def test_exports_that_know_no_links_leave_them_away() -> None:
    assert pictures_pdf([GUIDED], ProjectFiles(ROOT)) == pictures_pdf([BARE], ProjectFiles(ROOT))
    words = picture(POKER, (run("Words", 5, 5), *GUIDED.marks[:1]))
    assert picture_svg(words, {TEXT: "Barlow"}, "Words", "a").count("<text") == 1
    thrifty = redraw(GUIDED, RedrawCache())
    assert tuple(map(str, thrifty.marks)) == tuple(map(str, redraw(BARE, RedrawCache()).marks))
