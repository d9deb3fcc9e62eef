"""The text of a file's bytes: plain UTF-8 without invisible characters, and not too much of it."""

import re

from pressplay.problem import Place, trouble

MAX_BYTES = 8_000_000

# Control characters, and the line ends that editors do not count as lines.
UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x85\u2028\u2029\ufffe\uffff]")


def check_size(path: str, data: bytes) -> None:
    """Trouble when a file is larger than any loader takes."""
    if len(data) > MAX_BYTES:
        trouble(Place(path), f"the file is larger than {MAX_BYTES // 1_000_000} MB", "split it into several files")


def decode(path: str, data: bytes) -> str:
    """The text of a file's bytes; Trouble when it is too large or not plain UTF-8."""
    check_size(path, data)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        trouble(Place(path), "the file is UTF-16 text", "save it as UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8", "replace")
        trouble(_place(path, before), f"not UTF-8 text: byte 0x{data[error.start]:02x}", "save the file as UTF-8")
    return clean(path, text)


def decode_table(path: str, data: bytes) -> str:
    """The text of a table as spreadsheet programs save it: UTF-8, UTF-16 with its mark, or Windows’ western letters."""
    check_size(path, data)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            return clean(path, data.decode("utf-16"))
        except UnicodeDecodeError:
            trouble(Place(path), "the file is cut short: it is UTF-16 text with half a character", "save it again")
    try:
        return clean(path, data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        try:
            return clean(path, data.decode("cp1252"))
        except UnicodeDecodeError as error:
            byte = data[error.start]
            hint = "save the file as CSV UTF-8"
            trouble(Place(path), f"neither UTF-8, UTF-16 nor Windows text: byte 0x{byte:02x}", hint)


def clean(path: str, text: str) -> str:
    """A text with plain line ends; Trouble when it holds what nobody sees."""
    unseen = UNSEEN.search(text)
    if unseen:
        character = f"U+{ord(unseen[0]):04X}"
        trouble(_place(path, text[: unseen.start()]), f"an invisible character, {character}", "delete it")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _place(path: str, before: str) -> Place:
    line = before.count("\n") + 1
    return Place(path, line, len(before) - before.rfind("\n"))
