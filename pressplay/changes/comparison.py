"""A comparison is what changed from one edition of a game to another, and what paper that takes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .edition import Design, Edition, RuleText, same_picture

# In the order in which people want to read them.
SORTS = ("changed", "added", "removed", "copies up", "copies down", "renamed")


@dataclass(frozen=True, slots=True)
class Edit:
    """A value that changed, in words; empty where there is none."""

    name: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.name}: {self.before or 'nothing'} → {self.after or 'nothing'}"

    def as_json(self, word: str) -> dict[str, str]:
        return {word: self.name, "before": self.before, "after": self.after}


@dataclass(frozen=True, eq=False, slots=True)
class Change:
    """What became of one piece; `old` or `new` is missing when it was added or removed."""

    sort: str
    old: Design | None
    new: Design | None
    fields: tuple[Edit, ...] = ()
    because: tuple[str, ...] = ()  # what else changed that its faces read

    @property
    def now(self) -> Design:
        """The piece as it is, or as it last was."""
        design = self.new or self.old
        assert design
        return design

    @property
    def copies(self) -> tuple[int, int]:
        return (self.old.copies if self.old else 0), (self.new.copies if self.new else 0)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that look different."""
        if not self.old or not self.new:
            return ()
        pairs = {"front": (self.old.front, self.new.front), "back": (self.old.back, self.new.back)}
        return tuple(side for side, pair in pairs.items() if not same_picture(*pair))

    @property
    def to_pull(self) -> int:
        """How many copies leave the box."""
        before, after = self.copies
        return before if self.sort in ("changed", "removed") else max(0, before - after)

    @property
    def to_print(self) -> int:
        """How many copies are to be printed."""
        before, after = self.copies
        return after if self.sort in ("changed", "added") else max(0, after - before)

    def as_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "change": self.sort,
            "kind": self.now.kind,
            "id": self.now.id,
            "title": self.now.title,
            "copies": list(self.copies),
            "print": self.to_print,
            "pull": self.to_pull,
            "sides": list(self.sides),
            "fields": [edit.as_json("field") for edit in self.fields],
            "because": list(self.because),
        }
        if self.sort == "renamed" and self.old:
            data["was"] = self.old.name
        for word, design in (("old", self.old), ("new", self.new)):
            if design:
                data[word] = {"version": design.version, "front": design.front, "back": design.back}
        return data


@dataclass(frozen=True, slots=True)
class RuleChange:
    """What became of a rule."""

    sort: str  # added, changed, removed
    id: str
    old: RuleText | None
    new: RuleText | None

    @property
    def sentences(self) -> tuple[str, str]:
        """Its words before and after: its first sentence, or what follows when that is the same."""
        before, after = (rule.sentence if rule else "" for rule in (self.old, self.new))
        if before == after and self.old and self.new and self.old.text != self.new.text:
            return _differing(self.old.text, self.new.text)
        return before, after

    @property
    def checks(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The checks that went, and those that came."""
        before, after = (rule.checks if rule else () for rule in (self.old, self.new))
        return tuple(c for c in before if c not in after), tuple(c for c in after if c not in before)

    def as_json(self) -> dict[str, Any]:
        before, after = self.sentences
        gone, come = self.checks
        return {
            "rule": self.id,
            "change": self.sort,
            "before": before,
            "after": after,
            "checks": {"before": list(gone), "after": list(come)},
        }


def _differing(before: str, after: str) -> tuple[str, str]:
    """The first paragraphs that differ."""
    old, new = before.split("\n"), after.split("\n")
    gone, come = ([line for line in lines if line not in others] for lines, others in ((old, new), (new, old)))
    return " ".join(gone[:1]), " ".join(come[:1])


@dataclass(frozen=True, eq=False, slots=True)
class Comparison:
    """Everything that changed between two editions of a game."""

    old: Edition
    new: Edition
    changes: tuple[Change, ...]
    facts: tuple[Edit, ...]
    rules: tuple[RuleChange, ...]

    @property
    def nothing(self) -> bool:
        """Whether nothing at all changed."""
        return not (self.changes or self.facts or self.rules)

    def of_sort(self, sort: str) -> Iterator[Change]:
        return (change for change in self.changes if change.sort == sort)

    def kind_title(self, kind: str) -> str:
        return self.new.kinds.get(kind) or self.old.kinds.get(kind) or kind

    def counts(self) -> dict[str, int]:
        """How many pieces of each sort of change; sorts that do not occur are left out."""
        every = {sort: len(list(self.of_sort(sort))) for sort in SORTS}
        return {sort: count for sort, count in every.items() if count}

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.new.game,
            "title": self.new.title,
            "versions": [self.old.version, self.new.version],
            "pieces": [change.as_json() for change in self.changes],
            "facts": [edit.as_json("fact") for edit in self.facts],
            "rules": [rule.as_json() for rule in self.rules],
        }

    def changelog(self) -> str:
        """A few lines of Markdown to paste to playtesters."""
        versions = list(dict.fromkeys(filter(None, (self.old.version, self.new.version))))
        lines = [f"**{self.new.title} {' → '.join(versions)}**"]
        if not self.old.version or not self.new.version:  # nobody wants to read all of a game as news
            return f"{lines[0]}\n- {'Gone: the whole game' if self.old.version else 'New: the whole game'}.\n"
        lines += [f"- {_rule_line(rule)}" for rule in self.rules]
        told = {edit.name for edit in self.facts if any(edit.after in rule.sentences[1] for rule in self.rules)}
        lines += [f"- {_words(edit.name)}: {_was(edit)}" for edit in self.facts if edit.name not in told]
        lines += [f"- {line}" for line in self._piece_lines()]
        return "\n".join(lines if len(lines) > 1 else [*lines, "- Nothing changed."]) + "\n"

    def _piece_lines(self) -> Iterator[str]:
        quiet: dict[str, list[str]] = {}  # new in their looks alone: told together
        for change in self.changes:
            now, (before, after) = change.now, change.copies
            if change.sort == "changed" and change.fields:
                edits = "; ".join(f"{_words(edit.name)}: {_was(edit)}" for edit in change.fields)
                more = f"; copies: {after} (was {before})" if before != after else ""
                yield f"{now.title}: {edits}{more}"
            elif change.sort == "changed":
                quiet.setdefault(now.kind, []).append(now.title)
            elif change.sort == "added":
                yield f"New: {now.title}{f' (× {after})' if after != 1 else ''}"
            elif change.sort == "removed":
                yield f"Gone: {now.title}"
            elif change.sort in ("copies up", "copies down"):
                yield f"{now.title}: {after} {'copy' if after == 1 else 'copies'} (was {before})"
        for kind, titles in quiet.items():
            few = ", ".join(titles) if len(titles) <= 4 else f"{', '.join(titles[:3])} and {len(titles) - 3} more"
            yield f"{self.kind_title(kind)}, reprinted: {few}"


def _words(name: str) -> str:
    return name.replace("_", " ").replace(".", " ")


def _was(edit: Edit) -> str:
    if not edit.before or not edit.after:
        return f"{edit.after} (new)" if edit.after else f"gone (was {edit.before})"
    return f"{edit.after} (was {edit.before})"


def _rule_line(rule: RuleChange) -> str:
    before, after = rule.sentences
    if rule.sort == "removed":
        return f"Rule gone: {before}"
    return f"{'New rule' if rule.sort == 'added' else 'Rule'}: {after or before}"
