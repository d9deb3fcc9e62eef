"""Tabletop Simulator: a game's pieces as image sheets, saved objects that hold its decks, tiles and dice, and a table."""

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from itertools import groupby
from pathlib import PurePosixPath

from ..cache import key_of
from ..game import Kind
from ..job import Job, Made, OutFile
from ..picture import Picture
from ..problem import Place, Problem, Trouble, nearest
from . import rulebook
from .gallery import DRAWN_BY, Gallery
from .ink import pictures_pdf
from .overview import overview, shown
from .pixels import JPEG, PNG, png
from .saved import lay_out, saved_object
from .setting import setting, table_ids
from .shelf import Shelf
from .stock import PLANS, Plan
from .thumbnail import thumbnail

_FORMS = {"png": PNG, "jpg": JPEG, "jpeg": JPEG}
_NOWHERE = "https://pressplay.invalid/{game}/"  # stands until a game says where its images are hosted
_FAN = 5  # pieces on the thumbnail
_FELT = (46, 68, 62)  # the cloth of the table


def export(job: Job) -> list[OutFile]:
    """Image sheets, saved objects with their thumbnails and, where a game has a table, the save of it, below tts/."""
    gallery = Gallery(job.options.tts_max_px, _form(job.options.tts_format))
    if not job.made:
        return []
    kinds = [(job.game.kinds[id], list(made)) for id, made in groupby(job.made, key=lambda made: made.kind.id)]
    plans = [PLANS[kind.tabletop](kind, made, gallery) for kind, made in kinds]
    fan = [(gallery.page(front), front) for front in _fan(kinds)]
    fans = [[(gallery.page(front), front) for front in _fan([each])] for each in kinds]
    if job.arranged:
        for seen in shown(job.arranged, job.by_id).values():
            gallery.page(seen)
    whole = cache(lambda: pictures_pdf(gallery.pictures, job.game.root))  # made when something has to be drawn from it
    images = gallery.develop(lambda some: pictures_pdf(some, job.game.root), job.options.jobs, job.cache)
    names = [PurePosixPath(image.path).name for image in images]
    shelf = Shelf(job.game, _base(job), names, table_ids(job.arranged) if job.arranged else ())
    stocks = [plan.stock(shelf) for plan in plans]
    text = saved_object(job.game.title, lay_out([stock for each in stocks for stock in each]))
    picture = _fanned(job, whole, fan)
    files = [
        *{image.path: image for image in images}.values(),
        OutFile(f"tts/{job.game.id}.json", "tts-save", text.encode()),
        OutFile(f"tts/{job.game.id}.png", "tts-thumbnail", picture),
    ]
    if len(kinds) > 1:
        for (kind, _), stock, few in zip(kinds, stocks, fans):
            data = saved_object(kind.title, lay_out(stock)).encode()
            files.append(OutFile(f"tts/objects/{kind.id}.json", "tts-object", data, kind=kind.id))
            files.append(
                OutFile(f"tts/objects/{kind.id}.png", "tts-object-thumbnail", _fanned(job, whole, few), kind=kind.id)
            )
    return files + _table(job, plans, shelf, gallery, whole, picture)


def _fanned(job: Job, pdf: Callable[[], bytes], pages: Sequence[tuple[int, Picture]]) -> bytes:
    """The thumbnail of some pieces, drawn once."""
    shown = [(picture.hash, picture.stamp and picture.stamp.text) for _, picture in pages]
    return job.cache.kept(key_of("thumbnail", *DRAWN_BY, shown), lambda: thumbnail(pdf(), pages))


def _table(
    job: Job, plans: Sequence[Plan], shelf: Shelf, gallery: Gallery, pdf: Callable[[], bytes], picture: bytes
) -> list[OutFile]:
    """The save of the whole table, with its picture, its cloth and its rulebook, and the view from above."""
    if not job.arranged:
        return []
    cloth = _hashed("felt", PNG, "tts-image", png(bytes(_FELT) * (64 * 64), 64, 64))
    books = [_hashed("rulebook", "pdf", "tts-rulebook", file.data) for file in rulebook.export(job)]
    copies = {
        (one.kind.id, one.piece.id, copy): (one, stock) for plan in plans for one, copy, stock in plan.copies(shelf)
    }
    links = [_base(job) + PurePosixPath(file.path).name for file in (cloth, *books)]
    text = setting(job.game, job.arranged, copies, shelf, links[0], links[1] if books else "")
    view = overview(job.game, job.arranged, job.by_id, gallery, pdf())
    return [
        cloth,
        *books,
        OutFile("tts/table.json", "tts-table", text.encode()),
        OutFile("tts/table.png", "tts-table-thumbnail", picture),
        OutFile("table.png", "tts-view", view),
    ]


def _hashed(stem: str, ending: str, role: str, data: bytes) -> OutFile:
    return OutFile(f"tts/{stem}-{sha256(data).hexdigest()[:12]}.{ending}", role, data)


def _form(name: str) -> str:
    if name not in _FORMS:
        raise Trouble(Problem(Place("--tts-format"), f"unknown image format {name}", nearest(name, _FORMS)))
    return _FORMS[name]


def _base(job: Job) -> str:
    """What stands before an image's name in every reference to it."""
    base = job.options.url_base or job.game.url_base or _NOWHERE.format(game=job.game.id)
    return base if base.endswith(("/", "=")) else base + "/"


def _fan(kinds: Sequence[tuple[Kind, list[Made]]]) -> list[Picture]:
    """One piece of each kind, cards before others, then more of the first kinds."""
    ranked = sorted(kinds, key=lambda pair: pair[0].tabletop != "card")
    rounds = max((len(made) for _, made in ranked), default=0)
    fronts = (made[number].front for number in range(min(rounds, _FAN)) for _, made in ranked if number < len(made))
    return [front for front, _ in zip(fronts, range(_FAN))]
