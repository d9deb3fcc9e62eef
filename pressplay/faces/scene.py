"""The scene of a game: its fonts, icons, images and colours, found once and remembered."""

from hashlib import sha256
from pathlib import Path

from pressplay.drawing.fonts import Font, open_font
from pressplay.drawing.icons import Icon, IconMistake, find_icon, icon_names, open_icon
from pressplay.game import Game
from pressplay.problem import nearest

from .element import FaceMistake, Scene, color_reader


def open_scene(game: Game) -> Scene:
    """What may be asked for while a game is drawn."""
    color, fill = color_reader(game.palette)
    icons: dict[str, Icon] = {}
    fonts: dict[tuple[str, bool, bool], Font] = {}

    def font(family: str, bold: bool, italic: bool) -> Font:
        key = (family, bold, italic)
        if key not in fonts:
            fonts[key] = _font(game, family, bold, italic)
        return fonts[key]

    def icon(name: str) -> Icon:
        if name not in icons:
            icons[name] = _icon(game, name)
        return icons[name]

    return Scene(game.palette, font, icon, lambda src: _image(game.root, src), color, fill)


def _font(game: Game, role: str, bold: bool, italic: bool) -> Font:
    name = game.fonts.get(role, role)
    family = game.families.get(name)
    if family is None:
        raise FaceMistake(f"unknown font {role!r}", nearest(role, [*game.fonts, *game.families]))
    style = "-".join(word for word, on in (("bold", bold), ("italic", italic)) if on) or "regular"
    file = family.files.get(style)
    if file is None:
        raise FaceMistake(f"the font {name} has no {style} style", f"it has {', '.join(family.files)}")
    return open_font(game.root, file)


def _icon(game: Game, name: str) -> Icon:
    file = find_icon(game.root, game.id, name)
    if file is None:
        raise FaceMistake(f"there is no icon {name!r}", nearest(name, icon_names(game.root, game.id)), of_piece=True)
    try:
        return open_icon(game.root, file)
    except (IconMistake, ValueError) as mistake:
        raise FaceMistake(f"the icon {file} {mistake}") from None


def _image(root: Path, src: str) -> tuple[str, int, int, str]:
    from PIL import Image, UnidentifiedImageError

    path = (root / src).resolve()
    if not path.is_relative_to(root.resolve()):
        raise FaceMistake(f"the image {src} lies outside the project", "copy it into the project", of_piece=True)
    try:
        with Image.open(path) as image:
            width, height = image.size
        return src, width, height, sha256(path.read_bytes()).hexdigest()
    except (FileNotFoundError, IsADirectoryError):
        raise FaceMistake(f"there is no image {src}", "paths start at the project's folder", of_piece=True) from None
    except (UnidentifiedImageError, OSError):
        raise FaceMistake(f"{src} is not an image that can be read", "use PNG or JPEG", of_piece=True) from None
