"""A PDF document being written: pages, forms, images and fonts as ReportLab's objects, one dictionary of resources.

Drawing goes out as operators (see `ink`), so of ReportLab only the object writer
is used. All pages and forms share one resource dictionary: a form can
use whatever a page can.
"""

import zlib
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from reportlab.pdfbase import pdfdoc

from pressplay.drawing.type.font import open_font
from pressplay.files import ProjectFiles
from pressplay.spool import Spool
from pressplay.units import num

from .typeface import Typeface

Four = tuple[float, float, float, float]
_ESCAPES = str.maketrans({"(": "\\(", ")": "\\)", "\\": "\\\\", "\r": "\\r", "\n": "\\n", "\0": "\\000"})


class Bookmark(NamedTuple):
    """An entry of the outline; pages are counted from 0, and a deeper level stands under the one before."""

    title: str
    page: int
    level: int = 1


class _Annotation(NamedTuple):
    """A box of a page, in points, that leads to another page."""

    page: int
    box: Four
    target: int


class PdfDocument:
    """One PDF file: the same calls give the same bytes."""

    def __init__(self, files: ProjectFiles, title: str, language: str = "en", subject: str = "") -> None:
        self.files = files
        self._pdf = pdfdoc.PDFDocument(dummyoutline=1, compression=1, invariant=1, pdfVersion=(1, 7), lang=language)
        info = self._pdf.info
        info.title, info.subject, info.author, info.creator = title, subject or title, "", "pressplay"
        info.producer = "pressplay, with ReportLab"
        self._shelves: dict[str, dict[str, Any]] = {"XObject": {}, "ExtGState": {}, "Shading": {}}
        self._resources = self._pdf.Reference(pdfdoc.PDFDictionary({}), "Resources")
        self._fonts: dict[str, Typeface] = {}
        self._pages: list[Any] = []
        self._links: list[_Annotation] = []

    def typeface(self, file: str) -> Typeface:
        """A font of the project, subset to what this document writes with it."""
        face = self._fonts.get(file)
        if face is None:
            face = self._fonts[file] = Typeface(open_font(self.files, file))
        return face

    def form(self, operators: str, box: Four, group: bool = False) -> str:
        """A drawing to be used many times; gives its name. A group is faded as a whole."""
        entries = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "FormType": 1,
            "BBox": pdfdoc.PDFArrayCompact(box),
            "Resources": self._resources,
        }
        if group:
            entries["Group"] = pdfdoc.PDFDictionary({"S": "/Transparency", "Type": "/Group"})
        return self._keep("XObject", "X", self._stream(operators, entries))

    def image(self, entries: Mapping[str, Any], data: bytes, mask: str = "") -> str:
        """Pixels as they are encoded; gives the image's name."""
        written = {"Type": "/XObject", "Subtype": "/Image"} | {k: _value(v) for k, v in entries.items()}
        if mask:
            written["SMask"] = self._shelves["XObject"][mask]
        return self._keep("XObject", "X", pdfdoc.PDFStream(pdfdoc.PDFDictionary(written), data, []))

    def art(self, entries: Mapping[str, Any], read: Callable[[], bytes]) -> str:
        """As image, but the pixels are read when the file is written."""
        written = {"Type": "/XObject", "Subtype": "/Image"} | {k: _value(v) for k, v in entries.items()}
        return self._keep("XObject", "X", _LateStream(pdfdoc.PDFDictionary(written), read))

    def fade(self, opacity: float) -> str:
        """The name of the graphics state that draws with this opacity."""
        name = "G" + num(opacity).replace(".", "")
        shelf = self._shelves["ExtGState"]
        if name not in shelf:
            shelf[name] = pdfdoc.PDFDictionary({"ca": opacity, "CA": opacity})
        return name

    def soft_mask(self, form: str, by_light: bool) -> str:
        """The name of the graphics state that shows what a form leaves to be seen: where it is light, or opaque."""
        entries = {"Type": "/Mask", "S": "/Luminosity" if by_light else "/Alpha", "G": self._shelves["XObject"][form]}
        return self._keep("ExtGState", "M", pdfdoc.PDFDictionary({"SMask": pdfdoc.PDFDictionary(entries)}))

    def shading(self, radial: bool, geometry: Sequence[float], stops: Sequence[tuple[tuple[float, ...], float]]) -> str:
        """The name of a gradient; stops are colours with places from 0 to 1, in order."""
        entries = {
            "ShadingType": 3 if radial else 2,
            "ColorSpace": "/DeviceRGB",
            "Coords": pdfdoc.PDFArrayCompact(geometry),
            "Extend": "[true true]",
            "Function": _blend(stops),
        }
        return self._keep("Shading", "S", pdfdoc.PDFDictionary(entries))

    def page(self, operators: str, size: tuple[float, float], boxes: Mapping[str, Four]) -> None:
        """One more page; all measures in points."""
        page = pdfdoc.PDFPage()
        page.Override_default_compilation = 1
        page.MediaBox = pdfdoc.PDFArrayCompact((0, 0, *size))
        for name, box in boxes.items():
            setattr(page, name, pdfdoc.PDFArrayCompact(box))
        page.Resources = self._resources
        page.Contents = self._stream(operators, {})
        page.Parent = self._pdf.Reference(self._pdf.Pages)
        self._pdf.addPage(page)
        self._pages.append(page)

    def link(self, page: int, box: Four, target: int) -> None:
        """A click on a box of a page leads to another page; pages are counted from 0, the box is in points."""
        self._links.append(_Annotation(page, box, target))

    def finish(
        self,
        preferences: Mapping[str, str] | None = None,
        bookmarks: Sequence[Bookmark] = (),
        labels: Sequence[str] = (),
    ) -> bytes:
        """The file's bytes; nothing can be drawn afterwards."""
        return self.spooled(preferences, bookmarks, labels).data

    def spooled(
        self,
        preferences: Mapping[str, str] | None = None,
        bookmarks: Sequence[Bookmark] = (),
        labels: Sequence[str] = (),
    ) -> Spool:
        """As finish, for documents with much art: no more than one image is in the memory."""
        pdf, catalog = self._pdf, self._pdf.Catalog
        viewer = {"DisplayDocTitle": "true"} | {key: f"/{value}" for key, value in (preferences or {}).items()}
        catalog.ViewerPreferences = pdfdoc.PDFDictionary(viewer)
        if labels:
            catalog.PageLabels = pdfdoc.PDFDictionary({"Nums": _labels(labels)})
        catalog.Outlines = self._outline(bookmarks) if bookmarks else None
        if bookmarks:
            catalog.PageMode = "/UseOutlines"
        self._annotate()
        resources = pdf.idToObject["Resources"]
        fonts = {face.name: face.objects(pdf) for face in self._fonts.values()}
        resources["Font"] = pdf.Reference(pdfdoc.PDFDictionary(fonts), "Fonts")
        for name, shelf in self._shelves.items():
            if shelf:
                resources[name] = pdfdoc.PDFDictionary(shelf)
        pdf.info.digest(pdf.signature)
        spool = Spool()
        _write(pdf, spool)
        return spool

    def _annotate(self) -> None:
        for number, page in enumerate(self._pages):
            links = [
                pdfdoc.PDFDictionary(
                    {
                        "Type": "/Annot",
                        "Subtype": "/Link",
                        "Rect": pdfdoc.PDFArrayCompact([round(edge, 3) for edge in link.box]),
                        "Border": "[0 0 0]",
                        "Dest": pdfdoc.PDFArrayCompact([self._pdf.Reference(self._pages[link.target]), "/Fit"]),
                    }
                )
                for link in self._links
                if link.page == number
            ]
            if links:
                page.Annots = pdfdoc.PDFArray(links)

    def _keep(self, shelf: str, letter: str, thing: Any) -> str:
        name = f"{letter}{len(self._shelves[shelf]) + 1}"
        self._shelves[shelf][name] = self._pdf.Reference(thing, f"{shelf}.{name}")
        return name

    def _stream(self, operators: str, entries: dict[str, Any]) -> Any:
        packed = zlib.compress(operators.encode("latin-1"), 6)
        # Signed by their content, so that the file's id changes with what it shows.
        self._pdf.signature.update(packed)
        return pdfdoc.PDFStream(pdfdoc.PDFDictionary(entries | {"Filter": "/FlateDecode"}), packed, [])

    def _outline(self, bookmarks: Sequence[Bookmark]) -> Any:
        outline = pdfdoc.PDFDictionary({"Type": "/Outlines"})
        top = self._pdf.Reference(outline, "Outline")
        names = [f"Bookmark.{index}" for index in range(len(bookmarks))]
        links = [pdfdoc.PDFObjectReference(name) for name in names]
        parents = _parents([mark.level for mark in bookmarks])
        families: dict[int, list[int]] = {-1: []}
        for index, parent in enumerate(parents):
            families.setdefault(parent, []).append(index)
        for index, mark in enumerate(bookmarks):
            target = self._pdf.Reference(self._pages[mark.page])
            entry = {"Title": _text(mark.title), "Dest": pdfdoc.PDFArrayCompact([target, "/Fit"])}
            entry["Parent"] = links[parents[index]] if parents[index] >= 0 else top
            family = families[parents[index]]
            at = family.index(index)
            if at:
                entry["Prev"] = links[family[at - 1]]
            if at + 1 < len(family):
                entry["Next"] = links[family[at + 1]]
            below = families.get(index, [])
            if below:  # a negative count: closed until the reader opens it
                entry |= {"First": links[below[0]], "Last": links[below[-1]], "Count": -len(below)}
            self._pdf.Reference(pdfdoc.PDFDictionary(entry), names[index])
        outline["First"], outline["Last"] = links[families[-1][0]], links[families[-1][-1]]
        outline["Count"] = len(families[-1])
        return outline


