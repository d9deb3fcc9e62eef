"""What several tests share: this repository, a fresh project, and the programs that read PDFs back."""

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = {"qpdf": "qpdf", "pdftoppm": "poppler-utils", "pdffonts": "poppler-utils", "pdftotext": "poppler-utils"}
PACKAGES["node"] = "nodejs"
PACKAGES["git"] = "git"
PACKAGES["chromium"] = "chromium"


@pytest.fixture(autouse=True)
def no_project_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests find their project as a user would, not through what the surrounding shell has set."""
    monkeypatch.delenv("PRESSPLAY_PROJECT", raising=False)


@pytest.fixture(scope="session")
def repository() -> Path:
    """This repository: a project with all its games."""
    return ROOT


@pytest.fixture
def starter(tmp_path: Path) -> Path:
    """A fresh copy of the project that `pressplay new` makes."""
    from pressplay.project.new import new

    new(tmp_path / "project")
    return tmp_path / "project"


@pytest.fixture(scope="session")
def tool() -> Callable[[str], str]:
    """Where a program is; a test whose program is missing fails and says how to get it."""

    def find(name: str) -> str:
        path = shutil.which(name)
        if not path:
            package = PACKAGES.get(name, name)
            pytest.fail(f"{name} is missing: install it (Debian: apt-get install {package}) and run the tests again")
        return path

    return find


@pytest.fixture(scope="session")
def unicode_data() -> Callable[[str], Path]:
    """A file of Unicode's own data and tests; a test that lacks it fails and says how to get it."""
    return partial(installed, {"": "/usr/share/unicode"}, {"": "unicode-data"})


@pytest.fixture(scope="session")
def noto() -> Callable[[str], Path]:
    """A font of the Noto family; a test that lacks it fails and says how to get it."""
    fonts = "/usr/share/fonts"
    folders = {".ttf": f"{fonts}/truetype/noto", ".ttc": f"{fonts}/opentype/noto"}
    return partial(installed, folders, {".ttf": "fonts-noto-core", ".ttc": "fonts-noto-cjk"})


def installed(folders: dict[str, str], packages: dict[str, str], name: str) -> Path:
    kind = "" if "" in folders else Path(name).suffix
    path = Path(folders[kind]) / name
    if not path.exists():
        pytest.fail(f"{path} is missing: install it (Debian: apt-get install {packages[kind]}) and run the tests again")
    return path
