"""Reports of problems in the words of other programs: annotations of GitHub, and SARIF."""

from collections.abc import Iterable, Sequence
from typing import Any

from pressplay.problem import Problem

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def github(problems: Iterable[Problem], remarks: Iterable[Problem], below: str) -> list[str]:
    """Annotations that GitHub shows beside the lines; `below` is the project's folder in the repository."""
    return [
        *(_annotation("error", problem, below) for problem in problems),
        *(_annotation("notice", remark, below) for remark in remarks),
    ]


def _annotation(sort: str, problem: Problem, below: str) -> str:
    place = problem.place
    where = {"file": below + place.file}
    if place.line:
        where |= {"line": str(place.line), "col": str(place.column or 1)}
    where["title"] = f"rule {problem.broken.rule}" if problem.broken else "pressplay"
    listed = ",".join(f"{name}={_escaped(value, ':,')}" for name, value in where.items())
    return f"::{sort} {listed}::{_escaped(_words(problem))}"


def _escaped(text: str, more: str = "") -> str:
    """Text as a workflow command holds it."""
    for sign in "%\r\n" + more:
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text


def _words(problem: Problem) -> str:
    """All that is said of a problem but its place, which a spreadsheet's cell keeps."""
    first, *rest = str(problem).split("\n")
    message = problem.message if not problem.place.sheet else first
    return "\n".join([message, *(line.strip() for line in rest)])


def sarif(problems: Sequence[Problem], remarks: Sequence[Problem], below: str) -> dict[str, Any]:
    """A log as code scanning and editors read it."""
    rules = sorted({_rule(problem) for problem in [*problems, *remarks]})
    results = [_result("error", one, below) for one in problems] + [_result("note", one, below) for one in remarks]
    driver = {
        "name": "pressplay",
        "informationUri": "https://pypi.org/project/pressplay/",
        "rules": [{"id": rule} for rule in rules],
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _rule(problem: Problem) -> str:
    return problem.broken.rule if problem.broken else "problem"


def _result(level: str, problem: Problem, below: str) -> dict[str, Any]:
    place = problem.place
    where: dict[str, Any] = {"artifactLocation": {"uri": _uri(below + place.file)}}
    if place.line:
        where["region"] = {"startLine": place.line, "startColumn": place.column or 1}
    return {
        "ruleId": _rule(problem),
        "level": level,
        "message": {"text": _words(problem)},
        "locations": [{"physicalLocation": where}],
    }


def _uri(path: str) -> str:
    from urllib.parse import quote

    return quote(path)
