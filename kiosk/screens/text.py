"""Fonts by path, text kept as opaque surfaces, and text fitted to its box.

Nothing is rendered twice: a surface is kept by (text, face, size, colour, ground, tracking). It is
cropped to its ink and knows where the ink lies from the pen, so that a blit covers no neighbour.
"""

from __future__ import annotations

import re
import unicodedata
from enum import Enum
from functools import lru_cache, partial
from pathlib import Path
from typing import Final, NamedTuple
from weakref import proxy

import pygame

from kiosk.screens.errors import FontError
from kiosk.screens.theme import Colour

CAP: Final = 0.711
"""Height of capitals and figures in em."""

PITCH: Final = 1.2
"""From line to line in em."""

DESCENT: Final = 0.22
"""Below the baseline in em."""

RISE: Final = 0.05
"""Above the capitals in em: the stem of a d."""

KEPT_BYTES: Final = 2 * 1024 * 1024
"""Surfaces kept at most, twice what a screen of 1280x720 holds; the longest unused go first."""


class Face(Enum):
    """The four font files."""

    BOLD = "RobotoCondensed-Bold.ttf"  # figures, names, labels, buttons
    NOTE = "RobotoCondensed-Regular.ttf"  # the note under a name
    MEDIUM = "RobotoTTF/Roboto-Medium.ttf"  # sentences
    REGULAR = "RobotoTTF/Roboto-Regular.ttf"  # explanations

    __hash__ = object.__hash__  # an Enum's own hashes the name, each time a kept text is looked up


class Kept(NamedTuple):
    """A rendered text: its ink, and where it lies from the pen position on the baseline."""

    surface: pygame.Surface
    dx: int
    dy: int
    advance: int


class Piece(NamedTuple):
    """A kept part of a line, `left` of where the line begins."""

    kept: Kept
    left: int


class Fitted(NamedTuple):
    """A text as it goes into a width: lines, size in pixels, whether a word had to be cut."""

    lines: tuple[str, ...]
    px: int
    cut: bool


FIGURES: Final = re.compile("[0-9]|[^0-9]+")
ZEROS: Final = str.maketrans("123456789", "000000000")

HYPHEN: Final = re.compile(r"(?<=[^\W\d_]{3}-)(?=[^\W\d_]{3})")
"""Where a line may end within a word: behind the hyphen of a double name, not of `by-id`."""
DOUBLE: Final = re.compile(r"(?<=[^\W\d_])- (?=[^\W\d_])")
"""A double name that was broken and is put together again."""

MOST_WORDS: Final = 64
"""Figures and what stands around them, kept at most of one kind."""

TRIED_PX: Final = 20
"""Each font is tried at this size when the screen opens."""


