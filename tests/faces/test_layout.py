"""Faces become pictures: each element leaves the marks it should, and nothing wrong passes in silence."""

import shutil
from pathlib import Path

import pytest
from PIL import Image
from support.small import draw, redraw, told, write


def one(folder: Path, inside: str, cards: str = "- {title: One}\n", **more: str) -> str:
    drawn = draw(folder, f"<face>{inside}</face>", cards, **more)
    assert not drawn.problems, told(drawn)
    return drawn.text.rstrip("\n")


def wrong(folder: Path, template: str, cards: str = "- {title: One}\n", **more: str) -> str:
    drawn = draw(folder, template, cards, **more)
    assert drawn.problems
    return told(drawn)


SHAPES = {
    '<rect x="1" y="2" w="3" h="4" fill="#a33"/>': "shape M 1 2 L 4 2 L 4 6 L 1 6 Z | fill #aa3333",
    '<line x1="0" y1="0" x2="5" y2="0" stroke="ink"/>': "shape M 0 0 L 5 0 | stroke #221133 0.25",
    '<line x1="0" y1="0" x2="5" y2="0"/>': "shape M 0 0 L 5 0 | stroke #000000 0.25",
    '<polygon points="0,0 4,0 4,3"/>': "shape M 0 0 L 4 0 L 4 3 Z | fill #000000",
    '<polyline points="0 0 4 0 4 3" stroke="cream" stroke-width="1" dash="2 1" cap="round" join="bevel"/>': (
        "shape M 0 0 L 4 0 L 4 3 | stroke #fff4dd 1 | dash 2 1 | cap round | join bevel"
    ),
    '<path d="m1 1h2v2z" fill="none" stroke="#123456"/>': "shape M 1 1 L 3 1 L 3 3 Z | stroke #123456 0.25",
    '<ngon cx="0" cy="0" r="2" sides="4"/>': "shape M 0 -2 L 2 0 L 0 2 L -2 0 Z | fill #000000",
    '<star cx="0" cy="0" r="2" points="2" inner="1" rotate="90"/>': "shape M 2 0 L 0 1 L -2 0 L 0 -1 Z | fill #000000",
    '<rect x="0" y="0" w="4" h="2" fill="linear(0, #fff, #000)"/>': (
        "shape M 0 0 L 4 0 L 4 2 L 0 2 Z | fill linear(0 1 4 1, #ffffff 0, #000000 1)"
    ),
    '<rect x="0" y="0" w="4" h="4" fill="radial(50% 25% 100%, #fff 10%, #000)"/>': (
        "shape M 0 0 L 4 0 L 4 4 L 0 4 Z | fill radial(2 1 4, #ffffff 0.1, #000000 1)"
    ),
    '<rect x="0" y="0" w="1" h="1" opacity="0.5"/>': "shape M 0 0 L 1 0 L 1 1 L 0 1 Z | fill #000000 | opacity 0.5",
}


@pytest.mark.parametrize("element", SHAPES)
def test_shape(tmp_path: Path, element: str) -> None:
    assert one(tmp_path, element) == SHAPES[element]


def test_round_shapes_close_where_they_began(tmp_path: Path) -> None:
    text = one(tmp_path, '<circle cx="10" cy="10" r="5"/><wedge cx="10" cy="10" r="5" inner="3" from="0" to="90"/>')
    circle, wedge = text.split("\n")
    assert circle.startswith("shape M 15 10 C") and circle.endswith("15 10 Z | fill #000000")
    assert wedge.startswith("shape M 10 5 C") and "15 10 L 13 10 C" in wedge and "10 7 Z" in wedge


def test_hatching_is_clipped_to_its_shape_on_its_ground(tmp_path: Path) -> None:
    lines = one(tmp_path, '<rect x="0" y="0" w="4" h="2" fill="hatch(0, 1, 0.2, ink, cream)"/>').split("\n")
    assert lines[0] == "shape M 0 0 L 4 0 L 4 2 L 0 2 Z | fill #fff4dd"
    assert lines[1] == "begin 1 0 0 1 0 0 | clip M 0 0 L 4 0 L 4 2 L 0 2 Z"
    assert "stroke #221133 0.2" in lines[2] and lines[3] == "end"


