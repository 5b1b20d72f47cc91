"""The piezo: plays notes on a thread of its own, against absolute deadlines of table time.

Each note starts at `at_ns` plus the sum of everything before it, never at the end of a sleep, so
a late note does not delay the next one; only a tune without an instant is played whole, however
late. A newer `play` replaces what sounds; who may interrupt whom is the caller's business. The stop
flag is looked at during every wait, and whatever happens the pin ends silent. A slide comes as
notes of 20 ms without silence between them. The thread is started by the first `play`.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from firmware_py.errors import LineLost
from firmware_py.kinds import LineFault, LineId, Note
from firmware_py.timesource import TimeSource

if TYPE_CHECKING:
    from gpiozero import TonalBuzzer

    from firmware_py.lamps import OnOutput

LINE: Final = LineId("buzzer")
MID_TONE: Final = "G6"
OCTAVES: Final = 2
LOWEST_HZ: Final = 392.0
HIGHEST_HZ: Final = 6271.9

_MS: Final = 1_000_000
_PRIME_NS: Final = 40_000_000  # lgpio starts a pulse train up to 20 ms after it is asked for

_log = logging.getLogger(__name__)


class _Tune(NamedTuple):
    notes: Sequence[Note]
    at_ns: int | None
    stop: threading.Event


class Buzzer:
    """One piezo, or none (`device` None): then everything is accepted and nothing sounds."""

    def __init__(
        self,
        device: TonalBuzzer | None,
        time: TimeSource,
        on_output: OnOutput | None = None,
        on_fault: Callable[[LineFault], None] | None = None,
    ) -> None:
        self._device = device
        self._time = time
        self._on_output = on_output
        self._on_fault = on_fault
        self._waiting: _Tune | None = None
        self._current: _Tune | None = None
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = False
        self._sounding = False

    @property
    def present(self) -> bool:
        """Is there a piezo that obeys?"""
        return self._device is not None

    @property
    def busy(self) -> bool:
        """Is something playing or waiting for its instant?"""
        with self._changed:
            return self._waiting is not None or self._current is not None

    def wait_done(self, timeout_s: float) -> bool:
        """Block until nothing sounds or waits; False when the real seconds passed first."""
        with self._changed:
            return self._changed.wait_for(
                lambda: self._waiting is None and self._current is None, timeout_s
            )

    def play(self, notes: Sequence[Note], at_ns: int | None = None) -> None:
        """Sound these notes from `at_ns` in place of what sounds or waits.

        A note whose time has passed is left out. `at_ns` None: from now on, and then every note
        sounds as long as it should, even if the machine stood still meanwhile. Raises ValueError
        for a note that the piezo cannot play (392 to 6,271 Hz).
        """
        for note in notes:
            if note.hz is not None and not LOWEST_HZ <= note.hz <= HIGHEST_HZ:
                raise ValueError(f"note of {note.hz} Hz; write {LOWEST_HZ} to {HIGHEST_HZ} Hz")
        with self._changed:
            if self._closed or self._device is None:
                return
            self._interrupt()
            self._waiting = _Tune(tuple(notes), at_ns, threading.Event())
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="buzzer", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def stop(self) -> None:
        """Silence now, and forget what waits."""
        with self._changed:
            self._interrupt()

    def close(self) -> None:
        """Silent, and the thread ended. Twice is harmless."""
        with self._changed:
            self._closed = True
            self._interrupt()
            thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(timeout=2.0)
        self._silence()

    def _interrupt(self) -> None:
        self._waiting = None
        if self._current is not None:
            self._current.stop.set()
        self._changed.notify_all()

    def _run(self) -> None:
        while (tune := self._next()) is not None:
            try:
                self._perform(tune)
            except LineLost as lost:
                self._lose(lost)
            except Exception:  # noqa: BLE001 - the thread's top: a broken tune must not end all sound
                _log.exception("a tune of %d notes broke off", len(tune.notes))
            finally:
                self._silence()
                with self._changed:
                    self._current = None
                    self._changed.notify_all()

    def _next(self) -> _Tune | None:
        with self._changed:
            while self._waiting is None and not self._closed:
                self._changed.wait()
            if self._closed:
                return None
            self._current, self._waiting = self._waiting, None
            return self._current

    def _perform(self, tune: _Tune) -> None:
        at_ns = self._time.now_ns() if tune.at_ns is None else tune.at_ns
        if not self._prime(tune, at_ns):
            return
        for note in tune.notes:
            if tune.at_ns is None:
                at_ns = max(at_ns, self._time.now_ns())
            off_ns = at_ns + note.on_ms * _MS
            next_ns = off_ns + note.off_ms * _MS
            if self._time.wait_until(at_ns, tune.stop):
                return
            if note.hz is not None and (tune.at_ns is None or self._time.now_ns() < off_ns):
                self._sound(note.hz)
                if self._time.wait_until(off_ns, tune.stop):
                    return
            if note.off_ms or note.hz is None:
                self._rest()
            at_ns = next_ns
        self._time.wait_until(at_ns, tune.stop)

    def _prime(self, tune: _Tune, at_ns: int) -> bool:
        """Start the pulse train, silent, a moment ahead; False when stopped meanwhile."""
        first = next((note.hz for note in tune.notes if note.hz is not None), None)
        if self._time.wait_until(at_ns - _PRIME_NS, tune.stop):
            return False
        if first is not None and self._device is not None:
            self._device.pwm_device.pin.frequency = first
        return True

    def _sound(self, hz: float) -> None:
        from gpiozero.tones import Tone

        if self._device is not None:
            self._device.play(Tone.from_frequency(hz))
            self._tell(True)

    def _rest(self) -> None:
        if self._device is not None:
            self._device.pwm_device.value = 0
            self._tell(False)

    def _silence(self) -> None:
        device = self._device
        if device is not None and not device.closed:
            try:
                device.stop()
            except LineLost as lost:
                self._lose(lost)
        self._tell(False)

    def _tell(self, sounding: bool) -> None:
        if sounding != self._sounding:
            self._sounding = sounding
            if self._on_output is not None:
                self._on_output(LINE, sounding, self._time.now_ns())

    def _lose(self, lost: LineLost) -> None:
        self._device = None
        _log.error("%s: %s", LINE, lost)
        if self._on_fault is not None:
            self._on_fault(LineFault(LINE, "pins.lost", "pins.lost.remedy", (("pin", lost.pin),)))
