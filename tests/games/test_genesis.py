"""Genesis of Destiny Supreme!: every rule of its rulebook bites, at the right line and in the rulebook's words; the data say what the
designer's prototype says; squares, circles, slots and dice nets line up."""

from itertools import product
from typing import Any

import pytest
from support.breaking import BOOK, Case, Edit, Lab, assert_told, case, drawn, untested, words

from pressplay.data.pieces import Piece
from pressplay.drawing.box import Box
from pressplay.drawing.component import Component
from pressplay.drawing.marks import Shape, Stamp
from pressplay.drawing.paint import Flat
from pressplay.drawing.path import inside
from pressplay.drawing.picture import Picture
from pressplay.game import Game

ID = "genesis-of-destiny-supreme"
GIGS, PARTS, CIRCLES, DIE_CARDS = "gigs.yaml", "song-parts.yaml", "circles.yaml", "die-cards.yaml"
EVENTS, PRODUCERS = "events.yaml", "producers.yaml"
BOARD, FIRST_SONG, SONG_SHEETS = "board.yaml", "first-song.yaml", "song-sheets.yaml"
CHARACTER, SCORES, DOWNTIME = "character-sheet.yaml", "score-sheet.yaml", "downtime-sheet.yaml"
GOAL_MARKERS, PLAYER_MARKERS, TEN_CHIPS = "goal-markers.yaml", "player-markers.yaml", "ten-chips.yaml"

