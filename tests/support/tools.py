"""Finds what tests run from outside Python; tools.toml says what there is and what brings it."""

import shutil
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOLS: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def find_tool(name: str) -> str:
    """Where a program, a folder of data or a Node package is; empty when it is missing."""
    source = TOOLS[name]
    if "folder" in source:
        return source["folder"] if Path(source["folder"], source["holds"]).exists() else ""
    if "npm" in source:
        folder = ROOT / source["npm"] / "node_modules" / name
        return str(folder) if folder.is_dir() else ""
    return shutil.which(name) or ""


def how_to_get(name: str) -> str:
    """The remedy, for whoever runs a test that lacks a tool."""
    source = TOOLS[name]
    ways = f"run npm install in {source['npm']}" if "npm" in source else f"Debian: apt-get install {source['debian']}"
    return f"{name} is missing: run python3 build.py test, or install it ({ways}), and run the tests again"
