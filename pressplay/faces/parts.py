"""Parts: drawings in files of their own, with declared parameters, that `<use part="…"/>` puts into a face."""

import re
from collections.abc import Callable, Mapping
from html import escape
from typing import Any, NamedTuple

from markupsafe import Markup

from pressplay.data.declarations import Declarations
from pressplay.data.fields import Field, Reading
from pressplay.data.nodes import Node, Scalar
from pressplay.data.structures import Maybe
from pressplay.data.yaml_reader import read_yaml
from pressplay.files import FileRefused, ProjectFiles
from pressplay.game import Game
from pressplay.problem import Place, Problem, nearest

from .elements.containers import GROUP
from .markup import MARK, MarkupMistake, Tag, numbered, read_tag, tokens

FOLDER = "parts"
_NAME = re.compile(r"[A-Za-z0-9][\w-]*")
_DECLARING = re.compile(r"</?(?:part|param)\b[^<>]*>")
_USE = re.compile(r"<use[\s/>]")
_WHOLE = re.compile(r"\s*(?:\{#.*?#\}\s*)?<part\b[^<>]*>.*</part>\s*", re.S)
_PLACING = tuple(GROUP.attributes)  # of <use> itself: they move the part as a group is moved
DEEPEST = 20  # parts within parts
MOST = 5_000_000  # characters of a face with its parts


class PartMistake(Exception):
    """What is wrong with a part, or with how it is used."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


class PartFile(NamedTuple):
    """A part as its file declares it."""

    path: str
    params: Mapping[str, Field]


class DrawnPart(NamedTuple):
    """What a part became with some values, and what was read meanwhile."""

    markup: str
    reads: frozenset[str]


def drawing_of(source: str) -> str:
    """A part's file without its declarations, line for line."""
    return _DECLARING.sub(lambda tag: "\n" * tag[0].count("\n"), source)


class Parts:
    """A game's parts; each is read once, and drawn once for the same values."""

    def __init__(self, game: Game, reads: set[str], render: Callable[[str, dict[str, Any]], str]) -> None:
        self.game = game
        self.reads = reads
        self.render = render
        self.files: dict[str, PartFile] = {}
        self.drawn: dict[tuple[str, tuple[tuple[str, str], ...], str], DrawnPart] = {}

    def expand(self, markup: str, template: str, depth: int = 0) -> str:
        """A face's markup with every part in its place."""
        if "<use" not in markup:
            return markup
        found = tokens(markup)
        out: list[str] = []
        index = size = 0
        while index < len(found):
            token = found[index]
            index += 1
            if _USE.match(token):
                tag = _read(token, template)
                end = index if tag.lone else _end(found, index, tag, template)
                inside = "" if tag.lone else self.expand("".join(found[index : end - 1]), template, depth)
                index = end
                token = self._part(tag, inside, template, depth)
            out.append(token)
            size += len(token)
            if size > MOST:
                raise _mistake(Place(template), "the parts of this face are too much", "use fewer, or smaller ones")
        return "".join(out)

    def _part(self, tag: Tag, inside: str, template: str, depth: int) -> str:
        where = Place(tag.template or template, tag.line)
        name = tag.attributes.get("part", "")
        if depth == DEEPEST:
            raise _mistake(where, f"parts stand more than {DEEPEST} deep in each other", f"does {name} use itself?")
        part = self._file(name, where)
        placing = {key: tag.attributes[key] for key in _PLACING if key in tag.attributes and key not in part.params}
        given = {key: text for key, text in tag.attributes.items() if key != "part" and key not in placing}
        key = (name, tuple(sorted(given.items())), inside)
        if key not in self.drawn:
            self.drawn[key] = self._draw(part, given, inside, where, depth)
        drawn = self.drawn[key]
        self.reads |= drawn.reads
        if not placing:
            return drawn.markup
        said = " ".join(f'{key}="{escape(text)}"' for key, text in placing.items())
        return f'<group {said} {MARK}="{where.file}:{where.line}">{drawn.markup}</group>'

    def _draw(self, part: PartFile, given: Mapping[str, str], inside: str, where: Place, depth: int) -> DrawnPart:
        name = part.path.rsplit("/", 1)[-1].removesuffix(".xml")
        values: dict[str, Any] = {"inside": Markup(inside)}  # markup of the face that uses it
        for key in given:
            if key not in part.params:
                hint = nearest(key, part.params) if part.params else "it takes none"
                raise _mistake(where, f"the part {name} has no parameter {key}", hint)
        at = Reading(where.file, self.game.palette)
        for key, field in part.params.items():
            if key in given:
                values[key] = field.read(Scalar(given[key], where.line, where.column), f"{name} {key}", at)
            elif isinstance(field, Maybe):
                values[key] = field.default
            else:
                raise _mistake(where, f"the part {name} lacks {key}", f"it must be {field.means}")
        if at.problems:
            raise PartMistake(at.problems[0])
        before = set(self.reads)
        self.reads.clear()
        markup = self.expand(self.render(f"{FOLDER}/{name}.xml", values), part.path, depth + 1)
        reads = frozenset(self.reads - set(values)) | {part.path}
        self.reads |= before
        return DrawnPart(markup, reads)

    def _file(self, name: str, where: Place) -> PartFile:
        if name not in self.files:
            folders = [f"templates/{self.game.id}/{FOLDER}", f"templates/{FOLDER}"]
            source = path = None
            for folder in folders if _NAME.fullmatch(name) else ():
                path = f"{folder}/{name}.xml"
                source = source or _source(self.game.files, path)
                if source:
                    break
            if source is None or path is None:
                known = [
                    one[:-4] for folder in folders for one in self.game.files.names(folder) if one.endswith(".xml")
                ]
                hint = nearest(name, known) if known else f"parts stand in {folders[1]}/NAME.xml"
                raise _mistake(where, f"there is no part {name!r}", hint)
            self.files[name] = PartFile(path, _params(source, path, self.game.palette))
        return self.files[name]


