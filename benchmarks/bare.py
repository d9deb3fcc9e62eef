"""The benchmark's deck with bare ReportLab calls: forms, own line breaking over cached word widths, nothing checked."""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from deck import ACCENT, BACKGROUND, INK, PAPER, ROOT, cards
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

CARD_W, CARD_H, BLEED = 63.5 * mm, 88.9 * mm, 3.175 * mm
PAGE = (210 * mm, 297 * mm)
LEFT, BOTTOM = (PAGE[0] - 3 * CARD_W) / 2, (PAGE[1] - 3 * CARD_H) / 2
CELLS = [(LEFT + c * CARD_W, BOTTOM + (2 - r) * CARD_H) for r in range(3) for c in range(3)]


def star(canvas, size):
    """The icon's own path: absolute M, L, C and Z commands in a box of 24."""
    svg = (ROOT / "templates/icons/star.svg").read_text()
    scale = size / 24
    path = canvas.beginPath()
    sys.path.insert(0, str(ROOT))
    from pressplay.drawing.svg_path import parse_path

    for kind, v in parse_path(re.search(r' d="([^"]+)"', svg)[1]):
        p = [value * scale if i % 2 == 0 else size - value * scale for i, value in enumerate(v)]
        {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}[kind](*p)
    canvas.drawPath(path, stroke=0, fill=1)


def forms(canvas):
    canvas.beginForm("frame", -BLEED, -BLEED, CARD_W + BLEED, CARD_H + BLEED)
    canvas.setFillColor(HexColor(BACKGROUND))
    canvas.rect(-BLEED, -BLEED, CARD_W + 2 * BLEED, CARD_H + 2 * BLEED, stroke=0, fill=1)
    canvas.setFillColor(HexColor(PAPER))
    canvas.setStrokeColor(HexColor(INK))
    canvas.setLineWidth(0.5 * mm)
    canvas.roundRect(4 * mm, 4 * mm, 55.5 * mm, 80.9 * mm, 3 * mm, fill=1)
    canvas.endForm()
    for name, size, color in (("big", 26 * mm, ACCENT), ("small", 7.8, INK), ("back-star", 30 * mm, PAPER)):
        canvas.beginForm(name, 0, 0, size, size)
        canvas.setFillColor(HexColor(color))
        star(canvas, size)
        canvas.endForm()
    canvas.beginForm("back", -BLEED, -BLEED, CARD_W + BLEED, CARD_H + BLEED)
    canvas.setFillColor(HexColor(BACKGROUND))
    canvas.rect(-BLEED, -BLEED, CARD_W + 2 * BLEED, CARD_H + 2 * BLEED, stroke=0, fill=1)
    canvas.setFillColor(HexColor(INK))
    canvas.roundRect(4 * mm, 4 * mm, 55.5 * mm, 80.9 * mm, 3 * mm, stroke=0, fill=1)
    canvas.saveState()
    canvas.translate(16.75 * mm, CARD_H - 59 * mm)
    canvas.doForm("back-star")
    canvas.restoreState()
    canvas.endForm()
    canvas.beginForm("marks", 0, 0, *PAGE)
    canvas.setLineWidth(0.15 * mm)
    for i in range(4):
        x, y = LEFT + i * CARD_W, BOTTOM + i * CARD_H
        for a, b in (
            (BOTTOM - BLEED - 5 * mm, BOTTOM - BLEED),
            (PAGE[1] - BOTTOM + BLEED, PAGE[1] - BOTTOM + BLEED + 5 * mm),
        ):
            canvas.line(x, a, x, b)
        for a, b in (
            (LEFT - BLEED - 1.5 * mm, LEFT - BLEED),
            (PAGE[0] - LEFT + BLEED, PAGE[0] - LEFT + BLEED + 1.5 * mm),
        ):
            canvas.line(a, y, b, y)
    for length, x, words in ((100 * mm, 12 * mm, "100 mm"), (4 * 72, 120 * mm - 72, "4 in")):
        canvas.line(x, 6 * mm, x + length, 6 * mm)
        canvas.line(x, 6 * mm, x, 7.5 * mm)
        canvas.line(x + length, 6 * mm, x + length, 7.5 * mm)
        canvas.setFont("Body", 6)
        canvas.drawString(x, 8 * mm, f"{words}, print at 100 %")
    canvas.endForm()
    canvas.beginForm("backs", 0, 0, *PAGE)
    for x, y in CELLS:
        canvas.saveState()
        canvas.translate(x, y)
        canvas.doForm("back")
        canvas.restoreState()
    canvas.endForm()


