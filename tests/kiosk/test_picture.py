"""`--picture`: a PNG, replaced whole; said at the start if it can never be."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from kiosk.errors import RunError
from kiosk.picture import PictureFile


def test_it_is_a_png_whatever_it_is_called_and_nothing_lies_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "screen"
    picture = PictureFile(path)
    picture.show(pygame.Surface((64, 48), depth=32))
    picture.close()
    assert path.read_bytes().startswith(b"\x89PNG\r\n")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["folder", "missing/screen.png"])
def test_a_place_where_no_picture_can_be_is_said_at_once(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(RunError, match=name.split("/")[0]):
        PictureFile(tmp_path / name)


def test_a_disk_that_fills_is_said_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "screen.png"
    picture = PictureFile(path)
    path.mkdir()
    for _ in range(3):
        picture.show(pygame.Surface((8, 8), depth=32))
    picture.close()
    assert len(caplog.records) == 1
