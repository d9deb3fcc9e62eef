"""Layout: turn a filled face into a picture, every mark at its place, or say why it cannot be."""

import re
from dataclasses import dataclass, replace
from typing import NamedTuple

from pressplay.data.pieces import Piece, Size
from pressplay.drawing.box import Box
from pressplay.drawing.marks import Art, Begin, End, Guide, Mark, Run, Shape, Stamp
from pressplay.drawing.matrix import Matrix, multiply
from pressplay.drawing.paint import Flat
from pressplay.drawing.picture import Picture, Slot
from pressplay.drawing.shapes import rectangle
from pressplay.faces.elements.registry import ELEMENTS, holds_text
from pressplay.faces.elements.shapes import inked
from pressplay.faces.elements.stack import ground
from pressplay.faces.elements.version import VERSION, stamp_run
from pressplay.files import ProjectFiles
from pressplay.game import Game, Look
from pressplay.problem import Place, Problem, nearest
from pressplay.units import BLEED

from .element import Attr, Drawing, Element, Extent, FaceMistake, FlowCell, Scene, Values, fill, read_attributes
from .face import Face
from .markup import ICON, MarkupMistake, Node, Tag, place_of, read_tag, tokens
from .room import FlowItem, Surveyor
from .scene import open_scene

FACE = Element({"background": Attr(fill, None)})
_IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
_END = End()
MOST_MARKS = 100_000  # of one face
DEEPEST = 100  # containers within containers
_TAG = re.compile(r"<[^>]*>|&#?\w+;")
_ICON = re.compile(rf"{ICON.pattern}|[&<>]")
LONGEST = 50_000  # characters of one text


class CachedElement(NamedTuple):
    """An element once drawn: what is remembered for the next card that says the same."""

    drawn: Drawing
    box: Box | None
    part: str  # its name for call-outs


@dataclass(frozen=True, slots=True)
class Bench:
    """A game's workplace: its scene, and everything drawn so far."""

    look: Look
    files: ProjectFiles  # which notes what was read for all that is remembered here
    scene: Scene
    values: dict[str, Values]  # of every tag read so far
    extents: dict[tuple[str, float], Extent]  # of every text measured so far
    inks: dict[str, CachedElement]
    pictures: dict[tuple[Size, str], Picture]


def open_bench(game: Game, before: Bench | None = None) -> Bench:
    """The workplace on which a game's faces are laid out: the one of before, if it would remember the same today."""
    look, files = game.look, game.files.branch()
    scene = open_scene(look, files)
    if before is None or before.look != look or not files.still(before.files.reads):
        return Bench(look, files, scene, {}, {}, {}, {})
    files.add(before.files.reads)
    return Bench(look, files, scene, before.values, before.extents, before.inks, before.pictures)


def layout(face: Face, bench: Bench) -> tuple[Picture | None, list[Problem]]:
    """The face as a picture; the same markup gives the same picture object."""
    key = (face.kind.size, face.markup)
    known = bench.pictures.get(key)
    if known is not None:
        return known, []
    table = _FaceLayout(face, bench)
    try:
        picture = table.lay()
    except _Halt:
        return None, table.problems
    if table.problems:
        return None, table.problems
    bench.pictures[key] = picture
    return picture, []


class _Halt(Exception):
    """Nothing more can be said about this face."""


