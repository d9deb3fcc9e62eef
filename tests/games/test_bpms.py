"""BPMs Per Minute: every rule of its rulebook bites, at the right line and in the rulebook's words; the faces keep their promises."""

import pytest
from support.breaking import (
    BOOK,
    DANCERS,
    FIRST_DANCER,
    FIRST_SONG,
    FIRST_TOKEN,
    JUNO,
    ROOT,
    SETUP,
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

from pressplay.build.pipeline import read_games
from pressplay.drawing.component import Component
from pressplay.drawing.marks import Shape, Stamp

ID = "bpms-per-minute"
HYPE, QUESTS, LESSONS = "hype.yaml", "fan-quests.yaml", "teaching.yaml"
FIRST_HYPE = (HYPE, "id: open-doors")
FIRST_QUEST = (QUESTS, "id: red")

OWN: list[Case] = [
    case("rounds", "must hype_deck.warm_up + hype_deck.bop", "so the Hype deck must have 8 cards; it has 9", (BOOK, "peak: 4}", "peak: 5}")),
    case("rounds", "must setlist.draw - setlist.discard", "everybody keeps 7 songs for 8 rounds", (BOOK, "discard: 2}", "discard: 3}")),
    case("dancer-colors", FIRST_SONG, "there are 15 red songs; each colour needs a quarter of all 64",
         (SONGS, "action: bathroom-break, color: red}\n- {title: Hammock", "action: bathroom-break, color: blue}\n- {title: Hammock")),
    case("teaching-cards", (LESSONS, "number: 1"), "the teaching cards are numbered 1, 2, 3, 4, 5, 6, 7, 8, 10; they must count up from 1",
         (LESSONS, "number: 9", "number: 10")),
    case("teaching-cards", (LESSONS, "number: 8"), "Combos is there 2 times; a script is read once", (LESSONS, "- number: 8\n", "- number: 8\n  copies: 2\n")),
    case("stage-board", STAGE, "the Stage has slots for song, song; it needs one for song and one for hype", ("stage.yaml", "deck: hype", "deck: song")),
    case("hype-cards", FIRST_HYPE, "there must be exactly 1 Beachball Bop, there are 2", (HYPE, "- id: beachball-bop\n", "- id: beachball-bop\n  copies: 2\n")),
    case("hype-cards", FIRST_HYPE, "a game uses 8 random Warm-ups, so there must be more; there are 8", (BOOK, "warm_up: 3", "warm_up: 8")),
    case("hype-cards", FIRST_HYPE, "a game uses 8 random Peaks, so there must be more; there are 8", (BOOK, "peak: 4}", "peak: 8}")),
    case("hype-cards", (HYPE, "id: solo-set"), "Clean Sweep has title Clean Sweep, just as Clean Sweep in line", (HYPE, "title: Solo Set", "title: Clean Sweep")),
    case("hype-deck", "must hype_deck.warm_up + hype_deck.bop", "the Hype deck has 7 cards for 8 rounds", (BOOK, "warm_up: 3", "warm_up: 2")),
    case("hype-deck", SETUP, "the set-up card must list the 3 parts of the Hype deck", Edit("setup.yaml", r"    - .*Beachball Bop\"\}\n", lambda match: "")),
    case("fan-quests", FIRST_QUEST, "after 8 quests are dealt some must be left over, or the last one is no secret; there are 8",
         (BOOK, "quests_each: 1", "quests_each: 2")),
    case("fan-quests", FIRST_QUEST, "Sunburn Society must name either a colour or an arrow", (QUESTS, "color: red,", "color: red, arrow: left,")),
    case("fan-quests", FIRST_QUEST, "Sunburn Society suits 15 dancers; it must suit a quarter of all 64", (DANCERS, JUNO, JUNO.replace("red", "blue"))),
    case("fan-quests", (QUESTS, "id: forward"), "Railing Huggers suits 15 dancers; it must suit a quarter of all 64",
         (DANCERS, JUNO, JUNO.replace("forward", "left"))),
    case("fan-quests", (QUESTS, "id: blue"), "Paddling Pool Club has color red", (QUESTS, "color: blue", "color: red")),
    case("setlist", "must setlist.draw - setlist.discard", "a setlist of 7 songs does not fit 8 rounds", (BOOK, "discard: 2}", "discard: 3}")),
    case("setlist", FIRST_SONG, "4 players may draw 68 songs, the deck has 64", (BOOK, "draw: 10, discard: 2", "draw: 16, discard: 8")),
    case("round-steps", (HYPE, "id: extra-bounce"), "Extra Bounce acts in step 5, which the Stage does not have", ("stage.yaml", "number: 5,", "number: 9,")),
    case("beachball", (HYPE, "id: beachball-bop"), "Beachball Bop must act in step 1, as soon as it is turned up",
         (HYPE, "phase: beachball-bop\n  step: 1", "phase: beachball-bop\n  step: 2")),
    case("hype-clock", FIRST_HYPE, "there are 17 Hype cards for 18 rounds", (BOOK, "rounds: 8", "rounds: 18")),
    case("hype-clock", (HYPE, "id: rewind"), "Rewind is there 2 times; every Hype card is the only one of its name", (HYPE, "- id: rewind\n", "- id: rewind\n  copies: 2\n")),
    case("beachball-prize", FIRST_DANCER, "the draw pile must be able to pay the Beachball’s superfans even if 4 players tie in every round",
         (BOOK, "ball_prize: 1", "ball_prize: 3")),
    case("combos", "must combo.sweep > combo.line", "a clean sweep of 3 must be longer than a combo and possible with 5 tokens", (BOOK, "sweep: 4", "sweep: 3")),
    case("superfans", "must combo.stay < combo.line", "a combo of 3 in which 3 stay leaves no superfans", (BOOK, "stay: 1", "stay: 3")),
    case("superfans", FIRST_DANCER, "scoring.superfan is 0; it must be more than 0", (BOOK, "superfan: 2", "superfan: 0")),
    case("gift", "must combo.gift <= combo.line", "a combo returns at least 2 tokens; nobody could always hand over 3", (BOOK, "gift: 1", "gift: 3")),
    case("gift", FIRST_TOKEN, "Black has too few tokens to hand over 6", (BOOK, "gift: 1", "gift: 6")),
    *about_actions("act-and-place"),
    case("place-color", (SONGS, "title: Hammock Arithmetic"), "Hammock Arithmetic is yellow, and no dancer is", (DANCERS, "color: yellow", "color: green")),
    case("moving", STAGE, "the Stage says the same about acting and placing for Left/Right",
         ("stage.yaml", 'act: "Move any dancer {{ reach.step }} to the left or right."', 'act: "An empty dancer in your song’s colour. If you moved, one that moved."')),
    case("bathroom-break", FIRST_SONG, "there are more Bathroom Breaks than dancers to leave", (BOOK, "quick_queue: 2", "quick_queue: 4")),
    case("final-score", "must scoring.quest < scoring.superfan", "matching the quest must be worth less than the superfan itself",
         (BOOK, "quest: 1}", "quest: 2}")),
    case("final-score", FIRST_QUEST, "not everybody has a Fan Quest to score",
         Edit(QUESTS, r"- \{id: (green|yellow|forward|right|backward).*\n", lambda match: "")),
    case("tie", FIRST_SONG, "the deck must still have 24 songs for an extra round; 68 are needed, there are 64", (BOOK, "extra_songs: 1", "extra_songs: 6")),
    case("tie", FIRST_HYPE, "no Peak is left for an extra round", (BOOK, "peak: 4}", "peak: 8}")),
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
    """It is derived, on the set-up card, the teaching cards and in the prose: change the facts, and all follow."""
    told = lab.broken([Edit(BOOK, "{warm_up: 3, bop: 1, peak: 4}", "{warm_up: 2, bop: 1, peak: 5}")])
    assert not told.problems
    (setup,) = told.game.pieces["setup"]
    assert [part["cards"] for part in setup.deck] == ["1–2", "3", "4–8"]
    prose = told.game.rulebook.judgement().prose
    assert "| 1–2 | [warm-up] Warm-up, random |" in prose
    assert "| 3 | [beachball] Beachball Bop |" in prose
    assert "| 4–8 | [peak] Peak, random |" in prose
    assert any(
        line.startswith("In round 3 the **Beachball**") for card in told.game.pieces["teaching"] for line in card.say
    )


def test_both_games_read_the_same_songs_dancers_and_tokens() -> None:
    (one, other), problems = read_games(ROOT, [ID, "dj-duels-with-a-z"])
    assert not problems
    for kind in ("song", "dancer", "player-token", "beachball"):
        assert [dict(piece.values) for piece in one.pieces[kind]] == [
            dict(piece.values) for piece in other.pieces[kind]
        ]
        assert one.pieces[kind][0].place == other.pieces[kind][0].place


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
    kinds = ("song", "hype", "fan-quest", "teaching", "dancer")
    backs = {kind: {one.back for one in components[kind]} for kind in kinds}
    assert all(len(found) == 1 and None not in found for found in backs.values())
    assert len({back for found in backs.values() for back in found}) == len(kinds)


def test_cards_can_be_cut_without_gaps(components: dict[str, list[Component]]) -> None:
    kinds = ("song", "hype", "fan-quest", "aid", "setup", "teaching", "dancer")
    assert {side.edge for kind in kinds for one in components[kind] for side in (one.front, one.back) if side} == {
        "#fbf1dc"
    }


def test_the_stage_has_slots_for_cards_above_the_fold(components: dict[str, list[Component]]) -> None:
    assert_stage(components["stage"][0], ["song", "hype"])


def test_a_hype_card_shows_its_phase_in_the_corner_and_a_picture_of_its_own(
    components: dict[str, list[Component]],
) -> None:
    icons = {"warm-up": "warm-up", "beachball-bop": "beachball", "peak": "peak"}
    pictures = set()
    for one in components["hype"]:
        corner = one.front.names["phase"]
        assert corner.right < 16 and corner.bottom < 16
        stamps = [mark for mark in one.front.marks if isinstance(mark, Stamp)]
        assert any(mark.icon.endswith(f"/{icons[one.piece.phase]}.svg") and mark.box == corner for mark in stamps)
        assert f"Step {one.piece.step}" in words(one.front)
        pictures.add(tuple(str(mark) for mark in one.front.marks if isinstance(mark, Shape | Stamp)))
    assert len(pictures) == len(components["hype"]) == 17


def test_a_fan_quest_shows_what_it_wants_and_what_it_pays(components: dict[str, list[Component]]) -> None:
    for one in components["fan-quest"]:
        assert "+1" in words(one.front)
        assert {"quest", "bonus"} <= one.front.names.keys()
        if one.piece.color:
            assert one.piece.color[0].upper() in words(one.front)


def test_the_teaching_cards_say_their_number_first(components: dict[str, list[Component]]) -> None:
    assert [words(one.front)[0] for one in components["teaching"]] == [str(number) for number in range(1, 10)]
