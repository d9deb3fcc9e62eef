"""Writing a package: the saved objects and the table's save, which refer to the images by their names."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import PurePosixPath

from pressplay.exports import roles
from pressplay.exports.images.plates import PNG, png
from pressplay.exports.job import Job, OutFile
from pressplay.exports.pdf import rulebook
from pressplay.table.table import Arrangement, Member

from . import objects
from .box import STEM, GameBox, mesh
from .labels import Labels
from .objects import PlacedObject
from .plan import PackagePlan
from .plans import Copy
from .render import Renderings
from .savefile import lay_out, saved_object
from .table import Links, table_ids, table_save

_NOWHERE = "https://pressplay.invalid/{game}/"  # stands until a game says where its images are hosted
_FELT = (46, 68, 62)  # the cloth of the table


def write(job: Job, package: PackagePlan, renderings: Renderings) -> list[OutFile]:
    """All files of a package."""
    return _Writer(job, package, renderings).files()


class _Writer:
    def __init__(self, job: Job, package: PackagePlan, renderings: Renderings) -> None:
        self.job = job
        self.package = package
        self.renderings = renderings
        self.base = _base(job)
        others = ["box:Box", "rulebook:Rulebook", *(table_ids(job.arranged) if job.arranged else ())]
        self.labels = Labels(job.game, [self._url(image) for image in renderings.images], others)
        self.books = [_named_by_hash("rulebook", "pdf", roles.TTS_RULEBOOK, file.data) for file in rulebook.export(job)]
        self.models = [_named_by_hash(STEM, "obj", roles.TTS_MODEL, mesh())] if package.lid is not None else []
        self.box = GameBox(self._url(self.models[0]), self.labels.url(package.lid)) if self.models else GameBox()

    def files(self) -> list[OutFile]:
        copies = [each.images.copies(self.labels, each.first_sheet) for each in self.package.kinds]
        stocks = [each.images.stock(some, self.labels) for each, some in zip(self.package.kinds, copies)]
        images = {image.path: image for image in self.renderings.images}
        kinds = self._kinds(stocks) if len(stocks) > 1 else []
        table = self._table(self.job.arranged, copies) if self.job.arranged else []
        return [*images.values(), *self.books, *self.models, *self._game(stocks), *kinds, *table]

    def _url(self, file: OutFile) -> str:
        return self.base + PurePosixPath(file.path).name

    def _game(self, stocks: Sequence[Sequence[PlacedObject]]) -> list[OutFile]:
        """The whole game as one saved object: its box, with everything in it."""
        inside = [stock.object for each in stocks for stock in each]
        for book in self.books:
            inside.append(objects.book(self.labels.of_table("rulebook:Rulebook", "Rulebook"), self._url(book)))
        game = self.job.game
        text = saved_object(game.title, [self.box.holding(inside, self.labels.of_box())])
        return [
            OutFile(f"tts/{game.id}.json", roles.TTS_SAVE, text.encode()),
            OutFile(f"tts/{game.id}.png", roles.TTS_THUMBNAIL, self.renderings.thumbnail),
        ]

    def _kinds(self, stocks: Sequence[Sequence[PlacedObject]]) -> Iterator[OutFile]:
        """Each kind as a saved object."""
        for each, stock in zip(self.package.kinds, stocks):
            kind = each.kind
            data, picture = saved_object(kind.title, lay_out(stock)), self.renderings.kind_thumbnails[kind.id]
            yield OutFile(f"tts/objects/{kind.id}.json", roles.TTS_OBJECT, data.encode(), kind=kind.id)
            yield OutFile(f"tts/objects/{kind.id}.png", roles.TTS_OBJECT_THUMBNAIL, picture, kind=kind.id)

    def _table(self, arranged: Arrangement, kinds: Sequence[Sequence[Copy]]) -> list[OutFile]:
        """The save of the whole table, with its picture and its cloth, and the views from above."""
        cloth = _named_by_hash("felt", PNG, roles.TTS_IMAGE, png(bytes(_FELT) * (64 * 64), 64, 64))
        copies = {
            Member(copy.component.kind.id, copy.component.piece.id, copy.number): copy
            for some in kinds
            for copy in some
        }
        links = Links(self._url(cloth), self._url(self.books[0]) if self.books else "", self.box)
        text = table_save(self.job.game, arranged, copies, self.labels, links)
        return [
            cloth,
            OutFile("tts/table.json", roles.TTS_TABLE, text.encode()),
            OutFile("tts/table.png", roles.TTS_TABLE_THUMBNAIL, self.renderings.thumbnail),
            *(OutFile(path, roles.TTS_VIEW, data) for path, data in self.renderings.views.items()),
        ]


def _named_by_hash(stem: str, ending: str, role: str, data: bytes) -> OutFile:
    return OutFile(f"tts/{stem}-{sha256(data).hexdigest()[:12]}.{ending}", role, data)


def _base(job: Job) -> str:
    """What stands before an image's name in every reference to it."""
    base = job.options.url_base or job.game.url_base or _NOWHERE.format(game=job.game.id)
    return base if base.endswith(("/", "=")) else base + "/"
