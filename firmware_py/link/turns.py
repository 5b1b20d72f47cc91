"""Whose turn it is on a bus. Pure.

A table that had something to say is asked again at once, a quiet one 20 times a second, one that
did not answer ever more seldom until its session is over.
"""

from __future__ import annotations

from typing import Final

MS: Final = 1_000_000
GAP_NS: Final = 120 * MS
"""So long nothing comes in a turn: it is over. An adapter holds a byte 16 ms, twice, and the
table's machine may be busy."""
QUIET_NS: Final = 50 * MS
MISSED_NS: Final = 200 * MS
MOST_MISSED_NS: Final = 1_000 * MS
MOST_POLL: Final = 255
FRAMES_OF_ALL: Final = 64
"""Frames of data in a round of the bus, 1.4 s at 115,200 baud."""
MOST_GRANT: Final = 32
LEAST_GRANT: Final = 4


class _Place:
    """A table on the bus."""

    def __init__(self, due_ns: int) -> None:
        self.due_ns = due_ns
        self.missed = 0
        self.had_data = False


class Turns:
    """The bus as its gateway sees it."""

    own_frames: Final = 8
    """Frames of data that the gateway itself sends with a turn."""

    def __init__(self) -> None:
        self.free_ns = 0
        """Until then the bus belongs to somebody else."""
        self._places: dict[int, _Place] = {}
        self._at: int | None = None
        self._end_ns = 0
        self._poll = 0

    @property
    def grant(self) -> int:
        """Frames of data that a table may send in its turn."""
        return max(LEAST_GRANT, min(MOST_GRANT, FRAMES_OF_ALL // max(1, len(self._places))))

    def open(self, now_ns: int) -> None:
        """Nobody speaks."""
        self.free_ns, self._at = now_ns, None

    def add(self, address: int, now_ns: int) -> None:
        """A table has come."""
        self._places[address] = _Place(now_ns)

    def remove(self, address: int) -> None:
        """A table has gone."""
        self._places.pop(address, None)
        if self._at == address:
            self._at, self.free_ns = None, 0

    def hurry(self, address: int) -> None:
        """There is something for this table: it is the next one."""
        place = self._places.get(address)
        if place is not None and not place.missed:
            place.due_ns = 0

    def next(self, now_ns: int) -> int | None:
        """Whose turn it is now; None: nobody's yet."""
        due = [(place.due_ns, at) for at, place in self._places.items() if place.due_ns <= now_ns]
        return min(due)[1] if due else None

    def marks(self) -> list[int]:
        """When each is due."""
        return [place.due_ns for place in self._places.values()]

    def begin(self, address: int) -> int:
        """The number of the turn that this table is given."""
        self._at = address
        self._places[address].had_data = False
        self._poll = self._poll % MOST_POLL + 1
        return self._poll

    def given(self, said_ns: int, took_ns: int) -> None:
        """The turn is the table's once the gateway's last byte is out; it may take so long."""
        self.free_ns = said_ns + GAP_NS
        self._end_ns = said_ns + took_ns + 2 * GAP_NS

    def listen(self, until_ns: int) -> None:
        """Tables that have no session may answer until then."""
        self.free_ns, self._at = until_ns, None

    def heard(self, now_ns: int) -> None:
        """Bytes came: whoever speaks is not through."""
        if self._at is not None:
            self.free_ns = min(self._end_ns, max(self.free_ns, now_ns + GAP_NS))

    def had_data(self, address: int) -> None:
        """The table sent data in its turn."""
        place = self._places.get(address)
        if place is not None:
            place.had_data = True

    def over(self, address: int, poll: int, now_ns: int) -> None:
        """The table says that its turn is over."""
        place = self._places.get(address)
        if self._at != address or poll != self._poll or place is None:
            return
        place.missed = 0
        place.due_ns = now_ns if place.had_data else now_ns + QUIET_NS
        self._at, self.free_ns = None, now_ns

    def pass_time(self, now_ns: int) -> None:
        """A turn that ended in silence."""
        if self._at is None or now_ns < self.free_ns:
            return
        place = self._places[self._at]
        place.missed += 1
        wait_ns = min(MOST_MISSED_NS, MISSED_NS << min(place.missed - 1, 4))
        place.due_ns = now_ns if place.had_data else now_ns + wait_ns
        self._at = None

    def is_free(self, now_ns: int) -> bool:
        """The gateway may speak."""
        return self._at is None and now_ns >= self.free_ns
