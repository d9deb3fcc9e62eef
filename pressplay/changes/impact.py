"""Impact: which pieces, rules, sentences and sheets depend on a fact, rule, field, template or icon."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from pressplay.data.pieces import Kind
from pressplay.drawing.component import Component
from pressplay.drawing.icons import find_icon
from pressplay.game import Game
from pressplay.problem import Place, near
from pressplay.rules.reads import depends, value_at
from pressplay.rules.rule import Verdicts
from pressplay.rules.rulebook import Sentence, sentences
from pressplay.rules.sandbox import PIECE_WORDS, show
from pressplay.sheets.sheet import Deck

Key = tuple[str, str]  # kind and id of a piece
Reads = Mapping[Key, Mapping[str, frozenset[str]]]  # of every piece, side by side


@dataclass(frozen=True, slots=True)
class Dependent:
    """A piece that depends on something, and by what: front, back, its texts, or a rule's check."""

    kind: str
    id: str
    title: str
    by: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "id": self.id, "title": self.title, "by": list(self.by)}


@dataclass(frozen=True, slots=True)
class Impact:
    """Everything that depends on one thing."""

    meaning: str  # fact, rule, field, kind, template, icon, font, image, style
    name: str
    value: str  # what a fact is now, what a rule says
    pieces: tuple[Dependent, ...]
    rules: tuple[Verdicts, ...]
    sentences: tuple[Sentence, ...]
    sheets: tuple[tuple[int, str], ...]  # page and label

    def as_json(self) -> dict[str, Any]:
        return {
            "is": self.meaning,
            "name": self.name,
            "value": self.value,
            "pieces": [piece.as_json() for piece in self.pieces],
            "rules": [{"rule": one.rule.id, "sentence": one.sentence, **_at(one.rule.place)} for one in self.rules],
            "sentences": [{"sentence": one.text, "rule": one.rule, **_at(one.place)} for one in self.sentences],
            "sheets": [{"page": page, "label": label} for page, label in self.sheets],
        }


def _at(place: Place) -> dict[str, Any]:
    return {"file": place.file, "line": place.line}


def impact(game: Game, components: Sequence[Component], reads: Reads, deck: Deck, word: str) -> list[Impact]:
    """What depends on a word, for each of its meanings; nothing when it has none."""
    asked = _Query(game, components, reads, deck)
    meanings = (asked.fact, asked.rule, asked.field, asked.kind, asked.template, asked.resource, asked.style)
    return [one for meaning in meanings for one in meaning(word)]


