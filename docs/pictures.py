"""Makes the pictures of the README and docs from the real pieces: `python docs/pictures.py`."""

from io import BytesIO
from pathlib import Path

import pypdfium2
from PIL import Image

from pressplay.build.pipeline import build_game, read_games
from pressplay.build.request import BuildRequest
from pressplay.drawing.picture import Picture
from pressplay.exports.options import Options
from pressplay.exports.pdf.operators import pictures_pdf
from pressplay.faces.draw import draw_pieces
from pressplay.files import ProjectFiles
from pressplay.ink_saver.redraw import RedrawCache, spare

ROOT = Path(__file__).resolve().parents[1]
SCALE = 1.55  # pixels a point
GAP = 14
SHOWN = {
    "king-of-clubs.png": [
        ("king-of-clubs", "nightclub", "the-velvet-comet", "front"),
        ("king-of-clubs", "nightclub", "coconut-alibi", "front"),
        ("king-of-clubs", "dancer", "disco-5", "front"),
        ("king-of-clubs", "dancer", "salsa-4", "front"),
        ("king-of-clubs", "dancer", "hip-hop-4", "front"),
        ("king-of-clubs", "move", "faint", "front"),
        ("king-of-clubs", "point-card", "disco-ball", "front"),
        ("king-of-clubs", "nightclub", "coconut-alibi", "back"),
        ("king-of-clubs", "dancer", "polka-3", "back"),
        ("king-of-clubs", "lead-dancer", "lead-dancer", "front"),
    ],
}


IN_LINES = [  # each as it is, and in lines
    ("king-of-clubs", "nightclub", "coconut-alibi", "front"),
    ("dj-duels-with-a-z", "song", "hold-my-place-in-line", "front"),
    ("monstercat-card-game", "crowd", "metronome-max", "front"),
    ("king-of-clubs", "nightclub", "coconut-alibi", "back"),
]


def picture_of(game: str, kind: str, piece: str, side: str) -> Picture:
    games, problems = read_games(ROOT, [game])
    assert not problems
    artwork = draw_pieces(games[0])
    assert not artwork.problems
    (one,) = (one for one in artwork.components if (one.kind.id, one.piece.id) == (kind, piece))
    picture = one.front if side == "front" else one.back
    assert picture
    return picture


def compose(pictures: list[Picture], columns: int) -> Image.Image:
    document = pypdfium2.PdfDocument(pictures_pdf(pictures, ProjectFiles(ROOT)))
    cards = [document[index].render(scale=SCALE).to_pil() for index in range(len(document))]
    width, height = cards[0].size
    rows = -(-len(cards) // columns)
    sheet = Image.new("RGB", (columns * (width + GAP) + GAP, rows * (height + GAP) + GAP), "#3a3440")
    for index, card in enumerate(cards):
        row, column = divmod(index, columns)
        sheet.paste(card, (GAP + column * (width + GAP), GAP + row * (height + GAP)))
    return sheet.quantize(200, dither=Image.Dither.NONE)


def table(game: str) -> Image.Image:
    """The table of a game as it is when the game begins, seen from above."""
    (found,), problems = read_games(ROOT, [game])
    assert not problems
    built = build_game(found, BuildRequest(Options(targets=("tts",), tts_max_px=1024)))
    (view,) = (file.data for file in built.files if file.path == "table-set-up.png")
    with Image.open(BytesIO(view)) as image:
        small = image.resize((1200, round(image.height * 1200 / image.width)), Image.Resampling.LANCZOS)
    return small.quantize(200, dither=Image.Dither.NONE)


if __name__ == "__main__":
    chosen = [picture_of(*one) for one in IN_LINES]
    compose([shown for one in chosen for shown in (one, spare(one, RedrawCache()))], 8).save(
        ROOT / "docs/ink-saver.png", optimize=True
    )
    table("dj-duels-with-a-z").save(ROOT / "docs/table.png", optimize=True)
    for name, shown in SHOWN.items():
        compose([picture_of(*one) for one in shown], 5).save(ROOT / "docs" / name, optimize=True)
