"""What has just changed at the table, in one line: for the strip, four seconds. Pure.

The rules announce it; sounds and lamps say it in their way. Here it is read off two views, so that
the line is there for whoever does not hear.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kiosk.families import player_name
from kiosk.screens.frame import Line, line
from rules.casino.view import CasinoView, Mark, Phase, Window

WINDOWS: Final = {
    Window.LAST_ROUND: Line("kiosk.casino.news.rebuy_last"),
    Window.ADDON: Line("kiosk.casino.news.addon_open"),
    Window.OVER: Line("kiosk.casino.news.bought_out"),
}


HERE: Final = (Mark.IN, Mark.PENALTY)
"""Who was still in: his seat is free for he was moved to another table."""


def news(before: CasinoView, now: CasinoView) -> Line | None:
    """The most important change between two views of one game, if there is one to tell."""
    if now.phase is not Phase.PLAY:
        return None
    if before.phase is Phase.ENTRY:
        return Line("kiosk.casino.news.began")
    return next(_changes(before, now), None)


def _changes(before: CasinoView, now: CasinoView) -> Iterator[Line]:
    if now.changes > before.changes:
        yield Line("kiosk.casino.news.stakes")
    if now.hand_for_hand != before.hand_for_hand:
        both = ("kiosk.casino.news.in_the_money", "kiosk.casino.news.hand_for_hand")
        yield Line(both[now.hand_for_hand])
    if now.together > before.together > 0:
        yield Line("kiosk.casino.news.next_hand")
    if now.window is not before.window and now.window in WINDOWS:
        yield WINDOWS[now.window]
    yield from _colour_up(before, now)
    here = {seat.player for seat in now.seats}
    for gone in (seat for seat in before.seats if seat.player not in here and seat.mark in HERE):
        name = player_name(gone)
        yield line("kiosk.casino.news.left", seat=str(gone.seat), name=name)
    known = {seat.seat: seat for seat in before.seats}
    for new in now.seats:
        name = player_name(new)
        old = known.get(new.seat)
        if old is None or old.player != new.player:
            yield line("kiosk.casino.news.arrived", seat=str(new.seat), name=name)
            continue
        if new.mark is Mark.PENALTY and old.mark is not Mark.PENALTY:
            yield line("kiosk.casino.news.penalty", seat=str(new.seat), name=name)
        if old.mark is Mark.PENALTY and new.mark is Mark.IN:
            yield line("kiosk.casino.news.back", seat=str(new.seat), name=name)
        if new.done and not old.done:
            yield line("kiosk.casino.news.machine_end", seat=str(new.seat), name=name)


def _colour_up(before: CasinoView, now: CasinoView) -> Iterator[Line]:
    """Chips of this worth are changed: the level that asks for it has ended."""
    if before.level is None or now.level is None:
        return
    ended = now.level.number > before.level.number or (now.on_break and not before.on_break)
    points = now.plan.colour_up.get(before.level.number)
    if ended and points and not before.on_break:
        yield line("kiosk.casino.news.colour_up", points=points)
