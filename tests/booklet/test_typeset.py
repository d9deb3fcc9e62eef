"""The rulebook is typeset: its words stand where they should, its figures are the real pieces, its mistakes have lines."""

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pdfplumber
import pypdfium2
import pytest
from support.sample import picture as laid_out
from support.small import write
from support.tables import drawn

from pressplay.booklet.figures import piece_marks
from pressplay.booklet.pages import FOOT, HEIGHT, TOP, WIDTH, column
from pressplay.booklet.typeset import typeset
from pressplay.build.pipeline import read_games
from pressplay.data.pieces import Size
from pressplay.drawing.box import Box
from pressplay.drawing.component import Component
from pressplay.drawing.marks import Begin, End, Heading, Link, Mark, Run, Shape, Stamp
from pressplay.drawing.path import Path as Outline
from pressplay.drawing.picture import Picture
from pressplay.drawing.shapes import ellipse
from pressplay.exports.job import Job
from pressplay.exports.options import Options
from pressplay.exports.pdf.rulebook import export
from pressplay.faces.draw import draw_pieces
from pressplay.game import Game

FRONT = """---
title: Small
players: {min: 2, max: 4}
facts: {rounds: 8, hand: {limit: 5}}
---
"""
CARD = """<face background="cream">
<text name="title" x="10" y="20" size="14" fill="ink">{{ title }}</text>
<rect name="panel" x="40" y="60" w="18" h="10" fill="ink"/>
</face>"""
LONG = "Every night the same few people dance in the same few rooms, and yet it is never the same dance twice. " * 3


def make(folder: Path, prose: str, **files: str) -> tuple[Game, tuple[Component, ...]]:
    """A small game with this prose in its rulebook."""
    write(folder, CARD, "- {title: One}\n- {title: Two}\n", **files)
    (folder / "cards/small/rulebook.md").write_text(FRONT + prose, "utf-8")
    games, problems = read_games(folder)
    assert not problems
    artwork = draw_pieces(games[0])
    components, problems = artwork.components, artwork.problems
    assert not problems
    return games[0], components


def book(folder: Path, prose: str, **files: str) -> tuple[Picture, ...]:
    pages, problems = typeset(*make(folder, prose, **files))
    assert not problems, "\n".join(map(str, problems))
    return pages


def wrong(folder: Path, prose: str, **files: str) -> str:
    pages, problems = typeset(*make(folder, prose, **files))
    assert not pages
    return "\n".join(map(str, problems))


def on_page(page: Picture) -> Iterator[Mark]:
    """The marks of the page itself, without what is inside its figures."""
    depth = 0
    for mark in page.marks:
        depth += isinstance(mark, Begin)
        if not depth:
            yield mark
        depth -= isinstance(mark, End)


def words(page: Picture) -> list[str]:
    return [mark.text for mark in on_page(page) if isinstance(mark, Run)]


def bodies(pages: tuple[Picture, ...]) -> Iterator[tuple[int, Picture]]:
    """Everything between the covers, with page numbers."""
    return ((number, page) for number, page in enumerate(pages, 1) if 1 < number < len(pages))


# What stands on a page ------------------------------------------------------------

