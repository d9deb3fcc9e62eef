"""A spool holds the bytes of a file that is being made: few in the memory, many on the disk."""

import os
import tempfile
import weakref
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

_FEW = 4_000_000  # bytes
_PART = 1_000_000


class Spool:
    """Bytes that are written once, and read in parts as often as somebody asks."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=_FEW)  # noqa: SIM115
        weakref.finalize(self, self._file.close)
        self._hash = sha256()
        self.size = 0

    def __reduce__(self) -> tuple[Any, ...]:
        """Into another process it goes through a file, which is gone as soon as it was read there."""
        handle, name = tempfile.mkstemp(prefix="pressplay-")
        with os.fdopen(handle, "wb") as file:
            for part in self.parts():
                file.write(part)
        return _received, (name,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spool) and self.digest == other.digest

    __hash__ = None  # type: ignore[assignment]

    def write(self, data: bytes) -> None:
        self._file.seek(self.size)
        self._file.write(data)
        self._hash.update(data)
        self.size += len(data)

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()

    def parts(self) -> Iterator[bytes]:
        for start in range(0, self.size, _PART):
            self._file.seek(start)
            yield self._file.read(_PART)

    @property
    def data(self) -> bytes:
        """All of it at once."""
        return b"".join(self.parts())


def _received(name: str) -> Spool:
    spool = Spool()
    try:
        with open(name, "rb") as file:
            while part := file.read(_PART):
                spool.write(part)
    finally:
        os.unlink(name)
    return spool
