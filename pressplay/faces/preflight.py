"""Preflight: what would look or print wrong is found before a page is made."""

from dataclasses import dataclass, field

from pressplay.drawing.box import Box
from pressplay.drawing.colour import contrast, mixed
from pressplay.drawing.ground import IDENTITY, Clip, Clips, Layer, grounds, looks, needed, plain_ground
from pressplay.drawing.marks import Art, Begin, End, Guide, Run, Shape, Stamp
from pressplay.drawing.matrix import Matrix, multiply
from pressplay.drawing.picture import Picture
from pressplay.game import USUAL, Allowances
from pressplay.problem import Place, Problem
from pressplay.units import SAFE, num

from .face import Face

_SMALLEST, _FINEST = 7.0, 6.0  # points: anything that matters, and stamps or credits


@dataclass(slots=True)
class PreflightCache:
    """Pictures that nothing is wrong with."""

    clean: set[Picture] = field(default_factory=set)
    allow: Allowances = USUAL


def preflight(face: Face, picture: Picture, notebook: PreflightCache) -> list[Problem]:
    """Text too small, too near the trim or too faint; icons likewise."""
    if picture in notebook.clean:
        return []
    problems: list[Problem] = []
    layers: list[Layer] = []
    safe = _safe_zone(picture)
    stack: list[tuple[Matrix, Clips, float]] = [(IDENTITY, (), 1.0)]
    for index, mark in enumerate(picture.marks):
        matrix, clips, opacity = stack[-1]
        if isinstance(mark, Shape):
            if mark.fill:
                layers.append(Layer(mark, matrix, clips, opacity * mark.opacity))
        elif isinstance(mark, Begin):
            inner = multiply(mark.matrix, matrix)
            stack.append((inner, (*clips, Clip(mark.clip, inner)) if mark.clip else clips, opacity * mark.opacity))
        elif isinstance(mark, End):
            stack.pop()
        elif isinstance(mark, Art) or (isinstance(mark, Stamp) and mark.picture):
            layers.clear()  # nobody knows what colour a photograph has here
        elif not isinstance(mark, Guide) and not mark.art:
            wrong = None
            box = mark.box
            plainly_safe = matrix is IDENTITY and box.x >= safe[0] and box.y >= safe[1]
            plainly_safe = plainly_safe and box.x + box.w <= safe[2] and box.y + box.h <= safe[3]
            if not plainly_safe or (type(mark) is Run and mark.size < _SMALLEST):
                wrong = _small(mark, matrix, notebook.allow) or _near_trim(mark, matrix, picture)
            wrong = wrong or _faint(mark, matrix, layers, notebook.allow)
            if wrong:
                problems.append(_problem(wrong, face, picture, index))
    if not problems:
        notebook.clean.add(picture)
    return problems


def _safe_zone(picture: Picture) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of where a mark is safe at a glance; a disc is always looked at closely."""
    if picture.shape != "rect":
        return (1.0, 1.0, 0.0, 0.0)
    return (SAFE, SAFE, picture.width - SAFE, picture.height - SAFE)


def _problem(wrong: tuple[str, str], face: Face, picture: Picture, index: int) -> Problem:
    template, line = picture.origins[index] if picture.origins else (face.template, 0)
    message = f"{face.kind.id} {face.piece.id}, {face.side}: {wrong[0]}"
    return Problem(Place(template or face.template, line), message, wrong[1], also=face.piece.place)


def _shown(mark: Run | Stamp) -> str:
    if isinstance(mark, Run):
        return f"“{mark.text if len(mark.text) < 40 else mark.text[:37] + '…'}”"
    return f"the icon {mark.icon.rsplit('/', 1)[-1].removesuffix('.svg')}"


def _small(mark: Run | Stamp, matrix: Matrix, allow: Allowances) -> tuple[str, str] | None:
    if isinstance(mark, Stamp):
        return None
    size = mark.size
    if matrix is not IDENTITY:
        size *= abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
    least = min(_FINEST if mark.fine else _SMALLEST, allow.type)
    if size < least - 0.01:
        hint = f"use {num(least)} pt or more; rules text 8 pt"
        return f"{_shown(mark)} is {num(size, 2)} pt small", hint
    return None


def _near_trim(mark: Run | Stamp, matrix: Matrix, picture: Picture) -> tuple[str, str] | None:
    known = _distance(mark.box if matrix is IDENTITY else mark.box.through(matrix), picture)
    if known:
        return f"{_shown(mark)} {known}", f'keep {SAFE} mm clear, or say art="yes" when it is decoration'
    return None


def _distance(box: Box, picture: Picture) -> str:
    if picture.form.is_round:
        radius = picture.width / 2
        corners = [(box.x, box.y), (box.right, box.y), (box.x, box.bottom), (box.right, box.bottom)]
        far = max((x - radius) ** 2 + (y - radius) ** 2 for x, y in corners) ** 0.5
        gap = radius - far
        limit = min(SAFE, 0.08 * picture.width)  # a token has no room for a card's margin
    else:
        gap = min(box.x, box.y, picture.width - box.right, picture.height - box.bottom)
        limit = min(SAFE, 0.08 * min(picture.width, picture.height))
    return f"is {gap:.2f} mm from the trim" if gap < limit - 0.01 else ""


def _faint(mark: Run | Stamp, matrix: Matrix, layers: list[Layer], allow: Allowances) -> tuple[str, str] | None:
    if not layers and matrix is not IDENTITY and mark.opacity == 1:
        return None
    box, color = mark.box, mark.fill.color
    enough = min(needed(mark), allow.contrast)
    plain = plain_ground(box, layers) if matrix is IDENTITY and mark.opacity == 1 else ""
    if plain and contrast(color, plain) >= enough:
        return None
    for x, y in looks(box, matrix):
        for ground in grounds(x, y, layers):
            ink = mixed(ground, color, mark.opacity) if mark.opacity < 1 else color
            ratio = contrast(ink, ground)
            if ratio < enough - 0.005:
                what = f"{_shown(mark)} ({ink}) on {ground} has a contrast of {ratio:.1f} : 1"
                return what, f"{num(enough)} : 1 is needed; use a darker or lighter colour"
    return None
