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


def said(tmp_path: Path, code: str) -> str:
    return told(draw(tmp_path, f"<face>\n<text x='9' y='9' size='9'>{code}</text></face>"))


@pytest.mark.parametrize(
    "code, message",
    [
        ("{{ ''.__class__.__mro__ }}", "not allowed here: __class__ is out of bounds"),
        ("{{ title.__class__ }}", "not allowed here: __class__ is out of bounds"),
        ("{{ title|attr('__class__') }}", "unknown filter attr"),
        ("{{ game.root }}", "no part of it is called root"),
        ("{{ pieces('card')[0].__init__ }}", "a card has no field __init__"),
        ("{{ lipsum() }}", "unknown name lipsum"),
        ("{{ self._TemplateReference__context }}", "not allowed here: _TemplateReference__context is out of bounds"),
        ("{% set x = style.palette.pop('ink') %}", "no part of it is called pop"),
    ],
)
def test_templates_cannot_leave_the_sandbox(tmp_path: Path, code: str, message: str) -> None:
    assert f"templates/small/card.xml:2:1: {message}" in said(tmp_path, code)


LOOP = "{% for i in range(100000) %}"
END = "{% endfor %}"
STEPS = "this takes too many steps"
LENGTH = "a text or list of more than 200,000"
FACE = "a face of more than 2,000,000 characters"


@pytest.mark.parametrize(
    "code, message",
    [
        (LOOP * 3 + END * 3, STEPS),
        (f"{LOOP}a{{# #}} word {{{{ i }}}} and another, and one more{END}" * 3, FACE),
        ("{% macro m() %}" + LOOP + "x" * 900 + END + "{% endmacro %}{{ m() }}", STEPS),
        ("{% macro m(n) %}{{ m(n) }}{{ m(n) }}{% endmacro %}{{ m(1) }}", "this calls itself without end"),
        ("{{ 'x' * 10**9 }}", LENGTH),
        ("{{ 'x' * 200000 * 2 }}", LENGTH),
        ("{% for i in range(900) %}{{ 'x' * 200000 }}" + END, FACE),
        ("{% set all = namespace(t='x') %}{% for i in range(99) %}{% set all.t = all.t ~ all.t %}" + END, LENGTH),
        ("{% set all = namespace(t=['x']) %}{% for i in range(99) %}{% set all.t = all.t + all.t %}" + END, LENGTH),
        ("{% set all = namespace(n=9) %}{% for i in range(9999) %}{% set all.n = all.n + all.n %}" + END, "number"),
        ("{% set many = ['x' * 200000] * 200000 %}{{ many }}", LENGTH),
        ("{% set many = ['x' * 200000] * 200000 %}{{ many|join }}", STEPS),
        ("{% set many = ['x' * 200000] * 200000 %}{{ rng(many).random() }}", LENGTH),
        ("{% set many = ['x' * 200000] * 200000 %}{{ '%s'|format(many) }}", LENGTH),
        ("{% for i in range(9999) %}{{ ('x' * 200000)|upper|length }}" + END, STEPS),
        ("{% for i in range(9999) %}{{ ('x' * 200000)|list|sort|length }}" + END, STEPS),
        ("{% for i in range(9999) %}{{ ('x' * 200000).split('x')|length }}" + END, STEPS),
        ("{{ rng(1).shuffle(range(99999))[0] }}", "shuffling more than 10,000 things"),
        ("{{ ('a' * 99999)|replace('a', 'x' * 99999) }}", LENGTH),
        ("{{ '%1000000000d' % 1 }}", "texts are joined with ~, not formatted with %"),
        ("{{ '%1000000000d'|format(1) }}", "a pattern like this"),
        ("{{ '%*d'|format(1000000000, 1) }}", "a pattern like this"),
        ("{{ title.center(1000000000) }}", "center is out of bounds"),
        ("{{ title|center(1000000000) }}", "unknown filter center"),
        ("{{ title.replace('a', 'b') }}", "write | replace, not .replace"),
        ("{{ 9**9**9**9 }}", "this number is too large"),
        ("{{ range(10**9)|list|length }}", "a range of more than 200,000 numbers"),
    ],
    ids=range(27),
)
def test_a_face_has_a_budget(tmp_path: Path, code: str, message: str) -> None:
    found = said(tmp_path, code)
    assert found.startswith("templates/small/card.xml:2:1: ") and message in found, found


