"""One heap for all threads, and large blocks given back: seen in a process of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

THREAD = """
import ctypes, sys, threading
from kiosk import allocator
if sys.argv[1] == "settled":
    assert allocator.settle()
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
found = []
thread = threading.Thread(target=lambda: found.append(libc.malloc(50_000)))
thread.start()
thread.join()
with open("/proc/self/maps") as maps:
    heap = next(line.split()[0] for line in maps if line.rstrip().endswith("[heap]"))
low, high = (int(word, 16) for word in heap.split("-"))
print("heap" if low <= found[0] < high else "elsewhere")
"""

LARGE = """
import ctypes, sys
from kiosk import allocator
if sys.argv[1] == "settled":
    assert allocator.settle()
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]
libc.free(libc.malloc(4_000_000))
found = libc.malloc(2_000_000)
with open("/proc/self/maps") as maps:
    heap = next(line.split()[0] for line in maps if line.rstrip().endswith("[heap]"))
low, high = (int(word, 16) for word in heap.split("-"))
print("heap" if low <= found < high else "elsewhere")
"""


@pytest.mark.parametrize(
    ("program", "how", "where"),
    [
        (THREAD, "settled", "heap"),
        (THREAD, "as it is", "elsewhere"),
        (LARGE, "settled", "elsewhere"),
        (LARGE, "as it is", "heap"),
    ],
)
def test_one_heap_and_what_is_large_is_a_mapping_of_its_own(program, how, where):
    command = [sys.executable, "-c", program, how]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == where
