"""Stats: what a designer balances, counted from the fields of each kind and set beside what the rules ask for."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from statistics import median
from typing import Any

from pressplay.data.fields import Bool, Color, Date, IconName, Number, OneOf, Ref, Text, in_yaml
from pressplay.data.pieces import Kind, Piece
from pressplay.data.structures import ListOf, Maybe, Record
from pressplay.drawing.colour import PaintMistake, read_color
from pressplay.game import Game
from pressplay.units import num

from .chart import (
    BandTotal,
    Bar,
    Bars,
    Bin,
    Chart,
    Cross,
    Histogram,
    LengthRange,
    Lengths,
    Limit,
    Report,
    Section,
    Tick,
    Value,
    in_words,
)
from .limits import Limits

_FEW = 6  # series of a stack
_SOME = 12  # rows or columns of a table, bars that nobody has declared
_LEVELS = 9  # numbers that are as good as words
_BARS = 24  # of a histogram
_FIELDS = 3  # that are crossed when no rule says which ones matter
_LABEL = 16  # a text no longer than this is a label, and its length says nothing
_NONE = "none"
_OWN = "each its own"


def stats(game: Game) -> Report:
    """The charts of a game: its decks, then each kind that has something to show."""
    limits = Limits(game)
    sections = [_decks(game, limits)]
    quiet = []
    for kind in game.kinds.values():
        section = _Study(game, kind, limits).section()
        if section.charts or section.more:
            sections.append(section)
        else:
            quiet.append(kind.title)
    pieces = game.all_pieces()
    words = (
        f"{len(game.kinds)} kinds, {len(pieces)} designs, {sum(piece.copies for piece in pieces)} pieces in the box."
    )
    if quiet:
        words += f" Nothing to compare in: {', '.join(quiet)}."
    return Report(game.title, game.version, words, tuple(sections))


def _decks(game: Game, limits: Limits) -> Section:
    bars = []
    for kind in game.kinds.values():
        pieces = game.pieces[kind.id]
        copies = sum(piece.copies for piece in pieces)
        wanted = limits.of("deck", kind)
        if all(piece.copies == 1 for piece in pieces):
            wanted += limits.of("designs", kind)
        bars.append(Bar(Value(kind.title), copies, wanted, str(len(pieces))))
    charts = [Bars("Copies of each kind", "How many lie in the box.", "kind", tuple(bars))]
    if any(bar.note != str(bar.count) for bar in bars):
        designs = tuple(
            Bar(Value(kind.title), len(game.pieces[kind.id]), limits.of("designs", kind))
            for kind in game.kinds.values()
        )
        charts.append(Bars("Designs of each kind", "How many of them differ.", "kind", designs, "designs"))
    return Section("decks", "The box", "Copies and designs of each kind.", tuple(charts))


# Fields as columns of values ----------------------------------------------------


@dataclass(frozen=True)
class _Column:
    """One field of all pieces of a kind; `values` stand in the order of the pieces."""

    name: str
    field: Any  # its type, without what makes it optional
    values: tuple[Any, ...]
    copies: tuple[int, ...]
    show: Callable[[Any], Value]

    @property
    def used(self) -> list[Any]:
        """The values in use, in the order in which they were declared, or of numbers, or in which they appear."""
        found = list(dict.fromkeys(self.values))
        if isinstance(self.field, OneOf) and self.field.values:
            declared = list(self.field.values.values())
            return [value for value in declared if value in found] + ([None] if None in found else [])
        if all(isinstance(value, int | float) for value in found):
            return sorted(found)
        return found

    @property
    def says_nothing(self) -> str:
        """Why a column is not worth a drawing; empty when it is."""
        found = set(self.values)
        if len(found) < 2:
            value = self.values[0]
            return "always the same" if isinstance(value, tuple) else f"always {self.show(value).name}"
        alone = len(found) == len(self.values) and len(set(self.copies)) == 1
        if isinstance(self.field, Number):
            numbers = sorted(value for value in found if value is not None)
            counted = alone and numbers == list(range(int(numbers[0]), int(numbers[0]) + len(numbers)))
            return "numbered one by one" if counted else ""
        return _OWN if alone and not isinstance(self.field, Date | ListOf) else ""

    @property
    def one_exception(self) -> bool:
        """Whether all designs but one agree."""
        return len(self.values) > 3 and max(Counter(self.values).values()) >= len(self.values) - 1

    def counts(self, value: Any) -> int:
        return sum(copies for known, copies in zip(self.values, self.copies) if known == value)


def _columns(kind: Kind, pieces: Sequence[Piece], show: Callable[[Any, Any], Value]) -> Iterator[_Column]:
    copies = tuple(piece.copies for piece in pieces)

    def walk(fields: Mapping[str, Any], values: Sequence[Mapping[str, Any]], before: str) -> Iterator[_Column]:
        for name, declared in fields.items():
            field = declared.field if isinstance(declared, Maybe) else declared
            column = [one.get(name) for one in values]
            if isinstance(field, Record):
                yield from walk(field.fields, [one if isinstance(one, Mapping) else {} for one in column], f"{name}.")
            else:
                yield _Column(before + name, field, tuple(map(_frozen, column)), copies, partial(show, field))

    return walk(kind.fields, [piece.values for piece in pieces], "")


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    if isinstance(value, Mapping):
        return tuple((key, _frozen(one)) for key, one in value.items())
    return value


# One kind -----------------------------------------------------------------------


class _Study:
    """Chooses and counts the charts of one kind."""

    def __init__(self, game: Game, kind: Kind, limits: Limits) -> None:
        self.game = game
        self.kind = kind
        self.limits = limits
        self.pieces = [piece for piece in game.pieces[kind.id] if piece.copies]
        self.columns = list(_columns(kind, self.pieces, self._shown)) if len(self.pieces) > 1 else []
        self.skipped: list[str] = []

    def section(self) -> Section:
        able = [column for column in self.columns if self._tells(column)]
        choices = [column for column in able if _is_choice(column)]
        numbers = [column for column in able if isinstance(column.field, Number)]
        main = self._main(choices, numbers)
        charts: list[Chart] = [*self._balance(main)]
        more: list[Chart] = []
        for column in able:
            if isinstance(column.field, ListOf):
                charts += self._lists(column)
            elif isinstance(column.field, Date):
                charts.append(self._timeline(column))
        more += [self._bars(column) for column in choices if column not in main and len(column.used) <= _SOME]
        more += [self._histogram(column, None) for column in numbers if column not in main]
        more += self._lengths()
        copies = sum(piece.copies for piece in self.pieces)
        words = f"{len(self.pieces)} designs, {copies} copies. {self.kind.description}".strip()
        return Section(self.kind.id, self.kind.title, words, tuple(charts), tuple(more), "; ".join(self.skipped))

    def _main(self, choices: Sequence[_Column], numbers: Sequence[_Column]) -> list[_Column]:
        """The fields that matter: those that rules weigh, or else the first that are more than one exception."""
        weighed = [column for column in (*choices, *numbers) if self.limits.weighs(self.kind, column.name)]
        if weighed:
            return weighed
        mixed = [column for column in choices if not column.one_exception][:_FIELDS]
        return [*mixed, *(column for column in numbers if not column.one_exception)]

    def _balance(self, main: Sequence[_Column]) -> Iterator[Chart]:
        """Numbers among choices, choices and small numbers against each other, and how often each choice is there."""
        choices = [column for column in main if _is_choice(column)]
        numbers = [column for column in main if not _is_choice(column)]
        stacks = [choice for choice in choices if len(choice.used) <= _FEW and not choice.one_exception]
        ruled = any(self.limits.weighs(self.kind, column.name) for column in main)
        for column in numbers:
            if not stacks:
                yield self._histogram(column, None)
            for choice in stacks if ruled else stacks[:1]:
                yield self._histogram(column, choice)
        levels = [column for column in numbers if len(column.used) <= _LEVELS][: _FIELDS if ruled else 0]
        for one, other in (*itertools.combinations(choices, 2), *itertools.combinations(levels, 2)):
            yield from self._cross(one, other)
        for column in choices:
            if len(column.used) <= _SOME:
                yield self._bars(column)

    def _tells(self, column: _Column) -> bool:
        if isinstance(column.field, Text) or column.name == "title":
            return False  # words are told by their lengths
        reason = column.says_nothing
        if reason == _OWN and any(self.limits.of("count", self.kind, column.name, value) for value in column.used):
            reason = ""  # a rule counts them all the same
        if reason:
            self.skipped.append(f"{_words(column.name)}: {reason}")
        return not reason

    # Values as people see them

    def _shown(self, field: Any, value: Any) -> Value:
        if value is None:
            return Value(_NONE)
        if isinstance(field, Ref):
            pieces = self.game.pieces.get(field.kind, ())
            return Value(next((piece.title for piece in pieces if piece.id == value), str(value)))
        if isinstance(value, bool):
            return Value("yes" if value else "no")
        if isinstance(value, int | float):
            return Value(num(value))
        if isinstance(value, date | tuple):
            return Value(str(value))
        group = self._group(field, value)
        color = str(group.get("color", "")) or str(value)
        return Value(str(group.get("name") or _words(in_yaml(value))), self._color(color))

    def _group(self, field: Any, value: Any) -> Mapping[str, Any]:
        """What the game's style, or else its facts, say of a value: the first group that knows all of its sort."""
        wanted = set(field.values.values()) if isinstance(field, OneOf) and field.values else {value}
        found: dict[str, Any] = {}
        for source in (self.game.facts, self.game.style):
            for group in source.values():
                if isinstance(group, Mapping) and wanted <= set(group):
                    said = group[value]
                    if isinstance(said, Mapping):
                        found |= {key: said[key] for key in ("name", "color") if key in said}
        return found

    def _color(self, name: str) -> str:
        try:
            color = read_color(name, self.game.palette)
        except PaintMistake:
            return ""
        return "" if color == "none" else color

    # Charts

    def _histogram(self, column: _Column, choice: _Column | None) -> Histogram:
        field: Number = column.field
        numbers = [
            (value, copies, choice.values[at] if choice else None)
            for at, (value, copies) in enumerate(zip(column.values, column.copies))
            if value is not None
        ]
        stretches = self.limits.stretches(self.kind, column.name)
        limits = (*_typed(field.low, field.high), *self.limits.of("value", self.kind, column.name))
        known = [value for value, _, _ in numbers]
        step, edges = _edges(known, [limit.at for limit in limits], [(s.low, s.high) for s in stretches], field.whole)
        inside = tuple(limit for limit in limits if edges[0] <= limit.at <= edges[-1])
        series = choice.used if choice else [None]
        bins = tuple(
            Bin(
                _stretch_name(low, high, step),
                low,
                high,
                tuple(sum(c for v, c, s in numbers if low <= v < high and s == one) for one in series),
                self._wanted(column, low) if step == 1 and high - low == 1 else (),
            )
            for low, high in itertools.pairwise(edges)
        )
        bands = tuple(
            BandTotal(s.name, s.low, s.high + step, sum(c for v, c, _ in numbers if s.low <= v <= s.high), s.wanted)
            for s in stretches
        )
        name = _words(column.name)
        return Histogram(
            f"{name} by {_lower(choice.name)}" if choice else name,
            self._summary(column, [limit for limit in limits if limit not in inside]),
            name,
            bins,
            _ticks(edges, step, num),
            tuple(choice.show(one) for one in series) if choice else (Value("copies"),),
            inside,
            bands,
            step,
        )

    def _wanted(self, column: _Column, value: float) -> tuple[Limit, ...]:
        return self.limits.of("count", self.kind, column.name, value)

    def _summary(self, column: _Column, beyond: Sequence[Limit]) -> str:
        numbers = [v for v, c in zip(column.values, column.copies) if v is not None for _ in range(c)]
        total = self.limits.of("total", self.kind, column.name)
        words = f"{num(min(numbers))} to {num(max(numbers))}, mean {num(sum(numbers) / len(numbers), 1)}"
        words += f", median {num(median(numbers))}, sum {num(sum(numbers))}"
        words += f" ({in_words(total)} by rule {total[0].rule})." if total else "."
        return words + "".join(f" The {limit.source} allows {limit.words}." for limit in beyond)

    def _cross(self, one: _Column, other: _Column) -> Iterator[Cross]:
        if max(len(one.used), len(other.used)) > _SOME:
            return
        rows, columns = (one, other) if len(one.used) >= len(other.used) else (other, one)
        pairs = list(zip(rows.values, columns.values, rows.copies))
        counts = tuple(
            tuple(sum(copies for a, b, copies in pairs if (a, b) == (row, column)) for column in columns.used)
            for row in rows.used
        )
        lines = [*counts, *zip(*counts)]
        if all(sum(count > 0 for count in line) == 1 for line in lines):
            return  # each value of the one has its own of the other
        cells = [count for line in counts for count in line]
        empty = sum(not cell for cell in cells)
        words = f"{min(cells)} to {max(cells)} copies in a cell" + (f", {empty} cells empty." if empty else ".")
        if len(set(cells)) == 1:
            words = f"Even: {cells[0]} in every cell."
        names = _words(rows.name), _words(columns.name)
        shown = tuple(map(rows.show, rows.used)), tuple(map(columns.show, columns.used))
        yield Cross(f"{names[0]} × {_lower(names[1])}", words, names, *shown, counts)

    def _bars(self, column: _Column) -> Bars:
        values = column.used
        declared = column.field.values if isinstance(column.field, OneOf) else None
        if declared and len(declared) <= _SOME:
            values = [*declared.values(), *([None] if None in values else [])]
        bars = tuple(
            Bar(column.show(value), column.counts(value), self.limits.of("count", self.kind, column.name, value))
            for value in values
        )
        counts = sorted(bar.count for bar in bars if bar.count)
        unused = len(bars) - len(counts)
        words = f"Even: {counts[0]} of each" if counts[0] == counts[-1] else f"{counts[0]} to {counts[-1]} of each"
        words += f"; {unused} not in use." if unused else "."
        return Bars(_words(column.name), words, _words(column.name), bars)

    def _lists(self, column: _Column) -> Iterator[Chart]:
        field: ListOf = column.field
        name = _words(column.name)
        items = [(item, copies) for listed, copies in zip(column.values, column.copies) for item in listed or ()]
        counts: Counter[Any] = Counter()
        for item, copies in items:
            counts[item] += copies
        single = field.item.field if isinstance(field.item, Maybe) else field.item
        if not isinstance(single, Text | OneOf | Number | Bool | IconName | Ref | Color) or getattr(
            single, "rich", False
        ):
            return  # entries of their own, not values
        if 2 <= len(counts) <= _SOME and len(counts) < len(items):
            declared = list(single.values.values()) if isinstance(single, OneOf) and single.values else []
            order = [*declared, *(item for item in counts if item not in declared)]
            bars = tuple(
                Bar(self._shown(single, item), counts[item], self.limits.of("item", self.kind, column.name, item))
                for item in (order if declared else _sorted(order))
            )
            yield Bars(name, "How often each is listed, copies counted.", name, bars)
        yield from self._how_many(column, field, name)

    def _how_many(self, column: _Column, field: ListOf, name: str) -> Iterator[Chart]:
        sizes = tuple(len(listed) if listed is not None else 0 for listed in column.values)
        if len(set(sizes)) < 2:
            return
        lengths = _Column(column.name, Number(True), sizes, column.copies, column.show)
        limits = (*_typed(field.low, field.high), *self.limits.of("length", self.kind, column.name))
        step, edges = _edges(list(sizes), [limit.at for limit in limits], [], True)
        bins = tuple(
            Bin(num(low), low, high, (lengths.counts(low),), self.limits.of("items", self.kind, column.name, low))
            for low, high in itertools.pairwise(edges)
        )
        inside = tuple(limit for limit in limits if edges[0] <= limit.at <= edges[-1])
        words = self._summary(lengths, ())
        yield Histogram(f"How many {_lower(name)}", words, name, bins, _ticks(edges, 1, num), limits=inside, step=step)

    def _timeline(self, column: _Column) -> Histogram:
        days = [(day, copies) for day, copies in zip(column.values, column.copies) if day]
        years = [day.year for day, _ in days]
        monthly = max(years) - min(years) < 3
        places = [(day.year * 12 + day.month - 1 if monthly else day.year, copies) for day, copies in days]
        step, edges = _edges([at for at, _ in places], [], [], True)

        def name(at: float) -> str:
            return f"{int(at) // 12}-{int(at) % 12 + 1:02}" if monthly else num(at)

        bins = tuple(
            Bin(
                name(low) if high - low == 1 else f"{name(low)} to {name(high - 1)}",
                low,
                high,
                (sum(copies for at, copies in places if low <= at < high),),
            )
            for low, high in itertools.pairwise(edges)
        )
        first, last = min(day for day, _ in days), max(day for day, _ in days)
        shared = len(days) - len({day for day, _ in days})
        words = f"From {first.isoformat()} to {last.isoformat()}; " + (
            f"{shared} share a day." if shared else "no day twice."
        )
        title = f"{_words(column.name)}, {'month by month' if monthly else 'over the years'}"
        return Histogram(title, words, _words(column.name), bins, _ticks(edges, 1, name), step=step)

    def _lengths(self) -> Iterator[Lengths]:
        spans = []
        for column in self.columns:
            field = column.field
            if not isinstance(field, Text) or field.high is None or field.high <= _LABEL:
                continue
            texts = [(len(text), piece.title) for text, piece in zip(column.values, self.pieces) if text]
            if len({size for size, _ in texts}) < 2:
                continue
            longest = max(texts, key=lambda text: text[0])
            sizes = [size for size, _ in texts]
            low = field.low or 0
            spans.append(
                LengthRange(_words(column.name), low, field.high, min(sizes), median(sizes), longest[0], longest[1])
            )
        if spans:
            near = max(spans, key=lambda span: span.longest / span.high)
            words = f"Characters in use of those allowed; closest to its end: {_lower(near.name)} of {near.whose}."
            yield Lengths("Lengths of texts", words, tuple(spans))


