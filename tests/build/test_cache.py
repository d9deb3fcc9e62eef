"""The cache never changes what is built, survives anything done to it, and keeps within its limit."""

import os
import pickle
import random
import shutil
from pathlib import Path

import pytest

from pressplay.build.pipeline import build_games
from pressplay.cache import Cache, key_of, open_cache, secret
from pressplay.exports.options import Options
from pressplay.faces.draw import Artists

TARGETS = Options(papers=("a4",), jobs=1, tts_max_px=1024)


def tree(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def build(root: Path, out: Path, options: Options = TARGETS, artists: Artists | None = None) -> None:
    ids = sorted(path.parent.name for path in root.glob("cards/*/game.yaml"))
    result = build_games(root, ids, options, out, lambda step: None, artists)
    assert not result.problems, [str(problem) for problem in result.problems]


def test_what_was_put_is_got(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    assert cache.get(key_of("a")) is None
    assert cache.kept(key_of("a"), lambda: b"made") == b"made"
    assert cache.kept(key_of("a"), lambda: b"not made again") == b"made"
    assert Cache().kept(key_of("a"), lambda: b"nowhere kept") == b"nowhere kept"


def test_another_version_of_pressplay_makes_everything_anew(tmp_path: Path) -> None:
    old, new = Cache(tmp_path, "version 1"), Cache(tmp_path, "version 2")
    assert old.kept(key_of("a"), lambda: b"as drawn before") == b"as drawn before"
    assert new.kept(key_of("a"), lambda: b"as drawn now") == b"as drawn now"
    assert (
        old.get(key_of("a")) == b"as drawn before"
        and pickle.loads(pickle.dumps(new)).get(key_of("a")) == b"as drawn now"
    )


def test_a_damaged_entry_is_missing(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    key = key_of("x")
    for damage in (lambda data: data[:-1], lambda data: b"", lambda data: data[:40] + b"?" + data[41:]):
        cache.put(key, b"some payload that is long enough")
        (entry,) = (path for path in tmp_path.rglob("*") if path.is_file())
        entry.write_bytes(damage(entry.read_bytes()))
        assert cache.get(key) is None
        assert cache.kept(key, lambda: b"anew") == b"anew"


def test_an_entry_under_the_name_of_another_is_missing(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put("a", b"the work of a")
    (entry,) = tmp_path.glob("*/*")
    cache.put("b", b"the work of b")
    (other,) = set(tmp_path.glob("*/*")) - {entry}
    shutil.copy(other, entry)
    assert cache.get("a") is None and cache.get("b") == b"the work of b"


def test_a_project_cannot_bring_its_cache_along(starter: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def found_by(user: str) -> bytes | None:
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / user))
        secret.cache_clear()
        cache = open_cache(starter)
        if user == "stranger":
            cache.put("a", b"made by a stranger")
        return cache.get("a")

    try:
        assert [found_by(user) for user in ("stranger", "me", "stranger")] == [
            b"made by a stranger",
            None,
            b"made by a stranger",
        ]
        assert (tmp_path / "me/pressplay/secret").stat().st_mode & 0o77 == 0
        (tmp_path / "full").write_text("a file is in the way")
        assert found_by("full") is None and len(secret()) == 64
    finally:
        secret.cache_clear()


def test_a_cache_that_cannot_be_written_is_no_problem(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file is in the way")
    assert Cache(tmp_path / "cache").kept(key_of("a"), lambda: b"made") == b"made"


def test_the_longest_unused_goes_first(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    for number in range(10):
        before = set(tmp_path.glob("*/*"))
        cache.put(key_of(number), bytes(1000))
        (path,) = set(tmp_path.glob("*/*")) - before
        os.utime(path, (number, number))
    cache.prune(5 * 1032)
    assert [number for number in range(10) if cache.get(key_of(number))] == [5, 6, 7, 8, 9]


def test_an_unchanged_game_is_not_built_again(starter: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(starter, tmp_path / "out")
    monkeypatch.setattr("pressplay.build.pipeline.read_games", lambda *_: pytest.fail("the game was read again"))
    build(starter, tmp_path / "out")


@pytest.mark.parametrize("harm", ["remove", "change", "forget"])
def test_harm_to_the_output_is_mended(starter: Path, tmp_path: Path, harm: str) -> None:
    build(starter, tmp_path / "out")
    before = tree(tmp_path / "out")
    pdf = next((tmp_path / "out").rglob("*.pdf"))
    if harm == "remove":
        pdf.unlink()
    elif harm == "change":
        pdf.write_bytes(b"not a PDF")
    else:
        shutil.rmtree(starter / ".pressplay")
    build(starter, tmp_path / "out")
    assert tree(tmp_path / "out") == before


EDITS = {
    "data": "cards/first-steps/steps.yaml",
    "fact": "cards/first-steps/rulebook.md",
    "template": "templates/first-steps/step.xml",
    "back": "templates/first-steps/step-back.xml",
    "icon": "templates/icons/left-foot.svg",
    "version": "cards/first-steps/game.yaml",
    "macro": "templates/first-steps/marks.xml",
    "font": "fonts/Barlow-Medium.ttf",
}


def edit(root: Path, kind: str, number: int) -> None:
    """One small change that a person might make."""
    file = root / EDITS[kind]
    if kind == "font":
        other = root / "fonts/Barlow-Bold.ttf"
        first, second = file.read_bytes(), other.read_bytes()
        file.write_bytes(second)
        other.write_bytes(first)
        return
    if kind == "macro":
        file.write_text(f'{{% macro dot() %}}<circle cx="50" cy="30" r="{1 + number % 4}"/>{{% endmacro %}}')
        user = root / EDITS["template"]
        if "marks.xml" not in user.read_text("utf-8"):
            text = user.read_text("utf-8").replace("</face>", "{{ marks.dot() }}</face>")
            user.write_text('{% import "marks.xml" as marks %}' + text, "utf-8")
        return
    text = file.read_text("utf-8")
    if kind == "data":
        lines = text.splitlines(keepends=True)
        last = max(index for index, line in enumerate(lines) if line.lstrip().startswith("- "))
        lines[last] = lines[last].replace("title: ", "title: " + "Aha "[: 1 + number % 3], 1)
        text = "".join(lines)
    elif kind == "fact":
        text = text.replace("facts:\n", f"facts:\n  edition_{number}: {number}\n", 1).rstrip("\n")
        text += f"\n\nEdition {{{{ edition_{number} }}}}.\n"
    elif kind in ("template", "back"):
        text = text.replace("</face>", f'<rect x="30" y="{20 + number}" w="1" h="1" fill="#000"/></face>')
    elif kind == "icon":
        text = text.replace("</svg>", f'<circle cx="3" cy="{3 + number % 5}" r="1"/></svg>')
    else:
        text = text.replace('version: "', f'version: "{number}.', 1)
    assert text != file.read_text("utf-8"), "an edit that changes nothing tests nothing"
    file.write_text(text, "utf-8")


@pytest.mark.parametrize("seed", range(8))
def test_any_row_of_edits_gives_what_a_clean_build_gives(starter: Path, tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    artists = Artists()
    for step in range(5):
        edit(starter, rng.choice(sorted(EDITS)), seed * 10 + step)
        options = rng.choice([TARGETS, Options(papers=("letter",), jobs=1, tts_max_px=512)])
        build(starter, tmp_path / "kept", options, rng.choice([None, artists]))
        clean = tmp_path / f"clean-{step}"
        shutil.copytree(starter, clean, ignore=shutil.ignore_patterns(".pressplay"))
        build(clean, tmp_path / f"out-{step}", options)
        assert tree(tmp_path / "kept") == tree(tmp_path / f"out-{step}"), f"step {step} of seed {seed}"


def test_an_artist_remembers_what_did_not_change(starter: Path) -> None:
    from pressplay.build.pipeline import read_games
    from pressplay.faces.draw import draw_pieces

    artists = Artists()
    before = draw_pieces(read_games(starter)[0][0], artists=artists).components
    edit(starter, "data", 1)
    after = draw_pieces(read_games(starter)[0][0], artists=artists).components
    assert [old.front is new.front for old, new in zip(before, after)].count(False) == 1
    edit(starter, "icon", 1)
    anew = draw_pieces(read_games(starter)[0][0], artists=artists).components
    assert not any(old.front is new.front for old, new in zip(after, anew))
