"""Tabletop Simulator: a game's pieces as image sheets, saved objects that hold its decks, tiles and dice, and a table."""

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import groupby
from pathlib import PurePosixPath

from pressplay.cache import key_of
from pressplay.data.pieces import Kind
from pressplay.drawing.component import Component
from pressplay.drawing.picture import Picture
from pressplay.exports import roles
from pressplay.exports.images.gallery import DRAWN_BY, Gallery
from pressplay.exports.images.plates import JPEG, PNG, png
from pressplay.exports.images.thumbnail import thumbnail
from pressplay.exports.job import Job, OutFile
from pressplay.exports.pdf import rulebook
from pressplay.exports.pdf.operators import pictures_pdf
from pressplay.problem import Place, Problem, Trouble, nearest
from pressplay.table.rehearse import rehearse
from pressplay.table.table import Arrangement

from . import objects as saved
from .box import STEM, GameBox, mesh, plan_cover
from .labels import Labels
from .objects import PlacedObject
from .plans import PLANS
from .savefile import lay_out, saved_object
from .table import Links, setting, table_ids
from .top_view import TableView, look_down, overview

_FORMS = {"png": PNG, "jpg": JPEG, "jpeg": JPEG}
_NOWHERE = "https://pressplay.invalid/{game}/"  # stands until a game says where its images are hosted
_FAN = 5  # pieces on the thumbnail
_FELT = (46, 68, 62)  # the cloth of the table


def export(job: Job) -> list[OutFile]:
    """Image sheets, saved objects with their thumbnails and, where a game has a table, the save of it, below tts/."""
    return _Export(job).files() if job.components else []


