"""Ten fingers: seats pressed one after the other, each let go long enough before it comes again."""

from __future__ import annotations

import queue
import time
from typing import Any, Final

from bench import game
from bench.table import pins
from firmware_py.kinds import LineId
from kiosk.app import App
from kiosk.inbox import Dice

GAP_S: Final = 0.008
HELD: Final = 3
"""Presses until a seat is let go: 24 ms, longer than a line's lockout."""

ANSWER_S: Final = 5.0


def play(app: App) -> None:
    """Into the running game: `start`, the first roll; seat 1 is the lander."""
    pins(app).tap("judge.next", 60)
    time.sleep(0.1)
    app.inbox.put(Dice((3, 4), app.host.time.now_ns()))
    time.sleep(0.1)


def answers(app: App) -> queue.SimpleQueue[int]:
    """When each lamp's answer was out (monotonic ns), from now on."""
    lamps: Any = app.host.table.lamps
    answer, seen = lamps.answer, queue.SimpleQueue[int]()

    def seen_answer(seat: int, at_ns: int) -> None:
        answer(seat, at_ns)
        seen.put(time.perf_counter_ns())

    lamps.answer = seen_answer
    return seen


def press(app: App, seen: queue.SimpleQueue[int], count: int) -> list[int]:
    """Nanoseconds from each of `count` edges to the lamp's answer; all are let go at the end."""
    table, took = pins(app), []
    lines = [LineId(f"seat{seat}") for seat in range(1, game.SEATS + 1)]
    for place in range(count + HELD):
        time.sleep(GAP_S)
        if place >= HELD:
            table.release(lines[(place - HELD) % len(lines)])
        if place < count:
            began = time.perf_counter_ns()
            table.press(lines[place % len(lines)])
            took.append(seen.get(timeout=ANSWER_S) - began)
    return took
