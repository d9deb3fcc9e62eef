"""Icons: SVG files, PNG images or members of an Iconify set, compiled once into what is drawn."""

import json
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

from pressplay.files import ProjectFiles

from .svg.compile import compile_svg, without_ground
from .svg.parts import IconPart
from .svg.tree import IconMistake

SUFFIXES = (".svg", ".png")
_FIGURE = "|figure"  # behind the file of an icon that is drawn without the square it stands on
MOST = 2_000_000  # bytes of an SVG file
MOST_OF_A_SET = 100_000_000  # bytes of a set of icons
_ALIASES = 10  # of an Iconify set, one standing for another


@dataclass(frozen=True, slots=True)
class Icon:
    """A compiled icon: `left top width height` is its view box; an image has no parts but pixels."""

    file: str
    digest: str
    left: float
    top: float
    width: float
    height: float
    parts: tuple[IconPart, ...]

    @property
    def image(self) -> str:
        """The image that is the icon; empty when it is drawn."""
        return "" if self.parts else self.file


def find_icon(files: ProjectFiles, game: str, name: str, ground: bool = True) -> str | None:
    """The project's file of an icon: the game's own before the shared one; `set:name` looks in `set.json`.

    Without `ground`, the square that a figure stands on is left out.
    """
    prefix, _, member = name.partition(":")
    for folder in _folders(game):
        if member:
            file = f"{folder}/{prefix}.json"
            if files.there(file) and _member(_iconify(files.read(file, MOST_OF_A_SET)), member) is not None:
                return f"{file}#{member}" + ("" if ground else _FIGURE)
            continue
        for suffix in SUFFIXES:
            if files.there(f"{folder}/{name}{suffix}"):
                return f"{folder}/{name}{suffix}" + ("" if ground or suffix != ".svg" else _FIGURE)
    return None


def icon_names(files: ProjectFiles, game: str) -> list[str]:
    """All icon names that a game can use."""
    names = {name for folder in _folders(game) for name in files.names(folder)}
    return sorted({name[:-4] for name in names if name.endswith(SUFFIXES)})


def open_icon(files: ProjectFiles, file: str) -> Icon:
    """The icon of a project's file; compiled once per process and content of the file."""
    source = source_of(file)
    if source.endswith(".png"):
        return _image(files, file)
    return _opened(file, files.read(source, MOST_OF_A_SET if "#" in file else MOST))


def source_of(file: str) -> str:
    """The project's file that an icon comes from."""
    return file.removesuffix(_FIGURE).partition("#")[0]


def _folders(game: str) -> tuple[str, str]:
    return f"templates/{game}/icons", "templates/icons"


@lru_cache(maxsize=1024)
def _opened(file: str, data: bytes) -> Icon:
    """The one guard of icons: whatever is wrong with a file is told in words that follow its name."""
    name = file.removesuffix(_FIGURE)
    member = name.partition("#")[2]
    try:
        text = _member_svg(_iconify(data), member) if member else _text(data)
        art = compile_svg(text)
    except RecursionError:
        raise IconMistake("is nested too deeply", 0, "ungroup it") from None
    except (ArithmeticError, LookupError, TypeError, ValueError):
        raise IconMistake("cannot be drawn: a value in it is of no use", 0, "save it as plain SVG") from None
    if name != file:
        art = without_ground(art)
    digest = sha256((text + file[len(name) :]).encode()).hexdigest()
    return Icon(file, digest, art.left, art.top, art.width, art.height, art.parts)


def _text(data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace").lstrip("\ufeff")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise IconMistake("is not a text in UTF-8", 0, "save it as plain SVG; .svgz files must be unpacked") from None


def _image(files: ProjectFiles, file: str) -> Icon:
    from .images import ImageMistake, open_image  # Pillow takes a while to load

    try:
        found = open_image(files, file)
    except ImageMistake as mistake:
        raise IconMistake(str(mistake)) from None
    return Icon(file, found.digest, 0.0, 0.0, float(found.width), float(found.height), ())


# Iconify sets

_Set = dict[str, Any]


@lru_cache(maxsize=8)
def _iconify(data: bytes) -> _Set:
    try:
        icons: _Set = json.loads(data)
        if not all(isinstance(icon, dict) for key in ("icons", "aliases") for icon in icons.get(key, {}).values()):
            raise TypeError
        len(icons["icons"])
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise IconMistake("is no Iconify set", 0, "take the icons.json of an @iconify-json package") from None
    return icons


def _member(icons: _Set, name: str) -> _Set | None:
    """An icon of a set, with what its aliases say; none when the set has none of that name."""
    said: _Set = {}
    for _ in range(_ALIASES):
        if name in icons["icons"]:
            return {**icons["icons"][name], **said}
        alias = icons.get("aliases", {}).get(name)
        if not isinstance(alias, dict) or not isinstance(alias.get("parent"), str):
            return None
        said = {**alias, **said}
        name = alias["parent"]
    return None


def _member_svg(icons: _Set, name: str) -> str:
    icon = _member(icons, name)
    if icon is None:
        raise IconMistake(f"has no icon {name}", 0, "mend its name")
    left, top, width, height = (
        _number(icon.get(key, icons.get(key, default)))
        for key, default in (("left", 0), ("top", 0), ("width", 16), ("height", 16))
    )
    body = icon.get("body")
    if not isinstance(body, str):
        raise IconMistake("is no icon: it wants a body", 0, "take the icons.json of an @iconify-json package")
    turns = int(_number(icon.get("rotate", 0))) % 4
    flips = f"scale({-1 if icon.get('hFlip') else 1} {-1 if icon.get('vFlip') else 1})"
    if turns or flips != "scale(1 1)":
        middle = f"{left + width / 2} {top + height / 2}"
        back = f"{-left - width / 2} {-top - height / 2}"
        body = f'<g transform="translate({middle}) rotate({90 * turns}) {flips} translate({back})">{body}</g>'
    box = f"{left:g} {top:g} {width:g} {height:g}"
    space = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<svg {space} viewBox="{box}">{body}</svg>'


def _number(value: Any) -> float:
    if not isinstance(value, int | float) or not abs(value) < 1e6:
        raise IconMistake(f"is no icon: its size is {value!r}", 0, "give it numbers for its width and height")
    return value
