"""Export: every target by its name; each turns a job into finished files and says what roles they play."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from .options import Options

if TYPE_CHECKING:  # heavy, and only needed once something is exported
    from .target import Job, OutFile

Exporter = Callable[["Job"], "list[OutFile]"]


def _print() -> Exporter:
    from pressplay.exports.pdf import print

    return print.export


def _rulebook() -> Exporter:
    from pressplay.exports.pdf import rulebook

    return rulebook.export


def _tts() -> Exporter:
    from pressplay.exports.tts import export as tts

    return tts.export


def _vtt() -> Exporter:
    from pressplay.exports.vtt import export as vtt

    return vtt.export


def _images() -> Exporter:
    from pressplay.exports.images import export as images

    return images.export


# Targets are imported when they are asked for: most of what they need is slow to start.
TARGETS: dict[str, Callable[[], Exporter]] = {
    "print": _print,
    "rulebook": _rulebook,
    "tts": _tts,
    "vtt": _vtt,
    "images": _images,
}
ROLES: dict[str, tuple[str, ...]] = {
    "print": ("print", "print-ink-saver"),
    "rulebook": ("rulebook",),
    "tts": (
        *("tts-sheet", "tts-back", "tts-image", "tts-save", "tts-thumbnail", "tts-object", "tts-object-thumbnail"),
        *("tts-table", "tts-table-thumbnail", "tts-rulebook", "tts-model", "tts-view"),
    ),
    "vtt": ("vtt",),
    "images": ("image", "image-list"),
}


def roles(options: Options) -> set[str]:
    """The roles of the files that a build with these options makes; those of other roles it leaves alone."""
    found = {role for target in options.targets for role in ROLES[target]}
    return found - {"print" if options.ink_saver else "print-ink-saver"}
