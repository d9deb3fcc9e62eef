"""Check turns sources into games: structure, fields, references, facts in texts, and every rule of the rulebook."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from pressplay.data.declarations import Declarations
from pressplay.data.fields import BAD, COLOR, WORD, Reading, needs_filling
from pressplay.data.formats import FONTS, GAME, KIND, NOT_FIELDS, PALETTE, PAPERS, PIECE_FIELDS, SIZES, STYLE, STYLES
from pressplay.data.ids import kept_by_windows, slug
from pressplay.data.nodes import DataRow, Document, GameSource, MappingNode, Node, Project, Scalar, SequenceNode
from pressplay.data.pieces import Contents, Family, Kind, Piece, Size
from pressplay.data.structures import Record
from pressplay.data.yaml_reader import read_yaml
from pressplay.drawing.icons import find_icon, icon_names
from pressplay.drawing.svg.tree import IconMistake
from pressplay.drawing.type.font import FontError, FontPlace, open_font
from pressplay.files import ABSENT, FileRefused
from pressplay.game import Allowances, Game, UnreadPiece
from pressplay.problem import Place, Problem, near, nearest
from pressplay.rules.canon import TABLE_WORDS, Canon, misworded, read_canon
from pressplay.rules.rulebook import NOT_FACTS, Rulebook, read_rulebook
from pressplay.rules.vocabulary import apart
from pressplay.rules.wording import Wording
from pressplay.units import num

if TYPE_CHECKING:
    from pressplay.table.table import Table


def check(sources: list[GameSource], draft: bool = False) -> tuple[list[Game], list[Problem]]:
    """The games whose files are sound, and all problems; a game that merely breaks its rules is among the games.

    For a `draft` a game is also among them when only some of it is sound: as much of it as could be read.
    """
    games: list[Game] = []
    problems: list[Problem] = []
    shared: dict[int, _ProjectParts] = {}
    for source in sources:
        project = source.project
        if id(project) not in shared:
            shared[id(project)] = _ProjectParts(project)
            problems += shared[id(project)].problems
        checking = _GameChecker(source, shared[id(project)], draft)
        game = checking.game()
        problems += checking.problems
        if game:
            games.append(game)
    return games, sorted(dict.fromkeys(problems))


class _ProjectParts:
    """The sizes and font families that all games of a project may use."""

    def __init__(self, project: Project) -> None:
        self.files = project.files
        self.problems: list[Problem] = []
        self.sizes: dict[str, Size] = {}
        self.declared: set[str] = set()  # names of sizes and families, sound or not
        for document in project.sizes:
            read = self._read(SIZES, document)
            self.sizes |= {name: Size(name, **values) for name, values in read.items()}
        for document in project.papers:
            self._read(PAPERS, document)
        self.families: dict[str, Family] = {}
        if project.fonts:
            read = self._read(FONTS, project.fonts)
            self.families = {name: self._family(name, values, project.fonts) for name, values in read.items()}

    def _read(self, field: Any, document: Document) -> dict[str, Any]:
        """The entries that are sound: one mistake does not make every other name unknown."""
        at = Reading(document.path)
        read: dict[str, Any] = {}
        if isinstance(document.root, MappingNode):
            for name, entry in document.root.entries.items():
                self.declared.add(name)
                value = field.read(MappingNode({name: entry}, entry[0].line, entry[0].column), "", at)
                read |= {} if value is BAD else value
        else:
            at.refuse(document.root, "the file", field)
        self.problems += at.problems
        return read

    def _family(self, name: str, values: Mapping[str, Any], document: Document) -> Family:
        assert isinstance(document.root, MappingNode)
        files = {}
        entry = document.root.entries[name][1]
        nodes = entry.entries if isinstance(entry, MappingNode) else {}
        for style in (*STYLES, "licence"):
            file = values[style]
            if file is None:
                continue
            written, _, face = file.partition("#")
            path, reason = self.files.locate("fonts", written)
            if not reason and style in STYLES:
                place = FontPlace.read(f"{path}#{face}" if face else path, _axes(values, style))
                files[style] = str(place)
                reason = self._refusal(place)
            if reason:
                node = nodes[style][1] if style in nodes else entry
                self.problems.append(Problem(document.place(node), f"{style}: {file} {reason}"))
        others = values["fallback"] or ()
        for index, other in enumerate(others):
            if other not in document.root.entries:
                named = nodes["fallback"][1]
                node = named.items[index] if isinstance(named, SequenceNode) else named
                hint = nearest(other, document.root.entries)
                self.problems.append(Problem(document.place(node), f"fallback: there is no family {other}", hint))
        return Family(name, files, tuple(others))

    def _refusal(self, place: FontPlace) -> str:
        """Why a face cannot be used, where a family asks for more than a file."""
        if place.index or place.axes:
            try:
                open_font(self.files, str(place))
            except (FontError, FileRefused) as refused:
                return str(refused).removeprefix(f"{place.file} ")
        return ""


def _axes(values: Mapping[str, Any], style: str) -> dict[str, float]:
    """Where a style stands on the axes of a variable font; bold is 700 in the file that is the regular one too."""
    weight = values["weight"]
    if style.startswith("bold"):
        same = values[style] == values["regular"] and weight
        weight = values["bold-weight"] or (700 if same else None)
    return {axis: value for axis, value in (("wght", weight), ("wdth", values["width"])) if value is not None}


class _GameChecker:
    """One game on its way from source to Game."""

    def __init__(self, source: GameSource, shared: _ProjectParts, draft: bool = False) -> None:
        self.source = source
        self.draft = draft
        self.unread: list[UnreadPiece] = []
        self.shared = shared
        self.files = source.files
        self.problems: list[Problem] = []
        self.remarks: list[Problem] = []
        self.broken: set[str] = set()  # kinds whose pieces are not all sound
        self.palette: dict[str, str] = {}
        self.rulebook: Rulebook | None = None
        self.canon: Canon | None = None

    def game(self) -> Game | None:
        document = self.source.game
        if self.source.rulebook:
            self.rulebook, told = read_rulebook(self.source.rulebook, self.source.front)
            self.problems += told
        if document is None:
            return None
        at = Reading(document.path)
        read = GAME.read(document.root, "", at)
        self.problems += at.problems
        if not isinstance(document.root, MappingNode):
            return None
        style = self._style(document)
        fonts_sound = self._fonts(document)
        kinds = self._kinds(document)
        ambiguous = self._clashes(kinds)
        pieces = self._all_pieces(kinds)
        sound = read is not BAD and fonts_sound and not self.problems and not self.broken
        of_table: list[Problem] = []
        table: Table | None = None
        words: dict[str, Any] = {"style": style, "apart": self._apart}
        if sound and self.rulebook:
            table, of_table = self._table(kinds, pieces)
            words |= self._table_words(table, kinds)
        before = len(self.problems)
        if self.rulebook and self._declared(document) and not ambiguous:
            broken = self._broken_plurals(document, kinds)
            judged = self.rulebook.judge(kinds, pieces, broken, words)
            self.problems += judged.problems
            self.rulebook = self.rulebook.with_judgement(judged)
            self._judge_canon(kinds, pieces, broken, words)
        shown = sound or (self.draft and read is not BAD and fonts_sound and bool(kinds))
        if not shown or self.rulebook is None:
            return None
        if len(self.problems) > before:
            table, of_table = self._table(kinds, pieces, setup=False)
        self.problems += of_table
        return Game(
            id=self.source.id,
            title=read["title"],
            version=read["version"],
            language=read["language"],
            fonts=read["fonts"],
            families=self.shared.families,
            style=style,
            palette=self.palette,
            kinds=kinds,
            pieces=pieces,
            rulebook=self.rulebook,
            files=self.files,
            place=Place(document.path, 1, 1),
            description=read["description"],
            credits=tuple(read["credits"]),
            url_base=read["url-base"],
            stamps=read["stamps"],
            icon_grounds=read["icon-grounds"] == "keep",
            allow=Allowances(**(read["allow"] or {})),
            remarks=(*self._allowances(document, read["allow"] or {}), *self.remarks),
            table=table,
            canon=self.canon,
            unread=tuple(self.unread),
        )

    def _apart(self, colors: Iterable[str]) -> float:
        """The word `apart` for colours that may be names of the palette."""
        return apart([self.palette.get(color, color) for color in colors])

    def _judge_canon(
        self,
        kinds: Mapping[str, Kind],
        pieces: Mapping[str, tuple[Piece, ...]],
        broken: set[str],
        words: Mapping[str, Any],
    ) -> None:
        if not self.source.canon or not self.rulebook:
            return
        canon, problems = read_canon(self.source.canon, self.rulebook)
        self.problems += problems
        if canon:
            untold = TABLE_WORDS - set(words)  # without a table, what speaks of it is left alone
            self.canon = canon.judge(kinds, pieces, (*broken, *untold), words)
            assert self.canon.judged
            self.problems += self.canon.judged.problems
            self.problems += misworded(self.canon, kinds, self.source.pieces)

    def _table(
        self, kinds: Mapping[str, Kind], pieces: Mapping[str, tuple[Piece, ...]], setup: bool = True
    ) -> "tuple[Table | None, list[Problem]]":
        """What table.yaml says; it is read once all kinds are sound, for it speaks of them.

        Where a rule is broken its set-up is left alone: with the same facts it would only say the same again.
        """
        if not self.source.table or not self.rulebook:
            return None, []
        contents = Contents(kinds, pieces, self.rulebook.players)
        from pressplay.table.read import read_table  # a table is for virtual tabletops alone

        return read_table(self.source.table, contents, self.rulebook.facts, self.shared.sizes, setup=setup)

    def _table_words(self, table: "Table | None", kinds: Mapping[str, Kind]) -> dict[str, Any]:
        if not table:
            return {}
        from pressplay.table.words import table_words

        return table_words(table, kinds)

    def _say(self, place: Place, message: str, hint: str = "") -> None:
        self.problems.append(Problem(place, message, hint))

    def _style(self, document: Document) -> dict[str, Any]:
        node = document.root.get("style") if isinstance(document.root, MappingNode) else None
        if not isinstance(node, MappingNode):
            return {}
        at = Reading(document.path)
        palette = node.get("palette")
        if palette:
            PALETTE.read(palette, "palette", at)
        for name, (_, color) in palette.entries.items() if isinstance(palette, MappingNode) else ():
            # A name whose colour is wrong is known all the same: that mistake has been told.
            text = color.text if isinstance(color, Scalar) else ""
            self.palette[name] = _full_hex(text) if COLOR.fullmatch(text) else "#000000"
        style: dict[str, Any] = STYLE.read(node, "style", at)
        self.problems += at.problems
        types = node.get("type")
        if types:
            self._types(types, document)
        return style

    def _types(self, types: Node, document: Document) -> None:
        from pressplay.faces.type_styles import type_mistakes  # few games name looks of text

        roles = document.root.get("fonts") if isinstance(document.root, MappingNode) else None
        fonts = [*(roles.entries if isinstance(roles, MappingNode) else ()), *self.shared.declared]
        for mistake in type_mistakes(types, fonts, self.palette):
            self._say(document.place(mistake.node), mistake.message, mistake.hint)

    def _allowances(self, document: Document, allowed: Mapping[str, float]) -> list[Problem]:
        """A remark on each check that the game loosens."""
        usual = Allowances()
        node = document.root.get("allow") if isinstance(document.root, MappingNode) else None
        found = []
        for name, value in allowed.items():
            written = node.get(name) if isinstance(node, MappingNode) else None
            if written and value != getattr(usual, name):
                message = f"{name} is allowed down to {num(value)}; print needs {num(getattr(usual, name))}"
                found.append(Problem(document.place(written), message))
        return found

    def _fonts(self, document: Document) -> bool:
        node = document.root.get("fonts") if isinstance(document.root, MappingNode) else None
        sound = True
        for role, (_, family) in node.entries.items() if isinstance(node, MappingNode) else ():
            if isinstance(family, Scalar) and family.text and family.text not in self.shared.declared:
                place = document.place(family)
                hint = nearest(family.text, self.shared.families)
                self._say(place, f"fonts.{role}: fonts/fonts.yaml has no family {family.text}", hint)
                sound = False
        return sound

    # Kinds

    def _declared(self, document: Document) -> dict[str, tuple[Scalar, Node]]:
        """The kinds as game.yaml declares them, sound or not."""
        node = document.root.get("kinds") if isinstance(document.root, MappingNode) else None
        return node.entries if isinstance(node, MappingNode) else {}

    def _kinds(self, document: Document) -> dict[str, Kind]:
        declared = self._declared(document)
        node = document.root.get("kinds") if isinstance(document.root, MappingNode) else None
        if isinstance(node, MappingNode) and not declared:
            self._say(document.place(node), "the game has no kinds")
        kinds = {}
        for name, (word, body) in declared.items():
            if isinstance(body, MappingNode):
                kind = self._kind(name, word, body, document, tuple(declared))
                if kind:
                    kinds[name] = kind
        return kinds

    def _kind(
        self, name: str, word: Scalar, node: MappingNode, document: Document, all_kinds: tuple[str, ...]
    ) -> Kind | None:
        values = KIND.read(node, "", Reading(document.path))
        at = Reading(document.path, self.palette)
        fields, free = self._fields(node.get("fields"), at, all_kinds)
        size = self._size(node, at)
        for key in ("template", "back"):
            self._template(node.get(key), key, at)
        printed, back = node.get("print"), node.get("back")
        if isinstance(printed, Scalar) and printed.text.startswith("both-sides") and back:
            at.say(printed, f"{printed.text} prints another piece on the back, and {name} has a back", "leave one away")
        self.problems += at.problems
        if values is BAD or fields is None or size is None or at.problems:
            return None
        if values["landscape"]:
            size = Size(size.name, size.height, size.width, size.corner, size.shape)
        return Kind(
            id=name,
            title=values["title"],
            plural=values["plural"] or _plural(name),
            size=size,
            template=values["template"],
            back=values["back"],
            source=self.source.pieces[name].path if name in self.source.pieces else "",
            fields=fields,
            place=document.place(word),
            description=values["description"],
            tabletop=values["tabletop"],
            count=values["count"],
            strict=values["strict"],
            print=values["print"],
            free=free,
        )

    def _fields(
        self, node: Node | None, at: Reading, kinds: tuple[str, ...]
    ) -> tuple[Mapping[str, Any] | None, frozenset[str]]:
        """A kind's fields, and the names of those that are free by design."""
        if not isinstance(node, MappingNode):
            return None, frozenset()  # told by the structure's own check
        facts = self.rulebook.facts if self.rulebook else None
        for name, (word, _) in node.entries.items():
            if name in NOT_FIELDS:
                at.say(word, f"{name} cannot name a field: the word has a meaning of its own")
            elif facts and name in facts:
                at.say(word, f"{name} cannot name a field: it is a fact of the rulebook")
        declarations = Declarations(at, facts, kinds, _value_node)
        record = declarations.record(node)
        return (record.fields if record else None), frozenset(declarations.free)

    def _size(self, node: MappingNode, at: Reading) -> Size | None:
        named = node.get("size")
        if not isinstance(named, Scalar) or not named.text:
            return None
        size = self.shared.sizes.get(named.text)
        if named.text not in self.shared.declared:
            at.say(named, f"there is no size {named.text}", nearest(named.text, self.shared.sizes))
        return size

    def _template(self, node: Node | None, key: str, at: Reading) -> None:
        if isinstance(node, Scalar) and (node.text.startswith("/") or re.search(r"\\|(^|/)\.\.(/|$)|^\w:", node.text)):
            at.say(node, f"{key}: {node.text} leaves the templates’ folder")

    def _clashes(self, kinds: Mapping[str, Kind]) -> bool:
        """Tell names that mean two things; with such names rules cannot be judged."""
        before = len(self.problems)
        facts = self.rulebook.places if self.rulebook else {}
        taken: dict[str, str] = {}
        for kind in kinds.values():
            if not WORD.fullmatch(kind.plural):
                self._say(kind.place, f"the plural {kind.plural} cannot be used in rules", "use letters, digits and _")
            elif kind.plural in NOT_FACTS:
                self._say(
                    kind.place, f"the plural {kind.plural} has a meaning of its own in rules", "give the kind another"
                )
            elif kind.plural in facts:
                self._say(
                    facts[kind.plural], f"the fact {kind.plural} has the name of all pieces of the kind {kind.id}"
                )
            elif kind.plural in taken:
                self._say(
                    kind.place, f"the kinds {taken[kind.plural]} and {kind.id} have the same plural, {kind.plural}"
                )
            taken[kind.plural] = kind.id
        return len(self.problems) > before

    def _broken_plurals(self, document: Document, kinds: Mapping[str, Kind]) -> set[str]:
        """The plurals of the kinds that are not sound, whether their declaration or a piece is to blame."""
        plurals = {kinds[kind].plural for kind in self.broken if kind in kinds}
        for name, (_, body) in self._declared(document).items():
            if name not in kinds:
                written = body.get("plural") if isinstance(body, MappingNode) else None
                plurals.add(written.text if isinstance(written, Scalar) else _plural(name))
        return plurals

    # Pieces

    def _all_pieces(self, kinds: Mapping[str, Kind]) -> dict[str, tuple[Piece, ...]]:
        readings = {kind.id: self._reading(kind) for kind in kinds.values()}
        pieces = {kind.id: self._pieces(kind, readings[kind.id]) for kind in kinds.values()}
        self.broken |= {kind for kind, at in readings.items() if at.problems}
        for kind, at in readings.items():
            self._refs(at, pieces)
            if at.problems:
                self.broken.add(kind)
            self.problems += at.problems
        return pieces

    def _pieces(self, kind: Kind, at: Reading) -> tuple[Piece, ...]:
        document = self.source.pieces.get(kind.id)
        if document is None:
            self.broken.add(kind.id)  # told when it was loaded
            return ()
        if not isinstance(document.root, SequenceNode):
            at.say(document.root, "a file of pieces is a list", "start each piece with - ")
            return ()
        if not document.root.items:
            at.say(document.root, "there are no pieces in this file")
        facts = {**self.rulebook.facts, "players": self.rulebook.players} if self.rulebook else None
        reader = _PieceReader(kind, at, facts)
        pieces = tuple(reader.read(document.root))
        self.remarks += reader.remarks()
        self.unread += reader.unread
        return pieces

    def _reading(self, kind: Kind) -> Reading:
        document = self.source.pieces.get(kind.id)
        at = Reading(kind.source, self.palette, document.sheet if document else "")
        game, files = self.source.id, self.files

        @cache
        def has_icon(name: str) -> bool:
            try:
                return "/" not in name and find_icon(files, game, name) is not None
            except (FileRefused, IconMistake):
                return True  # it is there; what is wrong with it is told where it is drawn

        at.find_icon = has_icon
        at.icons = lambda: icon_names(files, game)
        at.find_image = self._image
        return at

    def _image(self, name: str) -> tuple[str, str]:
        reason = ""
        folders = (self.source.folder, f"templates/{self.source.id}", "templates", "")
        for folder in folders:
            path, why = self.files.locate(folder, name)
            if path:
                return path, ""
            reason = reason or why
        for folder in folders if reason == ABSENT else ():
            close = self.files.like(folder, name)
            if close:
                return "", f"{reason}; did you mean {close}?"
        return "", reason

    def _refs(self, at: Reading, pieces: Mapping[str, tuple[Piece, ...]]) -> None:
        """Kinds may refer to each other, so this comes when all are read."""
        for ref in at.refs:
            ids = [piece.id for piece in pieces.get(ref.kind, ())]
            if ref.kind not in self.broken and ref.node.text not in ids:
                at.say(ref.node, f"{ref.field}: there is no {ref.kind} {ref.node.text}", nearest(ref.node.text, ids))


