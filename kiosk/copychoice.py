"""What a table without a game does with the copies on a stick: which one, and YES twice.

YES says that the game goes on here, the second YES, within ten seconds, that the other table is
off: silence is NO. MENU leads to the next copy and then to all else that the table offers. Pure.
"""

from __future__ import annotations

from typing import Final

from firmware_py.timesource import Wall
from kiosk.gestures import Gesture, Judge, JudgeKey, Menu
from kiosk.inbox import Copied
from kiosk.locale import minutes_text
from kiosk.screens.frame import DECISION_MS, Idle, Line, line

SURE_NS: Final = DECISION_MS * 1_000_000
HOUR_S: Final = 3600


class CopyChoice:
    """The copies, the one that is offered, and whether YES was said once."""

    def __init__(self) -> None:
        self._copies: tuple[Copied, ...] = ()
        self._at: int | None = None
        self._sure_ns: int | None = None
        self._taken: Copied | None = None
        self._age: Line = Line("kiosk.spare.age.unknown")

    @property
    def offered(self) -> Copied | None:
        """The copy that is asked about."""
        return None if self._at is None else self._copies[self._at]

    def found(self, copies: tuple[Copied, ...]) -> None:
        """These lie on sticks now. What was declined is offered again when something else is."""
        before = [(one.game, one.table, one.found is None) for one in self._copies]
        now = [(one.game, one.table, one.found is None) for one in copies]
        self._copies = copies
        if now != before:
            self._sure_ns = None
            self.again()

    def again(self) -> None:
        """Offer the first one, if there is one."""
        self._at = 0 if self._copies else None

    def leave(self) -> None:
        """Offer none of them."""
        self._at, self._sure_ns = None, None

    def gesture(self, gesture: Gesture) -> bool:
        """What a hand did while a copy is offered; False: it means what it always means."""
        offered = self.offered
        if offered is None:
            return False
        match gesture:
            case JudgeKey(key=Judge.YES, down=True) if offered.found is not None:
                if self._sure_ns is None:
                    self._sure_ns = gesture.at_ns
                else:
                    self._taken = offered
                    self.leave()
            case JudgeKey(key=Judge.NO, down=True) if self._sure_ns is not None:
                self._sure_ns = None
            case JudgeKey(key=Judge.NO, down=True):
                self.leave()
            case Menu():
                self._sure_ns, after = None, (self._at or 0) + 1
                self._at = after if after < len(self._copies) else None
            case _:
                return isinstance(gesture, JudgeKey)  # START would begin what nobody sees
        return True

    def take(self) -> Copied | None:
        """The copy to which YES was said twice; told once."""
        taken, self._taken = self._taken, None
        return taken

    def grows_older(self, wall: Wall) -> bool:
        """Once a second; whether another age is shown."""
        before, copy = self._age, self.offered
        if copy is not None:
            self._age = age(copy.at_ms, wall)
        return self._age != before

    def pass_time(self, now_ns: int) -> bool:
        """Silence is NO; whether the picture changed."""
        if self._sure_ns is None or now_ns < self._sure_ns + SURE_NS:
            return False
        self._sure_ns = None
        return True

    def wake_ns(self) -> int | None:
        """When `pass_time` has something to do."""
        return None if self._sure_ns is None else self._sure_ns + SURE_NS

    def told(self) -> dict[str, str] | None:
        """The copy that is asked about, for `kiosk status`."""
        copy = self.offered
        if copy is None:
            return None
        return {"state": self._state(copy), "game": copy.game, "table": copy.table}

    def _state(self, copy: Copied) -> str:
        if self._sure_ns is not None:
            return "sure"
        return "stick" if copy.found is not None else "foreign" if copy.foreign else "damaged"

    def idle(self) -> Idle | None:
        """What the idle screen shows of it; None: no copy is offered."""
        copy = self.offered
        if copy is None:
            return None
        state = self._state(copy)
        among, number = len(self._copies), (self._at or 0) + 1
        text = line(f"kiosk.idle.spare.{state}", table=copy.table, game=copy.game, age=self._age)
        return Idle(spare=state, spare_text=text, among=among, number=number)


def age(at_ms: int | None, wall: Wall) -> Line:
    """How old a copy is, where both tables' clocks were set."""
    old_s = -1 if at_ms is None or not wall.synced else (wall.ms - at_ms) // 1000
    if old_s < 0:
        return Line("kiosk.spare.age.unknown")
    if old_s < HOUR_S:
        return line("kiosk.spare.age.time", time=minutes_text(old_s))
    return line("kiosk.spare.age.hours", count=old_s // HOUR_S)
