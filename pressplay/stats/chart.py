"""A chart is counted data with the bounds that were set for it, ready to be drawn; a report is a game's charts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pressplay.units import num

Row = tuple[str, ...]


class ChartTable(NamedTuple):
    """A chart's numbers in words: what a drawing cannot tell everybody."""

    head: Row
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Value:
    """A value as people see it: its name, and its colour in the game if it has one."""

    name: str
    color: str = ""


@dataclass(frozen=True, slots=True)
class Limit:
    """What a field's type or a rule says a number must be."""

    sort: str  # least, most or exactly
    at: float
    rule: str = ""  # its id; empty when the field's type says so

    @property
    def words(self) -> str:
        return {"least": "at least ", "most": "at most ", "exactly": ""}[self.sort] + num(self.at)

    @property
    def source(self) -> str:
        return f"rule {self.rule}" if self.rule else "field type"


@dataclass(frozen=True, slots=True)
class BandTotal:
    """A stretch of the axis that a rule names, with how many belong there and how many do."""

    name: str
    low: float
    high: float  # the first number behind it
    count: int
    wanted: tuple[Limit, ...] = ()


@dataclass(frozen=True, slots=True)
class Bin:
    """One bar of a histogram: the stretch from `low` to `high`, and how many of each series lie in it."""

    name: str
    low: float
    high: float
    counts: tuple[int, ...]
    wanted: tuple[Limit, ...] = ()

    @property
    def total(self) -> int:
        return sum(self.counts)


class Tick(NamedTuple):
    """A place of an axis with its label."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Histogram:
    """How many copies have which number or date; stacked when there are several series."""

    title: str
    words: str
    field: str
    bins: tuple[Bin, ...]
    ticks: tuple[Tick, ...]
    series: tuple[Value, ...] = (Value("copies"),)
    limits: tuple[Limit, ...] = ()
    bands: tuple[BandTotal, ...] = ()
    step: float = 0.0  # between a number and the end of its place: 1 for whole numbers

    def table(self) -> ChartTable:
        stacked = len(self.series) > 1
        names = tuple(value.name for value in self.series) if stacked else ()
        rows = [
            (one.name, *(str(count) for count in one.counts if stacked), str(one.total), in_words(one.wanted))
            for one in self.bins
            if one.total or one.wanted
        ]
        rows += [(band.name, *("" for _ in names), str(band.count), in_words(band.wanted)) for band in self.bands]
        return _lean(ChartTable((self.field, *names, "copies", "must be"), tuple(rows)))


@dataclass(frozen=True, slots=True)
class Cross:
    """How many copies have both a value of one field and a value of another."""

    title: str
    words: str
    fields: tuple[str, str]  # of the rows, of the columns
    rows: tuple[Value, ...]
    columns: tuple[Value, ...]
    counts: tuple[tuple[int, ...], ...]  # row by row

    def table(self) -> ChartTable:
        head = (f"{self.fields[0]} and {self.fields[1]}", *(value.name for value in self.columns), "all")
        rows = [(value.name, *map(str, counts), str(sum(counts))) for value, counts in zip(self.rows, self.counts)]
        sums = [sum(column) for column in zip(*self.counts)]
        return ChartTable(head, (*rows, ("all", *map(str, sums), str(sum(sums)))))


@dataclass(frozen=True, slots=True)
class Bar:
    """One value and how often it is there."""

    value: Value
    count: int
    wanted: tuple[Limit, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Bars:
    """How often each value is there."""

    title: str
    words: str
    field: str
    bars: tuple[Bar, ...]
    unit: str = "copies"

    def table(self) -> ChartTable:
        rows = tuple((bar.value.name, str(bar.count), bar.note, in_words(bar.wanted)) for bar in self.bars)
        return _lean(ChartTable((self.field, self.unit, "designs", "must be"), rows))


@dataclass(frozen=True, slots=True)
class LengthRange:
    """How long the texts of a field are, and how long they may be."""

    name: str
    low: int
    high: int
    shortest: int
    median: float
    longest: int
    whose: str  # the piece with the longest


@dataclass(frozen=True, slots=True)
class Lengths:
    """The lengths of texts against their bounds."""

    title: str
    words: str
    spans: tuple[LengthRange, ...]

    def table(self) -> ChartTable:
        rows = tuple(
            (s.name, f"{s.low} to {s.high}", str(s.shortest), num(s.median), str(s.longest), s.whose)
            for s in self.spans
        )
        return ChartTable(("field", "may have", "shortest", "median", "longest", "the longest is of"), rows)


Chart = Histogram | Cross | Bars | Lengths


@dataclass(frozen=True, slots=True)
class Section:
    """The charts of one kind: those of what rules weigh, and more of what they do not."""

    id: str
    title: str
    words: str
    charts: tuple[Chart, ...]
    more: tuple[Chart, ...] = ()
    skipped: str = ""  # what was not drawn, and why


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that is drawn of a game."""

    title: str
    version: str
    words: str
    sections: tuple[Section, ...]


def in_words(limits: Sequence[Limit]) -> str:
    """Limits in words: “16”, “8 to 10”, “at least 4”."""
    exact = [limit for limit in limits if limit.sort == "exactly"]
    if exact:
        return num(exact[0].at)
    low = max((limit.at for limit in limits if limit.sort == "least"), default=None)
    high = min((limit.at for limit in limits if limit.sort == "most"), default=None)
    if low is not None and high is not None:
        return f"{num(low)} to {num(high)}"
    return f"at least {num(low)}" if low is not None else f"at most {num(high)}" if high is not None else ""


def holds(count: float, limits: Sequence[Limit]) -> bool:
    """Whether a number is what its limits say."""
    good = {"least": lambda at: count >= at, "most": lambda at: count <= at, "exactly": lambda at: count == at}
    return all(good[limit.sort](limit.at) for limit in limits)


def _lean(table: ChartTable) -> ChartTable:
    """The table without columns in which nothing stands."""
    full = [at for at in range(len(table.head)) if any(row[at] for row in table.rows)]
    return ChartTable(tuple(table.head[at] for at in full), tuple(tuple(row[at] for at in full) for row in table.rows))
