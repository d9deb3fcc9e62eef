"""What a project can be set in."""

from pathlib import Path

from support.command_line import pressplay
from support.small import write

from pressplay.commands.typefaces import scripts


def test_the_fonts_of_a_project_with_their_scripts(tmp_path: Path) -> None:
    done = pressplay("fonts", cwd=write(tmp_path, "<face/>"))
    assert done.code == 0, done.err
    (barlow,) = [line for line in done.out.splitlines() if line.startswith("Barlow ")]
    assert "regular, bold" in barlow and "Latin" in barlow and "Greek" not in barlow


def test_scripts_are_told_by_their_letters() -> None:
    letters = [*range(0x61, 0x7B), *range(0x3B1, 0x3C8), 0x416, 0x31]
    assert scripts(letters) == "Latin 26, Greek 23"
    assert scripts([0x2603]) == "signs alone"
