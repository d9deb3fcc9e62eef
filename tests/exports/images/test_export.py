"""Plain images: exact sizes, names that sort, and a table that lists every file."""

import csv
from dataclasses import replace
from io import BytesIO, StringIO
from typing import Any

import pytest
from PIL import Image, ImageChops
from support.jobs import job, points, songs, tiles, tokens

from pressplay.drawing.component import Component
from pressplay.exports.images import export as images
from pressplay.exports.job import OutFile


def components() -> list[Component]:
    return [*songs()[:12], *points(), *tiles(), *tokens()]


def export(**options: Any) -> dict[str, OutFile]:
    return {file.path: file for file in images.export(job(components(), **options))}


def rows(files: dict[str, OutFile]) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(files["images/manifest.csv"].data.decode("utf-8-sig"), newline="")))


def test_there_is_a_file_for_each_side_and_the_table_lists_them_all() -> None:
    files = export()
    listed = [f"images/{row['file']}" for row in rows(files)]
    assert sorted([*listed, "images/manifest.csv", "images/steps.txt"]) == sorted(files) and len(set(listed)) == len(
        listed
    )
    assert len(listed) == 2 * 12 + 2 * 4 + 2 * 3 + 3
    assert {file.role for file in files.values()} == {"image", "image-list", "image-steps"}


def test_the_steps_name_each_folder_with_its_numbers() -> None:
    files = export()
    text = files["images/steps.txt"].data.decode()
    for folder in {row["file"].split("/")[0] for row in rows(files)}:
        (line,) = (line for line in text.splitlines() if f"{folder}:" in line)
        listed = [row for row in rows(files) if row["file"].startswith(folder) and row["side"] == "front"]
        assert f"{len(listed)} designs, {sum(int(row['copies']) for row in listed)} pieces" in line
    assert "TABLETOPIA" in text and "SCREENTOP" in text


def test_names_sort_as_the_game_is_written() -> None:
    fronts = [row["file"] for row in rows(export()) if row["side"] == "front"]
    assert fronts == sorted(fronts)
    assert fronts[0] == "01-song/01-song-0-front.png" and fronts[11] == "01-song/12-song-11-front.png"


@pytest.mark.parametrize("bleed", [False, True])
def test_sizes_are_exact_and_the_table_knows_them(bleed: bool) -> None:
    files = export(bleed=bleed)
    for row in rows(files):
        with Image.open(BytesIO(files[f"images/{row['file']}"].data)) as image:
            assert image.size == (int(row["width_px"]), int(row["height_px"]))
            around = 2 * float(row["bleed_mm"])
            for pixels, side in zip(image.size, (row["width_mm"], row["height_mm"])):
                assert pixels == round((float(side) + around) / 25.4 * 300)
        assert (float(row["bleed_mm"]) > 0) == bleed
    song = rows(files)[0]
    assert (song["width_px"], song["height_px"]) == (("825", "1125") if bleed else ("750", "1050"))


def test_all_images_of_a_kind_are_equally_large() -> None:
    sizes: dict[str, set[tuple[str, str]]] = {}
    for row in rows(export()):
        sizes.setdefault(row["kind"], set()).add((row["width_px"], row["height_px"]))
    assert all(len(each) == 1 for each in sizes.values())


def test_the_bleed_is_around_the_very_same_picture() -> None:
    plain, wide = export()["images/02-point/1-p0-front.png"], export(bleed=True)["images/02-point/1-p0-front.png"]
    one, other = (Image.open(BytesIO(file.data)).convert("RGB") for file in (plain, wide))
    x, y = (other.width - one.width) // 2, (other.height - one.height) // 2
    inner = other.crop((x, y, x + one.width, y + one.height))
    far = ImageChops.difference(one, inner).convert("L").histogram()
    assert x > 30 and sum(far[64:]) < 0.002 * one.width * one.height


def test_round_pieces_are_cut_out_unless_the_bleed_is_asked_for() -> None:
    for bleed, mode in ((False, "RGBA"), (True, "RGB")):
        files = export(bleed=bleed)
        with Image.open(BytesIO(files["images/04-token/1-black-front.png"].data)) as image:
            assert image.mode == mode


def test_nothing_to_build_gives_no_files() -> None:
    assert images.export(replace(job(components()), components=())) == []
