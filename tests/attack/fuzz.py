"""The fuzzer: projects with one file spoilt, by a seed; what breaks pressplay is made as small as it goes.

    .venv/bin/python tests/attack/fuzz.py --cases 20000
    .venv/bin/python tests/attack/fuzz.py --seconds 60 --seed 7 --file templates/small/card.xml

Each case runs in a process of its own, with 20 seconds and 1 GB. A case that fails is written to --found.
"""

import argparse
import faulthandler
import gc
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from attack.victim import FILES, live, make

from pressplay.exports.tts.update import NewSave

SECONDS, MEMORY = 20, 1_000_000_000
WORDS = [
    *(b"1e999", b"-1", b"0", b"nan", b"inf", b"1" * 400, b"9" * 30, b"0.0000001", b"1e-300", b"-0", b"0x10", b"1_0"),
    *(b"", b" ", b"\0", b"\xff", b"\xed\xa0\x80", "\u202e".encode(), "\ufeff".encode(), "İ".encode(), "🂡".encode()),
    *(b"con", b"../../../etc/passwd", b"/dev/zero", b"C:\\x", b"~", b"a" * 70_000, b"- " * 2_000, b"[" * 3_000),
    *(b"&a [*a, *a]", b"*a", b"!!python/object:os.system x", b"<<: {}", b"{}", b"[]", b"null", b"yes", b"? ", b"|\n"),
    *(b"{{", b"}}", b"{%", b"%}", b"{#", b"{{ 1/0 }}", b"{{ 'x' * 10**9 }}", b"{{ range(10**9) }}", b"{{ self }}"),
    *(b"{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}", b"{{ title.__class__ }}"),
    *(b"{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", b"{% include 'card.xml' %}", b"{{ pieces('card') }}"),
    *(
        b"{% must 1 %}",
        b"{% rule x %}",
        b"{% endrule %}",
        b"{% must tokens[0].worth > 1 %}",
        b"{{ none }}",
        b"{{ []|first }}",
    ),
    *(
        b"<g>" * 200,
        b"<group>" * 200,
        b"</face>",
        b"<",
        b">",
        b"&",
        b"&amp;",
        b"<!ENTITY a 'b'>",
        b"<!--",
        b"-->",
        b'"',
    ),
    *(b'<repeat along="M0 0H9" step="0.00001"><rect x="0" y="0" w="1" h="1"/></repeat>', b"<icon icon='set:dot'/>"),
    *(b"M0 0", b"A1 1 0 0 1 0 0", b"rotate(1e9)", b"scale(0)", b"url(#a)", b"100%", b"#ggg", b"linear(90, #a00, )"),
    *(b"\x00\x00\x00\x00", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\r", b"\n", b"\t", b",", b";", b":", b"#"),
]


class Case(NamedTuple):
    """One file of the project, and what it holds now."""

    file: str
    data: bytes


class Failure(NamedTuple):
    """How pressplay failed: in one line that is the same for the same mistake, and whole."""

    sort: str
    report: str


class Victim:
    """The project, and the cases that are tried on it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "project"
        self.fresh: NewSave = make(self.root)
        shutil.copytree(self.root, folder / "sound")
        self.sound = folder / "sound"

    def original(self, file: str) -> bytes:
        return self._path(self.sound, file).read_bytes()

    def fails(self, case: Case) -> Failure | None:
        """Run a case in a process of its own."""
        path = self._path(self.root, case.file)
        path.write_bytes(case.data)
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            self._child(case, writing)
        os.close(writing)
        with os.fdopen(reading, "rb") as stream:
            said = stream.read().decode("utf-8", "replace")
        _, status = os.waitpid(child, 0)
        path.write_bytes(self.original(case.file))
        if os.WIFSIGNALED(status):
            name = signal.Signals(os.WTERMSIG(status)).name
            return Failure("hang" if name == "SIGALRM" else name, said or name)
        return Failure(said.splitlines()[0], said) if said else None

    def _child(self, case: Case, writing: int) -> None:
        said = ""
        try:
            faulthandler.disable()
            signal.alarm(SECONDS)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY + _in_use(), -1))
            said = live(self.root, case.file, self.fresh)
        except BaseException as error:
            last = [at for at in traceback.extract_tb(error.__traceback__) if "pressplay" in at.filename][-1:]
            where = " ".join(f"{Path(at.filename).name}:{at.name}" for at in last)
            said = f"{type(error).__name__} in {where}\n" + "".join(traceback.format_exception(error))[-4_000:]
        os.write(writing, said.encode("utf-8", "replace")[:60_000])
        os._exit(0)

    def _path(self, root: Path, file: str) -> Path:
        if file == "cache":
            return min(path for path in (root / ".pressplay/cache").rglob("*") if path.is_file())
        return root / file


def _in_use() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


def spoil(data: bytes, other: bytes, chance: random.Random) -> bytes:
    """The data, changed in one to four places."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        data = chance.choice(CHANGES)(data, other, chance)
    return data


def _span(data: bytes, chance: random.Random, most: int) -> tuple[int, int]:
    start = chance.randrange(len(data) + 1)
    return start, min(len(data), start + chance.randrange(1, most))


def _flip(data: bytes, other: bytes, chance: random.Random) -> bytes:
    if not data:
        return data
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :]


