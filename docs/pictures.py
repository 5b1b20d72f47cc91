"""Draws the pictures of a table's screens that the documents show, as the table draws them today.

python docs/pictures.py [NAME...]

Each is a sample of a family's gallery (`kiosk/families/*/samples.py`) in one language and size.
The two of the console are photographs of a browser and are made by hand.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).resolve().parent / "screens"
sys.path.insert(0, str(HERE.parents[1]))
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame  # noqa: E402 - after the driver is chosen

from kiosk.locale import Catalogue  # noqa: E402
from kiosk.screens.base import Painter  # noqa: E402
from kiosk.screens.gallery import frames_of  # noqa: E402
from rules.value import replace  # noqa: E402

WIDE: Final = (1280, 720)
SEVEN_INCHES: Final = (800, 480)
UPRIGHT: Final = (720, 1280)


class Shown(NamedTuple):
    """A picture of a sample."""

    family: str
    sample: str
    language: str
    size: tuple[int, int] = WIDE


PICTURES: Final = {
    "play": Shown("monopoly", "play", "hu"),
    "signal-5": Shown("monopoly", "signal-5", "hu"),
    "time-over": Shown("monopoly", "time-over", "hu"),
    "signing": Shown("monopoly", "signing", "hu"),
    "sheet-800x480": Shown("monopoly", "sheet", "en", SEVEN_INCHES),
    "matador-play": Shown("matador", "play", "da"),
    "matador-timeout": Shown("matador", "timeout", "da"),
    "matador-auction-800x480": Shown("matador", "auction", "en", SEVEN_INCHES),
    "matador-sheet": Shown("matador", "sheet", "da"),
    "casino-level": Shown("casino", "level", "sv"),
    "casino-break": Shown("casino", "addon-break", "sv"),
    "casino-request": Shown("casino", "level-out", "sv"),
    "casino-slots-720x1280": Shown("casino", "slots-given-back", "sv", UPRIGHT),
    "mafia-speech": Shown("mafia", "speech", "ru"),
    "mafia-vote": Shown("mafia", "vote", "en"),
    "mafia-fourth-foul": Shown("mafia", "fourth-foul", "ru"),
    "mafia-over-800x480": Shown("mafia", "over-red", "en", SEVEN_INCHES),
}
BY_HAND: Final = ("console", "console-mafia")


def draw(shown: Shown, file: Path) -> None:
    """Write the picture; KeyError where the family has no such sample."""
    surface = pygame.Surface(shown.size)
    frame = dict(frames_of(shown.family))[shown.sample]
    Painter(surface, Catalogue()).draw(replace(frame, language=shown.language))
    pygame.image.save(surface, file)


def main(names: list[str]) -> int:
    """The command; 2 for a name that is none."""
    unknown = sorted(set(names) - set(PICTURES))
    if unknown:
        sys.stderr.write(f"{unknown[0]!r}: allowed {', '.join(PICTURES)}\n")
        return 2
    for name in names or PICTURES:
        draw(PICTURES[name], HERE / f"{name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
