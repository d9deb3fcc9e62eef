"""Styles of SVG: what attributes, `style` and the rules of `<style>` say of an element, in the order of CSS."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .tree import SvgElement

Style = Mapping[str, str]

INHERITED = frozenset(
    (
        *("color", "fill", "fill-opacity", "fill-rule", "clip-rule", "visibility", "paint-order"),
        *("stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit"),
        *("stroke-dasharray", "stroke-dashoffset", "stroke-opacity", "font-size"),
        *("marker", "marker-start", "marker-mid", "marker-end"),
    )
)
OWN = frozenset(
    (
        *("opacity", "display", "clip-path", "mask", "filter", "transform", "mix-blend-mode", "vector-effect"),
        *("stop-color", "stop-opacity", "mask-type", "x", "y", "width", "height", "r", "rx", "ry", "cx", "cy", "d"),
    )
)
_KNOWN = INHERITED | OWN
_COMPOUND = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][\w-]+)*)")
MAX_RULES = 5_000


@dataclass(frozen=True, slots=True)
class _Compound:
    """A selector's part without spaces: the tag, classes and id that an element must have."""

    tag: str
    classes: frozenset[str]
    id: str

    def fits(self, element: SvgElement) -> bool:
        return (
            self.tag in ("", "*", element.tag)
            and (not self.id or self.id == element.get("id"))
            and self.classes.issubset(element.get("class").split())
        )


@dataclass(frozen=True, slots=True)
class _StyleRule:
    """Declarations, and the elements they are for: those that fit the last part, inside what fits the others."""

    parts: tuple[_Compound, ...]
    declared: Style

    @property
    def weight(self) -> tuple[int, int, int]:
        ids = sum(1 for part in self.parts if part.id)
        classes = sum(len(part.classes) for part in self.parts)
        return ids, classes, sum(1 for part in self.parts if part.tag not in ("", "*"))

    def fits(self, element: SvgElement) -> bool:
        *outer, last = self.parts
        if not last.fits(element):
            return False
        around = element.parent
        while outer and around:
            if outer[-1].fits(around):
                outer.pop()
            around = around.parent
        return not outer


class StyleSheet:
    """The rules of all `<style>` elements of a file."""

    def __init__(self, styles: Iterable[SvgElement]) -> None:
        rules = [rule for element in styles for rule in _rules(element.text)][:MAX_RULES]
        self.rules = sorted(rules, key=lambda rule: rule.weight)  # sorting keeps the order of equals

    def of(self, element: SvgElement, inherited: Style) -> dict[str, str]:
        """All that is said of an element, what it takes over from around it included."""
        own = {name: value.strip() for name, value in element.attributes.items() if name in _KNOWN}
        for rule in self.rules:
            if rule.fits(element):
                own.update(rule.declared)
        if "style" in element.attributes:
            own.update(declarations(element.attributes["style"]))
        taken = {name: value for name, value in inherited.items() if name in INHERITED or name.startswith("--")}
        for name, value in own.items():
            value = _with_variables(value, {**taken, **own})
            if value == "inherit":
                value = inherited.get(name, "")
            if value and value not in ("initial", "unset"):
                taken[name] = value
        return taken


def declarations(text: str) -> dict[str, str]:
    """`fill: red; stroke: none` as a mapping; what no drawing is made of is left out."""
    found: dict[str, str] = {}
    for declaration in re.split(r";(?![^(]*\))", re.sub(r"/\*.*?\*/", "", text, flags=re.S)):
        name, colon, value = declaration.partition(":")
        name = name.strip()
        if colon and (name.lower() in _KNOWN or name.startswith("--")):
            found[name if name.startswith("--") else name.lower()] = value.replace("!important", "").strip()
    return found


def _rules(css: str) -> list[_StyleRule]:
    css = re.sub(r"/\*.*?\*/|<!--|-->", "", css, flags=re.S)
    css = re.sub(r"@[^;{}]*(?:;|\{(?:[^{}]*\{[^{}]*\})*[^{}]*\})", "", css)  # @import, @media, @keyframes
    rules: list[_StyleRule] = []
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", css):
        declared = declarations(body)
        for selector in selectors.split(","):
            parts = [_compound(word) for word in selector.replace(">", " ").split()]
            if declared and parts and all(parts):
                rules.append(_StyleRule(tuple(part for part in parts if part), declared))
    return rules


def _compound(word: str) -> _Compound | None:
    """A selector's part; None for what only a browser knows, such as `:hover`."""
    match = _COMPOUND.fullmatch(word)
    if not match:
        return None
    names = re.findall(r"[.#][\w-]+", match[2])
    ids = [name[1:] for name in names if name[0] == "#"]
    return _Compound(match[1] or "", frozenset(name[1:] for name in names if name[0] == "."), ids[-1] if ids else "")


def _with_variables(value: str, known: Style) -> str:
    """A value with each `var(--name, otherwise)` replaced."""
    for _ in range(8):
        match = re.search(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)", value)
        if not match:
            break
        value = value[: match.start()] + (known.get(match[1]) or match[2] or "").strip() + value[match.end() :]
    return value
