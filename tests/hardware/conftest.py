"""The hardware's folder, and everything printed and pictured, made once and several at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from firmware_py.pinmap import PinMap, parse_pin_map
from hardware import pictures, solids

ROOT = Path(__file__).parents[2]
HARDWARE = ROOT / "hardware"


class Workshop:
    """Renders of the committed sources, each begun at once and waited for where it is asked."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        folder = HARDWARE / "enclosure"
        # In the order in which the tests come.
        self._pictures = {
            name: pool.submit(pictures.render, picture, folder)
            for name, picture in pictures.PICTURES.items()
        }
        self._solids = {
            name: pool.submit(solids.render, solid, folder) for name, solid in solids.SOLIDS.items()
        }

    def solid(self, name: str) -> solids.Triangles:
        return self._solids[name].result()

    def picture(self, name: str) -> bytes:
        return self._pictures[name].result()

    def stop(self) -> None:
        futures: list[Future[solids.Triangles] | Future[bytes]] = [
            *self._solids.values(),
            *self._pictures.values(),
        ]
        for future in futures:
            future.cancel()


@pytest.fixture(scope="session")
def workshop() -> Iterator[Workshop]:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        made = Workshop(pool)
        yield made
        made.stop()


@pytest.fixture(scope="session")
def pins_text() -> str:
    return (HARDWARE / "pins.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def pin_map(pins_text: str) -> PinMap:
    return parse_pin_map(pins_text, "pins.toml")
