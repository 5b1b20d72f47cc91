"""Does the kernel hold its wall clock for synchronised? (adjtimex; true for any NTP program)"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Final

_TIME_ERROR: Final = 5
_STRUCT_ROOM: Final = 512  # struct timex is 208 bytes on 64 bit, less on 32; modes = 0 reads only


def kernel_clock_synced() -> bool:
    """True unless the kernel says the clock is not synchronised, or cannot say."""
    try:
        state = _libc().adjtimex(ctypes.create_string_buffer(_STRUCT_ROOM))
    except (OSError, AttributeError):
        return False
    return 0 <= int(state) != _TIME_ERROR


@cache
def _libc() -> ctypes.CDLL:
    """Loaded once: making it costs as much as drawing a frame, and every frame asks."""
    return ctypes.CDLL(None)