def _source(files: ProjectFiles, path: str) -> str | None:
    try:
        return files.read(path).decode("utf-8").replace("\r\n", "\n")
    except (FileRefused, UnicodeDecodeError):
        return None


def _params(source: str, path: str, palette: Mapping[str, str]) -> dict[str, Field]:
    """The parameters that a part's file declares, each with its type, its default and what it means."""
    if not _WHOLE.fullmatch(source):
        hint = '<part about="…"> <param name="color" type="color = ink" about="…"/> … </part>'
        raise _mistake(Place(path, 1), "a part's file holds one <part>, and all else in it", hint)
    params: dict[str, Field] = {}
    for token in tokens(numbered(source, path)):
        if not token.startswith(("<part ", "<param ")):
            continue
        tag = _read(token, path)
        where = Place(path, tag.line)
        wanted = {"about"} if tag.name == "part" else {"name", "type", "about"}
        if set(tag.attributes) != wanted:
            raise _mistake(where, f"<{tag.name}> wants {', '.join(sorted(wanted))}, and no more")
        if tag.name == "param":
            at = Reading(path, palette)
            name = Scalar(tag.attributes["name"], tag.line, 1)
            record = Declarations(at, None, (), _value).field(Scalar(tag.attributes["type"], tag.line, 1))
            if at.problems or record is None:
                raise PartMistake(at.problems[0])
            if name.text in params or name.text in ("part", "inside") or not _NAME.fullmatch(name.text):
                raise _mistake(where, f"{name.text!r} cannot name a parameter here", "give it another name")
            params[name.text] = record
    return params


def _value(text: str) -> Node | None:
    document, problems = read_yaml("", text)
    return document.root if document and not problems else None


def _end(found: list[str], index: int, tag: Tag, template: str) -> int:
    """Behind the tag that closes a `<use>`."""
    open_ = 1
    while index < len(found) and open_:
        token = found[index]
        index += 1
        if token == "</use>":
            open_ -= 1
        elif _USE.match(token) and not token.endswith("/>"):
            open_ += 1
    if open_:
        raise _mistake(Place(tag.template or template, tag.line), "<use> is not closed", 'write <use part="…"/>')
    return index


def _read(token: str, template: str) -> Tag:
    try:
        return read_tag(token)
    except MarkupMistake as mistake:
        raise _mistake(Place(template), str(mistake), mistake.hint) from None


def _mistake(where: Place, message: str, hint: str = "") -> PartMistake:
    return PartMistake(Problem(where, message, hint))
