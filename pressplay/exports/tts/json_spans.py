"""Spans: a JSON text read so that every value knows where it stands there."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

from pressplay.problem import Place, trouble

_SPACE = re.compile(r"[ \t\n\r]*")
_PLAIN = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null|-?Infinity|NaN")


@dataclass(slots=True)
class JsonSpan:
    """A value of a JSON text, and where it stands there."""

    start: int
    end: int
    value: Any = None  # of what is neither a mapping nor a list
    entries: "dict[str, JsonSpan] | None" = None
    items: "list[JsonSpan] | None" = None

    def plain(self) -> Any:
        if self.entries is not None:
            return {key: span.plain() for key, span in self.entries.items()}
        return [span.plain() for span in self.items] if self.items is not None else self.value

    def get(self, key: str) -> "JsonSpan | None":
        return self.entries.get(key) if self.entries else None

    def text(self, key: str) -> str:
        span = self.get(key)
        return span.value if span and isinstance(span.value, str) else ""


def read_span(text: str, name: str = "") -> JsonSpan:
    """A save as spans; a text that is no JSON is a problem."""
    try:
        span, end = _read(text, _skip(text, 1 if text.startswith("\ufeff") else 0))
        if _skip(text, end) != len(text):
            raise ValueError
        return span
    except (ValueError, IndexError, RecursionError):
        trouble(Place(name or "the save"), "this is no save of Tabletop Simulator: it is not readable as JSON")


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _read(text: str, at: int) -> tuple[JsonSpan, int]:
    if text[at] == "{":
        return _mapping(text, at)
    if text[at] == "[":
        return _list(text, at)
    if text[at] == '"':
        value, end = scanstring(text, at + 1, False)
        return JsonSpan(at, end, value), end
    match = _PLAIN.match(text, at)
    if not match:
        raise ValueError
    return JsonSpan(at, match.end(), json.loads(match[0])), match.end()


def _mapping(text: str, start: int) -> tuple[JsonSpan, int]:
    entries: dict[str, JsonSpan] = {}
    at = _skip(text, start + 1)
    while text[at] != "}":
        if text[at] != '"':
            raise ValueError
        key, at = scanstring(text, at + 1, False)
        at = _skip(text, at)
        if text[at] != ":":
            raise ValueError
        entries[key], at = _read(text, _skip(text, at + 1))
        at = _next(text, at, "}")
    return JsonSpan(start, at + 1, entries=entries), at + 1


def _list(text: str, start: int) -> tuple[JsonSpan, int]:
    items: list[JsonSpan] = []
    at = _skip(text, start + 1)
    while text[at] != "]":
        item, at = _read(text, at)
        items.append(item)
        at = _next(text, at, "]")
    return JsonSpan(start, at + 1, items=items), at + 1


def _next(text: str, at: int, close: str) -> int:
    """Past a comma, or to the end of what is read."""
    at = _skip(text, at)
    if text[at] == ",":
        return _skip(text, at + 1)
    if text[at] != close:
        raise ValueError
    return at


def strings(span: JsonSpan) -> Iterator[str]:
    if isinstance(span.value, str):
        yield span.value
    for inner in (*(span.entries or {}).values(), *(span.items or ())):
        yield from strings(inner)
