"""ARCHITECTURE.md and CONTRIBUTING.md say what is there: every name in backticks, every file."""

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "pressplay"
HOUSE = ROOT / "ARCHITECTURE.md"
PAGES = [HOUSE, ROOT / "CONTRIBUTING.md"]
NAMES = re.compile(r"`([a-z][\w.]*):([A-Za-z]\w*)`")
FILES = re.compile(r"`((?:[\w.-]+/)+(?:[\w.-]+)?|[\w-]+\.(?:py|md|toml))`")
NOT_PACKAGES = {"games", "golden", "broken", "attack", "support"}  # as ARCHITECTURE.md says


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_name_on_a_page_exists(page: Path) -> None:
    found = NAMES.findall(page.read_text("utf-8"))
    missing = [f"{module}:{name}" for module, name in found if not hasattr(import_module(f"pressplay.{module}"), name)]
    assert not missing, f"{page.name} names {missing}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_file_on_a_page_exists(page: Path) -> None:
    found = [path for path in FILES.findall(page.read_text("utf-8")) if path not in {".venv/", "output/"}]
    homes = (ROOT, PACKAGE)
    missing = [path for path in found if not any((home / path).exists() for home in homes)]
    assert found and not missing, f"{page.name} names {missing}"


def test_the_walk_and_the_questions_name_real_places() -> None:
    text = HOUSE.read_text("utf-8")
    walk = text.partition("## One song card's walk")[2].partition("\n## ")[0]
    assert len(set(NAMES.findall(walk))) >= 30
    rows = re.findall(r"^\| .*\? \| `(pressplay/[\w/]+\.py)` \| `([\w.]+):(\w+)` \|$", text, re.M)
    assert len(rows) == 12
    for file, module, _ in rows:
        assert file == f"pressplay/{module.replace('.', '/')}.py"


def test_the_song_of_the_walk_is_a_line_of_its_file() -> None:
    line = re.search(r"has the line `(.*?), …\}`", HOUSE.read_text("utf-8"))
    assert line and line[1] in (ROOT / "cards/_shared/songs.yaml").read_text("utf-8")


def test_every_folder_of_tests_mirrors_a_package() -> None:
    tests = ROOT / "tests"
    for file in sorted(tests.rglob("test_*.py")):
        folder = file.parent.relative_to(tests)
        if "node_modules" in folder.parts or str(folder) == "." or folder.parts[0] in NOT_PACKAGES:
            continue
        assert (PACKAGE / folder / "__init__.py").is_file(), f"tests/{folder} mirrors no package"


def test_every_package_has_its_folder_of_tests() -> None:
    packages = {file.parent.relative_to(PACKAGE).parts[0] for file in PACKAGE.glob("*/__init__.py")}
    assert not {name for name in packages if not any((ROOT / "tests" / name).rglob("test_*.py"))}
