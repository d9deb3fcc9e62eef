"""The architecture holds: nouns know earlier nouns, verbs know nouns, the pipeline alone puts verbs in order."""

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "pressplay"
FILES = {
    ".".join(file.relative_to(PACKAGE).with_suffix("").parts): file
    for file in sorted(PACKAGE.rglob("*.py"))
    if file.relative_to(PACKAGE).parts[0] not in ("starter", "data")
}
MODULES = [name for name in FILES if not name.endswith("__init__")]

# Stages, each with one public function of its name. Whatever is neither here nor below is a noun.
VERBS = ["load", "check", "fill", "layout", "preflight", "spare", "impose", "typeset", "arrange", "compare", "impact"]
VERBS += ["stats", "new", "schema", "install", "update"]  # the last four are commands in themselves
# The dictionary of export targets and their modules; the order of the stages; the command line, whose commands
# stand together in a few modules and share three.
EXPORTS = ["export", *(name for name in MODULES if name.startswith("exports."))]
SHARED = ["commands.telling", "commands.mistakes", "commands.options"]
COMMANDS = [name for name in MODULES if name.startswith("commands.") and name not in SHARED]
COMMAND_LINE = ["cli", *COMMANDS, *SHARED]
ENDS = ["pipeline", "archive", "changes", *COMMAND_LINE, "__main__"]
NOUNS = [name for name in MODULES if name not in [*VERBS, *EXPORTS, *ENDS]]

# Third parties stay at the rim: where each may be imported.
RIM = {
    "typer": ("cli", *COMMANDS, "commands.mistakes", "commands.options"),
    "rich": ("commands.telling", "commands.looking"),
    "yaml": ("reader",),
    "uharfbuzz": ("fonts",),
    "markdown_it": ("prose",),
    "reportlab": ("exports.",),
    "pypdfium2": ("exports.",),
    "PIL": ("exports.", "scene"),
    "jinja2": ("fill", "rulebook", "ruletags", "judging", "sandbox", "wording", "check"),
    "markupsafe": ("fill",),
}

PRINTER = "commands.telling"  # the one module that calls print; where rich is, it draws tables and bars itself
CLOCK = "commands.making"  # the one module that looks at the clock: to say how long a build took, and to wait


def tree(name: str) -> ast.Module:
    return ast.parse(FILES[name].read_text("utf-8"))


def imported(name: str) -> Iterator[tuple[str, int]]:
    """What a module imports when it runs: our own modules with a leading dot, and others by their first name."""
    typing_only = {
        inner
        for node in ast.walk(tree(name))
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in (ast.unparse(statement) for statement in node.body)
    }
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Import | ast.ImportFrom) and ast.unparse(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name.split(".")[0], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").split(".")[0], node.lineno
        elif isinstance(node, ast.ImportFrom):
            folder = name.split(".")[: -node.level]
            for alias in node.names:
                path = [*folder, *(node.module or "").split(".")] if node.module else folder
                whole = ".".join([*path, alias.name])
                yield "." + (whole if whole in FILES else ".".join(path)), node.lineno


def own_imports(name: str) -> dict[str, int]:
    return {other[1:]: line for other, line in imported(name) if other.startswith(".")}


def test_the_lists_above_name_modules_that_exist() -> None:
    assert set(VERBS) | set(ENDS) | {PRINTER, CLOCK} <= set(MODULES)
    homes = {home for homes in RIM.values() for home in homes if not home.endswith(".")}
    assert homes <= set(MODULES)


@pytest.mark.parametrize("name", FILES)
def test_each_module_opens_with_one_sentence(name: str) -> None:
    opening = (ast.get_docstring(tree(name)) or "").split("\n\n")[0]
    assert opening.endswith("."), f"{name} opens with no sentence"
    assert not re.search(r"[a-z)][.!?]\s+[A-Z]", opening), f"{name} opens with more than one sentence"


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith("__init__")])
def test_an_init_holds_a_docstring_only(name: str) -> None:
    assert len(tree(name).body) == 1


@pytest.mark.parametrize("name", NOUNS)
def test_a_noun_imports_nouns_only(name: str) -> None:
    strangers = {other: line for other, line in own_imports(name).items() if other not in NOUNS}
    assert not strangers, f"{name} is a noun but imports {strangers}"


def test_nouns_can_be_told_in_order() -> None:
    """Each noun imports earlier nouns only: there is an order, which is to say no circle."""
    order = list(TopologicalSorter({name: own_imports(name).keys() for name in NOUNS}).static_order())
    assert sorted(order) == sorted(NOUNS)


@pytest.mark.parametrize("name", VERBS)
def test_a_verb_imports_nouns_only(name: str) -> None:
    strangers = {other: line for other, line in own_imports(name).items() if other not in NOUNS}
    assert not strangers, f"{name} is a verb but imports {strangers}"


@pytest.mark.parametrize("name", VERBS)
def test_a_verb_has_a_function_of_its_name(name: str) -> None:
    assert name in [node.name for node in tree(name).body if isinstance(node, ast.FunctionDef)]


@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_imports_nouns_and_what_exports_share(name: str) -> None:
    strangers = {other: line for other, line in own_imports(name).items() if other not in [*NOUNS, *EXPORTS]}
    assert not strangers, f"{name} imports {strangers}"


@pytest.mark.parametrize("name", COMMAND_LINE)
def test_only_the_pipeline_puts_verbs_in_order(name: str) -> None:
    stages = [
        verb for verb in VERBS if verb not in ("new", "schema", "install", "update")
    ]  # these are commands in themselves
    assert not [other for other in own_imports(name) if other in stages]


def test_commands_know_what_they_share_and_not_each_other() -> None:
    """The program starts at cli, which alone knows every command; nothing below knows that there are commands."""
    for name in MODULES:
        known = {"cli": COMMAND_LINE, "__main__": ["cli"]}.get(name, SHARED if name in COMMAND_LINE else [])
        strangers = {other: line for other, line in own_imports(name).items() if other in COMMAND_LINE}
        assert strangers.keys() <= set(known), f"{name} imports {strangers}"


@pytest.mark.parametrize("name", FILES)
def test_only_the_command_line_prints_and_exits(name: str) -> None:
    calls = {"print", "input", "exit", "quit", "sys.exit"} - ({"print"} if name == PRINTER else set())
    streams = {"sys.argv"} | ({"sys.stdout", "sys.stderr"} if name not in COMMAND_LINE else set())
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Call):
            assert ast.unparse(node.func) not in calls, f"{name}:{node.lineno}"
        elif isinstance(node, ast.Attribute):
            assert ast.unparse(node) not in streams, f"{name}:{node.lineno}"


@pytest.mark.parametrize("name", MODULES)
def test_third_parties_stay_at_the_rim(name: str) -> None:
    for other, line in imported(name):
        homes = RIM.get(other)
        assert homes is None or any(name == home or (home[-1] == "." and name.startswith(home)) for home in homes), (
            f"{name}:{line} imports {other}, whose place is {', '.join(homes)}"
        )


@pytest.mark.parametrize("name", MODULES)
def test_the_output_depends_on_no_clock_and_no_chance(name: str) -> None:
    """Same input, same bytes: only a command that builds may look at the clock."""
    forbidden = {"random", "uuid", "secrets"} | ({"time"} if name != CLOCK else set())
    assert not [(other, line) for other, line in imported(name) if other in forbidden]
