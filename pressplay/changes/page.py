"""The page of changes: one HTML file with before, after and difference of every piece, to open and to send."""

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from html import escape
from io import BytesIO
from math import sqrt
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

from pressplay.changes.previews import Views, views
from pressplay.drawing.picture import Picture
from pressplay.units import num

from .comparison import SORTS, Change, Comparison, Edit, RuleChange
from .edition import Design

_PAGE = Path(__file__).with_name("page.html")
_PX_PER_MM = 6.0
_LONGEST = 1000.0  # pixels, so that a board does not outweigh all cards
_MANY = 60  # pictures; with more of them each is drawn smaller
_FEWEST_PX_PER_MM = 2.4
_VISIBLE = 20  # how much a pixel's brightness differs before an eye sees it
_CELL = 10  # pixels: differences closer than this are one
_ALIKE = 0.4  # texts with less in common are not woven into one
_MARKER, _FRAME = "#ffd84d", "#d6006c"
Frame = tuple[int, int, int, int]  # left, top, right, bottom in pixels
_WORDS = {"copies up": "more copies", "copies down": "fewer copies", "renamed": "new id"}


def page(comparisons: Sequence[Comparison], old: str, new: str) -> bytes:
    """The page, complete: it needs no other file and no network."""
    shown = [c for comparison in comparisons for c in comparison.changes]
    album = _Album([design for change in shown for design in (change.old, change.new) if design])
    games = "\n".join(
        _game(comparison, album, len(comparisons) > 1) for comparison in comparisons if not comparison.nothing
    )
    titles = [one.new.title for one in comparisons if not one.nothing] or [one.new.title for one in comparisons]
    text = _PAGE.read_text("utf-8")
    for name, value in {
        "title": escape(f"{titles[0]}: what changed" if len(titles) == 1 else "What changed"),
        "from": escape(f"From {old} to {new}."),
        "filters": _filters(shown),
        "games": games or '<p class="none">Nothing changed.</p>',
        "pictures": album.css(),
    }.items():
        text = text.replace("{{" + name + "}}", value)
    return text.encode()


def _filters(changes: Sequence[Change]) -> str:
    counts = {sort: sum(change.sort == sort for change in changes) for sort in SORTS}
    return "".join(
        f'<label><input type="checkbox" value="{_word(sort)}" checked> {_WORDS.get(sort, sort)} <b>{count}</b></label>'
        for sort, count in counts.items()
        if count
    )


def _word(sort: str) -> str:
    return sort.replace(" ", "-")


# ── A game ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _game(found: Comparison, album: "_Album", several: bool) -> str:
    versions = " → ".join(dict.fromkeys(filter(None, (found.old.version, found.new.version))))
    parts = [f"<h2>{escape(found.new.title)} <small>{escape(versions)}</small></h2>"] if several else []
    parts.append("<h3>To tell the playtesters</h3>")
    parts.append(
        f'<div class="panel"><pre class="log">{escape(found.changelog())}</pre>'
        '<button type="button" class="copy">Copy</button></div>'
    )
    if found.facts:
        parts.append(f'<h3>Facts</h3><ul class="facts">{"".join(map(_fact, found.facts))}</ul>')
    if found.rules:
        parts.append("<h3>Rules</h3>" + "".join(map(_rule, found.rules)))
    for kind in dict.fromkeys(change.now.kind for change in found.changes):
        of_kind = [change for change in found.changes if change.now.kind == kind]
        pieces = "\n".join(_piece(change, album) for change in of_kind)
        parts.append(f'<h3>{escape(found.kind_title(kind))}</h3><div class="pieces">{pieces}</div>')
    return f"<section>{''.join(parts)}</section>"


def _fact(edit: Edit) -> str:
    return f"<li><b>{escape(edit.name)}</b>{_both(edit.before, edit.after)}</li>"


def _both(before: str, after: str) -> str:
    """Two texts as one, with the words that went and came marked in it; texts with little in common stand apart."""
    old, new = (re.findall(r"\S+\s*", words) for words in (before, after))
    match = SequenceMatcher(None, old, new, autojunk=False)
    if match.ratio() < _ALIKE:
        return " ".join(filter(None, (_marked("del", before), _marked("ins", after))))
    parts = []
    for sort, a, b, c, d in match.get_opcodes():
        if sort == "equal":
            parts.append(escape("".join(new[c:d])))
        else:
            parts += [_marked("del", "".join(old[a:b])), _marked("ins", "".join(new[c:d]))]
    return "".join(parts)


def _marked(tag: str, words: str) -> str:
    bare = words.rstrip()
    return f"<{tag}>{escape(bare)}</{tag}>{words[len(bare) :] or ' '}" if bare else ""


