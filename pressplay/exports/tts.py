"""Tabletop Simulator: a game's pieces as image sheets and one saved object that holds its decks, tiles and dice."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import PurePosixPath

from ..game import Kind
from ..job import Job, Made, OutFile
from ..picture import Picture
from ..problem import Place, Problem, Trouble, nearest
from .gallery import Gallery
from .ink import pictures_pdf
from .pixels import JPEG, PNG
from .saved import lay_out, saved_object
from .shelf import Shelf
from .stock import PLANS
from .thumbnail import thumbnail

_FORMS = {"png": PNG, "jpg": JPEG, "jpeg": JPEG}
_NOWHERE = "https://pressplay.invalid/{game}/"  # stands until a game says where its images are hosted
_FAN = 5  # pieces on the thumbnail


def export(job: Job) -> list[OutFile]:
    """Image sheets, the saved object and its thumbnail, all below tts/."""
    gallery = Gallery(job.options.tts_max_px, _form(job.options.tts_format))
    if not job.made:
        return []
    kinds = [(job.game.kinds[id], list(made)) for id, made in groupby(job.made, key=lambda made: made.kind.id)]
    plans = [PLANS[kind.tabletop](kind, made, gallery) for kind, made in kinds]
    fan = [(gallery.page(front), front) for front in _fan(kinds)]
    pdf = pictures_pdf(gallery.pictures, job.game.root)
    images = gallery.develop(pdf, job.options.jobs)
    shelf = Shelf(job.game, _base(job), [PurePosixPath(image.path).name for image in images])
    stocks = [stock for plan in plans for stock in plan.stock(shelf)]
    text = saved_object(job.game.title, lay_out(stocks))
    return [
        *{image.path: image for image in images}.values(),
        OutFile(f"tts/{job.game.id}.json", "tts-save", text.encode()),
        OutFile(f"tts/{job.game.id}.png", "tts-thumbnail", thumbnail(pdf, fan)),
    ]


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
