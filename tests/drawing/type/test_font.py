"""Fonts: words shaped in every script, all kinds of files, what a face lacks."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pressplay.drawing.type.font import Font, FontError, FontPlace, Setting, open_font, read_features
from pressplay.files import ProjectFiles

Noto = Callable[[str], Path]


def font(path: Path, face: str = "") -> Font:
    return open_font(ProjectFiles(path.parent), path.name + face)


def texts(shaped_by: Font, word: str, setting: Setting) -> list[str]:
    return [cluster.text for cluster in shaped_by.shaped(word, setting).clusters]


def test_arabic_is_joined_and_runs_to_the_left(noto: Noto) -> None:
    arabic = font(noto("NotoNaskhArabic-Regular.ttf"))
    setting = Setting("ar", rightward=False)
    assert texts(arabic, "بيت", setting) == ["ت", "ي", "ب"]
    alone = {arabic.shaped(letter, setting).clusters[0].glyphs[-1].id for letter in "بيت"}
    joined = {cluster.glyphs[-1].id for cluster in arabic.shaped("بيت", setting).clusters}
    assert not alone & joined


def test_a_virama_joins_consonants_and_a_vowel_goes_before_them(noto: Noto) -> None:
    deva = font(noto("NotoSansDevanagari-Regular.ttf"))
    setting = Setting("hi")
    assert texts(deva, "क्षत्रिय", setting) == ["क्ष", "त्रि", "य"]
    virama = deva.shaped("्", setting).clusters[0].glyphs[-1].id
    shown = [glyph.id for cluster in deva.shaped("क्षत्रिय", setting).clusters for glyph in cluster.glyphs]
    assert virama not in shown
    vowel = deva.shaped("ि", setting).clusters[0].glyphs[0].id
    written = [glyph.id for glyph in deva.shaped("कि", setting).clusters[0].glyphs]
    assert len(written) == 2 and written[1] == deva.shaped("क", setting).clusters[0].glyphs[0].id != vowel


def test_marks_stand_on_their_letter(noto: Noto) -> None:
    latin = font(noto("NotoSans-Regular.ttf"))
    composed, apart = latin.shaped("é"), latin.shaped("e\u0301")
    assert composed.clusters[0].glyphs == apart.clusters[0].glyphs
    stacked = latin.shaped("x\u0323\u0301").clusters[0].glyphs
    assert latin.width("x\u0323\u0301") == latin.width("x")
    assert [glyph.advance for glyph in stacked[1:]] == [0, 0]


@pytest.mark.parametrize("sign", ["\u00ad", "\u2060", "\u200d", "\u200c", "\ufe0f", "\u200e"])
def test_what_cannot_be_seen_takes_no_room(noto: Noto, sign: str) -> None:
    latin = font(noto("NotoSans-Regular.ttf"))
    assert latin.width(f"ca{sign}t") == latin.width("cat")
    assert not latin.missing(f"ca{sign}t")


def test_a_soft_hyphen_shows_where_a_line_ends(noto: Noto) -> None:
    latin = font(noto("NotoSans-Regular.ttf"))
    assert latin.width("cat\u00ad") == latin.width("cat\u2010") > latin.width("cat")


def test_a_hyphen_that_holds_is_drawn_as_the_one_that_the_font_has(repository: Path) -> None:
    chakra = font(repository / "fonts/ChakraPetch-Bold.ttf")
    assert chakra.missing("one\u2011off") == ""
    assert chakra.width("one\u2011off") == chakra.width("one-off")


def test_figures_of_one_width_are_asked_for_by_name(repository: Path) -> None:
    barlow = open_font(ProjectFiles(repository), "fonts/Barlow-Medium.ttf")
    tabular = Setting(features=read_features("tnum"))
    assert barlow.width("111") != barlow.width("888")
    assert barlow.width("111", tabular) == barlow.width("888", tabular)


def test_letters_that_are_spaced_are_not_joined(noto: Noto) -> None:
    latin = font(noto("NotoSans-Regular.ttf"))
    assert len(latin.shaped("office").clusters) == 4
    assert len(latin.shaped("office", Setting().apart()).clusters) == 6


def test_what_a_font_lacks_is_named(noto: Noto) -> None:
    latin = font(noto("NotoSans-Regular.ttf"))
    assert latin.missing("Draw 漢 and 漢字") == "漢字"
    assert not latin.missing("Ĕ")


def test_a_collection_holds_several_faces(noto_cjk: Noto) -> None:
    path = noto_cjk("NotoSansCJK-Regular.ttc")
    japanese, chinese = font(path), font(path, "#2")
    glyphs = [face.shaped("直").clusters[0].glyphs[0].id for face in (japanese, chinese)]
    assert glyphs[0] != glyphs[1]
    assert japanese.digest != chinese.digest


@pytest.mark.parametrize(
    ("text", "features"),
    [
        ("tnum smcp", (("smcp", 1), ("tnum", 1))),
        ("-liga, ss01=2", (("liga", 0), ("ss01", 2))),
        ("", ()),
    ],
)
def test_features_are_read_by_name(text: str, features: tuple[tuple[str, int], ...]) -> None:
    assert read_features(text) == features
    assert read_features(str(Setting(features=features))) == features


@pytest.mark.parametrize("text", ["tabular", "tnum=on", "ka"])
def test_what_is_no_feature_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=text):
        read_features(text)


@pytest.mark.parametrize("text", ["a.ttf", "a.ttc#3", "a.ttf#wdth=85,wght=650", "a.ttc#1,wght=87.5"])
def test_a_place_is_written_as_it_is_read(text: str) -> None:
    assert str(FontPlace.read(text)) == text


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b"wOF2....", "WOFF"), (b"no font", "no TrueType or OpenType font"), (b"OTTO", "damaged")],
)
def test_a_file_that_is_no_font_says_so(tmp_path: Path, data: bytes, reason: str) -> None:
    (tmp_path / "font.ttf").write_bytes(data)
    with pytest.raises(FontError, match=reason):
        open_font(ProjectFiles(tmp_path), "font.ttf")
