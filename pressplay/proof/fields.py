"""What an editor on the page needs to know of a field: its sort, its choices, its bounds."""

from collections.abc import Iterable, Mapping
from typing import Any

from pressplay.data.fields import Bool, Color, Date, Field, IconName, Id, ImageFile, Number, OneOf, Ref, Text, plain
from pressplay.data.structures import ListOf, Maybe, Record

BARE = ("number", "bool", "date", "choice", "ref", "id", "icon")  # sorts whose values need no quotes


def describe(field: Field, pieces: Mapping[str, Iterable[str]]) -> dict[str, Any]:
    """The field as plain data; `pieces` are the ids of each kind."""
    if isinstance(field, Maybe):
        return {**describe(field.field, pieces), "optional": True}
    data: dict[str, Any] = {"sort": sort_of(field), "means": field.means}
    if isinstance(field, Number):
        bounds = {"low": field.low, "high": field.high, "whole": field.whole}
        data |= {name: value for name, value in bounds.items() if value is not None}
    elif isinstance(field, OneOf):
        data["choices"] = [str(plain(value)) for value in field.values or ()]
    elif isinstance(field, Ref):
        data["choices"] = list(pieces.get(field.kind, ()))
    elif isinstance(field, ListOf):
        data["item"] = describe(field.item, pieces)
    elif isinstance(field, Record):
        data["fields"] = {name: describe(inner, pieces) for name, inner in field.fields.items()}
    return data


def sort_of(field: Field) -> str:
    """The name of a field's type, as the page knows it."""
    sorts: dict[type, str] = {
        Number: "number",
        Bool: "bool",
        Date: "date",
        Color: "color",
        IconName: "icon",
        ImageFile: "image",
        OneOf: "choice",
        Ref: "ref",
        Id: "id",
        ListOf: "list",
        Record: "record",
        Text: "text",
    }
    return sorts.get(type(field), "other")


def first_value(field: Field, pieces: Mapping[str, Iterable[str]], icons: Iterable[str]) -> str:
    """What a new piece has in a required field until somebody writes something better."""
    known = describe(field, pieces)
    if known["sort"] == "number":
        low = known.get("low")
        return str(int(low) if low is not None else 1)
    firsts = {"bool": "no", "date": "2000-01-01", "color": "#808080", "text": "…"}
    firsts["icon"] = next(iter(icons), "…")
    return firsts.get(known["sort"], next(iter(known.get("choices", ())), "…"))
