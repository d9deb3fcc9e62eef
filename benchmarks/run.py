"""Measures pressplay beside bare ReportLab and typst on the same deck; see README.md."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
from deck import write_project

ROUNDS = 5
# Compiled modules are kept, as they are for everybody who installs a program.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


@dataclass
class Measured:
    """The best of several runs of a command."""

    wall: float = float("inf")
    cpu: float = 0.0
    memory: float = 0.0
    size: int = 0


def measure(command: list[str], made: Path, afresh: tuple[Path, ...] = ()) -> Measured:
    """Run a command and wait for it, keeping the times of its quickest run; `afresh` is removed before each."""
    best = Measured()
    for _ in range(ROUNDS):
        for folder in afresh:
            shutil.rmtree(folder, ignore_errors=True)
        started = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        if status:
            raise SystemExit(f"failed: {' '.join(command)}")
        if wall < best.wall:
            size = made.stat().st_size if made.is_file() else 0
            best = Measured(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, size)
    return best


def contestants(folder: Path, count: int) -> dict[str, tuple[list[str], Path, tuple[Path, ...]]]:
    """What to run, the file it makes, and what to remove before."""
    project = folder / f"project-{count}"
    write_project(project, count)
    python = sys.executable
    ours = [python, "-m", "pressplay", "build", "--project", str(project), "--to", "print", "--paper", "a4"]
    made = project / "output/bench/print/bench-a4.pdf"
    found: dict[str, tuple[list[str], Path, tuple[Path, ...]]] = {
        "bare ReportLab": (
            [python, str(HERE / "bare.py"), str(folder / "bare.pdf"), str(count)],
            folder / "bare.pdf",
            (),
        ),
        "pressplay": (ours, made, (project / "output", project / ".pressplay")),
        "… no change": (ours, made, ()),
    }
    if find_spec("typst"):
        command = [python, str(HERE / "typst_deck.py"), str(folder / "typst.pdf"), str(count)]
        found["typst"] = (command, folder / "typst.pdf", ())
    else:
        print("typst is not installed, so it is not measured: pip install typst")
    return found


def compare(counts: list[int]) -> None:
    """Print the table."""
    print(f"{'deck':>6}  {'':15} {'wall':>8} {'ratio':>6} {'processor':>9} {'memory':>8} {'file':>9} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as folder:
        for count in counts:
            base: Measured | None = None
            for name, (command, made, afresh) in contestants(Path(folder), count).items():
                found = measure(command, made, afresh)
                base = base or found
                print(
                    f"{count:>6}  {name:15} {found.wall:7.2f}s {found.wall / base.wall:6.2f} {found.cpu:8.2f}s"
                    f" {found.memory:5.0f} MB {found.size / 1e6:6.2f} MB {found.size / base.size:6.2f}"
                )


def help_time() -> None:
    """How much slower `pressplay --help` is than importing Typer."""
    nothing = Path("/nonexistent")
    typer = measure([sys.executable, "-c", "import typer"], nothing)
    ours = measure([sys.executable, "-m", "pressplay", "--help"], nothing)
    print(f"import typer {typer.wall * 1000:.0f} ms, pressplay --help {ours.wall * 1000:.0f} ms")


if __name__ == "__main__":
    if "--help-time" in sys.argv:
        help_time()
    else:
        compare([int(word) for word in sys.argv[1:]] or [60, 540, 5400])
