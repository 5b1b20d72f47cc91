"""The official's second display, if there is one: a window of its own, never the table's.

Where only one display is connected the log says so, and the console is a tablet's or none
(docs/console.md).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Final

import pygame

from kiosk.console.family import console_of
from kiosk.console.glass import Glass
from kiosk.errors import RunError
from kiosk.game import Game
from kiosk.locale import Catalogue
from kiosk.official import Facts
from kiosk.screens.base import FONT_DIR
from kiosk.screens.errors import FontError, TextsError

log = logging.getLogger(__name__)

SECOND: Final = 1
CENTRED_ON: Final = 0x2FFF0000
"""SDL's place "in the middle of display n": this and n."""


class SecondDisplay:
    """The official's display. Belongs to the loop's thread."""

    def __init__(self, window: Any, glass: Glass) -> None:
        self.window = window
        self._glass = glass
        self._revision = 0

    def is_stale(self, revision: int) -> bool:
        """The official's facts are newer than the picture."""
        return revision != self._revision

    def show(self, facts: Facts, game: Game | None) -> None:
        """Draw these facts where they look different; the whole picture goes to the glass, so that
        a display that lost it has it again within a second.
        """
        self._revision = facts.revision
        noted = {} if game is None else console_of(facts.game_kind).noted(game.session.history)
        self._glass.draw(facts, noted)
        self.window.flip()

    def close(self) -> None:
        """Give the display back; harmless twice."""
        self.window.destroy()


def open_second(
    language: str, *, wanted: bool, sizes: Sequence[tuple[int, int]] | None = None
) -> SecondDisplay | None:
    """The second display; None where there is none to have, which is said if it was `wanted`.

    `sizes`: of all displays, if they are not to be asked for.
    """
    found = _sizes() if sizes is None else sizes
    if len(found) <= SECOND:
        if wanted:
            log.warning(
                "console display: only one display is connected; connect a second one and start "
                "again, or use `kiosk console` with a tablet"
            )
        return None
    place = CENTRED_ON | SECOND
    try:
        window = pygame.Window(
            "Tableside console", found[SECOND], position=(place, place), borderless=True
        )
        glass = Glass(window.get_surface(), Catalogue(), language, FONT_DIR)
    except pygame.error as error:
        log.warning("console display: %s", error)
        return None
    except (FontError, TextsError) as error:
        raise RunError(str(error)) from None
    return SecondDisplay(window, glass)


def _sizes() -> Sequence[tuple[int, int]]:
    return pygame.display.get_desktop_sizes() if pygame.display.get_init() else ()
