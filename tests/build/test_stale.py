"""Nothing stale is ever taken for current: what was read decides whether a game is built again."""

from pathlib import Path

from PIL import Image
from support.small import write

from pressplay.build.pipeline import build_games
from pressplay.exports.options import Options
from pressplay.faces.draw import Artists

PRINT = Options(papers=("a4",), targets=("print",), jobs=1)
PICTURE = '<face><image src="{src}" x="5" y="5" w="20" h="20"/></face>'


def build(root: Path, options: Options = PRINT, artists: Artists | None = None) -> tuple[str, ...]:
    """Builds the small game; gives the files that changed."""
    result = build_games(root, ["small"], options, root / "out", lambda step: None, artists)
    assert not result.problems, [str(problem) for problem in result.problems]
    return result.written["small"].changed


def paint(file: Path, color: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (200, 200), color).save(file)


def test_art_outside_the_usual_folders_is_built_again_when_it_changes(tmp_path: Path) -> None:
    write(tmp_path, PICTURE.format(src="art/cover.png"))
    paint(tmp_path / "art/cover.png", "#204060")
    assert build(tmp_path) and not build(tmp_path)
    paint(tmp_path / "art/cover.png", "#a04060")
    assert build(tmp_path) == ("manifest.json", "print/small-a4.pdf")


def shown(root: Path, out: str) -> bytes:
    return (root / out / "small/manifest.json").read_bytes()


def test_an_artist_sees_that_art_has_changed(tmp_path: Path) -> None:
    write(tmp_path, PICTURE.format(src="templates/small/cover.png"))
    artists = Artists()
    paint(tmp_path / "templates/small/cover.png", "#204060")
    build(tmp_path, artists=artists)
    before = shown(tmp_path, "out")
    paint(tmp_path / "templates/small/cover.png", "#a04060")
    build(tmp_path, artists=artists)
    fresh = build_games(tmp_path, ["small"], PRINT, tmp_path / "fresh", lambda step: None)
    assert not fresh.problems and shown(tmp_path, "out") == shown(tmp_path, "fresh") != before
