"""The piezo on gpiozero's TonalBuzzer over a mock PWM pin: tones, instants, silence at the end."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero import TonalBuzzer
from gpiozero.tones import Tone

from firmware_py.buzzer import HIGHEST_HZ, LOWEST_HZ, MID_TONE, OCTAVES, Buzzer
from firmware_py.errors import LineLost
from firmware_py.kinds import LineFault, LineId, Note
from firmware_py.pinmap import PinMap
from firmware_py.simulated import SimulatedTable
from firmware_py.timesource import ManualTime, SystemTime
from tests.firmware_py.conftest import Bench

MS = 1_000_000
WARN_3 = [Note(1567.98, 130, 230), Note(1760.0, 130, 230), Note(1975.53, 300, 0)]


class Listener:
    """A table whose time leaps to each deadline; what its piezo did, as (hz, value, ms)."""

    def __init__(self, pin_map: PinMap) -> None:
        self.time = ManualTime(0, auto=True)
        self.heard: list[tuple[int | None, int]] = []
        self.stands_still_ms = 0
        """So long the machine does, after each note."""
        self.table = SimulatedTable(
            pin_map, self.time, lambda edge: None, self.on_output, environ={}
        )

    def on_output(self, line: LineId, on: bool, at_ns: int) -> None:
        if line == "buzzer":
            hz = self.table.buzzer_hz()
            self.heard.append((None if hz is None else round(hz), at_ns // MS))
            if not on:
                self.time.advance_ms(self.stands_still_ms)

    def play(self, notes: list[Note], at_ms: int | None) -> list[tuple[int | None, int]]:
        self.table.buzzer.play(notes, None if at_ms is None else at_ms * MS)
        assert self.table.buzzer.wait_done(5)
        return self.heard


@pytest.fixture
def listener(pin_map: PinMap) -> Iterator[Listener]:
    made = Listener(pin_map)
    yield made
    made.table.close()


def test_notes_sound_at_their_instants(listener: Listener) -> None:
    assert listener.play(WARN_3, 1000) == [
        (1568, 1000),
        (None, 1130),
        (1760, 1360),
        (None, 1490),
        (1976, 1720),
        (None, 2020),
    ]


def test_a_slide_of_stairs_has_no_silence_in_it(listener: Listener) -> None:
    stairs = [Note(float(hz), 20, 0) for hz in (3100, 2900, 2700)]
    assert listener.play(stairs, 100) == [(3100, 100), (None, 160)]
    assert listener.table.buzzer_hz() is None


def test_a_rest_is_a_note_without_a_pitch(listener: Listener) -> None:
    heard = listener.play([Note(None, 200, 0), Note(2000.0, 50, 0)], 0)
    assert heard == [(2000, 200), (None, 250)]


def test_a_note_whose_time_has_passed_is_left_out(listener: Listener) -> None:
    listener.time.advance_ms(400)
    heard = listener.play(WARN_3, 0)
    assert heard == [(1760, 400), (None, 490), (1976, 720), (None, 1020)]


def test_a_tune_without_an_instant_is_played_whole_on_a_machine_that_stands_still(
    listener: Listener,
) -> None:
    listener.stands_still_ms = 1000
    assert listener.play(WARN_3, None) == [
        (1568, 0),
        (None, 130),
        (1760, 1130),
        (None, 1260),
        (1976, 2260),
        (None, 2560),
    ]


def test_all_pitches_of_two_octaves_round_g6_can_be_played(listener: Listener) -> None:
    heard = listener.play([Note(LOWEST_HZ, 10, 10), Note(HIGHEST_HZ, 10, 10)], 0)
    assert [hz for hz, _ in heard if hz] == [392, 6272]


@pytest.mark.parametrize("hz", [391.0, 6280.0, 0.0, -5.0])
def test_a_pitch_out_of_range_is_refused_before_anything_sounds(bench: Bench, hz: float) -> None:
    with pytest.raises(ValueError, match=r"write 392.0 to 6271.9 Hz"):
        bench.table.buzzer.play([Note(1000.0, 10, 0), Note(hz, 10, 0)])
    assert not bench.table.buzzer.busy


def test_gpiozeros_default_range_would_refuse_these_notes(bench: Bench) -> None:
    tone = bench.table.buzzer
    assert tone.present
    assert Tone(MID_TONE).frequency == pytest.approx(1567.98, abs=0.01)
    assert OCTAVES == 2


def sounding(pin_map: PinMap) -> tuple[SimulatedTable, threading.Event]:
    """A table in real time that has just begun a note of an hour."""
    begun = threading.Event()

    def on_output(line: LineId, on: bool, at_ns: int) -> None:
        if line == "buzzer" and on:
            begun.set()

    table = SimulatedTable(pin_map, SystemTime(), lambda edge: None, on_output, environ={})
    table.buzzer.play([Note(2000.0, 3_600_000, 0)])
    assert begun.wait(5)
    return table, begun


def test_stop_silences_a_note_that_sounds(pin_map: PinMap) -> None:
    table, _ = sounding(pin_map)
    with table:
        assert table.buzzer_hz() == pytest.approx(2000)
        table.buzzer.stop()
        assert table.buzzer.wait_done(5)
        assert table.buzzer_hz() is None


def test_a_newer_tune_replaces_the_one_that_sounds(pin_map: PinMap) -> None:
    table, begun = sounding(pin_map)
    with table:
        begun.clear()
        table.buzzer.play([Note(3000.0, 3_600_000, 0)])
        assert begun.wait(5)
        assert table.buzzer_hz() == pytest.approx(3000)


def test_closing_silences_and_ends_the_thread(pin_map: PinMap) -> None:
    table, _ = sounding(pin_map)
    table.close()
    assert table.buzzer_hz() is None
    assert "buzzer" not in [thread.name for thread in threading.enumerate()]
    table.buzzer.play([Note(2000.0, 10, 0)])
    table.buzzer.close()
    assert not table.buzzer.busy


def test_a_tune_that_waits_can_be_forgotten(pin_map: PinMap) -> None:
    with SimulatedTable(pin_map, SystemTime(), lambda edge: None, environ={}) as table:
        table.buzzer.play([Note(2000.0, 50, 0)], SystemTime().now_ns() + 3600 * 1000 * MS)
        assert table.buzzer.busy
        table.buzzer.stop()
        assert table.buzzer.wait_done(5)
        assert table.buzzer_hz() is None


def test_without_a_piezo_everything_is_accepted_and_nothing_sounds() -> None:
    buzzer = Buzzer(None, ManualTime())
    assert not buzzer.present
    buzzer.play(WARN_3)
    buzzer.stop()
    buzzer.close()
    assert not buzzer.busy


class BrokenPiezo:
    """A device that fails in the middle of a tune, and counts how often it was silenced."""

    closed = False

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.stops = 0
        self.pwm_device = self
        self.pin = self
        self.frequency: float | None = None
        self.value = 0.0

    def play(self, tone: Any) -> None:
        raise self.error

    def stop(self) -> None:
        self.stops += 1


def played_on(piezo: BrokenPiezo, faults: list[LineFault]) -> Buzzer:
    device: TonalBuzzer = piezo
    buzzer = Buzzer(device, ManualTime(auto=True), on_fault=faults.append)
    buzzer.play(WARN_3)
    assert buzzer.wait_done(5)
    return buzzer


def test_a_piezo_that_does_not_obey_is_a_fault_and_no_crash() -> None:
    faults: list[LineFault] = []
    buzzer = played_on(BrokenPiezo(LineLost("GPIO12", "gone")), faults)
    assert [fault.line for fault in faults] == ["buzzer"]
    assert not buzzer.present
    buzzer.close()


def test_a_broken_tune_is_logged_silenced_and_the_next_one_is_tried(
    caplog: pytest.LogCaptureFixture,
) -> None:
    piezo = BrokenPiezo(RuntimeError("our bug"))
    with caplog.at_level(logging.ERROR):
        buzzer = played_on(piezo, [])
    assert "a tune of 3 notes broke off" in caplog.text
    assert piezo.stops == 1
    buzzer.play(WARN_3)
    assert buzzer.wait_done(5)
    assert piezo.stops == 2
    buzzer.close()
