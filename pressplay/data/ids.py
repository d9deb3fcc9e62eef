"""Ids are what files and references call a game, a kind or a piece; a title becomes one."""

import re
import unicodedata

# Windows keeps some names for its devices: no file can be called so there, whatever its ending.
_KEPT = r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?![a-z0-9-])"
ID = re.compile(rf"(?!{_KEPT})[a-z0-9]+(?:-[a-z0-9]+)*")
PIECE_ID = re.compile(ID.pattern, re.I | re.A)  # designers number their cards A1, A2: capitals are kept


def kept_by_windows(name: str) -> bool:
    """Whether a name would be an id, if Windows could have files of that name."""
    return re.fullmatch(_KEPT, name) is not None


def slug(title: object) -> str:
    """An id made from a title: Señor Siesta’s Club is senor-siestas-club."""
    bare = unicodedata.normalize("NFKD", str(title).lower().replace("ß", "ss"))
    bare = "".join(char for char in bare if not unicodedata.combining(char) and char not in "'’‘ʼ")
    return re.sub(r"[^a-z0-9]+", "-", bare).strip("-")
