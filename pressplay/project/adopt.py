"""Adopting makes a game of a table of anybody's: its data, a first template, and a rulebook with what was counted."""

import csv
import io
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from pressplay.data.csv_reader import csv_rows, load_csv
from pressplay.data.ids import slug
from pressplay.data.loaders import LOADERS, suffix_of
from pressplay.data.nodes import DataCell, MappingNode, Node, Scalar, SequenceNode, SourceFile
from pressplay.data.spreadsheet_reader import load_spreadsheet, sheet_rows
from pressplay.data.text import MAX_BYTES, decode, decode_table
from pressplay.data.yaml_reader import load_yaml, read_yaml
from pressplay.problem import Place, Trouble, trouble
from pressplay.writing import write_files

from .new import STARTER
from .survey import FieldProposal, Survey, TableNeighbours, survey

_TONES = ("#7a2e2e", "#1f4e79", "#2f6b3a", "#7a5a12", "#5a3a98", "#0a6767", "#8a3a6b", "#444b57")
_MOST_CELLS = 8  # small facts at the foot of a card
_TEXT_LINES = 40  # characters that a line of a poker card's text holds, about


@dataclass(frozen=True, slots=True)
class AdoptedGame:
    """What became of a table."""

    id: str
    survey: Survey
    files: tuple[str, ...]


def adopt(file: Path, folder: Path, sheet: str = "") -> AdoptedGame:
    """Make a game of a file's table, in a project that is there or in a new one."""
    try:
        data = file.read_bytes()
    except OSError as error:
        trouble(Place(str(file)), f"cannot be read: {(error.strerror or 'unknown reason').lower()}")
    if len(data) > MAX_BYTES:
        trouble(Place(str(file)), f"the file is larger than {MAX_BYTES // 1_000_000} MB", "split it into several files")
    game = slug(file.stem) or "my-game"
    if (folder / "cards" / game).exists():
        trouble(
            Place(f"cards/{game}"), "there is a game of this name already", "rename the file, or name another folder"
        )
    rows, kept = _table(SourceFile(file.name, data), sheet)
    if len([row for row in rows if any(cell.text for cell in row)]) < 2:
        trouble(Place(str(file)), "holds no table", "its first row names the columns, each further one is a piece")
    beside = _Beside(file.parent)
    found = survey(rows, TableNeighbours(beside.is_image, beside.is_icon))
    if not found.of("title"):
        trouble(Place(str(file)), "no column holds names", "give one the heading title or name")
    files = _files(game, file.stem, found, kept, sheet) | beside.files(game)
    if not (folder / "cards").is_dir():
        files |= _starter()
    elif not (folder / "fonts/fonts.yaml").exists():
        files |= {path: data for path, data in _starter().items() if path.startswith("fonts/")}
    written = write_files(folder, files)
    return AdoptedGame(game, found, written.changed)


class _Beside:
    """What lies beside the table and is named in it: images, and icons in a folder of that name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.images: dict[str, Path] = {}
        self.icons: dict[str, Path] = {}

    def is_image(self, value: str) -> bool:
        path = PurePosixPath(value)
        if path.is_absolute() or ".." in path.parts or "\\" in value:
            return False
        file = self.folder / path
        if file.is_file():
            self.images[value] = file
        return file.is_file()

    def is_icon(self, value: str) -> bool:
        if not re.fullmatch(r"\w[\w.-]*", value):
            return False
        for suffix in (".svg", ".png"):
            file = self.folder / "icons" / f"{value}{suffix}"
            if file.is_file():
                self.icons[f"{value}{suffix}"] = file
                return True
        return False

    def files(self, game: str) -> dict[str, bytes]:
        found = {f"cards/{game}/{name}": file for name, file in self.images.items()}
        found |= {f"templates/{game}/icons/{name}": file for name, file in self.icons.items()}
        return {path: file.read_bytes() for path, file in found.items()}


def _starter() -> dict[str, bytes]:
    """Fonts and icons to start with."""
    paths = [path for part in ("fonts", "templates/icons") for path in sorted((STARTER / part).rglob("*"))]
    paths.append(STARTER / ".gitignore")
    return {path.relative_to(STARTER).as_posix(): path.read_bytes() for path in paths if path.is_file()}


@dataclass(frozen=True, slots=True)
class _Kept:
    """The pieces' file as the game gets it."""

    name: str
    data: bytes


