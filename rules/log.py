"""A list that only grows, as an immutable value: adding copies one chunk, never the whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Generic, NamedTuple, TypeVar

Item = TypeVar("Item")

_CHUNK: Final = 64


class Log(NamedTuple, Generic[Item]):
    """A list that only grows; adding copies one chunk at most, never the whole."""

    chunks: tuple[tuple[Item, ...], ...] = ()
    tail: tuple[Item, ...] = ()

    def added(self, item: Item) -> Log[Item]:
        """This log and one more item."""
        tail = (*self.tail, item)
        if len(tail) < _CHUNK:
            return Log(self.chunks, tail)
        return Log((*self.chunks, tail), ())

    @property
    def size(self) -> int:
        """How many items."""
        return len(self.chunks) * _CHUNK + len(self.tail)

    def items(self) -> Iterator[Item]:
        """Every item, the first first."""
        for chunk in self.chunks:
            yield from chunk
        yield from self.tail

    def backwards(self) -> Iterator[Item]:
        """Every item, the last first."""
        yield from reversed(self.tail)
        for chunk in reversed(self.chunks):
            yield from reversed(chunk)
