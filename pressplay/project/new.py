"""New makes a small project that builds at once, for a designer to change into their own."""

from pathlib import Path

from pressplay.problem import Place, trouble
from pressplay.writing import write_files

STARTER = Path(__file__).parent / "starter"


def new(folder: Path) -> tuple[str, ...]:
    """Copy the starter project into a new or empty folder; gives the files it made."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        what = "is not empty" if folder.is_dir() else "is a file"
        trouble(Place(str(folder)), f"a project needs a folder of its own, this one {what}", "name a new folder")
    files = {
        file.relative_to(STARTER).as_posix(): file.read_bytes() for file in sorted(STARTER.rglob("*")) if file.is_file()
    }
    return write_files(folder, files).changed
