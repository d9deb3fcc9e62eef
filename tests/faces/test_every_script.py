"""What a public game in five languages showed to be wrong: each finding, and how it is now."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from pressplay.drawing.marks import Run
from pressplay.drawing.paint import Flat
from pressplay.drawing.text import Atom, Style, break_lines, place_line, width_of
from pressplay.drawing.type.font import Font, Setting, open_font, setting_of
from pressplay.faces.element import FaceMistake, Scene
from pressplay.faces.rich_text import flow
from pressplay.files import ProjectFiles

Noto = Callable[[str], Path]


def font(path: Path) -> Font:
    return open_font(ProjectFiles(path.parent), path.name)


def style(*fonts: Font, language: str = "en", hyphenate: bool = False) -> Style:
    return Style(fonts, Flat("#000000"), False, False, "text", setting=setting_of(language), hyphenate=hyphenate)


def scene() -> Scene:
    def none(*_: object) -> None:
        raise AssertionError("plain words ask for nothing")

    return Scene({}, none, none, none, none, none, none)  # type: ignore[arg-type]


def atoms(body: str, look: Style) -> list[Atom]:
    return [atom for paragraph in flow(body, look, scene()).paragraphs for forced in paragraph for atom in forced]


def runs(body: str, look: Style) -> list[Run]:
    found = place_line(atoms(body, look), 0, 10, 12)
    assert all(isinstance(run, Run) for run in found)
    return [run for run in found if isinstance(run, Run)]


def glyphs(run: Run, face: Font) -> list[int]:
    words = (face.shaped(word, run.setting) for word in run.text.split())
    return [glyph.id for word in words for cluster in word.clusters for glyph in cluster.glyphs]


def test_hindi_shows_no_viramas(noto: Noto) -> None:
    face = font(noto("NotoSansDevanagari-Regular.ttf"))
    (run,) = runs("क्षत्रिय कार्ड", style(face, language="hi"))
    (virama,) = face.shaped("\u094d", Setting("hi")).clusters
    assert virama.glyphs[-1].id not in glyphs(run, face)


def test_arabic_is_joined_and_starts_at_the_right(noto: Noto) -> None:
    face = font(noto("NotoNaskhArabic-Regular.ttf"))
    (run,) = runs("اسحب بطاقتين", style(face, language="ar"))
    assert not run.setting.rightward and run.text == "اسحب بطاقتين"
    alone = {glyph.id for letter in "بطاقتين" for glyph in face.shaped(letter, run.setting).clusters[0].glyphs}
    assert not set(glyphs(run, face)) <= alone


def test_a_coloured_letter_stays_joined(noto: Noto) -> None:
    face = font(noto("NotoNaskhArabic-Regular.ttf"))
    look = style(face, language="ar")
    apart = place_line(atoms("ب<s size='100%'>يت</s>", look), 0, 10, 12)
    whole = runs("بيت", look)
    assert len(apart) == 2
    assert sum(run.box.w for run in apart if isinstance(run, Run)) == pytest.approx(whole[0].box.w)


def test_hebrew_is_not_reversed(noto: Noto) -> None:
    look = style(font(noto("NotoSansHebrew-Regular.ttf")), font(noto("NotoSans-Regular.ttf")), language="he")
    hebrew, number, rest = sorted(runs("קח 12 קלפים", look), key=lambda run: -run.x)
    assert (hebrew.text, number.text, rest.text) == ("קח", "12", "קלפים")
    assert number.setting.rightward and not rest.setting.rightward


@pytest.mark.parametrize("sign", ["\u00ad", "\u2060", "\u200d"])
def test_letters_around_an_unseen_sign_do_not_overprint(noto: Noto, sign: str) -> None:
    face = font(noto("NotoSans-Regular.ttf"))
    look = style(face)
    assert width_of(atoms(f"over{sign}print", look)) == pytest.approx(width_of(atoms("overprint", look)))
    found = runs(f"over{sign}print", look)
    assert all(one.box.right <= other.x + 1e-6 for one, other in pairwise(found))


def test_a_soft_hyphen_shows_where_the_line_ends_and_counts(noto: Noto) -> None:
    face = font(noto("NotoSans-Regular.ttf"))
    text = flow("Silben\u00adtrennung", style(face, language="de"), scene())
    done = break_lines(text.paragraphs, 12, 22)
    assert done and len(done.lines) == 2
    (run,) = place_line(done.lines[0], 0, 10, 12)
    assert isinstance(run, Run) and run.text == "Silben\u00ad"
    assert done.widths[0] == pytest.approx(face.width("Silben\u2010"))


def test_words_are_divided_where_a_box_asks_for_it(noto: Noto) -> None:
    look = style(font(noto("NotoSans-Regular.ttf")), language="de", hyphenate=True)
    done = break_lines(flow("Die Silbentrennung hilft", look, scene()).paragraphs, 12, 22)
    assert done and len(done.lines) > 1
    assert all(width * 12 * 25.4 / 72 <= 22.001 for width in done.widths)
    assert any(line[-1].hyphen for line in done.lines)


def test_a_decomposed_accent_is_a_composed_one(noto: Noto) -> None:
    look = style(font(noto("NotoSans-Regular.ttf")))
    assert runs("Cafe\u0301", look)[0].text == runs("Café", look)[0].text


def test_chinese_is_more_than_one_word(noto_cjk: Noto) -> None:
    look = style(font(noto_cjk("NotoSansCJK-Regular.ttc")), language="zh")
    found = [atom.parts[0].text for atom in atoms("抽两张牌，然后弃一张。", look)]
    assert found == ["抽", "两", "张", "牌，", "然", "后", "弃", "一", "张。"]


def test_thai_breaks_between_words(noto: Noto) -> None:
    look = style(font(noto("NotoSansThai-Regular.ttf")), language="th")
    assert [atom.parts[0].text for atom in atoms("ภาษาไทยเป็นภาษา", look)] == ["ภาษา", "ไทย", "เป็น", "ภาษา"]


def test_one_font_falls_back_on_another(noto: Noto) -> None:
    latin, hebrew = font(noto("NotoSans-Regular.ttf")), font(noto("NotoSansHebrew-Regular.ttf"))
    found = runs("Draw שלום now", style(latin, hebrew))
    assert [(run.font, run.text) for run in found] == [
        (latin.file, "Draw"),
        (hebrew.file, "שלום"),
        (latin.file, "now"),
    ]


def test_what_no_font_has_is_named_with_all_that_were_asked(noto: Noto) -> None:
    latin, hebrew = font(noto("NotoSans-Regular.ttf")), font(noto("NotoSansHebrew-Regular.ttf"))
    with pytest.raises(FaceMistake, match=r"neither NotoSans-Regular.ttf nor NotoSansHebrew-Regular.ttf has “牌”"):
        atoms("Draw שלום 牌", style(latin, hebrew))
