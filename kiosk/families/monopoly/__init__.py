"""The Monopoly family at the table (`kiosk/families/__init__.py` says what a family gives)."""

# * `desk.py` what hands mean, `verbs.py` the official's verbs, `console.py` the banker's console
# * `framing.py` what the picture is made from, `screens/` the pictures
# * `samples.py`, `samplepanels.py` frames of every screen for gallery and tests

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from firmware_py import patterns
from firmware_py.patterns import Pattern
from kiosk.counting import Deed
from kiosk.families import Scene
from kiosk.families.monopoly.desk import MonopolyDesk
from kiosk.screens.frame import Frame, Line, Signal
from rules.board import board_of
from rules.edition import Edition
from rules.kinds import GameMs, Seat
from rules.monopoly.view import Mark, MonopolyView

LIT: Final = frozenset((Mark.TURN, Mark.ARMED))


class MonopolyFamily:
    """`hun-2009` and what organisers make of it."""

    language = "hu"

    def desk(self, edition: Edition) -> MonopolyDesk:
        """Knows the edition's board: prices, and where houses can stand."""
        deeds = board_of(edition).deeds
        return MonopolyDesk(
            {deed.code: Deed(deed.price, deed.house or None) for deed in deeds},
            first_only=edition.text("dice_log") == "first_only",
        )

    def lamps(
        self, view: MonopolyView, desk: MonopolyDesk, now_ns: int
    ) -> Iterator[tuple[Seat, Pattern]]:
        """Whose turn it is, or who signs; fouls are gaps in that light."""
        for seat in view.seats:
            pattern = patterns.OFF
            if seat.mark in LIT:
                pattern = patterns.fouls(min(seat.fouls, 3)) if seat.fouls else patterns.ON
            yield seat.seat, pattern

    def ends_at(self, view: MonopolyView) -> GameMs | None:
        """HUN-4.1: ninety minutes after the first dice."""
        if view.started_at is None or view.ended_at is not None:
            return None
        return GameMs(view.started_at + view.game_ms)

    def warning_minutes(self, edition: Edition) -> Sequence[int]:
        """HUN-4.2."""
        return [seconds // 60 for seconds in edition.values["warnings"]]

    def second_round(self, official: MonopolyView) -> bool:
        """HUN-4.1: from then on the referee alone may let the game begin anew."""
        return official.official is not None and official.official.second_round

    def rule_of(self, announcement: str) -> str | None:
        """HUN-4.1 the start and the end, HUN-4.2 the warnings, HUN-4.4 the last player."""
        word = announcement.partition("-")[0]
        return {"start": "HUN-4.1", "warn": "HUN-4.2", "end": "HUN-4.1", "game": "HUN-4.4"}.get(
            word
        )

    def may_read(self, rule: str) -> bool:
        """HUN-G-RENT-NOPROMPT: no word about rent on the table's screen."""
        return not rule.startswith("HUN-G-RENT") and rule != "HUN-G-NOWAIVE"

    def bottom(self, view: MonopolyView) -> Line:
        """HUN-G-RENT-NOPROMPT: the same all through the game."""
        from kiosk.families.monopoly import framing

        return framing.bottom(view)

    def signal(self, view: MonopolyView, at: GameMs, shown_ms: int) -> Signal | None:
        """HUN-4.2: the n-th warning."""
        from kiosk.families.monopoly import framing

        return framing.signal(view, at, shown_ms)

    def framed(self, frame: Frame, scene: Scene) -> Frame:
        """Dice, sheet, times."""
        from kiosk.families.monopoly import framing  # with the first picture, not with the table

        return framing.framed(frame, scene)


FAMILY: Final = MonopolyFamily()