def test_groups_move_turn_scale_and_clip(tmp_path: Path) -> None:
    text = one(
        tmp_path,
        '<group x="10" y="20" rotate="90" scale="2" opacity="0.5" clip="rect 0 0 3 3">'
        '<line x1="0" y1="0" x2="1" y2="0"/></group>',
    )
    assert text.split("\n") == [
        "begin 0 2 -2 0 10 20 | clip M 0 0 L 3 0 L 3 3 L 0 3 Z | opacity 0.5",
        "shape M 0 0 L 1 0 | stroke #000000 0.25",
        "end",
    ]


def test_grid_gives_each_child_a_cell(tmp_path: Path) -> None:
    text = one(
        tmp_path,
        '<grid x="1" y="1" w="21" h="11" cols="2" gap="1">'
        '{% for i in range(3) %}<rect x="0" y="0" w="2" h="2"/>{% endfor %}</grid>',
    )
    assert [line for line in text.split("\n") if line.startswith("begin")] == [
        "begin 1 0 0 1 1 1",
        "begin 1 0 0 1 12 1",
        "begin 1 0 0 1 1 7",
    ]


def test_repeat_walks_along_a_path(tmp_path: Path) -> None:
    text = one(tmp_path, '<repeat along="M 0 0 H 9" count="4" turn="yes"><circle cx="0" cy="0" r="1"/></repeat>')
    assert [line for line in text.split("\n") if line.startswith("begin")] == [
        f"begin 1 0 0 1 {x} 0" for x in (0, 3, 6, 9)
    ]


def test_text_is_kerned_aligned_and_shrinks_to_fit(tmp_path: Path) -> None:
    text = one(tmp_path, '<text x="31.75" y="20" w="20" size="20" min="8" align="center">A long title here</text>')
    run = text.split()
    assert run[0] == "run" and run[3] == "Barlow-Medium.ttf"
    assert 8 <= float(run[4]) < 20
    x, size = float(run[1]), float(run[4])
    assert 31.75 - 10.01 < x < 31.75 - 9
    assert size % 0.25 == 0


def test_box_breaks_lines_and_keeps_icons_in_them(tmp_path: Path) -> None:
    text = one(
        tmp_path,
        '<box x="5" y="5" w="30" h="30" size="10">Take <b>one</b> [star] and then, <icon icon="star"/>, stop.</box>',
    )
    lines = text.split("\n")
    assert any(line.startswith("icon templates/icons/star.svg") for line in lines)
    assert any("Barlow-Bold.ttf" in line and line.endswith("| one") for line in lines)
    assert len({line.split()[2] for line in lines if line.startswith("run")}) > 1, "it needs more than one line"
    assert "[star]" in text, "only rich fields carry icons in brackets"


def test_rich_fields_carry_markup_and_plain_ones_do_not(tmp_path: Path) -> None:
    text = one(
        tmp_path,
        '<box x="5" y="5" w="50" h="20" size="9">{{ words }}</box><text x="5" y="40" size="9">{{ title }}</text>',
        '- {title: "<b>R&B</b> *x*", words: "**Go** [club]"}\n',
    )
    assert "| Go" in text and "icon templates/icons/club.svg" in text
    assert "| <b>R&B</b> *x*" in text


def test_facts_reach_templates_and_card_texts(tmp_path: Path) -> None:
    cards = '- {title: "Of {{ rounds }}", words: "Hold {{ hand.limit }}, {{ number }} now.", number: 3}\n'
    inside = '<text x="5" y="9" size="9">{{ title }} {{ rounds }}</text><text x="5" y="19" size="9">{{ words }}</text>'
    assert [line.split(" | ")[1] for line in one(tmp_path, inside, cards).split("\n")] == ["Of 8 8", "Hold 5, 3 now."]


def test_a_shared_back_is_one_picture_and_a_personal_one_is_not(tmp_path: Path) -> None:
    cards = "- {title: One}\n- {title: Two}\n"
    shared = draw(tmp_path / "a", "<face/>", cards, back='<face background="ink"/>')
    assert shared.backs[0] is shared.backs[1] is not None
    own = draw(tmp_path / "b", "<face/>", cards, back='<face><text x="9" y="9" size="9">{{ title }}</text></face>')
    assert own.backs[0] is not own.backs[1]


