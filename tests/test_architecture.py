"""The architecture holds: a package imports only packages above it, and third parties stay at the rim.

`python tests/test_architecture.py` writes the tree of ARCHITECTURE.md anew.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "pressplay"
HOUSE = PACKAGE.parent / "ARCHITECTURE.md"
FILES = {
    ".".join(file.relative_to(PACKAGE).with_suffix("").parts): file
    for file in sorted(PACKAGE.rglob("*.py"))
    if "starter" not in file.parts
}

# The packages in their order: each imports only those before it.
ORDER = ["problem", "units", "files", "cache", "spool", "writing", "processes"]
ORDER += ["data", "drawing", "rules", "table", "game", "faces", "ink_saver", "project", "sheets", "booklet"]
ORDER += ["exports", "stats", "build", "changes", "proof", "commands", "__main__"]

# Third parties stay at the rim: where each may be imported.
RIM = {
    "typer": ("commands.",),
    "rich": ("commands.",),
    "python_calamine": ("data.spreadsheet_reader",),
    "yaml": ("data.", "proof.yaml_spans"),
    "starlette": ("proof.",),
    "watchfiles": ("proof.server",),
    "uvicorn": ("commands.proofing",),
    "uharfbuzz": ("drawing.", "exports.pdf.typeface", "commands.typefaces"),
    "icu4py": ("drawing.type.breaks",),
    "pyphen": ("drawing.type.breaks",),
    "markdown_it": ("booklet.markdown",),
    "reportlab": ("exports.pdf.",),
    "pypdfium2": ("exports.images.",),
    "PIL": ("exports.", "changes.", "drawing.images"),
    "jinja2": ("rules.", "faces.fill", "faces.sandbox"),
    "markupsafe": ("faces.fill", "faces.parts"),
}
PRINTER = "commands.console"  # the one module that calls print; where rich is, it draws tables and bars itself


def tree(name: str) -> ast.Module:
    return ast.parse(FILES[name].read_text("utf-8"))


def imported(name: str) -> Iterator[tuple[str, int]]:
    """What a module imports, for its types alone too: our own modules with a leading dot, others by their first name."""
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Import):
            yield from ((alias.name.split(".")[0], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            path = name.split(".")[: -node.level] if node.level else []
            path += (node.module or "").split(".") if node.module else []
            if not node.level and path[0] != "pressplay":
                yield path[0], node.lineno
                continue
            for alias in node.names:
                yield "." + ".".join([*(path if node.level else path[1:]), alias.name]), node.lineno


@pytest.mark.parametrize("name", FILES)
def test_a_package_imports_only_packages_above_it(name: str) -> None:
    above = ORDER[: ORDER.index(name.split(".")[0]) + 1] if name != "__init__" else []
    strangers = [
        (other, line) for other, line in imported(name) if other[0] == "." and other.split(".")[1] not in above
    ]
    assert not strangers, f"{name} imports {strangers}"


@pytest.mark.parametrize("name", FILES)
def test_each_module_opens_with_one_sentence(name: str) -> None:
    opening = (ast.get_docstring(tree(name)) or "").split("\n\n")[0]
    assert opening.endswith("."), f"{name} opens with no sentence"
    assert not re.search(r"[a-z)][.!?]\s+[A-Z]", opening), f"{name} opens with more than one sentence"


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith("__init__")])
def test_an_init_holds_a_docstring_only(name: str) -> None:
    assert len(tree(name).body) == 1


@pytest.mark.parametrize("name", FILES)
def test_only_the_command_line_prints_and_exits(name: str) -> None:
    calls = {"print", "input", "exit", "quit", "sys.exit"} - ({"print"} if name == PRINTER else set())
    streams = {"sys.argv"} | ({"sys.stdout", "sys.stderr"} if not name.startswith("commands.") else set())
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Call):
            assert ast.unparse(node.func) not in calls, f"{name}:{node.lineno}"
        elif isinstance(node, ast.Attribute):
            assert ast.unparse(node) not in streams, f"{name}:{node.lineno}"


@pytest.mark.parametrize("name", FILES)
def test_third_parties_stay_at_the_rim(name: str) -> None:
    for other, line in imported(name):
        homes = RIM.get(other)
        assert homes is None or any(name == home or (home[-1] == "." and name.startswith(home)) for home in homes), (
            f"{name}:{line} imports {other}, whose place is {', '.join(homes)}"
        )


@pytest.mark.parametrize("name", FILES)
def test_the_output_depends_on_no_clock_and_no_chance(name: str) -> None:
    """Same input, same bytes: only a command may look at the clock, to say how long it took and to wait, and make a secret."""
    forbidden = {"random", "uuid"} | ({"time", "secrets"} if not name.startswith("commands.") else set())
    assert not [(other, line) for other, line in imported(name) if other in forbidden]


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    given = function.args.posonlyargs + function.args.args + function.args.kwonlyargs
    return [each.arg for each in given if each.arg not in ("self", "cls")]


@pytest.mark.parametrize("name", FILES)
def test_functions_have_at_most_six_parameters(name: str) -> None:
    """A command has one for each of its options: Typer reads them there, and nobody calls it with values in a row."""
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = parameters(node)
            command = name.startswith("commands.") and given[:1] == ["context"]
            assert len(given) <= 6 or command, f"{name}:{node.lineno} {node.name} takes {len(given)}"


# Modules that stand beside the ones whose place they will take, under the same names.
SUCCESSORS = ("drawing.type.", "exports.pdf.typeface")


def test_no_two_classes_have_one_name() -> None:
    homes: dict[str, list[str]] = {}
    for name in FILES:
        for node in ast.walk(tree(name)):
            if isinstance(node, ast.ClassDef) and not name.startswith(SUCCESSORS):
                homes.setdefault(node.name, []).append(name)
    assert not {name: places for name, places in homes.items() if len(places) > 1}


@pytest.mark.parametrize("name", FILES)
def test_no_module_is_named_by_a_participle(name: str) -> None:
    """A module is named by what is in it, not by what was done to it."""
    words = {word for part in name.split(".") for word in part.split("_")} - {"embed"}
    assert not [word for word in words if re.fullmatch(r"made|told|seen|found|drawn|said|shown|\w{2,}ed", word)]


# ARCHITECTURE.md ---------------------------------------------------------------------------------------------------


def _drawn_tree() -> str:
    """The packages in their order, each with its sentence and its modules."""
    return "\n".join(_entry(name) for name in ORDER)


def _entry(name: str) -> str:
    folder = PACKAGE / name
    if not folder.is_dir():
        return f"- `{name}.py`: {_sentence(folder.with_suffix('.py'))}"
    packages = [file.parent for file in sorted(folder.rglob("__init__.py"))]
    lines = [f"- **`{name}/`** {_sentence(folder / '__init__.py')} {_modules(folder)}"]
    for inner in packages[1:]:
        lines.append(f"  - **`{inner.relative_to(PACKAGE)}/`** {_sentence(inner / '__init__.py')} {_modules(inner)}")
    return "\n".join(line.rstrip() for line in lines)


def _modules(folder: Path) -> str:
    return " · ".join(file.stem for file in sorted(folder.glob("*.py")) if file.stem != "__init__")


def _sentence(file: Path) -> str:
    said = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
    return " ".join(said.split("\n\n")[0].split())


def _parts() -> tuple[str, str, str]:
    """The page up to the tree, the tree, and the rest."""
    before, start, rest = HOUSE.read_text("utf-8").partition("<!-- tree -->\n")
    listed, end, after = rest.partition("<!-- /tree -->")
    return before + start, listed, end + after


def test_the_tree_is_as_it_is() -> None:
    _, listed, _ = _parts()
    assert listed.strip() == _drawn_tree(), (
        "modules came, went or say another sentence: run python tests/test_architecture.py"
    )


if __name__ == "__main__":
    before, _, after = _parts()
    HOUSE.write_text(before + _drawn_tree() + "\n" + after, "utf-8")
