"""Lots that anybody can draw again: a seed and the names in, an order out.

The place of a name is decided by sha256 over `seed`, a line break and the name, the smallest
first. The order in which the names were given does not matter, and no name can be favoured
without finding another seed, which is published with the result.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class Lot(NamedTuple):
    """What was drawn for a player; only places of the same draw say who goes first."""

    draw: int
    place: int


NO_LOTS: Final[Mapping[str, Lot]] = MappingProxyType({})


def draw(names: Iterable[str], seed: int) -> tuple[str, ...]:
    """The names in drawn order."""
    return tuple(sorted(names, key=lambda name: (_lot(seed, name), name)))


def seed_of(text: str) -> int:
    """A seed that anybody gets from the same text, where nobody chose one."""
    return int(hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:13], 16)


def decides(names: Iterable[str], lots: Mapping[str, Lot]) -> bool:
    """Whether one draw has the places of all these equals; else they stay equal."""
    names = list(names)
    if len(names) < 2 or any(name not in lots for name in names):
        return False
    return len({lots[name].draw for name in names}) == 1


def _lot(seed: int, name: str) -> str:
    return hashlib.sha256(f"{seed}\n{name}".encode("utf-8", "surrogatepass")).hexdigest()
