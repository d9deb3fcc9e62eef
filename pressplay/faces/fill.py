"""Fill: put a piece's data into its templates; every tag keeps its template line, every read is recorded."""

import math
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from types import FunctionType
from typing import Any

import jinja2
from jinja2 import BaseLoader, Template, TemplateNotFound, TemplateSyntaxError
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.runtime import Context
from markupsafe import Markup, escape

from pressplay.cache import Cache, key_of
from pressplay.data.fields import Text
from pressplay.data.ids import slug
from pressplay.data.pieces import Kind, Piece
from pressplay.data.structures import ListOf, Maybe, Record
from pressplay.drawing.colour import PaintMistake, contrast, mixed, read_color
from pressplay.files import ABSENT, FileRefused
from pressplay.game import Game
from pressplay.problem import Place, Problem, nearest
from pressplay.rules.explain import explain
from pressplay.rules.reads import ALL
from pressplay.rules.sandbox import TooMuch, Unknown, check_size
from pressplay.units import BLEED, num

from .face import Face
from .markup import ICON, numbered
from .parts import FOLDER, PartMistake, Parts, drawing_of
from .sandbox import FACE_BUDGET, TAGS, TEMPLATE_FILTERS, TemplateSandbox

MOST = 500_000  # bytes of a template


class Filler:
    """A game's templates, compiled once."""

    def __init__(self, game: Game, cache: Cache) -> None:
        self.game = game
        self.reads: set[str] = set()
        self.environment = _environment(game, self.reads)
        self.environment.bytecode_cache = _BytecodeCache(cache)
        self.shared: dict[tuple[str, str], tuple[str, str, frozenset[str]]] = {}  # sides that read nothing of a piece
        self.markers = {kind.id: _markers(kind) for kind in game.kinds.values()}
        self.opened: dict[str, tuple[str, Template]] = {}
        self.parts = Parts(game, self.reads, lambda name, data: self.render(self.template(name)[1], data))

    def template(self, name: str) -> tuple[str, Template]:
        """A template's path and itself."""
        found = self.opened.get(name)
        if found is None:
            found = self.opened[name] = (_path(self.game, name), self.environment.get_template(name))
        return found

    def render(self, template: Template, data: dict[str, Any]) -> str:
        """As Template.render does, but without copying the globals through a chain of maps for every card."""
        names = {**self.environment.globals, **data}
        context = self.environment.context_class(self.environment, names, template.name, template.blocks)
        self.environment.budget = FACE_BUDGET
        try:
            return self.environment.concat(template.root_render_func(context))
        except Exception:
            self.environment.handle_exception()


def open_filler(game: Game, cache: Cache | None = None) -> Filler:
    """Everything needed to fill a game's faces."""
    return Filler(game, cache or Cache())


def fill(kind: Kind, piece: Piece, side: str, filler: Filler) -> tuple[Face | None, list[Problem]]:
    """One side of a piece as markup."""
    name = kind.template if side == "front" else kind.back
    assert name
    shared = filler.shared.get((kind.id, side))
    if shared:
        return Face(kind, piece, side, *shared), []
    filler.reads.clear()
    try:
        path, template = filler.template(name)
        filler.reads.add(path)
        markup = filler.parts.expand(filler.render(template, _context(kind, piece, filler)), path)
    except PartMistake as mistake:
        return None, [replace(mistake.problem, also=piece.place)]
    except Exception as error:  # a template can fail in any way that an expression can
        return None, [_problem(error, kind, piece, _path(filler.game, name), filler.game)]
    reads = frozenset(filler.reads)
    if not _reads_piece(reads, kind):
        filler.shared[kind.id, side] = (path, markup, reads)
    return Face(kind, piece, side, path, markup, reads), []


def _reads_piece(reads: frozenset[str], kind: Kind) -> bool:
    return "piece" in reads or not reads.isdisjoint(kind.fields)


