"""A survey looks at a table of anybody's and proposes fields: names, types, choices and ranges as they were found."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pressplay.data.fields import COLOR, DATE, INT, JINJA_WORDS, NUMBER, WORD
from pressplay.data.formats import NOT_FIELDS
from pressplay.data.ids import slug
from pressplay.data.nodes import DataCell

_TITLES = ("title", "name", "card-name", "card", "cardname", "card-title", "titel", "nom", "nombre", "nome", "naam")
_COPIES = ("copies", "qty", "quantity", "count", "number-of-copies", "amount", "anzahl", "nombre-de-cartes", "copias")
_IMAGES = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".gif", ".bmp", ".svg")
_BOOLS = {"yes", "no", "true", "false"}
_MOST_CHOICES, _LONGEST_CHOICE, _LONGEST_NAME, _SHORT = 8, 24, 60, 24


@dataclass(frozen=True, slots=True)
class FieldProposal:
    """A column as a field: its heading, the name and type it gets, and what was found in it."""

    heading: str
    name: str
    sort: str  # title, copies, id, int, number, bool, date, color, image, icon, choice, list, rich or text
    type: str  # as game.yaml declares it; empty for title's, copies' and id's own
    found: str
    choices: tuple[tuple[str, int], ...] = ()  # with how many copies there are of each
    longest: int = 0


@dataclass(frozen=True, slots=True)
class Survey:
    """What a table seems to hold."""

    fields: tuple[FieldProposal, ...]
    designs: int
    copies: int
    passed_by: tuple[str, ...]  # headings of columns that are empty

    def of(self, *sorts: str) -> list[FieldProposal]:
        return [field for field in self.fields if field.sort in sorts]


@dataclass(frozen=True, slots=True)
class TableNeighbours:
    """What lies beside the table: whether a value names an image, or an icon."""

    is_image: Callable[[str], bool]
    is_icon: Callable[[str], bool]


def survey(rows: Sequence[Sequence[DataCell]], around: TableNeighbours) -> Survey:
    """The fields that a table's columns seem to be; its first row names them."""
    filled = [row for row in rows if any(cell.text for cell in row)]
    headings, data = filled[0], filled[1:]
    columns = {
        heading.text: [row[index].text.strip() if index < len(row) else "" for row in data]
        for index, heading in enumerate(headings)
        if heading.text
    }
    full = {heading: values for heading, values in columns.items() if any(values)}
    copies = _copies(full)
    title = _title(full, copies)
    counts = [int(float(value)) for value in full[copies]] if copies else [1] * len(data)
    taken: set[str] = {"title"} if title else set()
    fields = []
    for heading, values in full.items():
        if heading == title:
            fields.append(_proposal(heading, "title", values))
        elif heading == copies:
            found = f"{sum(counts)} in all, {min(counts)} to {max(counts)} of a design"
            fields.append(FieldProposal(heading, "copies", "copies", "", found))
        elif slug(heading) == "id" and _are_ids(values):
            fields.append(FieldProposal(heading, "id", "id", "", f"{len(values)} ids"))
        else:
            name = _name(heading, taken)
            taken.add(name)
            fields.append(_field(heading, name, values, counts, around))
    return Survey(tuple(fields), len(data), sum(counts), tuple(heading for heading in columns if heading not in full))


def _copies(columns: dict[str, list[str]]) -> str:
    for heading, values in columns.items():
        if slug(heading) in _COPIES and all(re.fullmatch(r"[0-9]{1,3}(\.0*)?", value) for value in values):
            return heading
    return ""


def _title(columns: dict[str, list[str]], copies: str) -> str:
    """The column of names: one that is called so, else the first of short texts that all differ."""
    texts = [
        heading
        for heading, values in columns.items()
        if heading != copies and all(values) and max(map(len, values)) <= _LONGEST_NAME and "\n" not in "".join(values)
    ]
    named = [heading for heading in texts if slug(heading) in _TITLES]
    apart = [
        heading
        for heading in texts
        if len({slug(value) for value in columns[heading]}) == len(columns[heading])
        and not all(NUMBER.fullmatch(value) for value in columns[heading])
    ]
    return next(iter([*named, *apart]), "")


