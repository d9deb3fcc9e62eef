"""Golden text: the first piece of every kind of every game is drawn as it was when people looked at it.

Runs of text, icons and groups stand in full; drawn shapes in between are counted and hashed, so that a file
stays readable and any change still shows. After looking at the new pictures: `python tests/games/test_golden.py`
writes the files anew.
"""

import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import groupby
from pathlib import Path

import pytest
from support.games import drawn_game

from pressplay.drawing.picture import Picture

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = sorted(path.parent.name for path in ROOT.glob("cards/*/game.yaml"))


def told(picture: Picture) -> str:
    """The picture as text, its shapes summed up."""
    lines = []
    for drawn, group in groupby(str(picture).splitlines(), key=lambda line: line.startswith("shape")):
        found = list(group)
        if drawn:
            lines.append(f"{len(found)} shapes {sha256(chr(10).join(found).encode()).hexdigest()[:16]}")
        else:
            lines += found
    return "\n".join(lines) + "\n"


def drawn(game: str) -> Iterator[tuple[str, str]]:
    """Each kind of a game with the text of its first piece."""
    for kind, components in drawn_game(game).by_kind().items():
        first = components[0]
        text = f"{first.piece!r} front\n{told(first.front)}"
        if first.back:
            text += f"\n{first.piece!r} back\n{told(first.back)}"
        yield kind, text


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_looks_as_it_did(game: str) -> None:
    now = dict(drawn(game))
    kept = {path.stem: path.read_text("utf-8") for path in (GOLDEN / game).glob("*.txt")}
    assert sorted(now) == sorted(kept), "kinds came or went: look at them, then run python tests/games/test_golden.py"
    for kind, text in now.items():
        assert text == kept[kind], f"{kind} looks different: look at it, then run python tests/games/test_golden.py"


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        for path in (GOLDEN / name).glob("*.txt"):
            path.unlink()
        (GOLDEN / name).mkdir(parents=True, exist_ok=True)
        for kind, text in drawn(name):
            (GOLDEN / name / f"{kind}.txt").write_text(text, "utf-8")
