"""What went wrong in an expression of a rulebook, a card text or a template, told without Python's words."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from jinja2 import TemplateError
from jinja2.exceptions import SecurityError
from jinja2.tests import TESTS

from pressplay.problem import nearest

from .sandbox import RULEBOOK_FILTERS, TAGS, TooMuch, Unknown

_TYPES = {
    "str": "text",
    "int": "a number",
    "float": "a number",
    "bool": "true or false",
    "NoneType": "none",
    "list": "a list",
    "tuple": "a list",
    "dict": "a mapping",
    "Tally": "a mapping",
    "Piece": "a piece",
    "datetime.date": "a date",
    "date": "a date",
    "range": "a list",
    "generator": "a list",
    "function": "a word for checks",
    "method": "a word for checks",
}


class Explanation(NamedTuple):
    """What went wrong, and how to mend it."""

    message: str
    hint: str = ""


def explain(error: Exception, filters: Iterable[str] = RULEBOOK_FILTERS, tags: Iterable[str] = TAGS) -> Explanation:
    """What went wrong in an expression, and how to mend it, without Python's words."""
    if isinstance(error, Unknown):
        return Explanation(str(error), error.hint)
    if isinstance(error, TooMuch):
        return Explanation(f"not allowed here: {error}")
    if isinstance(error, SecurityError):
        out = re.sub(r"^access to attribute '(.*?)' of .*$", r"\1 is out of bounds", str(error))
        return Explanation(f"not allowed here: {out}")
    if isinstance(error, TemplateError):
        return _explain_syntax(str(error.message), filters, tags)
    if isinstance(error, TypeError):
        return Explanation(_explain_types(str(error)))
    for sort, message in _MESSAGES.items():
        if isinstance(error, sort):
            return Explanation(message)
    for pattern, message in _VALUES.items():
        if match := re.match(pattern, str(error)):
            return Explanation(match.expand(message))
    return Explanation("this cannot be worked out")


_MESSAGES: dict[type[Exception], str] = {
    ZeroDivisionError: "this divides by zero",
    RecursionError: "this calls itself without end",
    OverflowError: "this number is too large",
    IndexError: "the list is too short for this",
    MemoryError: "not allowed here: this takes too much memory",
    SyntaxError: "loops and conditions are nested too deeply",
}
_VALUES = {
    r"could not convert string to float: '(.*)'": r"“\1” is no number",
    r"invalid literal for int\(\) with base \d+: '(.*)'": r"“\1” is no whole number",
    r"math domain error": "this has no result among the numbers",
    r"cannot convert float (?:NaN|infinity) to integer": "this number is too large",
    r"Exceeds the limit": "this number is too large",
    r"(\w+)\(\) (?:arg|iterable argument) is (?:an )?empty.*": r"\1 of an empty list",
    r"substring not found": "the text does not hold this",
    r"not enough values to unpack|too many values to unpack": "the list has not as many items as names stand here",
}


def _explain_syntax(said: str, filters: Iterable[str], tags: Iterable[str]) -> Explanation:
    unknown = re.match(r"No (filter|test) named '(.+?)'|.*unknown tag '(\w+)'", said)
    if unknown and unknown[3]:
        return Explanation(f"unknown tag {unknown[3]}", nearest(unknown[3], tags))
    if unknown:
        known = filters if unknown[1] == "filter" else TESTS
        return Explanation(f"unknown {unknown[1]} {unknown[2]}", nearest(unknown[2], known))
    block = re.search(r"block that needs to be closed is '(\w+)'", said)
    if block:
        return Explanation(f"{{% {block[1]} %}} is not closed: {{% end{block[1]} %}} is missing")
    return Explanation(f"not readable: {said.rstrip('.')}")


def _explain_types(said: str) -> str:
    def name(match: re.Match[str]) -> str:
        return _TYPES.get(match[1], match[1])

    compared = re.match(r"'(.+)' not supported between instances of '(.+)' and '(.+)'", said)
    if compared:
        left, right = (_TYPES.get(word, word) for word in compared.groups()[1:])
        return f"{compared[1]} cannot compare {left} with {right}"
    operands = re.match(r"unsupported operand type\(s\) for (\S+): '(.+)' and '(.+)'", said)
    if operands:
        left, right = (_TYPES.get(word, word) for word in operands.groups()[1:])
        return f"{operands[1]} does not go with {left} and {right}"
    if "concatenate" in said:
        return "+ does not join text and numbers; write ~ instead"
    for pattern, words in _CALLS.items():
        if match := re.search(pattern, said):
            kind = _TYPES.get(match[1].rsplit(".", 1)[-1], match[1]) if match.groups() else ""
            return words.format(kind, *match.groups()[1:])
    return "this cannot be worked out: it does not take values of this sort"


_CALLS = {
    r"'([\w.]+)' object is not iterable": "{0} stands where a list is needed",
    r"'([\w.]+)' object is not callable": "{0} is not a word that can be called",
    r"'([\w.]+)' object is not subscriptable": "{0} has no parts",
    r"object of type '([\w.]+)' has no len": "{0} has no length",
    r"argument of type '([\w.]+)' is not iterable": "{0} holds nothing that could be looked for",
    r"bad operand type for .*: '([\w.]+)'": "this does not go with {0}",
    r"must be real number, not (\w+)": "{0} stands where a number is needed",
    r"'([\w.]+)' object cannot be interpreted as an integer": "{0} stands where a whole number is needed",
    r"unhashable type: '([\w.]+)'": "{0} cannot be a key or be looked for",
    r"indices must be integers or slices, not (\w+)": "{0} is no place in a list",
    r"^(?:.*\.)?(\w+)\(\) missing \d+ required positional arguments?: (.*)$": "{0} lacks {1}",
    r"^(?:.*\.)?(\w+)\(\) takes (.*) positional arguments? but (\d+) w": "{0} takes {1} values; {2} were given",
    r"^(?:.*\.)?(\w+)\(\) got an unexpected keyword argument '(\w+)'": "{0} has no parameter {1}",
    r"^macro '(\w+)' takes no keyword argument '(\w+)'": "{0} has no parameter {1}",
    r"^macro '(\w+)' takes not more than (\d+)": "{0} takes at most {1} values",
    r"^(\w+) expected (.*) arguments?, got (\d+)": "{0} takes {1} values; {2} were given",
}
