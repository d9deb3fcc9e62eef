"""The plan of a package: which images there will be, on which pages their pictures stand, and what is seen of a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from pressplay.data.pieces import Kind
from pressplay.drawing.component import Component
from pressplay.drawing.picture import Picture
from pressplay.exports.images.gallery import Gallery
from pressplay.exports.images.plates import JPEG, PNG
from pressplay.exports.job import Job
from pressplay.problem import Place, Problem, Trouble, nearest
from pressplay.table.rehearse import rehearse

from .box import plan_cover
from .plans import PLANS, Plan
from .top_view import TableView, look_down

_FORMS = {"png": PNG, "jpg": JPEG, "jpeg": JPEG}
_FAN = 5  # pieces on the thumbnail


@dataclass(frozen=True, slots=True)
class KindPlan:
    """One kind of a package."""

    kind: Kind
    images: Plan
    fan: Sequence[Picture]  # on its thumbnail
    first_sheet: int  # the number of its first sheet of cards; they are numbered through the game


@dataclass(frozen=True, slots=True)
class PackagePlan:
    """All of a package before anything is drawn."""

    gallery: Gallery
    kinds: tuple[KindPlan, ...]
    fan: Sequence[Picture]  # on the thumbnail of the game
    cover: Picture | None
    lid: int | None  # the image of the cover on the box's lid
    views: Mapping[str, TableView]  # file → what it shows of the table


def plan(job: Job) -> PackagePlan:
    """Plan a package."""
    gallery = Gallery(job.options.tts_max_px, _form(job.options.tts_format))
    groups = [(job.game.kinds[id], list(group)) for id, group in groupby(job.components, lambda one: one.kind.id)]
    plans = [PLANS[kind.tabletop](kind, components, gallery) for kind, components in groups]
    cover = job.pages[0] if job.pages else None
    lid = plan_cover(cover, gallery) if cover else None
    kinds: list[KindPlan] = []
    sheet = 1
    for group, images in zip(groups, plans):
        kinds.append(KindPlan(group[0], images, _fan([group[1]]), sheet))
        sheet += len(images.sheets)
    ranked = sorted(groups, key=lambda group: group[0].tabletop != "card")
    package = PackagePlan(
        gallery,
        tuple(kinds),
        fan=_fan([components for _, components in ranked]),
        cover=cover,
        lid=lid,
        views=_views(job, cover),
    )
    _open_pages(package)
    return package


def _open_pages(package: PackagePlan) -> None:
    """A page for each picture that thumbnails and views show, even where no image of a sheet does."""
    for fan in (package.fan, *(each.fan for each in package.kinds)):
        for front in fan:
            package.gallery.page(front)
    for view in package.views.values():
        for picture in view.pictures:
            package.gallery.page(picture)


def _fan(kinds: Sequence[Sequence[Component]]) -> list[Picture]:
    """One piece of each kind, then more of the first kinds."""
    rounds = max(map(len, kinds), default=0)
    fronts = [
        components[number].front
        for number in range(min(rounds, _FAN))
        for components in kinds
        if number < len(components)
    ]
    return fronts[:_FAN]


def _views(job: Job, cover: Picture | None) -> dict[str, TableView]:
    """What is seen of the table: as it is loaded, and as it is when the most players have set it up."""
    if not job.arranged:
        return {}
    views = {"table.png": look_down(job.game, job.arranged, job.arranged.stacks, (), job.by_id, cover)}
    if job.arranged.table.setups:
        done = rehearse(job.arranged, max(job.arranged.table.setups))
        views["table-set-up.png"] = look_down(job.game, job.arranged, done.stacks, done.hands, job.by_id, cover)
    return views


def _form(name: str) -> str:
    if name not in _FORMS:
        raise Trouble(Problem(Place("--tts-format"), f"unknown image format {name}", nearest(name, _FORMS)))
    return _FORMS[name]