def test_the_edge_is_known_when_nothing_else_reaches_the_bleed(tmp_path: Path) -> None:
    inner = '<face background="ink"><rect x="3" y="3" w="20" h="20"/></face>'
    outer = '<face background="ink"><rect x="-3" y="3" w="20" h="20"/></face>'
    clipped = '<face background="ink"><group clip="rect 0 0 60 80"><rect x="-3" y="3" w="20" h="20"/></group></face>'
    assert draw(tmp_path / "a", inner).pictures[0].edge == "#221133"
    assert draw(tmp_path / "b", outer).pictures[0].edge == ""
    assert draw(tmp_path / "c", clipped).pictures[0].edge == "#221133"


def test_named_parts_and_slots_know_where_they_are(tmp_path: Path) -> None:
    inside = '<group x="10" y="10"><slot name="deck" x="1" y="2" w="5" h="6"/><rect name="part" x="0" y="0" w="3" h="3"/></group>'
    (picture,) = draw(tmp_path, f"<face>{inside}</face>").pictures
    assert [(slot.name, str(slot.box)) for slot in picture.slots] == [("deck", "11 12 5 6")]
    assert str(picture.names["part"]) == "10 10 3 3"


def test_the_stamp_shows_the_hash_and_does_not_change_it(tmp_path: Path) -> None:
    bare = draw(tmp_path / "a", "<face/>").pictures[0]
    stamped = draw(tmp_path / "b", '<face><version x="5" y="80"/></face>').pictures[0]
    assert stamped.hash == bare.hash
    assert stamped.stamp and stamped.stamp.text == f"1 · {bare.hash[:4]}" and stamped.stamp.size == 6


def test_every_word_in_brackets_is_an_icon(tmp_path: Path) -> None:
    template = '<face><box x="5" y="5" w="50" h="30" size="10">{{ words|rich }}</box></face>'
    drawn = draw(tmp_path, template, "- {title: One, words: 'Take [My_Axe.2] or [Star], not \\[star]'}\n")
    assert "there is no icon My_Axe.2" in told(drawn)
    shutil.copy(tmp_path / "templates/icons/star.svg", tmp_path / "templates/icons/My_Axe.2.svg")
    assert "there is no icon Star\n" in told(redraw(tmp_path)) and "did you mean star?" in told(redraw(tmp_path))
    shutil.copy(tmp_path / "templates/icons/star.svg", tmp_path / "templates/icons/Star.svg")
    assert "[star]" in redraw(tmp_path).text, "a backslash makes it mere text"


def test_what_an_icon_cannot_draw_is_told_once_with_the_line_of_its_file(tmp_path: Path) -> None:
    template = '<face><icon icon="note" x="9" y="9" size="9"/>{{ title }}</face>'
    folder = write(tmp_path, template.replace("{{ title }}", ""), "- {title: One}\n- {title: Two}\n")
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n<path d="M0 0h9v9z"/>\n<text>A</text></svg>'
    (folder / "templates/icons/note.svg").write_text(svg, "utf-8")
    (problem,) = redraw(folder).problems
    assert str(problem.place) == "templates/icons/note.svg:3:1"
    assert problem.message == "the icon note holds a <text>, which cannot be drawn"
    assert "Object to Path" in problem.hint


def test_grounds_of_icons_are_dropped_on_request(tmp_path: Path) -> None:
    folder = write(tmp_path, '<face><icon icon="axe" x="9" y="9" size="9"/></face>')
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/>'
    (folder / "templates/icons/axe.svg").write_text(f'{svg}<path fill="#fff" d="M2 2h5v5z"/></svg>', "utf-8")
    kept = redraw(folder)
    game = folder / "cards/small/game.yaml"
    game.write_text(game.read_text("utf-8") + "icon-grounds: drop\n", "utf-8")
    dropped = redraw(folder)
    assert "axe.svg|figure" in dropped.text and "axe.svg|figure" not in kept.text
    assert kept.pictures[0].hash != dropped.pictures[0].hash


def test_the_hash_follows_an_icon_that_is_drawn_anew(tmp_path: Path) -> None:
    folder = write(tmp_path, '<face><icon icon="star" x="9" y="9" size="9"/></face>')
    before = redraw(folder).pictures[0].hash
    svg = folder / "templates/icons/star.svg"
    svg.write_text('<svg viewBox="0 0 24 24"><circle cx="12" cy="12" r="9"/></svg>')
    assert redraw(folder).pictures[0].hash != before