class _LateStream(pdfdoc.PDFStream):  # type: ignore[misc]
    """A stream whose bytes are fetched at the moment they are written."""

    def __init__(self, dictionary: Any, read: Callable[[], bytes]) -> None:
        super().__init__(dictionary, b"", [])
        self.read = read

    def format(self, document: Any) -> bytes:
        written: bytes = pdfdoc.PDFStream(self.dictionary, self.read(), []).format(document)
        return written


class _SpooledFile(pdfdoc.PDFFile):  # type: ignore[misc]
    """ReportLab's file, which remembers every object, but into a spool."""

    def __init__(self, spool: Spool, version: tuple[int, int]) -> None:
        super().__init__(version)
        self.write = spool.write
        self.write(b"".join(self.strings))


def _write(pdf: Any, spool: Spool) -> None:
    """What ReportLab's PDFDocument.format does, an object at a time."""
    pdf.encrypt.prepare(pdf)
    ends = {"Root": pdf.Reference(pdf.Catalog), "Info": pdf.Reference(pdf.info)}
    file = _SpooledFile(spool, pdf._pdfVersion)
    ids: list[str] = []
    while (number := len(ids) + 1) in pdf.numberToId:  # an object may bring others along while it is written
        id = pdf.numberToId[number]
        pdf.idToOffset[id] = file.add(pdfdoc.PDFIndirectObject(id, pdf.idToObject[id]).format(pdf))
        ids.append(id)
    table = pdfdoc.PDFCrossReferenceTable()
    table.addsection(0, ids)
    start = file.add(table.format(pdf))
    file.add(pdfdoc.PDFTrailer(startxref=start, Size=len(ids) + 1, Encrypt=None, ID=pdf.ID(), **ends).format(pdf))