class _Query:
    """A game that is asked what depends on what."""

    def __init__(self, game: Game, components: Sequence[Component], reads: Reads, deck: Deck) -> None:
        self.game = game
        self.components = components
        self.reads = reads
        self.deck = deck
        self.facts = {**game.facts, "players": game.rulebook.players}
        judged = game.rulebook.judged
        self.rules = judged.rules if judged else ()
        self.sentences = sentences(game.rulebook, game.kinds, game.pieces)

    def fact(self, word: str) -> list[Impact]:
        if word.split(".")[0] not in self.facts or value_at(self.facts, word) is None:
            return []

        def read(paths: Iterable[str]) -> bool:
            return depends(paths, word, self.facts)

        rules = [one for one in self.rules if _reads_written(one.rule.paths, word)]
        told = [one for one in self.sentences if _reads_written(one.paths, word)]
        pieces = self._pieces(lambda one: self._by(one, read, read(one.piece.reads)))
        return [self._made("fact", word, show(value_at(self.facts, word)), pieces, rules, told)]

    def rule(self, word: str) -> list[Impact]:
        rule = next((one for one in self.rules if one.rule.id == word), None)
        if rule is None:
            return []
        facts = [path for path in sorted(rule.rule.paths) if value_at(self.facts, path) is not None]

        def read(paths: Iterable[str]) -> bool:
            return any(depends(paths, fact, self.facts) for fact in facts)

        def by(one: Component) -> tuple[str, ...]:
            checked = ("check",) if one.kind.id in rule.kinds and rule.results else ()
            return (*checked, *self._by(one, read, read(one.piece.reads)))

        told = [one for one in self.sentences if one.rule == word]
        return [self._made("rule", word, rule.sentence, self._pieces(by), [rule], told)]

    def field(self, word: str) -> list[Impact]:
        name, _, field = word.partition(".")
        kind = self.game.kinds.get(name)
        if kind is None or (field not in kind.fields and field not in PIECE_WORDS):
            return []

        def by(one: Component) -> tuple[str, ...]:
            own = one.kind.id == kind.id
            asked = {field} if field in kind.fields else {"piece"}
            return self._by(one, lambda paths: bool((own and asked & set(paths)) or f"pieces.{kind.id}" in paths))

        rules = [one for one in self.rules if kind.id in one.kinds and field in one.rule.words]
        told = [one for one in self.sentences if _of_deck(one, kind) and field in one.words]
        return [self._made("field", word, _type(kind, field), self._pieces(by), rules, told)]

    def kind(self, word: str) -> list[Impact]:
        kind = self.game.kinds.get(word)
        if kind is None:
            return []

        def by(one: Component) -> tuple[str, ...]:
            own = ("itself",) if one.kind.id == kind.id else ()
            return own or self._by(one, lambda paths: f"pieces.{kind.id}" in paths)

        rules = [one for one in self.rules if kind.id in one.kinds]
        told = [one for one in self.sentences if _of_deck(one, kind)]
        return [self._made("kind", word, kind.title, self._pieces(by), rules, told)]

    def template(self, word: str) -> list[Impact]:
        paths = sorted({read for sides in self.reads.values() for side in sides.values() for read in side})
        named = [path for path in paths if "/" in path and (path == word or path.endswith(f"/{word}"))]
        return [self._made("template", path, "", self._pieces(self._reading(path)), [], []) for path in named]

    def resource(self, word: str) -> list[Impact]:
        used = sorted({file for one in self.components for p in (one.front, one.back) if p for file in p.resources})
        named = [file for file in used if _names(file, word)]
        unused = find_icon(self.game.files, self.game.id, word) if not named and "/" not in word else None
        found = [*named, *([unused] if unused else [])]
        return [self._made(_sort(file), file, "", self._pieces(_using(file)), [], []) for file in found]

    def style(self, word: str) -> list[Impact]:
        style = {"style": self.game.style}
        if (
            not word.startswith("style.")
            or value_at(style, word) is None
            or word.startswith(("style.palette", "style.type"))
        ):
            return []  # colours and type styles are used by name in attributes, which nobody notes
        pieces = self._pieces(lambda one: self._by(one, lambda paths: depends(paths, word, style)))
        return [self._made("style", word, show(value_at(style, word)), pieces, [], [])]

    def _reading(self, path: str) -> Callable[[Component], tuple[str, ...]]:
        return lambda one: self._by(one, lambda paths: path in paths)

    def _by(self, one: Component, read: Callable[[Iterable[str]], bool], texts: bool = False) -> tuple[str, ...]:
        sides = self.reads[one.kind.id, one.piece.id]
        return (*(side for side, paths in sides.items() if read(paths)), *(("texts",) if texts else ()))

    def _pieces(self, by: Callable[[Component], tuple[str, ...]]) -> tuple[Dependent, ...]:
        found = ((one, by(one)) for one in self.components)
        return tuple(Dependent(one.kind.id, one.piece.id, one.piece.title, how) for one, how in found if how)

    def _made(
        self,
        meaning: str,
        name: str,
        value: str,
        pieces: tuple[Dependent, ...],
        rules: Sequence[Verdicts],
        told: Sequence[Sentence],
    ) -> Impact:
        keys = {(piece.kind, piece.id) for piece in pieces}
        sheets = tuple(
            (page, sheet.label)
            for page, sheet in enumerate(self.deck.sheets, 1)
            if any((placed.piece.kind, placed.piece.id) in keys for placed in sheet.placed)
        )
        return Impact(meaning, name, value, pieces, tuple(rules), tuple(told), sheets)


def _reads_written(paths: Iterable[str], word: str) -> bool:
    """As `depends`, for names that are written down: one that stands for a whole mapping reads all of it."""
    return any(path == word or path.startswith(f"{word}.") or word.startswith(f"{path}.") for path in paths)


def _of_deck(sentence: Sentence, kind: Kind) -> bool:
    return any(path.split(".")[0] == kind.plural for path in sentence.paths)


def _type(kind: Kind, field: str) -> str:
    """What a field must be, in words."""
    return str(kind.fields[field].means) if field in kind.fields else ""


def _names(file: str, word: str) -> bool:
    """Whether a word names a file of the project: by its path, its name, or an icon's bare name."""
    path, _, member = file.partition("#")
    bare = PurePosixPath(path)
    return word in (file, path, bare.name, bare.stem) or bool(member and word == f"{bare.stem}:{member}")


def _sort(file: str) -> str:
    ending = file.partition("#")[0].rpartition(".")[2]
    return {"svg": "icon", "json": "icon", "ttf": "font", "otf": "font"}.get(ending, "image")


def _using(file: str) -> Callable[[Component], tuple[str, ...]]:
    def by(one: Component) -> tuple[str, ...]:
        sides = {"front": one.front, "back": one.back}
        return tuple(side for side, picture in sides.items() if picture and file in picture.resources)

    return by


def likely(game: Game, word: str) -> str:
    """A hint for a word that means nothing in a game."""
    fields = [f"{kind.id}.{field}" for kind in game.kinds.values() for field in kind.fields]
    hint = near(word, [*game.facts, "players", *(rule.id for rule in game.rulebook.rules), *game.kinds, *fields])
    return (
        hint.question
        or "name a fact, a rule, a KIND.FIELD, a template’s file or an icon; pressplay rules lists the rules"
    )