CASES: list[Case] = [
    case("players", "must players.min == players.max", "players.min is 2; it must be 3",
         (BOOK, "players: {min: 3, max: 3}", "players: {min: 2, max: 3}")),
    case("players", "must roles|length == players.max", "roles|length is 3; it must be 4",
         (BOOK, "players: {min: 3, max: 3}", "players: {min: 4, max: 4}")),
    case("players", (CHARACTER, "id: character-sheet"), "each of the 3 players gets a character sheet, there are 2",
         (CHARACTER, "copies: 3", "copies: 2")),
    case("players", (PLAYER_MARKERS, "id: beats"), "every role needs markers; found beats, melody",
         (PLAYER_MARKERS, "title: Front, role: front", "title: Front, role: melody")),

    case("winning-gigs", (GIGS, "id: open-mic"), "exactly these Gigs win the game: bonchellsquatch, world-tour; stars stand on open-mic, bonchellsquatch, world-tour",
         (GIGS, "best: {coin: 5, crowd: 5, clout: 1}", "best: {coin: 5, crowd: 5, clout: 1, stars: 4}")),
    case("winning-gigs", (GIGS, "id: bonchellsquatch"), "Bonchellsquatch Music Festival shows 3 stars, a winning Gig has 4",
         (GIGS, "stars: 4", "stars: 3")),
    case("winning-gigs", (GIGS, "id: open-mic"), "Open Mic Night at Vishnu’s gives stars for less than its best outcome",
         (GIGS, "most: {coin: 1, crowd: 2}", "most: {coin: 1, crowd: 2, stars: 1}")),

    case("pencils", (CHARACTER, "id: character-sheet"), "there are 3 character sheets and only 2 pencils", (BOOK, "pencils: 3", "pencils: 2")),
    case("pencils", "must box.felt_tips == roles|length", "box.felt_tips is 2; it must be 3", (BOOK, "felt_tips: 3", "felt_tips: 2")),

    case("dice-supply", (PARTS, "id: verse-1"), "the largest song needs 15 dice, the box has 14", (BOOK, "dice: 15", "dice: 14")),
    case("dice-supply", (DIE_CARDS, "id: boom"), "a sheet with every square filled cannot be played even with the special dice",
         (BOOK, "dice: 15", "dice: 12")),

    case("special-dice", ("boom-die.yaml", "id: boom"), "the Boom die shows 2, 2, 2, 4, 4, 4, the rulebook says 2, 2, 4, 4, 4, 4",
         ("boom-die.yaml", "[2, 2, 4, 4, 4, 4]", "[2, 2, 2, 4, 4, 4]")),
    case("special-dice", ("stereo-die.yaml", "id: stereo"), "the Stereo die shows 1, 2, 3, 4, 5, 5, the rulebook says 1, 2, 3, 4, 5, 6",
         ("stereo-die.yaml", "[1, 2, 3, 4, 5, 6]", "[1, 2, 3, 4, 5, 5]")),
    case("special-dice", ("charm-die.yaml", "id: charm"), "the Charm die shows 4, 5, 5, 6, 6, 7, the rulebook says 4, 5, 5, 6, 7, 7",
         ("charm-die.yaml", "[4, 5, 5, 6, 7, 7]", "[4, 5, 5, 6, 6, 7]")),
    case("special-dice", ("boom-die.yaml", "id: boom"), "the Boom Die belongs to beats, not to melody",
         ("boom-die.yaml", "role: beats", "role: melody")),
    case("special-dice", ("boom-die.yaml", "id: boom"), "[count(boom_dice), count(stereo_dice), count(charm_dice)] is 2, 1, 1; it must be 1, 1, 1",
         ("boom-die.yaml", "title: Boom Die", "copies: 2, title: Boom Die")),

    case("markers", ("meeples.yaml", "id: front-row"), "count(meeples) is 16; it must be 15",
         ("meeples.yaml", "shirt: bolt, copies: 3", "shirt: bolt, copies: 4")),
    case("markers", (GOAL_MARKERS, "id: goal-marker"), "count(goal_markers) is 21; it must be 20", (GOAL_MARKERS, "copies: 20", "copies: 21")),
    case("markers", (GOAL_MARKERS, "id: goal-marker"), "count(goal_markers) is 14; it must be at least 15",
         (GOAL_MARKERS, "copies: 20", "copies: 14")),
    case("markers", (PLAYER_MARKERS, "id: beats"), "Beats has 5 player markers, not 6", (PLAYER_MARKERS, "rank: 1, copies: 6", "rank: 1, copies: 5")),
    case("markers", "must box.markers_in_use <= box.markers_per_rol", "box.markers_in_use is 7; it must be at most 6",
         (BOOK, "markers_in_use: 5", "markers_in_use: 7")),
    case("markers", (TEN_CHIPS, "id: ten-chip"), "count(ten_chips) is 18; it must be 15", (TEN_CHIPS, "copies: 15", "copies: 18")),

    case("decks", (GIGS, "id: open-mic"), "count(gigs) is 13; it must be 12", (GIGS, "- id: open-mic", "- id: open-mic\n  copies: 2")),
    case("decks", (PARTS, "id: verse-1"), "count(song_parts) is 13; it must be 12", (PARTS, "- id: verse-1", "- id: verse-1\n  copies: 2")),
    case("decks", (CIRCLES, "id: effects-pedal"), "count(circle_cards) is 13; it must be 12",
         (CIRCLES, "- id: crescendo", "- id: crescendo\n  copies: 2")),
    case("decks", (DIE_CARDS, "id: boom"), "count(die_cards) is 4; it must be 3", (DIE_CARDS, "{id: boom,", "{copies: 2, id: boom,")),
    case("decks", (PRODUCERS, "id: hurren"), "count(producers) is 4; it must be 3", (PRODUCERS, "- id: hurren", "- id: hurren\n  copies: 2")),
    case("decks", (EVENTS, "id: take-all-the-credit"), "count(events) is 7; it must be 6", (EVENTS, "- id: your-fam", "- id: your-fam\n  copies: 2")),

    case("sheets", (BOARD, "id: board"), "there is one game board, one band sheet, one set of score tracks, one Live the Life sheet and one first song",
         (BOARD, "- id: board", "- id: board\n  copies: 2")),
    case("sheets", (GIGS, "id: open-mic"), "a Gig asks for 5 originals, the sheets allow 4", (SONG_SHEETS, "copies: 6", "copies: 3")),
    case("sheets", (GIGS, "id: open-mic"), "the Song Part cards do not last for the originals that a Gig asks for",
         (GIGS, "songs: 5\n  play: originals", "songs: 6\n  play: originals")),

    case("true-size", "must mm.square >= mm.die + 2", "mm.square is 17; it must be at least 18", (BOOK, "square: 22", "square: 17")),
    case("true-size", "must mm.circle <= mm.goal_marker", "mm.circle is 17; it must be at most 16", (BOOK, "circle: 14", "circle: 17")),
    case("true-size", "must song.columns * (mm.square + mm.goal_marke", "the columns of a song sheet are 190 mm wide; with the panel of 71 mm beside them they do not fit on 260 mm",
         (BOOK, "panel: 60", "panel: 71")),
    case("true-size", (DOWNTIME, "id: downtime-sheet"), "4 cards do not fit side by side on 260 mm", (BOOK, "card_width: 63.5", "card_width: 66")),

    case("starter-hand", ("chill.yaml", "id: chill"), "each of 3 players gets a Chill card, there are 2", ("chill.yaml", "copies: 3", "copies: 2")),
    case("starter-hand", ("go-solo.yaml", "id: go-solo"), "each of 3 players gets a Go Solo card, there are 4",
         ("go-solo.yaml", "copies: 3", "copies: 4")),

    case("score-tracks", (SCORES, "id: score-sheet"), "the score tracks are coin, crowd, players own coin, commitment, crowd",
         (SCORES, "tracks: [coin, commitment, crowd]", "tracks: [coin, crowd]")),
    case("score-tracks", (SCORES, "id: score-sheet"), "the dearest level costs 120, the tracks count to 90", (SCORES, "laps: 5", "laps: 2")),
    case("score-tracks", ("band-sheet.yaml", "id: the-band"), "the band owns coin, crowd, clout, its sheet has boxes for coin, crowd",
         ("band-sheet.yaml", "boxes: [coin, crowd, clout]", "boxes: [coin, crowd]")),

    case("gig-anatomy", (GIGS, "id: world-tour"), "World Tour puts out 16 meeples, the box has 15", (GIGS, "patio: 10}", "patio: 11}")),
    case("gig-anatomy", (GIGS, "id: the-audition"), "The Audition has nobody to win over: all its meeples stand at the Stage",
         (GIGS, "{bar: 0, stage: 1, patio: 8}", "{bar: 0, stage: 9, patio: 0}")),
    case("gig-anatomy", (GIGS, "id: house-party"), "Geiger’s House Party has an empty best outcome",
         (GIGS, "best: {crowd: 1, text: \"Unlock the Gig with padlock **A**.\"}", "best: {}")),
    case("gig-anatomy", (GIGS, "id: open-mic"), "Open Mic Night at Vishnu’s has an empty middle outcome",
         (GIGS, "most: {coin: 1, crowd: 2}", "most: {}")),
    case("gig-anatomy", (GIGS, "id: open-mic"), "Open Mic Night at Vishnu’s has an empty last outcome", (GIGS, "rest: {crowd: -2}", "rest: {}")),
    case("gig-anatomy", (GIGS, "id: open-mic"), "Open Mic Night at Vishnu’s pays more for most meeples than for all of them",
         (GIGS, "most: {coin: 1, crowd: 2}", "most: {coin: 6, crowd: 2}")),
    case("gig-anatomy", (GIGS, "id: open-mic"), "Open Mic Night at Vishnu’s pays more for a bad night than for a fair one",
         (GIGS, "rest: {crowd: -2}", "rest: {crowd: 3}")),

    case("open-mic", (GIGS, "id: open-mike"), "there is no Gig with the id open-mic", (GIGS, "id: open-mic", "id: open-mike")),
    case("open-mic", (GIGS, "id: open-mic"), "Open Mic Night at Vishnu’s is the first Gig and must not need anything",
         (GIGS, "and mean it.\n  needs: {}", "and mean it.\n  needs: {coin: 1}")),
    case("open-mic", (GIGS, "id: open-mic"), "Open Mic Night at Vishnu’s has 3 at the Bar, 0 at the Stage and 3 on the Patio",
         (GIGS, "{bar: 3, stage: 0, patio: 2}", "{bar: 3, stage: 0, patio: 3}")),
    case("open-mic", (GIGS, "id: open-mic"), "Open Mic Night at Vishnu’s must be open from the start and ask for no more songs than the band has",
         (GIGS, "and mean it.\n", "and mean it.\n  unlock: 1\n")),

    case("covers", (GIGS, "id: fill-in"), "Fill In for Vishnu’s Band has the covers number 7, it must lie between 2 and 6",
         (GIGS, "covers: 5", "covers: 7")),
    case("covers", (GIGS, "id: the-audition"), "The Audition asks for originals and must not have a covers number",
         (GIGS, "play: originals\n  best: {coin: 30", "play: originals\n  covers: 4\n  best: {coin: 30")),
    case("covers", (GIGS, "id: house-party"), "Geiger’s House Party asks for 5 songs and needs a covers number", (GIGS, "  covers: 4\n", "")),

    case("lull", (GIGS, "id: fill-in"), "Fill In for Vishnu’s Band has a Lull of 3: that empties the room",
         (GIGS, "covers: 5\n  lull: 1", "covers: 5\n  lull: 3")),
    case("lull", (GIGS, "id: open-mic"), "Open Mic Night at Vishnu’s has a Lull, but no second song for it to come before",
         (GIGS, "songs: 1\n  play: songs", "songs: 1\n  play: songs\n  lull: 1")),

    case("song-length", (FIRST_SONG, "id: first-song"), "Our First Song has 3 Song Parts", (BOOK, "least: 3", "least: 4")),
    case("song-length", (FIRST_SONG, "id: first-song"), "the columns of Our First Song do not lie side by side",
         (FIRST_SONG, "number: 3", "number: 4")),
    case("song-length", "must song.most <= song.columns", "song.most is 6; it must be at most 5", (BOOK, "most: 5", "most: 6")),
    case("song-length", "must slots|length * song.columns == song.circl", "a song sheet has 45 places for circles, not 44",
         (BOOK, "circles: 45", "circles: 44")),

    case("first-song", (FIRST_SONG, "id: first-song"), "the first song has 7 circles, not 8",
         (BOOK, "first_song_circles: 7", "first_song_circles: 8")),
    case("first-song", (FIRST_SONG, "id: first-song"), "column 2 of the first song lacks a role",
         (FIRST_SONG, "part: Chorus\n      squares: [front, melody, beats]", "part: Chorus\n      squares: [melody, beats]")),
    case("first-song", (FIRST_SONG, "id: first-song"), "column 3 of the first song has a circle that is not one of the four",
         (FIRST_SONG, "goals: [{slot: top, goal: pose}]", "goals: [{slot: top, card: flourish}]")),

    case("dice-per-part", (PARTS, "id: solo-front"), "Solo has no square: nobody could roll for it", (PARTS, "squares: [front]", "squares: []")),
    case("dice-per-part", (PARTS, "id: solo-melody"), "Solo gives one role two squares", (PARTS, "squares: [melody]", "squares: [melody, melody]")),
    case("dice-per-part", "must song.extra_die >= 1", "without an extra die the last player of a Song Part has no choice",
         (BOOK, "extra_die: 1", "extra_die: 0")),

    case("goal-circles", "must goal_circles|list|sort == [\"down\", \"equal", "goal_circles|list|sort is down, equals, hush, pose, up; it must be down, equals, pose, up",
         (BOOK, "  goal_circles:\n", "  goal_circles:\n    hush: {name: Hush, trigger: Never., success: Always., score: Nothing.}\n")),
    case("goal-circles", (PARTS, "id: solo-front"), "solo-front has a Pose on its edge; a Pose stands above a square",
         (PARTS, "goals: [{slot: top, goal: pose}]", "goals: [{slot: front-upper, goal: pose}]")),
    case("goal-circles", (PARTS, "id: solo-beats"), "solo-beats has an Equals, Up or Down that is not on its edge",
         (PARTS, "goals: [{slot: beats-lower, goal: equals}]", "goals: [{slot: melody-beats, goal: equals}]")),
    case("goal-circles", (PARTS, "id: verse-1"), "no Song Part card has the goal circle down", (PARTS, "goal: down", "goal: up")),

    case("goal-markers", (PARTS, "id: verse-1"), "the richest song takes 20 goal markers, the box has 19",
         (GOAL_MARKERS, "copies: 20", "copies: 19")),

    case("stage-ring", (BOARD, "id: board"), "the stage ring is numbered 1, 2, 3, 4, 5, 6, 7, 8, 10; with the spotlight as the last step it must run from 1 to 9",
         (BOARD, "8, 9]", "8, 10]")),
    case("stage-ring", (BOARD, "id: board"), "one round of the stage is 9 steps, a Ten Chip is worth 10", (BOARD, "8, 9]", "8]")),
    case("stage-ring", (BOARD, "id: board"), "board.areas|map(attribute=\"area\")|sort|list (Game Board) is bar, bar, stage; it must be bar, patio, stage",
         (BOARD, "area: patio", "area: bar")),
    case("stage-ring", (TEN_CHIPS, "id: ten-chip"), "16 Ten Chips cannot be shared out evenly among 3 players",
         (TEN_CHIPS, "copies: 15", "copies: 16")),

    case("powers", (CHARACTER, "id: character-sheet"), "Intensity has 4 powers and Craft has 3, both should have 4",
         Edit(CHARACTER, r"    - \{name: Echo.*\n", lambda match: "")),
    case("powers", (CHARACTER, "id: character-sheet"), "the last power of each track has 3 secondary bubbles",
         (CHARACTER, "[\"5·6\", \"3·4\", \"1·2\"]", "[\"5·6\", \"3·4\"]")),
    case("powers", (CHARACTER, "id: character-sheet"), "only the last power of each track has secondary bubbles",
         (CHARACTER, "Roll all dice in the Dice Pool again.}", "Roll all dice in the Dice Pool again., secondary: [\"1·2\"]}")),
    case("powers", (CHARACTER, "id: character-sheet"), "two powers have the same name", (CHARACTER, "name: Echo", "name: Bump It")),

    case("used-discs", ("used-discs.yaml", "id: used"), "3 players have 24 powers, there are 23 used discs",
         ("used-discs.yaml", "copies: 24", "copies: 23")),

    case("ten-chips", (BOARD, "id: board"), "a Ten Chip is worth 11, but one round of the stage has 10 steps",
         (BOOK, "ten_chip: 10", "ten_chip: 11")),
    case("ten-chips", (TEN_CHIPS, "id: ten-chip"), "there is not even one Ten Chip for each player", (TEN_CHIPS, "copies: 15", "copies: 2")),

    case("role-points", (CHARACTER, "id: character-sheet"), "the character sheet must offer each role once",
         (CHARACTER, "role: melody, points", "role: front, points")),
    case("role-points", (CHARACTER, "id: character-sheet"), "Melody may score crowd, crowd; a role has 2 different scores",
         (CHARACTER, "points: [commitment, crowd]", "points: [crowd, crowd]")),
    case("role-points", (CHARACTER, "id: character-sheet"), "Front may score coin or crowd, not crowd or commitment",
         (CHARACTER, "points: [crowd, coin]", "points: [crowd, commitment]")),
    case("role-points", (CHARACTER, "id: character-sheet"), "no role may score commitment",
         (CHARACTER, "points: [commitment, crowd]", "points: [coin, crowd]"), (CHARACTER, "points: [coin, commitment]", "points: [coin, crowd]")),

    case("levels", (DOWNTIME, "id: downtime-sheet"), "the normal costs fall somewhere: 0, 3, 2, 12, 25, 40, 80, 100",
         (DOWNTIME, "{normal: 6, expert: 10}", "{normal: 2, expert: 10}")),
    case("levels", (DOWNTIME, "id: downtime-sheet"), "the expert costs fall somewhere: 0, 5, 4, 15, 25, 50, 100, 120",
         (DOWNTIME, "{normal: 6, expert: 10}", "{normal: 6, expert: 4}")),
    case("levels", (DOWNTIME, "id: downtime-sheet"), "the first level is the start and costs nothing",
         (DOWNTIME, "{normal: 0, expert: 0}", "{normal: 0, expert: 1}")),
    case("levels", (DOWNTIME, "id: downtime-sheet"), "a level is cheaper for experts (11) than in a normal game (12)",
         (DOWNTIME, "{normal: 12, expert: 15}", "{normal: 12, expert: 11}")),
    case("levels", (DOWNTIME, "id: downtime-sheet"), "8 levels are more than there are bubbles to fill", (BOOK, "free_pairs: 1", "free_pairs: 4")),

    case("market", (DOWNTIME, "id: downtime-sheet"), "the market has 3 prices for 4 cards",
         (DOWNTIME, "prices: [5, 15, 25, 35]", "prices: [5, 15, 25]")),
    case("market", (DOWNTIME, "id: downtime-sheet"), "the prices must rise from left to right: 5, 25, 15, 35",
         (DOWNTIME, "prices: [5, 15, 25, 35]", "prices: [5, 25, 15, 35]")),
    case("market", (PARTS, "id: verse-1"), "count(song_parts) + count(circle_cards) + count(die_cards) is 27; it must be more than 27",
         (BOOK, "market: {spaces: 4", "market: {spaces: 27")),

    case("market-discards", (DOWNTIME, "id: downtime-sheet"), "the cheapest place of the market costs 6 COIN, the rulebook says 5",
         (DOWNTIME, "prices: [5, ", "prices: [6, ")),
    case("market-discards", (DOWNTIME, "id: downtime-sheet"), "discarding one by one would be no dearer than discarding all",
         (BOOK, "discard_all: 6", "discard_all: 8")),
    case("market-discards", (SCORES, "id: score-sheet"), "market.discard_all is 31; it must be at most 30",
         (BOOK, "discard_all: 6", "discard_all: 31")),

    case("card-roles", (CIRCLES, "id: harmony"), "Harmony must name each of its roles once, and at least one",
         (CIRCLES, "by: [front]\n  mark: \"~\"", "by: [front, front]\n  mark: \"~\"")),
    case("card-roles", (CIRCLES, "id: effects-pedal"), "there is no Circle card for Beats", (CIRCLES, "by: [beats]", "by: [melody]")),
    case("card-roles", (DIE_CARDS, "id: boom"), "each role has one Die card; found beats, beats, melody", (DIE_CARDS, "role: front", "role: beats")),
    case("card-roles", (DIE_CARDS, "id: charm"), "Charm Die is for Front, not for Beats", (DIE_CARDS, "role: front", "role: beats")),

    case("events", (EVENTS, "id: your-fam"), "Your Fam Gets Involved does nothing",
         Edit(EVENTS, r"  text: Whoever has the most CROWD.*\n", lambda match: "")),
    case("events", (EVENTS, "id: party-too-hard"), "Party Debatably Too Hard does the band good; that is not what Events are for",
         (EVENTS, "band: {crowd: -15}", "band: {crowd: 15}")),
    case("events", (EVENTS, "id: party-too-hard"), "Party Debatably Too Hard hurts the player who plays it",
         (EVENTS, "you: {crowd: 15}", "you: {crowd: -15}")),
    case("events", (EVENTS, "id: take-all-the-credit"), "e.you.crowd (Take All the Credit in the Interview) is 31; it must be at most 30",
         (EVENTS, "you: {crowd: 10}", "you: {crowd: 31}")),

    case("producers", (PRODUCERS, "id: hurren"), "Producer Hurren asks 11 to hire, 5 to record and 5 to compose",
         (PRODUCERS, "keep the first one.\n  hire: 10", "keep the first one.\n  hire: 11")),
    case("producers", (BOARD, "id: board"), "Producer Steve asks other fees than the rulebook says", (BOARD, "hire: 10", "hire: 11")),
    case("producers", (PRODUCERS, "id: hurren"), "Producer Hurren must move the marker of each role once",
         (PRODUCERS, "{role: melody, number: 9}", "{role: beats, number: 9}")),
    case("producers", (BOARD, "id: board"), "Producer Steve must move the marker of each role once",
         (BOARD, "{role: melody, number: 6}", "{role: beats, number: 6}")),
    case("producers", (PRODUCERS, "id: hurren"), "Producer Hurren moves no more meeples than Producer Steve, who comes without a card",
         (PRODUCERS, "up: 2\n  steps: [{role: front", "up: 1\n  steps: [{role: front")),

    case("song-parts", (PARTS, "id: solo-front"), "solo-front has a circle that touches none of its squares",
         (PARTS, "goals: [{slot: top, goal: pose}]", "goals: [{slot: melody-beats, goal: pose}]")),
    case("song-parts", (PARTS, "id: solo-front"), "solo-front has no circle", (PARTS, "goals: [{slot: top, goal: pose}]", "goals: []")),
    case("song-parts", (PARTS, "id: verse-1"), "verse-1 has copies; every Song Part card is the only one of its kind",
         (PARTS, "- id: verse-1", "- id: verse-1\n  copies: 2")),
    case("song-parts", (PARTS, "id: solo-front"), "solo-front has two circles in one place",
         (PARTS, "goals: [{slot: top, goal: pose}]", "goals: [{slot: top, goal: pose}, {slot: top, goal: pose}]")),
    case("song-parts", "must edge_slots|reject(\"in\", slots)|list == []", "the edge slots must be slots",
         (BOOK, "edge_slots: [front-upper", "edge_slots: [front-side, front-upper")),
    case("song-parts", "must touching|list|sort == roles|sort|list", "touching|list|sort is beats, front, melody, roadie; it must be beats, front, melody",
         (BOOK, "  touching:\n", "  touching:\n    roadie: [top]\n")),
    case("song-parts", "must slot in touching.front|list + touching.me", "the place nowhere touches no square",
         (BOOK, "  slots: [top", "  slots: [nowhere, top")),

    case("extra-circles", (PARTS, "id: solo-front"), "solo-front must name an extra circle for both columns, unless it is a Solo: a Solo names none",
         (PARTS, "goals: [{slot: top, goal: pose}]", "goals: [{slot: top, goal: pose}]\n  fourth: pose\n  fifth: up")),
    case("extra-circles", (PARTS, "id: verse-1"), "verse-1 names an extra circle for one of the two columns only",
         (PARTS, "fourth: pose\n  fifth: equals", "fourth: pose")),
    case("extra-circles", "must song.extra_from > song.least", "song.extra_from is 3; it must be more than 3",
         (BOOK, "extra_from: 4", "extra_from: 3")),

    case("sample-song", (SONG_SHEETS, "id: song-sheet"), "column 3 (Bridge) has a circle that touches none of its squares",
         (SONG_SHEETS, "{slot: front-upper, goal: equals}", "{slot: melody-upper, goal: equals}")),
    case("sample-song", (SONG_SHEETS, "id: song-sheet"), "column 1 (Verse) has two circles in one place",
         (SONG_SHEETS, "{slot: melody-beats, card: flourish}", "{slot: beats-lower, card: flourish}")),
    case("sample-song", (FIRST_SONG, "id: first-song"), "Our First Song has a circle on its last edge, where it can never be triggered",
         (FIRST_SONG, "goals: [{slot: top, goal: pose}]", "goals: [{slot: front-upper, goal: equals}]")),
    case("sample-song", (FIRST_SONG, "id: first-song"), "Our First Song has more circles than there are goal markers",
         (GOAL_MARKERS, "copies: 20", "copies: 6")),

    case("circle-cards", (CIRCLES, "id: harmony"), "Harmony may be drawn nowhere",
         (CIRCLES, "draws: one\n  spaces: [{side: inside, slot: front-melody}]\n  markers: 1\n  trigger: Both", "draws: one\n  spaces: []\n  markers: 1\n  trigger: Both")),
    case("circle-cards", (CIRCLES, "id: crescendo"), "Crescendo may be drawn where it touches no square of melody",
         (CIRCLES, "spaces: [{side: left, slot: melody-lower}]", "spaces: [{side: left, slot: beats-lower}]")),
    case("circle-cards", (CIRCLES, "id: crescendo"), "Crescendo draws inside the column what belongs on its edge",
         (CIRCLES, "spaces: [{side: left, slot: melody-lower}]", "spaces: [{side: inside, slot: melody-lower}]")),
    case("circle-cards", (CIRCLES, "id: flourish"), "Flourish draws on the edge what belongs inside the column",
         (CIRCLES, "spaces: [{side: inside, slot: melody-beats}]", "spaces: [{side: left, slot: melody-beats}]")),
    case("circle-cards", (CIRCLES, "id: key-change"), "Key Change draws 2 circles and counts 1 goal markers", (CIRCLES, "markers: 2", "markers: 1")),
    case("circle-cards", (CIRCLES, "id: crescendo"), "Crescendo needs a trigger and a score exactly when it takes goal markers",
         (CIRCLES, "  trigger: There are dice on both sides.\n", "")),
    case("circle-cards", (CIRCLES, "id: key-change"), "Key Change has mark T, just as Thank All the People That Made This Happen in line",
         (CIRCLES, "mark: K", "mark: T")),

    case("unlocking", (GIGS, "id: open-mic"), "4 Gigs are open from the start, the rulebook says 5", (BOOK, "start_gigs: 4", "start_gigs: 5")),
    case("unlocking", (GIGS, "id: world-tour"), "World Tour unlocks at 20 CLOUT; the Gigs before it give at most 12",
         (GIGS, "unlock: 6", "unlock: 20")),
    case("unlocking", (GIGS, "id: geigers-cousin"), "Get a Shot Over at Geiger’s Cousin’s is opened by another Gig: its padlock shows a letter and no number",
         (GIGS, "letter: A", "letter: A\n  unlock: 2")),
    case("unlocking", (GIGS, "id: battle-of-the-bands"), "Local Battle of the Bands has a letter, but no Gig opens it",
         (GIGS, "unlock: 1\n", "unlock: 1\n  letter: B\n")),
    case("unlocking", (GIGS, "id: geigers-cousin"), "the Gig that opens Get a Shot Over at Geiger’s Cousin’s does not say so",
         (GIGS, "best: {crowd: 1, text: \"Unlock the Gig with padlock **A**.\"}", "best: {crowd: 1}")),

    case("choosing", (GIGS, "id: open-mic"), "a new band that owns nothing could not play anywhere", (GIGS, "needs: {}", "needs: {coin: 1}")),
    case("choosing", (GIGS, "id: money-city"), "Money City costs each member more COMMITMENT than a track holds",
         (SCORES, "top: 30", "top: 10"), (GIGS, "commitment: 2}", "commitment: 11}")),
    case("choosing", (GIGS, "id: battle-of-the-bands"), "g.needs.crowd (Local Battle of the Bands) is -10; it must be at least 0",
         ("game.yaml", "crowd: int 0..200 = 0", "crowd: int = 0"), (GIGS, "needs: {crowd: 10}", "needs: {crowd: -10}")),

    case("solo-cover", (GIGS, "id: open-mic"), "a solo cover on 2+ is easier than every cover on a Gig card",
         (BOOK, "solo: {cover: 5", "solo: {cover: 2")),
    case("solo-cover", (GIGS, "id: open-mic"), "a solo cover on 7+ is harder than every cover on a Gig card",
         (BOOK, "solo: {cover: 5", "solo: {cover: 7")),

    case("solo-mistakes", "must solo.mistake > 0", "solo.mistake is 0; it must be more than 0", (BOOK, "mistake: 5", "mistake: 0")),
    case("solo-mistakes", (BOARD, "id: board"), "a mistake costs 10, one round of the stage is worth only 10", (BOOK, "mistake: 5", "mistake: 10")),

    case("ties", "must tie_order|sort|list == roles|sort|list", "tie_order|sort|list is beats, melody, melody; it must be beats, front, melody",
         (BOOK, "tie_order: [beats, melody, front]", "tie_order: [beats, melody, melody]")),
    case("ties", (PLAYER_MARKERS, "id: beats"), "the Beats marker shows rank 2, but place 2 in a tie belongs to Melody",
         (PLAYER_MARKERS, "rank: 1", "rank: 2")),

    case("party", (SONG_SHEETS, "id: song-sheet"), "a streak of 8 songs cannot be played with the song sheets in the box",
         (BOOK, "streak: 5", "streak: 8")),
    case("party", "must party.reward > 0 and party.reward <= ten_", "party.reward is 0; it must be more than 0", (BOOK, "reward: 5", "reward: 0")),
]  # fmt: skip


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    return Lab(ID, tmp_path_factory.mktemp("project"))


