"""Tabletop Simulator: a game's pieces as image sheets, saved objects that hold its decks, tiles and dice, and a table."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import groupby
from pathlib import PurePosixPath

from ..cache import key_of
from ..game import Kind
from ..job import Job, Made, OutFile
from ..picture import Picture
from ..problem import Place, Problem, Trouble, nearest
from ..rehearsal import rehearse
from ..tabletop import Member, Stack
from . import rulebook, saved
from .carton import STEM, Carton, mesh, plan_cover
from .gallery import DRAWN_BY, Gallery
from .ink import pictures_pdf
from .overview import overview, shown
from .pixels import JPEG, PNG, png
from .save import lay_out, saved_object
from .saved import Object
from .setting import Links, setting, table_ids
from .shelf import Shelf
from .stock import PLANS
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
    cover = plan_cover(job.pages[0], gallery) if job.pages else None
    fan = [(gallery.page(front), front) for front in _fan(kinds)]
    fans = [[(gallery.page(front), front) for front in _fan([each])] for each in kinds]
    views = _views(job)
    for stacks, hands in views.values():
        for seen in shown(stacks, hands, job.by_id):
            gallery.page(seen)
    whole = cache(lambda: pictures_pdf(gallery.pictures, job.game.root))  # made when something has to be drawn from it
    images = gallery.develop(lambda some: pictures_pdf(some, job.game.root), job.options.jobs, job.cache)
    base = _base(job)
    shelf = Shelf(job.game, base, [PurePosixPath(image.path).name for image in images], _others(job))
    books = [_hashed("rulebook", "pdf", "tts-rulebook", file.data) for file in rulebook.export(job)]
    models = [_hashed(STEM, "obj", "tts-model", mesh())] if cover is not None else []
    carton = Carton(base + PurePosixPath(models[0].path).name, shelf.url(cover)) if models else Carton()
    stocks = [plan.stock(shelf) for plan in plans]
    inside = [stock.object for each in stocks for stock in each]
    if books:
        inside.append(saved.book(shelf.of_table("rulebook:Rulebook", "Rulebook"), base + _name(books[0]), locked=False))
    picture = _fanned(job, whole, fan)
    files = [
        *{image.path: image for image in images}.values(),
        *books,
        *models,
        OutFile(f"tts/{job.game.id}.json", "tts-save", _boxed(job, carton, inside, shelf)),
        OutFile(f"tts/{job.game.id}.png", "tts-thumbnail", picture),
    ]
    if len(kinds) > 1:
        for (kind, _), stock, few in zip(kinds, stocks, fans):
            data = saved_object(kind.title, lay_out(stock)).encode()
            files.append(OutFile(f"tts/objects/{kind.id}.json", "tts-object", data, kind=kind.id))
            files.append(
                OutFile(f"tts/objects/{kind.id}.png", "tts-object-thumbnail", _fanned(job, whole, few), kind=kind.id)
            )
    if not job.arranged:
        return files
    cloth = _hashed("felt", PNG, "tts-image", png(bytes(_FELT) * (64 * 64), 64, 64))
    copies = {
        (one.kind.id, one.piece.id, copy): (one, stock) for plan in plans for one, copy, stock in plan.copies(shelf)
    }
    links = Links(base + _name(cloth), base + _name(books[0]) if books else "", carton)
    return [
        *files,
        cloth,
        OutFile("tts/table.json", "tts-table", setting(job.game, job.arranged, copies, shelf, links).encode()),
        OutFile("tts/table.png", "tts-table-thumbnail", picture),
        *(OutFile(path, "tts-view", _viewed(job, view, gallery, whole)) for path, view in views.items()),
    ]


View = tuple[Sequence[Stack], Sequence[Sequence[Member]]]


def _views(job: Job) -> dict[str, View]:
    """What is seen of the table: as it is loaded, and as it is when the most players have set it up."""
    if not job.arranged:
        return {}
    found: dict[str, View] = {"table.png": (job.arranged.stacks, ())}
    if job.arranged.table.setups:
        done = rehearse(job.arranged, max(job.arranged.table.setups))
        found["table-set-up.png"] = (done.stacks, done.hands)
    return found


def _viewed(job: Job, view: View, gallery: Gallery, pdf: Callable[[], bytes]) -> bytes:
    """The table from above, drawn once for what one sees of it."""
    assert job.arranged
    stacks, hands = view
    cover = job.pages[0] if job.pages else None
    seen = [(picture.hash, picture.stamp and picture.stamp.text) for picture in shown(stacks, hands, job.by_id)]
    lying = [replace(each, place=Place("")) for each in stacks]
    rest = job.arranged.things, job.arranged.cells, job.arranged.table.seats, job.arranged.table.width
    key = key_of("view", *DRAWN_BY, seen, repr(lying), repr(rest), cover and cover.hash, job.game.fonts)
    return job.cache.kept(
        key,
        lambda: overview(job.game, job.arranged, stacks, hands, job.by_id, cover, gallery, pdf()),  # type: ignore[arg-type]
    )


def _boxed(job: Job, carton: Carton, inside: Sequence[Object], shelf: Shelf) -> bytes:
    """The whole game as one saved object: its box, with everything in it."""
    return saved_object(job.game.title, [carton.holding(inside, shelf.of_box())]).encode()


def _others(job: Job) -> Sequence[str]:
    """The ids of what is no piece of the game."""
    return table_ids(job.arranged) if job.arranged else ("box:Box", "rulebook:Rulebook")


def _fanned(job: Job, pdf: Callable[[], bytes], pages: Sequence[tuple[int, Picture]]) -> bytes:
    """The thumbnail of some pieces, drawn once."""
    shown = [(picture.hash, picture.stamp and picture.stamp.text) for _, picture in pages]
    return job.cache.kept(key_of("thumbnail", *DRAWN_BY, shown), lambda: thumbnail(pdf(), pages))


def _name(file: OutFile) -> str:
    return PurePosixPath(file.path).name


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