SMALL = """*Two cards, one table.*

## Play

{% rule deal %}
Deal {{ hand.limit }} cards, then **stop**.
{% endrule %}

1. Take a [star].
2. Give it back.

> Ada takes one.

| Card | Number |
|---|---|
| One | {{ rounds }} |
"""
GOLDEN = """run 21 19.158 Barlow-Medium.ttf 11.5 #221133 | Two cards, one table.
run 21 36.525 Righteous-Regular.ttf 17 #221133 | Play
run 21 46.818 Barlow-Medium.ttf 9.25 #221133 | Deal 5 cards, then
run 46.835 46.818 Barlow-Bold.ttf 9.25 #221133 | stop
run 53.358 46.818 Barlow-Medium.ttf 9.25 #221133 | .
run 26.5 53.424 Barlow-Medium.ttf 9.25 #221133 | Take a
icon templates/icons/star.svg 36.6 50.865 2.832 2.832 #221133
run 39.726 53.424 Barlow-Medium.ttf 9.25 #221133 | .
run 23.345 53.424 Barlow-Bold.ttf 9.25 #221133 | 1
run 26.5 59.329 Barlow-Medium.ttf 9.25 #221133 | Give it back.
run 22.673 59.329 Barlow-Bold.ttf 9.25 #221133 | 2
run 25.2 69.034 Barlow-Medium.ttf 8.75 #221133 | Ada takes one.
run 22.6 79.523 Barlow-Bold.ttf 8.75 #221133 | Card
run 32.202 79.523 Barlow-Bold.ttf 8.75 #221133 | Number
run 22.6 85.374 Barlow-Medium.ttf 8.75 #221133 | One
run 36.846 85.374 Barlow-Medium.ttf 8.75 #221133 | 8
run 13.152 46.818 Barlow-Medium.ttf 6.25 #60546c | deal
run 117.778 199.5 Barlow-Medium.ttf 7.5 #60546c | Small · 1
run 21 199.5 Barlow-Bold.ttf 9 #221133 | 2
"""


def test_a_small_rulebook_as_text(tmp_path: Path) -> None:
    page = book(tmp_path, SMALL)[1]
    assert "\n".join(str(mark) for mark in on_page(page) if isinstance(mark, Run | Stamp)) + "\n" == GOLDEN


def test_facts_are_filled_in_and_rules_stand_in_the_outer_margin(tmp_path: Path) -> None:
    pages = book(
        tmp_path,
        SMALL + "\n".join(f"\n\n{LONG}" for _ in range(20)) + "\n\n{% rule last-one %}\nThe end.\n{% endrule %}\n",
    )
    for number, page in bodies(pages):
        for mark in on_page(page):
            if isinstance(mark, Run) and mark.fine:
                at = column(number)
                assert mark.x > at.right if number % 2 else mark.box.right < at.x
    ids = [mark.text for _, page in bodies(pages) for mark in on_page(page) if isinstance(mark, Run) and mark.fine]
    assert ids == ["deal", "last-one"]


def test_a_rule_that_goes_on_over_the_page_is_named_once(tmp_path: Path) -> None:
    pages = book(tmp_path, "{% rule endless %}\n" + f"{LONG}\n\n" * 30 + "{% endrule %}\n")
    assert sum("endless" in words(page) for page in pages) == 1


def test_rules_inside_lines_are_named_at_their_lines(tmp_path: Path) -> None:
    prose = "- First.\n- {% rule one %}Second.{% endrule %}\n\n> {% rule two %}Third.{% endrule %}\n\n"
    prose += "{% rule three %}\n## Fourth\n\n> Fifth.\n{% endrule %}\nSixth.\n"
    page = book(tmp_path, prose)[1]
    runs = [mark for mark in on_page(page) if isinstance(mark, Run)]
    at = {mark.text: mark.y for mark in runs}
    assert {mark.text: mark.y for mark in runs if mark.fine} == {
        "one": at["Second."],
        "two": at["Third."],
        "three": at["Fourth"],
    }


def test_the_contents_give_the_right_pages(tmp_path: Path) -> None:
    chapters = "".join(f"## Chapter {n}\n\n{LONG}\n\n### Section {n}\n\n{LONG}\n\n{LONG}\n\n" for n in range(1, 15))
    pages = book(tmp_path, chapters)
    found = words(pages[1])
    assert found[0] == "Contents"
    listed = dict(zip(found[1:-2:2], map(int, found[2:-2:2])))
    assert list(listed)[:3] == ["Chapter 1", "Section 1", "Chapter 2"]
    assert len(listed) == 28
    links = [mark for mark in pages[1].marks if isinstance(mark, Link)]
    assert [mark.page for mark in links] == list(listed.values())
    for title, number in listed.items():
        headings = [(mark.level, mark.title) for mark in pages[number - 1].marks if isinstance(mark, Heading)]
        assert (2 if title.startswith("Chapter") else 3, title) in headings
        assert title in words(pages[number - 1])


