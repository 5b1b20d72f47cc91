"""`python -m league.club.painting`: a table of rows on stdin as JSON, a PNG on stdout.

A process of its own, so that the server itself loads nothing that draws. The look is that of the
pages: paper, the green cloth on top, figures in the condensed face.
"""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path
from typing import Any, Final

WIDTH: Final = 1080
ROW: Final = 104
HEAD: Final = 190
EDGE: Final = 48
NUMBER: Final = 92
PAPER: Final = (246, 239, 223)
INK: Final = (21, 18, 14)
SOFT: Final = (86, 75, 61)
LINE: Final = (210, 199, 176)
CLOTH: Final = (18, 52, 42)
CLOTH_SOFT: Final = (196, 210, 196)
AMBER: Final = (255, 194, 46)
SIZES: Final = {"title": 66, "under": 34, "rank": 52, "name": 48, "sum": 60, "small": 29}
_BOLD: Final = frozenset(("title", "rank", "name", "sum"))


class Painter:
    """A sheet of paper and the faces to write on it."""

    def __init__(self, fonts: Path, height: int) -> None:
        import pygame

        pygame.font.init()
        self.sheet = pygame.Surface((WIDTH, height))
        self.sheet.fill(PAPER)
        faces = {
            True: fonts / "RobotoCondensed-Bold.ttf",
            False: fonts / "RobotoCondensed-Regular.ttf",
        }
        self._faces = {
            name: pygame.font.Font(_file(faces[name in _BOLD]), size)
            for name, size in SIZES.items()
        }

    def bar(self, top: int, height: int, colour: tuple[int, int, int]) -> None:
        """A bar over the whole width."""
        self.sheet.fill(colour, (0, top, WIDTH, height))

    def write(
        self,
        text: str,
        face: str,
        at: tuple[int, int],
        colour: tuple[int, int, int],
        room: int = WIDTH,
        *,
        to_right: bool = False,
    ) -> int:
        """A line of text in at most `room` pixels; its width."""
        font = self._faces[face]
        shown = text
        while shown and font.size(shown)[0] > room:
            shown = shown.rstrip("…")[:-1].rstrip() + "…" if len(shown) > 1 else ""
        drawn = font.render(shown, True, colour)
        self.sheet.blit(drawn, (at[0] - drawn.get_width() if to_right else at[0], at[1]))
        return int(drawn.get_width())

    def chip(self, text: str, left: int, top: int) -> None:
        """A word in a frame, amber, as pages mark what is now."""
        import pygame

        drawn = self._faces["small"].render(text, True, INK)
        box = pygame.Rect(left, top, drawn.get_width() + 24, drawn.get_height() + 6)
        if box.right > WIDTH - EDGE - 150:
            return
        pygame.draw.rect(self.sheet, AMBER, box, border_radius=10)
        self.sheet.blit(drawn, (left + 12, top + 3))

    def png(self) -> bytes:
        """The file."""
        import pygame

        file = io.BytesIO()
        pygame.image.save(self.sheet, file, "standings.png")
        return file.getvalue()


def paint(asked: dict[str, Any]) -> bytes:
    """The picture: `title`, `under`, `rows` (`rank name points detail chip`), lines of `foot`."""
    rows = asked["rows"]
    foot = asked["foot"]
    painter = Painter(Path(asked["fonts"]), HEAD + ROW * len(rows) + 30 + 42 * len(foot) + 30)
    painter.bar(0, HEAD, CLOTH)
    painter.write(asked["title"], "title", (EDGE, 32), PAPER, WIDTH - 2 * EDGE)
    painter.write(asked["under"], "under", (EDGE, 118), CLOTH_SOFT, WIDTH - 2 * EDGE)
    for number, row in enumerate(rows):
        top = HEAD + ROW * number
        _row(painter, row, top)
        painter.sheet.fill(LINE, (EDGE, top + ROW - 1, WIDTH - 2 * EDGE, 2))
    for number, line in enumerate(foot):
        top = HEAD + ROW * len(rows) + 30 + 42 * number
        painter.write(line, "small", (EDGE, top), SOFT, WIDTH - 2 * EDGE)
    return painter.png()


def _row(painter: Painter, row: dict[str, Any], top: int) -> None:
    painter.write(str(row["rank"]), "rank", (EDGE, top + 14), INK)
    left = EDGE + NUMBER
    room = WIDTH - left - EDGE - 170
    width = painter.write(row["name"], "name", (left, top + 6), INK, room)
    painter.write(row["detail"], "small", (left, top + 62), SOFT, room)
    painter.write(str(row["points"]), "sum", (WIDTH - EDGE, top + 14), INK, to_right=True)
    if row["chip"]:
        painter.chip(row["chip"], left + width + 20, top + 18)


def _file(path: Path) -> str | None:
    """The face where it is installed, else the one that the drawing library brings along."""
    return str(path) if path.is_file() else None


def main() -> int:
    """Read, paint, write."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    sys.stdout.buffer.write(paint(json.load(sys.stdin)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
