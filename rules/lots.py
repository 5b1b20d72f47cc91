"""Lots that anybody can draw again: a seed and the names in, an order out.

The place of a name is decided by sha256 over `seed`, a line break and the name, the smallest
first. The order in which the names were given does not matter, and no name can be favoured
without finding another seed, which is published with the result.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def draw(names: Iterable[str], seed: int) -> tuple[str, ...]:
    """The names in drawn order."""
    return tuple(sorted(names, key=lambda name: (_lot(seed, name), name)))


def _lot(seed: int, name: str) -> str:
    return hashlib.sha256(f"{seed}\n{name}".encode("utf-8", "surrogatepass")).hexdigest()