def test_too_long_contents_list_chapters_only(tmp_path: Path) -> None:
    pages = book(
        tmp_path, "".join(f"## Chapter {n}\n\n{LONG}\n\n" + "### Section\n\nWords.\n\n" * 12 for n in range(9))
    )
    assert "Section" not in words(pages[1])
    assert "Chapter 8" in words(pages[1])


def test_a_booklet_has_pages_by_fours_and_page_numbers(tmp_path: Path) -> None:
    for count in (1, 12, 22, 30):
        pages = book(tmp_path, "## Words\n\n" + f"{LONG}\n\n" * count)
        assert len(pages) % 4 == 0
        assert all(str(number) in words(page) for number, page in bodies(pages))
        assert all("Small · 1" in words(page) for _, page in bodies(pages))
        assert {(page.width, page.height) for page in pages} == {(WIDTH, HEIGHT)}


def test_nothing_stands_outside_the_margins(tmp_path: Path) -> None:
    prose = SMALL + f"{LONG}\n\n> {LONG}\n\n- {LONG}\n  - {LONG}\n\n" * 8
    figure = "```figure\npieces: [card/one, card/two, card/one, card/two, card/one]\ncaption: Five\n```\n\n"
    pages = book(tmp_path, prose + figure + "```figure\npieces: [card/one]\ncallouts: {title: Its name}\n```\n")
    for number, page in bodies(pages):
        at = column(number)
        for mark in on_page(page):
            assert not isinstance(mark, Begin | End)
            box = mark.box
            if isinstance(mark, Run) and mark.fine:
                assert box.x >= 4 and box.right <= WIDTH - 4
            elif not isinstance(mark, Shape) or abs(box.w) > 0:
                assert at.x - 0.01 <= box.x and box.right <= at.right + 0.01, str(mark)
            assert box.y >= TOP - 0.01 and box.bottom <= FOOT + 1


def test_no_paragraph_leaves_a_single_line_on_a_page(tmp_path: Path) -> None:
    paragraphs = [" ".join([f"word{n}"] * (11 * (n % 6 + 1))) for n in range(60)]
    pages = book(tmp_path, "\n\n".join(paragraphs))
    torn = 0
    for n, paragraph in enumerate(paragraphs):
        lines = [sum(f"word{n} " in f"{text} " for text in words(page)) for page in pages]
        whole = sum(lines)
        assert whole >= 1
        if len([count for count in lines if count]) > 1:
            torn += 1
            assert 1 not in lines, f"{paragraph[:9]} leaves a line alone: {lines}"
    assert torn  # otherwise this has shown nothing


def test_a_heading_stays_with_its_words(tmp_path: Path) -> None:
    pages = book(tmp_path, "".join(f"### Head {n}\n\n{LONG}\n\n" for n in range(40)))
    for _, page in list(bodies(pages))[1:]:  # the first one holds the contents
        column_words = [text for text in words(page) if text != "Small · 1" and not text.isdigit()]
        assert not column_words or not column_words[-1].startswith("Head")


def test_a_long_table_repeats_its_head(tmp_path: Path) -> None:
    pages = book(tmp_path, "| Thing | Number |\n|---|---|\n" + "".join(f"| Thing {n} | {n} |\n" for n in range(60)))
    holding = [page for page in pages if any(text.startswith("Thing ") for text in words(page))]
    assert len(holding) > 1
    assert all(words(page)[:2] == ["Thing", "Number"] for page in holding)


# Figures --------------------------------------------------------------------------

FIGURE = """```figure
pieces: [card/one, card/two back]
caption: Two cards
callouts:
  panel: A dark panel
  title: The **name**
```
"""
BACK = '<face background="ink"><circle name="panel" cx="30" cy="30" r="9" fill="cream"/></face>'


