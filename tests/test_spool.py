"""Spools hold what is written to them, in parts, here and in other processes."""

import pickle
import random
from hashlib import sha256
from pathlib import Path

import pytest

from pressplay.spool import Spool


@pytest.mark.parametrize("size", [0, 1, 999_999, 1_000_000, 9_500_000])
def test_what_is_written_is_read(size: int) -> None:
    data = random.Random(size).randbytes(size)
    spool = Spool()
    for start in range(0, size, 700_000):
        spool.write(data[start : start + 700_000])
    assert spool.size == size and spool.digest == sha256(data).hexdigest()
    assert b"".join(spool.parts()) == spool.data == data
    assert max(map(len, spool.parts()), default=0) <= 1_000_000
    spool.write(b"more")
    assert spool.data == data + b"more"


def test_it_goes_into_another_process_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    spool = Spool()
    spool.write(bytes(5_000_000))
    assert pickle.loads(pickle.dumps(spool)) == spool
    assert not list(tmp_path.iterdir())
