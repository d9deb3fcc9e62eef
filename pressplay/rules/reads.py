"""Reads are the dotted names that were asked for while something was filled, and what depends on which of them.

`setlist.draw` is one entry of a fact, `setlist.*` all its keys, `pieces.song` the whole deck of a kind, and a
name with a slash is the path of a template.
"""

from collections.abc import Iterable, Mapping
from typing import Any

ALL = "*"


def reads_of(paths: Iterable[str], facts: Mapping[str, Any]) -> frozenset[str]:
    """The reads of facts among written names: each with the names it leads through, a mapping with all its keys."""
    found: set[str] = set()
    for path in paths:
        parts = path.split(".")
        if parts[0] not in facts:
            continue
        value: Any = facts
        for depth, part in enumerate(parts, 1):
            if not isinstance(value, Mapping) or part not in value:
                break
            value = value[part]
            found.add(".".join(parts[:depth]))
        if isinstance(value, Mapping):
            found.add(f"{path}.{ALL}")
    return frozenset(found)


def depends(reads: Iterable[str], path: str, facts: Mapping[str, Any]) -> bool:
    """Whether reading these means reading what stands at a path: it, something inside it, or a whole around it."""
    known = frozenset(reads)
    parts = path.split(".")
    value: Any = facts
    for depth, part in enumerate(parts, 1):
        value = value.get(part) if isinstance(value, Mapping) else None
        above = ".".join(parts[:depth])
        # A mapping that was merely passed through says nothing yet; any other value was read whole.
        if above in known and not isinstance(value, Mapping):
            return True
        if f"{above}.{ALL}" in known:
            return True
    return any(read.startswith(f"{path}.") for read in known)


def value_at(data: Mapping[str, Any], path: str) -> Any:
    """What stands at a dotted path; None when nothing does."""
    value: Any = data
    for part in path.split("."):
        if not isinstance(value, Mapping) or part not in value:
            return None
        value = value[part]
    return value
