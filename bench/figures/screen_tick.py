"""The game screen's second: what changed is drawn and brought to the glass, at 1280x720."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final

import pygame

from bench import game, table
from bench.figure import Figure, percentile
from bench.floors import screen as floor
from kiosk.app import App, Options, build
from kiosk.home import Home
from kiosk.inbox import Dice, Enter
from kiosk.locale import Catalogue
from kiosk.screens.base import FONT_DIR, Painter
from kiosk.screens.frame import Frame
from rules.kinds import GameMs

COUNT: Final = 300
SIZE: Final = (1280, 720)
SHARE: Final = 0.25
SECOND_NS: Final = 1_000_000_000
FACE: Final = str(FONT_DIR / "RobotoCondensed-Bold.ttf")
MS: Final = 1e6


def run() -> Mapping[str, float]:
    """Let the clock of a running game move on by seconds."""
    with table.folder() as home:
        app = build(Options(table.CONFIG, Home(home), game.opening()))
        try:
            took = _seconds(app)
            texts = _texts(app)
        finally:
            app.close()
    bare = floor.measure(SIZE, texts, COUNT)
    p50, floor_p50 = percentile(took, 0.5) / MS, percentile(bare, 0.5) / MS
    return {
        "p50_ms": p50,
        "p99_ms": percentile(took, 0.99) / MS,
        "floor_p50_ms": floor_p50,
        "floor_p99_ms": percentile(bare, 0.99) / MS,
        "share": p50 / floor_p50,
        "texts": len(texts),
    }


def _seconds(app: App) -> list[int]:
    host, now_ns = app.host, app.host.time.now_ns()
    host.item(Enter({"do": "start"}, now_ns, 0))
    host.item(Dice((3, 4), now_ns))
    host.draw(now_ns)
    took = []
    for second in range(1, COUNT + 1):
        began = time.perf_counter_ns()
        host.draw(now_ns + second * SECOND_NS)
        took.append(time.perf_counter_ns() - began)
    return took


def _texts(app: App) -> list[tuple[str, str, int]]:
    """Every text of this screen, as whoever keeps nothing would render it each time."""
    seen: list[Any] = []
    playing = app.host.game
    if playing is None:
        raise RuntimeError("the bench's game is not open")
    frame = Frame(view=playing.session.view, now_ms=GameMs(60_000), table="T1")
    Painter(pygame.Surface(SIZE, depth=32), Catalogue(), observer=seen.append).draw(frame)
    return [(drawn.text, FACE, drawn.px) for drawn in seen if drawn.text]


FIGURE: Final = Figure(
    f"at most {SHARE} of filling, rendering every text anew and flipping",
    run,
    lambda found: found["share"] <= SHARE,
)