def _table(file: SourceFile, sheet: str) -> tuple[list[list[DataCell]], _Kept]:
    """The rows of a file, and the file that the game gets: itself, or a CSV file of what it says."""
    suffix = suffix_of(file.path)
    loader = LOADERS.get(suffix)
    if loader is load_spreadsheet:
        return sheet_rows(file, sheet)[1], _Kept(f"cards{suffix}", file.data)
    if loader is load_csv:
        return csv_rows(file.path, decode_table(file.path, file.data)), _Kept(f"cards{suffix}", file.data)
    if loader is load_yaml or suffix == ".json":
        text = _as_csv(_records(file, suffix))
        return csv_rows(file.path, text), _Kept("cards.csv", text.encode())
    trouble(Place(file.path), "is no file with a table", f"import {', '.join(LOADERS)} or .json")


def _records(file: SourceFile, suffix: str) -> list[dict[str, Any]]:
    if suffix == ".json":
        try:
            found = json.loads(decode(file.path, file.data))
        except (ValueError, RecursionError) as error:
            line = getattr(error, "lineno", 0)
            trouble(Place(file.path, line), "is not readable as JSON", "export it again")
    else:
        document, problems = read_yaml(file.path, decode(file.path, file.data))
        if document is None or problems:
            raise Trouble(*problems) if problems else Trouble()
        found = _plain(document.root)
    if isinstance(found, dict):  # a list under a lone key, as many programs export it
        lists = [value for value in found.values() if isinstance(value, list)]
        found = lists[0] if len(lists) == 1 else found
    if not isinstance(found, list) or not found or not all(isinstance(item, dict) for item in found):
        trouble(Place(file.path), "holds no list of pieces", "it must be a list; each piece maps names to values")
    return found


def _plain(node: Node) -> Any:
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, SequenceNode):
        return [_plain(item) for item in node.items]
    assert isinstance(node, MappingNode)
    return {key: _plain(value) for key, (_, value) in node.entries.items()}


def _as_csv(records: list[dict[str, Any]]) -> str:
    names = list(dict.fromkeys(str(name) for record in records for name in _flat(record)))
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(names)
    for record in records:
        flat = _flat(record)
        writer.writerow([flat.get(name, "") for name in names])
    return stream.getvalue()


def _flat(record: dict[str, Any]) -> dict[str, str]:
    return {str(name): _word(value) for name, value in record.items() if not isinstance(value, dict)}


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "; ".join(_word(item) for item in value if not isinstance(item, dict | list))
    return "" if value is None else str(value)


# What is written


def _files(game: str, stem: str, found: Survey, kept: _Kept, sheet: str) -> dict[str, bytes]:
    title = re.sub(r"[-_\s]+", " ", stem).strip().title()[:80] or "My Game"
    texts = {
        f"cards/{game}/game.yaml": _game_yaml(title, found, kept, sheet),
        f"cards/{game}/rulebook.md": _rulebook(title, found),
        f"templates/{game}/card.xml": _template(found),
        f"templates/{game}/card-back.xml": _back(title),
    }
    return {path: text.encode() for path, text in texts.items()} | {f"cards/{game}/{kept.name}": kept.data}


def _quoted(word: str) -> str:
    return json.dumps(word, ensure_ascii=False)


