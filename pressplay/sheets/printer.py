"""A printer is how one's own machine errs: where its backs land, how much it leaves white; kept for its user."""

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import cos, isfinite, radians, sin
from pathlib import Path
from typing import NamedTuple

from pressplay.drawing.matrix import Matrix
from pressplay.problem import Place, nearest, trouble
from pressplay.writing import write_files

_FILE = "printers.json"
_MOST, _STEEPEST, _WIDEST = 10.0, 3.0, 60.0  # millimetres, degrees, millimetres: more is a mistake in reading


class Margins(NamedTuple):
    """What a printer leaves white: at the left and right of an upright paper, at its top and bottom."""

    sides: float = 5.0  # few printers at home reach closer to the edge
    ends: float = 5.0


MARGINS = Margins()


class Offset(NamedTuple):
    """Where backs land, looking at the front: so far to the right, so far down, turned clockwise by so many degrees."""

    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0

    def correction(self, page: tuple[float, float], sideways: bool) -> Matrix | None:
        """What moves a back page so that it lands where it should; nothing when it does already."""
        if not any(self):
            return None
        # A back is seen through the paper: what goes right there goes left on its page, or up when it is turned that way.
        x, y = (-self.x, self.y) if sideways else (self.x, -self.y)
        c, s = cos(radians(self.angle)), sin(radians(self.angle))
        cx, cy = page[0] / 2, page[1] / 2
        left, top = -cx - x, -cy - y
        return c, s, -s, c, c * left - s * top + cx, s * left + c * top + cy


TRUE = Offset()


@dataclass(frozen=True, slots=True)
class Printer:
    """A printer by the name that its user gave it."""

    name: str
    offset: Offset = TRUE
    margins: Margins = MARGINS


USUAL = Printer("")  # what is true of most


def offset_of(words: str) -> Offset:
    """`x,y,angle` as the command line gives it."""
    numbers = _numbers(words, "--offset", ("x", "y", "angle"), "1.2,-0.4,0.1")
    x, y, angle = numbers
    if max(abs(x), abs(y)) > _MOST or abs(angle) > _STEEPEST:
        trouble(
            Place("--offset"),
            f"{words} is further off than any printer: up to {_MOST:g} mm and {_STEEPEST:g} degrees",
            "read the calibration sheet again",
        )
    return Offset(x, y, angle)


def margins_of(words: str) -> Margins:
    """`left,right,top,bottom` as the command line gives it; sheets are the same on both sides, so the wider counts."""
    numbers = _numbers(words, "--margins", ("left", "right", "top", "bottom"), "4,4,3,13")
    if not all(0 <= number <= _WIDEST for number in numbers):
        trouble(
            Place("--margins"), f"{words}: margins are from 0 to {_WIDEST:g} mm", "read the calibration sheet again"
        )
    left, right, top, bottom = numbers
    return Margins(max(left, right), max(top, bottom))


def _numbers(words: str, option: str, names: tuple[str, ...], example: str) -> list[float]:
    parts = words.replace(" ", "").split(",")
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        numbers = []
    if len(numbers) != len(names) or not all(map(isfinite, numbers)):
        trouble(Place(option), f"{words} is not {','.join(names)}", f"for example {option} {example}")
    return numbers


# Where they are kept


def settings_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The user's own folder for settings, as the platform has it; no project holds what only one printer needs."""
    if named := environment.get("PRESSPLAY_SETTINGS"):
        return Path(named)
    if sys.platform == "win32":
        return Path(environment.get("APPDATA") or Path.home() / "AppData/Roaming") / "pressplay"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/pressplay"
    return Path(environment.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "pressplay"


def printers(folder: Path) -> dict[str, Printer]:
    """The printers that are known."""
    file = folder / _FILE
    try:
        listed = json.loads(file.read_bytes())["printers"]
        return {
            name: Printer(name, Offset(*map(float, known["offset"])), Margins(*map(float, known["margins"])))
            for name, known in listed.items()
        }
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError, AttributeError):
        trouble(Place(str(file)), "is damaged: it does not list printers", "remove it, and calibrate again")


def find_printer(folder: Path, name: str) -> Printer:
    """The printer of a name."""
    known = printers(folder)
    if name not in known:
        hint = nearest(name, known) if known else f"pressplay calibrate --printer {name} makes it known"
        trouble(Place("--printer"), f"unknown printer {name}", hint)
    return known[name]


def remember(folder: Path, printer: Printer) -> Path:
    """Keep a printer; gives the file."""
    known = printers(folder) | {printer.name: printer}
    listed = {
        name: {key: value for key, value in asdict(known[name]).items() if key != "name"} for name in sorted(known)
    }
    write_files(folder, {_FILE: (json.dumps({"printers": listed}, indent=1) + "\n").encode()})
    return folder / _FILE
