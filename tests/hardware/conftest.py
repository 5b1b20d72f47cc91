"""The hardware's folder, and everything printed and pictured, made once and several at a time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest

from firmware_py.pinmap import PinMap, parse_pin_map
from hardware import pictures, solids

ROOT = Path(__file__).parents[2]
HARDWARE = ROOT / "hardware"
T = TypeVar("T")
M = TypeVar("M")


@pytest.fixture(scope="session")
def solid() -> Iterator[Callable[[str], solids.Triangles]]:
    """The triangles of a part."""
    with _begun(solids.SOLIDS, solids.render) as made:
        yield made


@pytest.fixture(scope="session")
def picture() -> Iterator[Callable[[str], bytes]]:
    """A picture as a PNG."""
    with _begun(pictures.PICTURES, pictures.render) as made:
        yield made


@contextmanager
def _begun(things: Mapping[str, T], render: Callable[[T, Path], M]) -> Iterator[Callable[[str], M]]:
    """Renders of the committed sources, each begun at once and waited for where it is asked."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        begun = {
            name: pool.submit(render, thing, HARDWARE / "enclosure")
            for name, thing in things.items()  # in the order in which the tests come
        }
        try:
            yield lambda name: begun[name].result()
        finally:
            for future in begun.values():
                future.cancel()


@pytest.fixture(scope="session")
def pins_text() -> str:
    return (HARDWARE / "pins.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def pin_map(pins_text: str) -> PinMap:
    return parse_pin_map(pins_text, "pins.toml")
