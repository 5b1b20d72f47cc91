"""The casino's tournaments at the table (`kiosk/families/__init__.py`: what a family gives)."""

# * `desk.py` what hands mean, `requests.py` what players ask for by their buttons
# * `moves.py` what the director's log asks, `follow.py` how its clock is the hall's, `board.py`
#   what the hall's board may know
# * `verbs.py` the official's verbs, `stakes.py` new stakes in short, `sheet.py` the count,
#   `deal.py` how to share the prizes, `console.py` his console
# * `clocks.py` which clock is the large one, `news.py` the strip, `framing.py` what the picture is
#   made from, `screens/` the pictures
# * `samples.py`, `samplehall.py`, `samplemoves.py`, `samplepanels.py` frames for gallery and tests

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from firmware_py import patterns
from firmware_py.patterns import Pattern
from kiosk.families import Scene
from kiosk.families.casino.clocks import main_clock
from kiosk.families.casino.desk import CasinoDesk
from kiosk.families.casino.moves import ARRIVE
from kiosk.screens.frame import Frame, Line, Signal
from rules.casino.view import CasinoView, Mark, Phase, SeatView
from rules.edition import Edition
from rules.kinds import GameMs, Seat

if TYPE_CHECKING:
    from kiosk.families.casino.follow import Follower

STARTED_RULES: Final = (
    ("penalty", "RAY-OTHER-1"),
    ("level", "RAY-STRUCT-1"),
    ("break", "RAY-STRUCT-1"),
    ("colour-up", "RAY-STRUCT-1"),
    ("stakes", "RAY-STRUCT-4"),
    ("rebuy", "RAY-REBUY-1"),
    ("addon", "RAY-REBUY-4"),
    ("machine-end", "RAY-SLOT-4"),
    ("hand-for-hand", "RAY-PAY-1"),
    ("next-hand", "RAY-PAY-1"),
    ("in-the-money", "RAY-PAY-1"),
    ("start", "RAY-1-2"),
    ("time", "RAY-1-3"),
    ("last-", "RAY-1-3"),
    ("end", "RAY-1-3"),
    ("game-over", "RAY-1-4"),
)
"""How an announcement begins -> the rule behind it."""


class CasinoFamily:
    """The `ray-*` editions and what organisers make of them."""

    language = "sv"

    def desk(self, edition: Edition) -> CasinoDesk:
        """Knows whether the tournament is at tables or at machines."""
        return CasinoDesk(machines=edition.text("type") == "slots")

    def lamps(
        self, view: CasinoView, desk: CasinoDesk, now_ns: int
    ) -> Iterator[tuple[Seat, Pattern]]:
        """A request that waits blinks fast, and whom the director moves; a penalty and a faulty
        machine slowly; lit: has paid, or signs now.
        """
        moved = {one.seat for one in desk.moves(view) if one.ready and one.do != ARRIVE}
        for seat in view.seats:
            yield seat.seat, patterns.FAST if seat.seat in moved else _lamp(view, seat)

    def ends_at(self, view: CasinoView) -> GameMs | None:
        """RAY-STRUCT-1, RAY-SLOT-2: the level, the break, the playing time; None: none runs."""
        clock = main_clock(view)
        if view.phase is not Phase.PLAY or clock is None or clock.paused_left is not None:
            return None
        return clock.ends_at

    def warning_minutes(self, edition: Edition) -> Sequence[int]:
        """None: the casino's warnings say their seconds."""
        return ()

    def second_round(self, official: CasinoView) -> bool:
        """RAY-1-2: after the first level a false start is none any more."""
        return official.level is not None and official.level.number > 1

    def rule_of(self, announcement: str) -> str | None:
        """The rule behind it, by how it begins."""
        return next((rule for word, rule in STARTED_RULES if announcement.startswith(word)), None)

    def may_read(self, rule: str) -> bool:
        """Nothing at a tournament's table is secret."""
        return True

    def bottom(self, view: CasinoView) -> Line:
        """What a seat's press does now."""
        from kiosk.families.casino import framing

        return framing.bottom(view)

    def signal(self, view: CasinoView, at: GameMs, shown_ms: int) -> Signal | None:
        """No warning fills the screen: a level and a break have pictures of their own."""
        return None

    def board(self, view: CasinoView) -> Mapping[str, Any]:
        """For the hall's board on the league's page."""
        from kiosk.families.casino import board  # with the first live state, not with the table

        return board.board(view)

    def follower(self) -> Follower:
        """For a table that follows the hall's clock."""
        from kiosk.families.casino.follow import Follower  # where a league has one

        return Follower()

    def framed(self, frame: Frame, scene: Scene) -> Frame:
        """Who asks for what, the count, the instructions, when the break is over."""
        from kiosk.families.casino import framing  # with the first picture, not with the table

        return framing.framed(frame, scene)


def _lamp(view: CasinoView, seat: SeatView) -> Pattern:
    if seat.asks is not None or (view.phase is Phase.ENTRY and seat.mark is Mark.PRESENT):
        return patterns.FAST
    if seat.mark in (Mark.PENALTY, Mark.FAULTY):
        return patterns.SLOW
    if seat.mark is Mark.ARMED or (view.phase is Phase.ENTRY and seat.entered):
        return patterns.ON
    return patterns.OFF


FAMILY: Final = CasinoFamily()
