"""A target is something a build can be asked for: what it needs, and the roles of the files it makes."""

from dataclasses import dataclass
from enum import Flag, auto
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # heavy, and only needed once something is exported
    from .job import Job, OutFile


class Exporter(Protocol):
    """Turns a job into finished files."""

    def __call__(self, job: "Job") -> "list[OutFile]": ...


class Need(Flag):
    """What a target wants made before it, besides the pictures of the pieces."""

    NOTHING = 0
    SHEETS = auto()  # pictures placed on papers
    RULEBOOK = auto()  # the typeset pages
    TABLE = auto()  # what lies where; a game without a table cannot be exported so
    LAID = auto()  # the table laid, where the game has one


@dataclass(frozen=True, slots=True)
class Target:
    """What `--to NAME` makes; the module with its `export` is imported when it is asked for, for most are slow to load."""

    name: str
    roles: tuple[str, ...]
    export: str  # the module that has a function of this name
    needs: Need = Need.NOTHING
    usual: bool = False  # made when nobody says what to make
    ink_saver_roles: tuple[str, ...] = ()  # instead of the others with --ink-saver; empty: it knows no such thing

    def exporter(self) -> Exporter:
        found: Exporter = import_module(self.export).export
        return found

    def makes(self, ink_saver: bool) -> tuple[str, ...]:
        """The roles of what it makes; files of these roles that it does not make again are removed."""
        return self.ink_saver_roles or self.roles if ink_saver else self.roles
