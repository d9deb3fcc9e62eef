"""Jobs for exports: small games with cards, tiles, tokens and boards."""

from dataclasses import replace
from typing import Any

from support.sample import HERE, POKER, game, kind, plain

from pressplay.data.pieces import Kind, Piece, Size
from pressplay.drawing.component import Component
from pressplay.drawing.picture import Picture
from pressplay.exports.job import Job
from pressplay.exports.options import Options

CAP = 1024


SQUARE = Size("square-42", 42, 42, 2)


ROUND = Size("token-20", 20, 20, shape="circle")


def piece(of: Kind, id: str, copies: int = 1, **values: Any) -> Piece:
    title = id.replace("-", " ").title()
    return Piece(of.id, id, title, copies, {"title": title} | values, HERE, {})


def songs() -> list[Component]:
    """More than one sheet holds, with one back for all."""
    song = replace(kind("song"), back="song-back.xml", description="What the band plays.")
    back = plain(POKER, "#602040", "back")
    return [
        Component(
            song, piece(song, f"song-{n}", 3 if n == 0 else 1, bpm=60 + n), plain(POKER, "#204060", f"song {n}"), back
        )
        for n in range(75)
    ]


def points() -> list[Component]:
    """Two different sides."""
    point = replace(kind("point"), back="point-back.xml")
    return [
        Component(
            point, piece(point, f"p{n}"), plain(POKER, "#ffffff", f"front {n}"), plain(POKER, "#000000", f"back {n}")
        )
        for n in range(4)
    ]


def tiles() -> list[Component]:
    dancer = replace(kind("dancer", SQUARE), back="dancer-back.xml", tabletop="tile")
    back = plain(SQUARE, "#303030", "?")
    return [Component(dancer, piece(dancer, f"d{n}", 2), plain(SQUARE, "#ffcc00", f"d{n}"), back) for n in range(3)]


def tokens() -> list[Component]:
    token = replace(kind("token", ROUND), tabletop="token")
    chip = replace(kind("chip", ROUND), tabletop="token", count="supply")
    return [
        Component(token, piece(token, "black", 3), plain(ROUND, "#202020", "b"), None),
        Component(token, piece(token, "white", 1), plain(ROUND, "#eeeeee", "w"), None),
        Component(chip, piece(chip, "ten"), plain(ROUND, "#dd9900", "10"), None),
    ]


def job(components: list[Component], pages: tuple[Picture, ...] = (), **options: Any) -> Job:
    options = {"tts_max_px": CAP, "jobs": 1} | options
    return Job(game(components), tuple(components), (), pages, Options(**options))
