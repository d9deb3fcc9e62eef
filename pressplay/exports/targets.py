"""Every target by its name: the one place that knows them all."""

from . import roles
from .target import Need, Target

PRINT = Target(
    "print",
    (roles.PRINT, roles.CUT),
    "pressplay.exports.pdf.print",
    Need.SHEETS,
    usual=True,
    ink_saver_roles=(roles.PRINT_INK_SAVER, roles.CUT_INK_SAVER),
)
RULEBOOK = Target("rulebook", (roles.RULEBOOK,), "pressplay.exports.pdf.rulebook", Need.RULEBOOK, usual=True)
TTS = Target("tts", roles.TTS, "pressplay.exports.tts.export", Need.RULEBOOK | Need.LAID, usual=True)
VTT = Target("vtt", (roles.VTT,), "pressplay.exports.vtt.export", Need.RULEBOOK | Need.TABLE | Need.LAID)
PLAY = Target("play", (roles.PLAY,), "pressplay.exports.play.export", Need.RULEBOOK | Need.TABLE | Need.LAID)
IMAGES = Target("images", (roles.IMAGE, roles.IMAGE_LIST, roles.IMAGE_STEPS), "pressplay.exports.images.export")

TARGETS: dict[str, Target] = {target.name: target for target in (PRINT, RULEBOOK, TTS, VTT, PLAY, IMAGES)}


def usual_targets() -> tuple[str, ...]:
    """What is made when nobody says what to make."""
    return tuple(name for name, target in TARGETS.items() if target.usual)
