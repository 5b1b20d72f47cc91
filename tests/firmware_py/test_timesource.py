"""Table time, its factor, the wall clock's trust mark, and waiting."""

from __future__ import annotations

import threading
import time
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.kernelclock import kernel_clock_synced
from firmware_py.timesource import ManualTime, SystemTime, TimeSource, Wall

SECOND = 1_000_000_000


def boot_ns() -> int:
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


def test_table_time_is_boot_time() -> None:
    before, now, after = boot_ns(), SystemTime().now_ns(), boot_ns()
    assert before <= now <= after


def test_fast_60_runs_sixty_times_as_fast_from_the_boot() -> None:
    before, now, after = boot_ns(), SystemTime(60).now_ns(), boot_ns()
    assert before * 60 <= now <= after * 60


def test_a_restart_at_the_same_rate_goes_on_at_the_same_table_time() -> None:
    first = SystemTime(600).now_ns()
    second = SystemTime(600).now_ns()
    assert 0 <= second - first < 600 * SECOND


def test_a_factor_with_a_fraction_is_exact() -> None:
    assert SystemTime(2.5).rate == Fraction(5, 2)
    assert SystemTime(0.1).rate == Fraction(1, 10)


def test_a_factor_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="rate = 0; write a number above 0"):
        SystemTime(0)


def test_real_seconds_to_sleep_shrink_with_the_factor() -> None:
    source = SystemTime(100)
    assert 0.9 < source.wait_s(source.now_ns() + 100 * SECOND) <= 1.0
    assert source.wait_s(source.now_ns() - 1) == 0.0


def test_a_kernel_stamp_becomes_table_time() -> None:
    source = SystemTime(3)
    before, stamp, after = boot_ns(), time.monotonic_ns(), boot_ns()
    at_ns = source.from_kernel_ns(stamp)
    slack = 3 * 5_000_000
    assert before * 3 - slack <= at_ns <= after * 3 + slack


def test_kernel_stamps_keep_their_order_and_distances() -> None:
    source = SystemTime()
    stamps = [time.monotonic_ns() for _ in range(2000)]
    told = [source.from_kernel_ns(stamp) for stamp in stamps]
    assert [at - told[0] for at in told] == [stamp - stamps[0] for stamp in stamps]


def test_the_boot_id_is_the_machines() -> None:
    wanted = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    assert SystemTime().boot_id == wanted
    assert len(wanted) == 36


@pytest.mark.parametrize(
    ("mark", "kernel", "synced"), [(True, False, True), (False, True, True), (False, False, False)]
)
def test_the_wall_clock_is_trusted_when_somebody_vouches_for_it(
    tmp_path: Path, mark: bool, kernel: bool, synced: bool
) -> None:
    file = tmp_path / "synchronized"
    if mark:
        file.touch()
    wall = SystemTime(sync_mark=file, kernel_synced=lambda: kernel).wall()
    assert wall.synced is synced
    assert abs(wall.ms - time.time_ns() // 1_000_000) < 1000


@pytest.mark.parametrize("year_ns", [0, 1_600_000_000 * SECOND])
def test_a_clock_from_before_the_table_was_built_is_never_trusted(
    tmp_path: Path, year_ns: int
) -> None:
    mark = tmp_path / "synchronized"
    mark.touch()
    source = SystemTime(sync_mark=mark, kernel_synced=lambda: True, wall_ns=lambda: year_ns)
    assert source.wall() == Wall(year_ns // 1_000_000, False)


def test_the_kernel_is_asked_without_a_crash() -> None:
    assert kernel_clock_synced() in (True, False)


def test_manual_time_stands_until_it_is_moved() -> None:
    source = ManualTime(5)
    assert (source.now_ns(), source.now_ns(), source.boot_ns()) == (5, 5, 5)
    assert source.advance_ms(2) == 2_000_005
    assert source.wait_s(source.now_ns() + SECOND) == 1.0


@pytest.mark.parametrize("step_ms", [6 * 3_600_000, -14 * 86_400_000, 3_600_000])
def test_a_step_of_the_wall_clock_moves_no_table_time(step_ms: int) -> None:
    source = ManualTime(wall_ms=1_000_000)
    source.step_wall(step_ms, synced=False)
    assert source.now_ns() == ManualTime().now_ns()
    assert source.wall() == Wall(1_000_000 + step_ms, False)
    source.advance_ms(500)
    assert source.wall().ms == 1_000_500 + step_ms


def test_a_wait_ends_when_time_is_moved_to_it() -> None:
    source, wake, woken = ManualTime(0), threading.Event(), []
    waiter = threading.Thread(target=lambda: woken.append(source.wait_until(SECOND, wake)))
    waiter.start()
    source.advance_ns(SECOND)
    waiter.join(5)
    assert woken == [False]


@pytest.mark.parametrize("source", [ManualTime(), SystemTime()])
def test_a_wait_ends_when_it_is_woken(source: TimeSource) -> None:
    wake, woken = threading.Event(), []
    until = source.now_ns() + 3600 * SECOND
    waiter = threading.Thread(target=lambda: woken.append(source.wait_until(until, wake)))
    waiter.start()
    wake.set()
    waiter.join(5)
    assert woken == [True]


def test_the_systems_wait_is_not_short() -> None:
    source = SystemTime()
    until = source.now_ns() + 2_000_000
    assert source.wait_until(until, threading.Event()) is False
    assert source.now_ns() >= until


@given(st.integers(1, 4000), st.integers(0, 10**15))
def test_a_rates_wait_is_never_negative(rate: int, until_ns: int) -> None:
    assert SystemTime(rate).wait_s(until_ns) >= 0.0
