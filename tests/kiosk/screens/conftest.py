"""Compiled texts and a way to draw a frame and measure every text of it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from kiosk.families import FAMILIES
from kiosk.locale import Catalogue
from kiosk.screens.base import Painter
from kiosk.screens.brush import TextDrawn
from kiosk.screens.frame import Frame

ROOT = Path(__file__).resolve().parents[3]
SIZES = ((800, 480), (1024, 600), (1280, 720), (1920, 1080), (720, 1280))
LANGUAGES = ("en", "hu", "da", "ru", "sv")


def samples_of(family: str) -> ModuleType | None:
    """A family's `samples`; None while it has none."""
    try:
        return import_module(f"{FAMILIES[family]}.samples")
    except ModuleNotFoundError as error:
        if error.name != f"{FAMILIES[family]}.samples":
            raise
        return None


EVERY = {family: found for family in FAMILIES if (found := samples_of(family)) is not None}
"""The families with pictures, each with its module of samples."""


def samples_each(family: str) -> list[tuple[str, Frame]]:
    """Every screen of a family once or more; its whole gallery where it makes no difference."""
    module = EVERY[family]
    return list(getattr(module, "samples", module.gallery)())


@pytest.fixture(scope="session")
def texts_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("locale")
    subprocess.run(
        [sys.executable, ROOT / "locale" / "compile.py", "--into", folder],
        check=True,
        capture_output=True,
    )
    return folder


@pytest.fixture(scope="session")
def catalogue(texts_folder: Path) -> Catalogue:
    return Catalogue(texts_folder)


def pixels_of(surface: pygame.Surface) -> NDArray[np.uint32]:
    """The surface's own pixels, not a copy: let go of them before anything is drawn."""
    return pygame.surfarray.pixels2d(surface)


class Canvas:
    """A painter on its own surface, and the texts of its last whole repaint."""

    def __init__(self, size: tuple[int, int], catalogue: Catalogue) -> None:
        self.surface = pygame.Surface(size)
        self.texts: list[TextDrawn] = []
        self.painter = Painter(self.surface, catalogue, observer=self.texts.append)

    def whole(self, frame: Frame) -> list[TextDrawn]:
        """Paint everything; the texts drawn."""
        self.texts.clear()
        self.painter.repaint()
        self.painter.draw(frame)
        return list(self.texts)

    def change(self, frame: Frame) -> list[TextDrawn]:
        """Paint what is not on the surface yet; the texts drawn."""
        self.texts.clear()
        self.painter.draw(frame)
        return list(self.texts)

    def pixels(self) -> bytes:
        return pygame.image.tobytes(self.surface, "RGB")

    def shows(self, surface: pygame.Surface) -> bool:
        """The other surface is the same picture, to the pixel."""
        return np.array_equal(pixels_of(self.surface), pixels_of(surface))


@pytest.fixture(scope="session")
def canvas(catalogue: Catalogue) -> Callable[[tuple[int, int]], Canvas]:
    kept: dict[tuple[int, int], Canvas] = {}

    def make(size: tuple[int, int]) -> Canvas:
        if size not in kept:
            kept[size] = Canvas(size, catalogue)
        return kept[size]

    return make
