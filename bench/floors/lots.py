"""An order by hashes of names, with the standard library alone."""

import hashlib
import time


def measure(names: list[str]) -> int:
    """Nanoseconds for one order of all names."""
    began = time.perf_counter_ns()
    order = sorted(names, key=lambda name: hashlib.sha256(f"7\n{name}".encode()).hexdigest())
    if len(order) != len(names):
        raise ValueError(names)
    return time.perf_counter_ns() - began
