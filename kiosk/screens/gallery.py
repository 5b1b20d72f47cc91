"""Draws every screen to PNG files.

python -m kiosk.screens.gallery OUT [--size 1280x720] [--language hu] [--family monopoly]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Final

import pygame

from kiosk.families import FAMILIES
from kiosk.locale import LOCALE_DIR, Catalogue
from kiosk.screens.base import Painter
from kiosk.screens.errors import ScreenError
from kiosk.screens.frame import Frame
from rules.value import replace

SIZES: Final = ((1280, 720), (800, 480), (1024, 600), (1920, 1080), (720, 1280))


def frames_of(family: str) -> Iterable[tuple[str, Frame]]:
    """Every screen of a family by its name, from its module `samples`."""
    frames: Iterable[tuple[str, Frame]] = import_module(f"{FAMILIES[family]}.samples").gallery()
    return frames


def draw_gallery(
    out: Path,
    sizes: tuple[tuple[int, int], ...],
    languages: tuple[str, ...],
    texts: Path,
    families: tuple[str, ...] = tuple(FAMILIES),
) -> int:
    """Write OUT/<width>x<height>/<language>/<family>/<screen>.png; the number of pictures."""
    catalogue = Catalogue(texts)
    written = 0
    for size in sizes:
        surface = pygame.Surface(size)
        painter = Painter(surface, catalogue)
        for language, family in product(languages, families):
            folder = out / f"{size[0]}x{size[1]}" / language / family
            folder.mkdir(parents=True, exist_ok=True)
            for name, frame in frames_of(family):
                painter.draw(replace(frame, language=language))
                pygame.image.save(surface, folder / f"{name}.png")
                written += 1
    return written


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m kiosk.screens.gallery")
    parser.add_argument("out", type=Path)
    parser.add_argument("--size", action="append", metavar="WxH")
    parser.add_argument("--language", action="append")
    parser.add_argument("--family", action="append", choices=tuple(FAMILIES))
    parser.add_argument("--texts", type=Path, default=LOCALE_DIR, help="folder of the catalogues")
    args = parser.parse_args()
    sizes: tuple[tuple[int, int], ...] = SIZES
    if args.size:
        pairs = [size.split("x") for size in args.size]
        sizes = tuple((int(width), int(height)) for width, height in pairs)
    languages = tuple(args.language or ("hu", "en"))
    families = tuple(args.family or FAMILIES)
    try:
        written = draw_gallery(args.out, sizes, languages, args.texts, families)
    except ScreenError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(f"{written} pictures in {args.out}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