@pytest.fixture(scope="module")
def game(lab: Lab) -> Game:
    return lab.game


# The rules ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", CASES, ids=str)
def test_a_broken_rule_is_told_at_its_line_in_the_rulebooks_words(one: Case, lab: Lab) -> None:
    assert_told(lab, one)


def test_every_check_of_every_rule_is_broken_by_a_case(lab: Lab) -> None:
    assert untested(lab, CASES) == {}


def test_the_data_as_it_stands_breaks_no_rule(game: Game) -> None:
    assert game.rulebook.judged and not game.rulebook.judged.problems


def test_cards_and_sheets_follow_the_facts(lab: Lab) -> None:
    told = lab.broken(
        [
            Edit(BOOK, "discard_one: 2, discard_all: 6", "discard_one: 3, discard_all: 7"),
            Edit(BOOK, "mistake: 5", "mistake: 4"),
        ]
    )
    assert not told.problems
    assert "3 COMMITMENT: discard the 5-COIN card. 7 COMMITMENT" in told.game.pieces["downtime-sheet"][0].riff_hint
    assert "every mistake costs 4" in told.game.pieces["go-solo"][0].text
    assert "Every mistake in the break-up costs 4 CROWD" in told.game.rulebook.judgement().prose


# What the prototype says -------------------------------------------------------------------------------------------

