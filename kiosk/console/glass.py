"""The official's second display: what he alone may know, drawn by the table's own process.

It is read; what is entered comes by keypad and the judge's keys. It shares nothing with the table's
screen but fonts and words: the surface is another one, and only `Facts` reach it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pygame

from kiosk.console import wording
from kiosk.console.family import Row, Style, Tone, console_of
from kiosk.console.plain import plain
from kiosk.locale import Catalogue, minutes_text
from kiosk.official import Facts
from kiosk.screens.brush import LABEL, NOTE, SMALL, Across, Brush, Observer, Type
from kiosk.screens.chrome import SIGNS
from kiosk.screens.glyphs import warning
from kiosk.screens.text import Face, Writer
from kiosk.screens.theme import AMBER, CLOTHS, INK, INKY, Cloth, Grid

CLOCK: Final = Type(Face.BOLD, 17, 8)
STRIP: Final = Type(Face.BOLD, 3.2, 2.25)
TYPES: Final = {
    Style.LABEL: LABEL,
    Style.CLAIM: Type(Face.BOLD, 3.8, 2.5),
    Style.LINE: Type(Face.BOLD, 3.1, 2.25),
    Style.SMALL: SMALL,
    Style.SEAT: Type(Face.BOLD, 3.6, 2.4),
}
PITCH: Final = 4.6
LEAST_PITCH: Final = 3.2
"""Lines stand closer where there are many; what does not fit then is left out."""
LINES: Final = 14
DRAWN: Final = str.maketrans({"→": "›", "♪": None})
"""What the table's fonts do not have, and what stands for it."""


