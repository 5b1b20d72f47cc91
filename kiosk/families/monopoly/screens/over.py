"""The end of a championship game: stripes all round are time over, nested frames an early end."""

from __future__ import annotations

from kiosk.families import player_name
from kiosk.families.monopoly.screens.play import playing_time
from kiosk.locale import minutes_text
from kiosk.screens.ending import Ending, ending, times_of
from kiosk.screens.family import gone_text
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.part import Picture
from kiosk.screens.theme import Grid
from rules.monopoly.view import Mark, MonopolyView


def time_over(frame: Frame, grid: Grid) -> Picture:
    """90:00: what stops, what stays, what comes next."""
    view: MonopolyView = frame.view
    said = Ending(
        Line("kiosk.over.title"),
        minutes_text(view.game_ms // 1000),
        Line("kiosk.over.said"),
        Line("kiosk.over.then"),
        times_of(frame),
        striped=True,
    )
    return ending("time over", said, grid)


def early_end(frame: Frame, grid: Grid) -> Picture:
    """The game ended before its time: by whom, after how long."""
    view: MonopolyView = frame.view
    played = gone_text(playing_time(view), frame.now_ms)
    title, then = Line("kiosk.early.title"), Line("kiosk.over.then")
    return ending("early end", Ending(title, played, _why(view), then, times_of(frame)), grid)


def _why(view: MonopolyView) -> Line:
    left = [seat for seat in view.seats if seat.mark not in (Mark.OUT, Mark.REMOVED)]
    if view.end_reason == "last_player" and len(left) == 1:
        return line("kiosk.early.last", seat=str(left[0].seat), name=player_name(left[0]))
    return Line("kiosk.early.judge")
