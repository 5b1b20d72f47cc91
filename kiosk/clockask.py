"""When nobody knows how long the table was away: the official says how much time is left.

Digits and START: minutes and seconds left (`2719`: 27:19; one or two digits: whole minutes).
YES: what the wall clock says, though nothing vouches for it. NO: no time passed. Pure.
"""

from __future__ import annotations

from typing import Final

from kiosk.gestures import Digit, Edit, Editing, Gesture, Judge, JudgeKey
from kiosk.locale import minutes_text
from kiosk.screens.frame import Question, line
from rules.kinds import GameMs
from rules.value import Value, replace

LONGEST: Final = 4


class ClockAsk(Value):
    """The open question: the last written instant, what the wall clock says, what is typed."""

    last: GameMs
    proposed: GameMs | None
    digits: str = ""


def asked(ask: ClockAsk, gesture: Gesture, ends_at: GameMs | None) -> ClockAsk | GameMs:
    """The question after a gesture, or the game time of now that answers it.

    `ends_at`: when the running timer runs out.
    """
    match gesture:
        case Digit(digit):
            return replace(ask, digits=(ask.digits + str(digit))[-LONGEST:])
        case Editing(edit):
            return replace(ask, digits="" if edit is Edit.CANCEL else ask.digits[:-1])
        case JudgeKey(Judge.YES, True) if ask.proposed is not None:
            return ask.proposed
        case JudgeKey(Judge.NO, True):
            return ask.last
        case JudgeKey(Judge.NEXT, True) if ask.digits:
            return _typed(ask, ends_at)
    return ask


def question(ask: ClockAsk, ends_at: GameMs | None) -> Question:
    """How the screen asks."""
    typed = _shown(ask.digits) if ask.digits else "–:––"
    last = _left(ask.last, ends_at)
    proposed = last if ask.proposed is None else _left(ask.proposed, ends_at)
    return Question(
        line("kiosk.clock.ask", typed=typed),
        line("kiosk.clock.choices", yes=proposed, no=last),
    )


def _typed(ask: ClockAsk, ends_at: GameMs | None) -> ClockAsk | GameMs:
    """The game time at which so much is left; asked again if the record knows better."""
    minutes, seconds = _split(ask.digits)
    now = (ends_at or 0) - (minutes * 60 + seconds) * 1000
    if seconds > 59 or now < ask.last:
        return replace(ask, digits="")
    return GameMs(now)


def _split(digits: str) -> tuple[int, int]:
    if len(digits) <= 2:
        return int(digits), 0
    return int(digits[:-2]), int(digits[-2:])


def _shown(digits: str) -> str:
    minutes, seconds = _split(digits)
    return f"{minutes}:{seconds:02}"


def _left(at: GameMs, ends_at: GameMs | None) -> str:
    return minutes_text(max(0, (ends_at or 0) - at) // 1000)
