"""Loading: every value keeps its line and column, and whatever cannot be read is a problem."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pressplay.data import yaml_reader
from pressplay.data.csv_reader import read_csv
from pressplay.data.loaders import load_document
from pressplay.data.nodes import DataCell, MappingNode, Node, Scalar, SequenceNode, SourceFile
from pressplay.data.text import MAX_BYTES, decode
from pressplay.data.yaml_reader import read_yaml
from pressplay.files import ProjectFiles
from pressplay.problem import Problem, Trouble
from pressplay.project.load import load, load_papers

BASE = Path(__file__).parents[1] / "broken" / "_base"
FONT = Path(__file__).resolve().parents[2] / "fonts" / "Barlow-Medium.ttf"


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """The sound project that the broken inputs are made from."""
    shutil.copytree(BASE, tmp_path / "tiny")
    shutil.copy(FONT, tmp_path / "tiny" / "fonts")
    return tmp_path / "tiny"


@pytest.fixture(params=["libyaml", "python"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each of the two YAML parsers."""
    if request.param == "python":
        monkeypatch.setattr(yaml_reader, "_parser", lambda text: yaml_reader._PythonParser(text).get_event)
    return str(request.param)


def told(problems: list[Problem]) -> list[str]:
    return [f"{problem.place}: {problem.message}" for problem in problems]


def plain(node: Node | None) -> object:
    """A node as bare data."""
    if isinstance(node, MappingNode):
        return {key: plain(value) for key, (_, value) in node.entries.items()}
    if isinstance(node, SequenceNode):
        return [plain(item) for item in node]
    return node.text if node else None


def yaml(text: str, line: int = 1) -> tuple[object, list[str]]:
    document, problems = read_yaml("a.yaml", text, line)
    return (plain(document.root) if document else None), told(problems)


# YAML


def test_values_know_where_they_stand(parser: str) -> None:
    document, problems = read_yaml("a.yaml", 'title: Duke\nlikes:\n  - dogs\n  - "cats"\nsize: {w: 3}\n')
    assert document and not problems
    root = document.root
    assert isinstance(root, MappingNode)
    likes = root.get("likes")
    assert isinstance(likes, SequenceNode)
    first, second = likes.items
    assert isinstance(first, Scalar) and isinstance(second, Scalar)
    assert (first.line, first.column, first.plain) == (3, 5, True)
    assert (second.line, second.column, second.plain) == (4, 5, False)
    assert str(document.place(root.entries["size"][1])) == "a.yaml:5:7"
    assert (root.entries["size"][0].line, root.entries["size"][0].column) == (5, 1)


def test_words_stay_the_words_they_look_like(parser: str) -> None:
    assert yaml("{a: no, b: 1999, c: 007, d: 2019-06-02, e: ~, f: 1e3}")[0] == {
        "a": "no",
        "b": "1999",
        "c": "007",
        "d": "2019-06-02",
        "e": "~",
        "f": "1e3",
    }


def test_a_text_that_starts_further_down_counts_from_there(parser: str) -> None:
    assert yaml("a: 1\na: 2\n", line=10)[1] == ["a.yaml:11:1: the key a stands twice; first in line 10"]


def test_aliases_and_merged_keys(parser: str) -> None:
    text = "- &red {color: red, bpm: 90}\n- {<<: *red, title: Nib, bpm: 91}\n- {<<: [*red, {x: 1}]}\n- *red\n"
    data, problems = yaml(text)
    assert not problems
    assert data == [
        {"color": "red", "bpm": "90"},
        {"title": "Nib", "bpm": "91", "color": "red"},
        {"color": "red", "bpm": "90", "x": "1"},
        {"color": "red", "bpm": "90"},
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: b: c\n", "a.yaml:1:5: a colon too many"),
        ("a: [1, 2\n", "a.yaml:2:1: a comma or the closing ] is missing"),
        ("a: {b: 1\n", "a.yaml:2:1: a comma or the closing } is missing"),
        ('a: "b\n', "a.yaml:1:4: a quote is not closed"),
        ("a: @b\n", "a.yaml:1:4: a text cannot start with this character"),
        ("a: 1\n---\nb: 2\n", "a.yaml:2:1: a second document starts here"),
        ("a: !b c\n", "a.yaml:1:4: the tag !b is not understood"),
        ("a: *b\n", "a.yaml:1:4: *b stands for nothing"),
        ("[a]: 1\n", "a.yaml:1:1: a list or mapping stands where a key should"),
        ("a:\n\tb: 1\n", "a.yaml:2:1: a tab stands here"),
        ("- a\n b: 1\n", "a.yaml:2:3: a colon too many"),
        ("a: 1\n  b: 2\n", "a.yaml:2:4: a colon too many"),
        ("a:\n  b: 1\n c: 2\n", "a.yaml:3:2: the indentation does not match the lines above"),
        ("a\nb: 1\n", "a.yaml:2:2: a colon too many"),
        ("b: 1\na\n", "a.yaml:3:1: a key without its colon"),
    ],
)
def test_both_parsers_say_the_same(parser: str, text: str, message: str) -> None:
    assert yaml(text)[1] == [message]


