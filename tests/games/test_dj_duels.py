"""DJ Duels With a Z: every rule of its rulebook bites, at the right line and in the rulebook's words; the faces keep their promises."""

import pytest
from support.breaking import (
    BOOK,
    FIRST_SONG,
    SHARED,
    SONGS,
    STAGE,
    Case,
    Edit,
    Lab,
    about_actions,
    assert_clear_of_token_and_ball,
    assert_covers_differ,
    assert_dancers_differ,
    assert_stage,
    assert_tempo_in_the_corner,
    assert_told,
    case,
    drawn,
    untested,
    words,
)

from pressplay.drawing.component import Component

ID = "dj-duels-with-a-z"
EFFECTS, POINTS = "effects.yaml", "point-tokens.yaml"
FIRST_EFFECT = (EFFECTS, "id: crowd-bonus")
FIRST_POINT = (POINTS, "id: one")

OWN: list[Case] = [
    case("rounds", FIRST_EFFECT, "one Effect is turned up each round, so there must be 8 Effect cards; there are 9", (EFFECTS, "copies: 2", "copies: 3")),
    case("rounds", "must setlist.draw >= rounds", "a hand of 6 songs does not last 8 rounds", (BOOK, "draw: 10, swap: 5", "draw: 6, swap: 3")),
    case("stage-board", STAGE, "the Stage has slots for song, song; it needs one for song and one for effect", ("stage.yaml", "deck: effect", "deck: song")),
    case("effect-deck", FIRST_EFFECT, "there must be 2 Crowd Bonus cards, there are 1", (EFFECTS, "copies: 2", "copies: 1")),
    case("effect-deck", FIRST_EFFECT, "beside the Crowd Bonus cards there must be 6 Effects, there are 5",
         (EFFECTS, "title: Rewind\n  type: special", "title: Rewind\n  type: crowd-bonus")),
    case("effect-deck", FIRST_EFFECT, "there must be Effects left to hide the Crowd Bonus cards among", (BOOK, "{opening: 2", "{opening: 6")),
    case("point-tokens", FIRST_POINT, "somebody may score a single point: there must be tokens worth 1", (POINTS, "value: 1,", "value: 2,")),
    case("point-tokens", FIRST_POINT, "the point tokens are worth 70 together, less than a full table can score before the end",
         (POINTS, "copies: 30", "copies: 20")),
    case("setlist", "must setlist.swap * 2", "left and right must be halves of the hand: 4 is not half of 10", (BOOK, "swap: 5", "swap: 4")),
    case("setlist", FIRST_SONG, "4 players may draw 72 songs, the deck has 64", (BOOK, "draw: 10, swap: 5", "draw: 12, swap: 6")),
    case("round-steps", (EFFECTS, "id: big-bounce"), "Big Bounce acts in step 5, which the Stage does not have",
         ("stage.yaml", "number: 5,", "number: 9,")),
    case("effect-clock", FIRST_EFFECT, "the last Effect must come in round 8; 9 cards make 9 rounds", (EFFECTS, "copies: 2", "copies: 3")),
    case("score-beachball", FIRST_POINT, "a fan at the Beachball earns 3, and there is no such point token", (BOOK, "scoring: {beachball: 1", "scoring: {beachball: 3")),
    case("combos", "must combo.stay < combo.line", "combo.stay is 3; it must be less than 3", (BOOK, "stay: 1}", "stay: 3}")),
    *about_actions("song-options"),
    case("moving", STAGE, "both options of Left/Right say the same",
         Edit("stage.yaml", r'first: "Place a token on an empty dancer. You may then move \*\*that\*\* dancer \{\{ reach.step \}\} to the left',
              lambda match: 'first: "Move **any** dancer {{ reach.step }} to the left')),
    case("bathroom-break", FIRST_SONG, "there are more Bathroom Breaks than dancers to leave",
         *((SONGS, f"action: {action}", "action: bathroom-break") for action in ("left-right", "up-down", "hop"))),
    case("color-effects", FIRST_EFFECT, "there are 0 Effects that reward red; there must be one", (EFFECTS, "color: red", "color: blue")),
    case("color-effects", (EFFECTS, "id: blue-hour"), "Blue Hour has color blue, just as Red Alert in line", (EFFECTS, "color: red", "color: blue")),
    case("color-effects", (EFFECTS, "id: red-alert"), "Red Alert rewards a colour, but does not say which",
         (EFFECTS, "  color: red\n", ""), (EFFECTS, 'text: "Place a token on a **{{ color }}**', 'text: "Place a token on a **bright**')),
    case("color-effects", (EFFECTS, "id: rewind"), "Rewind has a colour, but does not reward one", (EFFECTS, "title: Rewind\n", "title: Rewind\n  color: red\n")),
    case("crowd-bonus", FIRST_EFFECT, "Crowd Bonus must act in step 5, while the fans are still on the dancefloor",
         (EFFECTS, "type: crowd-bonus\n  step: 5", "type: crowd-bonus\n  step: 4")),
    case("crowd-bonus", FIRST_EFFECT, "Rewind", (EFFECTS, "title: Rewind\n  type: special", "title: Rewind\n  type: crowd-bonus")),
    case("final-score", "must scoring.superfan > scoring.beachball",
         "a superfan must be worth more than one round beside the Beachball", (BOOK, "superfan: 2", "superfan: 1")),
    case("final-score", FIRST_POINT, "point.value (1 point) is 0; it must be more than 0",
         ("game.yaml", "value: int 1..10", "value: int 0..10"), (POINTS, "value: 1,", "value: 0,")),
    case("tie", FIRST_SONG, "the deck must still have 8 songs for an extra round; 68 are needed, there are 64", (BOOK, "extra_songs: 1", "extra_songs: 2")),
]  # fmt: skip
CASES = [*SHARED, *OWN]


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    return Lab(ID, tmp_path_factory.mktemp("project"))


