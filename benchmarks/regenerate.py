"""Measures what a small change costs: a clean build, one without changes, and one after a single card's edit."""

import gc
import re
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
from deck import write_project

from pressplay.build.pipeline import build_games
from pressplay.exports.options import Options
from pressplay.faces.draw import Artists


def timed(root: Path, artists: Artists | None) -> float:
    """One build of everything, as `pressplay watch` does it."""
    started = time.perf_counter()
    result = build_games(root, ["bench"], Options(), root / "output", lambda step: None, artists)
    assert not result.problems, result.problems[0]
    return time.perf_counter() - started


def edit(root: Path, word: str) -> None:
    """Another title for one card, as most are: not one of the five on the cover of the rulebook and of the box."""
    cards = root / "cards/bench/cards.yaml"
    lines = cards.read_text().splitlines(keepends=True)
    one = len(lines) // 3
    lines[one] = re.sub("title: [^,]*", f"title: {word}", lines[one])
    cards.write_text("".join(lines))


def main(count: int) -> None:
    gc.disable()  # as the program does
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "project"
        write_project(root, count)
        artists: Artists = {}
        clean = timed(root, artists)
        nothing = timed(root, artists)
        changes = []
        for word in ("New", "Newer", "Newest"):
            edit(root, word)
            changes.append(timed(root, artists))
    changed = min(changes)
    print(f"{count} cards, print (A4 and Letter), rulebook and Tabletop Simulator sheets")
    print(f"clean build       {clean:7.2f} s")
    print(f"no change         {nothing:7.3f} s   1/{clean / nothing:.0f} of it")
    print(f"one card changed  {changed:7.2f} s   1/{clean / changed:.0f} of it")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 540)