class Writer:
    """The fonts of one folder and everything rendered with them."""

    def __init__(self, folder: Path) -> None:
        """Raises FontError when one of the four files is missing or damaged."""
        pygame.font.init()
        self._folder = folder
        self._fonts: dict[Face, pygame.font.Font] = {}
        self._kept: dict[tuple[object, ...], Kept] = {}
        self._kept_bytes = 0
        self._figures: dict[tuple[Face, int, Colour, Colour], dict[str, Kept]] = {}
        # Proxies: a cache that held its writer would keep every font file open until a collection.
        self._clean = lru_cache(maxsize=512)(partial(Writer._without_unknown, proxy(self)))
        self._fit = lru_cache(maxsize=1024)(partial(Writer._fitted, proxy(self)))
        for face in Face:
            self.font(face, TRIED_PX)

    def font(self, face: Face, px: int) -> pygame.font.Font:
        """The face at an em of `px` pixels, until it is asked for at another size.

        Each open font holds its whole file in memory: one for each size would be 6 MiB.
        """
        found = self._fonts.get(face)
        if found is None:
            path = str(self._folder / face.value)
            try:
                found = pygame.font.Font(path, px)
                # A damaged file opens, and fails at the first use. This use takes no memory, a
                # `size` 0.35 MiB: no face that is not shown shall cost that.
                if found.metrics("0") in (None, [None]):
                    raise FontError(path)
            except (OSError, pygame.error) as error:
                raise FontError(path) from error
            self._fonts[face] = found
        elif found.get_point_size() != px:
            found.set_point_size(px)
        return found

    def clean(self, text: str) -> str:
        """The text without what the fonts cannot draw: emoji go, letters become `?`."""
        return text if text.isascii() and text.isprintable() else self._clean(text)

    def width(self, text: str, face: Face, px: int, tracking: int = 0) -> int:
        """Advance of one line; tracked text is set letter by letter, without kerning."""
        font = self.font(face, px)
        if not tracking:
            return font.size(text)[0]
        return sum(font.size(letter)[0] + tracking for letter in text) - tracking

    def fit(
        self,
        text: str,
        face: Face,
        px: int,
        least: int,
        room: tuple[int, int],
        lines: int = 1,
        tracking: int = 0,
    ) -> Fitted:
        """The largest size from `px` down to `least` at which `text` takes at most `lines` lines
        and, on more than one, no more than the height of the room.

        At `least` and still too long, a word that is longer than a line is cut by a hyphen where
        there are lines for it; what is left over then ends in an ellipsis.
        """
        return self._fit(text, face, px, least, room, lines, tracking)

    def fit_counting(
        self, text: str, face: Face, px: int, least: int, room: tuple[int, int]
    ) -> Fitted:
        """`fit` on one line for a text that counts: in these fonts all figures are equally wide."""
        found = self._fit(text.translate(ZEROS), face, px, least, room, 1, 0)
        if found.cut:
            return self._fit(text, face, px, least, room, 1, 0)
        return found._replace(lines=(text,))

    def pieces(
        self, text: str, face: Face, px: int, colour: Colour, ground: Colour
    ) -> tuple[list[Piece], int]:
        """A line with each figure kept by itself, and its advance, which may differ by a pixel."""
        words = self._figures.setdefault((face, px, colour, ground), {})
        if len(words) > MOST_WORDS:
            words.clear()
        found, left = [], 0
        for word in FIGURES.findall(text):
            kept = words.get(word)
            if kept is None:
                kept = words[word] = self.render(word, face, px, colour, ground)
            if not word.isspace():
                found.append(Piece(kept, left))
            left += kept.advance
        return found, left

    def keep(
        self, text: str, face: Face, px: int, colour: Colour, ground: Colour, tracking: int = 0
    ) -> Kept:
        """The opaque surface of one line."""
        key = (text, face, px, colour, ground, tracking)
        found = self._kept.pop(key, None)
        if found is None:
            found = self.render(text, face, px, colour, ground, tracking)
            self._kept_bytes += _bytes(found)
            while self._kept_bytes > KEPT_BYTES and self._kept:
                self._kept_bytes -= _bytes(self._kept.pop(next(iter(self._kept))))
        self._kept[key] = found
        return found

    def render(
        self, text: str, face: Face, px: int, colour: Colour, ground: Colour, tracking: int = 0
    ) -> Kept:
        """The same for who keeps it himself."""
        font = self.font(face, px)
        if tracking:
            advance = self.width(text, face, px, tracking)
            sheet = pygame.Surface((advance + px, font.get_height()), pygame.SRCALPHA)
            pen = 0
            for letter in text:
                sheet.blit(font.render(letter, True, colour), (pen, 0))
                pen += font.size(letter)[0] + tracking
        else:
            sheet = font.render(text, True, colour)
            advance = sheet.get_width()
        ink = sheet.get_bounding_rect()
        opaque = pygame.Surface((max(1, ink.width), max(1, ink.height)))
        opaque.fill(ground)
        opaque.blit(sheet, (0, 0), ink)
        return Kept(opaque, ink.x, ink.y - font.get_ascent(), advance)

    def _without_unknown(self, text: str) -> str:
        font = self.font(Face.BOLD, 40)
        unknown = font.metrics("\uffff")[0]
        letters = []
        for letter in unicodedata.normalize("NFC", text):
            kind = unicodedata.category(letter)
            if kind == "Zs":
                letters.append(letter if letter == "\u202f" else " ")
            elif kind in ("Cc", "Zl", "Zp"):
                letters.append(" ")
            elif kind != "Cf" and font.metrics(letter)[0] not in (None, unknown):
                letters.append(letter)
            elif kind[0] in "LN":
                letters.append("?")
        # What is left of emoji are joiners and gaps: a line of them would have no width.
        return " ".join(word for word in "".join(letters).split(" ") if word)

    def _fitted(
        self,
        text: str,
        face: Face,
        px: int,
        least: int,
        room: tuple[int, int],
        lines: int,
        tracking: int,
    ) -> Fitted:
        width, height = room
        for size in range(px, max(1, min(px, least)) - 1, -1):
            set_as = _Set(self, face, size, tracking)
            broken = set_as.broken(text, width)
            # Room for a d above the first capitals and for a g below the last baseline.
            high = size * (RISE + CAP + PITCH * (len(broken) - 1) + DESCENT)
            fits = len(broken) == 1 or (len(broken) <= lines and high <= height)
            if fits and all(set_as.width(part) <= width for part in broken):
                return Fitted(tuple(broken), size, False)
        size = max(1, min(px, least))
        set_as = _Set(self, face, size, tracking)
        room_for = max(1, min(lines, 1 + int((height / size - RISE - CAP - DESCENT) / PITCH)))
        broken = set_as.broken(text, width, by_force=room_for > 1)
        shown = [*broken[: room_for - 1], _joined(broken[room_for - 1 :])]
        return Fitted(tuple(set_as.cut(part, width) for part in shown if part), size, True)


