"""Bidirectional text: which way each character runs and in which order a line shows them, after Unicode's annex 9."""

import re
import unicodedata
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

_DEEPEST = 125
# Anything that may run from right to left, or sets a direction. All other text is plain.
_TURNS = re.compile(
    "[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)

_ISOLATES = frozenset({"LRI", "RLI", "FSI"})
_EMBEDDINGS = frozenset({"LRE", "RLE", "LRO", "RLO"})
_IGNORED = _EMBEDDINGS | {"PDF", "BN"}
_NEUTRAL = frozenset({"B", "S", "WS", "ON", "LRI", "RLI", "FSI", "PDI"})
_BLANK = frozenset({"WS", "LRI", "RLI", "FSI", "PDI"}) | _IGNORED

_BRACKETS = (
    "()[]{}༺༻༼༽᚛᚜⁅⁆⁽⁾₍₎⌈⌉⌊⌋〈〉❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯⦃⦄⦅⦆⦇⦈⦉⦊⦋⦌⦍⦐⦏⦎⦑⦒⦓⦔⦕⦖⦗⦘⧘⧙⧚⧛⧼⧽⸢⸣⸤⸥⸦⸧⸨⸩"
    "⹕⹖⹗⹘⹙⹚⹛⹜〈〉《》「」『』【】〔〕〖〗〘〙〚〛﹙﹚﹛﹜﹝﹞（）［］｛｝｟｠｢｣"
)
_CLOSING = dict(zip(_BRACKETS[::2], _BRACKETS[1::2])) | {"\u2329": "\u232a"}
_SAME = {"\u2329": "\u3008", "\u232a": "\u3009"}  # brackets that are one and the same sign twice

# Where Unicode has not said yet what a character is, its block tells which way it will run.
_UNASSIGNED = (
    (0x0590, "R"), (0x0600, "AL"), (0x07C0, "R"), (0x0860, "AL"), (0x0900, "L"), (0x20A0, "ET"), (0x20D0, "L"),
    (0xFB1D, "R"), (0xFB50, "AL"), (0xFE00, "L"), (0xFE70, "AL"), (0xFF00, "L"), (0x10800, "R"), (0x10D00, "AL"),
    (0x10D40, "R"), (0x10EC0, "AL"), (0x10F00, "R"), (0x10F30, "AL"), (0x10F70, "R"), (0x11000, "L"),
    (0x1E800, "R"), (0x1EC70, "AL"), (0x1ECC0, "R"), (0x1ED00, "AL"), (0x1ED50, "R"), (0x1EE00, "AL"),
    (0x1EF00, "R"), (0x1F000, "L"),
)  # fmt: skip


def turns(text: str) -> bool:
    """Whether a text may hold anything that does not run from left to right."""
    return not text.isascii() and _TURNS.search(text) is not None


def embedding_levels(text: str, base: int | None = None) -> list[int]:
    """The level of each character of one paragraph on one line: even runs to the right, odd to the left.

    Without a `base` the first letter decides. Spaces at the end have the base level.
    """
    return resolve([_class(char) for char in text], base, text)


def visual_order(levels: Sequence[int]) -> list[int]:
    """The indexes of a line's things as they stand from left to right."""
    order = list(range(len(levels)))
    if not levels or max(levels) == 0:
        return order
    for level in range(max(levels), 0, -1):
        start = 0
        for high, group in groupby([levels[index] >= level for index in order]):
            end = start + len(list(group))
            if high:
                order[start:end] = order[start:end][::-1]
            start = end
    return order


def resolve(classes: Sequence[str], base: int | None = None, text: str = "") -> list[int]:
    """Levels from the bidirectional classes alone; `text` tells brackets apart."""
    partners = _isolate_partners(classes)
    if base is None:
        base = _first_strong(classes, partners, 0, len(classes))
    levels, kinds = _explicit(classes, partners, base)
    for sequence in _sequences(classes, levels, partners, base):
        _weak(sequence, kinds)
        if text:
            _brackets(sequence, kinds, classes, text)
        _neutral(sequence, kinds)
        _implicit(sequence, kinds, levels)
    _reset_blanks(classes, levels, base)
    return levels


def _class(char: str) -> str:
    known = unicodedata.bidirectional(char)
    if known:
        return known
    code = ord(char)
    at = bisect(_UNASSIGNED, (code, "~")) - 1
    return _UNASSIGNED[at][1] if at >= 0 else "L"


# ── Explicit levels (X1 to X8) ────────────────────────────────────────────────────────────────────────────────────


def _isolate_partners(classes: Sequence[str]) -> dict[int, int]:
    """Each isolate and the sign that ends it, both ways (BD9)."""
    partners: dict[int, int] = {}
    opened: list[int] = []
    for index, kind in enumerate(classes):
        if kind in _ISOLATES:
            opened.append(index)
        elif kind == "PDI" and opened:
            start = opened.pop()
            partners[start], partners[index] = index, start
        elif kind == "B":
            opened.clear()
    return partners


def _first_strong(classes: Sequence[str], partners: dict[int, int], start: int, end: int) -> int:
    """The direction of the first letter, isolated stretches left out (P2, P3)."""
    index = start
    while index < end:
        kind = classes[index]
        if kind in ("R", "AL"):
            return 1
        if kind == "L" or kind == "B":
            return 0
        index = partners.get(index, end) + 1 if kind in _ISOLATES else index + 1
    return 0


@dataclass(slots=True)
class _Status:
    level: int
    override: str = ""
    isolate: bool = False


def _explicit(classes: Sequence[str], partners: dict[int, int], base: int) -> tuple[list[int], list[str]]:
    """The levels that embeddings and isolates ask for, and the classes after overrides."""
    stack = [_Status(base)]
    levels, kinds = [base] * len(classes), list(classes)
    too_deep_isolates = too_deep_embeddings = valid_isolates = 0
    for index, kind in enumerate(classes):
        top = stack[-1]
        levels[index] = top.level
        if kind in _EMBEDDINGS:
            level = _next_level(top.level, kind[0] == "R")
            if level <= _DEEPEST and not too_deep_isolates and not too_deep_embeddings:
                stack.append(_Status(level, kind[0] if kind[2] == "O" else ""))
            elif not too_deep_isolates:
                too_deep_embeddings += 1
        elif kind in _ISOLATES:
            kinds[index] = top.override or kind
            if kind == "FSI":
                end = partners.get(index, len(classes))
                right = _first_strong(classes, partners, index + 1, end) == 1
            else:
                right = kind == "RLI"
            level = _next_level(top.level, right)
            if level <= _DEEPEST and not too_deep_isolates and not too_deep_embeddings:
                valid_isolates += 1
                stack.append(_Status(level, isolate=True))
            else:
                too_deep_isolates += 1
        elif kind == "PDI":
            if too_deep_isolates:
                too_deep_isolates -= 1
            elif valid_isolates:
                too_deep_embeddings = 0
                while not stack[-1].isolate:
                    stack.pop()
                stack.pop()
                valid_isolates -= 1
            levels[index] = stack[-1].level
            kinds[index] = stack[-1].override or kind
        elif kind == "PDF":
            if too_deep_isolates:
                pass
            elif too_deep_embeddings:
                too_deep_embeddings -= 1
            elif not top.isolate and len(stack) > 1:
                stack.pop()
            levels[index] = stack[-1].level
        elif kind == "B":
            levels[index] = base
        elif kind != "BN" and top.override:
            kinds[index] = top.override
    return levels, kinds


def _next_level(level: int, right: bool) -> int:
    return (level + 1) | 1 if right else (level + 2) & ~1


# ── Isolating run sequences (X10) ─────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class _Sequence:
    """Characters that are resolved together, and the directions before and after them."""

    at: list[int]
    level: int
    before: str
    after: str

    @property
    def direction(self) -> str:
        return "R" if self.level % 2 else "L"


def _sequences(classes: Sequence[str], levels: list[int], partners: dict[int, int], base: int) -> list[_Sequence]:
    kept = [index for index, kind in enumerate(classes) if kind not in _IGNORED]
    runs = [list(group) for _, group in groupby(kept, key=levels.__getitem__)]
    run_of = {run[0]: run for run in runs}
    places = {index: place for place, index in enumerate(kept)}
    sequences = []
    for run in runs:
        if classes[run[0]] == "PDI" and run[0] in partners:
            continue  # it continues the run of its isolate
        at = list(run)
        while classes[at[-1]] in _ISOLATES and at[-1] in partners:
            at += run_of[partners[at[-1]]]
        level = levels[at[0]]
        first, last = places[at[0]], places[at[-1]]
        before = levels[kept[first - 1]] if first else base
        open_end = classes[at[-1]] in _ISOLATES
        after = levels[kept[last + 1]] if last + 1 < len(kept) and not open_end else base
        sequences.append(_Sequence(at, level, _side(max(level, before)), _side(max(level, after))))
    return sequences


def _side(level: int) -> str:
    return "R" if level % 2 else "L"


# ── Weak types (W1 to W7) ─────────────────────────────────────────────────────────────────────────────────────────


def _weak(sequence: _Sequence, kinds: list[str]) -> None:
    at = sequence.at
    previous = strong = sequence.before
    for index in at:  # W1 to W3
        kind = kinds[index]
        if kind == "NSM":
            kind = "ON" if previous in _ISOLATES or previous == "PDI" else previous
        previous = kind
        if kind in ("L", "R", "AL"):
            strong = kind
        elif kind == "EN" and strong == "AL":
            kind = "AN"
        kinds[index] = kind
    for index in at:
        if kinds[index] == "AL":
            kinds[index] = "R"
    for before, index, after in zip(at, at[1:], at[2:]):  # W4
        side = kinds[before]
        if side == kinds[after] and (
            (kinds[index] in ("ES", "CS") and side == "EN") or (kinds[index] == "CS" and side == "AN")
        ):
            kinds[index] = side
    for kind, group in groupby(list(enumerate(at)), key=lambda pair: kinds[pair[1]]):  # W5
        if kind == "ET":
            found = list(group)
            first, last = found[0][0], found[-1][0]
            if (first and kinds[at[first - 1]] == "EN") or (last + 1 < len(at) and kinds[at[last + 1]] == "EN"):
                for _, index in found:
                    kinds[index] = "EN"
    strong = sequence.before
    for index in at:  # W6 and W7
        kind = kinds[index]
        if kind in ("ES", "ET", "CS"):
            kinds[index] = "ON"
        elif kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[index] = "L"


# ── Brackets and neutral types (N0 to N2) ─────────────────────────────────────────────────────────────────────────


def _brackets(sequence: _Sequence, kinds: list[str], classes: Sequence[str], text: str) -> None:
    at = sequence.at
    for first, last in _bracket_pairs(sequence, kinds, text):
        inside = {_strong(kinds[index]) for index in at[first + 1 : last]} - {""}
        if sequence.direction in inside:
            side = sequence.direction
        elif inside:
            before = (_strong(kinds[index]) for index in reversed(at[:first]))
            context = next((strong for strong in before if strong), sequence.before)
            side = context if context != sequence.direction else sequence.direction
        else:
            continue
        for place in (first, last):
            kinds[at[place]] = side
            for index in at[place + 1 :]:  # marks on a bracket follow it
                if classes[index] != "NSM":
                    break
                kinds[index] = side


def _bracket_pairs(sequence: _Sequence, kinds: list[str], text: str) -> list[tuple[int, int]]:
    """Places of brackets that belong together, in the order of the opening ones (BD16)."""
    opened: list[tuple[str, int]] = []
    pairs = []
    for place, index in enumerate(sequence.at):
        char = text[index]
        if kinds[index] != "ON":
            continue
        if char in _CLOSING:
            if len(opened) == 63:
                return []
            opened.append((_SAME.get(_CLOSING[char], _CLOSING[char]), place))
        else:
            char = _SAME.get(char, char)
            for depth in range(len(opened) - 1, -1, -1):
                if opened[depth][0] == char:
                    pairs.append((opened[depth][1], place))
                    del opened[depth:]
                    break
    return sorted(pairs)


def _strong(kind: str) -> str:
    return {"L": "L", "R": "R", "EN": "R", "AN": "R"}.get(kind, "")


def _neutral(sequence: _Sequence, kinds: list[str]) -> None:
    at = sequence.at
    before = sequence.before
    place = 0
    while place < len(at):
        if kinds[at[place]] not in _NEUTRAL:
            before = _strong(kinds[at[place]])
            place += 1
            continue
        end = place
        while end < len(at) and kinds[at[end]] in _NEUTRAL:
            end += 1
        after = _strong(kinds[at[end]]) if end < len(at) else sequence.after
        for index in at[place:end]:
            kinds[index] = before if before == after else sequence.direction
        place = end


# ── Levels in the end (I1, I2, L1) ────────────────────────────────────────────────────────────────────────────────


def _implicit(sequence: _Sequence, kinds: list[str], levels: list[int]) -> None:
    for index in sequence.at:
        kind = kinds[index]
        if sequence.level % 2 == 0:
            levels[index] += {"R": 1, "AN": 2, "EN": 2}.get(kind, 0)
        elif kind != "R":
            levels[index] += 1


def _reset_blanks(classes: Sequence[str], levels: list[int], base: int) -> None:
    """Separators, and the white space before them and at the end, run as the paragraph does."""
    trailing = True
    for index in range(len(classes) - 1, -1, -1):
        kind = classes[index]
        if kind in ("B", "S"):
            trailing = True
            levels[index] = base
        elif kind in _BLANK:
            if trailing:
                levels[index] = base
        else:
            trailing = False
