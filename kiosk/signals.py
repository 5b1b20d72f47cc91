"""The one table: what is announced -> what is heard, what all lamps do, what the screen shows.

Sound, lamps and screen of a row say the same: as many strokes as bars as flashes. Tests walk
every row. A word stands for all its numbers (`level` for `level:7`). What is not in the table is
told by the screen alone: nothing ever sounds for rent, a claim, a debt, a foul, a question, or
whose turn it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from firmware_py import patterns
from firmware_py.patterns import Pattern
from rules.value import Value


class Picture(StrEnum):
    """What the whole screen looks like at that moment."""

    BARS = "bars"
    STRIPES = "stripes"
    RULER = "ruler"
    ZERO = "zero"
    TICK = "tick"
    CROSS = "cross"
    WINDOW = "window"
    NIGHT = "night"
    DAY = "day"
    STAKES = "stakes"
    PILLARS = "pillars"
    GAME = "game"
    RESULT = "result"
    BLOCK = "block"


class Signal(Value):
    """One meaning. `count` is how many strokes, bars and flashes it has, 0 where it does not count.

    `lamps` None leaves the lamps alone; `frees_lamps` ends what an earlier signal shows on them.
    `asked`: not all lamps do it, but those of the seats that are asked (ballot.py).
    `text` is the key of what it means, for people who learn the sounds.
    """

    sound: str
    picture: Picture
    text: str
    lamps: Pattern | None = None
    count: int = 0
    frees_lamps: bool = False
    asked: bool = False


WARNINGS: Final = (
    Signal("warn-1", Picture.BARS, "kiosk.told.warn", patterns.flashes(1), 1),
    Signal("warn-2", Picture.BARS, "kiosk.told.warn", patterns.flashes(2), 2),
    Signal("warn-3", Picture.BARS, "kiosk.told.warn", patterns.flashes(3), 3),
    Signal("warn-4", Picture.BARS, "kiosk.told.warn", patterns.flashes(4), 4),
    Signal("warn-5", Picture.BARS, "kiosk.told.warn", patterns.flashes(5), 5),
)
"""The first to the fifth warning of an edition, whatever its minutes are (`warn-30`: the first;
`left-15`: the first of an evening).
"""

_START: Final = Signal("start", Picture.GAME, "kiosk.told.start", patterns.on_for(1000))
_TEN_LEFT: Final = Signal("ten-left", Picture.RULER, "kiosk.told.ten_left", patterns.gaps(1), 1)
_TIME_UP: Final = Signal("time-up", Picture.ZERO, "kiosk.told.time_up", patterns.on_for(1000))
_MINUTE_LEFT: Final = Signal(
    "minute-left", Picture.RULER, "kiosk.told.minute_left", patterns.gaps(6), 6
)
_STAKES: Final = Signal("level-up", Picture.STAKES, "kiosk.told.level", patterns.flashes(2))
_REBUYS_END: Final = Signal(
    "rebuy-ending", Picture.RULER, "kiosk.told.rebuy_ending", patterns.flashes(3)
)
_CLOSED: Final = Signal("closed", Picture.WINDOW, "kiosk.told.closed", frees_lamps=True)

COUNTED: Final = ("warn", "left")
"""Warnings by minutes: so many gone, so many left."""

FAULT: Final = Signal("fault", Picture.BLOCK, "kiosk.told.fault", patterns.THREE_DOUBLE, 3)

SIGNALS: Final[Mapping[str, Signal]] = MappingProxyType(
    {
        "start": _START,
        "next-hand": _START,
        "end": Signal("end", Picture.STRIPES, "kiosk.told.end", patterns.on_for(3000)),
        "game-over": Signal(
            "game-over", Picture.RESULT, "kiosk.told.game_over", patterns.on_for(3000)
        ),
        "fault": FAULT,
        "speech-10": _TEN_LEFT,
        "timeout-10": _TEN_LEFT,
        "defence-10": _TEN_LEFT,
        "leave-10": _TEN_LEFT,
        "timeout-30": Signal(
            "thirty-left", Picture.RULER, "kiosk.told.thirty_left", patterns.gaps(3), 3
        ),
        "level-60": _MINUTE_LEFT,
        "break-60": _MINUTE_LEFT,
        "speech-end": _TIME_UP,
        "timeout-end": _TIME_UP,
        "defence-end": _TIME_UP,
        "leave-end": _TIME_UP,
        "penalty-end": _TIME_UP,
        "yes-open": Signal("yes", Picture.TICK, "kiosk.told.yes", patterns.FAST, asked=True),
        "no-open": Signal("no", Picture.CROSS, "kiosk.told.no", patterns.SLOW, asked=True),
        "vote-open": Signal("open", Picture.WINDOW, "kiosk.told.open", patterns.ON),
        "vote-close": _CLOSED,
        "ballot-end": _CLOSED,
        "night": Signal("night", Picture.NIGHT, "kiosk.told.night", patterns.OFF),
        "day": Signal("day", Picture.DAY, "kiosk.told.day", patterns.flashes(1)),
        "level": _STAKES,
        "break": Signal("break", Picture.PILLARS, "kiosk.told.break", patterns.TWO_LONG, 2),
        "break-end": Signal(
            "break-over", Picture.GAME, "kiosk.told.break_over", patterns.blink_for(2000)
        ),
        "rebuy-300": _REBUYS_END,
        "rebuy-last": _REBUYS_END,
        "rebuy-end": _CLOSED,
        "addon-60": _MINUTE_LEFT,
        "addon-end": _CLOSED,
        "time-60": _MINUTE_LEFT,
        "machine-end": _TIME_UP,
        "stakes": _STAKES,
        "last-hand": Signal(
            "last-hand", Picture.GAME, "kiosk.told.last_hand", patterns.THREE_SHORT_ONE_LONG
        ),
        "last-round": Signal(
            "last-round", Picture.GAME, "kiosk.told.last_round", patterns.flashes(5), 5
        ),
        "dice-closed": Signal(
            "dice-closed", Picture.GAME, "kiosk.told.dice_closed", patterns.TWO_SHORT_ONE_LONG
        ),
    }
)

FOR_THE_OFFICIAL: Final = ("signed", "recorded", "refused", "undo", "link-lost")
"""Sounds that answer the official. No announcement has them; in HUN and Mafia none is played."""

_HUN: Final = frozenset({"start", *(w.sound for w in WARNINGS), "end", "game-over", "fault"})
_MAFIA: Final = frozenset(
    {"ten-left", "time-up", "open", "closed", "night", "day", "game-over", "fault"}
)
_EVERY: Final = frozenset({s.sound for s in (*SIGNALS.values(), *WARNINGS)})
_HEARD: Final = MappingProxyType({"HUN": _HUN, "MAFN": _MAFIA, "MAFA": _MAFIA})


def heard(document: str) -> frozenset[str]:
    """The sounds a table may play under a rule document (`HUN`), in every edition made from it."""
    return _HEARD.get(document, _EVERY)


MASK: Final = "mask"
"""The noise that covers the host's keys at night."""


def is_masked(document: str) -> bool:
    """Somebody types at night what nobody may hear."""
    return document in _HEARD and "night" in _HEARD[document]


def signal_of(announcement: str, warning_minutes: Sequence[int] = ()) -> Signal | None:
    """The signal of an announcement id; None: told by the screen alone.

    `warning_minutes` are those of the edition, in order: they say the how-manieth a `warn-75` is,
    or a `left-5`.
    """
    word, _, minute = announcement.partition("-")
    if word in COUNTED and minute.isdecimal() and int(minute) in warning_minutes:
        return WARNINGS[min(warning_minutes.index(int(minute)), len(WARNINGS) - 1)]
    return SIGNALS.get(announcement.partition(":")[0])
