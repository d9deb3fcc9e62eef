"""Whatever can be nested may be nested a thousand deep, and is told in words."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support.small import RULEBOOK, redraw, told, write

CARD = '<face background="cream"><text x="9" y="20" size="9" fill="ink">{{ title }}</text></face>'


Spoil = Callable[[Path], object]


def rulebook(text: str) -> Spoil:
    return lambda root: (root / "cards/small/rulebook.md").write_text(RULEBOOK + text, "utf-8")


def cards(text: str) -> Spoil:
    return lambda root: (root / "cards/small/cards.yaml").write_text(text, "utf-8")


DEEP = 2_000


@pytest.mark.parametrize(
    "spoil, file",
    [
        (
            rulebook("".join(f"{{% rule r{n} %}}\nOne.\n" for n in range(DEEP)) + "{% endrule %}\n" * DEEP),
            "rulebook.md",
        ),
        (rulebook("{% if true %}" * DEEP + "{% endif %}" * DEEP), "rulebook.md"),
        (rulebook("{{ " + "(" * DEEP + "1" + ")" * DEEP + " }}"), "rulebook.md"),
        (rulebook("{{ " + "[" * DEEP + "]" * DEEP + " }}"), "rulebook.md"),
        (cards("- {title: " + "[" * DEEP + "]" * DEEP + "}\n"), "cards.yaml"),
        (cards("- {title: '{{ " + "(" * DEEP + "1" + ")" * DEEP + " }}'}\n"), "cards.yaml"),
        (cards("- {title: a}\n" + "- " * DEEP + "a\n"), "cards.yaml"),
    ],
    ids=["rules", "conditions", "brackets", "lists", "data", "texts", "dashes"],
)
def test_what_is_nested_too_deeply_is_told(tmp_path: Path, spoil: Spoil, file: str) -> None:
    root = write(tmp_path, CARD)
    spoil(root)
    said = told(redraw(root))
    assert said.startswith(f"cards/small/{file}") and "recursion" not in said.lower(), said[:400]
