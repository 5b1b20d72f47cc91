"""Opens the wire: a serial port or a socket, as a file that never blocks.

pyserial opens and sets a port and does nothing else: its `write` spins for ever against a peer that
does not read, and its `flush` raises what is no OSError. Bytes go through the kernel's own read and
write. The driver-enable line of an RS-485 transceiver is the kernel's or the adapter's, never ours.
"""

from __future__ import annotations

import errno
import os
import re
import socket
import termios
from contextlib import suppress
from importlib import import_module
from typing import Any, Final, Protocol

BAUD: Final = 115_200
CONNECT_S: Final = 3.0
KEEP_ALIVE_S: Final = 5
SOCKET: Final = re.compile(r"socket://(\[[0-9A-Fa-f:.]+\]|[^\s/:]+):(\d{1,5})")
LOST: Final = (OSError, termios.error)
"""Whatever ends a line: pyserial's own SerialException is an OSError."""


class Line(Protocol):
    """An open line. `fileno` reads and writes without blocking."""

    def fileno(self) -> int:
        """What can be waited for, read and written."""

    def close(self) -> None:
        """Give it back."""


class Loop:
    """One end of a line inside this machine; `pair` makes both."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        end.setblocking(False)

    def fileno(self) -> int:
        """What can be waited for, read and written."""
        return self._end.fileno()

    def close(self) -> None:
        """Give it back."""
        self._end.close()

    @staticmethod
    def pair() -> tuple[Loop, Loop]:
        """Two ends: what goes into one comes out of the other."""
        one, other = socket.socketpair()
        return Loop(one), Loop(other)


def open_line(port: str, baud: int = BAUD) -> Line:
    """The line at `port`: a serial port's path, or `socket://HOST:PORT`; OSError says why not.

    A port is taken for this process alone. Opened by its name each time: one in
    `/dev/serial/by-id` stays when the adapter comes back under another number.
    """
    address = SOCKET.fullmatch(port)
    if address is not None:
        return Loop(_connected(address[1].strip("[]"), int(address[2])))
    try:
        line: Any = _quiet()(port, baud, timeout=0, exclusive=True)
    except termios.error as error:
        raise OSError(f"{port}: {error.args[-1]}") from None
    except ValueError as error:
        raise OSError(f"{port}: {error}") from None
    except OSError as error:
        if error.errno in (errno.EAGAIN, errno.EBUSY):
            raise OSError(error.errno, f"{port}: another program has it") from None
        raise
    try:
        _prepare(line)
    except BaseException:
        line.close()
        raise
    return _Port(line)


def _quiet() -> Any:
    """pyserial's port, which leaves RTS and DTR alone: RTS may be a transceiver's driver-enable
    line, DTR the reset of what listens.
    """
    serial: Any = import_module("serial")  # untyped; loaded where there is a serial line

    class Quiet(serial.Serial):  # type: ignore[misc]
        def _update_rts_state(self) -> None:
            """The kernel's, or the adapter's."""

        def _update_dtr_state(self) -> None:
            """As it is."""

    return Quiet


class _Port:
    def __init__(self, line: Any) -> None:
        self._line = line

    def fileno(self) -> int:
        return int(self._line.fileno())

    def close(self) -> None:
        with suppress(*LOST):  # a port that is gone cannot be put in order any more
            self._line.close()


def _prepare(line: Any) -> None:
    fd = line.fileno()
    os.set_blocking(fd, False)
    settings = termios.tcgetattr(fd)
    settings[2] &= ~termios.HUPCL  # leave DTR alone when it is closed: it may reset what listens
    termios.tcsetattr(fd, termios.TCSANOW, settings)
    with suppress(Exception):  # adapters that hold bytes for 16 ms are asked not to; few can
        line.set_low_latency_mode(True)
    termios.tcflush(fd, termios.TCIOFLUSH)


def _connected(host: str, port: int) -> socket.socket:
    end = socket.create_connection((host, port), CONNECT_S)
    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    end.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, KEEP_ALIVE_S * 1000)
    return end