def test_a_figure_is_the_real_picture_cut_at_its_trim(tmp_path: Path) -> None:
    game, components = make(tmp_path, FIGURE, back=BACK)
    page = typeset(game, components)[0][1]
    starts = [index for index, mark in enumerate(page.marks) if isinstance(mark, Begin)]
    for start, picture in zip(starts, (components[0].front, components[1].back)):
        assert picture
        begin = page.marks[start]
        assert isinstance(begin, Begin)
        assert page.marks[start + 1 : start + 1 + len(picture.marks)] == picture.marks
        assert begin.clip and begin.clip.box == Box(0, 0, 63.5, 88.9)
    assert page.resources.keys() >= {"fonts/Righteous-Regular.ttf", "fonts/Barlow-Medium.ttf"}


HEXAGON = "M 0 21.65 L 12.5 0 L 37.5 0 L 50 21.65 L 37.5 43.3 L 12.5 43.3 Z"
DISC = Outline.of(ellipse(25, 25, 25, 25)).text


@pytest.mark.parametrize(
    ("size", "outline"),
    [
        (Size("tile", 50, 43.3, 0, "hex"), HEXAGON),
        (Size("token", 50, 50, 0, "circle"), DISC),
        (Size("net", 74, 58, 0, "die-net"), "M 0 0 L 74 0 L 74 58 L 0 58 Z"),
        (Size("card", 40, 50, 0), "M 0 0 L 40 0 L 40 50 L 0 50 Z"),
    ],
    ids=lambda part: getattr(part, "shape", ""),
)
def test_a_figure_of_a_piece_has_the_outline_of_the_piece(size: Size, outline: str) -> None:
    """A hexagon stood in a rectangle, as if it were cut like a card."""
    begin, *_, hairline, _ = piece_marks(laid_out(size, ()), (1, 0, 0, 1, 0, 0), "#000000")
    assert isinstance(begin, Begin) and isinstance(hairline, Shape)
    assert str(begin.clip) == str(hairline.path) == outline


def test_call_outs_are_numbered_and_point_at_the_named_parts(tmp_path: Path) -> None:
    game, components = make(tmp_path, FIGURE, back=BACK)
    page = typeset(game, components)[0][1]
    found = words(page)
    assert found[:2] == ["1", "2"]  # beside the picture: the title stands above the panel
    assert found[2:8] == ["Two cards", "The", "name", "1", "A dark panel", "2"]
    begin = next(mark for mark in page.marks if isinstance(mark, Begin))
    scale, left, top = begin.matrix[0], begin.matrix[4], begin.matrix[5]
    leaders = [mark for mark in on_page(page) if isinstance(mark, Shape) and mark.stroke and mark.stroke.width == 0.3]
    ends = [leader.path.values[2:] for leader in leaders]
    assert len(ends) == 2
    for (x, y), name in zip(ends, ("title", "panel")):
        part = components[0].front.names[name]
        box = Box(left + part.x * scale, top + part.y * scale, part.w * scale, part.h * scale)
        assert box.x - 0.01 <= x <= box.right + 0.01 and box.y - 0.01 <= y <= box.bottom + 0.01
        starts = leaders[0].path.values[:2]
        assert not box.x <= starts[0] <= box.right


def test_a_figure_is_as_wide_as_asked_but_never_wider_than_the_column(tmp_path: Path) -> None:
    for asked, got in ((30, 30.0), (300, column(2).w)):
        page = book(tmp_path, f"```figure\npieces: [card/one]\nwidth: {asked}\n```\n")[1]
        begin = next(mark for mark in page.marks if isinstance(mark, Begin))
        assert begin.matrix[0] * 63.5 == pytest.approx(got)


# Mistakes --------------------------------------------------------------------------

