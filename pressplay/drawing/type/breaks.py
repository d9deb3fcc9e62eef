"""Line breaks: where a text may go on in the next line, after Unicode's annex 14, with dictionaries for scripts without spaces."""

import re
from functools import cache, lru_cache
from typing import Any

SOFT_HYPHEN = "\u00ad"

# Within words of letters, digits and these a line never ends: asking is saved for most words.
_WHOLE = re.compile(
    r"#?(?:[A-Za-z0-9À-ÖØ-öø-ʯΑ-ϿЀ-ԁ.,:;'’]|(?<=[A-Za-z0-9])-(?=[0-9])|(?<=[0-9])/(?=[0-9]))*[.,:;'’)!?]*"
)
# Where a space beside a sign may not end a line, or the words alone do not tell.
_ODD = re.compile(r"""[^\t\n\r -~\xa0À-ʯΑ-ԁ–—‘’“”„‚…•·×−°]|[(\[{"'‘“„‚]\s|\s[)\]}!?/,.:;"'’”…]|\xa0\s|\s\xa0|—\s+—""")
_LEAST = 5  # letters of a word that may be hyphenated


def is_simple(text: str) -> bool:
    """Whether each word of a text breaks by itself: all that most cards in Latin, Greek or Cyrillic hold."""
    return _ODD.search(text) is None


def word_breaks(word: str, language: str) -> tuple[int, ...]:
    """Where one word of a simple text may be broken, its end left out."""
    return () if _WHOLE.fullmatch(word) else line_breaks(word, language)[:-1]


@lru_cache(maxsize=4096)
def line_breaks(text: str, language: str) -> tuple[int, ...]:
    """The places where a line may end, counted in characters; the last one is the end."""
    if not text:
        return ()
    from icu4py.breakers import LineBreaker  # takes time, and most cards do without it

    ends = [end for _, end in LineBreaker(text, _locale(language)).segments()]
    if max(text) > "\uffff":  # ICU counts such characters twice
        units = [0]
        for index, char in enumerate(text):
            units += [index + 1] * (2 if char > "\uffff" else 1)
        ends = [units[end] for end in ends]
    return tuple(ends)


@lru_cache(maxsize=4096)
def hyphenated(text: str, language: str) -> str:
    """A text with soft hyphens where its language divides words; the author's own stay as they are."""
    dictionary = _dictionary(language)
    if dictionary is None:
        return text
    return re.sub(
        rf"[^\W\d_{SOFT_HYPHEN}]{{{_LEAST},}}", lambda found: dictionary.inserted(found[0], SOFT_HYPHEN), text
    )


def can_hyphenate(language: str) -> bool:
    """Whether the divisions of a language are known."""
    return _dictionary(language) is not None


@cache
def _dictionary(language: str) -> Any:
    import pyphen

    code = pyphen.language_fallback(language.replace("-", "_"))
    return pyphen.Pyphen(lang=code, left=2, right=3) if code else None


# Korean ends lines between words, as its books for the young and its games do; Japanese never before small kana.
_STYLES = {"ko": "ko@lw=phrase", "ja": "ja@lb=strict"}


def _locale(language: str) -> str:
    return _STYLES.get(language.partition("-")[0], language.replace("-", "_"))
