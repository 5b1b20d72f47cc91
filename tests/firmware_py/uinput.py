"""A keypad that the kernel makes, and the hand on it. Needs /dev/uinput."""

from __future__ import annotations

import fcntl
import os
import select
import struct
from pathlib import Path
from typing import Final

from firmware_py import evdev
from firmware_py.evdev import EV_KEY, EV_LED, EV_SYN, SYN_REPORT, InputEvent

UINPUT: Final = Path("/dev/uinput")
AVAILABLE: Final = os.access(UINPUT, os.W_OK)
WHY_NOT: Final = "/dev/uinput cannot be written here"
NAME: Final = f"Tableside test keypad {os.getpid()}"
ENTER: Final = 96
NUMLOCK: Final = 69
BLOCK: Final = (*range(71, 84), ENTER, 98, 55, NUMLOCK)
SET_EVBIT, SET_KEYBIT, SET_LEDBIT = 0x40045564, 0x40045565, 0x40045569
CREATE, DESTROY, GET_SYSNAME = 0x5501, 0x5502, 0x8040552C


class Keypad:
    """A keypad of the kernel, and the hand on it."""

    def __init__(self) -> None:
        self.fd = os.open(UINPUT, os.O_RDWR | os.O_NONBLOCK)
        for kind in (EV_KEY, EV_LED):
            fcntl.ioctl(self.fd, SET_EVBIT, kind)
        for code in BLOCK:
            fcntl.ioctl(self.fd, SET_KEYBIT, code)
        fcntl.ioctl(self.fd, SET_LEDBIT, evdev.LED_NUML)
        os.write(self.fd, struct.pack("@80s4HI256i", NAME.encode(), 3, 1, 2, 3, 0, *([0] * 256)))
        fcntl.ioctl(self.fd, CREATE)
        sysname = bytearray(64)
        fcntl.ioctl(self.fd, GET_SYSNAME, sysname)
        folder = Path("/sys/devices/virtual/input") / sysname.split(b"\0")[0].decode()
        (self.node,) = [path.name for path in folder.glob("event*")]

    def key(self, code: int, down: bool) -> None:
        events = (InputEvent(0, EV_KEY, code, down), InputEvent(0, EV_SYN, SYN_REPORT, 0))
        os.write(self.fd, evdev.pack(events))

    def tap(self, code: int) -> None:
        self.key(code, True)
        self.key(code, False)

    def lamp(self) -> bool:
        """What the lamp beside NumLock was told last."""
        while True:
            assert select.select([self.fd], [], [], 5)[0], "the lamp was told nothing"
            for event in evdev.parse(os.read(self.fd, 4096)):
                if (event.kind, event.code) == (EV_LED, evdev.LED_NUML):
                    return bool(event.value)

    def pull_out(self) -> None:
        if self.fd >= 0:
            fcntl.ioctl(self.fd, DESTROY)
            os.close(self.fd)
            self.fd = -1
