"""`SelfTest`: the parts in their order. Driven by a host: a running table, or `alone.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from firmware_py.kinds import Edge
from firmware_py.pinlines import SEATS
from firmware_py.selftest import ButtonWait, BuzzerScale, LampWalk
from firmware_py.table import Table
from kiosk.screens.frame import Tested, TestedItem
from kiosk.selftest import parts
from kiosk.selftest.check import Check, failed, item_name
from kiosk.selftest.parts import Buttons, Part, Sounding
from kiosk.selftest.playing import of_pins

YES: Final = frozenset(("y", "*", "kp_star"))
NO: Final = frozenset(("n", "/", "kp_slash"))
ON: Final = frozenset(("Enter", "Space", "kp_enter"))
END: Final = frozenset(("Escape", "Backspace", "kp_back"))
QUICK_NS: Final = 60_000_000


class SelfTest:
    """Lights, plays, shows, asks and waits; `done` when there is nothing left.

    `hands` False: nobody is there; whatever needs eyes, ears or fingers is left out.
    """

    def __init__(
        self,
        table: Table,
        *,
        sounding: Sounding,
        screen: Callable[[], Check],
        facts: Callable[[], Sequence[Check] | None],
        hands: bool = True,
        seats: Sequence[int] = SEATS,
        simulated_wanted: bool = False,
        timeout_ns: int = parts.TIMEOUT_NS,
    ) -> None:
        """`facts`: what the machine's own checks found (`machine.py`), None until they did.

        `simulated_wanted`: simulated pins are no fault, somebody asked for them.
        """
        each_ns = parts.MS * 400 if hands else QUICK_NS
        self._table = table
        self._pins = of_pins(table, wanted=simulated_wanted)
        self._buttons = Buttons(ButtonWait(table, seats, timeout_ns), hands=hands)
        walk = LampWalk(table, seats, each_ns)
        self._parts: list[Part] = [
            parts.Lamps(walk, asks=hands, timeout_ns=timeout_ns),
            self._buttons,
            parts.BuzzerPart(BuzzerScale(table), asks=hands, timeout_ns=timeout_ns),
            parts.Speaker(sounding, asks=hands, timeout_ns=timeout_ns),
            parts.ScreenPart(screen, asks=hands),
            parts.Facts(facts),
        ]
        self._left = iter(self._parts)
        self._part: Part | None = None
        self._through: list[Part] = []
        self._ended = False
        self.done = False
        """All parts are through."""

    @property
    def wake_ns(self) -> int | None:
        """When `pass_time` has something to do (table time)."""
        return None if self._part is None else self._part.wake_ns

    def begin(self, now_ns: int) -> None:
        """Begin with the lamps."""
        self._next(now_ns)

    def edge(self, edge: Edge) -> None:
        """A raw edge of an input line, before anything debounces it."""
        if self._part is not None:
            self._part.edge(edge)
            self._go_on(edge.at_ns)

    def key(self, name: str, now_ns: int) -> None:
        """A key of keyboard or keypad: YES, NO, on to the next part, or the end."""
        if self._part is None:
            return
        if name in YES or name in NO:
            self._part.answer(name in YES, now_ns)
        elif name in ON:
            self._part.skip(now_ns)
        elif name in END:
            self.end(now_ns)
        self._go_on(now_ns)

    def pass_time(self, now_ns: int) -> None:
        """What is due by now."""
        if self._part is not None:
            self._part.pass_time(now_ns)
            self._go_on(now_ns)

    def end(self, now_ns: int) -> None:
        """Somebody has had enough: only what needs nobody is still looked at."""
        if self._part is not None:
            self._ended = True
            self._part.skip(now_ns)
            self._go_on(now_ns)

    def checks(self) -> list[Check]:
        """What has been found, in the order of the parts."""
        found = [self._pins]
        for part in self._through:
            found += part.checks()
        return [*found, failed("test", "ended")] if self.done and self._ended else found

    def shown(self) -> Tested:
        """What people see of it now."""
        items = [
            TestedItem(item_name(check.item), check.ok, check.found, check.remedy)
            for check in self.checks()
        ]
        if self._part is None:
            return Tested(items=tuple(items), done=self.done)
        part = self._part.showing()
        waiting = [TestedItem(item_name(name)) for name in self._waiting()]
        return Tested(
            part.title, part.prompt, part.now, part.picture, (*items, *waiting), len(waiting)
        )

    def _waiting(self) -> tuple[str, ...]:
        return self._buttons.waiting if self._part is self._buttons else ()

    def _go_on(self, now_ns: int) -> None:
        while self._part is not None and self._part.done:
            self._through.append(self._part)
            self._next(now_ns)

    def _next(self, now_ns: int) -> None:
        left = self._left
        if self._ended:
            left = (part for part in self._left if isinstance(part, parts.Facts))
        self._part = next(left, None)
        self.done = self._part is None
        if self._part is not None:
            self._part.begin(now_ns)
            self._go_on(now_ns)


def as_json(checks: Sequence[Check], say: Callable[..., str]) -> list[Mapping[str, object]]:
    """The checks as `--json` prints them; `say` turns a `Line` into a text."""
    return [
        {
            "item": check.item,
            "ok": check.ok,
            "found": say(check.found),
            "remedy": None if check.remedy is None else say(check.remedy),
        }
        for check in checks
    ]