def _blend(stops: Sequence[tuple[tuple[float, ...], float]]) -> Any:
    steps = [_step(a, b) for (a, _), (b, _) in pairwise(stops)]
    if len(steps) == 1 and stops[0][1] == 0 and stops[-1][1] == 1:
        return steps[0]
    first, last = stops[0], stops[-1]
    bounds = [at for _, at in stops]
    if first[1] > 0:
        steps.insert(0, _step(first[0], first[0]))
    else:
        bounds.pop(0)
    if last[1] < 1:
        steps.append(_step(last[0], last[0]))
    else:
        bounds.pop()
    entries = {
        "FunctionType": 3,
        "Domain": "[0 1]",
        "Functions": pdfdoc.PDFArrayCompact(steps),
        "Bounds": pdfdoc.PDFArrayCompact(bounds),
        "Encode": pdfdoc.PDFArrayCompact([0, 1] * len(steps)),
    }
    return pdfdoc.PDFDictionary(entries)


def _step(begin: tuple[float, ...], end: tuple[float, ...]) -> Any:
    colors = {"C0": pdfdoc.PDFArrayCompact(begin), "C1": pdfdoc.PDFArrayCompact(end)}
    return pdfdoc.PDFDictionary({"FunctionType": 2, "Domain": "[0 1]", "N": 1} | colors)


def _parents(levels: Sequence[int]) -> list[int]:
    """For each bookmark the index of the one it stands under; -1 at the top."""
    parents: list[int] = []
    for index, level in enumerate(levels):
        above = index - 1
        while above >= 0 and levels[above] >= level:
            above = parents[above]
        parents.append(above)
    return parents


def _labels(labels: Sequence[str]) -> Any:
    nums: list[Any] = []
    for page, label in enumerate(labels):
        nums += [page, pdfdoc.PDFDictionary({"P": _text(label)})]
    return pdfdoc.PDFArray(nums)


def _text(words: str) -> str:
    """A text string: plain where ASCII will do, else UTF-16 as the format asks."""
    if words.isascii():
        return f"({words.translate(_ESCAPES)})"
    return f"<{(chr(0xFEFF) + words).encode('utf-16-be').hex()}>"


def _value(value: Any) -> Any:
    return pdfdoc.PDFArrayCompact([_value(v) for v in value]) if isinstance(value, (list, tuple)) else value
