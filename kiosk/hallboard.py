"""The hall's board as a table shows it: from the league's answer, checked, with nothing private."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.kinds import GameMs
from rules.value import Value

MOST: Final = 10**12
PLACES: Final = 10
WORDS: Final = 64


class HallBoard(Value):
    """What stands on it. Clocks as instants of the frame's time; `left_ms` where they stand."""

    name: str = ""
    level: int | None = None
    stakes: tuple[int, ...] = ()
    next_stakes: tuple[int, ...] = ()
    on_break: bool = False
    paused: bool = False
    last_hand: bool = False
    ends_at: GameMs | None = None
    left_ms: int | None = None
    break_at: GameMs | None = None
    break_left_ms: int | None = None
    break_after: int | None = None
    left: int = 0
    entrants: int = 0
    average: int | None = None
    points: int = 0
    prizes: tuple[int, ...] = ()
    shares: tuple[str, ...] = ()
    tables: int = 0
    together: int = 0
    waits: tuple[str, ...] = ()

    def left_at(self, now: GameMs) -> int | None:
        """What is left of the level or the break; None: it has no end."""
        return self.left_ms if self.ends_at is None else max(0, self.ends_at - now)

    def break_in(self, now: GameMs) -> int | None:
        """How long until the next break; None: nobody knows."""
        return self.break_left_ms if self.break_at is None else max(0, self.break_at - now)


def board_of(found: Mapping[str, Any], now: GameMs, late_ms: int) -> HallBoard:
    """The board at `now`, told `late_ms` ago. What is no number or word is left out."""
    paused = found.get("paused") is True
    left, ahead = _number(found.get("left_ms")), _number(found.get("break_ms"))
    gone = 0 if paused else late_ms
    runs = not paused

    def ends(ms: int | None) -> GameMs | None:
        return GameMs(now + ms - gone) if runs and ms is not None else None

    return HallBoard(
        name=_word(found.get("name")),
        level=_number(found.get("level")),
        stakes=_numbers(found.get("stakes"), 3),
        next_stakes=_numbers(found.get("next_stakes"), 3),
        on_break=found.get("on_break") is True,
        paused=paused,
        last_hand=found.get("last_hand") is True,
        ends_at=ends(left),
        left_ms=left if paused else None,
        break_at=ends(ahead),
        break_left_ms=ahead if paused else None,
        break_after=_number(found.get("break_after")),
        left=_number(found.get("left")) or 0,
        entrants=_number(found.get("entrants")) or 0,
        average=_number(found.get("average")),
        points=_number(found.get("points")) or 0,
        prizes=_numbers(found.get("prizes"), PLACES),
        shares=_words(found.get("shares"), PLACES),
        tables=_number(found.get("tables")) or 0,
        together=_number(found.get("together")) or 0,
        waits=_words(found.get("waits"), 6),
    )


def _number(found: Any) -> int | None:
    return found if type(found) is int and 0 <= found <= MOST else None


def _numbers(found: Any, most: int) -> tuple[int, ...]:
    if not isinstance(found, list):
        return ()
    return tuple(one for one in found[:most] if _number(one) is not None)


def _word(found: Any) -> str:
    return found[:WORDS] if isinstance(found, str) and found.isprintable() else ""


def _words(found: Any, most: int) -> tuple[str, ...]:
    return tuple(filter(None, map(_word, found[:most]))) if isinstance(found, list) else ()