def _game_yaml(title: str, found: Survey, kept: _Kept, sheet: str) -> str:
    renamed = {field.name: field.heading for field in found.fields if field.name != field.heading}
    tones = _tones(found)
    lines = [
        f"title: {_quoted(title)}",
        'version: "0.1"',
        "language: en",
        "",
        "fonts:",
        "  display: Lilita One",
        "  text: Barlow",
        "",
        "style:",
        "  palette:              # colours that templates call by name",
        '    paper: "#fbf7ec"',
        '    ink: "#232436"',
        '    night: "#2b2350"',
    ]
    if tones:
        lines.append(f"  tones:                # a colour for each {tones[0].heading}")
        lines += [f'    {_quoted(name)}: "{tone}"' for (name, _), tone in zip(tones[0].choices, _TONES)]
    lines += ["", "kinds:", "  card:", "    title: Cards", f"    size: {_size(found)}", "    template: card.xml"]
    lines += ["    back: card-back.xml", f"    pieces: {kept.name}"]
    lines += [f"    sheet: {_quoted(sheet)}"] if sheet else []
    if renamed:
        lines.append("    columns:            # field: the heading of its column")
        lines += [f"      {name}: {_quoted(heading)}" for name, heading in renamed.items()]
    lines.append("    fields:             # beside title and copies; what was found stands behind each")
    for field in found.fields:
        if field.type:
            lines.append(f"      {field.name}: {field.type}".ljust(44) + f" # {' '.join(field.found.split())[:80]}")
    return "\n".join(lines) + "\n"


def _size(found: Survey) -> str:
    """A size whose text area holds the longest text."""
    longest = max((field.longest for field in found.of("rich", "text")), default=0)
    return "poker" if longest <= 420 else "tarot" if longest <= 800 else "jumbo"


def _tones(found: Survey) -> list[FieldProposal]:
    return found.of("choice")[:1]


def _rulebook(title: str, found: Survey) -> str:
    facts = [f"  deck: {found.copies}"]
    rules = [
        "{% rule deck %}",
        "There are {{ deck }} cards.",
        "{% must count(cards) == deck %}",
        "{% endrule %}",
    ]
    for field in found.of("choice"):
        counts = ", ".join(f"{_quoted(name)}: {count}" for name, count in field.choices)
        facts.append(f"  {field.name}_counts: {{{counts}}}")
        word = field.heading.strip()
        rules += [
            "",
            f"{{% rule {slug(field.name)} %}}",
            f"Of each {word} there are so many: {{% for name, many in {field.name}_counts.items() %}}"
            '{{ many }} × {{ name }}{{ ", " if not loop.last else "." }}{% endfor %}',
            f'{{% must tally(cards, "{field.name}") == {field.name}_counts %}}',
            "{% endrule %}",
        ]
    head = ["---", f"title: {_quoted(title)}", "players: {min: 2, max: 4}", "facts:", *facts, "---"]
    return "\n".join([*head, "## What is in the box", *rules, "", "## Your turn", "Write here how it is played.", ""])


