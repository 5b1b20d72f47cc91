"""The pictures of the printed parts, drawn again under a display that nobody sees."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from PIL import Image, ImageDraw

from hardware import pictures
from hardware.pictures import PICTURES
from tests.hardware.conftest import HARDWARE

FOLDER = HARDWARE / "pictures"


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_its_source_shows(picture: Callable[[str], bytes], name: str) -> None:
    kept = (FOLDER / f"{name}.png").read_bytes()
    assert pictures.differs(picture(name), kept) == ""


def test_there_is_no_picture_without_a_source() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} == set(PICTURES)


def test_each_picture_is_shown_on_a_page() -> None:
    pages = "".join(path.read_text(encoding="utf-8") for path in HARDWARE.glob("*.md"))
    assert set(re.findall(r"\(pictures/([\w-]+)\.png\)", pages)) == set(PICTURES)


def test_a_missing_screw_post_would_be_seen() -> None:
    kept = (FOLDER / "box-open.png").read_bytes()
    image = Image.open(io.BytesIO(kept)).convert("RGB")
    ImageDraw.Draw(image).rectangle((395, 315, 435, 345), fill="white")
    out = io.BytesIO()
    image.save(out, "PNG")
    assert pictures.differs(kept, out.getvalue()) == "it differs at 400, 320"
    assert pictures.differs(kept, kept) == ""


def test_a_picture_of_another_size_is_another_picture() -> None:
    out = io.BytesIO()
    Image.new("RGB", (10, 10)).save(out, "PNG")
    assert "one is" in pictures.differs((FOLDER / "pad.png").read_bytes(), out.getvalue())
