"""Ten lines that wait while one fsync runs: the best a file can do is that fsync and one more."""

import os
import time
from pathlib import Path


def measure(path: Path, line: bytes, slow_s: float) -> int:
    """Nanoseconds until the lines that came during the first fsync are durable with the second."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    began = time.perf_counter_ns()
    for data in (line, line * 10):
        os.write(fd, data)
        time.sleep(slow_s)
        os.fsync(fd)
    os.close(fd)
    return time.perf_counter_ns() - began
