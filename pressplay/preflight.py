"""Preflight: what would look or print wrong is found before a page is made."""

from dataclasses import dataclass, field

from .face import Face
from .outline import Matrix, Point, flatten, inside, multiply, parse_path
from .paint import contrast, mixed
from .picture import Art, Begin, Box, End, Picture, Run, Shape, Stamp
from .problem import Place, Problem
from .units import SAFE, num

_IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
_SMALLEST, _FINEST = 7.0, 6.0  # points: anything that matters, and stamps or credits
_LARGE, _LARGE_BOLD = 18.0, 14.0
Chains = list[list[Point]]


@dataclass(slots=True)
class Notebook:
    """What was found out about marks that many cards share."""

    chains: dict[Shape, Chains] = field(default_factory=dict)
    cores: dict[Shape, Box | None] = field(default_factory=dict)  # a box that lies wholly inside the shape
    clips: dict[str, Chains] = field(default_factory=dict)
    clean: set[Picture] = field(default_factory=set)


@dataclass(slots=True)
class _Layer:
    """A shape that was painted, and the group it stands in."""

    shape: Shape
    matrix: Matrix
    clips: tuple[tuple[str, Matrix], ...]
    opacity: float


def preflight(face: Face, picture: Picture, notebook: Notebook) -> list[Problem]:
    """Text too small, too near the trim or too faint; icons likewise."""
    if picture in notebook.clean:
        return []
    problems: list[Problem] = []
    layers: list[_Layer] = []
    safe = _safe_zone(picture)
    stack: list[tuple[Matrix, tuple[tuple[str, Matrix], ...], float]] = [(_IDENTITY, (), 1.0)]
    for index, mark in enumerate(picture.marks):
        matrix, clips, opacity = stack[-1]
        if isinstance(mark, Shape):
            if mark.fill != "none":
                layers.append(_Layer(mark, matrix, clips, opacity * mark.opacity))
        elif isinstance(mark, Begin):
            inner = multiply(mark.matrix, matrix)
            stack.append((inner, (*clips, (mark.clip, inner)) if mark.clip else clips, opacity * mark.opacity))
        elif isinstance(mark, End):
            stack.pop()
        elif isinstance(mark, Art):
            layers.clear()  # nobody knows what colour a photograph has here
        elif not mark.art:
            wrong = None
            box = mark.box
            plainly_safe = matrix is _IDENTITY and box.x >= safe[0] and box.y >= safe[1]
            plainly_safe = plainly_safe and box.x + box.w <= safe[2] and box.y + box.h <= safe[3]
            if not plainly_safe or (type(mark) is Run and mark.size < _SMALLEST):
                wrong = _small(mark, matrix) or _near_trim(mark, matrix, picture)
            wrong = wrong or _faint(mark, matrix, layers, notebook)
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


def _small(mark: Run | Stamp, matrix: Matrix) -> tuple[str, str] | None:
    if isinstance(mark, Stamp):
        return None
    size = mark.size
    if matrix is not _IDENTITY:
        size *= abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
    least = _FINEST if mark.fine else _SMALLEST
    if size < least - 0.01:
        hint = f"use {num(least)} pt or more; rules text 8 pt"
        return f"{_shown(mark)} is {num(size, 2)} pt small", hint
    return None


def _near_trim(mark: Run | Stamp, matrix: Matrix, picture: Picture) -> tuple[str, str] | None:
    known = _distance(mark.box if matrix is _IDENTITY else mark.box.through(matrix), picture)
    if known:
        return f"{_shown(mark)} {known}", f'keep {SAFE} mm clear, or say art="yes" when it is decoration'
    return None


def _distance(box: Box, picture: Picture) -> str:
    if picture.shape == "circle":
        radius = picture.width / 2
        corners = [(box.x, box.y), (box.right, box.y), (box.x, box.bottom), (box.right, box.bottom)]
        far = max((x - radius) ** 2 + (y - radius) ** 2 for x, y in corners) ** 0.5
        gap = radius - far
        limit = min(SAFE, 0.08 * picture.width)  # a token has no room for a card's margin
    else:
        gap = min(box.x, box.y, picture.width - box.right, picture.height - box.bottom)
        limit = min(SAFE, 0.08 * min(picture.width, picture.height))
    return f"is {gap:.2f} mm from the trim" if gap < limit - 0.01 else ""


