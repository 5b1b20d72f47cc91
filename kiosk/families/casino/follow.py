"""What a tournament's table has to do so that its clock is the hall's. Pure but for its memory.

A new act of the director is done at its instant, exactly. What the two clocks drift apart is taken
back a little at a time, by the table's own timers: so every level begins once, and no clock jumps.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.actions import read_level
from rules.casino.timeline import Line, Place, structure_mark
from rules.casino.view import CasinoView, ClockView, Phase
from rules.errors import ActionError
from rules.kinds import GameMs
from rules.value import Value

NEAR_MS: Final = 20
"""So close is close enough."""
FAR_MS: Final = 10_000
"""What is further apart was no drift: it is put right at once."""
MOST_MS: Final = 100
"""So much is taken back with an answer, which comes every two seconds: a clock that is put right
runs a twentieth faster or slower."""
JOIN_MS: Final = 60_000

Fields = dict[str, Any]


class Told(Value):
    """What the hall's clock says, as of `at_ms` on it: where it stands, and what is left.

    `back`: the act, up to now, by which the director took a level back last; 0: none.
    """

    number: int
    at_ms: int
    place: Place
    paused: bool = False
    left_ms: int | None = None
    time_ms: int | None = None
    rebuy_ms: int | None = None
    last_hand: bool = False
    back: int = 0
    over: bool = False
    reason: str = ""
    structure: str = ""
    levels: tuple[Any, ...] | None = None

    def left(self, what: int | None, hall_ms: int) -> int | None:
        """What is left of a clock when the hall's shows `hall_ms`."""
        gone = 0 if self.paused else max(0, hall_ms - self.at_ms)
        return None if what is None else what - gone


def told_of(found: Mapping[str, Any], at_ms: int) -> Told | None:
    """What the league said, or None where it is nothing that we understand."""
    try:
        levels = found.get("levels")
        return Told(
            number=int(found["number"]),
            at_ms=int(found.get("from_ms", at_ms)),
            place=Place(int(found["level"]), bool(found.get("on_break"))),
            paused=bool(found.get("paused")),
            left_ms=_whole(found.get("left_ms")),
            time_ms=_whole(found.get("time_ms")),
            rebuy_ms=_whole(found.get("rebuy_ms")),
            last_hand=bool(found.get("last_hand")),
            back=int(found.get("back", 0)),
            over=bool(found.get("over")),
            reason=str(found.get("reason", ""))[:200],
            structure=str(found.get("structure", "")),
            levels=None if levels is None else tuple(read_level("level", one) for one in levels),
        )
    except (KeyError, TypeError, ValueError, ActionError):
        return None


class Follower:
    """One table behind the hall's clock."""

    def __init__(self) -> None:
        self._told: Told | None = None
        self._next: Told | None = None
        self._together = 0
        self._refused: tuple[Any, ...] | None = None

    def heard(self, told: Mapping[str, Any]) -> None:
        """An answer of the league came."""
        now, coming = told.get("clock"), told.get("next")
        at_ms = int(told["at_ms"])
        self._told = told_of(now, at_ms) if isinstance(now, dict) else None
        self._next = told_of(coming, at_ms) if isinstance(coming, dict) else None
        together = told.get("together", 0)
        self._together = together if type(together) is int else 0

    def next_ms(self, view: CasinoView) -> int | None:
        """When the director's next act holds; None: none is known, or it is done."""
        coming = self._next
        if coming is None or view.hall >= coming.number or self._is_refused(view, coming):
            return None
        return None if view.phase not in (Phase.ENTRY, Phase.PLAY) or view.alone else coming.at_ms

    def acts(self, view: CasinoView, now: GameMs, hall_ms: int) -> list[Fields]:
        """What puts this table where the hall is, at this instant of the hall's clock."""
        told = self._now(hall_ms)
        found = None if told is None else self.act(view, now, told, hall_ms)
        if found is not None:
            return [found]
        follows = view.phase is Phase.PLAY and view.hall and not view.alone
        if follows and self._together != view.together:
            return [{"do": "together", "hand": self._together}]
        return []

    def is_apart(self, view: CasinoView) -> bool:
        """RAY-STRUCT-4: the hall runs by other levels or breaks than this table was opened with."""
        told = self._told or self._next
        if told is None or told.over or view.phase not in (Phase.ENTRY, Phase.PLAY):
            return False
        return told.levels is None and not same_structure(view, told)

    def refused(self, view: CasinoView) -> None:
        """The rules did not take it: it is asked again when the table or the hall's clock is not
        what it was.
        """
        self._refused = _state(view, self._told), _state(view, self._next)

    def act(self, view: CasinoView, now: GameMs, told: Told, hall_ms: int) -> Fields | None:
        """The action that puts this table's clock where the hall's is; None: nothing to do."""
        if told.over or view.alone or self._is_refused(view, told):
            return None
        if view.phase is Phase.ENTRY:
            return _exact(view, told, hall_ms) if _begins(view, told, hall_ms) else None
        if view.phase is not Phase.PLAY:
            return None
        if not same_structure(view, told) and told.levels is None:
            return None  # another tournament's table: its clock is its own
        if told.number != view.hall:
            return _exact(view, told, hall_ms)
        if view.paused or told.paused:
            return None
        return self._drifted(view, now, told, hall_ms)

    def _now(self, hall_ms: int) -> Told | None:
        coming = self._next
        return coming if coming is not None and hall_ms >= coming.at_ms else self._told

    def _is_refused(self, view: CasinoView, told: Told) -> bool:
        return self._refused is not None and _state(view, told) in self._refused

    def _drifted(self, view: CasinoView, now: GameMs, told: Told, hall_ms: int) -> Fields | None:
        line, here = line_of(view), place_of(view)
        own, left = _left(view.stage, now), told.left(told.left_ms, hall_ms)
        place, left = rolled(line, told.place, left)
        if own is None or left is None:
            return _exact(view, told, hall_ms) if place > here else None
        apart = line.at(place, left) - line.at(here, own)
        if abs(apart) > FAR_MS:
            return _exact(view, told, hall_ms)
        if abs(apart) <= NEAR_MS:
            return None
        fields = _fields(told, here, max(0, own - _at_most(apart)))
        for word, clock in (("time_ms", view.time), ("rebuy_ms", view.rebuy)):
            has, goal = _left(clock, now), told.left(getattr(told, word), hall_ms)
            if has is not None and goal is not None:
                fields[word] = max(0, has - _at_most(has - goal))
        return fields