class _FaceLayout:
    """One face being laid out."""

    def __init__(self, face: Face, bench: Bench) -> None:
        self.face = face
        self.bench = bench
        self.problems: list[Problem] = []
        self.marks: list[Mark] = []
        self.origins: list[tuple[str, int]] = []
        self.names: dict[str, Box] = {}
        self.slots: list[Slot] = []
        self.resources: dict[str, str] = {}
        self.spills = False
        self.version: Values | None = None
        size = face.kind.size
        self.trim = Box(0, 0, size.width, size.height)

    def lay(self) -> Picture:
        root = self._root()
        background = self._background(root)
        for node in root.children:
            if node.tag.name == "version":
                self._version(node)
            else:
                self._place(node, _IDENTITY, None)
        if self.problems:
            raise _Halt
        size = self.face.kind.size
        picture = Picture(
            size.width,
            size.height,
            BLEED,
            size.shape,
            size.corner,
            tuple(self.marks),
            self.names,
            tuple(self.slots),
            self.resources,
            "" if self.spills else background,
            tuple(self.origins),
        )
        if self.version and self.bench.look.stamps:
            text = f"{self.bench.look.version} · {picture.hash[:4]}"
            stamp = stamp_run(self.version, text, self.bench.scene)
            return picture.stamped(stamp, self.bench.files.digest(stamp.font))
        return picture

    def _root(self) -> Node:
        try:
            nodes = _tree(tokens(self.face.markup))
        except _Ill as ill:
            self._template_problem(ill.tag, str(ill), ill.hint)
            raise _Halt from None
        except MarkupMistake as mistake:
            self._template_problem(None, str(mistake), mistake.hint)
            raise _Halt from None
        if len(nodes) != 1 or nodes[0].tag.name != "face":
            self._template_problem(nodes[0].tag if nodes else None, "a template yields one <face>, and all else in it")
            raise _Halt
        return nodes[0]

    def _background(self, root: Node) -> str:
        """Ink over the whole bleed; gives its colour when it is one colour."""
        try:
            values = read_attributes("face", FACE.attributes, root.tag.attributes, self.bench.scene)
        except FaceMistake as mistake:
            self._mistake(root.tag, mistake)
            return ""
        background = values["background"]
        if background is None:
            return "#ffffff"
        b = BLEED
        around = rectangle(-b, -b, self.trim.w + 2 * b, self.trim.h + 2 * b)
        known = self.bench.inks.get(f"{root.token} {self.trim}")
        if known is None:
            known = CachedElement(Drawing(inked(around, background)), None, "")
            self.bench.inks[f"{root.token} {self.trim}"] = known
        self._add(known.drawn.marks, root.tag)
        return background.color if isinstance(background, Flat) else ""

    def _version(self, node: Node) -> None:
        try:
            if self.version:
                raise FaceMistake("<version> stands once in a face")
            self.version = read_attributes("version", VERSION.attributes, node.tag.attributes, self.bench.scene)
        except FaceMistake as mistake:
            self._mistake(node.tag, mistake)

    def _place(self, node: Node, matrix: Matrix, clip: Box | None) -> None:
        key = node.token + node.body if node.body else node.token
        ink = self.bench.inks.get(key)
        if ink is None:
            element = ELEMENTS.get(node.tag.name)
            if element is None:
                self._template_problem(node.tag, f"unknown element <{node.tag.name}>", nearest(node.tag.name, ELEMENTS))
                return
            try:
                values = self._values(node, element)
                if element.spread:
                    self._spread(node, element, values, matrix, clip)
                    return
                if element.axis:
                    self._stack(node, element, values, matrix, clip)
                    return
                ink = self._ink(element, values, node)
            except FaceMistake as mistake:
                self._mistake((mistake.node or node).tag, mistake, (mistake.node or node).body)
                return
            self.bench.inks[key] = ink
        self._put(ink, node, matrix, clip)

    def _put(self, ink: CachedElement, node: Node, matrix: Matrix, clip: Box | None) -> None:
        drawn = ink.drawn
        if drawn.marks:
            self._add(drawn.marks, node.tag)
        if drawn.resources:
            self.resources.update(drawn.resources)
        if ink.box:
            box = ink.box if matrix is _IDENTITY else ink.box.through(matrix)
            if ink.part:
                self.names[ink.part] = box
            if drawn.slot:
                self.slots.append(Slot(drawn.slot.name, box, drawn.slot.rotate, drawn.slot.kind))
            elif not self.spills:
                self.spills = self._beyond_trim(box.within(clip))

    def _values(self, node: Node, element: Element) -> Values:
        values = self.bench.values.get(node.token)
        if values is None:
            values = read_attributes(node.tag.name, element.attributes, node.tag.attributes, self.bench.scene)
            self.bench.values[node.token] = values
        return values

    # Columns, rows and frames

    def _stack(self, node: Node, element: Element, values: Values, matrix: Matrix, clip: Box | None) -> None:
        """A container that measures what stands in it: first all is measured, then all is drawn."""
        before = len(self.problems)
        member = FlowItem(node, element, values, self._members(node))
        if len(self.problems) > before:
            return
        surveyor = Surveyor(self.bench.scene, self.bench.extents)
        extent = surveyor.extent(member, values["w"])
        cell = FlowCell(values["x"], values["y"], extent.w, extent.h, "start", "top")
        self._settle(member, cell, surveyor, matrix, clip)

    def _members(self, node: Node) -> list[FlowItem]:
        found = [self._member(child, node.tag.name) for child in node.children]
        return [member for member in found if member]

    def _member(self, node: Node, within: str) -> FlowItem | None:
        name = node.tag.name
        element = ELEMENTS.get(name)
        placed = within == "frame" and not {"x", "y"}.isdisjoint(node.tag.attributes)
        if placed or element is None or (not element.inflow and within == "frame"):
            return FlowItem(node, None, {}, [])  # art, or a word that is not known
        if not element.inflow:
            hint = 'put it into a <frame w="…" h="…">'
            self._template_problem(node.tag, f"<{name}> cannot stand in a <{within}>: it has no size", hint)
            return None
        try:
            values = self.bench.values.get(f"flow {node.token}")
            if values is None:
                values = read_attributes(name, element.inflow.attributes, node.tag.attributes, self.bench.scene)
                self.bench.values[f"flow {node.token}"] = values
        except FaceMistake as mistake:
            self._mistake(node.tag, mistake)
            return None
        return FlowItem(node, element, values, self._members(node) if element.axis else [])

    def _settle(self, member: FlowItem, cell: FlowCell, surveyor: Surveyor, matrix: Matrix, clip: Box | None) -> None:
        """Draw a member in its cell."""
        node, element = member.node, member.element
        if element is None:
            self._place(node, matrix, clip)
            return
        begin = Begin((1, 0, 0, 1, cell.x, cell.y))
        inner = multiply(begin.matrix, matrix)
        if not element.axis:
            ink = self._settled(member, element, cell)
            if ink and (ink.drawn.marks or ink.box):
                self._add([begin], node.tag)
                self._put(ink, node, inner, clip)
                self._add([_END], node.tag)
            return
        found = surveyor.arrange(member, cell.w, cell.h)
        under = ground(member.values, cell.w, cell.h)
        self._add([replace(begin, opacity=member.values["opacity"]), *under], node.tag)
        frame = Box(0, 0, cell.w, cell.h).through(inner)
        if under and self._beyond_trim(frame.within(clip)):
            self.spills = True
        for one, its in zip(member.members, found.cells, strict=True):
            self._settle(one, its, surveyor, inner, clip)
        self._add([*found.rules, _END], node.tag)
        if len(self.marks) > MOST_MARKS:
            self._template_problem(node.tag, f"the face has more than {MOST_MARKS:,} marks")
            raise _Halt
        if member.values["name"]:
            self.names[member.values["name"]] = frame

    def _settled(self, member: FlowItem, element: Element, cell: FlowCell) -> CachedElement | None:
        """What a leaf draws in its cell, from the cell's own corner."""
        node = member.node
        key = f"{cell.w} {cell.h} {cell.align} {cell.valign} {node.token}{node.body}"
        ink = self.bench.inks.get(key)
        if ink is None:
            assert element.inflow and element.inflow.settle
            try:
                ink = self._ink(element, element.inflow.settle(member.values, cell, self.bench.scene), node)
            except FaceMistake as mistake:
                self._mistake(node.tag, mistake, node.body)
                return None
            self.bench.inks[key] = ink
        return ink

    def _ink(self, element: Element, values: Values, node: Node) -> CachedElement:
        if element.write:
            if len(node.body) > LONGEST:
                raise FaceMistake(f"a text of more than {LONGEST:,} characters", "part it into several pieces")
            drawn = element.write(values, node.body, self.bench.scene)
        else:
            if node.children or node.body.strip():
                raise FaceMistake(f"<{node.tag.name}> holds nothing")
            assert element.draw
            drawn = element.draw(values, self.bench.scene)
        return CachedElement(drawn, drawn.box or _around(drawn.marks), values.get("name") or "")

    def _spread(self, node: Node, element: Element, values: Values, matrix: Matrix, clip: Box | None) -> None:
        assert element.spread
        first = len(self.marks)
        for begin, members in element.spread(values, len(node.children), self.bench.scene):
            self._add([begin], node.tag)
            inner = multiply(begin.matrix, matrix)
            inside = clip
            if begin.clip:
                inside = begin.clip.box.through(inner).within(clip)
            for member in members:
                self._place(node.children[member], inner, inside)
                if len(self.marks) > MOST_MARKS:
                    self._template_problem(node.tag, f"the face has more than {MOST_MARKS:,} marks")
                    raise _Halt
            self._add([_END], node.tag)
        if values.get("name"):
            box = _around(self.marks[first:])
            if box:
                self.names[values["name"]] = box.through(matrix)

    def _beyond_trim(self, box: Box) -> bool:
        # A tenth of a millimetre at the very edge is cut away or hides in the cutter's width.
        return bool(
            box.w >= 0
            and box.h >= 0
            and (box.x < -0.1 or box.y < -0.1 or box.right > self.trim.w + 0.1 or box.bottom > self.trim.h + 0.1)
        )

    def _add(self, marks: list[Mark], tag: Tag) -> None:
        self.marks += marks
        origin = (tag.template, tag.line)
        if len(marks) == 1:
            self.origins.append(origin)
        else:
            self.origins += [origin] * len(marks)

    def _mistake(self, tag: Tag, mistake: FaceMistake, body: str = "") -> None:
        if mistake.place:  # told once, however many pieces show it
            also = place_of(tag, self.face.template)
            self.problems.append(Problem(mistake.place, str(mistake), mistake.hint, also=also))
        elif mistake.of_piece:
            where = _place_of_words(self.face.piece, body)
            self.problems.append(
                Problem(where, f"{self._who()}: {mistake}", mistake.hint, also=place_of(tag, self.face.template))
            )
        else:
            self._template_problem(tag, str(mistake), mistake.hint)

    def _template_problem(self, tag: Tag | None, message: str, hint: str = "") -> None:
        where = place_of(tag, self.face.template) if tag else Place(self.face.template)
        self.problems.append(Problem(where, message, hint, also=self.face.piece.place))

    def _who(self) -> str:
        return f"{self.face.kind.id} {self.face.piece.id}, {self.face.side}"


