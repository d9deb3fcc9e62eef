"""What is not documented fails: every element, attribute, function, filter and word for checks is in the docs."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from pressplay.fill import _functions
from pressplay.layout import ELEMENTS
from pressplay.vocabulary import VOCABULARY

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


def test_every_word_for_checks_is_documented() -> None:
    book = (DOCS / "rulebook.md").read_text("utf-8")
    assert not [word for word in VOCABULARY if f"`{word}(" not in book and f", `{word}(" not in book]