def _context(kind: Kind, piece: Piece, filler: Filler) -> dict[str, Any]:
    values = piece.values
    if filler.markers[kind.id]:
        values = dict(values)
        for field, mark in filler.markers[kind.id].items():
            values[field] = mark(values.get(field))
    return {
        **values,
        "piece": piece,
        "kind": kind,
        "W": kind.size.width,
        "H": kind.size.height,
        "BLEED": BLEED,
    }


def _markers(kind: Kind) -> dict[str, Callable[[Any], Any]]:
    """For each field that holds rich text, at any depth, what turns its value into markup."""
    found = {name: _marker(field) for name, field in kind.fields.items()}
    return {name: mark for name, mark in found.items() if mark}


def _marker(field: Any) -> Callable[[Any], Any] | None:
    if isinstance(field, Text):
        return rich if field.rich else None
    if isinstance(field, Maybe):
        inner = _marker(field.field)
        return inner and (lambda value: None if value is None else inner(value))
    if isinstance(field, ListOf):
        each = _marker(field.item)
        return each and (lambda value: [each(item) for item in value])
    if isinstance(field, Record):
        parts = {name: mark for name, part in field.fields.items() if (mark := _marker(part))}
        if parts:
            return lambda value: value | {name: mark(value.get(name)) for name, mark in parts.items()}
    return None


# The environment -------------------------------------------------------------


def _environment(game: Game, reads: set[str]) -> "_Environment":
    class Recording(Context):
        def resolve_or_missing(self, key: str) -> Any:
            reads.add(key)
            return super().resolve_or_missing(key)

    environment = _Environment(_TemplateLoader(game))
    environment.reads = reads
    environment.context_class = Recording
    environment.globals.update(_functions(game, reads))
    for name, fact in game.facts.items():
        environment.globals[name] = recorded(fact, name, reads)
    environment.globals |= {
        "players": recorded(game.rulebook.players, "players", reads),
        "style": recorded(game.style, "style", reads),
        # Never the game itself: it knows the project's folder, and a path can write.
        "game": recorded({"id": game.id, "title": game.title, "version": game.version}, "game", reads),
    }
    watched = environment.watched
    environment.filters |= {"rich": watched(rich), "signed": signed, "slug": watched(slug), "num": num}
    return environment


class _Template(Template):
    """A template that is made a module once remembers what was read meanwhile: each import of it reads that again."""

    module_reads: frozenset[str] | None = None

    def _get_default_module(self, ctx: Context | None = None) -> Any:
        reads: set[str] = getattr(self.environment, "reads", set())
        if self.module_reads is None:
            before = set(reads)
            reads.clear()
            module = super()._get_default_module(ctx)
            self.module_reads = frozenset(reads)
            reads |= before
        else:
            module = super()._get_default_module(ctx)
        reads |= self.module_reads
        return module


class _Environment(TemplateSandbox):
    """Notes the templates that templates ask for."""

    template_class = _Template
    reads: set[str]

    def get_template(self, name: Any, parent: str | None = None, globals: Any = None) -> Template:
        template = super().get_template(name, parent, globals)
        if template.filename:
            self.reads.add(template.filename)
        return template


class _BytecodeCache(BytecodeCache):
    """Keeps compiled templates from one run to the next: compiling takes longer than filling."""

    def __init__(self, cache: Cache) -> None:
        self.cache = cache

    def load_bytecode(self, bucket: Bucket) -> None:
        found = self.cache.get(self._key(bucket))
        if found:
            bucket.bytecode_from_string(found)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.cache.put(self._key(bucket), bucket.bytecode_to_string())

    def _key(self, bucket: Bucket) -> str:
        return key_of("template", sys.version, jinja2.__version__, bucket.key, bucket.checksum)


