"""Schemas: what pressplay accepts an editor accepts, and what one underlines the other refuses."""

import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pressplay.data.fields import Reading
from pressplay.data.nodes import MappingNode, Node, Scalar
from pressplay.data.structures import Free
from pressplay.data.yaml_reader import read_yaml
from pressplay.files import ProjectFiles
from pressplay.game import Game
from pressplay.project.check import check
from pressplay.project.load import load
from pressplay.project.schema import schema


@pytest.fixture(scope="module")
def games(repository: Path) -> list[Game]:
    sources, _ = load(ProjectFiles(repository))
    return check(sources)[0]


@pytest.fixture(scope="module")
def schemas(games: list[Game]) -> dict[str, Any]:
    return {path: json.loads(text) for path, text in schema(games).items()}


def valid(data: Any, rule: dict[str, Any], whole: dict[str, Any]) -> bool:
    """The part of JSON Schema that the schemas use; each keyword must be one of these."""
    if "$ref" in rule:
        return valid(data, whole["definitions"][rule["$ref"].rsplit("/", 1)[-1]], whole)
    judged: dict[str, Any] = {
        "anyOf": lambda options: any(valid(data, option, whole) for option in options),
        "enum": lambda values: data in values,
        "type": lambda names: any(_is(data, name) for name in ([names] if isinstance(names, str) else names)),
        "pattern": lambda text: not isinstance(data, str) or re.search(text, data) is not None,
        "minLength": lambda size: not isinstance(data, str) or len(data) >= size,
        "maxLength": lambda size: not isinstance(data, str) or len(data) <= size,
        "minimum": lambda bound: not _is(data, "number") or data >= bound,
        "maximum": lambda bound: not _is(data, "number") or data <= bound,
        "exclusiveMinimum": lambda bound: not _is(data, "number") or data > bound,
        "minItems": lambda size: not isinstance(data, list) or len(data) >= size,
        "maxItems": lambda size: not isinstance(data, list) or len(data) <= size,
        "items": lambda item: not isinstance(data, list) or all(valid(one, item, whole) for one in data),
        "required": lambda keys: not isinstance(data, dict) or set(keys) <= set(data),
        "propertyNames": lambda name: not isinstance(data, dict) or all(valid(key, name, whole) for key in data),
        "properties": lambda fields: (
            not isinstance(data, dict)
            or all(valid(value, fields[key], whole) for key, value in data.items() if key in fields)
        ),
        "additionalProperties": lambda other: (
            not isinstance(data, dict)
            or all(
                other is not False and valid(value, other, whole)
                for key, value in data.items()
                if key not in rule.get("properties", {})
            )
        ),
    }
    spoken = {"$schema", "title", "description", "default", "definitions"}
    assert set(rule) <= {*judged, *spoken}
    return all(judged[word](argument) for word, argument in rule.items() if word in judged)


def _is(data: Any, name: str) -> bool:
    if isinstance(data, bool):
        return name == "boolean"
    types = {"string": str, "number": (int, float), "integer": int, "array": list, "object": dict}
    return name in types and isinstance(data, types[name])  # type: ignore[arg-type]


def as_editors_read(text: str) -> Any:
    """YAML as an editor reads it: YAML 1.2, so `yes` is a word and dates are words."""
    document, problems = read_yaml("x", text)
    assert document and not problems
    return _plain(document.root)


def _plain(node: Node) -> Any:
    if isinstance(node, MappingNode):
        return {key: _plain(value) for key, (_, value) in node.entries.items()}
    if isinstance(node, Scalar):
        value = node.text if node.text in ("yes", "no") else Free().read(node, "", Reading("x"))
        return value.isoformat() if isinstance(value, date) else value
    return [_plain(item) for item in node]


def test_which_schemas_there_are(games: list[Game], schemas: dict[str, Any]) -> None:
    general = {f"schemas/{name}.schema.json" for name in ("game", "sizes", "papers", "fonts", "table")}
    own = {f"schemas/{game.id}.{kind}.schema.json" for game in games for kind in game.kinds}
    assert set(schemas) == general | own and own


def test_they_are_the_same_every_time(games: list[Game]) -> None:
    assert schema(games) == schema(games)
    assert all(text.endswith("}\n") for text in schema(games).values())


def test_the_files_of_this_repository_are_valid(repository: Path, games: list[Game], schemas: dict[str, Any]) -> None:
    pairs = [("game", f"cards/{game.id}/game.yaml") for game in games]
    pairs += [(f"{game.id}.{kind.id}", kind.source) for game in games for kind in game.kinds.values()]
    pairs += [("sizes", "cards/sizes.yaml"), ("sizes", "pressplay/data/sizes.yaml")]
    pairs += [("papers", "pressplay/data/papers.yaml"), ("fonts", "fonts/fonts.yaml")]
    pairs += [("table", f"cards/{game.id}/table.yaml") for game in games if game.table]
    for name, path in pairs:
        rule = schemas[f"schemas/{name}.schema.json"]
        assert valid(as_editors_read((repository / path).read_text("utf-8")), rule, rule), path


def test_files_name_a_schema_that_there_is(repository: Path, schemas: dict[str, Any]) -> None:
    named = 0
    for file in sorted(repository.glob("cards/*/*.yaml")):
        match = re.search(r"yaml-language-server: \$schema=(\S+)", file.read_text("utf-8"))
        if match:
            named += 1
            assert (file.parent / match[1]).resolve().relative_to(repository).as_posix() in schemas, file
    assert named


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("game", "title: x\nversion: 1\nfonts: {text: Barlow}\nkinds: {}\ncolour: red\n"),
        ("game", "title: x\nfonts: {text: Barlow}\nkinds: {}\n"),
        ("game", "title: x\nversion: 1\nfonts: [Barlow]\nkinds: {}\n"),
        ("game", "title: x\nversion: 1\nfonts: {}\nkinds: {Song: {}}\n"),
        (
            "game",
            "title: x\nversion: 1\nfonts: {}\nkinds:\n  a: {title: A, size: s, template: t, pieces: p, fields: {x: integer5}}\n",
        ),
        ("sizes", "poker: {width: 0, height: 3}\n"),
        ("sizes", "poker: {width: 2, height: 3, shape: blob}\n"),
        ("fonts", "Barlow: {bold: x.ttf}\n"),
        ("papers", "a4: {title: A4, width: 210}\n"),
        ("king-of-clubs.nightclub", "[]\n"),
        ("king-of-clubs.nightclub", "- {title: x, prestige: 12, picture: moon, light: gold, tagline: y}\n"),
        ("king-of-clubs.nightclub", "- {title: x, prestige: 2, picture: mood, light: gold, tagline: y}\n"),
        ("king-of-clubs.nightclub", "- {title: x, prestige: 2, picture: moon, light: gold}\n"),
        ("king-of-clubs.nightclub", "- {id: A B, title: x, prestige: 2, picture: moon, light: gold, tagline: y}\n"),
    ],
)
def test_mistakes_are_underlined(schemas: dict[str, Any], name: str, text: str) -> None:
    rule = schemas[f"schemas/{name}.schema.json"]
    broken = text.replace("integer5", "whole")
    assert not valid(as_editors_read(broken), rule, rule)


def test_keys_are_explained(schemas: dict[str, Any]) -> None:
    game = schemas["schemas/game.schema.json"]["properties"]
    kind = game["kinds"]["additionalProperties"]["properties"]
    assert all(data.get("description") for data in (*game.values(), *kind.values()))