# Id: needs (crowd, coin, commitment), meeples (Bar, Stage, Patio), songs, covers, lull, padlock.
GIG_TABLE: dict[str, tuple[Any, ...]] = {
    "open-mic": ((0, 0, 0), (3, 0, 2), "1 songs", None, 0, 0),
    "fill-in": ((0, 0, 0), (0, 0, 3), "5 songs", 5, 1, 0),
    "house-party": ((0, 1, 0), (0, 0, 4), "5 songs", 4, 1, 0),
    "rusted-machine": ((20, 0, 0), (4, 0, 3), "5 songs", 3, 1, 0),
    "battle-of-the-bands": ((10, 0, 0), (4, 0, 3), "2 songs", 6, 1, 1),
    "geigers-cousin": ((0, 0, 0), (2, 0, 4), "1 originals", None, 0, "A"),
    "waxy-jacks": ((30, 0, 0), (5, 0, 5), "5 songs", 6, 2, 3),
    "tour-the-coast": ((50, 0, 0), (5, 0, 5), "6 songs", 6, 1, 3),
    "money-city": ((60, 0, 2), (4, 0, 6), "5 songs", 6, 2, 4),
    "the-audition": ((70, 0, 0), (0, 1, 8), "1 originals", None, 0, 5),
    "bonchellsquatch": ((100, 0, 0), (7, 0, 8), "5 originals", None, 2, 5),
    "world-tour": ((90, 0, 0), (5, 0, 10), "10 songs", 6, 2, 6),
}
# Id: COIN, CROWD, CLOUT for all, for most, otherwise; stars.
OUTCOMES: dict[str, tuple[tuple[int, ...], ...]] = {
    "open-mic": ((5, 5, 1), (1, 2, 0), (0, -2, 0)),
    "fill-in": ((10, 5, 1), (1, 3, 0), (0, -1, 0)),
    "house-party": ((0, 1, 0), (0, 1, 0), (0, -1, 0)),
    "rusted-machine": ((15, 5, 1), (5, 5, 0), (0, -5, 0)),
    "battle-of-the-bands": ((0, 5, 2), (0, 5, 1), (0, 0, -1)),
    "geigers-cousin": ((5, 10, 2), (5, 10, 0), (0, 0, -1)),
    "waxy-jacks": ((15, 15, 1), (5, 5, 0), (0, -5, 0)),
    "tour-the-coast": ((0, 20, 2), (0, 15, 1), (0, 0, 0)),
    "money-city": ((40, 10, 1), (20, 5, 0), (0, 0, 0)),
    "the-audition": ((30, 20, 1), (20, 0, 0), (0, 0, 0)),
    "bonchellsquatch": ((0, 0, 0), (20, 20, 0), (0, 0, 0)),
    "world-tour": ((0, 0, 0), (20, 20, 0), (0, 0, 0)),
}