# The rules ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", CASES, ids=str)
def test_a_broken_rule_is_told_at_its_line_in_the_rulebooks_words(one: Case, lab: Lab) -> None:
    assert_told(lab, one)


def test_every_check_of_every_rule_is_broken_by_a_case(lab: Lab) -> None:
    assert untested(lab, CASES) == {}


def test_the_data_as_it_stands_breaks_no_rule(lab: Lab) -> None:
    assert lab.game.rulebook.judged and not lab.game.rulebook.judged.problems


def test_the_order_of_the_deck_follows_the_facts(lab: Lab) -> None:
    """It is derived, on the set-up card and in the prose: change the fact, and both follow."""
    told = lab.broken([Edit(BOOK, "{opening: 2", "{opening: 3")])
    assert not told.problems
    (setup,) = told.game.pieces["setup"]
    assert [part["cards"] for part in setup.deck] == ["1–3", "4–8"]
    assert "| 1–3 | Random, without Crowd Bonus |" in told.game.rulebook.judgement().prose
    assert "| 4–8 | Random, 2 of them Crowd Bonus |" in told.game.rulebook.judgement().prose


def test_points_on_cards_follow_the_facts(lab: Lab) -> None:
    told = lab.broken([Edit(BOOK, "bounce: 2}", "bounce: 3}")])
    (bounce,) = [effect for effect in told.game.pieces["effect"] if effect.id == "big-bounce"]
    assert "scores **3** instead of 1" in bounce.text
    assert "the Beachball pays 3 a fan" in told.game.rulebook.judgement().prose


# The faces ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def components() -> dict[str, list[Component]]:
    return drawn(ID)


def test_the_corner_of_a_song_is_its_tempo(components: dict[str, list[Component]]) -> None:
    assert_tempo_in_the_corner(components["song"])


def test_every_song_has_a_cover_and_a_wave_of_its_own(components: dict[str, list[Component]]) -> None:
    assert_covers_differ(components["song"])


def test_every_dancer_is_somebody_else(components: dict[str, list[Component]]) -> None:
    assert_dancers_differ(components["dancer"])


def test_token_and_beachball_hide_neither_arrow_nor_badge(components: dict[str, list[Component]]) -> None:
    assert_clear_of_token_and_ball(components["dancer"])


def test_decks_differ_from_behind_and_cards_within_a_deck_do_not(components: dict[str, list[Component]]) -> None:
    backs = {kind: {one.back for one in components[kind]} for kind in ("song", "effect", "dancer")}
    assert all(len(found) == 1 and None not in found for found in backs.values())
    assert backs["song"] != backs["effect"]


def test_cards_can_be_cut_without_gaps(components: dict[str, list[Component]]) -> None:
    sides = [
        side
        for kind in ("song", "effect", "aid", "setup", "dancer")
        for one in components[kind]
        for side in (one.front, one.back)
    ]
    assert {side.edge for side in sides if side} == {"#150e36"}


def test_the_stage_has_slots_for_cards_above_the_fold(components: dict[str, list[Component]]) -> None:
    assert_stage(components["stage"][0], ["song", "effect"])


def test_an_effect_shows_the_step_in_which_it_acts(components: dict[str, list[Component]]) -> None:
    for one in components["effect"]:
        assert one.front.names["step"].right < 20 and one.front.names["step"].bottom < 20
        assert str(one.piece.step) in words(one.front)
        if one.piece.color:
            assert one.piece.color[0].upper() in words(one.front)


def test_the_set_up_card_shows_who_uses_each_place(components: dict[str, list[Component]]) -> None:
    (setup,) = components["setup"]
    shown = words(setup.front)
    assert (shown.count("2+"), shown.count("3+"), shown.count("4")) == (12, 4, 4)
