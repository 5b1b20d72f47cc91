"""Bytes through a serial line with pyserial alone: no frames, no answer, no second try."""

import threading
import time

import serial


def measure(left: str, right: str, baud: int, count: int) -> int:
    """Nanoseconds from the first byte written to the last one read."""
    with serial.Serial(left, baud) as sender, serial.Serial(right, baud) as reader:
        data = bytes(range(256)) * (count // 256 + 1)
        began = time.perf_counter_ns()
        writing = threading.Thread(target=sender.write, args=(data[:count],))
        writing.start()
        if reader.read(count) != data[:count]:
            raise RuntimeError("the floor's line is not clean")
        took = time.perf_counter_ns() - began
        writing.join()
    return took
