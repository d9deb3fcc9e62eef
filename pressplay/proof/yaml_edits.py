"""YAML edits: one value of a YAML text is written anew in its place, and every other character stays.

An edit is made in several ways, the least conspicuous first; the text is then read again, and the first
way that changed what was asked for and nothing else is taken. When none did, the edit is refused.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy

from .yaml_spans import NotEditable, Step, YamlSpan, follow, read_spans, resolved

_WORDS = re.compile(r"(?i)(y|n|yes|no|on|off|true|false|null|~|=|<<)?")
_NUMBER = re.compile(r"[-+]?(\.inf|\.nan|0[xob][0-9a-f_]+|[0-9][0-9_,]*(\.[0-9_]*)?(e[-+]?[0-9]+)?|\.[0-9_]+)", re.I)
_TIME = re.compile(r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*")
_HEADER = re.compile(r"([|>])([+-]?)([1-9]?)([+-]?)[ \t]*(#[^\r\n]*)?(\r\n|\r|\n|$)")
_BREAK = re.compile("\r\n|\r|\n")
_UNPRINTED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def set_scalar(text: str, path: Sequence[Step], value: str, bare: bool = False) -> str:
    """The text with another scalar at a path; a `bare` one is a number, a date or a word and needs no quotes.

    A key that its mapping lacks is added at its end. The line break that ends a block of text is kept.
    """
    bom, text = _without_bom(text)
    root = read_spans(text)
    parent = follow(root, path[:-1])[-1]
    _refuse_shared(root, follow(root, path[:-1]), path)
    target = parent.step(path[-1])
    if target is None:
        return bom + _first_right(text, _with_key(text, parent, str(path[-1]), value, bare), path, value)
    if target.sort != "scalar":
        raise NotEditable("it is a list, or comes from elsewhere in the file")
    kept = value + "\n" * (len(target.text) - len(target.text.rstrip("\n"))) if target.style in "|>" else value
    if target.style in ("", "'", '"') and kept == target.text:
        return bom + text
    ways = (text[: target.start] + way + text[target.end :] for way in _ways(text, target, parent, kept, bare))
    return bom + _first_right(text, ways, path, kept)


def remove_key(text: str, path: Sequence[Step]) -> str:
    """The text without a key of a mapping and its value."""
    bom, text = _without_bom(text)
    root = read_spans(text)
    trail = follow(root, path)
    _refuse_shared(root, trail, path)
    parent = trail[-2]
    index = next(number for number, key in enumerate(parent.keys) if key.text == path[-1])
    key, value = parent.keys[index], parent.values[index]
    if len(parent.keys) == 1:
        raise NotEditable("nothing would be left")
    after = parent.keys[index + 1].start if index + 1 < len(parent.keys) else None
    ways: list[str] = []
    if parent.flow:
        if after is not None:
            ways.append(text[: key.start] + text[after:])
        ways.append(text[: parent.values[index - 1].end] + text[value.end :])
    else:
        line = _line_start(text, key.start)
        if not text[line : key.start].strip():
            ways.append(text[:line] + text[_line_end(text, _content_end(text, value)) :])
        elif after is not None and "#" not in text[value.end : after]:
            ways.append(text[: key.start] + text[after:])
    wanted = deepcopy(root)
    spot = follow(wanted, path[:-1])[-1]
    del spot.keys[index], spot.values[index]
    return bom + _first_equal(ways, wanted)


def copy_item(text: str, index: int, changes: Mapping[str, str]) -> str:
    """The text with an item of its list twice, the second time with other values."""
    bom, text = _without_bom(text)
    root = read_spans(text)
    start, end = _item_lines(text, root, index)
    item = text[start:end]
    if not item.endswith(("\n", "\r")):
        item = _eol(text) + item
    if "&" in item and any(span.anchor for span in root.values[index].all()):
        raise NotEditable("it has an anchor, of which there can be only one")
    done = text[:end] + item + text[end:]
    wanted = deepcopy(root)
    wanted.values.insert(index + 1, deepcopy(root.values[index]))
    done = _first_equal([done], wanted)
    for name, value in changes.items():
        done = set_scalar(done, [index + 1, name], value)
    return bom + done


def add_item(text: str, values: Mapping[str, tuple[str, bool]]) -> str:
    """The text with a new item at the end of its list, written like the last one; each value may be bare."""
    bom, text = _without_bom(text)
    root = read_spans(text)
    index = len(root.values) - 1
    start, end = _item_lines(text, root, index)
    last, eol = root.values[index], _eol(text)
    lead = text[start : last.start]
    pairs = [f"{_key(name)}: {_quoted(value, bare, last.flow)}" for name, (value, bare) in values.items()]
    between = ", " if last.flow else eol + " " * (last.start - _line_start(text, last.start))
    body = f"{{{between.join(pairs)}}}" if last.flow else between.join(pairs)
    before = "" if text[:end].endswith(("\n", "\r")) else eol
    done = text[:end] + before + lead + body + eol + text[end:]
    added = read_spans(done)
    expected = [(name, value) for name, (value, _) in values.items()]
    if [each.said() for each in added.values[:-1]] != [each.said() for each in root.values] or [
        (key.text, value.text) for key, value in zip(added.values[-1].keys, added.values[-1].values)
    ] != expected:
        raise NotEditable("the file's layout leaves no room for it")
    return bom + done


def delete_item(text: str, index: int) -> str:
    """The text without an item of its list."""
    bom, text = _without_bom(text)
    root = read_spans(text)
    if len(root.values) == 1:
        raise NotEditable("it is the last one; a file of pieces holds at least one")
    start, end = _item_lines(text, root, index)
    wanted = deepcopy(root)
    del wanted.values[index]
    used = {span.text for span in wanted.all() if span.sort == "alias"}
    gone = [span.anchor for span in root.values[index].all() if span.anchor in used]
    if gone:
        raise NotEditable(f"others use its &{gone[0]}")
    return bom + _first_equal([text[:start] + text[end:]], wanted)


# Which of several ways is right -----------------------------------------------


def _first_right(text: str, ways: Iterator[str], path: Sequence[Step], value: str) -> str:
    """The first way after which the path holds the value and all else is as it was."""
    before = read_spans(text)
    for way in ways:
        try:
            after = read_spans(way)
            old, new = follow(before, path[:-1])[-1], follow(after, path[:-1])[-1]
        except NotEditable:
            continue
        found = new.step(path[-1])
        if found is None or found.sort != "scalar" or found.text != value:
            continue
        wanted = deepcopy(before)
        spot = follow(wanted, path[:-1])[-1]
        if old.step(path[-1]) is None:
            spot.keys.append(new.keys[-1])
            spot.values.append(found)
        else:
            _put(spot, path[-1], found)
        if wanted.said() == after.said():
            return way
    raise NotEditable("the file's layout does not let it be changed alone; change it in an editor")


def _first_equal(ways: Sequence[str], wanted: YamlSpan) -> str:
    for way in ways:
        try:
            if read_spans(way).said() == wanted.said():
                return way
        except NotEditable:
            continue
    raise NotEditable("the file's layout does not let it be changed alone; change it in an editor")


def _put(parent: YamlSpan, step: Step, found: YamlSpan) -> None:
    if isinstance(step, int):
        found.anchor = parent.values[step].anchor
        parent.values[step] = found
    else:
        index = next(number for number, key in enumerate(parent.keys) if key.text == step)
        parent.values[index] = found


def _refuse_shared(root: YamlSpan, trail: Sequence[YamlSpan], path: Sequence[Step]) -> None:
    """A value that others use by an alias is not changed for all of them unasked."""
    used = {span.text for span in root.all() if span.sort == "alias"}
    last = trail[-1].step(path[-1]) if len(trail) == len(path) else None
    for span in [*trail, last] if last else trail:
        if span and span.anchor in used:
            raise NotEditable(f"others use it as *{span.anchor}; change it in an editor")
    if last and last.sort == "alias":
        raise NotEditable(f"it comes from *{last.text}, which others may use too")


# The ways ----------------------------------------------------------------------


def _ways(text: str, target: YamlSpan, parent: YamlSpan, value: str, bare: bool) -> Iterator[str]:
    """Ways to write a value where another stood."""
    space = " " if target.start == target.end and not text[: target.start].endswith((" ", "\t")) else ""
    if target.style in ("|", ">"):
        yield from _block(text, target, value)
        tail = text[_content_end(text, target) : target.end]
        for way in _lines(value, bare):
            yield way + (tail or _eol(text))
        return
    if target.style == "'":
        yield from _single(value)
    elif target.style == '"':
        yield _double(value)
    for way in _lines(value, bare):
        yield space + way
    yield space + _double(value) + " "  # where a comment or a colon would touch it


def _lines(value: str, bare: bool) -> Iterator[str]:
    if bare or _is_text(value):
        yield from (value,) if value and value == value.strip() and not _BREAK.search(value) else ()
    if '"' in value or "\\" in value:
        yield from _single(value)
    yield _double(value)


def _is_text(value: str) -> bool:
    """Whether it counts as text everywhere when it stands without quotes."""
    if not value or _WORDS.fullmatch(value) or _NUMBER.fullmatch(value) or _TIME.fullmatch(value):
        return False
    if value[0] in "-?:,[]{}#&*!|>'\"%@`=<" or value.endswith(":") or re.search(r": |\s#|\t", value):
        return False
    return resolved(value) == "str" and not _UNPRINTED.search(value)


def _single(value: str) -> Iterator[str]:
    if not _BREAK.search(value) and not _UNPRINTED.search(value):
        yield "'" + value.replace("'", "''") + "'"


def _double(value: str) -> str:
    """In double quotes, on one line, unprinted characters by their codes."""
    quoted = json.dumps(value, ensure_ascii=False)
    return _UNPRINTED.sub(lambda char: f"\\u{ord(char[0]):04x}", quoted)


def _quoted(value: str, bare: bool, flow: bool) -> str:
    plain = (bare or _is_text(value)) and not (flow and re.search(r"[,\[\]{}?:]", value))
    return value if plain and value else _double(value)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_][\w-]*", name) else _double(name)


def _block(text: str, target: YamlSpan, value: str) -> Iterator[str]:
    """A block of lines with the header it has; nothing when the value cannot stand in one."""
    written = text[target.start : target.end]
    header = _HEADER.match(written)
    body = value.rstrip("\n")
    if not header or not body or _UNPRINTED.search(value) or "\r" in value:
        return
    rest = written[header.end() :]
    first = next((line for line in _BREAK.split(rest) if line.strip()), "")
    indent = re.match(r" *", first)
    if not indent or not indent[0]:
        return
    margin = indent[0]
    if header[3]:  # the header says how deep, for its first line starts with a space
        before = _line_start(text, target.start)
        outer = len(text[before:]) - len(text[before:].lstrip(" "))
        margin = " " * (outer + int(header[3]))
    lines = body.split("\n")
    if header[1] == ">":
        lines = body.replace("\n", "\n\n").split("\n")
    kept = written[len(written.rstrip(" \t\r\n")) :] if rest.strip() else _eol(text)
    eol = _eol(text)
    yield header[0] + eol.join(margin + line if line else "" for line in lines) + kept


def _with_key(text: str, parent: YamlSpan, name: str, value: str, bare: bool) -> Iterator[str]:
    """Ways to add a key to a mapping."""
    if parent.sort == "alias":
        raise NotEditable(f"it comes from *{parent.text}, which others may use too")
    if parent.sort != "mapping":
        raise NotEditable("there is no such place in the list")
    for way in _lines(value, bare):
        pair = f"{_key(name)}: {way}"
        if parent.flow:
            inside = text[: parent.end - 1].rstrip(" \t\r\n")
            comma = "" if inside.endswith((",", "{")) else ","
            space = "" if inside.endswith("{") else " "
            yield inside + comma + space + pair + text[len(inside) :]
        elif parent.values:
            end = _line_end(text, _content_end(text, parent.values[-1]))
            margin = " " * (parent.start - _line_start(text, parent.start))
            head = text[:end] if text[:end].endswith(("\n", "\r")) else text[:end] + _eol(text)
            ending = _eol(text) if text[:end].endswith(("\n", "\r")) else ""
            yield head + margin + pair + ending + text[end:]


# Lines -------------------------------------------------------------------------


def _without_bom(text: str) -> tuple[str, str]:
    return ("\ufeff", text[1:]) if text.startswith("\ufeff") else ("", text)


def _eol(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def _line_end(text: str, at: int) -> int:
    """Behind the line break of the line."""
    found = _BREAK.search(text, at)
    return found.end() if found else len(text)


def _content_end(text: str, span: YamlSpan) -> int:
    """The end of a value without the blank lines behind it."""
    return span.start + len(text[span.start : span.end].rstrip(" \t\r\n"))


def _item_lines(text: str, root: YamlSpan, index: int) -> tuple[int, int]:
    """The lines of an item of the top list."""
    if root.sort != "list" or root.flow:
        raise NotEditable("the pieces do not stand in lines of their own")
    if not 0 <= index < len(root.values):
        raise NotEditable("it is not there any more")
    item = root.values[index]
    dash = text.rfind("-", 0, item.start)
    start = _line_start(text, dash)
    end = _line_end(text, _content_end(text, item))
    if dash < 0 or text[start:dash].strip() or item.sort == "alias":
        raise NotEditable("it does not stand in lines of its own")
    return start, end
