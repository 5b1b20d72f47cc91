"""The loudspeaker: SDL's mixer, opened once, and sounds put into its stream at a sample.

The mixer takes a new sound in only at the edge of a buffer, every 11.6 ms, and a thread that
waits for an instant may wake late. So a sound known ahead is handed over early with silence
before it, of the very length that puts its first sample on its instant. For that one must know
when the next buffer begins: an inaudible sound of one sample ends exactly at an edge, and is
watched until it does.

A quiet floor of noise (+-2 steps of 65,536) plays all the time, because a screen that gets
digital silence over HDMI falls asleep and swallows the next second.

All calls come from one thread. Times are real nanoseconds of the boot clock.
"""

from __future__ import annotations

import os
import random
import time
from array import array
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from kiosk.sound.cards import CARDS, card_names, choose_device, is_hdmi, may_sound, still_there

if TYPE_CHECKING:
    from pygame.mixer import Channel, Sound

RATE: Final = 44100
BUFFER: Final = 512
BUFFER_NS: Final = BUFFER * 1_000_000_000 // RATE
FADE_MS: Final = 20
RAISED_FLOOR: Final = 80
"""Half-width of the triangle of a -60 dBFS floor: 32,768 / 1000, times the square root of 6."""

_FLOOR: Final = 2
_FLOOR_NS: Final = 250_000_000
_FLOOR_CHANNEL, _RAISED_CHANNEL, _PROBE_CHANNEL, _MASK_CHANNEL, _FIRST_SOUND_CHANNEL = range(5)
_SOUND_CHANNELS: Final = 2
"""Two, so that one fades out while the next begins."""

_SHARP_NS: Final = 1_500_000
_PROBES: Final = 5
_POLL_S: Final = 0.0003


class SpeakerError(Exception):
    """No loudspeaker can be had: says why, for the log."""


class Given(NamedTuple):
    """A sound in the stream: on which channel, and when its first sample is or was written."""

    channel: int
    onset_ns: int


