"""The player: one thread that gives sounds out at their instant, on loudspeaker and piezo.

The loop asks and goes on; nothing here ever holds it up. Sounds known ahead are asked for early
and handed to the mixer 200 ms before their instant (`speaker.py`), so neither a slow card nor a
busy loop makes them late. Without a loudspeaker the piezo takes over, NO SOUND is shown, and the
loudspeaker is tried again every 10 s. Who sounds when is decided in `agenda.py`.
"""

from __future__ import annotations

import logging
import queue
import threading
from array import array
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Final, NamedTuple, Protocol

from firmware_py.kinds import Note
from firmware_py.timesource import TimeSource
from kiosk.sound import mask
from kiosk.sound.agenda import Agenda, Ask, Planned
from kiosk.sound.bank import SoundBank
from kiosk.sound.piezo import piezo_notes
from kiosk.sound.renderer import Renderer
from kiosk.sound.settings import Mode, SoundSettings
from kiosk.sound.speaker import BUFFER_NS, FADE_MS, Given, Speaker, SpeakerError

RETRY_NS: Final = 10_000_000_000
SPEAKER_LEAD_NS: Final = 200_000_000
PIEZO_LEAD_NS: Final = 60_000_000
HDMI_PREROLL_MS: Final = 1000
UNKNOWN_LATENCY_NS: Final = 2 * BUFFER_NS
"""Two buffers lie between mixer and card at least; what a screen adds has to be measured."""

_RENDER_POLL_NS: Final = 250_000_000
_MS: Final = 1_000_000
_log = logging.getLogger(__name__)


class Piezo(Protocol):
    """What the player needs of `firmware_py.buzzer.Buzzer`."""

    @property
    def present(self) -> bool: ...
    def play(self, notes: list[Note], at_ns: int | None = None) -> None: ...
    def stop(self) -> None: ...


class Sounded(NamedTuple):
    """A sound was given out: its instant, and when its first sample is heard (both boot clock)."""

    sound: str
    instant_ns: int
    onset_ns: int
    by: Mode


class _Cancel(NamedTuple):
    key: str


class _Want(NamedTuple):
    names: tuple[str, ...]


class _Mask(NamedTuple):
    from_ns: int | None


_Command = Ask | _Cancel | _Want | _Mask


