"""Where time comes from: `TimeSource`, its `SystemTime`, and `ManualTime` for tests.

Three clocks, never mixed up:

* *table time*, nanoseconds of the kernel's boot-time clock (it runs on through suspend and no
  NTP step moves it), times `rate`. Everything that times a game uses it and nothing else.
  `SystemTime` counts it from zero at boot, so `table_ns = boot_ns * rate` also after a restart of
  the program at the same rate, and a record needs no more than (boot_id, boot_ns, rate) to go on.
* the kernel's *edge stamps* (monotonic clock, which stands still in suspend): `from_kernel_ns`.
* the *wall clock*, a label with a trust mark, for people and for a restart after a power cut.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Final, NamedTuple, Protocol

_BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")
_SYNC_MARK: Final = Path("/run/systemd/timesync/synchronized")
_SANE_MS: Final = 1_735_689_600_000  # 2025-01-01: no table was built before; a dead clock says 1970
_QUICK_NS: Final = 100_000  # two readings further apart were interrupted
_TRIES: Final = 10
_SUSPENDED_NS: Final = 1_000_000
_LATE_CLOCK_STEP_S: Final = 3600.0  # no single wait is longer: a suspend is noticed within the hour


def earliest(*instants: int | None) -> int | None:
    """The first of these instants; None: there is none."""
    return min((at_ns for at_ns in instants if at_ns is not None), default=None)


class Wall(NamedTuple):
    """The wall clock: UTC milliseconds since 1970, and whether anything vouches for it."""

    ms: int
    synced: bool


class TimeSource(Protocol):
    """Time as the table's parts see it."""

    @property
    def rate(self) -> Fraction:
        """Table seconds in one real second (`--fast N`)."""

    @property
    def boot_id(self) -> str:
        """Changes with every start of the machine: table times of two boots never compare."""

    def now_ns(self) -> int:
        """Table time now."""

    def boot_ns(self) -> int:
        """The kernel's boot-time clock now, not scaled."""

    def wait_s(self, until_ns: int) -> float:
        """Real seconds to sleep until that table time; 0.0 when it has come."""

    def wait_until(self, until_ns: int, wake: threading.Event) -> bool:
        """Block until that table time or until `wake` is set; True when it was set."""

    def from_kernel_ns(self, kernel_ns: int) -> int:
        """Table time of a kernel edge stamp (monotonic clock)."""

    def wall(self) -> Wall:
        """The wall clock with its trust mark."""


class SystemTime:
    """The machine's clocks. `rate` above 1 is for simulated pins only."""

    def __init__(
        self,
        rate: int | float | Fraction = 1,
        *,
        sync_mark: Path = _SYNC_MARK,
        kernel_synced: Callable[[], bool] | None = None,
        wall_ns: Callable[[], int] = time.time_ns,
    ) -> None:
        if not rate > 0:
            raise ValueError(f"rate = {rate!r}; write a number above 0")
        self._rate = Fraction(rate).limit_denominator(1000)
        self._num, self._den = self._rate.numerator, self._rate.denominator
        self._sync_mark = sync_mark
        self._kernel_synced = kernel_synced
        self._wall_ns = wall_ns
        self._boot_id = ""
        self._slept_ns = 0

    @property
    def rate(self) -> Fraction:
        return self._rate

    @property
    def boot_id(self) -> str:
        if not self._boot_id:
            self._boot_id = _BOOT_ID.read_text(encoding="ascii").strip()
        return self._boot_id

    def now_ns(self) -> int:
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) * self._num // self._den

    def boot_ns(self) -> int:
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME)

    def wait_s(self, until_ns: int) -> float:
        left_ns = (until_ns - self.now_ns()) * self._den / self._num
        return min(max(left_ns, 0.0) / 1e9, _LATE_CLOCK_STEP_S)

    def wait_until(self, until_ns: int, wake: threading.Event) -> bool:
        while self.now_ns() < until_ns:
            if wake.wait(self.wait_s(until_ns)):
                return True
        return wake.is_set()

    def from_kernel_ns(self, kernel_ns: int) -> int:
        self._notice_suspend()
        return (kernel_ns + self._slept_ns) * self._num // self._den

    def wall(self) -> Wall:
        ms = self._wall_ns() // 1_000_000
        return Wall(ms, ms >= _SANE_MS and (self._sync_mark.exists() or self._asks_kernel()))

    def _notice_suspend(self) -> None:
        """The clocks differ by the time slept in suspend, else by nothing: one number for all.

        Two clocks cannot be read in one instant. A new difference with each edge would be off by
        whatever came between the readings, and edges of two seats would change their order.
        """
        for _ in range(_TRIES):
            before = time.monotonic_ns()
            boot = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
            after = time.monotonic_ns()
            if after - before < _QUICK_NS:
                slept_ns = boot - (before + after) // 2
                if abs(slept_ns - self._slept_ns) > _SUSPENDED_NS:
                    self._slept_ns = slept_ns
                return

    def _asks_kernel(self) -> bool:
        if self._kernel_synced is None:
            from firmware_py.kernelclock import kernel_clock_synced

            self._kernel_synced = kernel_clock_synced
        return self._kernel_synced()


class ManualTime:
    """Time that stands until it is moved. `auto`: a wait moves it to its end and returns at once.

    Wall time moves along with it unless `step_wall` moves the wall alone (as NTP does).
    """

    def __init__(
        self,
        now_ns: int = 1_000_000_000,
        *,
        wall_ms: int = 1_767_225_600_000,
        synced: bool = True,
        boot_id: str = "manual-boot",
        auto: bool = False,
    ) -> None:
        self._now_ns = now_ns
        self._wall = Wall(wall_ms, synced)
        self._wall_at_ns = now_ns
        self._boot_id = boot_id
        self._auto = auto
        self._moved = threading.Condition()

    @property
    def rate(self) -> Fraction:
        return Fraction(1)

    @property
    def boot_id(self) -> str:
        return self._boot_id

    def now_ns(self) -> int:
        return self._now_ns

    def boot_ns(self) -> int:
        return self._now_ns

    def wait_s(self, until_ns: int) -> float:
        return max(until_ns - self._now_ns, 0) / 1e9

    def wait_until(self, until_ns: int, wake: threading.Event) -> bool:
        with self._moved:
            if self._auto and not wake.is_set():
                self._now_ns = max(self._now_ns, until_ns)
            while self._now_ns < until_ns and not wake.is_set():
                self._moved.wait(0.01)  # `wake` cannot notify the condition
        return wake.is_set()

    def from_kernel_ns(self, kernel_ns: int) -> int:
        return kernel_ns

    def wall(self) -> Wall:
        moved_ms = (self._now_ns - self._wall_at_ns) // 1_000_000
        return Wall(self._wall.ms + moved_ms, self._wall.synced)

    def advance_ns(self, by_ns: int) -> int:
        """Move on and wake who waits; returns the new table time."""
        with self._moved:
            self._now_ns += by_ns
            self._moved.notify_all()
        return self._now_ns

    def advance_ms(self, by_ms: int) -> int:
        """Move on by whole milliseconds."""
        return self.advance_ns(by_ms * 1_000_000)

    def step_wall(self, by_ms: int, *, synced: bool = True) -> None:
        """Step the wall clock alone."""
        self._wall = Wall(self.wall().ms + by_ms, synced)
        self._wall_at_ns = self._now_ns
