"""What a project or a save names outside its own place is neither read nor written."""

import json
import os
from pathlib import Path

import pytest
from support.command_line import pressplay
from support.small import redraw, told, write

from pressplay.cache import open_cache
from pressplay.changes.ledger import read_ledger
from pressplay.exports.images.export import _table

CARD = '<face background="cream"><text x="9" y="20" size="9" fill="ink">{{ title }}</text></face>'


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder of the user's that is none of the project's business."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "letter.txt").write_text("mine")
    return folder


def untouched(folder: Path) -> bool:
    return [path.name for path in folder.iterdir()] == ["letter.txt"] and (folder / "letter.txt").read_text() == "mine"


@pytest.mark.parametrize("name", ["output", "output/first-steps", "output/first-steps/print"])
def test_nothing_is_written_through_a_link(starter: Path, elsewhere: Path, name: str) -> None:
    (starter / name).parent.mkdir(parents=True, exist_ok=True)
    (starter / name).symlink_to(elsewhere)
    done = pressplay("build", "--to", "print", "--paper", "a4", cwd=starter)
    assert done.code == 1 and "link" in done.err and "leads elsewhere" in done.err, done
    assert untouched(elsewhere)


def test_the_cache_does_not_follow_a_link(starter: Path, elsewhere: Path) -> None:
    (starter / ".pressplay").symlink_to(elsewhere)
    done = pressplay("build", "--to", "print", "--paper", "a4", cwd=starter)
    assert done.code == 0 and untouched(elsewhere), done
    cache = open_cache(starter)
    cache.put("a", b"b")
    cache.prune(0)
    assert cache.get("a") is None and untouched(elsewhere)


def test_a_ledger_that_is_a_link_is_not_followed(starter: Path, elsewhere: Path) -> None:
    ledger = starter / "cards/first-steps/printed.yaml"
    ledger.symlink_to(elsewhere / "letter.txt")
    _, (problem,) = read_ledger(starter, "first-steps")
    assert problem.message == "is a link that leaves the project"
    done = pressplay("print", "--record", "--paper", "a4", cwd=starter)
    assert done.code in (0, 1) and untouched(elsewhere)


@pytest.mark.parametrize("path", ["cards/small/cards.yaml", "cards/small/game.yaml", "templates/small/card.xml"])
@pytest.mark.parametrize("target", ["../../../secret", "/etc/passwd", "/dev/zero", "."])
def test_a_projects_file_that_leads_elsewhere_is_not_read(tmp_path: Path, path: str, target: str) -> None:
    (tmp_path / "secret").write_text("- {title: Secret}\n")
    root = write(tmp_path / "project", CARD)
    (root / path).unlink()
    (root / path).symlink_to(target)
    said = told(redraw(root))
    assert "is a link that leaves the project" in said or "is not a file" in said, said
    assert "Secret" not in said and "root:" not in said


def test_a_file_without_end_is_not_read(tmp_path: Path) -> None:
    root = write(tmp_path, CARD)
    cards = root / "cards/small/cards.yaml"
    cards.unlink()
    os.mkfifo(cards)
    assert "is not a file" in told(redraw(root))
    cards.unlink()
    with open(cards, "wb") as file:
        file.truncate(5_000_000_000)
    assert "is larger than 8 MB" in told(redraw(root))


@pytest.mark.parametrize("what", ["device", "folder", "fifo", "nested", "missing"])
def test_a_save_without_end_or_bottom_is_refused(starter: Path, tmp_path: Path, what: str) -> None:
    save = tmp_path / "save.json"
    if what == "device":
        save.symlink_to("/dev/zero")
    elif what == "folder":
        save.mkdir()
    elif what == "fifo":
        os.mkfifo(save)
    elif what == "nested":
        save.write_text('{"ObjectStates": ' + "[" * 100_000)
    done = pressplay("tts-update", save, cwd=starter)
    assert done.code == 1 and done.err.startswith(str(save)), done


def test_a_save_does_not_choose_where_images_are_written(starter: Path, tmp_path: Path, elsewhere: Path) -> None:
    """Only the user's own folder of Tabletop Simulator is written to, or the folder that --into names."""
    home = {"HOME": str(tmp_path / "home"), "XDG_DATA_HOME": str(tmp_path / "home/data")}
    own = tmp_path / "home/data/Tabletop Simulator"
    own.mkdir(parents=True)
    done = pressplay("install", "first-steps", "--tts-max-px", "256", cwd=starter, env=home)
    assert done.code == 0, done
    save = own / "Saves/Saved Objects/pressplay/First Steps.json"
    text = save.read_text("utf-8")
    stranger = tmp_path / "stranger.json"
    inside = (own / "pressplay/first-steps").as_uri()
    for base in (elsewhere.as_uri(), inside + "/../../../../../elsewhere"):
        stranger.write_text(text.replace(inside, base), "utf-8")
        done = pressplay("tts-update", stranger, "--tts-max-px", "256", cwd=starter, env=home)
        assert done.code == 1 and "wants its images in" in done.err and "--into" in done.err, done
        assert untouched(elsewhere)
    stranger.write_text(text.replace(inside, elsewhere.as_uri()), "utf-8")
    words = ("tts-update", stranger, "--tts-max-px", "256", "--into", elsewhere)
    assert pressplay(*words, cwd=starter, env=home).code == 0
    assert len(list(elsewhere.iterdir())) > 1
    assert pressplay("tts-update", save, "--tts-max-px", "256", cwd=starter, env=home).code == 0


def test_a_table_of_images_holds_no_formulas() -> None:
    rows: list[tuple[str, ...]] = [
        ("images/a.png", "song", "a", title) for title in ("=1+1", "+1", "-1", "@SUM(A1)", "\tx", "Plain = plain")
    ]
    cells = [line.rsplit(",", 1)[1] for line in _table(rows).decode("utf-8-sig").splitlines()[1:]]
    assert cells == ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\tx", "Plain = plain"]


@pytest.mark.parametrize("name", ["con", "aux", "nul", "com1", "lpt9"])
def test_names_that_windows_cannot_hold_are_refused(tmp_path: Path, name: str) -> None:
    root = write(tmp_path, CARD, f"- {{id: {name}, title: One}}\n")
    assert f"id: Windows cannot have files named {name}" in told(redraw(root))
    write(root, CARD, f"- {{title: {name.title()}}}\n")
    assert f"its id would be {name}, which Windows cannot have" in told(redraw(root))
    write(root, CARD, "- {title: Console}\n- {id: con-1, title: One}\n")
    assert told(redraw(root)) == ""
    game = root / "cards/small/game.yaml"
    game.write_text(game.read_text("utf-8").replace("  card:", f"  {name}:"), "utf-8")
    assert "Windows cannot have files of this name" in told(redraw(root))
    (root / "cards/small").rename(root / f"cards/{name}")
    assert "Windows cannot have folders of this name" in pressplay("check", cwd=root).out


@pytest.mark.parametrize("name", ["a.", "a ", "..", "a:b", "a/b", "a\\b", "é"])
def test_names_that_no_file_should_have_are_refused(tmp_path: Path, name: str) -> None:
    cards = f"- {{id: {json.dumps(name)}, title: One}}\n"
    assert "made of a–z, 0–9 and -" in told(redraw(write(tmp_path, CARD, cards)))