def test_an_unknown_backslash_code(parser: str) -> None:
    (problem,) = yaml('a: "\\q"\n')[1]  # the parsers point at different ends of it
    assert problem in ("a.yaml:1:5: an unknown backslash code", "a.yaml:1:6: an unknown backslash code")


def test_nesting_is_bounded(parser: str) -> None:
    assert yaml("[" * 50 + "]" * 50)[1] == []
    assert yaml("[" * 5000 + "]" * 5000)[1] == ["a.yaml:1:51: values are nested more than 50 deep"]


def test_aliases_cannot_explode(parser: str) -> None:
    lines = ["- &a0 [" + ", ".join("x" * 10) + "]"]
    lines += [f"- &a{n} [" + ", ".join([f"*a{n - 1}"] * 10) + "]" for n in range(1, 30)]
    problems = yaml("\n".join(lines))[1]
    assert len(problems) == 1 and "swell this file beyond 100,000 values" in problems[0]


@given(st.text(max_size=200))
def test_no_text_is_a_traceback(text: str) -> None:
    try:
        clean = decode("a.yaml", text.encode("utf-8", "surrogatepass"))
    except Trouble:
        return
    read_yaml("a.yaml", clean)
    load_document(SourceFile("a.csv", clean.encode()))


# Bytes


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"title: caf\xe9\n", "a.yaml:1:11: not UTF-8 text: byte 0xe9"),
        (b"a: 1\nb: \xff\n", "a.yaml:2:4: not UTF-8 text: byte 0xff"),
        ("title: x".encode("utf-16"), "a.yaml: the file is UTF-16 text"),
        (b"a: 1\nb: x\x00y\n", "a.yaml:2:5: an invisible character, U+0000"),
        ("a: x\u2028y\n".encode(), "a.yaml:1:5: an invisible character, U+2028"),
        (b"x" * (MAX_BYTES + 1), "a.yaml: the file is larger than 8 MB"),
    ],
)
def test_bytes_that_are_no_plain_text(data: bytes, message: str) -> None:
    with pytest.raises(Trouble) as stopped:
        decode("a.yaml", data)
    assert told(list(stopped.value.problems)) == [message]


def test_marks_and_line_ends_of_other_systems_are_fine() -> None:
    assert decode("a.yaml", b"\xef\xbb\xbfa: 1\r\nb: 2\rc: 3\n") == "a: 1\nb: 2\nc: 3\n"


# CSV


def csv(text: str) -> tuple[object, list[str]]:
    document, problems = load_document(SourceFile("a.csv", text.encode()))
    return (plain(document.root) if document else None), told(problems)


def test_a_table_is_a_list_of_mappings() -> None:
    text = 'title,bpm,meeples.bar,meeples.stage\nDuke, 94 ,1,2\n"A, ""B""\nC",,3,\n\n'
    assert csv(text) == (
        [
            {"title": "Duke", "bpm": "94", "meeples": {"bar": "1", "stage": "2"}},
            {"title": 'A, "B"\nC', "meeples": {"bar": "3"}},
        ],
        [],
    )