def _rule(rule: RuleChange) -> str:
    before, after = rule.sentences
    parts = [f'<span class="name">{escape(rule.id)}, {rule.sort}</span>']
    parts.append(f"<p>{_both(before, after)}</p>")
    gone, come = rule.checks
    checks = [*(f"<del>must {escape(c)}</del>" for c in gone), *(f"<ins>must {escape(c)}</ins>" for c in come)]
    parts += [f"<p><code>{check}</code></p>" for check in checks]
    return f'<div class="panel rule">{"".join(parts)}</div>'


# ── A piece ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _piece(change: Change, album: "_Album") -> str:
    now = change.now
    words = escape(f"{now.title} {now.name}".lower(), quote=True)
    head = (
        f'<div class="head"><div><h4>{escape(now.title)}</h4><span class="name">{escape(now.name)}{_copies(change)}'
        f'</span></div><span class="tag">{_WORDS.get(change.sort, change.sort)}</span></div>'
    )
    rows = [_pictures(change, side, album) for side in _sides(change)]
    if change.sort != "changed":  # both sides of a piece stand side by side
        rows = [[figure for row in rows for figure in row]]
    body = "".join(f'<div class="three">{"".join(row)}</div>' for row in rows)
    return (
        f'<article class="piece {_word(change.sort)}" data-sort="{_word(change.sort)}" data-words="{words}" '
        f'tabindex="0" aria-label="{escape(now.title, quote=True)}, {change.sort}">{head}{body}{_details(change)}</article>'
    )


def _copies(change: Change) -> str:
    before, after = change.copies
    if change.sort in ("added", "removed") or before == after:
        return f" · {before or after} {'copy' if (before or after) == 1 else 'copies'}"
    return f" · copies <del>{before}</del> <ins>{after}</ins>"


def _sides(change: Change) -> tuple[str, ...]:
    if change.sort == "changed":
        return change.sides
    return ("front", "back") if change.sort in ("added", "removed") and change.now.back else ("front",)


def _pictures(change: Change, side: str, album: "_Album") -> list[str]:
    if change.sort == "changed" and change.old and change.new:
        return [
            album.figure(change.old, side, "before"),
            album.figure(change.new, side, "after"),
            album.difference(change.old, change.new, side),
        ]
    word = {"removed": "was", "added": "new"}.get(change.sort, "unchanged")
    return [album.figure(change.now, side, word)]


def _details(change: Change) -> str:
    rows = "".join(
        f"<tr><th scope=row>{escape(edit.name)}</th><td>{_both(edit.before, edit.after)}</td></tr>"
        for edit in change.fields
    )
    table = f"<table>{rows}</table>" if rows else ""
    why = f'<p class="why">Because of {escape(", ".join(change.because))}.</p>' if change.because else ""
    if change.sort == "renamed" and change.old:
        why += f'<p class="why">It was {escape(change.old.name)}; the cards on paper stay.</p>'
    return table + why


# ── Pictures ──────────────────────────────────────────────────────────────────────────────────────────────────────


class _Album:
    """All pictures of the page, each held once, however many pieces share it."""

    def __init__(self, designs: Sequence[Design]) -> None:
        count = len({picture.hash for design in designs for picture in design.pictures if picture})
        scale = max(_FEWEST_PX_PER_MM, _PX_PER_MM * min(1.0, sqrt(_MANY / max(1, count))))
        self.views: Views = views(designs, scale, _LONGEST, cut=False)
        self.used: dict[str, Image.Image] = {}

    def figure(self, design: Design, side: str, word: str) -> str:
        """One picture with its caption; an empty frame where git's history has lost it."""
        seen = design.picture(side)
        view = self.views.get(seen.hash) if seen else None
        label = f"{word}: {design.title}, {side}"
        caption = f"{word.capitalize()} · {design.stamp(side)}"
        if not seen or not view:
            lost = (
                f'<div class="pic lost" style="aspect-ratio: 5/7">no picture is known of {escape(design.stamp(side))}'
            )
            return f"<figure>{lost}</div><figcaption>{escape(caption)}</figcaption></figure>"
        return self._figure(seen, view, f"p{seen.hash[:16]}", label, caption)

    def difference(self, old: Design, new: Design, side: str) -> str:
        """What differs, as if marked with a pen; nothing when one of the pictures is lost."""
        before, after = old.picture(side), new.picture(side)
        views = [self.views.get(seen.hash) if seen else None for seen in (before, after)]
        if not after or not before or not views[0] or not views[1]:
            return ""
        name = f"d{before.hash[:12]}{after.hash[:12]}"
        view = self.used.get(name) or marked(views[0], views[1], _stamps(before, after, views[1].width))
        return self._figure(after, view, name, f"difference: {new.title}, {side}", "Difference")

    def _figure(self, seen: Picture, view: Image.Image, name: str, label: str, caption: str) -> str:
        self.used[name] = view
        style = f"aspect-ratio: {num(seen.width)}/{num(seen.height)}; --shape: {num(seen.width / seen.height)}; "
        style += _outline(seen)
        button = f'<button type="button" class="pic {name}" style="{style}" aria-label="{escape(label, quote=True)}">'
        return f"<figure>{button}</button><figcaption>{escape(caption)}</figcaption></figure>"

    def css(self) -> str:
        """The pictures themselves: a style each, so that shared ones stand once."""
        return "\n".join(f".{name} {{ background-image: url({_uri(view)}); }}" for name, view in self.used.items())


