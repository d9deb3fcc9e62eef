"""Schema writes JSON Schemas from the same declarations that the checks use, for editors to complete and underline."""

import json
from collections.abc import Iterable
from typing import Any

from pressplay.data.formats import FONTS, GAME, PAPERS, PIECE_FIELDS, SIZES
from pressplay.data.loaders import suffixes
from pressplay.data.pieces import Kind
from pressplay.data.structures import Record
from pressplay.game import Game
from pressplay.table.read import TABLE

DRAFT = "http://json-schema.org/draft-07/schema#"  # what the editors' YAML extensions know best

# What an editor shows beside a key.
ABOUT = {
    "title": "The name people read; of a kind, in the plural.",
    "version": "Printed on every page and stamped on every piece.",
    "language": "Two letters, such as en.",
    "fonts": "Roles used in templates, each with a family of fonts/fonts.yaml.",
    "style": "Free data for the templates; `palette` names colours, `type` looks of text.",
    "kinds": "The kinds of components, each with its pieces’ file and fields.",
    "credits": "Who made the game: a text, or a list of texts.",
    "description": "One line for lists and virtual tabletops.",
    "url-base": "Where the images of a virtual tabletop package will stand.",
    "stamps": "no switches the version stamp off.",
    "allow": "How far below what print needs: resolution (pixels per inch), contrast, type (points).",
    "icon-grounds": "drop leaves out the square that an icon’s figure stands on; keep is the default.",
    "size": "An entry of sizes.yaml.",
    "template": "templates/<game>/NAME, else templates/NAME.",
    "back": "The template of the back; leave it out for a piece with one side.",
    "pieces": f"The file of the pieces, {suffixes()}, beside game.yaml or in ../_shared/.",
    "source": "The https address of a published sheet; pressplay fetch brings the file of pieces up to date.",
    "sheet": "Which sheet of a spreadsheet holds the pieces, by its name or number; the first unless said.",
    "columns": "Which columns of a table hold the fields: field: Heading.",
    "strict": "yes refuses columns that are no fields; they are left out with a remark otherwise.",
    "fields": "What each piece has, and of which type.",
    "plural": "Its name in rules, when it is not id + s.",
    "landscape": "yes lays the size on its side.",
    "count": "supply: a pile without end on a virtual tabletop.",
    "tabletop": "What the kind becomes on a virtual tabletop.",
    "print": "Sheets to write on: both-sides puts two on a sheet, once makes one page to be printed several times.",
    "id": "A name of a–z, 0–9 and -; made from the title unless given.",
    "copies": "How many of this piece there are; 1 unless given.",
}

_TYPE_WORDS = r"text|rich|int|number|bool|date|color|icon|image|one of |ref |list of |optional "
_FIELD = {
    "anyOf": [
        {"type": "string", "pattern": f"^({_TYPE_WORDS})"},
        {"type": "object", "additionalProperties": {"$ref": "#/definitions/field"}},
    ]
}


def schema(games: Iterable[Game]) -> dict[str, str]:
    """The schemas of a project, path by path: one for each sort of file, and one for each kind's pieces."""
    components = {
        "schemas/game.schema.json": _game(),
        "schemas/sizes.schema.json": _titled("Sizes", SIZES.schema()),
        "schemas/papers.schema.json": _titled("Papers", PAPERS.schema()),
        "schemas/fonts.schema.json": _titled("Fonts", FONTS.schema()),
        "schemas/table.schema.json": _titled("A virtual table", TABLE.schema()),
    }
    for game in games:
        for kind in game.kinds.values():
            components[f"schemas/{game.id}.{kind.id}.schema.json"] = _pieces(game, kind)
    return {path: json.dumps(data, ensure_ascii=False, indent=1) + "\n" for path, data in components.items()}


def _titled(title: str, data: dict[str, Any]) -> dict[str, Any]:
    return {"$schema": DRAFT, "title": title, **data}


def _game() -> dict[str, Any]:
    data = GAME.schema()
    _explain(data["properties"])
    kind = data["properties"]["kinds"]["additionalProperties"]["properties"]
    _explain(kind)
    kind["fields"]["additionalProperties"] = {"$ref": "#/definitions/field"}
    return _titled("A game", data | {"definitions": {"field": _FIELD}})


def _pieces(game: Game, kind: Kind) -> dict[str, Any]:
    item = Record({**kind.fields, **PIECE_FIELDS}).schema()
    _explain({name: item["properties"][name] for name in PIECE_FIELDS})
    return _titled(f"{game.title}: {kind.title}", {"type": "array", "minItems": 1, "items": item})


def _explain(properties: dict[str, Any]) -> None:
    for name, data in properties.items():
        if name in ABOUT:
            data["description"] = ABOUT[name]