def test_a_macro_that_needs_too_much_names_its_own_line(tmp_path: Path) -> None:
    macros = "{% macro line() %}\n\n{% for i in range(100000) %}{% for j in range(100) %}{% endfor %}{% endfor %}{% endmacro %}"
    found = told(draw(tmp_path, "{% import 'macros.xml' as m %}<face>{{ m.line() }}</face>", macros=macros))
    assert found.startswith("templates/small/macros.xml:3:1: not allowed here: this takes too many steps")


@pytest.mark.parametrize(
    "code, message",
    [
        ("{{ titel }}", "unknown name titel"),
        ("{{ piece.titel }}", "a card has no field titel"),
        ("{{ hand.limits }}", "no part of it is called limits"),
        ("{{ 1 / 0 }}", "this divides by zero"),
        ("{{ 1 % 0 }}", "this divides by zero"),
        ("{{ title + 1 }}", "+ does not join text and numbers; write ~ instead"),
        ("{{ title - 1 }}", "- does not go with text and a number"),
        ("{{ title() }}", "text is not a word that can be called"),
        ("{{ number }}", "a value that is none cannot be printed"),
        ("{{ sqrt(-1) }}", "this has no result among the numbers"),
        ("{{ sqrt('x') }}", "text stands where a number is needed"),
        ("{{ sin() }}", "sin lacks 'angle'"),
        ("{{ polar(1) }}", "polar lacks 'cy', 'r', and 'angle'"),
        ("{{ min([]) }}", "min of an empty list"),
        ("{{ rng(1).pick([]) }}", "there is nothing to pick from"),
        ("{{ pieces('cart') }}", "there is no kind cart"),
        ("{% for a, b in [[1]] %}{% endfor %}", "the list has not as many items as names stand here"),
        ("{{ 'abc'|sum }}", "+ does not go with a number and text"),
        ("{{ title|upcase }}", "unknown filter upcase"),
        ("{{ title is fine }}", "unknown test fine"),
        ("{% fro i in [] %}", "unknown tag fro"),
        ("{% if 1 %}" * 1 + "x", "{% if %} is not closed: {% endif %} is missing"),
        ("{% for a in [] %}" * 25 + "{% endfor %}" * 25, "loops and conditions are nested too deeply"),
        ("{{ " + "-" * 20000 + "1 }}", "this calls itself without end"),
    ],
    ids=range(24),
)
def test_mistakes_are_told_in_the_designers_words(tmp_path: Path, code: str, message: str) -> None:
    found = said(tmp_path, code)
    assert found.startswith("templates/small/card.xml:") and message in found.splitlines()[0], found


def test_a_mistyped_name_is_told_with_the_likeliest_one(tmp_path: Path) -> None:
    assert "did you mean title?" in said(tmp_path, "{{ titel }}")
    assert "did you mean limit?" in said(tmp_path, "{{ hand.limits }}")
    assert "did you mean upper?" in said(tmp_path, "{{ title|uper }}")


def test_macros_know_the_facts(tmp_path: Path) -> None:
    macros = "{% macro line() %}<text x='9' y='9' size='9'>{{ rounds }} {{ players.max }} {{ mix('ink', 'white', 1) }}</text>{% endmacro %}"
    drawn = draw(tmp_path, "{% import 'macros.xml' as m %}<face>{{ m.line() }}</face>", macros=macros)
    assert drawn.text.strip().endswith("| 8 4 #ffffff"), told(drawn)