class Speaker:
    """An open mixer. `close` twice is harmless."""

    def __init__(
        self,
        wanted: str = "",
        *,
        keep_awake: bool = True,
        now_ns: Callable[[], int] = lambda: time.clock_gettime_ns(time.CLOCK_BOOTTIME),
        environ: Mapping[str, str] = os.environ,
        cards: Path = CARDS,
    ) -> None:
        if not may_sound(environ, cards):
            raise SpeakerError("no sound card")
        from pygame import mixer

        self._mixer = mixer
        self._now_ns = now_ns
        self._cards = cards
        self._cards_at_opening = card_names(cards)
        self._device = _open(wanted)
        self.hdmi = is_hdmi(self._device, self._cards_at_opening)
        mixer.set_num_channels(_FIRST_SOUND_CHANNEL + _SOUND_CHANNELS)
        self._tick = mixer.Sound(buffer=bytes(4))
        self._raised: Sound | None = None
        self._next = _FIRST_SOUND_CHANNEL
        if keep_awake:
            floor = mixer.Sound(buffer=_noise(_FLOOR))
            mixer.Channel(_FLOOR_CHANNEL).play(floor, loops=-1)

    @property
    def driver(self) -> str:
        """What SDL plays through: `alsa`, `pulseaudio`, `disk`, `dummy`."""
        return str(self._mixer.get_driver()) if self._mixer.get_init() else ""

    def alive(self) -> bool:
        """Whether the card is still in the machine."""
        if not self._mixer.get_init():
            return False
        return still_there(self._device, self._cards_at_opening, card_names(self._cards))

    def play(self, samples: array[int], onset_ns: int) -> Given:
        """Put these mono samples into the stream, the first one at `onset_ns` or as soon as can be.

        What sounds already goes on until it is hushed.
        """
        self._next = 2 * _FIRST_SOUND_CHANNEL + 1 - self._next  # one, the other, the one
        channel = self._mixer.Channel(self._next)
        if onset_ns - self._now_ns() > 3 * BUFFER_NS:
            begins_ns = self._play_at(channel, samples, onset_ns)
            if begins_ns is not None:
                return Given(self._next, begins_ns)
        next_edge_ns = self._now_ns() + BUFFER_NS // 2
        before = max(0, _count(onset_ns - next_edge_ns))
        channel.play(self._sound(samples, before))
        return Given(self._next, next_edge_ns + _duration_ns(before))

    def raise_floor(self, for_ms: int) -> None:
        """Wake a sleeping screen: a floor of -60 dBFS for so long."""
        if self._raised is None:
            self._raised = self._mixer.Sound(buffer=_noise(RAISED_FLOOR))
        self._mixer.Channel(_RAISED_CHANNEL).play(self._raised, loops=-1, maxtime=for_ms)

    def loop(self, samples: array[int], fade_ms: int) -> None:
        """Play these mono samples again and again under all else, from their first one on."""
        self._mixer.Channel(_MASK_CHANNEL).play(self._sound(samples, 0), loops=-1, fade_ms=fade_ms)

    def end_loop(self, fade_ms: int) -> None:
        """Fade out what is played again and again."""
        self._mixer.Channel(_MASK_CHANNEL).fadeout(fade_ms)

    def hush(self, given: Given) -> None:
        """Fade it out, or take it back if it was handed over for later."""
        self._mixer.Channel(given.channel).fadeout(FADE_MS)

    def close(self) -> None:
        self._mixer.quit()

    def _play_at(self, channel: Channel, samples: array[int], onset_ns: int) -> int | None:
        """Hand it over with silence before it; None when no edge could be told sharply."""
        for _ in range(_PROBES):
            edge_ns = self._edge_ns()
            if edge_ns is None:
                continue
            begin_ns = edge_ns + BUFFER_NS
            before = _count(onset_ns - begin_ns)
            if before < 0:
                return None
            channel.play(self._sound(samples, before))
            handed_ns = self._now_ns()
            in_time = handed_ns < begin_ns - _SHARP_NS
            # Held up so long that it sounds by now? Then once and a little off, never twice.
            if in_time or handed_ns > onset_ns - 3 * BUFFER_NS:
                return begin_ns + _duration_ns(before)
            channel.stop()  # too slow: it may have missed the buffer it was cut for
        return None

    def _edge_ns(self) -> int | None:
        """When a sound of one sample went into the stream; None if it was not seen sharply."""
        probe = self._mixer.Channel(_PROBE_CHANNEL)
        probe.play(self._tick)
        begun_ns = busy_ns = self._now_ns()
        while probe.get_busy():
            busy_ns = self._now_ns()
            if busy_ns - begun_ns > 20 * BUFFER_NS:
                return None
            time.sleep(_POLL_S)
        ended_ns = self._now_ns()
        return (busy_ns + ended_ns) // 2 if ended_ns - busy_ns < _SHARP_NS else None

    def _sound(self, samples: array[int], silence: int) -> Sound:
        stereo = array("h", bytes(4 * (silence + len(samples))))
        stereo[2 * silence :: 2] = samples
        stereo[2 * silence + 1 :: 2] = samples
        return self._mixer.Sound(buffer=stereo)


def _open(wanted: str) -> str | None:
    """Open the mixer on the device whose name holds `wanted`: its name, or None for the default."""
    import pygame
    from pygame import mixer

    try:
        mixer.init(RATE, -16, 2, BUFFER, allowedchanges=0)
        device = choose_device(wanted, _devices())
        if device is not None:
            mixer.quit()
            mixer.init(RATE, -16, 2, BUFFER, devicename=device, allowedchanges=0)
    except (pygame.error, LookupError) as wrong:
        mixer.quit()
        raise SpeakerError(str(wrong)) from wrong
    return device


def _devices() -> list[str]:
    from pygame._sdl2.audio import get_audio_device_names

    return list(get_audio_device_names(False))


def _noise(half_width: int) -> bytes:
    """A loop of triangular noise in stereo; the same every time."""
    draw = random.Random(half_width).random
    mono = array("h", [round((draw() - draw()) * half_width) for _ in range(_count(_FLOOR_NS))])
    stereo = array("h", bytes(4 * len(mono)))
    stereo[0::2] = mono
    stereo[1::2] = mono
    return stereo.tobytes()


def _count(ns: int) -> int:
    return round(ns * RATE / 1_000_000_000)


def _duration_ns(samples: int) -> int:
    return samples * 1_000_000_000 // RATE
