"""Locks the keypad against players: NumLock held for two seconds, and again to open it.

With a code, its digits and Enter have to follow the second hold. Pure: fed with one clock's stamps.
"""

from __future__ import annotations

from typing import Final

HOLD_NS: Final = 2_000_000_000
CODE_WITHIN_NS: Final = 10_000_000_000


class KeypadLock:
    """Whether keys count."""

    def __init__(self, code: str = "") -> None:
        self.locked = False
        self._code = code
        self._held_ns: int | None = None
        self._typed: str | None = None
        self._asked_ns = 0

    def numlock(self, down: bool, at_ns: int) -> None:
        """NumLock went down or came up."""
        self.pass_time(at_ns)
        self._held_ns = at_ns if down else None

    def due_ns(self) -> int | None:
        """When the hold is long enough; None: nobody holds it."""
        return None if self._held_ns is None else self._held_ns + HOLD_NS

    def pass_time(self, now_ns: int) -> None:
        """It is so late now."""
        due_ns = self.due_ns()
        if due_ns is None or now_ns < due_ns:
            return
        self._held_ns = None
        if not self.locked:
            self.locked = True
        elif self._code:
            self._typed, self._asked_ns = "", due_ns
        else:
            self.locked = False

    def typed(self, name: str, at_ns: int) -> None:
        """A key while it is locked: a part of the code, if that was asked for."""
        typed, self._typed = self._typed, None
        if typed is None or at_ns - self._asked_ns > CODE_WITHIN_NS:
            return
        if name == "kp_enter":
            self.locked = typed != self._code
        else:
            self._typed = typed + name.removeprefix("kp_")