def test_gigs_agree_with_the_prototype(game: Game) -> None:
    found = {
        gig.id: (
            tuple(gig.needs[score] for score in ("crowd", "coin", "commitment")),
            tuple(gig.audience[place] for place in ("bar", "stage", "patio")),
            f"{gig.songs} {gig.play}",
            gig.covers,
            gig.lull,
            gig.letter or gig.unlock,
        )
        for gig in game.pieces["gig"]
    }
    assert found == GIG_TABLE
    scores = ("coin", "crowd", "clout")
    outcomes = {
        gig.id: tuple(tuple(getattr(gig, row)[score] for score in scores) for row in ("best", "most", "rest"))
        for gig in game.pieces["gig"]
    }
    assert outcomes == OUTCOMES
    assert {gig.id for gig in game.pieces["gig"] if gig.best["stars"] == 4} == {"bonchellsquatch", "world-tour"}
    assert {gig.id for gig in game.pieces["gig"] if gig.rest["text"]} == {
        "tour-the-coast", "money-city", "the-audition", "bonchellsquatch", "world-tour",
    }  # fmt: skip


# Name, squares, circles on them, extra circles for the fourth and fifth column.
PART_TABLE = [
    ("Verse", "FMB", "pose up equals", "pose", "equals"),
    ("Verse", "FMB", "pose up equals", "equals", "up"),
    ("Chorus", "FMB", "pose down equals", "up", "pose"),
    ("Chorus", "FMB", "pose down equals", "equals", "pose"),
    ("Bridge", "FB", "pose equals", "up", "up"),
    ("Bridge", "FM", "pose up", "up", "equals"),
    ("Bridge", "MB", "up equals", "pose", "up"),
    ("Bridge", "MB", "down equals", "pose", "pose"),
    ("Bridge", "FM", "pose down", "equals", "equals"),
    ("Solo", "F", "pose", None, None),
    ("Solo", "M", "down", None, None),
    ("Solo", "B", "equals", None, None),
]


