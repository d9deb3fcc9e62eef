"""Views: the pages of a game that are made when somebody looks at them: sheets, rulebook, table, numbers, changes."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from pressplay.build.stages import arrange_table, impose_decks, typeset_rulebook
from pressplay.changes.archive import HERE, LAST, Archive, edition_of
from pressplay.changes.impact import impact
from pressplay.changes.reprint import compare_game
from pressplay.data.fields import plain
from pressplay.exports.images.gallery import Gallery
from pressplay.exports.images.plates import PNG, Cell, Plate, render
from pressplay.exports.options import Options
from pressplay.exports.pdf import print as printing
from pressplay.exports.pdf.operators import pictures_pdf
from pressplay.exports.tts.top_view import look_down, overview
from pressplay.problem import Place, Trouble
from pressplay.project.load import find_papers, load_papers
from pressplay.rules.rule import CheckResult
from pressplay.sheets.sheet import Deck, Usage
from pressplay.stats.count import stats
from pressplay.stats.report import write as write_report
from pressplay.table.rehearse import rehearse

from .room import ProofRoom, ShownGame, key_of_picture

_KEPT = 6  # PDFs whose pages are being looked at
_WIDE = 1000  # pixels of a page


class Views:
    """The views of one room."""

    def __init__(self, room: ProofRoom) -> None:
        self.room = room
        self._pdfs: OrderedDict[str, tuple[bytes, list[float]]] = OrderedDict()
        self._reports: dict[tuple[int, str], bytes] = {}

    def sheets(self, shown: ShownGame, paper: str, backs: str, ink_saver: bool) -> dict[str, Any]:
        """The sheets as they will print: how many, what they are called, and where their pictures are."""
        game = shown.game
        options = Options(papers=(paper,), backs=backs, ink_saver=ink_saver)
        components = tuple(one for one in shown.artwork.components if one.piece.copies)
        decks, problems = impose_decks(game, components, options, find_papers(game.files, (paper,)))
        papers = [{"id": one.name, "title": one.title} for one in load_papers(game.files).values()]
        if problems or not decks:
            return {"pages": [], "papers": papers, "problems": [str(problem) for problem in problems]}
        deck = decks[0]
        token = self._keep(printing.write(deck, game), [sheet.height / sheet.width for sheet in deck.sheets])
        pages = [
            {"image": f"/api/page/{token}/{number}", "label": sheet.label, "width": sheet.width, "height": sheet.height}
            for number, sheet in enumerate(deck.sheets)
        ]
        return {
            "pages": pages,
            "papers": papers,
            "sheets": deck.usage.sheets,
            "fill": deck.usage.fill,
            "layouts": dict(deck.layouts),
            "problems": [],
        }

    def page(self, token: str, number: int) -> bytes | None:
        """A page of a PDF as a PNG."""
        known = self._pdfs.get(token)
        if known is None or not 0 <= number < len(known[1]):
            return None
        height = round(_WIDE * known[1][number])
        return render(known[0], [Plate(_WIDE, height, (Cell(number, 0, 0, _WIDE, height),), PNG)])[0]

    def _keep(self, pdf: bytes, ratios: list[float]) -> str:
        token = sha256(pdf).hexdigest()[:24]
        self._pdfs[token] = pdf, ratios
        while len(self._pdfs) > _KEPT:
            self._pdfs.popitem(last=False)
        return token

    def rulebook(self, shown: ShownGame) -> dict[str, Any]:
        """The typeset rulebook, a picture for each page."""
        pages, problems = typeset_rulebook(shown.game, shown.artwork.components)
        return {
            "pages": self.room.remember(pages, shown.game.files),
            "problems": [str(problem) for problem in problems],
        }

    def table(self, shown: ShownGame, players: int, step: int) -> dict[str, Any]:
        """The table from above after so many steps of its set-up; the steps in the designer's words."""
        arranged, problems = arrange_table(shown.game, shown.artwork.components)
        if arranged is None:
            told = [str(problem) for problem in problems] or ["This game has no table.yaml."]
            return {"steps": [], "problems": told}
        steps = arranged.table.setups.get(players, ())
        table = replace(arranged.table, setups={players: steps[:step]})
        done = rehearse(replace(arranged, table=table), players)
        view = look_down(shown.game, arranged, done.stacks, done.hands, shown.components, None)
        gallery = Gallery(4096, PNG)
        for picture in view.pictures:
            gallery.page(picture)
        png = overview(view, gallery, pictures_pdf(gallery.pictures, shown.game.files))
        token = sha256(png).hexdigest()[:24]
        self._pdfs[f"png-{token}"] = png, []
        while len(self._pdfs) > _KEPT:
            self._pdfs.popitem(last=False)
        return {
            "steps": [_line(shown, each.place) for each in steps],
            "image": f"/api/image-of/{token}",
            "problems": [],
        }

    def png(self, token: str) -> bytes | None:
        known = self._pdfs.get(f"png-{token}")
        return known[0] if known else None

    def numbers(self, shown: ShownGame) -> bytes:
        """The page of the game's numbers."""
        key = (self.room.revision, shown.game.id)
        if key not in self._reports:
            self._reports = {key: write_report(stats(shown.game), shown.game)["stats.html"]}
        return self._reports[key]

    def rules(self, shown: ShownGame) -> list[dict[str, Any]]:
        """Every rule with its checks and what they found."""
        judged = shown.game.rulebook.judged
        if not judged:
            return []
        return [
            {
                "id": verdicts.rule.id,
                "sentence": verdicts.sentence,
                "file": verdicts.rule.place.file,
                "line": verdicts.rule.place.line,
                "kinds": list(verdicts.kinds),
                "checks": [_check(result) for result in verdicts.results],
            }
            for verdicts in judged.rules
        ]

    def facts(self, shown: ShownGame) -> list[dict[str, Any]]:
        """Every fact with its value and what depends on it."""
        game = shown.game
        empty = _no_deck(game.files)
        found = []
        for name, value in game.facts.items():
            touched = impact(game, shown.artwork.components, shown.artwork.reads, empty, name)
            place = game.rulebook.places.get(name)
            found.append(
                {
                    "name": name,
                    "value": plain(value),
                    "line": place.line if place else 0,
                    "touches": [one.as_json() for one in touched if one.meaning == "fact"],
                }
            )
        return found

    def reads(self, shown: ShownGame, kind: str, id: str) -> dict[str, Any]:
        """What a piece's faces and texts read, and the rules that touch it."""
        game = shown.game
        sides = shown.artwork.reads.get((kind, id), {})
        piece = next((one for one in game.pieces.get(kind, ()) if one.id == id), None)
        own = piece.reads if piece else frozenset()
        facts = sorted({read.split(".")[0] for read in [*own, *(r for side in sides.values() for r in side)]})
        return {
            "facts": [{"name": name, "value": plain(game.facts[name])} for name in facts if name in game.facts],
            "templates": sorted({read for side in sides.values() for read in side if "/" in read}),
            "rules": [rule for rule in self.rules(shown) if kind in rule["kinds"]],
        }

    def changes(self, shown: ShownGame, since: str | None) -> dict[str, Any]:
        """What changed since the last print, or since a revision, with pictures of before where they are known."""
        game = shown.game
        with Archive(self.room.root) as archive:
            try:
                source = archive.source(since, LAST)
                old = source.edition(game.id)
                new = edition_of(game, shown.artwork, HERE)
                found = compare_game(archive, old, new) if old else None
            except Trouble as trouble:
                return {"changes": [], "problems": [str(problem) for problem in trouble.problems]}
            if found is None:
                hint = "Nothing has been recorded as printed yet: pressplay print --record notes what is on paper."
                return {"changes": [], "problems": [str(one) for one in archive.problems] or [hint]}
            changes = []
            for change in found.changes:
                before: Mapping[str, str] = {}
                if change.old and change.old.source:
                    # The folder of an old edition goes when the archive closes; what is drawn from it is drawn now.
                    sides = [(side, change.old.picture(side)) for side in ("front", "back")]
                    before = {side: key_of_picture(seen) for side, seen in sides if seen}
                    self.room.remember([seen for _, seen in sides if seen], change.old.source)
                    for key in before.values():
                        self.room.picture(key)
                changes.append({**change.as_json(), "before": before})
            return {
                "from": found.old.name,
                "changes": changes,
                "facts": [edit.as_json("fact") for edit in found.facts],
                "rules": [{"rule": rule.id, "change": rule.sort, "sentences": rule.sentences} for rule in found.rules],
                "problems": [],
            }


def _check(result: CheckResult) -> dict[str, Any]:
    return {
        "text": result.check.text.split(" else ")[0],
        "passed": result.passed,
        "tried": result.tried,
        "found": result.found,
        "expected": result.expected,
        "findings": [
            {"message": one.message, "file": one.place.file, "line": one.place.line} for one in result.findings
        ],
    }


def _no_deck(files: Any) -> Deck:
    paper = next(iter(load_papers(files).values()))
    return Deck(paper, "none", (), (), {}, Usage(0, 0, 0.0))


def _line(shown: ShownGame, place: Place) -> str:
    """A step in the designer's words: its line of the file."""
    lines = shown.game.files.read(place.file).decode("utf-8").splitlines() if place.file else []
    return lines[place.line - 1].strip().removeprefix("- ") if 0 < place.line <= len(lines) else ""
