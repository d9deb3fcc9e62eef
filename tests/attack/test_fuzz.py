"""The fuzzer itself, and 300 of its cases; more with tests/attack/fuzz.py."""

import os
import time
from itertools import islice
from pathlib import Path

import pytest
from attack.fuzz import Case, Victim, cases, smallest
from attack.victim import FILES

SEED = 2026


@pytest.fixture(scope="module")
def victim(tmp_path_factory: pytest.TempPathFactory) -> Victim:
    return Victim(tmp_path_factory.mktemp("fuzz"))


def test_300_cases(victim: Victim) -> None:
    found = [(case.file, failure) for case in islice(cases(victim, SEED), 300) if (failure := victim.fails(case))]
    assert not found, "\n".join(f"{file}: {failure.report}" for file, failure in found)


def test_the_same_seed_gives_the_same_cases(victim: Victim) -> None:
    one, same, other = (list(islice(cases(victim, seed), 40)) for seed in (1, 1, 2))
    assert one == same != other
    assert {case.file for case in one} == set(FILES)


def test_what_breaks_is_found_and_made_small(victim: Victim, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake planted into pressplay: it cannot take a file with an X and a Y after it."""

    def breaks(root: Path, file: str, fresh: object) -> str:
        data = (root / file).read_bytes()
        return "planted" if b"Y" in data.partition(b"X")[2] else ""

    monkeypatch.setattr("attack.fuzz.live", breaks)
    case = Case("cards/small/cards.yaml", b"- {title: aXb, words: Y}\n" * 20)
    failure = victim.fails(case)
    assert failure and failure.sort == "planted"
    assert smallest(victim, case, failure).data == b"XY"
    assert victim.fails(Case(case.file, b"sound")) is None


@pytest.mark.parametrize("how", ["raise", "hang", "fill", "die"])
def test_every_way_to_break_is_told(victim: Victim, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    def breaks(root: Path, file: str, fresh: object) -> str:
        if how == "hang":
            time.sleep(60)
        elif how == "fill":
            bytearray(3_000_000_000)
        elif how == "die":
            os.abort()
        raise LookupError("planted")

    monkeypatch.setattr("attack.fuzz.live", breaks)
    monkeypatch.setattr("attack.fuzz.SECONDS", 1)
    failure = victim.fails(Case("art/one.png", b""))
    sorts = {"raise": "LookupError in ", "hang": "hang", "fill": "MemoryError in ", "die": "SIGABRT"}
    assert failure and failure.sort == sorts[how]
