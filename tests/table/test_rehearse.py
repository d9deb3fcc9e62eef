"""The rehearsal agrees with the set-up script and with the buttons of the .vtt file about what lies where."""

from collections import Counter

import pytest
from support.packages import package
from support.played import UNIT, Played, cases
from support.surface import Surface
from support.tables import GAMES, built, drawn

from pressplay.table.rehearse import Rehearsal, rehearse
from pressplay.table.table import Member, Spot


def rehearsed(game: str, players: int) -> Rehearsal:
    return rehearse(built(game).arranged, players)


def kinds(members: list[Member]) -> Counter[str]:
    return Counter(kind for kind, _, _ in members)


@pytest.mark.parametrize(("game", "players"), cases())
def test_no_piece_is_lost_or_doubled(game: str, players: int) -> None:
    done = rehearsed(game, players)
    found = [member for stack in done.stacks for member in stack.members] + done.boxed
    found += [member for hand in done.hands for member in hand]
    assert Counter(found) == Counter(member for stack in built(game).arranged.stacks for member in stack.members)


@pytest.mark.parametrize(("game", "players"), cases())
def test_hands_and_box_are_those_of_the_script(game: str, players: int) -> None:
    done, played = rehearsed(game, players), Played(game, players, 5)
    if game != "monstercat-card-game":  # there chance decides how many songs a hand has
        assert [kinds(hand) for hand in done.hands] == [played.kinds(hand) for hand in played.hands()[:players]]
    assert [len(hand) for hand in done.hands] == [len(hand) for hand in played.hands()[:players]]
    boxed = Counter(id.split("/")[1] for id in played.world.boxed().elements())
    assert kinds(done.boxed) == boxed


@pytest.mark.parametrize(("game", "players"), cases())
def test_what_lies_on_the_table_is_what_the_script_puts_there(game: str, players: int) -> None:
    done, played = rehearsed(game, players), Played(game, players, 5)
    spots: dict[tuple[float, float], int] = {}
    for stack in done.stacks:
        assert stack.spot
        if stack.form in ("one", "pile") and built(game).game.kinds[stack.members[0][0]].tabletop in ("card", "tile"):
            key = round(stack.spot.x, 2), round(stack.spot.y, 2)
            spots[key] = spots.get(key, 0) + len(stack.members)
    for (x, y), number in spots.items():
        found = played.world.near(x / UNIT, y / UNIT)
        assert sum(len(each.get("ContainedObjects") or [each]) for each in found) == number, (x, y)


@pytest.mark.parametrize(("game", "players"), cases())
def test_the_buttons_of_the_vtt_file_leave_as_many_in_each_pile(game: str, players: int) -> None:
    done = rehearsed(game, players)
    surface = Surface(package(game).widgets, 1, players)
    surface.click(f"setup-{players}")
    for stack in done.stacks:
        kind = built(game).game.kinds[stack.members[0][0]]
        if stack.area or stack.form == "supply" or kind.tabletop not in ("card", "tile", "token"):
            continue
        holder = f"stack--{stack.name}" + (f"--{stack.seat + 1}" if stack.seat >= 0 else "")
        assert len(surface.lying(holder)) == len(stack.members), holder


@pytest.mark.parametrize(("game", "players"), cases())
def test_nothing_that_is_dealt_lies_on_anything_else(game: str, players: int) -> None:
    """But on boards, on what a place says it lies over, and markers that share a cell."""
    done, arranged = rehearsed(game, players), built(game).arranged
    whole = Spot(0, 0, arranged.table.width, arranged.table.depth)
    sizes = built(game).game.kinds
    lying = []
    for stack in done.stacks:
        assert stack.spot
        size = sizes[stack.members[0][0]].size
        spot = stack.spot
        if stack.form == "one" and stack.area:
            spot = Spot(spot.x, spot.y, size.width, size.height, spot.turn)
        assert spot.within(whole), stack.name
        lying.append((stack, spot))
    for number, (one, spot) in enumerate(lying):
        for other, other_spot in lying[:number]:
            if not spot.overlaps(other_spot):
                continue
            over = {arranged.table.areas[each.area].over for each in (one, other) if each.area}
            on_board = sizes[other.members[0][0]].id == one.on or sizes[one.members[0][0]].id == other.on
            shared = one.area and one.area == other.area
            assert on_board or shared or over & {one.area, other.area}, (one.name, other.name)


@pytest.mark.parametrize("game", GAMES)
def test_it_is_the_same_every_time(game: str) -> None:
    players = max(built(game).arranged.table.setups)
    one, other = rehearsed(game, players), rehearse(drawn(game).arranged, players)  # type: ignore[arg-type]
    assert (one.stacks, one.hands, one.boxed) == (other.stacks, other.hands, other.boxed)


def test_a_hand_without_what_it_must_have_gets_it() -> None:
    """Monstercat's hands have a song each, whatever the order of the pile."""
    for players in (2, 3, 4):
        for hand in rehearsed("monstercat-card-game", players).hands:
            assert kinds(hand)["song"] and len(hand) == len(set(hand))
