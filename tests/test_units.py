"""Numbers are written as people write them, and say what they said."""

from hypothesis import given
from hypothesis import strategies as st

from pressplay.units import millimetres, num, points

SANE = st.floats(-5000, 5000, allow_nan=False)


@given(SANE)
def test_num_keeps_three_decimals_and_no_noise(value: float) -> None:
    text = num(value)
    assert abs(float(text) - value) <= 0.0005 + 1e-9
    assert text != "-0" and not (("." in text) and text.endswith(("0", ".")))


def test_num_examples() -> None:
    assert [num(v) for v in (1.0, 1.5, -0.0001, 100.0, 0.1234)] == ["1", "1.5", "0", "100", "0.123"]


@given(SANE)
def test_points_and_back(value: float) -> None:
    assert abs(millimetres(points(value)) - value) < 1e-9


def test_an_inch() -> None:
    assert points(25.4) == 72
