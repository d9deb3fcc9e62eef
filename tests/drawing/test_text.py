"""Line breaking: nothing is lost, nothing is too wide, and the eye is pleased."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from pressplay.drawing.marks import Run
from pressplay.drawing.paint import Flat
from pressplay.drawing.text import Atom, Style, break_lines, place_line, tidy
from pressplay.drawing.type.font import open_font
from pressplay.faces.element import Scene
from pressplay.faces.rich_text import flow
from pressplay.files import ProjectFiles

ROOT = Path(__file__).resolve().parents[2]
FONT = open_font(ProjectFiles(ROOT), "fonts/Barlow-Medium.ttf")
STYLE = Style((FONT,), Flat("#000000"), False, False, "text")
WORD = st.builds(str.__add__, st.text("abcdefgABC", min_size=1, max_size=8), st.sampled_from(["", ".", ","]))
WORDS = st.lists(WORD, min_size=1, max_size=40)


def scene() -> Scene:
    def none(*_: object) -> None:
        raise AssertionError("plain words ask for nothing")

    return Scene({}, none, none, none, none, none, none)  # type: ignore[arg-type]


def said(lines: list[list[Atom]]) -> str:
    return " ".join("".join(part.text for part in atom.parts) for line in lines for atom in line)


@given(WORDS, st.floats(15, 120))
def test_every_word_stays_and_every_line_fits(words: list[str], width: float) -> None:
    text = flow(" ".join(words), STYLE, scene())
    done = break_lines(text.paragraphs, 9, width)
    if done is None:
        assert (
            max(atom.width for lines in text.paragraphs for line in lines for atom in line) * 9 * 25.4 / 72
            > width - 1e-3
        )
        return
    assert said(done.lines) == " ".join(words)
    assert all(wide * 9 * 25.4 / 72 <= width + 1e-3 for wide in done.widths)


@given(WORDS, st.floats(40, 120))
def test_tidying_keeps_the_words_and_the_number_of_lines(words: list[str], width: float) -> None:
    text = flow(" ".join(words), STYLE, scene())
    done = break_lines(text.paragraphs, 9, width)
    assert done
    for balance in (True, False):
        neat = tidy(text.paragraphs, done, width, balance)
        assert said(neat.lines) == " ".join(words) and len(neat.lines) == len(done.lines)


@given(WORDS)
def test_a_run_is_as_wide_as_its_words(words: list[str]) -> None:
    (paragraph,) = flow(" ".join(words), STYLE, scene()).paragraphs
    (run,) = place_line(paragraph[0], 5, 10, 9)
    assert isinstance(run, Run) and run.text == " ".join(words)
    em = 9 * 25.4 / 72
    expected = sum(FONT.width(word) for word in words) + FONT.width(" ") * (len(words) - 1)
    assert abs(run.box.w - expected * em) < 1e-6


def test_kerning_is_measured() -> None:
    assert FONT.width("AV") < FONT.width("A") + FONT.width("V")


def test_words_break_after_hyphens_but_not_in_numbers() -> None:
    (paragraph,) = flow("well-known 3-4 and/or", STYLE, scene()).paragraphs
    assert ["".join(p.text for p in atom.parts) for atom in paragraph[0]] == ["well-", "known", "3-4", "and/", "or"]


def test_a_lone_last_word_is_joined_by_another() -> None:
    text = flow("alpha beta gamma delta epsilon", STYLE, scene())
    for width in range(20, 60):
        done = break_lines(text.paragraphs, 9, width)
        if done and len(done.lines) == 2 and len(done.lines[-1]) == 1:
            assert len(tidy(text.paragraphs, done, width, False).lines[-1]) > 1
            return
    raise AssertionError("no width leaves a lone last word")


def test_a_no_break_space_holds() -> None:
    (paragraph,) = flow("see page\xa07 now", STYLE, scene()).paragraphs
    assert ["".join(p.text for p in atom.parts) for atom in paragraph[0]] == ["see", "page\xa07", "now"]