def test_cells_know_where_they_stand() -> None:
    document, _ = read_csv("a.csv", 'title,bpm\n"Two\nlines",  94\nDuke,95\n')
    assert document and isinstance(document.root, SequenceNode)
    two, duke = document.root.items
    assert isinstance(two, MappingNode) and isinstance(duke, MappingNode)
    cell = two.get("bpm")
    assert isinstance(cell, DataCell) and (cell.line, cell.column) == (3, 10)
    assert (duke.line, duke.column) == (4, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a.csv: the file is empty"),
        ("title,bpm,title\nDuke,94,x\n", "a.csv:1:11: the column title stands twice"),
        ("title,,bpm\nDuke,x,94\n", "a.csv:1:7: a column without a name"),
        ("title,bpm\nDuke\n", "a.csv:2:1: the row has 1 cells, the first row names 2"),
        ('title,bpm\nDu"ke,94\n', "a.csv:2:3: a quote in the middle of a cell"),
        ('title,bpm\n"Duke,94\n', "a.csv:2:1: a quote is opened here and never closed"),
        ("m,m.a\n1,2\n", "a.csv:1:1: m is both a column and a record"),
    ],
)
def test_broken_tables(text: str, message: str) -> None:
    assert csv(text)[1] == [message]


# Projects


def test_a_sound_project(tiny: Path) -> None:
    sources, problems = load(ProjectFiles(tiny))
    assert not problems
    (source,) = sources
    assert source.id == "tiny" and source.folder == "cards/tiny"
    assert source.pieces["song"].path == "cards/tiny/songs.yaml"
    assert source.rulebook and source.rulebook.path == "cards/tiny/rulebook.md"


def test_a_broken_game_does_not_hide_another(tiny: Path) -> None:
    other = tiny / "cards" / "other"
    other.mkdir()
    (other / "game.yaml").write_text("title: [\n")
    (other / "rulebook.md").write_text("---\n---\n")
    sources, problems = load(ProjectFiles(tiny))
    assert [source.id for source in sources] == ["other", "tiny"]
    assert {problem.place.file for problem in problems} == {"cards/other/game.yaml"}
    assert sources[0].game is None and sources[1].game


def test_folders_that_are_no_games(tiny: Path) -> None:
    (tiny / "cards" / "_shared").mkdir()
    (tiny / "cards" / "_shared" / "game.yaml").write_text("title: x\n")
    (tiny / "cards" / "drafts").mkdir()
    assert [source.id for source in load(ProjectFiles(tiny))[0]] == ["tiny"]
    (tiny / "cards" / "My Game").mkdir()
    (tiny / "cards" / "My Game" / "game.yaml").write_text("title: x\n")
    assert [(p.message, p.hint) for p in load(ProjectFiles(tiny))[1]] == [
        ("a game’s folder is named with a–z, 0–9 and -", "for example my-game")
    ]


def test_games_asked_for_by_name(tiny: Path) -> None:
    assert [source.id for source in load(ProjectFiles(tiny), ["tiny", "tiny"])[0]] == ["tiny"]
    sources, problems = load(ProjectFiles(tiny), ["tinny"])
    assert not sources
    assert [(p.message, p.hint) for p in problems] == [("there is no game tinny", "did you mean tiny? accepted: tiny")]


def test_a_project_without_games(tmp_path: Path) -> None:
    assert told(load(ProjectFiles(tmp_path))[1]) == ["cards: there is no game here"]


def test_a_missing_rulebook(tiny: Path) -> None:
    (tiny / "cards/tiny/rulebook.md").unlink()
    assert told(load(ProjectFiles(tiny))[1]) == ["cards/tiny: rulebook.md is missing"]


def test_shared_pieces(tiny: Path) -> None:
    (tiny / "cards/_shared").mkdir()
    (tiny / "cards/tiny/songs.yaml").rename(tiny / "cards/_shared/songs.yaml")
    game = tiny / "cards/tiny/game.yaml"
    game.write_text(game.read_text().replace("pieces: songs.yaml", "pieces: ../_shared/songs.yaml"))
    sources, problems = load(ProjectFiles(tiny))
    assert not problems and sources[0].pieces["song"].path == "cards/_shared/songs.yaml"


