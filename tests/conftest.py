"""What several tests share: this repository, a fresh project, and the programs that read PDFs back."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from support.shared import close_run, open_run
from support.tools import find_tool, how_to_get

ROOT = Path(__file__).resolve().parents[1]

# Folders whose tests take longest: they start first, so that no process is left alone with one of them at the end.
LONGEST = ("ink_saver", "changes", "games", "exports", "commands", "table")


# Time is never a test: the machine may be busy with others.
settings.register_profile("any-machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any-machine")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        open_run()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        close_run()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long ones first; processes take whole files in this order."""

    def rank(item: pytest.Item) -> int:
        folder = item.path.relative_to(ROOT / "tests").parts[0]
        return LONGEST.index(folder) if folder in LONGEST else len(LONGEST)

    items.sort(key=rank)


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
    """Where a tool of tools.toml is; a test whose tool is missing fails and says how to get it."""

    def find(name: str) -> str:
        return find_tool(name) or pytest.fail(how_to_get(name))

    return find


@pytest.fixture(scope="session")
def unicode_data(tool: Callable[[str], str]) -> Callable[[str], Path]:
    """A file of Unicode's own data and tests."""
    return lambda name: Path(tool("unicode_data")) / name


@pytest.fixture(scope="session")
def noto(tool: Callable[[str], str]) -> Callable[[str], Path]:
    """A font of the Noto family."""
    return lambda name: Path(tool("noto")) / name


@pytest.fixture(scope="session")
def noto_cjk(tool: Callable[[str], str]) -> Callable[[str], Path]:
    """A font of the Noto family for Chinese, Japanese and Korean."""
    return lambda name: Path(tool("noto_cjk")) / name
