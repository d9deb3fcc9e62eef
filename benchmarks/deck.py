"""The benchmark's deck, as data that every contestant draws."""

import shutil
import sys
from pathlib import Path

WORDS = [
    "swap",
    "a",
    "dancer",
    "with",
    "its",
    "neighbour",
    "and",
    "gain",
    "points",
    "then",
    "draw",
    "one",
    "card",
    "for",
    "each",
    "fan",
    "beside",
    "the",
    "ball",
    "keep",
    "the",
    "best",
    "of",
    "them",
    "and",
    "put",
    "the",
    "others",
    "back",
    "on",
    "top",
    "in",
    "any",
    "order",
    "you",
    "like",
    "before",
    "the",
    "next",
    "song",
]
BACKGROUND, PAPER, INK, ACCENT = "#b33a3a", "#fffaf0", "#222222", "#884422"
ROOT = Path(__file__).parent.parent


def cards(count: int) -> list[dict[str, str | int]]:
    """Unique cards: the text of each one differs."""
    found = []
    for i in range(count):
        start = i * 7 % len(WORDS)
        words = [WORDS[(start + j) % len(WORDS)] for j in range(18)]
        text = " ".join([*words[:6], str(i), "[star]", *words[6:]])
        found.append({"id": f"card-{i}", "title": f"Card number {i}", "number": i % 99 + 1, "text": text})
    return found


TEMPLATE = f"""<face background="{BACKGROUND}">
  <rect x="4" y="4" w="55.5" h="80.9" r="3" fill="{PAPER}" stroke="{INK}" stroke-width="0.5"/>
  <text x="8" y="14" w="34" size="13" min="8" weight="bold" fill="{INK}">{{{{ title }}}}</text>
  <text x="55.5" y="16" size="26" align="right" weight="bold" fill="{INK}">{{{{ number }}}}</text>
  <icon icon="star" x="18.75" y="24" size="26" fill="{ACCENT}"/>
  <box x="8" y="56" w="47.5" h="18" size="9" min="8" fill="{INK}">{{{{ text }}}}</box>
  <text x="31.75" y="81" size="7" align="center" fill="{INK}">Benchmark deck, {{{{ piece.id }}}}</text>
</face>
"""
BACK = f"""<face background="{BACKGROUND}">
  <rect x="4" y="4" w="55.5" h="80.9" r="3" fill="{INK}"/>
  <icon icon="star" x="16.75" y="29" size="30" fill="{PAPER}"/>
</face>
"""
GAME = """title: Benchmark
version: "1"
language: en
fonts: {text: Barlow, display: Barlow}
kinds:
  card:
    title: Cards
    size: poker
    template: card.xml
    back: back.xml
    pieces: cards.yaml
    fields: {title: text, number: int 1..99, text: rich}
"""
RULEBOOK = """---
title: Benchmark
players: {min: 1, max: 4}
facts: {cards_in_box: COUNT}
---
## The deck
{% rule deck %}
There are {{ cards_in_box }} cards, and no two have the same text.
{% must count(cards) == cards_in_box %}
{% must unique(cards, "text") %}
{% must 1 <= card.number <= 99 for card in cards %}
{% endrule %}
"""


def write_project(folder: Path, count: int) -> None:
    """The deck as a pressplay project."""
    game = folder / "cards/bench"
    game.mkdir(parents=True)
    (game / "game.yaml").write_text(GAME)
    (game / "rulebook.md").write_text(RULEBOOK.replace("COUNT", str(count)))
    lines = "".join(
        f'- {{id: {c["id"]}, title: {c["title"]}, number: {c["number"]}, text: "{c["text"]}"}}\n' for c in cards(count)
    )
    (game / "cards.yaml").write_text(lines)
    templates = folder / "templates/bench"
    templates.mkdir(parents=True)
    (templates / "card.xml").write_text(TEMPLATE)
    (templates / "back.xml").write_text(BACK)
    (folder / "templates/icons").mkdir()
    shutil.copy(ROOT / "templates/icons/star.svg", folder / "templates/icons")
    (folder / "fonts").mkdir()
    for file in ("Barlow-Medium.ttf", "Barlow-Bold.ttf", "OFL-Barlow.txt"):
        shutil.copy(ROOT / "fonts" / file, folder / "fonts")
    (folder / "fonts/fonts.yaml").write_text(
        "Barlow: {regular: Barlow-Medium.ttf, bold: Barlow-Bold.ttf, licence: OFL-Barlow.txt}\n"
    )


if __name__ == "__main__":
    write_project(Path(sys.argv[1]), int(sys.argv[2]))
