"""Scripts: which writing system each character of a text belongs to, after Unicode's annex 24."""

import unicodedata
from functools import lru_cache
from typing import NamedTuple

import uharfbuzz as hb

# Letters of these join their neighbours: nothing may come between them.
CURSIVE = frozenset({"Arab", "Syrc", "Mong", "Nkoo", "Mand", "Mani", "Phag", "Adlm", "Rohg", "Sogd", "Chrs", "Ougr"})

# These run from right to left.
LEFTWARD = frozenset({"Arab", "Hebr", "Syrc", "Thaa", "Nkoo", "Mand", "Mani", "Adlm", "Rohg", "Sogd", "Chrs", "Ougr"})

# The script that a language is written in, where it is not Latin; digits and signs alone are set as it does.
_OF_LANGUAGE = {
    **dict.fromkeys(("ar", "fa", "ur", "ps", "ug", "sd", "ckb"), "Arab"),
    **dict.fromkeys(("he", "yi"), "Hebr"),
    **dict.fromkeys(("ru", "uk", "be", "bg", "sr", "mk", "kk", "ky", "mn", "tg"), "Cyrl"),
    **dict.fromkeys(("hi", "mr", "ne", "sa"), "Deva"),
    **dict.fromkeys(("bn", "as"), "Beng"),
    **{"el": "Grek", "hy": "Armn", "ka": "Geor", "am": "Ethi", "ta": "Taml", "te": "Telu", "kn": "Knda"},
    **{"ml": "Mlym", "gu": "Gujr", "pa": "Guru", "or": "Orya", "si": "Sinh", "th": "Thai", "lo": "Laoo"},
    **{
        "km": "Khmr",
        "my": "Mymr",
        "bo": "Tibt",
        "zh": "Hani",
        "ja": "Hani",
        "ko": "Hang",
        "dv": "Thaa",
        "syr": "Syrc",
        "nqo": "Nkoo",
    },
}


class ScriptRun(NamedTuple):
    """A stretch of one script; `start` and `end` count characters."""

    start: int
    end: int
    script: str


@lru_cache(maxsize=8192)
def script_of(char: str) -> str:
    """The four letters of a character's script; empty for what all scripts share: digits, signs, marks."""
    buffer = hb.Buffer()
    buffer.add_str(char)
    buffer.guess_segment_properties()
    script: str | None = buffer.script
    return "Hani" if script in ("Hira", "Kana", "Bopo") else script or ""


def script_of_language(language: str) -> str:
    """The script in which digits and signs that stand alone are set."""
    return _OF_LANGUAGE.get(language.split("-")[0], "Latn")


def script_runs(text: str, default: str) -> list[ScriptRun]:
    """Stretches of one script; what scripts share goes with what stands before it, closing brackets with their pair."""
    if text.isascii():
        found = "Latn" if any(map(str.isalpha, text)) else default
        return [ScriptRun(0, len(text), found)]
    scripts = [script_of(char) for char in text]
    current = next((script for script in scripts if script), default)
    opened: list[str] = []
    runs: list[ScriptRun] = []
    start = 0
    for index, script in enumerate(scripts):
        kind = "" if script else unicodedata.category(text[index])
        if kind == "Ps":
            opened.append(current)
        elif kind == "Pe" and opened:
            script = opened.pop()
        if script and script != current:
            if index > start:
                runs.append(ScriptRun(start, index, current))
            start, current = index, script
    runs.append(ScriptRun(start, len(text), current))
    return runs
