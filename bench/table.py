"""A table as `kiosk run` puts it together: in this process, simulated pins, the real disk."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pygame

from bench import game
from firmware_py.simulated import SimulatedTable
from kiosk.app import App, Options, build
from kiosk.config import Config
from kiosk.disk import Disk
from kiosk.home import Home
from kiosk.inbox import Stop
from rules.opening import parse_opening

OUT: Final = Path(__file__).resolve().parent.parent / "out" / "bench"
CONFIG: Final = Config(table="T1", pins="simulated", screen="window")
ENDS_S: Final = 10.0


@contextmanager
def folder() -> Iterator[Path]:
    """A new home beside the checkout: on the disk, not in memory as /tmp may be.

    Its sounds are rendered already: a table makes missing ones while it runs, at the first start.
    """
    sounds = OUT / "sounds"
    sounds.mkdir(parents=True, exist_ok=True)
    render = (sys.executable, "-m", "kiosk.sound", "--table", "1", "--out", sounds)
    subprocess.run(render, check=True, cwd=OUT.parent.parent)
    made = Path(tempfile.mkdtemp(dir=OUT))
    (made / "sounds").symlink_to(sounds)
    try:
        yield made
    finally:
        shutil.rmtree(made)


@contextmanager
def running(
    home: Path,
    *,
    fast: float = 1,
    disk: Disk | None = None,
    options: Mapping[str, Any] | None = None,
    opening: Mapping[str, Any] = game.OPEN,
) -> Iterator[App]:
    """A table with an open game, its loop on a thread, its screen open; ends with the block."""
    opened = parse_opening({**opening, "options": dict(options or {})})
    app = build(Options(CONFIG, Home(home), opened, fast=fast, disk=disk or Disk()))
    loop = threading.Thread(target=app.run, name="loop")
    loop.start()
    try:
        _wait_for_the_screen()
        yield app
    finally:
        app.inbox.put(Stop(0))
        loop.join(ENDS_S)
        app.close()


def _wait_for_the_screen() -> None:
    """Presses come first, the screen a moment later: only then is the table as it plays."""
    limit = time.monotonic() + ENDS_S
    while not pygame.display.get_init() or pygame.display.get_surface() is None:
        if time.monotonic() > limit:
            raise TimeoutError("the table opened no screen")
        time.sleep(0.01)
    time.sleep(0.5)  # the sounds come behind it


def pins(app: App) -> SimulatedTable:
    """The pins of this table, to be pressed."""
    table = app.host.table
    if not isinstance(table, SimulatedTable):
        raise TypeError(f"the bench's table is {table.kind}")
    return table
