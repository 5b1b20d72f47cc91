"""The game screen's second: what changed is drawn and brought to the glass, at 1280x720."""

from __future__ import annotations

import queue
import time
from collections.abc import Mapping
from typing import Any, Final

import pygame

from bench import hands, table
from bench.alone import alone
from bench.figure import Figure, percentile
from bench.floors import screen as floor
from kiosk.app import App
from kiosk.locale import Catalogue
from kiosk.screens.base import FONT_DIR, Painter
from kiosk.screens.frame import Frame
from rules.kinds import GameMs

ROUNDS: Final = 6
COUNT: Final = 50
"""Frames of a round; then the floor draws as many."""

SECOND_NS: Final = 1_000_000_000
FRAME_S: Final = 5.0
SIZE: Final = (1280, 720)
SHARE: Final = 0.25
FACE: Final = str(FONT_DIR / "RobotoCondensed-Bold.ttf")
MS: Final = 1e6


def run() -> Mapping[str, float]:
    """Let the clock of a running game move on by seconds, one behind the other."""
    took: list[int] = []
    bare: list[int] = []
    with (
        table.folder() as home,
        table.running(home) as app,
        alone(floor.measure) as bare_frames,
    ):
        hands.play(app)
        texts = _texts(app)
        for place in range(ROUNDS):
            took += _seconds(app, place * COUNT)
            bare += bare_frames(SIZE, texts, COUNT)
    p50, floor_p50 = percentile(took, 0.5) / MS, percentile(bare, 0.5) / MS
    return {
        "p50_ms": p50,
        "p99_ms": percentile(took, 0.99) / MS,
        "floor_p50_ms": floor_p50,
        "floor_p99_ms": percentile(bare, 0.99) / MS,
        "share": p50 / floor_p50,
        "texts": len(texts),
    }


def _seconds(app: App, first: int) -> list[int]:
    """Nanoseconds of each frame, drawn by the loop's thread in the place of its next one."""
    stage: Any = app.host.stage  # the loop's host may stand before it: it calls this one
    draw, found = stage.draw, queue.SimpleQueue[list[int]]()

    def seconds(game: Any, health: Any, now_ns: int) -> int | None:
        stage.draw = draw
        took = []
        for second in range(first, first + COUNT):
            began = time.perf_counter_ns()
            draw(game, health, now_ns + second * SECOND_NS)
            took.append(time.perf_counter_ns() - began)
        found.put(took)
        wake_ns: int | None = draw(game, health, now_ns)
        return wake_ns

    stage.draw = seconds
    return found.get(timeout=FRAME_S)


def _texts(app: App) -> list[tuple[str, str, int]]:
    """Every text of this screen, as whoever keeps nothing would render it each time."""
    seen: list[Any] = []
    playing = app.host.game
    if playing is None:
        raise RuntimeError("the bench's game is not open")
    frame = Frame(playing.session.view, "monopoly", GameMs(60_000), table="T1")
    Painter(pygame.Surface(SIZE, depth=32), Catalogue(), observer=seen.append).draw(frame)
    return [(drawn.text, FACE, drawn.px) for drawn in seen if drawn.text]


FIGURE: Final = Figure(
    f"at most {SHARE} of filling, rendering every text anew and flipping",
    run,
    lambda found: found["share"] <= SHARE,
)
