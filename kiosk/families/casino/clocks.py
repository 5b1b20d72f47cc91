"""Which of a table's clocks is the large one, and what is left of any of them. Pure."""

from __future__ import annotations

from kiosk.locale import minutes_text
from rules.casino.view import CasinoView, ClockView
from rules.kinds import GameMs


def main_clock(view: CasinoView) -> ClockView | None:
    """At tables the level's or the break's, else the playing time. At machines the time that all
    had at the start, then that of the machine which ends last.
    """
    if view.type != "slots":
        return view.stage or view.time
    if view.time is not None:
        return view.time
    clocks = [seat.machine for seat in view.seats if seat.machine is not None]
    return max(clocks, key=lambda clock: (clock.paused_left is None, clock.ends_at), default=None)


def any_clock(view: CasinoView) -> ClockView | None:
    """One that runs, where the large one does not: what else has to be drawn anew by the second."""
    clocks = [main_clock(view), view.time, view.rebuy, view.addon]
    clocks += [clock for seat in view.seats for clock in (seat.penalty, seat.machine)]
    return next((one for one in clocks if one is not None and one.paused_left is None), None)


def left_ms(clock: ClockView, now: GameMs) -> int:
    """Never below 0."""
    if clock.paused_left is not None:
        return clock.paused_left
    return max(0, clock.ends_at - now)


def gone_ms(clock: ClockView, now: GameMs) -> int:
    """What has passed of it, at most its length."""
    return min(clock.length_ms, clock.length_ms - left_ms(clock, now))


def left_text(clock: ClockView, now: GameMs) -> str:
    """Rounded up, so that 0:00 is the end."""
    return minutes_text(-(-left_ms(clock, now) // 1000))
