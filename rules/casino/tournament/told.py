"""What a table says of itself, as the tournament compares it with its log."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class Along(NamedTuple):
    """What somebody took along to another table: points, purchases, what was left of a penalty."""

    points: int
    rebuys: int = 0
    addon: bool = False
    penalty_ms: int = 0
    penalty_rounds: int = 0


class Told(NamedTuple):
    """What a table says of itself: who is in and who is out, what its players bought and hold.

    `players` is everybody who sits there, by name; the value says whether he is still in.
    `points` and `paid` are None where it does not say. `plays`: it is played there; `seats` where
    who sits, `bought` his rebuys and add-on, `along` who was moved away and with what, `given` the
    director's penalties that were entered there, by their instants; `levels` the mark of the levels
    and breaks it plays by, empty where it does not say.
    """

    number: int
    name: str
    players: Mapping[str, bool]
    points: int | None = None
    paid: int | None = None
    plays: bool = False
    seats: Mapping[str, int] = _NOTHING
    bought: Mapping[str, tuple[int, bool]] = _NOTHING
    along: Mapping[str, Along] = _NOTHING
    given: frozenset[int] = frozenset()
    levels: str = ""