def _is_choice(column: _Column) -> bool:
    return isinstance(column.field, OneOf | Bool | Color | IconName | Ref) and len(column.used) <= _BARS


def _typed(low: float | None, high: float | None) -> tuple[Limit, ...]:
    """The limits that a field's type states."""
    return (*([Limit("least", low)] if low is not None else []), *([Limit("most", high)] if high is not None else []))


def _words(name: str) -> str:
    """A name as a title: `front_balls` is Front balls."""
    first, *rest = name.replace(".", "_").replace("-", "_").split("_")
    spelled = first.upper() if len(first) < 5 and not set(first.lower()) & set("aeiouy") else first  # bpm, hp
    return " ".join([spelled[:1].upper() + spelled[1:], *rest])


def _lower(name: str) -> str:
    name = _words(name)
    return name if name[:2].isupper() else name[:1].lower() + name[1:]


def _sorted(items: list[Any]) -> list[Any]:
    """Items with words before numbers, each sort in order of appearance, numbers by size."""
    numbers = [item for item in items if str(item).lstrip("-").isdigit()]
    return [item for item in items if item not in numbers] + sorted(numbers, key=lambda item: int(item))


# Axes ---------------------------------------------------------------------------


def _edges(
    numbers: Sequence[float], bounds: Sequence[float], stretches: Sequence[tuple[float, float]], whole: bool
) -> tuple[float, list[float]]:
    """How far a number reaches, and the edges of the bars; bounds are in view when they are not too far away."""
    unit = 1.0 if whole else 0.0
    low, high = min(numbers), max(numbers)
    reach = max(high - low, 4.0 if whole else 1e-9)
    near = [bound for bound in bounds if low - 0.6 * reach <= bound <= high + 0.6 * reach]
    if whole and max([*bounds, high]) - min([*bounds, low]) < _SOME:
        near = list(bounds)
    inner = [*numbers, *near, *(end for stretch in stretches for end in stretch)]
    low, high = min(inner), max(inner) + unit
    if whole and high - low <= _BARS:
        return unit, [low + at for at in range(round(high - low) + 1)]
    origin, step = 0.0, _nice((high - low) / _BARS, whole)
    widths = {b - a + unit for a, b in stretches}
    if whole and len(widths) == 1:  # bars that end where the stretches end
        width = int(widths.pop())
        fitting = [size for size in range(1, width + 1) if width % size == 0 and width / size <= 4]
        origin, step = stretches[0][0], fitting[0]
    first = origin + step * ((low - origin) // step)
    count = round(-(-(high - first) // step))
    return unit, [round(first + step * at, 9) for at in range(count + 1)]


def _nice(least: float, whole: bool) -> float:
    """The smallest of 1, 2, 5, 10, 20, … that is no less."""
    size = 1.0 if whole else 1e-6
    while True:
        for factor in (1, 2, 5):
            if size * factor >= least - 1e-12:
                return size * factor
        size *= 10


def _stretch_name(low: float, high: float, step: float) -> str:
    if step and high - low == step:
        return num(low)
    return f"{num(low)} to {num(high - step)}" if step else f"{num(low)} to under {num(high)}"


def _ticks(edges: Sequence[float], step: float, name: Callable[[float], str]) -> tuple[Tick, ...]:
    """Labels below the bars: of each whole number when there are few, else of round numbers."""
    low, high = edges[0], edges[-1]
    single = step == 1 and edges[1] - edges[0] == 1
    if single and len(edges) <= 13:
        return tuple(Tick(edge + 0.5, name(edge)) for edge in edges[:-1])
    apart = _nice((high - low) / 8, step == 1)
    first = apart * -(-low // apart)
    shift = 0.5 if single else 0.0
    found = (round(first + apart * at, 9) for at in range(int((high - first) / apart) + 1))
    return tuple(Tick(at + shift, name(at)) for at in found if at + shift <= high)
