"""The steps that bring plain images into Tabletopia and Screentop, with this game's own kinds and numbers."""

from pressplay.exports.job import Job
from pressplay.units import num

_HOW = {
    "card": "a deck: all fronts, and the back",
    "tile": "a deck of tiles: all fronts, and the back",
    "token": "tokens: front and back",
    "board": "a board, which stays where it is",
    "sheet": "a board that can be moved",
    "die": "a die: cut its sides from the net",
    "standee": "a standing figure: cut it from the picture",
}


def steps(job: Job) -> str:
    """A page of plain text to keep open beside the browser."""
    folders = {kind: f"{number:02}-{kind}" for number, kind in enumerate(job.game.kinds, 1)}
    lines = [
        f"{job.game.title}: from these images to a table",
        "",
        "Each folder holds one kind; all its images are equally large. manifest.csv has the copies of each piece.",
        "",
        "TABLETOPIA",
        "1. Make a new game in the Workshop, and open its list of objects.",
        "2. For each kind add an object of its size, and upload one image a side:",
    ]
    for kind in job.game.kinds.values():
        pieces = list(job.of_kind(kind.id))
        if pieces:
            copies = sum(one.piece.copies for one in pieces)
            size = f"{num(kind.size.width)} x {num(kind.size.height)} mm"
            lines.append(
                f"   {folders[kind.id]}: {_HOW[kind.tabletop]}; {len(pieces)} designs, {copies} pieces, {size}"
            )
    lines += [
        "3. Set the number of copies as manifest.csv says.",
        "4. Make a set-up for each number of players, as the rulebook tells it.",
        "",
        "SCREENTOP",
        "1. Make a game, and a component for each kind of the list above.",
        "2. Upload one image a kind with all its cards in rows: these are the sheets of --to tts, in the folder tts.",
        "3. Tell it the columns and rows: the widths of manifest.csv, and how many lie side by side on the sheet.",
        "4. Put the copies of manifest.csv into its deck, and lay the table.",
    ]
    return "\n".join(lines) + "\n"
