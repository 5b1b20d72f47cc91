"""A Mafia table at its vote: ten pads, two candidates, everybody has spoken; and a whole game."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from itertools import count, islice
from pathlib import Path
from typing import Any, Final

from bench.table import pins
from firmware_py.kinds import LineId
from kiosk.app import App
from kiosk.editions import Editions
from kiosk.inbox import Enter
from rules.chain import Chain
from rules.opening import parse_opening
from rules.record import opening_line

SEATS: Final = tuple(range(1, 11))
ROLES: Final = ("red", "don", "red", "red", "sheriff", "mafia", "red", "red", "mafia", "red")
OPEN: Final[dict[str, Any]] = {
    "edition": "mafia-nuances",
    "season": "BENCH",
    "round": "Q1",
    "game": "bench",
    "table": "T1",
    "seats": [
        {"seat": seat, "player": f"P{seat:02}", "name": f"Player {seat}", "role": role}
        for seat, role in zip(SEATS, ROLES, strict=True)
    ],
}
CANDIDATES: Final = (3, 7)
WAITS_S: Final = 10.0


def enter(app: App, *entries: Mapping[str, Any]) -> None:
    """What the host enters, one after the other."""
    for fields in entries:
        app.inbox.put(Enter(fields, app.host.time.now_ns(), 0))


def to_the_vote(app: App) -> None:
    """Day 1, all have spoken, two are nominated."""
    enter(app, {"do": "night"}, {"do": "day"}, *_speeches())
    until(lambda: view(app).vote_due and all(seat.spoken for seat in view(app).seats))


def _speeches() -> Iterator[Mapping[str, Any]]:
    for seat in SEATS:
        yield {"do": "speech", "seat": seat}
        if seat <= len(CANDIDATES):
            yield {"do": "nominate", "seat": seat, "whom": CANDIDATES[seat - 1]}
        yield {"do": "yield", "seat": seat}


def record(actions: int) -> bytes:
    """A game of so many actions as a record's bytes: days that end in a tie, nobody leaves, with
    fists on the pads all the while.
    """
    opening, edition, chain = parse_opening(OPEN), Editions(Path()).need(OPEN["edition"]), Chain()
    lines = [chain.line(opening_line(opening, edition))]
    lines += [chain.line(fields) for fields in islice(_days(), actions)]
    return b"".join(lines)


def _days() -> Iterator[dict[str, Any]]:
    second = count(1)
    for day in count(1):
        yield {"t": next(second), "do": "night"}
        if day > 1:
            for word, whom in (("shot", None), ("don_check", 3), ("sheriff_check", 9)):
                yield {"t": next(second), "do": word, "whom": whom}
            second = count(next(second) + 60)
        yield {"t": next(second), "do": "day"}
        for fields in _day(day):
            yield {"t": next(second), **fields}


def _day(day: int) -> Iterator[dict[str, Any]]:
    tie = {"do": "tally", "votes": {"3": [1, 2, 4, 5, 6], "7": [3, 7, 8, 9, 10]}}
    for place in range(len(SEATS)):
        seat = (day - 1 + place) % len(SEATS) + 1
        yield {"do": "speech", "seat": seat}
        if place < len(CANDIDATES):
            yield {"do": "nominate", "seat": seat, "whom": CANDIDATES[place]}
        for other in (seat, seat % len(SEATS) + 1):
            yield {"do": "press", "seat": other, "line": f"seat{other}"}
        yield {"do": "yield", "seat": seat}
    yield {"do": "voting"}
    yield tie
    for seat in CANDIDATES:
        yield {"do": "speech", "seat": seat}
        yield {"do": "yield", "seat": seat}
    yield {"do": "revote"}
    yield tie
    yield {"do": "lift_all", "seats": []}


def view(app: App) -> Any:
    """What the table shows."""
    game = app.host.game
    if game is None:
        raise RuntimeError("no game is open")
    return game.session.view


def until(holds: Any) -> None:
    """Wait for the loop's thread."""
    limit = time.monotonic() + WAITS_S
    while not holds():
        if time.monotonic() > limit:
            raise TimeoutError("the table never came to it")
        time.sleep(0.002)


def closes_ns(app: App) -> int:
    """The stamp of "thank you" of the window that is open."""
    game = app.host.game
    ballot = view(app).ballot
    at_ns = None if game is None else game.session.clock.at_ns(ballot.open_until)
    if at_ns is None:
        raise RuntimeError("no window is open")
    return at_ns


def fists(app: App, at_ns: int) -> list[int]:
    """All ten pads as near to this stamp as this machine can; the stamp of each, as a kernel gives
    it: what keeps the edge from the table behind it is what a busy machine does.
    """
    table, time_source = pins(app), app.host.time
    lines = [LineId(f"seat{seat}") for seat in SEATS]
    time.sleep(max(0.0, time_source.wait_s(at_ns) - 0.002))
    while time_source.now_ns() < at_ns:
        pass
    began = []
    for line in lines:
        began.append(time_source.now_ns())
        table.press(line, began[-1])
    return began


def hands_off(app: App) -> None:
    """All hands are off the pads, long enough for the next fist."""
    for seat in SEATS:
        pins(app).release(LineId(f"seat{seat}"))
    time.sleep(0.1)
