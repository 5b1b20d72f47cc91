"""Input lines: gpiozero's devices, whose every edge is stamped and handed on, nothing else.

The callback runs on the pin library's own thread. It turns the kernel's stamp into table time,
calls `on_edge` (which queues) and ends. An exception never leaves it: that thread serves all
lines, and the next press must work.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware_py.kinds import Edge, LineId

if TYPE_CHECKING:
    from gpiozero import InputDevice

OnEdge = Callable[[Edge], None]

_log = logging.getLogger(__name__)


class Buttons:
    """The inputs of a table. `stamp` turns the pin library's ticks into table time."""

    def __init__(self, stamp: Callable[[float], int], on_edge: OnEdge) -> None:
        self._stamp = stamp
        self._on_edge = on_edge
        # gpiozero holds callbacks weakly: whoever forgets these gets no edges.
        self._watched: dict[LineId, _Watched] = {}

    def watch(self, line: LineId, device: InputDevice, *, active_high: bool) -> None:
        """Hand on this device's edges from now on, until `close`."""
        watched = _Watched(line, device, active_high, self._stamp, self._on_edge)
        self._watched[line] = watched
        device.pin.edges = "both"
        device.pin.when_changed = watched.changed

    def level(self, line: LineId) -> bool:
        """Is it pressed, electrically, now? A line that could not be had is never pressed."""
        watched = self._watched.get(line)
        return watched is not None and bool(watched.device.is_active)

    def held(self) -> tuple[LineId, ...]:
        """The lines that are pressed now (at the opening: jammed, or something lies on them)."""
        return tuple(line for line in self._watched if self.level(line))

    def close(self) -> None:
        """No edge after this. Twice is harmless."""
        watched, self._watched = self._watched, {}
        for each in watched.values():
            each.device.close()


class _Watched:
    __slots__ = ("__weakref__", "_active", "_line", "_on_edge", "_stamp", "device")

    def __init__(
        self,
        line: LineId,
        device: InputDevice,
        active_high: bool,
        stamp: Callable[[float], int],
        on_edge: OnEdge,
    ) -> None:
        self.device = device
        self._line = line
        self._active = active_high
        self._stamp = stamp
        self._on_edge = on_edge

    def changed(self, ticks: float, state: int) -> None:
        """Called by the pin library for every edge, on its thread."""
        try:
            self._on_edge(Edge(self._line, bool(state) == self._active, self._stamp(ticks)))
        except Exception:  # noqa: BLE001 - the thread's top: it serves every other line too
            _log.exception("the edge of %s was not taken", self._line)
