"""YAML spans: every value of a YAML text with the place of its characters, as an editor needs them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import yaml
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    DocumentStartEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceStartEvent,
)

Step = str | int  # a key of a mapping, or a place in a list, counted from 0
_RESOLVER: Any = yaml.SafeLoader("")


class NotEditable(Exception):
    """An edit that cannot be made without touching more than was asked for; its text says why."""


@dataclass(slots=True)
class YamlSpan:
    """A value and where its characters stand; `start` is behind an anchor or tag."""

    sort: str  # scalar, list, mapping or alias
    start: int
    end: int
    text: str = ""  # of a scalar; of an alias its name
    style: str = ""  # of a scalar: nothing for plain, else ' " | or >
    tag: str = ""  # what a scalar counts as
    anchor: str = ""
    flow: bool = False  # between brackets or braces
    keys: list["YamlSpan"] = field(default_factory=list)
    values: list["YamlSpan"] = field(default_factory=list)

    def step(self, step: Step) -> "YamlSpan | None":
        """The value at a key or a place."""
        if self.sort == "mapping":
            found = [index for index, key in enumerate(self.keys) if key.text == step and key.sort == "scalar"]
            return self.values[found[0]] if found else None
        if self.sort == "list" and isinstance(step, int) and 0 <= step < len(self.values):
            return self.values[step]
        return None

    def all(self) -> Iterator["YamlSpan"]:
        """This span and all inside it."""
        yield self
        for inner in (*self.keys, *self.values):
            yield from inner.all()

    def said(self) -> Any:
        """What it says, without where."""
        if self.sort in ("scalar", "alias"):
            return self.sort, self.text, self.tag, self.anchor
        inner = tuple(value.said() for value in self.values)
        return self.sort, self.anchor, tuple(key.said() for key in self.keys), inner


def read_spans(text: str) -> YamlSpan:
    """The top value of a text without a byte order mark; NotEditable when there is not exactly one sound document."""
    try:
        return _SpanReader(text).read()
    except yaml.YAMLError as error:
        raise NotEditable(f"the file cannot be read as YAML just now: {error}".split("\n")[0]) from None


def follow(root: YamlSpan, path: Sequence[Step]) -> list[YamlSpan]:
    """The values along a path, the top one first; NotEditable when the path leads nowhere."""
    trail = [root]
    for step in path:
        inner = trail[-1].step(step)
        if trail[-1].sort == "alias":
            raise NotEditable(f"it comes from *{trail[-1].text}, which others may use too")
        if inner is None:
            raise NotEditable(f"nothing stands at {step} any more")
        trail.append(inner)
    return trail


def resolved(text: str) -> str:
    """What a plain scalar of this text counts as, the last word of YAML's tag: str, int, bool and so on."""
    return str(_RESOLVER.resolve(yaml.ScalarNode, text, (True, False))).rsplit(":", 1)[-1]


def _index(mark: Any) -> int:
    return int(mark.index)


class _SpanReader:
    def __init__(self, text: str) -> None:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        self.text = text
        self.events = yaml.parse(text, Loader=loader)

    def read(self) -> YamlSpan:
        documents = 0
        top: YamlSpan | None = None
        for event in self.events:
            if isinstance(event, DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise NotEditable("the file holds several documents")
                top = self.value(next(self.events))
        if top is None:
            raise NotEditable("the file is empty")
        return top

    def value(self, event: Any) -> YamlSpan:
        start, end = event.start_mark.index, event.end_mark.index
        if isinstance(event, AliasEvent):
            return YamlSpan("alias", start, end, event.anchor or "")
        anchor = event.anchor or ""
        if isinstance(event, ScalarEvent):
            start = self.behind_properties(start, end) if anchor or event.tag else start
            plain = event.style in (None, "")
            tag = event.tag or (resolved(event.value) if plain else "str")
            return YamlSpan("scalar", start, end, event.value, "" if plain else str(event.style), tag, anchor)
        if isinstance(event, SequenceStartEvent):
            span = YamlSpan("list", start, end, anchor=anchor, flow=bool(event.flow_style))
            while not isinstance(inner := next(self.events), CollectionEndEvent):
                span.values.append(self.value(inner))
        else:
            assert isinstance(event, MappingStartEvent)
            span = YamlSpan("mapping", start, end, anchor=anchor, flow=bool(event.flow_style))
            while not isinstance(inner := next(self.events), CollectionEndEvent):
                span.keys.append(self.value(inner))
                span.values.append(self.value(next(self.events)))
            self.check_keys(span)
        closed = _index(inner.end_mark)
        span.start = self.behind_properties(start, closed) if anchor or event.tag else start
        span.end = closed if span.flow else max([span.start, *(each.end for each in span.values)])
        return span

    def check_keys(self, span: YamlSpan) -> None:
        names = [key.text for key in span.keys if key.text != "<<"]
        twice = [name for name in names if names.count(name) > 1]
        if twice:
            raise NotEditable(f"the key {twice[0]} stands twice")

    def behind_properties(self, at: int, end: int) -> int:
        """Behind the anchor and the tag of a value."""
        text = self.text
        while at < end and text[at] in "&!":
            while at < end and not text[at].isspace():
                at += 1
            while at < end and text[at].isspace():
                at += 1
        return at
