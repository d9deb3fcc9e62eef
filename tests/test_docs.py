"""What is not documented fails: every element, attribute, function, filter and word for checks is in the docs."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pressplay.data.formats import TABLETOP
from pressplay.faces.elements.registry import ELEMENTS
from pressplay.faces.fill import _functions
from pressplay.rules.vocabulary import VOCABULARY
from pressplay.table.read import _FORMS, TABLE
from pressplay.table.steps import _STEPS

DOCS = Path(__file__).resolve().parents[1] / "docs"
FACES = (DOCS / "faces.md").read_text("utf-8")
WORDS = set(re.findall(r"[\w-]+", FACES))


@pytest.mark.parametrize("name", ELEMENTS)
def test_every_element_and_attribute_is_documented(name: str) -> None:
    assert f"`{name}`" in FACES, f"docs/faces.md lacks <{name}>"
    missing = [attribute for attribute in ELEMENTS[name].attributes if attribute not in WORDS]
    assert not missing, f"docs/faces.md lacks {missing} of <{name}>"


def test_every_function_of_templates_is_documented() -> None:
    nobody = SimpleNamespace(palette={}, pieces={})  # functions are made for a game; nobody calls them here
    missing = [name for name in _functions(nobody, set()) if name not in WORDS]  # type: ignore[arg-type]
    assert not missing


def test_every_key_of_a_table_is_documented() -> None:
    book = (DOCS / "tabletop.md").read_text("utf-8")
    words = set(re.findall(r"[\w-]+", book))

    def keys(schema: dict[str, Any]) -> Iterator[str]:
        for name, inner in schema.get("properties", {}).items():
            yield name
            yield from keys(inner)
        for inner in (schema.get("items"), schema.get("additionalProperties")):
            yield from keys(inner) if isinstance(inner, dict) else ()

    found = set(keys(TABLE.schema()))
    assert {"seats", "over", "share", "as"} <= found and not found - words


def test_every_place_and_every_step_of_a_table_is_documented() -> None:
    book = (DOCS / "tabletop.md").read_text("utf-8")
    for form in _FORMS.replace("or in the box", "in the box").split(", "):
        assert f"`{form}`" in book, form
    for step in _STEPS.replace("or box", "box").split(", "):
        said = re.sub(r"\bN\b", r"\\d+", step)  # the documentation has numbers where the words have N
        said = re.sub(r"STACK|NAME", "[A-Z]", said)
        assert re.search(rf"`{said}", book), step


def test_everything_a_kind_can_become_is_documented() -> None:
    book = (DOCS / "data.md").read_text("utf-8")
    assert not [word for word in TABLETOP if f"`{word}`" not in book]


def test_every_word_for_checks_is_documented() -> None:
    book = (DOCS / "rulebook.md").read_text("utf-8")
    assert not [word for word in VOCABULARY if f"`{word}(" not in book and f", `{word}(" not in book]
