#!/usr/bin/env python3
"""Sets pressplay up on a fresh machine and runs it: `python3 build.py CMD …` is `pressplay CMD …`.

    python3 build.py              build every game into output/
    python3 build.py CMD …        any command of pressplay; `python3 build.py --help` lists them
    python3 build.py test         every check of this repository: format, lint, types, tests
    python3 build.py test ARG…    the tests of a folder, a file or -k WORD alone (ARGs go to pytest)

Nothing but Python 3.11 with pip is needed. What is missing goes into .venv/ beside this file.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path
from typing import NoReturn

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

TOOLS = HERE / "tests/support/tools.toml"  # what the tests run from outside Python

CHECKS = (
    ("format", ("ruff", "format", "--check", ".")),
    ("lint", ("ruff", "check", ".")),
    ("types", ("mypy",)),
    ("tests", ("pytest", "-q", "-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder")),
)


def main(args: list[str]) -> int:
    """Set up what is missing, then run the command inside."""
    if sys.version_info < (3, 11):
        say(f"pressplay needs Python 3.11 or newer; this is {sys.version.split()[0]} ({sys.executable}).")
        return 2
    testing = args[:1] == ["test"]
    inside = Path(sys.prefix).resolve() == VENV.resolve()
    if not VENV.exists() and has_packages(testing):
        inside = True  # somebody installed pressplay in an environment of their own: that one is as good
    elif not is_set_up(testing):
        trouble = set_up(testing)
        if trouble:
            say(trouble)
            return 1
    if not inside:
        return run_inside(args)
    return test(args[1:]) if testing else run(args)


def run(args: list[str]) -> NoReturn:
    """The command itself, on the project one stands in, else on this one."""
    here = Path.cwd()
    if not any((folder / "cards").is_dir() for folder in (here, *here.parents)):
        os.environ.setdefault("PRESSPLAY_PROJECT", str(HERE))
    os.environ["PRESSPLAY_CALLED"] = f"python3 {Path(__file__).resolve()}"
    from pressplay.commands.program import main as pressplay

    pressplay(args or ["build"])


# ── Setting up ────────────────────────────────────────────────────────────────────────────────────────────────────


def stamp(testing: bool) -> tuple[Path, str]:
    """Where the set-up is remembered, and what stands there as long as it holds.

    It no longer holds when pyproject.toml changes or the folder moves.
    """
    seen = (HERE / "pyproject.toml").read_text("utf-8") + str(HERE)
    return VENV / f"set-up-{'developer' if testing else 'user'}", sha256(seen.encode()).hexdigest()


def has_packages(testing: bool) -> bool:
    """Whether the Python that runs this has pressplay and all it asks for."""
    from importlib.metadata import PackageNotFoundError, requires, version  # slow to import, and seldom needed

    try:
        for requirement in requires("pressplay") or []:
            if testing or "extra ==" not in requirement:
                version(re.split(r"[^\w.-]", requirement)[0])
    except PackageNotFoundError:
        return False
    return True


def is_set_up(testing: bool) -> bool:
    """The developer's set-up includes the user's."""
    for level in {True, testing}:
        file, wanted = stamp(level)
        if PYTHON.exists() and file.is_file() and file.read_text() == wanted:
            return True
    return False


def set_up(testing: bool) -> str:
    """Make .venv/ and install pressplay with its packages there; gives what went wrong, if anything."""
    started = time.monotonic()
    if not works(PYTHON):
        say("Setting up: making a Python environment in .venv/ …")
        trouble = make_environment()
        if trouble:
            return trouble
    say(f"Setting up: installing pressplay {'and the developer tools ' if testing else ''}into .venv/ …")
    pip = pip_command()
    if not pip:
        return "Python's pip is missing; install it (Debian: apt-get install python3-pip) and try again."
    wanted = f"{HERE}[{'dev' if testing else 'proof'}]"
    done = subprocess.run([*pip, "install", "--quiet", "--editable", wanted], stdout=2, check=False)
    if done.returncode:
        return "Setting up failed: pip could not install the packages; its reasons stand above. Is the network there?"
    for level in {False, testing}:
        file, text = stamp(level)
        file.write_text(text)
    say(f"Setting up: done in {time.monotonic() - started:.0f} s; from now on pressplay starts at once.")
    return ""


def works(python: Path) -> bool:
    """Whether an environment's Python starts and is recent enough (it may have been moved, or half made)."""
    if not python.exists():
        return False
    code = "import sys; sys.exit(sys.version_info < (3, 11))"
    try:
        return subprocess.run([python, "-c", code], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def make_environment() -> str:
    """A fresh .venv/, without its own pip where Debian leaves `ensurepip` out."""
    for without_pip in ([], ["--without-pip"]):
        command = [sys.executable, "-m", "venv", "--clear", *without_pip, str(VENV)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return ""
    return f"Setting up failed: Python could not make .venv/: {(done.stderr or done.stdout).strip()}"


def pip_command() -> list[str]:
    """The environment's own pip, else this Python's pip working for the environment."""
    own = [str(PYTHON), "-m", "pip"]
    outer = [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    for command in (own, outer):
        if subprocess.run([*command, "--version"], capture_output=True, check=False).returncode == 0:
            return [*command, "--disable-pip-version-check"]
    return []


def run_inside(args: list[str]) -> int:
    """This very program again, in the environment."""
    command = [str(PYTHON), str(Path(__file__).resolve()), *args]
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name == "nt":  # there, exec returns to the shell before the program has ended
        return subprocess.run(command, check=False).returncode
    os.execv(command[0], command)


# ── Testing ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test(args: list[str]) -> int:
    """Every check, or only the tests that are asked for; each named and timed, and one verdict."""
    some = is_partial(args)
    checks = [(name, (*command, *args) if name == "tests" else command) for name, command in CHECKS]
    if some:
        checks = [check for check in checks if check[0] == "tests"]
        say("Only the tests you ask for; format, lint and types are left to python3 build.py test.")
    get_tools(tools_of(args))
    started = time.monotonic()
    failed = []
    for number, (name, command) in enumerate(checks, 1):
        say(f"[{number}/{len(checks)}] {name}: {' '.join(command)}")
        step = time.monotonic()
        code = subprocess.run([sys.executable, "-m", *command], cwd=HERE, check=False).returncode
        say(f"[{number}/{len(checks)}] {name}: {'FAILED' if code else 'ok'}, {time.monotonic() - step:.1f} s")
        if code:
            failed.append(name)
    spent = f"{time.monotonic() - started:.1f} s"
    if failed:
        say(f"FAILED in {spent}: {', '.join(failed)} ({len(failed)} of {len(checks)} checks).")
        return 1
    if some:
        say(f"PASSED in {spent}: the tests you asked for.")
    else:
        say(f"PASSED in {spent}: all {len(checks)} checks ({', '.join(name for name, _ in checks)}).")
    return 0


def is_partial(args: list[str]) -> bool:
    """Whether not all tests are meant: a folder, a file or a word is named."""
    return bool(paths_of(args)) or any(arg.startswith(("-k", "-m", "--lf", "--last-failed")) for arg in args)


def paths_of(args: list[str]) -> list[Path]:
    """The folders and files among the arguments; a test in a file is FILE::TEST."""
    return [HERE / arg.split("::")[0] for arg in args if arg[:1] != "-" and (HERE / arg.split("::")[0]).exists()]


def tools_of(args: list[str]) -> set[str]:
    """The tools that the tests of these arguments ask for; what a word alone will find, nobody knows yet."""
    paths = paths_of(args) or ([] if is_partial(args) else [HERE / "tests"])
    files = {file for path in paths for file in ([path] if path.is_file() else path.rglob("test_*.py"))}
    calls = re.compile(r'\b(\w+)\("([\w@/.-]+)"\)')
    texts = (file.read_text("utf-8") for file in files if "node_modules" not in file.parts)
    found = {call for text in texts for call in calls.findall(text)}
    return {word if name == "tool" else name for name, word in found}


def get_tools(names: set[str]) -> None:
    """Install what tests ask for, where that is possible; tests that lack something fail and say so."""
    import tomllib  # an older Python, which lacks it, gets as far as being told so

    tools = tomllib.loads(TOOLS.read_text("utf-8"))
    folders = {tools[name]["npm"] for name in names & tools.keys() if "npm" in tools[name]}
    needed = {name for name in names & tools.keys() if "debian" in tools[name]} | (
        {"node", "npm"} if folders else set()
    )
    get_packages([tools[name] for name in needed if not is_there(name, tools[name])])
    for folder in sorted(folders):
        get_node_packages(HERE / folder)


def is_there(name: str, source: dict[str, str]) -> bool:
    """Whether this machine has a program, or a folder with what it should hold."""
    return Path(source["folder"], source["holds"]).exists() if "folder" in source else bool(shutil.which(name))


def get_packages(missing: list[dict[str, str]]) -> None:
    """Install Debian packages, or say how to."""
    if not missing:
        return
    listed = sorted({source["debian"] for source in missing})
    formulas = " ".join(sorted({source["brew"] for source in missing if "brew" in source}))
    packages = " ".join(listed)
    if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        say(f"The tests need {packages}, which only an administrator can install here. On Debian or Ubuntu:")
        say(f"    sudo apt-get install {packages}" + (f"        (macOS: brew install {formulas})" if formulas else ""))
        return
    say(f"Setting up: installing {packages} with apt-get, for the tests …")
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *listed]
    silent = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (install, ["apt-get", "update", "-qq"], install):
        done = subprocess.run(command, env=silent, capture_output=True, check=False)
        if command is install and done.returncode == 0:
            return
    say(f"apt-get could not install {packages}; tests that need them will fail.")


def get_node_packages(folder: Path) -> None:
    """Install what a package.json lists, unless it is there."""
    import json

    npm = shutil.which("npm")
    wanted = json.loads((folder / "package.json").read_text("utf-8"))["dependencies"]
    if all((folder / "node_modules" / name).is_dir() for name in wanted) or not npm:
        return
    say(f"Setting up: installing {', '.join(wanted)} with npm, for the tests …")
    command = [npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"]
    if subprocess.run(command, cwd=folder, stdout=2, check=False).returncode:
        say("npm could not install them; tests that need them will fail.")


def say(line: str) -> None:
    """A line for the person who waits; results of commands go to the standard output, this does not."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        say("Stopped.")
        sys.exit(130)
