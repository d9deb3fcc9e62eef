"""Slots: how the cards of a deck are shared out over sheets, and which grid shows them at the highest resolution."""

from dataclasses import dataclass

MOST_COLUMNS, MOST_ROWS = 10, 7  # what Tabletop Simulator takes
MOST_CARDS = MOST_COLUMNS * MOST_ROWS - 1  # the last slot is what other players see of a hand: no card lies there
FINEST = 300.0  # pixels per inch; more than any screen shows
_INCH = 25.4


@dataclass(frozen=True, slots=True)
class SheetGrid:
    """Equal cells of whole pixels, row by row from the top left."""

    columns: int
    rows: int
    cell_w: int
    cell_h: int

    @property
    def width(self) -> int:
        return self.columns * self.cell_w

    @property
    def height(self) -> int:
        return self.rows * self.cell_h

    @property
    def slots(self) -> int:
        return self.columns * self.rows

    def corner(self, slot: int) -> tuple[int, int]:
        """The left and top of a slot."""
        row, column = divmod(slot, self.columns)
        return column * self.cell_w, row * self.cell_h


def split(cards: int) -> list[int]:
    """How many cards lie on each sheet: as few sheets as possible, as even as possible."""
    sheets = -(-cards // MOST_CARDS)
    each, more = divmod(cards, sheets) if sheets else (0, 0)
    return [each + (sheet < more) for sheet in range(sheets)]


def grid(cards: int, width: float, height: float, cap: int) -> SheetGrid:
    """The grid that shows cards of a size in millimetres best, with its last slot free, within `cap` pixels a side.

    Among equally fine grids the one with the fewest slots is chosen, then the smallest image.
    """
    best: tuple[tuple[float, int, int], SheetGrid] | None = None
    for columns in range(1, MOST_COLUMNS + 1):
        for rows in range(1, MOST_ROWS + 1):
            if columns * rows <= cards:
                continue
            finest = _finest(columns * width, rows * height, cap)
            cells = SheetGrid(columns, rows, _pixels(width, finest), _pixels(height, finest))
            merit = (-round(finest, 6), cells.slots, cells.width * cells.height)
            if best is None or merit < best[0]:
                best = merit, cells
    assert best, f"{cards} cards do not fit one sheet"
    return best[1]


def fit(width: float, height: float, cap: int) -> tuple[int, int]:
    """The pixels of a lone picture of a size in millimetres."""
    finest = _finest(width, height, cap)
    return _pixels(width, finest), _pixels(height, finest)


def _finest(width: float, height: float, cap: int) -> float:
    return min(FINEST, cap * _INCH / width, cap * _INCH / height)


def _pixels(millimetres: float, finest: float) -> int:
    return max(1, int(millimetres / _INCH * finest + 1e-6))  # a hair more: 63.5 mm at 300 is 750, not 749.99…