def _template(found: Survey) -> str:
    """A card that shows every field: its name above, art and words in the middle, small facts at the foot."""
    tone = f"{{{{ style.tones[{_tones(found)[0].name}] }}}}" if _tones(found) else "night"
    images, icons = found.of("image")[:1], found.of("icon")[:1]
    small = [field for field in found.of("int", "number", "bool", "date", "choice", "color")][:_MOST_CELLS]
    wordy = found.of("rich", "text", "list")
    in_row = _in_row(small)
    cells = -(-len(small) // in_row) * 11.0
    lines = ["{# A first card: change it to your taste. Millimetres from the top left corner; W and H are its size. #}"]
    lines += [f'<face background="{tone}">']
    lines += ['  <rect x="3.6" y="3.6" w="{{ W - 7.2 }}" h="{{ H - 7.2 }}" r="2.4" fill="paper"/>']
    wide = "W - 24" if icons else "W - 12"
    lines += [
        f'  <box x="6" y="5" w="{{{{ {wide} }}}}" h="11" size="15" min="7" font="display" fill="ink" align="center"'
        ' valign="middle">{{ title }}</box>'
    ]
    if icons:
        icon = f'<icon icon="{{{{ {icons[0].name} }}}}" x="{{{{ W - 16 }}}}" y="6" size="9" fill="{tone}"/>'
        lines.append(_guarded(icons[0], icon))
    top = 17.0
    if images:
        art = "(H - 24 - {:g}) * {}".format(cells, "0.45" if wordy else "1")
        image = f'<image src="{{{{ {images[0].name} }}}}" x="6" y="17" w="{{{{ W - 12 }}}}" h="{{{{ {art} }}}}" fit="contain"/>'
        lines.append(_guarded(images[0], image))
    if wordy:
        start = f"{top:g} + ({art}) + 2" if images else f"{top:g}"
        lines.append(
            f'  <box x="6.5" y="{{{{ {start} }}}}" w="{{{{ W - 13 }}}}" h="{{{{ H - 8 - {cells:g} - ({start}) }}}}"'
            ' size="10" min="7" fill="ink" align="center" valign="middle">'
        )
        lines += [_paragraph(field, first=field is wordy[0]) for field in wordy]
        lines.append("  </box>")
    for index, field in enumerate(small):
        lines += _cell(field, _CellPlace(index, len(small), in_row), tone)
    lines.append("</face>")
    return "\n".join(lines) + "\n"


def _guarded(field: FieldProposal, markup: str) -> str:
    return f"  {{% if {field.name} %}}{markup}{{% endif %}}" if field.type.startswith("optional") else f"  {markup}"


def _paragraph(field: FieldProposal, first: bool) -> str:
    value = f'{{{{ {field.name}|join(", ") }}}}' if field.sort == "list" else f"{{{{ {field.name} }}}}"
    label = "" if first and field.sort == "rich" else f"<b>{_escaped(field.heading)}:</b> "
    return _guarded(field, f"  <p>{label}{value}</p>")


def _in_row(fields: Sequence[FieldProposal]) -> int:
    """How many small facts stand side by side: long ones need room."""
    longest = max((field.longest for field in fields), default=0)
    return 4 if longest <= 6 else 3 if longest <= 11 else 2


@dataclass(frozen=True, slots=True)
class _CellPlace:
    """Which of how many small facts, and how many stand in a row."""

    index: int
    count: int
    most: int


def _cell(field: FieldProposal, place: _CellPlace, tone: str) -> list[str]:
    """A small fact in its frame at the foot."""
    rows = -(-place.count // place.most)
    row, column = divmod(place.index, place.most)
    in_row = min(place.most, place.count - place.most * row)
    x = f"6 + (W - 12) * {column} / {in_row}"
    wide = f"(W - 12) / {in_row}"
    y = f"H - 6 - 11 * {rows - row}"
    middle = f"{x} + {wide} / 2"
    value = f'{{{{ "yes" if {field.name} else "no" }}}}' if field.sort == "bool" else f"{{{{ {field.name} }}}}"
    at = f'x="{{{{ {middle} }}}}"'
    inside = f'w="{{{{ {wide} - 2 }}}}" min="6"'
    drawn = [
        f'<rect x="{{{{ {x} + 0.5 }}}}" y="{{{{ {y} }}}}" w="{{{{ {wide} - 1 }}}}" h="10" r="1.4" fill="white"'
        f' stroke="{tone}" stroke-width="0.4"/>',
        f'<text {at} y="{{{{ {y} + 3.6 }}}}" size="6.5" {inside} fine="yes" fill="ink" align="center">'
        f"{_escaped(field.heading[:24])}</text>",
        f'<text {at} y="{{{{ {y} + 8.4 }}}}" size="11" w="{{{{ {wide} - 2 }}}}" min="7" weight="bold" fill="ink"'
        f' align="center">{value}</text>',
    ]
    return [_guarded(field, "\n  ".join(drawn))]


def _escaped(text: str) -> str:
    """Words of a heading as a template may hold them."""
    safe = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"\{(?=[{%#])", "", safe)


def _back(title: str) -> str:
    return (
        '<face background="night">\n'
        '  <rect x="4.4" y="4.4" w="{{ W - 8.8 }}" h="{{ H - 8.8 }}" r="2.4" stroke="paper" stroke-width="0.6"/>\n'
        '  <rect x="6.4" y="6.4" w="{{ W - 12.8 }}" h="{{ H - 12.8 }}" r="1.6" fill="hatch(45, 4, 0.2, #4a4180)"/>\n'
        '  <rect x="9" y="{{ H / 2 - 15 }}" w="{{ W - 18 }}" h="30" r="2" fill="night" stroke="paper" stroke-width="0.6"/>\n'
        '  <box x="11" y="{{ H / 2 - 14 }}" w="{{ W - 22 }}" h="28" size="20" min="8" font="display" fill="paper"'
        f' align="center" valign="middle">{_escaped(title)}</box>\n'
        "</face>\n"
    )