def _joined(lines: list[str]) -> str:
    return DOUBLE.sub("-", " ".join(lines))


def _bytes(kept: Kept) -> int:
    return kept.surface.get_pitch() * kept.surface.get_height()


class _Set:
    """A face at one size and tracking: how lines break there."""

    def __init__(self, writer: Writer, face: Face, px: int, tracking: int) -> None:
        self._writer, self._face, self._px, self._tracking = writer, face, px, tracking
        self._widths: dict[str, int] = {}

    def width(self, text: str) -> int:
        found = self._widths.get(text)
        if found is None:
            found = self._writer.width(text, self._face, self._px, self._tracking)
            self._widths[text] = found
        return found

    def broken(self, text: str, width: int, *, by_force: bool = False) -> list[str]:
        """Lines of whole words and parts of double names, each as long as goes into the width.

        `by_force`: a word that is longer than a line is cut.
        """
        if self.width(text) <= width:
            return [text]
        lines: list[str] = []
        for word in text.split(" "):
            gap = " "
            for part in HYPHEN.split(word):
                longer = f"{lines[-1]}{gap}{part}" if lines else part
                if lines and self.width(longer) <= width:
                    lines[-1] = longer
                else:
                    lines += self._forced(part, width) if by_force else [part]
                gap = ""
        return lines

    def _forced(self, word: str, width: int) -> list[str]:
        lines = []
        while self.width(word) > width:
            end = len(word) - 2
            while end > 2 and self.width(f"{word[:end]}-") > width:
                end -= 1
            if end < 2:
                break
            lines.append(f"{word[:end]}-")
            word = word[end:]
        return [*lines, word]

    def cut(self, text: str, width: int) -> str:
        """The text, or as much of it as goes into the width and an ellipsis."""
        if self.width(text) <= width:
            return text
        while text and self.width(f"{text}…") > width:
            text = text[:-1].rstrip()
        return f"{text}…"
