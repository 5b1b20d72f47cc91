"""What the screen says of a game that changed its table: at the spare, and at the table it left."""

from __future__ import annotations

from typing import Final

from kiosk.locale import minutes_text
from kiosk.screens.frame import Fault, Line, line
from rules.kinds import GameMs

CODE: Final = "SPARE"


def taken(giver: str, at: GameMs, lines: int, last: Line | None, clock: Line) -> Fault:
    """At the spare: where the copy ends, what is `last` in it, what may be missing, what the
    `clock` did since.
    """
    number = str(lines)
    detail = line("kiosk.spare.ends", time=_time(at), line=number)
    if last is not None:
        detail = line("kiosk.spare.ends_with", what=last, time=_time(at), line=number)
    missing = line("kiosk.spare.missing", time=_time(at))
    title = line("kiosk.spare.taken", table=giver)
    return Fault(CODE, title, detail, (missing, clock, Line("kiosk.spare.check")))


def clock_asked() -> Line:
    """Nobody knows how long it was."""
    return Line("kiosk.spare.clock.asked")


def clock_none() -> Line:
    """No clock was running."""
    return Line("kiosk.spare.clock.none")


def clock_lost(lost: GameMs) -> Line:
    """Both clocks were set: so much of the game has passed."""
    return line("kiosk.spare.clock.lost", time=_time(lost))


def went(taker: str, reason: str) -> Fault:
    """At the table that the game left."""
    steps = (
        line("kiosk.spare.play_there", table=taker),
        Line("kiosk.spare.aside"),
        Line("kiosk.spare.free"),
    )
    detail = line("kiosk.spare.reason", why=reason) if reason else None
    return Fault(CODE, line("kiosk.spare.went", table=taker), detail, steps)


def _time(at: GameMs) -> str:
    return minutes_text(at // 1000)