class Player:
    """Plays a table's sounds. `start` and `close` once; all else from any thread, at once."""

    def __init__(
        self,
        bank: SoundBank,
        settings: SoundSettings,
        time: TimeSource,
        piezo: Piezo | None = None,
        *,
        names: Collection[str] = (),
        on_no_sound: Callable[[bool], None] = lambda no_sound: None,
        on_sounded: Callable[[Sounded], None] = lambda sounded: None,
        open_speaker: Callable[[SoundSettings], Speaker] | None = None,
    ) -> None:
        self._bank = bank
        self._settings = settings
        self._time = time
        self._piezo = piezo if piezo is not None and piezo.present else None
        self._names = names or tuple(bank.book.sounds)
        self._on_no_sound = on_no_sound
        self._on_sounded = on_sounded
        self._open_speaker = open_speaker or _open_speaker
        self._wants_speaker = settings.mode in (Mode.AUTO, Mode.SPEAKER, Mode.BOTH)
        self._commands: queue.SimpleQueue[_Command | None] = queue.SimpleQueue()
        self._mask_ns: int | None = None
        self._masks = False
        self._agenda = Agenda()
        self._given: dict[str, Given] = {}
        self._raised: set[str] = set()
        self._speaker: Speaker | None = None
        self._renderer: Renderer | None = None
        self._retry_ns = 0
        self._no_sound = False
        self._thread = threading.Thread(target=self._run, name="sound", daemon=True)

    @property
    def no_sound(self) -> bool:
        """What should sound is not to be had: the sign NO SOUND."""
        return self._no_sound

    @property
    def silent(self) -> bool:
        """Silence is chosen."""
        return self._settings.mode is Mode.SILENT

    def start(self) -> None:
        """Open the loudspeaker and begin, on the player's own thread."""
        if not self.silent:
            self._thread.start()

    def want(self, names: Collection[str]) -> None:
        """These sounds are needed from now on: those that are missing are made."""
        if not self.silent:
            self._commands.put(_Want(tuple(sorted(names))))

    def schedule(self, key: str, sound: str, at_ns: int) -> None:
        """Sound it at table time `at_ns`; asked again with the same key it moves."""
        self._ask(key, sound, self._boot_ns(at_ns), ahead=True)

    def play_now(self, sound: str, key: str = "", late_ms: int = 0) -> None:
        """Sound it as soon as its order allows; its instant was `late_ms` real milliseconds ago."""
        instant_ns = self._time.boot_ns() - late_ms * _MS
        self._ask(key or f"{sound}@{instant_ns}", sound, instant_ns, ahead=False)

    def cancel(self, key: str) -> None:
        """It shall not sound, or no longer."""
        if not self.silent:
            self._commands.put(_Cancel(key))

    def mask(self, *, on: bool) -> None:
        """From now on, when what sounds is over, the noise that covers keys; or no longer."""
        if not self.silent:
            from_ns = self._time.boot_ns() + mask.AFTER_MS * _MS
            self._commands.put(_Mask(from_ns if on else None))

    def close(self) -> None:
        """Silence, and the device given back. Twice is harmless."""
        self._commands.put(None)
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout=5.0)

    def _ask(self, key: str, sound: str, instant_ns: int, *, ahead: bool) -> None:
        if not self.silent:
            score = self._bank.score(sound)
            length_ns = score.buffer_ms * _MS
            self._commands.put(Ask(key, sound, score.klass, instant_ns, length_ns, ahead))

    # ---- the thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while self._take_commands():
                try:
                    self._look_after_speaker()
                    self._work()
                    self._look_after_mask()
                except Exception:  # noqa: BLE001 - the thread's top: shown as NO SOUND, tried again
                    _log.exception("sound failed; tried again in 10 s")
                    self._agenda = Agenda()
                    self._lose_speaker()
        finally:
            self._lose_speaker()
            if self._renderer is not None:
                self._renderer.close()
            if self._piezo is not None:
                self._piezo.stop()

    def _take_commands(self) -> bool:
        """Wait for a command or the next thing to do, take all commands; False: the end."""
        with suppress(queue.Empty):
            command = self._commands.get(timeout=max(0.0, self._idle_s()))
            while True:
                if command is None:
                    return False
                self._obey(command)
                command = self._commands.get_nowait()
        return True

    def _obey(self, command: _Command) -> None:
        if isinstance(command, _Want):
            self._make(command.names)
        elif isinstance(command, _Mask):
            self._mask_ns = command.from_ns
        elif isinstance(command, Ask):
            self._agenda.ask(command, self._time.boot_ns())
        elif self._agenda.cancel(command.key) is not None:
            self._hush(command.key)

    def _make(self, names: tuple[str, ...]) -> None:
        """Have the missing ones made, now or with the loudspeaker; what is being made is not."""
        if set(names) == set(self._names):
            return
        self._names = names
        if self._renderer is not None:
            self._renderer.close()
            self._renderer = Renderer(self._bank, names)

    def _idle_s(self) -> float:
        now_ns = self._time.boot_ns()
        planned, _ = self._agenda.plan(now_ns)
        times = [self._due_ns(plan) for plan in planned]
        if self._wants_speaker:
            times.append(self._retry_ns)
        if self._mask_ns is not None and not self._masks and self._speaker is not None:
            times.append(max(self._mask_ns, now_ns + _RENDER_POLL_NS * (self._mask_ns < now_ns)))
        if self._renderer is not None and self._renderer.busy:
            times.append(now_ns + _RENDER_POLL_NS)
        return (min(times, default=now_ns + RETRY_NS) - now_ns) / 1e9

    def _due_ns(self, plan: Planned) -> int:
        """When there is something to do for a planned sound."""
        if plan.started:
            stopped = plan.end_ns < plan.start_ns + plan.ask.length_ns
            return plan.end_ns - FADE_MS * _MS if stopped else plan.end_ns
        if plan.ask.key not in self._raised and self._preroll_ns(plan):
            return plan.start_ns - self._latency_ns - self._preroll_ns(plan)
        return plan.start_ns - self._lead_ns

    def _work(self) -> None:
        now_ns = self._time.boot_ns()
        planned, dropped = self._agenda.plan(now_ns)
        for gone in dropped:
            _log.info("%s not sounded: %s", gone.ask.sound, gone.why)
        wanted = {plan.ask.key for plan in planned}
        self._given = {key: given for key, given in self._given.items() if key in wanted}
        self._raised &= wanted
        for plan in planned:
            if self._due_ns(plan) > now_ns:
                continue
            if plan.started:
                self._agenda.cancel(plan.ask.key)
                self._hush(plan.ask.key)
            elif plan.start_ns - self._lead_ns <= now_ns:
                self._give_out(plan)
            else:
                self._raise_floor(plan)

    def _give_out(self, plan: Planned) -> None:
        ask, start_ns = plan.ask, plan.start_ns
        samples = self._samples(ask.sound)
        onset_ns, by = start_ns, Mode.SILENT
        if self._speaker is not None and samples is not None:
            given = self._speaker.play(samples, start_ns - self._latency_ns)
            self._given[ask.key] = given
            onset_ns, by = given.onset_ns + self._latency_ns, Mode.SPEAKER
        if self._piezo is not None and self._piezo_plays(by is Mode.SPEAKER):
            notes = piezo_notes(self._bank.book, self._bank.score(ask.sound), self._bank.voice.key)
            self._piezo.play(notes, self._table_ns(start_ns))
            by = Mode.BOTH if by is Mode.SPEAKER else Mode.PIEZO
        self._agenda.started(ask.key, onset_ns)
        self._on_sounded(Sounded(ask.sound, ask.instant_ns, onset_ns, by))

    def _look_after_mask(self) -> None:
        """The mask sounds from its instant on, as long as there is a loudspeaker and a file."""
        wanted = self._mask_ns is not None and self._mask_ns <= self._time.boot_ns()
        if self._speaker is None or wanted is self._masks:
            return
        if not wanted:
            self._speaker.end_loop(mask.FADE_OUT_MS)
            self._masks = False
            return
        samples = self._samples(mask.NAME)
        if samples is not None:
            self._speaker.loop(samples, mask.FADE_IN_MS)
            self._masks = True

    def _samples(self, sound: str) -> array[int] | None:
        """Read when it sounds: nine sounds in memory would be a fortieth of a table's."""
        if self._speaker is None:
            return None
        samples = self._bank.samples(sound)
        if samples is None and self._renderer is not None and not self._renderer.busy:
            _log.error("%s: cannot be read; made again", self._bank.path(sound))
            self._renderer = Renderer(self._bank, self._names)
        return samples

    def _raise_floor(self, plan: Planned) -> None:
        self._raised.add(plan.ask.key)
        if self._speaker is not None:
            left_ns = plan.start_ns - self._latency_ns - self._time.boot_ns()
            self._speaker.raise_floor(max(1, left_ns // _MS))

    def _hush(self, key: str) -> None:
        given = self._given.pop(key, None)
        if given is not None and self._speaker is not None:
            self._speaker.hush(given)
        if self._piezo is not None:
            self._piezo.stop()

    def _piezo_plays(self, speaker_plays: bool) -> bool:
        mode = self._settings.mode
        return mode in (Mode.PIEZO, Mode.BOTH) or (mode is Mode.AUTO and not speaker_plays)

    # ---- the loudspeaker ----------------------------------------------------------------------

    def _look_after_speaker(self) -> None:
        if self._renderer is not None:
            self._renderer.look()
        now_ns = self._time.boot_ns()
        if self._wants_speaker and now_ns >= self._retry_ns:
            self._retry_ns = now_ns + RETRY_NS
            self._try_speaker()
        self._tell()

    def _try_speaker(self) -> None:
        if self._speaker is not None and not self._speaker.alive():
            _log.warning("the sound card is gone")
            self._lose_speaker()
        if self._speaker is None:
            try:
                self._speaker = self._open_speaker(self._settings)
            except SpeakerError as wrong:
                _log.warning("no loudspeaker: %s", wrong)
                return
            _log.info("loudspeaker open (%s)", self._speaker.driver)
            if self._renderer is None or self._renderer.failed:
                self._renderer = Renderer(self._bank, self._names)

    def _lose_speaker(self) -> None:
        if self._speaker is not None:
            self._speaker.close()
            self._speaker = None
        self._masks = False
        self._given.clear()
        self._retry_ns = self._time.boot_ns() + RETRY_NS
        self._tell()

    def _tell(self) -> None:
        no_speaker = self._wants_speaker and (
            self._speaker is None or (self._renderer is not None and self._renderer.failed)
        )
        no_sound = no_speaker or (self._piezo is None and self._settings.mode is Mode.PIEZO)
        if no_sound != self._no_sound:
            self._no_sound = no_sound
            self._on_no_sound(no_sound)

    @property
    def _latency_ns(self) -> int:
        if self._speaker is None:
            return 0
        ms = self._settings.latency_ms
        return UNKNOWN_LATENCY_NS if ms is None else ms * _MS

    @property
    def _lead_ns(self) -> int:
        return PIEZO_LEAD_NS if self._speaker is None else SPEAKER_LEAD_NS + self._latency_ns

    def _preroll_ns(self, plan: Planned) -> int:
        if self._speaker is None or not plan.ask.ahead:
            return 0
        ms = self._settings.preroll_ms
        if ms is None:
            ms = HDMI_PREROLL_MS if self._speaker.hdmi else 0
        return ms * _MS

    # ---- table time and the boot clock --------------------------------------------------------

    def _boot_ns(self, table_ns: int) -> int:
        ahead_ns = table_ns - self._time.now_ns()
        return self._time.boot_ns() + int(ahead_ns / self._time.rate)

    def _table_ns(self, boot_ns: int) -> int:
        return self._time.now_ns() + int((boot_ns - self._time.boot_ns()) * self._time.rate)


def _open_speaker(settings: SoundSettings) -> Speaker:
    return Speaker(settings.device, keep_awake=settings.keep_awake)
