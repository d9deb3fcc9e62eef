"""Units: millimetres everywhere, points for type and PDF, numbers printed without noise."""

PT_PER_MM = 72 / 25.4
MM_PER_PT = 25.4 / 72
BLEED = 3.175  # an eighth of an inch, what print services ask for
SAFE = 3.175  # nothing that matters stands closer to the trim


def points(mm: float) -> float:
    """Millimetres as PDF points."""
    return mm * PT_PER_MM


def millimetres(pt: float) -> float:
    """PDF points as millimetres."""
    return pt * MM_PER_PT


def num(value: float, digits: int = 3) -> str:
    """A number as people write it: at most three decimals, no trailing zeros, no minus zero."""
    text = f"{value:.3f}" if digits == 3 else f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def printed(value: float) -> float:
    """A number as `num` prints it: to the thousandth, and no minus zero."""
    return round(value, 3) + 0.0