def _faint(mark: Run | Stamp, matrix: Matrix, layers: list[_Layer], notebook: Notebook) -> tuple[str, str] | None:
    if not layers and matrix is not _IDENTITY and mark.opacity == 1:
        return None
    box = mark.box
    large = isinstance(mark, Stamp) or mark.size >= (_LARGE_BOLD if mark.bold else _LARGE)
    needed = 3.0 if large else 4.5
    plain = _plain_ground(box, layers, notebook) if matrix is _IDENTITY and mark.opacity == 1 else ""
    if plain and contrast(mark.fill, plain) >= needed:
        return None
    middle = box.y + box.h * 0.45
    for part in (0.12, 0.5, 0.88):
        x, y = _at(box.x + box.w * part, middle, matrix)
        for ground in _grounds(x, y, layers, notebook):
            ink = mixed(ground, mark.fill, mark.opacity) if mark.opacity < 1 else mark.fill
            ratio = contrast(ink, ground)
            if ratio < needed - 0.005:
                what = f"{_shown(mark)} ({ink}) on {ground} has a contrast of {ratio:.1f} : 1"
                return what, f"{num(needed)} : 1 is needed; use a darker or lighter colour"
    return None


def _plain_ground(box: Box, layers: list[_Layer], notebook: Notebook) -> str:
    """The one colour under all of a box, when the uppermost shape there plainly covers it."""
    left, top, right, bottom = box.x, box.y, box.x + box.w, box.y + box.h
    for layer in reversed(layers):
        shape = layer.shape
        if layer.matrix is not _IDENTITY or layer.clips or layer.opacity < 1:
            return ""
        under = shape.box
        if under.x > right or under.y > bottom or under.x + under.w < left or under.y + under.h < top:
            continue
        if shape not in notebook.cores:
            _learn(shape, notebook)
        core = notebook.cores[shape]
        covers = core and core.x <= left and core.y <= top and core.x + core.w >= right and core.y + core.h >= bottom
        return shape.fill if covers and shape.fill[0] == "#" else ""
    return ""


def _learn(shape: Shape, notebook: Notebook) -> None:
    chains = notebook.chains[shape] = flatten(parse_path(shape.path))
    notebook.cores[shape] = _core(chains, shape.box)


def _grounds(x: float, y: float, layers: list[_Layer], notebook: Notebook) -> list[str]:
    """The colours that may lie under a point: one, or a gradient's several."""
    veils: list[tuple[str, float]] = []
    found = ["#ffffff"]
    for layer in reversed(layers):
        if not _covers(layer, x, y, notebook):
            continue
        colors = _colors(layer.shape.fill)
        if layer.opacity >= 0.999:
            found = colors
            break
        veils.append((colors[len(colors) // 2], layer.opacity))
    for color, opacity in reversed(veils):
        found = [mixed(ground, color, opacity) for ground in found]
    return found


def _colors(fill: str) -> list[str]:
    if fill.startswith("#"):
        return [fill]
    return [part.split()[0] for part in fill.rstrip(")").split(", ")[1:]]


def _covers(layer: _Layer, x: float, y: float, notebook: Notebook) -> bool:
    shape = layer.shape
    if layer.matrix is not _IDENTITY:
        px, py = _back(x, y, layer.matrix)
    else:
        px, py = x, y
    box = shape.box
    if not (box.x <= px <= box.x + box.w and box.y <= py <= box.y + box.h):
        return False
    if shape not in notebook.chains:
        _learn(shape, notebook)
    core = notebook.cores[shape]
    in_core = core and core.x <= px <= core.right and core.y <= py <= core.bottom
    if not in_core and not inside(notebook.chains[shape], px, py):
        return False
    return not layer.clips or all(_in_clip(clip, _back(x, y, matrix), notebook) for clip, matrix in layer.clips)


def _core(chains: Chains, box: Box) -> Box | None:
    """A large box inside a simple outline, which spares the exact test for most points."""
    if len(chains) != 1:
        return None
    for share in (0.0, 0.03, 0.08, 0.2):
        inset = min(box.w, box.h) * share + 1e-6
        core = Box(box.x + inset, box.y + inset, box.w - 2 * inset, box.h - 2 * inset)
        steps = (0, 0.25, 0.5, 0.75, 1)
        if all(inside(chains, core.x + core.w * i, core.y + core.h * j) for i in steps for j in steps):
            return core
    return None


def _in_clip(clip: str, point: Point, notebook: Notebook) -> bool:
    chains = notebook.clips.get(clip)
    if chains is None:
        chains = notebook.clips[clip] = flatten(parse_path(clip))
    return inside(chains, *point)


def _at(x: float, y: float, matrix: Matrix) -> Point:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _back(x: float, y: float, matrix: Matrix) -> Point:
    a, b, c, d, e, f = matrix
    det = a * d - b * c
    if not det:
        return float("inf"), float("inf")
    x, y = x - e, y - f
    return (d * x - c * y) / det, (a * y - b * x) / det
