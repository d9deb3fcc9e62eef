"""Filling: what templates can call gives the same on every machine, and every read is recorded."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.small import draw, told, write

from pressplay.build.pipeline import read_games
from pressplay.faces.fill import Rng, fill, open_filler, rich, signed


def test_rng_is_the_same_everywhere() -> None:
    # Worked out from SHA-256 by hand: the first six bytes of sha256("song/7#1") over 2**48.
    from hashlib import sha256

    expected = int.from_bytes(sha256(b"song/7#1").digest()[:6]) / 2**48
    assert Rng("song", 7).random() == expected
    assert Rng("a").shuffle(range(9)) == Rng("a").shuffle(range(9)) != Rng("b").shuffle(range(9))


@given(st.text(), st.integers(-50, 50), st.integers(0, 50))
def test_rng_stays_in_its_bounds(seed: str, low: int, span: int) -> None:
    rng = Rng(seed)
    assert all(low <= rng.int(low, low + span) <= low + span for _ in range(20))


def test_rich_text() -> None:
    assert rich("**a** *b* [star] <c>\n\nd & e\nf") == (
        '<b>a</b> <i>b</i> <icon icon="star"/> &lt;c&gt;<p/>d &amp; e<br/>f'
    )
    assert rich(None) == ""


def test_words_for_templates() -> None:
    assert [signed(2), signed(-1), signed(0)] == ["+2", "−1", "0"]


def test_reads_are_recorded(tmp_path: Path) -> None:
    template = "<face><text x='9' y='9' size='9'>{{ title }} {{ hand.limit }} {{ style.palette.ink }}</text></face>"
    games, problems = read_games(write(tmp_path, template))
    assert not problems
    kind = games[0].kinds["card"]
    face, _ = fill(kind, games[0].pieces["card"][0], "front", open_filler(games[0]))
    assert face and {"title", "hand", "hand.limit", "style.palette.ink"} <= face.reads
    assert "rounds" not in face.reads


@pytest.mark.parametrize(
    "code, message",
    [
        ("{{ ''.__class__.__mro__ }}", "access to attribute '__class__' of 'str' object is unsafe"),
        ("{{ title.__class__ }}", "access to attribute '__class__' of 'str' object is unsafe"),
        ("{{ game.root }}", "has no attribute 'root'"),
        ("{{ pieces('card')[0].__init__ }}", "is unsafe"),
    ],
)
def test_templates_cannot_leave_the_sandbox(tmp_path: Path, code: str, message: str) -> None:
    said = told(draw(tmp_path, f"<face>\n<text x='9' y='9' size='9'>{code}</text></face>"))
    assert "templates/small/card.xml:2:1:" in said and message in said


def test_macros_know_the_facts(tmp_path: Path) -> None:
    macros = "{% macro line() %}<text x='9' y='9' size='9'>{{ rounds }} {{ players.max }} {{ mix('ink', 'white', 1) }}</text>{% endmacro %}"
    drawn = draw(tmp_path, "{% import 'macros.xml' as m %}<face>{{ m.line() }}</face>", macros=macros)
    assert drawn.text.strip().endswith("| 8 4 #ffffff"), told(drawn)
