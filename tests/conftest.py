"""What several tests share: this repository, a fresh project, and the programs that read PDFs back."""

import shutil
from collections.abc import Callable
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
