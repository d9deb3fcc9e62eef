"""Ids are what files and references call a game, a kind or a piece; a title becomes one."""

import re
import unicodedata

ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def slug(title: object) -> str:
    """An id made from a title: Señor Siesta’s Club is senor-siestas-club."""
    bare = unicodedata.normalize("NFKD", str(title).lower().replace("ß", "ss"))
    bare = "".join(char for char in bare if not unicodedata.combining(char) and char not in "'’‘ʼ")
    return re.sub(r"[^a-z0-9]+", "-", bare).strip("-")
