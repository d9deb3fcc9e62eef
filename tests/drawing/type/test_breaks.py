"""Line breaks: Unicode's own test file, languages without spaces, hyphenation."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pressplay.drawing.type.breaks import SOFT_HYPHEN, hyphenated, is_simple, line_breaks, word_breaks

# What annex 14 says otherwise since the test file that Debian brings: quotation marks (LB15a to LB15c, LB19a), a
# hyphen that begins a word (LB20a, LB21a) and decimal points without a figure before them (LB25).
CHANGED = 40


def test_it_passes_unicodes_test(unicode_data: Callable[[str], Path]) -> None:
    count, others = 0, []
    for line in unicode_data("auxiliary/LineBreakTest.txt").read_text("utf-8").splitlines():
        body = line.split("#")[0].split()
        if body:
            count += 1
            text, wanted = "", []
            for part in body:
                if part == "÷":
                    wanted.append(len(text))
                elif part != "×":
                    text += chr(int(part, 16))
            if list(line_breaks(text, "root")) != wanted:
                others.append(text)
    assert count > 7_000
    assert len(others) < CHANGED
    assert all(set(text) & set('-"«.,') for text in others), [text for text in others if not set(text) & set('-"«.,')]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("th", "ภาษา|ไทย|เป็น|ภาษา|ที่|มี|ระดับ|เสียง"),
        ("lo", "ພາສາ|ລາວ|ເປັນ|ພາສາ"),
        ("km", "ភាសាខ្មែរ|គឺជា|ភាសា"),
        ("ja", "カー|ド|を|2|枚|引|く。|「は|い」|と|言|う。|ちょっ|と"),
        ("zh", "抽|两|张|牌，|然|后|弃|一|张。"),
        ("ko", "카드를 |두 |장 |뽑으세요"),
        ("en", "well-|known |and/|or |10-20 |don’t"),
        ("fr", "Non\u00a0! |«\u202fOui\u202f» |dit-|il"),
        ("en", "word\u2060-\u2060joined |no\u00a0break"),
        ("en", "\U0001f600|\U0001f600|a"),
    ],
)
def test_lines_end_where_a_reader_expects_it(language: str, text: str) -> None:
    parts = text.split("|")
    ends = [sum(map(len, parts[: index + 1])) for index in range(len(parts))]
    assert list(line_breaks("".join(parts), language)) == ends


@given(st.text("abc é жλ.,:;!?-–—/()“”‘’'\"… 0123%&+*=×", max_size=24))
def test_breaks_of_words_are_the_breaks_of_the_text(text: str) -> None:
    """The short way for simple text leads where Unicode's rules lead."""
    text = " ".join(text.split())
    if not text or not is_simple(text):
        return
    ends, at = [], 0
    for word in text.split(" "):
        ends += [at + end for end in word_breaks(word, "en")]
        at += len(word) + 1
        ends.append(min(at, len(text)))
    assert tuple(ends) == line_breaks(text, "en")


@pytest.mark.parametrize(
    ("language", "text", "divided"),
    [
        ("de", "Silbentrennung", "Sil-ben-tren-nung"),
        ("en", "hyphenation", "hy-phen-a-tion"),
        ("fr", "développement", "dé-ve-lop-pe-ment"),
        ("ru", "карточка", "кар-точка"),
        ("ja", "カードを引く", "カードを引く"),
        ("en", "4-card", "4-card"),
    ],
)
def test_words_are_divided_as_their_language_does(language: str, text: str, divided: str) -> None:
    assert hyphenated(text, language).replace(SOFT_HYPHEN, "-") == divided


def test_an_authors_own_soft_hyphens_stay() -> None:
    assert hyphenated(f"Ur{SOFT_HYPHEN}instinkt", "de").startswith(f"Ur{SOFT_HYPHEN}in")