def test_song_parts_agree_with_the_prototype(game: Game) -> None:
    slots = {"pose": "top", "up": "melody-upper", "down": "melody-upper", "equals": "beats-lower"}
    found = []
    for part in game.pieces["song-part"]:
        letters = "".join(role[0].upper() for role in part.squares)
        goals = [goal["goal"] for goal in part.goals]
        found.append((part.title, letters, " ".join(goals), part.fourth, part.fifth))
        assert [goal["slot"] for goal in part.goals] == [slots[goal] for goal in goals]
    assert found == PART_TABLE


def test_circle_and_die_cards_agree_with_the_prototype(game: Game) -> None:
    assert {card.id: (card.copies, "+".join(card.by), len(card.spaces)) for card in game.pieces["circle"]} == {
        "effects-pedal": (4, "melody", 4),
        "crescendo": (1, "melody", 1),
        "harmony": (1, "front", 1),
        "syncopation": (1, "beats", 2),
        "flourish": (2, "beats", 1),
        "thank-all-the-people": (2, "front", 1),
        "key-change": (1, "melody+front", 2),
    }
    faces = {
        name: (die.role, list(die.faces)) for name in ("boom", "stereo", "charm") for die in game.pieces[f"{name}-die"]
    }
    assert faces == {
        "boom": ("beats", [2, 2, 4, 4, 4, 4]),
        "stereo": ("melody", [1, 2, 3, 4, 5, 6]),
        "charm": ("front", [4, 5, 5, 6, 7, 7]),
    }


def test_events_and_producers_agree_with_the_prototype(game: Game) -> None:
    def steps(one: Any) -> str:
        return " ".join(f"{step['role'][0].upper()}{step['number']}" for step in one)

    assert {p.id: (p.hire, p.record, p.compose, p.up, steps(p.steps)) for p in game.pieces["producer"]} == {
        "hurren": (10, 5, 5, 2, "F1 B3 M9"),
        "wartman": (10, 5, 5, 2, "B1 M3 F9"),
        "fyke": (10, 5, 5, 2, "M1 F3 B9"),
    }
    steve = game.pieces["board"][0].resident
    assert (steve["hire"], steve["record"], steve["compose"], steve["up"]) == (10, 5, 5, 1)
    assert steps(steve["steps"]) == "F4 B4 M6"

    def changes(event: Piece) -> dict[str, int]:
        sides = (("band", event.band), ("you", event.you))
        return {f"{side} {score}": n for side, record in sides for score, n in record.items() if n}

    assert {event.id: changes(event) for event in game.pieces["event"]} == {
        "take-all-the-credit": {"band clout": -1, "you crowd": 10},
        "party-too-hard": {"band crowd": -15, "you crowd": 15},
        "romantic-partners": {"band clout": -1},
        "reconnect": {"band coin": -10, "you commitment": 10},
        "i-deserve-that": {},
        "your-fam": {},
    }


def test_the_sheets_agree_with_the_prototype(game: Game) -> None:
    (downtime,) = game.pieces["downtime-sheet"]
    assert [level["normal"] for level in downtime.levels] == [0, 3, 6, 12, 25, 40, 80, 100]
    assert [level["expert"] for level in downtime.levels] == [0, 5, 10, 15, 25, 50, 100, 120]
    assert list(downtime.prices) == [5, 15, 25, 35]
    (character,) = game.pieces["character-sheet"]
    assert {career["role"]: set(career["points"]) for career in character.careers} == {
        "front": {"crowd", "coin"},
        "melody": {"commitment", "crowd"},
        "beats": {"coin", "commitment"},
    }
    bubbles = [1 + len(power["secondary"] or ()) for power in (*character.intensity, *character.craft)]
    assert (len(bubbles), sum(bubbles)) == (8, 14)
    assert [list(power["secondary"]) for power in (character.intensity[-1], character.craft[-1])] == [
        ["5·6", "3·4", "1·2"]
    ] * 2


def test_the_box_holds_what_the_list_says(game: Game) -> None:
    copies = {kind: sum(piece.copies for piece in pieces) for kind, pieces in game.pieces.items()}
    cards = ("gig", "song-part", "circle", "die-card", "producer", "event", "chill", "go-solo")
    assert [copies[kind] for kind in cards] == [12, 12, 12, 3, 3, 6, 3, 3]
    assert sum(copies[kind] for kind in cards) == 54  # six pages of nine
    markers = ("goal-marker", "player-marker", "ten-chip", "meeple", "used-disc")
    assert [copies[kind] for kind in markers] == [20, 18, 15, 15, 24]
    assert copies["song-sheet"] == 6  # the finished sample is drawn in the rulebook only


# The faces ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def components() -> dict[str, list[Component]]:
    return drawn(ID)


DECKS = {
    "gig": ("gig",),
    "riff": ("song-part", "circle", "die-card"),
    "event": ("event", "producer", "chill", "go-solo"),
}
CARDS = [kind for kinds in DECKS.values() for kind in kinds]


