"""From stamped edges to presses and releases: pure, fed by the loop, works from stamps alone.

Theory. A contact chatters for 0.5 to 10 ms after it closes *and* after it opens. So an accepted
change (press or release) opens a lockout of that line; edges within it only say what level the
line has by now. When the lockout ends that level is compared with the accepted one, and if they
differ the change is accepted then, stamped with the lockout's end. From this follow the laws the
tests hold: every press has exactly one release, in that order; a press shorter than the lockout
is a press; a stalled loop that feeds old edges late gives the same result as a quick one; and
given edges in the order of their stamps the results come in the order of theirs.

The kernel may lose an edge, so a line can be read again when its lockout ends. What it says then
is not believed at once if its edges say otherwise, or if the loop comes late to it: edges may be
on their way, and they have the instants. Its word counts after `GRACE_NS` in which no edge came
that is older than it.

Two seats within a moment are ordered by their edges' stamps (`in_order`); equal stamps keep the
order of arrival, which is the kernel's.

Use, in the loop, with the inbox drained:

    for edge in in_order(batch):
        changes += debouncer.feed(edge)
    if (at := debouncer.recheck_at()) is not None and at <= now:
        changes += debouncer.settle(now, table.reread)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from firmware_py.kinds import Edge, LineId, Press, Release

Change = Press | Release

DEFAULT_LOCKOUT_NS: Final = 25_000_000  # above any chatter, far below two presses of one finger
LATE_NS: Final = 10_000_000
GRACE_NS: Final = 250_000_000


def in_order(edges: Iterable[Edge]) -> list[Edge]:
    """Edges by their stamps; equal stamps keep the order in which they arrived."""
    return sorted(edges, key=_stamp)


class Debouncer:
    """Debounces every line for itself; `held` are lines found pressed when the table opened.

    A held line (jammed, or something lies on the pad) is silent until it has been let go once.
    """

    def __init__(self, lockout_ns: int = DEFAULT_LOCKOUT_NS, held: Iterable[LineId] = ()) -> None:
        if lockout_ns < 0:
            raise ValueError(f"lockout_ns = {lockout_ns}; write 0 or more")
        self._lockout_ns = lockout_ns
        self._lines: dict[LineId, _Line] = {line: _Line(held=True) for line in held}
        self._locked: set[LineId] = set()
        self._doubted: dict[LineId, _Doubt] = {}
        """Lines whose edges may be on their way, and when they are read once more."""
        self._fed = 0
        self._newest_ns = 0

    def feed(self, edge: Edge) -> tuple[Change, ...]:
        """The changes accepted by this edge and by lockouts that ended before it (often none)."""
        changes = self.settle(edge.at_ns) if self._locked else ()
        self._fed, self._newest_ns = self._fed + 1, edge.at_ns
        line = self._lines.get(edge.line)
        if line is None:
            line = self._lines[edge.line] = _Line(held=False)
        if edge.line in self._doubted and edge.at_ns >= line.open_at_ns:
            changes += self._undoubt(edge.line)  # a line's edges come in order: none is missing
        line.level = edge.pressed
        if edge.pressed == line.accepted or edge.at_ns < line.open_at_ns:
            return changes
        return changes + self._accept(edge.line, line, edge.at_ns)

    def recheck_at(self) -> int | None:
        """When a line has to be looked at again, to wake up then; None if none has."""
        ends = [self._lines[name].open_at_ns for name in self._locked]
        ends += [doubt.due_ns for doubt in self._doubted.values()]
        return min(ends, default=None)

    def settle(
        self, now_ns: int, level: Callable[[LineId], bool] | None = None
    ) -> tuple[Change, ...]:
        """Ends the lockouts that are over: what the edges within them left undone is accepted.

        With `level` each such line is read again (see above). Call it when all that came has been
        fed.
        """
        changes: tuple[Change, ...] = ()
        for name in self._over(now_ns):
            line = self._lines[name]
            self._locked.discard(name)
            read = line.level if level is None else level(name)
            late = level is not None and now_ns - line.open_at_ns > LATE_NS
            if read != line.level or (late and line.level != line.accepted):
                self._doubted[name] = _Doubt(read, now_ns, now_ns + GRACE_NS, self._fed)
            elif line.level != line.accepted:
                changes += self._accept(name, line, line.open_at_ns)
        return changes if level is None else changes + self._believe(now_ns, level)

    def _believe(self, now_ns: int, level: Callable[[LineId], bool]) -> tuple[Change, ...]:
        """The lines whose edges have had their time to come: what they say counts."""
        changes: tuple[Change, ...] = ()
        due = [(name, doubt) for name, doubt in self._doubted.items() if doubt.due_ns <= now_ns]
        for name, doubt in due:
            line = self._lines[name]
            if line.level == doubt.read:
                changes += self._undoubt(name)
            elif self._fed != doubt.fed and self._newest_ns < doubt.read_ns:
                self._doubted[name] = doubt._replace(due_ns=now_ns + GRACE_NS, fed=self._fed)
            else:
                del self._doubted[name]
                line.level = level(name)
                if line.level != line.accepted:
                    changes += self._accept(name, line, now_ns)
        return changes

    def _undoubt(self, name: LineId) -> tuple[Change, ...]:
        """What the line's edges made of it within its lockout is right after all."""
        del self._doubted[name]
        line = self._lines[name]
        if line.level == line.accepted:
            return ()
        return self._accept(name, line, line.open_at_ns)

    def pressed(self, line: LineId) -> bool:
        """The accepted level of a line (a held line counts as pressed until it is let go)."""
        known = self._lines.get(line)
        return known is not None and known.accepted

    def _over(self, now_ns: int) -> list[LineId]:
        over = [name for name in self._locked if self._lines[name].open_at_ns <= now_ns]
        return sorted(over, key=lambda name: self._lines[name].open_at_ns)

    def _accept(self, name: LineId, line: _Line, at_ns: int) -> tuple[Change, ...]:
        self._doubted.pop(name, None)
        line.accepted = line.level
        line.open_at_ns = at_ns + self._lockout_ns
        if self._lockout_ns:
            self._locked.add(name)
        if line.held:
            line.held = False
            return ()
        return (Press(name, at_ns) if line.accepted else Release(name, at_ns),)


class _Doubt(NamedTuple):
    """A line read so at `read_ns`, when `fed` edges had come; it is looked at again at `due_ns`."""

    read: bool
    read_ns: int
    due_ns: int
    fed: int


class _Line:
    """`level`: by the last edge; `accepted`: told; no change is accepted before `open_at_ns`."""

    __slots__ = ("accepted", "held", "level", "open_at_ns")

    def __init__(self, *, held: bool) -> None:
        self.held = held
        self.level = held
        self.accepted = held
        self.open_at_ns = -(1 << 63)


def _stamp(edge: Edge) -> int:
    return edge.at_ns
