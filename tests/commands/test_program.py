"""The command line: what it says, where it says it, and the exit codes it ends with."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
from support.command_line import PYTHON, Done, edit, pressplay

COMMANDS = ["build", "check", "rules", "list", "stats", "diff", "impact", "print"]
COMMANDS += ["install", "tts-update", "new", "schema"]


def on_terminal(*args: str | Path, cwd: Path) -> Done:
    """The same in front of a person: a terminal of 100 columns."""
    ours, theirs = pty.openpty()
    command = [*PYTHON, *(str(arg) for arg in args)]
    env = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}
    with subprocess.Popen(command, cwd=cwd, env=env, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        shown = "".join(_until_closed(ours))
    os.close(ours)
    return Done(process.returncode, shown, "")


def _until_closed(terminal: int) -> Iterator[str]:
    while True:
        try:
            data = os.read(terminal, 65536)
        except OSError:  # how Linux says that the other side has closed
            return
        if not data:
            return
        yield data.decode("utf-8", "replace")


@pytest.fixture
def broken(starter: Path) -> Path:
    """A project with one mistake in its data and one against a rule."""
    edit(starter / "cards/first-steps/rulebook.md", "hand: 4", "hand: 5")
    return starter


# Help --------------------------------------------------------------------------------------------------------------


def test_help_teaches_with_examples(tmp_path: Path) -> None:
    done = pressplay("--help", cwd=tmp_path)
    assert done.code == 0
    assert "pressplay build king-of-clubs --to print --paper a4" in done.out
    for command in COMMANDS:
        assert re.search(rf"^  {command} ", done.out, re.M), command


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_explains_itself_with_an_example(command: str, tmp_path: Path) -> None:
    done = pressplay(command, "--help", cwd=tmp_path)
    assert done.code == 0
    assert re.search(rf"Examples?:\n +pressplay {command}", done.out)


def test_no_summary_in_the_list_of_commands_is_cut_off(tmp_path: Path) -> None:
    assert "..." not in pressplay("--help", cwd=tmp_path).out.split("Commands:")[1]


def test_help_costs_little_more_than_typer(tmp_path: Path) -> None:
    """Within 100 ms of `import typer`: nothing heavy is imported before it is needed."""

    def fastest(*command: str) -> float:
        times = []
        for _ in range(7):
            started = time.perf_counter()
            subprocess.run([sys.executable, *command], cwd=tmp_path, stdout=subprocess.DEVNULL, check=True)
            times.append(time.perf_counter() - started)
        return min(times)

    assert fastest("-m", "pressplay", "--help") - fastest("-c", "import typer") < 0.1


def test_help_imports_nothing_heavy(tmp_path: Path) -> None:
    code = "import sys; from pressplay.commands.program import main\ntry: main(['--help'])\nexcept SystemExit: print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split("\n")[-2].split())
    assert "pressplay.commands.program" in loaded
    assert not loaded & {"reportlab", "jinja2", "yaml", "PIL", "pypdfium2", "uharfbuzz", "rich", "markdown_it"}


def test_the_version(tmp_path: Path) -> None:
    done = pressplay("--version", cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert re.fullmatch(r"pressplay \d+\.\d+\.\d+\n", done.out)


# Wrong usage: exit code 2 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["bild"], "bild"),
        (["build", "--papier", "a4"], "--papier"),
        (["build", "first-step"], "did you mean first-steps?"),
        (["build", "--to", "pint"], "did you mean print?"),
        (["build", "--backs", "long"], "did you mean long-edge?"),
        (["build", "--paper", "a5"], "accepted: a3, a4, letter, tabloid"),
        (["build", "--kind", "steps"], "did you mean step?"),
        (["build", "--jobs", "many"], "--jobs"),
        (["build", "--tts-format", "gif"], "accepted: jpeg, jpg, png"),
        (["check", "--format", "xml"], "accepted: github, json, sarif, text"),
        (["rules"], "GAME"),
        (["rules", "first-step"], "did you mean first-steps?"),
        (["list", "nothing"], "accepted: first-steps"),
        (["--project", "nowhere", "check"], "nowhere is not a project"),
    ],
)
def test_what_is_not_understood_is_answered_with_what_is(starter: Path, args: list[str], said: str) -> None:
    done = pressplay(*args, cwd=starter)
    assert done.code == 2, done
    assert said in done.err
    assert done.out == ""
    assert not (starter / "output").exists()


def test_a_folder_without_a_project_is_told_how_to_get_one(tmp_path: Path) -> None:
    done = pressplay("check", cwd=tmp_path)
    assert done.code == 2
    assert "There is no project here" in done.err
    assert "pressplay new DIR" in done.err


# Finding the project -----------------------------------------------------------------------------------------------


def test_the_project_is_found_from_below_named_or_taken_from_the_environment(starter: Path, tmp_path: Path) -> None:
    expected = pressplay("list", cwd=starter).out
    assert "first-steps" in expected
    assert pressplay("list", cwd=starter / "cards/first-steps").out == expected
    assert pressplay("list", "--project", starter, cwd=tmp_path).out == expected
    assert pressplay("--project", starter, "list", cwd=tmp_path).out == expected
    assert pressplay("list", cwd=tmp_path, env={"PRESSPLAY_PROJECT": str(starter)}).out == expected


# Problems: exit code 1 ---------------------------------------------------------------------------------------------


def test_a_sound_project_has_no_problems(starter: Path) -> None:
    done = pressplay("check", cwd=starter)
    assert (done.code, done.out, done.err) == (0, "1 game, no problems.\n", "")


def test_a_problem_names_place_rule_sentence_found_and_expected(broken: Path) -> None:
    done = pressplay("check", cwd=broken)
    assert done.code == 1
    first, *rest = done.out.splitlines()
    assert re.match(r"cards/first-steps/\S+:\d+:\d+: dealing takes 11 steps, the deck has 9$", first)
    assert any("rule deal (cards/first-steps/rulebook.md:" in line and "Shuffle the steps" in line for line in rest)
    assert any("found 11, expected 9" in line for line in rest)
    assert rest[-1] == "1 problem in 1 game."


def test_problems_as_json(broken: Path) -> None:
    done = pressplay("check", "--format", "json", cwd=broken)
    assert done.code == 1
    data = json.loads(done.out)
    assert data["games"] == ["first-steps"]
    assert [problem["rule"]["id"] for problem in data["problems"]] == ["deal"]
    assert {"file", "line", "column", "message"} <= data["problems"][0].keys()


def test_no_problems_as_json(starter: Path) -> None:
    done = pressplay("check", "--format", "json", cwd=starter)
    assert done.code == 0
    assert json.loads(done.out) == {"games": ["first-steps"], "problems": [], "remarks": []}


def test_all_problems_come_once_and_sorted(starter: Path) -> None:
    steps = starter / "cards/first-steps/steps.yaml"
    edit(steps, "foot: left, beats: 1", "foot: leftt, beats: 1")
    edit(steps, "foot: both, beats: 3", "foot: both, beats: three")
    edit(steps, "title: Hop", "titel: Hop")
    done = pressplay("check", cwd=starter)
    assert done.code == 1
    places = [re.match(r"(cards/\S+?):(\d+):(\d+): ", line) for line in done.out.splitlines()]
    found = [(match[1], int(match[2]), int(match[3])) for match in places if match]
    assert len(found) >= 3
    assert found == sorted(found) and len(set(done.out.splitlines())) == len(done.out.splitlines())


def test_a_build_with_problems_writes_nothing(broken: Path) -> None:
    done = pressplay("build", cwd=broken)
    assert done.code == 1
    assert done.out == ""
    assert done.err.splitlines()[-1] == "1 problem in 1 game; nothing was written."
    assert not (broken / "output").exists()


def test_a_build_with_problems_leaves_the_last_output_as_it_was(starter: Path) -> None:
    assert pressplay("build", "--to", "print", cwd=starter).code == 0
    before = snapshot(starter / "output")
    edit(starter / "cards/first-steps/rulebook.md", "hand: 4", "hand: 5")
    assert pressplay("build", "--to", "print", cwd=starter).code == 1
    assert snapshot(starter / "output") == before


def snapshot(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        file.relative_to(folder).as_posix(): (file.read_bytes(), file.stat().st_mtime_ns)
        for file in folder.rglob("*")
        if file.is_file()
    }


# Building ----------------------------------------------------------------------------------------------------------


def test_a_build_says_what_it_made_and_why_so(starter: Path) -> None:
    done = pressplay("build", "--to", "print", cwd=starter)
    assert done.code == 0, done
    assert "wrote    output/first-steps/print/first-steps-a4.pdf\n" in done.out
    assert "wrote    output/first-steps/print/first-steps-letter.pdf\n" in done.out
    assert re.search(r"a4  sheet 1: step: 3 × 3", done.out), "the layout and its reason"
    assert re.search(r"^Built 1 game: 3 files in output, [\d.]+ s\.$", done.out, re.M)
    assert "first-steps: drawing every piece" in done.err, "plain lines where no terminal is"
    assert "\x1b" not in done.out + done.err


def test_a_second_build_finds_everything_unchanged(starter: Path) -> None:
    pressplay("build", "--to", "print", cwd=starter)
    before = snapshot(starter / "output")
    done = pressplay("build", "--to", "print", cwd=starter)
    assert "Built 1 game: 0 files (3 unchanged) in output" in done.out
    assert snapshot(starter / "output") == before


def test_papers_and_targets_may_be_listed_or_repeated(starter: Path, tmp_path: Path) -> None:
    out = tmp_path / "elsewhere"
    done = pressplay("build", "--to", "print", "--paper", "a3,a4", "--paper", "letter", "--out", out, cwd=starter)
    assert done.code == 0, done
    components = sorted(file.name for file in (out / "first-steps/print").iterdir())
    assert components == [f"first-steps-{paper}.pdf" for paper in ("a3", "a4", "letter")]
    assert not (starter / "output").exists()


def test_a_narrower_build_removes_what_it_no_longer_makes(starter: Path) -> None:
    pressplay("build", "--to", "print", cwd=starter)
    done = pressplay("build", "--to", "print", "--paper", "a4", cwd=starter)
    assert "removed  output/first-steps/print/first-steps-letter.pdf" in done.out
    assert not (starter / "output/first-steps/print/first-steps-letter.pdf").exists()


def test_a_file_in_place_of_the_output_folder_is_a_clear_message(starter: Path) -> None:
    (starter / "output").write_text("not a folder")
    done = pressplay("build", "--to", "print", cwd=starter)
    assert done.code == 1
    assert "output/first-steps: cannot be written: a file stands where a folder is needed" in done.err


def test_a_full_disk_is_a_clear_message(starter: Path) -> None:
    code = (
        "import errno, os, sys\n"
        "def full(fd): raise OSError(errno.ENOSPC, 'No space left on device')\n"
        "os.fsync = full\n"
        "from pressplay.commands.program import main\n"
        "main(['build', '--to', 'print'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=starter, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "output/first-steps: cannot be written: the disk is full" in done.stderr
    assert "Traceback" not in done.stderr
    assert not any((starter / "output").iterdir())


# Interrupted -------------------------------------------------------------------------------------------------------


def test_an_interrupt_ends_quietly_and_writes_nothing(starter: Path) -> None:
    code = (
        "import os, signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # ignored where tests run in the background
        "import pressplay.build.output as output\n"
        "def interrupted(*args): os.kill(os.getpid(), signal.SIGINT)\n"
        "output.write_game = interrupted\n"
        "from pressplay.commands.program import main\n"
        "main(['build', '--to', 'print'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=starter, capture_output=True, text=True, check=False)
    assert done.returncode == 128 + signal.SIGINT
    assert done.stderr.splitlines()[-1] == "Stopped; every file in the output is whole."
    assert "Traceback" not in done.stderr
    assert not (starter / "output").exists()


def test_a_reader_that_stops_reading_is_no_mistake(starter: Path) -> None:
    with subprocess.Popen(
        [*PYTHON, "rules", "first-steps"], cwd=starter, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout and process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""


# Inventory and rules -----------------------------------------------------------------------------------------------


def test_the_list_of_games(starter: Path) -> None:
    done = pressplay("list", cwd=starter)
    assert [line.split() for line in done.out.splitlines()] == [
        ["game", "title", "version", "kinds", "designs", "copies"],
        ["first-steps", "First", "Steps", "0.1", "1", "9", "9"],
    ]


def test_the_kinds_of_a_game(starter: Path) -> None:
    edit(starter / "cards/first-steps/steps.yaml", "{title: Hop,", "{title: Hop, copies: 3,")
    edit(starter / "cards/first-steps/rulebook.md", "hand: 4", "hand: 5")
    done = pressplay("list", "first-steps", cwd=starter)
    assert re.search(r"^step +Step cards +9 +11 +poker +63\.5 × 88\.9 mm +two$", done.out, re.M)
    assert done.code == 1, "the rules no longer hold, and the list says so"
    assert "rule every-step" in done.err


def test_the_rules_with_their_checks_and_findings(starter: Path) -> None:
    done = pressplay("rules", "first-steps", cwd=starter)
    assert done.code == 0
    assert "every-step  (cards/first-steps/rulebook.md:" in done.out
    assert "kinds: step" in done.out
    assert "    There are 9 steps: for each of left, right, both" in done.out
    assert "    ok    count(steps) == feet|length * longest  →  9\n" in done.out
    assert "    ok    step.beats <= longest for step in steps  →  9 of 9 hold\n" in done.out
    assert "2 rules, 4 checks, none failed." in done.out.splitlines()


def test_a_rule_that_fails_says_what_it_found(broken: Path) -> None:
    done = pressplay("rules", "first-steps", cwd=broken)
    assert done.code == 1
    assert "    FAIL  players.max * hand + opening == count(steps)  →  11, expected 9\n" in done.out
    assert "2 rules, 4 checks, 1 failed." in done.out.splitlines()


# On a terminal -----------------------------------------------------------------------------------------------------


def test_a_terminal_gets_tables_and_colours(starter: Path) -> None:
    done = on_terminal("rules", "first-steps", cwd=starter)
    assert done.code == 0
    assert "every-step" in done.out and "─" in done.out and "\x1b[" in done.out
    assert "─" in on_terminal("list", cwd=starter).out


def test_a_terminal_gets_a_progress_bar_that_goes_away(starter: Path) -> None:
    done = on_terminal("build", "--to", "print", cwd=starter)
    assert done.code == 0
    assert "━" in done.out and "\x1b[2K" in done.out, "drawn, and erased again"
    assert "Built 1 game" in done.out


def test_problems_on_a_terminal_keep_their_words(broken: Path) -> None:
    plain = re.sub(r"\x1b\[[\d;]*m", "", on_terminal("check", cwd=broken).out)
    assert "rulebook.md:" in plain or "steps.yaml:" in plain
    assert "dealing takes 11 steps, the deck has 9" in plain


# New ---------------------------------------------------------------------------------------------------------------


def test_new_makes_a_project_and_says_how_to_go_on(tmp_path: Path) -> None:
    done = pressplay("new", "my-game", cwd=tmp_path)
    assert done.code == 0
    assert done.out.splitlines()[1:] == ["    cd my-game", "    pressplay build"]
    assert pressplay("check", cwd=tmp_path / "my-game").code == 0


def test_new_refuses_a_folder_in_use(starter: Path) -> None:
    done = pressplay("new", starter, cwd=starter)
    assert done.code == 1
    assert "is not empty" in done.err


# Schema ------------------------------------------------------------------------------------------------------------


def test_schemas_appear_where_the_yaml_files_look_for_them(starter: Path) -> None:
    done = pressplay("schema", cwd=starter)
    assert done.code == 0, done
    for file in (starter / "cards").rglob("*.yaml"):
        named = re.match(r"# yaml-language-server: \$schema=(\S+)", file.read_text("utf-8"))
        assert named, f"{file.name} names no schema"
        schema = (file.parent / named[1]).resolve()
        assert json.loads(schema.read_text("utf-8"))["$schema"]
        assert schema.relative_to(starter).as_posix() in done.out


def test_schemas_of_sound_games_are_written_even_if_others_are_not(starter: Path) -> None:
    (starter / "cards/second").mkdir()
    (starter / "cards/second/game.yaml").write_text("title: [\n")
    done = pressplay("schema", cwd=starter)
    assert done.code == 1
    assert (starter / "schemas/first-steps.step.schema.json").is_file()
    assert "cards/second/game.yaml:" in done.err


# Install -----------------------------------------------------------------------------------------------------------


def test_an_installed_game_refers_to_files_that_are_there(starter: Path, tmp_path: Path) -> None:
    folder = tmp_path / "Tabletop Simulator"
    done = pressplay("install", "first-steps", "--tts-folder", folder, "--tts-max-px", "512", cwd=starter)
    assert done.code == 0, done
    saved = folder / "Saves/Saved Objects/pressplay/First Steps.json"
    table = folder / "Saves/TS_Save_1.json"
    assert str(saved) in done.out and str(table) in done.out, "it says where the game is"
    texts = saved.read_text("utf-8") + table.read_text("utf-8")
    urls = set(re.findall(r'"(?:FaceURL|BackURL|PDFUrl|MeshURL|DiffuseURL)": ?"([^"]+)"', texts))
    assert len(urls) == 5 and all(
        url.startswith("file:///") and Path(unquote(urlparse(url).path)).is_file() for url in urls
    )
    assert not (starter / "output").exists(), "local paths appear only where install puts them"


def test_a_game_with_problems_is_not_installed(broken: Path, tmp_path: Path) -> None:
    done = pressplay("install", "first-steps", "--tts-folder", tmp_path / "tts", cwd=broken)
    assert done.code == 1
    assert done.err.splitlines()[-1] == "1 problem in 1 game; nothing was installed."
    assert not (tmp_path / "tts").exists()


def test_a_machine_without_tabletop_simulator_is_told_what_to_do(starter: Path, tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path), "XDG_DATA_HOME": ""}
    done = pressplay("install", "first-steps", cwd=starter, env=home)
    assert done.code == 1
    assert "--tts-folder" in done.err


# Older files ---------------------------------------------------------------------------------------------------------


def test_files_of_other_targets_that_show_old_pieces_are_told_of(starter: Path) -> None:
    def build(*args: str) -> list[str]:
        done = pressplay("build", *args, cwd=starter)
        assert done.code == 0, done.err
        return [line.split(":")[0].split("/")[-1] for line in done.out.splitlines() if line.startswith("  older")]

    assert build("--to", "print", "--ink-saver", "--paper", "a4") == []
    assert build("--to", "print", "--paper", "a4") == [], "nothing has changed since"
    cards = starter / "cards/first-steps/steps.yaml"
    cards.write_text(cards.read_text("utf-8").replace("Toe Tap", "Toe Tip"), "utf-8")
    assert build("--to", "print", "--paper", "a4") == ["first-steps-a4-ink-saver.pdf"]
    assert build("--to", "print", "--paper", "a4") == ["first-steps-a4-ink-saver.pdf"], "as long as it is so"
    assert build("--to", "rulebook") == ["first-steps-a4-ink-saver.pdf"], "the coloured print is of today"
    assert build("--to", "print", "--ink-saver", "--paper", "a4") == []
