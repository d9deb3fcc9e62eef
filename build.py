#!/usr/bin/env python3
"""Sets pressplay up on a fresh machine and runs it: `python3 build.py CMD …` is `pressplay CMD …`.

    python3 build.py              build every game into output/
    python3 build.py CMD …        any command of pressplay; `python3 build.py --help` lists them
    python3 build.py test [ARG…]  every check of this repository: format, lint, types, tests (ARGs go to pytest)

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

# What the tests run from outside Python: the program, and the Debian package that brings it.
TOOLS = {
    "qpdf": "qpdf",
    "pdftoppm": "poppler-utils",
    "pdffonts": "poppler-utils",
    "pdftotext": "poppler-utils",
    "node": "nodejs",
    "npm": "npm",
    "git": "git",
    "chromium": "chromium",
}
# What else the tests read, and the Debian package that brings it: Unicode's own tests, and fonts of many scripts.
DATA = {
    "/usr/share/unicode/BidiTest.txt": "unicode-data",
    "/usr/share/fonts/truetype/noto/NotoSansTamil-Regular.ttf": "fonts-noto-core",
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc": "fonts-noto-cjk",
}
READER = HERE / "tests/support/savefile"  # what other programs know of Tabletop Simulator saves, which npm brings

CHECKS = (
    ("format", ("ruff", "format", "--check", ".")),
    ("lint", ("ruff", "check", ".")),
    ("types", ("mypy",)),
    ("tests", ("pytest", "-q")),
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
    wanted = f"{HERE}[dev]" if testing else str(HERE)
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
    """Every check, each named and timed; one verdict."""
    get_tools()
    get_reader()
    started = time.monotonic()
    failed = []
    for number, (name, command) in enumerate(CHECKS, 1):
        extra = args if name == "tests" else []
        say(f"[{number}/{len(CHECKS)}] {name}: {' '.join([*command, *extra])}")
        step = time.monotonic()
        code = subprocess.run([sys.executable, "-m", *command, *extra], cwd=HERE, check=False).returncode
        say(f"[{number}/{len(CHECKS)}] {name}: {'FAILED' if code else 'ok'}, {time.monotonic() - step:.1f} s")
        if code:
            failed.append(name)
    spent = f"{time.monotonic() - started:.1f} s"
    if failed:
        say(f"FAILED in {spent}: {', '.join(failed)} ({len(failed)} of {len(CHECKS)} checks).")
        return 1
    say(f"PASSED in {spent}: all {len(CHECKS)} checks ({', '.join(name for name, _ in CHECKS)}).")
    return 0


def get_tools() -> None:
    """Install the programs that tests read PDFs with, where that is possible; tests that lack one fail and say so."""
    packages = {package for tool, package in TOOLS.items() if not shutil.which(tool)}
    packages |= {package for file, package in DATA.items() if not Path(file).exists()}
    if not packages:
        return
    listed = " ".join(sorted(packages))
    if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        say(f"The tests need {listed}, which only an administrator can install here. On Debian or Ubuntu:")
        say(f"    sudo apt-get install {listed}        (macOS: brew install node qpdf poppler chromium)")
        return
    say(f"Setting up: installing {listed} with apt-get, for the tests …")
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *sorted(packages)]
    silent = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (install, ["apt-get", "update", "-qq"], install):
        done = subprocess.run(command, env=silent, capture_output=True, check=False)
        if command is install and done.returncode == 0:
            return
    say(f"apt-get could not install {listed}; tests that need them will fail.")


def get_reader() -> None:
    """Install what reads saves for the tests beside ourselves; a test that lacks it fails and says so."""
    npm = shutil.which("npm")
    wanted = re.findall(r'"(@?[\w/-]+)": "\d', (READER / "package.json").read_text("utf-8"))
    if all((READER / "node_modules" / name).is_dir() for name in wanted) or not npm:
        return
    say(f"Setting up: installing {', '.join(wanted)} with npm, for the tests …")
    command = [npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"]
    if subprocess.run(command, cwd=READER, stdout=2, check=False).returncode:
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
