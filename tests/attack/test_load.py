"""Large projects: art is streamed into the pages, and so are the pages into their file."""

import random
import subprocess
import sys
from pathlib import Path

from PIL import Image
from support.small import write

FACE = '<face background="cream"><image src="{{ title }}" x="5" y="5" w="50" h="50"/></face>'
RUN = """
import re, sys
from pathlib import Path
from pressplay.build.pipeline import build_games
from pressplay.exports.options import Options
root = Path(sys.argv[1])
result = build_games(root, ["small"], Options(targets=("print",), jobs=1), root / "output", lambda step: None)
assert not result.problems, result.problems
print(int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024)
"""


def test_art_is_not_kept_in_the_memory(tmp_path: Path) -> None:
    """75 MB of it, on two papers; once it took 3.5 times its size for each."""
    images = [f"art/{number}.png" for number in range(25)]
    write(tmp_path, FACE, "".join(f"- {{id: a{n}, title: {image}}}\n" for n, image in enumerate(images)))
    (tmp_path / "art").mkdir()
    chance = random.Random(1)
    for image in images:
        Image.frombytes("RGB", (1000, 1000), chance.randbytes(3_000_000)).save(tmp_path / image, compress_level=0)
    done = subprocess.run([sys.executable, "-c", RUN, tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 150, f"{done.stdout} MB"
    for paper in ("a4", "letter"):
        assert (tmp_path / f"output/small/print/small-{paper}.pdf").stat().st_size > 75_000_000
