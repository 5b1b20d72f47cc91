"""Parse JSON Lines and chain them by hash, with the standard library alone."""

import hashlib
import json
import time


def measure(data: bytes) -> int:
    """Nanoseconds for all lines of a record."""
    began = time.perf_counter_ns()
    for line in data.splitlines():
        fields = json.loads(line)
        body, _, _ = line.rpartition(b',"hash"')
        if hashlib.sha256(body).hexdigest() != fields["hash"]:
            raise ValueError(line)
    return time.perf_counter_ns() - began
