"""An input device of the kernel (`/dev/input/eventN`): what it is and what it says.

What a device is comes from sysfs, so that nothing but a keypad is ever opened. Opening one takes
it for us alone: neither the console nor SDL gets its keys. Stamps are the kernel's, by its
monotonic clock as those of the pins are, so that keys and buttons keep their order.
"""

from __future__ import annotations

import errno
import fcntl
import os
import struct
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

DEV: Final = Path("/dev/input")
SYS: Final = Path("/sys/class/input")

EV_SYN: Final = 0
EV_KEY: Final = 1
EV_LED: Final = 0x11
SYN_REPORT: Final = 0
SYN_DROPPED: Final = 3
LED_NUML: Final = 0

_EVENT: Final = struct.Struct("@LLHHi")  # struct input_event: seconds and microseconds are longs
_READ: Final = 64 * _EVENT.size
_WORD_BITS: Final = 8 * struct.calcsize("@L")
_KEY_BYTES: Final = 0x300 // 8


def _request(direction: int, number: int, size: int) -> int:
    """An ioctl request of the input devices, as <asm-generic/ioctl.h> builds it."""
    return direction << 30 | size << 16 | ord("E") << 8 | number


_GRAB: Final = _request(1, 0x90, 4)
_CLOCK: Final = _request(1, 0xA0, 4)
_DOWN_NOW: Final = _request(2, 0x18, _KEY_BYTES)


class InputEvent(NamedTuple):
    """What a device said; `at_ns` is the kernel's monotonic clock."""

    at_ns: int
    kind: int
    code: int
    value: int


class Facts(NamedTuple):
    """What the kernel knows of a device; `usb` is VENDOR:PRODUCT in hexadecimal digits."""

    node: str
    name: str
    usb: str
    keys: frozenset[int]


def parse(data: bytes) -> list[InputEvent]:
    """The events in what was read from a device."""
    return [
        InputEvent(seconds * 1_000_000_000 + micros * 1_000, kind, code, value)
        for seconds, micros, kind, code, value in _EVENT.iter_unpack(data)
    ]


def pack(events: Iterable[InputEvent]) -> bytes:
    """The reverse of `parse`: what is written to a device."""
    return b"".join(
        _EVENT.pack(at_ns // 1_000_000_000, at_ns % 1_000_000_000 // 1_000, kind, code, value)
        for at_ns, kind, code, value in events
    )


def nodes(dev: Path = DEV) -> tuple[int, tuple[str, ...]]:
    """Differs from the last answer when something was plugged in or pulled out."""
    try:
        found = tuple(sorted(path.name for path in dev.glob("event*")))
        return dev.stat().st_mtime_ns, found
    except OSError:
        return 0, ()


def facts(node: str, sys: Path = SYS) -> Facts | None:
    """What `event3` is; None when it is gone again."""
    device = sys / node / "device"
    try:
        name = (device / "name").read_text(encoding="utf-8", errors="replace").strip()
        vendor, product = (
            (device / "id" / part).read_text(encoding="ascii").strip()
            for part in ("vendor", "product")
        )
        words = (device / "capabilities" / "key").read_text(encoding="ascii").split()
    except OSError:
        return None
    bits = 0
    for word in words:  # the highest first; words of nothing at the front are left out
        bits = bits << _WORD_BITS | int(word, 16)
    keys = frozenset(code for code in range(bits.bit_length()) if bits >> code & 1)
    return Facts(node, name, f"{vendor}:{product}", keys)


class EventDevice:
    """An open device that nobody else hears. OSError where it cannot be had or is gone."""

    def __init__(self, node: str, dev: Path = DEV) -> None:
        self._fd = os.open(dev / node, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            fcntl.ioctl(self._fd, _CLOCK, struct.pack("@i", time.CLOCK_MONOTONIC))
            fcntl.ioctl(self._fd, _GRAB, 1)
        except OSError:
            os.close(self._fd)
            raise

    def fileno(self) -> int:
        """For `poll`."""
        return self._fd

    def read(self) -> list[InputEvent]:
        """The events that wait."""
        try:
            data = os.read(self._fd, _READ)
        except BlockingIOError:
            return []
        if not data:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        return parse(data)

    def down(self) -> frozenset[int]:
        """The keys that are down now."""
        found = bytearray(_KEY_BYTES)
        fcntl.ioctl(self._fd, _DOWN_NOW, found)
        bits = int.from_bytes(found, "little")
        return frozenset(code for code in range(bits.bit_length()) if bits >> code & 1)

    def light(self, on: bool) -> None:
        """The lamp beside NumLock; a keypad without one does nothing."""
        with suppress(OSError):
            os.write(
                self._fd,
                pack((InputEvent(0, EV_LED, LED_NUML, on), InputEvent(0, EV_SYN, SYN_REPORT, 0))),
            )

    def close(self) -> None:
        """Give it back to whoever else listens. Twice is harmless."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1
