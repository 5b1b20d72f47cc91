"""How the C library keeps memory, told once at the start: a table runs for days on a small board.

By itself glibc gives each thread a heap of its own, and after the first large block that is freed
(a picture, a sound) it keeps blocks of that size for ever. A table has many threads that hardly
allocate, and draws all day: one heap is enough, and what is large goes back when it is freed.
"""

from __future__ import annotations

import ctypes
from typing import Final

# The names and numbers of <malloc.h>.
_M_TRIM_THRESHOLD: Final = -1
_M_MMAP_THRESHOLD: Final = -3
_M_ARENA_MAX: Final = -8

LARGE: Final = 128 * 1024
"""Bytes from which a block is a mapping of its own, and of free heap that is given back; both are
glibc's own first values, which it would raise by itself unless they are set."""


def settle() -> bool:
    """One heap, large blocks given back; call it before the first thread. False: another libc."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return False
    wanted = ((_M_ARENA_MAX, 1), (_M_MMAP_THRESHOLD, LARGE), (_M_TRIM_THRESHOLD, LARGE))
    taken = [mallopt(key, value) == 1 for key, value in wanted]
    return all(taken)