class _Unreadable(TemplateNotFound):
    """A template that is not there, or cannot be read; says why."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(name)
        self.why = why


class _TemplateLoader(BaseLoader):
    """Finds a template in the game's folder before the shared one, and numbers its tags."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        path = _path(self.game, template)
        try:
            source = self.game.files.read(path, MOST).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
        except FileRefused as refused:
            raise _Unreadable(template, "" if str(refused) == ABSENT else str(refused)) from None
        except UnicodeDecodeError:
            raise _Unreadable(template, "is not a text in UTF-8") from None
        if template.startswith(f"{FOLDER}/"):
            source = drawing_of(source)
        return numbered(source, path), path, lambda: True


def _path(game: Game, name: str) -> str:
    own = f"templates/{game.id}/{name}"
    return f"templates/{name}" if game.files.refusal(own) == ABSENT else own


class RecordingMapping(Mapping[str, Any]):
    """A mapping that notes which of its entries a template asked for."""

    def __init__(self, data: Mapping[str, Any], name: str, reads: set[str]) -> None:
        self._data = data
        self._name = name
        self._reads = reads

    def __getitem__(self, key: str) -> Any:
        path = f"{self._name}.{key}"
        self._reads.add(path)
        return recorded(self._data[key], path, self._reads)

    def __getattr__(self, key: str) -> Any:
        try:
            return self[key]
        except KeyError:
            raise AttributeError(key) from None

    def __iter__(self) -> Any:
        self._reads.add(f"{self._name}.{ALL}")
        return iter(self._data)

    def __len__(self) -> int:
        self._reads.add(f"{self._name}.{ALL}")
        return len(self._data)


def recorded(value: Any, name: str, reads: set[str]) -> Any:
    """A value whose reading is noted: mappings entry by entry, all else by its name."""
    return RecordingMapping(value, name, reads) if isinstance(value, Mapping) else value


# What templates can call -----------------------------------------------------


_MOST_SHUFFLED = 10_000


class Rng:
    """Numbers that look random and are the same for the same seed on every machine."""

    def __init__(self, *seed: object) -> None:
        check_size(seed)
        self._seed = "/".join(str(part) for part in seed)
        self._count = 0

    def random(self) -> float:
        """A number from 0 up to 1."""
        self._count += 1
        digest = sha256(f"{self._seed}#{self._count}".encode()).digest()
        return int.from_bytes(digest[:6]) / 2**48

    def uniform(self, low: float, high: float) -> float:
        """A number between two numbers."""
        return low + (high - low) * self.random()

    def int(self, low: "int", high: "int") -> "int":
        """A whole number from low to high, both included."""
        return low + math.floor(self.random() * (high - low + 1))

    def pick(self, choices: Sequence[Any]) -> Any:
        """One of some things."""
        if not choices:
            raise Unknown("there is nothing to pick from")
        return choices[self.int(0, len(choices) - 1)]

    def shuffle(self, things: Iterable[Any]) -> list[Any]:
        """The things in another order."""
        pool = list(things)
        if len(pool) > _MOST_SHUFFLED:
            raise TooMuch(f"shuffling more than {_MOST_SHUFFLED:,} things")
        return [pool.pop(self.int(0, len(pool) - 1)) for _ in range(len(pool))]