def test_images_cover_contain_and_warn_of_too_few_pixels(tmp_path: Path) -> None:
    template = '<face><image src="art/a.png" x="5" y="5" w="{{ number }}" h="10" fit="cover"/></face>'
    folder = write(tmp_path, template, "- {title: One, number: 10}\n")
    (folder / "art").mkdir()
    Image.new("RGB", (160, 80), "red").save(folder / "art/a.png")
    assert redraw(folder).text.startswith("image art/a.png 0 5 20 10 clip 5 5 10 10")
    (folder / "cards/small/cards.yaml").write_text("- {title: One, number: 40}\n")
    assert "has 102 pixels per inch at 40.0 × 20.0 mm, under the 200 that print needs" in told(redraw(folder))


# What is wrong is said, with its place ---------------------------------------------------------------------------


def test_an_unknown_element_names_its_line_and_the_nearest_one(tmp_path: Path) -> None:
    said = wrong(tmp_path, "<face>\n\n  <rct x='0'/>\n</face>")
    assert "templates/small/card.xml:3:1: unknown element <rct>" in said
    assert "did you mean rect?" in said


def test_an_unknown_attribute_lists_the_accepted_ones(tmp_path: Path) -> None:
    said = wrong(tmp_path, '<face>\n<circle cx="1" cy="1" radius="3"/></face>')
    assert "card.xml:2:1: <circle> has no attribute radius" in said and "accepted: cap, cx, cy" in said


def test_lines_are_right_through_loops_macros_and_includes(tmp_path: Path) -> None:
    macros = "{# one #}\n{% macro dot(x) %}\n\n<circle cx='{{ x }}' cy='1' r='-1'/>\n{% endmacro %}"
    part = "\n<rect x='a' y='0' w='1' h='1'/>"
    template = (
        "{% import 'macros.xml' as m %}\n<face>\n{% for i in range(2) %}\n  {{ m.dot(i) }}\n{% endfor %}\n"
        "{% include 'part.xml' %}\n</face>"
    )
    said = wrong(tmp_path, template, macros=macros, part=part)
    assert "templates/small/macros.xml:4:1: <circle r>: -1 is negative" in said
    assert "templates/small/part.xml:2:1: <rect x>: 'a' is not a number" in said


def test_an_undefined_name_is_an_error_at_its_line(tmp_path: Path) -> None:
    said = wrong(tmp_path, "<face>\n\n<text x='9' y='9' size='9'>{{ titel }}</text></face>")
    assert "templates/small/card.xml:3:1: unknown name titel" in said
    assert (
        "did you mean title? accepted: BLEED, H, W, game, hand, kind, number, piece, players, rounds, style, title, words"
        in said
    )


def test_a_template_that_does_not_parse_names_its_line(tmp_path: Path) -> None:
    said = wrong(tmp_path, "<face>\n{% for %}\n</face>")
    assert "templates/small/card.xml:2:1:" in said


def test_overflow_tells_millimetres_template_and_piece(tmp_path: Path) -> None:
    words = "word " * 60
    said = wrong(
        tmp_path,
        "<face>\n<box x='5' y='5' w='20' h='10' size='9' min='8'>{{ words }}</box></face>",
        f"\n- {{title: One, words: {words}}}\n",
    )
    assert "cards/small/cards.yaml:2:23: card one, front:" in said  # where the words stand
    assert "mm at 8 pt (" in said and "the box is 10.0 mm high" in said
    assert "in templates/small/card.xml:2:1" in said


def test_one_line_that_is_too_long_tells_both_widths(tmp_path: Path) -> None:
    said = wrong(
        tmp_path,
        "<face><text x='9' y='9' w='10' size='12' min='9'>{{ title }}</text></face>",
        "- {title: Much too long}\n",
    )
    assert "“Much too long” needs" in said and "at 9 pt, 10.0 mm are there" in said


def test_a_missing_glyph_is_named(tmp_path: Path) -> None:
    said = wrong(tmp_path, "<face><text x='9' y='9' size='9'>{{ title }}</text></face>", '- {title: "Go → on"}\n')
    assert "Barlow-Medium.ttf has no “→” (U+2192)" in said