WIDTHS: dict[str, float] = {}


def width(word):
    found = WIDTHS.get(word)
    if found is None:
        found = WIDTHS[word] = 9.2 if word == "[star]" else stringWidth(word, "Body", 9)
    return found


def broken(text, limit):
    space = stringWidth(" ", "Body", 9)
    lines, line, used = [], [], 0.0
    for word in text.split():
        wide = width(word)
        if line and used + space + wide > limit:
            lines.append(line)
            line, used = [], 0.0
        used += (space if line else 0) + wide
        line.append(word)
    lines.append(line)
    return lines


def draw(canvas, card):
    canvas.doForm("frame")
    canvas.saveState()
    canvas.translate(18.75 * mm, CARD_H - 50 * mm)
    canvas.doForm("big")
    canvas.restoreState()
    canvas.setFillColor(HexColor(INK))
    canvas.setFont("Bold", 13)
    canvas.drawString(8 * mm, CARD_H - 14 * mm, card["title"])
    canvas.setFont("Bold", 26)
    canvas.drawRightString(55.5 * mm, CARD_H - 16 * mm, str(card["number"]))
    canvas.setFont("Body", 9)
    y = CARD_H - 56 * mm - 7
    for line in broken(card["text"], 47.5 * mm):
        x = 8 * mm
        if "[star]" in line:
            at = line.index("[star]")
            before = " ".join(line[:at])
            canvas.drawString(x, y, before)
            x += stringWidth(before, "Body", 9) + 2.3
            canvas.saveState()
            canvas.translate(x, y - 0.6)
            canvas.doForm("small")
            canvas.restoreState()
            canvas.drawString(x + 9.2, y, " ".join(line[at + 1 :]))
        else:
            canvas.drawString(x, y, " ".join(line))
        y -= 10.8
    canvas.setFont("Body", 7)
    canvas.drawCentredString(31.75 * mm, CARD_H - 81 * mm, f"Benchmark deck, {card['id']}")


def note(canvas, side, page, pages):
    """The words in the margin of a page."""
    canvas.setFont("Body", 6)
    canvas.drawString(12 * mm, PAGE[1] - 8 * mm, "Benchmark 1, Cards")
    canvas.drawRightString(PAGE[0] - 12 * mm, 8 * mm, f"A4, {side}, page {page} of {pages}")


def main(file, count):
    registerFont(TTFont("Body", ROOT / "fonts/Barlow-Medium.ttf"))
    registerFont(TTFont("Bold", ROOT / "fonts/Barlow-Bold.ttf"))
    canvas = Canvas(file, PAGE, invariant=1, pageCompression=1, initialFontName="Body")
    canvas._doc.useA85 = 0
    forms(canvas)
    deck = cards(count)
    pages = -(-count // 9) * 2
    for first in range(0, count, 9):
        for card, (x, y) in zip(deck[first : first + 9], CELLS, strict=False):
            canvas.saveState()
            canvas.translate(x, y)
            draw(canvas, card)
            canvas.restoreState()
        canvas.doForm("marks")
        note(canvas, "front", 2 * (first // 9) + 1, pages)
        canvas.showPage()
        canvas.doForm("backs")
        canvas.doForm("marks")
        note(canvas, "back", 2 * (first // 9) + 2, pages)
        canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