def _functions(game: Game, reads: set[str]) -> dict[str, Any]:
    def pieces(kind: str) -> tuple[Piece, ...]:
        if kind not in game.pieces:
            raise Unknown(f"there is no kind {kind}", nearest(str(kind), game.pieces))
        reads.add(f"pieces.{kind}")
        return game.pieces[kind]

    def color(text: str) -> str:
        return read_color(text, game.palette)

    def polar(cx: float, cy: float, r: float, angle: float) -> str:
        turn = math.radians(angle)
        return f"{num(cx + r * math.sin(turn))},{num(cy - r * math.cos(turn))}"

    def readable(on: str, dark: str = "#000000", light: str = "#ffffff") -> str:
        return max((color(dark), color(light)), key=lambda ink: contrast(ink, color(on)))

    words: dict[str, Any] = {
        "sin": lambda angle: math.sin(math.radians(angle)),
        "cos": lambda angle: math.cos(math.radians(angle)),
        "tan": lambda angle: math.tan(math.radians(angle)),
        "atan2": lambda y, x: math.degrees(math.atan2(y, x)),
        "sqrt": math.sqrt,
        "pi": math.pi,
        "abs": abs,
        "min": min,
        "max": max,
        "round": round,
        "floor": math.floor,
        "ceil": math.ceil,
        "zip": zip,
        "enumerate": enumerate,
        "len": len,
        "polar": polar,
        "rng": Rng,
        "mix": lambda a, b, t: mixed(color(a), color(b), t),
        "lighten": lambda c, t: mixed(color(c), "#ffffff", t),
        "darken": lambda c, t: mixed(color(c), "#000000", t),
        "contrast": readable,
        "pieces": pieces,
    }
    for name, word in words.items():
        if isinstance(word, FunctionType):
            word.__qualname__ = name  # messages name it so
    return words


_BOLD = re.compile(r"\*\*(.+?)\*\*", re.S)
_ITALIC = re.compile(r"\*(.+?)\*", re.S)
_ICON = re.compile(r"(\\?)" + ICON.pattern)  # a backslash makes it mere text


def rich(text: Any) -> Markup:
    """`**bold**`, `*italic*`, `[icon]` and line breaks as markup; all else is escaped."""
    if text is None:
        return Markup("")
    found = str(escape(text)).strip()
    if "*" in found:
        found = _ITALIC.sub(r"<i>\1</i>", _BOLD.sub(r"<b>\1</b>", found))
    if "[" in found:
        found = _ICON.sub(lambda at: f"&#91;{at[2]}]" if at[1] else f'<icon icon="{at[2]}"/>', found)
    if "\n" in found:
        found = re.sub(r"\n\s*\n", "<p/>", found).replace("\n", "<br/>")
    return Markup(found)  # escaped above; only our own tags are added


def signed(value: float) -> str:
    """A number with its sign, and a true minus."""
    return f"+{num(value)}" if value > 0 else num(value).replace("-", "−")


# Problems --------------------------------------------------------------------


def _problem(error: Exception, kind: Kind, piece: Piece, path: str, game: Game) -> Problem:
    if isinstance(error, TemplateNotFound):
        return _missing(error, kind, piece, path, game)
    where = _line(error, path)
    if isinstance(error, PaintMistake):
        message, hint = str(error), error.hint
    else:
        message, hint = explain(error, TEMPLATE_FILTERS, TAGS)
    if isinstance(error, TemplateSyntaxError):
        where = Place(error.filename or path, error.lineno)
    elif isinstance(error, Unknown) and error.name:
        hint = nearest(error.name, [*kind.fields, *game.facts, *_ALWAYS])
    return Problem(where, message, hint, also=piece.place)


_ALWAYS = ("piece", "kind", "game", "players", "style", "W", "H", "BLEED")


def _missing(error: TemplateNotFound, kind: Kind, piece: Piece, path: str, game: Game) -> Problem:
    why = getattr(error, "why", "")
    if error.name in (kind.template, kind.back):
        message = f"{path} {why}" if why else f"there is no template {path}"
        hint = f"write templates/{game.id}/{error.name} (or templates/{error.name}, for all games), or mend the name"
        return Problem(kind.place, f"kind {kind.id}: {message}", hint)
    message = f"the template {error.name} {why}" if why else f"there is no template {error.name}"
    hint = "" if why else f"templates are looked for in templates/{game.id}/ and templates/"
    return Problem(_line(error, path), message, hint, also=piece.place)


def _line(error: Exception, path: str) -> Place:
    """The innermost template line that an error passed through."""
    found = Place(path)
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename.startswith("templates/"):
            found = Place(frame.filename, frame.lineno or 0)
    return found


__all__ = ["Filler", "fill", "open_filler", "rich"]