def _cut(data: bytes, other: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _remove(data: bytes, other: bytes, chance: random.Random) -> bytes:
    start, end = _span(data, chance, 60)
    return data[:start] + data[end:]


def _repeat(data: bytes, other: bytes, chance: random.Random) -> bytes:
    start, end = _span(data, chance, 60)
    return data[:end] + data[start:end] * chance.choice((1, 1, 2, 50, 500)) + data[end:]


def _splice(data: bytes, other: bytes, chance: random.Random) -> bytes:
    start, end = _span(other, chance, 200)
    at = chance.randrange(len(data) + 1)
    return data[:at] + other[start:end] + data[at:]


def _insert(data: bytes, other: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(WORDS) + data[at:]


def _tokens(data: bytes) -> list[tuple[int, int]]:
    """The words and numbers of a text, by where they start and end."""
    found, start = [], -1
    for at, byte in enumerate(data + b" "):
        inside = chr(byte).isalnum() or byte in b"._-"
        if inside and start < 0:
            start = at
        elif not inside and start >= 0:
            found.append((start, at))
            start = -1
    return found


def _replace(data: bytes, other: bytes, chance: random.Random) -> bytes:
    tokens = _tokens(data[:20_000])
    if not tokens:
        return data
    start, end = chance.choice(tokens)
    return data[:start] + chance.choice(WORDS) + data[end:]


def _lines(data: bytes, other: bytes, chance: random.Random) -> bytes:
    lines = data.splitlines(True)
    if len(lines) > 1:
        at, to = chance.randrange(len(lines)), chance.randrange(len(lines))
        lines[at], lines[to] = (lines[to], lines[at]) if chance.random() < 0.5 else (lines[at] * 2, b"")
    return b"".join(lines)


CHANGES: list[Callable[[bytes, bytes, random.Random], bytes]] = [
    *(_flip, _cut, _remove, _repeat, _splice),
    *(_insert, _insert, _replace, _replace, _replace, _lines),
]


def cases(victim: Victim, seed: int, files: tuple[str, ...] = FILES) -> Iterator[Case]:
    """Cases without end, the same for the same seed."""
    chance = random.Random(seed)
    texts = {file: victim.original(file) for file in FILES}
    number = 0
    while True:
        file = files[number % len(files)]
        yield Case(file, spoil(texts[file], texts[chance.choice(FILES)], chance))
        number += 1


def smallest(victim: Victim, case: Case, failure: Failure, tries: int = 200) -> Case:
    """The case with all taken away that its failure does not need."""
    size = max(1, len(case.data) // 2)
    while size and tries:
        at = 0
        while at < len(case.data) and tries:
            less = Case(case.file, case.data[:at] + case.data[at + size :])
            tries -= 1
            found = victim.fails(less)
            if found and found.sort == failure.sort:
                case = less
            else:
                at += size
        size //= 2
    return case


def run(victim: Victim, found: Path, asked: argparse.Namespace) -> int:
    """Try cases until there are enough; gives how many sorts of failures there are."""
    gc.freeze()
    started, known = time.monotonic(), dict[str, int]()
    number = 0
    for number, case in enumerate(cases(victim, asked.seed, tuple(asked.file or FILES)), 1):
        failure = victim.fails(case)
        if failure:
            known[failure.sort] = known.get(failure.sort, 0) + 1
            if known[failure.sort] == 1:
                least = case if failure.sort == "hang" else smallest(victim, case, failure)
                found.mkdir(parents=True, exist_ok=True)
                (found / f"{len(known)}-{Path(case.file).name}").write_bytes(least.data)
                (found / f"{len(known)}.txt").write_text(f"case {number}: {case.file}\n{failure.report}\n", "utf-8")
                print(f"case {number}: {case.file}: {failure.report[:2_000]}", flush=True)
        if number == asked.cases or (asked.seconds and time.monotonic() - started > asked.seconds):
            break
        if number % 500 == 0:
            print(f"{number} cases, {len(known)} sorts of failures", flush=True)
    print(f"{number} cases in {time.monotonic() - started:.0f} s: {known or 'nothing found'}")
    return len(known)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cases", type=int, default=0, help="how many; 0: without end")
    parser.add_argument("--seconds", type=int, default=0, help="how long; 0: without end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", action="append", choices=FILES, help="only this file; may be repeated")
    parser.add_argument("--found", type=Path, default=Path("found"), help="where cases that fail are written")
    with tempfile.TemporaryDirectory() as folder:
        asked = parser.parse_args()
        os.environ["XDG_STATE_HOME"] = folder
        sys.exit(run(Victim(Path(folder)), asked.found, asked) > 0)


if __name__ == "__main__":
    main()
