"""The sandbox works out the expressions in rulebooks, card texts and templates, within bounds."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import wraps
from typing import Any

from jinja2 import StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import SecurityError, UndefinedError
from jinja2.filters import FILTERS
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pressplay.data.pieces import Piece
from pressplay.problem import nearest
from pressplay.units import num

BUDGET = 2_000_000  # steps of loops and calls in one text: a second or two
MAX_LENGTH = 200_000  # of a text or list that an operation makes
MAX_BITS = 1_024  # of a whole number
GRAIN = 64  # characters or items that a step may handle
_SIZED = (str, list, tuple, dict)

TAGS = ("rule", "endrule", "must", "set", "for", "endfor", "if", "elif", "else", "endif", "macro", "endmacro")
PIECE_WORDS = ("id", "title", "copies", "kind")  # what a piece has beside its fields
_FILTERS = (
    "abs",
    "batch",
    "capitalize",
    "count",
    "d",
    "default",
    "dictsort",
    "first",
    "float",
    "groupby",
    "int",
    "items",
    "last",
    "length",
    "list",
    "lower",
    "map",
    "max",
    "min",
    "reject",
    "rejectattr",
    "reverse",
    "select",
    "selectattr",
    "sort",
    "string",
    "sum",
    "title",
    "trim",
    "truncate",
    "unique",
    "upper",
    "wordcount",
)
RULEBOOK_FILTERS = (*_FILTERS, "join", "replace", "round")
# Methods that can make a text of any length, or format a value's insides into one.
_REFUSED_METHODS = frozenset(
    [
        "center",
        "encode",
        "expandtabs",
        "format",
        "format_map",
        "join",
        "ljust",
        "replace",
        "rjust",
        "translate",
        "zfill",
    ]
)


class TooMuch(Exception):
    """An expression that would take too long or too much memory."""


class Unknown(UndefinedError):
    """A name that means nothing here; `name` when nothing at all is called so."""

    def __init__(self, message: str, hint: str = "", name: str = "") -> None:
        super().__init__(message)
        self.hint = hint
        self.name = name


class Missing(StrictUndefined):
    """What an unknown name stands for: using it in any way is an error that lists the accepted names."""

    @property
    def _undefined_message(self) -> str:
        name = self._undefined_name
        if self._undefined_hint:
            return self._undefined_hint
        if not isinstance(self._undefined_obj, (Mapping, list, tuple, str, int, float, Piece)):
            return f"unknown name {name}"
        if isinstance(self._undefined_obj, Piece):
            return f"a {self._undefined_obj.kind} has no field {name}"
        if isinstance(self._undefined_obj, Mapping):
            return f"no part of it is called {name}"
        if isinstance(self._undefined_obj, (list, tuple)) and not self._undefined_obj:
            return "the list is empty"
        return f"{show(self._undefined_obj)} has no {name}"

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._undefined_exception = self._unknown  # type: ignore[assignment]

    def _unknown(self, message: str) -> Unknown:
        """The error that Jinja raises."""
        name, whole = str(self._undefined_name), self._undefined_obj
        if self._undefined_hint:
            return Unknown(message)
        if isinstance(whole, Piece):
            return Unknown(message, nearest(name, [*whole.values, *PIECE_WORDS]))
        if isinstance(whole, Mapping):
            return Unknown(message, nearest(name, map(str, whole)))
        return Unknown(message, name=name)


def field_of(piece: Piece, name: str) -> Any:
    """A piece's field, or its id, title, copies or kind."""
    if name in piece.values:
        return piece.values[name]
    if name in PIECE_WORDS:
        return getattr(piece, name)
    raise Unknown(f"a {piece.kind} has no field {name}", nearest(name, [*piece.values, *PIECE_WORDS]))


def paths(tree: nodes.Node) -> frozenset[str]:
    """The dotted names that a text or expression reads, such as `setlist.draw`."""
    found: set[str] = set()
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        path = _path(node)
        if path:
            found.add(path)
        else:
            waiting += node.iter_child_nodes()
    return frozenset(found)


def _path(node: nodes.Node) -> str:
    if isinstance(node, nodes.Name):
        return node.name if node.ctx == "load" else ""
    name = ""
    if isinstance(node, nodes.Getattr):
        name = node.attr
    elif isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Const) and isinstance(node.arg.value, str):
        name = node.arg.value
    inner = _path(node.node) if name and isinstance(node, nodes.Getattr | nodes.Getitem) else ""
    return f"{inner}.{name}" if inner else ""