def out_by_file(root: Path, outside: Path) -> str:
    (root / "cards/tiny/songs.yaml").unlink()
    os.symlink(outside / "songs.yaml", root / "cards/tiny/songs.yaml")
    return "cards/tiny/game.yaml:11:13: pieces: songs.yaml is a link that leaves the project"


def out_by_folder(root: Path, outside: Path) -> str:
    game = root / "cards/tiny/game.yaml"
    game.write_text(game.read_text().replace("pieces: songs.yaml", "pieces: more/songs.yaml"))
    os.symlink(outside, root / "cards/tiny/more")
    return "cards/tiny/game.yaml:11:13: pieces: more/songs.yaml is a link that leaves the project"


def out_by_rulebook(root: Path, outside: Path) -> str:
    (root / "cards/tiny/rulebook.md").unlink()
    os.symlink(outside / "songs.yaml", root / "cards/tiny/rulebook.md")
    return "cards/tiny/rulebook.md: cards/tiny/rulebook.md is a link that leaves the project"


def a_folder(root: Path, outside: Path) -> str:
    (root / "cards/tiny/songs.yaml").unlink()
    (root / "cards/tiny/songs.yaml").mkdir()
    return "cards/tiny/game.yaml:11:13: pieces: songs.yaml is not a file"


def a_pipe(root: Path, outside: Path) -> str:
    (root / "cards/tiny/songs.yaml").unlink()
    os.mkfifo(root / "cards/tiny/songs.yaml")
    return "cards/tiny/game.yaml:11:13: pieces: songs.yaml is not a file"


def a_circle(root: Path, outside: Path) -> str:
    (root / "cards/tiny/songs.yaml").unlink()
    os.symlink("songs.yaml", root / "cards/tiny/songs.yaml")
    return "cards/tiny/game.yaml:11:13: pieces: songs.yaml is not a usable file name"


def too_large(root: Path, outside: Path) -> str:
    with open(root / "cards/tiny/songs.yaml", "ab") as file:
        file.truncate(MAX_BYTES + 10)
    return "cards/tiny/songs.yaml: the file is larger than 8 MB"


@pytest.mark.skipif(os.name != "posix", reason="links and pipes as POSIX has them")
@pytest.mark.parametrize(
    "spoil",
    [out_by_file, out_by_folder, out_by_rulebook, a_folder, a_pipe, a_circle, too_large],
    ids=lambda f: f.__name__,
)
def test_files_that_must_not_be_read(spoil: Callable[[Path, Path], str], tiny: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "songs.yaml").write_text("- {title: Nib}\n")
    message = spoil(tiny, outside)
    assert told(load(ProjectFiles(tiny))[1]) == [message]


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("songs.yaml", "cards/tiny/songs.yaml"),
        ("../tiny/songs.yaml", "cards/tiny/songs.yaml"),
        ("../../cards/tiny/songs.yaml", "cards/tiny/songs.yaml"),
        ("../../../tiny/cards/tiny/songs.yaml", ""),
        ("/etc/passwd", ""),
        ("~/songs.yaml", ""),
        ("C:/songs.yaml", ""),
        ("..\\songs.yaml", ""),
        ("songs\0.yaml", ""),
        ("x" * 5000, ""),
        (" ", ""),
        ("..", ""),
        (".", ""),
    ],
)
def test_locate(tiny: Path, written: str, found: str) -> None:
    path, reason = ProjectFiles(tiny).locate("cards/tiny", written)
    assert path == found and bool(reason) != bool(found)


# Papers


def test_papers_of_pressplay_and_of_the_project(tiny: Path) -> None:
    assert load_papers(ProjectFiles(tiny))["a4"].width == 210
    (tiny / "cards/papers.yaml").write_text("legal: {title: Legal, width: 215.9, height: 355.6}\n")
    papers = load_papers(ProjectFiles(tiny))
    assert {"a4", "letter", "a3", "tabloid", "legal"} <= set(papers) and papers["legal"].height == 355.6


def test_broken_papers(tiny: Path) -> None:
    (tiny / "cards/papers.yaml").write_text("legal: {title: Legal, width: wide}\n")
    with pytest.raises(Trouble, match=r"cards/papers.yaml:1:30: legal.width is “wide”"):
        load_papers(ProjectFiles(tiny))
