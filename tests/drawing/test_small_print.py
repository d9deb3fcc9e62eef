"""Small print says what it can in the font it has and the room there is."""

from hypothesis import given
from hypothesis import strategies as st
from support.sample import ROOT, TEXT

from pressplay.drawing.small_print import shortened, spelled, text_width
from pressplay.drawing.type.font import open_font
from pressplay.files import ProjectFiles

FONT = open_font(ProjectFiles(ROOT), TEXT)


def test_signs_that_the_font_lacks_are_spelled_plainly() -> None:
    assert spelled(FONT, "Plain – words · 2 × 3") == "Plain – words · 2 × 3"
    assert spelled(FONT, "A ⚅ and \ue000") == "A ? and ?"


@given(st.text("ab W—", max_size=40), st.floats(3, 60))
def test_a_line_keeps_to_its_room_and_to_its_beginning(text: str, room: float) -> None:
    short = shortened(FONT, text, 8, room)
    assert text_width(FONT, short, 8) <= room
    if short != text:
        assert text_width(FONT, text, 8) > room
        assert short.endswith("…") and text.startswith(short[:-1]) and not short[:-1].endswith(" ")


def test_as_much_as_fits_is_said() -> None:
    assert shortened(FONT, "four words of text", 8, text_width(FONT, "four words…", 8)) == "four words…"