def _begins(view: CasinoView, told: Told, hall_ms: int) -> bool:
    """The director has just started the clock. Where it ran already the table's own START joins:
    the cashier has to finish first.
    """
    left = told.left(told.left_ms, hall_ms)
    gone = hall_ms - told.at_ms if left is None else line_of(view).length(Place(1)) - left
    is_new = told.place == Place(1) and gone <= JOIN_MS
    return is_new and same_structure(view, told) and sum(one.entered for one in view.seats) != 1


def same_structure(view: CasinoView, told: Told) -> bool:
    """Whether this table plays by the levels and breaks that the hall's clock runs by."""
    return told.structure in ("", structure_mark(view.levels, view.plan.breaks))


def line_of(view: CasinoView) -> Line:
    """The schedule of this table as a line of time."""
    return Line([level.ms for level in view.levels], view.plan.breaks)


def place_of(view: CasinoView) -> Place:
    """Where this table's clock stands."""
    return Place(0 if view.level is None else view.level.number, view.on_break)


def rolled(line: Line, place: Place, left: int | None) -> tuple[Place, int | None]:
    """Where a clock is that ran on since then: past the end of a level is in the next one."""
    for ahead in [one for one in line.places() if one > place]:
        if left is None or left > 0:
            break
        length = line.length(ahead)
        place, left = ahead, length + left if length else None
    return place, left


def _exact(view: CasinoView, told: Told, hall_ms: int) -> Fields:
    """Put it where the hall's clock stands. Where the table is ahead of it, it waits there: only
    the director takes a level back.
    """
    line, here, left = line_of(view), place_of(view), told.left(told.left_ms, hall_ms)
    if told.levels is not None:
        line = Line([GameMs(dict(one).get("minutes", 0) * 60_000) for one in told.levels],
                    view.plan.breaks)  # fmt: skip
    place = told.place
    if not told.paused:
        place, left = rolled(line, told.place, left)
    back = view.hall < max(1, told.back)
    if view.phase is Phase.PLAY and place < here and not back:
        if left is not None and view.stage is not None:
            left = line.length(here) + line.start(here) - line.at(place, left)
        place = here
    fields = _fields(told, place, None if left is None else max(0, left))
    for word in ("time_ms", "rebuy_ms"):
        goal = told.left(getattr(told, word), hall_ms)
        if goal is not None:
            fields[word] = max(0, goal)
    if back and view.phase is Phase.PLAY:
        fields["back"] = True
    if told.last_hand:
        fields["last_hand"] = True
    if told.levels is not None and not same_structure(view, told):
        fields["levels"] = [dict(one) for one in told.levels]
    if told.reason:
        fields["reason"] = told.reason
    return fields


def _fields(told: Told, place: Place, left: int | None) -> Fields:
    fields: Fields = {"do": "hall", "number": told.number, "level": place.level}
    if place.on_break:
        fields["on_break"] = True
    if told.paused:
        fields["paused"] = True
    if left is not None:
        fields["left_ms"] = left
    return fields


def _left(clock: ClockView | None, now: GameMs) -> int | None:
    if clock is None:
        return None
    return clock.ends_at - now if clock.paused_left is None else clock.paused_left


def _state(view: CasinoView, told: Told | None) -> tuple[Any, ...]:
    if told is None:
        return ()
    return view.phase, sum(seat.entered for seat in view.seats), told.number, told.place


def _at_most(ms: int) -> int:
    return max(-MOST_MS, min(MOST_MS, ms))


def _whole(found: Any) -> int | None:
    return None if found is None else int(found)
