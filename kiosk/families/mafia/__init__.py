"""The Mafia family at the table (`kiosk/families/__init__.py` says what a family gives)."""

# * `desk.py` what hands mean, `pads.py` fists and lifted hands, `lifting.py` the vote on all tied,
#   `count.py` the host's own count
# * `onward.py` the host's one key, `night.py` what he types blind, `names.py` seats told one by one
# * `verbs.py` his verbs, `reasons.py` why, `console.py` his console
# * `own.py` and `framing.py` what the picture is made from, `screens/` the pictures
# * `samples.py` frames of every screen for gallery and tests

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from firmware_py import patterns
from firmware_py.patterns import Pattern
from kiosk.families import Scene
from kiosk.families.mafia.desk import MafiaDesk
from kiosk.screens.frame import Frame, Line, Signal
from rules.edition import Edition
from rules.kinds import GameMs, Seat
from rules.mafia.view import MafiaView, Mark, Phase, SeatView

MOST_GAPS: Final = 3
RULES: Final = {
    "night": "MAFN-GEN-1",
    "day": "MAF-P-9",
    "speech": "MAFN-DAY-1",
    "vote": "MAFN-VOTE-1",
    "game": "MAFN-GEN-5",
}
"""Announcement -> the rule behind it."""


class MafiaFamily:
    """`mafia-nuances`, `mafia-aktau-2015` and what clubs make of them."""

    language = "ru"

    def desk(self, edition: Edition) -> MafiaDesk:
        """Knows how votes come in, and how long a window is."""
        return MafiaDesk(
            pads=edition.text("vote_input") == "pads",
            window_ms=1000 * edition.whole("vote_window"),
            half_lifts=edition.text("lift_majority") == "half",
            yields=edition.flag("seat_press_yields"),
            last_foul=edition.whole("foul_removal"),
            mafn=edition.text("profile") == "mafn",
        )

    def lamps(
        self, view: MafiaView, desk: MafiaDesk, now_ns: int
    ) -> Iterator[tuple[Seat, Pattern]]:
        """MAFN-DAY-5: fouls stand on each lamp; steady for who speaks; by night all are dark."""
        for seat in view.seats:
            yield seat.seat, _lamp(view, seat)

    def ends_at(self, view: MafiaView) -> GameMs | None:
        """MAFN-DAY-1: the running speech; MAFN-VOTE-1: the window."""
        if view.phase is Phase.NIGHT:
            return None
        if view.ballot is not None and view.ballot.open_until is not None:
            return view.ballot.open_until
        return None if view.speaker is None else view.speaker.timer.ends_at

    def warning_minutes(self, edition: Edition) -> Sequence[int]:
        """None: nothing here is told by the minute."""
        return ()

    def second_round(self, official: Any) -> bool:
        """MAFN-GEN-13: a replay is the panel's, at any time."""
        return False

    def rule_of(self, announcement: str) -> str | None:
        """The rule behind an announcement."""
        return RULES.get(announcement.partition(":")[0].partition("-")[0])

    def may_read(self, rule: str) -> bool:
        """The rules are everybody's; which of them a private entry met is not told anyway."""
        return True

    def bottom(self, view: MafiaView) -> Line:
        """What a seat's press does now."""
        from kiosk.families.mafia import framing

        return framing.bottom(view)

    def signal(self, view: MafiaView, at: GameMs, shown_ms: int) -> Signal | None:
        """No warning fills the screen."""
        return None

    def framed(self, frame: Frame, scene: Scene) -> Frame:
        """Own parts by day; by night one picture."""
        from kiosk.families.mafia import framing  # with the first picture, not with the table

        return framing.framed(frame, scene)


def _lamp(view: MafiaView, seat: SeatView) -> Pattern:
    if view.phase in (Phase.NIGHT, Phase.CLOSED, Phase.VOID):
        return patterns.OFF
    fouls = min(seat.fouls, MOST_GAPS)
    if seat.mark is Mark.TURN:
        return patterns.fouls(fouls) if fouls else patterns.ON
    if not seat.alive or not fouls:
        return patterns.OFF
    return STANDING[fouls]


def _standing(fouls: int) -> Pattern:
    """So many short flashes in the dark, again and again: not at turn, but with fouls."""
    steps = ((True, 250), (False, 250)) * (fouls - 1)
    return Pattern((*steps, (True, 250), (False, 2_750)), repeat=True)


STANDING: Final = {fouls: _standing(fouls) for fouls in range(1, MOST_GAPS + 1)}

FAMILY: Final = MafiaFamily()
