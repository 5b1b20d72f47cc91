"""A frame is made anew when something was touched; else only its time is new."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk.app import App, Options, build
from kiosk.config import Config
from kiosk.home import Home
from kiosk.inbox import Enter
from kiosk.screens.frame import Frame
from kiosk.stage import Glass
from rules.kinds import Seat
from rules.opening import parse_opening
from tests.kiosk.test_host import OPEN

SECOND = 1_000_000_000


class Seen:
    """A painter that keeps the frames."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []

    def draw(self, frame: Frame) -> list[Any]:
        self.frames.append(frame)
        return []


class Drawn:
    """A table in play, whose frames are seen."""

    def __init__(self, app: App) -> None:
        self.app, self.host = app, app.host
        self._painter: Any = Seen()
        window: Any = None
        self.host.health.clock_set = False  # the wall clock's texts are not this test's
        self.host.stage.show_on(Glass(window, self._painter, None))
        self.now_ns = self.host.time.now_ns()
        self.enter(do="start")
        self.enter(do="roll", seat=1, dice=[3, 4])

    def enter(self, **fields: Any) -> None:
        self.host.item(Enter(fields, self.now_ns, 1))

    def after(self, seconds: int, *, touched: bool = False) -> Frame:
        """What is drawn then."""
        if touched:
            self.host.stage.touch()
        self.now_ns += seconds * SECOND
        self.host.draw(self.now_ns)
        frame: Frame = self._painter.frames[-1]
        return frame


@pytest.fixture
def drawn(tmp_path: Path) -> Iterator[Drawn]:
    config = Config(table="T1", pins="simulated", screen="offscreen", league="none")
    app = build(Options(config, Home(tmp_path), parse_opening(OPEN)))
    try:
        yield Drawn(app)
    finally:
        app.close()


def test_a_second_later_the_frame_is_the_one_made_anew(drawn: Drawn) -> None:
    first = drawn.after(0)
    for _ in range(3):
        frame = drawn.after(1)
        assert frame.now_ms > first.now_ms
        assert frame.view is first.view
        assert frame == drawn.after(0, touched=True)


def test_what_was_touched_is_in_the_next_frame(drawn: Drawn) -> None:
    drawn.after(1)
    drawn.enter(do="roll", seat=2, dice=[1, 2])
    assert drawn.after(1).view.turn == 3
    drawn.host.stage.flash([Seat(2)], drawn.now_ns)
    assert drawn.after(0).flash == {2}
    drawn.host.stage.pass_time(drawn.now_ns + SECOND)
    assert drawn.after(1).flash == frozenset()


def test_what_moves_by_itself_moves_untouched(drawn: Drawn) -> None:
    drawn.after(1)
    drawn.host.stage.announce(drawn.host.game.session.history.upcoming()[0], 0)  # type: ignore[union-attr]
    shown = [drawn.after(0).signal, drawn.after(0).signal]
    assert shown[0] is not None
    assert shown[1] is not None
    assert shown[1].shown_ms >= shown[0].shown_ms
