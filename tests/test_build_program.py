"""build.py sets a fresh machine up, remembers that it did, and gives one verdict on all checks."""

import importlib.util
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.tools import TOOLS


@pytest.fixture
def build(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The program, at work in an empty folder."""
    spec = importlib.util.spec_from_file_location("build_program", repository / "build.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    monkeypatch.setattr(module, "HERE", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "PYTHON", tmp_path / ".venv/bin/python")
    monkeypatch.setattr(module, "has_packages", lambda testing: False)
    return module


class Machine:
    """Stands in for the outside: notes every command, makes what `venv` would make, fails what it is told to."""

    def __init__(self, build: Any, fails: str = "") -> None:
        self.build = build
        self.fails = fails
        self.commands: list[str] = []

    def __call__(self, command: list[Any], **kwargs: Any) -> "subprocess.CompletedProcess[str]":
        words = " ".join(str(word) for word in command)
        self.commands.append(words)
        failed = bool(self.fails) and self.fails in words
        if "-m venv" in words and not failed:
            self.build.PYTHON.parent.mkdir(parents=True)
            self.build.PYTHON.touch()
        return subprocess.CompletedProcess(command, int(failed), "", "no such luck")


@pytest.fixture
def machine(build: Any, monkeypatch: pytest.MonkeyPatch) -> Machine:
    components = Machine(build)
    monkeypatch.setattr(build.subprocess, "run", components)
    return components


def test_a_fresh_machine_is_set_up_once(build: Any, machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    assert not build.is_set_up(False)
    assert build.set_up(False) == ""
    assert build.is_set_up(False)
    assert not build.is_set_up(True), "the developer tools are not there yet"
    assert any(command.endswith(f"--editable {build.HERE}[proof]") for command in machine.commands)
    said = capsys.readouterr().err
    assert "making a Python environment in .venv/" in said and "installing pressplay into .venv/" in said


def test_tests_bring_the_developer_tools_and_serve_users_too(build: Any, machine: Machine) -> None:
    assert build.set_up(True) == ""
    assert machine.commands[-1].endswith(f"--editable {build.HERE}[dev]")
    assert build.is_set_up(True) and build.is_set_up(False)


@pytest.mark.parametrize("change", ["pyproject", "moved", "no python"])
def test_the_set_up_is_done_again_when_it_no_longer_holds(
    build: Any, machine: Machine, change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build.set_up(True)
    if change == "pyproject":
        (tmp_path / "pyproject.toml").write_text("[project]\nversion = '2'\n")
    elif change == "moved":
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "elsewhere/pyproject.toml").write_text("[project]\n")
        monkeypatch.setattr(build, "HERE", tmp_path / "elsewhere")
    else:
        build.PYTHON.unlink()
    assert not build.is_set_up(True) and not build.is_set_up(False)


def test_where_debian_leaves_ensurepip_out_the_outer_pip_helps(build: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(build)

    def run(command: list[Any], **kwargs: Any) -> "subprocess.CompletedProcess[str]":
        words = " ".join(str(word) for word in command)
        lacks = "-m venv" in words and "--without-pip" not in words
        lacks = lacks or words.startswith(f"{build.PYTHON} -m pip")
        return subprocess.CompletedProcess(command, 1, "", "") if lacks else machine(command, **kwargs)

    monkeypatch.setattr(build.subprocess, "run", run)
    assert build.set_up(False) == ""
    assert machine.commands[-1].startswith(f"{sys.executable} -m pip --python {build.PYTHON}")


@pytest.mark.parametrize(
    ("fails", "said"),
    [("-m venv", "could not make .venv/: no such luck"), ("install", "could not install"), ("pip", "pip is missing")],
)
def test_a_set_up_that_fails_says_why_and_is_not_remembered(
    build: Any, machine: Machine, fails: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.fails = fails
    assert build.main(["list"]) == 1
    assert said in capsys.readouterr().err
    assert not build.is_set_up(False)


def test_an_environment_of_ones_own_is_as_good(build: Any, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "has_packages", lambda testing: True)
    monkeypatch.setattr(build, "run", lambda args: len(args))
    assert build.main(["list", "king-of-clubs"]) == 2, "run here and now"
    assert machine.commands == []


# Testing -----------------------------------------------------------------------------------------------------------


def test_all_checks_run_and_one_verdict_is_given(
    build: Any, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    checks = tuple((name, ("this", "-c")) for name in ("format", "lint", "types", "tests"))
    monkeypatch.setattr(build, "CHECKS", checks)
    monkeypatch.setattr(build, "get_tools", lambda names: None)
    assert build.test([]) == 0
    lines = capfd.readouterr().err.splitlines()
    assert [line.split(":")[0] for line in lines if ": ok, " in line] == [
        "[1/4] format",
        "[2/4] lint",
        "[3/4] types",
        "[4/4] tests",
    ]
    assert lines[-1].startswith("PASSED in ") and lines[-1].endswith("all 4 checks (format, lint, types, tests).")


def test_a_check_that_fails_does_not_hide_the_others(
    build: Any, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    checks = (("lint", ("no_such_module",)), ("types", ("this",)), ("tests", ("no_such_module",)))
    monkeypatch.setattr(build, "CHECKS", checks)
    monkeypatch.setattr(build, "get_tools", lambda names: None)
    assert build.test(["-x"]) == 1
    lines = capfd.readouterr().err.splitlines()
    assert "[3/3] tests: no_such_module -x" in lines, "arguments go to the tests"
    assert lines[-1].endswith(": lint, tests (2 of 3 checks).") and lines[-1].startswith("FAILED in ")


def test_a_tool_that_cannot_be_installed_is_told_with_the_command_for_it(
    build: Any, machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build.shutil, "which", lambda name: None)
    build.get_tools({"qpdf", "pdffonts", "pdftotext", "node"})
    said = capsys.readouterr().err
    assert "sudo apt-get install nodejs poppler-utils qpdf        (macOS: brew install node poppler qpdf)" in said
    assert machine.commands == []


def test_an_administrator_on_debian_gets_the_tools(
    build: Any, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build.shutil, "which", lambda name: "/usr/bin/apt-get" if name == "apt-get" else None)
    monkeypatch.setattr(build.os, "geteuid", lambda: 0)
    build.get_tools({"qpdf", "chromium"})
    assert machine.commands == ["apt-get install -y -qq --no-install-recommends chromium qpdf"]


def test_what_comes_with_npm_brings_npm_first(build: Any, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build.shutil, "which", lambda name: None if name in ("node", "npm") else f"/usr/bin/{name}")
    monkeypatch.setattr(build.os, "geteuid", lambda: 0)
    monkeypatch.setattr(build, "get_node_packages", lambda folder: machine.commands.append(f"npm in {folder.name}"))
    build.get_tools({"typescript"})
    assert machine.commands == ["apt-get install -y -qq --no-install-recommends nodejs npm", "npm in savefile"]


def test_a_folder_or_a_word_runs_those_tests_alone_and_gets_only_their_tools(
    build: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name, asked in (("sheets", "qpdf"), ("faces", ""), ("changes", "chromium")):
        (tmp_path / "tests" / name).mkdir(parents=True)
        (tmp_path / "tests" / name / "test_it.py").write_text(f'tool("{asked}")' if asked else "")
    got: list[set[str]] = []
    monkeypatch.setattr(build, "get_tools", got.append)
    monkeypatch.setattr(build, "CHECKS", (("lint", ("no_such_module",)), ("tests", ("this", "-c"))))
    for args in (["tests/faces"], ["tests/sheets/test_it.py::test_one"], ["-k", "word"], ["tests/changes", "-x"]):
        assert build.test(args) == 0
        said = capfd.readouterr().err
        assert "format, lint and types are left to" in said and "[1/1] tests: this -c " + " ".join(args) in said
    assert got == [set(), {"qpdf"}, set(), {"chromium"}]
    assert build.test(["-x"]) == 1
    assert got[-1] == {"qpdf", "chromium"}


def test_every_tool_that_tests_ask_for_is_known(repository: Path) -> None:
    spec = importlib.util.spec_from_file_location("build_program", repository / "build.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text = "".join(file.read_text("utf-8") for file in Path(__file__).parent.rglob("test_*.py"))
    assert set(re.findall(r'\btool\("([\w@/-]+)"\)', text)) <= TOOLS.keys()
    assert {"qpdf", "chromium", "typescript", "noto_cjk"} <= module.tools_of([])


# The real thing ----------------------------------------------------------------------------------------------------


def test_build_py_is_pressplay_on_this_project(repository: Path, tmp_path: Path) -> None:
    command = [sys.executable, str(repository / "build.py"), "list", "king-of-clubs"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "nightclub" in done.stdout, done.stderr


def test_build_py_works_on_the_project_one_stands_in(repository: Path, starter: Path, tmp_path: Path) -> None:
    for folder in (starter, starter / "cards/first-steps"):
        command = [sys.executable, str(repository / "build.py"), "list"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert "first-steps" in done.stdout and "king-of-clubs" not in done.stdout, done.stderr
    command = [sys.executable, str(repository / "build.py"), "new", str(tmp_path / "mine")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    last = done.stdout.splitlines()[-1].strip()
    assert last == f"python3 {repository / 'build.py'} build", "a command that works as it stands there"


def test_ci_calls_exactly_the_tests(repository: Path) -> None:
    script = repository / ".ci/run"
    assert os.access(script, os.X_OK)
    commands = [line for line in script.read_text().splitlines() if not line.startswith(("#", "set ", "cd "))]
    assert commands == ["exec python3 build.py test"]


def test_an_installed_pressplay_brings_all_it_needs(repository: Path, tmp_path: Path) -> None:
    """`pip install .` and a project of one's own: the wheel holds the data and the starter project."""
    wheels = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(wheels, cwd=repository, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("pressplay-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "installed")
    env = os.environ | {"PYTHONPATH": str(tmp_path / "installed")}
    for args in (["new", "mine"], ["--project", "mine", "build", "--to", "print"]):
        command = [sys.executable, "-c", "from pressplay.commands.program import main; main()", *args]
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "mine/output/first-steps/print/first-steps-a4.pdf").read_bytes().startswith(b"%PDF-1.7")
