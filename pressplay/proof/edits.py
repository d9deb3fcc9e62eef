"""Edits: changes to a project's files, each refused when the file is not the one that was seen, each undone again."""

import os
import stat
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from pressplay.files import FileRefused, ProjectFiles

from . import csv_edits, yaml_edits
from .yaml_spans import NotEditable, Step, YamlSpan, read_spans

_SUFFIXES = (".yaml", ".yml", ".csv", ".md")


class FileChanged(NotEditable):
    """The file is not what the page was made from."""


@dataclass(frozen=True, slots=True)
class FileEdit:
    """One change of a file, with all it was before and is after."""

    path: str
    before: bytes
    after: bytes
    what: str


@dataclass(frozen=True, slots=True)
class PiecePlace:
    """A piece's place among the pieces of its file, and the hash of the file that was seen."""

    path: str
    index: int
    seen: str


@dataclass(frozen=True, slots=True)
class FieldEdit:
    """Another value for a field of a piece; None takes it away."""

    index: int
    path: tuple[Step, ...]
    value: str | None
    bare: bool = False


@dataclass(slots=True)
class Editor:
    """Changes files of one project, and remembers how to take it back."""

    root: Path
    done: list[FileEdit] = field(default_factory=list)
    undone: list[FileEdit] = field(default_factory=list)

    def set_values(self, at: PiecePlace, changes: Sequence["FieldEdit"]) -> FileEdit:
        """Other values for several fields of several pieces of a file, all or none."""

        def change(text: str) -> str:
            for one in changes:
                text = _with_value(at.path, text, one)
            return text

        return self._change(at, change, f"{len(changes)} values of {at.path}")

    def written(self, path: str) -> list[Any]:
        """Every piece of a file as it is written: texts, lists and mappings of texts, and what is shared."""
        text = self._read(path).decode("utf-8")
        if path.endswith(".csv"):
            names, *rows = csv_edits.read_rows(text)
            return [{name.text: cell.text for name, cell in zip(names.cells, row.cells)} for row in rows]
        root = read_spans(text.removeprefix("\ufeff"))
        used = {span.text for span in root.all() if span.sort == "alias"}
        return [_plainly(span, used) for span in root.values]

    def set_fact(self, at: PiecePlace, names: Sequence[Step], value: str) -> FileEdit:
        """Another value for a fact in a rulebook's front matter."""

        def change(text: str) -> str:
            start = text.index("\n") + 1
            end = text.index("\n---", start) + 1
            return text[:start] + yaml_edits.set_scalar(text[start:end], ["facts", *names], value, True) + text[end:]

        return self._change(at, change, f"the fact {'.'.join(map(str, names))}")

    def copy(self, at: PiecePlace, changes: Mapping[str, str]) -> FileEdit:
        """The piece once more, behind it, with some fields different."""
        copy = csv_edits.copy_row if at.path.endswith(".csv") else yaml_edits.copy_item
        return self._change(at, lambda text: copy(text, at.index, changes), f"a copy in {at.path}")

    def add(self, at: PiecePlace, values: Mapping[str, tuple[str, bool]]) -> FileEdit:
        """A new piece at the end of its file."""

        def change(text: str) -> str:
            if at.path.endswith(".csv"):
                return csv_edits.add_row(text, {name: value for name, (value, _) in values.items()})
            return yaml_edits.add_item(text, values)

        return self._change(at, change, f"a new piece in {at.path}")

    def delete(self, at: PiecePlace) -> FileEdit:
        """The file without a piece."""
        delete = csv_edits.delete_row if at.path.endswith(".csv") else yaml_edits.delete_item
        return self._change(at, lambda text: delete(text, at.index), f"a deletion in {at.path}")

    def undo(self) -> FileEdit:
        """Take the last change back; the file must be as that change left it."""
        if not self.done:
            raise NotEditable("there is nothing to undo")
        edit = self.done[-1]
        self._write(edit.path, edit.after, edit.before)
        self.undone.append(self.done.pop())
        return edit

    def redo(self) -> FileEdit:
        """Make the last change that was taken back again."""
        if not self.undone:
            raise NotEditable("there is nothing to redo")
        edit = self.undone[-1]
        self._write(edit.path, edit.before, edit.after)
        self.done.append(self.undone.pop())
        return edit

    def _change(self, at: PiecePlace, change: Callable[[str], str], what: str) -> FileEdit:
        before = self._read(at.path)
        if sha256(before).hexdigest() != at.seen:
            raise FileChanged(f"{at.path} was changed meanwhile; look at it as it is now and try again")
        try:
            after = change(before.decode("utf-8")).encode("utf-8")
        except (UnicodeError, ValueError) as error:
            raise NotEditable(f"{at.path} cannot be edited here: {error}") from None
        edit = FileEdit(at.path, before, after, what)
        if after != before:
            self._write(at.path, before, after)
            self.done.append(edit)
            self.undone.clear()
        return edit

    def _read(self, path: str) -> bytes:
        if not path.startswith("cards/") or not path.endswith(_SUFFIXES):
            raise NotEditable(f"{path} is not a file of pieces or facts that can be edited here")
        try:
            return ProjectFiles(self.root).read(path)
        except FileRefused as refused:
            raise NotEditable(f"{path} {refused}") from None

    def _write(self, path: str, before: bytes, after: bytes) -> None:
        """Put the bytes in the file's place, whole or not at all; its mode stays, and a link leads where it led."""
        if self._read(path) != before:
            raise FileChanged(f"{path} was changed meanwhile; nothing was written")
        real = Path(os.path.realpath(self.root / path))
        temporary = ""
        try:
            mode = stat.S_IMODE(real.stat().st_mode)
            if not os.access(real, os.W_OK):
                raise NotEditable(f"{path} may not be written: it is read-only")
            with tempfile.NamedTemporaryFile(dir=real.parent, prefix=".proof-", delete=False) as file:
                temporary = file.name
                file.write(after)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(temporary, mode)
            os.replace(temporary, real)
        except OSError as error:
            raise NotEditable(f"{path} could not be written: {(error.strerror or 'unknown reason').lower()}") from None
        finally:
            if temporary and os.path.exists(temporary):
                os.unlink(temporary)


def _with_value(path: str, text: str, change: FieldEdit) -> str:
    if path.endswith(".csv"):
        return csv_edits.set_cell(text, change.index, ".".join(map(str, change.path)), change.value or "")
    steps = [change.index, *change.path]
    if change.value is None:
        return yaml_edits.remove_key(text, steps)
    return yaml_edits.set_scalar(text, steps, change.value, change.bare)


def _plainly(span: YamlSpan, used: set[str]) -> Any:
    if span.sort == "alias":
        return {"shared": f"*{span.text}"}
    if span.anchor in used:
        return {"shared": f"&{span.anchor}, which others use"}
    if span.sort == "scalar":
        return span.text
    if span.sort == "list":
        return [_plainly(value, used) for value in span.values]
    return {key.text: _plainly(value, used) for key, value in zip(span.keys, span.values) if key.text != "<<"}
