"""Roles: what a finished file is for, as the manifest says it and as those who use the files look for it."""

PRINT = "print"
PRINT_INK_SAVER = "print-ink-saver"
CUT = "cut"
CUT_INK_SAVER = "cut-ink-saver"
RULEBOOK = "rulebook"
IMAGE = "image"
IMAGE_LIST = "image-list"
IMAGE_STEPS = "image-steps"
VTT = "vtt"
PLAY = "play"

# Tabletop Simulator: what its objects refer to, the objects themselves, and what only people look at.
TTS_SHEET = "tts-sheet"
TTS_BACK = "tts-back"
TTS_IMAGE = "tts-image"
TTS_RULEBOOK = "tts-rulebook"
TTS_MODEL = "tts-model"
TTS_SAVE = "tts-save"
TTS_THUMBNAIL = "tts-thumbnail"
TTS_OBJECT = "tts-object"
TTS_OBJECT_THUMBNAIL = "tts-object-thumbnail"
TTS_TABLE = "tts-table"
TTS_TABLE_THUMBNAIL = "tts-table-thumbnail"
TTS_VIEW = "tts-view"

TTS_REFERRED_TO = (TTS_SHEET, TTS_BACK, TTS_IMAGE, TTS_RULEBOOK, TTS_MODEL)
TTS_GAME = (TTS_SAVE, TTS_THUMBNAIL)
TTS_KINDS = (TTS_OBJECT, TTS_OBJECT_THUMBNAIL)
TTS_TABLES = (TTS_TABLE, TTS_TABLE_THUMBNAIL)
TTS = (*TTS_REFERRED_TO, *TTS_GAME, *TTS_KINDS, *TTS_TABLES, TTS_VIEW)
