"""The official's numeric keypad: a USB keypad becomes stamped keys, on a thread of its own.

* Keys go by what is printed on them, whatever NumLock says. Auto-repeat is nothing; a key that is
  held while the keypad is pulled out, or locked, is let go.
* The lamp beside NumLock is lit while keys count (keypadlock.py).
* A keypad may come and go. One that was there and is not says LOST; the game goes on.
"""

from __future__ import annotations

import logging
import os
import select
import threading
import time
from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

from firmware_py import evdev
from firmware_py.evdev import EV_KEY, EV_SYN, SYN_DROPPED, EventDevice, Facts, InputEvent
from firmware_py.keycodes import AUTO, NAMES, NUMLOCK, has_block, is_wanted
from firmware_py.keypadlock import KeypadLock
from firmware_py.timesource import TimeSource

_log = logging.getLogger(__name__)

LOOK_S: Final = 1.0
_REPEAT: Final = 2


class KeypadKey(NamedTuple):
    """A key went down or came up, at table time; names in keycodes.py."""

    name: str
    down: bool
    at_ns: int


class KeypadState(StrEnum):
    """How it is with the keypad. ABSENT: none is there, and none was asked for."""

    ABSENT = "absent"
    READY = "ready"
    LOCKED = "locked"
    LOST = "lost"


class Device(Protocol):
    """An open keypad (evdev.py); OSError when it is gone."""

    def fileno(self) -> int:
        """For `poll`."""

    def read(self) -> list[InputEvent]:
        """The events that wait."""

    def down(self) -> frozenset[int]:
        """The keys that are down now."""

    def light(self, on: bool) -> None:
        """The lamp beside NumLock."""

    def close(self) -> None:
        """Give it back."""


class Ports(NamedTuple):
    """Where keypads are plugged in, and the clock of their stamps."""

    nodes: Callable[[], object]
    """Differs from the last answer when something was plugged in or pulled out."""
    devices: Callable[[], list[Facts]]
    open: Callable[[Facts], Device]
    now_ns: Callable[[], int] = time.monotonic_ns
    look_s: float = LOOK_S
    """How often it is looked for what was plugged in."""


def kernel_ports() -> Ports:
    """The machine's own."""

    def devices() -> list[Facts]:
        return [found for node in evdev.nodes()[1] if (found := evdev.facts(node)) is not None]

    return Ports(evdev.nodes, devices, lambda facts: EventDevice(facts.node))


class _Pad:
    """One open keypad and the keys that were handed on as down."""

    def __init__(self, facts: Facts, device: Device) -> None:
        self.facts = facts
        self.device = device
        self.held: dict[int, str] = {}
        self.lost_some = False
        """The kernel's buffer ran over: nothing counts until the next report."""
        self.behind = False
        """It ran over in what was read last: the kernel has to be asked what is down."""