class _PieceReader:
    """Reads the pieces of one kind; without facts, texts that use them stay as they are."""

    def __init__(self, kind: Kind, at: Reading, facts: Mapping[str, Any] | None) -> None:
        self.kind = kind
        self.at = at
        self.wording = Wording(facts, at) if facts is not None else None
        self.record = Record({**kind.fields, **PIECE_FIELDS})
        self.first: dict[str, Place] = {}
        self.unread: list[UnreadPiece] = []
        self.unknown: dict[str, Scalar] = {}  # columns that are no fields, with their headings

    def remarks(self) -> list[Problem]:
        """One remark on all columns that were passed by."""
        if not self.unknown:
            return []
        names = ", ".join(self.unknown)
        first = next(iter(self.unknown.values()))
        what = f"the column {names} is no field" if len(self.unknown) == 1 else f"the columns {names} are no fields"
        hint = f"declare it in the fields of {self.kind.id}, name it in its columns, or say strict: true to refuse it"
        return [Problem(self.at.place(first), f"{what} of {self.kind.id}, and left out", hint)]

    def _known(self, row: DataRow) -> DataRow:
        """A row of a table without the columns that are no fields."""
        entries = row.entries
        absent = set(self.record.fields) - row.names  # a column with nearly the name of one of these is a slip
        for name in [name for name in entries if name not in self.record.fields and not near(name, absent).close]:
            self.unknown.setdefault(name, entries[name][0])
            entries = {key: entry for key, entry in entries.items() if key != name}
        return row if entries is row.entries else DataRow(entries, row.line, row.column, row.names)

    def read(self, root: SequenceNode) -> list[Piece]:
        pieces = []
        for node in root.items:
            piece = self._piece(node)
            if piece:
                pieces.append(piece)
            else:
                self.unread.append(UnreadPiece(self.kind.id, _name_of(node), self.at.place(node)))
        return pieces

    def _piece(self, node: Node) -> Piece | None:
        at = self.at
        if isinstance(node, DataRow) and not self.kind.strict:
            node = self._known(node)
        values = self.record.read(node, "", at)
        reads: frozenset[str] = frozenset()
        if self.wording and values is not BAD and needs_filling(values):
            values, reads = self.wording.fill(values)
        if values is BAD or not isinstance(node, MappingNode):
            return None
        given, copies = values.pop("id"), values.pop("copies")
        title = str(values.get("title") or (given or "").replace("-", " ").capitalize())
        name = given or slug(title)
        place = at.place(node)
        if not name:
            at.say(node, "the piece has neither an id nor a title to make it from", "give it an id")
            return None
        if kept_by_windows(name):
            at.say(node, f"its id would be {name}, which Windows cannot have as a name of files", "give it an id")
            return None
        if name.lower() in self.first:
            self._twice(name, given, node)
            return None
        self.first[name.lower()] = place
        places = {key: (value.line, value.column) for key, (_, value) in node.entries.items()}
        return Piece(self.kind.id, name, title, copies, values, place, places, reads)

    def _twice(self, name: str, given: str | None, node: MappingNode) -> None:
        first = self.first[name.lower()]  # files of A1 and a1 would be one on many disks
        hint = "" if given else "its id is made from its title; give it an id of its own"
        where = (node.get("id") if given else node.get("title")) or node
        self.at.say(where, f"two {self.kind.id} pieces have the id {name}; the first stands in {first.row}", hint)


def _name_of(node: Node) -> str:
    """What a piece is called that could not be read."""
    named = (node.get("title") or node.get("id")) if isinstance(node, MappingNode) else None
    return named.text if isinstance(named, Scalar) else ""


def _value_node(text: str) -> Node | None:
    document, problems = read_yaml("", text)
    return document.root if document and not problems else None


def _plural(kind: str) -> str:
    return kind.replace("-", "_") + "s"


def _full_hex(color: str) -> str:
    digits = color[1:].lower()
    return "#" + (digits if len(digits) == 6 else "".join(digit * 2 for digit in digits))
