"""The page of a game's numbers: counted right, bounded right, drawn the same twice, and for every game."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml

from pressplay.booklet.theme import theme
from pressplay.booklet.typesetter import Typesetter
from pressplay.build.pipeline import read_games
from pressplay.exports.svg import picture_svg
from pressplay.faces.scene import open_scene
from pressplay.game import Game
from pressplay.stats.chart import Bars, Chart, Cross, Histogram, Lengths, Limit, Report, Value, holds, in_words
from pressplay.stats.count import stats
from pressplay.stats.plot import Plotter
from pressplay.stats.report import write

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(file.parent.name for file in ROOT.glob("cards/*/game.yaml") if file.parent.name[0] != "_")
DUELS = "dj-duels-with-a-z"


def game(id: str, root: Path = ROOT) -> Game:
    return read_games(root, [id])[0][0]


def charts(report: Report, kind: str) -> dict[str, Chart]:
    section = next(section for section in report.sections if section.id == kind)
    return {chart.title: chart for chart in (*section.charts, *section.more)}


def songs() -> list[dict[str, object]]:
    """The songs as they are written, read without any code of ours."""
    return yaml.safe_load((ROOT / "cards/_shared/songs.yaml").read_text("utf-8"))  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def duels() -> Report:
    return stats(game(DUELS))


# Counts ----------------------------------------------------------------------------------------------------------


def test_songs_are_counted_by_tempo_and_action(duels: Report) -> None:
    chart = charts(duels, "song")["BPM by action"]
    assert isinstance(chart, Histogram)
    words = ["left-right", "up-down", "hop", "bathroom-break"]
    assert [value.name for value in chart.series] == ["Left/Right", "Up/Down", "Hop", "Bathroom Break"]
    for one in chart.bins:
        inside = [song for song in songs() if one.low <= float(str(song["bpm"])) < one.high]
        assert one.counts == tuple(sum(song["action"] == word for song in inside) for word in words)
    assert sum(one.total for one in chart.bins) == len(songs())


def test_songs_are_counted_by_action_and_color(duels: Report) -> None:
    chart = charts(duels, "song")["Action × color"]
    assert isinstance(chart, Cross)
    counted = Counter((str(song["action"]), str(song["color"])) for song in songs())
    actions, colors = ["left-right", "up-down", "hop", "bathroom-break"], ["red", "blue", "green", "yellow"]
    assert chart.counts == tuple(tuple(counted[action, color] for color in colors) for action in actions)


def test_dancers_have_arrows_crossed_with_colors(duels: Report) -> None:
    chart = charts(duels, "dancer")["Color × arrow"]
    assert isinstance(chart, Cross)
    assert sum(map(sum, chart.counts)) == 64


def test_copies_are_counted_not_designs() -> None:
    chart = charts(stats(game("monstercat-card-game")), "point-token")["Value"]
    assert isinstance(chart, Histogram)
    assert {one.name: one.total for one in chart.bins if one.total} == {"1": 24, "3": 12, "5": 8}


def test_lists_are_counted_item_by_item() -> None:
    chart = charts(stats(game("monstercat-card-game")), "crowd")["Prefs"]
    assert isinstance(chart, Bars)
    crowd = yaml.safe_load((ROOT / "cards/monstercat-card-game/crowd.yaml").read_text("utf-8"))
    counted = Counter(str(item).lower() for member in crowd for item in member["prefs"])
    assert {bar.value.name.lower(): bar.count for bar in chart.bars} == counted


def test_texts_are_measured(duels: Report) -> None:
    chart = charts(duels, "song")["Lengths of texts"]
    assert isinstance(chart, Lengths)
    longest = max((str(song["title"]) for song in songs()), key=len)
    assert (chart.spans[0].longest, chart.spans[0].high, chart.spans[0].whose) == (len(longest), 30, longest)


def test_dates_become_a_timeline(duels: Report) -> None:
    chart = charts(duels, "song")["Released, over the years"]
    assert isinstance(chart, Histogram)
    for one in chart.bins:
        assert one.total == sum(one.low <= int(str(song["released"])[:4]) < one.high for song in songs())


# What says nothing -----------------------------------------------------------------------------------------------


def test_constant_fields_are_skipped_and_told() -> None:
    report = stats(game("king-of-clubs"))
    move = next(section for section in report.sections if section.id == "move")
    assert "Bonus: always 1" in move.skipped
    assert "Bonus" not in charts(report, "move")


def test_what_is_each_its_own_is_skipped() -> None:
    report = stats(game("king-of-clubs"))
    assert "Picture" not in charts(report, "nightclub")
    assert "Title" not in charts(report, "nightclub")


def test_what_no_rule_weighs_stands_behind(duels: Report) -> None:
    dancer = next(section for section in duels.sections if section.id == "dancer")
    assert [chart.title for chart in dancer.charts] == ["Color × arrow", "Color", "Arrow"]
    assert "Pose" in [chart.title for chart in dancer.more]


# Bounds ----------------------------------------------------------------------------------------------------------


def bounds(limits: Sequence[Limit]) -> set[tuple[str, float, str]]:
    return {(limit.sort, limit.at, limit.rule) for limit in limits}


def test_bounds_come_from_types_and_rules(duels: Report) -> None:
    chart = charts(duels, "song")["BPM by color"]
    assert isinstance(chart, Histogram)
    assert bounds(chart.limits) == {
        ("least", 60, ""),
        ("most", 200, ""),
        ("least", 80, "song-cards"),
        ("most", 175, "song-cards"),
    }
    assert [(band.name, band.low, band.high, band.count, in_words(band.wanted)) for band in chart.bands] == [
        ("Chill", 80, 104, 16, "16"),
        ("Groove", 104, 128, 16, "16"),
        ("Drive", 128, 152, 16, "16"),
        ("Frenzy", 152, 176, 16, "16"),
    ]


def test_rules_say_how_many(duels: Report) -> None:
    decks = charts(duels, "decks")["Copies of each kind"]
    color = charts(duels, "dancer")["Color"]
    assert isinstance(decks, Bars) and isinstance(color, Bars)
    assert [in_words(bar.wanted) for bar in decks.bars[:3]] == ["64", "64", "8"]
    assert [(bar.count, in_words(bar.wanted)) for bar in color.bars] == [(16, "16")] * 4


def test_rules_say_how_often_each_number_and_item() -> None:
    prestige = charts(stats(game("king-of-clubs")), "nightclub")["Prestige"]
    prefs = charts(stats(game("monstercat-card-game")), "crowd")["Prefs"]
    assert isinstance(prestige, Histogram) and isinstance(prefs, Bars)
    wanted = {one.name: in_words(one.wanted) for one in prestige.bins}
    assert wanted == {"1": "", "2": "2", "3": "2", "4": "2", "5": "1", "6": "1", "7": "1", "8": "", "9": ""}
    assert {in_words(bar.wanted) for bar in prefs.bars} == {"8 to 10"}


def test_bounds_are_drawn() -> None:
    """A line for each bound, where the bound lies on the axis, with its words."""
    one = game(DUELS)
    chart = charts(stats(one), "song")["BPM by color"]
    picture = Plotter(Typesetter(open_scene(one.look, one.files), theme(one.palette))).plot(chart)
    drawn = str(picture)
    assert all(f"| {words}" in drawn for words in ("min 60", "max 200", "min 80", "max 175", "Chill", "16 of 16"))
    assert "field type: 60 to 200" in drawn and "rule song-cards: 80 to 175" in drawn
    upright = re.findall(r"shape M ([\d.]+) [\d.]+ L \1 [\d.]+ \| stroke \S+ 0\.(?:5|35)\b", drawn)
    places = sorted(map(float, upright))
    assert len(places) == 4
    assert (places[1] - places[0]) / (places[2] - places[1]) == pytest.approx(20 / 96, abs=0.01)


def test_a_broken_rule_is_drawn_with_what_must_be(starter: Path) -> None:
    id = next(file.parent.name for file in starter.glob("cards/*/game.yaml"))
    book = starter / "cards" / id / "rulebook.md"
    book.write_text(book.read_text("utf-8").replace("hand: 4", "hand: 5"), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pressplay", "stats", id], cwd=starter, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and "rule" in done.stderr
    assert (starter / "output" / id / "stats.html").is_file()


@pytest.mark.parametrize(
    ("count", "limits", "words", "good"),
    [
        (4, [Limit("least", 4)], "at least 4", True),
        (5, [Limit("most", 4)], "at most 4", False),
        (9, [Limit("least", 8), Limit("most", 10), Limit("least", 2)], "8 to 10", True),
        (7, [Limit("exactly", 8), Limit("least", 2)], "8", False),
    ],
)
def test_limits_in_words(count: int, limits: list[Limit], words: str, good: bool) -> None:
    assert (in_words(limits), holds(count, limits)) == (words, good)


# Colours ---------------------------------------------------------------------------------------------------------


def test_values_have_their_colors_and_patterns(duels: Report) -> None:
    one = game(DUELS)
    chart = charts(duels, "song")["BPM by color"]
    assert isinstance(chart, Histogram)
    assert chart.series[0] == Value("Red", "#ff4d6d")
    plotter = Plotter(Typesetter(open_scene(one.look, one.files), theme(one.palette)))
    inks = plotter._inks(chart.series)
    assert [ink.color for ink in inks] == ["#ff4d6d", "#3aa6ff", "#2fe08a", "#ffd93b"]
    assert len({ink.pattern for ink in inks}) == 4  # colour never stands alone


# The files -------------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """Reads a page strictly: what is opened is closed, and no id stands twice."""

    EMPTY = frozenset({"meta", "path", "br", "link"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.labels = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [str(found["id"])] if "id" in found else []
        self.links += [str(found[key]) for key in ("href", "src") if key in found]
        self.labels += tag == "svg" and bool(found.get("aria-label"))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("id", GAMES)
def test_every_game_has_a_page(id: str) -> None:
    files = write(stats(game(id)), game(id))
    assert sorted(files) == ["stats.html", "stats.pdf"]
    text = files["stats.html"].decode()
    page = Page()
    page.feed(text)
    page.close()
    assert not page.open
    assert len(page.ids) == len(set(page.ids))
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links)  # offline, and nowhere lost
    assert page.labels == text.count("<figure")
    assert "{{" not in text and str(ROOT) not in text
    assert files["stats.pdf"].startswith(b"%PDF-")


def test_the_same_bytes_twice(tool: Callable[[str], str], tmp_path: Path) -> None:
    first, second = write(stats(game(DUELS)), game(DUELS)), write(stats(game(DUELS)), game(DUELS))
    assert first == second
    (tmp_path / "stats.pdf").write_bytes(first["stats.pdf"])
    subprocess.run([tool("qpdf"), "--check", tmp_path / "stats.pdf"], check=True, capture_output=True)
    words = subprocess.run(
        [tool("pdftotext"), "-layout", tmp_path / "stats.pdf", "-"], check=True, capture_output=True, text=True
    ).stdout
    assert "BPM by action" in words and "Groove" in words and "16 of 16" in words


def test_other_hash_seeds_make_the_same_bytes(tmp_path: Path) -> None:
    components = []
    for seed in ("1", "2"):
        command = [sys.executable, "-m", "pressplay", "stats", "king-of-clubs", "--out", str(tmp_path / seed)]
        subprocess.run(command, cwd=ROOT, env={"PYTHONHASHSEED": seed}, check=True, capture_output=True)
        components.append([(tmp_path / seed / name).read_bytes() for name in ("stats.html", "stats.pdf")])
    assert components[0] == components[1]


def test_svg_and_pdf_draw_the_same_marks() -> None:
    one = game("king-of-clubs")
    chart = charts(stats(one), "dancer")["Skill by team"]
    picture = Plotter(Typesetter(open_scene(one.look, one.files), theme(one.palette))).plot(chart)
    fonts = dict.fromkeys(picture.resources, "f")
    svg = picture_svg(picture, fonts, 'Skill & "team"', "x")
    drawn = str(picture)
    assert svg.count("<text") == len(re.findall(r"^run ", drawn, re.M))
    assert svg.count("<path") - svg.count("<clipPath") == len(re.findall(r"^shape ", drawn, re.M))
    assert svg.count("<g") == svg.count("</g>")
    assert 'aria-label="Skill &amp; &quot;team&quot;"' in svg


def test_stats_are_no_part_of_a_build() -> None:
    from pressplay.exports.targets import TARGETS

    assert "stats" not in TARGETS