class _Code(CodeGenerator):
    """Lets the sandbox watch over `~`, which Jinja would join without asking."""

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:
        self.write("environment.joined((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")


def _count_loops(node: nodes.Node) -> int:
    """Let the sandbox count the steps of the loops in a statement; gives the characters that it prints itself."""
    if isinstance(node, nodes.TemplateData):
        return len(node.data)
    inner = [part for name in ("body", "elif_", "else_", "nodes") for part in getattr(node, name, None) or ()]
    printed = sum(_count_loops(part) for part in inner)
    if isinstance(node, nodes.For):
        each = nodes.Const(1 + printed // GRAIN)
        call = nodes.Call(nodes.EnvironmentAttribute("charged"), [node.iter, each], [], None, None)
        node.iter = call.set_lineno(node.lineno)
    return printed


class Sandbox(ImmutableSandboxedEnvironment):
    """A Jinja environment whose expressions cannot leave it, run on, or fill the memory."""

    code_generator_class = _Code
    intercepted_binops = frozenset(["**", "*", "+", "%"])

    def __init__(self, words: Mapping[str, Any], **options: Any) -> None:
        plainly = {"keep_trailing_newline": True, "optimized": False}
        super().__init__(undefined=Missing, finalize=self.printed, **(plainly | options))
        self.budget = BUDGET
        self.watch: Callable[[Any, tuple[Any, ...]], None] | None = None  # is told of every call
        self.globals = {"range": self.numbers, "dict": dict, **words}
        self.filters = {name: self.watched(FILTERS[name]) for name in _FILTERS} | {
            "join": self._join,
            "replace": self._replace,
            "round": _round,
        }

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        _count_loops(tree)
        return tree

    def charge(self, steps: int = 1) -> None:
        """Count steps; stop when they are too many."""
        self.budget -= steps
        if self.budget < 0:
            raise TooMuch("this takes too many steps")

    def weighed(self, *values: Any) -> None:
        """Count the handling of texts and lists as steps."""
        for value in values:
            if isinstance(value, _SIZED) and len(value) > GRAIN:
                self.charge(len(value) // GRAIN)

    def charged(self, items: Any, each: int) -> Any:
        """The items, each counted as so many steps."""
        if hasattr(items, "__len__"):
            self.charge(len(items) * each)
            return items
        return self._counted(items, each)

    def _counted(self, items: Iterable[Any], each: int = 1) -> Iterator[Any]:
        for item in items:
            self.charge(each + len(item) if isinstance(item, tuple) else each)
            yield item

    def watched(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """A filter whose work is counted by how much it is given, and how much it gives."""

        @wraps(work)
        def watched(*args: Any, **named: Any) -> Any:
            self.charge(1 + sum(len(value) // 4 for value in args if isinstance(value, (list, tuple, dict))))
            self.weighed(*args)
            result = work(*args, **named)
            self.weighed(result)
            return self._counted(result) if isinstance(result, Iterator) else result

        return watched

    def printed(self, value: Any) -> Any:
        """A value as it is printed."""
        text = show_or_stop(value)
        self.weighed(text)
        return text

    def numbers(self, *bounds: int) -> range:
        """The whole numbers from the first bound up to, but without, the last."""
        result = range(*bounds)
        if result and abs(result[-1] - result[0]) > MAX_LENGTH * abs(result.step):
            raise TooMuch(f"a range of more than {MAX_LENGTH:,} numbers")
        self.charge(len(result))
        return result

    def call(__self, __context: Any, __obj: Any, *args: Any, **kwargs: Any) -> Any:
        __self.charge()
        if __self.watch:
            __self.watch(__obj, args)
        __self.weighed(getattr(__obj, "__self__", None), *args)
        result = super().call(__context, __obj, *args, **kwargs)
        return __self._counted(result) if isinstance(result, Iterator) else result

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator != "**" and isinstance(left, (int, float)) and isinstance(right, (int, float)):
            result = self.binop_table[operator](left, right)
            _check_number(result)
            return result
        if operator == "**":
            _check_power(left, right)
        elif operator == "*":
            _check_product(left, right)
        elif operator == "+" and hasattr(left, "__len__") and hasattr(right, "__len__"):
            check_length(len(left) + len(right))
        elif operator == "%" and isinstance(left, str):
            raise SecurityError("texts are joined with ~, not formatted with %")
        result = super().call_binop(context, operator, left, right)
        self.weighed(result)
        return result

    def joined(self, parts: Iterable[Any]) -> str:
        """What `~` makes."""
        words = [show_or_stop(part) for part in parts]
        check_length(sum(len(word) for word in words))
        return "".join(words)

    def _join(self, items: Iterable[Any], between: str = "", attribute: str | None = None) -> str:
        if attribute:
            items = [self.getitem(item, attribute) for item in items]
        words = [show_or_stop(item) for item in items]
        check_length(sum(len(word) + len(between) for word in words))
        return str(between).join(words)

    def _replace(self, text: str, old: str, new: str) -> str:
        text, old, new = str(text), str(old), str(new)
        check_length(len(text) + text.count(old) * len(new))
        return text.replace(old, new)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        if isinstance(obj, str) and attr in _REFUSED_METHODS:
            return False
        return super().is_safe_attribute(obj, attr, value)

    def wrap_str_format(self, value: Any) -> Any:
        return None  # a text's `format` is refused like its other methods of that sort

    def unsafe_undefined(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, str) and attribute in self.filters:
            return self.undefined(f"not allowed here: write | {attribute}, not .{attribute}", name=attribute, obj=obj)
        return self.undefined(f"not allowed here: {attribute} is out of bounds", name=attribute, obj=obj)

    def getattr(self, obj: Any, attribute: str) -> Any:
        # A record's own field comes before a method of Python's that happens to have its name.
        if isinstance(obj, Piece):
            return self._of_piece(obj, attribute)
        if isinstance(obj, dict) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        if isinstance(obj, Piece):
            return self._of_piece(obj, str(argument))
        if isinstance(obj, dict) and argument in obj:
            return obj[argument]
        return super().getitem(obj, argument)

    def _of_piece(self, piece: Piece, name: str) -> Any:
        try:
            return field_of(piece, name)
        except Unknown:
            return self.undefined(obj=piece, name=name)


def check_length(size: int) -> None:
    if size > MAX_LENGTH:
        raise TooMuch(f"a text or list of more than {MAX_LENGTH:,}")


def _check_number(value: Any) -> None:
    if type(value) is int and value.bit_length() > MAX_BITS:
        raise TooMuch("this number is too large")


def check_size(value: Any) -> None:
    """Stop at lists and mappings that are too long to be printed."""
    size, waiting = 0, [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Mapping):
            waiting += part.values()
        elif isinstance(part, (list, tuple, range)):
            check_length(len(part))
            waiting += part
        size += len(part) if isinstance(part, str) else 1
        check_length(size)


def _check_power(left: Any, right: Any) -> None:
    if isinstance(left, int) and isinstance(right, int) and abs(left) > 1 and right * abs(left).bit_length() > MAX_BITS:
        raise TooMuch("this number is too large")


def _check_product(left: Any, right: Any) -> None:
    for one, other in ((left, right), (right, left)):
        if isinstance(one, (str, list, tuple)) and isinstance(other, int):
            check_length(len(one) * max(other, 0))


def _round(value: float, precision: int = 0, method: str = "common") -> float:
    if not -9 <= precision <= 9:
        raise TooMuch("round takes at most 9 decimals")
    rounded: float = FILTERS["round"](value, precision, method)
    return rounded


def show_or_stop(value: Any) -> Any:
    """A value as it is printed; nothing cannot be printed."""
    if isinstance(value, str):
        return value
    if value is None:
        raise Unknown("a value that is none cannot be printed", "write {% if … %} around it, or give it a default")
    if isinstance(value, StrictUndefined):
        return str(value)  # raises
    check_size(value)
    return show(value, most=MAX_LENGTH)


def show(value: Any, most: int = 12) -> str:
    """A value in people's words."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return num(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Piece):
        return value.title
    if value is None:
        return "none"
    if isinstance(value, Mapping):
        return _some([f"{show(key)} {show(item, most)}" for key, item in value.items()], most)
    if isinstance(value, (list, tuple, range)):
        return _some([show(item, most) for item in value], most)
    return str(value)


def _some(words: list[str], most: int) -> str:
    if not words:
        return "nothing"
    return ", ".join(words) if len(words) <= most else ", ".join(words[:most]) + f", … ({len(words)} in all)"


Words = Mapping[str, Callable[..., Any]]