MISTAKES = {
    "Words.\n\n```figure\npieces: [card/onne]\n```\n": (
        "cards/small/rulebook.md:9:10: there is no piece card/onne\n    to mend it: did you mean card/one?"
    ),
    "```figure\npieces: [crad/one]\n```\n": "did you mean card? accepted: card",
    "```figure\npieces: [card/one back]\n```\n": "rulebook.md:7:10: card/one has no back",
    "```figure\npieces: [card/one side]\n```\n": "card/one has no side side",
    "```figure\npieces: [card/one]\ncallouts:\n  titel: Its name\n```\n": (
        "rulebook.md:9:3: no part of this figure is named titel\n    to mend it: did you mean title?"
    ),
    "```figure\npieces: [card/one]\ncation: x\n```\n": "rulebook.md:8:1: unknown key cation",
    "```figure\n```\n": "the figure is empty",
    "```figure\npieces: card/one\n```\n": "rulebook.md:7:9: pieces is “card/one”; it must be a list",
    "Good words.\n\nA sign that is not there: ⚅\n": (
        "cards/small/rulebook.md:8:1: Barlow-Medium.ttf has no “⚅” (U+2685)"
    ),
    "A [stra] is born.\n": "cards/small/rulebook.md:6:1: there is no icon stra\n    to mend it: did you mean star?",
    "Mind the *slant*.\n": "rulebook.md:6:1: the font Barlow has no italic style",
    "x " + "b" * 90 + "\n": "mm at 9.25 pt, there are 105.7 mm",
    "|" + " incomprehensibilities |" * 8 + "\n|" + "---|" * 8 + "\n": "rulebook.md:6:1: the table needs ",
    "```python\nx\n```\n": "unknown block ```python cannot be typeset",
    "![a picture](x.png)\n": "an image cannot be typeset\n    to mend it: show a piece with a ```figure block",
    "Some <u>tags</u>.\n": "HTML (<u>) cannot be typeset",
    # Words that stand elsewhere too do not lead astray, and long paragraphs name the very line.
    "Draw a card.\n\nDraw a card, draw a ⚅ card.\n\nDraw a card, draw a card, a ⚅.\n": (
        "rulebook.md:8:1: Barlow-Medium.ttf has no “⚅” (U+2685)"
    ),
    "One\n**two three**\nno <!-- no\nmore --> four &lt; ⚅\n[stra]\n": "rulebook.md:9:1: Barlow-Medium.ttf has no “⚅”",
    "One\n**two**\n[stra]\n": "rulebook.md:8:1: there is no icon stra",
    "One\ntwo\n" + "b&" * 60 + "\n": "rulebook.md:8:1: “b&",
    "One\ntwo\n![a picture](x.png)\n": "rulebook.md:8:1: an image cannot be typeset",
    "| a | b |\n|---|---|\n| c | d |\n| c | ⚅ |\n": "rulebook.md:9:1: Barlow-Medium.ttf has no “⚅”",
    "> Yes.\n>\n> - Yes.\n> - Yes, ⚅\n": "rulebook.md:9:1: Barlow-Medium.ttf has no “⚅”",
    "{% for n in range(rounds) %}\nRound {{ n }}.\n\n{% if n == 7 %}\n{{ n }} ⚅\n{% endif %}\n{% endfor %}\n": (
        "rulebook.md:10:1: Barlow-Medium.ttf has no “⚅”"
    ),
    "```figure\npieces:\n  - card/one\ncaption: A ⚅\n```\n": "rulebook.md:9:1: Barlow-Medium.ttf has no “⚅”",
    "```figure\npieces: [card/one]\ncallouts:\n  title: One\n  panel: A ⚅\n```\n": (
        "rulebook.md:10:1: Barlow-Medium.ttf has no “⚅”"
    ),
    "```figure\n{% for n in range(rounds) %}\n{% endfor %}\npieces: [card/onne]\n```\n": (
        "rulebook.md:9:10: there is no piece card/onne"
    ),
    "```figure\npieces: [card/one\n```\n": "rulebook.md:8:1: ",
    # Characters of private use mean nothing to us; no font has them.
    "Fine.\n\nSome \ue000 and \ue001deal\ue002.\n": (
        "rulebook.md:8:1: Barlow-Medium.ttf has no “\ue000” (U+E000), “\ue001” (U+E001), “\ue002” (U+E002)"
    ),
    "{% rule deal %}\nFine.\n\n\ue000deal\ue001\n\nOdd.\n\n\ue002\n{% endrule %}\n": (
        "rulebook.md:9:1: Barlow-Medium.ttf has no “\ue000” (U+E000), “\ue001” (U+E001)"
    ),
}