class Glass:
    """Draws on one surface; `draw` says whether anything changed."""

    def __init__(
        self, surface: pygame.Surface, catalogue: Catalogue, language: str, fonts: Path
    ) -> None:
        """FontError when a font is missing, TextsError when the texts are not compiled."""
        self._surface = surface
        self._texts = catalogue.texts(language)
        grid = Grid(*surface.get_size())
        self._brush = Brush(surface, grid, Writer(fonts), self._texts)
        self._grid = grid
        self._shown: Hashable = None
        self._cloth: Cloth = INKY

    def watch(self, observer: Observer) -> None:
        """Be told every text that is drawn, with its box and its ink."""
        self._brush.observer = observer

    def draw(self, facts: Facts, noted: Mapping[str, Any]) -> bool:
        """Draw what the official may know now, if it is not what stands there. `noted`: what the
        family keeps of the record (`FamilyConsole.noted`).
        """
        told = plain(facts)
        rows = (tuple(self._left(told, noted)), tuple(self._right(told)))
        clock = "" if facts.remaining_s is None else minutes_text(-int(-facts.remaining_s // 1))
        shown = (rows, clock, tuple(sign.id for sign in facts.signs), facts.table, facts.game)
        if shown == self._shown:
            return False
        self._shown = shown
        self._cloth = CLOTHS.get(console_of(facts.game_kind).cloth, INKY)
        self._surface.fill(self._cloth.ground)
        self._strip(told)
        left, right = self._columns()
        top = self._clock(left, clock) if clock else left.top
        self._column(pygame.Rect(left.left, top, left.width, left.bottom - top), rows[0])
        self._column(right, rows[1])
        return True

    # -- places --------------------------------------------------------------------------------

    def _columns(self) -> tuple[pygame.Rect, pygame.Rect]:
        width, height = self._surface.get_size()
        px = self._grid.px
        top = px(7)
        wide = (width - px(6)) // 2
        return (
            pygame.Rect(px(2), top, wide, height - top - px(2)),
            pygame.Rect(px(4) + wide, top, wide, height - top - px(2)),
        )

    def _strip(self, told: Mapping[str, Any]) -> None:
        px, brush = self._grid.px, self._brush
        width = self._surface.get_width()
        text = self._texts.text
        title = [text("console.page.private").upper()]
        if told["table"]:
            title.append(text("kiosk.table.named", table=told["table"]))
        title.append(told["game"] or "")
        box = pygame.Rect(px(2), px(1), width // 2, px(4.5))
        brush.write(box, "   ".join(title).strip(), STRIP, AMBER, self._cloth.ground)
        right = width - px(2)
        for sign in told["signs"][:3]:
            key = SIGNS[sign["id"]]
            words = text(key, sign["count"]) if sign["id"] == "not_sent" else text(key)
            box = pygame.Rect(right - px(22), px(1), px(22), px(4.5))
            brush.plate(box, 0.5, AMBER, self._cloth.ground)
            brush.glyph(
                warning, pygame.Rect(box.left + px(0.8), box.top + px(0.9), px(3), px(2.7)), INK,
                AMBER,
            )  # fmt: skip
            inside = pygame.Rect(box.left + px(4.4), box.top, box.width - px(5), box.height)
            brush.write(inside, words, NOTE, INK, AMBER)
            right = box.left - px(1)

    def _clock(self, column: pygame.Rect, clock: str) -> int:
        box = pygame.Rect(column.left, column.top, column.width, self._grid.px(16))
        self._brush.write(box, clock, CLOCK, self._cloth.text, self._cloth.ground)
        return box.bottom

    def _column(self, column: pygame.Rect, rows: tuple[Row, ...]) -> None:
        high = min(self._grid.px(PITCH), column.height // max(1, len(rows)))
        high = max(high, self._grid.px(LEAST_PITCH))
        inks = {
            Tone.PLAIN: self._cloth.text,
            Tone.NOW: AMBER,
            Tone.SOFT: self._cloth.text2,
        }
        for place, row in enumerate(rows):
            top = column.top + place * high
            if top + high > column.bottom:
                return
            box = pygame.Rect(column.left, top, column.width, high)
            self._brush.write(
                box, row.text, TYPES[row.style], inks[row.tone], self._cloth.ground, Across.LEFT
            )

    # -- words ---------------------------------------------------------------------------------

    def _left(self, told: Mapping[str, Any], noted: Mapping[str, Any]) -> Iterator[Row]:
        text = self._texts.text
        view = told["view"]
        if view is None:
            yield Row(text("kiosk.idle.none"))
            return
        own = console_of(told["game_kind"])
        yield Row(text(f"console.phase.{told['phase']}").upper(), Style.LABEL, Tone.SOFT)
        question = told["question"]
        if question is not None:
            yield Row(wording.line_text(self._texts, question["text"]), Style.CLAIM, Tone.NOW)
            if question["consequence"] is not None:
                yield Row(wording.line_text(self._texts, question["consequence"]), Style.SMALL)
        if told["notice"] is not None:
            yield Row(wording.line_text(self._texts, told["notice"]), Style.LINE, Tone.NOW)
        yield from own.private(self._texts, told, noted)
        for seat in view["seats"]:
            yield own.seat_row(self._texts, seat, told)

    def _right(self, told: Mapping[str, Any]) -> Iterator[Row]:
        text = self._texts.text
        yield from self._standing(told)
        yield Row(text("console.log.happened").upper(), Style.LABEL, Tone.SOFT)
        from_s = console_of(told["game_kind"]).counts_from_s(told)
        for one in reversed(told["happened"][-LINES:]):
            line = wording.happening(self._texts, one, from_s)
            mark = "×" if line.rule else "•" if line.own else ""
            words = (word for word in (line.time, mark, line.seat, line.text) if word)
            yield Row("  ".join(words).translate(DRAWN))
            if line.rule:
                yield Row(line.rule, Style.SMALL, Tone.SOFT)

    def _standing(self, told: Mapping[str, Any]) -> Iterator[Row]:
        """The table looked over while it plays: what failed, and what to do."""
        text, found = self._texts.text, told["standing"]
        if told["looking"] or found is not None:
            yield Row(text("kiosk.menu.check").upper(), Style.LABEL, Tone.SOFT)
        if told["looking"]:
            yield Row(text("kiosk.check.looking"), Style.SMALL)
        if found is None:
            return
        count = found["failed"] or len(found["items"])
        key = "kiosk.selftest.failed" if found["failed"] else "kiosk.selftest.passed"
        yield Row(text(key, count), Style.LINE, Tone.NOW if found["failed"] else Tone.PLAIN)
        for item in found["items"][: found["failed"]]:
            name, what, remedy = (
                wording.line_text(self._texts, item[part]) for part in ("name", "found", "remedy")
            )
            yield from self._lines(f"{name}: {what}", Style.LINE, Tone.PLAIN)
            yield from self._lines(remedy, Style.SMALL, Tone.SOFT)

    def _lines(self, text: str, style: Style, tone: Tone) -> Iterator[Row]:
        """As many lines as it takes: no sentence is made small or cut."""
        width = self._columns()[1].width
        line = ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if line and self._brush.wide(longer, TYPES[style]) > width:
                yield Row(line, style, tone)
                longer = word
            line = longer
        yield Row(line, style, tone)