def test_decks_differ_from_behind_and_cards_within_a_deck_do_not(components: dict[str, list[Component]]) -> None:
    backs = {deck: {one.back for kind in kinds for one in components[kind]} for deck, kinds in DECKS.items()}
    assert all(len(found) == 1 and None not in found for found in backs.values())
    assert len(set.union(*backs.values())) == len(DECKS)


def test_cards_can_be_cut_without_gaps(components: dict[str, list[Component]]) -> None:
    sides = [side for kind in CARDS for one in components[kind] for side in (one.front, one.back)]
    assert {side.edge for side in sides if side} == {"#f5f0e6"}


def test_every_gig_event_and_producer_has_a_picture_of_its_own(components: dict[str, list[Component]]) -> None:
    for kind in ("gig", "event", "producer"):
        forms = {tuple(mark.path for mark in one.front.marks if isinstance(mark, Shape)) for one in components[kind]}
        assert len(forms) == len(components[kind])


def test_parts_that_call_outs_point_at_have_names(components: dict[str, list[Component]]) -> None:
    names = {
        one.piece.id: set(one.front.names)
        for kind in ("gig", "character-sheet", "producer")
        for one in components[kind]
    }
    assert {"needs", "audience", "songs", "covers", "lull", "outcomes", "unlock"} <= names["money-city"]
    assert {"careers", "intensity", "craft", "tally"} <= names["character-sheet"]
    assert {"hire", "fees", "recording", "special"} <= names["hurren"]
    open_gigs = [one for one in components["gig"] if not one.piece.unlock and not one.piece.letter]
    assert len(open_gigs) == 4 and not any("unlock" in one.front.names for one in open_gigs)


def test_a_gig_tells_its_numbers(components: dict[str, list[Component]]) -> None:
    for one in components["gig"]:
        shown = words(one.front)
        piece = one.piece
        for place in ("bar", "stage", "patio"):
            assert str(piece.audience[place]) in shown
        assert str(piece.songs) in shown
        if piece.covers:
            assert f"covers {piece.covers}+" in shown
        if piece.needs["crowd"]:
            assert str(piece.needs["crowd"]) in shown
            assert one.front.names["needs"].x < 5 and one.front.names["needs"].y < 5
        for row in (piece.best, piece.most, piece.rest):
            for score in ("coin", "crowd", "clout"):
                if row[score]:
                    assert f"{row[score]:+d}".replace("-", "−") in shown
        stars = [mark for mark in one.front.marks if isinstance(mark, Stamp) and mark.icon.endswith("/star.svg")]
        assert len(stars) == piece.best["stars"]


def icons(picture: Picture, within: Box) -> list[str]:
    """The names of the icons in a part of a picture."""
    found = [mark for mark in picture.marks if isinstance(mark, Stamp)]
    return sorted(
        mark.icon.rsplit("/", 1)[-1].removesuffix(".svg")
        for mark in found
        if within.x <= mark.box.x
        and mark.box.right <= within.right
        and within.y <= mark.box.y
        and mark.box.bottom <= within.bottom
    )


SIGNS = {"equals", "up", "down", "pose"}
INSTRUMENTS = {"front": "microphone", "melody": "guitar", "beats": "drum"}


def test_the_diagram_of_a_song_part_is_drawn_from_its_data(components: dict[str, list[Component]]) -> None:
    for one in components["song-part"]:
        piece = one.piece
        diagram = icons(one.front, one.front.names["diagram"])
        assert [name for name in diagram if name in SIGNS] == sorted(goal["goal"] for goal in piece.goals)
        assert sorted(set(diagram) - SIGNS) == sorted(INSTRUMENTS[role] for role in piece.squares)
        extra = [name for name in icons(one.front, one.front.names["extra"]) if name in SIGNS]
        assert extra == sorted(goal for goal in (piece.fourth, piece.fifth) if goal)


def test_a_circle_card_marks_every_space_where_it_may_be_drawn(components: dict[str, list[Component]]) -> None:
    for one in components["circle"]:
        marked = [mark for mark in one.front.marks if isinstance(mark, Shape) and mark.fill == Flat("#fff3a8")]
        assert len(marked) == len(one.piece.spaces)
        middle = one.front.names["spaces"].x + one.front.names["spaces"].w / 2
        for shape, space in zip(marked, one.piece.spaces, strict=True):
            side = "left" if shape.box.right < middle - 1 else "right" if shape.box.x > middle + 1 else "inside"
            if {other["side"] for other in one.piece.spaces} >= {
                "left",
                "right",
            }:  # else the middle is not the column's
                assert side == space["side"]
        for role in one.piece.by:
            assert role[0].upper() in words(one.front) and role.capitalize() in words(one.front)


def test_die_cards_show_the_faces_of_their_dice(components: dict[str, list[Component]]) -> None:
    for card in components["die-card"]:
        (die,) = components[f"{card.piece.die}-die"]
        shown = words(card.front)
        row = [number for number in shown if number.isdigit()][-6:]
        assert row == [str(value) for value in die.piece.faces]


# Sheets ------------------------------------------------------------------------------------------------------------


def centre(box: Box) -> tuple[float, float]:
    return box.x + box.w / 2, box.y + box.h / 2


def places(picture: Picture, start: str) -> dict[str, Box]:
    return {slot.name: slot.box for slot in picture.slots if slot.name.startswith(start)}


def test_a_song_sheet_has_room_for_dice_and_markers(components: dict[str, list[Component]]) -> None:
    for one in components["song-sheet"]:
        dice, circles = places(one.front, "die-"), places(one.front, "circle-")
        assert (len(dice), len(circles)) == (15, 45)
        assert all(box.w == box.h == 16 for box in (*dice.values(), *circles.values()))
        assert all(box.x > 0 and box.right < 260 and box.y > 0 and box.bottom < 190 for box in circles.values())
        squares = [Box(box.x - 3, box.y - 3, 22, 22) for box in dice.values()]
        for box in circles.values():  # a marker on a circle covers no square, and lies over no other marker
            assert not any(overlap(box, square) for square in squares)
            assert sum(overlap(box, other) for other in circles.values()) == 1  # itself


def overlap(a: Box, b: Box) -> bool:
    return a.x < b.right - 0.01 and b.x < a.right - 0.01 and a.y < b.bottom - 0.01 and b.y < a.bottom - 0.01


@pytest.mark.parametrize("kind, id", [("song-sheet", "sample"), ("first-song", "first-song")])
def test_squares_and_circles_of_a_finished_song_lie_in_their_slots(
    kind: str, id: str, components: dict[str, list[Component]], game: Game
) -> None:
    (one,) = [one for one in components[kind] if one.piece.id == id]
    dice, circles = places(one.front, "die-"), places(one.front, "circle-")
    stamps = {centre(mark.box): mark.icon for mark in one.front.marks if isinstance(mark, Stamp)}
    rings = [mark for mark in one.front.marks if isinstance(mark, Shape) and mark.stroke and not mark.stroke.dash]
    tints = {role: game.style["roles"][role]["tint"] for role in INSTRUMENTS}
    for column in one.piece.columns:
        for role in column["squares"]:
            at = centre(dice[f"die-{column['number']}-{role}"])
            (square,) = [ring for ring in rings if near(centre(ring.box), at) and ring.fill == Flat(tints[role])]
            assert square.box.w == pytest.approx(22) and square.box.h == pytest.approx(22)
        for goal in column["goals"]:
            at = centre(circles[f"circle-{column['number']}-{goal['slot']}"])
            (ring,) = [ring for ring in rings if near(centre(ring.box), at)]
            assert 13 < ring.box.w <= 14
            if goal["goal"]:
                (sign,) = [icon for place, icon in stamps.items() if near(place, at)]
                assert sign.endswith(f"/{goal['goal']}.svg")