def _outline(seen: Picture) -> str:
    if seen.form.is_round:
        return "border-radius: 50%"
    if seen.form.corners:
        corners = seen.form.turned(seen.width, seen.height)
        return f"clip-path: polygon({','.join(f'{_share(x)} {_share(y)}' for x, y in corners)})"
    return f"border-radius: {num(100 * seen.corner / seen.width)}% / {num(100 * seen.corner / seen.height)}%"


def _share(part: float) -> str:
    return f"{num(100 * part)}%" if part else "0"


def _uri(view: Image.Image) -> str:
    stream = BytesIO()
    view.convert("RGB").quantize(256).save(stream, "PNG")
    return f"data:image/png;base64,{b64encode(stream.getvalue()).decode()}"


def _stamps(before: Picture, after: Picture, pixels: int) -> list[Frame]:
    """Where the version stamps stand: they always differ, and mean nothing here."""
    scale = pixels / after.width
    boxes = [seen.stamp.box for seen in (before, after) if seen.stamp]
    return [
        (int(b.x * scale) - 1, int(b.y * scale) - 1, int(b.right * scale) + 2, int(b.bottom * scale) + 2) for b in boxes
    ]


def marked(before: Image.Image, after: Image.Image, ignored: Iterable[Frame] = ()) -> Image.Image:
    """The later picture, pale where nothing changed, in full colour under a marker where it did, and framed."""
    after = after.convert("RGB")
    before = before.convert("RGB").resize(after.size)
    differs = ImageChops.difference(before, after)
    mask = ImageChops.lighter(ImageChops.lighter(*differs.split()[:2]), differs.split()[2])
    mask = mask.point(lambda value: 255 if value > _VISIBLE else 0)
    for frame in ignored:
        mask.paste(0, frame)
    near = mask.filter(ImageFilter.MaxFilter(7))
    pale = Image.blend(ImageOps.grayscale(after).convert("RGB"), Image.new("RGB", after.size, "#ffffff"), 0.62)
    pen = ImageChops.multiply(after, Image.new("RGB", after.size, _MARKER))
    seen = Image.composite(Image.blend(after, pen, 0.55), pale, near)
    draw = ImageDraw.Draw(seen)
    for left, top, right, bottom in frames(mask):
        box = (max(1, left - 5), max(1, top - 5), min(after.width - 2, right + 5), min(after.height - 2, bottom + 5))
        draw.rounded_rectangle(box, 5, outline=_FRAME, width=2)
    return seen


def frames(mask: Image.Image) -> list[Frame]:
    """Boxes around the marks of a mask; marks close to each other share one."""
    wide, high = -(-mask.width // _CELL), -(-mask.height // _CELL)
    cells = {
        (x, y)
        for x in range(wide)
        for y in range(high)
        if mask.crop(
            (x * _CELL, y * _CELL, min((x + 1) * _CELL, mask.width), min((y + 1) * _CELL, mask.height))
        ).getbbox()
    }
    found: list[Frame] = []
    while cells:
        group = _neighbours(cells, min(cells))
        cells -= group
        found.append(_around(group, mask))
    return sorted(found)


def _neighbours(cells: set[tuple[int, int]], start: tuple[int, int]) -> set[tuple[int, int]]:
    group, waiting = {start}, [start]
    while waiting:
        x, y = waiting.pop()
        near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & cells - group
        group |= near
        waiting += near
    return group


def _around(group: Iterable[tuple[int, int]], mask: Image.Image) -> Frame:
    xs, ys = zip(*group)
    left, top = min(xs) * _CELL, min(ys) * _CELL
    right, bottom = min((max(xs) + 1) * _CELL, mask.width), min((max(ys) + 1) * _CELL, mask.height)
    inner = mask.crop((left, top, right, bottom)).getbbox()
    assert inner
    return left + inner[0], top + inner[1], left + inner[2], top + inner[3]
