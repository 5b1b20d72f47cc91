"""The Matador family at the table (`kiosk/families/__init__.py` says what a family gives)."""

# * `desk.py` what hands mean, `meaning.py` a seat's press, `votes.py` the ballots
# * `pages.py` field 21 and another board's places, `pagedesk.py` who names seats on them
# * `verbs.py` the menu, `reckon.py` what it computes, `console.py` the keeper's console
# * `own.py` and `framing.py` what the picture is made from, `screens/` the pictures
# * `samples.py`, `sampleviews.py`, `samplepages.py`, `samplesheets.py` frames for gallery and tests

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from firmware_py import patterns
from firmware_py.patterns import Pattern
from kiosk import ballot
from kiosk.families import Scene
from kiosk.families.matador.desk import MatadorDesk
from kiosk.screens.frame import Frame, Line, Signal
from rules.edition import Edition
from rules.kinds import GameMs, Seat
from rules.matador.view import Mark, MatadorView

LIT: Final = frozenset((Mark.TURN, Mark.ARMED))
RULES: Final = {
    "start": "RAMK-3.2",
    "left": "RAMK-3.2",
    "last": "RAMK-3.2",
    "dice": "RAMK-3.2",
    "end": "RAMK-3.2",
    "timeout": "RAMK-9.26",
    "game": "RAMK-9.16",
}


class MatadorFamily:
    """`ramk-2017` and what clubs make of it."""

    language = "da"

    def desk(self, edition: Edition) -> MatadorDesk:
        """Knows the edition's board and sums."""
        return MatadorDesk(edition)

    def lamps(
        self, view: MatadorView, desk: MatadorDesk, now_ns: int
    ) -> Iterator[tuple[Seat, Pattern]]:
        """Whose turn it is, who signs; while a vote runs, who is asked."""
        asked = desk.votes.voting.ballot
        voters = {} if asked is None else dict(ballot.lamps(asked, now_ns))
        for seat in view.seats:
            lit = asked is None and seat.mark in LIT
            yield seat.seat, voters.get(seat.seat, patterns.ON if lit else patterns.OFF)

    def ends_at(self, view: MatadorView) -> GameMs | None:
        """RAMK-3.2: the evening's own clock, where the club has one and it is not paused."""
        evening = view.evening
        if evening is None or evening.paused is not None or view.ended_at is not None:
            return None
        return evening.ends_at

    def warning_minutes(self, edition: Edition) -> Sequence[int]:
        """RAMK-3.2: `left-15`, `left-5`, the most first."""
        return sorted((s // 60 for s in edition.values["playing_time_left"]), reverse=True)

    def second_round(self, official: MatadorView) -> bool:
        """There is no referee whose permission would be needed."""
        return False

    def rule_of(self, announcement: str) -> str | None:
        """RAMK-3.2 the evening, RAMK-9.26 the time-out, RAMK-9.16 the last player."""
        return RULES.get(announcement.partition("-")[0])

    def may_read(self, rule: str) -> bool:
        """Nothing is secret here."""
        return True

    def bottom(self, view: MatadorView) -> Line:
        """What a seat's press does now."""
        from kiosk.families.matador import framing

        return framing.bottom(view)

    def signal(self, view: MatadorView, at: GameMs, shown_ms: int) -> Signal | None:
        """RAMK-3.2: how much is left of the evening."""
        from kiosk.families.matador import framing

        return framing.signal(view, at, shown_ms)

    def framed(self, frame: Frame, scene: Scene) -> Frame:
        """Dice, ballot, pages, sheet, times."""
        from kiosk.families.matador import framing  # with the first picture, not with the table

        return framing.framed(frame, scene)


FAMILY: Final = MatadorFamily()
