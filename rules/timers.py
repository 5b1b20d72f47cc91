"""Timers as values: how long, which marks on the way, paused or running. Nothing here waits.

A timer counts down. Whoever keeps one asks `due` for the next instant at which something happens,
and calls `crossed` at exactly that instant.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.kinds import GameMs


class Timer(NamedTuple):
    """`marks` are told when so much is left, the most first; `paused` is what was left then."""

    length: GameMs
    marks: tuple[GameMs, ...]
    ends_at: GameMs
    passed: int = 0
    paused: GameMs | None = None


def started(length: GameMs, marks: tuple[GameMs, ...], at: GameMs) -> Timer:
    """A timer that runs from `at`; a mark that does not lie within it is left out."""
    within = tuple(mark for mark in marks if mark < length)
    return Timer(length, within, GameMs(at + length))


def due(timer: Timer) -> GameMs | None:
    """The instant of the next mark, or of the end; None while it is paused."""
    if timer.paused is not None:
        return None
    if timer.passed < len(timer.marks):
        return GameMs(timer.ends_at - timer.marks[timer.passed])
    return timer.ends_at


def crossed(timer: Timer) -> tuple[Timer, GameMs]:
    """The timer after what was due, and what is left then: a mark, or 0 for the end."""
    if timer.passed < len(timer.marks):
        return timer._replace(passed=timer.passed + 1), timer.marks[timer.passed]
    return timer, GameMs(0)


def left(timer: Timer, now: GameMs) -> GameMs:
    """What is left at `now`, never below 0."""
    rest = timer.ends_at - now if timer.paused is None else timer.paused
    return GameMs(max(0, rest))


def paused(timer: Timer, at: GameMs) -> Timer:
    """The timer, standing still from `at` on."""
    return timer if timer.paused is not None else timer._replace(paused=left(timer, at))


def resumed(timer: Timer, at: GameMs) -> Timer:
    """The timer, running on from `at` with what was left."""
    if timer.paused is None:
        return timer
    return timer._replace(ends_at=GameMs(at + timer.paused), paused=None)


def ahead(timer: Timer) -> tuple[tuple[GameMs, GameMs], ...]:
    """Everything that is still to come, as (instant, left); nothing while it is paused."""
    if timer.paused is not None:
        return ()
    rest = (*timer.marks[timer.passed :], GameMs(0))
    return tuple((GameMs(timer.ends_at - mark), mark) for mark in rest)