class Keypad:
    """All keypads of the table as one. `start` it, `close` it.

    `wanted` is `auto` or a part of the name (keycodes.py). `on_key` and `on_state` are called on
    its thread and have to return at once.
    """

    def __init__(
        self,
        time_source: TimeSource,
        on_key: Callable[[KeypadKey], None],
        on_state: Callable[[KeypadState], None],
        wanted: str = AUTO,
        code: str = "",
        ports: Ports | None = None,
    ) -> None:
        self._time = time_source
        self._on_key = on_key
        self._on_state = on_state
        self._wanted = wanted
        self._ports = kernel_ports() if ports is None else ports
        self._lock = KeypadLock(code)
        self._lit = True
        self._pads: dict[int, _Pad] = {}
        self._most = 0 if wanted == AUTO else 1
        self._state = KeypadState.ABSENT
        self._seen: object = None
        self._told: set[str] = set()
        self._closing = False
        self._wake_read, self._wake_write = os.pipe()
        self._poll = select.poll()
        self._poll.register(self._wake_read, select.POLLIN)
        self._thread = threading.Thread(target=self._run, name="keypad", daemon=True)

    def start(self) -> None:
        """Look for keypads from now on."""
        self._thread.start()

    def close(self) -> None:
        """Give every keypad back. Twice is harmless."""
        if self._closing:
            return
        self._closing = True
        os.write(self._wake_write, b"x")
        if self._thread.ident is not None:
            self._thread.join()
        for pad in self._pads.values():
            pad.device.close()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def _run(self) -> None:
        while not self._closing:
            try:
                self._turn()
            except Exception:  # noqa: BLE001 - the thread's top: logged, it looks again
                _log.exception("the keypad's thread caught a fault and goes on")
                self._seen = None
                time.sleep(self._ports.look_s)

    def _turn(self) -> None:
        self._look()
        self._tell()
        due_ns, wait_s = self._lock.due_ns(), self._ports.look_s
        if due_ns is not None:
            wait_s = min(wait_s, max(0, due_ns - self._ports.now_ns()) / 1e9)
        for fd, _ in self._poll.poll(1000 * wait_s):
            pad = self._pads.get(fd)
            if pad is not None:
                self._read(pad)
        self._pass_time(self._ports.now_ns())
        self._tell()

    # -- plugs ---------------------------------------------------------------------------------

    def _look(self) -> None:
        """Open what was plugged in; one that cannot be had is tried again."""
        seen = self._ports.nodes()
        if seen == self._seen:
            return
        self._seen = seen
        open_now = {pad.facts.node for pad in self._pads.values()}
        refused = 0
        for facts in self._ports.devices():
            if facts.node in open_now:
                continue
            if is_wanted(facts, self._wanted):
                refused += not self._open(facts)
            elif has_block(facts):
                self._say_once(
                    f"keyboard {facts.name!r} ({facts.usb}) is not the keypad; "
                    f'keypad.device = "{facts.usb}" makes it so'
                )
        if refused:
            self._seen = None
        self._most = max(self._most, len(self._pads) + refused)

    def _open(self, facts: Facts) -> bool:
        try:
            device = self._ports.open(facts)
        except OSError as error:
            self._say_once(
                f"keypad {facts.name!r} ({facts.usb}) cannot be had: {error.strerror}; the table's "
                "user has to be in the group input, and nothing else may hold the keypad"
            )
            return False
        self._pads[device.fileno()] = _Pad(facts, device)
        self._poll.register(device, select.POLLIN)
        device.light(self._lit)
        _log.info("keypad %r (%s) at %s", facts.name, facts.usb, facts.node)
        return True

    def _say_once(self, text: str) -> None:
        if text not in self._told:
            self._told.add(text)
            _log.warning("%s", text)

    def _drop(self, pad: _Pad) -> None:
        _log.warning("keypad %r is gone", pad.facts.name)
        fd = pad.device.fileno()
        self._poll.unregister(fd)
        del self._pads[fd]
        pad.device.close()
        self._let_go(pad, self._ports.now_ns())
        self._seen = None

    # -- keys ----------------------------------------------------------------------------------

    def _read(self, pad: _Pad) -> None:
        try:
            events = pad.device.read()
            for event in events:
                self._event(pad, event)
            if pad.behind:  # asked behind all that was read: the answer is the newest
                self._catch_up(pad, events[-1].at_ns)
        except OSError:
            self._drop(pad)

    def _event(self, pad: _Pad, event: InputEvent) -> None:
        if event.kind == EV_SYN:
            pad.lost_some = event.code == SYN_DROPPED
            pad.behind |= pad.lost_some
        elif event.kind == EV_KEY and event.value != _REPEAT and not pad.lost_some:
            self._key(pad, event.code, event.value == 1, event.at_ns)

    def _key(self, pad: _Pad, code: int, down: bool, at_ns: int) -> None:
        self._pass_time(at_ns)
        name = NAMES.get(code)
        if code == NUMLOCK:
            self._lock.numlock(down, at_ns)
        elif not down:
            self._up(pad, code, at_ns)
        elif name is None or code in pad.held:
            return
        elif self._lock.locked:
            self._lock.typed(name, at_ns)
        else:
            pad.held[code] = name
            self._hand_on(name, True, at_ns)

    def _up(self, pad: _Pad, code: int, at_ns: int) -> None:
        name = pad.held.pop(code, None)
        if name is not None:
            self._hand_on(name, False, at_ns)

    def _hand_on(self, name: str, down: bool, at_ns: int) -> None:
        try:
            self._on_key(KeypadKey(name, down, self._time.from_kernel_ns(at_ns)))
        except Exception:  # noqa: BLE001 - what was read with this key must not be lost with it
            _log.exception("the key %s was not taken", name)

    def _catch_up(self, pad: _Pad, at_ns: int) -> None:
        """What was lost is made good by what is down now."""
        pad.behind = pad.lost_some = False
        down = pad.device.down()
        for code in [code for code in pad.held if code not in down]:
            self._up(pad, code, at_ns)
        for code in sorted(down - {NUMLOCK}):
            self._key(pad, code, True, at_ns)

    def _let_go(self, pad: _Pad, at_ns: int) -> None:
        for code in list(pad.held):
            self._up(pad, code, at_ns)

    # -- state ---------------------------------------------------------------------------------

    def _pass_time(self, now_ns: int) -> None:
        """A hold of NumLock may be long enough by now."""
        self._lock.pass_time(now_ns)
        if self._lock.locked:
            for pad in self._pads.values():
                self._let_go(pad, now_ns)

    def _tell(self) -> None:
        if self._lit is self._lock.locked:
            self._lit = not self._lock.locked
            for pad in self._pads.values():
                pad.device.light(self._lit)
        state = KeypadState.LOCKED if self._lock.locked else KeypadState.READY
        if len(self._pads) < self._most:
            state = KeypadState.LOST
        elif not self._pads:
            state = KeypadState.ABSENT
        if state is not self._state:
            self._state = state
            self._on_state(state)
