"""The benchmark's deck drawn by the PyPI package typst."""

import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import typst
from deck import ACCENT, BACKGROUND, INK, PAPER, ROOT, cards

SOURCE = """
#set page(width: 210mm, height: 297mm, margin: 0mm)
#set text(font: "Barlow", fill: rgb("INK"), size: 9pt)
#let star(size, color) = box(image(bytes(read("star.svg").replace("currentColor", color)), width: size))
#let star-big = star(26mm, "ACCENT")
#let star-small = star(7.8pt, "INK")
#let star-back = star(30mm, "PAPER")
#let left = (210mm - 190.5mm) / 2
#let top = (297mm - 266.7mm) / 2
#let marks = {
  for i in range(4) {
    let x = left + i * 63.5mm
    let y = top + i * 88.9mm
    for a in (top - 8.175mm, 297mm - top + 3.175mm) {
      place(dx: x, dy: a, line(start: (0mm, 0mm), end: (0mm, 5mm), stroke: 0.15mm))
    }
    for a in (left - 4.675mm, 210mm - left + 3.175mm) {
      place(dx: a, dy: y, line(start: (0mm, 0mm), end: (1.5mm, 0mm), stroke: 0.15mm))
    }
  }
}
#let ground = place(dx: -3.175mm, dy: -3.175mm, rect(width: 69.85mm, height: 95.25mm, fill: rgb("BACKGROUND")))
#let front(card) = {
  ground
  place(dx: 4mm, dy: 4mm, rect(width: 55.5mm, height: 80.9mm, radius: 3mm, fill: rgb("PAPER"), stroke: 0.5mm + rgb("INK")))
  place(dx: 8mm, dy: 10.5mm, text(weight: "bold", size: 13pt, card.title))
  place(dx: 8mm, dy: 9.5mm, box(width: 47.5mm, align(right, text(weight: "bold", size: 26pt, str(card.number)))))
  place(dx: 18.75mm, dy: 24mm, star-big)
  let parts = card.text.split("[star]")
  place(dx: 8mm, dy: 56mm, box(width: 47.5mm, par(leading: 4.4pt, parts.at(0) + star-small + parts.at(1))))
  place(dx: 8mm, dy: 79mm, box(width: 47.5mm, align(center, text(size: 7pt, "Benchmark deck, " + card.id))))
}
#let back = {
  ground
  place(dx: 4mm, dy: 4mm, rect(width: 55.5mm, height: 80.9mm, radius: 3mm, fill: rgb("INK")))
  place(dx: 16.75mm, dy: 29mm, star-back)
}
#let cards = json("cards.json")
#for page in cards.chunks(9) {
  for (i, card) in page.enumerate() {
    place(dx: left + calc.rem(i, 3) * 63.5mm, dy: top + calc.quo(i, 3) * 88.9mm, box(width: 63.5mm, height: 88.9mm, front(card)))
  }
  marks
  pagebreak()
  for i in range(9) {
    place(dx: left + calc.rem(i, 3) * 63.5mm, dy: top + calc.quo(i, 3) * 88.9mm, box(width: 63.5mm, height: 88.9mm, back))
  }
  marks
  pagebreak(weak: true)
}
"""


def main(file: str, count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source = SOURCE
        for name, value in (("INK", INK), ("PAPER", PAPER), ("ACCENT", ACCENT), ("BACKGROUND", BACKGROUND)):
            source = source.replace(f'"{name}"', f'"{value}"')
        Path(folder, "main.typ").write_text(source)
        Path(folder, "cards.json").write_text(json.dumps(cards(count)))
        Path(folder, "star.svg").write_bytes((ROOT / "templates/icons/star.svg").read_bytes())
        typst.compile(
            str(Path(folder, "main.typ")), output=file, font_paths=[str(ROOT / "fonts")], ignore_system_fonts=True
        )


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