def _are_ids(values: Sequence[str]) -> bool:
    return len(set(values)) == len(values) and all(re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", value) for value in values)


def _name(heading: str, taken: set[str]) -> str:
    """A heading as a name that templates and rules can say."""
    name = slug(heading).replace("-", "_")
    if not WORD.fullmatch(name) or name in NOT_FIELDS or name in JINJA_WORDS or name in ("cards", "deck", "players"):
        name = f"card_{name}".strip("_")
    count = 1
    plain = name
    while name in taken:
        count += 1
        name = f"{plain}_{count}"
    return name


def _proposal(heading: str, name: str, values: Sequence[str]) -> FieldProposal:
    longest = max(map(len, values))
    return FieldProposal(heading, name, "title", "text", f"up to {longest} characters", longest=longest)


def _field(
    heading: str, name: str, values: Sequence[str], counts: Sequence[int], around: TableNeighbours
) -> FieldProposal:
    there = [value for value in values if value]
    empty = len(values) - len(there)
    sort, type, found, choices = _type(name, values, counts, around)
    if empty:
        found += f", {empty} empty"
    declared = f"optional {type}" if empty else type
    return FieldProposal(heading, name, sort, declared, found, choices, max(map(len, there)))


def _type(
    name: str, values: Sequence[str], counts: Sequence[int], around: TableNeighbours
) -> tuple[str, str, str, tuple[tuple[str, int], ...]]:
    there = [value for value in values if value]
    if all(INT.fullmatch(re.sub(r"\.0+$", "", value)) for value in there):
        whole = [int(float(value)) for value in there]
        return "int", f"int {min(whole)}..{max(whole)}", f"{min(whole)} to {max(whole)}", ()
    if all(NUMBER.fullmatch(value) for value in there):
        return "number", "number", "numbers", ()
    if {value.lower() for value in there} <= _BOOLS:
        return "bool", "bool", "yes or no", ()
    if all(DATE.fullmatch(value) for value in there):
        return "date", "date", f"{min(there)} to {max(there)}", ()
    if all(COLOR.fullmatch(value) for value in there):
        return "color", "color", "colours", ()
    if all(value.lower().endswith(_IMAGES) and around.is_image(value) for value in there):
        return "image", "image", f"{len(set(there))} images", ()
    if all(around.is_icon(value) for value in there):
        return "icon", "icon", f"{len(set(there))} icons", ()
    if _are_choices(there) and len(there) == len(values):
        tally: Counter[str] = Counter()
        for value, count in zip(values, counts):
            tally[value] += count
        found = ", ".join(tally)
        return "choice", f"one of {name}_counts", found, tuple(sorted(tally.items()))
    if _are_lists(there):
        return "list", "list of text", "lists, with ; between their values", ()
    longest = max(map(len, there))
    icons = all(around.is_icon(word) for value in there for word in re.findall(r"\[(\w[\w:.-]*)\]", value))
    rich = icons and (longest > _LONGEST_NAME or any(re.search(r"[*\n\[]", value) for value in there))
    return (
        ("rich", "rich", f"up to {longest} characters", ())
        if rich
        else ("text", "text", f"up to {longest} characters", ())
    )


def _are_choices(values: Sequence[str]) -> bool:
    distinct = set(values)
    few = 1 < len(distinct) <= _MOST_CHOICES and len(values) >= max(8, 2 * len(distinct))
    return few and all(re.fullmatch(rf"\w[\w .’'&+-]{{0,{_LONGEST_CHOICE}}}", value) for value in distinct)


def _are_lists(values: Sequence[str]) -> bool:
    with_several = [value for value in values if ";" in value]
    return len(with_several) * 3 >= len(values) and all(
        len(part.strip()) <= _SHORT for value in values for part in value.split(";")
    )
