"""The same words, fonts and sizes set by Chromium stand where ours do, cluster by cluster."""

import json
import re
import subprocess
from collections.abc import Callable
from html import escape, unescape
from pathlib import Path

import pytest

from pressplay.drawing.atoms import TextSpan, atoms_of
from pressplay.drawing.marks import Run
from pressplay.drawing.paint import Flat
from pressplay.drawing.text import Style, place_line
from pressplay.drawing.type.font import open_font, setting_of
from pressplay.files import ProjectFiles
from pressplay.units import MM_PER_PT

Noto = Callable[[str], Path]

CLOSE = 0.05  # millimetres
SIZE = 12.0  # points
LINES = {
    "Latin with ligatures": ("en", "The office waffle: first fjord, AVATAR To", ["NotoSans-Regular.ttf"]),
    "Latin with marks": ("vi", "x\u0323\u0301 and e\u0301 and Việt Nam", ["NotoSans-Regular.ttf"]),
    "Cyrillic": ("ru", "Съешь ещё этих булок", ["NotoSans-Regular.ttf"]),
    "Greek": ("el", "Τραβήξτε δύο κάρτες", ["NotoSans-Regular.ttf"]),
    "Arabic": ("ar", "اسحب بطاقتين ثم تجاهل واحدة", ["NotoSansArabic-Regular.ttf"]),
    "Arabic with vowels": ("ar", "السَّلامُ عَلَيْكُمْ", ["NotoNaskhArabic-Regular.ttf"]),
    "Hebrew": ("he", "שָׁלוֹם עולם", ["NotoSansHebrew-Regular.ttf"]),
    "Devanagari": ("hi", "क्षत्रिय दो कार्ड खींचो", ["NotoSansDevanagari-Regular.ttf"]),
    "Bengali": ("bn", "ক্ষেত্র দুটি কার্ড নাও", ["NotoSansBengali-Regular.ttf"]),
    "Tamil": ("ta", "கொள்கை இரண்டு அட்டை", ["NotoSansTamil-Regular.ttf"]),
    "Thai": ("th", "จั่วการ์ดสองใบน้ำที่", ["NotoSansThai-Regular.ttf"]),
    "Chinese": ("zh", "抽两张牌，然后弃一张。", ["NotoSansCJK-Regular.ttc"]),
    "Japanese": ("ja", "カードを二枚引く。", ["NotoSansCJK-Regular.ttc"]),
    "Korean": ("ko", "카드를 두 장 뽑으세요", ["NotoSansCJK-Regular.ttc"]),
    "Hebrew with numbers": ("he", "קח 12 קלפים (3 לכל שחקן)", ["NotoSansHebrew-Regular.ttf", "NotoSans-Regular.ttf"]),
    "Arabic in English": ("en", "The card بيت 2 counts", ["NotoSans-Regular.ttf", "NotoSansArabic-Regular.ttf"]),
}
PAGE = """<!doctype html><meta charset="utf-8"><style>{faces}
p {{ font: {size}px {families}; margin: 0; position: absolute; left: 0; top: 0; white-space: pre; font-kerning: normal }}
</style><p lang="{language}" dir="{direction}">{text}</p><script>
document.fonts.ready.then(() => {{
  const p = document.querySelector("p"), node = p.firstChild, found = [];
  for (const [start, end] of {clusters}) {{
    const range = document.createRange();
    range.setStart(node, start); range.setEnd(node, end);
    const boxes = [...range.getClientRects()];
    found.push([Math.min(...boxes.map(b => b.left)), Math.max(...boxes.map(b => b.right))]);
  }}
  const out = document.createElement("pre"); out.textContent = JSON.stringify(found); document.body.append(out);
}});
</script>"""


def ours(language: str, text: str, paths: list[Path]) -> dict[tuple[int, int], tuple[float, float]]:
    """The left and right edge of each cluster, by the places of its characters in the text."""
    fonts = tuple(open_font(ProjectFiles(path.parent), path.name) for path in paths)
    style = Style(fonts, Flat("#000000"), False, False, "text", setting=setting_of(language))
    line = atoms_of([TextSpan(text, style)], style)
    by_file = {font.file: font for font in fonts}
    edges: dict[tuple[int, int], tuple[float, float]] = {}
    for run in place_line(line, 0, 10, SIZE):
        assert isinstance(run, Run)
        words = re.findall(r"\S+| ", run.text)
        start = text.index(run.text)  # each run is said once
        pen, em = run.x, SIZE * MM_PER_PT
        places = []
        for word in words:
            places.append((word, start))
            start += len(word)
        for word, at in places if run.setting.rightward else reversed(places):
            font = by_file[run.font]
            clusters = font.shaped(word, run.setting).clusters
            offsets, count = {}, at
            for cluster in clusters if run.setting.rightward else reversed(clusters):
                offsets[id(cluster)] = count
                count += len(cluster.text)
            rest = at if run.setting.rightward else at + len(word)
            for cluster in clusters:
                wide = sum(glyph.advance for glyph in cluster.glyphs) / font.em * em
                length = len(cluster.text)
                begin = rest if run.setting.rightward else rest - length
                edges[begin, begin + length] = (pen, pen + wide)
                rest = begin + length if run.setting.rightward else begin
                pen += wide
    return edges


@pytest.mark.parametrize("name", LINES)
def test_clusters_stand_where_chromium_sets_them(
    name: str, noto: Noto, noto_cjk: Noto, tool: Callable[[str], str], tmp_path: Path
) -> None:
    language, text, files = LINES[name]
    paths = [(noto_cjk if file.endswith(".ttc") else noto)(file) for file in files]
    edges = ours(language, text, paths)
    scale = 100 / SIZE  # pixels of a page in which nothing is rounded to a pixel
    page = PAGE.format(
        faces="".join(f"@font-face {{ font-family: f{n}; src: url({path.as_uri()}) }}" for n, path in enumerate(paths)),
        families=", ".join(f"f{n}" for n in range(len(paths))),
        size=SIZE * scale,
        language=language,
        direction="ltr" if setting_of(language).rightward else "rtl",
        text=escape(text),
        clusters=json.dumps(list(edges)),
    )
    (tmp_path / "page.html").write_text(page, "utf-8")
    command = [tool("chromium"), "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files"]
    command += ["--window-size=4000,400", "--virtual-time-budget=5000", "--dump-dom", str(tmp_path / "page.html")]
    dom = subprocess.run(command, capture_output=True, check=True, text=True, timeout=120).stdout
    found = re.search(r"<pre>(.*?)</pre>", dom, re.S)
    assert found, dom
    theirs = [[edge / scale * MM_PER_PT for edge in pair] for pair in json.loads(unescape(found[1]))]
    left = min(edge for edge, _ in theirs)
    for (place, mine), other in zip(edges.items(), theirs):
        shown = text[place[0] : place[1]]
        assert mine == pytest.approx([edge - left for edge in other], abs=CLOSE), f"“{shown}” of {name}"