@pytest.mark.parametrize(
    "inside, message",
    [
        ("<icon icon='sta' x='9' y='9' size='9'/>", "there is no icon sta"),
        ("<image src='no.png' x='9' y='9' w='9' h='9'/>", "there is no image no.png"),
        ("<image src='../../etc/passwd' x='9' y='9' w='9' h='9'/>", "lies outside the project"),
        ("<text x='9' y='9' size='9' font='Comic'>x</text>", "unknown font 'Comic'"),
        ("<text x='9' y='9' size='9' slant='italic'>x</text>", "the font Barlow has no italic style"),
        ("<rect x='9' y='9' w='9' h='9' fill='inkk'/>", "unknown colour 'inkk'"),
        ("<rect x='9' y='9' w='9' h='9' fill='#12'/>", "#12 is not a colour"),
        ("<rect x='9' y='9' w='9' h='9' fill='blend(1)'/>", "unknown paint 'blend'"),
        ("<text x='9' y='9' size='9' fill='none'>x</text>", "<text fill>: none is no colour here"),
        ("<text x='9' y='9' size='9'>a <c fill='none'>b</c></text>", "none is no colour here"),
        ("<text x='9' y='9' size='9'>a <s size='-50%'>b</s></text>", "<s size>: '-50%' is not a percentage"),
        ("<text x='9' y='9' size='9'>a <icon icon='star' scale='x'/></text>", "<icon scale>: 'x' is not a number"),
        ("<text x='9' y='9' size='9'>a <icon icon='star' scale='nan'/></text>", "'nan' is not a number above 0"),
        ("<icon icon='star' x='9' y='9' size='9' fill='none'/>", "<icon fill>: none is no colour here"),
        ("<version x='9' y='9' fill='none'/>", "<version fill>: none is no colour here"),
        ("<rect x='9' y='9' w='9' h='9' fill='linear(0, none, #000)'/>", "<rect fill>: none is no colour here"),
        ("<rect x='9' y='9' w='9' h='9' fill='linear(inf, #fff, #000)'/>", "linear(inf, #fff, #000) is not a paint"),
        ("<rect x='9' y='9' w='9' h='9' fill='hatch(0, nan, 1, #000)'/>", "hatch(0, nan, 1, #000) is not a paint"),
        ("<rect x='9' y='9' w='9' h='9' fill='hatch(0, 1, -1, #000)'/>", "hatch(0, 1, -1, #000) is not a paint"),
        ("<rect x='9' y='9' w='9' h='9' fill='hatch(0, 1, 1, none)'/>", "none is no colour here"),
        ("<rect x='9' y='9' w='9'/>", "<rect> lacks h"),
        ("<path d='M 1 1 L 2'/>", "path command L wants 2 numbers"),
        ("<rect x='9' y='9' w='9' h='9'>x</rect>", "stands outside <text> and <box>"),
        ("<group>", "</face> stands where <group> is open"),
        ("hello", "text “hello” stands outside"),
        ("<text x='9' y='9' size='9'>a <u>b</u></text>", "<u> cannot stand in text"),
        ("<text x='9' y='9' size='9'>a <b>b</text>", "<b> is not closed"),
        ("<text x='9' y='9' size='9'>a & b</text>", "a lone &"),
        ("<rect x='1e9' y='0' w='1' h='1'/>", "out of all bounds"),
        ("<grid x='0' y='0' w='9' h='9' cols='1' rows='1'><rect x='0' y='0' w='1' h='1'/><rect x='0' y='0' w='1' h='1'/></grid>",
         "the grid has 1 cells for 2 elements"),
    ],
)  # fmt: skip
def test_mistakes_in_templates(tmp_path: Path, inside: str, message: str) -> None:
    assert message in wrong(tmp_path, f"<face>{inside}</face>")


def test_a_templates_mistake_is_told_once_for_many_pieces(tmp_path: Path) -> None:
    drawn = draw(tmp_path, "<face><rct/></face>", "".join(f"- {{title: Card {i}}}\n" for i in range(9)))
    assert len(drawn.problems) == 1


def test_a_card_on_its_side_has_a_picture_of_its_own(tmp_path: Path) -> None:
    write(tmp_path, '<face background="#123456"/>')
    game = tmp_path / "cards/small/game.yaml"
    kind = game.read_text("utf-8").partition("kinds:\n")[2]
    turned = kind.replace("  card:", "  wide:").replace("size: poker", "size: poker\n    landscape: yes")
    game.write_text(game.read_text("utf-8") + turned, "utf-8")
    upright, wide = redraw(tmp_path).pictures
    assert (upright.width, upright.height) == (wide.height, wide.width) == (63.5, 88.9)
