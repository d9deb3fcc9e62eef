"""The scene of a game: its fonts, icons, images and colours, found once and remembered."""

from pressplay.drawing.icons import Icon, find_icon, icon_names, open_icon, source_of
from pressplay.drawing.paint import Flat
from pressplay.drawing.svg.tree import IconMistake
from pressplay.drawing.text import Style
from pressplay.drawing.type.font import Font, FontError, open_font, setting_of
from pressplay.files import ABSENT, FileRefused, ProjectFiles
from pressplay.game import Look
from pressplay.problem import Place, nearest

from .element import FaceMistake, PlacedImage, Scene, color_reader


def open_scene(look: Look, files: ProjectFiles) -> Scene:
    """What may be asked for while something is drawn in a look."""
    color, fill = color_reader(look.palette)
    setting = setting_of(look.language)
    icons: dict[str, Icon] = {}
    fonts: dict[tuple[str, bool, bool], tuple[Font, ...]] = {}
    styles: dict[tuple[str, bool, bool, Flat], Style] = {}
    images: dict[str, PlacedImage] = {}

    def chain(family: str, bold: bool, italic: bool) -> tuple[Font, ...]:
        key = (family, bold, italic)
        if key not in fonts:
            fonts[key] = _fonts(look, files, key)
        return fonts[key]

    def style(family: str, bold: bool, italic: bool, fill: Flat) -> Style:
        key = (family, bold, italic, fill)
        if key not in styles:
            styles[key] = Style(chain(family, bold, italic), fill, bold, italic, family, setting=setting)
        return styles[key]

    def icon(name: str) -> Icon:
        if name not in icons:
            icons[name] = _icon(look, files, name)
        return icons[name]

    def image(src: str) -> PlacedImage:
        if src not in images:
            images[src] = _image(files, src)
        return images[src]

    return Scene(look.palette, chain, style, icon, image, color, fill, setting, look.allow, look.types)


def _fonts(look: Look, files: ProjectFiles, wanted: tuple[str, bool, bool]) -> tuple[Font, ...]:
    """A family's font in a style, and those of the families that fall in for it, in the style that is nearest."""
    role, bold, italic = wanted
    name = look.fonts.get(role, role)
    family = look.families.get(name)
    if family is None:
        raise FaceMistake(f"unknown font {role!r}", nearest(role, [*look.fonts, *look.families]))
    style = "-".join(word for word, on in (("bold", bold), ("italic", italic)) if on) or "regular"
    file = family.files.get(style)
    if file is None:
        raise FaceMistake(f"the font {name} has no {style} style", f"it has {', '.join(family.files)}")
    others = [look.families[other].nearest(style) for other in family.fallback if other in look.families]
    return tuple(_opened(files, face) for face in dict.fromkeys([file, *others]))


def _opened(files: ProjectFiles, face: str) -> Font:
    try:
        return open_font(files, face)
    except FileRefused as refused:
        raise FaceMistake(f"the font {face} {refused}") from None
    except FontError as refused:
        raise FaceMistake(str(refused)) from None


def _icon(look: Look, files: ProjectFiles, name: str) -> Icon:
    file: str | None = None
    try:
        file = find_icon(files, look.game, name, look.icon_grounds)
        if file:
            return open_icon(files, file)
    except IconMistake as mistake:
        where = source_of(file) if file else name
        place = Place(where, mistake.line)
        raise FaceMistake(f"the icon {name} {mistake}", mistake.hint, place=place) from None
    except (FileRefused, ValueError) as mistake:
        raise FaceMistake(f"the icon {file or name} {mistake}") from None
    hint = nearest(name, icon_names(files, look.game))
    raise FaceMistake(f"there is no icon {name}", hint, of_piece=True)


def _image(files: ProjectFiles, src: str) -> PlacedImage:
    from pressplay.drawing.images import ImageMistake, open_image

    try:
        if src.lower().endswith(".svg"):
            icon = open_icon(files, src)
            return PlacedImage(src, icon.width, icon.height, icon.digest, drawn=True)
        return PlacedImage(*open_image(files, src))
    except FileRefused as refused:
        raise _refused(files, src, str(refused)) from None
    except IconMistake as mistake:
        where = Place(src, mistake.line)
        raise FaceMistake(f"the image {src} {mistake}", mistake.hint, place=where) from None
    except ImageMistake as mistake:
        raise FaceMistake(f"the image {src} {mistake}", of_piece=True) from None


def _refused(files: ProjectFiles, src: str, reason: str) -> FaceMistake:
    if "leaves" in reason:
        return FaceMistake(f"the image {src} lies outside the project", "copy it into the project", of_piece=True)
    if reason in (ABSENT, "is not a file"):
        close = files.like("", src)
        hint = f"did you mean {close}?" if close else "paths start at the project's folder"
        return FaceMistake(f"there is no image {src}", hint, of_piece=True)
    return FaceMistake(f"the image {src} {reason}", of_piece=True)