@pytest.mark.parametrize("prose", MISTAKES)
def test_a_mistake_is_a_problem_at_its_line(tmp_path: Path, prose: str) -> None:
    assert MISTAKES[prose] in wrong(tmp_path, prose)


def test_all_mistakes_are_told_at_once_in_order(tmp_path: Path) -> None:
    told = wrong(tmp_path, "A ⚅ here.\n\n- A [stra].\n- Fine.\n\n```figure\npieces: [card/three]\n```\n")
    assert [line.split(":")[1] for line in told.split("\n") if line.startswith("cards/")] == ["6", "8", "12"]


@pytest.mark.parametrize("prose", ["", "\n\n", "<!-- nothing yet -->\n", "{% rule empty %}\n{% endrule %}\n"])
def test_no_prose_no_pages(tmp_path: Path, prose: str) -> None:
    game, components = make(tmp_path, prose)
    assert typeset(game, components) == ((), [])
    assert export(Job(game, components, (), (), Options())) == []


# The file --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of some pages, as a file."""
    folder = tmp_path_factory.mktemp("book")
    chapters = "".join(f"## Größe {n}\n\n{LONG}\n\n### Part {n}\n\n{LONG}\n\n{LONG}\n\n" for n in range(1, 9))
    game, components = make(folder, chapters + FIGURE, back=BACK)
    job = Job(game, components, (), typeset(game, components)[0], Options())
    (out,) = export(job)
    assert (out.path, out.role) == ("rulebook.pdf", "rulebook")
    assert export(Job(game, components, (), typeset(game, components)[0], Options()))[0].data == out.data
    (folder / "rulebook.pdf").write_bytes(out.data)
    return folder / "rulebook.pdf"


def test_the_file_has_nested_bookmarks_labels_and_a_title(pdf: Path) -> None:
    document = pypdfium2.PdfDocument(pdf)
    try:
        marks = [(mark.level, mark.get_title(), mark.get_dest().get_index()) for mark in document.get_toc()]
        assert marks[:3] == [(0, "Größe 1", 2), (1, "Part 1", 2), (0, "Größe 2", marks[2][2])]
        assert len(marks) == 16
        for _, title, page in marks:
            assert title in document[page].get_textpage().get_text_range()
        assert document.get_page_label(3) == "4"
        assert document.get_metadata_dict()["Title"] == "Small"
        assert document[0].get_size() == pytest.approx((WIDTH / 25.4 * 72, HEIGHT / 25.4 * 72), abs=0.01)
    finally:
        document.close()


def test_the_file_is_sound(pdf: Path, tool: Callable[[str], str]) -> None:
    checked = subprocess.run([tool("qpdf"), "--check", str(pdf)], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    fonts = subprocess.run([tool("pdffonts"), str(pdf)], capture_output=True, text=True, check=True).stdout
    rows = fonts.strip().split("\n")[2:]
    assert rows and all(re.search(r"yes\s+yes\s+yes", row) for row in rows)  # embedded, subset, with a Unicode map


def test_the_cover_says_for_how_many_players_it_is() -> None:
    for game, told in (("king-of-clubs", "2 or 4 players"), ("dj-duels-with-a-z", "2–4 players")):
        pages = drawn(game).pages
        assert told in "".join(mark.text for mark in pages[0].marks if isinstance(mark, Run))


def test_the_rulebooks_of_this_project_can_be_typeset() -> None:
    assert len(drawn("king-of-clubs").pages) >= 12  # made without a problem


def test_the_lines_of_the_contents_lead_to_their_pages(pdf: Path) -> None:
    """As another program reads them: a click on each line ends where the number on it says."""
    with pdfplumber.open(pdf) as document:
        contents = document.pages[1]
        links = [annotation for annotation in contents.annots if annotation["data"]["Subtype"].name == "Link"]
        ids = [page.page_obj.pageid for page in document.pages]
        assert links and not document.pages[3].annots
        for link in links:
            words = contents.crop((link["x0"], link["top"], link["x1"], link["bottom"])).extract_text()
            target = ids.index(link["data"]["Dest"][0].objid)
            assert words.split()[-1].strip(".…") == str(target + 1), words
