"""Compare: what changed from one edition of a game to another, and why."""

from collections.abc import Iterator, Mapping
from typing import Any

from pressplay.rules.reads import depends, value_at
from pressplay.rules.sandbox import show

from .comparison import SORTS, Change, Comparison, Edit, RuleChange
from .edition import Design, Edition, same_picture


def compare(old: Edition, new: Edition) -> Comparison:
    """The pieces, facts and rules that differ, each told once."""
    facts = tuple(_edits(old.facts, new.facts)) if old.facts is not None and new.facts is not None else ()
    return Comparison(old, new, _changes(old, new, facts), facts, tuple(_rules(old, new)))


def _changes(old: Edition, new: Edition, facts: tuple[Edit, ...]) -> tuple[Change, ...]:
    before = {design.key: design for design in old.designs}
    after = {design.key: design for design in new.designs}
    # A piece of no copies is drawn for figures only: paper never had it.
    come = [d for key, d in after.items() if key not in before and (d.copies or not old.on_paper)]
    gone = [design for key, design in before.items() if key not in after]
    found: list[Change] = []
    for was, now in _renamed(gone, come):
        gone.remove(was)
        come.remove(now)
        found.append(Change("renamed", was, now, _fields(was, now)))
    found += [Change("added", None, design) for design in come]
    found += [Change("removed", design, None) for design in gone]
    for key, now in after.items():
        change = _change(before[key], now, old, new, facts) if key in before else None
        if change:
            found.append(change)
    order = {key: place for place, key in enumerate(dict.fromkeys([*after, *before]))}
    return tuple(sorted(found, key=lambda change: (SORTS.index(change.sort), order[change.now.key])))


def _renamed(gone: list[Design], come: list[Design]) -> list[tuple[Design, Design]]:
    """Pieces that look the same under another id; in the same kind first."""
    pairs = []
    left = list(gone)
    for now in come:
        alike = [was for was in left if same_picture(was.front, now.front) and same_picture(was.back, now.back)]
        alike.sort(key=lambda was: was.kind != now.kind)
        if alike:
            left.remove(alike[0])
            pairs.append((alike[0], now))
    return pairs


def _change(was: Design, now: Design, old: Edition, new: Edition, facts: tuple[Edit, ...]) -> Change | None:
    if not (same_picture(was.front, now.front) and same_picture(was.back, now.back)):
        reasons = tuple(_reasons(was, now, old, new, facts))
        fields = _fields(was, now)
        return Change("changed", was, now, fields, reasons or (() if fields else tuple(_guesses(was, now, old, new))))
    if was.copies != now.copies:
        return Change("copies up" if was.copies < now.copies else "copies down", was, now)
    return None


def _fields(was: Design, now: Design) -> tuple[Edit, ...]:
    if was.values is None or now.values is None:
        return ()
    return tuple(_edits(was.values, now.values))


def _edits(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Edit]:
    """The innermost values that differ, by their dotted names."""
    for name in dict.fromkeys([*before, *after]):
        yield from _edit(str(name), before.get(name), after.get(name))


def _edit(name: str, before: Any, after: Any) -> Iterator[Edit]:
    if before == after:
        return
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in dict.fromkeys([*before, *after]):
            yield from _edit(f"{name}.{key}", before.get(key), after.get(key))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after) and _records(before, after):
        for number, (one, other) in enumerate(zip(before, after), 1):
            yield from _edit(f"{name} {number}", one, other)
    else:
        yield Edit(name, *("" if value is None else show(value) for value in (before, after)))


def _records(*lists: list[Any]) -> bool:
    """Long texts and records are told one by one, plain values as the list they are."""
    return all(isinstance(item, Mapping) or (isinstance(item, str) and " " in item) for one in lists for item in one)


# Why a piece changed that nobody touched


def _reasons(was: Design, now: Design, old: Edition, new: Edition, facts: tuple[Edit, ...]) -> Iterator[str]:
    if was.values is None or now.values is None:
        return
    reads = was.reads | now.reads
    for fact in facts:
        if depends(reads, fact.name, new.facts or {}) or depends(reads, fact.name, old.facts or {}):
            yield f"fact {fact.name}"
    for path in sorted(read for read in reads if "/" in read):
        if old.files.get(path) != new.files.get(path):
            yield path
    for read in sorted(reads):
        if read.startswith("style.") and _is_leaf(old, new, read):
            yield read
    for path in sorted({*was.resources, *now.resources}):
        before, after = was.resources.get(path), now.resources.get(path)
        if before and after and before != after:
            yield path


def _guesses(was: Design, now: Design, old: Edition, new: Edition) -> Iterator[str]:
    """What is read as a whole, so that nobody can tell which part of it mattered."""
    if was.values is None or now.values is None:
        return
    reads = was.reads | now.reads
    for kind in sorted(read.removeprefix("pieces.") for read in reads if read.startswith("pieces.")):
        if _deck(old, kind) != _deck(new, kind):
            yield f"the deck of {new.kinds.get(kind, kind)}"
    for named in ("palette", "type"):  # used by name in attributes
        if old.style.get(named) != new.style.get(named):
            yield f"style.{named}"


def _is_leaf(old: Edition, new: Edition, read: str) -> bool:
    before, after = (value_at({"style": edition.style}, read) for edition in (old, new))
    return before != after and not (isinstance(before, Mapping) and isinstance(after, Mapping))


def _deck(edition: Edition, kind: str) -> list[tuple[str, int, Any]]:
    return [(design.id, design.copies, design.values) for design in edition.designs if design.kind == kind]


def _rules(old: Edition, new: Edition) -> Iterator[RuleChange]:
    if old.rules is None or new.rules is None:
        return
    for id in dict.fromkeys([*new.rules, *old.rules]):
        before, after = old.rules.get(id), new.rules.get(id)
        if before is None or after is None:
            yield RuleChange("added" if before is None else "removed", id, before, after)
        elif (before.text, before.checks) != (after.text, after.checks):
            yield RuleChange("changed", id, before, after)
