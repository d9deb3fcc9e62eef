"""Type styles: looks of text that `style.type` of a game names once, and what may be said in one."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pressplay.data.nodes import MappingNode, Node, Scalar
from pressplay.problem import nearest

from .element import Attr, FaceMistake, Scene, color_reader
from .elements.text import BOX, TEXT

_PLACES = {"x", "y", "w", "h", "name", "rotate", "type"}  # of one text, never of a look
LOOKS: Mapping[str, Attr] = {
    key: attr for key, attr in {**TEXT.attributes, **BOX.attributes}.items() if key not in _PLACES
}


class TypeMistake(NamedTuple):
    """What is wrong with a type style, and at which node of the game's data."""

    node: Node
    message: str
    hint: str = ""


def type_mistakes(types: Node, fonts: list[str], palette: Mapping[str, str]) -> Iterator[TypeMistake]:
    """Everything in `style.type` that no text could be set in."""
    if not isinstance(types, MappingNode):
        yield TypeMistake(types, "style.type names looks of text", "write title: {font: display, size: 20}")
        return
    scene = Scene(palette, _nothing, _nothing, _nothing, _nothing, *color_reader(palette))  # type: ignore[arg-type]
    for name, (_, look) in types.entries.items():
        if not isinstance(look, MappingNode):
            yield TypeMistake(look, f"style.type.{name} is no look of text", "write {font: display, size: 20}")
            continue
        for key, (word, value) in look.entries.items():
            path = f"style.type.{name}.{key}"
            if key not in LOOKS:
                yield TypeMistake(word, f"{path}: a text has no {key}", nearest(key, LOOKS))
            elif not isinstance(value, Scalar):
                yield TypeMistake(value, f"{path} is one value")
            elif key == "font" and value.text not in fonts:
                yield TypeMistake(value, f"{path}: unknown font {value.text!r}", nearest(value.text, fonts))
            else:
                try:
                    LOOKS[key].read({"true": "yes", "false": "no"}.get(value.text, value.text), scene)
                except FaceMistake as mistake:
                    yield TypeMistake(value, f"{path}: {mistake}", mistake.hint)


def _nothing(*asked: object) -> None:
    """No look asks for fonts, icons or images while it is read."""
    raise AssertionError(asked)
