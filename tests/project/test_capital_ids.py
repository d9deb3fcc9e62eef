"""Ids of pieces may have capitals, and keep them wherever they are named."""

import json
from pathlib import Path

from support.command_line import pressplay
from support.small import redraw, told, write

FACE = '<face background="white"><text x="10" y="20" size="12">{{ title }}</text></face>'
CARDS = "- {id: A1, title: Nib}\n- {id: B-12c, title: Duke, copies: 2}\n"


def test_capitals_are_kept_from_the_data_to_every_file(tmp_path: Path) -> None:
    root = write(tmp_path, FACE, CARDS)
    done = pressplay("build", "--to", "print,rulebook,tts,images", "--paper", "a4", cwd=root)
    assert done.code == 0, done.err
    manifest = json.loads((root / "output/small/manifest.json").read_text("utf-8"))
    assert [piece["id"] for piece in manifest["pieces"]] == ["A1", "B-12c"]
    assert all((root / "output/small" / file["path"]).exists() for file in manifest["files"])
    assert pressplay("print", "small", "--record", cwd=root).code == 0
    assert "card/B-12c" in (root / "cards/small/printed.yaml").read_text("utf-8")
    assert pressplay("check", cwd=root).code == 0
    cards = root / "cards/small/cards.yaml"
    cards.write_text(CARDS.replace("Duke", "Duchess"), "utf-8")
    assert "card/B-12c" in pressplay("diff", cwd=root).out


def test_two_ids_that_differ_in_capitals_alone_are_one(tmp_path: Path) -> None:
    said = told(redraw(write(tmp_path, FACE, "- {id: A1, title: Nib}\n- {id: a1, title: Duke}\n")))
    assert "two card pieces have the id a1; the first stands in line 1" in said


def test_a_missing_template_is_told_with_where_it_is_looked_for(tmp_path: Path) -> None:
    root = write(tmp_path, FACE)
    (root / "templates/small/card.xml").unlink()
    assert "write templates/small/card.xml (or templates/card.xml, for all games)" in told(redraw(root))