def near(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return abs(a[0] - b[0]) < 0.1 and abs(a[1] - b[1]) < 0.1


def test_the_squares_touch_the_circles_that_the_rulebook_says(
    components: dict[str, list[Component]], game: Game
) -> None:
    """The table of the rulebook (`touching`) and the drawing agree: such a circle lies beside or above its square."""
    (sheet,) = [one for one in components["song-sheet"] if one.piece.id == "song-sheet"]
    dice, circles = places(sheet.front, "die-2-"), places(sheet.front, "circle-2-")
    for role, slots in game.facts["touching"].items():
        square = dice[f"die-2-{role}"]
        around = Box(
            square.x - 4, square.y - 4 - 16, 24 + 16, 24 + 32
        )  # its square, a marker above, to the right, below
        touched = {name.removeprefix("circle-2-") for name, box in circles.items() if overlap(around, shrunk(box))}
        assert set(slots) <= touched


def shrunk(box: Box) -> Box:
    return Box(box.x + 2, box.y + 2, box.w - 4, box.h - 4)


def test_boards_have_slots_for_what_lies_on_them(components: dict[str, list[Component]], game: Game) -> None:
    (board,), (downtime,), (scores,) = components["board"], components["downtime-sheet"], components["score-sheet"]
    slots = {slot.name: slot.box for slot in board.front.slots}
    for name in ("gig", "studio"):
        assert slots[name].w >= 63.5 and slots[name].h >= 88.9
    spots = {name: box for name, box in slots.items() if name.startswith(("spot", "start-"))}
    assert len(spots) == 9 + 1 + 3
    assert all(not overlap(a, b) for a, b in product(spots.values(), repeat=2) if a is not b)
    market = places(downtime.front, "market-")
    assert len(market) == 4 and all(box.w >= 63.5 and box.h >= 88.9 for box in market.values())
    assert all(
        box.x >= 0 and box.right <= downtime.front.width and box.bottom <= downtime.front.height
        for box in market.values()
    )
    assert all(not overlap(a, b) for a, b in product(market.values(), repeat=2) if a is not b)
    assert len(places(downtime.front, "level-")) == 8
    assert len(scores.front.slots) == 3 * 31
    for a, b in product(scores.front.slots, repeat=2):
        assert a is b or not overlap(a.box, b.box)


def test_sheets_fill_a_page_and_fit_on_a4_and_letter(components: dict[str, list[Component]]) -> None:
    for kind in ("board", "band-sheet", "song-sheet", "first-song", "character-sheet", "score-sheet", "downtime-sheet"):
        for one in components[kind]:
            short, long = sorted((one.front.width, one.front.height))
            assert (short, long) == (190, 260)


# Dice and meeples --------------------------------------------------------------------------------------------------

Vector = tuple[int, int, int]


def minus(v: Vector) -> Vector:
    return (-v[0], -v[1], -v[2])


def folded(picture: Picture) -> dict[int, Vector]:
    """Which way each side of a die looks once its net is folded: walk over shared edges, bend by a right angle at each."""
    boxes = {n: picture.names[f"face-{n}"] for n in range(1, 7)}
    # Of a side: where its right edge, its lower edge and its face look.
    sides: dict[int, tuple[Vector, Vector, Vector]] = {1: ((1, 0, 0), (0, 1, 0), (0, 0, 1))}
    todo = [1]
    while todo:
        here = todo.pop()
        right, down, out = sides[here]
        for n, box in boxes.items():
            if n in sides:
                continue
            across, below = round(box.x - boxes[here].x), round(box.y - boxes[here].y)
            turned = {
                (16, 0): (minus(out), down, right),
                (-16, 0): (out, down, minus(right)),
                (0, 16): (right, minus(out), down),
                (0, -16): (right, out, minus(down)),
            }.get((across, below))
            if turned:
                sides[n] = turned
                todo.append(n)
    assert len(sides) == 6, "the sides of the net hang together"
    return {n: side[2] for n, side in sides.items()}


@pytest.mark.parametrize("die", ["boom-die", "stereo-die", "charm-die"])
def test_a_net_folds_into_a_die(die: str, components: dict[str, list[Component]]) -> None:
    (one,) = components[die]
    names = one.front.names
    for n in range(1, 7):
        assert (names[f"face-{n}"].w, names[f"face-{n}"].h) == (16, 16)
    looks = folded(one.front)
    assert len(set(looks.values())) == 6  # no two sides end in the same place
    for n in (1, 2, 3):
        assert looks[n] == minus(looks[7 - n])  # as on any die: 1 and 6, 2 and 5, 3 and 4 are opposite


@pytest.mark.parametrize("die", ["boom-die", "stereo-die", "charm-die"])
def test_every_edge_that_is_glued_has_one_tab(die: str, components: dict[str, list[Component]]) -> None:
    picture = components[die][0].front
    outline = max(
        (mark for mark in picture.marks if isinstance(mark, Shape)),
        key=lambda mark: mark.box.w * bool(mark.stroke),
    )
    ring = outline.path.chains
    boxes = [picture.names[f"face-{n}"] for n in range(1, 7)]
    tabs = free = 0
    for box in boxes:
        x, y = centre(box)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if any(near(centre(other), (x + 16 * dx, y + 16 * dy)) for other in boxes):
                continue  # folded, not glued
            free += 1
            tabs += inside(ring, x + 10 * dx, y + 10 * dy)
    assert (free, tabs) == (14, 7)
    assert all(0 <= x <= picture.width and 0 <= y <= picture.height for chain in ring for x, y in chain)


@pytest.mark.parametrize("die", ["boom-die", "stereo-die", "charm-die"])
def test_net_and_stickers_show_the_values(die: str, components: dict[str, list[Component]]) -> None:
    (one,) = components[die]
    assert sorted(int(word) for word in words(one.front)) == sorted([*one.piece.faces, *one.piece.faces])


def test_a_meeple_is_two_faces_that_meet_at_the_fold(components: dict[str, list[Component]]) -> None:
    for one in components["meeple"]:
        front, back = one.front.names["front"], one.front.names["back"]
        assert [front.w, front.h, back.w, back.h] == pytest.approx([22, 26, 22, 26])
        assert back.bottom == pytest.approx(front.y) == one.front.height / 2
    looks = {one.front.hash for one in components["meeple"]}
    assert len(looks) == 5


def test_markers_tell_role_and_side(components: dict[str, list[Component]]) -> None:
    (goal,) = components["goal-marker"]
    assert goal.back and words(goal.front) == ["YES"] and words(goal.back) == ["NO"]
    for one in components["player-marker"]:
        assert words(one.front) == [one.piece.role[0].upper(), str(one.piece.rank)]
        assert one.back == one.front
    assert words(components["ten-chip"][0].front) == ["10"]