class _Export:
    """Plans every image first, draws them together, then writes the objects that refer to them."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.cover = job.pages[0] if job.pages else None
        self.gallery = gallery = Gallery(job.options.tts_max_px, _form(job.options.tts_format))
        groups = groupby(job.components, key=lambda component: component.kind.id)
        self.kinds = [(job.game.kinds[id], list(components)) for id, components in groups]
        self.plans = [PLANS[kind.tabletop](kind, components, gallery) for kind, components in self.kinds]
        lid = plan_cover(self.cover, gallery) if self.cover else None
        self.fans = [_fan([each]) for each in self.kinds]
        self.fan = _fan(self.kinds)
        self.views = _views(job, self.cover)
        seen = (picture for view in self.views.values() for picture in view.pictures)
        for front in (*self.fan, *(front for fan in self.fans for front in fan), *seen):
            gallery.page(front)
        # Made when something has to be drawn from it: most builds find their images in the cache.
        self.whole = cache(lambda: pictures_pdf(gallery.pictures, job.game.files))
        images = gallery.develop(lambda some: pictures_pdf(some, job.game.files), job.options.jobs, job.cache)
        self.base = _base(job)
        others = ["box:Box", "rulebook:Rulebook", *(table_ids(job.arranged) if job.arranged else ())]
        self.shelf = Labels(job.game, self.base, [PurePosixPath(image.path).name for image in images], others)
        self.books = [_hashed("rulebook", "pdf", roles.TTS_RULEBOOK, file.data) for file in rulebook.export(job)]
        self.models = [_hashed(STEM, "obj", roles.TTS_MODEL, mesh())] if lid is not None else []
        self.carton = GameBox(self._url(self.models[0]), self.shelf.url(lid)) if self.models else GameBox()
        self.images = list({image.path: image for image in images}.values())

    def files(self) -> list[OutFile]:
        stocks = [plan.stock(self.shelf) for plan in self.plans]
        objects = self._objects(stocks) if len(self.kinds) > 1 else []
        table = self._table(self.job.arranged) if self.job.arranged else []
        return [*self.images, *self.books, *self.models, *self._game(stocks), *objects, *table]

    def _url(self, file: OutFile) -> str:
        return self.base + PurePosixPath(file.path).name

    def _game(self, stocks: Sequence[Sequence[PlacedObject]]) -> list[OutFile]:
        """The whole game as one saved object: its box, with everything in it."""
        inside = [stock.object for each in stocks for stock in each]
        for book in self.books:
            inside.append(saved.book(self.shelf.of_table("rulebook:Rulebook", "Rulebook"), self._url(book)))
        game = self.job.game
        text = saved_object(game.title, [self.carton.holding(inside, self.shelf.of_box())])
        return [
            OutFile(f"tts/{game.id}.json", roles.TTS_SAVE, text.encode()),
            OutFile(f"tts/{game.id}.png", roles.TTS_THUMBNAIL, self._thumbnail(self.fan)),
        ]

    def _objects(self, stocks: Sequence[Sequence[PlacedObject]]) -> Iterator[OutFile]:
        """Each kind as a saved object."""
        for (kind, _), stock, fan in zip(self.kinds, stocks, self.fans):
            data, picture = saved_object(kind.title, lay_out(stock)).encode(), self._thumbnail(fan)
            yield OutFile(f"tts/objects/{kind.id}.json", roles.TTS_OBJECT, data, kind=kind.id)
            yield OutFile(f"tts/objects/{kind.id}.png", roles.TTS_OBJECT_THUMBNAIL, picture, kind=kind.id)

    def _table(self, arranged: Arrangement) -> list[OutFile]:
        """The save of the whole table, with its picture and its cloth, and the views from above."""
        cloth = _hashed("felt", PNG, roles.TTS_IMAGE, png(bytes(_FELT) * (64 * 64), 64, 64))
        components = (copy for plan in self.plans for copy in plan.copies(self.shelf))
        copies = {(one.kind.id, one.piece.id, copy): (one, stock) for one, copy, stock in components}
        links = Links(self._url(cloth), self._url(self.books[0]) if self.books else "", self.carton)
        text = setting(self.job.game, arranged, copies, self.shelf, links)
        return [
            cloth,
            OutFile("tts/table.json", roles.TTS_TABLE, text.encode()),
            OutFile("tts/table.png", roles.TTS_TABLE_THUMBNAIL, self._thumbnail(self.fan)),
            *(OutFile(path, roles.TTS_VIEW, self._view(view)) for path, view in self.views.items()),
        ]

    # Pictures, each drawn once for what one sees on it

    def _thumbnail(self, fan: Sequence[Picture]) -> bytes:
        pages = [(self.gallery.page(front), front) for front in fan]
        key = key_of("thumbnail", DRAWN_BY, fan)
        return self.job.cache.kept(key, lambda: thumbnail(self.whole(), pages))

    def _view(self, view: TableView) -> bytes:
        return self.job.cache.kept(key_of("view", DRAWN_BY, view), lambda: overview(view, self.gallery, self.whole()))


def _views(job: Job, cover: Picture | None) -> dict[str, TableView]:
    """What is seen of the table: as it is loaded, and as it is when the most players have set it up."""
    if not job.arranged:
        return {}
    views = {"table.png": look_down(job.game, job.arranged, job.arranged.stacks, (), job.by_id, cover)}
    if job.arranged.table.setups:
        done = rehearse(job.arranged, max(job.arranged.table.setups))
        views["table-set-up.png"] = look_down(job.game, job.arranged, done.stacks, done.hands, job.by_id, cover)
    return views


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


def _fan(kinds: Sequence[tuple[Kind, list[Component]]]) -> list[Picture]:
    """One piece of each kind, cards before others, then more of the first kinds."""
    ranked = sorted(kinds, key=lambda pair: pair[0].tabletop != "card")
    rounds = max((len(components) for _, components in ranked), default=0)
    fronts = (
        components[number].front
        for number in range(min(rounds, _FAN))
        for _, components in ranked
        if number < len(components)
    )
    return [front for front, _ in zip(fronts, range(_FAN))]
