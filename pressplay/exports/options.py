"""Options: what the command line can ask of a build."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a table is for virtual tabletops alone
    pass


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line can ask of a build; each option has the default people expect."""

    papers: tuple[str, ...] = ("a4", "letter")
    backs: str = "long-edge"
    kinds: tuple[str, ...] = ()  # empty: all
    targets: tuple[str, ...] = ("print", "rulebook", "tts")
    jobs: int = 0  # 0: as many as there are cores
    tts_max_px: int = 4096
    tts_format: str = "png"
    url_base: str = ""
    bleed: bool = False  # images with the bleed around them
    ink_saver: bool = False  # prints in lines