class _Ill(Exception):
    """Tags that do not nest."""

    def __init__(self, tag: Tag | None, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.tag = tag
        self.hint = hint


def _tree(found: list[str]) -> list[Node]:
    """Tokens as nested nodes; text elements keep their content as it is written."""
    top: list[Node] = []
    level = top
    stack: list[Node] = []
    index, count = 0, len(found)
    while index < count:
        token = found[index]
        index += 1
        if token[0] != "<":
            if token.strip():
                _stray(token, stack)
            continue
        if token.startswith("<!--"):
            continue
        tag = read_tag(token)
        if tag.closes:
            if not stack or stack[-1].tag.name != tag.name:
                open_name = f"<{stack[-1].tag.name}> is open" if stack else "nothing is open"
                raise _Ill(stack[-1].tag if stack else None, f"</{tag.name}> stands where {open_name}")
            stack.pop()
            level = stack[-1].children if stack else top
        elif tag.lone:
            level.append(Node(tag, token, "", []))
        elif holds_text(tag.name):
            end = f"</{tag.name}>"
            start = index
            while index < count and found[index] != end:
                index += 1
            if index == count:
                raise _Ill(tag, f"<{tag.name}> is not closed", f"write {end}")
            level.append(Node(tag, token, "".join(found[start:index]), []))
            index += 1
        else:
            if len(stack) == DEEPEST:
                raise _Ill(tag, f"elements stand more than {DEEPEST} deep in each other")
            node = Node(tag, token, "", [])
            level.append(node)
            stack.append(node)
            level = node.children
    if stack:
        raise _Ill(stack[-1].tag, f"<{stack[-1].tag.name}> is not closed")
    return top


def _stray(token: str, stack: list[Node]) -> None:
    shown = " ".join(token.split())[:40]
    tag = stack[-1].tag if stack else None
    names = " and ".join(f"<{name}>" for name in ELEMENTS if holds_text(name))
    raise _Ill(tag, f"text “{shown}” stands outside {names}", "put it into one of them")


def _place_of_words(piece: Piece, body: str) -> Place:
    """Where the words of a text stand among the piece's fields, or the piece itself when they are not its own."""
    said = _letters(_TAG.sub(" ", body))
    found = {name: _letters(_ICON.sub(" ", text)) for name, text in piece.values.items() if isinstance(text, str)}
    held = [name for name, letters in found.items() if letters and letters in said]
    return piece.field_place(max(held, key=lambda name: len(found[name]))) if held else piece.place


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _around(marks: list[Mark]) -> Box | None:
    """The box around marks, groups followed, strokes and clips minded."""
    left = top = float("inf")
    right = bottom = float("-inf")
    stack: list[tuple[Matrix, Box | None]] = [(_IDENTITY, None)]
    for mark in marks:
        matrix, clip = stack[-1]
        if isinstance(mark, Begin):
            inner = multiply(mark.matrix, matrix)
            if mark.clip:
                clip = mark.clip.box.through(inner).within(clip)
            stack.append((inner, clip))
            continue
        if isinstance(mark, End):
            stack.pop()
            continue
        if isinstance(mark, Guide):
            continue
        box = _inked_box(mark)
        if matrix is not _IDENTITY:
            box = box.through(matrix)
        if clip:
            box = box.within(clip)
        if box.w >= 0 and box.h >= 0:
            left, top = min(left, box.x), min(top, box.y)
            right, bottom = max(right, box.right), max(bottom, box.bottom)
    return Box(left, top, right - left, bottom - top) if right >= left else None


def _inked_box(mark: Shape | Run | Stamp | Art) -> Box:
    if isinstance(mark, Shape) and mark.stroke:
        half = mark.stroke.width / 2
        return Box(mark.box.x - half, mark.box.y - half, mark.box.w + 2 * half, mark.box.h + 2 * half)
    return mark.clip if isinstance(mark, Art) else mark.box
